package leasehold

import (
	"context"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine"
	"github.com/leasehold-accounting/leasehold/money"
)

// RulesRevision changes only if an amount that [Measure] returns changes. It is printed
// with stored results, so that a later reader knows which rules computed them.
const RulesRevision = engine.RulesRevision

// Measure returns all amounts of a lease. The same lease gives the same amounts on every
// machine: Measure reads no clock, does no input or output and uses no binary floating point.
//
// The error is an [*InvalidError]: that of [Lease.Validate], or one that only the
// measurement shows, such as receipts above the remaining payments or an impairment loss
// above the asset.
func Measure(l *Lease) (*Measurement, error) { return engine.Measure(l) }

// Deviations change the method, to explain the schedules of other software. The zero value
// is the method.
type Deviations = engine.Deviations

// MeasureDeviating is [Measure] with a changed method. It stops before the next event if
// ctx is done, with the error of ctx.
func MeasureDeviating(ctx context.Context, l *Lease, d Deviations) (*Measurement, error) {
	return engine.MeasureDeviating(ctx, l, d)
}

// Compute returns the complete accounting of a lease: the amounts of [Measure], and the
// classification, citations and notes.
//
// The error is that of [Measure].
func Compute(l *Lease) (*Result, error) { return engine.Compute(l) }

// ComputeContext is [Compute]. It stops before the next event if ctx is done, with the
// error of ctx.
func ComputeContext(ctx context.Context, l *Lease) (*Result, error) {
	return engine.ComputeContext(ctx, l)
}

// ComputeYears returns the results of [ComputeContext] and [LeaseYearsContext].
func ComputeYears(ctx context.Context, l *Lease) (*Result, []LeaseYear, error) {
	return engine.ComputeYears(ctx, l)
}

// LeaseYears returns the lease years of a lease up to its last row. The error is that of
// [Measure].
func LeaseYears(l *Lease) ([]LeaseYear, error) { return engine.LeaseYears(l) }

// LeaseYearsContext is [LeaseYears]. It stops before the next event if ctx is done, with
// the error of ctx.
func LeaseYearsContext(ctx context.Context, l *Lease) ([]LeaseYear, error) {
	return engine.LeaseYearsContext(ctx, l)
}

// MeasureSpan returns the amounts of a lease in a reporting period. It uses nothing after
// the period, so the closing balances of one report are the opening balances of the next.
//
// The error is that of [Measure].
func MeasureSpan(l *Lease, span Span) (*LeaseFigures, error) { return engine.MeasureSpan(l, span) }

// MeasureSpanContext is [MeasureSpan]. It stops before the next event if ctx is done, with
// the error of ctx.
func MeasureSpanContext(ctx context.Context, l *Lease, span Span) (*LeaseFigures, error) {
	return engine.MeasureSpanContext(ctx, l, span)
}

// MonthlyJournal returns the entries of a lease's whole life by calendar month, in the
// currency of the lease. A month without postings has an entry without lines.
func MonthlyJournal(ctx context.Context, r *Result) ([]NumberedEntry, error) {
	return engine.MonthlyJournal(ctx, r)
}

// TermsInForce returns the terms at commencement and after each event: one more than the
// lease has events. The error is that of [Measure].
func TermsInForce(l *Lease) ([]Terms, error) { return engine.TermsInForce(l) }

// CorrectionEntry returns the entry that adjusts the signed opening balances of a lease to
// the balances that its terms give now.
func CorrectionEntry(l *Lease, was Standard, signed, now *Position, from civil.Date) NumberedEntry {
	return engine.CorrectionEntry(l, was, signed, now, from)
}

// TaxEntry returns the entry of deferred tax for a reporting period.
func TaxEntry(l *Lease, span Span, asset, liability, application money.Amount) NumberedEntry {
	return engine.TaxEntry(l, span, asset, liability, application)
}

// ErrOtherFigures is the error of a stored result that differs from the result of its lease:
// it was computed under another revision of the rules, or changed.
var ErrOtherFigures = engine.ErrOtherFigures

// Recheck compares a stored result of the compute operation with the rules of this version
// and returns the complete result. White space, the order of fields and the notation of
// numbers may differ. The error wraps [ErrOtherFigures] if an amount or a text differs, and
// is an [*InvalidError] if the lease is no longer valid. Package answer reads results of
// other revisions.
func Recheck(body []byte) (*Result, error) { return engine.Recheck(body) }
