package admission

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Pool is a weighted semaphore: owners hold units such as worker slots or bytes. An owner holds at most its
// share, and waiting owners take turns. A Pool is safe for concurrent use.
type Pool struct {
	total      int64
	share      int64 // maximum units per owner
	largeShare int64 // maximum total units of all large holdings
	clock      func() time.Time

	mu         sync.Mutex
	free       int64
	large      int64           // units held by large holdings
	held       map[int64]int64 // units held by each owner
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

// NewPool returns a Pool with the given number of units, one owner's share, and the share of all large
// holdings together.
func NewPool(total, share, largeShare int64, clock func() time.Time) *Pool {
	return &Pool{
		total: total, share: share, largeShare: largeShare, clock: clock, free: total,
		held: map[int64]int64{}, queues: map[int64][]*waiter{},
	}
}

// Take reserves n units for an owner as soon as that many are free. It returns [ErrBusy] after the maximum
// wait, and the context's error if ctx ends first.
//
// Before a request waits, it yields the processor once. A unit given to a sleeping request is idle until that
// request wakes up, but most requests need a unit only for microseconds. Without the yield, a queue would last
// as long as new requests keep arriving.
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
	return nil // the pool served the request just as the wait ended
}

// Grab reserves n units if that many are free and no other request is waiting.
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

// refuse counts a rejection. A rejection due to an owner's share does not mark the pool as full.
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

// serve allocates free units to the waiting owners in turn. It skips owners that would exceed a share. A request that
// needs more units than are free makes all later requests wait; otherwise it might never be served.
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

// withdraw removes a request from its queue. It returns false if the pool has already served the request.
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

// Give returns units to the pool.
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

func (p *Pool) fits(owner, n int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held[owner]+n <= p.share
}

// Class classifies work by its estimated duration.
type Class uint8

// The classes of work.
const (
	Short Class = iota // a response for one lease
	Long               // files, and reports on some hundred leases
	Heavy              // longer work; at least one slot remains free for Long
)

// String names the class.
func (c Class) String() string { return [...]string{"short", "long", "heavy"}[c] }

const (
	// rowTime is the measured computing time per schedule row. Leases with many events take 50 to 110 ns per row, and
	// many plain leases take up to 250 ns per row. Work that takes longer than estimated ends at the deadline.
	rowTime   = 100 * time.Nanosecond
	shortRows = 50_000 // takes about 5 ms
	longest   = 100 * time.Millisecond
	shortBody = 64 << 10
)

// ClassFor returns the class of work with the given effort (see [leasehold.Lease.Effort]) and body length in
// bytes. A long body alone does not make the work heavy, because reading 1 MiB takes 20 ms.
func ClassFor(effort, body int64) Class {
	switch {
	case Estimate(effort) > longest:
		return Heavy
	case effort > shortRows || body > shortBody:
		return Long
	default:
		return Short
	}
}

// Estimate returns the estimated computing time for an effort.
func Estimate(effort int64) time.Duration { return time.Duration(effort) * rowTime }

// Within returns the effort with an estimated computing time of d.
func Within(d time.Duration) int64 { return int64(d / rowTime) }

// Slot occupies a worker slot of the given class. It waits no longer than the remaining time and, for short
// work, no longer than [Options.LongestWait]. It returns the errors of [Pool.Take]. For long work, Slot returns
// [ErrShare] if unsent responses fill the owner's memory share, because no memory is left for another response.
func (l *Limits) Slot(ctx context.Context, owner int64, c Class, left time.Duration) (give func(), err error) {
	pool, large := l.long, c == Heavy
	if c == Short {
		pool, left = l.short, min(l.LongestWait, left)
	} else if !l.memory.fits(owner, Chunk) {
		return nil, ErrShare
	}
	if err := pool.Take(ctx, owner, 1, large, left); err != nil {
		return nil, err
	}
	return func() { pool.Give(owner, 1, large) }, nil
}

// On runs a function on a worker slot of the given class. The wait for the slot and the function's context both end
// when ctx ends or when the request's deadline passes. On returns the function's error, [ErrBusy] if no slot became
// free in time, [ErrTooLong] if the function did not end in time, and [ErrShare] in the same case as [Limits.Slot].
func (l *Limits) On(ctx context.Context, owner int64, c Class, do func(ctx context.Context) error) error {
	timed, cancel := context.WithTimeout(ctx, l.Deadline)
	defer cancel()
	give, err := l.Slot(timed, owner, c, l.Deadline)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = ErrBusy
		}
		return err
	}
	defer give()
	err = do(timed)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrTooLong
	}
	return err
}
