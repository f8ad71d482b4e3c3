package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

func createKey(t *testing.T, s *Store, id string) apikey.Hash {
	t.Helper()
	hash := apikey.Sum(id)
	err := s.CreateKeys(t.Context(), []service.NewKey{{
		ID: id, Plan: meter.Pro, Mode: apikey.Test, Secret: service.Secret{Hash: hash, Created: time.Now()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func computationOf(a service.Admission) *service.Computation {
	return &service.Computation{
		RequestID: service.NewRequestID(), Key: a.Key, Operation: operations.Compute.Name, Units: 1, Quota: a.Limits.PerMonth, Time: a.Time,
	}
}

// After the move to PostgreSQL, every process that uses the file fails, even if it admitted a
// request before the move. A failed move changes no data.
func TestAMovedDatabaseAcceptsNoRequests(t *testing.T) {
	t.Parallel()
	file := newFile(t)
	server, mover := file.open(t, time.Now), file.open(t, time.Now)
	defer server.Close() //nolint:errcheck // the store is used until the test ends
	defer mover.Close()  //nolint:errcheck // the store is used until the test ends
	hash := createKey(t, server, "key_a")
	admitted, err := server.Admit(t.Context(), hash, meter.Standard())
	if err != nil {
		t.Fatal(err)
	}
	failure := errors.New("the target is full")
	if err := mover.Move(t.Context(), "there", func(context.Context, []usagedb.Table) error { return failure }); !errors.Is(err, failure) {
		t.Fatalf("got %v", err)
	}
	recorded := computationOf(admitted)
	if _, err := server.Record(t.Context(), recorded); err != nil {
		t.Fatalf("after a failed move: %v", err)
	}
	// The computation was recorded, but the caller received an error. After the move, the usage log
	// contains this request once.
	retried := service.UsageRow{RequestID: recorded.RequestID, Key: admitted.Key, Status: 500, Code: service.InternalError, Time: admitted.Time}
	failed := retried
	failed.RequestID = "req_failed"
	for _, row := range []service.UsageRow{retried, failed} {
		if err := server.Log(t.Context(), row); err != nil {
			t.Fatal(err)
		}
	}
	for count := 0; count < 3; time.Sleep(time.Millisecond) { // the store writes these rows in the background
		count = 0
		for _, err := range server.Usage(t.Context(), service.UsageQuery{}) {
			if err != nil {
				t.Fatal(err)
			}
			count++
		}
	}
	rows := map[string]int{}
	err = mover.Move(t.Context(), "there", func(_ context.Context, tables []usagedb.Table) error {
		for _, table := range tables {
			for values, err := range table.Rows {
				if err != nil || len(values) != len(table.Columns) {
					t.Errorf("%s: %v, %v", table.Name, values, err)
				}
				rows[table.Name]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows["keys"] != 1 || rows["secrets"] != 1 || rows["counters"] != 1 || rows["usage"] != 2 || rows["state"] != 1 {
		t.Errorf("rows %v", rows)
	}
	for name, s := range map[string]*Store{"server": server, "mover": mover} {
		_, admit := s.Admit(t.Context(), hash, meter.Standard())
		_, settle := s.Record(t.Context(), computationOf(admitted))
		for verb, err := range map[string]error{"Admit": admit, "Record": settle, "Ping": s.Ping(t.Context())} {
			if !errors.Is(err, usagedb.ErrMoved) {
				t.Errorf("%s of the %s: %v", verb, name, err)
			}
		}
	}
	if _, err := server.Keys(t.Context()); err != nil {
		t.Errorf("looking is still allowed: %v", err)
	}
}

// A backup contains the database's state at a single point in time, and a server can use it. A backup never
// overwrites a file.
func TestBackupIsADatabase(t *testing.T) {
	t.Parallel()
	s := newFile(t).open(t, time.Now)
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	hash := createKey(t, s, "key_a")
	charge := func(s *Store) int64 {
		a, err := s.Admit(t.Context(), hash, meter.Standard())
		if err != nil {
			t.Fatal(err)
		}
		done, err := s.Record(t.Context(), computationOf(a))
		if err != nil {
			t.Fatal(err)
		}
		return done.Used
	}
	charge(s)
	copied := &file{filepath.Join(t.TempDir(), "copy.db")}
	if err := s.Backup(t.Context(), copied.path); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), copied.path); err == nil {
		t.Error("the backup was overwritten")
	}
	charge(s)
	restored := copied.open(t, time.Now)
	defer restored.Close() //nolint:errcheck // the store is used until the test ends
	if used := charge(restored); used != 2 {
		t.Errorf("%d units in the restored books, want 2", used)
	}
	found, err := restored.Check(t.Context())
	if err != nil || len(found.Differences) > 0 {
		t.Errorf("check: %v, %v", found, err)
	}
}
