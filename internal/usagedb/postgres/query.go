package postgres

import (
	"context"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// keyColumns are the columns of keys k in every query about a key; keyFields are their
// destinations.
const keyColumns = `k.ref, k.id, k.name, k.plan, k.mode`

func keyFields(k *service.Key) []any { return []any{&k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode} }

// querier is a connection, a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// each yields the rows of a query on a separate connection.
func each[T any](ctx context.Context, s *Store, scan pgx.RowToFunc[T], query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		conn, err := s.acquire(ctx)
		if err != nil {
			yield(none, err)
			return
		}
		defer conn.Release()
		eachOf(ctx, conn, scan, query, args...)(yield)
	}
}

// eachOf yields the rows of a query on a connection.
func eachOf[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := q.Query(ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
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
func collect[T any](ctx context.Context, s *Store, scan pgx.RowToFunc[T], query string, args ...any) ([]T, error) {
	list := []T{}
	for row, err := range each(ctx, s, scan, query, args...) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// timeOf reads a stored time; 0 is the zero time.
func timeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}
