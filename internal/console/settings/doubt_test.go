package settings

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// changes is a store with one operator account, which has one key. If the test sets an error, every change
// returns it.
type changes struct {
	account.Store

	fails error
	lists error // error that Keys returns after a key was created
	made  bool
	ended atomic.Int32 // number of sessions that were ended
}

func (s *changes) Session(context.Context, account.TokenHash) (account.Session, account.Account, error) {
	return account.Session{Started: now(), Seen: now()},
		account.Account{ID: "acct_1", Email: "anna@example.org", Plan: meter.Free, Operator: true, Created: now()}, nil
}

func (s *changes) Keys(context.Context, string, meter.Month) ([]account.Key, error) {
	if s.made {
		return nil, s.lists
	}
	return []account.Key{{Key: service.Key{ID: "key_1", Plan: meter.Free, Created: now()}}}, nil
}

func (s *changes) CreateKey(context.Context, string, service.NewKey, func(meter.Plan) int, time.Time) (meter.Plan, error) {
	s.made = s.fails == nil
	return meter.Free, s.fails
}

func (s *changes) Create(_ context.Context, a account.Account, _ string, _ bool) (account.Account, error) {
	return a, nil
}

func (s *changes) Start(context.Context, account.Session, string, account.TokenHash, time.Time, time.Time) error {
	return s.fails
}

func (s *changes) End(context.Context, account.TokenHash) error {
	s.ended.Add(1)
	return s.fails
}

func (s *changes) SetPlan(context.Context, string, string, meter.Plan) error { return s.fails }

// keysOf is a usage store with the key of the account in s.
type keysOf struct {
	service.Store

	s *changes
}

func (k keysOf) Keys(context.Context) ([]service.Key, error) {
	return []service.Key{{ID: "key_1", Plan: meter.Free}}, nil
}

func (k keysOf) Key(context.Context, string) (service.Key, error) {
	return service.Key{ID: "key_1", Plan: meter.Free}, nil
}

func (k keysOf) RevokeKey(context.Context, string, time.Time) (service.Key, error) {
	return service.Key{}, k.s.fails
}

func (k keysOf) RotateKey(context.Context, string, service.Secret, time.Time) (service.Key, error) {
	return service.Key{}, k.s.fails
}

func withChanges(t *testing.T, store *changes) *Settings {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	books := service.New(service.Config{Store: keysOf{s: store}, Clock: now, Log: quiet})
	return newSettings(t, quiet, account.New(account.Config{
		Store: store, Service: books, Clock: now, OpenSignUp: true, Cost: account.Cost{MemoryKiB: 64, Passes: 1},
	}))
}

// newSettings returns the settings pages without the console's other pages.
func newSettings(t *testing.T, log *slog.Logger, accounts *account.Accounts) *Settings {
	t.Helper()
	site, err := page.New(page.Options{Log: log, Settings: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{
		Site: site, Accounts: accounts, Clock: now, Client: func(*http.Request) netip.Addr { return netip.IPv6Loopback() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask sends a request to the settings pages as a same-origin page would.
func ask(s *Settings, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.Site.Guard(s, page.MaxFormLen).ServeHTTP(w, r)
	return w
}

// send submits a form as a console page does.
func send(c *Settings, path string, form url.Values, headers ...string) *httptest.ResponseRecorder {
	return ask(c, http.MethodPost, path, form.Encode(), append([]string{"Cookie", c.cookieName() + "=token"}, headers...)...)
}

// If a failed change certainly had no effect, the page says that nothing changed. After any other failure,
// the page says that the outcome is unknown.
func TestUncertainOutcomesAreReported(t *testing.T) {
	t.Parallel()
	errUncertain := fmt.Errorf("%w: the answer is lost", service.ErrUncertain)
	for path, form := range map[string]url.Values{
		"/account/keys":                 {"name": {"a"}, "mode": {"test"}},
		"/account/keys/key_1/revoke":    {},
		"/account/keys/key_1/rotate":    {"grace": {"1h"}},
		"/account/accounts/acct_2/plan": {"plan": {"pro"}},
		"/account/sign-out":             {},
	} {
		for err, want := range map[error][2]string{
			errUncertain:            {"may or may not have been saved", "o data was changed"},
			errors.New("not begun"): {"o data was changed", "may or may not"},
			service.ErrBusy:         {"o data was changed", "may or may not"},
			service.ErrManySecrets:  {"o data was changed", "may or may not"},
		} {
			w := send(withChanges(t, &changes{fails: err}), path, form)
			body := w.Body.String()
			if w.Code < 400 || !strings.Contains(body, want[0]) || strings.Contains(body, want[1]) || strings.Contains(body, "lost") {
				t.Errorf("%s after %v: status %d, %q", path, err, w.Code, body)
			}
		}
	}
}

// After a key is created, its secret is shown even if the list of keys cannot be read, because a secret is
// shown only once.
func TestASecretIsShownDespiteOtherErrors(t *testing.T) {
	t.Parallel()
	store := &changes{lists: errors.New("gone")}
	w := send(withChanges(t, store), "/account/keys", url.Values{"name": {"a"}, "mode": {"test"}})
	if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, "sk_test_") || !strings.Contains(body, "cannot be read right now") || strings.Contains(body, "No keys yet") {
		t.Errorf("status %d, %q", w.Code, body)
	}
}

// If the account is created but signing in fails, the page says that the account was created.
func TestAccountCreationIsConfirmed(t *testing.T) {
	t.Parallel()
	c := withChanges(t, &changes{fails: errors.New("gone")})
	w := send(c, "/account/sign-up", url.Values{"email": {"ben@example.org"}, "password": {"gnu-tulip-oboe"}})
	if body := w.Body.String(); w.Code != 500 || !strings.Contains(body, "The account was created") || strings.Contains(body, "o data was changed") {
		t.Errorf("status %d, %q", w.Code, body)
	}
}

// A key that already has the maximum number of valid secrets cannot be rotated. The message explains what the
// owner can do.
func TestExcessRotationsNameTheRemedy(t *testing.T) {
	t.Parallel()
	w := send(withChanges(t, &changes{fails: service.ErrManySecrets}), "/account/keys/key_1/rotate", url.Values{"grace": {"1h"}})
	if body := w.Body.String(); w.Code != 409 || !strings.Contains(body, "10 valid secrets") || !strings.Contains(body, "old secret expire immediately") {
		t.Errorf("status %d, %q", w.Code, body)
	}
	c := withChanges(t, &changes{})
	statuses := map[int]int{}
	for range 25 {
		statuses[send(c, "/account/keys/key_1/rotate", url.Values{"grace": {"0"}}).Code]++
	}
	if statuses[200] != 20 || statuses[429] != 5 {
		t.Errorf("25 rotations at once: %v", statuses)
	}
}

// A form that arrives incomplete changes nothing. In particular, its missing fields are not treated as empty.
func TestIncompleteFormsChangeNothing(t *testing.T) {
	t.Parallel()
	store := &changes{}
	c := withChanges(t, store)
	server := httptest.NewUnstartedServer(c.Site.Guard(c, page.MaxFormLen))
	server.Config.ReadTimeout = 300 * time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	for name, tt := range map[string]struct {
		headers, body string
		cut           bool
		status        int
	}{
		"whole":     {"Content-Length: 3", "a=b", false, 303},
		"slow":      {"Content-Length: 100", "a=b", false, 408},
		"slow too":  {"Transfer-Encoding: chunked", "3\r\na=b\r\n", false, 408},
		"cut off":   {"Content-Length: 100", "a=b", true, 400},
		"cut too":   {"Transfer-Encoding: chunked", "3\r\na=b\r\n", true, 400},
		"too long":  {"Content-Length: 70000", "a=" + strings.Repeat("b", 69998), false, 413},
		"malformed": {"Content-Length: 5", "a=%zz", false, 400},
		"no text":   {"Content-Length: 5", "a=%ff", false, 400},
		"a NUL":     {"Content-Length: 5", "%00=a", false, 400},
	} {
		before := store.ended.Load()
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(conn, "POST /account/sign-out HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: leasehold_session=t\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\n"+tt.headers+"\r\n\r\n"+tt.body)
		if tcp, ok := conn.(*net.TCPConn); ok && tt.cut {
			err = errors.Join(err, tcp.CloseWrite())
		}
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, _ := io.ReadAll(answer.Body) // may return an error, because the connection may end before the body does
		_ = answer.Body.Close()
		_ = conn.Close()
		if answer.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d: %q", name, answer.StatusCode, tt.status, body)
		}
		if ended := store.ended.Load() - before; ended != 0 && tt.status != 303 {
			t.Errorf("%s: the change was made", name)
		}
	}
	w := send(c, "/account/sign-out", nil, "Content-Type", "multipart/form-data; boundary=x")
	if w.Code != 415 {
		t.Errorf("a form of another kind: status %d", w.Code)
	}
}
