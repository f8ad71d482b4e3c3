// Package service implements the steps that every interface of Leasehold shares: admit a caller,
// read a request, compute, record and respond.
//
//	answer, quota, err := s.Do(ctx, service.Request{ID: id, Operation: op, Secret: secret, Read: read})
//
// The computation has no side effects. One transaction of the [Store] records its usage. The
// response is complete before this transaction begins, so that afterward only sending the response
// can fail. A request that fails before the transaction is not billed.
package service

import (
	"cmp"
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

// Config configures a [Service]. Store, Clock and Log are required. For every other field, the zero
// value means the default in its comment.
type Config struct {
	Store Store
	Clock func() time.Time
	Log   *slog.Logger
	// Version identifies the version of the program and of its accounting rules. The version is stored with
	// each claim. If a replay has a different response, the error message contains the version.
	Version string

	Plans meter.Plans // by default, the published plans
	// Operations maps each plan to its operations. A plan that is not in the map includes the operations of its
	// own level and of all lower levels.
	Operations   map[meter.Plan][]string
	Formats      []Format      // file formats of responses; default: none
	ReplayBilled time.Duration // time for which billed responses can be replayed; default: 30 days
	ReplayFree   time.Duration // time for which free responses can be replayed; default: 24 hours
	UsageMonths  int           // number of full months for which the usage log is retained; default: 24

	Limits admission.Options // limits on memory and processor time; default: one short slot per processor

	Observe func(Event) // called when a call has ended; may be nil
}

// Service processes requests, and manages keys and usage. It is safe for concurrent use.
type Service struct {
	Records

	config Config
	store  Store
	limits *admission.Limits
}

// New returns a Service with the given configuration.
func New(config Config) *Service {
	if config.Plans == nil {
		config.Plans = meter.Standard()
	}
	config.ReplayBilled = cmp.Or(config.ReplayBilled, 30*24*time.Hour)
	config.ReplayFree = cmp.Or(config.ReplayFree, 24*time.Hour)
	config.UsageMonths = cmp.Or(config.UsageMonths, 24)
	config.Limits.ShortSlots = cmp.Or(config.Limits.ShortSlots, runtime.GOMAXPROCS(0))
	config.Limits.Clock = config.Clock
	return &Service{Records: config.Store, config: config, store: config.Store, limits: admission.New(config.Limits)}
}

// Admission returns the limits on memory and processor time that all interfaces share.
func (s *Service) Admission() *admission.Limits { return s.limits }

// Limits returns the limits for each key on the given plan.
func (s *Service) Limits(plan meter.Plan) meter.Limits { return s.config.Plans[plan] }

// Plans returns the plans, the lowest one first.
func (s *Service) Plans() []meter.Plan { return s.config.Plans.Names() }

// Offers reports whether a plan includes an operation.
func (s *Service) Offers(plan meter.Plan, op *operations.Operation) bool {
	if names, ok := s.config.Operations[plan]; ok {
		return slices.Contains(names, op.Name)
	}
	return plan.Has(op.Plan)
}

// NewRequestID returns a new random request ID.
func NewRequestID() string { return "req_" + rand.Text() }

// Identify returns the key with the given secret without taking a slot of the rate limit. Interfaces call it
// for requests other than operations, which have a separate limit. Until the interface calls the leave
// function, the request counts as one of the owner's simultaneous requests. Identify returns an *[Error] with
// the code invalid_key, rate_limited or internal_error.
func (s *Service) Identify(ctx context.Context, secret string) (key Key, leave func(), err error) {
	if err := refuseAdmin(secret); err != nil {
		return Key{}, nil, err
	}
	if key, err = s.keyOf(ctx, secret); err != nil {
		return Key{}, nil, err
	}
	leave, err = s.enter(key)
	return key, leave, err
}

// keyOf returns the key with the given secret. It returns an *[Error] with the code invalid_key or internal_error.
func (s *Service) keyOf(ctx context.Context, secret string) (Key, error) {
	key, err := s.store.Identify(ctx, apikey.Sum(secret))
	switch {
	case errors.Is(err, ErrUnknownKey):
		return Key{}, unknownKey()
	case err != nil:
		return Key{}, AsError(fmt.Errorf("identify: %w", err))
	}
	return key, nil
}

// enter counts a request toward the key owner's simultaneous requests until the function leave is called.
func (s *Service) enter(key Key) (leave func(), err error) {
	if leave, err = s.limits.Enter(key.Owner()); err != nil {
		return nil, &Error{
			Code:       RateLimited,
			Message:    fmt.Sprintf("This key or its account has more than %d simultaneous requests. Try again in 1 s.", s.limits.OwnerAtOnce),
			RetryAfter: 1,
		}
	}
	return leave, nil
}

// Totals returns each key's usage in a month. Month 0 means the current month.
func (s *Service) Totals(ctx context.Context, q UsageQuery) ([]Total, error) {
	if q.Month == 0 {
		q.Month = meter.MonthOf(s.config.Clock())
	}
	return s.store.Totals(ctx, q)
}

// Refund refunds a request's units. The error may be [ErrNotRefundable].
func (s *Service) Refund(ctx context.Context, requestID string) error {
	if !IsID(requestID) {
		return ErrNotRefundable
	}
	return s.store.Refund(ctx, requestID)
}

// sweepRest is the pause after a step of a sweep, as a multiple of the step's duration. At 4, a long sweep uses
// a fifth of the store's time.
const sweepRest = 4

// Sweep removes expired data in small steps with pauses, so that computations are recorded between the steps.
// It does not trust the clock after a sudden large advance.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		started := time.Now() //nolint:forbidigo // used only for a duration, for which the service's clock is unsuitable because it may jump
		more, err := s.store.Sweep(ctx, s.config.UsageMonths)
		if err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
		if !more {
			return nil
		}
		rest := time.NewTimer(sweepRest * time.Since(started))
		select {
		case <-rest.C:
		case <-ctx.Done():
			rest.Stop()
			return ctx.Err()
		}
	}
}
