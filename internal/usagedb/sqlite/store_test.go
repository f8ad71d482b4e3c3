package sqlite

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// file is a database file on which tests open stores.
type file struct{ path string }

func newFile(t *testing.T) *file {
	t.Helper()
	return &file{filepath.Join(t.TempDir(), "test ?#%.db")} // this name must be escaped in the data source name
}

func (f *file) open(t *testing.T, clock func() time.Time) *Store {
	t.Helper()
	return f.openAt(t, clock, nil)
}

// openAt opens a store on the file with the clock and the uptime that the test supplies.
func (f *file) openAt(t *testing.T, clock func() time.Time, uptime func() time.Duration) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{
		Path: f.path, Clock: clock, Uptime: uptime, Log: slog.New(slog.DiscardHandler), QueueTimeout: 30 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Open implements [dbtest.Database].
func (f *file) Open(t *testing.T, clock *dbtest.Clock) (service.Store, account.Store) {
	t.Helper()
	s := f.openAt(t, clock.Now, clock.Uptime)
	return s, s.Accounts()
}

// Rows implements [dbtest.Database].
func (f *file) Rows(t *testing.T, table string) (n int) {
	t.Helper()
	s := f.open(t, time.Now)
	defer s.Close() //nolint:errcheck // the store is only read
	if err := s.reading.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Exec implements [dbtest.Database].
func (f *file) Exec(t *testing.T, statements string) {
	t.Helper()
	if _, err := connection(t, f.path).ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

func newDatabase(t *testing.T) dbtest.Database {
	t.Helper()
	return newFile(t)
}

func TestStoreContract(t *testing.T) {
	t.Parallel()
	dbtest.RunStore(t, newDatabase)
}

func TestAccountsContract(t *testing.T) {
	t.Parallel()
	dbtest.RunAccounts(t, newDatabase)
}
