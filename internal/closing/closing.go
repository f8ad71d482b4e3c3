// Package closing makes the report of any number of leases: the figures of each, the
// sums of all and the journal entries of a span.
//
// # Design
//
// A [Plan] says what becomes of a lease. Its one step, [Worker.Do], turns a chunk of
// leases into a [Part]: text, a line per lease or an entry, and sums that merge. What it
// gives depends on the chunk alone. [Run] drives it on every core of one machine;
// other engines may drive it on many. Sums are exact whatever the chunks were, and the
// texts in the order of their chunks are those of the whole.
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

// Printer appends what is printed of a lease. Its error ends the run.
type Printer func(dst *bytes.Buffer, l *portfolio.Line) error

// Plan is what a run makes of its leases.
type Plan struct {
	Span leasehold.Span
	Keys []portfolio.Key // that leases are grouped by

	Where portfolio.Where // which leases; nil for all
	Among portfolio.Where // which leases need exchange rates; nil for those of Where

	Required []portfolio.Required // conditions that some lease must meet

	// Lacks says what the exchange rates of the span lack of some pairs; nil for what
	// they lack for the span.
	Lacks func(pairs []exchange.Pair) error

	Lease   Printer // prints the figures of a lease; may be nil
	Entries Printer // prints the entries of a lease, in addition to its figures; may be nil
	Refused func(dst *bytes.Buffer, r *Refusal)
	Keep    bool // the figures of the leases are kept in the parts

	// Start returns what a part collects in addition to its sums, and Collect adds a lease to
	// it; both may be nil.
	Start   func() any
	Collect func(to any, l *portfolio.Line) error
}

// Part is what became of a chunk of leases.
type Part struct {
	Sum     *portfolio.Sum
	Text    bytes.Buffer     // of Plan.Lease
	Entries bytes.Buffer     // of Plan.Entries
	Lines   []portfolio.Line // with Plan.Keep
	Refused []Refusal
	Leases  int64 // refused ones included
	Err     error // of a printer
	More    any   // what Plan.Start returned

	// Pairs are those that the leases need. Leases are measured where none is lacking.
	Pairs []exchange.Pair

	ids []name
}

// Refusal is a lease that is left out, and why.
type Refusal struct {
	Index int64  // among the leases of the part, then of the whole run
	Line  int64  // of its file
	Sheet string // of a workbook, or the file in a directory; else empty
	File  string // empty where there is one input only
	ID    string
	Err   error
}

// Error names the place of the lease and what is wrong with it.
func (r *Refusal) Error() string {
	where := r.File
	if where != "" {
		where += ": "
	}
	return where + batch.Where(r.Line, r.Err) + r.Err.Error()
}

// name tells the ids of leases apart: 128 bits of a hash, and the place of the lease
// in its part.
type name struct {
	hash  [2]uint64
	index int64
}

// seeds are those of this process.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func nameOf(id string, index int64) name {
	return name{[2]uint64{maphash.String(seeds[0], id), maphash.String(seeds[1], id)}, index}
}

// Worker makes parts. It is used by one goroutine.
type Worker struct {
	ctx   context.Context //nolint:containedctx // of the one run that it works for
	plan  *Plan
	lacks map[exchange.Pair]bool // of which the rates lack something
}

// NewWorker returns a worker, which gives up once ctx has ended.
func (p *Plan) NewWorker(ctx context.Context) *Worker {
	return &Worker{ctx: ctx, plan: p, lacks: map[exchange.Pair]bool{}}
}

// Do fills part from the leases of a chunk.
func (w *Worker) Do(c *batch.Chunk, part *Part) { w.do(c, part, nil) }

// do is [Worker.Do] without the leases at some places, which are refused because an
// earlier lease has their id.
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

// lease measures a lease and prints it. The error refuses the lease.
func (w *Worker) lease(it *batch.Item, part *Part, index int64) error {
	span := w.plan.span(it.Lease)
	if pairs := span.Pairs(it.Lease); !w.has(pairs, part) {
		return nil
	}
	figures, err := w.measure(it.Lease, span)
	if err != nil {
		return err
	}
	part.ids = append(part.ids, nameOf(it.ID, index))
	if !part.Sum.Take(it.Lease, figures, w.plan.Where) {
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
		part.Err = errors.Join(part.Err, w.plan.Collect(part.More, &line))
	}
	if part.Err != nil {
		part.Err = fmt.Errorf("lease %s: %w", it.ID, part.Err)
	}
	if w.plan.Keep {
		part.Lines = append(part.Lines, line)
	}
	return nil
}

// span returns the span over which a lease is measured.
func (p *Plan) span(l *leasehold.Lease) leasehold.Span {
	among := p.Among
	if among == nil {
		among = p.Where
	}
	return among.Span(l, p.Span)
}

// LackError returns what the exchange rates lack of some pairs. The error is a
// [*leasehold.InvalidError].
func (p *Plan) LackError(pairs []exchange.Pair) error {
	if p.Lacks != nil {
		return p.Lacks(pairs)
	}
	return exchange.LackError(p.Span.Rates.Lacks(pairs, p.Span.From, p.Span.To, p.Span.Monthly))
}

// has notes the pairs of a lease, and reports whether there are rates for them.
func (w *Worker) has(pairs []exchange.Pair, part *Part) bool {
	all := true
	for _, p := range pairs {
		lacks, known := w.lacks[p]
		if !known {
			lacks = w.plan.LackError([]exchange.Pair{p}) != nil
			w.lacks[p] = lacks
		}
		if !slices.Contains(part.Pairs, p) {
			part.Pairs = append(part.Pairs, p)
		}
		all = all && !lacks
	}
	return all
}

// measure measures a lease into the memory of the worker, or into its own where it is
// kept.
func (w *Worker) measure(l *leasehold.Lease, span leasehold.Span) (*leasehold.LeaseFigures, error) {
	if w.plan.Keep {
		return leasehold.MeasureSpanContext(w.ctx, l, span)
	}
	return leasehold.MeasureSpanContext(w.ctx, l, span)
}

// reset empties a part.
func (p *Part) reset(plan *Plan) {
	p.Sum = portfolio.NewSum(plan.Keys)
	p.Sum.Require(plan.Required)
	p.Text.Reset()
	p.Entries.Reset()
	p.Lines, p.Refused, p.ids, p.Pairs = nil, p.Refused[:0], p.ids[:0], p.Pairs[:0]
	p.Leases, p.Err = 0, nil
	if plan.Start != nil {
		p.More = plan.Start()
	}
}
