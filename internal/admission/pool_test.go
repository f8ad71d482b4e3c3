package admission

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// waits reports how many wait.
func (p *Pool) waits() int64 { return p.State().Waiting }

// queue takes in the background, in the order of its calls, and tells who was served.
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

// A plain request that finds its seat taken lets its holder end first: a queue, once there,
// would last, since a seat is idle while somebody who sleeps is woken for it. Not parallel:
// it needs a single processor.
func TestNobodyQueuesForAMoment(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for range 20 { // the runtime may interrupt anybody at any time
		var queued atomic.Int32
		q := NewPool(1, max(1, 1/2), 1, func() time.Time { queued.Add(1); return time.Now() }) // only a queue asks for the time
		if err := q.Take(context.Background(), 1, 1, false, time.Minute); err != nil {
			t.Fatal(err)
		}
		go q.Give(1, 1, false)
		if err := q.Take(context.Background(), 2, 1, false, time.Minute); err != nil {
			t.Fatal(err)
		}
		if queued.Load() == 0 {
			return
		}
	}
	t.Error("each of 20 requests that came a moment too early has waited in the queue")
}

// Owners take turns, however many requests each has, and none holds more than half.
func TestOwnersTakeTurns(t *testing.T) {
	t.Parallel()
	q := NewPool(2, max(1, 2/2), 2, time.Now)
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
	// One of two is free, and another owner holds the other: half is one.
	if err := q.Take(context.Background(), 1, 1, false, time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("an owner took more than half: %v", err)
	}
	if err := q.Take(context.Background(), 2, 1, false, time.Millisecond); err != nil {
		t.Errorf("who holds nothing: %v", err)
	}
}

// Who waits for much is not passed by those who want little, and who withdraws lets
// them pass.
func TestMuchIsNotPassedByLittle(t *testing.T) {
	t.Parallel()
	q := NewPool(10, max(1, 10/2), 10, time.Now)
	for owner := range int64(2) {
		if err := q.Take(context.Background(), owner, 4, false, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	much, served := make(chan error), make(chan int64)
	go func() { much <- q.Take(gone, 2, 5, false, time.Minute) }()
	for q.waits() == 0 {
		time.Sleep(time.Millisecond)
	}
	queue(t, q, served, 3, 2)
	cancel()
	if err := <-much; err == nil {
		t.Error("a wait outlived its caller")
	}
	if owner := <-served; owner != 3 {
		t.Errorf("served %d", owner)
	}
	if s := q.State(); s.Held != 10 || s.Waiting != 0 || s.Refused != 1 {
		t.Errorf("%+v", s)
	}
}

// Large holdings leave the others their part, however long they wait.
func TestLargeHoldingsLeaveAPart(t *testing.T) {
	t.Parallel()
	q := NewPool(4, 2, 3, time.Now)
	for i, want := range []bool{true, true, true, false} {
		if got := q.Grab(int64(i), 1, true); got != want {
			t.Errorf("large holding %d: %v", i, got)
		}
	}
	if !q.Grab(9, 1, false) {
		t.Error("the part of the others is taken")
	}
	q.Give(9, 1, false)
	q.Give(0, 1, true)
	if !q.Grab(4, 1, true) {
		t.Error("what a large holding gave back is lost")
	}
}

// A pool is full while requests are refused because nothing is free. The share of one owner does not
// make it full.
func TestAFullPoolIsSeen(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	q := NewPool(4, 2, 4, func() time.Time { return now })
	refuse := func(owner int64, want time.Duration) {
		t.Helper()
		for range 6 {
			if q.Grab(owner, 2, false) {
				t.Error("more than there is")
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

// Whatever comes, nothing is handed out twice, nobody holds more than a half, and all
// comes back.
func TestTurnsKeepTheirBounds(t *testing.T) {
	t.Parallel()
	const all = 12
	q := NewPool(all, max(1, all/2), all, time.Now)
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
