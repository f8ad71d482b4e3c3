// Package usagedb contains the code shared by the two databases for keys, quotas, usage and accounts. The shared code
// covers statements ([Common] and [Accounts]), tables that one database exports to another, hash chains, and errors
// about a schema.
//
// Package sqlite uses a file, and package postgres uses a server. Both packages admit requests and record usage with
// their own statements, and pass the same contract tests (dbtest). DESIGN.md next to this file lists the differences.
package usagedb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Table yields the rows of one table. SQLite and PostgreSQL use the same names for tables and columns.
type Table struct {
	Name    string
	Columns []string
	Rows    iter.Seq2[[]any, error] // values in the order of Columns: int64, string, []byte or nil
}

// Layout lists the tables. A table's rows refer only to rows of earlier tables.
func Layout() []Table {
	return []Table{
		{Name: "state", Columns: []string{"kept_from", "swept_at", "audit_rows", "audit_head", "audit_removed", "audit_before"}},
		{Name: "keys", Columns: []string{"ref", "id", "name", "plan", "mode", "created_at", "revoked_at"}},
		{Name: "secrets", Columns: []string{"hash", "key_ref", "prefix", "last4", "created_at", "expires_at"}},
		{Name: "usage", Columns: []string{
			"ref", "request_id", "key_ref", "mode", "plan", "operation", "status", "code", "units", "replay_of", "month", "at", "duration_ns", "number", "hash",
		}},
		{Name: "counters", Columns: []string{"key_ref", "month", "used", "logged", "head"}},
		{Name: "refusals", Columns: []string{"key_ref", "minute", "count"}},
		{Name: "replays", Columns: []string{
			"ref", "key_ref", "operation", "name", "request_id", "request", "response", "version", "units", "created_at", "expires_at",
		}},
		// Sessions and password reset links are not exported: users sign in or request a link again.
		{Name: "accounts", Columns: []string{
			"ref", "id", "email", "folded", "password", "plan", "operator", "created_at", "asked_plan", "asked_reason", "asked_at",
		}},
		{Name: "account_keys", Columns: []string{"key_ref", "account_ref"}},
		{Name: "audit", Columns: []string{"number", "at", "action", "actor", "subject", "detail", "address", "hash"}},
	}
}

// Migrations returns the migrations of a schema in the migrations directory. A migration's number, counted from
// 1, is the schema version after it.
func Migrations(files fs.FS) (steps []string, err error) {
	names, err := fs.Glob(files, "migrations/*.sql") // Glob returns sorted names
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(name, fmt.Sprintf("migrations/%04d_", i+1)) {
			return nil, fmt.Errorf("%s: migrations must be numbered from 0001 without gaps", name)
		}
		steps = append(steps, string(text))
	}
	return steps, nil
}

// ErrNoSchema reports an empty database that the caller may not initialize.
var ErrNoSchema = errors.New("the database is empty")

// SchemaError reports a database with another schema version. If Have is less than Want, the caller
// must not migrate the schema, because a server of the earlier version may be using the database.
type SchemaError struct {
	Have, Want int // schema versions of the database and of this program
}

// Error describes both versions.
func (e *SchemaError) Error() string {
	if e.Have > e.Want {
		return fmt.Sprintf("the database has schema %d, from a later version; this program supports schemas up to %d", e.Have, e.Want)
	}
	return fmt.Sprintf("the database has schema %d; this program requires schema %d", e.Have, e.Want)
}

// CheckSchema returns [ErrNoSchema] or a [*SchemaError] unless have == want.
func CheckSchema(have, want int) error {
	switch have {
	case 0:
		return ErrNoSchema
	case want:
		return nil
	default:
		return &SchemaError{have, want}
	}
}

// ErrMoved reports a database that was moved. Using both databases would bill requests twice.
var ErrMoved = errors.New("the database was moved")

// ErrNotEmpty reports a database that cannot import another database because it already has rows.
var ErrNotEmpty = errors.New("the database is not empty")

// UsageColumns lists the columns of a usage row, aliased as u, and of its key, aliased as k. [ScanUsage] reads
// these columns.
const UsageColumns = `u.request_id, k.ref, k.id, k.name, u.plan, u.mode, u.operation, u.status, u.code, u.units, coalesce(u.replay_of, ''), u.at,
	u.duration_ns, u.ref`

// Usage implements [service.Store].
func (c Common) Usage(ctx context.Context, q service.UsageQuery) iter.Seq2[service.UsageRow, error] {
	scan := func(row Row) (service.UsageRow, error) { return ScanUsage(row, new(int64)) }
	return Each(ctx, c.DB.Read(), scan, `SELECT `+UsageColumns+` FROM usage u JOIN keys k ON k.ref = u.key_ref
		WHERE ($1 = '' OR u.key_ref = (SELECT ref FROM keys WHERE id = $1)) AND ($2 = 0 OR u.month = $2)
		ORDER BY u.ref DESC LIMIT $3`, q.KeyID, int64(q.Month), limitOf(q.Limit))
}

// ScanUsage reads UsageColumns, and then further columns into the targets in the argument more. The row number
// in the usage table is stored in *ref.
func ScanUsage(row Row, ref *int64, more ...any) (r service.UsageRow, err error) {
	places := append([]any{&r.RequestID}, keyFields(&r.Key)...)
	places = append(places, &r.Operation, &r.Status, &r.Code, &r.Units, &r.ReplayOf, (*Nanos)(&r.Time), (*int64)(&r.Duration), ref)
	err = row.Scan(append(places, more...)...)
	return r, err
}

// ChainedColumns lists UsageColumns, followed by the row's position in its chain. [ScanChained] reads these columns.
const ChainedColumns = UsageColumns + `, u.month, u.number, u.hash`

// ScanChained reads ChainedColumns. *ref receives the row's number in the usage table, and r.Number receives
// the row's position in its chain.
func ScanChained(row Row, ref *int64) (r ChainedRow, err error) {
	r.UsageRow, err = ScanUsage(row, ref, &r.Month, &r.Number, Bytes(r.Hash[:]))
	return r, err
}

// Claimed implements [service.Store].
func (c Common) Claimed(ctx context.Context, key service.Key, operation string, claim service.Digest, at time.Time) (claimed bool, err error) {
	err = c.DB.Read().QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM replays
		WHERE key_ref = $1 AND operation = $2 AND name = $3 AND expires_at > $4)`,
		key.Ref, operation, claim[:], at.UnixNano()).Scan(&claimed)
	return claimed, err
}

// Totals implements [service.Store]. A refund does not count as a request.
func (c Common) Totals(ctx context.Context, q service.UsageQuery) ([]service.Total, error) {
	from, to := q.Month.Start().Unix()/60, q.Month.End().Unix()/60
	totals, err := Collect(ctx, c.DB.Read(), func(row Row) (t service.Total, err error) {
		t.Month = q.Month
		err = row.Scan(append(keyFields(&t.Key), &t.Units, &t.Requests, &t.Replays, &t.Failed, &t.Refused, Bytes(t.Head[:]))...)
		return t, err
	}, `WITH
		logged AS (SELECT key_ref, count(*) FILTER (WHERE units >= 0) AS requests, count(replay_of) AS replays,
			count(*) FILTER (WHERE code <> '') AS failed FROM usage WHERE month = $1 GROUP BY key_ref),
		refused AS (SELECT key_ref, CAST(sum(count) AS bigint) AS count FROM refusals WHERE minute >= $2 AND minute < $3 GROUP BY key_ref)
		SELECT `+KeyColumns+`, coalesce(c.used, 0), coalesce(l.requests, 0), coalesce(l.replays, 0),
			coalesce(l.failed, 0), coalesce(r.count, 0), c.head
		FROM keys k
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = $1
		LEFT JOIN logged l ON l.key_ref = k.ref
		LEFT JOIN refused r ON r.key_ref = k.ref
		WHERE ($4 = '' OR k.id = $4) AND (c.used IS NOT NULL OR l.requests IS NOT NULL OR r.count IS NOT NULL)
		ORDER BY k.ref`, int64(q.Month), from, to, q.KeyID)
	if err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	return totals, nil
}
