package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Import fills an empty database with the tables of another database. Before the commit, Import passes the
// result of Check to the caller's function, and rolls the import back if the function returns an error. The error is
// [usagedb.ErrNotEmpty] if the database already contains rows.
func (s *Store) Import(ctx context.Context, tables []usagedb.Table, approve func(service.Checked) error) error {
	return s.transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		if err := lockEmpty(ctx, tx); err != nil {
			return err
		}
		for _, table := range tables {
			if err := copyTable(ctx, tx, table); err != nil {
				return fmt.Errorf("table %s: %w", table.Name, err)
			}
		}
		found, err := dialect.Check(ctx, queries{tx})
		if err != nil {
			return err
		}
		return approve(found)
	})
}

// lockEmpty blocks writes by other processes, or returns [usagedb.ErrNotEmpty].
func lockEmpty(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `LOCK TABLE keys, counters, usage, replays, accounts, audit IN EXCLUSIVE MODE`); err != nil {
		return err
	}
	var full bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM keys) OR EXISTS (SELECT FROM counters) OR EXISTS (SELECT FROM usage)
		OR EXISTS (SELECT FROM replays) OR EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM audit)`).Scan(&full)
	if err == nil && full {
		err = usagedb.ErrNotEmpty
	}
	return err
}

func copyTable(ctx context.Context, tx pgx.Tx, table usagedb.Table) error {
	next, stop := iter.Pull2(table.Rows)
	defer stop()
	if table.Name == "state" {
		values, err, ok := next()
		if !ok {
			err = errors.New("the table has no row")
		}
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE state SET kept_from = $1, swept_at = $2, audit_rows = $3, audit_head = coalesce($4::bytea, ''),
				audit_removed = $5, audit_before = coalesce($6::bytea, '')`, values...)
		}
		return err
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{schema, table.Name}, table.Columns, pgx.CopyFromFunc(func() ([]any, error) {
		values, err, ok := next()
		if i := slices.Index(table.Columns, "operator"); ok && err == nil && i >= 0 {
			values[i] = values[i] != int64(0) // SQLite stores booleans as integers
		}
		return values, err
	}))
	if err != nil || table.Columns[0] != "ref" {
		return err
	}
	// New rows continue the numbering of the copied rows.
	_, err = tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence('`+table.Name+`', 'ref'), coalesce(max(ref), 0) + 1, false) FROM `+table.Name)
	return err
}
