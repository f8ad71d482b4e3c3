package main

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// database is where the books are: in a file, or at the URL of a PostgreSQL
// database.
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

// commandPatience is how long a command waits for a file that a server under
// load keeps locked.
const commandPatience = 20 * time.Second

// openStore opens the store of d. insist is 0 for a server, whose callers wait.
// failed is closed when the store has lost its footing and the process should
// end; it may be nil. observe, which may be nil, is told of the
// store's commits.
func openStore(ctx context.Context, d database, log *slog.Logger, mustExist bool, insist time.Duration, observe func(int, time.Duration, bool)) (store service.Store, failed <-chan struct{}, err error) {
	if d.url != "" {
		store, err := postgres.Open(ctx, postgres.Options{
			URL: d.url, Clock: time.Now, Log: log, MustExist: mustExist, Observe: observe,
		})
		if err != nil {
			return nil, nil, err
		}
		return store, nil, nil
	}
	embedded, err := sqlite.Open(ctx, sqlite.Options{
		Path: d.file, Clock: time.Now, Log: log, MustExist: mustExist, Observe: observe, Insist: insist,
	})
	if err != nil {
		return nil, nil, err
	}
	return embedded, embedded.Failed(), nil
}
