package console

import (
	"log/slog"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// whole is a complete server with its console and one of the stores. An operator is signed in, and
// one API key exists.
type whole struct {
	*httpapi.API

	log    strings.Builder
	cookie string
	key    string
}

func serverOver(t *testing.T, store service.Store, accounts account.Store) *whole {
	t.Helper()
	s := &whole{}
	log := slog.New(slog.NewTextHandler(&s.log, nil))
	books := service.New(service.Config{Store: store, Clock: time.Now, Log: log})
	people := account.New(account.Config{
		Store: accounts, Service: books, Clock: time.Now, Cost: account.Cost{MemoryKiB: 64, Passes: 1}, OpenSignUp: true, FirstOperates: true,
	})
	c, err := New(Options{Clock: time.Now, Log: log, Workbench: Public, Accounts: people, PerMinute: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	var routes []httpapi.Route
	for pattern, handler := range c.Handlers() {
		routes = append(routes, httpapi.Route{Pattern: pattern, Handler: handler})
	}
	s.API = httpapi.New(httpapi.Options{Service: books, Log: log, Clock: time.Now, MaxInFlight: 100}, routes...)
	token, err := people.SignUp(t.Context(), "anna@example.org", "gnu-tulip-oboe", "192.0.2.1", "")
	if err != nil {
		t.Fatal(err)
	}
	s.cookie = "leasehold_session=" + token
	issued, err := books.CreateKeys(t.Context(), service.KeySpec{Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	s.key = issued[0].Secret
	return s
}

// both returns a server with a SQLite store and a server with a PostgreSQL store. They are otherwise identical.
func both(t *testing.T) [2]*whole {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	file, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "books.db"), Clock: time.Now, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	cluster, err := pgtest.New(t.Context(), "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	name, err := cluster.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shared, err := postgres.Open(t.Context(), postgres.Options{URL: cluster.URL(name), Clock: time.Now, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shared.Close() })
	return [2]*whole{serverOver(t, file, file.Accounts()), serverOver(t, shared, shared.Accounts())}
}

// answerOf sends a request and returns the response's status and body. It removes the parts of the body that
// differ in every response, such as IDs.
func (s *whole) answerOf(t *testing.T, method, target, body string, headers map[string]string) (status int, text string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Header.Set("Cookie", s.cookie)
	if strings.HasPrefix(target, "/account") {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	} else {
		r.Header.Set("X-Api-Key", s.key)
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	differing := regexp.MustCompile(`(req|key|acct)_[A-Z2-7]{26}|sk_test_\w+|\d\d:\d\d:\d\d`)
	return w.Code, differing.ReplaceAllString(w.Body.String(), "…")
}

// oddities are percent-encoded bytes that at least one of the stores does not accept as text.
var oddities = []string{"%FF", "%00", "key_%C3", "a%00b", "%ED%A0%80", "%F8%88%80%80%80"}

// Whatever bytes a request contains, no store returns an unexpected error, and servers with
// different stores return the same responses.
func TestBothStoresHandleOddBytesTheSame(t *testing.T) {
	t.Parallel()
	type request struct {
		method, target, body string
		headers              map[string]string
		status               int
	}
	var requests []request
	for _, odd := range oddities {
		raw, err := url.PathUnescape(odd)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []string{
			"/account?name=" + odd, "/account/usage?key=" + odd, "/account/usage.csv?key=" + odd, "/account/usage?month=" + odd, "/account/usage?operation=" + odd,
			"/account/usage?" + odd + "=1", "/account/sign-in?next=" + odd, "/account/sign-up?next=" + odd, "/account/export.json?" + odd,
		} {
			requests = append(requests, request{"GET", target, "", nil, 400})
		}
		for _, target := range []string{"/account/" + odd, "/account/keys/" + odd + "/revoke", "/" + odd, "/api/v1/" + odd, "/assets/" + odd, "/workbench/" + odd} {
			requests = append(requests, request{"GET", target, "", nil, 404})
		}
		requests = append(
			requests,
			request{"POST", "/account/keys/" + odd + "/revoke", "", nil, 404},
			request{"POST", "/account/keys/" + odd + "/rotate", "grace=0", nil, 404},
			request{"POST", "/account/accounts/" + odd + "/plan", "plan=pro", nil, 404},
			request{"POST", "/account/accounts/acct_1/plan", "plan=" + odd, nil, 400},
			request{"POST", "/account/keys", "mode=test&name=" + odd, nil, 400},
			request{"POST", "/account/keys", "name=a&mode=" + odd, nil, 400},
			request{"POST", "/account/sign-in", "password=x&email=" + odd, nil, 400},
			request{"POST", "/account/sign-in", "email=anna@example.org&password=" + odd, nil, 400},
			request{"POST", "/account/sign-up", "password=gnu-tulip-oboe&email=" + odd + "@example.org", nil, 400},
			request{"POST", "/account/password", "old=" + odd + "&password=gnu-gnu-tulip", nil, 400},
			request{"POST", "/account/password", "old=gnu-tulip-oboe&password=gnu-gnu-" + odd, nil, 400},
			request{"POST", "/account/delete", "password=" + odd, nil, 400},
			request{"GET", "/account", "", map[string]string{"Cookie": "leasehold_session=" + raw}, 303},
			request{"GET", "/account", "", map[string]string{"User-Agent": raw, "Referer": raw, "X-Forwarded-For": raw, "X-Request-Id": raw}, 200},
			request{"POST", "/api/v1/compute", plainLease, map[string]string{"Idempotency-Key": raw}, 400},
			request{"POST", "/api/v1/compute", plainLease, map[string]string{"X-Api-Key": raw}, 401},
			request{"POST", "/api/v1/compute", plainLease, map[string]string{"X-Api-Key": "", "Authorization": "Bearer " + raw}, 401},
			request{"POST", "/api/v1/compute", plainLease, map[string]string{"User-Agent": raw, "Accept": raw}, 200},
			request{"POST", "/api/v1/compute", `{"commencementDate":"` + raw + `"}`, nil, 400},
			request{"POST", "/api/v1/compute", `{"` + raw + `":1}`, nil, 400},
		)
	}
	requests = append(
		requests,
		request{"POST", "/account/sign-in", "password=x&email=" + strings.Repeat("%C3%A4", 127) + "a" + "@example.org", nil, 401}, // the length limit splits a character, so that the remaining bytes are not valid text
		request{"GET", "/account/usage?key=k%C3%A4y", "", nil, 200},                                                               // valid text, but not a valid ID
		request{"POST", "/account/accounts/%C3%A4/plan", "plan=pro", nil, 404},
		request{"POST", "/api/v1/compute", `{"commencementDate":"\u0000"}`, nil, 400},
	)
	servers := both(t)
	for _, q := range requests {
		var texts [2]string
		for i, s := range servers {
			var status int
			status, texts[i] = s.answerOf(t, q.method, q.target, q.body, q.headers)
			if status != q.status {
				t.Errorf("store %d: %s %s with %q and %q: status %d, want %d", i, q.method, q.target, q.body, q.headers, status, q.status)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s %s with %q and %q: the stores answer %q and %q", q.method, q.target, q.body, q.headers, texts[0], texts[1])
		}
	}
	for i, s := range servers {
		if s.log.Len() > 0 {
			t.Errorf("store %d: %s", i, s.log.String())
		}
	}
}

const plainLease = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`
