package reperform

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// PaymentDifference is the first payment of theirs that differs from ours, and what
// fits all of theirs (METHOD 26.2).
type PaymentDifference struct {
	From   int        // number of the row
	Date   civil.Date // of the row
	Ours   money.Amount
	Theirs money.Decimal
	Fits   string // what of the lease theirs states otherwise; empty where nothing was found

	only bool // every other payment is as ours
}

// shape is a way in which what they pay differs from what the lease states.
type shape struct {
	changes []func(*variant)
	words   string
	counts  int // changes from the lease as given
}

// differingPayments returns the places of their rows whose payment differs from that of
// a candidate.
func (c *comparison) differingPayments(m *leasehold.Measurement) (rows []int) {
	c.match(m)
	for i := range c.rows {
		for j := c.first[i]; j < c.first[i+1]; j++ {
			if g := &c.figures[j]; g.column.name == "payment" && c.off(g, c.of(m, g)).size().above(c.allowance(c.number(i))) {
				rows = append(rows, i)
			}
		}
	}
	return rows
}

// paid finds where their payments differ from the lease as given, and what fits them:
// the lease as a recipe whose payments are theirs. The recipe is the lease as given
// where nothing fits and theirs can't be put in place of ours.
func (s *search) paid() (*PaymentDifference, recipe) {
	given := s.given()
	rows := s.differingPayments(&s.ours.Measurement)
	if len(rows) == 0 {
		return nil, given
	}
	d := s.differenceAt(&s.ours.Measurement, rows)
	if fits, words := s.fitting(given, len(rows)); words != "" {
		d.Fits = words
		return d, fits
	}
	if !d.only { // else it is one wrong cell and not another contract
		if base := s.substituted(d); base != nil {
			given.base = base
		}
	}
	return d, given
}

// differenceAt describes the first of the rows whose payments differ from those of a
// candidate.
func (s *search) differenceAt(m *leasehold.Measurement, rows []int) *PaymentDifference {
	i := rows[0]
	d := &PaymentDifference{From: s.number(i), only: len(rows) == 1}
	r := &s.theirs.Schedule[i]
	if d.Theirs, d.Date = r.Payment.Value, r.Date.Value; s.rows[i] >= 0 {
		p := &m.Schedule[s.rows[i]]
		d.Ours, d.Date = p.Payment, p.Date
	}
	return d
}

// given is the lease as a recipe.
func (s *search) given() recipe {
	basis := s.q.Lease.Basis.Value
	return recipe{discounting: basis.Discounting, commencement: basis.CommencementPayment, timing: s.q.Lease.PaymentTiming, payments: -1}
}

// attempt is a recipe whose payments differ from theirs in some rows.
type attempt struct {
	recipe
	words string
	rows  []int
	first []*PaymentDifference // where the rows begin to differ, also after a row that differs alone
}

// fitting returns the lease with the change, or the two, whose payments are theirs, and
// says what they are. Where there is no such change it returns one that fits all of
// theirs but for one row.
func (s *search) fitting(given recipe, differ int) (fits recipe, words string) {
	var nearly *attempt
	try := func(from *attempt, one shape) *attempt {
		x := &attempt{recipe: from.recipe, words: one.words}
		if from.words != "" {
			x.words = from.words + " and " + one.words
		}
		if one.changes != nil {
			joined := one
			if from.base != nil {
				joined = join(*from.base, one)
			}
			x.base = &joined
		}
		m := s.measure(&x.recipe)
		if m == nil {
			return nil
		}
		if x.rows = s.differingPayments(m); len(x.rows) > 0 {
			x.first = append(x.first, s.differenceAt(m, x.rows))
		}
		if len(x.rows) > 2 && x.rows[1] != x.rows[0]+1 {
			x.first = append(x.first, s.differenceAt(m, x.rows[1:]))
		}
		if len(x.rows) == 1 && differ >= 2 && len(s.rows) > 2*maxSlips && nearly == nil {
			nearly = x
		}
		return x
	}
	begin := []*attempt{}
	for _, commencement := range []leasehold.CommencementPayment{given.commencement, leasehold.InLiability, leasehold.Settled} {
		r, one := given, shape{}
		if len(begin) > 0 && commencement == given.commencement {
			continue
		}
		if r.commencement = commencement; commencement != given.commencement {
			one.words = commencementWords[commencement]
		}
		if x := try(&attempt{recipe: r}, one); x != nil && (len(begin) == 0 || len(x.rows) < len(begin[0].rows)) {
			begin = append(begin, x)
		}
	}
	var second []*attempt
	for _, x := range begin {
		if len(x.rows) == 0 {
			return x.recipe, x.words
		}
	}
	for _, x := range begin {
		for _, one := range s.shapes(x.first...) {
			y := try(x, one)
			switch {
			case y == nil:
			case len(y.rows) == 0:
				return y.recipe, y.words
			case y.rows[0] > x.rows[0] || len(y.rows) < len(x.rows):
				second = append(second, y)
			}
		}
	}
	for _, x := range second {
		for _, one := range s.shapes(x.first...) {
			if y := try(x, one); y != nil && len(y.rows) == 0 {
				return y.recipe, y.words
			}
		}
	}
	if nearly != nil {
		return nearly.recipe, nearly.words
	}
	return given, ""
}
