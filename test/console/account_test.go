package console

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console"
)

const password = "gnu-tulip-oboe-lamp"

// plainLease is a lease in the API's JSON form.
const plainLease = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

// signUp creates an account in the browser, starting from the first page that visitors see.
func (b *tab) signUp(email string) {
	b.Helper()
	b.visit("/account")
	b.follow(`a[href^="/account/sign-up"]`)
	b.fill("email", email)
	b.fill("password", password)
	b.follow(`main button[type=submit]`)
	b.has(".sub", email)
}

func (b *tab) signIn(email, password string) {
	b.Helper()
	b.visit("/account/sign-in")
	b.fill("email", email)
	b.fill("password", password)
	b.follow(`main button[type=submit]`)
}

// fill types a value into a form field.
func (b *tab) fill(name, value string) {
	b.Helper()
	b.run(fmt.Sprintf(`document.querySelector("main [name=%s]").value = ""`, name))
	b.do(chromedp.SendKeys(chromedp.CSS("main [name="+name+"]"), value))
}

// pick chooses a list item or selects a check box.
func (b *tab) pick(selector, value string) {
	b.Helper()
	b.run(fmt.Sprintf(`document.querySelector(%q).value = %q`, selector, value))
}

// makeKey creates an API key in the console and returns its secret.
func (b *tab) makeKey(name, mode string) string {
	b.Helper()
	if name != "" {
		b.fill("name", name)
	}
	b.pick("main [name=mode]", mode)
	b.follow(`form[action="/account/keys"] button`)
	return b.text("#secret")
}

// TestAKeyIsCreatedRotatedAndRevoked follows the steps of a new user. The user creates an account and
// a key, calls the API, looks at the usage, rotates the key with a grace period, and revokes it.
func TestAKeyIsCreatedRotatedAndRevoked(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.allowClipboard()
	b.signUp("anna@example.org")
	secret := b.makeKey("month-end", "live")
	if !regexp.MustCompile(`^sk_live_[0-9A-Za-z]{38}$`).MatchString(secret) {
		t.Fatalf("the secret is %q", secret)
	}
	b.click(`[data-copy-from=secret]`)
	b.until(`document.querySelector("[data-copy-from=secret]").textContent === "Copied"`)
	if copied := eval[string](b, `navigator.clipboard.readText()`, chromedp.EvalAwaitPromise); copied != secret {
		t.Errorf("copied %q", copied)
	}
	b.run(`document.querySelector(".fold").open = true`)
	b.has("#curl-key", "Bearer "+secret)
	b.keep("secret")
	b.do(chromedp.Reload())
	b.ready()
	if strings.Contains(eval[string](b, `document.documentElement.outerHTML`), secret) || b.text("tbody tr") == "" {
		t.Error("a reload shows the secret again, or sends the form again")
	}
	if n := eval[int](b, `document.querySelectorAll("[data-key]").length`); n != 1 {
		t.Errorf("%d keys after a reload, want 1", n)
	}
	for range 2 {
		if status, body := s.ask(t, secret, "compute", plainLease); status != 200 {
			t.Fatalf("the key's call: %d %s", status, body)
		}
	}
	s.ask(t, secret, "compute", `{}`)
	b.visit("/account")
	b.has("tbody tr", "month-end")
	b.has("tbody tr", "sk_live_…"+secret[len(secret)-4:])
	b.has("tbody tr", "2 of 25")
	b.keep("keys")

	b.follow(`a[href$="/rotate"]`)
	b.has("h1", "Rotate “month-end”?")
	b.keep("rotate")
	b.click("[name=grace][value='1h']")
	b.follow(`form[action$="/rotate"] button`)
	fresh := b.text("#secret")
	b.has("[role=status]", "The old secret works until")
	s.works(t, secret, true)
	s.works(t, fresh, true)
	s.clock.advance(time.Hour + time.Minute)
	s.works(t, secret, false)
	s.works(t, fresh, true)
	s.clock.advance(-time.Hour)

	b.visit("/account")
	b.follow(`a[href$="/revoke"]`)
	b.has("h1", "Revoke “month-end”?")
	b.keep("revoke")
	b.follow("main button.danger")
	b.has("tbody tr", "revoked")
	s.works(t, fresh, false)
}

// works checks that the API accepts a secret, or rejects it if the argument want is false.
func (s *server) works(t *testing.T, secret string, want bool) {
	t.Helper()
	status, body := s.ask(t, secret, "classify", `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1,"discountRateAnnual":0}`)
	if got := status == 200; got != want {
		t.Errorf("the API answers %d %s, want success: %v", status, body, want)
	}
}

// TestUsageShowsEveryRequest checks that the usage page shows requests, filters them and offers
// them as a file.
func TestUsageShowsEveryRequest(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.signUp("anna@example.org")
	secret := b.makeKey("=cmd|' /C calc'!A0", "test")
	s.ask(t, secret, "compute", plainLease)
	s.ask(t, secret, "classify", plainLease)
	s.ask(t, secret, "schedule", `{}`)
	b.untilUsage("3 requests, 1 unit")
	if n := eval[int](b, `document.querySelectorAll("tbody tr").length`); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
	if label := eval[string](b, `document.querySelector("svg.days").getAttribute("aria-label")`); !strings.Contains(label, "3 in total") {
		t.Errorf("the chart of days says %q", label)
	}
	b.keep("usage")
	b.pick("[name=operation]", "classify")
	b.follow(`form[action="/account/usage"] button`)
	b.has("tbody", "classify")
	if n := eval[int](b, `document.querySelectorAll("tbody tr").length`); n != 1 {
		t.Errorf("%d rows of classify, want 1", n)
	}
	b.pick("[name=operation]", "")
	b.click("[name=failed]")
	b.follow(`form[action="/account/usage"] button`)
	b.has("tbody", "400 invalid_request")
	file := eval[string](b, `fetch("/account/usage.csv").then((r) => r.text())`, chromedp.EvalAwaitPromise)
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][4] != "schedule" || rows[1][3] != "'=cmd|' /C calc'!A0" {
		t.Errorf("%v, %v", rows, err)
	}
}

// untilUsage reloads the usage page until it shows the given text. The server writes the usage log after it
// has sent a response.
func (b *tab) untilUsage(want string) {
	b.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		b.visit("/account/usage")
		if strings.Contains(b.text("h2 + .sub"), want) {
			return
		}
	}
	b.has("h2 + .sub", want)
}

// TestAnExpiredSessionKeepsTheInput checks the page's behavior if the session has expired. The page
// reports the expiry, changes nothing and keeps the form's input.
func TestAnExpiredSessionKeepsTheInput(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(o *console.Options, _ *account.Config) { o.Workbench = console.SignedIn })
	b := s.open(t, desktop)
	b.withoutWebAssembly()
	b.expectRefusals()
	b.signUp("anna@example.org")
	b.fill("name", "precious words")
	s.clock.advance(account.SessionIdle)
	b.follow(`form[action="/account/keys"] button`)
	b.has("[role=alert]", "Your session has ended. No change was saved")
	b.fill("email", "anna@example.org")
	b.fill("password", password)
	b.follow(`main button[type=submit]`)
	if got := eval[string](b, `document.querySelector("[name=name]").value`); got != "precious words" {
		t.Errorf("typed before: %q", got)
	}
	b.visit("/")
	s.clock.advance(account.SessionIdle)
	b.set("paymentAmount", "4321")
	b.until(`!document.querySelector("#trouble").hidden`)
	b.has("#trouble", "Your session has ended. Your entries are kept")
	other := s.client(t)
	if got := s.send(t, other, http.MethodPost, "/workbench/results", url.Values{"termMonths": {"1"}}); got.status != 401 {
		t.Errorf("a stranger's computation: %d", got.status)
	}
	// If a user opens a link to a lease and then signs in, the page shows the lease.
	b.visit("/account/sign-in")
	b.run(`location.href = "/#commencementDate=2026-01-01&termMonths=24&paymentAmount=777&discountRatePercent=5"`)
	b.until(`location.pathname === "/account/sign-in" && document.documentElement.dataset.ready === "true" && location.hash.includes("777")`)
	b.fill("email", "anna@example.org")
	b.fill("password", password)
	b.follow(`main button[type=submit]`)
	b.until(`document.querySelector("[name=paymentAmount]")?.value === "777"`)
}

// TestUsersCanExportAndDeleteTheirData checks that users can change their password, download their
// data and delete their account.
func TestUsersCanExportAndDeleteTheirData(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.expectRefusals()
	b.signUp("anna@example.org")
	secret := b.makeKey("mine", "test")
	s.works(t, secret, true)
	b.visit("/account/profile")
	b.keep("you")
	b.fill("old", "wrong")
	b.run(`document.querySelector("form[action$=password] [name=password]").value = "another-gnu-tulip"`)
	b.follow(`form[action$="/password"] button`)
	b.has("[role=alert]", "is wrong")
	b.fill("old", password)
	b.run(`document.querySelector("form[action$=password] [name=password]").value = "another-gnu-tulip"`)
	b.follow(`form[action$="/password"] button`)
	b.has("[role=status]", "Your password has been changed")
	var exported struct {
		Email string
		Keys  []struct{ Name, Last4 string }
		Usage []struct{ Operation string }
	}
	text := eval[string](b, `fetch("/account/export.json").then((r) => r.text())`, chromedp.EvalAwaitPromise)
	if err := json.Unmarshal([]byte(text), &exported); err != nil || exported.Email != "anna@example.org" || len(exported.Keys) != 1 ||
		exported.Keys[0].Name != "mine" || strings.Contains(text, secret) || strings.Contains(text, "argon2id") {
		t.Errorf("%s, %v", text, err)
	}
	b.visit("/account/profile")
	b.run(`document.querySelector("form[action$=delete] [name=password]").value = "another-gnu-tulip"`)
	b.follow(`form[action$="/delete"] button`)
	b.has("main", "The account has been deleted")
	s.works(t, secret, false)
	b.signIn("anna@example.org", "another-gnu-tulip")
	b.has("[role=alert]", "is wrong")
}

// member creates an account without a browser and returns an HTTP client that is signed in to it.
func (s *server) member(t *testing.T, email string) *http.Client {
	t.Helper()
	c := s.client(t)
	if got := s.send(t, c, http.MethodPost, "/account/sign-up", url.Values{"email": {email}, "password": {password}}); got.status != 303 {
		t.Fatalf("sign-up: %d\n%s", got.status, got.body)
	}
	return c
}
