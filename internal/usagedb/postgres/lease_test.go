package postgres

import (
	"encoding/hex"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// After computations, replays and a rejected request, no table contains a lease, a response or an
// Idempotency-Key. Package service has the same test for SQLite.
func TestNoLeaseStaysInTheDatabase(t *testing.T) {
	t.Parallel()
	ctx, d := t.Context(), newDatabase(t)
	s := d.open(t, time.Now)
	core := service.New(service.Config{Store: s, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Version: "1.0.0; rules=1"})
	issued, err := core.CreateKeys(ctx, service.KeySpec{Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		t.Fatal(err)
	}
	send := func(op *operations.Operation, body string) error {
		answer, _, err := core.Do(ctx, service.Request{
			ID: service.NewRequestID(), Operation: op, Secret: issued[0].Secret, IdempotencyKey: []string{"key of Tower-4711"},
			Read: func() (service.Input, error) { return service.Input{Body: strings.NewReader(body)}, nil },
		})
		if err == nil {
			answer.Release()
		}
		return err
	}
	const body = `{"id":"Tower-4711","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":7654.32,"discountRateAnnual":0.06}`
	for _, op := range []*operations.Operation{operations.Compute, operations.Compute, operations.Schedule, operations.Classify} {
		if err := send(op, body); err != nil {
			t.Fatal(err)
		}
	}
	if send(operations.Schedule, strings.Replace(body, "12", "0", 1)) == nil {
		t.Error("a term of 0 months was accepted")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = d.open(t, time.Now)
	defer s.Close() //nolint:errcheck // the store is only read
	tables, err := usagedb.Collect(ctx, s.DB.Read(), usagedb.ScanOne[string], `SELECT tablename::text FROM pg_catalog.pg_tables WHERE schemaname = $1`, schema)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, table := range tables {
		texts, err := usagedb.Collect(ctx, s.DB.Read(), usagedb.ScanOne[string], `SELECT t::text FROM `+pgx.Identifier{schema, table}.Sanitize()+` t`)
		if err != nil {
			t.Fatal(err)
		}
		if table == "usage" || table == "replays" {
			rows += len(texts)
		}
		for _, row := range texts {
			for _, word := range []string{"Tower", "7654.32", "commencementDate", "initialLiability"} {
				if strings.Contains(row, word) || strings.Contains(row, hex.EncodeToString([]byte(word))) {
					t.Errorf("table %s contains %q: %s", table, word, row)
				}
			}
		}
	}
	if rows != 5+3 {
		t.Errorf("%d rows of usage and claims, want 8", rows)
	}
}
