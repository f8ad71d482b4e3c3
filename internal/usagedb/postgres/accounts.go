package postgres

import (
	"context"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Accounts is an [account.Store] in the same database.
type Accounts struct {
	usagedb.Accounts

	pages usagedb.Few
}

var _ account.Store = Accounts{}

// Accounts returns the accounts of the database. They can be used until the store is closed.
func (s *Store) Accounts() Accounts { return Accounts{usagedb.Accounts{Common: s.Common}, s.pages} }

// Usage implements [account.Store].
func (a Accounts) Usage(ctx context.Context, id string, q account.UsageQuery) (page account.UsagePage, err error) {
	if err := a.pages.Enter(ctx); err != nil {
		return page, err
	}
	defer a.pages.Leave()
	limit, below := q.Page()
	page.Rows, err = usagedb.Collect(ctx, a.DB.Read(), func(row usagedb.Row) (service.UsageRow, error) { return usagedb.ScanUsage(row, &page.Last) },
		`SELECT `+usagedb.UsageColumns+`
		FROM account_keys o JOIN keys k ON k.ref = o.key_ref JOIN usage u ON u.key_ref = k.ref AND u.month = $2 AND u.ref < $6
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $1) AND ($3 = '' OR k.id = $3) AND ($4 = '' OR u.operation = $4)
		AND (NOT $5 OR u.code <> '')
		ORDER BY u.ref DESC LIMIT $7`, id, int64(q.Month), q.KeyID, q.Operation, q.Failed, below, limit)
	return page, err
}

// Days implements [account.Store].
func (a Accounts) Days(ctx context.Context, id string, month meter.Month) ([]account.Day, error) {
	if err := a.pages.Enter(ctx); err != nil {
		return nil, err
	}
	defer a.pages.Leave()
	const nanosPerDay = int64(24 * time.Hour)
	return usagedb.Collect(ctx, a.DB.Read(), usagedb.ScanDay, `SELECT (u.at - $1) / $2 + 1 AS day, count(*) FILTER (WHERE u.units >= 0), sum(u.units)
		FROM account_keys o JOIN usage u ON u.key_ref = o.key_ref AND u.month = $3
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $4) GROUP BY day ORDER BY day`,
		month.Start().UnixNano(), nanosPerDay, int64(month), id)
}
