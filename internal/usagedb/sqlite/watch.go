package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// state is the database row that shows whether caches are current.
type state struct {
	keysRevision  int64
	countersOwner int64
	movedTo       string // "" unless the database was moved
}

// stateWatch reads the state row for admissions. Callers that arrive before a read begins share its result, so
// a single read can serve many calls. Each caller sees all commits that any process made before the call.
type stateWatch struct {
	asked atomic.Uint64

	mu     sync.Mutex
	conn   *sql.Conn
	stmt   *sql.Stmt
	served uint64 // calls with numbers up to this one began before the last read
	last   state
}

func newStateWatch(ctx context.Context, db *sql.DB) (*stateWatch, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	stmt, err := conn.PrepareContext(ctx, `SELECT keys_revision, counters_owner, moved_to FROM state`)
	if err != nil {
		_ = conn.Close() // err already contains the first error
		return nil, err
	}
	return &stateWatch{conn: conn, stmt: stmt}, nil
}

// read returns the state at the time of the call or at a later time. If the database was moved, it
// returns [usagedb.ErrMoved].
func (w *stateWatch) read(ctx context.Context) (state, error) {
	number := w.asked.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.served >= number {
		return w.last, checkMoved(w.last.movedTo)
	}
	runtime.Gosched() // goroutines that are ready to run can join the read
	served := w.asked.Load()
	var now state
	// The caller's context is not used, because several callers share the result.
	err := w.stmt.QueryRowContext(context.WithoutCancel(ctx)).Scan(&now.keysRevision, &now.countersOwner, &now.movedTo)
	if err != nil {
		return state{}, fmt.Errorf("state: %w", err)
	}
	w.served, w.last = served, now
	return now, checkMoved(now.movedTo)
}

func (w *stateWatch) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.stmt.Close(), w.conn.Close())
}
