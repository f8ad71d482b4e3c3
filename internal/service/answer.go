package service

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// maxAnswerLen is the maximum length of a response in bytes. A schedule of 1,200 rows with its journal takes
// less than 2 MiB; a report on 5,000 leases with a year of entries takes 40 MiB.
const maxAnswerLen = 64 << 20

// maxCopiedLen is the maximum length in bytes of a response that is copied in memory; see [copies].
const maxCopiedLen = 8 << 20

// Answer is a complete successful response.
type Answer struct {
	// Body contains the requested file, or the operation's JSON object with request_id and replay.
	Body *admission.Output
	// Result is the computation's result. It is nil if [Request.BodyOnly] is set.
	Result operations.Result
	// Replay is set if an earlier request with the same Idempotency-Key was billed instead.
	Replay bool
	// Receipt identifies the usage row of the request that was billed.
	Receipt Receipt
	// MediaType and FileName describe a file. They are empty if the response is JSON.
	MediaType, FileName string

	units  int64 // number of billed units
	object int   // length of the operation's object in Body, where "," replaces its closing "}"
}

// Object returns a copy of the operation's object without request_id and replay.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return bytes.Clone(a.Body.Bytes())
	}
	object := bytes.Clone(a.Body.Bytes()[:a.object])
	object[a.object-1] = '}'
	return object
}

// Units returns the number of billed units, which is 0 for a replay.
func (a *Answer) Units() int64 { return a.units }

// Release makes the answer's memory available to other requests. The caller must not use Body afterward.
func (a *Answer) Release() {
	if a.Body != nil {
		a.Body.Release()
	}
	*a = Answer{}
}

// seal completes the response to the request with the given ID, after the computation has been recorded.
func (a *Answer) seal(id string, receipt Receipt, replay bool) *Answer {
	a.Receipt, a.Replay = receipt, replay
	if replay {
		a.units = 0
	}
	if a.MediaType != "" {
		return a
	}
	a.object = a.Body.Len()
	a.Body.ReplaceLast(func(dst []byte) []byte {
		dst = append(append(append(dst, `,"request_id":"`...), id...), `","replay":`...)
		return append(strconv.AppendBool(dst, replay), '}')
	})
	return a
}

// leaseOf returns the part of a file name that identifies a result's lease, or "".
func leaseOf(result operations.Result) string {
	switch r := result.Value().(type) {
	case *leasehold.Result:
		return filename.Of(&r.Lease)
	case *reperform.Answer:
		return filename.Of(&r.Ours.Lease)
	}
	return ""
}

// Format is a file format for responses.
type Format struct {
	Name       string // name such as xlsx, which is part of a request's digest
	MediaType  string
	Paper      string   // paper size such as a4, the value of the media type's paper parameter; "" for the default
	Ext        string   // file name extension, such as .xlsx
	Operations []string // names of the operations that offer the format
	Large      bool     // whether writing requires a worker slot for long work, as it does for a workbook
	// Write writes the file for a result. If the format cannot represent the result, it returns an
	// *[Error] with the code invalid_request.
	Write func(w io.Writer, op *operations.Operation, result operations.Result) error
}

// Formats returns the file formats that an operation offers, or all file formats if op is nil.
func (s *Service) Formats(op *operations.Operation) []*Format {
	var list []*Format
	for i := range s.config.Formats {
		if f := &s.config.Formats[i]; op == nil || slices.Contains(f.Operations, op.Name) {
			list = append(list, f)
		}
	}
	return list
}

// Event describes a finished call of an operation, for the metrics.
type Event struct {
	Operation   *operations.Operation
	Code        Code // error code; "" for a success
	Units       int64
	Replay      bool
	StoreFailed bool // whether the store returned an error
	Duration    time.Duration
}

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

// Unwrap returns the store's error.
func (e *storeError) Unwrap() error { return e.error }

// Quota describes a caller's quota and rate limit after a request.
type Quota struct {
	Known     bool  // false if the caller was not admitted or its plan has no quota
	Limit     int64 // units per month
	Remaining int64 // units left after the request's last transaction

	PerMinute int           // maximum number of requests in any 60 seconds; 0 if the caller was not admitted
	Wait      int           // seconds until the next request can be admitted; 0 unless the rate limit rejected this request
	Month     time.Duration // length of the current month
	Reset     time.Duration // time until the next month begins
}

// quotaOf returns the quota under a plan's limits at a given time. The caller sets Remaining.
func quotaOf(limits meter.Limits, at time.Time) Quota {
	month := meter.MonthOf(at)
	end := month.End()
	return Quota{
		Known: limits.PerMonth != meter.Unlimited, Limit: limits.PerMonth, PerMinute: limits.PerMinute,
		Month: end.Sub(month.Start()), Reset: end.Sub(at),
	}
}

// Headers returns the quota and rate-limit headers as alternating names and values. RateLimit and
// RateLimit-Policy follow draft-ietf-httpapi-ratelimit-headers-10. The number of requests left in the current
// minute is reported only if it is 0.
func (q *Quota) Headers() (list []string) {
	if q.PerMinute == 0 {
		return nil
	}
	policy, state := fmt.Sprintf(`"minute";q=%d;w=60`, q.PerMinute), ""
	if q.Wait > 0 {
		state = fmt.Sprintf(`"minute";r=0;t=%d`, q.Wait)
	}
	if q.Known {
		limit, remaining := strconv.FormatInt(q.Limit, 10), strconv.FormatInt(q.Remaining, 10)
		reset := strconv.FormatInt(int64((q.Reset+time.Second-1)/time.Second), 10)
		policy += fmt.Sprintf(`, "month";q=%s;w=%d`, limit, q.Month/time.Second)
		if state != "" {
			state += ", "
		}
		state += `"month";r=` + remaining + ";t=" + reset
		list = append(list, "X-Quota-Limit", limit, "X-Quota-Remaining", remaining, "X-Quota-Reset", reset)
	}
	if list = append(list, "Ratelimit-Policy", policy); state != "" {
		list = append(list, "Ratelimit", state)
	}
	return list
}
