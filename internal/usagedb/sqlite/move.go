package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// moved returns the error of a database whose books have moved, if to says so.
func moved(to string) error {
	if to == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", usagedb.ErrMoved, to)
}

// Move hands all tables to take and, where that succeeds, marks the database as
// moved. Both happen in one transaction, during which no other process can
// charge; from its commit on, every server that is still on this file answers
// with an error.
func (s *Store) Move(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error {
	return s.writer.do(&job{change: func(_ context.Context, tx *sql.Conn) error {
		tables := usagedb.Layout()
		for i := range tables {
			tables[i].Rows = read(ctx, tx, tables[i])
		}
		if err := take(ctx, tables); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE state SET moved_to = ?, keys_revision = keys_revision + 1`, to); err != nil {
			return err
		}
		s.writer.version = 0 // what this process writes next has to see it
		return nil
	}})
}

// oneRowARequest leaves out the failure that stands beside the billed row of
// the same request, where a charge was recorded and the caller could not be
// told: elsewhere a request stands in the log once.
const oneRowARequest = ` WHERE units <> 0 OR status <> 500 OR request_id NOT IN (SELECT request_id FROM usage WHERE status = 200)`

// read yields the rows of a table.
func read(ctx context.Context, tx *sql.Conn, table usagedb.Table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		query := `SELECT ` + strings.Join(table.Columns, ", ") + ` FROM ` + table.Name //nolint:gosec // names of our own
		if table.Name == "usage" {
			query += oneRowARequest
		}
		rows, err := tx.QueryContext(ctx, query)
		if err != nil {
			yield(nil, fmt.Errorf("table %s: %w", table.Name, err))
			return
		}
		defer func() { _ = rows.Close() }() // rows.Err has the error
		for rows.Next() {
			values := make([]any, len(table.Columns))
			places := make([]any, len(values))
			for i := range values {
				places[i] = &values[i]
			}
			err := rows.Scan(places...)
			if !yield(values, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, fmt.Errorf("table %s: %w", table.Name, err))
		}
	}
}
