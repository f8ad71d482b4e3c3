// Package treatments compares one lease under every accounting treatment: ASC 842 operating and
// finance, IFRS 16, GASB 87, FRS 102 and GASB 96 (METHOD 16, 17.2).
//
// [Compare] measures a valid lease once per treatment. Fields that a standard rejects are omitted
// from the lease, and a note of the treatment lists each omitted field.
package treatments

import (
	"context"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Comparison contains the results of one lease under several treatments. Differences compares each
// later treatment with the first treatment.
type Comparison struct {
	Lease       *leasehold.Lease
	Treatments  []Treatment
	Differences []Difference
}

// Treatment is the result for the lease under one treatment.
type Treatment struct {
	Key    string
	Title  string
	Result *leasehold.Result
	Years  []leasehold.LeaseYear
	Notes  []string
}

// Difference holds the amounts of a treatment less the amounts of the first treatment.
type Difference struct {
	Key             string
	InitialRouAsset money.Amount
	TotalLeaseCost  money.Amount
	Years           []YearDifference
}

// YearDifference holds the amounts of a lease year under a treatment less the amounts of the same
// year under the first treatment.
type YearDifference struct {
	Year                        int
	LeaseExpense, RouAssetClose money.Amount
}

type treatment struct {
	key, title string
	standard   leasehold.Standard
	class      leasehold.Class
}

// all lists the treatments: one for each standard, or two if the standard distinguishes operating
// and finance leases.
var all = func() (list []treatment) {
	for _, s := range leasehold.Standards() {
		if s.SingleModel() {
			list = append(list, treatment{s.String(), s.Title(), s, leasehold.Derived})
			continue
		}
		for _, class := range []leasehold.Class{leasehold.Operating, leasehold.Finance} {
			list = append(list, treatment{s.String() + "_" + class.String(), s.Title() + " " + class.String(), s, class})
		}
	}
	return list
}()

// Compare measures a lease under every treatment. It returns the errors of [leasehold.Compute].
func Compare(l *leasehold.Lease) (*Comparison, error) { return CompareContext(context.Background(), l) }

// CompareContext is [Compare] with a context. Once ctx has ended, CompareContext stops before the
// next event and returns the error of ctx.
func CompareContext(ctx context.Context, l *leasehold.Lease) (*Comparison, error) {
	return (&Question{Lease: l}).AnswerContext(ctx)
}

// AnswerContext measures the lease under the treatments of the request. Once ctx has ended,
// AnswerContext stops before the next event and returns the error of ctx. Otherwise, AnswerContext returns
// the errors of [leasehold.Compute].
func (q *Question) AnswerContext(ctx context.Context) (*Comparison, error) {
	l := q.Lease
	if _, err := leasehold.MeasureDeviating(ctx, l, leasehold.Deviations{}); err != nil {
		return nil, err
	}
	c := &Comparison{Lease: l}
	for _, t := range q.selected() {
		adapted, notes := t.adapt(l)
		result, years, err := leasehold.ComputeYears(ctx, adapted)
		if err != nil {
			return nil, err
		}
		c.Treatments = append(c.Treatments, Treatment{t.key, adapted.Framework.Say(t.title), result, years, append(notes, notesOf(result)...)})
	}
	for i := range c.Treatments[1:] {
		c.Differences = append(c.Differences, c.Treatments[i+1].minus(&c.Treatments[0]))
	}
	return c, nil
}

// notesOf returns the notes of a result and notes on the costs that the lease years exclude.
// notesOf replaces the note on a supplied class that differs from the criteria, and omits such
// notes at events.
func notesOf(r *leasehold.Result) (notes []string) {
	for _, n := range r.Notes {
		switch n.Key {
		case schedule.NoteClassOverride:
			derived := leasehold.Operating
			if r.Class == leasehold.Operating {
				derived = leasehold.Finance
			}
			notes = append(notes, "The criteria give "+derived.String()+"; this treatment shows the lease as "+r.Class.String()+".")
		case schedule.NoteClassAgainstCriteria: // at an event
		default:
			notes = append(notes, n.Text)
		}
	}
	if len(r.Events) == 0 {
		return notes
	}
	notes = append(notes, "The total lease cost is measured at commencement; the years include the events.")
	var excluded []string
	for _, of := range []struct {
		name   string
		amount money.Amount
	}{
		{"variable lease cost of ", r.Life.VariablePayments},
		{"impairment losses of ", r.Life.ImpairmentLosses},
		{"net gains of ", r.Life.GainsAndLosses.NotNegative()},
		{"net losses of ", r.Life.GainsAndLosses.Neg().NotNegative()},
	} {
		if !of.amount.IsZero() {
			excluded = append(excluded, of.name+string(of.amount.AppendGrouped(nil, r.Lease.Currency.Places())))
		}
	}
	if len(excluded) > 0 {
		notes = append(notes, "The cost of the years does not include "+strings.Join(excluded, ", ")+" over the life.")
	}
	return notes
}

func (t *Treatment) minus(o *Treatment) Difference {
	d := Difference{
		Key:             t.Key,
		InitialRouAsset: t.Result.InitialRouAsset.Sub(o.Result.InitialRouAsset),
		TotalLeaseCost:  t.Result.TotalLeaseCost.Sub(o.Result.TotalLeaseCost),
	}
	for i := range max(len(t.Years), len(o.Years)) {
		a, b := yearAt(t.Years, i), yearAt(o.Years, i)
		d.Years = append(d.Years, YearDifference{i + 1, a.LeaseExpense.Sub(b.LeaseExpense), a.RouAssetClose.Sub(b.RouAssetClose)})
	}
	return d
}

// yearAt returns the lease year with index i. After the end of the lease, all amounts are 0.00.
func yearAt(years []leasehold.LeaseYear, i int) leasehold.LeaseYear {
	if i < len(years) {
		return years[i]
	}
	return leasehold.LeaseYear{}
}

// Append appends the comparison as one JSON object (SPEC 10.2). The service adds request_id and
// replay.
func (c *Comparison) Append(dst []byte) []byte {
	p := &jsonout.Printer{Dst: dst, Places: c.Lease.Currency.Places()}
	jsonout.List(p, `{"treatments":`, c.Treatments, func(t *Treatment) { t.append(p) })
	jsonout.List(p, `,"differences":`, c.Differences, func(d *Difference) {
		p.Text(`{"key":`, d.Key)
		p.Amount(`,"initialRouAsset":`, d.InitialRouAsset)
		p.Amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
		jsonout.List(p, `,"years":`, d.Years, func(y *YearDifference) {
			p.Int(`{"year":`, y.Year)
			p.Amount(`,"leaseExpense":`, y.LeaseExpense)
			p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
			p.Raw(`}`)
		})
		p.Raw(`}`)
	})
	p.Raw(`}`)
	return p.Dst
}

func (t *Treatment) append(p *jsonout.Printer) {
	p.Text(`{"key":`, t.Key)
	p.Amount(`,"initialLiability":`, t.Result.InitialLiability)
	p.Amount(`,"initialRouAsset":`, t.Result.InitialRouAsset)
	p.Amount(`,"totalLeaseCost":`, t.Result.TotalLeaseCost)
	p.Amount(`,"currentLiability":`, t.Result.Disclosures.CurrentLiability)
	p.Amount(`,"longTermLiability":`, t.Result.Disclosures.LongTermLiability)
	jsonout.List(p, `,"years":`, t.Years, func(y *leasehold.LeaseYear) {
		p.Int(`{"year":`, y.Year)
		p.Amount(`,"payments":`, y.Payments)
		p.Amount(`,"interest":`, y.Interest)
		p.Amount(`,"amortization":`, y.Amortization)
		p.Amount(`,"leaseExpense":`, y.LeaseExpense)
		p.Amount(`,"liabilityClose":`, y.LiabilityClose)
		p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
		p.Raw(`}`)
	})
	p.Texts(`,"notes":`, t.Notes)
	p.Raw(`}`)
}
