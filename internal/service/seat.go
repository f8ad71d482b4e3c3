package service

import (
	"context"
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Work is a class of work by how long it takes, or how much memory.
type Work uint8

// The classes. What takes longer has fewer seats, so that it keeps nothing waiting
// that is short.
const (
	Short Work = iota // an answer on one lease: as many at once as there are processors
	Long              // large files, and answers that take up to some seconds
	Heavy             // what takes longer: all but one of the long seats, never all
)

// String names the class, as metrics have it.
func (w Work) String() string { return [...]string{"short", "long", "heavy"}[w] }

// Estimates above which work is no longer short, and no longer long. A row of a
// measurement takes about [rowTime].
const (
	shortest = 10 * time.Millisecond
	longest  = 2 * time.Second
	rowTime  = 200 * time.Nanosecond
)

// Lengths of bodies above which reading them is no longer short, and no longer
// long.
const (
	shortBody = operations.MaxLeaseLen
	longBody  = operations.MaxVerifyLen
)

// timeOf estimates how long so many rows take.
func timeOf(effort int64) time.Duration { return time.Duration(effort) * rowTime }

// WorkFor returns the class of what measures so many rows, see
// [leasehold.Lease.Effort], and has a body of that length.
func WorkFor(effort, body int64) Work { return workOf(timeOf(effort), body) }

// workOf returns the class of what takes so long and has a body of that length.
func workOf(estimate time.Duration, body int64) Work {
	switch {
	case estimate > longest || body > longBody:
		return Heavy
	case estimate > shortest || body > shortBody:
		return Long
	default:
		return Short
	}
}

// seats bound what is done at once. More than there are processors would not be
// faster, and would take memory.
//
// Each class has the turns that its work needs, in the order in which they are taken:
// heavy work needs a long seat as well.
type seats [Heavy + 1][]*turns

func newSeats(short, long int, clock func() time.Time) seats {
	long = max(2, long)
	s, l, h := newTurns(int64(short), 0, clock), newTurns(int64(long), 0, clock), newTurns(int64(long-1), 0, clock)
	return seats{Short: {s}, Long: {l}, Heavy: {h, l}}
}

// take waits for a seat of an owner.
func (s *seats) take(ctx context.Context, owner int64, w Work, longestWait time.Duration) error {
	for i, kind := range s[w] {
		began := time.Now() //nolint:forbidigo // the time waited, as the timers of the turns have it
		if err := kind.take(ctx, owner, 1, longestWait); err != nil {
			for _, taken := range s[w][:i] {
				taken.give(owner, 1)
			}
			return err
		}
		longestWait -= time.Since(began)
	}
	return nil
}

func (s *seats) give(owner int64, w Work) {
	for _, kind := range s[w] {
		kind.give(owner, 1)
	}
}

// Seats tells how many seats of a class are taken, how many requests wait for one,
// and how many got none.
func (s *Service) Seats(w Work) (taken, waiting, refused int64) { return s.seats[w][0].state() }

// Starved returns for how long no seat of short work was given although somebody
// waited for one.
func (s *Service) Starved() time.Duration { return s.seats[Short][0].stillFor() }

// On runs do on a seat of a class. The owner is whose turn it is: a key's Ref, or a
// number below 0 for a visitor. Waiting ends with ctx and with the deadline of a
// request, and so does the context of do. It returns an *[Error] with the cause
// [ErrOverloaded] where no seat became free in time, and [ErrTooLong] where do did
// not end in time.
func (s *Service) On(ctx context.Context, owner int64, w Work, do func(ctx context.Context) error) error {
	timed, end := until(ctx, s.config.Deadline)
	defer end()
	if err := s.seats.take(timed, owner, w, s.longestWait(w, s.config.Deadline)); err != nil {
		return err
	}
	defer s.seats.give(owner, w)
	err := do(considerate(timed, w))
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrTooLong
	}
	return err
}

// longestWait is how long work waits for a seat, where so much time is left.
func (s *Service) longestWait(w Work, left time.Duration) time.Duration {
	if w == Short {
		return min(s.config.LongestWait, left)
	}
	return left
}

// ErrTooLong says that work did not end within the deadline of a request.
var ErrTooLong = errors.New("it takes longer than a request may")

// Long work pauses for a moment again and again. The processors then look for
// requests that have arrived, for which they would otherwise wait until the
// runtime interrupts the work, ten milliseconds later.
const (
	pauseEvery = time.Millisecond
	pauseFor   = 50 * time.Microsecond
)

// considerate returns the context of work on a seat: long work pauses where it asks
// whether it is still wanted.
func considerate(ctx context.Context, w Work) context.Context {
	if w == Short {
		return ctx
	}
	return &pausing{Context: ctx, last: time.Now()} //nolint:forbidigo // processor time, whatever the clock says
}

// pausing is a context for one goroutine.
type pausing struct {
	context.Context //nolint:containedctx // it is one

	last time.Time
}

// Err implements [context.Context].
func (p *pausing) Err() error {
	if now := time.Now(); now.Sub(p.last) > pauseEvery { //nolint:forbidigo // processor time, whatever the clock says
		time.Sleep(pauseFor)
		p.last = time.Now() //nolint:forbidigo // processor time, whatever the clock says
	}
	return p.Context.Err()
}
