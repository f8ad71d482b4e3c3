package postgres

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// earlier brings a new database to an earlier schema and adds rows.
func earlier(t *testing.T, version int, rows string) *database {
	t.Helper()
	d := newDatabase(t)
	pool, err := connect(t.Context(), d.url())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	steps, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	err = pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := apply(t.Context(), tx, steps[:version], 0); err != nil {
			return err
		}
		return execScript(t.Context(), tx, rows)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Answers that were stored with the format's name before the lease are replayed
// after the upgrade, each for its own format only; every row stays, and refunds
// that were made are counted.
func TestEarlierAnswersAreReplayed(t *testing.T) {
	t.Parallel()
	const sum = `'\x0101010101010101010101010101010101010101010101010101010101010101'`
	d := earlier(t, 2, `INSERT INTO keys OVERRIDING SYSTEM VALUE VALUES (1, 'key_a', 'name', 'pro', 'test', 1, NULL);
		INSERT INTO counters VALUES (1, 202611, 2);
		INSERT INTO usage (request_id, key_ref, operation, status, code, units, month, at, duration_ns) VALUES
			('req_json', 1, 'compute', 200, '', 1, 202611, 1, 2), ('req_xlsx', 1, 'compute', 200, '', 1, 202611, 3, 4),
			('req_back', 1, 'compute', 200, '', 1, 202611, 3, 4), ('req_back', 1, 'compute', 500, 'internal_error', -1, 202611, 5, 6);
		INSERT INTO replays (key_ref, operation, idempotency_key, request_id, version, fingerprint, lease, stored, units, created_at, expires_at)
			VALUES (1, 'compute', 'json', 'req_json', 1, `+sum+`, convert_to('{"termMonths":12}', 'UTF8'), '\x00', 1, 1, 4000000000000000000),
				(1, 'compute', 'xlsx', 'req_xlsx', 1, `+sum+`, convert_to('xlsx' || chr(10) || '{"termMonths":12}', 'UTF8'), '\x01', 1, 1, 4000000000000000000)`)
	s := d.open(t, nil)
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
	if found, err := s.Check(t.Context(), readable); err != nil || len(found.Differences) > 0 {
		t.Errorf("check: %q, %v", found.Differences, err)
	}
	rows := 0
	for _, err := range s.Usage(t.Context(), service.UsageQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		rows++
	}
	if rows != 4 {
		t.Errorf("%d usage rows, want 4", rows)
	}
}
