package reperform

import (
	"context"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Bounds of one verification, in measured rows; see [leasehold.Lease.Effort].
const (
	maxTried    = 200_000 // rows for the candidates of METHOD 15.3; enough for every candidate of a lease without events
	maxSearched = 60_000  // rows for the search for other payments, another rate and single errors
)

// search searches for an explanation of the differences in the reported schedule.
type search struct {
	*comparison

	q       *Question
	ours    *leasehold.Result
	v       variant
	changes []inputChange
	booked  [2]optional // by timing: the prepaid or accrued rent at an initial application, if the lease omits it
	budget  budget
}

// budget limits the number of rows that a search may still measure.
type budget struct {
	ctx     context.Context //nolint:containedctx // of the request
	rows    int64
	reached bool // a measurement was omitted because the budget was used up
}

// take subtracts rows and reports whether they may be measured.
func (b *budget) take(rows int64) bool {
	if b.rows -= rows; b.rows < 0 || b.ctx.Err() != nil {
		b.reached = true
		return false
	}
	return true
}

// finding is a candidate that explains every difference.
type finding struct {
	recipe
	score

	errors []figureError
	shift  int
	causes int
}

// odd reports whether the candidate has a rate with more than four decimals. Such a rate is
// unusual, so another convention is a more likely cause.
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

// prepare sets the variant to the lease under a recipe. A change of rents must not change the
// prepaid or accrued rent at an initial application, so prepare supplies that amount.
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
	case s.v.booked == rentReversed:
		*rent = leasehold.Some(booked.Value.Neg())
	case s.v.lease.UnevenRents():
		*rent = booked
	}
}

// measure measures a candidate. It returns nil if the candidate is not a valid lease or the
// budget is used up.
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

// explain determines the reported payments, rate and conventions. The search for payments may use
// half of the search budget; the remainder is available after the candidates.
func (s *search) explain(a *Answer) {
	var fits recipe
	s.budget.rows = maxSearched / 2
	a.Payments, fits = s.explainPayments()
	remaining := max(s.budget.rows, 0) + maxSearched/2
	s.budget.rows = maxTried
	best := s.candidates(fits.base)
	s.budget.rows = remaining
	found := exact(best)
	if found == nil || found.causes > 1 {
		found = s.other(fits, best, found)
	}
	s.list(a, best, found)
	switch {
	case found != nil:
		s.impliedRate(a, &found.recipe)
	case len(best) > 0:
		s.impliedRate(a, &best[0].recipe)
	}
	if s.budget.reached && a.Explanation == nil {
		a.Notes = append(a.Notes, "Not every combination of conventions, payments and rates was tried, because each measures the lease again; "+
			"verify the lease with fewer events, or with fewer rows, to have more of them tried.")
	}
}

// candidates returns the best candidates of METHOD 15.3, with the payments of the lease and with
// the reported payments.
func (s *search) candidates(base *paymentChange) []candidate {
	best := &ranking{comparison: s.comparison}
	bases := []*paymentChange{nil}
	if base != nil {
		bases = append(bases, base)
	}
	for _, b := range bases {
		for _, r := range s.q.recipes(b, s.changes) {
			if m := s.measure(&r); m != nil {
				s.match(m)
				best.try(m, r, len(s.v.changes))
			}
		}
	}
	return best.list
}

// exact returns the best candidate if all of its figures are within their allowances, otherwise
// nil.
func exact(list []candidate) *finding {
	if len(list) == 0 || list[0].outside > 0 {
		return nil
	}
	x := &list[0]
	return &finding{recipe: x.recipe, score: x.score, shift: x.shift, causes: x.changes}
}

// other searches for a wrong figure and for another rate, first in the lease as supplied, then
// with the reported payments, then in the best candidates. It returns the finding with the fewest
// causes.
func (s *search) other(fits recipe, list []candidate, found *finding) *finding {
	better := func(x *finding) {
		if x != nil && (found == nil || x.causes < found.causes || x.causes == found.causes && found.odd() && !x.odd()) {
			found = x
		}
	}
	enough := func(causes int) bool { return found != nil && found.causes <= causes && !found.odd() }
	better(s.wrongFigure(s.asGiven()))
	better(s.wrongFigure(fits))
	better(s.otherRate(fits))
	if enough(1) {
		return found
	}
	for i := range list {
		better(s.wrongFigure(list[i].recipe))
	}
	conventions := s.q.conventions(fits.base)
	for _, r := range conventions {
		if enough(2) {
			return found
		}
		better(s.wrongFigure(r))
		better(s.otherRate(r))
	}
	for _, r := range append([]recipe{fits}, conventions...) {
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
	if known && len(s.figures) >= minFiguresForRate {
		rate = s.solve(r, opening)
	}
	for i := range s.changes {
		c := &s.changes[i]
		if c.rate || !c.applies(s.q, &r) {
			continue
		}
		with := r
		with.change = c
		if c.keepsPayments && rate != nil {
			with.rate = rate // the change affects only the asset, so the liability has the same rate
			better(s.fits(with))
		} else {
			better(s.otherRate(with))
		}
	}
}

// fits returns the candidate if all of its figures are within their allowances, otherwise nil.
func (s *search) fits(r recipe) *finding {
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	score, ok := s.score(m, 0)
	if !ok {
		return nil
	}
	return s.found(r, score)
}

// found returns the current candidate as a finding. An unusual rate counts as two causes.
func (s *search) found(r recipe, score score) *finding {
	x := &finding{recipe: r, score: score, shift: s.shift, causes: len(s.v.changes)}
	if s.shift != 0 {
		x.causes++
	}
	if x.odd() {
		x.causes++
	}
	return x
}

// wrongFigure returns the candidate if one or two wrong figures explain every difference
// from it.
func (s *search) wrongFigure(r recipe) *finding {
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	x := s.found(r, score{})
	if x.errors = s.errors(m); len(x.errors) == 0 {
		return nil
	}
	x.causes += len(x.errors)
	return x
}

// minFiguresForRate is the minimum number of figures that a rate must explain, in addition
// to the opening balance that it was computed from.
const minFiguresForRate = 4

// otherRate returns the candidate at the rate implied by the reported opening balance, if
// at most one wrong figure remains.
func (s *search) otherRate(r recipe) *finding {
	opening, ok := s.opening()
	if !ok || len(s.figures) < minFiguresForRate || len(s.rows) < 2 {
		return nil
	}
	if r.rate = s.solve(r, opening); r.rate == nil || r.rate.rate.Cmp(s.q.Lease.DiscountRateAnnual) == 0 {
		return nil
	}
	m := s.measure(&r)
	if m == nil {
		return nil
	}
	s.match(m)
	within, ok := s.score(m, 0)
	if ok {
		return s.found(r, within)
	}
	x := s.found(r, score{})
	if x.errors = s.errors(m); len(x.errors) != 1 || !r.rate.plain {
		return nil
	}
	x.causes++
	return x
}

// list sets the explanations: first the finding, then the best candidates.
func (s *search) list(a *Answer, list []candidate, found *finding) {
	if found != nil {
		a.Explanations = append(a.Explanations, s.explanation(a, &found.recipe, found.score, found.shift, found.errors))
		if found.errors == nil && found.rate == nil { // it is the best candidate
			list = list[1:]
		}
	}
	for i := range list[:min(len(list), maxExplanations-len(a.Explanations))] {
		x := &list[i]
		a.Explanations = append(a.Explanations, s.explanation(a, &x.recipe, x.score, x.shift, nil))
	}
	if found != nil {
		a.Explanation = &a.Explanations[0]
	}
}

// explanation describes a candidate: its changes, the shift of the reported dates and the
// wrong figures.
func (s *search) explanation(a *Answer, r *recipe, score score, shift int, errors []figureError) Explanation {
	s.prepare(r)
	e := Explanation{Changes: slices.Clone(s.v.changes), Outside: score.outside, LargestDifference: s.decimal(score.largest)}
	if shift != 0 {
		words := count(max(shift, -shift), "day") + " later"
		if shift < 0 {
			words = count(-shift, "day") + " earlier"
		}
		e.Changes = append(e.Changes, Change{Member: "date", Value: `"` + words + `"`, words: "their rows are dated " + words + " than the lease's"})
	}
	for i := range errors {
		e.Changes = append(e.Changes, s.change(&errors[i]))
	}
	if e.Outside == 0 {
		e.Sentence = s.sentence(a, &e)
	}
	return e
}
