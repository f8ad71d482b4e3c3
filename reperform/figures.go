package reperform

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Figure compares a reported amount with the computed amount.
type Figure struct {
	Where      string     // path as in the compute result
	Period     int        // number of the computed row, or of the reported row if no computed row matches; 0 for a total
	Date       civil.Date // date of the computed row, or of the reported row if no computed row matches; the zero value for a total
	Member     string     // as in interest
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // reported less computed
	Allowed    money.Decimal // the allowance for rounding, or the supplied tolerance
	Outside    bool          // whether the difference exceeds Allowed
}

// Figures returns every compared amount, including amounts that agree. Totals come first, followed
// by the rows in the order of the reported schedule.
func (a *Answer) Figures() []Figure {
	c := newComparison(a.Question)
	c.match(&a.Ours.Measurement)
	return c.list(&a.Ours.Measurement)
}

// list returns the reported amounts with the computed amounts. The rows must have been matched with
// m.
func (c *comparison) list(m *leasehold.Measurement) []Figure {
	list := make([]Figure, len(c.figures))
	for i := range c.figures {
		g := &c.figures[i]
		ours := c.of(m, g)
		d := c.off(g, ours)
		allowed := c.allowed(m, g)
		list[i] = Figure{
			Where: c.path(g), Ours: *ours, Theirs: g.value, Difference: c.decimal(d), Allowed: c.decimal(allowed), Outside: d.size().above(allowed),
		}
		f := &list[i]
		if g.column == nil {
			f.Member = g.total.name
			continue
		}
		r := &c.theirs.Schedule[g.row]
		f.Member, f.Period, f.Date = g.column.name, r.Period.Value, r.Date.Value
		if k := c.rows[g.row]; k >= 0 {
			f.Period, f.Date = m.Schedule[k].Number, m.Schedule[k].Date
		}
	}
	return list
}

// Tolerance describes the allowance of the comparison: the supplied tolerance, or rounding.
func (a *Answer) Tolerance() string {
	c := newComparison(a.Question)
	if c.stated {
		return c.amount(c.decimal(c.tolerance))
	}
	return c.amount(money.New(1, c.places)) + " for each row up to the figure: rounding"
}
