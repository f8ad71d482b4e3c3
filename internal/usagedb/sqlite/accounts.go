package sqlite

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Accounts is an [account.Store] in the same file.
type Accounts struct {
	usagedb.Accounts

	pages usagedb.Few
}

var _ account.Store = Accounts{}

// Accounts returns the accounts of the file. They can be used until the store is closed.
func (s *Store) Accounts() Accounts { return Accounts{usagedb.Accounts{Common: s.Common}, s.pages} }

// Usage implements [account.Store]. It reads the newest rows of each key from an index, which has
// them in order, and merges them.
func (a Accounts) Usage(ctx context.Context, id string, q account.UsageQuery) (page account.UsagePage, err error) {
	if err := a.pages.Enter(ctx); err != nil {
		return page, err
	}
	defer a.pages.Leave()
	limit, below := q.Page()
	page.Rows, err = usagedb.Collect(ctx, a.DB.Read(), func(row usagedb.Row) (service.UsageRow, error) { return usagedb.ScanUsage(row, &page.Last) },
		`SELECT `+usagedb.UsageColumns+`
		FROM account_keys o JOIN keys k ON k.ref = o.key_ref JOIN usage u ON u.ref IN (
			SELECT x.ref FROM usage x INDEXED BY usage_by_key WHERE x.key_ref = o.key_ref AND x.month = ?2 AND x.ref < ?6
				AND (?4 = '' OR x.operation = ?4) AND (?5 = 0 OR x.code <> '') ORDER BY x.ref DESC LIMIT ?7)
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = ?1) AND (?3 = '' OR k.id = ?3)
		ORDER BY u.ref DESC LIMIT ?7`, id, int64(q.Month), q.KeyID, q.Operation, q.Failed, below, limit)
	return page, err
}

// Days implements [account.Store]. It adds the daily totals that sweeps have stored and the usage
// rows that remain.
func (a Accounts) Days(ctx context.Context, id string, month meter.Month) ([]account.Day, error) {
	if err := a.pages.Enter(ctx); err != nil {
		return nil, err
	}
	defer a.pages.Leave()
	return usagedb.Collect(ctx, a.DB.Read(), usagedb.ScanDay,
		`WITH own (key_ref) AS (SELECT key_ref FROM account_keys WHERE account_ref = (SELECT ref FROM accounts WHERE id = ?2))
		SELECT day, sum(requests), sum(units) FROM (
			SELECT d.day, d.requests, d.units FROM own JOIN usage_days d ON d.key_ref = own.key_ref AND d.month = ?1
			UNION ALL
			SELECT `+dayOfRow+`, u.requests, u.units FROM (
				SELECT l.month, l.at / `+nanosOfDay+` AS since, count(*) FILTER (WHERE l.units >= 0) AS requests, sum(l.units) AS units
				FROM own JOIN usage l INDEXED BY usage_by_key ON l.key_ref = own.key_ref AND l.month = ?1 AND l.ref > (SELECT days_to FROM state)
				GROUP BY since) AS u)
		GROUP BY day ORDER BY day`, int64(month), id)
}
