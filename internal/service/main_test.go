package service_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const lease = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`

// bodyOf returns a valid request for an operation on one lease.
func bodyOf(op *operations.Operation) string {
	switch op.Request {
	case "ReportRequest":
		return reportOf(1, "")
	case "VerifyRequest":
		return `{"lease":` + lease + `,"theirs":{"initialLiability":11677.03}}`
	default:
		return lease
	}
}

// reportOf returns a request for a report on n leases, with additional fields.
func reportOf(n int, further string) string {
	leases := make([]string, n)
	for i := range leases {
		leases[i] = fmt.Sprintf(`{"id":"L-%d",%s`, i, lease[1:])
	}
	return `{"from":"2026-01-01","to":"2026-03-31","leases":[` + strings.Join(leases, ",") + `]` + further + `}`
}

// door is a service with an empty database and one API key, which is on the pro plan.
type door struct {
	*service.Service

	t      *testing.T
	path   string
	clock  *dbtest.Clock
	log    *slog.Logger
	store  *flaky
	id     string
	secret string
}

// flaky is a store whose methods fail if the test sets an error.
type flaky struct {
	service.Store

	record error // returned by Record, which then records nothing
	after  error // returned by Record after recording, as if the connection was lost
	log    error
	last   atomic.Pointer[service.Computation]
}

func (f *flaky) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if f.record != nil {
		return service.Recorded{}, f.record
	}
	f.last.Store(c)
	s, err := f.Store.Record(ctx, c)
	return s, errors.Join(err, f.after)
}

func (f *flaky) Log(ctx context.Context, row service.UsageRow) error {
	if f.log != nil {
		return f.log
	}
	return f.Store.Log(ctx, row)
}

func open(t *testing.T, changes ...func(*service.Config)) *door {
	t.Helper()
	d := &door{t: t, path: filepath.Join(t.TempDir(), "test.db"), clock: dbtest.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))}
	log := slog.New(slog.DiscardHandler)
	d.log = log
	store, err := sqlite.Open(context.Background(), sqlite.Options{
		Path: d.path, Clock: d.clock.Now, Uptime: d.clock.Uptime, Log: log, QueueTimeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	d.store = &flaky{Store: store}
	config := service.Config{Store: d.store, Clock: d.clock.Now, Log: log, Version: "1.0.0; rules=1", Formats: files.Formats("1.0.0")}
	for _, change := range changes {
		change(&config)
	}
	d.Service = service.New(config)
	t.Cleanup(func() {
		found, err := d.Check(context.Background())
		if err := errors.Join(err, store.Close()); err != nil {
			t.Error(err)
		}
		for _, difference := range found.Differences {
			t.Errorf("inconsistent: %s", difference)
		}
	})
	issued, err := d.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	d.id, d.secret = issued[0].ID, issued[0].Secret
	return d
}

type reply struct {
	body      string
	object    string
	replay    bool
	id        string
	remaining int64
	err       *service.Error
}

// request returns a request with the door's key.
func (d *door) request(op *operations.Operation, body io.Reader, idempotencyKey ...string) service.Request {
	return service.Request{
		ID: service.NewRequestID(), Operation: op, Secret: d.secret, IdempotencyKey: idempotencyKey,
		Read: func() (service.Input, error) { return service.Input{Body: body}, nil },
	}
}

// send sends one request, with an Idempotency-Key if one is given.
func (d *door) send(op *operations.Operation, body string, idempotencyKey ...string) reply {
	d.t.Helper()
	r := d.request(op, strings.NewReader(body), idempotencyKey...)
	answer, quota, err := d.Do(context.Background(), r)
	if err != nil {
		return reply{id: r.ID, remaining: quota.Remaining, err: service.AsError(err)}
	}
	defer answer.Release()
	return reply{
		body: string(answer.Body.Bytes()), object: string(answer.Object()), replay: answer.Replay, id: r.ID, remaining: quota.Remaining,
	}
}

// original fails the test if r is an error or a replay, or if the key does not have the given number of
// units left.
func (d *door) original(r reply, remaining int64) reply {
	d.t.Helper()
	if r.err != nil || r.replay || r.remaining != remaining {
		d.t.Fatalf("got %v, replay %v, %d remaining; want an original and %d", r.err, r.replay, r.remaining, remaining)
	}
	return r
}

// replayOf fails the test unless r is a replay of first.
func (d *door) replayOf(first, r reply) {
	d.t.Helper()
	if r.err != nil || !r.replay || r.object != first.object {
		d.t.Fatalf("got %v, replay %v; want a replay of %s", r.err, r.replay, first.id)
	}
	if want := strings.TrimSuffix(r.object, "}") + `,"request_id":"` + r.id + `","replay":true}`; r.body != want {
		d.t.Fatalf("replayed body %q, want %q", r.body, want)
	}
}

// refused fails the test unless r is an error with the given code and its message contains all the
// given strings.
func (d *door) refused(r reply, code service.Code, words ...string) {
	d.t.Helper()
	if r.err == nil || r.err.Code != code {
		d.t.Fatalf("got %v, want %s", r.err, code)
	}
	for _, word := range words {
		if !strings.Contains(r.err.Message, word) {
			d.t.Errorf("message %q does not say %q", r.err.Message, word)
		}
	}
}

// usage waits until the usage log has n rows and returns them, newest first.
func (d *door) usage(n int) []service.UsageRow {
	d.t.Helper()
	var rows []service.UsageRow
	for range 500 {
		rows = nil
		for row, err := range d.Usage(context.Background(), service.UsageQuery{}) {
			if err != nil {
				d.t.Fatal(err)
			}
			rows = append(rows, row)
		}
		if len(rows) == n {
			return rows
		}
		time.Sleep(10 * time.Millisecond)
	}
	d.t.Fatalf("%d usage rows, want %d", len(rows), n)
	return nil
}
