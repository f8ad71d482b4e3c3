package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// checkMoved returns an error if the database was moved to another one.
func checkMoved(to string) error {
	if to == "" {
		return nil
	}
	return fmt.Errorf("%w to %s", usagedb.ErrMoved, to)
}

// Move hands all tables to take and, if that succeeds, marks the database as
// moved. Both happen in one transaction, during which no other process can
// write; from its commit on, every server that still uses this file answers with
// an error.
func (s *Store) Move(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error {
	return s.writer.submit(&job{change: func(_ context.Context, tx *sql.Conn) error {
		tables := usagedb.Layout()
		for i := range tables {
			tables[i].Rows = readTable(ctx, tx, tables[i])
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

// oneRowARequest leaves out the row of a failure beside the billed row of the
// same request, which exists if a computation was recorded and its caller could
// not be answered: PostgreSQL has one row for each request.
const oneRowARequest = ` WHERE units <> 0 OR status <> 500 OR request_id NOT IN (SELECT request_id FROM usage WHERE status = 200)`

// readTable yields the rows of a table.
func readTable(ctx context.Context, tx *sql.Conn, table usagedb.Table) iter.Seq2[[]any, error] {
	query := `SELECT ` + strings.Join(table.Columns, ", ") + ` FROM ` + table.Name
	if table.Name == "usage" {
		query += oneRowARequest
	}
	return each(ctx, tx, func(row scanner) ([]any, error) {
		values := make([]any, len(table.Columns))
		places := make([]any, len(values))
		for i := range values {
			places[i] = &values[i]
		}
		return values, row.Scan(places...)
	}, query)
}
