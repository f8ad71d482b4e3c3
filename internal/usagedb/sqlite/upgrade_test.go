package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// written returns the path of a database that has the current schema and one billed request.
func written(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.db")
	s, err := Open(t.Context(), options(path))
	if err != nil {
		t.Fatal(err)
	}
	key := service.NewKey{ID: "key_a", Name: "name", Plan: meter.Pro, Mode: "test", Secret: service.Secret{Prefix: "sk_test_", Last4: "abcd"}}
	if err := s.CreateKeys(t.Context(), []service.NewKey{key}); err != nil {
		t.Fatal(err)
	}
	_, err = s.Record(t.Context(), &service.Computation{
		RequestID: "req_a", Key: service.Key{Ref: 1, Mode: "test"}, Operation: "compute", Units: 1, Quota: 10, Time: time.Unix(5, 0),
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// connection opens one connection to a database file.
func connection(t *testing.T, path string) *sql.Conn {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, []string{busyTimeout}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// later returns the current migrations and one additional migration.
func later(t *testing.T, text string) []string {
	t.Helper()
	list, err := usagedb.Migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	return append(list, text)
}

const anotherColumn = `ALTER TABLE usage ADD COLUMN region TEXT NOT NULL DEFAULT 'here'`

// A later version of the program opens an earlier version's database and keeps all rows. The earlier version
// then rejects the database. If several processes open the database simultaneously, only one of them migrates
// it. Commands that only use a database do not migrate it.
func TestEarlierSchemasAreBroughtUpToDate(t *testing.T) {
	t.Parallel()
	path := written(t)
	conn, next := connection(t, path), later(t, anotherColumn)
	err := migrate(t.Context(), conn, next, true)
	if old, ok := errors.AsType[*usagedb.SchemaError](err); !ok || old.Have != len(next)-1 || old.Want != len(next) {
		t.Errorf("a command that only uses a database: %v", err)
	}
	var wg sync.WaitGroup
	for range 4 {
		conn := connection(t, path)
		wg.Go(func() {
			if err := migrate(context.WithoutCancel(t.Context()), conn, next, false); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var request, region string
	if err := conn.QueryRowContext(t.Context(), `SELECT request_id, region FROM usage`).Scan(&request, &region); err != nil || request != "req_a" || region != "here" {
		t.Errorf("usage row %q in %q, %v", request, region, err)
	}
	_, err = Open(t.Context(), options(path))
	if problem, ok := errors.AsType[*usagedb.SchemaError](err); !ok || problem.Have != len(next) || problem.Want != len(next)-1 {
		t.Errorf("the earlier program: %v", err)
	}
}

// A failed migration does not change the database, so that the earlier version of the program can still use it.
func TestAFailedMigrationChangesNothing(t *testing.T) {
	t.Parallel()
	path := written(t)
	err := migrate(t.Context(), connection(t, path), later(t, anotherColumn+`; INSERT INTO nowhere VALUES (1)`), false)
	if err == nil || !strings.Contains(err.Error(), "migration 2") {
		t.Errorf("got %v", err)
	}
	s, err := Open(t.Context(), options(path))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	if found, err := s.Check(t.Context()); err != nil || found.Rows != 1 || len(found.Differences) > 0 {
		t.Errorf("check: %+v, %v", found, err)
	}
}
