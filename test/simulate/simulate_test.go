// Package simulate runs the service and the SQLite database under fake time. A seed determines the
// clients, the faults, the clocks and the moments at which the server is killed. PostgreSQL is a
// separate process and cannot run under fake time; package dbtest tests it with random histories.
package simulate

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

var seeds = flag.Int("seeds", 0, "number of additional histories")

// histories lists the seeds that every test run simulates. Any seed that fails is added here.
var histories = []struct {
	seed uint64
	why  string
}{
	{1, "ordinary"},
	{2, "ordinary"},
	{3, "ordinary"},
}

// simulate runs a seed's history in a bubble of fake time. The function defect can replace the
// database with a defective one.
func simulate(t *testing.T, seed uint64, defect func(*world, service.Store) service.Store) (w *world) {
	t.Helper()
	w = &world{t: t, dir: t.TempDir(), seed: seed, defect: defect, seen: map[string]int{}}
	synctest.Test(t, func(t *testing.T) {
		w.t = t
		w.run()
	})
	return w
}

// In every history, each response with status 200 was billed, and a key is billed only for
// responses that were sent or lost. Units and rows agree, and an Idempotency-Key has only one first
// response. Memory stays within its limit and is free at the end. No small request waits longer
// than longestWait for other clients.
func TestSimulation(t *testing.T) {
	t.Parallel()
	list := histories
	for seed := range uint64(*seeds) {
		list = append(list, struct {
			seed uint64
			why  string
		}{1000 + seed, "additional"})
	}
	seen := map[string]int{}
	for _, h := range list {
		t.Run(fmt.Sprint(h.seed, " ", h.why), func(t *testing.T) {
			w := simulate(t, h.seed, nil)
			for _, v := range w.violations {
				t.Errorf("seed %d: %s", h.seed, v)
			}
			for event, n := range w.seen {
				seen[event] += n
			}
		})
	}
	for _, event := range []string{
		"kill", "leap", "sweep", "refund", "revocation", "page", "replay", "failed record", "uncertain record",
		"200", "400", "429", "500", "no response",
	} {
		if seen[event] == 0 {
			t.Errorf("no history has a %s", event)
		}
	}
	t.Log(seen)
}

// A seed determines a whole history: each response with its usage row and its time.
func TestASeedDeterminesItsHistory(t *testing.T) {
	t.Parallel()
	first, second := simulate(t, 4, nil).trace, simulate(t, 4, nil).trace
	for i := range min(len(first), len(second)) {
		if first[i] != second[i] {
			t.Fatalf("line %d: %s, and again: %s", i, first[i], second[i])
		}
	}
	if len(first) != len(second) || len(first) < 200 {
		t.Errorf("%d and %d lines", len(first), len(second))
	}
	if other := simulate(t, 5, nil).trace; slices.Equal(first, other) {
		t.Error("another seed has the same history")
	}
}

// double is a store that bills some requests twice.
type double struct {
	service.Store

	n atomic.Int64
}

func (s *double) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	r, err := s.Store.Record(ctx, c)
	if s.n.Add(1)%3 == 0 && err == nil && r.Outcome == service.Original {
		again := *c
		again.RequestID, again.Claim = service.NewRequestID(), nil
		return s.Store.Record(ctx, &again)
	}
	return r, err
}

// early is a store that reports a computation as recorded, but only records the computation five
// seconds later. The service therefore responds before it bills.
type early struct{ service.Store }

func (s early) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	later := context.WithoutCancel(ctx)
	go func() {
		time.Sleep(5 * time.Second)
		_, _ = s.Store.Record(later, c) // an error can no longer be reported
	}()
	return service.Recorded{Outcome: service.Original, Receipt: service.Receipt{Row: 1}}, nil
}

// leaking is a store that reserves part of the service's memory limit for each record and never
// releases it.
type leaking struct {
	service.Store

	w *world
}

func (s leaking) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	_ = s.w.limits.Load().Hold(-1).Grow(1000) // an exhausted memory limit is also a leak
	return s.Store.Record(ctx, c)
}

// The simulation detects services and stores that break the guarantees.
func TestTheSimulationDetectsDefects(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		defect func(*world, service.Store) service.Store
		finds  string
	}{
		"a store that bills twice":                {func(_ *world, s service.Store) service.Store { return &double{Store: s} }, "units more than it was shown"},
		"a service that responds before it bills": {func(_ *world, s service.Store) service.Store { return early{s} }, "has no usage row"},
		"a budget that leaks":                     {func(w *world, s service.Store) service.Store { return leaking{s, w} }, "are held at the end"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := simulate(t, 1, tt.defect).violations
			if !slices.ContainsFunc(found, func(v string) bool { return strings.Contains(v, tt.finds) }) {
				t.Errorf("no violation contains %q: %q", tt.finds, found)
			}
		})
	}
}
