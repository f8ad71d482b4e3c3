// Package sqlite stores keys, counters, usage and accounts in one SQLite file.
//
// One goroutine writes. One transaction records up to 256 waiting computations, which share one sync
// of the disk. Reads use connections that cannot write. DESIGN.md next to this file describes the
// caches and how they stay current.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Options configure a [Store].
type Options struct {
	Path  string
	Clock func() time.Time
	// Uptime returns the time since a fixed moment, unaffected by clock changes. If Uptime is nil,
	// Clock must be [time.Now], and the uptime is derived from Clock.
	Uptime func() time.Duration
	Log    *slog.Logger
	// MustExist makes Open fail instead of creating a database or migrating its schema. Commands
	// set MustExist, because a server may be using the database.
	MustExist bool
	// Keep is for servers. A store with Keep makes checkpoints in the background and writes a mark
	// next to the file. Open compares the database with the mark. If the write-ahead log is
	// replaced, the store fails.
	Keep bool
	// Observe, if set, is called after every transaction of the writer. The arguments are the
	// number of computations in the transaction, the duration, and whether the transaction failed.
	Observe func(computations int, took time.Duration, failed bool)
	// QueueTimeout limits the time that a computation or a change waits for the writer; 2 s if
	// QueueTimeout is 0.
	QueueTimeout time.Duration
	// LockTimeout, if set, is the time during which the store requests the file's lock every
	// millisecond. Under a busy server the lock is free only for moments, which SQLite's increasing
	// waits can miss. Commands that make one change set LockTimeout.
	LockTimeout time.Duration
}

const (
	defaultQueueTimeout = 2 * time.Second
	// busyTimeout is the maximum wait of a statement in milliseconds while another process holds
	// the lock. The wait is shorter than the queue timeout, so that later computations do not
	// accumulate in the queue.
	busyTimeout = "busy_timeout(1500)"
	// maxReaders is the maximum number of concurrent reads, excluding admissions.
	maxReaders = 4
	// maxAdmissions is the maximum number of concurrent reads for admissions. Separate connections
	// protect admissions against delays by other reads.
	maxAdmissions = 3
)

// Store is a [service.Store] in a SQLite file.
type Store struct {
	usagedb.Common

	options   Options
	owner     int64 // identifies this process among the writers of the file
	reading   *sql.DB
	admitting *sql.DB
	writing   *sql.DB
	writer    *writer
	keeper    *keeper // nil without Options.Keep
	hadLog    bool    // whether there was a log before the file was opened
	watch     *stateWatch
	keys      keyCache
	counters  *counters
	byHash    *sql.Stmt
	counter   *sql.Stmt

	closing sync.Once
	closed  error
}

var _ service.Store = (*Store)(nil)

// QueueLength returns how many computations and changes wait for the writer.
func (s *Store) QueueLength() int { return s.writer.queued() }

// Open opens the database. A missing database is created and an earlier schema is migrated, unless
// MustExist is set. With MustExist, the error is [fs.ErrNotExist], [usagedb.ErrNoSchema] or a
// [*usagedb.SchemaError].
func Open(ctx context.Context, options Options) (_ *Store, err error) {
	if options.QueueTimeout == 0 {
		options.QueueTimeout = defaultQueueTimeout
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("database %s: %w", options.Path, err)
		}
	}()
	if options.Keep {
		if err := checkFiles(options.Path); err != nil {
			return nil, err
		}
	}
	hadLog := exists(realPath(options.Path) + "-wal")
	if err := createFile(options.Path, options.MustExist); err != nil {
		return nil, err
	}
	s := &Store{
		options: options, owner: newOwner(), counters: newCounters(), hadLog: hadLog,
	}
	s.Common = usagedb.NewCommon(access{s}, s.dialect(), options.Clock, options.Uptime, options.Log)
	pragmas := writePragmas
	if options.Keep {
		pragmas = append(slices.Clone(writePragmas), "wal_autocheckpoint(0)") // the keeper does it in the background
	}
	s.writing = openPool(options.Path, pragmas, 1)
	s.reading = openPool(options.Path, readPragmas, maxReaders)
	s.admitting = openPool(options.Path, readPragmas, maxAdmissions+1) // one connection is for the state watch
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.admitting.Close(), s.reading.Close(), s.writing.Close())
	}
	if options.Keep {
		if s.keeper, err = newKeeper(ctx, s); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

func (s *Store) start(ctx context.Context) (err error) {
	conn, err := s.writing.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close())
		}
	}()
	steps, err := usagedb.Migrations(migrationFiles)
	if err != nil {
		return err
	}
	if err = migrate(ctx, conn, steps, s.options.MustExist); err != nil {
		return err
	}
	if s.watch, err = newStateWatch(ctx, s.admitting); err != nil {
		return err
	}
	if s.byHash, err = s.admitting.PrepareContext(ctx, selectSecret); err != nil {
		return err
	}
	if s.counter, err = s.admitting.PrepareContext(ctx, selectCounter); err != nil {
		return err
	}
	s.writer, err = newWriter(ctx, s, conn)
	return err
}

var writePragmas = []string{
	busyTimeout,
	"journal_mode(wal)",   // readers never wait for the writer; a commit is one append
	"synchronous(full)",   // a commit is on the disk before the response
	"foreign_keys(on)",    // no row of a key that does not exist
	"trusted_schema(off)", // the file cannot run code
	"cell_size_check(on)", // a damaged page is an error, not a wrong answer
}

var readPragmas = []string{
	busyTimeout,
	"query_only(on)", // a mistake in a query cannot write
	"trusted_schema(off)",
	"cell_size_check(on)",
}

// openPool returns a pool of at most conns connections, which open when they are first used.
func openPool(path string, pragmas []string, conns int) *sql.DB {
	pool, err := sql.Open("sqlite", dsn(path, pragmas))
	if err != nil {
		panic(err) // the driver is not registered
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return pool
}

func dsn(path string, pragmas []string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
	u.RawQuery = url.Values{"_pragma": pragmas}.Encode()
	return u.String()
}

// createFile creates the file, readable only by its owner. SQLite gives the write-ahead log the
// same permissions.
func createFile(path string, mustExist bool) error {
	if mustExist {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fs.ErrNotExist
		}
	}
	file, err := os.OpenFile(filepath.Clean(path), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// newOwner returns a random number, because state.counters_owner is 0 before the first write.
func newOwner() int64 { return rand.Int64() | 1 } //nolint:gosec // the number need not be secret

// Ping returns an error if the store cannot record computations.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.writer.failure(); err != nil {
		return err
	}
	_, err := s.watch.read(ctx)
	return err
}

// Failed returns a channel that is closed if a commit fails or the write-ahead log is replaced. The
// store can then no longer be used, and the process should end.
func (s *Store) Failed() <-chan struct{} { return s.writer.failed }

// Close writes waiting changes and closes the database. Later calls return [service.ErrClosed].
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.writer.stop()
		var kept error
		ownLog := s.hadLog // the last connection copies the log into the file
		if s.keeper != nil {
			kept, ownLog = s.keeper.stop(), s.keeper.watch() == nil
		}
		s.closed = errors.Join(kept, s.watch.close(), s.byHash.Close(), s.counter.Close(),
			s.admitting.Close(), s.reading.Close(), s.writing.Close())
		if ownLog {
			s.closed = errors.Join(s.closed, setClean(s.options.Path))
		}
	})
	return s.closed
}

// Backup writes a copy of the database as of one moment to a new file. Requests can be recorded
// during the backup.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if err := createEmpty(path); err != nil {
		return err
	}
	defer func() {
		if err != nil { // an incomplete file would also open as a database
			err = errors.Join(err, os.Remove(path))
		}
	}()
	conn, err := s.reading.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// The PRAGMA query_only would also prevent this connection from writing to the new file.
	if _, err := conn.ExecContext(ctx, `PRAGMA query_only = off`); err != nil {
		return err
	}
	defer func() {
		_, again := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = on`)
		err = errors.Join(err, again)
	}()
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return syncFile(path)
}

// createEmpty creates an empty file that only its owner can read. The file must not exist.
func createEmpty(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return file.Close()
}

// syncFile syncs a file and its directory entry to the disk. Windows cannot sync directories, but
// writes directory entries immediately.
func syncFile(path string) error {
	path = filepath.Clean(path)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil || runtime.GOOS == "windows" {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func checkMoved(to string) error {
	if to == "" {
		return nil
	}
	return fmt.Errorf("%w to %s", usagedb.ErrMoved, to)
}

// Move calls take with all tables and, if take succeeds, marks the database as moved. No other
// process can write between these steps. Every server that still uses this file then responds with
// an error.
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
// moved, because PostgreSQL has one row for each request.
const secondRow = `u.units = 0 AND u.status = 500 AND u.request_id IN (SELECT request_id FROM usage WHERE status = 200)`

// readTable yields the rows of a table. The ends of the usage chains are stored in chains and then
// written to the counters. The usage rows must therefore be read before the counters.
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

// readUsage yields the usage log without second rows. Each row is chained to the preceding row
// again. Hashes change only after an omitted second row.
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
