package service_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const lease = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`

// door is a service over an empty database, with one pro key.
type door struct {
	*service.Service

	t      *testing.T
	clock  *dbtest.Clock
	store  *flaky
	id     string
	secret string
}

// flaky is a store whose steps can be made to fail.
type flaky struct {
	service.Store

	settle error // instead of settling
	after  error // after it has settled, as when the answer is lost on its way
	log    error
}

func (f *flaky) Record(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	if f.settle != nil {
		return service.Recorded{}, f.settle
	}
	s, err := f.Store.Record(ctx, c)
	return s, errors.Join(err, f.after)
}

func (f *flaky) Log(ctx context.Context, row service.UsageRow) error {
	if f.log != nil {
		return f.log
	}
	return f.Store.Log(ctx, row)
}

func open(t *testing.T) *door {
	t.Helper()
	d := &door{t: t, clock: dbtest.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))}
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{
		Path: filepath.Join(t.TempDir(), "test.db"), Clock: d.clock.Now, Log: log, QueueTimeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	d.store = &flaky{Store: store}
	d.Service, err = service.New(service.Config{Store: d.store, Clock: d.clock.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		found, err := d.Check(context.Background())
		d.Close()
		if err := errors.Join(err, store.Close()); err != nil {
			t.Error(err)
		}
		for _, difference := range found {
			t.Errorf("books: %s", difference)
		}
	})
	issued, err := d.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	d.id, d.secret = issued[0].ID, issued[0].Secret
	return d
}

// reply is what a caller sees.
type reply struct {
	body      string
	object    string
	replay    bool
	id        string
	remaining int64
	err       *service.Error
}

// send makes one request. The Idempotency-Key is not sent where none is given.
func (d *door) send(op service.Operation, body string, idempotencyKey ...string) reply {
	d.t.Helper()
	return d.sendCtx(context.Background(), op, body, idempotencyKey...)
}

func (d *door) sendCtx(ctx context.Context, op service.Operation, body string, idempotencyKey ...string) reply {
	d.t.Helper()
	id := service.NewRequestID()
	call, err := d.Admit(context.WithoutCancel(ctx), op, id, d.secret) // gone only after it was let in
	if call == nil {
		return reply{id: id, err: service.AsError(err)}
	}
	var answer *service.Answer
	if err == nil {
		answer, err = d.Execute(ctx, call, service.Input{IdempotencyKey: idempotencyKey, Body: strings.NewReader(body)})
	}
	if err != nil {
		return reply{id: id, remaining: call.Remaining, err: service.AsError(err)}
	}
	defer answer.Release()
	return reply{
		body: string(answer.Body), object: string(answer.Object()), replay: answer.Replay, id: id, remaining: call.Remaining,
	}
}

// original fails unless r is a first answer that leaves remaining units.
func (d *door) original(r reply, remaining int64) reply {
	d.t.Helper()
	if r.err != nil || r.replay || r.remaining != remaining {
		d.t.Fatalf("got %v, replay %v, %d remaining; want an original and %d", r.err, r.replay, r.remaining, remaining)
	}
	return r
}

// replayOf fails unless r replays first.
func (d *door) replayOf(first, r reply) {
	d.t.Helper()
	if r.err != nil || !r.replay || r.object != first.object {
		d.t.Fatalf("got %v, replay %v; want a replay of %s", r.err, r.replay, first.id)
	}
	if want := strings.TrimSuffix(r.object, "}") + `,"request_id":"` + r.id + `","replay":true}`; r.body != want {
		d.t.Fatalf("replayed body %q, want %q", r.body, want)
	}
}

// refused fails unless r is an error of code whose message contains words.
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

// usage returns the rows of the usage log, newest first, once there are n.
func (d *door) usage(n int) []service.UsageRow {
	d.t.Helper()
	var rows []service.UsageRow
	for range 500 {
		rows = nil
		for row, err := range d.Store.Usage(context.Background(), service.UsageQuery{}) {
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
