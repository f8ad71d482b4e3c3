package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Record implements [service.Store].
func (s *Store) Record(_ context.Context, c *service.Computation) (service.Recorded, error) {
	j := &job{computation: c}
	if err := s.writer.submit(j); err != nil {
		return service.Recorded{}, err
	}
	return j.recorded, nil
}

// Log implements [service.Store].
func (s *Store) Log(_ context.Context, row service.UsageRow) error { return s.writer.logRow(row) }

// recordOne records one computation of a group, except its usage row and counter. writeUsage and
// writeCounters write these for the whole group. If recordOne returns an error, the transaction fails,
// and recordGroup records each computation separately.
func (w *writer) recordOne(ctx context.Context, c *service.Computation) (service.Recorded, error) {
	id := counterID{c.Key.Ref, meter.MonthOf(c.Time)}
	now, err := w.counter(ctx, id)
	if err != nil {
		return service.Recorded{}, err
	}
	exceeds := c.Units > 0 && now.used+c.Units > c.Quota
	used := now.used
	row := chained(&now, service.UsageRow{
		RequestID: c.RequestID, Key: c.Key, Operation: c.Operation, Status: 200, Units: c.Units,
		Time: c.Time, Duration: c.Duration,
	}, id.month)
	receipt := service.Receipt{Row: row.Number, Head: row.Hash.Start()}
	if c.Claim != nil {
		first, err := w.claimKey(ctx, c, receipt, exceeds)
		if err != nil {
			return service.Recorded{}, fmt.Errorf("claim: %w", err)
		}
		if first != nil {
			outcome := service.Mismatch
			if first.Request == c.Claim.Request {
				outcome = service.Replay
			}
			return service.Recorded{Outcome: outcome, Used: used, First: first}, nil
		}
	}
	if exceeds {
		return service.Recorded{Outcome: service.OverQuota, Used: used}, nil
	}
	w.usage = append(w.usage, row)
	w.changed[id] = now
	return service.Recorded{Outcome: service.Original, Used: now.used, Receipt: receipt}, nil
}

// chained adds a usage row to a counter, and returns the row with its position in the chain.
func chained(c *counter, row service.UsageRow, month meter.Month) usagedb.ChainedRow {
	c.used += row.Units
	c.chain = c.chain.Next(&row, month)
	return usagedb.ChainedRow{UsageRow: row, Month: month, Number: c.chain.Rows, Hash: c.chain.Head}
}

// counter returns a counter with the current transaction's changes.
func (w *writer) counter(ctx context.Context, id counterID) (counter, error) {
	if now, ok := w.changed[id]; ok {
		return now, nil
	}
	if w.owned {
		if now, _, ok := w.store.counters.get(id); ok {
			return now, nil
		}
	}
	return readCounter(ctx, w.st.counter, id)
}

// claimKey claims the Idempotency-Key. If a replay record already holds the key at the time of the
// request, claimKey returns that record. A request that exceeds its quota claims no key.
func (w *writer) claimKey(ctx context.Context, c *service.Computation, receipt service.Receipt, exceeds bool) (*service.First, error) {
	if err := fault.Point(fault.ClaimBefore); err != nil {
		return nil, err
	}
	if !exceeds {
		claimed, err := w.insertClaim(ctx, c, receipt)
		if err != nil {
			return nil, err
		}
		if claimed {
			return nil, fault.Point(fault.ClaimAfter)
		}
	}
	first, ref, err := w.holder(ctx, c)
	if err != nil || first != nil || exceeds {
		return first, err
	}
	if err := exec(ctx, w.st.deleteClaim, ref); err != nil {
		return nil, err
	}
	claimed, err := w.insertClaim(ctx, c, receipt)
	if err != nil {
		return nil, err
	}
	if !claimed {
		return nil, errors.New("an expired record still claims the Idempotency-Key")
	}
	return nil, fault.Point(fault.ClaimAfter)
}

// holder returns the replay record that holds the Idempotency-Key, or nil. The second result is the
// row number of an expired record.
func (w *writer) holder(ctx context.Context, c *service.Computation) (*service.First, int64, error) {
	var first service.First
	var ref, expires int64
	err := w.st.first.QueryRowContext(ctx, c.Key.Ref, c.Operation, c.Claim.Name[:]).Scan(
		&ref, &first.RequestID, usagedb.Bytes(first.Request[:]), usagedb.Bytes(first.Response[:]), &first.Version,
		&first.Receipt.Row, usagedb.Bytes(first.Receipt.Head[:]), &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if expires <= c.Time.UnixNano() {
		return nil, ref, nil
	}
	return &first, ref, nil
}

func (w *writer) insertClaim(ctx context.Context, c *service.Computation, receipt service.Receipt) (bool, error) {
	k := c.Claim
	result, err := w.st.claim.ExecContext(ctx, c.Key.Ref, c.Operation, k.Name[:], c.RequestID, k.Request[:], k.Response[:], k.Version,
		c.Units, c.Time.UnixNano(), k.Expires.UnixNano(), receipt.Row, receipt.Head[:])
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

func (w *writer) writeUsage(ctx context.Context, rows ...usagedb.ChainedRow) error {
	if len(rows) == 0 {
		return nil
	}
	if err := fault.Point(fault.UsageBefore); err != nil {
		return err
	}
	args := w.args[:0]
	for i := range rows {
		args = appendUsage(args, &rows[i])
	}
	w.args = args
	if err := w.st.usage.exec(ctx, usageFields, args); err != nil {
		return fmt.Errorf("usage row: %w", err)
	}
	return fault.Point(fault.UsageAfter)
}

// appendUsage appends the columns of a usage row, from request_id on.
func appendUsage(args []any, r *usagedb.ChainedRow) []any {
	var replayOf any
	if r.ReplayOf != "" {
		replayOf = r.ReplayOf
	}
	return append(args, r.RequestID, r.Key.Ref, string(r.Key.Mode), string(r.Key.Plan), r.Operation, int64(r.Status), string(r.Code), r.Units,
		replayOf, int64(r.Month), r.Time.UnixNano(), int64(r.Duration), r.Number, r.Hash[:])
}

func (w *writer) writeCounters(ctx context.Context) error {
	if len(w.changed) == 0 {
		return nil
	}
	if err := fault.Point(fault.CounterBefore); err != nil {
		return err
	}
	if !w.owned {
		if err := exec(ctx, w.st.ownCounters, w.store.owner); err != nil {
			return fmt.Errorf("counters owner: %w", err)
		}
		w.owned = true
	}
	args := w.args[:0]
	for id, now := range w.changed {
		args = append(args, id.key, int64(id.month), now.used, now.chain.Rows, now.chain.Head[:])
	}
	w.args = args
	if err := w.st.setCounter.exec(ctx, counterFields, args); err != nil {
		return fmt.Errorf("counter: %w", err)
	}
	return fault.Point(fault.CounterAfter)
}

// insertBackgroundRows writes the rows of requests that were not billed. A row that cannot be written is logged
// and dropped, and does not affect the others.
func (w *writer) insertBackgroundRows(ctx context.Context, b *batch) error {
	for _, row := range b.rows {
		if err := w.insertOrDrop(ctx, func() error { return w.writeBackgroundRow(ctx, row) }); err != nil {
			return err
		}
	}
	for r, n := range b.refusals {
		if err := w.insertOrDrop(ctx, func() error { return exec(ctx, w.st.refusal, r.key, r.minute, n) }); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writeBackgroundRow(ctx context.Context, row service.UsageRow) error {
	id := counterID{row.Key.Ref, meter.MonthOf(row.Time)}
	now, err := w.counter(ctx, id)
	if err != nil {
		return err
	}
	if err := w.writeUsage(ctx, chained(&now, row, id.month)); err != nil {
		return err
	}
	w.changed[id] = now
	return nil
}

// insertOrDrop runs insert in a savepoint. An error means that the whole transaction has failed.
func (w *writer) insertOrDrop(ctx context.Context, insert func() error) error {
	if err := exec(ctx, w.st.savepoint); err != nil {
		return err
	}
	if err := insert(); err != nil {
		w.store.options.Log.ErrorContext(ctx, "a usage row was not written", "error", err.Error())
		if err := exec(ctx, w.st.undo); err != nil {
			return err
		}
	}
	return exec(ctx, w.st.release)
}
