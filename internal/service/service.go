// Package service is the flow behind every interface of Leasehold: admit a caller, read a request,
// compute, record, respond.
//
//	answer, quota, err := s.Do(ctx, service.Request{ID: id, Operation: op, Secret: secret, Read: read})
//
// The computation is pure. One transaction of the [Store] records its usage. The response is
// complete before that transaction begins, so that only sending it can fail afterward. An error
// before the transaction is not billed.
package service

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Config configures a [Service]. Store, Clock and Log are required; every other zero field means
// its default.
type Config struct {
	Store Store
	Clock func() time.Time
	Log   *slog.Logger
	// Version names the program and its accounting rules. It is stored with claims and
	// named to callers whose replay has another response.
	Version string

	Plans meter.Plans // the published limits
	// Operations lists the operations of each plan. A plan that is missing here has the operations
	// of its level and of lower levels.
	Operations   map[meter.Plan][]string
	Formats      []Format      // of files that operations return: none
	ReplayBilled time.Duration // how long Idempotency-Keys are valid: 30 days
	ReplayFree   time.Duration // the same for operations that are free: 24 hours
	UsageMonths  int           // full months of the usage log that are stored: 24

	Limits admission.Options // on memory and processor time; short slots: one per processor

	Observe func(Event) // called at the end of every call; may be nil
}

// Service implements the use cases. It is safe for concurrent use.
type Service struct {
	config Config
	meter  Meter
	keys   Keys
	usage  Usage
	audit  Audit
	upkeep Upkeep

	limits *admission.Limits
}

// New returns a Service.
func New(config Config) *Service {
	if config.Plans == nil {
		config.Plans = meter.Standard()
	}
	setDefault(&config.ReplayBilled, 30*24*time.Hour)
	setDefault(&config.ReplayFree, 24*time.Hour)
	setDefault(&config.UsageMonths, 24)
	setDefault(&config.Limits.ShortSlots, runtime.GOMAXPROCS(0))
	config.Limits.Clock = config.Clock
	return &Service{
		config: config, meter: config.Store, keys: config.Store, usage: config.Store, audit: config.Store, upkeep: config.Store,
		limits: admission.New(config.Limits),
	}
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Admission returns the limits on memory and processor time. All interfaces share them.
func (s *Service) Admission() *admission.Limits { return s.limits }

// Limits returns the limits of a plan for each of its keys.
func (s *Service) Limits(plan meter.Plan) meter.Limits { return s.config.Plans[plan] }

// Plans lists the plans in ascending order.
func (s *Service) Plans() []meter.Plan { return s.config.Plans.Names() }

// Offers reports whether a plan has an operation.
func (s *Service) Offers(plan meter.Plan, op *operations.Operation) bool {
	if names, ok := s.config.Operations[plan]; ok {
		return slices.Contains(names, op.Name)
	}
	return plan.Has(op.Plan)
}

// NewRequestID returns a new request id.
func NewRequestID() string { return "req_" + rand.Text() }

// Identify returns the key of a secret without taking a slot of the rate limit. Interfaces use it
// for requests other than operations, which have a separate limit. The request counts for the key's
// owner until leave is called. The errors are *[Error] of invalid_key, rate_limited and
// internal_error.
func (s *Service) Identify(ctx context.Context, secret string) (key Key, leave func(), err error) {
	if err := refuseAdmin(secret); err != nil {
		return Key{}, nil, err
	}
	key, err = s.meter.Identify(ctx, apikey.Sum(secret))
	switch {
	case errors.Is(err, ErrUnknownKey):
		return Key{}, nil, unknownKey()
	case err != nil:
		return Key{}, nil, AsError(fmt.Errorf("identify: %w", err))
	}
	leave, err = s.enter(key)
	return key, leave, err
}

// enter counts a request of the key's owner until leave is called.
func (s *Service) enter(key Key) (leave func(), err error) {
	if leave, err = s.limits.Enter(key.Owner()); err != nil {
		return nil, &Error{
			Code:       RateLimited,
			Message:    fmt.Sprintf("More than %d requests of this key or its account at the same time. Try again in 1 s.", s.limits.OwnerAtOnce),
			RetryAfter: 1,
		}
	}
	return leave, nil
}
