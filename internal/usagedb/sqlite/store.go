// Package sqlite keeps the database in one SQLite file.
//
// Every change goes through one goroutine, which puts whatever waits into one
// transaction: a commit costs a sync of the disk, and shares it among all. Every
// read uses a connection that cannot write. DESIGN.md beside this file says
// what the program remembers between transactions, and why that memory is
// always true.
package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Options say how a [Store] works.
type Options struct {
	Path  string
	Clock func() time.Time
	Log   *slog.Logger
	// MustExist refuses to make a new database, and one of an earlier schema:
	// for commands that use books which a server keeps.
	MustExist bool
	// Observe, where set, is told of every transaction of the writer: the
	// charges in it, how long it took, and whether it failed.
	Observe func(charges int, took time.Duration, failed bool)
	// Patience is how long a charge waits for its turn: 2 s.
	Patience time.Duration
	// Insist, where set, is how long to ask for the file's lock, every
	// millisecond. Beside a server under load it is free for moments only,
	// which SQLite's own waiting, in longer and longer steps, can miss for
	// long. It is for commands that make one change.
	Insist time.Duration
}

const (
	defaultPatience = 2 * time.Second
	// waitForOthers bounds how many milliseconds a statement waits for another
	// process to end its transaction. It lies below the patience, so that a
	// charge which found the file locked is answered rather than piled up
	// behind the next.
	waitForOthers = "busy_timeout(1500)"
	// readers is how many reads may run at once.
	readers = 4
)

// Store is a [service.Store] in a SQLite file.
type Store struct {
	options Options
	owner   int64 // this process among the writers of the file
	reading *sql.DB
	writing *sql.DB
	writer  *writer
	watch   *watch
	keys    keyCache
	tally   *tally
	limiter *meter.Limiter
	byHash  *sql.Stmt
	counter *sql.Stmt

	closing sync.Once
	closed  error
}

var _ service.Store = (*Store)(nil)

// Queue returns how many charges and changes wait for the writer.
func (s *Store) Queue() int {
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	return len(s.writer.jobs)
}

// Open opens the database, makes it where there is none, and brings its schema
// up to date.
func Open(ctx context.Context, options Options) (_ *Store, err error) {
	if options.Patience == 0 {
		options.Patience = defaultPatience
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("database %s: %w", options.Path, err)
		}
	}()
	if err := prepareFile(options.Path, options.MustExist); err != nil {
		return nil, err
	}
	s := &Store{options: options, owner: newOwner(), tally: newTally(), limiter: meter.NewLimiter(options.Clock)}
	if s.writing, err = sql.Open("sqlite", dsn(options.Path, writePragmas)); err != nil {
		return nil, err
	}
	if s.reading, err = sql.Open("sqlite", dsn(options.Path, readPragmas)); err != nil {
		return nil, errors.Join(err, s.writing.Close())
	}
	s.writing.SetMaxOpenConns(1)
	s.reading.SetMaxOpenConns(readers + 1) // one is the watch's
	s.reading.SetMaxIdleConns(readers + 1)
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.reading.Close(), s.writing.Close())
	}
	return s, nil
}

// start takes the writing connection, migrates, and starts the writer.
func (s *Store) start(ctx context.Context) error {
	conn, err := s.writing.Conn(ctx)
	if err != nil {
		return err
	}
	if err := migrate(ctx, conn, s.options.MustExist); err != nil {
		return errors.Join(err, conn.Close())
	}
	if s.watch, err = newWatch(ctx, s.reading); err != nil {
		return errors.Join(err, conn.Close())
	}
	if s.byHash, err = s.reading.PrepareContext(ctx, findByHash); err != nil {
		return errors.Join(err, conn.Close())
	}
	if s.counter, err = s.reading.PrepareContext(ctx, readCounter); err != nil {
		return errors.Join(err, conn.Close())
	}
	s.writer, err = newWriter(ctx, s, conn)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	return nil
}

// The PRAGMAs of the writing connection.
var writePragmas = []string{
	waitForOthers,
	"journal_mode(wal)",        // readers never wait for the writer; a commit is one append
	"synchronous(full)",        // a commit is on the disk before anyone is told of it
	"foreign_keys(on)",         // no row of a key that does not exist
	"wal_autocheckpoint(8000)", // 32 MB of log between checkpoints: most pages of a month are written many times
	"trusted_schema(off)",      // nothing in the file runs code of its own
	"cell_size_check(on)",      // a damaged page is an error, not a wrong answer
}

// The PRAGMAs of the reading connections.
var readPragmas = []string{
	waitForOthers,
	"query_only(on)", // a mistake in a query cannot write
	"trusted_schema(off)",
	"cell_size_check(on)",
}

func dsn(path string, pragmas []string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
	u.RawQuery = url.Values{"_pragma": pragmas}.Encode()
	return u.String()
}

// prepareFile makes the file readable by its owner only; SQLite gives the log
// beside it the same permissions.
func prepareFile(path string, mustExist bool) error {
	if mustExist {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return errors.New("there is no such file; 'leasehold serve' or 'leasehold keys create' makes it")
		}
	}
	file, err := os.OpenFile(filepath.Clean(path), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

func newOwner() int64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return int64(binary.LittleEndian.Uint64(b[:])>>1) | 1
}

// Ping returns an error where a charge could not be recorded now.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.writer.failure(); err != nil {
		return err
	}
	_, err := s.watch.look(ctx)
	return err
}

// Failed is closed when the store has lost its footing and the process should
// end: a commit's outcome was unknown.
func (s *Store) Failed() <-chan struct{} { return s.writer.failed }

// Close writes what waits and closes the database. Later calls return
// [service.ErrClosed].
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.writer.stop()
		s.closed = errors.Join(s.watch.close(), s.byHash.Close(), s.counter.Close(),
			s.reading.Close(), s.writing.Close())
	})
	return s.closed
}
