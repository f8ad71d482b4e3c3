package usagedb

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// SweepRows is the maximum number of rows that one step of a sweep removes. Other changes wait for at most one step.
const SweepRows = 500

// SweepStep removes a limited number of rows in a transaction, and reports whether more may remain.
type SweepStep func(ctx context.Context, tx Queries) (more bool, err error)

// Remove returns a step that runs a DELETE statement. In it, $1 is the given value, and $2 is SweepRows.
func Remove(text string, before int64) SweepStep {
	return func(ctx context.Context, tx Queries) (more bool, err error) {
		n, err := tx.Exec(ctx, text, before, SweepRows)
		return n == SweepRows, err
	}
}

func runSweep(ctx context.Context, tx Queries, steps []SweepStep) (more bool, err error) {
	for _, step := range steps {
		again, err := step(ctx, tx)
		if err != nil {
			return false, err
		}
		more = more || again
	}
	return more, nil
}

// Sweep implements [service.Store]. In PostgreSQL, a sweep skips rows that are locked.
func (c Common) Sweep(ctx context.Context, keepMonths int) (more bool, err error) {
	c.Limiter.Sweep()
	clock, err := c.DB.Now(ctx)
	if err != nil {
		return false, fmt.Errorf("clock: %w", err)
	}
	now, err := c.trustedTime(ctx, clock)
	if err != nil {
		return false, fmt.Errorf("state: %w", err)
	}
	keepFrom := meter.MonthOf(now).Add(-keepMonths)
	for _, sweep := range []func() (bool, error){
		func() (bool, error) { return c.Accounts().Clear(ctx) },
		func() (bool, error) { return c.sweepSecrets(ctx, now) },
		func() (bool, error) { return c.sweepMonths(ctx, keepFrom, clock) },
		func() (bool, error) { return c.sweepExpired(ctx, now, clock) },
	} {
		again, err := sweep()
		if err != nil {
			return false, err
		}
		more = more || again
	}
	return more, nil
}

// sweepExpired removes expired replay records, runs the dialect's steps, and stores the trusted time.
func (c Common) sweepExpired(ctx context.Context, now, clock time.Time) (more bool, err error) {
	err = c.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		more, err = runSweep(ctx, tx, append(c.Dialect.Sweep(clock), Remove(`DELETE FROM replays WHERE ref IN
			(SELECT ref FROM replays WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`, now.UnixNano())))
		if err != nil {
			return err
		}
		return Exec(ctx, tx, Do(`UPDATE state SET swept_at = $1 WHERE swept_at < $1`, now.UnixNano()))
	})
	return more, err
}

// trustedTime returns the time that a sweep uses to decide whether data has expired. If the clock is far ahead
// of this time, trustedTime logs a warning.
func (c Common) trustedTime(ctx context.Context, clock time.Time) (time.Time, error) {
	uptime := c.uptime()
	var kept, newest Nanos
	err := c.DB.Read().QueryRow(ctx, `SELECT swept_at, coalesce((SELECT at FROM usage ORDER BY ref DESC LIMIT 1), 0) FROM state`).
		Scan(&kept, &newest)
	if err != nil {
		return clock, err
	}
	trusted := c.pace.Believe(time.Time(kept), time.Time(newest), clock, uptime)
	if clock.Sub(trusted) > Lag {
		c.log.WarnContext(ctx, "the clock is ahead of the time that the database has observed; data that has expired since then is kept for now",
			"clock", clock.UTC(), "removed_until", trusted.UTC(), "if_the_clock_is_right", "leasehold usage trust-clock")
	}
	return trusted, nil
}

// TrustClock implements [service.Store].
func (c Common) TrustClock(ctx context.Context) error {
	clock, err := c.DB.Now(ctx)
	if err != nil {
		return fmt.Errorf("clock: %w", err)
	}
	return c.run(ctx, Do(`UPDATE state SET swept_at = $1`, clock.UnixNano()))
}

// sweepSecrets removes secrets after their grace period. The secrets are found before the transaction, because the
// secrets table has no index on the expiry. If no secret is found, the key caches remain valid.
func (c Common) sweepSecrets(ctx context.Context, now time.Time) (more bool, err error) {
	ended, err := Collect(ctx, c.DB.Read(), ScanOne[[]byte], `SELECT hash FROM secrets WHERE expires_at <= $1 LIMIT $2`, now.UnixNano(), SweepRows)
	if err != nil || len(ended) == 0 {
		return false, err
	}
	err = c.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		for _, hash := range ended {
			if _, err := tx.Exec(ctx, `DELETE FROM secrets WHERE hash = $1 AND expires_at <= $2`, hash, now.UnixNano()); err != nil {
				return err
			}
		}
		return nil
	})
	return len(ended) == SweepRows, err
}

// sweepMonths removes a limited number of rows from months before keepFrom and reports whether more may remain. Once no
// such rows remain, it stores keepFrom in the column named emptied. Later calls then search no tables until keepFrom
// advances. The usage rows are found before the transaction, because the usage table has no index by month.
func (c Common) sweepMonths(ctx context.Context, keepFrom meter.Month, clock time.Time) (more bool, err error) {
	var emptied meter.Month
	if err := c.DB.Read().QueryRow(ctx, `SELECT emptied FROM state`).Scan(&emptied); err != nil || emptied >= keepFrom {
		return false, err
	}
	old, err := Collect(ctx, c.DB.Read(), ScanOne[string], `SELECT CAST(u.ref AS text) FROM `+c.Dialect.Log+` WHERE u.month < $1 LIMIT $2`,
		int64(keepFrom), SweepRows)
	if err != nil {
		return false, err
	}
	err = c.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		_, was, err := AuditState(ctx, tx)
		if err != nil {
			return err
		}
		if len(old) > 0 {
			if _, err := tx.Exec(ctx, `DELETE FROM usage WHERE ref IN (`+strings.Join(old, ", ")+`)`); err != nil {
				return err
			}
		}
		more, err = runSweep(ctx, tx, append(c.Dialect.SweepMonths(keepFrom),
			Remove(`DELETE FROM refusals WHERE (key_ref, minute) IN
				(SELECT key_ref, minute FROM refusals WHERE minute < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`, keepFrom.Start().Unix()/60),
			Remove(`DELETE FROM counters WHERE (key_ref, month) IN
				(SELECT key_ref, month FROM counters WHERE month < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`, int64(keepFrom)),
			func(ctx context.Context, tx Queries) (bool, error) { return RemoveAudit(ctx, tx, keepFrom.Start()) }))
		if err != nil {
			return err
		}
		more = more || len(old) > 0
		mark := `UPDATE state SET emptied = $1`
		if more { // from the first removal on, Check ignores earlier months
			mark = `UPDATE state SET kept_from = $1 WHERE kept_from < $1`
		}
		if _, err := tx.Exec(ctx, mark, int64(keepFrom)); err != nil {
			return err
		}
		return NoteRemoval(ctx, tx, was, clock)
	})
	return more, err
}
