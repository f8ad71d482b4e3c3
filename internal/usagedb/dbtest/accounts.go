package dbtest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func (f *fixture) account(email string) account.Account {
	f.Helper()
	made, err := f.accounts.Create(f.ctx, account.Account{
		ID: "acct_" + email, Email: email, Plan: meter.Free, Created: f.clock.Now(),
	}, "hash of "+email, false)
	f.must(err)
	return made
}

func (f *fixture) operator() account.Account {
	f.Helper()
	made := f.account("operator@example.org")
	f.must(f.accounts.SetOperator(f.ctx, made.ID, true))
	return made
}

func (f *fixture) newKey() service.NewKey {
	f.names++
	secret := fmt.Sprintf("sk_test_%d", f.names)
	return service.NewKey{
		ID: fmt.Sprintf("key_%d", f.names), Name: fmt.Sprintf("name %d", f.names), Plan: meter.Free, Mode: apikey.Test,
		Secret: service.Secret{Hash: apikey.Sum(secret), Prefix: "sk_test_", Last4: fmt.Sprintf("%04d", f.names), Created: f.clock.Now()},
	}
}

// upTo returns a function that allows n keys under every plan.
func upTo(n int) func(meter.Plan) int { return func(meter.Plan) int { return n } }

// accountKey creates a key that belongs to an account and returns the key and its secret.
func (f *fixture) accountKey(a account.Account) (service.NewKey, string) {
	f.Helper()
	k := f.newKey()
	_, err := f.accounts.CreateKey(f.ctx, a.ID, k, upTo(100), f.month().Start())
	f.must(err)
	return k, fmt.Sprintf("sk_test_%d", f.names)
}

func (f *fixture) month() meter.Month { return meter.MonthOf(f.clock.Now()) }

func (f *fixture) use(secret, request string) {
	f.Helper()
	a, err := f.store.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
	f.must(err)
	done, err := f.store.Record(f.ctx, &service.Computation{
		RequestID: request, Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time, Duration: time.Millisecond,
	})
	f.must(err)
	if done.Outcome != service.Original {
		f.Fatalf("outcome %d", done.Outcome)
	}
}

func anAddressHasOneAccount(f *fixture) {
	f.account("Anna@Example.org")
	_, err := f.accounts.Create(f.ctx, account.Account{ID: "acct_2", Email: "anna@EXAMPLE.org", Plan: meter.Free, Created: f.clock.Now()}, "x", false)
	f.wantErr(err, account.ErrTaken)
	found, hash, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	if found.Email != "Anna@Example.org" || hash != "hash of Anna@Example.org" || !found.Created.Equal(f.clock.Now()) || found.Operator {
		f.Errorf("found %+v, %q", found, hash)
	}
	f.account("ben@example.org")
	list, err := f.accounts.List(f.ctx)
	f.must(err)
	if len(list) != 2 || list[0].ID != "acct_Anna@Example.org" || list[1].Email != "ben@example.org" {
		f.Errorf("list %+v", list)
	}
}

func theFirstAccountOperatesWhereWanted(f *fixture) {
	for i, want := range []bool{true, false} {
		made, err := f.accounts.Create(f.ctx, account.Account{
			ID: fmt.Sprintf("acct_%d", i), Email: fmt.Sprintf("a%d@example.org", i), Plan: meter.Free, Created: f.clock.Now(),
		}, "x", true)
		f.must(err)
		if made.Operator != want {
			f.Errorf("account %d is an operator's: %v, want %v", i, made.Operator, want)
		}
	}
	f.must(f.accounts.SetOperator(f.ctx, "acct_1", true))
	f.must(f.accounts.SetOperator(f.ctx, "acct_0", false))
	list, err := f.accounts.List(f.ctx)
	f.must(err)
	if list[0].Operator || !list[1].Operator {
		f.Errorf("list %+v", list)
	}
}

func oneOfManySignUpsAtOnceIsTheFirst(f *fixture) {
	const many = 12
	var wg sync.WaitGroup
	operators := make([]bool, many)
	for i := range many {
		wg.Go(func() {
			made, err := f.accounts.Create(f.ctx, account.Account{
				ID: fmt.Sprintf("acct_%d", i), Email: fmt.Sprintf("a%d@example.org", i/2), Plan: meter.Free, Created: f.clock.Now(),
			}, "x", true)
			if err != nil && !errors.Is(err, account.ErrTaken) {
				f.Error(err)
			}
			operators[i] = made.Operator
		})
	}
	wg.Wait()
	list, err := f.accounts.List(f.ctx)
	f.must(err)
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
	now := f.clock.Now()
	_, password, err := f.accounts.Find(f.ctx, account.Folded(a.Email))
	f.must(err)
	f.must(f.accounts.Start(f.ctx, account.Session{Hash: hash, Account: a.ID, Started: now, Seen: now}, password, replaces,
		now.Add(-account.SessionIdle), now.Add(-account.SessionLifetime)))
	return hash
}

// If the password changes after a sign-in has checked it, the sign-in starts no session.
func aNewPasswordEndsSignInsUnderWay(f *fixture) {
	anna := f.account("anna@example.org")
	start := func(token byte, hash string) error {
		return f.accounts.Start(f.ctx, account.Session{Hash: account.TokenHash{token}, Account: anna.ID, Started: f.clock.Now(), Seen: f.clock.Now()},
			hash, account.TokenHash{}, f.clock.Now().Add(-time.Hour), f.clock.Now().Add(-time.Hour))
	}
	_, old, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	var wg sync.WaitGroup
	for i := range byte(12) { // no session remains, whichever comes first
		wg.Go(func() {
			if err := start(i, old); err != nil && !errors.Is(err, account.ErrCredentials) {
				f.Error(err)
			}
		})
	}
	wg.Go(func() {
		if err := f.accounts.SetPassword(f.ctx, anna.ID, "", "new", account.TokenHash{100}); err != nil {
			f.Error(err)
		}
	})
	wg.Wait()
	for i := range byte(12) {
		f.live(account.TokenHash{i}, false)
	}
	f.wantErr(start(20, old), account.ErrCredentials)
	f.live(account.TokenHash{20}, false)
	f.must(start(21, "new"))
	f.live(account.TokenHash{21}, true)
}

func (f *fixture) live(hash account.TokenHash, want bool) {
	f.Helper()
	_, _, err := f.accounts.Session(f.ctx, hash)
	if want {
		f.must(err)
		return
	}
	f.wantErr(err, account.ErrNoSession)
}

func aNewPasswordEndsTheOtherSessions(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	kept, other, bens := f.start(anna, 1, account.TokenHash{}), f.start(anna, 2, account.TokenHash{}), f.start(ben, 3, account.TokenHash{})
	f.must(f.accounts.SetPassword(f.ctx, anna.ID, "", "new", kept))
	f.live(kept, true)
	f.live(other, false)
	f.live(bens, true)
	_, hash, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	if hash != "new" {
		f.Errorf("the hash is %q", hash)
	}
	f.must(f.accounts.SetPassword(f.ctx, anna.ID, "new", "newer", account.TokenHash{}))
	f.live(kept, false)
}

func sessionsAreReplacedTouchedAndEnded(f *fixture) {
	anna := f.account("anna@example.org")
	first := f.start(anna, 1, account.TokenHash{})
	s, user, err := f.accounts.Session(f.ctx, first)
	f.must(err)
	if user != anna || s.Account != anna.ID || !s.Started.Equal(f.clock.Now()) || !s.Seen.Equal(f.clock.Now()) {
		f.Errorf("session %+v of %+v", s, user)
	}
	second := f.start(anna, 2, first)
	f.live(first, false)
	f.clock.Add(30 * time.Minute)
	f.must(f.accounts.Touch(f.ctx, second, f.clock.Now()))
	s, _, err = f.accounts.Session(f.ctx, second)
	f.must(err)
	if !s.Seen.Equal(f.clock.Now()) || s.Started.Equal(f.clock.Now()) {
		f.Errorf("touched session %+v", s)
	}
	f.must(f.accounts.End(f.ctx, second))
	f.must(f.accounts.End(f.ctx, second))
	f.live(second, false)
	idle := f.start(anna, 3, account.TokenHash{})
	f.clock.Add(account.SessionIdle)
	f.start(anna, 4, account.TokenHash{}) // this sign-in removes expired sessions
	f.live(idle, false)
}

func keysArePerMonthAndAccount(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	create := func(a account.Account) error {
		_, err := f.accounts.CreateKey(f.ctx, a.ID, f.newKey(), upTo(2), f.month().Start())
		return err
	}
	f.must(create(anna))
	f.must(create(anna))
	_, err := f.store.RevokeKey(f.ctx, "key_1", f.clock.Now()) // a revoked key still counts toward the keys created in the month
	f.must(err)
	f.wantErr(create(anna), account.ErrKeyLimit)
	f.must(create(ben))
	f.clock.Add(11 * 24 * time.Hour) // the clock is then in December
	f.must(create(anna))
	f.wantErr(create(anna), account.ErrKeysWork) // the account has two active keys, one created in November and one in December
	keys, err := f.accounts.Keys(f.ctx, anna.ID, f.month())
	f.must(err)
	if len(keys) != 3 || keys[0].ID != "key_5" || keys[2].ID != "key_1" || keys[2].Revoked.IsZero() {
		f.Errorf("keys %+v", keys)
	}
}

// All keys of an account have the same owner in package admission. Another account's key and a key without an
// account have different owners, even if their numbers are the same.
func keysOfAnAccountHaveOneOwner(f *fixture) {
	owner := func(secret string) int64 {
		key, err := f.store.Identify(f.ctx, hash(secret))
		f.must(err)
		if admitted := f.admit(secret).Key; admitted.Owner() != key.Owner() {
			f.Errorf("admitted for %d, identified as %d", admitted.Owner(), key.Owner())
		}
		return key.Owner()
	}
	f.key("none 1", meter.Pro)
	f.key("none 2", meter.Pro)
	owners := map[int64][]string{owner("none 1"): {"none 1"}, owner("none 2"): {"none 2"}}
	for _, address := range []string{"anna@example.org", "ben@example.org"} {
		a := f.account(address)
		for range 3 {
			_, secret := f.accountKey(a)
			owners[owner(secret)] = append(owners[owner(secret)], secret)
		}
	}
	sizes := map[int]int{}
	for _, secrets := range owners {
		sizes[len(secrets)]++
	}
	if sizes[1] != 2 || sizes[3] != 2 || len(owners) != 4 {
		f.Errorf("owners %v", owners)
	}
}

func theLimitOfKeysHoldsUnderConcurrency(f *fixture) {
	anna := f.account("anna@example.org")
	const most = 3
	var wg sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 12 {
		k := f.newKey()
		wg.Go(func() {
			_, err := f.accounts.CreateKey(f.ctx, anna.ID, k, upTo(most), f.month().Start())
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

func keysShowTheirUse(f *fixture) {
	anna := f.account("anna@example.org")
	k, secret := f.accountKey(anna)
	f.clock.Add(time.Minute)
	f.use(secret, "req_1")
	f.use(secret, "req_2")
	used := f.clock.Now()
	f.clock.Add(time.Minute)
	expires := f.clock.Now().Add(time.Hour)
	_, err := f.store.RotateKey(f.ctx, k.ID, service.Secret{Hash: apikey.Sum("new"), Prefix: "sk_test_", Last4: "newS", Created: f.clock.Now()}, expires)
	f.must(err)
	keys, err := f.accounts.Keys(f.ctx, anna.ID, f.month())
	f.must(err)
	if len(keys) != 1 || keys[0].Used != 2 || !keys[0].LastUsed.Equal(used) || keys[0].Last4 != "newS" || !keys[0].Grace.Equal(expires) {
		f.Errorf("keys %+v", keys)
	}
	keys, err = f.accounts.Keys(f.ctx, anna.ID, f.month().Add(1))
	f.must(err)
	if keys[0].Used != 0 {
		f.Errorf("%d units in a month to come", keys[0].Used)
	}
}

func (f *fixture) accountUsage(a account.Account, q account.UsageQuery) []string {
	f.Helper()
	q.Month = f.month()
	ids := []string{}
	page, err := f.accounts.Usage(f.ctx, a.ID, q)
	f.must(err)
	for _, row := range page.Rows {
		ids = append(ids, row.RequestID)
	}
	return ids
}

func usageIsTheAccountsOwn(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	k1, s1 := f.accountKey(anna)
	_, s2 := f.accountKey(anna)
	_, s3 := f.accountKey(ben)
	f.use(s1, "req_1")
	f.use(s2, "req_2")
	f.use(s3, "req_ben")
	f.clock.Add(24 * time.Hour)
	f.use(s1, "req_3")
	a, err := f.store.Admit(f.ctx, apikey.Sum(s2), meter.Standard())
	f.must(err)
	f.must(f.store.Log(f.ctx, service.UsageRow{
		RequestID: "req_4", Key: a.Key, Operation: operations.Classify.Name, Status: 400, Code: service.InvalidRequest, Time: a.Time,
	}))
	for range 2000 { // the store may write a row of an unbilled request later
		if len(f.accountUsage(anna, account.UsageQuery{})) == 4 {
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
		{account.UsageQuery{KeyID: "key_3"}, []string{}}, // this key belongs to the other account
		{account.UsageQuery{Operation: "classify"}, []string{"req_4"}},
		{account.UsageQuery{Failed: true}, []string{"req_4"}},
	} {
		if got := f.accountUsage(anna, tt.q); !slices.Equal(got, tt.want) {
			f.Errorf("%+v: %v, want %v", tt.q, got, tt.want)
		}
	}
	pages := []string{}
	for q := (account.UsageQuery{Month: f.month(), Limit: 3}); ; {
		page, err := f.accounts.Usage(f.ctx, anna.ID, q)
		f.must(err)
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
	days, err := f.accounts.Days(f.ctx, anna.ID, f.month())
	f.must(err)
	if want := []account.Day{{Day: 20, Requests: 2, Units: 2}, {Day: 21, Requests: 2, Units: 1}}; !slices.Equal(days, want) {
		f.Errorf("days %v, want %v", days, want)
	}
}

func aPlanAppliesToTheKeysToo(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	_, s1 := f.accountKey(anna)
	_, s2 := f.accountKey(ben)
	operator := f.operator()
	f.wantErr(f.accounts.SetPlan(f.ctx, anna.ID, anna.ID, meter.Pro), account.ErrNotOperator)
	f.wantErr(f.accounts.SetPlan(f.ctx, "acct_x", anna.ID, meter.Pro), account.ErrNotOperator)
	f.must(f.accounts.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro))
	for secret, want := range map[string]meter.Plan{s1: meter.Pro, s2: meter.Free} {
		a, err := f.store.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
		f.must(err)
		if a.Key.Plan != want {
			f.Errorf("the plan of %s is %s, want %s", secret, a.Key.Plan, want)
		}
	}
	found, _, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	if found.Plan != meter.Pro {
		f.Errorf("the account's plan is %s", found.Plan)
	}
}

// A new key gets the plan that the account has when the key is created, with that plan's limits. So a plan
// change made after the page was opened applies to it.
func aKeyGetsThePlanOfItsAccountNow(f *fixture) {
	anna, operator := f.account("anna@example.org"), f.operator()
	oneForPro := func(plan meter.Plan) int {
		if plan == meter.Pro {
			return 1
		}
		return 0
	}
	k := f.newKey() // this key has the free plan
	_, err := f.accounts.CreateKey(f.ctx, anna.ID, k, oneForPro, f.month().Start())
	f.wantErr(err, account.ErrKeyLimit)
	f.must(f.accounts.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro))
	plan, err := f.accounts.CreateKey(f.ctx, anna.ID, k, oneForPro, f.month().Start())
	f.must(err)
	keys, err := f.accounts.Keys(f.ctx, anna.ID, f.month())
	f.must(err)
	if plan != meter.Pro || len(keys) != 1 || keys[0].Plan != meter.Pro {
		f.Errorf("plan %s, keys %+v", plan, keys)
	}
	f.must(f.accounts.SetPlan(f.ctx, operator.ID, anna.ID, meter.Free))
	_, err = f.accounts.CreateKey(f.ctx, anna.ID, f.newKey(), oneForPro, f.month().Start())
	f.wantErr(err, account.ErrKeyLimit)
	f.must(f.accounts.SetOperator(f.ctx, operator.ID, false))
	f.wantErr(f.accounts.SetPlan(f.ctx, operator.ID, anna.ID, meter.Pro), account.ErrNotOperator)
}

func unknownAccountsHaveNothing(f *fixture) {
	_, _, err := f.accounts.Find(f.ctx, "nobody@example.org")
	f.wantErr(err, account.ErrNoAccount)
	f.wantErr(f.accounts.SetPassword(f.ctx, "acct_x", "", "x", account.TokenHash{}), account.ErrNoAccount)
	f.wantErr(f.accounts.SetOperator(f.ctx, "acct_x", true), account.ErrNoAccount)
	f.wantErr(f.accounts.SetPlan(f.ctx, f.operator().ID, "acct_x", meter.Pro), account.ErrNoAccount)
	_, err = f.accounts.CreateKey(f.ctx, "acct_x", f.newKey(), upTo(3), f.month().Start())
	f.wantErr(err, account.ErrNoAccount)
	f.wantErr(f.accounts.Start(f.ctx, account.Session{Hash: account.TokenHash{9}, Account: "acct_x", Started: f.clock.Now(), Seen: f.clock.Now()},
		"x", account.TokenHash{}, f.clock.Now(), f.clock.Now()), account.ErrCredentials)
	f.live(account.TokenHash{9}, false)
	keys, err := f.accounts.Keys(f.ctx, "acct_x", f.month())
	f.must(err)
	days, err := f.accounts.Days(f.ctx, "acct_x", f.month())
	f.must(err)
	if len(keys)+len(days)+len(f.accountUsage(account.Account{ID: "acct_x"}, account.UsageQuery{})) != 0 {
		f.Error("a stranger has keys or usage")
	}
}

// A sweep does not change daily usage totals.
func daysAddUp(f *fixture) {
	anna := f.account("anna@example.org")
	_, secret := f.accountKey(anna)
	days := func(want ...account.Day) {
		f.Helper()
		got, err := f.accounts.Days(f.ctx, anna.ID, f.month())
		f.must(err)
		if !slices.Equal(got, want) {
			f.Errorf("days %v, want %v", got, want)
		}
	}
	f.use(secret, "req_1")
	f.use(secret, "req_2")
	days(account.Day{Day: 20, Requests: 2, Units: 2})
	f.sweep()
	days(account.Day{Day: 20, Requests: 2, Units: 2})
	f.clock.Add(24 * time.Hour)
	f.use(secret, "req_3")
	f.must(f.store.Refund(f.ctx, "req_1"))
	for range 2 {
		days(account.Day{Day: 20, Requests: 2, Units: 2}, account.Day{Day: 21, Requests: 1, Units: 0})
		f.sweep()
	}
	f.clock.Set(f.month().Add(1).Start())
	days()
	for more := true; more; {
		more = f.sweep()
	}
	f.has("usage", 0)
	f.use(secret, "req_4")
	for range 2 {
		days(account.Day{Day: 1, Requests: 1, Units: 1})
		f.sweep()
	}
}
