// Package upgrade has databases that earlier versions of the program wrote taken
// over by the program of today, while requests arrive.
package upgrade

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // reads the earlier database from its dump

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// earlier is what the database of testdata/schema3.sql has: a key that used 4
// computations and replayed one of them.
const (
	earlierUsed   = 4
	earlierAnswer = "11677.03" // the liability of lease-1
)

func leaseOf(months int) []byte {
	return fmt.Appendf(nil, `{"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.06}`, months)
}

// restore writes the database of a dump into a file, as if it had been left today,
// with a secret that is made now, and returns the secret.
func restore(t *testing.T, dump, path string) (secret string) {
	t.Helper()
	text, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // read by the program below
	if _, err := db.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatal(err)
	}
	secret = apikey.Mint(apikey.Live)
	prefix, last := apikey.Display(secret)
	hash := apikey.Sum(secret)
	now := time.Now()
	month := meter.MonthOf(now)
	for _, change := range []struct {
		text string
		args []any
	}{
		{"UPDATE secrets SET hash = ?, prefix = ?, last4 = ? WHERE key_ref = 1", []any{hash[:], prefix, last}},
		{"UPDATE replays SET created_at = ?, expires_at = ?", []any{now.UnixNano(), now.Add(24 * time.Hour).UnixNano()}},
		{"UPDATE usage SET at = ?, month = ?", []any{now.UnixNano(), int(month)}},
		{"UPDATE counters SET month = ?", []any{int(month)}},
		{"PRAGMA journal_mode = wal", nil},
	} {
		if _, err := db.ExecContext(t.Context(), change.text, change.args...); err != nil {
			t.Fatalf("%s: %v", change.text, err)
		}
	}
	return secret
}

// An earlier database is refused by commands, which leave it as it is, and taken
// over by a server at its start, while its callers wait: every call is answered
// and billed once, earlier answers are repeated with their figures, and the books
// agree.
func TestEarlierDatabasesAreTakenOverUnderLoad(t *testing.T) {
	binary, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "leasehold.db")
	secret := restore(t, "testdata/schema3.sql", path)
	db := "sqlite:" + path
	if out, err := binary.Run(t.Context(), "keys", "list", "--db", db); err != nil || out.Code == 0 || !strings.Contains(out.Stderr, "leasehold migrate") {
		t.Fatalf("a command on the earlier database: %v, %+v", err, out)
	}

	address, err := program.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New("http://"+address, secret, client.WithRetries(60, 50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	const callers, calls = 8, 10
	var wg sync.WaitGroup
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
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
	server := &program.Server{Binary: binary, DB: db, Address: address}
	if err := server.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	wg.Wait()

	again, err := c.Do(ctx, client.OpCompute, leaseOf(12), client.WithIdempotencyKey("lease-1"))
	if err != nil {
		t.Fatal(err)
	}
	if !again.Replay || !strings.Contains(string(again.Body), `"initialLiability":`+earlierAnswer) {
		t.Errorf("an earlier answer: replay %t, %.300s", again.Replay, again.Body)
	}
	if used := again.Quota.Limit - again.Quota.Remaining; used != earlierUsed+callers*calls {
		t.Errorf("%d computations are used, want %d", used, earlierUsed+callers*calls)
	}
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
	if out, err := binary.Run(ctx, "usage", "check", "--db", db); err != nil || out.Code != 0 {
		t.Errorf("usage check: %v, %+v", err, out)
	}
}
