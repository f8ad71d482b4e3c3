package reperform

import (
	"context"
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Answer is the outcome of a verification (METHOD 15.2, 15.3).
type Answer struct {
	Question          *Question         // that was answered
	Ours              *leasehold.Result // the lease as given
	Agrees            bool              // nothing is outside the tolerance
	Compared          int
	Outside           int
	LargestDifference money.Decimal
	Differences       []Difference // the first 200
	Inconsistencies   []Inconsistency
	Explanations      []Explanation // the best five candidates
	Explanation       *Explanation  // the first with nothing outside; nil where none has
	Candidates        int           // that there are
	Untried           int           // of these, those that were not tried: see [Answer.Notes]
}

// maxTried bounds what the candidates of one verification measure, in rows; see
// [leasehold.Lease.Effort]. Every candidate of a lease without events is within it.
const maxTried = 400_000

// Notes are the remarks on the answer.
func (a *Answer) Notes() []string {
	if a.Untried == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d combinations of conventions were not tried, because each measures the lease again at its %d events; "+
		"verify the lease with fewer events to have them tried.", a.Untried, a.Candidates, len(a.Question.Lease.Events))}
}

// Difference is one figure that differs by more than the tolerance.
type Difference struct {
	Where      string // path as in the compute result
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // theirs less ours
}

// Inconsistency is something wrong in theirs alone.
type Inconsistency struct {
	Where   string
	Problem string
}

// Explanation is the lease under other conventions, and how theirs compares.
type Explanation struct {
	Changes           []Change
	Outside           int
	LargestDifference money.Decimal
	Sentence          string // set where nothing is outside
}

// The most that an answer lists.
const (
	maxDifferences  = 200
	maxExplanations = 5
)

// Verify compares theirs with the engine's figures and looks for the convention
// that explains a difference. The error is that of [leasehold.Compute], its fields
// as in lease.termMonths.
func Verify(q *Question) (*Answer, error) { return VerifyContext(context.Background(), q) }

// VerifyContext is [Verify], and ends before the next candidate or event where ctx
// has ended. The error is then that of ctx.
func VerifyContext(ctx context.Context, q *Question) (*Answer, error) {
	ours, err := leasehold.ComputeContext(ctx, &q.Lease)
	if err != nil {
		return nil, ofLease(err)
	}
	c := newComparison(q)
	a := &Answer{Question: q, Ours: ours, Compared: len(c.figures)}
	a.differ(c)
	a.Inconsistencies = c.inconsistencies(&ours.Measurement)
	if err := a.explain(ctx, q, c); err != nil {
		return nil, err
	}
	return a, nil
}

// differ compares theirs with the lease as given.
func (a *Answer) differ(c *comparison) {
	m := &a.Ours.Measurement
	c.match(m)
	s, _ := c.score(m, len(c.figures))
	a.Outside, a.LargestDifference, a.Agrees = s.outside, c.decimal(s.largest), s.outside == 0
	listed := min(s.outside, maxDifferences)
	a.Differences = slices.Grow(a.Differences, listed)
	for i := range c.figures {
		if len(a.Differences) == listed {
			break
		}
		g := &c.figures[i]
		ours := c.of(m, g)
		if d := c.off(g, ours); d.size().above(c.tolerance) {
			a.Differences = append(a.Differences, Difference{c.path(g), *ours, g.value, c.decimal(d)})
		}
	}
}

// ofLease returns the error of a lease as one of the question.
func ofLease(err error) error {
	invalid, ok := err.(*leasehold.InvalidError) //nolint:errorlint // the engine wraps none
	if !ok {
		return err
	}
	var f strict.Faults
	for _, fault := range invalid.Faults {
		f.Add(strict.Element(nil, "lease", -1), fault.Field, fault.Message)
	}
	return f.Err()
}

// explain tries every candidate and lists the best.
func (a *Answer) explain(ctx context.Context, q *Question, c *comparison) error {
	best := ranking{comparison: c}
	w, v := &leasehold.Workspace{Stop: ctx}, new(variant)
	recipes := q.recipes()
	slices.SortStableFunc(recipes, byCost)
	payments, effort := -1, int64(0) // payments of the candidate before
	a.Candidates = len(recipes)
	for i, r := range recipes {
		if err := ctx.Err(); err != nil {
			return err
		}
		v.make(q, r)
		if effort += v.lease.Effort(); effort > maxTried {
			a.Untried = len(recipes) - i
			break
		}
		w.ClosingDayEarlier = v.early
		measure := w.Measure
		if r.payments == payments {
			measure = w.Remeasure
		}
		m, err := measure(&v.lease)
		if err != nil {
			continue // the lease does not allow it
		}
		if r.payments != payments { // else its rows are those of the one before
			c.match(m)
			payments = r.payments
		}
		best.try(m, r, len(v.changes))
	}
	tolerance := c.decimal(c.tolerance)
	for i := range best.list {
		x, v := &best.list[i], new(variant)
		v.make(q, x.recipe)
		e := Explanation{Changes: v.changes, Outside: x.outside, LargestDifference: c.decimal(x.largest)}
		if x.outside == 0 {
			e.Sentence = sentence(tolerance.String(), e.Changes)
		}
		a.Explanations = append(a.Explanations, e)
	}
	if len(a.Explanations) > 0 && a.Explanations[0].Outside == 0 {
		a.Explanation = &a.Explanations[0]
	}
	return nil
}
