package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console"
)

// TestKeyNamesAreEscaped checks that pages show a key's name as text, even if the name is a script.
func TestKeyNamesAreEscaped(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.signUp("anna@example.org")
	const name = `<script>document.title="taken"</script><img src=x onerror="document.title='taken'">`
	secret := b.makeKey(name, "test")
	s.works(t, secret, true)
	for _, page := range []string{"/account", "/account/usage", "/account/usage?key=" + url.QueryEscape(name)} {
		b.visit(page)
		if title := eval[string](b, `document.title`); strings.Contains(title, "taken") {
			t.Errorf("%s ran the name", page)
		}
		b.has("main", name)
	}
	b.visit("/account")
	b.follow(`a[href$="/revoke"]`)
	b.has("h1", name)
}

// TestCrossSiteRequestsChangeNothing checks that no request from a page of another site can change
// anything.
func TestCrossSiteRequestsChangeNothing(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	anna := s.member(t, "anna@example.org")
	for _, headers := range [][]string{
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"Sec-Fetch-Site", "", "Origin", "https://evil.example"},
		{"Sec-Fetch-Site", "", "Origin", "null"},
	} {
		for path, form := range map[string]url.Values{
			"/account/keys": {"name": {"theirs"}, "mode": {"live"}}, "/account/sign-out": nil, "/account/delete": {"password": {password}},
			"/account/password": {"old": {password}, "password": {"gnu-gnu-tulip"}}, "/account/sign-in": {"email": {"evil@example.org"}, "password": {password}},
			"/account/sign-up": {"email": {"evil@example.org"}, "password": {password}}, "/": {"termMonths": {"1"}},
		} {
			if got := s.send(t, anna, http.MethodPost, path, form, headers...); got.status != 403 || len(got.header.Values("Set-Cookie")) > 0 {
				t.Errorf("%s with %v: status %d", path, headers, got.status)
			}
		}
	}
	if got := s.send(t, anna, http.MethodGet, "/account", nil); got.status != 200 || !strings.Contains(got.body, "No keys yet") {
		t.Errorf("afterwards: status %d", got.status)
	}
	for _, path := range []string{"/account/sign-out", "/account/delete", "/account/keys"} { // links and images cause GET requests, which these paths reject
		if got := s.send(t, anna, http.MethodGet, path, nil); got.status < 400 {
			t.Errorf("GET %s: status %d", path, got.status)
		}
	}
	if got := s.send(t, anna, http.MethodGet, "/account", nil); got.status != 200 {
		t.Errorf("signed out by a link")
	}
}

// sessionOf returns the session cookie of a client.
func (s *server) sessionOf(t *testing.T, c *http.Client) *http.Cookie {
	t.Helper()
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range c.Jar.Cookies(at) {
		return cookie
	}
	t.Fatal("no session")
	return nil
}

// TestSessionFixationFails checks that a session token from before the sign-in is
// invalid afterward, and that every sign-in creates a new token.
func TestSessionFixationFails(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	signIn := func(c *http.Client) answer {
		return s.send(t, c, http.MethodPost, "/account/sign-in", url.Values{"email": {"anna@example.org"}, "password": {password}})
	}
	s.member(t, "anna@example.org")
	victim := s.client(t)
	victim.Jar.SetCookies(at, []*http.Cookie{{Name: "leasehold_session", Value: "known-to-the-attacker"}})
	got := signIn(victim)
	set := got.header.Get("Set-Cookie")
	if got.status != 303 || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Lax") || !strings.Contains(set, "Path=/") {
		t.Errorf("status %d, %s", got.status, set)
	}
	attacker := s.client(t)
	attacker.Jar.SetCookies(at, []*http.Cookie{{Name: "leasehold_session", Value: "known-to-the-attacker"}})
	if got := s.send(t, attacker, http.MethodGet, "/account", nil); got.status != 303 {
		t.Errorf("the fixed session: status %d", got.status)
	}
	before := *s.sessionOf(t, victim)
	if got := signIn(victim); got.status != 303 {
		t.Fatalf("status %d", got.status)
	}
	if s.sessionOf(t, victim).Value == before.Value {
		t.Error("signing in again keeps the token")
	}
	attacker.Jar.SetCookies(at, []*http.Cookie{&before})
	if got := s.send(t, attacker, http.MethodGet, "/account", nil); got.status != 303 {
		t.Errorf("the earlier token: status %d", got.status)
	}
	last := *s.sessionOf(t, victim)
	s.send(t, victim, http.MethodPost, "/account/sign-out", nil)
	attacker.Jar.SetCookies(at, []*http.Cookie{&last})
	if got := s.send(t, attacker, http.MethodGet, "/account", nil); got.status != 303 {
		t.Errorf("the token after signing out: status %d", got.status)
	}
}

// TestOverTLSTheCookieIsSecure checks that, over TLS, the session cookie has the Secure attribute.
func TestOverTLSTheCookieIsSecure(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(o *console.Options, _ *account.Config) { o.TLS = true })
	got := s.send(t, s.client(t), http.MethodPost, "/account/sign-up", url.Values{"email": {"anna@example.org"}, "password": {password}})
	if set := got.header.Get("Set-Cookie"); !strings.HasPrefix(set, "__Host-leasehold_session=") || !strings.Contains(set, "Secure") {
		t.Errorf("%d %s", got.status, set)
	}
}

// TestSessionsExpire checks that a session ends after a period without use, and at the latest after
// a working day.
func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	anna := s.member(t, "anna@example.org")
	passed := time.Duration(0)
	for step := 50 * time.Minute; passed+step < account.SessionLifetime; passed += step {
		s.clock.advance(step)
		if got := s.send(t, anna, http.MethodGet, "/account", nil); got.status != 200 {
			t.Fatalf("in use after %v: status %d", passed+step, got.status)
		}
	}
	s.clock.advance(account.SessionLifetime - passed)
	if got := s.send(t, anna, http.MethodGet, "/account", nil); got.status != 303 {
		t.Errorf("after its lifetime: status %d", got.status)
	}
}

// TestResponsesRevealNoAccounts checks that no response reveals whether an email address has an account
// or who owns a key.
func TestResponsesRevealNoAccounts(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	s.member(t, "anna@example.org")
	c := s.client(t)
	answers := map[string]string{}
	for _, email := range []string{"anna@example.org", "nobody@example.org"} {
		got := s.send(t, c, http.MethodPost, "/account/sign-in", url.Values{"email": {email}, "password": {"wrong-gnu-tulip"}})
		answers[fmt.Sprintf("%d %s", got.status, strings.ReplaceAll(got.body, email, "EMAIL"))] = email
	}
	if len(answers) != 1 {
		t.Errorf("a known address is answered in another way than an unknown one")
	}
	ben := s.member(t, "ben@example.org")
	user, _, err := s.store.Accounts().Find(t.Context(), "anna@example.org")
	if err != nil {
		t.Fatal(err)
	}
	annas, err := s.accounts.CreateKey(t.Context(), user, "anna's", "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"revoke", "rotate"} {
		var bodies []string
		for _, id := range []string{annas.ID, "key_NONE"} {
			got := s.send(t, ben, http.MethodPost, "/account/keys/"+id+"/"+verb, url.Values{"grace": {"0"}})
			bodies = append(bodies, fmt.Sprintf("%d %s", got.status, got.body))
		}
		if bodies[0] != bodies[1] || !strings.HasPrefix(bodies[0], "404 ") {
			t.Errorf("%s: another's key is answered with %.60q, none with %.60q", verb, bodies[0], bodies[1])
		}
	}
	s.works(t, annas.Secret, true)
	if got := s.send(t, ben, http.MethodGet, "/account/usage?key="+annas.ID, nil); strings.Contains(got.body, "anna") {
		t.Error("another's usage is shown")
	}
}

// TestGuessingIsThrottled checks that sign-in attempts with wrong passwords are limited per network
// address and per account, and that the response contains the waiting time.
func TestGuessingIsThrottled(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	s.member(t, "anna@example.org")
	s.clock.advance(time.Hour)
	c := s.client(t)
	guess := func(email string) answer {
		return s.send(t, c, http.MethodPost, "/account/sign-in", url.Values{"email": {email}, "password": {"wrong-gnu-tulip"}})
	}
	statuses := map[int]int{}
	for range 14 {
		statuses[guess("anna@example.org").status]++
	}
	if statuses[401] != 10 || statuses[429] != 4 {
		t.Errorf("14 guesses at one account: %v", statuses)
	}
	for i := range 10 {
		statuses[guess(fmt.Sprintf("a%d@example.org", i)).status]++
	}
	if statuses[401] != 16 || statuses[429] != 8 {
		t.Errorf("24 guesses from one address: %v", statuses)
	}
	if got := guess("x@example.org"); !strings.Contains(got.body, "Try again in") {
		t.Error("the refusal does not say for how long")
	}
	s.clock.advance(10 * time.Minute)
	if got := s.send(t, c, http.MethodPost, "/account/sign-in", url.Values{"email": {"anna@example.org"}, "password": {password}}); got.status != 303 {
		t.Errorf("the right password, later: status %d", got.status)
	}
}

// TestSessionsAndKeysAreNotInterchangeable checks that a session cookie gives no access to the API,
// and an API key gives no access to the console.
func TestSessionsAndKeysAreNotInterchangeable(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(o *console.Options, _ *account.Config) { o.Workbench = console.SignedIn })
	anna := s.member(t, "anna@example.org")
	cookie := s.sessionOf(t, anna)
	for _, path := range []string{"/api/v1/compute", "/api/v1/classify"} {
		for _, headers := range [][]string{{}, {"Authorization", "Bearer " + cookie.Value}, {"X-Api-Key", cookie.Value}} {
			if got := s.send(t, anna, http.MethodPost, path, nil, headers...); got.status != 401 {
				t.Errorf("%s with a session: status %d", path, got.status)
			}
		}
	}
	key := s.key(t)
	for _, headers := range [][]string{{"Authorization", "Bearer " + key}, {"X-Api-Key", key}, {"Cookie", "leasehold_session=" + key}} {
		if got := s.send(t, s.client(t), http.MethodGet, "/account", nil, headers...); got.status != 303 {
			t.Errorf("the account with %v: status %d", headers[0], got.status)
		}
		if got := s.send(t, s.client(t), http.MethodPost, "/workbench/results", url.Values{"termMonths": {"1"}}, headers...); got.status != 401 {
			t.Errorf("the workbench with %v: status %d", headers[0], got.status)
		}
	}
}

// TestSignUpIsClosedUnlessOpened checks that sign-up is disabled by default and that weak passwords
// are rejected.
func TestSignUpIsClosedUnlessOpened(t *testing.T) {
	t.Parallel()
	s := startServer(t, func(_ *console.Options, a *account.Config) { a.OpenSignUp = false })
	c := s.client(t)
	if got := s.send(t, c, http.MethodPost, "/account/sign-up", url.Values{"email": {"anna@example.org"}, "password": {password}}); got.status != 403 {
		t.Errorf("status %d", got.status)
	}
	open := startServer(t)
	for _, weak := range []string{"short", "password1", strings.Repeat("x7-", 50)} {
		if got := open.send(t, c, http.MethodPost, "/account/sign-up", url.Values{"email": {"anna@example.org"}, "password": {weak}}); got.status != 400 {
			t.Errorf("%q: status %d", weak, got.status)
		}
	}
}

// TestAccountPagesAreNotCached checks that caches may not store the responses for an account, and
// that the server does not compress a response that contains a secret.
func TestAccountPagesAreNotCached(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	anna := s.member(t, "anna@example.org")
	got := s.send(t, anna, http.MethodPost, "/account/keys", url.Values{"name": {"a"}, "mode": {"test"}}, "Accept-Encoding", "gzip")
	if got.status != 200 || got.header.Get("Cache-Control") != "no-store" || got.header.Get("Content-Encoding") != "" ||
		!strings.Contains(got.header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("%d %v", got.status, got.header)
	}
}
