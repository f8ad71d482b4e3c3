package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	// maxGroup bounds how many charges share a commit, and so how long one
	// waits for the others.
	maxGroup = 256
	// lull is the time between commits of rows that nobody waits for.
	lull = 10 * time.Millisecond
	// maxRows bounds the rows that wait while the disk does not take them.
	maxRows = 50_000
	// controlPause is between answer and commit in the control build.
	controlPause = 20 * time.Millisecond
)

// job is something that waits for the writer. Its waiter withdraws it or the
// writer takes it, by one compare-and-swap: it is never both given up and done.
type job struct {
	charge *service.Computation
	change func(ctx context.Context, tx *sql.Conn) error // a transaction of its own

	state   atomic.Uint32
	done    chan struct{}
	told    bool
	settled service.Recorded
	err     error
}

// tell ends the wait for j. Only the writer calls it.
func (j *job) tell() {
	if !j.told {
		j.told = true
		close(j.done)
	}
}

// States of a job.
const (
	queued uint32 = iota
	taken
	withdrawn
)

// batch is what the writer does in one turn.
type batch struct {
	charges  []*job
	changes  []*job
	rows     []service.UsageRow
	refusals map[refusal]int
}

// refusal names a row of refusals.
type refusal struct {
	key    int64
	minute int64
}

// writer owns the writing connection. Only its goroutine uses it.
type writer struct {
	store *Store
	conn  *sql.Conn
	st    statements

	version int64               // data_version as of the last transaction
	owned   bool                // the counters' owner is this process
	movedTo string              // as of version; "" while the books are here
	changed map[counterID]int64 // counters that this transaction has changed

	wake   chan struct{}
	failed chan struct{}
	ended  chan struct{}

	mu       sync.Mutex
	jobs     []*job
	rows     []service.UsageRow
	refusals map[refusal]int
	stopping bool
	broken   error
}

func newWriter(ctx context.Context, s *Store, conn *sql.Conn) (*writer, error) {
	w := &writer{
		store: s, conn: conn, changed: map[counterID]int64{}, refusals: map[refusal]int{},
		wake: make(chan struct{}, 1), failed: make(chan struct{}), ended: make(chan struct{}),
	}
	if err := w.st.prepare(ctx, conn); err != nil {
		return nil, err
	}
	if s.options.Insist > 0 { // begin waits itself
		if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
			w.st.close()
			return nil, err
		}
	}
	go w.run() //nolint:contextcheck // it outlives the opening; stop ends it
	return w, nil
}

// do queues j and waits for its end. What was taken is waited for as long as it
// takes.
func (w *writer) do(j *job) error {
	j.done = make(chan struct{})
	if err := w.enqueue(j); err != nil {
		return err
	}
	patience := time.NewTimer(w.store.options.Patience)
	defer patience.Stop()
	select {
	case <-j.done:
		return j.err
	case <-patience.C:
	}
	if j.state.CompareAndSwap(queued, withdrawn) {
		w.forget(j)
		return service.ErrBusy
	}
	<-j.done
	return j.err
}

func (w *writer) enqueue(j *job) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return w.broken
	}
	if w.stopping {
		return service.ErrClosed
	}
	w.jobs = append(w.jobs, j)
	w.signal()
	return nil
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default: // it is awake already
	}
}

// forget drops a withdrawn job, so that a stuck disk does not pile them up.
func (w *writer) forget(j *job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, other := range w.jobs {
		if other == j {
			w.jobs = append(w.jobs[:i], w.jobs[i+1:]...)
			return
		}
	}
}

// log queues a row that nobody waits for.
func (w *writer) log(row service.UsageRow) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.broken != nil:
		return w.broken
	case w.stopping:
		return service.ErrClosed
	case len(w.rows) >= maxRows:
		return fmt.Errorf("%d rows wait already", len(w.rows))
	}
	w.rows = append(w.rows, row)
	if len(w.rows) == 1 {
		w.signal()
	}
	return nil
}

// refuse counts a refusal.
func (w *writer) refuse(key int64, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopping || len(w.refusals) >= maxRows {
		return
	}
	w.refusals[refusal{key, at.Unix() / 60}]++
	if len(w.refusals) == 1 {
		w.signal()
	}
}

// stop writes what waits and ends the goroutine.
func (w *writer) stop() {
	w.mu.Lock()
	w.stopping = true
	w.signal()
	w.mu.Unlock()
	<-w.ended
}

// failure returns why the store can no longer be used, if so.
func (w *writer) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.broken != nil:
		return w.broken
	case w.stopping:
		return service.ErrClosed
	}
	return nil
}

// run is the goroutine.
func (w *writer) run() {
	defer close(w.ended)
	defer w.st.close()
	defer func() { _ = w.conn.Close() }() // the pool's Close reports
	for {
		jobs, quiet, stopping := w.waiting()
		switch {
		case jobs || quiet:
			w.turn()
			if !jobs && !stopping {
				w.rest()
			}
		case stopping:
			return
		default:
			<-w.wake
		}
	}
}

func (w *writer) waiting() (jobs, quiet, stopping bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.jobs) > 0, len(w.rows)+len(w.refusals) > 0, w.stopping
}

// rest lets rows that nobody waits for gather before the next commit of such
// rows alone.
func (w *writer) rest() {
	timer := time.NewTimer(lull)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return
		case <-w.wake:
			if jobs, _, stopping := w.waiting(); jobs || stopping {
				return
			}
		}
	}
}

// take takes what waits, up to a group's size.
func (w *writer) take() batch {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.jobs), maxGroup)
	var b batch
	for _, j := range w.jobs[:n] {
		switch {
		case !j.state.CompareAndSwap(queued, taken):
		case j.charge != nil:
			b.charges = append(b.charges, j)
		default:
			b.changes = append(b.changes, j)
		}
	}
	rest := copy(w.jobs, w.jobs[n:])
	clear(w.jobs[rest:])
	w.jobs = w.jobs[:rest]
	b.rows, b.refusals = w.rows, w.refusals
	w.rows, w.refusals = nil, map[refusal]int{}
	return b
}

// turn does one batch: the charges and rows in one transaction, and each change
// in its own.
func (w *writer) turn() {
	ctx := context.Background()
	b := w.take()
	if len(b.charges)+len(b.rows)+len(b.refusals) > 0 {
		w.group(ctx, &b)
	}
	for _, j := range b.changes {
		j.err = w.transact(ctx, func() error { return j.change(ctx, w.conn) })
		j.tell()
	}
}

// group records a batch. Where the transaction as a whole fails, each charge is
// tried alone, so that one that cannot be recorded spoils no other.
func (w *writer) group(ctx context.Context, b *batch) {
	err := w.attempt(ctx, b.charges, b)
	if err != nil && len(b.charges) > 1 && !errors.Is(err, errNotBegun) && w.failure() == nil {
		for _, j := range b.charges {
			if alone := w.attempt(ctx, []*job{j}, nil); alone != nil {
				j.err = alone
			}
			j.tell()
		}
	} else {
		for _, j := range b.charges {
			if err != nil {
				j.err = err
			}
			j.tell()
		}
	}
	if err != nil {
		w.putBack(ctx, b, err)
	}
}

// attempt records charges, and the quiet rows of b if given, in one
// transaction. An error means that nothing was recorded, or is
// service.ErrUncertain.
func (w *writer) attempt(ctx context.Context, charges []*job, b *batch) (err error) {
	clear(w.changed)
	if observe := w.store.options.Observe; observe != nil {
		started := w.store.options.Clock()
		defer func() { observe(len(charges), w.store.options.Clock().Sub(started), err != nil) }()
	}
	err = w.transact(ctx, func() error {
		for _, j := range charges {
			var fatal error
			if j.settled, j.err, fatal = w.member(ctx, j.charge); fatal != nil {
				return fatal
			}
		}
		if b != nil {
			if err := w.quiet(ctx, b); err != nil {
				return err
			}
		}
		if err := w.flush(ctx); err != nil {
			return err
		}
		if answerFirst {
			for _, j := range charges {
				j.tell()
			}
			time.Sleep(controlPause)
		}
		return nil
	})
	if err == nil {
		w.store.tally.put(w.changed)
	}
	return err
}

// putBack keeps the rows of a failed transaction for the next one. When the
// store is closing there is none, and they are lost with a word in the log.
func (w *writer) putBack(ctx context.Context, b *batch, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopping || w.broken != nil || len(w.rows)+len(b.rows) > maxRows {
		if len(b.rows)+len(b.refusals) > 0 {
			w.store.options.Log.ErrorContext(ctx, "usage rows lost", "rows", len(b.rows), "refusals", len(b.refusals), "error", cause.Error())
		}
		return
	}
	w.rows = append(b.rows, w.rows...)
	for r, n := range b.refusals {
		w.refusals[r] += n
	}
}

// errNotBegun: the file was locked for as long as one waits for it. It would be
// for the next one, too.
var errNotBegun = errors.New("begin")

// transact runs body in a transaction. The write lock is taken at once: a
// transaction that reads first could not always be continued as a writing one.
func (w *writer) transact(ctx context.Context, body func() error) error {
	if err := w.failure(); err != nil && !errors.Is(err, service.ErrClosed) {
		return err
	}
	if err := w.begin(ctx); err != nil {
		return fmt.Errorf("%w: %w", errNotBegun, err)
	}
	err := w.observe(ctx)
	owned := w.owned
	if err == nil {
		err = body()
	}
	if err == nil {
		err = fault.Point(fault.CommitBefore)
	}
	if err != nil {
		w.owned = owned // what body changed is undone
		w.rollback(ctx)
		return err
	}
	if err := exec(ctx, w.st.commit); err != nil {
		return w.doubt(ctx, err)
	}
	_ = fault.Point(fault.CommitAfter) // too late for an error
	return nil
}

// insistStep is how often a store that insists asks for the lock.
const insistStep = time.Millisecond

// begin takes the write lock.
func (w *writer) begin(ctx context.Context) error {
	attempts := w.store.options.Insist / insistStep
	err := exec(ctx, w.st.begin)
	for ; err != nil && isBusy(err) && attempts > 0; attempts-- {
		time.Sleep(insistStep)
		err = exec(ctx, w.st.begin)
	}
	return err
}

// isBusy reports whether another process holds the lock.
func isBusy(err error) bool {
	problem, ok := errors.AsType[*sqlite.Error](err)
	return ok && problem.Code()&0xff == sqlite3.SQLITE_BUSY
}

// observe forgets the counters where another process has written to the file
// since the last transaction. It returns [usagedb.ErrMoved] where the books are no
// longer here.
func (w *writer) observe(ctx context.Context) error {
	var version int64
	if err := w.st.version.QueryRowContext(ctx).Scan(&version); err != nil {
		return fmt.Errorf("data version: %w", err)
	}
	if version != w.version {
		if err := w.st.moved.QueryRowContext(ctx).Scan(&w.movedTo); err != nil {
			return fmt.Errorf("state: %w", err)
		}
		w.version, w.owned = version, false
		w.store.tally.clear()
	}
	return moved(w.movedTo)
}

// rollback ends a transaction of which nothing shall stay. SQLite may have
// ended it already.
func (w *writer) rollback(ctx context.Context) { _ = exec(ctx, w.st.rollback) }

// doubt deals with a commit that failed: its pages may or may not be in the
// log, and a restart would bring complete ones back. One more commit in their
// place settles it: where it succeeds, the failed transaction is gone for good.
// In either case the disk is not to be trusted further.
func (w *writer) doubt(ctx context.Context, cause error) error {
	w.rollback(ctx)
	var err error
	if !skipMarker {
		err = w.mark(ctx)
	}
	result := fmt.Errorf("commit: %w", cause)
	if err != nil {
		w.rollback(ctx)
		result = fmt.Errorf("%w: commit: %w; marker: %w", service.ErrUncertain, cause, err)
	}
	w.store.options.Log.ErrorContext(ctx, "a commit failed; the store stops", "error", result.Error())
	w.mu.Lock()
	w.broken = fmt.Errorf("the store has stopped: %w", cause)
	for _, j := range w.jobs {
		if j.state.CompareAndSwap(queued, taken) {
			j.err = w.broken
			j.tell()
		}
	}
	w.jobs = nil
	w.mu.Unlock()
	close(w.failed)
	return result
}

// mark makes a commit of a change that hurts nobody.
func (w *writer) mark(ctx context.Context) error {
	err := exec(ctx, w.st.begin)
	if err == nil {
		err = exec(ctx, w.st.revise)
	}
	if err == nil {
		err = exec(ctx, w.st.marker)
	}
	return err
}
