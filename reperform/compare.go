package reperform

import (
	"fmt"
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// column is a figure of a row, in both schedules.
type column struct {
	name   string
	theirs func(*Row) *optional
	ours   func(*leasehold.Period) money.Amount
}

var columns = [...]column{
	{"payment", func(r *Row) *optional { return &r.Payment }, func(p *leasehold.Period) money.Amount { return p.Payment }},
	{"interest", func(r *Row) *optional { return &r.Interest }, func(p *leasehold.Period) money.Amount { return p.Interest }},
	{"principal", func(r *Row) *optional { return &r.Principal }, func(p *leasehold.Period) money.Amount { return p.Principal }},
	{"liabilityClose", func(r *Row) *optional { return &r.LiabilityClose }, func(p *leasehold.Period) money.Amount { return p.LiabilityClose }},
	{"rouAmortization", func(r *Row) *optional { return &r.RouAmortization }, func(p *leasehold.Period) money.Amount { return p.RouAmortization }},
	{"rouAssetClose", func(r *Row) *optional { return &r.RouAssetClose }, func(p *leasehold.Period) money.Amount { return p.RouAssetClose }},
	{"leaseExpense", func(r *Row) *optional { return &r.LeaseExpense }, func(p *leasehold.Period) money.Amount { return p.LeaseExpense }},
}

// figure is one of their figures, in units of 10^−places of a minor unit beyond
// the currency's decimals, and where it belongs.
type given struct {
	where  string
	single int // place among the figures of the whole; -1 for one of a row
	row    int // place in their schedule
	column int
	theirs *big.Int // in minor units × scale
	value  money.Decimal
}

// comparison holds their figures, ready to be compared with one measurement after
// the other. Differences are exact: all numbers are kept to the decimals of the
// finest of them.
type comparison struct {
	theirs    *Theirs
	figures   []given
	places    int      // of the currency
	scale     *big.Int // 10^(decimals beyond those)
	decimals  int      // places and those beyond
	tolerance *big.Int
	rows      []int // scratch: our row for each of theirs, or -1

	ours, difference big.Int
}

// newComparison prepares their figures.
func newComparison(q *Question) *comparison {
	c := &comparison{theirs: &q.Theirs, places: q.Lease.Currency.Places(), rows: make([]int, len(q.Theirs.Schedule))}
	tolerance := q.tolerance()
	c.decimals = max(c.places, tolerance.Scale())
	singles := []struct {
		where string
		o     optional
	}{
		{"initialLiability", q.Theirs.InitialLiability},
		{"initialRouAsset", q.Theirs.InitialRouAsset},
		{"totalUndiscountedPayments", q.Theirs.TotalUndiscountedPayments},
		{"totalLeaseCost", q.Theirs.TotalLeaseCost},
	}
	for i, s := range singles {
		if s.o.Set {
			c.add(given{where: s.where, single: i, value: s.o.Value})
		}
	}
	for i := range q.Theirs.Schedule {
		r := &q.Theirs.Schedule[i]
		for j := range columns {
			if o := columns[j].theirs(r); o.Set {
				c.add(given{single: -1, row: i, column: j, value: o.Value})
			}
		}
	}
	c.scale = new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.decimals-c.places)), nil)
	for i := range c.figures {
		c.figures[i].theirs = c.figures[i].value.Units(c.decimals)
	}
	c.tolerance = tolerance.Units(c.decimals)
	return c
}

func (c *comparison) add(g given) {
	c.decimals = max(c.decimals, g.value.Scale())
	c.figures = append(c.figures, g)
}

// match finds our row for each of theirs: by its number, else by its date.
func (c *comparison) match(m *leasehold.Measurement) {
	for i := range c.theirs.Schedule {
		r := &c.theirs.Schedule[i]
		c.rows[i] = -1
		if r.Period.Set {
			if n := r.Period.Value; n <= len(m.Schedule) {
				c.rows[i] = n - 1
			}
			continue
		}
		for k := range m.Schedule {
			if m.Schedule[k].Date == r.Date.Value {
				c.rows[i] = k
				break
			}
		}
	}
}

// of returns our figure for one of theirs: 0 for a row that we do not have.
func (c *comparison) of(m *leasehold.Measurement, g *given) money.Amount {
	switch g.single {
	case 0:
		return m.InitialLiability
	case 1:
		return m.InitialRouAsset
	case 2:
		return m.TotalUndiscountedPayments
	case 3:
		return m.TotalLeaseCost
	}
	if k := c.rows[g.row]; k >= 0 {
		return columns[g.column].ours(&m.Schedule[k])
	}
	return money.Amount{}
}

// score is how a measurement compares with their figures.
type score struct {
	outside int      // figures that differ by more than the tolerance
	largest *big.Int // the largest difference, without its sign
}

// compare scores a measurement. each is called with every difference beyond the
// tolerance; it may be nil.
func (c *comparison) compare(m *leasehold.Measurement, each func(g *given, ours money.Amount, difference *big.Int)) score {
	c.match(m)
	s := score{largest: new(big.Int)}
	for i := range c.figures {
		g := &c.figures[i]
		ours := c.of(m, g)
		d := c.off(g, ours)
		if d.CmpAbs(s.largest) > 0 {
			s.largest.Abs(d)
		}
		if d.CmpAbs(c.tolerance) > 0 {
			s.outside++
			if each != nil {
				each(g, ours, d)
			}
		}
	}
	return s
}

// off returns theirs less ours.
func (c *comparison) off(g *given, ours money.Amount) *big.Int {
	if n, ok := ours.Int64(); ok {
		c.ours.SetInt64(n)
	} else {
		c.ours.Set(ours.Big())
	}
	c.ours.Mul(&c.ours, c.scale)
	return c.difference.Sub(g.theirs, &c.ours)
}

// same reports whether two measurements are equal in every figure compared.
func (c *comparison) values(m *leasehold.Measurement) []money.Amount {
	c.match(m)
	values := make([]money.Amount, len(c.figures))
	for i := range c.figures {
		values[i] = c.of(m, &c.figures[i])
	}
	return values
}

// decimal returns a number of this comparison.
func (c *comparison) decimal(n *big.Int) money.Decimal { return money.FromUnits(n, c.decimals) }

// path returns where a figure is in the compute result.
func (c *comparison) path(g *given) string {
	if g.single >= 0 {
		return g.where
	}
	k := c.rows[g.row]
	if k < 0 {
		r := &c.theirs.Schedule[g.row]
		if r.Period.Set {
			k = r.Period.Value - 1
		} else {
			return fmt.Sprintf("schedule[%s].%s", r.Date.Value, columns[g.column].name)
		}
	}
	return fmt.Sprintf("schedule[%d].%s", k, columns[g.column].name)
}
