package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
)

// All kinds of databases reject an invalid identifier with the same message, before a query is sent
// to the database.
func TestArgumentsThatAreNoTextAreUnknown(t *testing.T) {
	t.Parallel()
	cluster, err := pgtest.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	name, err := cluster.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	databases := []string{"sqlite:" + filepath.Join(t.TempDir(), "usage.db"), cluster.URL(name)}
	command := func(database string, args ...string) (code int, said string) {
		var out, errs bytes.Buffer
		code = run(t.Context(), append(args, "--db", database), strings.NewReader("gnu-tulip-oboe\n"), &out, &errs)
		return code, errs.String()
	}
	for _, database := range databases {
		if code, said := command(database, "keys", "create"); code != exitOK {
			t.Fatal(said)
		}
	}
	for _, odd := range []string{"\xff", "key_\xc3", "a\x00b", "\xff@example.org"} {
		for _, args := range [][]string{
			{"keys", "revoke", odd},
			{"keys", "rotate", odd},
			{"keys", "set-plan", odd, "pro"},
			{"keys", "create", "--name", odd + "\xff"},
			{"usage", "--key", odd},
			{"usage", "refund", odd},
			{"accounts", "create", odd},
			{"accounts", "delete", odd},
			{"accounts", "reset-password", odd},
			{"accounts", "set-operator", odd},
		} {
			var said [2]string
			for i, database := range databases {
				var code int
				if code, said[i] = command(database, args...); code == exitOK || strings.Contains(said[i], "SQLSTATE") {
					t.Errorf("%q in %s: status %d, %s", args, database, code, said[i])
				}
			}
			if said[0] != said[1] {
				t.Errorf("%q: %s and %s", args, said[0], said[1])
			}
		}
	}
}
