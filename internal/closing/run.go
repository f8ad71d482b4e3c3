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

// Run executes a plan on one machine.
type Run struct {
	Plan   *Plan
	Source batch.Source
	Skip   bool // whether to list invalid leases instead of stopping at the first invalid lease
	Serial bool // whether to run in the calling goroutine instead of on every core

	// Part is called with each part in input order, in the goroutine that called Do. The part is
	// reused after Part returns. Progress is called after Part. Part and Progress may be nil.
	Part     func(*Part) error
	Progress func(batch.Progress)

	Sum  *portfolio.Sum // sum of all leases; set by Do
	Done batch.Progress

	pairs  []exchange.Pair    // currency pairs of the leases that require exchange rates
	ids    map[[2]uint64]bool // hashes of the lease ids so far
	repeat *Worker            // recomputes chunks that contain duplicate ids
}

// Do reads and computes every lease. It returns an error of the source, a printer or ctx; a
// [*Refusal] for an invalid lease if Skip is not set; a [*MixedError]; or a
// [*leasehold.InvalidError] if a required condition is not met or exchange rates are missing.
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
	defer cancel() // if do returns an error, this stops the workers
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
// Currencies lists the currencies of the leases before the run stopped.
type MixedError struct{ Currencies []string }

func (e *MixedError) Error() string { return portfolio.Mixed(e.Currencies) }

// merge adds the result of the next part to the results of the run.
func (r *Run) merge(c *batch.Chunk, part *Part) error {
	repeated := map[int64]bool{} // indexes of leases with the id of an earlier lease
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
