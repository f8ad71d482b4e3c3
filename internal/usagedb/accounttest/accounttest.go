// Package accounttest is the contract of an [account.Store] as tests. Every
// store passes the same ones.
package accounttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Open opens a new, empty database: its books and its accounts, and what counts
// the rows of a table.
type Open func(t *testing.T, clock func() time.Time) (books service.Store, accounts account.Store, rows func(table string) int)

// Run runs the contract on databases that open makes.
func Run(t *testing.T, open Open) {
	t.Helper()
	for _, tt := range []struct {
		name string
		test func(f *fixture)
	}{
		{"AnAddressHasOneAccount", oneAccount},
		{"TheFirstOperatesWhereThatIsWanted", firstOperates},
		{"OneOfManySignUpsAtOnceIsTheFirst", oneIsFirst},
		{"ANewPasswordEndsTheOtherSessions", passwordEndsSessions},
		{"ANewPasswordEndsSignInsUnderWay", changeEndsSignIns},
		{"SessionsAreReplacedTouchedAndEnded", sessionsLive},
		{"KeysArePerMonthAndAccount", keysPerMonth},
		{"TheLimitOfKeysHoldsUnderConcurrency", keyLimitIsExact},
		{"KeysTellTheirUse", keysTellTheirUse},
		{"UsageIsTheAccountsOwn", usageIsOwn},
		{"APlanCountsForTheKeysToo", planCounts},
		{"AKeyIsOfThePlanOfItsMoment", keysAreOfThePlan},
		{"DeletionLeavesNothingPersonalAndSoundBooks", deletion},
		{"StrangersAreUnknown", strangers},
		{"RotationsAreBounded", rotationsAreBounded},
		{"EndedSecretsGo", endedSecretsGo},
		{"DeletionGoesInSteps", deletionGoesInSteps},
		{"DeletionEndsSignIns", deletionEndsSignIns},
		{"DeletedOnesAreNotCounted", deletedOnesAreNotCounted},
		{"OnePasswordChangeCounts", onePasswordChangeCounts},
		{"OldPasswordsChangeNothing", oldPasswordsChangeNothing},
		{"OddTextsAreUnknown", oddTextsAreUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &fixture{T: t, ctx: t.Context(), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
			f.books, f.store, f.rows = open(t, f.clock)
			tt.test(f)
			found, err := f.books.Check(f.ctx, func([]byte) error { return nil })
			f.ok(err)
			for _, difference := range found {
				t.Errorf("books: %s", difference)
			}
		})
	}
}

// fixture is one database.
type fixture struct {
	*testing.T

	ctx   context.Context
	books service.Store
	store account.Store
	rows  func(table string) int
	keys  int

	mu  sync.Mutex
	now time.Time
}

func (f *fixture) clock() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fixture) advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) is(got, want error) {
	f.Helper()
	if !errors.Is(got, want) {
		f.Errorf("got %v, want %v", got, want)
	}
}

func (f *fixture) account(email string) account.Account {
	f.Helper()
	made, err := f.store.Create(f.ctx, account.Account{
		ID: "acct_" + email, Email: email, Plan: meter.Free, Created: f.clock(),
	}, "hash of "+email, false)
	f.ok(err)
	return made
}

// operator makes an account that may set plans.
func (f *fixture) operator() account.Account {
	f.Helper()
	made := f.account("operator@example.org")
	f.ok(f.store.SetOperator(f.ctx, made.ID, true))
	return made
}

func (f *fixture) newKey() service.NewKey {
	f.keys++
	secret := fmt.Sprintf("sk_test_%d", f.keys)
	return service.NewKey{
		ID: fmt.Sprintf("key_%d", f.keys), Name: fmt.Sprintf("name %d", f.keys), Plan: meter.Free, Mode: apikey.Test,
		Secret: service.Secret{Hash: apikey.Sum(secret), Prefix: "sk_test_", Last4: fmt.Sprintf("%04d", f.keys), Created: f.clock()},
	}
}

// upTo allows every plan n keys.
func upTo(n int) func(meter.Plan) int { return func(meter.Plan) int { return n } }

// key makes a key of an account and returns its secret.
func (f *fixture) key(a account.Account) (service.NewKey, string) {
	f.Helper()
	k := f.newKey()
	_, err := f.store.CreateKey(f.ctx, a.ID, k, upTo(100), f.month().Start())
	f.ok(err)
	return k, fmt.Sprintf("sk_test_%d", f.keys)
}

func (f *fixture) month() meter.Month { return meter.MonthOf(f.clock()) }

// use charges one computation to a key.
func (f *fixture) use(secret, request string) {
	f.Helper()
	a, err := f.books.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
	f.ok(err)
	done, err := f.books.Record(f.ctx, &service.Computation{
		RequestID: request, Key: a.Key, Operation: service.Compute, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time, Duration: time.Millisecond,
	})
	f.ok(err)
	if done.Outcome != service.Original {
		f.Fatalf("outcome %d", done.Outcome)
	}
}

func oneAccount(f *fixture) {
	f.account("Anna@Example.org")
	_, err := f.store.Create(f.ctx, account.Account{ID: "acct_2", Email: "anna@EXAMPLE.org", Plan: meter.Free, Created: f.clock()}, "x", false)
	f.is(err, account.ErrTaken)
	found, hash, err := f.store.Find(f.ctx, "anna@example.org")
	f.ok(err)
	if found.Email != "Anna@Example.org" || hash != "hash of Anna@Example.org" || !found.Created.Equal(f.clock()) || found.Operator {
		f.Errorf("found %+v, %q", found, hash)
	}
	f.account("ben@example.org")
	list, err := f.store.List(f.ctx)
	f.ok(err)
	if len(list) != 2 || list[0].ID != "acct_Anna@Example.org" || list[1].Email != "ben@example.org" {
		f.Errorf("list %+v", list)
	}
}

func firstOperates(f *fixture) {
	for i, want := range []bool{true, false} {
		made, err := f.store.Create(f.ctx, account.Account{
			ID: fmt.Sprintf("acct_%d", i), Email: fmt.Sprintf("a%d@example.org", i), Plan: meter.Free, Created: f.clock(),
		}, "x", true)
		f.ok(err)
		if made.Operator != want {
			f.Errorf("account %d is an operator's: %v, want %v", i, made.Operator, want)
		}
	}
	f.ok(f.store.SetOperator(f.ctx, "acct_1", true))
	f.ok(f.store.SetOperator(f.ctx, "acct_0", false))
	list, err := f.store.List(f.ctx)
	f.ok(err)
	if list[0].Operator || !list[1].Operator {
		f.Errorf("list %+v", list)
	}
}

func oneIsFirst(f *fixture) {
	const many = 12
	var wg sync.WaitGroup
	operators := make([]bool, many)
	for i := range many {
		wg.Go(func() {
			made, err := f.store.Create(f.ctx, account.Account{
				ID: fmt.Sprintf("acct_%d", i), Email: fmt.Sprintf("a%d@example.org", i/2), Plan: meter.Free, Created: f.clock(),
			}, "x", true)
			if err != nil && !errors.Is(err, account.ErrTaken) {
				f.Error(err)
			}
			operators[i] = made.Operator
		})
	}
	wg.Wait()
	list, err := f.store.List(f.ctx)
	f.ok(err)
	n := 0
	for _, yes := range operators {
		if yes {
			n++
		}
	}
	if n != 1 || len(list) != many/2 {
		f.Errorf("%d operators among %d accounts, want 1 among %d", n, len(list), many/2)
	}
}

func (f *fixture) start(a account.Account, token byte, replaces account.TokenHash) account.TokenHash {
	f.Helper()
	hash := account.TokenHash{token}
	now := f.clock()
	_, password, err := f.store.Find(f.ctx, account.Folded(a.Email))
	f.ok(err)
	f.ok(f.store.Start(f.ctx, account.Session{Hash: hash, Account: a.ID, Started: now, Seen: now}, password, replaces,
		now.Add(-account.SessionIdle), now.Add(-account.SessionLifetime)))
	return hash
}

// A sign-in whose password was looked at before a change of it starts nothing.
func changeEndsSignIns(f *fixture) {
	anna := f.account("anna@example.org")
	start := func(token byte, hash string) error {
		return f.store.Start(f.ctx, account.Session{Hash: account.TokenHash{token}, Account: anna.ID, Started: f.clock(), Seen: f.clock()},
			hash, account.TokenHash{}, f.clock().Add(-time.Hour), f.clock().Add(-time.Hour))
	}
	_, old, err := f.store.Find(f.ctx, "anna@example.org")
	f.ok(err)
	var wg sync.WaitGroup
	for i := range byte(12) { // whichever comes first, none is left
		wg.Go(func() {
			if err := start(i, old); err != nil && !errors.Is(err, account.ErrCredentials) {
				f.Error(err)
			}
		})
	}
	wg.Go(func() {
		if err := f.store.SetPassword(f.ctx, anna.ID, "", "new", account.TokenHash{100}); err != nil {
			f.Error(err)
		}
	})
	wg.Wait()
	for i := range byte(12) {
		f.live(account.TokenHash{i}, false)
	}
	f.is(start(20, old), account.ErrCredentials)
	f.live(account.TokenHash{20}, false)
	f.ok(start(21, "new"))
	f.live(account.TokenHash{21}, true)
}

func (f *fixture) live(hash account.TokenHash, want bool) {
	f.Helper()
	_, _, err := f.store.Session(f.ctx, hash)
	if want {
		f.ok(err)
		return
	}
	f.is(err, account.ErrNoSession)
}

func passwordEndsSessions(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	kept, other, bens := f.start(anna, 1, account.TokenHash{}), f.start(anna, 2, account.TokenHash{}), f.start(ben, 3, account.TokenHash{})
	f.ok(f.store.SetPassword(f.ctx, anna.ID, "", "new", kept))
	f.live(kept, true)
	f.live(other, false)
	f.live(bens, true)
	_, hash, err := f.store.Find(f.ctx, "anna@example.org")
	f.ok(err)
	if hash != "new" {
		f.Errorf("the hash is %q", hash)
	}
	f.ok(f.store.SetPassword(f.ctx, anna.ID, "new", "newer", account.TokenHash{}))
	f.live(kept, false)
}

func sessionsLive(f *fixture) {
	anna := f.account("anna@example.org")
	first := f.start(anna, 1, account.TokenHash{})
	s, user, err := f.store.Session(f.ctx, first)
	f.ok(err)
	if user != anna || s.Account != anna.ID || !s.Started.Equal(f.clock()) || !s.Seen.Equal(f.clock()) {
		f.Errorf("session %+v of %+v", s, user)
	}
	second := f.start(anna, 2, first)
	f.live(first, false)
	f.advance(30 * time.Minute)
	f.ok(f.store.Touch(f.ctx, second, f.clock()))
	s, _, err = f.store.Session(f.ctx, second)
	f.ok(err)
	if !s.Seen.Equal(f.clock()) || s.Started.Equal(f.clock()) {
		f.Errorf("touched session %+v", s)
	}
	f.ok(f.store.End(f.ctx, second))
	f.ok(f.store.End(f.ctx, second))
	f.live(second, false)
	idle := f.start(anna, 3, account.TokenHash{})
	f.advance(account.SessionIdle)
	f.start(anna, 4, account.TokenHash{}) // clears what has expired
	f.live(idle, false)
}

func keysPerMonth(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	create := func(a account.Account) error {
		_, err := f.store.CreateKey(f.ctx, a.ID, f.newKey(), upTo(2), f.month().Start())
		return err
	}
	f.ok(create(anna))
	f.ok(create(anna))
	_, err := f.books.RevokeKey(f.ctx, "key_1", f.clock()) // a revoked key has been made all the same
	f.ok(err)
	f.is(create(anna), account.ErrKeyLimit)
	f.ok(create(ben))
	f.advance(11 * 24 * time.Hour) // December
	f.ok(create(anna))
	keys, err := f.store.Keys(f.ctx, anna.ID, f.month())
	f.ok(err)
	if len(keys) != 3 || keys[0].ID != "key_5" || keys[2].ID != "key_1" || keys[2].Revoked.IsZero() {
		f.Errorf("keys %+v", keys)
	}
}

func keyLimitIsExact(f *fixture) {
	anna := f.account("anna@example.org")
	const most = 3
	var wg sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 12 {
		k := f.newKey()
		wg.Go(func() {
			_, err := f.store.CreateKey(f.ctx, anna.ID, k, upTo(most), f.month().Start())
			if err != nil && !errors.Is(err, account.ErrKeyLimit) {
				f.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				made++
			}
		})
	}
	wg.Wait()
	if made != most {
		f.Errorf("%d keys were made, want %d", made, most)
	}
}

func keysTellTheirUse(f *fixture) {
	anna := f.account("anna@example.org")
	k, secret := f.key(anna)
	f.advance(time.Minute)
	f.use(secret, "req_1")
	f.use(secret, "req_2")
	used := f.clock()
	f.advance(time.Minute)
	expires := f.clock().Add(time.Hour)
	_, err := f.books.RotateKey(f.ctx, k.ID, service.Secret{Hash: apikey.Sum("new"), Prefix: "sk_test_", Last4: "newS", Created: f.clock()}, expires)
	f.ok(err)
	keys, err := f.store.Keys(f.ctx, anna.ID, f.month())
	f.ok(err)
	if len(keys) != 1 || keys[0].Used != 2 || !keys[0].LastUsed.Equal(used) || keys[0].Last4 != "newS" || !keys[0].Grace.Equal(expires) {
		f.Errorf("keys %+v", keys)
	}
	keys, err = f.store.Keys(f.ctx, anna.ID, f.month().Add(1))
	f.ok(err)
	if keys[0].Used != 0 {
		f.Errorf("%d units in a month to come", keys[0].Used)
	}
}

func (f *fixture) usage(a account.Account, q account.UsageQuery) []string {
	f.Helper()
	q.Month = f.month()
	ids := []string{}
	page, err := f.store.Usage(f.ctx, a.ID, q)
	f.ok(err)
	for _, row := range page.Rows {
		ids = append(ids, row.RequestID)
	}
	return ids
}

func usageIsOwn(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	k1, s1 := f.key(anna)
	_, s2 := f.key(anna)
	_, s3 := f.key(ben)
	f.use(s1, "req_1")
	f.use(s2, "req_2")
	f.use(s3, "req_ben")
	f.advance(24 * time.Hour)
	f.use(s1, "req_3")
	a, err := f.books.Admit(f.ctx, apikey.Sum(s2), meter.Standard())
	f.ok(err)
	f.ok(f.books.Log(f.ctx, service.UsageRow{
		RequestID: "req_4", Key: a.Key, Operation: service.Classify, Status: 400, Code: service.InvalidRequest, Time: a.Time,
	}))
	for range 2000 { // a row that was not billed may be written later
		if len(f.usage(anna, account.UsageQuery{})) == 4 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, tt := range []struct {
		q    account.UsageQuery
		want []string
	}{
		{account.UsageQuery{}, []string{"req_4", "req_3", "req_2", "req_1"}},
		{account.UsageQuery{Limit: 2}, []string{"req_4", "req_3"}},
		{account.UsageQuery{KeyID: k1.ID}, []string{"req_3", "req_1"}},
		{account.UsageQuery{KeyID: "key_3"}, []string{}}, // ben's
		{account.UsageQuery{Operation: "classify"}, []string{"req_4"}},
		{account.UsageQuery{Failed: true}, []string{"req_4"}},
	} {
		if got := f.usage(anna, tt.q); !slices.Equal(got, tt.want) {
			f.Errorf("%+v: %v, want %v", tt.q, got, tt.want)
		}
	}
	pages := []string{}
	for q := (account.UsageQuery{Month: f.month(), Limit: 3}); ; {
		page, err := f.store.Usage(f.ctx, anna.ID, q)
		f.ok(err)
		if len(page.Rows) == 0 {
			break
		}
		for _, row := range page.Rows {
			pages = append(pages, row.RequestID)
		}
		q.Before = page.Last
	}
	if want := []string{"req_4", "req_3", "req_2", "req_1"}; !slices.Equal(pages, want) {
		f.Errorf("page by page: %v, want %v", pages, want)
	}
	days, err := f.store.Days(f.ctx, anna.ID, f.month())
	f.ok(err)
	if want := []account.Day{{Day: 20, Requests: 2, Units: 2}, {Day: 21, Requests: 2, Units: 1}}; !slices.Equal(days, want) {
		f.Errorf("days %v, want %v", days, want)
	}
}

func planCounts(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	_, s1 := f.key(anna)
	_, s2 := f.key(ben)
	operator := f.operator()
	f.is(f.store.SetPlan(f.ctx, anna.ID, anna.ID, meter.Pro), account.ErrNotOperator)
	f.is(f.store.SetPlan(f.ctx, "acct_x", anna.ID, meter.Pro), account.ErrNotOperator)
	f.ok(f.store.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro))
	for secret, want := range map[string]meter.Plan{s1: meter.Pro, s2: meter.Free} {
		a, err := f.books.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
		f.ok(err)
		if a.Key.Plan != want {
			f.Errorf("the plan of %s is %s, want %s", secret, a.Key.Plan, want)
		}
	}
	found, _, err := f.store.Find(f.ctx, "anna@example.org")
	f.ok(err)
	if found.Plan != meter.Pro {
		f.Errorf("the account's plan is %s", found.Plan)
	}
}

// A key is of the plan that the account has when it is made, not of the one
// that it had when its page was opened; so is the bound.
func keysAreOfThePlan(f *fixture) {
	anna, operator := f.account("anna@example.org"), f.operator()
	oneForPro := func(plan meter.Plan) int {
		if plan == meter.Pro {
			return 1
		}
		return 0
	}
	k := f.newKey() // says free
	_, err := f.store.CreateKey(f.ctx, anna.ID, k, oneForPro, f.month().Start())
	f.is(err, account.ErrKeyLimit)
	f.ok(f.store.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro))
	plan, err := f.store.CreateKey(f.ctx, anna.ID, k, oneForPro, f.month().Start())
	f.ok(err)
	keys, err := f.store.Keys(f.ctx, anna.ID, f.month())
	f.ok(err)
	if plan != meter.Pro || len(keys) != 1 || keys[0].Plan != meter.Pro {
		f.Errorf("plan %s, keys %+v", plan, keys)
	}
	f.ok(f.store.SetPlan(f.ctx, operator.ID, anna.ID, meter.Free))
	_, err = f.store.CreateKey(f.ctx, anna.ID, f.newKey(), oneForPro, f.month().Start())
	f.is(err, account.ErrKeyLimit)
	f.ok(f.store.SetOperator(f.ctx, operator.ID, false))
	f.is(f.store.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro), account.ErrNotOperator)
}

func deletion(f *fixture) {
	anna := f.account("anna@example.org")
	k, secret := f.key(anna)
	hash := f.start(anna, 1, account.TokenHash{})
	a, err := f.books.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
	f.ok(err)
	charge := &service.Computation{
		RequestID: "req_1", Key: a.Key, Operation: service.Compute, Units: 1, Quota: 25, Time: a.Time, Duration: time.Millisecond,
		Claim: &service.Claim{IdempotencyKey: "k", Fingerprint: service.Fingerprint{Version: 1}, Lease: []byte(`{}`), Stored: []byte("x"), Expires: a.Time.Add(time.Hour)},
	}
	_, err = f.books.Record(f.ctx, charge)
	f.ok(err)
	f.ok(f.store.Delete(f.ctx, anna.ID, f.clock()))
	f.live(hash, false)
	_, _, err = f.store.Find(f.ctx, "anna@example.org")
	f.is(err, account.ErrNoAccount)
	_, err = f.books.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
	f.is(err, service.ErrUnknownKey)
	all, err := f.books.Keys(f.ctx)
	f.ok(err)
	if len(all) != 1 || all[0].ID != k.ID || all[0].Name != "" || all[0].Revoked.IsZero() {
		f.Errorf("keys %+v", all)
	}
	rows := 0
	for row, err := range f.books.Usage(f.ctx, service.UsageQuery{}) {
		f.ok(err)
		rows++
		if row.Key.Name != "" {
			f.Errorf("the usage log has the name %q", row.Key.Name)
		}
	}
	if rows != 1 {
		f.Errorf("%d usage rows, want 1", rows)
	}
	f.is(f.store.Delete(f.ctx, anna.ID, f.clock()), account.ErrNoAccount)
	f.account("anna@example.org") // free again
}

func strangers(f *fixture) {
	_, _, err := f.store.Find(f.ctx, "nobody@example.org")
	f.is(err, account.ErrNoAccount)
	f.is(f.store.SetPassword(f.ctx, "acct_x", "", "x", account.TokenHash{}), account.ErrNoAccount)
	f.is(f.store.SetOperator(f.ctx, "acct_x", true), account.ErrNoAccount)
	f.is(f.store.SetPlan(f.ctx, f.operator().ID, "acct_x", meter.Pro), account.ErrNoAccount)
	_, err = f.store.CreateKey(f.ctx, "acct_x", f.newKey(), upTo(3), f.month().Start())
	f.is(err, account.ErrNoAccount)
	f.is(f.store.Start(f.ctx, account.Session{Hash: account.TokenHash{9}, Account: "acct_x", Started: f.clock(), Seen: f.clock()},
		"x", account.TokenHash{}, f.clock(), f.clock()), account.ErrCredentials)
	f.live(account.TokenHash{9}, false)
	keys, err := f.store.Keys(f.ctx, "acct_x", f.month())
	f.ok(err)
	days, err := f.store.Days(f.ctx, "acct_x", f.month())
	f.ok(err)
	if len(keys)+len(days)+len(f.usage(account.Account{ID: "acct_x"}, account.UsageQuery{})) != 0 {
		f.Error("a stranger has keys or usage")
	}
}
