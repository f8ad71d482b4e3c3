// Package closing computes the figures, sums and journal entries of any number of leases for a reporting period.
//
// # Design
//
// A [Plan] defines the computation. [Worker.Do] computes one chunk of leases and fills a [Part]. A part contains text,
// with one line per lease or entry, and sums that can be added to the sums of other parts. A part depends only on its
// chunk. [Run] computes the chunks on every core of one machine. Another program may distribute the chunks over several
// machines. The total does not depend on how the leases are divided into chunks. The parts' text, in the order of the
// chunks, is the whole output.
package closing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Printer appends the output for a lease to dst. If a Printer returns an error, the run stops.
type Printer func(dst *bytes.Buffer, l *portfolio.Line) error

// Plan determines which leases a run includes and the output for each lease.
type Plan struct {
	Span leasehold.Span
	Keys []portfolio.Key // the sums' grouping keys

	Where    portfolio.Where // selects the leases to include; nil includes all leases
	RatesFor portfolio.Where // selects the leases that require exchange rates; nil means Where

	Required []portfolio.Required // conditions that at least one lease must meet

	// Lacks returns an error if exchange rates for currency pairs are missing. If Lacks is nil, the
	// rates are looked up for Span.
	Lacks func(pairs []exchange.Pair) error

	Lease   Printer                             // prints a lease's figures; may be nil
	Entries Printer                             // prints a lease's entries, in addition to its figures; may be nil
	Refused func(dst *bytes.Buffer, r *Refusal) // prints the error for a rejected lease; may be nil
	Keep    bool                                // whether a Part contains the figures of its leases

	// Start creates the additional results of a part, and Collect adds a lease to these results.
	// Start and Collect may be nil.
	Start   func() any
	Collect func(to any, l *portfolio.Line) error
}

// Part is the result of computing one chunk of leases.
type Part struct {
	Sum       *portfolio.Sum
	Text      bytes.Buffer     // text printed by Plan.Lease
	Entries   bytes.Buffer     // text printed by Plan.Entries
	Lines     []portfolio.Line // figures of the leases if Plan.Keep is set
	Refused   []Refusal
	Leases    int64 // number of leases, including rejected leases
	Err       error // error of a Printer or of Plan.Collect
	Collected any   // additional results, created by Plan.Start

	// Pairs lists the currency pairs for which the leases require exchange rates. A lease is not
	// measured if one of its rates is missing.
	Pairs []exchange.Pair

	ids []idHash
}

// Refusal is the error for a rejected lease.
type Refusal struct {
	Index int64  // index of the lease in the part; after Run, index in the whole input
	Line  int64  // line number of the lease in its file
	Sheet string // sheet of the workbook, or file in the directory, that contains the lease; otherwise empty
	File  string // file that contains the lease; empty for a single input
	ID    string
	Err   error
}

// Error returns a message with the lease's file and line and the reason for the rejection.
func (r *Refusal) Error() string {
	where := r.File
	if where != "" {
		where += ": "
	}
	return where + batch.Where(r.Line, r.Err) + r.Err.Error()
}

// idHash contains a 128-bit hash of a lease's id, and the lease's index in the part.
type idHash struct {
	hash  [2]uint64
	index int64
}

// seeds are the seeds of the two halves of an idHash. The seeds are random for each process.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Worker computes parts. A Worker is not safe for concurrent use.
type Worker struct {
	ctx     context.Context //nolint:containedctx // context of the run to which the worker belongs
	plan    *Plan
	missing map[exchange.Pair]bool // for each pair looked up, whether its exchange rates are missing
}

// NewWorker returns a worker that stops when ctx is done.
func (p *Plan) NewWorker(ctx context.Context) *Worker {
	return &Worker{ctx: ctx, plan: p, missing: map[exchange.Pair]bool{}}
}

// Do computes a chunk's leases and stores the result in the given part.
func (w *Worker) Do(c *batch.Chunk, part *Part) { w.do(c, part, nil) }

// do is like [Worker.Do], but also rejects each lease whose index is in the map named repeated. Such a
// lease has the same id as an earlier lease.
func (w *Worker) do(c *batch.Chunk, part *Part, repeated map[int64]bool) {
	part.reset(w.plan)
	c.Each(func(it *batch.Item) {
		index := part.Leases
		part.Leases++
		if part.Err != nil {
			return
		}
		err := it.Err
		if err == nil {
			err = portfolio.CheckID(it.ID, repeated[index])
		}
		if err == nil {
			err = w.lease(it, part, index)
		}
		if part.Err == nil {
			part.Err = w.ctx.Err()
		}
		if err != nil && part.Err == nil {
			refusal := Refusal{index, it.Line, it.Sheet, c.Name, it.ID, err}
			part.Refused = append(part.Refused, refusal)
			if w.plan.Refused != nil {
				w.plan.Refused(&part.Text, &refusal)
			}
		}
	})
}

// lease measures and prints a lease. An error means that the lease is rejected.
func (w *Worker) lease(it *batch.Item, part *Part, index int64) error {
	ratesFor := w.plan.RatesFor
	if ratesFor == nil {
		ratesFor = w.plan.Where
	}
	span := ratesFor.Span(it.Lease, w.plan.Span)
	if pairs := span.Pairs(it.Lease); !w.hasRates(pairs, part) {
		return nil
	}
	figures, err := leasehold.MeasureSpanContext(w.ctx, it.Lease, span)
	if err != nil {
		return err
	}
	part.ids = append(part.ids, idHash{[2]uint64{maphash.String(seeds[0], it.ID), maphash.String(seeds[1], it.ID)}, index})
	if !part.Sum.Take(it.Lease, figures, w.plan.Where, w.plan.Span.Accrual) {
		return nil
	}
	line := portfolio.NewLine(it.Lease, figures)
	for _, out := range [...]struct {
		print Printer
		to    *bytes.Buffer
	}{{w.plan.Lease, &part.Text}, {w.plan.Entries, &part.Entries}} {
		if out.print != nil {
			part.Err = errors.Join(part.Err, out.print(out.to, &line))
		}
	}
	if w.plan.Collect != nil {
		part.Err = errors.Join(part.Err, w.plan.Collect(part.Collected, &line))
	}
	if part.Err != nil {
		part.Err = fmt.Errorf("lease %s: %w", it.ID, part.Err)
	}
	if w.plan.Keep {
		part.Lines = append(part.Lines, line)
	}
	return nil
}

// LackError returns a [*leasehold.InvalidError] if exchange rates for pairs are missing, otherwise nil.
func (p *Plan) LackError(pairs []exchange.Pair) error {
	if p.Lacks != nil {
		return p.Lacks(pairs)
	}
	return exchange.LackError(p.Span.Rates.Lacks(pairs, p.Span.From, p.Span.To, p.Span.Monthly))
}

// hasRates adds a lease's currency pairs to the part and reports whether all their exchange rates are available.
func (w *Worker) hasRates(pairs []exchange.Pair, part *Part) bool {
	all := true
	for _, p := range pairs {
		lacks, known := w.missing[p]
		if !known {
			lacks = w.plan.LackError([]exchange.Pair{p}) != nil
			w.missing[p] = lacks
		}
		if !slices.Contains(part.Pairs, p) {
			part.Pairs = append(part.Pairs, p)
		}
		all = all && !lacks
	}
	return all
}

// reset clears part p before another chunk is computed. The buffers are reused.
func (p *Part) reset(plan *Plan) {
	p.Sum = portfolio.NewSum(plan.Keys)
	p.Sum.Require(plan.Required)
	p.Text.Reset()
	p.Entries.Reset()
	p.Lines, p.Refused, p.ids, p.Pairs = nil, p.Refused[:0], p.ids[:0], p.Pairs[:0]
	p.Leases, p.Err = 0, nil
	if plan.Start != nil {
		p.Collected = plan.Start()
	}
}

// Run executes a plan on one machine.
type Run struct {
	Plan   *Plan
	Source batch.Source
	Skip   bool // whether to list invalid leases instead of stopping at the first invalid lease
	Serial bool // whether to run in the calling goroutine rather than on every core

	// Part is called with each part in input order, in the goroutine that called Do. The part is reused after the call
	// to Part returns. Progress is called after Part. Part and Progress may be nil.
	Part     func(*Part) error
	Progress func(batch.Progress)

	Sum  *portfolio.Sum // sum of all leases; set by Do
	Done batch.Progress

	pairs  []exchange.Pair    // currency pairs of the leases that require exchange rates
	ids    map[[2]uint64]bool // hashes of the ids of all leases merged so far
	repeat *Worker            // worker that recomputes chunks with duplicate ids
}

// Do reads and computes every lease. The error may come from the source, a printer or ctx, or it may be a
// [*MixedError]. If Skip is not set, it may also be a [*Refusal] for an invalid lease. If a required condition
// is not met or exchange rates are missing, the error is a [*leasehold.InvalidError].
func (r *Run) Do(ctx context.Context) error {
	if err := r.do(ctx); err != nil {
		return err
	}
	if err := r.Sum.Unmet(); err != nil {
		return err
	}
	return r.Plan.LackError(r.pairs)
}

// do is [Run.Do] without the final check that all exchange rates are available.
func (r *Run) do(ctx context.Context) error {
	r.Sum, r.ids = portfolio.NewSum(r.Plan.Keys), map[[2]uint64]bool{}
	r.Sum.Require(r.Plan.Required)
	if r.Serial {
		return r.sequential(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // if the function do returns an error, the workers must stop
	r.repeat = r.Plan.NewWorker(ctx)
	start := func() func(*batch.Chunk, *Part) { return r.Plan.NewWorker(ctx).Do }
	return batch.Run(ctx, r.Source, batch.ForLines, runtime.GOMAXPROCS(0), start, r.merge)
}

// sequential computes all chunks in the calling goroutine.
func (r *Run) sequential(ctx context.Context) error {
	r.repeat = r.Plan.NewWorker(ctx)
	worker, chunk, part := r.Plan.NewWorker(ctx), new(batch.Chunk), new(Part)
	for {
		switch err := r.Source.Cut(chunk, batch.ForLines); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		worker.Do(chunk, part)
		if err := r.merge(chunk, part); err != nil {
			return err
		}
	}
}

// MixedError is the error for leases in several currencies if the sums are not grouped by currency.
// Currencies contains the currencies of the leases that were read before the run stopped.
type MixedError struct{ Currencies []string }

func (e *MixedError) Error() string { return portfolio.Mixed(e.Currencies) }

// merge adds the result of the next part to the results of the run.
func (r *Run) merge(c *batch.Chunk, part *Part) error {
	repeated := map[int64]bool{} // indexes of leases that have an earlier lease's id
	for _, id := range part.ids {
		if r.ids[id.hash] {
			repeated[id.index] = true
		}
		r.ids[id.hash] = true
	}
	if len(repeated) > 0 {
		r.repeat.do(c, part, repeated)
	}
	for _, p := range part.Pairs {
		if !slices.Contains(r.pairs, p) {
			r.pairs = append(r.pairs, p)
		}
	}
	for i := range part.Refused {
		part.Refused[i].Index += r.Done.Leases
	}
	if part.Err != nil {
		return part.Err
	}
	if len(part.Refused) > 0 && !r.Skip {
		first := part.Refused[0]
		return &first
	}
	r.Sum.Merge(part.Sum)
	if names := r.Sum.Mixed(); names != nil {
		return &MixedError{names}
	}
	r.Done.Bytes, r.Done.Leases, r.Done.Refused = c.Bytes, r.Done.Leases+part.Leases, r.Done.Refused+int64(len(part.Refused))
	if r.Part != nil {
		if err := r.Part(part); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	if r.Progress != nil {
		r.Progress(r.Done)
	}
	return nil
}
