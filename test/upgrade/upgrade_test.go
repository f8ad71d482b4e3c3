// Package upgrade tests the migration of a database under load. The database has the current
// program's schema, and the program that migrates the database has one migration more than the
// current program.
package upgrade

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

func leaseOf(months int) []byte {
	return fmt.Appendf(nil, `{"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.06}`, months)
}

// buildLater builds the program with one more SQLite migration.
func buildLater(t *testing.T) program.Binary {
	t.Helper()
	dir := t.TempDir()
	step, overlay := filepath.Join(dir, "step.sql"), filepath.Join(dir, "overlay.json")
	text := `ALTER TABLE usage ADD COLUMN region TEXT NOT NULL DEFAULT 'here';`
	migrations, err := filepath.Abs("../../internal/usagedb/sqlite/migrations")
	if err != nil {
		t.Fatal(err)
	}
	earlier, err := filepath.Glob(filepath.Join(migrations, "*.sql"))
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%04d_region.sql", len(earlier)+1)
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(migrations, name): step}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{step: []byte(text), overlay: list} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := program.Build(dir, "-overlay="+overlay)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// served calls the function body with a client connected to the server, and then stops the server.
func served(t *testing.T, server *program.Server, secret string, body func(c *client.Client)) {
	t.Helper()
	c, err := client.New("http://"+server.Address, secret, client.WithRetries(60, 50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	body(c)
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
}

// A later program's commands reject an earlier database and leave it unchanged. Its server migrates
// the database at startup, and clients wait meanwhile. Every call then gets a response and is
// billed once, earlier responses are replayed, and the usage log is consistent. The earlier program
// rejects the migrated database.
func TestEarlierDatabasesAreMigratedUnderLoad(t *testing.T) {
	today, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	address, err := program.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	db := "sqlite:" + filepath.Join(t.TempDir(), "leasehold.db")
	keys, err := today.CreateKeys(ctx, db, "pro", "live", "upgrade", 1)
	if err != nil {
		t.Fatal(err)
	}
	var first *client.Answer
	before := &program.Server{Binary: today, DB: db, Address: address}
	if err := before.Start(ctx); err != nil {
		t.Fatal(err)
	}
	served(t, before, keys[0].Key, func(c *client.Client) {
		if first, err = c.Do(ctx, client.OpCompute, leaseOf(12), client.WithIdempotencyKey("lease-1")); err != nil {
			t.Fatal(err)
		}
	})

	later := buildLater(t)
	if out, err := later.Run(ctx, "keys", "list", "--db", db); err != nil || out.Code == 0 || !strings.Contains(out.Stderr, "leasehold migrate") {
		t.Fatalf("a command on the earlier database: %v, %+v", err, out)
	}
	const callers, calls = 8, 10
	after := &program.Server{Binary: later, DB: db, Address: address}
	served(t, after, keys[0].Key, func(c *client.Client) {
		var wg sync.WaitGroup
		for caller := range callers {
			wg.Go(func() {
				for i := range calls {
					name := fmt.Sprintf("load-%d-%d", caller, i)
					answer, err := c.Do(ctx, client.OpSchedule, leaseOf(12+i), client.WithIdempotencyKey(name))
					if err != nil || answer.Replay {
						t.Errorf("%s: %v", name, err)
					}
				}
			})
		}
		if err := after.Start(ctx); err != nil {
			t.Error(err)
		}
		wg.Wait()
		again, err := c.Do(ctx, client.OpCompute, leaseOf(12), client.WithIdempotencyKey("lease-1"))
		if err != nil {
			t.Fatal(err)
		}
		if _, result, _ := strings.Cut(string(first.Body), `"result":`); !again.Replay || !strings.Contains(string(again.Body), result[:len(result)*9/10]) {
			t.Errorf("an earlier answer: replay %t, %.300s", again.Replay, again.Body)
		}
		if used := again.Quota.Limit - again.Quota.Remaining; used != 1+callers*calls {
			t.Errorf("%d computations are used, want %d", used, 1+callers*calls)
		}
	})
	if out, err := later.Run(ctx, "usage", "check", "--db", db); err != nil || out.Code != 0 {
		t.Errorf("usage check: %v, %+v", err, out)
	}
	if out, err := today.Run(ctx, "usage", "check", "--db", db); err != nil || out.Code == 0 || !strings.Contains(out.Stderr, "later version") {
		t.Errorf("the earlier program: %v, %+v", err, out)
	}
}
