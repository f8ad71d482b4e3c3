package account_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// testAccounts are Accounts that collect the messages they send.
type testAccounts struct {
	*account.Accounts

	mu    sync.Mutex
	now   time.Time
	mails []account.Mail
	fails error
	log   strings.Builder
}

func (t *testAccounts) clock() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now
}

func (t *testAccounts) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = t.now.Add(d)
}

func (t *testAccounts) send(_ context.Context, m account.Mail) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mails = append(t.mails, m)
	return t.fails
}

// sent waits until no message is pending, and returns the messages sent since the previous call.
func (t *testAccounts) sent() []account.Mail {
	t.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.mails
	t.mails = nil
	return list
}

const (
	password = "gnu-tulip-oboe-lamp"
	another  = "lamp-oboe-tulip-gnu"
	office   = "192.0.2.1"
)

func found(t *testing.T) *testAccounts {
	t.Helper()
	place := &testAccounts{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "a.db"), Clock: place.clock, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	place.Accounts = account.New(account.Config{
		Store: store.Accounts(), Clock: place.clock, Cost: account.Cost{MemoryKiB: 64, Passes: 1},
		Service: service.New(service.Config{Store: store, Clock: place.clock, Log: quiet}),
		Mail:    place.send, PublicURL: "https://leases.example", Log: slog.New(slog.NewTextHandler(&place.log, nil)),
	})
	for _, email := range []string{"anna@example.org", "ben@example.org"} {
		if _, err := place.Create(t.Context(), email, password); err != nil {
			t.Fatal(err)
		}
	}
	return place
}

// tokenOf returns the token in a message's link.
func tokenOf(t *testing.T, m account.Mail) string {
	t.Helper()
	link := regexp.MustCompile(`https://leases\.example/account/reset\?link=\S+`).FindString(m.Text)
	u, err := url.Parse(link)
	if err != nil || u.Query().Get("link") == "" {
		t.Fatalf("no link in %q", m.Text)
	}
	return u.Query().Get("link")
}

// A password reset link is sent to the account's e-mail address. The link is valid for one use
// within an hour, and using it ends every session of the account.
func TestPasswordLinksAreValidOnce(t *testing.T) {
	t.Parallel()
	place := found(t)
	session, err := place.SignIn(t.Context(), "anna@example.org", password, office, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := place.Forgot(t.Context(), " Anna@Example.org", office); err != nil {
		t.Fatal(err)
	}
	mails := place.sent()
	if len(mails) != 1 || mails[0].To != "anna@example.org" || !strings.Contains(mails[0].Text, "works once") {
		t.Fatalf("sent %+v", mails)
	}
	token := tokenOf(t, mails[0])
	if of, err := place.Linked(t.Context(), token, office); err != nil || of.Email != "anna@example.org" {
		t.Errorf("%+v, %v", of, err)
	}
	var refusal *account.Refusal
	if err := place.UseLink(t.Context(), token, "password1", office); !errors.As(err, &refusal) {
		t.Errorf("a weak password: %v", err)
	}
	if err := place.UseLink(t.Context(), token, another, office); err != nil {
		t.Fatal(err)
	}
	if err := place.UseLink(t.Context(), token, password, office); !errors.Is(err, account.ErrNoLink) {
		t.Errorf("used twice: %v", err)
	}
	if _, err := place.User(t.Context(), session); !errors.Is(err, account.ErrNoSession) {
		t.Errorf("the session goes on: %v", err)
	}
	if _, err := place.SignIn(t.Context(), "anna@example.org", another, office, ""); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if err := place.Forgot(t.Context(), "ben@example.org", office); err != nil {
		t.Fatal(err)
	}
	expiredToken := tokenOf(t, place.sent()[0])
	place.add(time.Hour)
	if err := place.UseLink(t.Context(), expiredToken, another, office); !errors.Is(err, account.ErrNoLink) {
		t.Errorf("after an hour: %v", err)
	}
}

// The response to a request for a password reset link does not reveal whether an account has the e-mail
// address: in both cases, the server sends the same response, and sends it before any e-mail message.
func TestPasswordResetsRevealNothing(t *testing.T) {
	t.Parallel()
	place := found(t)
	place.fails = errors.New("the post is closed")
	for _, email := range []string{"anna@example.org", "nobody@example.org", "nonsense", "a@b\r\nBcc: c@d", ""} {
		if err := place.Forgot(t.Context(), email, office); err != nil {
			t.Errorf("%q: %v", email, err)
		}
	}
	if mails := place.sent(); len(mails) != 1 {
		t.Errorf("sent %+v", mails)
	}
	if text := place.log.String(); strings.Count(text, "the post is closed") != 1 || strings.Contains(text, "link=") || strings.Contains(text, "nobody") {
		t.Errorf("the log says %s", text)
	}
}

// The number of links is limited per account and per network address.
func TestLinksAreBounded(t *testing.T) {
	t.Parallel()
	place := found(t)
	for i := range 10 {
		if err := place.Forgot(t.Context(), "anna@example.org", "192.0.2."+string(rune('1'+i%9))); err != nil {
			t.Fatal(err)
		}
	}
	if mails := place.sent(); len(mails) != 3 {
		t.Errorf("%d mails at once", len(mails))
	}
	place.add(20 * time.Minute)
	_ = place.Forgot(t.Context(), "anna@example.org", office)
	if mails := place.sent(); len(mails) != 1 {
		t.Errorf("%d mails after a while", len(mails))
	}
	var often *account.TooOftenError
	refused := 0
	for range 40 {
		if err := place.Forgot(t.Context(), "nobody@example.org", "198.51.100.1"); errors.As(err, &often) {
			refused++
		}
		if _, err := place.Linked(t.Context(), "guess", "198.51.100.2"); errors.As(err, &often) {
			refused++
		}
	}
	if refused != 40 {
		t.Errorf("%d of 80 refused, want those beyond 20 of each", refused)
	}
}

// A user may request a plan other than the current one, with a reason of limited length. An
// operator grants the request.
func TestPlansAreRequested(t *testing.T) {
	t.Parallel()
	place := found(t)
	anna, err := place.ByEmail(t.Context(), "anna@example.org")
	if err != nil {
		t.Fatal(err)
	}
	for field, c := range map[string]struct {
		plan   meter.Plan
		reason string
	}{
		"plan":   {"gold", ""},
		"reason": {meter.Pro, strings.Repeat("é", account.MaxReasonLen+1)},
	} {
		var refusal *account.Refusal
		if err := place.AskPlan(t.Context(), anna, c.plan, c.reason); !errors.As(err, &refusal) || refusal.Field != field {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := place.AskPlan(t.Context(), anna, anna.Plan, ""); err == nil {
		t.Error("asked for its own plan")
	}
	if err := place.AskPlan(t.Context(), anna, meter.Pro, "we\nclose  in January"); err != nil {
		t.Fatal(err)
	}
	anna, _ = place.ByEmail(t.Context(), "anna@example.org")
	if anna.Asked.Plan != meter.Pro || anna.Asked.Reason != "we close in January" || !anna.Asked.At.Equal(place.clock()) {
		t.Errorf("%+v", anna.Asked)
	}
	ben, _ := place.ByEmail(t.Context(), "ben@example.org")
	if err := place.SetPlan(t.Context(), ben.ID, anna.ID, meter.Pro); !errors.Is(err, account.ErrNotOperator) {
		t.Errorf("anybody grants: %v", err)
	}
	if err := place.SetPlan(t.Context(), "", anna.ID, meter.Pro); err != nil {
		t.Fatal(err)
	}
	if anna, _ = place.ByEmail(t.Context(), "anna@example.org"); anna.Plan != meter.Pro || anna.Asked.Plan != "" {
		t.Errorf("%+v", anna)
	}
}
