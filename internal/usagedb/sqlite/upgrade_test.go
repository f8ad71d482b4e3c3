package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// earlier writes a database of an earlier schema, with rows.
func earlier(t *testing.T, schema int, rows string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range list[:schema] {
		if _, err := db.ExecContext(t.Context(), step.text); err != nil {
			t.Fatal(err)
		}
	}
	_, err = db.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA application_id = 0x4c736864; PRAGMA user_version = %d; %s`, schema, rows))
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// A database that an earlier version wrote is brought up to date with every row,
// and can do from then on what it could not before. Commands that only use it
// leave it alone.
func TestEarlierSchemasAreBroughtUpToDate(t *testing.T) {
	t.Parallel()
	path := earlier(t, 2, `INSERT INTO keys VALUES (1, 'key_a', 'name', 'pro', 'test', 1, NULL);
		INSERT INTO counters VALUES (1, 202611, 2);
		INSERT INTO usage VALUES (3, 'req_a', 1, 'compute', 200, '', 1, NULL, 202611, 1, 2),
			(7, 'req_b', 1, 'compute', 200, '', 1, NULL, 202611, 3, 4),
			(9, 'req_c', 1, 'classify', 400, 'invalid_request', 0, NULL, 202611, 5, 6)`)
	commands := options(path)
	commands.MustExist = true
	_, err := Open(t.Context(), commands)
	if old, ok := errors.AsType[*usagedb.OldSchemaError](err); !ok || old.Have != 2 || old.Want <= 2 {
		t.Errorf("a command that only uses a database: %v", err)
	}
	s, err := Open(t.Context(), options(path))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test's end
	if err := s.Refund(t.Context(), "req_a"); err != nil {
		t.Error(err)
	}
	var log []string
	for row, err := range s.Usage(t.Context(), service.UsageQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, fmt.Sprint(row.RequestID, row.Status, row.Units, int64(row.Duration)))
	}
	if want := []string{"req_a500 -1 0", "req_c400 0 6", "req_b200 1 4", "req_a200 1 2"}; !slices.Equal(log, want) {
		t.Errorf("log %q, want %q", log, want)
	}
	if found, err := s.Check(t.Context(), func([]byte) error { return nil }); err != nil || len(found.Differences) > 0 {
		t.Errorf("check: %q, %v", found.Differences, err)
	}
}

// Answers that were stored with the format's name before the lease are replayed
// after the upgrade, each for its own format only.
func TestEarlierAnswersAreReplayed(t *testing.T) {
	t.Parallel()
	const sum = `x'0101010101010101010101010101010101010101010101010101010101010101'`
	path := earlier(t, 3, `INSERT INTO keys VALUES (1, 'key_a', 'name', 'pro', 'test', 1, NULL);
		INSERT INTO counters VALUES (1, 202611, 2);
		INSERT INTO usage VALUES (1, 'req_json', 1, 'compute', 200, '', 1, NULL, 202611, 1, 2),
			(2, 'req_xlsx', 1, 'compute', 200, '', 1, NULL, 202611, 3, 4);
		INSERT INTO replays VALUES (1, 1, 'compute', 'json', 'req_json', 1, `+sum+`, CAST('{"termMonths":12}' AS BLOB), x'00', 1, 1, 4000000000000000000),
			(2, 1, 'compute', 'xlsx', 'req_xlsx', 1, `+sum+`, CAST('xlsx' || char(10) || '{"termMonths":12}' AS BLOB), x'01', 1, 1, 4000000000000000000)`)
	s, err := Open(t.Context(), options(path))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test's end
	fingerprint := service.Fingerprint{Version: 1}
	for i := range fingerprint.Sum {
		fingerprint.Sum[i] = 1
	}
	for _, format := range []string{"json", "xlsx"} {
		recorded, err := s.Record(t.Context(), &service.Computation{
			RequestID: "req_new", Key: service.Key{Ref: 1}, Operation: "compute", Units: 1, Quota: 10, Time: time.Unix(5, 0),
			Claim: &service.Claim{IdempotencyKey: format, Fingerprint: fingerprint, Request: []byte("{}"), Format: format, Stored: []byte("x"), Expires: time.Unix(6, 0)},
		})
		if err != nil || recorded.Outcome != service.Replay {
			t.Fatalf("%s: %+v, %v", format, recorded, err)
		}
		if first := recorded.First; first.RequestID != "req_"+format || first.Format != format || string(first.Request) != `{"termMonths":12}` {
			t.Errorf("%s: stored as %+v", format, first)
		}
	}
	if found, err := s.Check(t.Context(), func([]byte) error { return nil }); err != nil || len(found.Differences) > 0 {
		t.Errorf("check: %q, %v", found.Differences, err)
	}
}
