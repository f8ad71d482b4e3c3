package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

func options(path string) Options {
	return Options{
		Path: path, Log: slog.New(slog.DiscardHandler),
		Clock: func() time.Time { return time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) },
	}
}

// Only the owner of the database file has access to the file and its log.
func TestTheFileIsPrivate(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, time.Minute)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(b.options.Path + suffix)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", suffix, info, err)
		}
	}
}

// The PRAGMA settings for durability are effective. SQLite ignores a misspelled PRAGMA without an
// error.
func TestPragmasAreEffective(t *testing.T) {
	t.Parallel()
	b := openFixture(t, 1, time.Minute)
	b.writer.stop() // the writer must stop before the test may use the connection
	var writing *sql.Conn
	writing, err := b.writing.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer writing.Close() //nolint:errcheck // an error of Close has no effect on the test
	reading, err := b.reading.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close() //nolint:errcheck // an error of Close has no effect on the test
	for _, tt := range []struct {
		conn         *sql.Conn
		pragma, want string
	}{
		{writing, "journal_mode", "wal"},
		{writing, "synchronous", "2"},
		{writing, "foreign_keys", "1"},
		{writing, "busy_timeout", "1500"},
		{writing, "wal_autocheckpoint", "1000"},
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

// Open rejects another program's file or a later version's file, and does not change it.
func TestOpenRejectsForeignDatabases(t *testing.T) {
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
	if _, err := Open(context.Background(), missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	empty := options(filepath.Join(t.TempDir(), "empty.db"))
	empty.MustExist = true
	if err := os.WriteFile(empty.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), empty); !errors.Is(err, usagedb.ErrNoSchema) {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := Open(context.Background(), options(filepath.Join(t.TempDir(), "no", "folder.db"))); err == nil {
		t.Error("a missing folder was no error")
	}
}

// Open waits while another process migrates the file, even if that takes longer than a computation is allowed
// to wait.
func TestOpeningWaitsForAMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	other, err := sql.Open("sqlite", dsn(path, []string{"journal_mode(wal)"}))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close() //nolint:errcheck // an error of Close has no effect on the test
	migrating, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrating.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		s, err := Open(context.Background(), options(path))
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("opened while another process migrates: %v", err)
	case <-time.After(2 * time.Second): // this wait is longer than busyTimeout
	}
	if _, err := migrating.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// If several stores open an empty file simultaneously, its schema is created once and all stores
// can use it.
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

// Only one server at a time can hold a file's lock, whatever path it uses for the file.
func TestOneServerHasTheLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	unlock, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if _, err := Lock(name); !errors.Is(err, ErrServed) || !strings.Contains(err.Error(), "a.db") {
			t.Errorf("a second lock on %s: %v", name, err)
		}
	}
	unlock()
	if unlock, err = Lock(link); err != nil {
		t.Fatalf("after the first ended: %v", err)
	}
	unlock()
}
