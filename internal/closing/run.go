package closing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Run is the work of one machine.
type Run struct {
	Plan   *Plan
	Source batch.Source
	Skip   bool // leave out the leases that are wrong; else the first ends the run
	Serial bool // on the goroutine of the caller alone; else on every core

	// Part takes the parts in the order of the input, on the goroutine of the run; a
	// part is used again after it has returned. Progress is called after it. Either
	// may be nil.
	Part     func(*Part) error
	Progress func(batch.Progress)

	Sum  *portfolio.Sum // of all leases, when the run is over
	Done batch.Progress

	pairs []exchange.Pair // that the leases need
	ids   ids
	again *Worker // for chunks with an id that an earlier lease has
}

// Do reads every lease. The error is that of the source, of a printer or of ctx, a
// [*Refusal] without Skip, a [*MixedError], the conditions that no lease meets, or what the
// exchange rates lack for all of the leases.
func (r *Run) Do(ctx context.Context) error {
	if err := r.do(ctx); err != nil {
		return err
	}
	if err := r.Sum.Unmet(); err != nil {
		return err
	}
	return r.Plan.LackError(r.pairs)
}

// do is [Run.Do] without a look at the exchange rates.
func (r *Run) do(ctx context.Context) error {
	r.Sum, r.ids = portfolio.NewSum(r.Plan.Keys), ids{}
	r.Sum.Require(r.Plan.Required)
	if r.Serial {
		return r.inTurn(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // workers give up what nobody waits for
	r.again = r.Plan.NewWorker(ctx)
	start := func() func(*batch.Chunk, *Part) { return r.Plan.NewWorker(ctx).Do }
	return batch.Run(ctx, r.Source, batch.ForLines, runtime.GOMAXPROCS(0), start, r.take)
}

// inTurn works on one chunk after the other.
func (r *Run) inTurn(ctx context.Context) error {
	r.again = r.Plan.NewWorker(ctx)
	worker, chunk, part := r.Plan.NewWorker(ctx), new(batch.Chunk), new(Part)
	for {
		switch err := r.Source.Cut(chunk, batch.ForLines); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		worker.Do(chunk, part)
		if err := r.take(chunk, part); err != nil {
			return err
		}
	}
}

// MixedError ends a run whose leases have several currencies and are not grouped by
// them, so that no sum of theirs has a meaning. It names those that were met until then.
type MixedError struct{ Currencies []string }

func (e *MixedError) Error() string { return portfolio.Mixed(e.Currencies) }

// take adds the next part to the whole.
func (r *Run) take(c *batch.Chunk, part *Part) error {
	if twice := r.ids.add(part.ids); twice != nil {
		r.again.do(c, part, twice)
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
