package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// database identifies a database by the name of an SQLite file or the URL of a PostgreSQL database.
type database struct {
	file string
	url  string
}

func parseDatabase(text string) (database, error) {
	if file, ok := strings.CutPrefix(text, "sqlite:"); ok && file != "" {
		return database{file: file}, nil
	}
	u, err := url.Parse(text)
	if err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && u.Host+u.RawQuery != "" {
		return database{url: text}, nil
	}
	// The error does not contain the value, because it may contain a password.
	return database{}, errors.New("must be sqlite:FILE or postgres://user@host:5432/database")
}

// String returns the address of the database without its password.
func (d database) String() string {
	if d.url != "" {
		return postgres.Redact(d.url)
	}
	return d.file
}

// commandLockTimeout is how long a command waits at most for a database file that another process
// has locked.
const commandLockTimeout = 20 * time.Second

type openOptions struct {
	log   *slog.Logger
	plans planConfig
	// mustExist is set if the database must not be created and its schema must not be changed.
	mustExist bool
	// keep is set if a server opens the database: see Keep of [sqlite.Options].
	keep bool
	// lockTimeout is how long a command waits for a locked database file. It is 0 in a server,
	// which uses the deadline of each request.
	lockTimeout time.Duration
	// observe is called after each commit of the store. It may be nil.
	observe func(computations int, took time.Duration, failed bool)
}

// store is an open database with the functions that its kind of database supports.
type store struct {
	service.Store

	accounts account.Store
	// failed is closed if the store is no longer reliable, so that the process must end. It is nil
	// if this cannot happen.
	failed <-chan struct{}
	// queueLength returns the number of callers that wait for the writer of the file or for a
	// connection.
	queueLength func() int
	// backup copies the database to a new file. It is nil for PostgreSQL, which has its own tools.
	backup func(ctx context.Context, path string) error
	// move passes all tables to take and then marks the database as moved. It is nil if the
	// database does not support this.
	move func(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error
	// fill writes tables to an empty database. It is nil if the database does not support this.
	fill func(ctx context.Context, tables []usagedb.Table, approve func(service.Checked) error) error
}

func openStore(ctx context.Context, d database, o openOptions) (*store, error) {
	if d.url != "" {
		s, err := postgres.Open(ctx, postgres.Options{
			URL: d.url, Clock: time.Now, Log: o.log, MustExist: o.mustExist, Observe: o.observe,
		})
		if err != nil {
			return nil, withHint(err)
		}
		return &store{Store: s, accounts: s.Accounts(), queueLength: s.QueueLength, fill: s.Import}, nil
	}
	s, err := sqlite.Open(ctx, sqlite.Options{
		Path: d.file, Clock: time.Now, Log: o.log, MustExist: o.mustExist, Keep: o.keep, Observe: o.observe, LockTimeout: o.lockTimeout,
	})
	if err != nil {
		return nil, withHint(err)
	}
	return &store{
		Store: s, accounts: s.Accounts(), failed: s.Failed(), queueLength: s.QueueLength, backup: s.Backup, move: s.Move,
	}, nil
}

// withHint adds to a database error the command that solves the problem, if there is one.
func withHint(err error) error {
	_, old := errors.AsType[*usagedb.OldSchemaError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, usagedb.ErrNoSchema):
		return fmt.Errorf("%w; 'leasehold serve', 'leasehold keys create' or 'leasehold migrate' creates it", err)
	case old:
		return fmt.Errorf("%w; 'leasehold migrate' upgrades it, after which an earlier version can no longer open it", err)
	default:
		return err
	}
}
