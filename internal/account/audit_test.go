package account_test

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// The audit log records the actor, the action, the subject and the network address of every change
// to an account or key. It never contains a secret.
func TestUserActionsAreAudited(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "audit.db"), Clock: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close() //nolint:errcheck // the test has ended
	core := service.New(service.Config{Store: store, Clock: time.Now, Log: log})
	a := account.New(account.Config{
		Store: store.Accounts(), Service: core, Clock: time.Now, Cost: account.Cost{MemoryKiB: 64, Passes: 1}, OpenSignUp: true, FirstOperates: true,
	})
	const first, second, from = "gnu-tulip-oboe", "gnu-gnu-tulip", "192.0.2.1"
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	token, err := a.SignUp(t.Context(), "anna@example.org", first, from, "")
	must(err)
	anna, err := a.User(t.Context(), token)
	must(err)
	if _, err := a.SignIn(t.Context(), "anna@example.org", "wrong", from, ""); err == nil {
		t.Fatal("a wrong password opens")
	}
	ctx := service.By(t.Context(), service.Actor{ID: anna.ID, Address: from})
	issued, err := a.CreateKey(ctx, anna, "key", apikey.Test)
	must(err)
	rotated, err := a.RotateKey(ctx, anna, issued.ID, 0)
	must(err)
	_, err = a.RevokeKey(ctx, anna, issued.ID)
	must(err)
	must(a.SetPlan(ctx, anna.ID, anna.ID, meter.Pro))
	for range 3 { // setting the plan that an account already has writes no entry
		must(a.SetPlan(ctx, anna.ID, anna.ID, meter.Pro))
		must(a.TakeBack(ctx, anna))
		must(a.Decline(ctx, anna.ID))
		must(a.SignOut(ctx, "no session"))
	}
	anna, err = a.User(t.Context(), token)
	must(err)
	must(a.AskPlan(ctx, anna, meter.Free, "fewer leases"))
	must(a.Decline(ctx, anna.ID))
	must(a.ChangePassword(ctx, anna, first, second, token))
	must(a.Delete(ctx, anna, second))
	want := []string{
		"visitor account.create " + anna.ID, anna.ID + " sign-in " + anna.ID, "visitor sign-in.failed " + anna.ID,
		anna.ID + " key.create " + issued.ID, anna.ID + " key.rotate " + issued.ID, anna.ID + " key.revoke " + issued.ID,
		anna.ID + " account.set-plan " + anna.ID, anna.ID + " account.ask-plan " + anna.ID, anna.ID + " account.decline-plan " + anna.ID,
		anna.ID + " account.set-password " + anna.ID, anna.ID + " account.delete " + anna.ID,
	}
	var got []string
	for e, err := range core.AuditLog(t.Context(), service.AuditQuery{}) {
		must(err)
		got = append(got, e.Actor+" "+e.Action+" "+e.Subject)
		whole := strings.Join([]string{e.Action, e.Actor, e.Subject, e.Detail, e.Address}, " ")
		for _, secret := range []string{first, second, token, issued.Secret, rotated.Secret, "anna@example.org"} {
			if strings.Contains(whole, secret) {
				t.Errorf("an entry shows %q: %s", secret, whole)
			}
		}
		if e.Address != from {
			t.Errorf("%s: from %q", e.Action, e.Address)
		}
	}
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("audited\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
