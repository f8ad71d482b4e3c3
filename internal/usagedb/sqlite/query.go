package sqlite

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// keyColumns are the columns of keys k in every query about a key; keyFields are their
// destinations.
const keyColumns = `k.ref, k.id, k.name, k.plan, k.mode`

func keyFields(k *service.Key) []any { return []any{&k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode} }

// scanner is a row.
type scanner interface{ Scan(places ...any) error }

// querier is a database, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each yields the rows of a query.
func each[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := q.QueryContext(ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = rows.Close() }() // rows.Err has the error
		for rows.Next() {
			row, err := scan(rows)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	list := []T{}
	for row, err := range each(ctx, q, scan, query, args...) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// scanText reads a row of one text.
func scanText(row scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// step is a statement of a transaction and its arguments.
type step struct {
	text string
	args []any
}

// execSteps runs statements in order.
func execSteps(ctx context.Context, tx *sql.Conn, steps ...step) error {
	for _, s := range steps {
		if _, err := tx.ExecContext(ctx, s.text, s.args...); err != nil {
			return err
		}
	}
	return nil
}

// affected returns how many rows a statement changed.
func affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// timeOf reads a stored time; 0 is the zero time.
func timeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}
