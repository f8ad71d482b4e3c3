package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// ownKey creates a pro-plan key on the calling test's own server.
func ownKey(t *testing.T, server *program.Server) program.Key {
	t.Helper()
	return all.tool.MustCreateKeys(t, server.DB, "pro", "test", 1)[0]
}

// TestReplaysExpire checks that an Idempotency-Key expires after the configured time. A later
// request with the same Idempotency-Key can have any body; it is computed and billed.
func TestReplaysExpire(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--keep-replays", "2s", "--keep-free-replays", "2s")
	client := wire.NewClient(server.URL(), 4)
	defer client.Close()
	key := ownKey(t, server)
	var calls []wire.Call
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: key.Key, Body: plainLease}.Keyed("short-lived")
		calls = append(calls, call)
		for _, original := range []bool{true, false} {
			if reply, err := client.Do(t.Context(), call); err != nil || reply.Original() != original || reply.Replayed() == original {
				t.Errorf("%s, original %v: %v, %v", op, original, reply, err)
			}
		}
	}
	sleep(t.Context(), 2500*time.Millisecond)
	for i, call := range calls {
		call.Body = lease("termMonths", "4")
		reply, err := client.Do(t.Context(), call)
		if err != nil || !reply.Original() {
			t.Errorf("%s after the answer's time: %v, %v", call.Path, reply, err)
		}
		wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota-3-min(i+1, 3)))
	}
	runOn(t, server.DB, "usage", "check")
}

// TestTheDebugLogShowsNoSecrets checks that the debug log is JSON and contains no request data.
func TestTheDebugLogShowsNoSecrets(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--log-level", "debug", "--trusted-proxies", "127.0.0.1")
	client := wire.NewClient(server.URL(), 4)
	defer client.Close()
	key := ownKey(t, server)
	for _, call := range []wire.Call{
		{Path: wire.Path("compute"), Key: key.Key, Body: lease("paymentAmount", secretMark)},
		{Path: wire.Path("compute") + "?key=" + key.Key, Body: lease("paymentAmount", secretMark)},
		{Path: wire.Path("classify"), Key: key.Key, Body: lease("paymentAmount", `"`+secretMark+`"`)},
		{Path: "/" + key.Key, Key: key.Key},
		{Path: wire.Path("schedule"), Key: key.Key + "x", Body: plainLease},
	} {
		if _, err := client.Do(t.Context(), call.Keyed(secretIdempotencyKey).With("X-Forwarded-For", "203.0.113.7")); err != nil {
			t.Fatal(err)
		}
	}
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	log := server.Log()
	if !strings.Contains(log, "203.0.113.7") {
		t.Error("a trusted proxy's client is not in the log")
	}
	for line := range strings.Lines(log) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
		for _, secret := range []string{key.Key[8:40], secretMark, secretIdempotencyKey} {
			if strings.Contains(line, secret) {
				t.Errorf("the log shows part of a request: %s", line)
			}
		}
	}
}
