package e2e

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestUsageCheckNamesEachDifference checks that the command usage check accepts the records that
// the program wrote, and reports every change made to them later.
func TestUsageCheckNamesEachDifference(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	keys, err := all.tool.CreateKeys(t.Context(), server.DB, "pro", "test", "ledger", 1)
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	var ids []string
	for _, op := range wire.Operations {
		for range 2 { // the first request is computed, and the second is a replay
			reply, err := client.Do(t.Context(), wire.Call{Path: wire.Path(op), Key: keys[0].Key, Body: plainLease}.Keyed("kept"))
			if err != nil || reply.Status != 200 {
				t.Fatalf("%v, %v", reply, err)
			}
			ids = append(ids, reply.Header.Get("X-Request-Id"))
		}
	}
	runOn(t, server.DB, "usage", "check") // the check runs while the server runs
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	runOn(t, server.DB, "usage", "check")
	for tampering, named := range map[string]string{
		"UPDATE counters SET used = used + 1":                                      keys[0].ID,
		"DELETE FROM counters":                                                     keys[0].ID,
		"DELETE FROM usage WHERE request_id = '" + ids[0] + "'":                    ids[0],
		"UPDATE usage SET units = 0 WHERE request_id = '" + ids[2] + "'":           ids[2],
		"UPDATE replays SET response = x'00' WHERE request_id = '" + ids[4] + "'":  ids[4],
		"UPDATE replays SET request_id = 'req_X' WHERE operation = 'classify'":     "req_X",
		"UPDATE usage SET replay_of = 'req_Y' WHERE request_id = '" + ids[1] + "'": "req_Y",
	} {
		db := tampered(t, server.DB, tampering)
		out, err := all.tool.Run(t.Context(), "usage", "check", "--db", db)
		if err != nil || out.Code != 1 || !strings.Contains(out.Stdout+out.Stderr, named) {
			t.Errorf("%s: exit status %d, %v, not naming %s: %s%s", tampering, out.Code, err, named, out.Stdout, out.Stderr)
		}
	}
}

// TestUsageCheckProvesHeads checks the hashes (heads) that are printed with the usage totals. With
// such a hash, usage check proves that the usage log up to this point is unchanged.
func TestUsageCheckProvesHeads(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	keys, err := all.tool.CreateKeys(t.Context(), server.DB, "pro", "test", "ledger", 1)
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	compute := func() {
		if reply, err := client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: keys[0].Key, Body: plainLease}); err != nil || reply.Status != 200 {
			t.Fatalf("%v, %v", reply, err)
		}
	}
	compute()
	heads := filepath.Join(t.TempDir(), "heads.csv")
	if err := os.WriteFile(heads, []byte(runOn(t, server.DB, "usage", "--totals", "--format", "csv")), 0o600); err != nil {
		t.Fatal(err)
	}
	compute()
	if out := runOn(t, server.DB, "usage", "check", "--heads", heads); !strings.Contains(out, keys[0].ID) || !strings.Contains(out, "the first 1 of 2 usage rows are unchanged") {
		t.Errorf("said %q", out)
	}
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	db := tampered(t, server.DB, "UPDATE usage SET duration_ns = duration_ns + 1 WHERE number = 1")
	out, err := all.tool.Run(t.Context(), "usage", "check", "--heads", heads, "--db", db)
	if err != nil || out.Code != 1 || !strings.Contains(out.Stdout, "usage row 1, was changed") || !strings.Contains(out.Stdout, "no unchanged chain of usage rows ends with it") {
		t.Errorf("a changed row: %v, %+v", err, out)
	}
}

// tampered returns a copy of a stopped server's database on which one SQL statement has been
// executed.
func tampered(t *testing.T, db, statement string) string {
	t.Helper()
	content, err := os.ReadFile(strings.TrimPrefix(db, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "tampered.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close() //nolint:errcheck // the statement is committed without a transaction, so an error of Close has no effect
	result, err := pool.ExecContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("%s changed %d rows, %v", statement, n, err)
	}
	return "sqlite:" + file
}
