package service

import (
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Event is one call of an operation that has ended, for metrics.
type Event struct {
	Operation   *operations.Operation
	Code        Code // "" for a success
	Units       int64
	Replay      bool
	StoreFailed bool // the store could not do its part
	Duration    time.Duration
}

// observe reports a call that has ended.
func (s *Service) observe(c *call, answer *Answer, err error) {
	if s.config.Observe == nil {
		return
	}
	e := Event{Operation: c.Operation, Duration: s.config.Clock().Sub(c.started)}
	switch {
	case err != nil:
		e.Code = AsError(err).Code
		_, e.StoreFailed = errors.AsType[*storeError](err)
	case answer.Replay:
		e.Replay = true
	default:
		e.Units = answer.units
	}
	s.config.Observe(e)
}

// storeError marks what a store returned.
type storeError struct{ error }

// Unwrap returns what the store returned.
func (e *storeError) Unwrap() error { return e.error }
