package e2e

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // to lock a database, as another process would

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// run runs a command on the suite's database and returns its output.
func run(t *testing.T, args ...string) string {
	t.Helper()
	return runOn(t, all.server.DB, args...)
}

func runOn(t *testing.T, db string, args ...string) string {
	t.Helper()
	out, err := all.tool.Run(t.Context(), append(args, "--db", db)...)
	if err != nil || out.Code != 0 {
		t.Fatalf("leasehold %s: exit status %d, %v: %s", strings.Join(args, " "), out.Code, err, out.Stderr)
	}
	return out.Stdout
}

// createKey creates a key in the suite's database while the server runs.
func createKey(t *testing.T, plan, mode string) program.Key {
	t.Helper()
	return all.tool.MustCreateKeys(t, all.server.DB, plan, mode, 1)[0]
}

// startServer starts a separate server with an empty database, for tests that stop the server, lock
// its database or exhaust its resources. The server stops when the test ends. Its program is built
// without the race detector, so that it starts faster.
func startServer(t *testing.T, flags ...string) *program.Server {
	t.Helper()
	return all.tool.Serve(t, flags...)
}

// withLockedDatabase calls f while this process holds the database's write lock.
func withLockedDatabase(t *testing.T, db string, f func()) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(db, "sqlite:")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close() //nolint:errcheck // nothing was written
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // nothing was written
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	f()
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
}

// rawExchange sends bytes to the suite's server and reads one response.
func rawExchange(t *testing.T, request string) wire.Reply {
	t.Helper()
	conn := dial(t, all.server.Address)
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	return readReply(t, bufio.NewReader(conn))
}

// dial opens a connection with a one-minute timeout.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() }) //nolint:errcheck // may be closed already
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}

func readReply(t *testing.T, r *bufio.Reader) wire.Reply {
	t.Helper()
	resp, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return wire.Reply{Status: resp.StatusCode, Header: resp.Header, Body: body}
}

// usageRow is a row of the usage log in the output of `usage --format json`.
type usageRow struct {
	RequestID string `json:"request_id"`
	KeyID     string `json:"key_id"`
	Operation string
	Status    int
	Code      string
	Units     int
	ReplayOf  string `json:"replay_of"`
	Mode      string
}

// usageRows returns a key's rows in the usage log, by request ID. Rows of unbilled requests are
// written later, in batches, so usageRows reads the log until no more rows appear.
func usageRows(t *testing.T, key program.Key) map[string]usageRow {
	t.Helper()
	before := -1
	for {
		rows := readUsage(t, all.server.DB, key.ID)
		if len(rows) == before {
			return rows
		}
		before = len(rows)
		sleep(t.Context(), 1200*time.Millisecond)
	}
}

func readUsage(t *testing.T, db, id string) map[string]usageRow {
	t.Helper()
	var printed struct{ Log []usageRow }
	if err := json.Unmarshal([]byte(runOn(t, db, "usage", "--key", id, "--format", "json")), &printed); err != nil {
		t.Fatal(err)
	}
	rows := map[string]usageRow{}
	for _, row := range printed.Log {
		if row.KeyID == id {
			rows[row.RequestID] = row
		}
	}
	return rows
}

// totalUnits returns several keys' total units in the current month. The total is complete, because
// a charge's transaction also records its units.
func totalUnits(t *testing.T, keys []program.Key) int {
	t.Helper()
	var printed struct {
		Totals []struct {
			KeyID string `json:"key_id"`
			Units int
		}
	}
	if err := json.Unmarshal([]byte(run(t, "usage", "--totals", "--format", "json")), &printed); err != nil {
		t.Fatal(err)
	}
	units := map[string]int{}
	for _, total := range printed.Totals {
		units[total.KeyID] = total.Units
	}
	sum := 0
	for _, key := range keys {
		sum += units[key.ID]
	}
	return sum
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
