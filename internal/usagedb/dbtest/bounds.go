package dbtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// step is the number of rows that one step of a sweep removes.
const step = 500

// has fails the test unless a table has n rows.
func (f *fixture) has(table string, n int) {
	f.Helper()
	if got := f.database.Rows(f.T, table); got != n {
		f.Errorf("%s has %d rows, want %d", table, got, n)
	}
}

// sweep runs one step of a sweep. It reports whether more rows may have to be removed.
func (f *fixture) sweep() (more bool) {
	f.Helper()
	more, err := f.store.Sweep(f.ctx, 0)
	f.must(err)
	return more
}

// rotate gives a key the secret with the given name. The old secret remains valid for the grace
// period.
func (f *fixture) rotate(id, secret string, grace time.Duration) (service.Key, error) {
	return f.store.RotateKey(f.ctx, id, service.Secret{
		Hash: apikey.Sum(secret), Prefix: "sk_test_", Last4: secret[len(secret)-4:], Created: f.clock.Now(),
	}, f.clock.Now().Add(grace))
}

// opens fails the test if the secret's validity differs from want.
func (f *fixture) opens(secret string, want bool) {
	f.Helper()
	_, err := f.store.Identify(f.ctx, apikey.Sum(secret))
	if want {
		f.must(err)
		return
	}
	f.wantErr(err, service.ErrUnknownKey)
}

// A key has a maximum number of valid secrets. A rotation that would exceed it is rejected and changes no row.
// A rotation without a grace period is always possible and leaves one valid secret.
func rotationsAreBounded(f *fixture) {
	k, first := f.accountKey(f.account("anna@example.org"))
	for i := 1; i < service.MaxSecrets; i++ {
		_, err := f.rotate(k.ID, fmt.Sprintf("next%04d", i), 7*24*time.Hour)
		f.must(err)
		f.clock.Add(time.Minute)
	}
	_, err := f.rotate(k.ID, "much0000", 7*24*time.Hour)
	f.wantErr(err, service.ErrManySecrets)
	f.opens("much0000", false)
	f.opens(first, true)
	newest := fmt.Sprintf("next%04d", service.MaxSecrets-1)
	f.opens(newest, true)
	f.has("secrets", service.MaxSecrets)
	f.clock.Add(7*24*time.Hour - (service.MaxSecrets-1)*time.Minute) // the time at which the first secret expires
	f.opens(first, false)
	_, err = f.rotate(k.ID, "room0001", 7*24*time.Hour)
	f.must(err)
	f.has("secrets", service.MaxSecrets)
	for i := range 3 * service.MaxSecrets {
		key, err := f.rotate(k.ID, fmt.Sprintf("last%04d", i), 0)
		f.must(err)
		if want := fmt.Sprintf("%04d", i); key.Last4 != want {
			f.Errorf("shown as %s, want %s", key.Last4, want)
		}
	}
	f.has("secrets", 1)
	f.opens(newest, false)
	f.opens(fmt.Sprintf("last%04d", 3*service.MaxSecrets-1), true)
}

// Secrets are removed after their grace period, a limited number in each step. The key's current secret, its
// displayed part and its usage remain. Only some of the keys are rotated, because each rotation is a
// transaction. The other keys' secrets expire without being replaced.
func expiredSecretsAreRemoved(f *fixture) {
	const many, rotated = step + 20, 20
	list := make([]service.NewKey, many)
	for i := range list {
		list[i] = f.newKey()
	}
	f.must(f.store.CreateKeys(f.ctx, list))
	f.use("sk_test_1", "req_1")
	for i := range rotated {
		f.must(second(f.rotate(list[i].ID, fmt.Sprintf("new%05d", i), time.Hour)))
	}
	f.database.Exec(f.T, fmt.Sprintf(`UPDATE secrets SET expires_at = %d WHERE key_ref > %d`, f.clock.Now().Add(time.Hour).UnixNano(), rotated))
	f.clock.Add(time.Hour - 1)
	f.sweep()
	f.has("secrets", many+rotated)
	f.opens("sk_test_1", true)
	f.clock.Add(1)
	if !f.sweep() {
		f.Error("one step removes any number of secrets")
	}
	f.has("secrets", many+rotated-step)
	for f.sweep() {
		f.Log("and on")
	}
	f.has("secrets", rotated)
	f.opens("sk_test_1", false)
	f.opens("new00000", true)
	_, err := f.store.RevokeKey(f.ctx, list[1].ID, f.clock.Now())
	f.must(err)
	f.sweep()
	keys, err := f.store.Keys(f.ctx)
	f.must(err)
	if len(keys) != rotated || keys[0].Last4 != "0000" || keys[1].Last4 != "0001" {
		f.Errorf("%d keys, the first %+v", len(keys), keys[:min(2, len(keys))])
	}
	for row, err := range f.store.Usage(f.ctx, service.UsageQuery{}) {
		f.must(err)
		if row.Key.ID != list[0].ID {
			f.Errorf("used by %s", row.Key.ID)
		}
	}
}

// keep records n responses for the key with the given secret, so that they can be replayed.
func (f *fixture) keep(secret string, n int) {
	f.Helper()
	a, err := f.store.Admit(f.ctx, apikey.Sum(secret), meter.Standard())
	f.must(err)
	f.recordAll(n, func(i int) *service.Computation {
		return &service.Computation{
			RequestID: fmt.Sprintf("req_%s_%d", secret, i), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: 5000, Time: a.Time, Duration: time.Millisecond,
			Claim: &service.Claim{Name: sha256.Sum256([]byte(fmt.Sprint(i))), Expires: a.Time.Add(24 * time.Hour)},
		}
	})
}

// The first step of a deletion revokes all the account's keys, removes their names and ends all its sessions.
// Several more steps remove the account's other data. If the deleting process ends early, a sweep removes it.
func deletionGoesInSteps(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	k, secret := f.accountKey(anna)
	_, other := f.accountKey(anna)
	_, bens := f.accountKey(ben)
	_, err := f.rotate(k.ID, "anew0001", time.Hour)
	f.must(err)
	session := f.start(anna, 1, account.TokenHash{})
	const most = 2*step + 20
	f.keep("anew0001", most)
	f.keep(bens, 3)
	f.must(f.accounts.Delete(f.ctx, anna.ID, f.clock.Now()))
	f.has("replays", most+3) // these rows are removed in later steps
	keys, err := f.store.Keys(f.ctx)
	f.must(err)
	rows := 0
	for row, err := range f.store.Usage(f.ctx, service.UsageQuery{}) {
		f.must(err)
		rows++
		if (row.Key.Name == "") != (row.Key.ID == k.ID) {
			f.Errorf("the usage log has the name %q of %s", row.Key.Name, row.Key.ID)
		}
	}
	if rows != most+3 || len(keys) != 3 || keys[0].ID != k.ID || keys[0].Name != "" || keys[0].Revoked.IsZero() {
		f.Errorf("%d usage rows, keys %+v", rows, keys)
	}
	// From here on, the test continues the deletion without the process that began it.
	for _, gone := range []string{secret, other, "anew0001"} {
		f.opens(gone, false)
	}
	f.live(session, false)
	_, _, err = f.accounts.Find(f.ctx, "anna@example.org")
	f.wantErr(err, account.ErrNoAccount)
	f.wantErr(f.accounts.Delete(f.ctx, anna.ID, f.clock.Now()), account.ErrNoAccount)
	_, err = f.accounts.CreateKey(f.ctx, anna.ID, f.newKey(), upTo(100), f.month().Start())
	f.wantErr(err, account.ErrNoAccount)
	again := f.account("anna@example.org") // a new account with the same email address
	list, err := f.accounts.List(f.ctx)
	f.must(err)
	if len(list) != 2 || list[0].ID != ben.ID || list[1].ID != again.ID {
		f.Errorf("list %+v", list)
	}
	more, err := f.accounts.Clear(f.ctx)
	f.must(err)
	if !more {
		f.Error("one step removes any number of answers")
	}
	f.has("replays", most-step+3)
	f.use(bens, "req_between")
	for f.sweep() {
		f.Log("and on")
	}
	f.has("replays", 3)
	f.has("accounts", 2)
	f.has("account_keys", 1)
	more, err = f.accounts.Clear(f.ctx)
	f.must(err)
	if more {
		f.Error("there is always more to remove")
	}
	f.opens(bens, true)
}

// A sign-in while the account is being deleted leaves no session. Neither the sign-in nor the
// deletion blocks the other.
func deletionEndsSignIns(f *fixture) {
	anna := f.account("anna@example.org")
	_, hash, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	var wg sync.WaitGroup
	const many = 12
	for i := range byte(many) {
		wg.Go(func() {
			err := f.accounts.Start(f.ctx, account.Session{Hash: account.TokenHash{i}, Account: anna.ID, Started: f.clock.Now(), Seen: f.clock.Now()},
				hash, account.TokenHash{}, f.clock.Now().Add(-time.Hour), f.clock.Now().Add(-time.Hour))
			if err != nil && !errors.Is(err, account.ErrCredentials) {
				f.Error(err)
			}
		})
		if i == many/2 {
			wg.Go(func() {
				if err := f.accounts.Delete(f.ctx, anna.ID, f.clock.Now()); err != nil {
					f.Error(err)
				}
			})
		}
	}
	wg.Wait()
	for i := range byte(many) {
		f.live(account.TokenHash{i}, false)
	}
	f.has("sessions", 0)
}

// If the only account is deleted, the next new account becomes an operator's account, even while
// rows of the deleted account remain.
func deletedAccountsAreNotCounted(f *fixture) {
	f.must(f.accounts.Delete(f.ctx, f.account("anna@example.org").ID, f.clock.Now()))
	made, err := f.accounts.Create(f.ctx, account.Account{ID: "acct_1", Email: "ben@example.org", Plan: meter.Free, Created: f.clock.Now()}, "x", true)
	f.must(err)
	if !made.Operator {
		f.Error("a deleted account is the first")
	}
}

// Only one of several simultaneous password changes succeeds, and only its session remains.
func onlyOnePasswordChangeSucceeds(f *fixture) {
	const many = 8
	anna := f.account("anna@example.org")
	_, was, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	var sessions [many]account.TokenHash
	for i := range sessions {
		sessions[i] = f.start(anna, byte(i+1), account.TokenHash{})
	}
	var wg sync.WaitGroup
	var errs [many]error
	for i := range sessions {
		wg.Go(func() { errs[i] = f.accounts.SetPassword(f.ctx, anna.ID, was, fmt.Sprintf("new %d", i), sessions[i]) })
	}
	wg.Wait()
	changed := 0
	for i, err := range errs {
		f.live(sessions[i], err == nil)
		if err == nil {
			changed++
			_, hash, err := f.accounts.Find(f.ctx, "anna@example.org")
			f.must(err)
			if want := fmt.Sprintf("new %d", i); hash != want {
				f.Errorf("the hash is %q, want %q", hash, want)
			}
			continue
		}
		f.wantErr(err, account.ErrCredentials)
	}
	if changed != 1 {
		f.Errorf("%d have changed the password, want 1", changed)
	}
}

// people returns [account.Accounts] that use the given store.
func (f *fixture) people(store account.Store) *account.Accounts {
	f.Helper()
	s := service.New(service.Config{Store: f.store, Clock: f.clock.Now, Log: slog.New(slog.DiscardHandler)})
	return account.New(account.Config{Store: store, Service: s, Clock: f.clock.Now, Cost: account.Cost{MemoryKiB: 64, Passes: 1}, OpenSignUp: true})
}

// overtaken is a store in which a concurrent request changes the password right after the store has read it.
type overtaken struct {
	account.Store

	f *fixture
}

func (o overtaken) SetPassword(ctx context.Context, id, was, hash string, keep account.TokenHash) error {
	o.f.must(o.Store.SetPassword(ctx, id, "", "another's", keep))
	return o.Store.SetPassword(ctx, id, was, hash, keep)
}

// A user who knows only the previous password cannot change the password, even immediately after it
// was changed.
func oldPasswordsChangeNothing(f *fixture) {
	people := f.people(overtaken{f.accounts, f})
	anna, err := people.Create(f.ctx, "anna@example.org", "gnu-tulip-oboe")
	f.must(err)
	f.wantErr(people.ChangePassword(f.ctx, anna, "gnu-tulip-oboe", "gnu-gnu-tulip", ""), account.ErrCredentials)
	_, hash, err := f.accounts.Find(f.ctx, "anna@example.org")
	f.must(err)
	if hash != "another's" {
		f.Errorf("the hash is %q", hash)
	}
}

// A string that only one of the two databases could store is rejected before it reaches a database, with the
// same error as any other unknown or invalid string.
func invalidTextIsUnknown(f *fixture) {
	people := f.people(f.accounts)
	user, err := people.Create(f.ctx, "anna@example.org", "gnu-tulip-oboe")
	f.must(err)
	f.must(f.accounts.SetOperator(f.ctx, user.ID, true))
	user.Operator = true
	refused := func(err error) {
		f.Helper()
		if _, ok := errors.AsType[*account.Refusal](err); !ok {
			f.Errorf("got %v, want a refusal", err)
		}
	}
	for _, odd := range []string{"\xff", "key_\x00", "\x00", "key_\xc3", "acct_\xed\xa0\x80", strings.Repeat("ä", 200) + "@example.org", "\xff@example.org", "a\x00b@example.org"} {
		_, err = people.Service.RevokeKey(f.ctx, odd)
		f.wantErr(err, service.ErrNoKey)
		_, err = people.Service.RotateKey(f.ctx, odd, 0)
		f.wantErr(err, service.ErrNoKey)
		_, err = people.Service.SetPlan(f.ctx, odd, meter.Pro)
		f.wantErr(err, service.ErrNoKey)
		f.wantErr(people.Service.Refund(f.ctx, odd), service.ErrNotRefundable)
		_, err = people.RevokeKey(f.ctx, user, odd)
		f.wantErr(err, service.ErrNoKey)
		_, err = people.RotateKey(f.ctx, user, odd, 0)
		f.wantErr(err, service.ErrNoKey)
		f.wantErr(people.SetPlan(f.ctx, user.ID, odd, meter.Pro), account.ErrNoAccount)
		_, err = people.ByEmail(f.ctx, odd)
		f.wantErr(err, account.ErrNoAccount)
		_, err = people.SignIn(f.ctx, odd, "gnu-tulip-oboe", odd, odd)
		f.wantErr(err, account.ErrCredentials)
		_, err = people.SignUp(f.ctx, odd, "gnu-tulip-oboe", odd, odd)
		refused(err)
		_, err = people.User(f.ctx, odd)
		f.wantErr(err, account.ErrNoSession)
		for row, err := range people.Usage(f.ctx, user, account.UsageQuery{KeyID: odd, Month: f.month()}) {
			f.Errorf("usage %+v, %v", row, err)
		}
		for _, end := range []string{"\xff", "\x00"} {
			_, err = people.CreateKey(f.ctx, user, odd+end, apikey.Test)
			refused(err)
		}
	}
}
