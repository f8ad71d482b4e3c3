// Package postgres keeps the database in a PostgreSQL database that any number of
// replicas share.
//
// A billed request costs two statements, each of them a transaction of its own
// and one round trip: admit and settle, which are functions in the database.
// The database's clock decides the minute and the month, so that replicas
// agree whatever their own clocks say. DESIGN.md beside this file says what
// happens where the outcome of a commit is unknown.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Options say how a [Store] works.
type Options struct {
	URL   string
	Clock func() time.Time // the process's, for pauses and for the limiter of last resort
	Log   *slog.Logger
	// Now replaces the database's clock, for tests.
	Now func() time.Time
	// MustExist refuses to make the schema, and an earlier one: for commands
	// that use books which servers keep.
	MustExist bool
	// Observe, where set, is told of every statement that charges: one charge,
	// how long it took, and whether it failed.
	Observe func(charges int, took time.Duration, failed bool)
}

const (
	// maxConns is how many connections a process holds unless pool_max_conns
	// in the URL says otherwise: four replicas stay below PostgreSQL's own
	// default of 100.
	maxConns = 20
	// patience is how long a charge waits for a connection. Then it was not
	// sent.
	patience = 2 * time.Second
	// within bounds a statement of a request, seen from here. It lies above
	// the lock_timeout, so that the database's word usually comes first.
	within = 5 * time.Second
)

// session holds what every session sets, whatever the URL says.
var session = map[string]string{
	"search_path":                         schema,
	"synchronous_commit":                  "on",  // a commit is on the disk before anyone is told of it
	"lock_timeout":                        "2s",  // nobody waits for a stuck replica's lock for long
	"idle_in_transaction_session_timeout": "5s",  // and a stuck replica loses its locks
	"timezone":                            "UTC", // months are
	"application_name":                    "leasehold",
}

// Store is a [service.Store] in a PostgreSQL database.
type Store struct {
	options Options
	pool    *pgxpool.Pool
	limiter *meter.Limiter // of last resort
	warned  atomic.Int64   // when the log last heard of it
	journal *journal
	doubts  *doubts

	closing sync.Once
	closed  atomic.Bool
}

var _ service.Store = (*Store)(nil)

// Open connects to the database and brings its schema up to date.
func Open(ctx context.Context, options Options) (_ *Store, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("database %s: %w", Redact(options.URL), err)
		}
	}()
	pool, err := connect(ctx, options.URL)
	if err != nil {
		return nil, err
	}
	s := &Store{options: options, pool: pool, limiter: meter.NewLimiter(options.Clock)}
	if err := s.prepare(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	s.journal = newJournal(s) //nolint:contextcheck // it outlives the opening; Close ends it
	s.doubts = newDoubts(s)   //nolint:contextcheck // the same
	return s, nil
}

func connect(ctx context.Context, address string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, unusable(address, err)
	}
	maps.Copy(config.ConnConfig.RuntimeParams, session)
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = maxConns
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = within
	}
	config.PingTimeout = patience
	return pgxpool.NewWithConfig(ctx, config)
}

// unusable says what is wrong with an address, unless that would tell a secret
// of it.
func unusable(address string, cause error) error {
	const form = "not a URL of the form postgres://user@host:5432/database"
	// The cause repeats the address, with its own idea of what is secret in it.
	_, why, found := strings.Cut(cause.Error(), "`: ")
	u, err := url.Parse(address)
	if err != nil || !found {
		return errors.New(form)
	}
	password, _ := u.User.Password()
	for _, secret := range append([]string{password}, secretsOf(u.Query())...) {
		if secret != "" && strings.Contains(why, secret) {
			return errors.New(form)
		}
	}
	return fmt.Errorf("the URL cannot be used: %s", why)
}

// secretParameters are those of a URL that nobody else may read.
var secretParameters = []string{"password", "sslpassword"}

func secretsOf(q url.Values) (list []string) {
	for _, name := range secretParameters {
		list = append(list, q[name]...)
	}
	return list
}

// prepare makes the schema and looks at what the database promises.
func (s *Store) prepare(ctx context.Context) error {
	if s.options.MustExist {
		version, err := schemaVersion(ctx, s.pool)
		if err != nil {
			return err
		}
		steps, err := migrations()
		if err != nil {
			return err
		}
		if version < len(steps) {
			return usagedb.Unprepared(version, len(steps))
		}
	}
	if _, _, err := migrate(ctx, s.pool); err != nil {
		return err
	}
	var fsync string
	if err := s.pool.QueryRow(ctx, `SHOW fsync`).Scan(&fsync); err != nil {
		return err
	}
	if fsync == "off" {
		s.options.Log.WarnContext(ctx, "the database runs with fsync=off: a power cut may lose charges that were answered, or the whole database")
	}
	return nil
}

// Redact returns the address of a database without its passwords.
func Redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for _, name := range secretParameters {
		if q.Has(name) {
			q.Set(name, "…")
			u.RawQuery = q.Encode()
		}
	}
	return u.String()
}

// acquire takes a connection from the pool.
func (s *Store) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	if s.closed.Load() {
		return nil, service.ErrClosed
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := s.pool.Acquire(waiting)
	switch {
	case err == nil:
		return conn, nil
	case s.closed.Load():
		return nil, service.ErrClosed
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("%w: no connection to the database: %w", service.ErrBusy, err)
	default:
		return nil, fmt.Errorf("connection: %w", err)
	}
}

// transact runs body in a transaction. An error of the commit includes the
// database's word that it rolled back instead, which comes without one. Where
// the commit was sent and its answer did not come, it is
// [service.ErrUncertain]; before that, nothing can have been recorded.
func (s *Store) transact(ctx context.Context, body func(tx pgx.Tx) error) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // after a commit there is nothing to undo
	if err := body(tx); err != nil {
		return err
	}
	err = tx.Commit(ctx)
	// pgx calls it safe to retry, too, where the answer to a commit is lost.
	if _, known := refused(err); err == nil || known || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	return fmt.Errorf("%w: commit: %w", service.ErrUncertain, err)
}

// Ping returns an error where a charge could not be recorded now.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var readOnly, allowed bool
	err = conn.QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
		has_table_privilege('usage', 'INSERT') FROM state`).Scan(&readOnly, &allowed)
	switch {
	case err != nil:
		return fmt.Errorf("ping: %w", err)
	case readOnly:
		return errors.New("the database takes no writes: it is a standby or set to read only")
	case !allowed:
		return errors.New("the role may not write to the usage log")
	}
	return nil
}

// Close writes what waits and closes the connections. Later calls return
// [service.ErrClosed].
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.doubts.stop()
		s.journal.stop()
		s.closed.Store(true)
		s.pool.Close()
	})
	return nil
}

// now returns the time to pass to the database: none, so that its own counts,
// except in tests.
func (s *Store) now() *int64 {
	if s.options.Now == nil {
		return nil
	}
	ns := s.options.Now().UnixNano()
	return &ns
}

// timeOf reads a stored time; 0 is none.
func timeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

// refused reports whether err is the database's own word that a statement
// failed and left nothing. What ends the session says nothing about a commit
// that it interrupted.
func refused(err error) (*pgconn.PgError, bool) {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pg.SeverityUnlocalized != "ERROR" || pg.Code == "40003" || strings.HasPrefix(pg.Code, "08") {
		return nil, false
	}
	return pg, true
}

// ownFault reports whether the values of a statement made it fail, so that it
// would fail again, whatever the state of the database.
func ownFault(pg *pgconn.PgError) bool {
	return strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23") // data, integrity
}

// busy reports whether a statement failed for nothing but others at work.
func busy(pg *pgconn.PgError) bool {
	switch pg.Code {
	case "55P03", "40P01", "40001": // lock_timeout, deadlock, serialization
		return true
	default:
		return false
	}
}
