package admission

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Pool is a weighted semaphore: owners hold units such as worker slots or bytes. An owner holds at
// most its share, and waiting owners take turns. Pool is safe for concurrent use.
type Pool struct {
	total      int64
	share      int64 // per owner
	largeShare int64 // limit on all large holdings together
	clock      func() time.Time

	mu         sync.Mutex
	free       int64
	large      int64           // units of large holdings
	held       map[int64]int64 // units by owner
	queues     map[int64][]*waiter
	ring       []int64 // waiting owners in the order of their turns
	refused    int64
	rejections pressure
}

type waiter struct {
	owner, n int64
	large    bool
	ready    chan struct{}
}

// NewPool returns a Pool with a number of units, the share of one owner and the share of all large
// holdings together.
func NewPool(total, share, largeShare int64, clock func() time.Time) *Pool {
	return &Pool{
		total: total, share: share, largeShare: largeShare, clock: clock, free: total,
		held: map[int64]int64{}, queues: map[int64][]*waiter{},
	}
}

// Take takes n units for an owner as soon as n units are free. It returns [ErrBusy] after the longest
// wait and the error of ctx if ctx ends first.
//
// Before a request waits, it yields the processor once. A unit that a sleeping request receives is
// idle until that request wakes up. Most requests need a unit only for microseconds. Without the yield,
// a queue would therefore last as long as new requests arrive.
func (p *Pool) Take(ctx context.Context, owner, n int64, large bool, longest time.Duration) error {
	if p.grab(owner, n, large) {
		return nil
	}
	runtime.Gosched()
	if p.grab(owner, n, large) {
		return nil
	}
	w := p.enqueue(owner, n, large)
	timeout := time.NewTimer(longest)
	defer timeout.Stop()
	var err error
	select {
	case <-w.ready:
		return nil
	case <-timeout.C:
		err = ErrBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	if p.withdraw(w) {
		return err
	}
	return nil // the request was served just as the wait ended
}

// Grab takes n units if n units are free and no request waits for units.
func (p *Pool) Grab(owner, n int64, large bool) bool {
	if p.grab(owner, n, large) {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse(owner, n)
	return false
}

// grab is like Grab, but does not count rejections.
func (p *Pool) grab(owner, n int64, large bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.ring) > 0 || n > p.free || !p.allows(owner, n, large) {
		return false
	}
	p.allocate(owner, n, large)
	return true
}

// refuse counts a rejection. A rejection due to the owner's share does not make the pool full.
func (p *Pool) refuse(owner, n int64) {
	p.refused++
	if p.held[owner]+n <= p.share {
		p.rejections.add(p.clock())
	}
}

func (p *Pool) enqueue(owner, n int64, large bool) *waiter {
	w := &waiter{owner, n, large, make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queues[owner]) == 0 {
		p.ring = append(p.ring, owner)
	}
	p.queues[owner] = append(p.queues[owner], w)
	p.serve()
	return w
}

func (p *Pool) allows(owner, n int64, large bool) bool {
	return p.held[owner]+n <= p.share && (!large || p.large+n <= p.largeShare)
}

func (p *Pool) allocate(owner, n int64, large bool) {
	p.held[owner] += n
	p.free -= n
	if large {
		p.large += n
	}
}

// serve allocates free units to the waiting owners in turn. serve skips owners that would exceed a
// share. If a request needs more units than are free, all later requests wait; otherwise that
// request might never be served.
func (p *Pool) serve() {
	for i := 0; i < len(p.ring); {
		owner := p.ring[i]
		queue := p.queues[owner]
		w := queue[0]
		if !p.allows(owner, w.n, w.large) {
			i++
			continue
		}
		if w.n > p.free {
			return
		}
		p.allocate(owner, w.n, w.large)
		close(w.ready)
		p.ring = slices.Delete(p.ring, i, i+1)
		if len(queue) == 1 {
			delete(p.queues, owner)
		} else {
			p.queues[owner] = queue[1:]
			p.ring = append(p.ring, owner)
		}
	}
}

// withdraw removes a request from its queue. It returns false if the request was served before.
func (p *Pool) withdraw(w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	queue := p.queues[w.owner]
	i := slices.Index(queue, w)
	if i < 0 {
		return false
	}
	p.refuse(w.owner, w.n)
	if len(queue) == 1 {
		delete(p.queues, w.owner)
		p.ring = slices.DeleteFunc(p.ring, func(owner int64) bool { return owner == w.owner })
	} else {
		p.queues[w.owner] = slices.Delete(queue, i, i+1)
	}
	p.serve() // the next requests may need fewer units
	return true
}

// Give gives units back.
func (p *Pool) Give(owner, n int64, large bool) {
	if n == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += n
	if large {
		p.large -= n
	}
	if p.held[owner] -= n; p.held[owner] == 0 {
		delete(p.held, owner)
	}
	p.serve()
}

// State returns the current use of the pool.
func (p *Pool) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := State{Limit: p.total, Held: p.total - p.free, Refused: p.refused, FullFor: p.rejections.duration(p.clock())}
	for _, queue := range p.queues {
		s.Waiting += int64(len(queue))
	}
	return s
}

// fits reports whether n more units are within an owner's share.
func (p *Pool) fits(owner, n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held[owner]+n <= p.share
}
