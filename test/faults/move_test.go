package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestMovingToPostgreSQLUnderLoad moves the database of a server under load to PostgreSQL. The new
// database must be complete: a server on it replays the old server's responses. After the move, the
// old server responds with 500.
func TestMovingToPostgreSQLUnderLoad(t *testing.T) {
	t.Parallel()
	on, _ := onPostgres(t)
	from, to := onFile().database(t), on.database(t)
	keys := createKeys(t, from, keysALife)
	old := start(t, binary(t), from)
	l := &load{servers: []*program.Server{old}, keys: keys, rate: 300}
	exchanges := l.while(t.Context(), func() {
		time.Sleep(time.Second)
		mustRun(t, "db", "copy", from, to)
		time.Sleep(300 * time.Millisecond)
	})
	last := exchanges[len(exchanges)-1].call
	client := wire.NewClient(old.URL(), 1)
	defer client.Close()
	if reply, err := client.Do(t.Context(), last); err != nil || reply.Status != 500 {
		t.Errorf("the old server answers %v, %v", reply, err)
	}
	if old.Ready(t.Context()) {
		t.Error("the old server is ready")
	}
	server := start(t, binary(t), to)
	expect(t, on, server, keys, exchanges)
	out, err := binary(t).Run(t.Context(), "db", "copy", from, to)
	if err != nil || out.Code != 1 {
		t.Errorf("copied twice: %+v, %v", out, err)
	}
}

func mustRun(t *testing.T, args ...string) program.Output {
	t.Helper()
	out, err := binary(t).Run(t.Context(), args...)
	if err != nil || out.Code != 0 {
		t.Errorf("leasehold %s: exit status %d, %v: %s", strings.Join(args, " "), out.Code, err, out.Stderr)
	}
	return out
}

// TestRestoreDrill follows the operations guide's restore procedure. It makes a backup while the
// server works, loses the original database, and restores the backup. The backup must be consistent
// and contain all responses sent before it was started.
func TestRestoreDrill(t *testing.T) {
	t.Parallel()
	on := onFile()
	db := on.database(t)
	file := strings.TrimPrefix(db, "sqlite:")
	backup := filepath.Join(t.TempDir(), "backup.db")
	keys := createKeys(t, db, keysALife)
	server := start(t, binary(t), db)
	l := &load{servers: []*program.Server{server}, keys: keys}
	before := l.while(t.Context(), func() { time.Sleep(300 * time.Millisecond) })
	later := createKeys(t, db, keysALife)
	l.keys = later
	l.while(t.Context(), func() {
		mustRun(t, "db", "backup", "--db", db, backup)
		server.Kill()
	})
	for _, suffix := range []string{"", "-wal", "-shm", ".mark"} {
		if err := os.Remove(file + suffix); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if err := os.Rename(backup, file); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "usage", "check", "--db", db)
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(t, on, server, keys, before)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
}

// TestRefundGivesUnitsBackOnce checks that the refund command refunds a request only once, with an
// additional row in the usage log.
func TestRefundGivesUnitsBackOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, on backend) {
		t.Helper()
		refundOnce(t, on.database(t))
	})
}

// TestMigrateSeparately checks that the migration command creates the schema in PostgreSQL, and
// that a second run changes nothing.
func TestMigrateSeparately(t *testing.T) {
	t.Parallel()
	on, _ := onPostgres(t)
	db := on.database(t)
	if out := mustRun(t, "migrate", "--db", db); !strings.Contains(out.Stdout, "upgraded from 0") {
		t.Errorf("migrate: %s", out.Stdout)
	}
	if out := mustRun(t, "migrate", "--db", db); !strings.Contains(out.Stdout, "already") {
		t.Errorf("migrate again: %s", out.Stdout)
	}
}

func refundOnce(t *testing.T, db string) {
	t.Helper()
	key := createKeys(t, db, 1)[0].Key
	server := start(t, binary(t), db)
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	compute := func() wire.Reply {
		reply, err := client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: key, Body: leaseOf(12)})
		if err != nil || reply.Status != 200 {
			t.Fatalf("%v, %v", reply, err)
		}
		return reply
	}
	id := compute().Header.Get("X-Request-Id")
	mustRun(t, "usage", "refund", "--db", db, id)
	if left := compute().Header.Get("X-Quota-Remaining"); left != "4999" {
		t.Errorf("%s units left, want 4999", left)
	}
	for _, unknown := range []string{id, "req_NONE"} {
		if out, err := binary(t).Run(t.Context(), "usage", "refund", "--db", db, unknown); err != nil || out.Code != 1 {
			t.Errorf("refund %s: %+v, %v", unknown, out, err)
		}
	}
	mustRun(t, "usage", "check", "--db", db)
	if out := mustRun(t, "usage", "--db", db, "--format", "json"); strings.Count(out.Stdout, id) != 2 {
		t.Errorf("the request and its refund are not both in the log: %s", out.Stdout)
	}
}
