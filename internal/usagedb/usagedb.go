// Package usagedb contains the common parts of the databases for keys, quotas, usage and accounts:
// statements that both run ([Common] and [Accounts]), tables that one database exports to another,
// hash chains, and errors about a schema.
//
// Package sqlite stores them in a file, package postgres on a server. Both admit and record
// requests with their own statements, and pass the same contract tests (dbtest). DESIGN.md next to
// this file lists the differences.
package usagedb

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"
)

// Table yields the rows of one table. Both databases use the same names for tables and columns.
type Table struct {
	Name    string
	Columns []string
	Rows    iter.Seq2[[]any, error] // values in the order of Columns: int64, string, []byte or nil
}

// Layout lists the tables. Rows of a table refer only to rows of earlier tables.
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
		// Sessions and links to a new password are not exported: users sign in again or request a
		// new link.
		{Name: "accounts", Columns: []string{
			"ref", "id", "email", "folded", "password", "plan", "operator", "created_at", "asked_plan", "asked_reason", "asked_at",
		}},
		{Name: "account_keys", Columns: []string{"key_ref", "account_ref"}},
		{Name: "audit", Columns: []string{"number", "at", "action", "actor", "subject", "detail", "address", "hash"}},
	}
}

// Migrations returns the migrations of a schema in the directory migrations. The number of a
// migration, from 1, is the schema version after the migration.
func Migrations(files fs.FS) (steps []string, err error) {
	names, err := fs.Glob(files, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(name, fmt.Sprintf("migrations/%04d_", i+1)) {
			return nil, fmt.Errorf("%s: migrations are numbered from 0001 without gaps", name)
		}
		steps = append(steps, string(text))
	}
	return steps, nil
}

// ErrNoSchema reports an empty database that the caller may not initialize.
var ErrNoSchema = errors.New("the database is empty")

// SchemaError reports a database with another schema version. If Have is less than Want, the caller
// may not migrate the schema, because a server of the earlier version may be using the database.
type SchemaError struct {
	Have, Want int // schema version of the database and of this program
}

// Error describes both versions.
func (e *SchemaError) Error() string {
	if e.Have > e.Want {
		return fmt.Sprintf("the database has schema %d of a later version; this program supports schemas up to %d", e.Have, e.Want)
	}
	return fmt.Sprintf("the database has schema %d; this program requires schema %d", e.Have, e.Want)
}

// CheckSchema returns nil if the database has the version want. Otherwise the error is
// [ErrNoSchema] or a [*SchemaError].
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

// ErrMoved reports a database that was moved to another database. Using both databases would bill
// requests twice.
var ErrMoved = errors.New("the database was moved")

// ErrNotEmpty reports a database that cannot import another database because it already has rows.
var ErrNotEmpty = errors.New("the database is not empty")
