package service

import (
	"errors"
	"time"
)

// Event is one call of an operation that has ended, for metrics.
type Event struct {
	Operation   Operation
	Code        Code // "" for a success
	Units       int64
	Replay      bool
	StoreFailed bool // the store could not do its part
	Duration    time.Duration
}

// observe tells of a call that has ended.
func (s *Service) observe(op Operation, started time.Time, answer *Answer, err error) {
	if s.Observe == nil {
		return
	}
	e := Event{Operation: op, Duration: s.Clock().Sub(started)}
	switch {
	case err != nil:
		e.Code = AsError(err).Code
		_, e.StoreFailed = errors.AsType[*storeError](err)
	case answer.Replay:
		e.Replay = true
	default:
		e.Units = op.Units()
	}
	s.Observe(e)
}

// storeError marks what a store returned.
type storeError struct{ error }

// Unwrap returns what the store returned.
func (e *storeError) Unwrap() error { return e.error }
