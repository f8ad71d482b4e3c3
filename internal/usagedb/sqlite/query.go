package sqlite

import (
	"context"
	"database/sql"
	"iter"
	"regexp"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// queries implements [usagedb.Queries] for a database, a connection or a transaction.
type queries struct{ querier }

type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// rowLocks matches the clauses that lock rows in PostgreSQL. SQLite needs no such clauses, because
// a transaction locks the file.
var rowLocks = regexp.MustCompile(` FOR (NO KEY )?UPDATE( OF a)?( SKIP LOCKED)?`)

func translate(text string) string {
	return strings.ReplaceAll(rowLocks.ReplaceAllString(text, ""), "$", "?")
}

func (q queries) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	result, err := q.ExecContext(ctx, translate(text), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (q queries) QueryRow(ctx context.Context, text string, args ...any) usagedb.Row {
	return q.QueryRowContext(ctx, translate(text), args...)
}

func (q queries) Query(ctx context.Context, text string, args ...any) iter.Seq2[usagedb.Row, error] {
	return func(yield func(usagedb.Row, error) bool) {
		rows, err := q.QueryContext(ctx, translate(text), args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = rows.Close() }() // rows.Err reports the error
		for rows.Next() {
			if !yield(rows, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// access implements [usagedb.Database].
type access struct{ store *Store }

func (a access) Read() usagedb.Queries { return queries{a.store.reading} }

func (a access) Change(asked context.Context, body func(ctx context.Context, tx usagedb.Queries) error) error {
	return a.store.writer.submit(&job{change: func(ctx context.Context, tx usagedb.Queries) error {
		if err := body(ctx, tx); err != nil {
			return err
		}
		return usagedb.InsertAudit(ctx, tx, service.AuditOf(asked))
	}})
}

// ChangeKeys increments the keys' revision, so that all processes stop using cached keys.
func (a access) ChangeKeys(asked context.Context, body func(ctx context.Context, tx usagedb.Queries) error) error {
	return a.Change(asked, func(ctx context.Context, tx usagedb.Queries) error {
		if err := body(ctx, tx); err != nil {
			return err
		}
		return exec(ctx, a.store.writer.st.reviseKeys)
	})
}

func (a access) Now(context.Context) (time.Time, error) { return a.store.options.Clock(), nil }

func (a access) Snapshot(ctx context.Context, body func(tx usagedb.Queries) error) error {
	tx, err := a.store.reading.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // the transaction only reads
	return body(queries{tx})
}

func (s *Store) dialect() usagedb.Dialect {
	return usagedb.Dialect{
		// Only a deleted account's address begins with a space, so only such addresses sort before "!".
		LeftBehind: `SELECT ref FROM accounts WHERE folded < '!' ORDER BY folded LIMIT 1`,
		LastUsed:   `u.month DESC, u.ref DESC`,
		// If the caller received no response after the computation was recorded, the request has a
		// row with status 500 in addition to its billed row.
		Requests: `status = 200`,
		Log:      `keys k CROSS JOIN usage u INDEXED BY usage_by_key ON u.key_ref = k.ref`,
		// The index contains each key's rows in order, so the query merges the newest rows of all keys.
		KeyUsage: `u.ref IN (
			SELECT x.ref FROM usage x INDEXED BY usage_by_key WHERE x.key_ref = o.key_ref AND x.month = $2 AND x.ref < $6
				AND ($4 = '' OR x.operation = $4) AND (NOT $5 OR x.code <> '') ORDER BY x.ref DESC LIMIT $7)`,
		// The query adds the daily totals to the usage rows that the totals do not yet include.
		Days: `WITH own (key_ref) AS (SELECT key_ref FROM account_keys WHERE account_ref = (SELECT ref FROM accounts WHERE id = $2))
			SELECT day, sum(requests), sum(units) FROM (
				SELECT d.day, d.requests, d.units FROM own JOIN usage_days d ON d.key_ref = own.key_ref AND d.month = $1
				UNION ALL
				SELECT l.at / ` + nanosOfDay + ` - $3 + 1, l.units >= 0, l.units
				FROM own JOIN usage l INDEXED BY usage_by_key ON l.key_ref = own.key_ref AND l.month = $1 AND l.ref > (SELECT days_to FROM state))
			GROUP BY day ORDER BY day`,
		Differences: []string{
			`SELECT format('table %s: row %s refers to a missing row of %s', "table", rowid, parent) FROM pragma_foreign_key_check`,
			`SELECT 'file: ' || integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
		},
		Sweep:       func(time.Time) []usagedb.SweepStep { return []usagedb.SweepStep{addDays} },
		SweepMonths: sweepMonths,
		Compare: func(ctx context.Context, tx usagedb.Queries) ([]string, error) {
			return checkMark(ctx, tx, s.options.Path)
		},
	}
}
