package postgres

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// written returns a database that has the current schema and one billed request, and a pool of connections to
// it.
func written(t *testing.T) (*database, *pgxpool.Pool) {
	t.Helper()
	d := newDatabase(t)
	s := d.open(t, nil)
	key := service.NewKey{ID: "key_a", Name: "name", Plan: meter.Pro, Mode: "test", Secret: service.Secret{Prefix: "sk_test_", Last4: "abcd"}}
	if err := s.CreateKeys(t.Context(), []service.NewKey{key}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Record(t.Context(), &service.Computation{
		RequestID: "req_a", Key: service.Key{Ref: 1, Mode: "test"}, Operation: "compute", Units: 1, Quota: 10, Time: time.Unix(5, 0),
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	pool, err := connect(t.Context(), d.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return d, pool
}

// later returns the current migrations and one additional migration.
func later(t *testing.T, text string) []string {
	t.Helper()
	steps, err := usagedb.Migrations(migrationFiles)
	if err != nil {
		t.Fatal(err)
	}
	return append(steps, text)
}

const anotherColumn = `ALTER TABLE usage ADD COLUMN region text NOT NULL DEFAULT 'here'`

// A later version of the program opens an earlier version's database and keeps all rows. The earlier version
// then rejects the database. If several replicas of the later version start simultaneously, only one migrates.
func TestEarlierSchemasAreBroughtUpToDate(t *testing.T) {
	t.Parallel()
	d, pool := written(t)
	next := later(t, anotherColumn)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, to, err := migrate(context.WithoutCancel(t.Context()), pool, next, false); err != nil || to != len(next) {
				t.Errorf("migrated to %d, %v", to, err)
			}
		})
	}
	wg.Wait()
	var request, region string
	if err := pool.QueryRow(t.Context(), `SELECT request_id, region FROM usage`).Scan(&request, &region); err != nil || request != "req_a" || region != "here" {
		t.Errorf("usage row %q in %q, %v", request, region, err)
	}
	_, err := Open(t.Context(), Options{URL: d.url(), Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	if problem, ok := errors.AsType[*usagedb.SchemaError](err); !ok || problem.Have != len(next) || problem.Want != len(next)-1 {
		t.Errorf("the earlier program: %v", err)
	}
}

// A failed migration does not change the database, so that the earlier version of the program can still use it.
func TestAFailedMigrationChangesNothing(t *testing.T) {
	t.Parallel()
	d, pool := written(t)
	if _, _, err := migrate(t.Context(), pool, later(t, anotherColumn+`; INSERT INTO nowhere VALUES (1)`), false); err == nil || !strings.Contains(err.Error(), "step 2") {
		t.Errorf("got %v", err)
	}
	s := d.open(t, nil)
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	if found, err := s.Check(t.Context()); err != nil || found.Rows != 1 || len(found.Differences) > 0 {
		t.Errorf("check: %+v, %v", found, err)
	}
}
