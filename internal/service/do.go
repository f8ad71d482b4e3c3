package service

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Request is what a caller sent to a door.
type Request struct {
	ID             string // see NewRequestID
	Operation      *operations.Operation
	Secret         string   // of the API key
	IdempotencyKey []string // the values of that header or argument; none if it was not sent

	// Read returns the rest of the request. It is called once the caller is
	// admitted; what it refuses is recorded like any other refusal.
	Read func() (Input, error)

	// BodyOnly says that the caller needs Answer.Body alone: Answer.Result is nil,
	// and its memory serves the next computation.
	BodyOnly bool
}

// Input is the part of a request that is read after the caller's admission.
type Input struct {
	Body   io.Reader
	Length int64   // of Body: below 0 where it is not known, 0 where its bytes are in memory
	Format *Format // of the answer; nil for JSON
}

// Do answers a request: it admits the caller, reads, computes and records. Every
// admitted request ends in one row of the usage log, and nothing is billed that
// is not answered. The error is an *[Error], or wraps [ErrUncertain]: then the
// caller must be told nothing at all.
func (s *Service) Do(ctx context.Context, r Request) (*Answer, Quota, error) {
	c := &call{Request: &r, started: s.config.Clock()}
	if err := s.admit(ctx, c); err != nil {
		s.observe(c, nil, err)
		return nil, c.quota, err
	}
	timed, end := until(ctx, s.left(c))
	defer end()
	answer, err := s.recorded(ctx, c, func() (*Answer, error) {
		if err := s.shares.enter(c.key.Ref); err != nil {
			return nil, err
		}
		defer s.shares.leave(c.key.Ref)
		defer s.charge(ctx, c)
		done, err := s.work(timed, c)
		if err != nil {
			return nil, s.late(ctx, c, err)
		}
		return s.record(ctx, c, done)
	})
	return answer, c.quota, err
}

// call is a request on its way. It is not safe for concurrent use.
type call struct {
	*Request

	key     Key
	quota   Quota
	time    time.Time     // the request's one timestamp
	started time.Time     // by the process's clock
	format  *Format       // of the answer; nil for JSON
	claim   *Claim        // of its Idempotency-Key, filled in by [Service.complete]; nil without one
	spent   time.Duration // on a seat
}

func (c *call) used(units int64) { c.quota.Remaining = max(0, c.quota.Limit-units) }

// formatName names the format of the call's answer.
func (c *call) formatName() string {
	if c.format == nil {
		return jsonFormat
	}
	return c.format.Name
}

// admit lets a caller in whose key is known and has a rate-limit slot free, which
// it takes. The errors are *[Error] of invalid_key, rate_limited and
// internal_error.
func (s *Service) admit(ctx context.Context, c *call) error {
	if err := refuseAdmin(c.Secret); err != nil {
		return err
	}
	a, err := s.meter.Admit(ctx, apikey.Sum(c.Secret), s.config.Plans)
	switch {
	case errors.Is(err, ErrUnknownKey):
		return unknownKey()
	case errors.Is(err, ErrNoPlan):
		return noPlan(err)
	case err != nil:
		return AsError(fmt.Errorf("admit: %w", &storeError{err}))
	}
	c.key, c.time, c.quota = a.Key, a.Time, quotaOf(a.Limits, a.Time)
	c.used(a.Used)
	if a.Wait > 0 {
		c.quota.Wait = meter.RetryAfter(a.Wait)
		return rateLimited(a.Limits.PerMinute, meter.RetryAfter(a.Wait))
	}
	return nil
}

// recorded runs do. If that fails, it writes the call's row of the usage log; a
// success has written its own.
func (s *Service) recorded(ctx context.Context, c *call, do func() (*Answer, error)) (*Answer, error) {
	answer, err := recovered(do)
	if err != nil && !errors.Is(err, ErrUncertain) {
		told := AsError(err)
		row := s.row(c)
		row.Status, row.Code = told.HTTPStatus(), told.Code
		s.log(ctx, row)
		err = told
	}
	s.observe(c, answer, err)
	return answer, err
}

// recovered turns a panic of do into an error.
func recovered(do func() (*Answer, error)) (answer *Answer, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			answer = nil
			err = &Error{Code: InternalError, Message: internalMessage, Cause: fmt.Errorf("panic: %v\n%s", problem, debug.Stack())}
		}
	}()
	return do()
}

func (s *Service) row(c *call) UsageRow {
	return UsageRow{
		RequestID: c.ID, Key: c.key, Operation: c.Operation.Name, Time: c.time, Duration: s.config.Clock().Sub(c.started),
	}
}

// log writes a row of a request that costs nothing. If that fails, the request
// goes on.
func (s *Service) log(ctx context.Context, row UsageRow) {
	if err := s.meter.Log(context.WithoutCancel(ctx), row); err != nil {
		s.config.Log.ErrorContext(ctx, "usage row lost", "request_id", row.RequestID, "error", err.Error())
	}
}

// work reads the request and makes the answer.
func (s *Service) work(ctx context.Context, c *call) (*computed, error) {
	in, err := s.begin(c)
	if err != nil {
		return nil, err
	}
	give, err := s.HoldBody(ctx, c.key.Ref, in.Length)
	if err != nil {
		return nil, err
	}
	defer give()
	b := newBuffer()
	defer b.release()
	if err := b.readFrom(in, c.Operation.MaxBody); err != nil {
		return nil, err
	}
	class := workOf(0, int64(len(b.data)))
	if c.format != nil && c.format.Large {
		class = max(class, Long)
	}
	for {
		done, needed, err := s.seated(ctx, c, class, b.data)
		if needed <= class {
			return done, err
		}
		// The request is not kept while it waits: it is many times as large.
		class = needed
	}
}

// begin reads the request, except for its credential and its body.
func (s *Service) begin(c *call) (in Input, err error) {
	if !s.Offers(c.key.Plan, c.Operation) {
		return in, s.planRequired(c.Operation, c.key.Plan, keyHolder)
	}
	if c.claim, err = claimOf(c.IdempotencyKey); err != nil {
		return in, err
	}
	if in, err = c.Read(); err != nil {
		return in, err
	}
	c.format = in.Format
	if longest := int64(c.Operation.MaxBody) + 1; in.Length < 0 || in.Length > longest {
		in.Length = longest
	}
	return in, nil
}

// seated reads a body and computes on a seat of a class. Where that is not the class
// of what is to be computed, it computes nothing and returns the one that is.
func (s *Service) seated(ctx context.Context, c *call, class Work, body []byte) (done *computed, needed Work, err error) {
	if err := s.seats.take(ctx, c.key.Ref, class, s.longestWait(class, s.left(c))); err != nil {
		return nil, class, err
	}
	defer s.seats.give(c.key.Ref, class)
	began := time.Now() //nolint:forbidigo // the time spent, whatever the clock says
	defer func() { c.spent += time.Since(began) }()
	task, err := c.Operation.Read(body)
	if err != nil {
		return nil, class, refusal(err)
	}
	if err := s.checkQuota(ctx, c, task.Most()); err != nil {
		return nil, class, err
	}
	estimate := timeOf(task.Effort())
	if estimate > s.config.Deadline/2 { // the other half is for waiting, and for slower machines
		return nil, class, s.beyondDeadline(task)
	}
	if needed = max(class, workOf(estimate, int64(len(body)))); needed > class {
		return nil, needed, nil
	}
	done, err = s.compute(considerate(ctx, class), c, task)
	return done, class, err
}

// readFrom reads a body, no further than the longest one and one byte.
func (b *buffer) readFrom(in Input, longest int) error {
	b.data = slices.Grow(b.data, int(max(in.Length, 0))+1)
	for limited := io.LimitReader(in.Body, int64(longest)+1); ; {
		if len(b.data) == cap(b.data) {
			b.data = append(b.data, 0)[:len(b.data)]
		}
		n, err := limited.Read(b.data[len(b.data):cap(b.data)])
		b.data = b.data[:len(b.data)+n]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return Unread(err)
		}
	}
}

// Unread returns what a caller is told whose body could not be read: what the
// door says of it, or that it came to no end.
func Unread(err error) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	unread := Invalid("body", "could not be read to its end")
	unread.Cause = err
	return unread
}

// computed is an answer that has not been recorded yet.
type computed struct {
	result operations.Result // nil where the caller needs the body alone
	of     string            // the name of the lease, for a file
	units  int64
	claim  *Claim
	buffer *buffer // the operation's object, or the file
}

// checkQuota refuses before it is computed what could not be recorded: with fewer
// units left than it takes, no more than a first answer that is repeated.
func (s *Service) checkQuota(ctx context.Context, c *call, units int64) error {
	if units <= c.quota.Remaining {
		return nil
	}
	if c.claim != nil {
		known, err := s.meter.Claimed(ctx, c.key, c.Operation.Name, c.claim.Name, c.time)
		if err != nil {
			return fmt.Errorf("claimed: %w", &storeError{err})
		}
		if known {
			return nil
		}
	}
	return quotaExceeded(c.quota, units, meter.MonthOf(c.time))
}

// compute makes the answer, and completes the claim of its Idempotency-Key.
func (s *Service) compute(ctx context.Context, c *call, task operations.Task) (*computed, error) {
	done, err := c.print(ctx, task)
	if err != nil {
		return nil, err
	}
	if c.claim != nil {
		s.complete(c.claim, c, task, done)
	}
	return done, nil
}

// workspaces are memory for results of which nothing but their print is needed.
// There are as few as computations at once, so that they stay in the processors'
// caches.
var workspaces = sync.Pool{New: func() any { return new(leasehold.Workspace) }}

// print computes a task and prints its result.
func (c *call) print(ctx context.Context, task operations.Task) (*computed, error) {
	var with operations.With
	if c.BodyOnly {
		with.Space, _ = workspaces.Get().(*leasehold.Workspace)
	}
	result, err := task.Compute(ctx, with)
	if err != nil {
		return nil, refusal(err)
	}
	b := newBuffer()
	if c.format == nil {
		b.data = result.Append(b.data)
	} else if err := c.format.Write(b, c.Operation, result); err != nil {
		return nil, err
	}
	if len(b.data) > maxAnswerLen {
		return nil, Invalid("body", fmt.Sprintf("its answer would be longer than %d MiB; send the leases in several requests", maxAnswerLen>>20))
	}
	done := &computed{units: result.Units(), buffer: b}
	if c.format != nil {
		done.of = leaseOf(result)
	}
	if with.Space == nil {
		done.result = result
	} else {
		workspaces.Put(with.Space)
	}
	return done, nil
}

// late returns what a caller is told of an error: where the deadline has ended the
// work, that it was too much, or, if most of the time was spent on waiting, that the
// server is busy.
func (s *Service) late(ctx context.Context, c *call, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	if c.spent >= s.config.Deadline/2 {
		return s.tooLong(c.Operation)
	}
	return Overloaded()
}

// charge takes further slots of the rate limit for what took long: as many as it
// took whole seconds, whether it was answered or not.
func (s *Service) charge(ctx context.Context, c *call) {
	more := int(c.spent/time.Second) - 1
	if more <= 0 {
		return
	}
	if err := s.meter.Charge(context.WithoutCancel(ctx), c.key, more); err != nil {
		s.config.Log.ErrorContext(ctx, "slots not taken", "request_id", c.ID, "error", err.Error())
	}
}

// left returns the time until the call's deadline.
func (s *Service) left(c *call) time.Duration {
	return s.config.Deadline - s.config.Clock().Sub(c.started)
}

// complete fills in a claim. Hashing takes time and is done here, outside the store.
func (s *Service) complete(claim *Claim, c *call, task operations.Task, done *computed) {
	kept := s.config.ReplayBilled
	if c.Operation.Units == 0 {
		kept = s.config.ReplayFree
	}
	claim.Request = requestDigest(task.Normalize(make([]byte, 0, 512)), c.formatName())
	claim.Response = sha256.Sum256(done.buffer.data)
	claim.Version, claim.Expires = s.config.Version, c.time.Add(kept)
	done.claim = claim
}

// record records the computation and makes the answer.
func (s *Service) record(ctx context.Context, c *call, done *computed) (*Answer, error) {
	// From here on the request runs to its end: a client that goes away now
	// has been billed and can have its answer replayed.
	if gone := ctx.Err(); gone != nil {
		return nil, fmt.Errorf("client gone: %w", gone)
	}
	if s.left(c) <= 0 { // the answer might come too late to be sent
		return nil, s.late(ctx, c, context.DeadlineExceeded)
	}
	r, err := s.meter.Record(context.WithoutCancel(ctx), &Computation{
		RequestID: c.ID, Key: c.key, Operation: c.Operation.Name, Units: done.units, Quota: c.quota.Limit,
		Time: c.time, Duration: s.config.Clock().Sub(c.started), Claim: done.claim,
	})
	if err != nil {
		return nil, fmt.Errorf("record: %w", &storeError{err})
	}
	c.used(r.Used)
	switch r.Outcome {
	case Original:
		return c.seal(done, r.Receipt, false), nil
	case OverQuota:
		return nil, quotaExceeded(c.quota, done.units, meter.MonthOf(c.time))
	case Replay, Mismatch:
		return s.replay(ctx, c, done, r.First)
	default:
		return nil, fmt.Errorf("record: unknown outcome %d", r.Outcome)
	}
}

// replay responds again if this is the first request and has the first response.
// The first response is not stored: the computation has just been repeated.
func (s *Service) replay(ctx context.Context, c *call, done *computed, first *First) (*Answer, error) {
	if err := repeats(first, done.claim); err != nil {
		return nil, err
	}
	row := s.row(c)
	row.Status, row.ReplayOf = 200, first.RequestID
	s.log(ctx, row)
	return c.seal(done, first.Receipt, true), nil
}
