package reperform

import (
	"context"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Bounds of what one verification measures, in rows; see [leasehold.Lease.Effort].
const (
	maxTried    = 200_000 // by the candidates of METHOD 15.3: every one of a lease without events is within it
	maxSearched = 60_000  // by the search for other payments, another rate and single errors
)

// search looks for what explains theirs.
type search struct {
	*comparison

	q       *Question
	ours    *leasehold.Result
	v       variant
	changes []inputChange
	booked  [2]optional // by timing: the rent in the books at an initial application, if the lease does not state it
	budget  budget
}

// budget is what a search may still measure.
type budget struct {
	ctx     context.Context //nolint:containedctx // of the request
	rows    int64
	reached bool // a measurement was left out
}

// take reports whether rows may be measured, and counts them.
func (b *budget) take(rows int64) bool {
	if b.rows -= rows; b.rows < 0 || b.ctx.Err() != nil {
		b.reached = true
		return false
	}
	return true
}

// finding is a candidate under which nothing is outside.
type finding struct {
	recipe
	score

	slips []slip
	shift int
	cause int // how many things are wrong
}

// odd reports whether the candidate has a rate of more than four decimals: another convention
// is then the likelier cause.
func (x *finding) odd() bool { return x.rate != nil && !x.rate.plain }

func newSearch(ctx context.Context, q *Question, c *comparison, ours *leasehold.Result) *search {
	s := &search{comparison: c, q: q, ours: ours, changes: q.inputChanges(), budget: budget{ctx: ctx}}
	if l := q.Lease; l.Applied() && !l.InitialApplication.Value.PrepaidOrAccruedRent.Set {
		s.booked[l.PaymentTiming] = leasehold.Some(ours.CarriedRent.Decimal(s.places))
		l.PaymentTiming = leasehold.Advance + leasehold.Arrears - l.PaymentTiming
		if m, err := leasehold.MeasureDeviating(ctx, &l, leasehold.Deviations{}); err == nil {
			s.booked[l.PaymentTiming] = leasehold.Some(m.CarriedRent.Decimal(s.places))
		}
	}
	return s
}

// prepare sets the variant of a recipe. A change of its rents does not change the rent
// that the books carry at an initial application, so that amount is stated.
func (s *search) prepare(r *recipe) {
	s.v.set(s.q, r)
	if !s.v.lease.Applied() {
		return
	}
	rent := &s.v.lease.InitialApplication.Value.PrepaidOrAccruedRent
	booked := *rent
	if !rent.Set {
		booked = s.booked[s.v.lease.PaymentTiming]
	}
	switch {
	case s.v.booked == rentOmitted:
		*rent = leasehold.Some(money.Decimal{})
	case s.v.booked == rentTurned:
		*rent = leasehold.Some(booked.Value.Neg())
	case s.v.lease.UnevenRents():
		*rent = booked
	}
}

// measure measures a candidate. It is nil where the lease does not allow it, and once
// the bound is reached.
func (s *search) measure(r *recipe) *leasehold.Measurement {
	if !s.budget.take(0) {
		return nil
	}
	s.prepare(r)
	if !s.budget.take(s.v.lease.Effort()) {
		return nil
	}
	m, err := leasehold.MeasureDeviating(s.budget.ctx, &s.v.lease, leasehold.Deviations{ClosingDayEarlier: s.v.early, AssetKept: s.v.kept})
	if err != nil {
		return nil
	}
	return m
}

// explain fills in what their payments, rate and conventions are, as far as they can
// be told.
func (s *search) explain(a *Answer) {
	var paid recipe
	s.budget.rows = maxSearched / 2
	a.Payments, paid = s.paid()
	rest := max(s.budget.rows, 0) + maxSearched/2
	s.budget.rows = maxTried
	best := s.candidates(paid.base)
	s.budget.rows = rest
	found := s.finding(best.list)
	if found == nil || found.cause > 1 {
		found = s.other(paid, best.list, found)
	}
	s.list(a, best.list, found)
	s.implied(a, best.list, found)
	if s.budget.reached && a.Explanation == nil {
		a.Notes = append(a.Notes, "Not every combination of conventions, payments and rates was tried, because each measures the lease again; "+
			"verify the lease with fewer events, or with fewer rows, to have more of them tried.")
	}
}

// candidates ranks every candidate of METHOD 15.3, with the payments as stated and as
// theirs.
func (s *search) candidates(base *shape) *ranking {
	best := &ranking{comparison: s.comparison}
	bases := []*shape{nil}
	if base != nil {
		bases = append(bases, base)
	}
	place := 0
	for _, b := range bases {
		recipes := s.q.recipes(b, s.changes)
		for i := range recipes {
			recipes[i].place += place
		}
		place += len(recipes)
		for _, i := range byCost(recipes) {
			r := &recipes[i]
			if m := s.measure(r); m != nil {
				s.match(m)
				best.try(m, *r, len(s.v.changes))
			}
		}
	}
	return best
}

// finding returns the best candidate where nothing is outside under it.
func (s *search) finding(list []candidate) *finding {
	if len(list) == 0 || list[0].outside > 0 {
		return nil
	}
	x := &list[0]
	return &finding{recipe: x.recipe, score: x.score, shift: x.shift, cause: x.changes}
}

// other searches for one wrong figure and for another rate: first in the lease as given
// and with their payments, then in the best candidates. It returns the finding with the
// fewest causes.
func (s *search) other(paid recipe, list []candidate, found *finding) *finding {
	better := func(x *finding) {
		if x != nil && (found == nil || x.cause < found.cause || x.cause == found.cause && found.odd() && !x.odd()) {
			found = x
		}
	}
	enough := func(causes int) bool { return found != nil && found.cause <= causes && !found.odd() }
	better(s.wrongFigure(s.given()))
	better(s.wrongFigure(paid))
	better(s.otherRate(paid))
	if enough(1) {
		return found
	}
	for i := range list {
		better(s.wrongFigure(list[i].recipe))
	}
	conventions := s.q.conventions(paid.base)
	for _, r := range conventions {
		if enough(2) {
			return found
		}
		better(s.wrongFigure(r))
		better(s.otherRate(r))
	}
	for _, r := range append([]recipe{paid}, conventions...) {
		if enough(2) {
			return found
		}
		s.combined(r, better)
	}
	return found
}

// combined tries a set of conventions with another rate and one change of the inputs.
func (s *search) combined(r recipe, better func(*finding)) {
	opening, known := s.opening()
	var rate *fitted
	if known && len(s.figures) >= leastForRate {
		r.payments = -1
		rate = s.solve(r, opening)
	}
	for i := range s.changes {
		c := &s.changes[i]
		if c.rate || !c.applies(s.q, &r) {
			continue
		}
		with := r
		with.change = c
		if c.keeps && rate != nil {
			with.rate = rate // an addition to the asset does not change the liability
			better(s.fits(with))
		} else {
			better(s.otherRate(with))
		}
	}
}

// fits returns a candidate where nothing is outside under it.
func (s *search) fits(r recipe) *finding {
	r.payments = -1
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	score, ok := s.score(m, 0)
	if !ok || score.outside > 0 {
		return nil
	}
	x := &finding{recipe: r, score: score, shift: s.shift, cause: s.causes()}
	if x.odd() {
		x.cause++
	}
	return x
}

// causes counts what the current candidate changes, shifted dates included.
func (s *search) causes() int {
	if s.shift != 0 {
		return len(s.v.changes) + 1
	}
	return len(s.v.changes)
}

// wrongFigure returns a candidate under which one or two figures of theirs are wrong
// and all other differences follow from them.
func (s *search) wrongFigure(r recipe) *finding {
	r.payments = -1
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	cause := s.causes()
	slips := s.slips(m)
	if len(slips) == 0 {
		return nil
	}
	return &finding{recipe: r, slips: slips, shift: s.shift, cause: cause + len(slips)}
}

// The fewest figures that a rate has to explain besides the opening balance that it
// was found from.
const leastForRate = 4

// otherRate returns a candidate at the rate that their opening balance implies, where
// everything agrees under it, save for one wrong figure at most.
func (s *search) otherRate(r recipe) *finding {
	opening, ok := s.opening()
	if !ok || len(s.figures) < leastForRate || len(s.rows) < 2 {
		return nil
	}
	r.payments = -1
	if r.rate = s.solve(r, opening); r.rate == nil {
		return nil
	}
	if r.rate.rate.Cmp(s.q.Lease.DiscountRateAnnual) == 0 {
		return nil
	}
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	x := &finding{recipe: r, shift: s.shift, cause: s.causes()}
	if x.odd() {
		x.cause++
	}
	if score, ok := s.score(m, 0); ok && score.outside == 0 {
		x.score = score
		return x
	}
	if x.slips = s.slips(m); len(x.slips) != 1 || !r.rate.plain {
		return nil
	}
	x.cause++
	return x
}

// list lists the best candidates, and what explains everything first.
func (s *search) list(a *Answer, list []candidate, found *finding) {
	if found != nil {
		s.prepare(&found.recipe)
		e := Explanation{Changes: slices.Clone(s.v.changes), LargestDifference: s.decimal(found.largest)}
		s.complete(&e, found.shift)
		for i := range found.slips {
			e.Changes = append(e.Changes, s.change(&found.slips[i]))
		}
		e.Sentence = s.sentence(a, &e)
		a.Explanations = append(a.Explanations, e)
	}
	for i := range list {
		x := &list[i]
		if found != nil && found.slips == nil && found.rate == nil && found.place == x.place && x.change == found.change && x.base == found.base {
			continue
		}
		if len(a.Explanations) == maxExplanations {
			break
		}
		s.prepare(&x.recipe)
		e := Explanation{Changes: slices.Clone(s.v.changes), Outside: x.outside, LargestDifference: s.decimal(x.largest)}
		s.complete(&e, x.shift)
		if x.outside == 0 {
			e.Sentence = s.sentence(a, &e)
		}
		a.Explanations = append(a.Explanations, e)
	}
	if found != nil {
		a.Explanation = &a.Explanations[0]
	}
}

// complete adds the shift of their dates to what a candidate changes.
func (s *search) complete(e *Explanation, shift int) {
	if shift == 0 {
		return
	}
	words := count(max(shift, -shift), "day") + " later"
	if shift < 0 {
		words = count(-shift, "day") + " earlier"
	}
	e.Changes = append(e.Changes, Change{Member: "date", Value: `"` + words + `"`, words: "their rows are dated " + words + " than the lease's"})
}

// implied fills in the rate that their opening balance implies.
func (s *search) implied(a *Answer, list []candidate, found *finding) {
	switch {
	case found != nil:
		s.impliedRate(a, &found.recipe)
	case len(list) > 0:
		s.impliedRate(a, &list[0].recipe)
	}
}
