package faults

import (
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// backend is a kind of database that a server can use.
type backend struct {
	name string
	// Creates an empty database and returns its --db value.
	database func(t *testing.T) string
	// Whether the server may refund the units of failed requests some time after charging them.
	refunds bool
}

// onFile returns a backend that stores the database in a file.
func onFile() backend {
	return backend{name: "sqlite", database: func(t *testing.T) string {
		t.Helper()
		return "sqlite:" + filepath.Join(t.TempDir(), "faults.db")
	}}
}

// onPostgres returns a backend with a separate PostgreSQL server, which syncs its writes to disk as
// in production.
func onPostgres(t *testing.T) (backend, *pgtest.Server) {
	t.Helper()
	cluster, err := pgtest.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return backend{name: "postgres", refunds: true, database: func(t *testing.T) string {
		t.Helper()
		name, err := cluster.NewDatabase(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return cluster.URL(name)
	}}, cluster
}

// onBoth runs a test with both kinds of database.
func onBoth(t *testing.T, test func(t *testing.T, on backend)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, onFile())
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		on, _ := onPostgres(t)
		test(t, on)
	})
}

// start starts a server and kills it when the test ends.
func start(t *testing.T, b program.Binary, db string, env ...string) *program.Server {
	t.Helper()
	server := &program.Server{Binary: b, DB: db, Env: env}
	server.MustStart(t)
	return server
}

func createKeys(t *testing.T, db string, count int) []program.Key {
	t.Helper()
	return binary(t).MustCreateKeys(t, db, "pro", "test", count)
}
