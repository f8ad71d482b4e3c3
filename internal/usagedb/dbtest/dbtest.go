// Package dbtest contains the tests that every implementation of [service.Store] and
// [account.Store] must pass.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Database is a database that several stores can use simultaneously, as several processes would.
type Database interface {
	// Open opens a store for keys and usage and a store for accounts. Closing the first store closes both.
	Open(t *testing.T, clock *Clock) (service.Store, account.Store)
	// Rows returns the number of rows in a table.
	Rows(t *testing.T, table string) int
	// Exec runs SQL statements with the permissions of a user who may write to the database.
	Exec(t *testing.T, statements string)
}

// RunStore tests a [service.Store] on databases that newDatabase creates.
func RunStore(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	run(
		t, newDatabase,
		admitKnowsItsKeys,
		admitTakesSlotsExactly,
		chargesTakeFurtherSlots,
		identifyTakesNothing,
		revocationAppliesFromTheNextRequest,
		rotationKeepsTheKeyAndEndsTheSecret,
		plansApplyFromTheNextRequest,
		keysAreCreatedAllOrNone,
		quotaIsExactUnderConcurrency,
		identicalRequestsAreBilledOnce,
		claimsHaveTheScopeOfKeyAndOperation,
		expiryIsByTimeNotByPresence,
		quotaRollsOverWithTheMonth,
		usageShowsEveryRequest,
		refundGivesUnitsBackOnce,
		refundNeedsABilledRequest,
		refusalsAreCounted,
		loggedRowsSurviveACleanStop,
		aKeyOfAnUnknownPlanIsNotAdmitted,
		keysAreReadOneByOneAndInPages,
		aChangeOfAKeyIsWhole,
		changesOfKeysAreInTheAuditLog,
		aPlanWithoutAQuotaRecordsOn,
		sweepRemovesWhatIsPastItsTime,
		sweepsBelieveNoLeap,
		rowsAheadKeepNoOthers,
		clockJumpsBreakNothing,
		closedStoresSaySo,
		aHeadProvesTheRowsBeforeIt,
		sweepsStateWhatTheyRemove,
		endsAreThoseOfAllChains,
		historiesFollowTheModel,
	)
	t.Run("TamperingShows", func(t *testing.T) { tamperingShows(t, newDatabase) })
	t.Run("DamageShows", func(t *testing.T) { damageShows(t, newDatabase) })
}

// RunAccounts tests an [account.Store] on databases that newDatabase creates.
func RunAccounts(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	run(
		t, newDatabase,
		anAddressHasOneAccount,
		theFirstAccountOperatesWhereWanted,
		oneOfManySignUpsAtOnceIsTheFirst,
		aNewPasswordEndsTheOtherSessions,
		aNewPasswordEndsSignInsUnderWay,
		sessionsAreReplacedTouchedAndEnded,
		keysArePerMonthAndAccount,
		keysOfAnAccountHaveOneOwner,
		theLimitOfKeysHoldsUnderConcurrency,
		keysShowTheirUse,
		usageIsTheAccountsOwn,
		daysAddUp,
		aPlanAppliesToTheKeysToo,
		aKeyGetsThePlanOfItsAccountNow,
		unknownAccountsHaveNothing,
		rotationsAreBounded,
		expiredSecretsAreRemoved,
		deletionGoesInSteps,
		deletionEndsSignIns,
		deletedAccountsAreNotCounted,
		onlyOnePasswordChangeSucceeds,
		oldPasswordsChangeNothing,
		aLinkWorksOnce,
		ofTwoUsesOfALinkOneSucceeds,
		aLinkExpires,
		aNewPasswordAndADeletionEndLinks,
		aPlanIsAskedForUntilItIsAnswered,
		invalidTextIsUnknown,
	)
}

// run runs each test function on a new database and fails if the database is inconsistent afterward.
func run(t *testing.T, newDatabase func(t *testing.T) Database, promises ...func(f *fixture)) {
	t.Helper()
	for _, promise := range promises {
		t.Run(nameOf(promise), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, newDatabase(t))
			f.store, f.accounts = f.open()
			promise(f)
			f.checkConsistent()
		})
	}
}

// nameOf derives a test's name from its function's name.
func nameOf(promise func(f *fixture)) string {
	name := runtime.FuncForPC(reflect.ValueOf(promise).Pointer()).Name()
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.ToUpper(name[:1]) + name[1:]
}

// fixture is a database with open stores and a clock.
type fixture struct {
	*testing.T

	ctx      context.Context
	database Database
	store    service.Store
	accounts account.Store
	clock    *Clock
	names    int // number of keys created so far
}

func newFixture(t *testing.T, database Database) *fixture {
	t.Helper()
	return &fixture{
		T: t, ctx: t.Context(), database: database, clock: NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)),
	}
}

var plans = meter.Plans{
	meter.Free: {PerMinute: 10, PerMonth: 25},
	meter.Pro:  {PerMinute: 1000, PerMonth: 5000},
}

// open opens further stores on the database, as another process would.
func (f *fixture) open() (service.Store, account.Store) {
	f.Helper()
	store, accounts := f.database.Open(f.T, f.clock)
	f.Cleanup(func() {
		if err := store.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	})
	return store, accounts
}

// reopen returns another store for keys and usage on the same database.
func (f *fixture) reopen() service.Store {
	f.Helper()
	store, _ := f.open()
	return store
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) wantErr(got, want error) {
	f.Helper()
	if !errors.Is(got, want) {
		f.Errorf("got %v, want %v", got, want)
	}
}

// second returns its second argument, which is the error of a call with two results.
func second[T any](_ T, err error) error { return err }

// checkConsistent fails if the counters, the usage log and the replay records are not consistent.
func (f *fixture) checkConsistent() {
	f.Helper()
	store := f.reopen() // the test may have closed its own store
	found, err := store.Check(f.ctx)
	f.must(err)
	for _, difference := range found.Differences {
		f.Errorf("inconsistent: %s", difference)
	}
}

func hash(secret string) apikey.Hash { return apikey.Sum(secret) }

func (f *fixture) secret(text string) service.Secret {
	return service.Secret{Hash: hash(text), Prefix: "sk_test_", Last4: text[max(0, len(text)-4):], Created: f.clock.Now()}
}

// key creates a key with a secret that has the given name, and returns the key's ID.
func (f *fixture) key(secret string, plan meter.Plan) string {
	f.Helper()
	f.names++
	id := fmt.Sprintf("key_%d", f.names)
	f.must(f.store.CreateKeys(f.ctx, []service.NewKey{{
		ID: id, Name: "name of " + secret, Plan: plan, Mode: apikey.Test, Secret: f.secret(secret),
	}}))
	return id
}

func (f *fixture) admit(secret string) service.Admission {
	f.Helper()
	a, err := f.store.Admit(f.ctx, hash(secret), plans)
	f.must(err)
	return a
}

// refuseSecret fails if the store admits a request with the secret.
func (f *fixture) refuseSecret(secret string) {
	f.Helper()
	f.wantErr(second(f.store.Admit(f.ctx, hash(secret), plans)), service.ErrUnknownKey)
}

// computation returns a computation at the time of its admission.
func computation(a service.Admission, op *operations.Operation, idempotencyKey, body string) *service.Computation {
	c := &service.Computation{
		RequestID: "req_" + rand.Text(), Key: a.Key, Operation: op.Name, Units: op.Units,
		Quota: a.Limits.PerMonth, Time: a.Time, Duration: time.Millisecond,
	}
	if idempotencyKey != "" {
		c.Claim = &service.Claim{
			Name:     sha256.Sum256([]byte(idempotencyKey)),
			Request:  sha256.Sum256([]byte(body)),
			Response: sha256.Sum256([]byte("response to " + body + " by " + c.RequestID)),
			Version:  "1.0.0; rules=1",
			Expires:  a.Time.Add(24 * time.Hour),
		}
	}
	return c
}

func (f *fixture) record(c *service.Computation) service.Recorded {
	f.Helper()
	r, err := f.store.Record(f.ctx, c)
	f.must(err)
	return r
}

// recordAll records n computations, several at a time.
func (f *fixture) recordAll(n int, computationOf func(i int) *service.Computation) {
	f.Helper()
	const workers = 8
	var wg sync.WaitGroup
	for first := range workers {
		wg.Go(func() {
			for i := first; i < n; i += workers {
				if _, err := f.store.Record(f.ctx, computationOf(i)); err != nil {
					f.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// want fails unless the computation had the given outcome and left the number of used units at the given value.
func (f *fixture) want(r service.Recorded, outcome service.Outcome, used int64) {
	f.Helper()
	if r.Outcome != outcome || r.Used != used {
		f.Errorf("got outcome %d with %d used, want %d with %d", r.Outcome, r.Used, outcome, used)
	}
}
