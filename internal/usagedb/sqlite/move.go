package sqlite

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

func checkMoved(to string) error {
	if to == "" {
		return nil
	}
	return fmt.Errorf("%w to %s", usagedb.ErrMoved, to)
}

// Move passes all tables to a function and, if the function succeeds, marks the database as moved. No other
// process can write between these steps. Every server that still uses this file then responds with an error.
func (s *Store) Move(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error {
	return s.writer.submit(&job{change: func(_ context.Context, tx usagedb.Queries) error {
		tables, chains := usagedb.Layout(), map[counterID]usagedb.Chain{}
		for i := range tables {
			tables[i].Rows = readTable(ctx, tx, tables[i], chains)
		}
		if err := take(ctx, tables); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE state SET moved_to = ?, keys_revision = keys_revision + 1`, to); err != nil {
			return err
		}
		s.writer.version = 0 // the next write of this process must read moved_to
		return nil
	}})
}

// secondRow selects the second usage row of a billed request. The second row has status 500,
// because the caller received no response after the computation was recorded. Second rows are not
// exported, because PostgreSQL stores one row per request.
const secondRow = `u.units = 0 AND u.status = 500 AND u.request_id IN (SELECT request_id FROM usage WHERE status = 200)`

// readTable yields a table's rows. Reading the usage rows stores the end of each chain in the map. Reading the
// counters yields these ends, so the usage rows must be read first.
func readTable(ctx context.Context, tx usagedb.Queries, table usagedb.Table, chains map[counterID]usagedb.Chain) iter.Seq2[[]any, error] {
	if table.Name == "usage" {
		return readUsage(ctx, tx, chains)
	}
	return usagedb.Each(ctx, tx, func(row usagedb.Row) ([]any, error) {
		values := make([]any, len(table.Columns))
		places := make([]any, len(values))
		for i := range values {
			places[i] = &values[i]
		}
		err := row.Scan(places...)
		if table.Name == "counters" && err == nil {
			setEnd(values, chains)
		}
		return values, err
	}, `SELECT `+strings.Join(table.Columns, ", ")+` FROM `+table.Name)
}

// readUsage yields the usage log without second rows (see [secondRow]), and recomputes each row's link to the
// preceding row. Hashes change only after an omitted second row.
func readUsage(ctx context.Context, tx usagedb.Queries, chains map[counterID]usagedb.Chain) iter.Seq2[[]any, error] {
	return usagedb.Each(ctx, tx, func(row usagedb.Row) ([]any, error) {
		var ref int64
		r, err := usagedb.ScanChained(row, &ref)
		if err != nil {
			return nil, err
		}
		id := counterID{r.Key.Ref, r.Month}
		chains[id] = chains[id].Next(&r.UsageRow, r.Month)
		r.Number, r.Hash = chains[id].Rows, chains[id].Head
		return appendUsage([]any{ref}, &r), nil
	}, `SELECT `+usagedb.ChainedColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref WHERE NOT (`+secondRow+`) ORDER BY u.ref`)
}

func setEnd(counter []any, chains map[counterID]usagedb.Chain) {
	key, _ := counter[0].(int64)
	month, _ := counter[1].(int64)
	if end, ok := chains[counterID{key, meter.Month(month)}]; ok {
		counter[3], counter[4] = end.Rows, end.Head[:]
	}
}
