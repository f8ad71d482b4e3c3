package admission

import (
	"context"
	"errors"
	"time"
)

// Class classifies work by its duration.
type Class uint8

// The classes.
const (
	Short Class = iota // a response for one lease
	Long               // files, and reports on some hundred leases
	Heavy              // longer work, which leaves at least one slot to Long
)

// String names the class.
func (c Class) String() string { return [...]string{"short", "long", "heavy"}[c] }

const (
	// rowTime is the computing time per row in a measurement. Leases with many events take 50 to
	// 110 ns per row, and many plain leases up to 250 ns per row. Work that takes longer than
	// estimated ends with the deadline.
	rowTime   = 100 * time.Nanosecond
	shortRows = 50_000 // about 5 ms
	longest   = 100 * time.Millisecond
	shortBody = 64 << 10
)

// ClassFor returns the class of work with an effort (see [leasehold.Lease.Effort]) and a body of
// that length. A long body does not make work heavy: 1 MiB is read in 20 ms.
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

// Estimate returns the estimated computing time of an effort.
func Estimate(effort int64) time.Duration { return time.Duration(effort) * rowTime }

// Within returns the effort with an estimated computing time of d.
func Within(d time.Duration) int64 { return int64(d / rowTime) }

// Slot takes a worker slot of a class. It waits at most left, and for short work at most
// [Options.LongestWait]. It returns the errors of [Pool.Take]. If unsent responses fill the memory
// share of the owner, it returns [ErrShare] for long work: there is no room for its response.
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

// On runs do on a worker slot of a class. Waiting and the context of do end with ctx and with the
// deadline of a request. On returns the error of do, [ErrBusy] if no slot became free in time,
// [ErrShare] like [Limits.Slot], and [ErrTooLong] if do did not end in time.
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
