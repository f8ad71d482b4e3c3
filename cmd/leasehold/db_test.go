package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// source returns a store without tables. An attempt to mark this store as moved returns the given
// error, if any.
func source(marking error) *store {
	return &store{move: func(ctx context.Context, _ string, take func(context.Context, []usagedb.Table) error) error {
		return errors.Join(take(ctx, nil), marking)
	}}
}

// target returns a store that accepts tables. When the store is filled, it returns the given error,
// if any.
func target(filling error) *store {
	return &store{fill: func(context.Context, []usagedb.Table, func(service.Checked) error) error {
		return filling
	}}
}

// After a failed move, the error names the database that remains in use.
func TestMoveNamesTheDatabaseInUse(t *testing.T) {
	t.Parallel()
	bad := errors.New("bad luck")
	d := database{file: filepath.Join(t.TempDir(), "source.db")}
	err := withOpen(t.Context(), d, openOptions{log: newLog(t.Output(), 0)}, func(ctx context.Context, s *service.Service, _ *store) error {
		for name, c := range map[string]struct {
			from, to *store
			want     string
		}{
			"moved":      {source(nil), target(nil), ""},
			"not filled": {source(nil), target(bad), "no data was moved: bad luck"},
			"not marked": {source(bad), target(nil), "the target is complete, but the source could not be marked as moved"},
		} {
			got := ""
			if err := move(ctx, s, c.from, c.to, "there"); err != nil {
				got = err.Error()
			}
			if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// An interrupted backup leaves no file with the backup's name.
func TestInterruptedBackupLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := "sqlite:" + filepath.Join(dir, "usage.db")
	command := func(ctx context.Context, args ...string) int {
		return run(ctx, append(args, "--db", db), strings.NewReader(""), io.Discard, io.Discard)
	}
	if code := command(t.Context(), "keys", "create", "--count", "5000"); code != exitOK {
		t.Fatal(code)
	}
	for n := range 12 {
		folder := filepath.Join(dir, strconv.Itoa(n))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n)*8*time.Millisecond)
		code := command(ctx, "db", "backup", filepath.Join(folder, "copy.db"))
		cancel()
		found, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		if whole := code == exitOK; whole && len(found) != 1 || !whole && len(found) > 0 {
			t.Errorf("after %d ms: exit status %d, %q", 8*n, code, found)
		}
	}
}
