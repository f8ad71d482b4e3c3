package service_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Long work has separate slots, so other requests do not wait for it. A request that is canceled while it waits
// for a slot is not billed.
func TestLongWorkHasSeparateSlots(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.Limits = admission.Options{ShortSlots: 1, Deadline: 200 * time.Millisecond} })
	release := make(chan struct{})
	var wg, begun sync.WaitGroup
	for visitor := range int64(2) {
		begun.Add(1)
		wg.Go(func() {
			err := d.Admission().On(context.Background(), -1-visitor, admission.Long, func(context.Context) error {
				begun.Done()
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	begun.Wait()
	if r := d.send(operations.Compute, lease); r.err != nil {
		t.Errorf("JSON beside two files: %v", r.err)
	}
	_, quota, err := d.ask(operations.Compute, lease, "xlsx")
	if e := service.AsError(err); !errors.Is(err, admission.ErrBusy) || e.RetryAfter == 0 {
		t.Errorf("a third file: %v", err)
	}
	if long := d.Admission().States()["long"]; long.Held != 2 || long.Refused != 1 {
		t.Errorf("%+v", long)
	}
	nothing := func(context.Context) error { return nil }
	if err := d.Admission().On(context.Background(), -3, admission.Long, nothing); !errors.Is(err, admission.ErrBusy) {
		t.Errorf("a fourth: %v", err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := d.Admission().On(canceled, -3, admission.Long, nothing); err == nil {
		t.Error("a file was made for nobody")
	}
	close(release)
	wg.Wait()
	if _, after, err := d.ask(operations.Compute, lease, "xlsx"); err != nil || after.Remaining != quota.Remaining-1 {
		t.Errorf("afterwards: %v, %d units left of %d", err, after.Remaining, quota.Remaining)
	}
}

// Heavy work cannot occupy all slots for long work, so shorter long work can still run.
func TestASlotIsReservedForShortWork(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.Limits = admission.Options{ShortSlots: 2, Deadline: 300 * time.Millisecond} })
	err := d.Admission().On(context.Background(), -1, admission.Heavy, func(context.Context) error {
		second := d.Admission().On(context.Background(), -2, admission.Heavy, func(context.Context) error { return nil }) //nolint:contextcheck // a separate request without the test's context
		if !errors.Is(second, admission.ErrBusy) {
			t.Errorf("heavy work beside heavy work: %v", second)
		}
		return d.Admission().On(context.Background(), -2, admission.Long, func(context.Context) error { return nil }) //nolint:contextcheck // a separate request without the test's context
	})
	if err != nil {
		t.Errorf("long work beside heavy work: %v", err)
	}
}

// Work stops at its request's deadline and returns [admission.ErrTooLong].
func TestWorkEndsWithItsDeadline(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.Limits.Deadline = 50 * time.Millisecond })
	err := d.Admission().On(context.Background(), -1, admission.Long, func(ctx context.Context) error {
		for ctx.Err() == nil { //nolint:revive // a computation checks its context repeatedly
		}
		return ctx.Err()
	})
	if !errors.Is(err, admission.ErrTooLong) {
		t.Error(err)
	}
}

// A response that becomes complete too late to be sent is not billed.
func TestALateResponseIsNotBilled(t *testing.T) {
	t.Parallel()
	d := open(t)
	r := d.request(operations.Compute, nil)
	r.Read = func() (service.Input, error) {
		d.clock.Add(21 * time.Second)
		return service.Input{Body: strings.NewReader(lease)}, nil
	}
	_, quota, err := d.Do(context.Background(), r)
	if !errors.Is(err, admission.ErrBusy) || quota.Remaining != quota.Limit {
		t.Errorf("%v, %d units left of %d", err, quota.Remaining, quota.Limit)
	}
	if after := d.send(operations.Compute, lease); after.err != nil || after.remaining != quota.Limit-1 {
		t.Errorf("afterwards: %+v", after)
	}
}

// The response to a replay is computed again. Another version of the program may compute a
// different response or read the request differently. The error then names both versions, and the
// request is not billed.
func TestAReplayReturnsTheFirstResponse(t *testing.T) {
	t.Parallel()
	d := open(t)
	first, quota, err := d.ask(operations.Compute, office, "xlsx", "one")
	if err != nil {
		t.Fatal(err)
	}
	later := service.New(service.Config{Store: d.store, Clock: d.clock.Now, Log: d.log, Version: "2.0.0; rules=2", Formats: files.Formats("2.0.0")})
	upgraded := &door{Service: later, t: t, clock: d.clock, store: d.store, secret: d.secret}
	for body, words := range map[string]string{
		office: `Idempotency-Key: the first response came from version "1.0.0; rules=1", and this version, "2.0.0; rules=2", responds differently`,
		lease:  `version "1.0.0; rules=1", which responded to the first request, reads it differently from version "2.0.0; rules=2"`,
	} {
		_, after, err := upgraded.ask(operations.Compute, body, "xlsx", "one")
		e := service.AsError(err)
		if err == nil || e.Code != service.InvalidRequest || !strings.Contains(e.Message, words) || after.Remaining != quota.Remaining {
			t.Errorf("got %v, %d units left of %d", err, after.Remaining, quota.Remaining)
		}
	}
	again, _, err := d.ask(operations.Compute, office, "xlsx", "one")
	if err != nil || !again.Replay || string(again.Body.Bytes()) != string(first.Body.Bytes()) || again.Receipt != first.Receipt || first.Receipt.Row != 1 {
		t.Errorf("the first version: %v, receipts %v and %v", err, first.Receipt, again.Receipt)
	}
	d.original(d.send(operations.Compute, lease, "two"), quota.Remaining-1)
	if r := upgraded.send(operations.Compute, lease, "two"); r.err != nil || !r.replay {
		t.Errorf("an equal response of a later version: %v", r.err)
	}
}

// No file of the database contains a lease, a response or an Idempotency-Key.
func TestNoLeaseStaysInTheDatabase(t *testing.T) {
	t.Parallel()
	d := open(t)
	body := strings.Replace(strings.Replace(lease, "{", `{"id":"Tower-4711",`, 1), "1000", "7654.32", 1)
	for _, op := range []*operations.Operation{operations.Compute, operations.Schedule, operations.Classify} {
		if r := d.send(op, body, "key of Tower-4711"); r.err != nil {
			t.Fatal(r.err)
		}
	}
	if r := d.send(operations.Compute, strings.Replace(body, "12", "0", 1)); r.err == nil {
		t.Error("a term of 0 months was accepted")
	}
	d.usage(4)
	files, err := filepath.Glob(d.path + "*")
	if err != nil || len(files) < 2 {
		t.Fatalf("files of the database: %v, %v", files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"Tower", "7654.32", "commencementDate", "initialLiability"} {
			if bytes.Contains(content, []byte(text)) {
				t.Errorf("%s has %q", filepath.Base(file), text)
			}
		}
	}
}

// The number of simultaneous requests with one key is limited.
func TestAKeyHasAShare(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.Limits.OwnerAtOnce = 1 })
	_, leave, err := d.Identify(context.Background(), d.secret)
	if err != nil {
		t.Fatal(err)
	}
	if r := d.send(operations.Compute, lease); r.err == nil || r.err.Code != service.RateLimited || r.err.RetryAfter != 1 {
		t.Errorf("a second request at the same time: %v", r.err)
	}
	leave()
	if r := d.send(operations.Compute, lease); r.err != nil {
		t.Errorf("afterwards: %v", r.err)
	}
}
