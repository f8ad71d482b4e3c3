package e2e

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// keysJSON runs a keys command with --json on the suite's database and returns the keys it prints.
func keysJSON(t *testing.T, args ...string) []program.Key {
	t.Helper()
	keys, err := program.DecodeKeys(run(t, append([]string{"keys"}, append(args, "--json")...)...))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func computeWith(t *testing.T, key string) wire.Reply {
	t.Helper()
	return send(t, wire.Call{Path: wire.Path("compute"), Key: key, Body: plainLease})
}

// TestKeysCreate checks that keys create --json prints one object, and that several keys may have
// the same name.
func TestKeysCreate(t *testing.T) {
	t.Parallel()
	args := []string{"keys", "create", "--plan", "free", "--mode", "live", "--name", "one name", "--json"}
	ids := map[string]bool{}
	for range 2 {
		var key map[string]any
		if err := json.Unmarshal([]byte(run(t, args...)), &key); err != nil {
			t.Fatalf("not one JSON object: %v", err)
		}
		for member, want := range map[string]string{"plan": "free", "mode": "live", "name": "one name"} {
			if key[member] != want {
				t.Errorf("%s is %v, want %s", member, key[member], want)
			}
		}
		id, _ := key["id"].(string)
		if id == "" || ids[id] {
			t.Errorf("id %q", id)
		}
		ids[id] = true
		secret, _ := key["key"].(string)
		if reply := computeWith(t, secret); reply.Header.Get("X-Quota-Limit") != "25" || reply.Status != 200 {
			t.Errorf("a new key on the next request: %v", reply)
		}
	}
	if keys := keysJSON(t, "create", "--plan", "pro", "--count", "3", "--name", "three"); len(keys) != 3 {
		t.Errorf("--count 3 made %d keys", len(keys))
	}
}

// TestKeysForAPerson checks the output of the keys commands without --json. The create command
// shows the new key's secret, but the list command never shows a secret.
func TestKeysForAPerson(t *testing.T) {
	t.Parallel()
	out := run(t, "keys", "create", "--plan", "pro", "--name", "reader")
	i := strings.Index(out, "sk_")
	if i < 0 || strings.Count(out, "sk_") < 1 {
		t.Fatalf("keys create shows no key: %s", out)
	}
	secret := strings.Fields(out[i:])[0]
	if reply := computeWith(t, secret); reply.Status != 200 {
		t.Errorf("the key shown: %v", reply)
	}
	if list := run(t, "keys", "list"); strings.Contains(list, secret) || !strings.Contains(list, "reader") {
		t.Error("keys list shows the secret, or not the name")
	}
}

// TestKeysRevoke checks that a revoked key is immediately rejected and cannot be restored.
func TestKeysRevoke(t *testing.T) {
	t.Parallel()
	key := createKey(t, "pro", "test")
	if reply := computeWith(t, key.Key); reply.Status != 200 {
		t.Fatal(reply)
	}
	if got := keysJSON(t, "revoke", key.ID); len(got) != 1 || got[0].ID != key.ID {
		t.Errorf("revoke --json prints %+v", got)
	}
	wantProblem(t, computeWith(t, key.Key), 401, "invalid_key")
	for _, args := range [][]string{{"revoke", "key_unknown"}, {"rotate", key.ID}, {"set-plan", key.ID, "free"}, {"set-plan", "key_unknown", "pro"}} {
		out, err := all.tool.Run(t.Context(), append(append([]string{"keys"}, args...), "--db", all.server.DB)...)
		if err != nil || out.Code != 1 || out.Stderr == "" {
			t.Errorf("keys %v: exit status %d, %v, %q", args, out.Code, err, out.Stderr)
		}
	}
}

// TestKeysRotate checks that a rotated key has a new secret and keeps its ID, quota and stored
// responses. The old secret expires immediately or after a grace period.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	key := createKey(t, "pro", "test")
	call := wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease}.Keyed("over-the-rotation")
	first := send(t, call)
	rotated := keysJSON(t, "rotate", key.ID)
	if len(rotated) != 1 || rotated[0].ID != key.ID || rotated[0].Key == key.Key || !keyForm.MatchString(rotated[0].Key) {
		t.Fatalf("rotate --json prints %+v", rotated)
	}
	wantProblem(t, send(t, call), 401, "invalid_key")
	call.Key = rotated[0].Key
	again := send(t, call)
	if !again.Replayed() || again.Figures() != first.Figures() {
		t.Errorf("the replay over a rotation: %v", again)
	}
	wantHeader(t, again, "X-Quota-Remaining", "4999")

	withGrace := keysJSON(t, "rotate", key.ID, "--grace", "3s")
	for _, secret := range []string{rotated[0].Key, withGrace[0].Key} {
		if reply := computeWith(t, secret); reply.Status != 200 {
			t.Errorf("within the grace: %v", reply)
		}
	}
	sleep(t.Context(), 4*time.Second)
	wantProblem(t, computeWith(t, rotated[0].Key), 401, "invalid_key")
	wantHeader(t, computeWith(t, withGrace[0].Key), "X-Quota-Remaining", "4996")
}

// TestKeysSetPlan checks that a key's new plan applies immediately, and that its earlier usage
// remains recorded.
func TestKeysSetPlan(t *testing.T) {
	t.Parallel()
	key := createKey(t, "pro", "test")
	for range 25 {
		computeWith(t, key.Key)
	}
	wantHeader(t, computeWith(t, key.Key), "X-Quota-Limit", "5000")
	if got := keysJSON(t, "set-plan", key.ID, "free"); len(got) != 1 || got[0].Plan != "free" {
		t.Errorf("set-plan --json prints %+v", got)
	}
	limited := computeWith(t, key.Key)
	wantProblem(t, limited, 429, "rate_limited")
	wantHeader(t, limited, "X-Quota-Limit", "25")
	wantHeader(t, limited, "X-Quota-Remaining", "0")
	run(t, "keys", "set-plan", key.ID, "pro")
	wantHeader(t, computeWith(t, key.Key), "X-Quota-Remaining", "4973")
}

// TestKeysUsageErrors checks that invalid command lines are rejected with exit status 2 and a
// reason.
func TestKeysUsageErrors(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"keys", "create", "--plan", "gold"},
		{"keys", "create", "--mode", "prod"},
		{"keys", "create", "--count", "0"},
		{"keys", "set-plan", "x"},
		{"keys", "revoke"},
		{"keys", "rotate", "x", "--grace", "soon"},
		{"serve", "--no-such-flag"},
		{"serve", "surplus"},
	} {
		out, err := all.tool.Run(t.Context(), append(args, "--db", all.server.DB)...)
		if err != nil || out.Code != 2 || out.Stderr == "" || out.Stdout != "" {
			t.Errorf("%v: exit status %d, %v, %q", args, out.Code, err, out.Stderr)
		}
	}
}
