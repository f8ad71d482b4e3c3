// Package usagedb is what the databases of keys, quotas and usage have in
// common: the tables that one hands to another, and the errors of a schema.
package usagedb

import (
	"errors"
	"fmt"
	"iter"
)

// Table is one table, row by row. Every store names its tables and columns
// alike.
type Table struct {
	Name    string
	Columns []string
	Rows    iter.Seq2[[]any, error] // values in the order of Columns: int64, string, []byte or nil
}

// Layout lists the tables in an order in which rows refer only to rows of
// tables before.
func Layout() []Table {
	return []Table{
		{Name: "state", Columns: []string{"kept_from"}},
		{Name: "keys", Columns: []string{"ref", "id", "name", "plan", "mode", "created_at", "revoked_at"}},
		{Name: "secrets", Columns: []string{"hash", "key_ref", "prefix", "last4", "created_at", "expires_at"}},
		{Name: "counters", Columns: []string{"key_ref", "month", "used"}},
		{Name: "usage", Columns: []string{
			"ref", "request_id", "key_ref", "operation", "status", "code", "units", "replay_of", "month", "at", "duration_ns",
		}},
		{Name: "refusals", Columns: []string{"key_ref", "minute", "count"}},
		{Name: "replays", Columns: []string{
			"ref", "key_ref", "operation", "idempotency_key", "request_id", "version", "fingerprint", "lease", "stored", "units",
			"created_at", "expires_at",
		}},
		// Sessions stay behind: people sign in again.
		{Name: "accounts", Columns: []string{"ref", "id", "email", "folded", "password", "plan", "operator", "created_at"}},
		{Name: "account_keys", Columns: []string{"key_ref", "account_ref"}},
	}
}

// Unprepared returns the error of a command that would have to create the
// schema, or to change one that a server may be using. Versions are numbers of
// migrations.
func Unprepared(have, want int) error {
	if have == 0 {
		return errors.New("it is empty; 'leasehold serve', 'leasehold keys create' or 'leasehold migrate' creates the tables")
	}
	return fmt.Errorf("its schema is %d, and this program's is %d: 'leasehold migrate' brings it up to date, after which an earlier program cannot start on it", have, want)
}

// ErrMoved is the error of a database that was moved to another one: whoever
// still used it would bill twice.
var ErrMoved = errors.New("this database was moved to another one")

// ErrNotEmpty is returned by a database that has rows of its own and takes no
// others.
var ErrNotEmpty = errors.New("the database is not empty")
