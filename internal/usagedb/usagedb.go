// Package usagedb is what the databases of keys, quotas and usage have in
// common: the tables that one hands to another, and the errors about a schema.
//
// There are two of them, in a file (sqlite) and on a server (postgres). Both
// pass the same contract suites (dbtest). DESIGN.md next to this file lists where
// they differ.
package usagedb

import (
	"errors"
	"fmt"
	"iter"
)

// Table is one table, row by row. Both databases give their tables and columns
// the same names.
type Table struct {
	Name    string
	Columns []string
	Rows    iter.Seq2[[]any, error] // values in the order of Columns: int64, string, []byte or nil
}

// Layout lists the tables in an order in which rows refer only to rows of
// earlier tables.
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
		// Sessions and links to a new password stay behind: people sign in, or ask, again.
		{Name: "accounts", Columns: []string{
			"ref", "id", "email", "folded", "password", "plan", "operator", "created_at", "asked_plan", "asked_reason", "asked_at",
		}},
		{Name: "account_keys", Columns: []string{"key_ref", "account_ref"}},
		{Name: "audit", Columns: []string{"number", "at", "action", "actor", "subject", "detail", "address", "hash"}},
	}
}

// ErrNoSchema is returned for a database without tables, where none may be
// created.
var ErrNoSchema = errors.New("the database is empty")

// OldSchemaError is returned for a database of an earlier version, where its
// schema may not be changed: a server of that version may be using it.
type OldSchemaError struct {
	Have, Want int // numbers of migrations
}

// Error names both versions.
func (e *OldSchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, and this program needs schema %d", e.Have, e.Want)
}

// NewSchemaError is returned for a database of a later version.
type NewSchemaError struct {
	Have, Want int // numbers of migrations
}

// Error names both versions.
func (e *NewSchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, written by a later version; this program knows schemas up to %d", e.Have, e.Want)
}

// CheckSchema returns what is wrong with a database of schema have for a program
// that needs want and may not change it: nil, [ErrNoSchema] or an
// [*OldSchemaError].
func CheckSchema(have, want int) error {
	switch {
	case have == 0:
		return ErrNoSchema
	case have < want:
		return &OldSchemaError{have, want}
	default:
		return nil
	}
}

// ErrMoved is returned by a database that was moved to another one: whoever
// still used it would bill twice.
var ErrMoved = errors.New("the database was moved")

// ErrNotEmpty is returned by a database that already has rows and therefore
// takes none from another.
var ErrNotEmpty = errors.New("the database is not empty")
