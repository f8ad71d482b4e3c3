package settings

import (
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// onStore returns settings pages on a database with an operator's account and the account of a user named Anna.
func onStore(t *testing.T) (*Settings, *account.Accounts) {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "a.db"), Clock: now, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	accounts := account.New(account.Config{
		Store: store.Accounts(), Clock: now, Cost: account.Cost{MemoryKiB: 64, Passes: 1}, FirstOperates: true, OpenSignUp: true,
		Service: service.New(service.Config{Store: store, Clock: now, Log: quiet}), PublicURL: "https://leases.example",
	})
	for _, email := range []string{"operator@example.org", "anna@example.org"} {
		if _, err := accounts.Create(t.Context(), email, "gnu-tulip-oboe"); err != nil {
			t.Fatal(err)
		}
	}
	return newSettings(t, quiet, accounts), accounts
}

// signedIn signs a user in and returns the session cookie.
func signedIn(t *testing.T, s *Settings, email string) string {
	t.Helper()
	w := ask(s, http.MethodPost, "/account/sign-in", url.Values{"email": {email}, "password": {"gnu-tulip-oboe"}}.Encode())
	if w.Code != http.StatusSeeOther {
		t.Fatalf("sign in: %d %s", w.Code, w.Body)
	}
	return strings.SplitN(w.Header().Get("Set-Cookie"), ";", 2)[0]
}

// A signed-in user may submit 60 forms at once, and then one form per second.
func TestFormsAreLimitedByUser(t *testing.T) {
	t.Parallel()
	s, _ := onStore(t)
	anna := signedIn(t, s, "anna@example.org")
	refused := 0
	for range 70 {
		switch code := ask(s, "POST", "/account/plan/take-back", "", "Cookie", anna).Code; code {
		case http.StatusSeeOther:
		case http.StatusTooManyRequests:
			refused++
		default:
			t.Fatalf("status %d", code)
		}
	}
	if refused == 0 || refused > 10 {
		t.Errorf("%d of 70 forms were refused, want 10 less one for each second", refused)
	}
}

// An account changes from the Free plan to the Pro plan. The user requests the plan on the profile
// page, and the operator grants the request. After that, the account and its keys have the new
// plan.
func TestPlansAreRequestedAndGranted(t *testing.T) {
	t.Parallel()
	s, accounts := onStore(t)
	anna, operator := signedIn(t, s, "anna@example.org"), signedIn(t, s, "operator@example.org")
	if page := ask(s, "GET", "/account/profile", "", "Cookie", anna).Body.String(); !strings.Contains(page, "Request another plan") || !strings.Contains(page, "Counting starts again at") {
		t.Errorf("the profile: %s", page)
	}
	post := func(cookie, path string, form url.Values) int {
		return ask(s, "POST", path, form.Encode(), "Cookie", cookie).Code
	}
	if code := post(anna, "/account/plan", url.Values{"plan": {"pro"}, "reason": {"<b>January</b>"}}); code != 303 {
		t.Fatalf("asked: %d", code)
	}
	if page := ask(s, "GET", "/account/profile", "", "Cookie", anna).Body.String(); !strings.Contains(page, "You requested the <strong>pro</strong> plan") {
		t.Errorf("the profile: %s", page)
	}
	if code := post(anna, "/account/plan/take-back", nil); code != 303 {
		t.Errorf("taken back: %d", code)
	}
	if page := ask(s, "GET", "/account/accounts", "", "Cookie", operator).Body.String(); strings.Contains(page, "Plan requests") {
		t.Error("what was taken back is shown")
	}
	_ = post(anna, "/account/plan", url.Values{"plan": {"pro"}, "reason": {"<b>January</b>"}})
	page := ask(s, "GET", "/account/accounts", "", "Cookie", operator).Body.String()
	if !strings.Contains(page, "Plan requests") || !strings.Contains(page, "&lt;b&gt;January") {
		t.Errorf("the operator's page: %s", page)
	}
	found, _ := accounts.ByEmail(t.Context(), "anna@example.org")
	for _, path := range []string{"/plan", "/decline", "/link"} {
		if code := post(anna, "/account/accounts/"+found.ID+path, url.Values{"plan": {"pro"}}); code != http.StatusForbidden {
			t.Errorf("anybody may %s: %d", path, code)
		}
	}
	if code := post(operator, "/account/accounts/"+found.ID+"/plan", url.Values{"plan": {"pro"}}); code != 303 {
		t.Errorf("granted: %d", code)
	}
	if found, _ = accounts.ByEmail(t.Context(), "anna@example.org"); found.Plan != meter.Pro || found.Asked.Plan != "" {
		t.Errorf("%+v", found)
	}
	if code := post(anna, "/account/plan", url.Values{"plan": {"gold"}}); code != 400 {
		t.Errorf("a plan that does not exist: %d", code)
	}
	_ = post(anna, "/account/plan", url.Values{"plan": {"free"}})
	if code := post(operator, "/account/accounts/"+found.ID+"/decline", nil); code != 303 {
		t.Errorf("declined: %d", code)
	}
	if found, _ = accounts.ByEmail(t.Context(), "anna@example.org"); found.Plan != meter.Pro || found.Asked.Plan != "" {
		t.Errorf("%+v", found)
	}
}

// If the server cannot send mail, the page for forgotten passwords says so. The operator creates a link for
// setting a password, and a page shows the link once.
func TestAnOperatorCreatesALink(t *testing.T) {
	t.Parallel()
	s, accounts := onStore(t)
	if page := ask(s, "GET", "/account/forgot", "").Body.String(); !strings.Contains(page, "This server sends no mail") {
		t.Errorf("without mail: %s", page)
	}
	operator := signedIn(t, s, "operator@example.org")
	found, _ := accounts.ByEmail(t.Context(), "anna@example.org")
	page := ask(s, "POST", "/account/accounts/"+found.ID+"/link", "", "Cookie", operator).Body.String()
	link := regexp.MustCompile(`https://leases\.example(/account/reset\?link=[^<"]+)`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("no link in %s", page)
	}
	if w := ask(s, "GET", link[1], ""); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if again := ask(s, "GET", "/account/accounts", "", "Cookie", operator).Body.String(); strings.Contains(again, "reset?link=") {
		t.Error("the link is shown again")
	}
	if w := ask(s, "POST", "/account/accounts/acct_none/link", "", "Cookie", operator); w.Code != 404 {
		t.Errorf("unknown account: %d", w.Code)
	}
}
