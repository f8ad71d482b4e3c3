package adminapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/adminapi"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

const lease = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`

// adminServer is a test server with the administration API and an administration key.
type adminServer struct {
	*testing.T

	service *service.Service
	people  *account.Accounts
	api     http.Handler
	secret  string
}

func open(t *testing.T) *adminServer {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: filepath.Join(t.TempDir(), "a.db"), Clock: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	plans := meter.Standard()
	plans["endless"] = meter.Limits{PerMinute: 1000, PerMonth: meter.Unlimited, KeysPerMonth: 1}
	core := service.New(service.Config{Store: store, Clock: time.Now, Log: log, Plans: plans, Operations: map[meter.Plan][]string{"endless": {"compute"}}})
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	issued, err := core.CreateKeys(t.Context(), service.KeySpec{Name: "operator", Mode: apikey.Admin})
	if err != nil {
		t.Fatal(err)
	}
	people := account.New(account.Config{
		Store: store.Accounts(), Service: core, Clock: time.Now, Cost: account.Cost{MemoryKiB: 64, Passes: 1}, PublicURL: "https://leases.example",
	})
	var routes []httpapi.Route
	for pattern, serve := range (&adminapi.Handler{
		Service: core, Clock: time.Now, Accounts: people, ClientAddress: func(*http.Request) string { return "192.0.2.1" },
	}).Handlers() {
		routes = append(routes, httpapi.Route{Pattern: pattern, Serve: serve})
	}
	api := httpapi.New(httpapi.Options{Service: core, Log: log, Clock: time.Now, PublicURL: "https://leases.example", MaxInFlight: 100}, routes...)
	return &adminServer{t, core, people, api, issued[0].Secret}
}

// reply is a decoded response.
type reply struct {
	status int
	header http.Header
	body   map[string]any
	code   string
	fields []string
}

// ask sends a request with the given key.
func (o *adminServer) ask(key, method, path, body string) reply {
	o.Helper()
	r := httptest.NewRequestWithContext(o.Context(), method, path, strings.NewReader(body))
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	w := httptest.NewRecorder()
	o.api.ServeHTTP(w, r)
	got := reply{status: w.Code, header: w.Header()}
	if err := json.Unmarshal(w.Body.Bytes(), &got.body); err != nil {
		o.Fatalf("%s %s: %d %q", method, path, w.Code, w.Body)
	}
	if problem, ok := got.body["error"].(map[string]any); ok {
		got.code, _ = problem["code"].(string)
		list, _ := problem["fields"].([]any)
		for _, f := range list {
			got.fields = append(got.fields, fmt.Sprint(f.(map[string]any)["field"]))
		}
	} else if got.body["request_id"] != w.Header().Get("X-Request-Id") {
		o.Errorf("%s %s: request_id %v", method, path, got.body["request_id"])
	}
	return got
}

// admin sends a request with the administration key, and fails the test if the status differs from
// want.
func (o *adminServer) admin(want int, method, path, body string) reply {
	o.Helper()
	got := o.ask(o.secret, method, adminapi.Base+path, body)
	if got.status != want {
		o.Fatalf("%s %s: status %d, want %d: %v", method, path, got.status, want, got.body)
	}
	return got
}

// compute requests a computation with the given key and returns the response.
func (o *adminServer) compute(key string) reply {
	o.Helper()
	return o.ask(key, http.MethodPost, "/api/v1/compute", lease)
}

var paths = map[string][]string{
	"plans": {"GET"}, "keys": {"GET", "POST"}, "keys/key_X": {"DELETE", "GET", "PATCH"}, "keys/key_X/rotate": {"POST"}, "usage": {"GET"},
	"accounts": {"GET"}, "accounts/acct_X": {"PATCH"}, "accounts/acct_X/asked": {"DELETE"}, "accounts/acct_X/reset-link": {"POST"},
}

// SPEC 10.3: the paths of the administration API require an administration key, and no other path accepts one.
// A path rejects methods that it does not define.
func TestSpec10_3_AdministrationHasSeparateKeys(t *testing.T) {
	t.Parallel()
	o := open(t)
	made := o.admin(http.StatusCreated, "POST", "keys", `{"name":"batch","plan":"pro","mode":"live"}`)
	ordinary, _ := made.body["secret"].(string)
	for path, methods := range paths {
		for _, method := range []string{"GET", "POST", "PATCH", "DELETE", "PUT"} {
			if !slices.Contains(methods, method) {
				got := o.admin(http.StatusMethodNotAllowed, method, path, "")
				if got.code != "invalid_request" || got.header.Get("Allow") != strings.Join(methods, ", ") {
					t.Errorf("%s %s: %s, Allow %q", method, path, got.code, got.header.Get("Allow"))
				}
				continue
			}
			for key, want := range map[string]string{
				"": "unauthorized", ordinary: "invalid_key", "sk_admin_" + strings.Repeat("0", 38): "invalid_key",
			} {
				if got := o.ask(key, method, adminapi.Base+path, ""); got.status != http.StatusUnauthorized || got.code != want {
					t.Errorf("%s %s with %.9s…: %d %s, want %s", method, path, key, got.status, got.code, want)
				}
			}
		}
	}
	for _, op := range operations.All() {
		if got := o.ask(o.secret, "POST", "/api/v1/"+op.Name, lease); got.status != http.StatusUnauthorized || got.code != "invalid_key" {
			t.Errorf("%s with a key of administration: %d %s", op, got.status, got.code)
		}
	}
	if _, _, err := o.service.Identify(t.Context(), o.secret); err == nil {
		t.Error("a key of administration is identified for agents")
	}
	if got := o.ask(o.secret, "GET", adminapi.Base+"nothing", ""); got.status != http.StatusNotFound || got.code != "not_found" {
		t.Errorf("an unknown path: %d %s", got.status, got.code)
	}
}

// SPEC 10.3: the list of plans contains the configured plans with their limits. A null limit means unlimited.
func TestSpec10_3_Plans(t *testing.T) {
	t.Parallel()
	list, _ := open(t).admin(http.StatusOK, "GET", "plans", "").body["plans"].([]any)
	got := map[string]string{}
	for _, p := range list {
		plan, _ := p.(map[string]any)
		operations, _ := plan["operations"].([]any)
		got[fmt.Sprint(plan["name"])] = fmt.Sprintf("%v %v %v %t", plan["requestsPerMinute"], plan["computationsPerMonth"], len(operations), slices.Contains(operations, any("report")))
	}
	all := len(operations.All())
	for name, want := range map[string]string{
		"free": fmt.Sprintf("10 25 %d false", all-1), "pro": fmt.Sprintf("120 5000 %d true", all), "endless": "1000 <nil> 1 false",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
}

// SPEC 10.3: an operator creates, changes, rotates and revokes a key. Only the responses to its creation
// and rotation contain a secret.
func TestSpec10_3_TheLifeOfAKey(t *testing.T) {
	t.Parallel()
	o := open(t)
	made := o.admin(http.StatusCreated, "POST", "keys", `{"name":"batch","plan":"free","mode":"live"}`)
	first, _ := made.body["secret"].(string)
	id, _ := made.body["id"].(string)
	if !strings.HasPrefix(first, "sk_live_") || made.body["name"] != "batch" || made.body["plan"] != "free" || made.body["mode"] != "live" || made.body["revoked"] != nil {
		t.Fatalf("created %v", made.body)
	}
	if got := o.compute(first); got.status != 200 || got.header.Get("X-Quota-Limit") != "25" {
		t.Errorf("the new key: %d, quota %q", got.status, got.header.Get("X-Quota-Limit"))
	}
	if got := o.admin(200, "PATCH", "keys/"+id, `{"name":"month-end","plan":"endless"}`); got.body["name"] != "month-end" || got.body["plan"] != "endless" || got.body["secret"] != nil {
		t.Errorf("changed to %v", got.body)
	}
	if got := o.compute(first); got.status != 200 || got.header.Get("X-Quota-Limit") != "" {
		t.Errorf("without a quota: %d, quota %q", got.status, got.header.Get("X-Quota-Limit"))
	}
	second, _ := o.admin(200, "POST", "keys/"+id+"/rotate", `{"graceSeconds":3600}`).body["secret"].(string)
	third, _ := o.admin(200, "POST", "keys/"+id+"/rotate", `{"graceSeconds":60}`).body["secret"].(string)
	for _, secret := range []string{first, second, third} {
		if got := o.compute(secret); got.status != 200 {
			t.Errorf("within the grace: %d", got.status)
		}
	}
	fourth, _ := o.admin(200, "POST", "keys/"+id+"/rotate", "").body["secret"].(string)
	if o.compute(third).status != 401 || o.compute(fourth).status != 200 {
		t.Error("a rotation without a grace ends the earlier secrets")
	}
	for _, path := range []string{"keys", "keys/" + id, "usage"} {
		if text := fmt.Sprint(o.admin(200, "GET", path, "").body); strings.Contains(text, "sk_live_") && strings.Contains(text, fourth[9:40]) {
			t.Errorf("%s shows the secret", path)
		}
	}
	for range 2 { // a second revocation has no effect
		if got := o.admin(200, "DELETE", "keys/"+id, ""); got.body["revoked"] == nil {
			t.Errorf("revoked: %v", got.body)
		}
	}
	if o.compute(fourth).status != 401 || o.admin(200, "GET", "keys/"+id, "").body["revoked"] == nil {
		t.Error("a revoked key works, or does not say that it is revoked")
	}
	for _, gone := range []string{id, "key_NONE", "nonsense", "%00"} {
		for path, body := range map[string]string{"": `{"name":"x"}`, "/rotate": ""} {
			method := map[string]string{"": "PATCH", "/rotate": "POST"}[path]
			if got := o.ask(o.secret, method, adminapi.Base+"keys/"+gone+path, body); got.status != 404 || got.code != "not_found" {
				t.Errorf("%s %s%s: %d %s", method, gone, path, got.status, got.code)
			}
		}
	}
}

// Administration keys cannot be created, shown or changed over HTTP.
func TestSpec10_3_KeysOfAdministrationAreOfTheCommandLine(t *testing.T) {
	t.Parallel()
	o := open(t)
	if got := o.admin(400, "POST", "keys", `{"name":"x","plan":"pro","mode":"admin"}`); !slices.Equal(got.fields, []string{"mode"}) {
		t.Errorf("%v", got.body)
	}
	if got := o.admin(400, "POST", "keys", `{"name":"a\nb","plan":"none","mode":"admin"}`); !slices.Equal(got.fields, []string{"name", "plan", "mode"}) {
		t.Errorf("each fault of a key of mode admin is one of error.fields: %v", got.body)
	}
	keys, err := o.service.Keys(t.Context())
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	if list, _ := o.admin(200, "GET", "keys", "").body["keys"].([]any); len(list) != 0 {
		t.Errorf("the list shows %v", list)
	}
	o.admin(404, "GET", "keys/"+keys[0].ID, "")
	o.admin(404, "DELETE", "keys/"+keys[0].ID, "")
	o.admin(404, "POST", "keys/"+keys[0].ID+"/rotate", "")
	o.admin(404, "PATCH", "keys/"+keys[0].ID, `{"plan":"pro"}`)
}

// If a request's fields are missing or malformed, the response lists every such field. Otherwise
// the response lists all unknown fields and all invalid values.
func TestSpec10_3_FaultsAreNamed(t *testing.T) {
	t.Parallel()
	o := open(t)
	id, _ := o.admin(http.StatusCreated, "POST", "keys", `{"plan":"free","mode":"test"}`).body["id"].(string)
	for _, tt := range []struct{ method, path, body, fields string }{
		{"POST", "keys", "", "body"},
		{"POST", "keys", "[]", "body"},
		{"POST", "keys", `{}`, "plan mode"},
		{"POST", "keys", `{"plan":"gold","mode":"prod","name":"` + strings.Repeat("x", 101) + `"}`, "name plan mode"},
		{"POST", "keys", `{"plan":1,"mode":"test"}`, "plan"},
		{"POST", "keys", `{"plan":"free","mode":"test","palette":1}`, `palette`},
		{"POST", "keys", `{"plan":"gold","mode":"prod","palette":1}`, `palette plan mode`},
		{"POST", "keys", strings.Repeat(" ", 70_000), "body"},
		{"PATCH", "keys/" + id, `{}`, "body"},
		{"PATCH", "keys/" + id, `{"plan":"gold"}`, "plan"},
		{"PATCH", "keys/" + id, `{"mode":"live"}`, `mode body`},
		{"PATCH", "keys/" + id, `{"mode":"live","plan":"gold"}`, `mode plan`},
		{"POST", "keys/" + id + "/rotate", `{"graceSeconds":-1}`, "graceSeconds"},
		{"POST", "keys/" + id + "/rotate", `{"graceSeconds":1.5}`, "graceSeconds"},
		{"POST", "keys/" + id + "/rotate", `{"graceSeconds":2592001}`, "graceSeconds"},
		{"GET", "keys?limit=0", "", "limit"},
		{"GET", "keys?limit=101", "", "limit"},
		{"GET", "keys?cursor=", "", "cursor"},
		{"GET", "keys?cursor=key_NONE", "", "cursor"},
		{"GET", "keys?a=1&b=2", "", "a b"},
		{"GET", "keys?limit=1&limit=2", "", "limit"},
		{"GET", "keys?limit=%zz", "", "query"},
		{"GET", "keys?limit=1;cursor=2", "", "query"},
		{"GET", "plans?x=1", "", "x"},
		{"GET", "usage?month=13-2026", "", "month"},
		{"GET", "usage?cursor=key_NONE", "", "cursor"},
		{"GET", "accounts?asking=perhaps", "", "asking"},
		{"GET", "accounts?cursor=acct_NONE", "", "cursor"},
		{"PATCH", "accounts/acct_X", `{}`, "plan"},
		{"PATCH", "accounts/acct_X", `{"plan":"gold","operator":true}`, "operator plan"},
		{"POST", "accounts/acct_X/reset-link", `{"email":"x"}`, "body"},
	} {
		got := o.admin(400, tt.method, tt.path, tt.body)
		if fields := strings.ReplaceAll(strings.Join(got.fields, " "), `"`, ""); fields != tt.fields || got.code != "invalid_request" {
			t.Errorf("%s %s %.40s: %s %v, want %s", tt.method, tt.path, tt.body, got.code, fields, tt.fields)
		}
	}
	if got := o.ask(o.secret, "GET", adminapi.Base+"usage?key=key_NONE", ""); got.status != 404 {
		t.Errorf("usage of an unknown key: %d", got.status)
	}
}

// A list's pages together contain each entry once, and the last page has no cursor.
func TestSpec10_3_Pages(t *testing.T) {
	t.Parallel()
	o := open(t)
	var want []string
	for i := range 5 {
		made := o.admin(http.StatusCreated, "POST", "keys", fmt.Sprintf(`{"name":"k%d","plan":"pro","mode":"test"}`, i))
		want = append(want, made.body["id"].(string))
		if i != 2 { // the list omits keys without usage
			o.compute(made.body["secret"].(string))
		}
	}
	used := slices.Concat(want[:2], want[3:])
	for path, tt := range map[string]struct {
		list, id string
		want     []string
	}{"keys": {"keys", "id", want}, "usage": {"usage", "key", used}} {
		for _, limit := range []int{1, 2, len(tt.want), 100} {
			var got []string
			query := fmt.Sprintf("%s?limit=%d", path, limit)
			for next := query; next != ""; {
				page := o.admin(200, "GET", next, "").body
				list, _ := page[tt.list].([]any)
				for _, item := range list {
					got = append(got, item.(map[string]any)[tt.id].(string))
				}
				next = ""
				if cursor, ok := page["cursor"].(string); ok {
					next = query + "&cursor=" + cursor
				}
				if len(list) == 0 && next != "" {
					t.Fatalf("%s: an empty page in the middle", query)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s by %d: %v, want %v", path, limit, got, tt.want)
			}
		}
	}
}

// SPEC 10.3: the audit log contains every change with its actor, and no secret.
func TestSpec10_3_EveryChangeIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	o := open(t)
	made := o.admin(http.StatusCreated, "POST", "keys", `{"name":"batch","plan":"free","mode":"live"}`)
	id, _ := made.body["id"].(string)
	o.admin(200, "PATCH", "keys/"+id, `{"name":"x","plan":"pro"}`)
	o.admin(200, "POST", "keys/"+id+"/rotate", `{"graceSeconds":60}`)
	o.admin(200, "DELETE", "keys/"+id, "")
	o.admin(200, "DELETE", "keys/"+id, "") // revoking the key again has no effect
	o.admin(404, "PATCH", "keys/"+id, `{"plan":"free"}`)
	keys, err := o.service.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range o.service.AuditLog(t.Context(), service.AuditQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Actor != keys[0].ID || e.Subject != id || e.Address != "192.0.2.1" || e.Time.IsZero() {
			t.Errorf("%+v", e)
		}
		got = append(got, e.Action+" "+e.Detail)
	}
	want := []string{"key.revoke ", "key.rotate grace 1m0s", "key.change name, plan pro", "key.create free live"}
	if !slices.Equal(got, want) {
		t.Errorf("the log has %q, want %q", got, want)
	}
}

// SPEC 10.3: a key's usage in a month includes its units, quota and requests.
func TestSpec10_3_Usage(t *testing.T) {
	t.Parallel()
	o := open(t)
	made := o.admin(http.StatusCreated, "POST", "keys", `{"name":"batch","plan":"pro","mode":"live"}`)
	secret, _ := made.body["secret"].(string)
	id, _ := made.body["id"].(string)
	for range 3 {
		o.compute(secret)
	}
	o.ask(secret, "POST", "/api/v1/compute", "{}")
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) { // the store writes the rows of rejected requests later
		list, _ := o.admin(200, "GET", "usage?key="+id, "").body["usage"].([]any)
		if len(list) != 1 {
			t.Fatalf("%v", list)
		}
		row, _ := list[0].(map[string]any)
		if row["requests"] != 4.0 && time.Now().Before(deadline) {
			continue
		}
		if row["key"] != id || row["units"] != 3.0 || row["quota"] != 5000.0 || row["requests"] != 4.0 || row["failed"] != 1.0 || row["name"] != "batch" {
			t.Errorf("%v", row)
		}
		break
	}
	if list, _ := o.admin(200, "GET", "usage?month=2001-01", "").body["usage"].([]any); len(list) != 0 {
		t.Errorf("another month: %v", list)
	}
}

// One administration key can make a limited number of changes per minute. Requests that only read are not
// limited.
func TestChangesAreLimited(t *testing.T) {
	t.Parallel()
	o := open(t)
	for i := range 61 {
		got := o.ask(o.secret, http.MethodPost, adminapi.Base+"keys", `{"name":"x"}`)
		if i < 60 && got.status == http.StatusTooManyRequests {
			t.Fatalf("change %d: %v", i, got.body)
		}
		if i == 60 && (got.code != "rate_limited" || got.header.Get("Retry-After") == "") {
			t.Errorf("one change too many: %d %v", got.status, got.body)
		}
	}
	o.admin(http.StatusOK, http.MethodGet, "plans", "")
}
