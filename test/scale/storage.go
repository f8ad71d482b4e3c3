package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// storageKeys is the number of keys that the computations use in turn.
const storageKeys = 100

// storage prints how much storage n computations of different 60-month leases use, without and with
// Idempotency-Keys, on both databases.
func storage(ctx context.Context, n int, w io.Writer) error {
	cluster, err := pgtest.New(ctx, "autovacuum=off")
	if err != nil {
		return err
	}
	defer cluster.Close()
	dir, err := os.MkdirTemp("", "leasehold-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	fmt.Fprintf(w, "storage of %d different computations of a 60-month lease, bytes per request\n", n)
	for _, keyed := range []bool{false, true} {
		what := "without Idempotency-Key"
		if keyed {
			what = "with one"
		}
		sizes, err := onPostgres(ctx, cluster, n, keyed)
		if err != nil {
			return fmt.Errorf("postgres: %w", err)
		}
		fmt.Fprintf(w, "%s\n  PostgreSQL: log %d, usage %d, replays %d, counters %d\n", what, sizes[0]/n, sizes[1]/n, sizes[2]/n, sizes[3]/n)
		file, err := onSQLite(ctx, filepath.Join(dir, fmt.Sprintf("%t.db", keyed)), n, keyed)
		if err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		fmt.Fprintf(w, "  SQLite: file %d\n", file/n)
	}
	return nil
}

// onPostgres returns the number of bytes in the database's write-ahead log, and in the usage,
// replays and counters tables with their indexes.
func onPostgres(ctx context.Context, cluster *pgtest.Server, n int, keyed bool) (sizes [4]int, err error) {
	name, err := cluster.NewDatabase(ctx)
	if err != nil {
		return sizes, err
	}
	address := cluster.URL(name)
	if err := fill(ctx, address, storageKeys); err != nil {
		return sizes, err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return sizes, err
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing was written
	if _, err := conn.Exec(ctx, "CHECKPOINT"); err != nil {
		return sizes, err
	}
	var begin string
	if err := conn.QueryRow(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&begin); err != nil {
		return sizes, err
	}
	store, err := open(ctx, address)
	if err != nil {
		return sizes, err
	}
	if err := errors.Join(compute(ctx, store, n, keyed), store.Close()); err != nil {
		return sizes, err
	}
	err = conn.QueryRow(ctx, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::bigint,
		pg_total_relation_size('leasehold.usage'), pg_total_relation_size('leasehold.replays'), pg_total_relation_size('leasehold.counters')`,
		begin).Scan(&sizes[0], &sizes[1], &sizes[2], &sizes[3])
	return sizes, err
}

// onSQLite returns how many bytes the database file grows by.
func onSQLite(ctx context.Context, path string, n int, keyed bool) (int, error) {
	store, err := sqlite.Open(ctx, sqlite.Options{Path: path, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return 0, err
	}
	created := make([]service.NewKey, storageKeys)
	for i := range created {
		created[i] = service.NewKey{
			ID: fmt.Sprintf("key_%d", i+1), Plan: meter.Pro, Mode: apikey.Test,
			Secret: service.Secret{Hash: apikey.Sum(secretOf(i + 1)), Created: time.Now()},
		}
	}
	if err := errors.Join(store.CreateKeys(ctx, created), store.Close()); err != nil {
		return 0, err
	}
	before, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	store, err = sqlite.Open(ctx, sqlite.Options{Path: path, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return 0, err
	}
	if err := errors.Join(compute(ctx, store, n, keyed), store.Close()); err != nil { // Close copies the write-ahead log into the file
		return 0, err
	}
	after, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return int(after.Size() - before.Size()), nil
}

// compute records n computations of different leases.
func compute(ctx context.Context, store service.Store, n int, keyed bool) error {
	s := service.New(service.Config{Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Plans: plans})
	for i := range n {
		body := fmt.Sprintf(`{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":%d.%02d,"discountRateAnnual":0.06}`, 10_000+i, i%100)
		r := service.Request{
			ID: service.NewRequestID(), Operation: operations.Compute, Secret: secretOf(i%storageKeys + 1), BodyOnly: true,
			Read: func() (service.Input, error) { return service.Input{Body: strings.NewReader(body)}, nil },
		}
		if keyed {
			r.IdempotencyKey = []string{fmt.Sprintf("close-2026-11-lease-%d", i)}
		}
		answer, _, err := s.Do(ctx, r)
		if err != nil {
			return err
		}
		answer.Release()
	}
	return nil
}
