package service

import (
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Event describes a call of an operation that has ended. Metrics are computed from it.
type Event struct {
	Operation   *operations.Operation
	Code        Code // error code; "" for a success
	Units       int64
	Replay      bool
	StoreFailed bool // whether the store returned an error
	Duration    time.Duration
}

// observe passes the Event of an ended call to Observe.
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

// storeError marks an error that a store returned.
type storeError struct{ error }

// Unwrap returns the error of the store.
func (e *storeError) Unwrap() error { return e.error }
