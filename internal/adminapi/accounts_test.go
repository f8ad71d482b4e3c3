package adminapi_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const password = "gnu-tulip-oboe-lamp"

// SPEC 10.3: an operator lists, grants and declines plan requests. The audit log records every change.
func TestSpec10_3_PlansAreRequestedAndGranted(t *testing.T) {
	t.Parallel()
	o := open(t)
	var people []account.Account
	for _, email := range []string{"anna@example.org", "ben@example.org", "carl@example.org"} {
		made, err := o.people.Create(t.Context(), email, password)
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, made)
	}
	anna, carl := people[0], people[2]
	for _, a := range []account.Account{anna, carl} {
		if err := o.people.AskPlan(t.Context(), a, "pro", "we close in January"); err != nil {
			t.Fatal(err)
		}
	}
	asking := func() (ids []string) {
		list, _ := o.admin(200, "GET", "accounts?asking=true", "").body["accounts"].([]any)
		for _, item := range list {
			a, _ := item.(map[string]any)
			if asked, _ := a["asked"].(map[string]any); asked["plan"] != "pro" || asked["reason"] != "we close in January" || asked["at"] == nil {
				t.Errorf("%v", a)
			}
			ids = append(ids, a["id"].(string))
		}
		return ids
	}
	if got := strings.Join(asking(), " "); got != anna.ID+" "+carl.ID {
		t.Errorf("asking %s", got)
	}
	all, _ := o.admin(200, "GET", "accounts?limit=2", "").body["accounts"].([]any)
	if len(all) != 2 || all[1].(map[string]any)["asked"] != nil {
		t.Errorf("the first page: %v", all)
	}
	if rest, _ := o.admin(200, "GET", "accounts?limit=2&cursor="+people[1].ID, "").body["accounts"].([]any); len(rest) != 1 {
		t.Errorf("the second page: %v", rest)
	}
	if got := o.admin(200, "PATCH", "accounts/"+anna.ID, `{"plan":"pro"}`).body; got["plan"] != "pro" || got["asked"] != nil || got["email"] != "anna@example.org" {
		t.Errorf("granted: %v", got)
	}
	if got := o.admin(200, "DELETE", "accounts/"+carl.ID+"/asked", "").body; got["plan"] != "free" || got["asked"] != nil {
		t.Errorf("declined: %v", got)
	}
	if got := asking(); got != nil {
		t.Errorf("still asking: %v", got)
	}
	for _, call := range [][2]string{{"PATCH", ""}, {"DELETE", "/asked"}, {"POST", "/reset-link"}} {
		body := map[string]string{"PATCH": `{"plan":"pro"}`}[call[0]]
		if got := o.ask(o.secret, call[0], "/api/v1/admin/accounts/acct_NONE"+call[1], body); got.status != 404 || got.code != "not_found" {
			t.Errorf("%s of an unknown account: %d %s", call[0], got.status, got.code)
		}
	}
	var log []string
	for e, err := range o.service.AuditLog(t.Context(), service.AuditQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, e.Action+" "+e.Detail)
	}
	if text := strings.Join(log, "\n"); !strings.Contains(text, "account.set-plan pro") || !strings.Contains(text, "account.decline-plan") {
		t.Errorf("the audit log has %s", text)
	}
}

// SPEC 10.3: a password reset link is valid for one use, and appears only in the response that creates it.
func TestSpec10_3_ALinkToANewPassword(t *testing.T) {
	t.Parallel()
	o := open(t)
	anna, err := o.people.Create(t.Context(), "anna@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	made := o.admin(201, "POST", "accounts/"+anna.ID+"/reset-link", "").body
	link, _ := made["link"].(string)
	u, err := url.Parse(link)
	if err != nil || !strings.HasPrefix(link, "https://leases.example/account/reset?link=") || made["expires"] == nil {
		t.Fatalf("%v, %v", made, err)
	}
	token := u.Query().Get("link")
	if err := o.people.UseLink(t.Context(), token, "lamp-oboe-tulip-gnu", "192.0.2.7"); err != nil {
		t.Error(err)
	}
	if err := o.people.UseLink(t.Context(), token, "tulip-oboe-gnu-lamp", "192.0.2.7"); err == nil {
		t.Error("the link worked twice")
	}
	for e, err := range o.service.AuditLog(t.Context(), service.AuditQuery{}) {
		if err != nil || strings.Contains(e.Detail+e.Subject, token) {
			t.Errorf("the audit log has the link: %+v", e)
		}
	}
}
