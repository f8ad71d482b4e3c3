package engine

import "context"

// Measure returns every figure of a lease. It is a pure function: no clock, no
// input or output, no binary floating point; the same lease gives the same
// figures on every machine.
//
// The error is an [*InvalidError]: that of [Lease.Validate], or one that only
// the arithmetic shows (receipts above the remaining payments, a loss above the
// asset). Every other lease that the contract allows has a result.
func Measure(l *Lease) (*Measurement, error) {
	return MeasureDeviating(context.Background(), l, Deviations{})
}

// Deviations change the method, to explain the schedules of other programs. The zero value
// is the method.
type Deviations struct {
	ClosingDayEarlier bool // payments at the end of a row are discounted from the preceding day (METHOD 15.3)
	AssetKept         bool // a decrease in scope does not reduce the asset (METHOD 26.5)
}

// MeasureDeviating is [Measure] by a changed method. It ends before the next event if ctx has
// ended; the error is then that of ctx.
func MeasureDeviating(ctx context.Context, l *Lease, d Deviations) (*Measurement, error) {
	v, err := measured(ctx, l, d)
	if err != nil {
		return nil, err
	}
	return &v.Measurement, nil
}

func measured(ctx context.Context, l *Lease, d Deviations) (*life, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	v, err := measureLife(ctx, l, measureOptions{closingDayEarlier: d.ClosingDayEarlier, assetKept: d.AssetKept})
	if err != nil {
		return nil, err
	}
	v.disclose()
	if l.At.Set {
		v.Balances, err = balancesAt(ctx, l, l.At.Value)
	}
	return v, err
}

// Compute returns the whole accounting of a lease: the figures of [Measure],
// and the classification, citations and notes about them.
//
// The error is that of [Measure].
func Compute(l *Lease) (*Result, error) { return ComputeContext(context.Background(), l) }

// ComputeContext is [Compute]. It ends before the next event if ctx has ended; the error is
// then that of ctx.
func ComputeContext(ctx context.Context, l *Lease) (*Result, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, err
	}
	return describe(&v.Measurement), nil
}

// describe returns the result of a measurement: the figures, and the text about them.
func describe(m *Measurement) *Result {
	r := &Result{Measurement: *m}
	r.Classification = classification(m)
	r.Citations = citations(m)
	r.Notes = notes(r)
	return r
}

// ComputeYears returns the results of [Compute] and [LeaseYears]. It ends before the next
// event if ctx has ended; the error is then that of ctx.
func ComputeYears(ctx context.Context, l *Lease) (*Result, []LeaseYear, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, nil, err
	}
	return describe(&v.Measurement), v.years(), nil
}

// LeaseYears returns the lease years of a lease up to its last row. The error is that
// of [Measure].
func LeaseYears(l *Lease) ([]LeaseYear, error) { return LeaseYearsContext(context.Background(), l) }

// LeaseYearsContext is [LeaseYears]. It ends before the next event if ctx has ended; the error
// is then that of ctx.
func LeaseYearsContext(ctx context.Context, l *Lease) ([]LeaseYear, error) {
	v, err := measured(ctx, l, Deviations{})
	if err != nil {
		return nil, err
	}
	return v.years(), nil
}

// MeasureSpan returns the figures of a lease over a reporting period. It uses nothing after
// the period, so that the opening balances of one report are the closing balances of the one
// before.
//
// The error is that of [Measure].
func MeasureSpan(l *Lease, span Span) (*LeaseFigures, error) {
	return MeasureSpanContext(context.Background(), l, span)
}

// MeasureSpanContext is [MeasureSpan]. It ends before the next event if ctx has ended; the
// error is then that of ctx.
func MeasureSpanContext(ctx context.Context, l *Lease, span Span) (*LeaseFigures, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	return spanFigures(ctx, l, span)
}
