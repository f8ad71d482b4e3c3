package admission

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Pool is a weighted semaphore: units, such as worker slots or bytes, that owners hold for a
// while. An owner holds at most its share. Owners that wait are served in turn. Pool is safe for
// concurrent use.
type Pool struct {
	all   int64 // units in total
	share int64 // the most that one owner may hold
	large int64 // the most that large holdings may have together
	clock func() time.Time

	mu      sync.Mutex
	free    int64
	heavy   int64           // units of large holdings
	held    map[int64]int64 // by owner
	queues  map[int64][]*waiter
	ring    []int64 // owners that wait, in the order of their turns
	refused int64
	lack    pressure
}

// waiter is a request that waits.
type waiter struct {
	owner, n int64
	large    bool
	ready    chan struct{}
}

// NewPool returns a Pool. large limits the units that large holdings have together.
func NewPool(all, share, large int64, clock func() time.Time) *Pool {
	return &Pool{all: all, share: share, large: large, clock: clock, free: all, held: map[int64]int64{}, queues: map[int64][]*waiter{}}
}

// Take takes n units for an owner. It waits for them, at most as long as longest and ctx allow.
// It returns [ErrBusy] after longest, and the error of ctx if that ends first.
//
// A request that finds nothing free yields the processor once before it waits. A unit that is
// handed to a sleeping request is idle until it wakes up, so a queue of plain requests, which
// take microseconds each, would last for as long as more of them come.
func (p *Pool) Take(ctx context.Context, owner, n int64, large bool, longest time.Duration) error {
	if p.grab(owner, n, large) {
		return nil
	}
	runtime.Gosched()
	w := p.wait(owner, n, large)
	if w == nil {
		return nil
	}
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
	return nil // it came at the same moment
}

// Grab takes n units if they are free and no other request waits.
func (p *Pool) Grab(owner, n int64, large bool) bool {
	if p.grab(owner, n, large) {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse(owner, n, large)
	return false
}

// grab is Grab without counting refusals.
func (p *Pool) grab(owner, n int64, large bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.grabLocked(owner, n, large)
}

func (p *Pool) grabLocked(owner, n int64, large bool) bool {
	if len(p.ring) > 0 || n > p.free || !p.allows(owner, n, large) {
		return false
	}
	p.hand(owner, n, large)
	return true
}

// refuse counts a refusal. One that is due to the owner's share does not make the pool full.
func (p *Pool) refuse(owner, n int64, large bool) {
	p.refused++
	if p.held[owner]+n <= p.share {
		p.lack.note(p.clock())
	}
}

// wait takes n units, or joins the queue.
func (p *Pool) wait(owner, n int64, large bool) *waiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.grabLocked(owner, n, large) {
		return nil
	}
	w := &waiter{owner, n, large, make(chan struct{})}
	if len(p.queues[owner]) == 0 {
		p.ring = append(p.ring, owner)
	}
	p.queues[owner] = append(p.queues[owner], w)
	p.serve()
	return w
}

// allows reports whether an owner may hold n units more.
func (p *Pool) allows(owner, n int64, large bool) bool {
	return p.held[owner]+n <= p.share && (!large || p.heavy+n <= p.large)
}

func (p *Pool) hand(owner, n int64, large bool) {
	p.held[owner] += n
	p.free -= n
	if large {
		p.heavy += n
	}
}

// serve hands out units to one owner after the other. A request that waits for more than there is keeps
// the others waiting, or it would never be served.
func (p *Pool) serve() {
	for i := 0; i < len(p.ring); {
		owner := p.ring[i]
		queue := p.queues[owner]
		w := queue[0]
		if !p.allows(owner, w.n, w.large) {
			i++ // until something is given back
			continue
		}
		if w.n > p.free {
			return
		}
		p.hand(owner, w.n, w.large)
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

// withdraw ends a wait. It returns false if the wait was over.
func (p *Pool) withdraw(w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	queue := p.queues[w.owner]
	i := slices.Index(queue, w)
	if i < 0 {
		return false
	}
	p.refuse(w.owner, w.n, w.large)
	if len(queue) == 1 {
		delete(p.queues, w.owner)
		p.ring = slices.DeleteFunc(p.ring, func(owner int64) bool { return owner == w.owner })
	} else {
		p.queues[w.owner] = slices.Delete(queue, i, i+1)
	}
	p.serve() // the requests behind it may need less
	return true
}

// Give gives units back.
func (p *Pool) Give(owner, n int64, large bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += n
	if large {
		p.heavy -= n
	}
	if p.held[owner] -= n; p.held[owner] == 0 {
		delete(p.held, owner)
	}
	if len(p.ring) > 0 {
		p.serve()
	}
}

// State returns how much of the pool is used.
func (p *Pool) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := State{Limit: p.all, Held: p.all - p.free, Refused: p.refused, FullFor: p.lack.lasting(p.clock())}
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
