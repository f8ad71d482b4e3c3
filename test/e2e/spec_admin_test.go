package e2e

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// promisesOfAdministration returns the promises of SPEC 10.3. The tests of package adminapi check
// the responses; the end-to-end test checks that the program serves them.
func promisesOfAdministration() []promise {
	adminapi := func(name string) func(*testing.T) { return testedIn("internal/adminapi", "TestSpec10_3_"+name) }
	return []promise{
		{"10.3", "Keys with the prefix `sk_admin_` are created only on the command line", administrationHasKeysOfItsOwn},
		{"10.3", "Every change is written to the audit log.", adminapi("EveryChangeIsInTheAuditLog")},
		{"10.3", "If a key, account or path does not exist", adminapi("TheLifeOfAKey")},
		{"10.3", "GET {base_url}/v1/admin/plans", adminapi("Plans")},
		{"10.3", "GET, POST {base_url}/v1/admin/keys", adminapi("TheLifeOfAKey")},
		{"10.3", "GET, PATCH, DELETE {base_url}/v1/admin/keys/{id}", adminapi("TheLifeOfAKey")},
		{"10.3", "POST {base_url}/v1/admin/keys/{id}/rotate", adminapi("TheLifeOfAKey")},
		{"10.3", "GET {base_url}/v1/admin/usage", adminapi("Usage")},
		{"10.3", "GET {base_url}/v1/admin/accounts", adminapi("PlansAreRequestedAndGranted")},
		{"10.3", "PATCH {base_url}/v1/admin/accounts/{id}", adminapi("PlansAreRequestedAndGranted")},
		{"10.3", "DELETE {base_url}/v1/admin/accounts/{id}/asked", adminapi("PlansAreRequestedAndGranted")},
		{"10.3", "POST {base_url}/v1/admin/accounts/{id}/reset-link", adminapi("ALinkToANewPassword")},
	}
}

// administrationHasKeysOfItsOwn checks that the program serves the administration API to keys that
// its command line creates, and that no other path accepts these keys. The audit command must show
// the changes without secrets.
func administrationHasKeysOfItsOwn(t *testing.T) {
	server := startServer(t)
	keys, err := program.DecodeKeys(runOn(t, server.DB, "keys", "create", "--mode", "admin", "--name", "operators", "--json"))
	if err != nil || len(keys) != 1 || !strings.HasPrefix(keys[0].Key, "sk_admin_") {
		t.Fatal(keys, err)
	}
	client := wire.NewClient(server.URL(), 1)
	ask := func(want int, key, method, path, body string) map[string]any {
		t.Helper()
		reply, err := client.Do(t.Context(), wire.Call{Method: method, Path: "/api/v1/" + path, Key: key, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		if reply.Status != want {
			t.Fatalf("%s %s: %v, want %d", method, path, reply, want)
		}
		return decoded(t, reply)
	}
	plans, _ := ask(200, keys[0].Key, "GET", "admin/plans", "")["plans"].([]any)
	if len(plans) != 2 {
		t.Errorf("plans %v", plans)
	}
	ask(400, keys[0].Key, "POST", "admin/keys", `{"plan":"pro","mode":"admin"}`)
	ask(401, keys[0].Key, "POST", "compute", plainLease)
	ordinary, _ := ask(201, keys[0].Key, "POST", "admin/keys", `{"plan":"pro","mode":"live"}`)["secret"].(string)
	ask(200, ordinary, "POST", "compute", plainLease)
	ask(401, ordinary, "GET", "admin/plans", "")
	ask(401, "", "GET", "admin/plans", "")
	create := exec.CommandContext(t.Context(), string(all.tool), "accounts", "create", "anna@example.org", "--db", server.DB)
	create.Stdin = strings.NewReader("gnu-tulip-oboe-lamp\n")
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, _ := ask(200, keys[0].Key, "GET", "admin/accounts", "")["accounts"].([]any)
	if len(list) != 1 || at(t, list[0], "email") != "anna@example.org" {
		t.Errorf("accounts %v", list)
	}
	if log := runOn(t, server.DB, "audit", "--json"); !strings.Contains(log, `"key.create"`) || strings.Contains(log, ordinary[len("sk_live_"):]) {
		t.Errorf("the audit log lacks a change or has a secret: %s", log)
	}
}
