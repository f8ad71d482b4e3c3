package postgres

import (
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/accounttest"
)

// Accounts in PostgreSQL keep the contract of all stores.
func TestAccountsKeepTheContract(t *testing.T) {
	t.Parallel()
	accounttest.Run(t, func(t *testing.T, clock func() time.Time) (service.Store, account.Store, func(string) int) {
		t.Helper()
		store := newDatabase(t).open(t, clock)
		t.Cleanup(func() { _ = store.Close() })
		return store, store.Accounts(), func(table string) (n int) {
			if err := store.pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
	})
}
