package service

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
func (t *turns) waits() int64 {
	_, waiting, _ := t.state()
	return waiting
}

// queue takes in the background, in the order of its calls, and tells who was served.
func queue(t *testing.T, q *turns, served chan<- int64, owner, n int64) {
	t.Helper()
	before := q.waits()
	go func() {
		if err := q.take(context.Background(), owner, n, time.Minute); err != nil {
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
		q := newTurns(1, 0, func() time.Time { queued.Add(1); return time.Now() }) // only a queue asks for the time
		if err := q.take(context.Background(), 1, 1, time.Minute); err != nil {
			t.Fatal(err)
		}
		go q.give(1, 1)
		if err := q.take(context.Background(), 2, 1, time.Minute); err != nil {
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
	q := newTurns(2, 0, time.Now)
	for owner := range int64(2) {
		if err := q.take(context.Background(), owner, 1, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	served := make(chan int64)
	for _, owner := range []int64{10, 10, 10, 10, 20, 30, 20} {
		queue(t, q, served, owner, 1)
	}
	q.give(0, 1)
	holder := <-served
	var order []int64
	for q.waits() > 0 {
		order = append(order, holder)
		q.give(holder, 1)
		holder = <-served
	}
	order = append(order, holder)
	for i, want := range []int64{10, 20, 30, 10, 20, 10, 10} {
		if order[i] != want {
			t.Fatalf("served %v", order)
		}
	}
	q.give(holder, 1)
	// One of two is free, and another owner holds the other: half is one.
	if err := q.take(context.Background(), 1, 1, time.Millisecond); !errors.Is(err, ErrOverloaded) {
		t.Errorf("an owner took more than half: %v", err)
	}
	if err := q.take(context.Background(), 2, 1, time.Millisecond); err != nil {
		t.Errorf("who holds nothing: %v", err)
	}
}

// Who waits for much is not passed by those who want little, and who withdraws lets
// them pass.
func TestMuchIsNotPassedByLittle(t *testing.T) {
	t.Parallel()
	q := newTurns(10, 0, time.Now)
	for owner := range int64(2) {
		if err := q.take(context.Background(), owner, 4, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	much, served := make(chan error), make(chan int64)
	go func() { much <- q.take(gone, 2, 5, time.Minute) }()
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
	if held, waiting, refused := q.state(); held != 10 || waiting != 0 || refused != 1 {
		t.Errorf("%d held, %d waiting, %d refused", held, waiting, refused)
	}
}

// One owner holds something only so many times.
func TestAnOwnerHoldsOnlySoManyThings(t *testing.T) {
	t.Parallel()
	q := newTurns(100, 2, time.Now)
	for i := range 3 {
		err := q.take(context.Background(), 1, 1, time.Millisecond)
		if i < 2 && err != nil || i == 2 && !errors.Is(err, ErrOverloaded) {
			t.Errorf("the %dth: %v", i, err)
		}
	}
	q.give(1, 1)
	if err := q.take(context.Background(), 1, 1, time.Millisecond); err != nil {
		t.Error(err)
	}
}

// It is seen for how long nothing was handed out although somebody waited.
func TestStandstillIsSeen(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	now := time.Unix(0, 0)
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) }
	q := newTurns(2, 0, clock)
	pass(time.Hour)
	for owner := range int64(2) {
		if err := q.take(context.Background(), owner, 1, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if q.stillFor() != 0 {
		t.Error("nobody waits")
	}
	served := make(chan int64)
	queue(t, q, served, 3, 1)
	queue(t, q, served, 4, 1)
	pass(6 * time.Second)
	if got := q.stillFor(); got != 6*time.Second {
		t.Errorf("nothing for %v", got)
	}
	q.give(0, 1)
	<-served
	if got := q.stillFor(); got != 0 {
		t.Errorf("one was served, and yet nothing for %v", got)
	}
	q.give(1, 1)
	<-served
}

// Whatever comes, nothing is handed out twice, nobody holds more than a half, and all
// comes back.
func TestTurnsKeepTheirBounds(t *testing.T) {
	t.Parallel()
	const all = 12
	q := newTurns(all, 3, time.Now)
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
				err := q.take(ctx, owner, n, time.Minute)
				cancel()
				if err != nil {
					continue
				}
				change(owner, n)
				if rnd.IntN(4) == 0 {
					time.Sleep(time.Duration(rnd.IntN(50)) * time.Microsecond)
				}
				change(owner, -n)
				q.give(owner, n)
			}
		})
	}
	wg.Wait()
	if held, waiting, _ := q.state(); held != 0 || waiting != 0 || len(q.held) != 0 || len(q.queues) != 0 {
		t.Errorf("%d held, %d waiting, %v, %v", held, waiting, q.held, q.queues)
	}
}
