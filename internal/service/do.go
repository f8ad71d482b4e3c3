package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Request is a request of a caller through one of the interfaces.
type Request struct {
	ID             string // see NewRequestID
	Operation      *operations.Operation
	Secret         string   // of the API key
	IdempotencyKey []string // the values of that header or argument; empty if it was not sent

	// Read returns the remaining parts of the request. It is called after the caller is admitted,
	// and its errors are recorded like any other error.
	Read func() (Input, error)

	// BodyOnly is set by callers that need only Answer.Body. Answer.Result is nil then, and its
	// memory serves the next computation. For other callers the response has at most 8 MiB, and
	// each copy of it counts as memory.
	BodyOnly bool
}

// Input is the part of a request that is read after the caller's admission.
type Input struct {
	Body   io.Reader
	Length int64   // of Body; below 0 if unknown
	Bytes  []byte  // the body, if it is in memory; then there is no Body
	Format *Format // of the response; nil for JSON
}

// Do processes a request: it admits the caller, reads, computes and records. Each admitted request
// has one row in the usage log, and only a response is billed. The error is an *[Error], or wraps
// [ErrUncertain]: then the interface must close the connection without a response.
func (s *Service) Do(ctx context.Context, r Request) (*Answer, Quota, error) {
	c := &call{Request: &r, started: s.config.Clock(), endClaim: func() {}}
	if err := s.admit(ctx, c); err != nil {
		s.observe(c, nil, err)
		return nil, c.quota, err
	}
	answer, err := s.recorded(ctx, c, func() (*Answer, error) {
		leave, err := s.enter(c.key)
		if err != nil {
			return nil, err
		}
		defer leave()
		defer func() { c.endClaim() }()
		defer s.charge(ctx, c)
		var answer *Answer
		defer func() {
			if answer == nil && c.output != nil {
				c.output.Release()
			}
		}()
		done, err := s.work(ctx, c)
		if err != nil {
			return nil, s.lateError(ctx, c, err)
		}
		answer, err = s.record(ctx, c, done)
		return answer, err
	})
	return answer, c.quota, err
}

// call is a request in progress. It is not safe for concurrent use.
type call struct {
	*Request

	key      Key
	quota    Quota
	time     time.Time         // the request's one timestamp
	started  time.Time         // by the process's clock
	format   *Format           // of the response; nil for JSON
	claim    *Claim            // of its Idempotency-Key, filled in by [Service.complete]; nil without one
	spent    time.Duration     // time spent on a worker slot
	output   *admission.Output // nil before the result is printed
	endClaim func()            // lets the next request with the same Idempotency-Key be read
}

func (c *call) used(units int64) { c.quota.Remaining = max(0, c.quota.Limit-units) }

// formatName returns the name of the response format.
func (c *call) formatName() string {
	if c.format == nil {
		return jsonFormat
	}
	return c.format.Name
}

// admit identifies the caller by its key and takes a slot of the rate limit. The errors are
// *[Error] of invalid_key, rate_limited, plan_required and internal_error.
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

// recorded runs do. If do fails, recorded writes the usage row of the call; a successful call has
// written its row in do.
func (s *Service) recorded(ctx context.Context, c *call, do func() (*Answer, error)) (*Answer, error) {
	answer, err := recovered(do)
	if err != nil && !errors.Is(err, ErrUncertain) {
		response := AsError(err)
		row := s.row(c)
		row.Status, row.Code = response.HTTPStatus(), response.Code
		s.log(ctx, row)
		err = response
	}
	s.observe(c, answer, err)
	return answer, err
}

// recovered runs do and returns a panic as an error.
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

// log writes the row of a request that is not billed. An error of the store goes to the log only.
func (s *Service) log(ctx context.Context, row UsageRow) {
	if err := s.meter.Log(context.WithoutCancel(ctx), row); err != nil {
		s.config.Log.ErrorContext(ctx, "usage row lost", "request_id", row.RequestID, "error", err.Error())
	}
}

// work reads the request and computes the response.
func (s *Service) work(ctx context.Context, c *call) (*computed, error) {
	in, err := s.begin(c)
	if err != nil {
		return nil, err
	}
	body := in.Bytes
	if in.Body != nil {
		held := s.limits.Hold(c.key.Owner())
		defer held.Release()
		b := newBuffer()
		defer b.release()
		if b.data, err = held.Read(ctx, b.data, in.Body, in.Length, c.Operation.MaxBody); err != nil {
			return nil, Unread(err)
		}
		body = b.data
	}
	if c.claim != nil {
		end, err := s.limits.Claim(ctx, c.claim.number(c.key), s.left(c))
		if err != nil {
			return nil, err
		}
		c.endClaim = end
	}
	class := admission.ClassFor(0, int64(len(body)))
	if c.format != nil && c.format.Large {
		class = max(class, admission.Long)
	}
	for {
		done, needed, err := s.onSlot(ctx, c, class, body)
		if needed <= class {
			return done, err
		}
		// The next attempt waits for a slot of the higher class and decodes the body again, because
		// the decoded request would need much more memory than the body during the wait.
		class = needed
	}
}

// begin reads the request except the credential and the body.
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
	return in, nil
}

// onSlot decodes a body and computes on a worker slot of a class. If the work needs a higher class,
// onSlot returns that class without computing.
func (s *Service) onSlot(ctx context.Context, c *call, class admission.Class, body []byte) (done *computed, needed admission.Class, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.left(c))
	defer cancel()
	give, err := s.limits.Slot(ctx, c.key.Owner(), class, s.left(c))
	if err != nil {
		return nil, class, err
	}
	defer give()
	began := time.Now() //nolint:forbidigo // a duration; the service's clock may jump
	defer func() { c.spent += time.Since(began) }()
	task, err := c.Operation.Read(body)
	if err != nil {
		return nil, class, refusal(err)
	}
	if err := s.checkQuota(ctx, c, task.Most()); err != nil {
		return nil, class, err
	}
	if admission.Estimate(task.Effort()) > s.limits.Deadline/2 { // the other half of the deadline is for waiting and for slow machines
		return nil, class, s.beyondDeadline(task)
	}
	if needed = max(class, admission.ClassFor(task.Effort(), int64(len(body)))); needed > class {
		return nil, needed, nil
	}
	done, err = s.compute(ctx, c, task)
	return done, class, err
}

// Unread returns the error response for a body that could not be read. It keeps errors of the
// interface and of an exceeded deadline; otherwise it reports that the body is incomplete.
func Unread(err error) error {
	if known := AsError(err); known.Message != internalMessage {
		return known
	}
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	unread := Invalid("body", "is incomplete")
	unread.Cause = err
	return unread
}

// computed is a response that is not recorded yet.
type computed struct {
	result operations.Result // nil for BodyOnly
	of     string            // file name of the lease
	units  int64
	claim  *Claim
}

// checkQuota rejects a request before its computation if the key has fewer units than the request
// may need, unless the request is a replay.
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

// compute computes the response and completes the claim of the Idempotency-Key.
func (s *Service) compute(ctx context.Context, c *call, task operations.Task) (*computed, error) {
	done, err := s.print(ctx, c, task)
	if err != nil {
		return nil, err
	}
	if c.claim != nil {
		s.complete(c.claim, c, task, done)
	}
	return done, nil
}

// copies is the number of copies in memory of a response that is not [Request.BodyOnly]: the
// object, the value of a message, and the message.
const copies = 3

// print computes a task and prints its result.
func (s *Service) print(ctx context.Context, c *call, task operations.Task) (*computed, error) {
	times, longest := copies, maxCopiedLen
	if c.BodyOnly {
		times, longest = 0, maxAnswerLen
	}
	result, err := task.Compute(ctx, operations.With{})
	if err != nil {
		return nil, refusal(err)
	}
	c.output = admission.NewOutput(s.limits.Hold(c.key.Owner()), times)
	done := &computed{units: result.Units()}
	to := &bounded{c.output, longest}
	var long io.WriterTo
	if !c.Operation.OfLease() { // for one lease, Value would build it just for this check
		long, _ = result.Value().(io.WriterTo)
	}
	switch {
	case c.format != nil:
		done.of = leaseOf(result)
		err = c.format.Write(to, c.Operation, result)
	case long != nil:
		_, err = long.WriteTo(to)
	default:
		err = c.output.Append(result.Append)
	}
	if err != nil {
		return nil, err
	}
	if !c.BodyOnly {
		done.result = result
	}
	return done, nil
}

// bounded is an output with a maximum length.
type bounded struct {
	*admission.Output

	longest int
}

// Write implements [io.Writer].
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.longest {
		return 0, Invalid("body", fmt.Sprintf("the response would be longer than %d MiB; send the leases in several requests", b.longest>>20))
	}
	return b.Output.Write(p)
}

// lateError returns the error for work that ended with the deadline: the request was too long, or, if
// most of the time was spent waiting, the server is busy. It returns other errors unchanged.
func (s *Service) lateError(ctx context.Context, c *call, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	if c.spent >= s.limits.Deadline/2 {
		return s.tooLong(c.Operation)
	}
	return Overloaded()
}

// charge takes slots of the rate limit for long work, including work that ends in an error or a
// replay: one slot per second or part of a second. Admission has taken the first slot.
func (s *Service) charge(ctx context.Context, c *call) {
	more := int((c.spent+time.Second-1)/time.Second) - 1
	if more <= 0 {
		return
	}
	if err := s.meter.Charge(context.WithoutCancel(ctx), c.key, more); err != nil {
		s.config.Log.ErrorContext(ctx, "slots not taken", "request_id", c.ID, "error", err.Error())
	}
}

// left returns the time until the deadline of the call.
func (s *Service) left(c *call) time.Duration {
	return s.limits.Deadline - s.config.Clock().Sub(c.started)
}

// complete fills in a claim. It hashes here, because the store serializes its work.
func (s *Service) complete(claim *Claim, c *call, task operations.Task, done *computed) {
	kept := s.config.ReplayBilled
	if c.Operation.Units == 0 {
		kept = s.config.ReplayFree
	}
	claim.Request = requestDigest(task.Normalize(make([]byte, 0, 512)), c.formatName())
	claim.Response = c.output.Sum()
	claim.Version, claim.Expires = s.config.Version, c.time.Add(kept)
	done.claim = claim
}

// record records the computation and returns the response.
func (s *Service) record(ctx context.Context, c *call, done *computed) (*Answer, error) {
	// From here on a canceled request continues: a client that disconnects now is billed and can
	// replay the response.
	if gone := ctx.Err(); gone != nil {
		return nil, fmt.Errorf("client gone: %w", gone)
	}
	if s.left(c) <= 0 { // the response might be too late to be sent
		return nil, s.lateError(ctx, c, context.DeadlineExceeded)
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

// replay returns the response again if the first request and its response were equal. Only digests
// of the first response are stored; this computation has repeated it.
func (s *Service) replay(ctx context.Context, c *call, done *computed, first *First) (*Answer, error) {
	if err := repeats(first, done.claim); err != nil {
		return nil, err
	}
	row := s.row(c)
	row.Status, row.ReplayOf = 200, first.RequestID
	s.log(ctx, row)
	return c.seal(done, first.Receipt, true), nil
}
