package admission

import (
	"context"
	"errors"
	"time"
)

// Class is a class of work by how long it takes.
type Class uint8

// The classes.
const (
	Short Class = iota // a response on one lease
	Long               // files, and reports of some hundred leases
	Heavy              // what takes longer: all but one of the slots for long work, never all
)

// String names the class.
func (c Class) String() string { return [...]string{"short", "long", "heavy"}[c] }

// ClassFor returns the class of work with an effort (see [leasehold.Lease.Effort]) and a body
// of that length. A body does not make work heavy: 1 MiB is read in 20 ms.
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

const (
	// rowTime is what a row of a measurement takes. Events that measure the rest of a long lease
	// again take 5 to 40 ns for a row, rare ties up to 200 ns; the deadline ends those.
	rowTime   = 20 * time.Nanosecond
	shortRows = 50_000 // 1 to 10 ms
	longest   = 100 * time.Millisecond
	shortBody = 64 << 10
)

// Estimate returns how long work of that effort takes.
func Estimate(effort int64) time.Duration { return time.Duration(effort) * rowTime }

// Within returns the effort of work that takes so long.
func Within(d time.Duration) int64 { return int64(d / rowTime) }

// slots returns the pool of a class.
func (l *Limits) slots(c Class) (p *Pool, large bool) {
	if c == Short {
		return l.short, false
	}
	return l.long, c == Heavy
}

// Slot takes a worker slot of a class and waits for it: work that is not short for as long as
// left. Long work of an owner whose unsent responses fill its share of the memory is refused
// with [ErrShare]: its response could not be kept.
func (l *Limits) Slot(ctx context.Context, owner int64, c Class, left time.Duration) (give func(), err error) {
	pool, large := l.slots(c)
	if c == Short {
		left = min(l.LongestWait, left)
	} else if !l.memory.fits(owner, Chunk) {
		return nil, ErrShare
	}
	if err := pool.Take(ctx, owner, 1, large, left); err != nil {
		return nil, err
	}
	return func() { pool.Give(owner, 1, large) }, nil
}

// On runs do on a worker slot of a class. The owner is a key, or below 0 for a visitor. Waiting
// ends with ctx and with the deadline of a request, and so does the context of do. On returns
// [ErrBusy] if no slot became free in time, [ErrShare] as [Limits.Slot] does, and [ErrTooLong] if
// do did not end in time.
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
