package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// manyRows is a store with one account, which has the given number of usage rows in each month.
type manyRows struct {
	account.Store

	user    account.Account
	perPage int
	rows    int
	fails   error
}

func (s *manyRows) Session(context.Context, account.TokenHash) (account.Session, account.Account, error) {
	return account.Session{Started: now(), Seen: now()}, s.user, nil
}

func (s *manyRows) Keys(context.Context, string, meter.Month) ([]account.Key, error) { return nil, nil }

func (s *manyRows) Usage(_ context.Context, _ string, q account.UsageQuery) (page account.UsagePage, err error) {
	limit, below := q.Page()
	s.perPage = max(s.perPage, limit)
	for ref := min(below, int64(s.rows)+1) - 1; ref > 0 && len(page.Rows) < limit; ref-- {
		page.Rows = append(page.Rows, service.UsageRow{
			RequestID: fmt.Sprintf("req_%s_%d", q.Month, ref), Operation: operations.Compute.Name, Time: q.Month.Start(),
		})
		page.Last = ref
	}
	if below <= int64(s.rows) {
		err = s.fails
	}
	return page, err
}

func now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// withUsage returns settings pages for a user who has a long usage history.
func withUsage(t *testing.T, store *manyRows, log *slog.Logger) *Settings {
	t.Helper()
	store.user = account.Account{ID: "acct_1", Email: "anna@example.org", Plan: meter.Free, Created: now().AddDate(-4, 0, 0)}
	return newSettings(t, log, account.New(account.Config{Store: store, Clock: now}))
}

func fetch(ctx context.Context, s *Settings, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.AddCookie(&http.Cookie{Name: s.cookieName(), Value: "token"})
	w := httptest.NewRecorder()
	s.Site.Guard(s, page.MaxFormLen).ServeHTTP(w, r)
	return w
}

// The usage file contains exactly one copy of every usage row since the account was created, even
// though several queries read the rows.
func TestUsageFilesAreComplete(t *testing.T) {
	t.Parallel()
	store := &manyRows{rows: 2*account.MaxUsagePage + 1}
	c := withUsage(t, store, slog.New(slog.DiscardHandler))
	lines := strings.Split(strings.TrimSpace(fetch(t.Context(), c, "/account/usage.csv").Body.String()), "\n")
	if len(lines) != store.rows+1 || !strings.Contains(lines[store.rows], "req_2026-11_1,") {
		t.Errorf("%d lines of %d, the last %s", len(lines), store.rows+1, lines[len(lines)-1])
	}
	for _, rows := range []int{0, 1, account.MaxUsagePage} {
		store.rows = rows
		var out struct {
			Email string
			Keys  []any
			Usage []struct {
				RequestID string `json:"request_id"`
			}
		}
		if err := json.Unmarshal(fetch(t.Context(), c, "/account/export.json").Body.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, use := range out.Usage {
			seen[use.RequestID] = true
		}
		if months := 49; len(out.Usage) != months*rows || len(seen) != months*rows || out.Email != "anna@example.org" || out.Usage == nil {
			t.Errorf("%d rows, %d different, want %d", len(out.Usage), len(seen), months*rows)
		}
	}
	if store.perPage != account.MaxUsagePage {
		t.Errorf("%d rows were read at once", store.perPage)
	}
}

// If the usage cannot be read completely, the download is aborted, so that the client notices the missing rows.
func TestTruncatedFilesAreDetectable(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/account/usage.csv", "/account/export.json"} {
		c := withUsage(t, &manyRows{rows: account.MaxUsagePage + 1, fails: errors.New("broken")}, slog.New(slog.DiscardHandler))
		func() {
			defer func() {
				if got := recover(); got != http.ErrAbortHandler { //nolint:errorlint // net/http recognizes only this value
					t.Errorf("%s: %v", path, got)
				}
			}()
			fetch(t.Context(), c, path)
		}()
	}
}

// A client that disconnects causes no server error in the log.
func TestDisconnectsAreNotErrors(t *testing.T) {
	t.Parallel()
	for gone, want := range map[bool]string{false: "level=ERROR", true: "level=DEBUG"} {
		var log bytes.Buffer
		c := withUsage(t, &manyRows{}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		ctx, cancel := context.WithCancel(t.Context())
		if gone {
			cancel()
		}
		c.Site.Fail(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/account", nil), errors.New("failed"))
		cancel()
		if !strings.Contains(log.String(), want) {
			t.Errorf("gone %v: %s", gone, log.String())
		}
	}
}
