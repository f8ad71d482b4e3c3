package dbtest

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// link creates a link to set a new password for an account. The link is valid for one hour.
func (f *fixture) link(a account.Account, token byte) account.TokenHash {
	f.Helper()
	hash, now := account.TokenHash{token}, f.clock.Now()
	f.must(f.accounts.AddLink(f.ctx, a.ID, account.Link{Hash: hash, Made: now, Expires: now.Add(time.Hour)}))
	return hash
}

func (f *fixture) passwordOf(a account.Account) string {
	f.Helper()
	_, hash, err := f.accounts.Find(f.ctx, account.Folded(a.Email))
	f.must(err)
	return hash
}

func aLinkWorksOnce(f *fixture) {
	anna, ben := f.account("anna@example.org"), f.account("ben@example.org")
	session, bens := f.start(anna, 1, account.TokenHash{}), f.start(ben, 2, account.TokenHash{})
	first, second, other := f.link(anna, 3), f.link(anna, 4), f.link(ben, 5)
	found, err := f.accounts.Linked(f.ctx, first, f.clock.Now())
	f.must(err)
	if found.ID != anna.ID || found.Email != anna.Email {
		f.Errorf("linked %+v", found)
	}
	f.must(f.accounts.UseLink(f.ctx, first, "new hash", f.clock.Now()))
	if got := f.passwordOf(anna); got != "new hash" {
		f.Errorf("the password is %q", got)
	}
	for _, ended := range []account.TokenHash{first, second} { // setting a new password ends all the account's links
		f.wantErr(f.accounts.UseLink(f.ctx, ended, "another", f.clock.Now()), account.ErrNoLink)
		_, err := f.accounts.Linked(f.ctx, ended, f.clock.Now())
		f.wantErr(err, account.ErrNoLink)
	}
	_, _, err = f.accounts.Session(f.ctx, session)
	f.wantErr(err, account.ErrNoSession)
	if got := f.passwordOf(anna); got != "new hash" {
		f.Errorf("the password is %q after a link that had ended", got)
	}
	_, _, err = f.accounts.Session(f.ctx, bens)
	f.must(err)
	_, err = f.accounts.Linked(f.ctx, other, f.clock.Now())
	f.must(err)
	f.wantErr(f.accounts.UseLink(f.ctx, account.TokenHash{9}, "x", f.clock.Now()), account.ErrNoLink)
	f.wantErr(f.accounts.AddLink(f.ctx, "acct_none", account.Link{Hash: account.TokenHash{8}, Made: f.clock.Now(), Expires: f.clock.Now().Add(time.Hour)}), account.ErrNoAccount)
}

func ofTwoUsesOfALinkOneSucceeds(f *fixture) {
	anna := f.account("anna@example.org")
	hash := f.link(anna, 1)
	var used atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			switch err := f.accounts.UseLink(f.ctx, hash, "new hash", f.clock.Now()); {
			case err == nil:
				used.Add(1)
			case !errors.Is(err, account.ErrNoLink):
				f.Error(err)
			}
		})
	}
	wg.Wait()
	if used.Load() != 1 {
		f.Errorf("the link worked %d times", used.Load())
	}
}

func aLinkExpires(f *fixture) {
	anna := f.account("anna@example.org")
	hash := f.link(anna, 1)
	for at, valid := range map[time.Time]bool{
		f.clock.Now().Add(-time.Second): false, f.clock.Now(): true,
		f.clock.Now().Add(time.Hour - 1): true, f.clock.Now().Add(time.Hour): false,
	} {
		if _, err := f.accounts.Linked(f.ctx, hash, at); (err == nil) != valid || err != nil && !errors.Is(err, account.ErrNoLink) {
			f.Errorf("at %v: %v", at, err)
		}
	}
	f.wantErr(f.accounts.UseLink(f.ctx, hash, "new hash", f.clock.Now().Add(time.Hour)), account.ErrNoLink)
	f.clock.Add(time.Hour)
	f.link(anna, 2) // adding a link removes expired links
	_, err := f.accounts.Linked(f.ctx, hash, f.clock.Now().Add(-time.Minute))
	f.wantErr(err, account.ErrNoLink)
}

func aNewPasswordAndADeletionEndLinks(f *fixture) {
	anna := f.account("anna@example.org")
	hash := f.link(anna, 1)
	f.must(f.accounts.SetPassword(f.ctx, anna.ID, "", "changed", account.TokenHash{}))
	f.wantErr(f.accounts.UseLink(f.ctx, hash, "x", f.clock.Now()), account.ErrNoLink)
	hash = f.link(anna, 2)
	f.must(f.accounts.Delete(f.ctx, anna.ID, f.clock.Now()))
	_, err := f.accounts.Linked(f.ctx, hash, f.clock.Now())
	f.wantErr(err, account.ErrNoLink)
	f.wantErr(f.accounts.UseLink(f.ctx, hash, "x", f.clock.Now()), account.ErrNoLink)
}

func aPlanIsAskedForUntilItIsAnswered(f *fixture) {
	operator, anna := f.operator(), f.account("anna@example.org")
	request := account.PlanRequest{Plan: meter.Pro, Reason: "we close in January", At: f.clock.Now()}
	of := func() account.PlanRequest {
		f.Helper()
		list, err := f.accounts.List(f.ctx)
		f.must(err)
		found, _, err := f.accounts.Find(f.ctx, anna.Email)
		f.must(err)
		if list[0].Asked != (account.PlanRequest{}) || !list[1].Asked.At.Equal(found.Asked.At) || list[1].Asked.Plan != found.Asked.Plan {
			f.Errorf("listed %+v, found %+v", list, found.Asked)
		}
		return found.Asked
	}
	if got := of(); got != (account.PlanRequest{}) {
		f.Errorf("at first %+v", got)
	}
	f.must(f.accounts.AskPlan(f.ctx, anna.ID, account.PlanRequest{Plan: "endless", At: f.clock.Now()}))
	f.must(f.accounts.AskPlan(f.ctx, anna.ID, request)) // this request replaces the earlier one
	if got := of(); got.Plan != request.Plan || got.Reason != request.Reason || !got.At.Equal(request.At) {
		f.Errorf("request %+v, kept %+v", request, got)
	}
	f.must(f.accounts.AskPlan(f.ctx, anna.ID, account.PlanRequest{}))
	if got := of(); got != (account.PlanRequest{}) {
		f.Errorf("taken back: %+v", got)
	}
	for _, by := range []string{operator.ID, ""} {
		f.must(f.accounts.AskPlan(f.ctx, anna.ID, request))
		f.must(f.accounts.SetPlan(f.ctx, by, anna.ID, meter.Pro))
		if got := of(); got != (account.PlanRequest{}) {
			f.Errorf("answered by %q: %+v", by, got)
		}
	}
	f.wantErr(f.accounts.AskPlan(f.ctx, "acct_none", request), account.ErrNoAccount)
	f.must(f.accounts.AskPlan(f.ctx, anna.ID, request))
	f.must(f.accounts.Delete(f.ctx, anna.ID, f.clock.Now()))
	f.wantErr(f.accounts.SetPlan(f.ctx, "", anna.ID, meter.Free), account.ErrNoAccount)
}
