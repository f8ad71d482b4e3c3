package postgres

import (
	"context"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// queries implements [usagedb.Queries] for a connection or a transaction.
type queries struct{ on querier }

func (q queries) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	tag, err := q.on.Exec(ctx, text, args...)
	return tag.RowsAffected(), err
}

func (q queries) QueryRow(ctx context.Context, text string, args ...any) usagedb.Row {
	return q.on.QueryRow(ctx, text, args...)
}

func (q queries) Query(ctx context.Context, text string, args ...any) iter.Seq2[usagedb.Row, error] {
	return func(yield func(usagedb.Row, error) bool) {
		rows, err := q.on.Query(ctx, text, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
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

// pooled implements [usagedb.Queries] with a separate connection for each statement.
type pooled struct{ store *Store }

func (p pooled) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	conn, err := p.store.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	return queries{conn}.Exec(ctx, text, args...)
}

func (p pooled) QueryRow(ctx context.Context, text string, args ...any) usagedb.Row {
	return pooledRow(func(places []any) error {
		conn, err := p.store.acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		return conn.QueryRow(ctx, text, args...).Scan(places...)
	})
}

type pooledRow func(places []any) error

func (r pooledRow) Scan(places ...any) error { return r(places) }

func (p pooled) Query(ctx context.Context, text string, args ...any) iter.Seq2[usagedb.Row, error] {
	return func(yield func(usagedb.Row, error) bool) {
		conn, err := p.store.acquire(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		defer conn.Release()
		queries{conn}.Query(ctx, text, args...)(yield)
	}
}

// access implements [usagedb.Database].
type access struct{ store *Store }

func (a access) Read() usagedb.Queries { return pooled(a) }

func (a access) Change(ctx context.Context, body func(ctx context.Context, tx usagedb.Queries) error) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error { return body(ctx, queries{tx}) })
}

func (a access) ChangeKeys(ctx context.Context, body func(ctx context.Context, tx usagedb.Queries) error) error {
	return a.Change(ctx, body)
}

func (a access) Now(ctx context.Context) (time.Time, error) {
	var now usagedb.Nanos
	err := a.Read().QueryRow(ctx, `SELECT coalesce($1, now_ns())`, a.store.now()).Scan(&now)
	return time.Time(now), err
}

func (a access) Snapshot(ctx context.Context, body func(tx usagedb.Queries) error) error {
	conn, err := a.store.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, conn, options, func(tx pgx.Tx) error {
		// Reading all rows may take longer than this timeout.
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		return body(queries{tx})
	})
}

var dialect = usagedb.Dialect{
	LockAccounts: `LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE`,
	LeftBehind:   `SELECT ref FROM accounts WHERE email = '' ORDER BY ref LIMIT 1`,
	LastUsed:     `u.ref DESC`,
	Requests:     `units >= 0`,
	Log:          `usage u JOIN keys k ON k.ref = u.key_ref`,
	KeyUsage:     `u.key_ref = k.ref AND u.month = $2 AND u.ref < $6`,
	Days: `SELECT u.at / 86400000000000 - $3 + 1 AS day, count(*) FILTER (WHERE u.units >= 0), sum(u.units)
		FROM account_keys o JOIN usage u ON u.key_ref = o.key_ref AND u.month = $1
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $2) GROUP BY day ORDER BY day`,
	// Foreign keys are not enforced when rows are written, so this query finds broken references.
	Differences: []string{`SELECT format('%s of key %s, which does not exist', t.name, t.key_ref)
		FROM (SELECT 'usage' AS name, key_ref FROM usage UNION SELECT 'counter', key_ref FROM counters
			UNION SELECT 'replay record', key_ref FROM replays) t
		WHERE NOT EXISTS (SELECT FROM keys k WHERE k.ref = t.key_ref)`},
	Sweep: func(clock time.Time) []usagedb.SweepStep {
		return []usagedb.SweepStep{usagedb.Remove(`DELETE FROM slots WHERE key_ref IN (SELECT key_ref FROM slots
			WHERE times[cardinality(times)] <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`, clock.Add(-meter.Window).UnixNano())}
	},
	SweepMonths: func(meter.Month) []usagedb.SweepStep { return nil },
}
