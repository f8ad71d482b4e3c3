// Package storetest is the contract of a [service.Store] as tests. Every store
// passes the same ones.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Database is one database that stores can be opened on, several at a time, as
// several processes would.
type Database interface {
	Open(t *testing.T, clock func() time.Time) service.Store
}

// Run runs the contract on databases that newDatabase makes.
func Run(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	for _, tt := range []struct {
		name string
		test func(t *testing.T, f *fixture)
	}{
		{"AdmitKnowsItsKeys", admitKnowsItsKeys},
		{"AdmitTakesSlotsExactly", admitTakesSlotsExactly},
		{"IdentifyTakesNothing", identifyTakesNothing},
		{"RevocationCountsFromTheNextRequest", revocationCounts},
		{"RotationKeepsTheKeyAndEndsTheSecret", rotationKeepsTheKey},
		{"PlanCountsFromTheNextRequest", planCounts},
		{"KeysAreCreatedAllOrNone", keysAreCreatedAllOrNone},
		{"QuotaIsExactUnderConcurrency", quotaIsExact},
		{"IdenticalRequestsAreBilledOnce", identicalRequestsAreBilledOnce},
		{"ClaimsHaveTheScopeOfKeyAndOperation", claimsHaveScope},
		{"AnotherBodyIsAMismatch", anotherBodyIsAMismatch},
		{"OverQuotaLeavesNoClaim", overQuotaLeavesNoClaim},
		{"FreeOperationsTakeNoUnits", freeOperationsTakeNoUnits},
		{"ExpiryIsByTimeNotByPresence", expiryIsByTime},
		{"QuotaRollsOverWithTheMonth", quotaRollsOver},
		{"UsageTellsEveryRequest", usageTellsEveryRequest},
		{"VoidGivesAUnitBackOnce", voidGivesBackOnce},
		{"VoidNeedsACharge", voidNeedsACharge},
		{"VoidIsSeenByOtherProcesses", voidIsSeenByOtherProcesses},
		{"RefusalsAreCounted", refusalsAreCounted},
		{"LoggedRowsSurviveACleanStop", loggedRowsSurvive},
		{"SweepRemovesWhatIsPastItsTime", sweepRemoves},
		{"TwoProcessesShareOneQuota", twoProcessesShareOneQuota},
		{"ClockJumpsBreakNothing", clockJumpsBreakNothing},
		{"ClosedStoresSaySo", closedStoresSaySo},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &fixture{T: t, database: newDatabase(t), clock: NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))}
			f.store = f.open()
			tt.test(t, f)
			f.sound()
		})
	}
}

// fixture is one database, an open store on it and a clock.
type fixture struct {
	*testing.T
	database Database
	store    service.Store
	clock    *Clock
	names    int
}

var plans = meter.Plans{
	meter.Free: {PerMinute: 10, PerMonth: 25},
	meter.Pro:  {PerMinute: 1000, PerMonth: 5000},
}

func (f *fixture) open() service.Store {
	f.Helper()
	store := f.database.Open(f.T, f.clock.Now)
	f.Cleanup(func() {
		if err := store.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	})
	return store
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// sound checks that the books agree.
func (f *fixture) sound() {
	f.Helper()
	store := f.open() // the test may have closed its own
	found, err := store.Check(context.Background(), func([]byte) error { return nil })
	f.ok(err)
	for _, difference := range found {
		f.Errorf("books: %s", difference)
	}
}

func hash(secret string) apikey.Hash { return apikey.Sum(secret) }

func (f *fixture) secret(text string) service.Secret {
	return service.Secret{Hash: hash(text), Prefix: "sk_test_", Last4: "last", Created: f.clock.Now()}
}

// key creates a key with the secret of the same name and returns its ID.
func (f *fixture) key(secret string, plan meter.Plan) string {
	f.Helper()
	f.names++
	id := fmt.Sprintf("key_%d", f.names)
	f.ok(f.store.CreateKeys(context.Background(), []service.NewKey{{
		ID: id, Name: "name of " + secret, Plan: plan, Mode: apikey.Test, Secret: f.secret(secret),
	}}))
	return id
}

func (f *fixture) admit(secret string) service.Admission {
	f.Helper()
	a, err := f.store.Admit(context.Background(), hash(secret), plans)
	f.ok(err)
	return a
}

func (f *fixture) unknown(secret string) {
	f.Helper()
	if _, err := f.store.Admit(context.Background(), hash(secret), plans); !errors.Is(err, service.ErrUnknownKey) {
		f.Errorf("Admit(%s): got %v, want ErrUnknownKey", secret, err)
	}
}

// charge returns a charge of one computation at the admission's time.
func charge(a service.Admission, op service.Operation, idempotencyKey, body string) *service.Computation {
	c := &service.Computation{
		RequestID: "req_" + rand.Text(), Key: a.Key, Operation: op, Units: op.Units(),
		Quota: a.Limits.PerMonth, Time: a.Time, Duration: time.Millisecond,
	}
	if idempotencyKey != "" {
		c.Claim = &service.Claim{
			IdempotencyKey: idempotencyKey,
			Fingerprint:    service.Fingerprint{Version: 1, Sum: sha256.Sum256([]byte(body))},
			Lease:          []byte(body),
			Stored:         []byte("answer to " + body + " by " + c.RequestID),
			Expires:        a.Time.Add(24 * time.Hour),
		}
	}
	return c
}

func (f *fixture) settle(c *service.Computation) service.Recorded {
	f.Helper()
	s, err := f.store.Record(context.Background(), c)
	f.ok(err)
	return s
}

// want checks an outcome and the units used after it.
func (f *fixture) want(s service.Recorded, outcome service.Outcome, used int64) {
	f.Helper()
	if s.Outcome != outcome || s.Used != used {
		f.Errorf("got outcome %d with %d used, want %d with %d", s.Outcome, s.Used, outcome, used)
	}
}

// A secret is known by its hash alone, and its admission tells the key.
func admitKnowsItsKeys(_ *testing.T, f *fixture) {
	f.unknown("a")
	id := f.key("a", meter.Free)
	f.unknown("b")
	a := f.admit("a")
	if a.Key.ID != id || a.Key.Plan != meter.Free || a.Key.Mode != apikey.Test || a.Key.Name != "name of a" {
		f.Errorf("admitted as %+v", a.Key)
	}
	if a.Limits != plans[meter.Free] || a.Used != 0 || !a.Time.Equal(f.clock.Now()) {
		f.Errorf("admission %+v", a)
	}
	f.settle(charge(a, service.Compute, "", ""))
	if a = f.admit("a"); a.Used != 1 {
		f.Errorf("%d used after one charge", a.Used)
	}
}

// Ten at once pass on the free plan and no more; another key is not concerned;
// after the told wait one more passes.
func admitTakesSlotsExactly(_ *testing.T, f *fixture) {
	f.key("a", meter.Free)
	f.key("b", meter.Free)
	var wg sync.WaitGroup
	var mu sync.Mutex
	passed := 0
	for range 50 {
		wg.Go(func() {
			a, err := f.store.Admit(context.Background(), hash("a"), plans)
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
		f.Error("did not pass after the told wait")
	}
}

// A key is told without a slot being taken, and as long as it is active.
func identifyTakesNothing(_ *testing.T, f *fixture) {
	id := f.key("a", meter.Free)
	for range plans[meter.Free].PerMinute + 1 {
		key, err := f.store.Identify(context.Background(), hash("a"))
		f.ok(err)
		if key.ID != id {
			f.Errorf("identified as %q, want %q", key.ID, id)
		}
	}
	f.admit("a")
	f.ok(second(f.store.RevokeKey(context.Background(), id, f.clock.Now())))
	for _, secret := range []string{"a", "b"} {
		if _, err := f.store.Identify(context.Background(), hash(secret)); !errors.Is(err, service.ErrUnknownKey) {
			f.Errorf("%s: got %v, want ErrUnknownKey", secret, err)
		}
	}
}

func revocationCounts(_ *testing.T, f *fixture) {
	id := f.key("a", meter.Free)
	f.admit("a")
	other := f.open() // as the command line would, beside the server
	key, err := other.RevokeKey(context.Background(), id, f.clock.Now())
	f.ok(err)
	if !key.Revoked.Equal(f.clock.Now()) {
		f.Errorf("revoked at %v", key.Revoked)
	}
	f.unknown("a")
	for name, err := range map[string]error{
		"revoke": second(other.RevokeKey(context.Background(), id, f.clock.Now())),
		"rotate": second(other.RotateKey(context.Background(), id, f.secret("c"), f.clock.Now())),
		"plan":   second(other.SetPlan(context.Background(), id, meter.Pro)),
		"no key": second(other.SetPlan(context.Background(), "key_none", meter.Pro)),
	} {
		if !errors.Is(err, service.ErrNoKey) {
			f.Errorf("%s: got %v, want ErrNoKey", name, err)
		}
	}
	f.unknown("c")
}

func second[T any](_ T, err error) error { return err }

// Rotation keeps identity, quota and replays. The old secret ends with its
// grace to the nanosecond, and a later rotation does not prolong it.
func rotationKeepsTheKey(_ *testing.T, f *fixture) {
	id := f.key("old", meter.Free)
	first := charge(f.admit("old"), service.Compute, "k", "body")
	f.want(f.settle(first), service.Original, 1)
	end := f.clock.Now().Add(time.Hour)
	key, err := f.store.RotateKey(context.Background(), id, f.secret("new"), end)
	f.ok(err)
	if key.ID != id {
		f.Errorf("rotated into %s", key.ID)
	}
	a := f.admit("new")
	if a.Key.ID != id || a.Used != 1 {
		f.Errorf("new secret: key %s with %d used", a.Key.ID, a.Used)
	}
	s := f.settle(charge(a, service.Compute, "k", "body"))
	f.want(s, service.Replay, 1)
	if s.First == nil || s.First.RequestID != first.RequestID {
		f.Errorf("replay of %+v", s.First)
	}
	f.ok(second(f.store.RotateKey(context.Background(), id, f.secret("newest"), end.Add(time.Hour))))
	f.clock.Set(end.Add(-1))
	f.admit("old")
	f.clock.Set(end)
	f.unknown("old")
	f.admit("new")
	f.clock.Set(end.Add(time.Hour))
	f.unknown("new")
	f.admit("newest")
	// Without grace the old secret ends at once.
	f.ok(second(f.store.RotateKey(context.Background(), id, f.secret("last"), f.clock.Now())))
	f.unknown("newest")
	f.admit("last")
}

func planCounts(_ *testing.T, f *fixture) {
	id := f.key("a", meter.Free)
	for range 11 {
		f.admit("a")
	}
	if f.admit("a").Wait == 0 {
		f.Fatal("the free plan allows more than 10 a minute")
	}
	other := f.open()
	key, err := other.SetPlan(context.Background(), id, meter.Pro)
	f.ok(err)
	if key.Plan != meter.Pro {
		f.Errorf("plan is %s", key.Plan)
	}
	a := f.admit("a")
	if a.Wait != 0 || a.Limits != plans[meter.Pro] {
		f.Errorf("after the change: %+v", a)
	}
	// Downwards, what was used counts against the smaller quota.
	for range 30 {
		f.settle(charge(a, service.Compute, "", ""))
	}
	_, err = other.SetPlan(context.Background(), id, meter.Free)
	f.ok(err)
	f.clock.Add(meter.Window)
	a = f.admit("a")
	if a.Used != 30 {
		f.Errorf("%d used, want 30", a.Used)
	}
	f.want(f.settle(charge(a, service.Compute, "", "")), service.OverQuota, 30)
}

func keysAreCreatedAllOrNone(_ *testing.T, f *fixture) {
	f.key("a", meter.Free)
	many := make([]service.NewKey, 500)
	for i := range many {
		many[i] = service.NewKey{
			ID: fmt.Sprintf("key_many_%d", i), Name: "same", Plan: meter.Pro, Mode: apikey.Live,
			Secret: f.secret(fmt.Sprintf("many %d", i)),
		}
	}
	spoiled := slices.Clone(many)
	spoiled[499].ID = "key_1"
	if err := f.store.CreateKeys(context.Background(), spoiled); err == nil {
		f.Error("an ID was given twice")
	}
	f.unknown("many 0")
	f.ok(f.store.CreateKeys(context.Background(), many))
	keys, err := f.store.Keys(context.Background())
	f.ok(err)
	if len(keys) != 501 || keys[0].ID != "key_1" || keys[500].ID != "key_many_499" || keys[500].Last4 != "last" {
		f.Errorf("%d keys listed", len(keys))
	}
}
