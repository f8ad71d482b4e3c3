package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
)

// server is the PostgreSQL server that all tests use. Each test has its own databases on the
// server.
var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	var err error
	// The server need not survive power failures, so it does not sync its files.
	if server, err = pgtest.New(context.Background(), "fsync=off"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Close()
	code := m.Run()
	server.Kill()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// database is an empty database on the server, on which tests open stores.
type database struct{ name string }

func newDatabase(t *testing.T) *database {
	t.Helper()
	name, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &database{name}
}

func (d *database) url() string { return server.URL(d.name) }

func (d *database) open(t *testing.T, clock func() time.Time) *Store {
	t.Helper()
	return d.openAt(t, clock, nil)
}

// openAt opens a store on the database with the clock and the uptime that the test supplies.
func (d *database) openAt(t *testing.T, clock func() time.Time, uptime func() time.Duration) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{
		URL: d.url(), Clock: time.Now, Now: clock, Uptime: uptime, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Open implements [dbtest.Database].
func (d *database) Open(t *testing.T, clock *dbtest.Clock) (service.Store, account.Store) {
	t.Helper()
	s := d.openAt(t, clock.Now, clock.Uptime)
	return s, s.Accounts()
}

// Rows implements [dbtest.Database].
func (d *database) Rows(t *testing.T, table string) (n int) {
	t.Helper()
	conn := d.connect(t)
	defer conn.Close(t.Context()) //nolint:errcheck // an error of Close has no effect on the test
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Exec implements [dbtest.Database].
func (d *database) Exec(t *testing.T, statements string) {
	t.Helper()
	d.exec(t, statements)
}

// spares are databases that earlier tests have used. They have the schema but no rows.
var spares struct {
	sync.Mutex

	list []*database
}

// truncate removes all rows that a contract test has written.
const truncate = `TRUNCATE keys, secrets, counters, usage, refusals, replays, slots, accounts, sessions, password_links, account_keys, audit
	RESTART IDENTITY; DELETE FROM state; INSERT INTO state SELECT * FROM public.first_state`

// newEmpty returns a database without rows. A test that passes leaves its database to the next
// test, because creating a database takes longer than most tests.
func newEmpty(t *testing.T) dbtest.Database {
	t.Helper()
	spares.Lock()
	defer spares.Unlock()
	var d *database
	if n := len(spares.list); n > 0 {
		d, spares.list = spares.list[n-1], spares.list[:n-1]
	} else {
		d = newDatabase(t)
		if err := d.open(t, time.Now).Close(); err != nil {
			t.Fatal(err)
		}
		d.exec(t, `CREATE TABLE public.first_state AS SELECT * FROM state`)
	}
	t.Cleanup(func() {
		if t.Failed() {
			return
		}
		d.exec(t, truncate)
		spares.Lock()
		defer spares.Unlock()
		spares.list = append(spares.list, d)
	})
	return d
}

func TestStoreContract(t *testing.T) {
	t.Parallel()
	dbtest.RunStore(t, newEmpty)
}

func TestAccountsContract(t *testing.T) {
	t.Parallel()
	dbtest.RunAccounts(t, newEmpty)
}

// The queue length is the number of requests that are waiting for a database connection.
func TestTheQueueCountsCallersWaitingForAConnection(t *testing.T) {
	t.Parallel()
	s := newDatabase(t).open(t, nil)
	defer s.Close() //nolint:errcheck // nothing was written
	var held []*pgxpool.Conn
	for range s.pool.Config().MaxConns {
		conn, err := s.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	if n := s.QueueLength(); n != 0 {
		t.Errorf("the queue has %d while nobody waits", n)
	}
	done := make(chan error, 1)
	go func() { done <- s.Ping(context.Background()) }()
	deadline := time.Now().Add(acquireTimeout / 2)
	for s.QueueLength() != 1 && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if n := s.QueueLength(); n != 1 {
		t.Errorf("the queue has %d while one waits", n)
	}
	for _, conn := range held {
		conn.Release()
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
