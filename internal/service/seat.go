package service

import (
	"context"
	"time"
)

// seats bounds what is done at once. More than there are processors would not be
// faster, and would take memory.
type seats chan struct{}

// take waits for a seat, but no longer than patience and ctx allow.
func (s seats) take(ctx context.Context, patience time.Duration) error {
	select {
	case s <- struct{}{}:
		return nil
	default:
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case s <- struct{}{}:
		return nil
	case <-timeout.C:
		return Overloaded()
	case <-ctx.Done():
		return AsError(ctx.Err())
	}
}

func (s seats) give() { <-s }

// MakeFile runs write on a seat of the large files, as their formats do. Its
// caller makes a file of its own; waiting ends with ctx and with the deadline of a
// request. It returns an *[Error] with the cause [ErrOverloaded] where no seat
// became free.
func (s *Service) MakeFile(ctx context.Context, write func() error) error {
	if err := s.longSeats.take(ctx, s.config.Deadline); err != nil {
		return err
	}
	defer s.longSeats.give()
	return write()
}
