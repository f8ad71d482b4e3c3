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

// The response of every operation is one JSON object that ends with request_id and replay. The
// operation's units are billed.
func TestEachOperationAnswersAndIsBilled(t *testing.T) {
	t.Parallel()
	d := open(t)
	left := int64(5000)
	for _, op := range operations.All() {
		left -= op.Units
		r := d.original(d.send(op, bodyOf(op)), left)
		if want := `,"request_id":"` + r.id + `","replay":false}`; !strings.HasSuffix(r.body, want) || !strings.HasPrefix(r.body, "{") {
			t.Errorf("%s: body %q", op, r.body)
		}
		if r.object != strings.TrimSuffix(r.body, `,"request_id":"`+r.id+`","replay":false}`)+"}" {
			t.Errorf("%s: object %q", op, r.object)
		}
	}
	if left != 4994 {
		t.Errorf("%d units left: classify is free, the others are not", left)
	}
	d.usage(len(operations.All()))
}

// Memory of a finished computation is reused for a later one, but never while a caller still uses a
// body stored in it.
func TestMemoryUsedAgainIsNobodyElses(t *testing.T) {
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

// A request that is equal but spelled differently is replayed. A different request with the same
// Idempotency-Key is rejected and does not change the original.
func TestSamenessIsOfTheLeaseNotOfItsText(t *testing.T) {
	t.Parallel()
	d := open(t)
	first := d.original(d.send(operations.Compute, lease, "k"), 4999)
	for name, body := range map[string]string{
		"white space":             strings.ReplaceAll(lease, ",", " ,\n\t"),
		"order of members":        `{"discountRateAnnual":0.06,"paymentAmount":1000,"termMonths":12,"commencementDate":"2026-01-01"}`,
		"notation of numbers":     `{"commencementDate":"2026-01-01","termMonths":12.0,"paymentAmount":1e3,"discountRateAnnual":0.0600}`,
		"a default spelled out":   strings.Replace(lease, "{", `{"standard":"ASC_842","paymentTiming":"advance",`, 1),
		"an escape in its string": strings.Replace(lease, "2026", `\u0032026`, 1),
	} {
		t.Run(name, func(*testing.T) { d.replayOf(first, d.send(operations.Compute, body, "k")) })
	}
	for name, body := range map[string]string{
		"a figure":        strings.Replace(lease, "1000", "1000.01", 1),
		"an added value":  strings.Replace(lease, "{", `{"prepaidRent":0,`, 1),
		"an explicit no":  strings.Replace(lease, "{", `{"specializedAsset":false,`, 1),
		"another default": strings.Replace(lease, "{", `{"paymentTiming":"arrears",`, 1),
	} {
		t.Run(name, func(*testing.T) {
			r := d.send(operations.Compute, body, "k")
			d.refused(r, service.InvalidRequest, "Idempotency-Key")
			if r.remaining != 4999 {
				t.Errorf("%d remaining", r.remaining)
			}
		})
	}
	again := d.send(operations.Compute, lease, "k")
	d.replayOf(first, again)
	refused := d.send(operations.Compute, strings.Replace(lease, "12", "13", 1), "k")
	d.refused(refused, service.InvalidRequest, "Idempotency-Key")
	d.original(d.send(operations.Schedule, lease, "k"), 4998) // the same body for another operation
	for _, row := range d.usage(1 + 5 + 4 + 1 + 1 + 1) {
		switch row.RequestID {
		case again.id:
			if row.ReplayOf != first.id || row.Units != 0 || row.Status != 200 {
				t.Errorf("the replay's row: %+v", row)
			}
		case refused.id:
			if row.Code != service.InvalidRequest || row.Status != 400 || row.Units != 0 {
				t.Errorf("the mismatch's row: %+v", row)
			}
		}
	}
}

// If a request has several errors, the response reports the error that is checked first. The test
// also covers the valid values of an Idempotency-Key.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	d := open(t)
	long := strings.Repeat("k", 255)
	for _, tt := range []struct {
		name, body string
		keys       []string
		want       string // text in the message; "" for a success
	}{
		{"key before size", strings.Repeat(" ", operations.MaxLeaseLen+1), []string{"a\x00"}, "Idempotency-Key"},
		{"key before JSON", "{", []string{"a\xff"}, "Idempotency-Key"},
		{"key before constraints", "{}", []string{"a", "b"}, "Idempotency-Key"},
		{"size before JSON", strings.Repeat("{", operations.MaxLeaseLen+1), nil, "body: must have at most 65536 bytes"},
		{"JSON before constraints", `{"termMonths":0`, nil, "body"},
		{"constraints", strings.Replace(lease, "12", "0", 1), nil, "termMonths"},
		{"the longest body", lease + strings.Repeat(" ", operations.MaxLeaseLen-len(lease)), nil, ""},
		{"one byte more", lease + strings.Repeat(" ", operations.MaxLeaseLen-len(lease)+1), nil, "body"},
		{"an empty body", "", nil, "body"},
		{"the longest key", lease, []string{long}, ""},
		{"a longer key", lease, []string{long + "k"}, "at most 255 characters"},
		{"an empty key", lease, []string{""}, ""},
		{"an empty key and another", lease, []string{"", "k"}, ""},
		{"a key of symbols", lease, []string{`!"#~`}, ""},
		{"a key with spaces", lease, []string{"lease 4711, March"}, ""},
		{"a key not of ASCII", lease, []string{"Überlassung 4711 \U0001f3e2"}, ""},
		{"the longest key not of ASCII", lease, []string{strings.Repeat("é", 255)}, ""},
		{"a key with DEL", lease, []string{"a\x7f"}, "control characters"},
		{"a key that is not UTF-8", lease, []string{"a\xe9"}, "UTF-8"},
		{"a key sent twice", lease, []string{"same", "same"}, "once"},
	} {
		r := d.send(operations.Classify, tt.body, tt.keys...)
		if tt.want == "" {
			if r.err != nil {
				t.Errorf("%s: %v", tt.name, r.err)
			}
			continue
		}
		if r.err == nil || r.err.Code != service.InvalidRequest || !strings.Contains(r.err.Message, tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, r.err, tt.want)
		}
	}
}

// The error about a used-up quota contains the date on which the next quota begins. A rejected
// request costs no units, and the operation classify and replays still work. The next month begins
// with the full quota.
func TestQuotaEndsAndBeginsAnew(t *testing.T) {
	t.Parallel()
	d := open(t)
	if _, err := d.SetPlan(context.Background(), d.id, meter.Free); err != nil {
		t.Fatal(err)
	}
	var first reply
	for i := range int64(25) {
		r := d.original(d.send(operations.Compute, lease, string(rune('a'+i))), 24-i)
		if i == 0 {
			first = r
		}
		d.clock.Add(10 * time.Second)
	}
	r := d.send(operations.JournalEntries, lease)
	d.refused(r, service.QuotaExceeded, "25", "2026-12-01T00:00:00Z")
	if r.remaining != 0 || r.err.RetryAfter != 0 {
		t.Errorf("%d remaining, retry after %d", r.remaining, r.err.RetryAfter)
	}
	d.original(d.send(operations.Classify, lease), 0)
	d.replayOf(first, d.send(operations.Compute, lease, "a"))
	d.clock.Set(time.Date(2026, 12, 1, 0, 0, 0, -1, time.UTC))
	d.refused(d.send(operations.Compute, lease), service.QuotaExceeded)
	d.clock.Add(1)
	d.original(d.send(operations.Compute, lease), 24)
	d.clock.Add(-1) // the clock is set back into the old month
	d.refused(d.send(operations.Compute, lease), service.QuotaExceeded)
}

// The rate limit is checked before the body is read and applies to all operations together. A
// request after the reported wait is admitted.
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

// A billed response can be replayed for 30 days, and a response of classify for 24 hours. A replay
// expires at exactly that time, whether or not a sweep has run.
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

// If recording fails, the error contains no details, and only one request is billed when the caller
// repeats it.
func TestAFailureCostsNothingAndCanBeRetried(t *testing.T) {
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
	// If only writing the usage row fails, the request is not rejected.
	d.store.log = errors.New("full")
	d.replayOf(first, d.send(operations.Compute, lease, "k"))
	d.refused(d.send(operations.Compute, "{"), service.InvalidRequest)
	d.store.log = nil
}

// If it is unknown whether a computation was recorded, the caller receives neither a success nor an
// error.
func TestAnUncertainComputationIsNotAnError(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.store.record = service.ErrUncertain
	answer, _, err := d.Do(context.Background(), d.request(operations.Compute, strings.NewReader(lease)))
	if answer != nil || !errors.Is(err, service.ErrUncertain) {
		t.Errorf("got %v, %v", answer, err)
	}
	d.usage(0)
}

// If the client disconnects before its computation is submitted to the store, the request is not
// billed, and its usage row has no units.
func TestAGoneClientIsNotBilled(t *testing.T) {
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

// An incomplete body is an error of the request. A panic while the body is read ends only that
// request.
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

// A secret is returned once, and only its hash is stored. Responses do not reveal whether a secret
// exists.
func TestUnknownKeys(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, secret := range []string{"", "x", d.secret + "x", d.secret[:len(d.secret)-1], strings.ToUpper(d.secret), strings.Repeat("k", 10_000)} {
		r := d.request(operations.Compute, nil)
		r.Secret = secret
		if _, quota, err := d.Do(context.Background(), r); quota.Known || service.AsError(err).Code != service.InvalidKey {
			t.Errorf("%.20s: %+v, %v", secret, quota, err)
		}
	}
	keys, err := d.Keys(context.Background())
	if err != nil || len(keys) != 1 || !strings.HasSuffix(d.secret, keys[0].Last4) || keys[0].Prefix != "sk_test_" {
		t.Errorf("%+v, %v", keys, err)
	}
}

// If any field of a new key is invalid, no key is created, and the error names each invalid field.
func TestKeySpecsAreChecked(t *testing.T) {
	t.Parallel()
	d := open(t)
	_, err := d.CreateKeys(context.Background(), service.KeySpec{Name: "a\x1b[2J", Plan: "gold", Mode: "prod", Count: 10_001})
	for _, field := range []string{"name:", "plan:", "mode:", "count:"} {
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%v does not name %s", err, field)
		}
	}
	if _, err := d.SetPlan(context.Background(), d.id, "gold"); err == nil {
		t.Error("an unknown plan was set")
	}
	if _, err := d.RotateKey(context.Background(), d.id, -1); err == nil {
		t.Error("a grace below 0")
	}
	if _, err := d.RotateKey(context.Background(), "key_none", 0); !errors.Is(err, service.ErrNoKey) {
		t.Errorf("an unknown key: %v", err)
	}
}

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
