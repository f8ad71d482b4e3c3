package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// ownKey creates a key of the pro plan on a server that only the calling test uses.
func ownKey(t *testing.T, server *program.Server) program.Key {
	t.Helper()
	keys, err := all.tool.CreateKeys(t.Context(), server.DB, "pro", "test", "own", 1)
	if err != nil {
		t.Fatal(err)
	}
	return keys[0]
}

// TestReplaysExpire checks that an Idempotency-Key expires after the configured time. A later
// request with the same Idempotency-Key can have any body, and is computed and billed.
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

// TestASlowBodyTakesNoPlace checks that a request with a slowly arriving body occupies no worker
// slot, whatever its key.
func TestASlowBodyTakesNoPlace(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--max-in-flight", "1")
	client := wire.NewClient(server.URL(), 4)
	defer client.Close()
	key := ownKey(t, server)
	for _, path := range []string{wire.Path("compute"), "/mcp"} {
		slow := dial(t, server.Address)
		head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n{", path, key.Key, len(plainLease))
		if _, err := io.WriteString(slow, head); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(200 * time.Millisecond) // time for the requests to reach the server, which then waits for their bodies
	call := wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease}
	reply, err := client.Do(t.Context(), call)
	if err != nil || reply.Status != 200 {
		t.Errorf("beside slow bodies: %v, %v", reply, err)
	}
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

// TestRefusalsOfTheRateLimitAreCounted checks that the log contains the number of requests rejected
// by the rate limit, instead of one line for each request.
func TestRefusalsOfTheRateLimitAreCounted(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	client := wire.NewClient(server.URL(), 1)
	keys, err := all.tool.CreateKeys(t.Context(), server.DB, "free", "test", "counted", 1)
	if err != nil {
		t.Fatal(err)
	}
	const refused = 7
	for range freeRate + refused {
		if _, err := client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: keys[0].Key, Body: plainLease}); err != nil {
			t.Fatal(err)
		}
	}
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	var printed struct {
		Totals []struct {
			Units       int
			Requests    int
			RateLimited int `json:"rate_limited"`
		}
		Log []usageRow
	}
	if err := json.Unmarshal([]byte(runOn(t, server.DB, "usage", "--format", "json")), &printed); err != nil {
		t.Fatal(err)
	}
	if len(printed.Totals) != 1 || len(printed.Log) != freeRate {
		t.Fatalf("%d totals, %d rows", len(printed.Totals), len(printed.Log))
	}
	if total := printed.Totals[0]; total.Units != freeRate || total.RateLimited != refused {
		t.Errorf("totals %+v, want %d units and %d refusals", total, freeRate, refused)
	}
}

// TestUsageFormats checks the usage log as a table, as CSV and as JSON, and the totals of the
// month.
func TestUsageFormats(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	client := wire.NewClient(server.URL(), 1)
	key := ownKey(t, server)
	for _, op := range wire.Operations {
		call := wire.Call{Path: wire.Path(op), Key: key.Key, Body: plainLease}.Keyed("formats")
		for range 2 {
			if reply, err := client.Do(t.Context(), call); err != nil || reply.Status != 200 {
				t.Fatal(reply, err)
			}
		}
	}
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	if table := runOn(t, server.DB, "usage"); !strings.Contains(table, key.ID) || strings.Contains(table, key.Key) {
		t.Errorf("the table:\n%s", table)
	}
	records, err := csv.NewReader(strings.NewReader(runOn(t, server.DB, "usage", "--format", "csv"))).ReadAll()
	if err != nil || len(records) != 9 || records[0][0] != "request_id" {
		t.Errorf("csv: %d records, %v", len(records), err)
	}
	var printed struct {
		Totals []struct {
			KeyID    string `json:"key_id"`
			Units    int
			Requests int
			Replays  int
		}
		Log []usageRow
	}
	if err := json.Unmarshal([]byte(runOn(t, server.DB, "usage", "--format", "json")), &printed); err != nil {
		t.Fatal(err)
	}
	if len(printed.Totals) != 1 || len(printed.Log) != 8 {
		t.Fatalf("%d totals, %d rows", len(printed.Totals), len(printed.Log))
	}
	if total := printed.Totals[0]; total.KeyID != key.ID || total.Units != 3 || total.Requests != 8 || total.Replays != 4 {
		t.Errorf("totals %+v", total)
	}
}
