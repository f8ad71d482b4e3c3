package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// errNotBegun reports that the file remained locked until the timeout. A transaction begun right afterward
// would fail in the same way.
var errNotBegun = errors.New("begin")

// transact runs body in a transaction. The write lock is taken at the start, because a transaction
// that begins with a read cannot always continue with a write.
func (w *writer) transact(ctx context.Context, body func() error) error {
	if err := w.failure(); err != nil && !errors.Is(err, service.ErrClosed) {
		return err
	}
	if err := w.begin(ctx); err != nil {
		return fmt.Errorf("%w: %w", errNotBegun, err)
	}
	err := w.refreshState(ctx)
	owned := w.owned
	if err == nil {
		err = body()
	}
	if err == nil {
		err = fault.Point(fault.CommitBefore)
	}
	if err != nil {
		w.owned = owned // restores the value from before the call to body
		w.rollback(ctx)
		return err
	}
	if err := exec(ctx, w.st.commit); err != nil {
		return w.stopAfterFailedCommit(ctx, err)
	}
	w.commits.Add(1)
	_ = fault.Point(fault.CommitAfter) // too late for an error
	return nil
}

// lockPollInterval is the interval at which a store with a LockTimeout requests the lock.
const lockPollInterval = time.Millisecond

func (w *writer) begin(ctx context.Context) error {
	attempts := w.store.options.LockTimeout / lockPollInterval
	err := exec(ctx, w.st.begin)
	for ; err != nil && isBusy(err) && attempts > 0; attempts-- {
		time.Sleep(lockPollInterval)
		err = exec(ctx, w.st.begin)
	}
	return err
}

func isBusy(err error) bool {
	problem, ok := errors.AsType[*sqlite.Error](err)
	return ok && problem.Code()&0xff == sqlite3.SQLITE_BUSY
}

// refreshState clears the counters if another process has written to the file since the last
// transaction. The error is [usagedb.ErrMoved] if the database was moved.
func (w *writer) refreshState(ctx context.Context) error {
	var version int64
	if err := w.st.version.QueryRowContext(ctx).Scan(&version); err != nil {
		return fmt.Errorf("data version: %w", err)
	}
	if version != w.version {
		if err := w.st.movedTo.QueryRowContext(ctx).Scan(&w.movedTo); err != nil {
			return fmt.Errorf("state: %w", err)
		}
		w.version, w.owned = version, false
		w.store.counters.clear()
	}
	return checkMoved(w.movedTo)
}

// rollback ignores errors, because SQLite may already have rolled back the transaction.
func (w *writer) rollback(ctx context.Context) { _ = exec(ctx, w.st.rollback) }

// stopAfterFailedCommit determines the outcome of a failed commit and stops the store, because the disk may
// fail again. The write-ahead log may contain all pages of the failed transaction. A restart would restore the
// transaction, so a second commit overwrites these pages. If the second commit also fails, the outcome is
// unknown, and the error is [service.ErrUncertain].
func (w *writer) stopAfterFailedCommit(ctx context.Context, cause error) error {
	w.rollback(ctx)
	result := fmt.Errorf("commit: %w", cause)
	if err := w.overwriteFailedCommit(ctx); err != nil {
		w.rollback(ctx)
		result = fmt.Errorf("%w: commit: %w; the second commit: %w", service.ErrUncertain, cause, err)
	}
	w.store.options.Log.ErrorContext(ctx, "a commit failed; the store stops", "error", result.Error())
	w.fail(ctx, cause)
	return result
}

// fail stops the store permanently: pending calls and all later calls return an error.
func (w *writer) fail(ctx context.Context, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return
	}
	w.store.options.Log.ErrorContext(ctx, "the store stops", "error", cause.Error())
	w.broken = fmt.Errorf("the store has stopped: %w", cause)
	for _, j := range w.queue {
		if j.state.CompareAndSwap(queued, taken) {
			j.err = w.broken
			j.finish()
		}
	}
	w.queue = nil
	close(w.failed)
}

// overwriteFailedCommit commits a harmless change at the failed commit's position in the log.
func (w *writer) overwriteFailedCommit(ctx context.Context) error {
	for _, stmt := range []*sql.Stmt{w.st.begin, w.st.reviseKeys, w.st.commitOver} {
		if err := exec(ctx, stmt); err != nil {
			return err
		}
	}
	return nil
}
