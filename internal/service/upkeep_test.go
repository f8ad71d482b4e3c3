package service_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// backlog is a store that needs the given number of steps for a sweep.
type backlog struct {
	service.Store

	steps int
	step  time.Duration
}

func (b *backlog) Sweep(context.Context, int) (more bool, err error) {
	time.Sleep(b.step)
	b.steps--
	return b.steps > 0, nil
}

// A long sweep leaves four fifths of the time for computations, and ends when its context is
// canceled.
func TestSweepsUseAFifthOfTheTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const steps, step = 100, 10 * time.Millisecond
		s := service.New(service.Config{Store: &backlog{steps: steps, step: step}, Clock: time.Now})
		started := time.Now()
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took, want := time.Since(started), steps*step+(steps-1)*4*step; took != want {
			t.Errorf("%d steps of %v: took %v, want %v", steps, step, took, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		store := &backlog{steps: 100, step: time.Second}
		s := service.New(service.Config{Store: store, Clock: time.Now})
		ctx, stop := context.WithTimeout(t.Context(), 7*time.Second)
		defer stop()
		if err := s.Sweep(ctx); !errors.Is(err, context.DeadlineExceeded) || store.steps != 98 {
			t.Errorf("told to end in its second rest: %v, %d steps left", err, store.steps)
		}
	})
}
