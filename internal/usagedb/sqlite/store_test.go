package sqlite

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/dbtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// file is a database that stores are opened on.
type file struct{ path string }

func newFile(t *testing.T) *file {
	t.Helper()
	return &file{filepath.Join(t.TempDir(), "test ?#%.db")} // a name that a careless DSN would cut
}

func (f *file) open(t *testing.T, clock func() time.Time) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{
		Path: f.path, Clock: clock, Log: slog.New(slog.DiscardHandler), Patience: 30 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (f *file) Open(t *testing.T, clock func() time.Time) service.Store {
	t.Helper()
	return f.open(t, clock)
}

func TestStoreContract(t *testing.T) {
	t.Parallel()
	dbtest.Run(t, func(t *testing.T) dbtest.Database {
		t.Helper()
		return newFile(t)
	})
}
