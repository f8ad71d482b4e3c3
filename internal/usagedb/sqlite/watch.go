package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
)

// watched is what tells whether memory is still true.
type watched struct {
	keysRevision  int64
	countersOwner int64
	movedTo       string // "" while the books are here
}

// watch reads the state row for admissions. A read serves everyone who asked
// before it began: each sees whatever was committed, by any process, before it
// asked, and a crowd costs one read.
type watch struct {
	asked atomic.Uint64

	mu     sync.Mutex
	conn   *sql.Conn
	stmt   *sql.Stmt
	served uint64 // everyone up to this one asked before the last read began
	last   watched
}

func newWatch(ctx context.Context, db *sql.DB) (*watch, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	stmt, err := conn.PrepareContext(ctx, `SELECT keys_revision, counters_owner, moved_to FROM state`)
	if err != nil {
		_ = conn.Close() // err says what is wrong
		return nil, err
	}
	return &watch{conn: conn, stmt: stmt}, nil
}

// look returns the state as it was committed when look was called, or later. It
// returns [usagedb.ErrMoved].
func (w *watch) look(ctx context.Context) (watched, error) {
	turn := w.asked.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.served >= turn {
		return w.last, moved(w.last.movedTo)
	}
	served := w.asked.Load()
	var now watched
	// Not the caller's context: the answer is for others too.
	err := w.stmt.QueryRowContext(context.WithoutCancel(ctx)).Scan(&now.keysRevision, &now.countersOwner, &now.movedTo)
	if err != nil {
		return watched{}, fmt.Errorf("state: %w", err)
	}
	w.served, w.last = served, now
	return now, moved(now.movedTo)
}

func (w *watch) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.stmt.Close()
	if closing := w.conn.Close(); err == nil {
		err = closing
	}
	return err
}
