package admission

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
)

// waits returns the number of waiting requests.
func (p *Pool) waits() int64 { return p.State().Waiting }

// queue reserves units in the background, and sends the owner to the channel when its units are
// reserved. Several calls wait in the order in which they were made.
func queue(t *testing.T, q *Pool, served chan<- int64, owner, n int64) {
	t.Helper()
	before := q.waits()
	go func() {
		if err := q.Take(context.Background(), owner, n, false, time.Minute); err != nil {
			t.Error(err)
		}
		served <- owner
	}()
	for q.waits() == before {
		time.Sleep(time.Millisecond)
	}
}

// If a request finds its slot occupied, it yields the processor to the slot's holder before it waits in the
// queue. In this test the request cannot wait, because its context has ended. The test is not parallel,
// because it needs a single processor.
func TestRequestsYieldBeforeTheyWait(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for range 20 { // the runtime may interrupt a goroutine at any time
		q := NewPool(1, 1, 1, time.Now)
		if !q.Grab(1, 1, false) {
			t.Fatal("the slot is not free")
		}
		go q.Give(1, 1, false)
		if q.Take(ended, 2, 1, false, time.Minute) == nil {
			return
		}
	}
	t.Error("each of 20 requests that came a moment too early had to wait")
}

// Owners take turns however many requests they have, and no owner exceeds its share.
func TestOwnersTakeTurns(t *testing.T) {
	t.Parallel()
	q := NewPool(2, 1, 2, time.Now)
	for owner := range int64(2) {
		if err := q.Take(context.Background(), owner, 1, false, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	served := make(chan int64)
	for _, owner := range []int64{10, 10, 10, 10, 20, 30, 20} {
		queue(t, q, served, owner, 1)
	}
	q.Give(0, 1, false)
	holder := <-served
	var order []int64
	for q.waits() > 0 {
		order = append(order, holder)
		q.Give(holder, 1, false)
		holder = <-served
	}
	order = append(order, holder)
	for i, want := range []int64{10, 20, 30, 10, 20, 10, 10} {
		if order[i] != want {
			t.Fatalf("served %v", order)
		}
	}
	q.Give(holder, 1, false)
	// One unit is free, and owner 1 holds the other.
	if err := q.Take(context.Background(), 1, 1, false, time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("an owner exceeded its share: %v", err)
	}
	if err := q.Take(context.Background(), 2, 1, false, time.Millisecond); err != nil {
		t.Errorf("an owner without units: %v", err)
	}
}

// Small requests do not overtake a waiting large request. When the large request withdraws, the small ones are
// served.
func TestSmallRequestsDoNotOvertake(t *testing.T) {
	t.Parallel()
	q := NewPool(10, 5, 10, time.Now)
	for owner := range int64(2) {
		if err := q.Take(context.Background(), owner, 4, false, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	canceled, cancel := context.WithCancel(context.Background())
	large, served := make(chan error), make(chan int64)
	go func() { large <- q.Take(canceled, 2, 5, false, time.Minute) }()
	for q.waits() == 0 {
		time.Sleep(time.Millisecond)
	}
	queue(t, q, served, 3, 2)
	cancel()
	if err := <-large; err == nil {
		t.Error("a canceled request was served")
	}
	if owner := <-served; owner != 3 {
		t.Errorf("served %d", owner)
	}
	if s := q.State(); s.Held != 10 || s.Waiting != 0 || s.Refused != 1 {
		t.Errorf("%+v", s)
	}
}

// Large holdings leave a reserve for other holdings.
func TestLargeHoldingsLeaveAReserve(t *testing.T) {
	t.Parallel()
	q := NewPool(4, 2, 3, time.Now)
	for i, want := range []bool{true, true, true, false} {
		if got := q.Grab(int64(i), 1, true); got != want {
			t.Errorf("large holding %d: %v", i, got)
		}
	}
	if !q.Grab(9, 1, false) {
		t.Error("the reserve is taken")
	}
	q.Give(9, 1, false)
	q.Give(0, 1, true)
	if !q.Grab(4, 1, true) {
		t.Error("the unit that a large holding returned is lost")
	}
}

// A pool reports how long it has been rejecting requests for lack of units. A rejection due to one owner's
// share does not count.
func TestAPoolReportsThatItIsFull(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	q := NewPool(4, 2, 4, func() time.Time { return now })
	refuse := func(owner int64, want time.Duration) {
		t.Helper()
		for range 6 {
			if q.Grab(owner, 2, false) {
				t.Error("more units than the pool has")
			}
			now = now.Add(time.Second)
		}
		now = now.Add(-time.Second)
		if got := q.State().FullFor; got != want {
			t.Errorf("full for %v, want %v", got, want)
		}
	}
	q.Grab(1, 2, false)
	refuse(1, 0)
	q.Grab(2, 2, false)
	refuse(3, 5*time.Second)
	now = now.Add(2 * time.Second)
	if got := q.State().FullFor; got != 0 {
		t.Errorf("full for %v after its end", got)
	}
}

// Under random load no unit has two holders, no owner exceeds its share, and all units are
// returned.
func TestAPoolKeepsItsLimits(t *testing.T) {
	t.Parallel()
	const all = 12
	q := NewPool(all, all/2, all, time.Now)
	var mu sync.Mutex
	held, of := int64(0), map[int64]int64{}
	change := func(owner, n int64) {
		mu.Lock()
		defer mu.Unlock()
		held += n
		of[owner] += n
		if held > all || of[owner] > all/2 {
			t.Errorf("%d held, %d by one", held, of[owner])
		}
	}
	var wg sync.WaitGroup
	for worker := range 16 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(worker)))
			owner := int64(worker % 5)
			for range 300 {
				n := 1 + rnd.Int64N(all/2)
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rnd.IntN(500))*time.Microsecond)
				err := q.Take(ctx, owner, n, false, time.Minute)
				cancel()
				if err != nil {
					continue
				}
				change(owner, n)
				if rnd.IntN(4) == 0 {
					time.Sleep(time.Duration(rnd.IntN(50)) * time.Microsecond)
				}
				change(owner, -n)
				q.Give(owner, n, false)
			}
		})
	}
	wg.Wait()
	if s := q.State(); s.Held != 0 || s.Waiting != 0 || len(q.held) != 0 || len(q.queues) != 0 {
		t.Errorf("%+v, %v, %v", s, q.held, q.queues)
	}
}
