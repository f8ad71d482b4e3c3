package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// connect returns a separate connection.
func (d *database) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), d.url()+"&search_path="+schema)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// exec runs SQL statements on a separate connection.
func (d *database) exec(t *testing.T, statements string) {
	t.Helper()
	conn := d.connect(t)
	defer conn.Close(context.Background()) //nolint:errcheck // an error of Close has no effect on the test
	if _, err := conn.PgConn().Exec(context.Background(), statements).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// A server is ready only if it can record a computation, so a server is not ready if the schema is missing or
// if the server is not allowed to write.
func TestPingChecksTheQueriesOfARecord(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]string{
		"no schema":   `DROP SCHEMA leasehold CASCADE`,
		"no state":    `DELETE FROM state`,
		"read only":   `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END $$`,
		"not allowed": `CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA leasehold TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA leasehold TO reader`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDatabase(t)
			s := d.open(t, nil)
			if err := s.Ping(t.Context()); err != nil {
				t.Fatal(err)
			}
			d.exec(t, damage)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s.closed.Store(false)
			address := d.url()
			if name == "not allowed" {
				address = strings.Replace(address, "://"+userOf(t, address)+"@", "://reader@", 1)
			}
			var err error
			if s.pool, err = connect(t.Context(), address); err != nil {
				t.Fatal(err)
			}
			defer s.pool.Close()
			if err := s.Ping(t.Context()); err == nil {
				t.Error("it says that all is well")
			}
		})
	}
}

func userOf(t *testing.T, address string) string {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	return config.User
}

// If the database rejects usage rows temporarily, they are written later. A row that the database
// always rejects is dropped and does not delay other rows.
func TestRowsWaitForTheDatabase(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	s := d.open(t, nil)
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	d.exec(t, `ALTER TABLE usage ADD CONSTRAINT later CHECK (false) NOT VALID; ALTER TABLE usage RENAME TO away`)
	log := func(id string, key int64) {
		row := service.UsageRow{RequestID: id, Status: 400, Code: service.InvalidRequest, Time: time.Now()}
		row.Key.Ref = key
		if err := s.Log(t.Context(), row); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 10 {
		log(fmt.Sprintf("req_%d", n), 1)
	}
	time.Sleep(3 * retryDelay)
	d.exec(t, `ALTER TABLE away RENAME TO usage; ALTER TABLE usage DROP CONSTRAINT later;
		ALTER TABLE usage ADD CONSTRAINT known CHECK (key_ref = 1)`)
	log("req_never", 2)
	log("req_last", 1)
	count := func() (n int) {
		conn, err := s.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM usage`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for range 200 {
		if count() == 11 {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Errorf("%d rows, want 11", count())
}

// A command that only uses a database neither creates nor changes its schema.
func TestCommandsDoNotChangeTheSchema(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	options := Options{URL: d.url(), Clock: time.Now, Log: slog.New(slog.DiscardHandler), MustExist: true}
	if _, err := Open(t.Context(), options); !errors.Is(err, usagedb.ErrNoSchema) {
		t.Errorf("an empty database: %v", err)
	}
	if err := d.open(t, nil).Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), options)
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	_, pool := written(t)
	_, _, err = migrate(t.Context(), pool, later(t, anotherColumn), true)
	if _, ok := errors.AsType[*usagedb.SchemaError](err); !ok {
		t.Errorf("an earlier schema: %v", err)
	}
}

// Each commit is synced to the disk before it returns, and no session holds locks for long, whatever the
// database and the URL specify. PostgreSQL does not log changes to rate-limit slots.
func TestSessionsHaveTheDocumentedSettings(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	d.open(t, nil).Close() //nolint:errcheck // opening the store creates the schema
	d.exec(t, `DO $$ BEGIN
		EXECUTE 'ALTER DATABASE ' || current_database() || ' SET synchronous_commit = off';
		EXECUTE 'ALTER DATABASE ' || current_database() || ' SET lock_timeout = 0';
		EXECUTE 'ALTER DATABASE ' || current_database() || ' SET timezone = ''Asia/Tokyo''';
	END $$`)
	s, err := Open(t.Context(), Options{
		URL: d.url() + "&synchronous_commit=off&idle_in_transaction_session_timeout=0", Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	for question, want := range map[string]string{
		`SHOW synchronous_commit`:                  "on",
		`SHOW lock_timeout`:                        "2s",
		`SHOW idle_in_transaction_session_timeout`: "5s",
		`SHOW timezone`:                            "UTC",
		`SELECT relpersistence::text FROM pg_class WHERE oid = 'slots'::regclass`: "u",
	} {
		var got string
		if err := s.pool.QueryRow(t.Context(), question).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", question, got, err, want)
		}
	}
}
