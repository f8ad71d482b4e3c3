package service_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// A later computation reuses the memory of a finished computation, but never while a caller still
// uses the body in that memory.
func TestReusedMemoryIsNotShared(t *testing.T) {
	t.Parallel()
	d := open(t)
	var group sync.WaitGroup
	for i := range 8 {
		body := strings.Replace(lease, "1000", strconv.Itoa(1000+i), 1)
		body = strings.Replace(body, "12", strconv.Itoa(600-50*i), 1)
		group.Go(func() {
			want, err := operations.Compute.Compute(context.Background(), []byte(body))
			if err != nil {
				t.Error(err)
				return
			}
			for range 6 {
				r := d.request(operations.Compute, strings.NewReader(body))
				r.BodyOnly = true
				answer, _, err := d.Do(context.Background(), r)
				if err != nil {
					t.Error(err)
					return
				}
				if got := answer.Object(); answer.Result != nil || !bytes.Equal(got, want.Append(nil)) {
					t.Errorf("%s: result %v, object %.200s", body, answer.Result, got)
				}
				answer.Release()
			}
		})
	}
	group.Wait()
}

// The rate limit is checked before the body is read, and it counts requests for all operations together. A
// request sent after the reported wait is admitted.
func TestRateLimitIsOverAllOperations(t *testing.T) {
	t.Parallel()
	d := open(t)
	if _, err := d.SetPlan(context.Background(), d.id, meter.Free); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		d.send(operations.All()[i%4], []string{lease, "{"}[i%2])
		d.clock.Add(time.Second)
	}
	r := d.send(operations.Classify, "{", "bad key", "twice")
	d.refused(r, service.RateLimited, "10 requests")
	if r.err.RetryAfter != 50 || r.remaining != 20 {
		t.Errorf("retry after %d, %d remaining", r.err.RetryAfter, r.remaining)
	}
	d.clock.Add(50 * time.Second)
	d.refused(d.send(operations.Classify, "{"), service.InvalidRequest)
}

// A billed response can be replayed for 30 days, and a classify response for 24 hours. A replay expires exactly
// then, whether or not a sweep has run.
func TestReplaysExpire(t *testing.T) {
	t.Parallel()
	for _, sweep := range []bool{false, true} {
		d := open(t)
		begin := d.clock.Now()
		billed := d.original(d.send(operations.Compute, lease, "k"), 4999)
		free := d.original(d.send(operations.Classify, lease, "k"), 4999)
		d.clock.Set(begin.Add(24*time.Hour - 1))
		d.replayOf(free, d.send(operations.Classify, lease, "k"))
		d.clock.Set(begin.Add(24 * time.Hour))
		d.original(d.send(operations.Classify, lease, "k"), 4999)
		d.clock.Set(begin.Add(30*24*time.Hour - 1))
		d.replayOf(billed, d.send(operations.Compute, lease, "k"))
		d.clock.Set(begin.Add(30 * 24 * time.Hour))
		if sweep {
			if err := d.Sweep(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		d.original(d.send(operations.Compute, strings.Replace(lease, "1000", "2000", 1), "k"), 4999) // 4,999 units of December remain
	}
}

// If recording fails, the error contains no details, and a caller who repeats the request is billed once.
func TestFailuresAreFreeAndRetryable(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.store.record = errors.New("disk on fire at /dev/secret")
	r := d.send(operations.Compute, lease, "k")
	d.refused(r, service.InternalError, "Idempotency-Key")
	if strings.Contains(r.err.Message, "fire") || r.err.Cause == nil {
		t.Errorf("told %q", r.err.Message)
	}
	d.store.record = nil
	first := d.original(d.send(operations.Compute, lease, "k"), 4999)
	// The store records the computation, but the result of recording it is lost.
	d.store.after = errors.New("connection lost")
	d.refused(d.send(operations.Compute, lease, "lost"), service.InternalError)
	d.store.after = nil
	r = d.send(operations.Compute, lease, "lost")
	if r.err != nil || !r.replay || r.remaining != 4998 {
		t.Errorf("retry of a recorded computation: %+v", r)
	}
	// If the only failure is in writing the usage row, the request is not rejected.
	d.store.log = errors.New("full")
	d.replayOf(first, d.send(operations.Compute, lease, "k"))
	d.refused(d.send(operations.Compute, "{"), service.InvalidRequest)
	d.store.log = nil
}

// If the client disconnects before its computation is submitted to the store, the request is not
// billed, and its usage row has no units.
func TestACanceledCallIsNotBilled(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	r := d.request(operations.Compute, nil, "k")
	r.Read = func() (service.Input, error) {
		cancel() // disconnects after the request is admitted
		return service.Input{Body: strings.NewReader(lease)}, nil
	}
	if _, quota, err := d.Do(ctx, r); err == nil || quota.Remaining != 5000 {
		t.Errorf("got %v, %+v", err, quota)
	}
	if rows := d.usage(1); rows[0].Units != 0 || rows[0].Status != 500 {
		t.Errorf("row %+v", rows[0])
	}
	d.original(d.send(operations.Compute, lease, "k"), 4999)
}

// An incomplete body is a request error. A panic while the body is read ends only that request.
func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, tt := range []struct {
		body io.Reader
		want service.Code
	}{
		{io.MultiReader(strings.NewReader(lease[:20]), iotest.ErrReader(io.ErrUnexpectedEOF)), service.InvalidRequest},
		{panicReader{}, service.InternalError},
		{iotest.OneByteReader(strings.NewReader(lease)), ""},
	} {
		answer, _, err := d.Do(context.Background(), d.request(operations.Compute, tt.body))
		switch {
		case tt.want == "" && err != nil:
			t.Error(err)
		case tt.want != "" && (answer != nil || service.AsError(err).Code != tt.want):
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	d.usage(3)
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("no body") }

// Every error code is documented and has the HTTP status that the API contract defines.
func TestCodesAreDocumented(t *testing.T) {
	t.Parallel()
	want := map[service.Code]int{
		service.Unauthorized: 401, service.InvalidKey: 401, service.InvalidRequest: 400, service.QuotaExceeded: 429,
		service.RateLimited: 429, service.PlanRequired: 403, service.NotFound: 404, service.InternalError: 500,
	}
	for _, info := range service.Codes() {
		if want[info.Code] != info.Status || info.Code.Status() != info.Status || info.When == "" || info.Fix == "" {
			t.Errorf("%+v", info)
		}
		delete(want, info.Code)
	}
	if len(want) > 0 {
		t.Errorf("not documented: %v", want)
	}
}
