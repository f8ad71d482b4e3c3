package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func options(path string) Options {
	return Options{
		Path: path, Log: slog.New(slog.DiscardHandler),
		Clock: func() time.Time { return time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) },
	}
}

// Only its owner reads the database and its log.
func TestTheFileIsPrivate(t *testing.T) {
	t.Parallel()
	b := openBooks(t, 1, time.Minute)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(b.options.Path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", suffix, info, err)
		}
	}
}

// The promises of durability stand in PRAGMAs; a typing error there would go
// unnoticed.
func TestPragmasAreInForce(t *testing.T) {
	t.Parallel()
	b := openBooks(t, 1, time.Minute)
	b.writer.stop() // the connection is the writer's until then
	var writing *sql.Conn
	writing, err := b.writing.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer writing.Close() //nolint:errcheck // nothing depends on it
	reading, err := b.reading.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close() //nolint:errcheck // nothing depends on it
	for _, tt := range []struct {
		conn         *sql.Conn
		pragma, want string
	}{
		{writing, "journal_mode", "wal"},
		{writing, "synchronous", "2"},
		{writing, "foreign_keys", "1"},
		{writing, "busy_timeout", "1500"},
		{writing, "wal_autocheckpoint", "8000"},
		{writing, "cell_size_check", "1"},
		{writing, "trusted_schema", "0"},
		{reading, "query_only", "1"},
		{reading, "busy_timeout", "1500"},
	} {
		var got string
		if err := tt.conn.QueryRowContext(context.Background(), "PRAGMA "+tt.pragma).Scan(&got); err != nil || got != tt.want {
			t.Errorf("%s = %q, %v; want %q", tt.pragma, got, err, tt.want)
		}
	}
}

// A file of another program, and one of a later version, are left alone.
func TestOpenRefusesWhatIsNotItsOwn(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ prepare, want string }{
		"another program's": {`CREATE TABLE notes (text)`, "another program"},
		"a later version's": {`PRAGMA application_id = 0x4c736864; PRAGMA user_version = 999`, "later version"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "x.db")
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(context.Background(), tt.prepare); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s, err := Open(context.Background(), options(path))
			if err == nil {
				t.Fatal(s.Close())
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v", err)
			}
		})
	}
	missing := options(filepath.Join(t.TempDir(), "missing.db"))
	missing.MustExist = true
	if _, err := Open(context.Background(), missing); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file: %v", err)
	}
	empty := options(filepath.Join(t.TempDir(), "empty.db"))
	empty.MustExist = true
	if err := os.WriteFile(empty.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), empty); err == nil || !strings.Contains(err.Error(), "it is empty") {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := Open(context.Background(), options(filepath.Join(t.TempDir(), "no", "folder.db"))); err == nil {
		t.Error("a missing folder was no error")
	}
}

// Stores that open an empty file at once agree on its schema.
func TestOpeningAtOnceMigratesOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(context.Background(), options(path))
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Books that an earlier version wrote are brought up to date with every row,
// and can do from then on what they could not before.
func TestEarlierBooksAreBroughtUpToDate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	const before = 2 // the schema that had no corrections
	for _, step := range list[:before] {
		if _, err := db.ExecContext(t.Context(), step.text); err != nil {
			t.Fatal(err)
		}
	}
	_, err = db.ExecContext(t.Context(), `PRAGMA application_id = 0x4c736864; PRAGMA user_version = 2;
		INSERT INTO keys VALUES (1, 'key_a', 'name', 'pro', 'test', 1, NULL);
		INSERT INTO counters VALUES (1, 202611, 2);
		INSERT INTO usage VALUES (3, 'req_a', 1, 'compute', 200, '', 1, NULL, 202611, 1, 2), (7, 'req_b', 1, 'compute', 200, '', 1, NULL, 202611, 3, 4),
			(9, 'req_c', 1, 'classify', 400, 'invalid_request', 0, NULL, 202611, 5, 6)`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	commands := options(path)
	commands.MustExist = true
	if _, err := Open(t.Context(), commands); err == nil || !strings.Contains(err.Error(), "'leasehold migrate'") {
		t.Errorf("a command that only uses books: %v", err)
	}
	s, err := Open(t.Context(), options(path))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test's end
	if err := s.Refund(t.Context(), "req_a"); err != nil {
		t.Error(err)
	}
	var log []string
	for row, err := range s.Usage(t.Context(), service.UsageQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, fmt.Sprint(row.RequestID, row.Status, row.Units, int64(row.Duration)))
	}
	if want := []string{"req_a500 -1 0", "req_c400 0 6", "req_b200 1 4", "req_a200 1 2"}; !slices.Equal(log, want) {
		t.Errorf("log %q, want %q", log, want)
	}
	if found, err := s.Check(t.Context(), func([]byte) error { return nil }); err != nil || len(found) > 0 {
		t.Errorf("verify: %q, %v", found, err)
	}
}
