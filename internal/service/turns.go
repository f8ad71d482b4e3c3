package service

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// turns hands out a bounded number of things that are given back: seats, or bytes
// of memory. Those who wait take turns by their owners, so that one with a hundred
// requests is served as often as one with a single request, and no owner holds
// more than its share.
type turns struct {
	all   int64 // seats, or bytes, in total
	share int64 // the most of them that one owner may hold
	times int   // the most holdings of one owner; 0 for any number
	clock func() time.Time

	mu      sync.Mutex
	free    int64
	held    map[int64]holding // by owner
	queues  map[int64][]*turn // by owner
	ring    []int64           // owners that wait, in the order of their turns
	refused int64             // waits that came to nothing
	still   time.Time         // since when nothing was handed out although somebody waited
	ended   time.Time         // when a wait last came to nothing
}

// holding is what an owner holds.
type holding struct {
	n     int64
	times int
}

// turn is somebody who waits.
type turn struct {
	owner, n int64
	ready    chan struct{}
}

// newTurns returns turns for so many things, of which one owner may hold half, but
// one at least.
func newTurns(all int64, times int, clock func() time.Time) *turns {
	return &turns{
		all: all, share: max(1, all/2), times: times, clock: clock,
		free: all, held: map[int64]holding{}, queues: map[int64][]*turn{},
	}
}

// take waits until n things are there for an owner, but no longer than longestWait and
// ctx allow. n is at most the share of one owner.
//
// Whoever finds nothing free lets others run before it waits in the queue. What is
// handed to somebody who sleeps is idle until he wakes, so a queue of plain requests,
// each of which takes some microseconds, would last for as long as more of them come.
func (t *turns) take(ctx context.Context, owner, n int64, longestWait time.Duration) error {
	if t.grab(owner, n) {
		return nil
	}
	runtime.Gosched()
	w := t.ask(owner, n)
	if w == nil {
		return nil
	}
	timeout := time.NewTimer(longestWait)
	defer timeout.Stop()
	var err error
	select {
	case <-w.ready:
		return nil
	case <-timeout.C:
		err = Overloaded()
	case <-ctx.Done():
		if err = AsError(ctx.Err()); errors.Is(err, context.DeadlineExceeded) {
			err = Overloaded()
		}
	}
	if t.withdraw(w) {
		return err
	}
	return nil // it came at the same moment
}

// grab takes n seats, or bytes, where they are free and no other request waits.
func (t *turns) grab(owner, n int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.grabLocked(owner, n)
}

func (t *turns) grabLocked(owner, n int64) bool {
	if len(t.ring) > 0 || n > t.free || !t.allows(owner, n) {
		return false
	}
	t.hand(owner, n)
	return true
}

// ask hands out n things, or returns a place among those who wait.
func (t *turns) ask(owner, n int64) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.grabLocked(owner, n) {
		return nil
	}
	if now := t.clock(); len(t.ring) == 0 && now.Sub(t.ended) > time.Second {
		t.still = now
	}
	w := &turn{owner, n, make(chan struct{})}
	if len(t.queues[owner]) == 0 {
		t.ring = append(t.ring, owner)
	}
	t.queues[owner] = append(t.queues[owner], w)
	t.serve()
	return w
}

// allows reports whether an owner may hold n things more.
func (t *turns) allows(owner, n int64) bool {
	h := t.held[owner]
	return h.n+n <= t.share && (t.times == 0 || h.times < t.times)
}

func (t *turns) hand(owner, n int64) {
	h := t.held[owner]
	t.held[owner] = holding{h.n + n, h.times + 1}
	t.free -= n
}

// serve hands out what there is, to one owner after the other. Who waits for more
// than there is keeps the others waiting, or would never be served.
func (t *turns) serve() {
	for i := 0; i < len(t.ring); {
		owner := t.ring[i]
		queue := t.queues[owner]
		w := queue[0]
		if !t.allows(owner, w.n) {
			i++ // until it gives something back
			continue
		}
		if w.n > t.free {
			return
		}
		t.hand(owner, w.n)
		t.still = t.clock()
		close(w.ready)
		t.ring = slices.Delete(t.ring, i, i+1)
		if len(queue) == 1 {
			delete(t.queues, owner)
		} else {
			t.queues[owner] = queue[1:]
			t.ring = append(t.ring, owner)
		}
	}
}

// withdraw ends a wait. It returns false where the wait was over.
func (t *turns) withdraw(w *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	queue := t.queues[w.owner]
	i := slices.Index(queue, w)
	if i < 0 {
		return false
	}
	t.refused++
	t.ended = t.clock()
	if len(queue) == 1 {
		delete(t.queues, w.owner)
		t.ring = slices.DeleteFunc(t.ring, func(owner int64) bool { return owner == w.owner })
	} else {
		t.queues[w.owner] = slices.Delete(queue, i, i+1)
	}
	t.serve() // those behind it may need less
	return true
}

// give is the end of take.
func (t *turns) give(owner, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free += n
	if h := t.held[owner]; h.times == 1 {
		delete(t.held, owner)
	} else {
		t.held[owner] = holding{h.n - n, h.times - 1}
	}
	if len(t.ring) > 0 {
		t.serve()
	}
}

// state returns how much is held, how many wait, and how many waits have come to
// nothing.
func (t *turns) state() (held, waiting, refused int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, queue := range t.queues {
		waiting += int64(len(queue))
	}
	return t.all - t.free, waiting, t.refused
}

// stillFor returns for how long nothing was handed out although somebody waited.
func (t *turns) stillFor() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock()
	if len(t.ring) == 0 && now.Sub(t.ended) > time.Second {
		return 0
	}
	return now.Sub(t.still)
}
