package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const (
	// maxGroup is the maximum number of computations in one commit. It bounds how long a computation waits for
	// the others.
	maxGroup = 256
	// enoughJobs is a number of jobs: a commit with this many jobs does not wait for further jobs.
	enoughJobs = 32
	// flushDelay is the time between commits that contain only background rows.
	flushDelay = 10 * time.Millisecond
	// maxWaitingRows limits the number of background rows in memory while writes to the disk fail.
	maxWaitingRows = 50_000
)

// job is a computation to record, or a change in a separate transaction. A caller waits for the job to finish,
// and may withdraw the job until the writer takes it. A compare-and-swap decides between taking and
// withdrawing, so that a withdrawn job is never executed.
type job struct {
	computation *service.Computation
	change      func(ctx context.Context, tx usagedb.Queries) error

	state    atomic.Uint32
	done     chan struct{}
	finished bool // done is closed; only the writer reads it
	recorded service.Recorded
	err      error
}

// finish ends the caller's wait for the job. Only the writer calls finish.
func (j *job) finish() {
	if !j.finished {
		j.finished = true
		close(j.done)
	}
}

const (
	queued uint32 = iota
	taken
	withdrawn
)

type batch struct {
	computations []*job
	changes      []*job
	rows         []service.UsageRow
	refusals     map[refusalID]int
}

type refusalID struct {
	key    int64
	minute int64
}

// writer owns the writing connection. Only its goroutine uses the connection.
type writer struct {
	store *Store
	conn  *sql.Conn
	st    statements

	version int64                 // PRAGMA data_version as of the last transaction
	owned   bool                  // whether this process owns the counters
	movedTo string                // the place to which the database was moved, as of the version in the version field; "" if it was not moved
	changed map[counterID]counter // counters that this transaction has changed
	usage   []usagedb.ChainedRow  // usage rows of this transaction's computations
	args    []any                 // arguments of a statement; the next statement reuses the slice

	commits    atomic.Uint64 // number of transactions so far
	restartLog atomic.Bool   // whether the log is long, in which case the writer makes the next checkpoint

	wake   chan struct{}
	failed chan struct{}
	ended  chan struct{}

	mu       sync.Mutex
	queue    []*job
	rows     []service.UsageRow
	refusals map[refusalID]int
	stopping bool
	broken   error
}

func newWriter(ctx context.Context, s *Store, conn *sql.Conn) (*writer, error) {
	w := &writer{
		store: s, conn: conn, changed: map[counterID]counter{}, refusals: map[refusalID]int{},
		wake: make(chan struct{}, 1), failed: make(chan struct{}), ended: make(chan struct{}),
	}
	if err := w.st.prepare(ctx, conn); err != nil {
		return nil, err
	}
	if s.options.LockTimeout > 0 { // in this case, the begin call itself waits for the lock
		if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
			w.st.close()
			return nil, err
		}
	}
	go w.run() //nolint:contextcheck // the goroutine outlives this call; stop ends it
	return w, nil
}

// submit queues a job and waits until it is finished. If the writer does not take the job in time, submit
// withdraws it and returns ErrBusy. A taken job has no time limit.
func (w *writer) submit(j *job) error {
	j.done = make(chan struct{})
	if err := w.enqueue(j); err != nil {
		return err
	}
	timeout := time.NewTimer(w.store.options.QueueTimeout)
	defer timeout.Stop()
	select {
	case <-j.done:
		return j.err
	case <-timeout.C:
	}
	if j.state.CompareAndSwap(queued, withdrawn) {
		w.dequeue(j)
		return service.ErrBusy
	}
	<-j.done
	return j.err
}

func (w *writer) enqueue(j *job) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.failureLocked(); err != nil {
		return err
	}
	w.queue = append(w.queue, j)
	w.signal()
	return nil
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default: // a wake-up is already pending
	}
}

// dequeue removes a withdrawn job, so that withdrawn jobs do not accumulate while the disk does not respond.
func (w *writer) dequeue(j *job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = slices.DeleteFunc(w.queue, func(other *job) bool { return other == j })
}

func (w *writer) logRow(row service.UsageRow) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.failureLocked(); err != nil {
		return err
	}
	if len(w.rows) >= maxWaitingRows {
		return fmt.Errorf("%d usage rows are already waiting to be written", len(w.rows))
	}
	w.rows = append(w.rows, row)
	if len(w.rows) == 1 {
		w.signal()
	}
	return nil
}

func (w *writer) countRefusal(key int64, at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopping || len(w.refusals) >= maxWaitingRows {
		return
	}
	w.refusals[refusalID{key, at.Unix() / 60}]++
	if len(w.refusals) == 1 {
		w.signal()
	}
}

func (w *writer) stop() {
	w.mu.Lock()
	w.stopping = true
	w.signal()
	w.mu.Unlock()
	<-w.ended
}

// failure returns an error if the store has failed or is closing.
func (w *writer) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failureLocked()
}

func (w *writer) failureLocked() error {
	if w.broken == nil && w.stopping {
		return service.ErrClosed
	}
	return w.broken
}

func (w *writer) run() {
	defer close(w.ended)
	defer w.st.close()
	defer func() { _ = w.conn.Close() }() // closing the pool reports errors
	for {
		jobs, rows, stopping := w.waiting()
		switch {
		case jobs || rows:
			w.gatherJobs()
			w.writeBatch()
			if w.restartLog.Swap(false) {
				w.checkpoint()
			}
			if !jobs && !stopping {
				w.gatherRows()
			}
		case stopping:
			return
		default:
			<-w.wake
		}
	}
}

// checkpoint copies the remaining pages of the log, so that SQLite restarts the log at a commit.
func (w *writer) checkpoint() {
	if _, err := w.conn.ExecContext(context.Background(), `PRAGMA wal_checkpoint(PASSIVE)`); err != nil {
		w.store.options.Log.Warn("checkpoint failed", "error", err.Error())
	}
}

func (w *writer) waiting() (jobs, rows, stopping bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue) > 0, len(w.rows)+len(w.refusals) > 0, w.stopping
}

// gatherJobs lets other goroutines add jobs to the group, up to enoughJobs. It never sleeps, and returns if no
// other goroutine is ready to run.
func (w *writer) gatherJobs() {
	for n := w.queued(); n < enoughJobs; {
		runtime.Gosched()
		now := w.queued()
		if now == n {
			return
		}
		n = now
	}
}

func (w *writer) queued() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.queue)
}

// gatherRows waits for more background rows before a commit that contains only such rows.
func (w *writer) gatherRows() {
	timer := time.NewTimer(flushDelay)
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

func (w *writer) takeBatch() batch {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.queue), maxGroup)
	var b batch
	for _, j := range w.queue[:n] {
		switch {
		case !j.state.CompareAndSwap(queued, taken):
		case j.computation != nil:
			b.computations = append(b.computations, j)
		default:
			b.changes = append(b.changes, j)
		}
	}
	left := copy(w.queue, w.queue[n:])
	clear(w.queue[left:])
	w.queue = w.queue[:left]
	b.rows, b.refusals = w.rows, w.refusals
	w.rows, w.refusals = nil, map[refusalID]int{}
	return b
}

// writeBatch writes computations and background rows in one transaction, and each change in a separate transaction.
func (w *writer) writeBatch() {
	ctx := context.Background()
	b := w.takeBatch()
	if len(b.computations)+len(b.rows)+len(b.refusals) > 0 {
		w.recordGroup(ctx, &b)
	}
	for _, j := range b.changes {
		j.err = w.transact(ctx, func() error { return j.change(ctx, queries{w.conn}) })
		j.finish()
	}
}

// recordGroup records the computations of a batch. If the transaction fails, each computation is
// recorded separately, so that an invalid computation does not affect the other computations.
func (w *writer) recordGroup(ctx context.Context, b *batch) {
	err := w.tryGroup(ctx, b.computations, b)
	separately := err != nil && len(b.computations) > 1 && !errors.Is(err, errNotBegun) && w.failure() == nil
	for _, j := range b.computations {
		if separately {
			j.err = w.tryGroup(ctx, []*job{j}, nil)
		} else if err != nil {
			j.err = err
		}
		j.finish()
	}
	if err != nil {
		w.requeueRows(ctx, b, err)
	}
}

// tryGroup records all computations in one transaction, or returns an error, which may be
// service.ErrUncertain. The transaction includes the background rows of b unless b is nil.
func (w *writer) tryGroup(ctx context.Context, computations []*job, b *batch) (err error) {
	clear(w.changed)
	w.usage = w.usage[:0]
	if observe := w.store.options.Observe; observe != nil {
		started := w.store.options.Clock()
		defer func() { observe(len(computations), w.store.options.Clock().Sub(started), err != nil) }()
	}
	err = w.transact(ctx, func() error {
		for _, j := range computations {
			var err error
			if j.recorded, err = w.recordOne(ctx, j.computation); err != nil {
				return err
			}
		}
		if err := w.writeUsage(ctx, w.usage...); err != nil {
			return err
		}
		if b != nil {
			if err := w.insertBackgroundRows(ctx, b); err != nil {
				return err
			}
		}
		return w.writeCounters(ctx)
	})
	if err == nil {
		w.store.counters.put(w.changed)
	}
	return err
}

// requeueRows keeps the background rows of a failed transaction for the next transaction. If the store is
// closing, has failed or has too many waiting rows, the rows are dropped and logged instead.
func (w *writer) requeueRows(ctx context.Context, b *batch, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopping || w.broken != nil || len(w.rows)+len(b.rows) > maxWaitingRows {
		if len(b.rows)+len(b.refusals) > 0 {
			w.store.options.Log.ErrorContext(ctx, "usage rows were not written", "rows", len(b.rows), "refusals", len(b.refusals), "error", cause.Error())
		}
		return
	}
	w.rows = append(b.rows, w.rows...)
	for r, n := range b.refusals {
		w.refusals[r] += n
	}
}
