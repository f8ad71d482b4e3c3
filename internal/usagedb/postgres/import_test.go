package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"iter"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

func agreed(found service.Checked) error {
	if len(found.Differences) > 0 {
		return errors.New(found.Differences[0])
	}
	return nil
}

// After the move to PostgreSQL, the database contains all rows of the SQLite file: keys, usage,
// counters, replays and accounts. New rows have higher numbers than the copied rows.
func TestImportCopiesAllData(t *testing.T) {
	t.Parallel()
	from, err := sqlite.Open(t.Context(), sqlite.Options{
		Path: filepath.Join(t.TempDir(), "old.db"), Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close() //nolint:errcheck // the store is used until the test ends
	to := newDatabase(t).open(t, nil)
	defer to.Close() //nolint:errcheck // the store is used until the test ends
	populate(t, from)
	move := func() error {
		return from.Move(t.Context(), "there", func(ctx context.Context, tables []usagedb.Table) error {
			return to.Import(ctx, tables, agreed)
		})
	}
	if err := move(); err != nil {
		t.Fatal(err)
	}
	keysBefore, keysAfter := must(from.Keys(t.Context())), must(to.Keys(t.Context()))
	if !reflect.DeepEqual(keysBefore, keysAfter) {
		t.Errorf("keys %+v\nwant %+v", keysAfter, keysBefore)
	}
	query := service.UsageQuery{}
	if before, after := all(from.Usage(t.Context(), query)), all(to.Usage(t.Context(), query)); len(before) == 0 || !slices.Equal(before, after) {
		t.Errorf("usage %+v\nwant %+v", after, before)
	}
	people := must(to.Accounts().List(t.Context()))
	if len(people) != 1 || !people[0].Operator || people[0].Email != "anna@example.org" {
		t.Errorf("accounts %+v", people)
	}
	a := must(to.Admit(t.Context(), apikey.Sum("key_a"), meter.Standard()))
	if a.Used != 2 {
		t.Errorf("%d used, want 2", a.Used)
	}
	done := must(to.Record(t.Context(), keyed(a, "kept")))
	if done.Outcome != service.Replay || done.First.Response != (service.Digest{5}) {
		t.Errorf("replay %+v", done)
	}
	if done = must(to.Record(t.Context(), keyed(a, "new"))); done.Outcome != service.Original || done.Used != 3 {
		t.Errorf("charge %+v", done)
	}
	if err := to.CreateKeys(t.Context(), []service.NewKey{newKey("key_b")}); err != nil {
		t.Errorf("a key behind the others: %v", err)
	}
	if found := must(to.Check(t.Context())); len(found.Differences) > 0 {
		t.Errorf("check: %v", found)
	}
	if err := move(); !errors.Is(err, usagedb.ErrMoved) {
		t.Errorf("moved twice: %v", err)
	}
}

// An import from an inconsistent database, or into a database that already contains rows, is rejected and
// changes nothing.
func TestImportIsAtomic(t *testing.T) {
	t.Parallel()
	to := newDatabase(t).open(t, nil)
	defer to.Close() //nolint:errcheck // the store is used until the test ends
	tables := usagedb.Layout()
	for i := range tables {
		rows := map[string][]any{
			"state": {int64(0), int64(0), int64(0), []byte{}, int64(0), []byte{}}, "keys": {int64(1), "key_a", "", "pro", "test", int64(1), nil},
			"counters": {int64(1), int64(202611), int64(5), int64(0), []byte{}}, // the counter has five units, and the usage log has no row
		}[tables[i].Name]
		tables[i].Rows = func(yield func([]any, error) bool) {
			if rows != nil {
				yield(rows, nil)
			}
		}
	}
	if err := to.Import(t.Context(), tables, agreed); err == nil {
		t.Error("books that do not agree were taken")
	}
	if keys := must(to.Keys(t.Context())); len(keys) > 0 {
		t.Errorf("%d keys stayed", len(keys))
	}
	if err := to.CreateKeys(t.Context(), []service.NewKey{newKey("key_b")}); err != nil {
		t.Fatal(err)
	}
	if err := to.Import(t.Context(), tables, agreed); !errors.Is(err, usagedb.ErrNotEmpty) {
		t.Errorf("on top of others: %v", err)
	}
}

func populate(t *testing.T, s *sqlite.Store) {
	t.Helper()
	if err := s.CreateKeys(t.Context(), []service.NewKey{newKey("key_a")}); err != nil {
		t.Fatal(err)
	}
	a := must(s.Admit(t.Context(), apikey.Sum("key_a"), meter.Standard()))
	must(s.Record(t.Context(), keyed(a, "kept")))
	must(s.Record(t.Context(), keyed(a, "kept")))
	must(s.Record(t.Context(), keyed(a, "another")))
	anna := account.Account{ID: "acc_1", Email: "anna@example.org", Plan: meter.Pro, Created: time.Now()}
	must(s.Accounts().Create(t.Context(), anna, "hash", true))
}

func newKey(id string) service.NewKey {
	return service.NewKey{ID: id, Plan: meter.Pro, Mode: apikey.Test, Secret: service.Secret{Hash: apikey.Sum(id), Created: time.Now()}}
}

func keyed(a service.Admission, key string) *service.Computation {
	return &service.Computation{
		RequestID: service.NewRequestID(), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time,
		Claim: &service.Claim{
			Name: sha256.Sum256([]byte(key)), Response: service.Digest{5}, Expires: a.Time.Add(time.Hour),
		},
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func all(rows iter.Seq2[service.UsageRow, error]) (list []service.UsageRow) {
	for row, err := range rows {
		list = append(list, must(row, err))
	}
	return list
}
