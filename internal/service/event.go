package service

import (
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Event describes a finished call of an operation, for metrics.
type Event struct {
	Operation   *operations.Operation
	Code        Code // "" for a success
	Units       int64
	Replay      bool
	StoreFailed bool // whether the store returned an error
	Duration    time.Duration
}

// observe reports a finished call.
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

// storeError marks an error of a store.
type storeError struct{ error }

// Unwrap returns the store's error.
func (e *storeError) Unwrap() error { return e.error }
