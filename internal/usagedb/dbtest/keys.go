package dbtest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// The store contains only the hash of a secret. A request with the secret is admitted as a request by the secret's key.
func admitKnowsItsKeys(f *fixture) {
	f.refuseSecret("a")
	id := f.key("a", meter.Free)
	f.refuseSecret("b")
	a := f.admit("a")
	if a.Key.ID != id || a.Key.Plan != meter.Free || a.Key.Mode != apikey.Test || a.Key.Name != "name of a" {
		f.Errorf("admitted as %+v", a.Key)
	}
	if a.Limits != plans[meter.Free] || a.Used != 0 || !a.Time.Equal(f.clock.Now()) {
		f.Errorf("admission %+v", a)
	}
	f.record(computation(a, operations.Compute, "", ""))
	if a = f.admit("a"); a.Used != 1 {
		f.Errorf("%d used after one charge", a.Used)
	}
}

// On the free plan, ten simultaneous requests are admitted. After the reported waiting time, one
// more request is admitted. Other keys are not affected.
func admitTakesSlotsExactly(f *fixture) {
	f.key("a", meter.Free)
	f.key("b", meter.Free)
	var wg sync.WaitGroup
	var mu sync.Mutex
	passed := 0
	for range 50 {
		wg.Go(func() {
			a, err := f.store.Admit(f.ctx, hash("a"), plans)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				f.Error(err)
			}
			if a.Wait == 0 {
				passed++
			}
		})
	}
	wg.Wait()
	if passed != 10 {
		f.Errorf("%d passed, want 10", passed)
	}
	if f.admit("b").Wait != 0 {
		f.Error("another key waits")
	}
	wait := f.admit("a").Wait
	f.clock.Add(wait - 1)
	if f.admit("a").Wait != 1 {
		f.Error("passed a nanosecond early")
	}
	f.clock.Add(1)
	if f.admit("a").Wait != 0 {
		f.Error("did not pass after the wait that was announced")
	}
}

// A charge takes additional slots of the rate limit, even if too few are free. Until these slots have left the
// one-minute window, fewer requests are admitted.
func chargesTakeFurtherSlots(f *fixture) {
	f.key("a", meter.Free)
	f.key("b", meter.Free)
	key := f.admit("a").Key
	if err := f.store.Charge(f.ctx, key, 15); err != nil { // 16 slots are now taken, of a limit of 10
		f.Fatal(err)
	}
	a := f.admit("a")
	if a.Wait != meter.Window {
		f.Errorf("a wait of %v after 16 slots of 10", a.Wait)
	}
	if f.admit("b").Wait != 0 {
		f.Error("another key waits")
	}
	f.clock.Add(a.Wait)
	if f.admit("a").Wait != 0 {
		f.Error("did not pass after the wait that was announced")
	}
}

// The store identifies an active key without taking a slot of the rate limit.
func identifyTakesNothing(f *fixture) {
	id := f.key("a", meter.Free)
	for range plans[meter.Free].PerMinute + 1 {
		key, err := f.store.Identify(f.ctx, hash("a"))
		f.must(err)
		if key.ID != id {
			f.Errorf("identified as %q, want %q", key.ID, id)
		}
	}
	f.admit("a")
	f.must(second(f.store.RevokeKey(f.ctx, id, f.clock.Now())))
	for _, secret := range []string{"a", "b"} {
		if _, err := f.store.Identify(f.ctx, hash(secret)); !errors.Is(err, service.ErrUnknownKey) {
			f.Errorf("%s: got %v, want ErrUnknownKey", secret, err)
		}
	}
}

func revocationAppliesFromTheNextRequest(f *fixture) {
	id := f.key("a", meter.Free)
	f.admit("a")
	other := f.reopen() // a second process, such as a command run alongside the server
	key, err := other.RevokeKey(f.ctx, id, f.clock.Now())
	f.must(err)
	if !key.Revoked.Equal(f.clock.Now()) {
		f.Errorf("revoked at %v", key.Revoked)
	}
	f.refuseSecret("a")
	for name, err := range map[string]error{
		"revoke": second(other.RevokeKey(f.ctx, id, f.clock.Now())),
		"rotate": second(other.RotateKey(f.ctx, id, f.secret("c"), f.clock.Now())),
		"plan":   second(other.UpdateKey(f.ctx, id, service.KeyChange{Plan: new(meter.Pro)})),
		"no key": second(other.UpdateKey(f.ctx, "key_none", service.KeyChange{Plan: new(meter.Pro)})),
	} {
		if !errors.Is(err, service.ErrNoKey) {
			f.Errorf("%s: got %v, want ErrNoKey", name, err)
		}
	}
	f.refuseSecret("c")
}

// A rotation does not change a key's ID, quota or stored responses. The old secret expires exactly
// at the end of its grace period, and a later rotation does not extend this period.
func rotationKeepsTheKeyAndEndsTheSecret(f *fixture) {
	id := f.key("old", meter.Free)
	first := computation(f.admit("old"), operations.Compute, "k", "body")
	f.want(f.record(first), service.Original, 1)
	end := f.clock.Now().Add(time.Hour)
	key, err := f.store.RotateKey(f.ctx, id, f.secret("new"), end)
	f.must(err)
	if key.ID != id {
		f.Errorf("rotated into %s", key.ID)
	}
	a := f.admit("new")
	if a.Key.ID != id || a.Used != 1 {
		f.Errorf("new secret: key %s with %d used", a.Key.ID, a.Used)
	}
	s := f.record(computation(a, operations.Compute, "k", "body"))
	f.want(s, service.Replay, 1)
	if s.First == nil || s.First.RequestID != first.RequestID {
		f.Errorf("replay of %+v", s.First)
	}
	f.must(second(f.store.RotateKey(f.ctx, id, f.secret("newest"), end.Add(time.Hour))))
	f.clock.Set(end.Add(-1))
	f.admit("old")
	f.clock.Set(end)
	f.refuseSecret("old")
	f.admit("new")
	f.clock.Set(end.Add(time.Hour))
	f.refuseSecret("new")
	f.admit("newest")
	// Without a grace period, the old secret expires immediately.
	f.must(second(f.store.RotateKey(f.ctx, id, f.secret("last"), f.clock.Now())))
	f.refuseSecret("newest")
	f.admit("last")
}

func plansApplyFromTheNextRequest(f *fixture) {
	id := f.key("a", meter.Free)
	for range 11 {
		f.admit("a")
	}
	if f.admit("a").Wait == 0 {
		f.Fatal("the free plan allows more than 10 a minute")
	}
	other := f.reopen()
	key, err := other.UpdateKey(f.ctx, id, service.KeyChange{Plan: new(meter.Pro)})
	f.must(err)
	if key.Plan != meter.Pro {
		f.Errorf("plan is %s", key.Plan)
	}
	a := f.admit("a")
	if a.Wait != 0 || a.Limits != plans[meter.Pro] {
		f.Errorf("after the change: %+v", a)
	}
	// After a change to a plan with a smaller quota, units used before the change count toward the new quota.
	for range 30 {
		f.record(computation(a, operations.Compute, "", ""))
	}
	_, err = other.UpdateKey(f.ctx, id, service.KeyChange{Plan: new(meter.Free)})
	f.must(err)
	f.clock.Add(meter.Window)
	a = f.admit("a")
	if a.Used != 30 {
		f.Errorf("%d used, want 30", a.Used)
	}
	f.want(f.record(computation(a, operations.Compute, "", "")), service.OverQuota, 30)
}

func keysAreCreatedAllOrNone(f *fixture) {
	f.key("a", meter.Free)
	const n = 60
	many := make([]service.NewKey, n)
	for i := range many {
		many[i] = service.NewKey{
			ID: fmt.Sprintf("key_many_%d", i), Name: "same", Plan: meter.Pro, Mode: apikey.Live,
			Secret: f.secret(fmt.Sprintf("many %d", i)),
		}
	}
	spoiled := slices.Clone(many)
	spoiled[n-1].ID = "key_1"
	if err := f.store.CreateKeys(f.ctx, spoiled); err == nil {
		f.Error("an ID was given twice")
	}
	f.refuseSecret("many 0")
	f.must(f.store.CreateKeys(f.ctx, many))
	keys, err := f.store.Keys(f.ctx)
	f.must(err)
	if len(keys) != n+1 || keys[0].ID != "key_1" || keys[n].ID != "key_many_59" || keys[n].Last4 != "y 59" {
		f.Errorf("%d keys listed", len(keys))
	}
}
