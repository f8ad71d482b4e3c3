package reperform

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// PaymentDifference is the first reported payment that differs, and the change of the lease
// that matches all reported payments (METHOD 26.2).
type PaymentDifference struct {
	From   int        // number of the row
	Date   civil.Date // date of the row
	Ours   money.Amount
	Theirs money.Decimal
	Fits   string // the matching change; empty if none was found

	only bool // no other payment differs
}

// paymentChange is a change of the lease terms that changes the payments.
type paymentChange struct {
	changes []func(*variant)
	words   string
}

// differingPayments returns the indexes of the reported rows with a payment that differs
// from the candidate's.
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

// explainPayments returns the first differing payment and a recipe for the lease under which all
// payments match. The recipe changes the payment terms or, if no change matches, uses the
// reported payments as rents. If that is impossible too, the recipe is the lease as supplied.
func (s *search) explainPayments() (*PaymentDifference, recipe) {
	given := s.asGiven()
	rows := s.differingPayments(&s.ours.Measurement)
	if len(rows) == 0 {
		return nil, given
	}
	d := s.differenceAt(&s.ours.Measurement, rows)
	if fits, words := s.fitPayments(given, len(rows)); words != "" {
		d.Fits = words
		return d, fits
	}
	if !d.only { // a single differing payment is an error in its row, not a different payment term
		given.base = s.substituted(d)
	}
	return d, given
}

// differenceAt describes the payment difference of the first of the given rows.
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

// asGiven returns the recipe for the lease as supplied.
func (s *search) asGiven() recipe {
	basis := s.q.Lease.Basis.Value
	return recipe{discounting: basis.Discounting, commencement: basis.CommencementPayment, timing: s.q.Lease.PaymentTiming}
}

// attempt is a recipe with the rows in which the payment still differs.
type attempt struct {
	recipe
	words string
	rows  []int
	first []*PaymentDifference // the first difference; also the next difference if the first affects only one row
}

// attempt returns a new attempt that adds a change to an earlier attempt. It returns nil if the
// change is not valid for the lease.
func (s *search) attempt(from *attempt, change paymentChange) *attempt {
	x := &attempt{recipe: from.recipe, words: change.words}
	if from.words != "" {
		x.words = from.words + " and " + change.words
	}
	if change.changes != nil {
		x.base = &change
		if from.base != nil {
			x.base = &paymentChange{slices.Concat(from.base.changes, change.changes), x.words}
		}
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
	return x
}

// fitPayments returns a recipe with one or two changes under which all payments match, and
// describes the changes. If there is no such recipe, it returns a recipe under which only one row
// differs.
func (s *search) fitPayments(given recipe, differ int) (fits recipe, words string) {
	var nearly *attempt
	try := func(from *attempt, change paymentChange) *attempt {
		x := s.attempt(from, change)
		if x != nil && len(x.rows) == 1 && differ >= 2 && len(s.rows) > 2*maxErrors && nearly == nil {
			nearly = x
		}
		return x
	}
	other := given
	other.commencement = leasehold.InLiability + leasehold.Settled - given.commencement
	var attempts []*attempt
	if x := try(&attempt{recipe: given}, paymentChange{}); x != nil {
		attempts = append(attempts, x)
	}
	if x := try(&attempt{recipe: other}, paymentChange{words: commencementWords[other.commencement]}); x != nil && (attempts == nil || len(x.rows) < len(attempts[0].rows)) {
		if len(x.rows) == 0 {
			return x.recipe, x.words
		}
		attempts = append(attempts, x)
	}
	for range 2 {
		var next []*attempt
		for _, x := range attempts {
			for _, change := range s.paymentChanges(x.first...) {
				y := try(x, change)
				switch {
				case y == nil:
				case len(y.rows) == 0:
					return y.recipe, y.words
				case y.rows[0] > x.rows[0] || len(y.rows) < len(x.rows):
					next = append(next, y)
				}
			}
		}
		attempts = next
	}
	if nearly != nil {
		return nearly.recipe, nearly.words
	}
	return given, ""
}
