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

// database names a database: a file, or the URL of a PostgreSQL database.
type database struct {
	file string
	url  string
}

// parseDatabase reads the value of a flag such as --db.
func parseDatabase(text string) (database, error) {
	if file, ok := strings.CutPrefix(text, "sqlite:"); ok && file != "" {
		return database{file: file}, nil
	}
	u, err := url.Parse(text)
	if err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && u.Host+u.RawQuery != "" {
		return database{url: text}, nil
	}
	// The value is not repeated: it may hold a password.
	return database{}, errors.New("must be sqlite:FILE or postgres://user@host:5432/database")
}

// String names the database without its password.
func (d database) String() string {
	if d.url != "" {
		return postgres.Redact(d.url)
	}
	return d.file
}

// commandLockTimeout is the maximum wait of a command for a locked database
// file.
const commandLockTimeout = 20 * time.Second

// openOptions configure the opening of a database.
type openOptions struct {
	log   *slog.Logger
	plans planConfig
	// mustExist forbids creating the database and changing its schema.
	mustExist bool
	// keep is set for a server: see Keep of [sqlite.Options].
	keep bool
	// lockTimeout of a command; 0 for servers, where callers' deadlines
	// apply.
	lockTimeout time.Duration
	// observe, which may be nil, is called after each of the store's commits.
	observe func(computations int, took time.Duration, failed bool)
}

// store is an open database with its capabilities.
type store struct {
	service.Store

	accounts account.Store
	// failed is closed when the store can no longer be trusted and the process
	// should end; nil if that never happens.
	failed <-chan struct{}
	// queueLength counts callers waiting for the file's writer or a
	// connection.
	queueLength func() int
	// backup copies the database to a new file; nil if the database has its
	// own tools.
	backup func(ctx context.Context, path string) error
	// move passes all tables to take and marks the database as moved; nil if
	// unsupported.
	move func(ctx context.Context, to string, take func(ctx context.Context, tables []usagedb.Table) error) error
	// fill fills an empty database; nil if unsupported.
	fill func(ctx context.Context, tables []usagedb.Table, approve func(service.Checked) error) error
}

// openStore opens the database d.
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

// withHint adds the command that helps to a database error.
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
