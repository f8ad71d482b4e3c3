// Package leasehold computes a lessee's accounting for one lease under ASC 842, IFRS 16, FRS 102
// section 20, GASB 87 or GASB 96. The results are the lease liability and the right-of-use asset, the
// schedule of payments, the journal entries, the disclosures, and the operating-or-finance decision.
// Each result cites the paragraphs of the standard.
//
// For most uses, two calls are enough:
//
//	lease, err := leasehold.Decode(body) // body is the JSON of a request to the service
//	result, err := leasehold.Compute(lease)
//
// or, without JSON, with a [Lease] literal:
//
//	result, err := leasehold.Compute(&leasehold.Lease{
//		CommencementDate:   civil.Date{Year: 2026, Month: 1, Day: 1},
//		TermMonths:         60,
//		PaymentAmount:      money.Int(10_000),
//		DiscountRateAnnual: money.MustParse("0.06"),
//	})
//
// A [Result] contains all amounts and explanatory text. [AppendCompute] prints it in the service's
// format; [Journal] and [Explain] derive the journal entries and explanations from it.
//
// # Exactness
//
// Every amount is a whole number of cents, computed exactly and rounded once, with half cents
// rounded away from zero. No binary floating point is used. docs/METHOD.md has the formulas, the
// paragraphs of the standards, and the conventions that Leasehold chose.
//
// # Errors
//
// For an invalid lease, the error is an [*InvalidError], which names each invalid field, the
// problem and the allowed values. Every valid lease has a result.
//
// # Concurrency
//
// All functions are safe for concurrent use. A Lease and a Result are plain data: no function retains them.
//
// # Compatibility
//
// Within one major version, names and their meanings do not change. If any amount of any lease
// changes, [RulesRevision] increases and CHANGELOG.md lists the change.
package leasehold

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/internal/engine/notes"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// RulesRevision changes only if an amount that [Measure] returns changes. Results include the
// revision, so that a reader can tell which rules produced a stored result.
const RulesRevision = 2

// Measure returns all amounts of a lease. The same lease gives the same amounts on every machine:
// Measure reads no clock, performs no I/O and uses no binary floating point.
//
// The error is an [*InvalidError]. It comes from [Lease.Validate], or from the measurement, for
// example if receipts exceed the remaining payments or an impairment loss exceeds the asset.
func Measure(l *Lease) (*Measurement, error) {
	return MeasureDeviating(context.Background(), l, Deviations{})
}

// Deviations selects deviations from the method that reproduce other software's schedules. The zero
// value selects no deviation.
type Deviations = measure.Deviations

// MeasureDeviating is [Measure] with deviations from the method. If ctx is done, it stops before
// the next event and returns ctx's error.
func MeasureDeviating(ctx context.Context, l *Lease, d Deviations) (*Measurement, error) {
	v, err := measured(ctx, l, d)
	if err != nil {
		return nil, err
	}
	return &v.Measurement, nil
}

func measured(ctx context.Context, l *Lease, d Deviations) (*measure.Life, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	v, err := measure.Of(ctx, l, d)
	if err != nil {
		return nil, err
	}
	books.Disclose(v)
	if l.At.Set {
		v.Balances, err = books.BalancesAt(ctx, l, l.At.Value)
	}
	return v, err
}

// Compute returns the complete accounting of a lease: the amounts of [Measure], and the
// classification, citations and notes.
//
// Compute returns the errors of [Measure].
func Compute(l *Lease) (*Result, error) { return ComputeContext(context.Background(), l) }

// ComputeContext is [Compute] with a context. If ctx is done, it stops before the next event and
// returns ctx's error.
func ComputeContext(ctx context.Context, l *Lease) (*Result, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, err
	}
	return describe(&v.Measurement), nil
}

// describe adds the classification, citations and notes to a measurement.
func describe(m *Measurement) *Result {
	r := &Result{Measurement: *m}
	r.Classification = notes.Classify(m)
	r.Citations = notes.Citations(m)
	r.Notes = notes.Of(r)
	notes.Name(r)
	return r
}

// ComputeYears returns the results of [ComputeContext] and [LeaseYearsContext].
func ComputeYears(ctx context.Context, l *Lease) (*Result, []LeaseYear, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, nil, err
	}
	return describe(&v.Measurement), books.LeaseYears(v), nil
}

// LeaseYearsContext returns the lease years of a lease up to its last row. If ctx is done, it stops
// before the next event and returns ctx's error. Otherwise it returns the errors of [Measure].
func LeaseYearsContext(ctx context.Context, l *Lease) ([]LeaseYear, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, err
	}
	return books.LeaseYears(v), nil
}

// MeasureSpan returns the amounts of a lease in a reporting period. It ignores events after the
// period, so that each report's closing balances are the next report's opening balances.
//
// MeasureSpan returns the errors of [Measure].
func MeasureSpan(l *Lease, span Span) (*LeaseFigures, error) {
	return MeasureSpanContext(context.Background(), l, span)
}

// MeasureSpanContext is [MeasureSpan] with a context. If ctx is done, it stops before the next
// event and returns ctx's error.
func MeasureSpanContext(ctx context.Context, l *Lease, span Span) (*LeaseFigures, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	return books.MeasureSpan(ctx, l, span)
}

// TermsInForce returns the effective payment terms at commencement and after each event.
// TermsInForce returns the errors of [Measure].
func TermsInForce(l *Lease) ([]schedule.Terms, error) { return measure.TermsInForce(l) }

// Journal returns the entries of a lease: one at commencement, one for each row of the schedule and
// one for each event. An event's entry precedes the entry of the schedule row that starts on the
// same date. Every entry balances. The entries for all rows of one class have the same lines, even
// if an amount is 0.00.
func Journal(m *Measurement) []Entry { return books.Journal(m) }

// MonthlyJournal returns the entries of the whole lease by calendar month, in the lease's currency.
// A month without postings has an entry without lines.
func MonthlyJournal(ctx context.Context, r *Result) ([]NumberedEntry, error) {
	return books.MonthlyJournal(ctx, r)
}

// Explain returns explanations of the amounts at commencement, in the order of computation. It
// returns nil for a Result that [Compute] did not return.
func Explain(r *Result) []Explanation { return notes.Explain(r) }

// ExplainColumns returns explanations of the columns of the schedule. It returns nil for a Result
// that [Compute] did not return.
func ExplainColumns(r *Result) []Explanation { return notes.ExplainColumns(r) }
