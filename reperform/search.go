package reperform

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Limits of one verification, in measured rows; see [leasehold.Lease.Effort].
const (
	maxTried    = 200_000 // rows for the candidates of METHOD 15.3; sufficient for every candidate of a lease without events
	maxSearched = 60_000  // rows measured in the search for other payments, another rate and wrong amounts
)

type search struct {
	*comparison

	q       *Question
	ours    *leasehold.Result
	v       variant
	changes []inputChange // changes that a candidate may make to the inputs
	booked  [2]optional   // prepaid or accrued rent at an initial application, by timing; used if the lease does not supply this rent
	budget  budget
	best    ranking
	found   *candidate // the best explanation so far of every difference, or nil
}

// budget limits the number of rows that a search can still measure.
type budget struct {
	ctx     context.Context //nolint:containedctx // context of the request
	rows    int64
	reached bool // whether a measurement was omitted because the budget was used up
}

func (b *budget) take(rows int64) bool {
	if rows > b.rows || b.ctx.Err() != nil {
		b.reached = true
		return false
	}
	b.rows -= rows
	return true
}

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

// prepare sets the variant to the lease under a recipe. A changed rent must not affect the prepaid
// or accrued rent at an initial application. If the variant's rent is uneven, prepare sets the
// prepaid or accrued rent to the amount from the supplied lease.
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

// measure returns nil if the candidate is not a valid lease or the budget is used up.
func (s *search) measure(r *recipe) *leasehold.Measurement {
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

// explain searches for the payments, rate and conventions of the reported schedule. It first tries the lease as
// supplied and the lease with the reported payments. It then tries all candidates of METHOD 15.3 with both sets of
// payments, and after them other rates. Each step may use the remaining budget.
func (s *search) explain(a *Answer) {
	var fits recipe
	s.budget.rows = maxSearched / 2
	a.Payments, fits = s.explainPayments()
	s.budget.rows += maxTried
	s.try(s.asGiven())
	recipes := s.q.recipes(nil, s.changes)
	if fits.base != nil {
		s.try(fits)
		recipes = append(recipes, s.q.recipes(fits.base, s.changes)...)
	}
	for _, r := range recipes {
		s.try(r)
	}
	s.budget.rows += maxSearched / 2
	if !s.enough(1) {
		s.tryRate(fits)
	}
	for _, r := range s.q.conventions(fits.base) {
		if !s.enough(2) {
			s.tryRate(r)
		}
	}
	s.list(a)
	if s.budget.reached && a.Explanation == nil {
		a.Notes = append(a.Notes, "Not every combination of conventions, payments and rates was tried, because each requires another measurement of the lease; "+
			"to try more of these explanations, verify the lease with fewer events or fewer rows.")
	}
}

// enough reports whether the best explanation so far has no odd rate and has at most the given number of causes.
func (s *search) enough(causes int) bool {
	return s.found != nil && s.found.causes <= causes && !s.found.odd()
}

// try measures a recipe and adds it to the ranking, unless the recipe has another rate. The recipe becomes the
// explanation if it explains every difference, except perhaps for two wrong amounts, and is better than the
// explanation so far. Another rate allows only one wrong amount, and an odd rate allows none.
func (s *search) try(r recipe) {
	m := s.measure(&r)
	if m == nil {
		return
	}
	s.match(m)
	x := candidate{recipe: r, shift: s.shift, causes: len(s.v.changes)}
	if x.shift != 0 {
		x.causes++
	}
	if r.rate == nil {
		s.best.add(s.comparison, m, x)
	} else if x.odd() {
		x.causes++
	}
	if s.found != nil && s.found.causes < x.causes {
		return
	}
	var agrees bool
	if x.score, agrees = s.score(m, 0); !agrees {
		x.score = score{}
		x.errors = s.errors(m)
		x.causes += len(x.errors)
		if len(x.errors) == 0 || r.rate != nil && (x.odd() || len(x.errors) > 1) {
			return
		}
	}
	if x.explainsBetter(s.found) {
		s.found = &x
	}
}

// minFiguresForRate is the minimum number of reported amounts for a rate search. With fewer
// amounts, any schedule could be explained by some rate.
const minFiguresForRate = 4

// tryRate tries a recipe at the rate that the reported opening balance implies.
func (s *search) tryRate(r recipe) {
	opening, ok := s.opening()
	if !ok || len(s.figures) < minFiguresForRate || len(s.rows) < 2 {
		return
	}
	if r.rate = s.solve(r, opening); r.rate != nil && r.rate.rate.Cmp(s.q.Lease.DiscountRateAnnual) != 0 {
		s.try(r)
	}
}

// list sets the explanations: first the explanation that covers all differences, and then the best candidates.
func (s *search) list(a *Answer) {
	list := []candidate(s.best)
	if x := s.found; x != nil {
		if x.errors == nil && x.rate == nil { // the ranking already contains this candidate
			list = list[1:]
		}
		list = append([]candidate{*x}, list...)
	}
	for i := range list[:min(len(list), maxExplanations)] {
		a.Explanations = append(a.Explanations, s.explanation(a, &list[i]))
	}
	if s.found != nil {
		a.Explanation = &a.Explanations[0]
	}
	if len(list) > 0 {
		s.impliedRate(a, &list[0].recipe)
	}
}

func (s *search) explanation(a *Answer, x *candidate) Explanation {
	s.prepare(&x.recipe)
	e := Explanation{Changes: slices.Clone(s.v.changes), Outside: x.outside, LargestDifference: s.decimal(x.largest)}
	if shift := x.shift; shift != 0 {
		words := count(max(shift, -shift), "day") + " later"
		if shift < 0 {
			words = count(-shift, "day") + " earlier"
		}
		e.Changes = append(e.Changes, Change{Member: "date", Value: `"` + words + `"`, words: "the reported rows are dated " + words + " than the lease's"})
	}
	for i := range x.errors {
		e.Changes = append(e.Changes, s.change(&x.errors[i]))
	}
	if e.Outside == 0 {
		e.Sentence = s.sentence(a, &e)
	}
	return e
}

type candidate struct {
	recipe
	score

	shift  int            // number of days from each computed date to the reported date, if the rows were matched in order
	causes int            // number of changes, wrong amounts and date shifts; an odd rate counts twice
	errors []figureError  // wrong reported amounts
	values []money.Amount // the computed amount for each reported amount; set only in a ranking
}

// compare orders candidates as METHOD 15.3 requires. A negative result means that x comes first.
func (x *candidate) compare(y *candidate) int {
	return cmp.Or(cmp.Compare(x.outside, y.outside), cmp.Compare(x.causes, y.causes), x.largest.compare(y.largest))
}

// odd reports whether the candidate has a rate with more than four decimals. Such a rate is
// unusual, so another convention is a more likely cause.
func (x *candidate) odd() bool { return x.rate != nil && !x.rate.plain }

// explainsBetter reports whether x is a better explanation than y, which may be nil. Better means, in this order: fewer
// causes, no odd rate, fewer wrong amounts, smaller differences. x and y must both explain every difference.
func (x *candidate) explainsBetter(y *candidate) bool {
	if y == nil {
		return true
	}
	odd := func(x *candidate) int {
		if x.odd() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(x.causes, y.causes), odd(x)-odd(y), len(x.errors)-len(y.errors), x.largest.compare(y.largest)) < 0
}

// ranking contains the five best candidates, which all have different amounts.
type ranking []candidate

// add adds a candidate to the ranking if it is among the best. m is the candidate's measurement, and the rows must
// already be matched with m. If two candidates are equal, the earlier one ranks first.
func (b *ranking) add(c *comparison, m *leasehold.Measurement, x candidate) {
	list := *b
	most := len(c.figures)
	if len(list) == maxExplanations {
		most = list[maxExplanations-1].outside
	}
	var ok bool
	if x.score, ok = c.score(m, most); !ok || len(list) == maxExplanations && list[maxExplanations-1].compare(&x) <= 0 {
		return
	}
	for i := range c.figures {
		x.values = append(x.values, *c.of(m, &c.figures[i]))
	}
	if same := slices.IndexFunc(list, func(o candidate) bool { return slices.Equal(o.values, x.values) }); same >= 0 {
		if list[same].compare(&x) <= 0 {
			return // the list contains the same amounts with fewer changes
		}
		list = slices.Delete(list, same, same+1)
	}
	at := slices.IndexFunc(list, func(o candidate) bool { return x.compare(&o) < 0 })
	if at < 0 {
		at = len(list)
	}
	list = slices.Insert(list, at, x)
	*b = list[:min(len(list), maxExplanations)]
}

// fitted is a discount rate computed from the reported schedule.
type fitted struct {
	rate  money.Decimal // fraction per year
	plain bool          // whether the rate has at most four decimals, as rates usually do
}

const (
	impliedPlaces = 6 // decimals of an implied rate in a response
	solvedPlaces  = 9 // decimals of a solved rate
	plainPlaces   = 4 // decimals of usual rates such as 6.25%
)

// opening returns the reported balance at commencement in minor units. It is the initial liability or follows from the
// first row's amounts. The second result is false if the schedule reports neither.
func (c *comparison) opening() (money.Amount, bool) {
	if o := c.theirs.InitialLiability; o.Set {
		return o.Value.Minor(c.places), true
	}
	if len(c.theirs.Schedule) == 0 || c.rows[0] != 0 {
		return money.Amount{}, false
	}
	r := &c.theirs.Schedule[0]
	switch {
	case !r.LiabilityClose.Set:
	case r.Principal.Set:
		return r.LiabilityClose.Value.Minor(c.places).Add(r.Principal.Value.Minor(c.places)), true
	case r.Payment.Set && r.Interest.Set:
		return r.LiabilityClose.Value.Minor(c.places).Add(r.Payment.Value.Minor(c.places)).Sub(r.Interest.Value.Minor(c.places)), true
	}
	return money.Amount{}, false
}

// solve returns the annual rate at which the present value of the candidate's payments equals the opening balance, or
// nil if no rate fits. If several rates fit, it returns the rate with the fewest decimals. The present value falls as
// the rate rises, so the function solve combines bisection with linear interpolation (METHOD 26.3).
func (s *search) solve(r recipe, opening money.Amount) *fitted {
	value := func(rate money.Decimal) (*big.Int, bool) {
		r.rate = &fitted{rate: rate}
		m := s.measure(&r)
		if m == nil {
			return nil, false
		}
		return m.InitialLiability.Sub(opening).Big(), true
	}
	units := func(n *big.Int) money.Decimal { return money.FromUnits(new(big.Int).Set(n), solvedPlaces) }
	low, high := new(big.Int), new(big.Int).Exp(big.NewInt(10), big.NewInt(solvedPlaces), nil)
	above, ok := value(units(low))
	if !ok || above.Sign() < 0 {
		return nil
	}
	below, ok := value(units(high))
	if !ok || below.Sign() > 0 {
		return nil
	}
	for turn := 0; ; turn++ {
		width := new(big.Int).Sub(high, low)
		if width.Cmp(big.NewInt(1)) <= 0 {
			break
		}
		step := new(big.Int).Rsh(width, 1)
		if drop := new(big.Int).Sub(above, below); turn%3 != 2 && drop.Sign() > 0 {
			step.Quo(step.Mul(width, above), drop)
			// Step inside the bracket by at least one unit, so that the bracket shrinks.
			if step.Sign() == 0 {
				step.SetInt64(1)
			} else if step.Cmp(width) >= 0 {
				step.Sub(width, big.NewInt(1))
			}
		}
		at := step.Add(low, step)
		off, ok := value(units(at))
		if !ok {
			return nil
		}
		if off.Sign() == 0 {
			low = at
			break
		}
		if off.Sign() > 0 {
			low, above = at, off
		} else {
			high, below = at, off
		}
	}
	return s.simplest(low, value)
}

// simplest returns the rate with the fewest decimals that brings the present value within one cent of the opening
// balance. If there is none, it allows three cents. Failing that, it returns the solved rate.
func (s *search) simplest(solved *big.Int, value func(money.Decimal) (*big.Int, bool)) *fitted {
	for _, within := range []int64{1, 3} { // in cents; an opening balance derived from the first reported row includes its rounding
		gives := func(places int) bool {
			off, ok := value(rounded(solved, places))
			return ok && off.CmpAbs(big.NewInt(within)) <= 0
		}
		switch {
		case gives(plainPlaces):
			places := plainPlaces
			for places > 2 && (rounded(solved, places).Cmp(rounded(solved, places-1)) == 0 || gives(places-1)) {
				places--
			}
			return &fitted{rounded(solved, places), true}
		case gives(impliedPlaces):
			return &fitted{rounded(solved, impliedPlaces), false}
		}
	}
	return &fitted{money.FromUnits(new(big.Int).Set(solved), solvedPlaces), false}
}

func rounded(solved *big.Int, places int) money.Decimal {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(solvedPlaces-places)), nil)
	return money.FromUnits(money.QuoRound(new(big.Int).Set(solved), scale), places)
}

var digitWords = map[string]string{
	"exchanged": "two digits are exchanged", "tenth": "the schedule uses a tenth of the rate", "tenfold": "the schedule uses ten times the rate",
	"hundredth": "the schedule uses a hundredth of the rate", "hundredfold": "the schedule uses a hundred times the rate",
}

// digits returns the key in digitWords that describes how the reported rate differs from the lease's rate, or "".
func digits(ours, theirs money.Decimal) string {
	for _, of := range []struct {
		places int
		name   string
	}{{-1, "tenth"}, {1, "tenfold"}, {-2, "hundredth"}, {2, "hundredfold"}} {
		if ours.Sign() > 0 && theirs.Cmp(ours.Shift(of.places)) == 0 {
			return of.name
		}
	}
	if exchanged(ours.Units(impliedPlaces), theirs.Units(impliedPlaces)) {
		return "exchanged"
	}
	return ""
}

func exchanged(x, y *big.Int) bool {
	a, b := fmt.Sprintf("%040d", x), fmt.Sprintf("%040d", y) // 40 digits are more than a rate has
	var differ []byte
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			differ = append(differ, a[i], b[i])
		}
	}
	return len(differ) == 4 && differ[0] == differ[3] && differ[1] == differ[2]
}

func percent(rate money.Decimal) string { return rate.Shift(2).String() + "%" }

// impliedRate sets the implied rate. Under a candidate, this rate follows from the reported opening
// balance and the reported payments.
func (s *search) impliedRate(a *Answer, best *recipe) {
	opening, ok := s.opening()
	if a.Agrees || !ok || s.ours.InitialLiability.IsZero() {
		return
	}
	r := *best
	if r.rate = nil; r.change != nil && r.change.rate {
		r.change = nil
	}
	found := best.rate
	if found == nil {
		found = s.solve(r, opening)
	}
	if found == nil {
		return
	}
	six := money.FromUnits(money.QuoRound(found.rate.Units(solvedPlaces), big.NewInt(1000)), impliedPlaces)
	a.ImpliedRate = &six
	a.Digits = digits(s.q.Lease.DiscountRateAnnual, six)
}
