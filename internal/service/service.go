// Package service is the flow behind every door of Leasehold: admit a caller,
// read a lease, compute, settle the charge, answer.
//
//	call, err := s.Admit(ctx, service.Compute, requestID, secret)
//	answer, err := s.Execute(ctx, call, service.Input{Body: body})
//
// The computation is pure. What has to be remembered is remembered in one
// transaction of the [Store] after it, and the answer exists as a whole before
// that transaction begins: after its commit nothing can fail but the socket.
// Whatever fails before costs the caller nothing.
package service

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// MaxBodyLen is the length of the longest request body that is read.
const MaxBodyLen = 64 << 10

// Config says how a [Service] works. The zero value of each field but Store,
// Clock and Log means its default.
type Config struct {
	Store Store
	Clock func() time.Time
	Log   *slog.Logger

	Plans         meter.Plans   // the published limits
	ReplayBilled  time.Duration // how long answers are kept for replay: 30 days
	ReplayFree    time.Duration // the same for classify: 24 hours
	UsageMonths   int           // full months of the usage log that are kept: 24
	ComputeAtOnce int           // computations at once: one a processor
	Version       string        // of the program, for files to say

	Observe func(Event) // is told of every call that has ended; may be nil
}

// Service is the use cases. It is safe for concurrent use.
type Service struct {
	Config

	packer *packer
	seats  chan struct{} // see compute
}

// New returns a Service. Close it after the last call.
func New(config Config) (*Service, error) {
	if config.Plans == nil {
		config.Plans = meter.Standard()
	}
	setDefault(&config.ReplayBilled, 30*24*time.Hour)
	setDefault(&config.ReplayFree, 24*time.Hour)
	setDefault(&config.UsageMonths, 24)
	setDefault(&config.ComputeAtOnce, runtime.GOMAXPROCS(0))
	packer, err := newPacker(config.ComputeAtOnce)
	if err != nil {
		return nil, err
	}
	return &Service{Config: config, packer: packer, seats: make(chan struct{}, config.ComputeAtOnce)}, nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Close frees what the service holds. The store is the caller's to close.
func (s *Service) Close() { s.packer.close() }

// NewRequestID returns a new request id.
func NewRequestID() string { return "req_" + rand.Text() }

// Call is an authenticated request. It is not safe for concurrent use.
type Call struct {
	RequestID string
	Operation Operation
	Key       Key
	Quota     int64 // units a month
	Remaining int64 // units left, as of the last transaction that the request took part in

	time    time.Time
	started time.Time
	format  *export.Format // nil for JSON
}

// Admit lets a caller in: the key is known and has a rate-limit slot free, which
// it takes. The Call is nil unless the caller is authenticated; with
// rate_limited there is both a Call and an error. The errors are *[Error] of
// invalid_key, rate_limited and internal_error.
func (s *Service) Admit(ctx context.Context, op Operation, requestID, secret string) (*Call, error) {
	started := s.Clock()
	a, err := s.Store.Admit(ctx, apikey.Sum(secret), s.Plans)
	switch {
	case errors.Is(err, ErrUnknownKey):
		err = unknownKey()
	case err != nil:
		err = AsError(fmt.Errorf("admit: %w", &storeError{err}))
	}
	if err != nil {
		s.observe(op, started, nil, err)
		return nil, err
	}
	call := &Call{
		RequestID: requestID, Operation: op, Key: a.Key, Quota: a.Limits.PerMonth,
		time: a.Time, started: started,
	}
	call.used(a.Used)
	if a.Wait > 0 {
		err := rateLimited(a.Limits.PerMinute, meter.RetryAfter(a.Wait))
		s.observe(op, started, nil, err)
		return call, err
	}
	return call, nil
}

// Identify tells whose secret this is and takes no rate-limit slot: it is for
// what a door answers beside the operations. The errors are *[Error] of
// invalid_key and internal_error.
func (s *Service) Identify(ctx context.Context, secret string) (Key, error) {
	key, err := s.Store.Identify(ctx, apikey.Sum(secret))
	switch {
	case errors.Is(err, ErrUnknownKey):
		return Key{}, unknownKey()
	case err != nil:
		return Key{}, AsError(fmt.Errorf("identify: %w", err))
	}
	return key, nil
}

func (c *Call) used(units int64) { c.Remaining = max(0, c.Quota-units) }

// Input is what an authenticated caller sent.
type Input struct {
	IdempotencyKey []string // the header's values; none where it was not sent
	Accept         []string // likewise
	Body           io.Reader
	// Refused is what the door itself found wrong with the request, beside
	// what the service reads.
	Refused *Error
}

// Execute answers an admitted call. Every call ends in one row of the usage
// log. The error is an *[Error], or wraps [ErrUncertain]: then the caller must be told
// nothing at all.
func (s *Service) Execute(ctx context.Context, call *Call, in Input) (answer *Answer, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = &Error{Code: InternalError, Message: internalMessage, Cause: fmt.Errorf("panic: %v\n%s", problem, debug.Stack())}
		}
		defer func() { s.observe(call.Operation, call.started, answer, err) }()
		if err == nil {
			return
		}
		answer = nil
		if !errors.Is(err, ErrUncertain) {
			err = s.fail(ctx, call, AsError(err))
		}
	}()
	if in.Refused != nil {
		return nil, in.Refused
	}
	key, keyed, err := idempotencyKey(in.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if call.format, err = chooseFormat(call.Operation, in.Accept); err != nil {
		return nil, err
	}
	lease, err := read(in.Body)
	if err != nil {
		return nil, err
	}
	b, claim, err := s.compute(call, lease, key, keyed)
	if err != nil {
		return nil, err
	}
	return s.settle(ctx, call, claim, b)
}

// compute makes the answer, and prepares the claim of its Idempotency-Key. Only
// as many as there are processors do it at once: more would not be faster, and
// whoever has been waiting for the disk would wait again, behind all of them,
// for a processor.
func (s *Service) compute(call *Call, lease *leasehold.Lease, key string, keyed bool) (*buffer, *Claim, error) {
	s.seats <- struct{}{}
	defer func() { <-s.seats }()
	result, err := leasehold.Compute(lease)
	if err != nil {
		return nil, nil, refused(err)
	}
	b := newBuffer()
	if err := s.answer(b, call, result); err != nil {
		return nil, nil, err
	}
	if !keyed {
		return b, nil, nil
	}
	return b, s.claim(call, key, lease, b.data), nil
}

// fail records a call that ends in e.
func (s *Service) fail(ctx context.Context, call *Call, e *Error) *Error {
	row := s.row(call)
	row.Status, row.Code = e.HTTPStatus(), e.Code
	s.log(ctx, row)
	return e
}

func (s *Service) row(call *Call) UsageRow {
	return UsageRow{
		RequestID: call.RequestID, Key: call.Key, Operation: call.Operation.String(),
		Time: call.time, Duration: s.Clock().Sub(call.started),
	}
}

// log records a row. Its failure is no reason to fail a request that costs
// nothing.
func (s *Service) log(ctx context.Context, row UsageRow) {
	if err := s.Store.Log(context.WithoutCancel(ctx), row); err != nil {
		s.Log.ErrorContext(ctx, "usage row lost", "request_id", row.RequestID, "error", err.Error())
	}
}

// read reads a lease from body, which it reads no further than the longest
// body and one byte.
func read(body io.Reader) (*leasehold.Lease, error) {
	b := newBuffer()
	defer b.release()
	for limited := io.LimitReader(body, MaxBodyLen+1); ; {
		if len(b.data) == cap(b.data) {
			b.data = append(b.data, 0)[:len(b.data)]
		}
		n, err := limited.Read(b.data[len(b.data):cap(b.data)])
		b.data = b.data[:len(b.data)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, &Error{Code: InvalidRequest, Message: "body: could not be read to its end", Cause: err}
		}
	}
	if len(b.data) > MaxBodyLen {
		return nil, Invalid("body", fmt.Sprintf("must have at most %d bytes", MaxBodyLen))
	}
	lease, err := leasehold.Decode(b.data)
	if err != nil {
		return nil, refused(err)
	}
	return lease, nil
}

// refused returns what a caller is told whose lease was refused.
func refused(err error) error {
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		return &Error{Code: InvalidRequest, Message: invalid.Error()}
	}
	return err
}

// claim prepares the use of an Idempotency-Key, all that takes time of it
// outside the store.
func (s *Service) claim(call *Call, key string, lease *leasehold.Lease, object []byte) *Claim {
	request, format := lease.Append(make([]byte, 0, 512)), call.formatName()
	kept := s.ReplayBilled
	if call.Operation.Units() == 0 {
		kept = s.ReplayFree
	}
	return &Claim{
		IdempotencyKey: key,
		Fingerprint:    fingerprint(request, format),
		Request:        request,
		Format:         format,
		Stored:         s.packer.pack(object),
		Expires:        call.time.Add(kept),
	}
}

// settle records the charge and makes the answer of the object in b.
func (s *Service) settle(ctx context.Context, call *Call, claim *Claim, b *buffer) (*Answer, error) {
	// From here on the request runs to its end: a client that goes away now
	// has been charged and can have its answer replayed.
	if gone := ctx.Err(); gone != nil {
		return nil, fmt.Errorf("client gone: %w", gone)
	}
	done, err := s.Store.Record(context.WithoutCancel(ctx), &Computation{
		RequestID: call.RequestID, Key: call.Key, Operation: call.Operation.String(),
		Units: call.Operation.Units(), Quota: call.Quota,
		Time: call.time, Duration: s.Clock().Sub(call.started), Claim: claim,
	})
	if err != nil {
		return nil, fmt.Errorf("settle: %w", &storeError{err})
	}
	call.used(done.Used)
	switch done.Outcome {
	case Original:
		return call.seal(b, false), nil
	case OverQuota:
		call.Remaining = 0
		return nil, quotaExceeded(call.Quota, meter.MonthOf(call.time))
	case Replay, Mismatch:
		return s.replay(ctx, call, claim, done.First, b)
	default:
		return nil, fmt.Errorf("settle: unknown outcome %d", done.Outcome)
	}
}

// replay answers with the first request's bytes, if this is the same request.
func (s *Service) replay(ctx context.Context, call *Call, claim *Claim, first *StoredAnswer, b *buffer) (*Answer, error) {
	if !sameRequest(first, claim) {
		return nil, Invalid("Idempotency-Key", "was used before with another body or Accept; send a new key with a new request")
	}
	var err error
	if b.data, err = s.packer.unpack(b.data[:0], first.Stored); err != nil {
		return nil, err
	}
	row := s.row(call)
	row.Status, row.ReplayOf = 200, first.RequestID
	s.log(ctx, row)
	return call.seal(b, true), nil
}
