package service

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Request is a caller's request for an operation through any interface.
type Request struct {
	ID             string // request ID; see NewRequestID
	Operation      *operations.Operation
	Secret         string   // secret of the API key
	IdempotencyKey []string // values of the Idempotency-Key header or argument; empty if the caller sent none

	// Read returns the remaining parts of the request. It is called after the caller is admitted. If Read
	// returns an error, the request has a usage row. The same applies to every other error after admission.
	Read func() (Input, error)

	// BodyOnly is set if the caller of Do needs only Answer.Body. Answer.Result is then nil, and its memory is
	// reused for a later computation. If BodyOnly is not set, the response is limited to 8 MiB, and three
	// copies of it count toward the memory limit.
	BodyOnly bool
}

// Input contains the parts of a request that are read after the caller is admitted.
type Input struct {
	Body   io.Reader
	Length int64   // length of Body in bytes; negative if unknown
	Bytes  []byte  // the body, if it is already in memory; Body is then nil
	Format *Format // format of the response; nil for JSON
}

// Do processes a request: it admits the caller, reads the request, computes the result and records
// it. Each request from an admitted caller has one row in the usage log, and only a successful
// response is billed. The error is an *[Error] or wraps [ErrUncertain]. In the second case the
// interface must close the connection without a response.
func (s *Service) Do(ctx context.Context, r Request) (*Answer, Quota, error) {
	c := &call{Request: &r, started: s.config.Clock(), endClaim: func() {}}
	if err := s.admit(ctx, c); err != nil {
		s.observe(c, nil, err)
		return nil, c.quota, err
	}
	answer, err := recovered(func() (answer *Answer, err error) {
		leave, err := s.enter(c.key)
		if err != nil {
			return nil, err
		}
		defer leave()
		defer func() { c.endClaim() }()
		defer s.charge(ctx, c)
		defer func() {
			if answer == nil && c.output != nil {
				c.output.Release()
			}
		}()
		computed, err := s.work(ctx, c)
		if err != nil {
			return nil, s.lateError(ctx, c, err)
		}
		return s.record(ctx, c, computed)
	})
	if err != nil && !errors.Is(err, ErrUncertain) {
		response := AsError(err)
		row := s.row(c)
		row.Status, row.Code = response.HTTPStatus(), response.Code
		s.log(ctx, row)
		err = response
	}
	s.observe(c, answer, err)
	return answer, c.quota, err
}

// call is a request that is being processed. It is not safe for concurrent use.
type call struct {
	*Request

	key      Key
	quota    Quota
	time     time.Time         // timestamp of the request, from the store's clock
	started  time.Time         // time at which processing began, from the service's clock
	format   *Format           // format of the response; nil for JSON
	claim    *Claim            // claim of the Idempotency-Key, completed by [Service.complete]; nil without an Idempotency-Key
	spent    time.Duration     // total time on worker slots
	output   *admission.Output // nil until the result is printed
	endClaim func()            // allows the next request with the same Idempotency-Key to proceed
}

func (c *call) used(units int64) { c.quota.Remaining = max(0, c.quota.Limit-units) }

// admit identifies the caller by its API key and takes a slot of the rate limit. It returns an *[Error] with
// the code invalid_key, rate_limited, plan_required or internal_error.
func (s *Service) admit(ctx context.Context, c *call) error {
	if err := refuseAdmin(c.Secret); err != nil {
		return err
	}
	a, err := s.store.Admit(ctx, apikey.Sum(c.Secret), s.config.Plans)
	switch {
	case errors.Is(err, ErrUnknownKey):
		return unknownKey()
	case errors.Is(err, ErrNoPlan):
		return &Error{
			Code: PlanRequired, Cause: err,
			Message: "This server does not offer the key's plan. Ask the server's operator for another plan.",
		}
	case err != nil:
		return AsError(fmt.Errorf("admit: %w", &storeError{err}))
	}
	c.key, c.time, c.quota = a.Key, a.Time, quotaOf(a.Limits, a.Time)
	c.used(a.Used)
	if a.Wait > 0 {
		c.quota.Wait = meter.RetryAfter(a.Wait)
		return TooMany("requests", a.Limits.PerMinute, a.Wait)
	}
	return nil
}

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

// log writes the usage row of a request that is not billed. An error is only logged.
func (s *Service) log(ctx context.Context, row UsageRow) {
	if err := s.store.Log(context.WithoutCancel(ctx), row); err != nil {
		s.config.Log.ErrorContext(ctx, "a usage row was not written", "request_id", row.RequestID, "error", err.Error())
	}
}

func (s *Service) work(ctx context.Context, c *call) (*Answer, error) {
	in, err := s.begin(c)
	if err != nil {
		return nil, err
	}
	body := in.Bytes
	if in.Body != nil {
		held := s.limits.Hold(c.key.Owner())
		defer held.Release()
		if body, err = held.Read(ctx, nil, in.Body, in.Length, c.Operation.MaxBody); err != nil {
			return nil, Unread(err)
		}
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
		answer, needed, err := s.onSlot(ctx, c, class, body)
		if needed <= class {
			return answer, err
		}
		// Wait for a slot of the higher class and decode the body again. The decoded request is not retained,
		// because it needs much more memory than the body.
		class = needed
	}
}

// begin reads all parts of the request except the credential and the body.
func (s *Service) begin(c *call) (in Input, err error) {
	if err := s.Allow(c.key.Plan, c.Operation, keyHolder); err != nil {
		return in, err
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

// onSlot waits for a worker slot of a class, decodes the body and computes. If the work needs a higher class,
// onSlot returns that class without doing the work.
func (s *Service) onSlot(ctx context.Context, c *call, class admission.Class, body []byte) (answer *Answer, needed admission.Class, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.left(c))
	defer cancel()
	give, err := s.limits.Slot(ctx, c.key.Owner(), class, s.left(c))
	if err != nil {
		return nil, class, err
	}
	defer give()
	began := time.Now() //nolint:forbidigo // used only for a duration; the service's clock may jump, so it is unsuitable
	defer func() { c.spent += time.Since(began) }()
	task, err := c.Operation.Read(body)
	if err != nil {
		return nil, class, err
	}
	if err := s.checkQuota(ctx, c, task.Most()); err != nil {
		return nil, class, err
	}
	if admission.Estimate(task.Effort()) > s.limits.Deadline/2 { // half of the deadline is reserved for waiting and for slow machines
		of, fit := task.Fit(admission.Within(s.limits.Deadline / 2))
		return nil, class, Invalid(of, fmt.Sprintf("would take longer than the %s allowed for a request; only the first %d fit in one request", s.limits.Deadline, fit))
	}
	if needed = max(class, admission.ClassFor(task.Effort(), int64(len(body)))); needed > class {
		return nil, needed, nil
	}
	if answer, err = s.compute(ctx, c, task); err == nil && c.claim != nil {
		s.complete(c, task)
	}
	return answer, class, err
}

// Unread returns the error for a body that could not be read. If err is an *[Error] or reports that the request's
// deadline has passed, Unread returns err. Otherwise, it returns an error saying that the body is incomplete.
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

// checkQuota rejects a request that may need more units than are left. It never rejects a replay.
func (s *Service) checkQuota(ctx context.Context, c *call, units int64) error {
	if units <= c.quota.Remaining {
		return nil
	}
	if c.claim != nil {
		known, err := s.store.Claimed(ctx, c.key, c.Operation.Name, c.claim.Name, c.time)
		if err != nil {
			return fmt.Errorf("claimed: %w", &storeError{err})
		}
		if known {
			return nil
		}
	}
	return quotaExceeded(c.quota, units, meter.MonthOf(c.time))
}

// copies is the maximum number of copies of a response in memory if [Request.BodyOnly] is not set:
// the object itself, the value in a message, and the message.
const copies = 3

// compute computes a task's result and writes it in the response format.
func (s *Service) compute(ctx context.Context, c *call, task operations.Task) (*Answer, error) {
	times, longest := copies, maxCopiedLen
	if c.BodyOnly {
		times, longest = 0, maxAnswerLen
	}
	result, err := task.Compute(ctx, operations.With{})
	if err != nil {
		return nil, err
	}
	c.output = admission.NewOutput(s.limits.Hold(c.key.Owner()), times)
	answer := &Answer{Body: c.output, units: result.Units()}
	to := &bounded{c.output, longest}
	var long io.WriterTo
	if !c.Operation.OfLease() { // for one lease, Value would be built only for this check
		long, _ = result.Value().(io.WriterTo)
	}
	switch {
	case c.format != nil:
		answer.MediaType, answer.FileName = c.format.MediaType, filename.Join(leaseOf(result), c.Operation.Name+c.format.Ext)
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
		answer.Result = result
	}
	return answer, nil
}

type bounded struct {
	*admission.Output

	longest int
}

// Write implements [io.Writer].
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.longest {
		return 0, Invalid("body", fmt.Sprintf("the response would be longer than %d MiB; split the leases across several requests", b.longest>>20))
	}
	return b.Output.Write(p)
}

// lateError returns the error for work that reached the deadline, and returns other errors unchanged. If the request
// spent most of its time waiting, the error reports a busy server; otherwise it reports that the work took too long.
func (s *Service) lateError(ctx context.Context, c *call, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	if c.spent >= s.limits.Deadline/2 {
		return Invalid(c.Operation.Bulk(), fmt.Sprintf("took longer than the %s allowed for a request; send a smaller request", s.limits.Deadline))
	}
	return Overloaded()
}

// charge takes additional rate-limit slots for long work, whether the work ends in a response, a replay or an
// error. Work takes one slot per second or part of a second; admission has already taken the first slot.
func (s *Service) charge(ctx context.Context, c *call) {
	more := int((c.spent+time.Second-1)/time.Second) - 1
	if more <= 0 {
		return
	}
	if err := s.store.Charge(context.WithoutCancel(ctx), c.key, more); err != nil {
		s.config.Log.ErrorContext(ctx, "rate-limit slots were not charged", "request_id", c.ID, "error", err.Error())
	}
}

func (s *Service) left(c *call) time.Duration {
	return s.limits.Deadline - s.config.Clock().Sub(c.started)
}

// complete adds the digests and the expiry to the claim of a call. The digests are computed before
// the store is called, because the store processes one computation at a time.
func (s *Service) complete(c *call, task operations.Task) {
	replayable, format := s.config.ReplayBilled, "json"
	if c.Operation.Units == 0 {
		replayable = s.config.ReplayFree
	}
	if c.format != nil {
		format = c.format.Name
	}
	c.claim.Request = requestDigest(task.Normalize(make([]byte, 0, 512)), format)
	c.claim.Response = c.output.Sum()
	c.claim.Version, c.claim.Expires = s.config.Version, c.time.Add(replayable)
}

// record records a computation in the store and completes its response. A repeated request gets the recomputed
// response, because the store has only digests of the first response.
func (s *Service) record(ctx context.Context, c *call, computed *Answer) (*Answer, error) {
	// From here on, the code ignores cancellation of the request. If the client disconnects now, the request is
	// billed, and the client can request a replay.
	if gone := ctx.Err(); gone != nil {
		return nil, fmt.Errorf("client gone: %w", gone)
	}
	if s.left(c) <= 0 { // the response could arrive too late
		return nil, s.lateError(ctx, c, context.DeadlineExceeded)
	}
	r, err := s.store.Record(context.WithoutCancel(ctx), &Computation{
		RequestID: c.ID, Key: c.key, Operation: c.Operation.Name, Units: computed.units, Quota: c.quota.Limit,
		Time: c.time, Duration: s.config.Clock().Sub(c.started), Claim: c.claim,
	})
	if err != nil {
		return nil, fmt.Errorf("record: %w", &storeError{err})
	}
	c.used(r.Used)
	switch r.Outcome {
	case Original:
		return computed.seal(c.ID, r.Receipt, false), nil
	case OverQuota:
		return nil, quotaExceeded(c.quota, computed.units, meter.MonthOf(c.time))
	case Replay, Mismatch:
		if err := repeats(r.First, c.claim); err != nil {
			return nil, err
		}
		row := s.row(c)
		row.Status, row.ReplayOf = 200, r.First.RequestID
		s.log(ctx, row)
		return computed.seal(c.ID, r.First.Receipt, true), nil
	default:
		return nil, fmt.Errorf("record: unknown outcome %d", r.Outcome)
	}
}

// IdempotencyKeyField is the name of the Idempotency-Key in errors. An interface that uses another
// name for it calls [Error.Rename].
const IdempotencyKeyField = "Idempotency-Key"

// maxIdempotencyKeyLen is the maximum length of an Idempotency-Key in characters.
const maxIdempotencyKeyLen = 255

// Digest is a SHA-256 hash.
type Digest [sha256.Size]byte

// Claims have namespaces, so that a claim for an Idempotency-Key never has the same name as a claim that the
// server makes.
const (
	callersClaims = "Idempotency-Key"
	pagesClaims   = "page"
)

func claimName(space, key string) Digest { return sha256.Sum256([]byte(space + "\n" + key)) }

// claimOf returns the claim for the values of an Idempotency-Key, or nil if all values are empty.
func claimOf(values []string) (*Claim, error) {
	var key string
	for _, value := range values {
		if value == "" {
			continue
		}
		if key != "" {
			return nil, Invalid(IdempotencyKeyField, "must be sent once")
		}
		key = value
	}
	if key == "" {
		return nil, nil //nolint:nilnil // nil means that there is no Idempotency-Key
	}
	if !utf8.ValidString(key) {
		return nil, Invalid(IdempotencyKeyField, "must be UTF-8")
	}
	if utf8.RuneCountInString(key) > maxIdempotencyKeyLen {
		return nil, Invalid(IdempotencyKeyField, fmt.Sprintf("must have at most %d characters", maxIdempotencyKeyLen))
	}
	for _, r := range key {
		if unicode.IsControl(r) {
			return nil, Invalid(IdempotencyKeyField, "must not contain control characters")
		}
	}
	return &Claim{Name: claimName(callersClaims, key)}, nil
}

// number returns the number that identifies this claim in package admission. A second request with
// the same claim waits until the first one is recorded, and occupies no worker slot while it waits.
func (c *Claim) number(key Key) int64 { return int64(binary.NativeEndian.Uint64(c.Name[:])) ^ key.Ref }

// requestDigest returns the digest of a normalized request and the name of its response format. Two requests
// have the same digest if they differ only in white space, in the order of their fields, in the spelling of
// numbers (12 and 12.0), or in explicit defaults.
func requestDigest(request []byte, format string) (d Digest) {
	h := sha256.New()
	h.Write([]byte(format + "\n")) // writing to a hash returns no error
	h.Write(request)
	h.Sum(d[:0])
	return d
}

func repeats(first *First, claim *Claim) error {
	switch {
	case first.Request == claim.Request && first.Response == claim.Response:
		return nil
	case first.Request == claim.Request:
		return Invalid(IdempotencyKeyField, fmt.Sprintf(
			"the first response came from version %q, and this version, %q, responds differently; nothing was billed; send a new key",
			first.Version, claim.Version))
	case first.Version != claim.Version:
		return Invalid(IdempotencyKeyField, fmt.Sprintf(
			"was used before with a different body or Accept header, or version %q, which responded to the first request, reads it differently from version %q; send a new key",
			first.Version, claim.Version))
	default:
		return Invalid(IdempotencyKeyField, "was used before with a different body or Accept header; send a new key with a new request")
	}
}
