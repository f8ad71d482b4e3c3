package e2e

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestUsageCheckProvesHeads checks the hashes (heads) printed with the usage totals. Given such a
// hash, the usage check command proves that the usage log up to this point is unchanged.
func TestUsageCheckProvesHeads(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	key := ownKey(t, server)
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	compute := func() {
		if reply, err := client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease}); err != nil || reply.Status != 200 {
			t.Fatalf("%v, %v", reply, err)
		}
	}
	compute()
	heads := filepath.Join(t.TempDir(), "heads.csv")
	if err := os.WriteFile(heads, []byte(runOn(t, server.DB, "usage", "--totals", "--format", "csv")), 0o600); err != nil {
		t.Fatal(err)
	}
	compute()
	if out := runOn(t, server.DB, "usage", "check", "--heads", heads); !strings.Contains(out, key.ID) || !strings.Contains(out, "the first 1 of 2 usage rows are unchanged") {
		t.Errorf("said %q", out)
	}
	client.Close()
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	db := tampered(t, server.DB, "UPDATE usage SET duration_ns = duration_ns + 1 WHERE number = 1")
	out, err := all.tool.Run(t.Context(), "usage", "check", "--heads", heads, "--db", db)
	if err != nil || out.Code != 1 || !strings.Contains(out.Stdout, "usage row 1, was changed") || !strings.Contains(out.Stdout, "no unchanged chain of usage rows ends with this hash") {
		t.Errorf("a changed row: %v, %+v", err, out)
	}
}

// tampered executes one SQL statement on a copy of a stopped server's database, and returns the
// copy.
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
	defer pool.Close() //nolint:errcheck // the statement is committed, so an error of Close has no effect
	result, err := pool.ExecContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("%s changed %d rows, %v", statement, n, err)
	}
	return "sqlite:" + file
}
