// Package postgres stores keys, counters, usage and accounts in a PostgreSQL database, which any number of replicas can
// share. A billed request takes two statements, admit and record_computation, which are functions in the database. Each
// statement is one transaction and one round trip. The database's clock determines the minute and the month, so that
// replicas agree. DESIGN.md in this directory describes unknown outcomes of commits.
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

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// Options configure a [Store].
type Options struct {
	URL   string
	Clock func() time.Time // clock of the process, for pauses and for the rate limit in memory
	Log   *slog.Logger
	// Now is used in tests instead of the database's clock.
	Now func() time.Time
	// Uptime returns the time since a fixed moment, unaffected by clock changes. If Uptime is nil,
	// Clock must be [time.Now], and the uptime is derived from Clock.
	Uptime func() time.Duration
	// MustExist makes Open fail instead of creating or migrating the schema. Commands set
	// MustExist, because servers may be using the database.
	MustExist bool
	// Observe, if set, is called after every statement that records a computation. The arguments
	// are the number of computations (1), the duration, and whether the statement failed.
	Observe func(computations int, took time.Duration, failed bool)
}

const (
	// maxConns is the number of connections of a process unless the URL contains pool_max_conns.
	// With this value, four replicas stay below PostgreSQL's default limit of 100.
	maxConns = 20
	// acquireTimeout is the longest that a request waits for a connection.
	acquireTimeout = 2 * time.Second
	// statementTimeout limits a statement's duration on the client's side. The lock_timeout is
	// shorter, so that an error from the server usually arrives first.
	statementTimeout = 5 * time.Second
)

// sessionSettings are the settings of every session, which override settings in the URL.
var sessionSettings = map[string]string{
	"search_path":                         schema,
	"synchronous_commit":                  "on",  // a commit is on disk before the response is sent
	"lock_timeout":                        "2s",  // limits the wait for a stuck replica's lock
	"idle_in_transaction_session_timeout": "5s",  // a stuck replica loses its locks after this time
	"timezone":                            "UTC", // months begin and end in UTC
	"application_name":                    "leasehold",
}

// Store is a [service.Store] in a PostgreSQL database.
type Store struct {
	usagedb.Common

	options Options
	pool    *pgxpool.Pool
	warned  atomic.Int64 // Unix time in seconds at which the use of Limiter was last logged
	log     *usageLog
	doubts  *doubts
	waiting atomic.Int64 // requests that wait for a connection

	closing sync.Once
	closed  atomic.Bool
}

var _ service.Store = (*Store)(nil)

// QueueLength returns how many requests wait for a connection.
func (s *Store) QueueLength() int { return int(s.waiting.Load()) }

// Open connects to the database and, unless MustExist is set, migrates an earlier schema.
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
	s := &Store{options: options, pool: pool}
	s.Common = usagedb.NewCommon(access{s}, dialect, options.Clock, options.Uptime, options.Log)
	if err := s.prepare(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	s.log = newUsageLog(s)  //nolint:contextcheck // the goroutine outlives this call; Close ends it
	s.doubts = newDoubts(s) //nolint:contextcheck // the goroutine outlives this call; Close ends it
	return s, nil
}

func connect(ctx context.Context, address string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, parseFailure(address, err)
	}
	maps.Copy(config.ConnConfig.RuntimeParams, sessionSettings)
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = maxConns
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = statementTimeout
	}
	config.PingTimeout = acquireTimeout
	return pgxpool.NewWithConfig(ctx, config)
}

// parseFailure returns the error for an invalid address, without passwords.
func parseFailure(address string, cause error) error {
	const form = "not a URL of the form postgres://user@host:5432/database"
	// The part of the cause before "`: " contains the address and possibly passwords.
	_, why, found := strings.Cut(cause.Error(), "`: ")
	u, err := url.Parse(address)
	if err != nil || !found {
		return errors.New(form)
	}
	password, _ := u.User.Password()
	secrets := []string{password}
	for _, name := range secretParameters {
		secrets = append(secrets, u.Query()[name]...)
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(why, secret) {
			return errors.New(form)
		}
	}
	return fmt.Errorf("the URL cannot be used: %s", why)
}

var secretParameters = []string{"password", "sslpassword"}

func (s *Store) prepare(ctx context.Context) error {
	steps, err := usagedb.Migrations(migrationFiles)
	if err != nil {
		return err
	}
	if _, _, err := migrate(ctx, s.pool, steps, s.options.MustExist); err != nil {
		return err
	}
	var fsync string
	if err := s.pool.QueryRow(ctx, `SHOW fsync`).Scan(&fsync); err != nil {
		return err
	}
	if fsync == "off" {
		s.options.Log.WarnContext(ctx, "the database runs with fsync=off: a power failure can lose recorded computations or the whole database")
	}
	return nil
}

// Redact returns a database's address without its passwords.
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

func (s *Store) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	if s.closed.Load() {
		return nil, service.ErrClosed
	}
	limited, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	s.waiting.Add(1)
	conn, err := s.pool.Acquire(limited)
	s.waiting.Add(-1)
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

// transact runs body in a transaction and writes the context's audit entries. A rollback by the server instead
// of a commit is an error. If the response to a commit is missing, the error is [service.ErrUncertain].
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
	if err := usagedb.InsertAudit(ctx, queries{tx}, service.AuditOf(ctx)); err != nil {
		return err
	}
	err = tx.Commit(ctx)
	// Even if the response to a commit was lost, pgx reports that a retry is safe.
	if _, known := asServerError(err); err == nil || known || errors.Is(err, pgx.ErrTxCommitRollback) {
		return err
	}
	return fmt.Errorf("%w: commit: %w", service.ErrUncertain, err)
}

// Ping returns an error if the store cannot record computations.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	var readOnly, allowed bool
	err := s.DB.Read().QueryRow(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
		has_table_privilege('usage', 'INSERT') FROM state`).Scan(&readOnly, &allowed)
	switch {
	case err != nil:
		return fmt.Errorf("ping: %w", err)
	case readOnly:
		return errors.New("the database cannot be written to: it is a standby or read-only")
	case !allowed:
		return errors.New("the role has no permission to write to the usage log")
	}
	return nil
}

// Close writes waiting rows and closes the connections. Later calls return [service.ErrClosed].
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.doubts.stop()
		s.log.stop()
		s.closed.Store(true)
		s.pool.Close()
	})
	return nil
}

// now returns the time for statements, if a test has set a clock. Otherwise it returns nil, and
// statements use the database's clock.
func (s *Store) now() *int64 {
	if s.options.Now == nil {
		return nil
	}
	ns := s.options.Now().UnixNano()
	return &ns
}

// asServerError returns the server's error for a statement that failed and changed nothing. Errors that end the
// session are excluded, because they may interrupt a commit.
func asServerError(err error) (*pgconn.PgError, bool) {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pg.SeverityUnlocalized != "ERROR" || pg.Code == "40003" || strings.HasPrefix(pg.Code, "08") {
		return nil, false
	}
	return pg, true
}

// isDataError reports whether a statement failed because of its values, so that a retry would fail too.
func isDataError(pg *pgconn.PgError) bool {
	return strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23") // data, integrity
}

func isContention(pg *pgconn.PgError) bool {
	switch pg.Code {
	case "55P03", "40P01", "40001": // lock_timeout, deadlock, serialization
		return true
	default:
		return false
	}
}
