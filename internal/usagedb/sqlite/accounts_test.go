package sqlite

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/accounttest"
)

// Accounts in a SQLite file keep the contract of all stores.
func TestAccountsKeepTheContract(t *testing.T) {
	t.Parallel()
	accounttest.Run(t, func(t *testing.T, clock func() time.Time) (service.Store, account.Store, func(string) int) {
		t.Helper()
		store, err := Open(t.Context(), Options{
			Path: filepath.Join(t.TempDir(), "usage.db"), Clock: clock, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
		return store, store.Accounts(), func(table string) (n int) {
			if err := store.reading.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
	})
}
