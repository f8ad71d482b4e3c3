package e2e

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

func promisesOfAdministration() []promise {
	return []promise{
		{"10.3", "Keys with the prefix `sk_admin_` are created by the command line only", administrationHasKeysOfItsOwn},
		{"10.3", "Every change is written to the audit log.", aKeyIsAdministered},
		{"10.3", "A key, account or path that does not exist gives 404 `not_found`.", aKeyIsAdministered},
		{"10.3", "GET {base_url}/v1/admin/plans", administrationHasKeysOfItsOwn},
		{"10.3", "GET, POST {base_url}/v1/admin/keys", aKeyIsAdministered},
		{"10.3", "GET, PATCH, DELETE {base_url}/v1/admin/keys/{id}", aKeyIsAdministered},
		{"10.3", "POST {base_url}/v1/admin/keys/{id}/rotate", aKeyIsAdministered},
		{"10.3", "GET {base_url}/v1/admin/usage", aKeyIsAdministered},
		{"10.3", "GET {base_url}/v1/admin/accounts", anAccountIsAdministered},
		{"10.3", "PATCH {base_url}/v1/admin/accounts/{id}", anAccountIsAdministered},
		{"10.3", "DELETE {base_url}/v1/admin/accounts/{id}/asked", anAccountIsAdministered},
		{"10.3", "POST {base_url}/v1/admin/accounts/{id}/reset-link", anAccountIsAdministered},
	}
}

// operators is a server with a client that sends requests with an administration key.
type operators struct {
	*testing.T

	server *program.Server
	client *wire.Client
	key    string
}

func startOperators(t *testing.T) *operators {
	t.Helper()
	server := startServer(t)
	keys, err := program.DecodeKeys(runOn(t, server.DB, "keys", "create", "--mode", "admin", "--name", "operators", "--json"))
	if err != nil || len(keys) != 1 || !strings.HasPrefix(keys[0].Key, "sk_admin_") {
		t.Fatal(keys, err)
	}
	return &operators{t, server, wire.NewClient(server.URL(), 1), keys[0].Key}
}

// ask sends a request with the given key, fails unless the status is want, and returns the
// response.
func (o *operators) ask(want int, key, method, path, body string) map[string]any {
	o.Helper()
	reply, err := o.client.Do(o.Context(), wire.Call{Method: method, Path: "/api/v1/" + path, Key: key, Body: body})
	if err != nil {
		o.Fatal(err)
	}
	if reply.Status != want {
		o.Fatalf("%s %s: %v, want %d", method, path, reply, want)
	}
	return decoded(o.T, reply)
}

func administrationHasKeysOfItsOwn(t *testing.T) {
	o := startOperators(t)
	plans, _ := o.ask(200, o.key, "GET", "admin/plans", "")["plans"].([]any)
	if len(plans) != 2 {
		t.Errorf("plans %v", plans)
	}
	o.ask(400, o.key, "POST", "admin/keys", `{"plan":"pro","mode":"admin"}`)
	o.ask(401, o.key, "POST", "compute", plainLease)
	ordinary, _ := o.ask(201, o.key, "POST", "admin/keys", `{"plan":"pro","mode":"live"}`)["secret"].(string)
	o.ask(200, ordinary, "POST", "compute", plainLease)
	o.ask(401, ordinary, "GET", "admin/plans", "")
	o.ask(401, "", "GET", "admin/plans", "")
}

func aKeyIsAdministered(t *testing.T) {
	o := startOperators(t)
	made := o.ask(201, o.key, "POST", "admin/keys", `{"name":"batch","plan":"free","mode":"test"}`)
	secret, _ := made["secret"].(string)
	path := fmt.Sprint("admin/keys/", made["id"])
	o.ask(200, secret, "POST", "compute", plainLease)
	if changed := o.ask(200, o.key, "PATCH", path, `{"plan":"pro"}`); changed["plan"] != "pro" || changed["secret"] != nil {
		t.Errorf("changed to %v", changed)
	}
	fresh, _ := o.ask(200, o.key, "POST", path+"/rotate", `{"graceSeconds":60}`)["secret"].(string)
	o.ask(200, secret, "POST", "compute", plainLease)
	o.ask(200, fresh, "POST", "compute", plainLease)
	usage, _ := o.ask(200, o.key, "GET", "admin/usage?limit=1", "")["usage"].([]any)
	if len(usage) != 1 || fmt.Sprint(usage[0].(map[string]any)["units"]) != "3" {
		t.Errorf("usage %v", usage)
	}
	if list, _ := o.ask(200, o.key, "GET", "admin/keys", "")["keys"].([]any); len(list) != 1 {
		t.Errorf("keys %v", list)
	}
	o.ask(200, o.key, "DELETE", path, "")
	o.ask(401, fresh, "POST", "compute", plainLease)
	if o.ask(200, o.key, "GET", path, "")["revoked"] == nil {
		t.Error("a revoked key does not say so")
	}
	for _, gone := range []string{"admin/keys/key_NONE", "admin/nothing", "admin/"} {
		o.ask(404, o.key, "GET", gone, "")
	}
	log := runOn(t, o.server.DB, "audit", "--json")
	for _, action := range []string{"key.create", "key.change", "key.rotate", "key.revoke"} {
		if !strings.Contains(log, `"`+action+`"`) {
			t.Errorf("the audit log lacks %s", action)
		}
	}
	if strings.Contains(log, fresh[len("sk_test_"):]) {
		t.Error("the audit log has a secret")
	}
}

func anAccountIsAdministered(t *testing.T) {
	o := startOperators(t)
	create := exec.CommandContext(t.Context(), string(all.tool), "accounts", "create", "anna@example.org", "--db", o.server.DB)
	create.Stdin = strings.NewReader("gnu-tulip-oboe-lamp\n")
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, _ := o.ask(200, o.key, "GET", "admin/accounts?limit=1", "")["accounts"].([]any)
	if len(list) != 1 || at(t, list[0], "email") != "anna@example.org" || at(t, list[0], "asked") != nil {
		t.Fatalf("accounts %v", list)
	}
	if asking, _ := o.ask(200, o.key, "GET", "admin/accounts?asking=true", "")["accounts"].([]any); len(asking) != 0 {
		t.Errorf("asking for a plan: %v", asking)
	}
	path := "admin/accounts/" + text(t, list[0], "id")
	if got := o.ask(200, o.key, "PATCH", path, `{"plan":"pro"}`); got["plan"] != "pro" {
		t.Errorf("granted: %v", got)
	}
	if got := o.ask(200, o.key, "DELETE", path+"/asked", ""); got["plan"] != "pro" || got["asked"] != nil {
		t.Errorf("declined: %v", got)
	}
	link, _ := o.ask(201, o.key, "POST", path+"/reset-link", "")["link"].(string)
	if !strings.Contains(link, "/account/reset?link=") {
		t.Errorf("link %q", link)
	}
	log := runOn(t, o.server.DB, "audit", "--json")
	for _, action := range []string{"account.set-plan"} {
		if !strings.Contains(log, `"`+action+`"`) {
			t.Errorf("the audit log lacks %s", action)
		}
	}
	if _, token, _ := strings.Cut(link, "?link="); token == "" || strings.Contains(log, token) {
		t.Errorf("the audit log has the link %q", link)
	}
}
