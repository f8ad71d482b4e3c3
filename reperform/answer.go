package reperform

import (
	"context"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Answer is the outcome of a verification (METHOD 15.2, 15.3).
type Answer struct {
	Question          *Question         // that was answered
	Ours              *leasehold.Result // the lease as given
	Agrees            bool              // every difference is rounding, or within the tolerance stated
	Compared          int
	Outside           int
	LargestDifference money.Decimal
	Differences       []Difference // the first 200
	Inconsistencies   []Inconsistency
	Explanations      []Explanation // the best five candidates
	Explanation       *Explanation  // the first with nothing outside; nil where none has

	Rounding    *money.Decimal     // the largest difference where they agree; nil where they do not
	Payments    *PaymentDifference // where their payments first differ from ours; nil where they do not
	ImpliedRate *money.Decimal     // fraction per year, six decimals: at which their opening balance is the value of their payments
	Digits      string             // how the digits of that rate come from those of ours: exchanged, tenth, tenfold, hundredth, hundredfold
	Notes       []string           // what was not tried
}

// Difference is one figure that differs by more than rounding or the tolerance stated.
type Difference struct {
	Where      string // path as in the compute result
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // theirs less ours
}

// Inconsistency is an error in the other schedule alone.
type Inconsistency struct {
	Where   string // path as in the compute result
	Rule    string // the relation that does not hold; empty if the schedule does not end at 0
	Stated  money.Decimal
	Follows money.Decimal // from the other amounts of the row and the row before
}

// Problem returns what is wrong, with its amounts formatted by format.
func (x *Inconsistency) Problem(format func(money.Decimal) string) string {
	if x.Rule == "" {
		return "the schedule ends with " + format(x.Stated) + ", not with " + format(money.Decimal{})
	}
	return x.Rule + ": " + format(x.Stated) + " is stated, " + format(x.Follows) + " follows"
}

// Explanation is the lease under other conventions, and how theirs compares.
type Explanation struct {
	Changes           []Change
	Outside           int
	LargestDifference money.Decimal
	Sentence          string // set where nothing is outside: the cause first
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
	s := newSearch(ctx, q, c, ours)
	s.explain(a)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a, nil
}

// differ compares theirs with the lease as given.
func (a *Answer) differ(c *comparison) {
	m := &a.Ours.Measurement
	c.match(m)
	s, _ := c.score(m, len(c.figures))
	a.Outside, a.LargestDifference = s.outside, c.decimal(s.largest)
	if a.Agrees = s.outside == 0 && c.shift == 0; a.Agrees {
		a.Rounding = &a.LargestDifference
	}
	listed := min(s.outside, maxDifferences)
	a.Differences = slices.Grow(a.Differences, listed)
	for i := range c.figures {
		if len(a.Differences) == listed {
			break
		}
		g := &c.figures[i]
		ours := c.of(m, g)
		if d := c.off(g, ours); d.size().above(c.allowed(m, g)) {
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
