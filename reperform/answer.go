package reperform

import (
	"context"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/strict"
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

// VerifyContext is [Verify], and ends between two candidates where ctx has ended.
// The error is then that of ctx.
func VerifyContext(ctx context.Context, q *Question) (*Answer, error) {
	ours, err := leasehold.Compute(&q.Lease)
	if err != nil {
		return nil, ofLease(err)
	}
	c := newComparison(q)
	a := &Answer{Question: q, Ours: ours, Compared: len(c.figures)}
	s := c.compare(&ours.Measurement, func(g *given, ours money.Amount, difference *big.Int) {
		if len(a.Differences) < maxDifferences {
			a.Differences = append(a.Differences, Difference{c.path(g), ours, g.value, c.decimal(difference)})
		}
	})
	a.Outside, a.LargestDifference, a.Agrees = s.outside, c.decimal(s.largest), s.outside == 0
	a.Inconsistencies = c.inconsistencies()
	if err := a.explain(ctx, q, c); err != nil {
		return nil, err
	}
	return a, nil
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

// candidate is a variant that was compared.
type candidate struct {
	*variant
	score
	values []money.Amount
}

// explain ranks the candidates.
func (a *Answer) explain(ctx context.Context, q *Question, c *comparison) error {
	variants := q.variants()
	var candidates []candidate
	w := new(leasehold.Workspace)
	for i := range variants {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := &variants[i]
		w.ClosingDayEarlier = v.early
		m, err := w.Measure(&v.lease)
		if err != nil {
			continue // the lease does not allow it
		}
		candidates = append(candidates, candidate{variant: v, score: c.compare(m, nil), values: c.values(m)})
	}
	slices.SortStableFunc(candidates, func(x, y candidate) int {
		if x.outside != y.outside {
			return x.outside - y.outside
		}
		if n := len(x.changes) - len(y.changes); n != 0 {
			return n
		}
		return x.largest.Cmp(y.largest)
	})
	tolerance := c.decimal(c.tolerance)
	for i := range candidates {
		x := &candidates[i]
		if len(a.Explanations) == maxExplanations {
			break
		}
		if slices.ContainsFunc(candidates[:i], func(o candidate) bool { return slices.Equal(o.values, x.values) }) {
			continue // the same figures with fewer changes
		}
		e := Explanation{Changes: x.changes, Outside: x.outside, LargestDifference: c.decimal(x.largest)}
		if x.outside == 0 {
			e.Sentence = sentence(tolerance.String(), x.changes)
		}
		a.Explanations = append(a.Explanations, e)
	}
	if len(a.Explanations) > 0 && a.Explanations[0].Outside == 0 {
		a.Explanation = &a.Explanations[0]
	}
	return nil
}
