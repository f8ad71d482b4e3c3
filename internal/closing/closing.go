// Package closing reports on any number of leases: the figures of each lease, their sums and their
// journal entries over a reporting period.
//
// # Design
//
// A [Plan] defines the computation. Its single step, [Worker.Do], turns a chunk of leases into a
// [Part]: text (a line per lease or entry) and sums that can be merged. A part depends only on its
// chunk. [Run] executes the step on every core of one machine; other engines may distribute it.
// Sums are exact for any division into chunks, and concatenating the texts of the parts gives the
// whole output.
package closing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Printer appends the output for a lease. An error ends the run.
type Printer func(dst *bytes.Buffer, l *portfolio.Line) error

// Plan defines the outputs of a run.
type Plan struct {
	Span leasehold.Span
	Keys []portfolio.Key // grouping keys

	Where    portfolio.Where // selects leases; nil selects all
	RatesFor portfolio.Where // selects the leases that need exchange rates; defaults to Where

	Required []portfolio.Required // conditions that at least one lease must meet

	// Lacks returns an error if exchange rates of pairs are missing. By default, rates for Span are
	// required.
	Lacks func(pairs []exchange.Pair) error

	Lease   Printer // prints the figures of a lease; may be nil
	Entries Printer // prints the entries of a lease, in addition to its figures; may be nil
	Refused func(dst *bytes.Buffer, r *Refusal)
	Keep    bool // whether to store the figures of the leases in the parts

	// Start creates a part's additional results, and Collect adds a lease to them. Both may be nil.
	Start   func() any
	Collect func(to any, l *portfolio.Line) error
}

// Part is the result for a chunk of leases.
type Part struct {
	Sum       *portfolio.Sum
	Text      bytes.Buffer     // output of Plan.Lease
	Entries   bytes.Buffer     // output of Plan.Entries
	Lines     []portfolio.Line // set if Plan.Keep
	Refused   []Refusal
	Leases    int64 // including rejected leases
	Err       error // from a Printer or Plan.Collect
	Collected any   // created by Plan.Start

	// Pairs lists the currency pairs for which the leases need exchange rates. A lease with missing
	// rates is not measured.
	Pairs []exchange.Pair

	ids []idHash
}

// Refusal is a rejected lease and the reason.
type Refusal struct {
	Index int64  // index in the part; after Run, index in the whole input
	Line  int64  // line number in its file
	Sheet string // sheet of a workbook, or file in a directory; otherwise empty
	File  string // empty for a single input
	ID    string
	Err   error
}

// Error names the file and line of the lease, and the fault.
func (r *Refusal) Error() string {
	where := r.File
	if where != "" {
		where += ": "
	}
	return where + batch.Where(r.Line, r.Err) + r.Err.Error()
}

// idHash identifies a lease: a 128-bit hash of its id, and its index in the part.
type idHash struct {
	hash  [2]uint64
	index int64
}

// seeds are random for each process.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func hashID(id string, index int64) idHash {
	return idHash{[2]uint64{maphash.String(seeds[0], id), maphash.String(seeds[1], id)}, index}
}

// Worker computes parts. It is not safe for concurrent use.
type Worker struct {
	ctx     context.Context //nolint:containedctx // context of the run that the worker belongs to
	plan    *Plan
	missing map[exchange.Pair]bool // true if exchange rates of the pair are missing
}

// NewWorker returns a worker that stops when ctx is done.
func (p *Plan) NewWorker(ctx context.Context) *Worker {
	return &Worker{ctx: ctx, plan: p, missing: map[exchange.Pair]bool{}}
}

// Do fills part from the leases of a chunk.
func (w *Worker) Do(c *batch.Chunk, part *Part) { w.do(c, part, nil) }

// do is [Worker.Do], except that it rejects the leases at the indexes in twice: each has the id of
// an earlier lease.
func (w *Worker) do(c *batch.Chunk, part *Part, twice map[int64]bool) {
	part.reset(w.plan)
	c.Each(func(it *batch.Item) {
		index := part.Leases
		part.Leases++
		if part.Err != nil {
			return
		}
		err := it.Err
		if err == nil {
			err = portfolio.CheckID(it.ID, twice[index])
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

// lease measures and prints a lease. An error rejects the lease.
func (w *Worker) lease(it *batch.Item, part *Part, index int64) error {
	span := w.plan.span(it.Lease)
	if pairs := span.Pairs(it.Lease); !w.hasRates(pairs, part) {
		return nil
	}
	figures, err := leasehold.MeasureSpanContext(w.ctx, it.Lease, span)
	if err != nil {
		return err
	}
	part.ids = append(part.ids, hashID(it.ID, index))
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

// span returns the reporting period and options for measuring l.
func (p *Plan) span(l *leasehold.Lease) leasehold.Span {
	among := p.RatesFor
	if among == nil {
		among = p.Where
	}
	return among.Span(l, p.Span)
}

// LackError returns a [*leasehold.InvalidError] if exchange rates of pairs are missing, and nil
// otherwise.
func (p *Plan) LackError(pairs []exchange.Pair) error {
	if p.Lacks != nil {
		return p.Lacks(pairs)
	}
	return exchange.LackError(p.Span.Rates.Lacks(pairs, p.Span.From, p.Span.To, p.Span.Monthly))
}

// hasRates records the pairs of a lease and reports whether their rates are complete.
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

// reset clears a part for reuse.
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
