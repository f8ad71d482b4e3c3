package reperform

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Figure is one figure that was compared.
type Figure struct {
	Where      string     // path as in the compute result
	Period     int        // number of the row: ours, or theirs where we have none; 0 for a figure of the whole
	Date       civil.Date // of the row: ours, or theirs where we have none; the zero value for a figure of the whole
	Member     string     // as in interest
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // theirs less ours
	Allowed    money.Decimal // what rounding explains of it, or the tolerance stated
	Outside    bool          // by more than rounding, or the tolerance stated, explains
}

// Figures returns every figure compared: those of the whole, then row by row in
// the order of their schedule, differences within the tolerance included.
func (a *Answer) Figures() []Figure {
	c := newComparison(a.Question)
	m := &a.Ours.Measurement
	c.match(m)
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
			f.Member = g.whole.name
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

// Tolerance says what figures may differ by: the tolerance stated, or rounding.
func (a *Answer) Tolerance() string {
	c := newComparison(a.Question)
	if c.stated {
		return c.amount(c.decimal(c.tolerance))
	}
	return c.amount(money.New(1, c.places)) + " for each row up to the figure: rounding"
}
