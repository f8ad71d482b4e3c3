package leasehold

import (
	"context"
	"sync"
)

// Measure returns every figure of a lease. It is a pure function: no clock, no
// input or output, no binary floating point; the same lease gives the same
// figures on every machine.
//
// The error is an [*InvalidError]: that of [Lease.Validate], or one that only
// the arithmetic shows (more to be received than is owed, a loss above the
// asset). Every other lease that the contract allows has an answer.
func Measure(l *Lease) (*Measurement, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	v := borrow(nil)
	defer v.giveBack()
	m := new(Measurement)
	if err := v.measure(m, l); err != nil {
		return nil, err
	}
	return m, nil
}

// Compute returns the whole accounting of a lease: the figures of [Measure],
// and the classification, citations and notes about them.
//
// The error is that of [Measure].
func Compute(l *Lease) (*Result, error) { return ComputeContext(context.Background(), l) }

// ComputeContext is [Compute], and ends before the next event where ctx has ended.
// The error is then that of ctx.
func ComputeContext(ctx context.Context, l *Lease) (*Result, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	v := borrow(ctx)
	defer v.giveBack()
	r := new(Result)
	if err := v.compute(r, l); err != nil {
		return nil, err
	}
	return r, nil
}

// compute fills in r, which is zero but may carry reusable slices.
func (v *life) compute(r *Result, l *Lease) error {
	if err := v.measure(&r.Measurement, l); err != nil {
		return err
	}
	v.describe(r)
	return nil
}

// describe fills in what a result says about its figures.
func (v *life) describe(r *Result) {
	r.Classification = classification(&r.Measurement, &v.prose)
	r.Citations = citations(&r.Measurement, r.derived)
	r.Notes = notes(r, &v.prose)
}

// Workspace computes leases one after the other in the same memory: what it
// returns is valid until its next call. It is for programs that look at very many
// leases; others use [Compute], [Measure] and [MeasureSpan]. The zero value is ready. A
// Workspace may be used by one goroutine at a time.
type Workspace struct {
	life    life
	result  Result
	figures LeaseFigures

	// ClosingDayEarlier discounts what is paid at the end of a row from the day
	// before: as tools do that count the days between two dates, and not to the end
	// of the day. It is no convention of METHOD 12.4 and explains other people's
	// schedules (METHOD 15.3).
	ClosingDayEarlier bool

	// AssetKept leaves the asset as it is where the scope decreases, so that what leaves
	// of the liability is all gain. It is no rule of METHOD 13.6 and explains other
	// people's schedules (METHOD 26.5).
	AssetKept bool

	// Stop, where set, is asked before each event; an error of its Err ends the
	// measurement with that error. A [context.Context] is one.
	Stop interface{ Err() error }
}

// Measure is [Measure] into the memory of w.
func (w *Workspace) Measure(l *Lease) (*Measurement, error) {
	if err := w.start(l); err != nil {
		return nil, err
	}
	m := &w.result.Measurement
	m.reset()
	if err := w.life.measure(m, l); err != nil {
		return nil, err
	}
	return m, nil
}

// start prepares for another lease.
func (w *Workspace) start(l *Lease) error {
	w.life.laid.liability = nil // nothing is there to be measured again, should this one be refused
	w.life.keeps, w.life.closingDayEarlier, w.life.assetKept, w.life.stop = false, w.ClosingDayEarlier, w.AssetKept, w.Stop
	return l.Validate()
}

// Compute is [Compute] into the memory of w.
func (w *Workspace) Compute(l *Lease) (*Result, error) {
	if err := w.start(l); err != nil {
		return nil, err
	}
	r := &w.result
	r.reset()
	*r = Result{Measurement: r.Measurement}
	if err := w.life.compute(r, l); err != nil {
		return nil, err
	}
	return r, nil
}

// Remeasure is [Workspace.Measure] for a lease that has, as a rule, the payments of the
// one measured before and differs in its discount rate, in how that is applied or in
// what is added to the asset. Where the payments are the same, and neither lease has
// events, the rows are not laid again; else the lease is measured as by Measure.
func (w *Workspace) Remeasure(l *Lease) (*Measurement, error) {
	v, m := &w.life, &w.result.Measurement
	if v.laid.liability == nil || v.closingDayEarlier != w.ClosingDayEarlier || v.now.Events != nil || l.Events != nil || l.table() != nil {
		return w.Measure(l)
	}
	if err := l.Validate(); err != nil {
		return nil, err
	}
	if !v.samePayments(l) {
		return w.Measure(l)
	}
	if err := v.again(m, l); err != nil {
		return nil, err
	}
	return m, nil
}

// MeasureSpan is [MeasureSpan] into the memory of w.
func (w *Workspace) MeasureSpan(l *Lease, span Span) (*LeaseFigures, error) {
	if err := w.start(l); err != nil {
		return nil, err
	}
	w.result.reset()
	w.figures = LeaseFigures{Entries: w.figures.Entries[:0]}
	return &w.figures, w.life.span(&w.figures, &w.result.Measurement, l, span)
}

// lives are the memory that a computation needs and its result does not.
var lives = sync.Pool{New: func() any { return new(life) }}

// borrow returns such memory for a computation that ends where stop says so, unless
// that is nil.
func borrow(stop stopper) *life {
	v := lives.Get().(*life)
	v.keeps, v.closingDayEarlier, v.assetKept, v.stop = false, false, false, stop
	return v
}

// giveBack is the end of borrow.
func (v *life) giveBack() {
	v.stop = nil
	v.trail.forget()
	lives.Put(v)
}
