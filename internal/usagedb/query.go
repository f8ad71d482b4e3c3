package usagedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Row is a row of a result. If the result is empty, Scan returns [sql.ErrNoRows].
type Row interface{ Scan(places ...any) error }

// Queries runs statements in PostgreSQL's dialect, with parameters such as $1 and with clauses such as FOR
// UPDATE that lock rows. Package sqlite translates the parameters and removes the locking clauses.
type Queries interface {
	// Exec returns the number of changed rows.
	Exec(ctx context.Context, text string, args ...any) (changed int64, err error)
	QueryRow(ctx context.Context, text string, args ...any) Row
	Query(ctx context.Context, text string, args ...any) iter.Seq2[Row, error]
}

// Database gives package usagedb access to one of the two databases.
type Database interface {
	// Read returns Queries that run outside a transaction.
	Read() Queries
	// Change runs body in a transaction and writes the audit entries. It calls the given function (body)
	// with the context for the statements.
	Change(ctx context.Context, body func(ctx context.Context, tx Queries) error) error
	// ChangeKeys is like Change, but for a transaction that changes keys.
	ChangeKeys(ctx context.Context, body func(ctx context.Context, tx Queries) error) error
	// Now returns the current time of the clock that decides which minute and month a request counts toward.
	Now(ctx context.Context) (time.Time, error)
	// Snapshot runs body in a read-only transaction that sees the database at a single point in time.
	Snapshot(ctx context.Context, body func(tx Queries) error) error
}

// Dialect contains the statements and settings that differ between the two databases.
type Dialect struct {
	LockAccounts string // statement of a transaction that creates accounts; may be empty
	LeftBehind   string // statement that selects a deleted account whose data is not yet cleared
	LastUsed     string // order of a key's usage rows (u), from last to first
	Requests     string // condition that selects one usage row per request
	Log          string // join of keys k and usage u
	// KeyUsage is the condition that joins usage rows u to the keys k of an account. It selects the rows of
	// month $2 with numbers below $6, and may use the other parameters of [Accounts.Usage].
	KeyUsage string
	// Days selects an account's usage per day. $1 is the month, $2 is the account's ID, and $3 is
	// the first day of the month in days since 1970.
	Days        string
	Differences []string // additional queries for Check
	// Sweep returns additional steps of every sweep.
	Sweep func(clock time.Time) []SweepStep
	// SweepMonths returns additional steps of a sweep that removes the months before keepFrom.
	SweepMonths func(keepFrom meter.Month) []SweepStep

	// Compare compares the database with records outside it and returns the differences, or nil.
	Compare func(ctx context.Context, tx Queries) (differences []string, err error)
}

// Common implements the methods of [service.Store] that are identical for both databases.
type Common struct {
	DB      Database
	Dialect Dialect
	Limiter *meter.Limiter // applies keys' rate limits within this process

	uptime func() time.Duration
	log    *slog.Logger
	pace   *Pace
	long   chan struct{} // contains one element per running long read
}

// NewCommon returns the common methods for a database and its dialect. If uptime is nil, the uptime
// is derived from the argument clock, which must be [time.Now].
func NewCommon(db Database, dialect Dialect, clock func() time.Time, uptime func() time.Duration, log *slog.Logger) Common {
	if uptime == nil {
		uptime = UptimeOf(clock)
	}
	return Common{
		DB: db, Dialect: dialect, Limiter: meter.NewLimiter(clock), uptime: uptime, log: log,
		pace: &Pace{}, long: make(chan struct{}, maxLongReads),
	}
}

func (c Common) run(ctx context.Context, steps ...Step) error {
	return c.DB.Change(ctx, func(ctx context.Context, tx Queries) error { return Exec(ctx, tx, steps...) })
}

// Each yields the rows of a query.
func Each[T any](ctx context.Context, q Queries, scan func(Row) (T, error), text string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for row, err := range q.Query(ctx, text, args...) {
			var value T
			if err == nil {
				value, err = scan(row)
			}
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}

// Collect reads all rows of a query.
func Collect[T any](ctx context.Context, q Queries, scan func(Row) (T, error), text string, args ...any) ([]T, error) {
	list := []T{}
	for row, err := range Each(ctx, q, scan, text, args...) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// ScanOne reads a row with one column.
func ScanOne[T any](row Row) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// Bytes is a target for [Row.Scan] that copies a column into an array, unless it is NULL.
type Bytes []byte

// Scan implements [sql.Scanner].
func (b Bytes) Scan(value any) error {
	column, ok := value.([]byte)
	if !ok && value != nil {
		return fmt.Errorf("a column has the type %T instead of bytes", value)
	}
	copy(b, column)
	return nil
}

// Nanos is a target for [Row.Scan] that reads a time stored as Unix nanoseconds; see [TimeOf].
type Nanos time.Time

// Scan implements [sql.Scanner].
func (n *Nanos) Scan(value any) error {
	ns, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a column has the type %T instead of a time type", value)
	}
	*n = Nanos(TimeOf(ns))
	return nil
}

// Step runs one statement of a transaction.
type Step func(ctx context.Context, tx Queries) (changed int64, err error)

// Do returns a step that runs a statement with arguments.
func Do(text string, args ...any) Step {
	return func(ctx context.Context, tx Queries) (int64, error) { return tx.Exec(ctx, text, args...) }
}

// Exec runs statements in order.
func Exec(ctx context.Context, tx Queries, steps ...Step) error {
	for _, step := range steps {
		if _, err := step(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// or replaces [sql.ErrNoRows] with the given error, and returns any other error unchanged.
func or(missing, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// limitOf returns a statement's LIMIT value. If limit is 0, the statement returns all rows.
func limitOf(limit int) int64 {
	if limit <= 0 {
		return 1 << 62
	}
	return int64(limit)
}

// TimeOf returns the UTC time for a number of Unix nanoseconds. TimeOf(0) is the zero time.
func TimeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}
