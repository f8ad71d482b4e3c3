// Package sqlite stores keys, counters, usage and accounts in one SQLite file.
//
// One goroutine writes. One transaction records up to 256 waiting computations, which share one disk sync. Reads use
// connections that cannot write. DESIGN.md next to this file describes the caches and how they stay current.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

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
	// Keep, which servers set, has two effects: the store makes checkpoints in the background, and it writes a mark
	// next to the file. Open compares the database with the mark. If the write-ahead log is replaced, the store fails.
	Keep bool
	// Observe, if set, is called after every transaction of the writer. The arguments are the
	// number of computations in the transaction, the duration, and whether the transaction failed.
	Observe func(computations int, took time.Duration, failed bool)
	// QueueTimeout limits how long a computation or a change waits for the writer. If QueueTimeout is 0, the
	// limit is 2 s.
	QueueTimeout time.Duration
	// LockTimeout, if set, is how long the store keeps requesting the file's lock, once per millisecond. A
	// busy server frees the lock only for moments, which SQLite's increasing waits can miss. Commands set
	// LockTimeout if they make a single change.
	LockTimeout time.Duration
}

const (
	defaultQueueTimeout = 2 * time.Second
	// busyTimeout is the longest time in milliseconds that a statement waits for another process's lock. It is
	// shorter than the queue timeout, so that later computations do not accumulate in the queue.
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
	owner     int64 // number of this process among the processes that write to the file
	reading   *sql.DB
	admitting *sql.DB
	writing   *sql.DB
	writer    *writer
	keeper    *keeper // nil without Options.Keep
	hadLog    bool    // whether a log existed before the file was opened
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

// Open opens the database. A missing database is created and an earlier schema is migrated, unless MustExist is set.
// With MustExist, the error is [fs.ErrNotExist], [usagedb.ErrNoSchema] or a [*usagedb.SchemaError].
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
		pragmas = append(slices.Clone(writePragmas), "wal_autocheckpoint(0)") // the keeper makes checkpoints in the background
	}
	s.writing = openPool(options.Path, pragmas, 1)
	s.reading = openPool(options.Path, readPragmas, maxReaders)
	s.admitting = openPool(options.Path, readPragmas, maxAdmissions+1) // the state watch uses the additional connection
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
	"synchronous(full)",   // a commit is on disk before the response
	"foreign_keys(on)",    // every row must refer to an existing key
	"trusted_schema(off)", // the file cannot run code
	"cell_size_check(on)", // a damaged page causes an error instead of a wrong result
}

var readPragmas = []string{
	busyTimeout,
	"query_only(on)", // a mistaken query cannot write
	"trusted_schema(off)",
	"cell_size_check(on)",
}

// openPool returns a pool of at most conns connections, which open when they are first used.
func openPool(path string, pragmas []string, conns int) *sql.DB {
	pool, err := sql.Open("sqlite", dsn(path, pragmas))
	if err != nil {
		panic(err) // happens only if the driver is not registered
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

// createFile creates a file for its owner only. SQLite gives the log the same permissions.
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

// newOwner returns a nonzero random number. state.counters_owner is 0 before the first write.
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
