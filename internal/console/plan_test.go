package console

import (
	"bytes"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/console/reporting"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// member is an account on a server, with a user who is signed in to the console.
type member struct {
	*testing.T

	c      *Console
	people *account.Accounts
	store  *sqlite.Store
	user   account.Account
	cookie string
}

func newMember(t *testing.T, access Access) *member {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "a.db"), Clock: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	m := &member{T: t, store: store, people: account.New(account.Config{
		Store: store.Accounts(), Service: service.New(service.Config{Store: store, Clock: time.Now, Log: log}), Clock: time.Now,
		Cost: account.Cost{MemoryKiB: 64, Passes: 1}, OpenSignUp: true, FirstOperates: true,
	})}
	m.c = newConsole(t, func(o *Options) { o.Accounts, o.Workbench, o.PerMinute = m.people, access, NoLimit })
	token, err := m.people.SignUp(t.Context(), "anna@example.org", "gnu-tulip-oboe", "192.0.2.1", "")
	if err != nil {
		t.Fatal(err)
	}
	if m.user, err = m.people.User(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	m.cookie = "leasehold_session=" + token
	return m
}

// on sets the account's plan.
func (m *member) on(plan meter.Plan) {
	m.Helper()
	if err := m.people.SetPlan(m.Context(), "", m.user.ID, plan); err != nil {
		m.Fatal(err)
	}
	m.user.Plan = plan
}

func (m *member) key() {
	m.Helper()
	if _, err := m.people.CreateKey(m.Context(), m.user, "a", apikey.Test); err != nil {
		m.Fatal(err)
	}
}

// report sends a file with the given number of leases to the given path, as the page does.
func (m *member) report(path string, leases int, fields ...string) *httptest.ResponseRecorder {
	m.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	fields = append(fields, "from", "2026-01-01", "to", "2026-12-31")
	for i := 0; i < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	file, err := form.CreateFormFile("file", "leases.csv")
	if err != nil {
		m.Fatal(err)
	}
	fmt.Fprintln(file, "id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual")
	for i := range leases {
		fmt.Fprintf(file, "l%d,ASC_842,2026-01-01,2,100,0.05\n", i)
	}
	if err := form.Close(); err != nil {
		m.Fatal(err)
	}
	return ask(m.c, http.MethodPost, path, body.String(), "Content-Type", form.FormDataContentType(), "Cookie", m.cookie, "Accept", "application/json")
}

// used returns the number of units that the account's keys have used in this month.
func (m *member) used() (units int64) {
	m.Helper()
	keys, err := m.people.Keys(m.Context(), m.user)
	if err != nil {
		m.Fatal(err)
	}
	for _, k := range keys {
		units += k.Used
	}
	return units
}

// The portfolio page and its files require a plan, and a report costs as many units as the report operation. A
// request from an account on the Free plan is rejected with a message about other plans. On the Pro plan, a
// file's leases are counted, but only once for the same reporting period.
func TestPlansApplyToThePortfolioPage(t *testing.T) {
	t.Parallel()
	m := newMember(t, SignedIn)
	m.key()
	for _, path := range []string{reporting.Path, reporting.Path + "/results", reporting.Path + "/leases.csv", reporting.Path + "/report.json"} {
		if w := m.report(path, 3); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "report needs the pro plan; the account has the free plan. Ask this server's operator for another plan") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := ask(m.c, http.MethodGet, reporting.Path, "", "Cookie", m.cookie); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "report needs the pro plan") {
		t.Errorf("the page says nothing of it: %d", w.Code)
	}
	m.on(meter.Pro)
	for _, path := range []string{"/results", "/leases.csv", "/report.json", "/results"} {
		if w := m.report(reporting.Path+path, 3, "groupBy", "standard"); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if n := m.used(); n != 3 {
		t.Errorf("%d units for one file of 3 leases", n)
	}
	if w := m.report(reporting.Path+"/results", 4); w.Code != http.StatusOK || m.used() != 7 {
		t.Errorf("%d, %d units after another file of 4", w.Code, m.used())
	}
	if w := m.report(reporting.Path+"/results", 4994); w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "needs 4994 computations, and 4993 of the 5000") || m.used() != 7 {
		t.Errorf("beyond the quota: %d %s, %d units", w.Code, w.Body, m.used())
	}
	m.key() // each key has a separate quota
	if w := m.report(reporting.Path+"/results", 4994); w.Code != http.StatusOK || m.used() != 5001 {
		t.Errorf("with another key: %d %s, %d units", w.Code, w.Body, m.used())
	}
	checked, err := m.store.Check(t.Context())
	if err != nil || len(checked.Differences) > 0 {
		t.Errorf("%v %v", checked.Differences, err)
	}
}

// If the account has no key, a report is rejected with a message, because the report's units count against
// the quota of a key.
func TestReportsRequireAKey(t *testing.T) {
	t.Parallel()
	m := newMember(t, SignedIn)
	m.on(meter.Pro)
	if w := m.report(reporting.Path+"/results", 1); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "Reports count against the quota of a key. Create a key under Account first.") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// If the pages are public, reports are free for every visitor.
func TestAPublicPortfolioHasNoPlan(t *testing.T) {
	t.Parallel()
	m := newMember(t, Public)
	m.key()
	if w := m.report(reporting.Path+"/results", 3); w.Code != http.StatusOK || m.used() != 0 {
		t.Errorf("%d %s, %d units", w.Code, w.Body, m.used())
	}
}

// The page that lists the keys shows their total usage.
func TestTheKeysPageSaysWhatKeysAddUpTo(t *testing.T) {
	t.Parallel()
	m := newMember(t, SignedIn)
	page := ask(m.c, http.MethodGet, "/account", "", "Cookie", m.cookie).Body.String()
	const want = "At most 3 keys can be active at the same time, and at most 3 can be created in a month. Together they allow 75 computations a month, or 150 computations in a month in which all of them are used up and replaced."
	if !strings.Contains(page, want) {
		t.Errorf("the page does not say: %s", want)
	}
}
