package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema is the PostgreSQL schema of all tables and functions. Other programs can use other schemas
// of the same database.
const schema = "leasehold"

// migrationLock is the advisory lock that lets only the first of several replicas migrate.
const migrationLock = 0x4c736864 // "Lshd"

// Migrate updates the schema of the database at the given address to this program's version. It returns the
// versions before and after.
func Migrate(ctx context.Context, address string) (from, to int, err error) {
	pool, err := connect(ctx, address)
	if err != nil {
		return 0, 0, fmt.Errorf("database %s: %w", Redact(address), err)
	}
	defer pool.Close()
	steps, err := usagedb.Migrations(migrationFiles)
	if err == nil {
		from, to, err = migrate(ctx, pool, steps, false)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("database %s: %w", Redact(address), err)
	}
	return from, to, nil
}

// migrate applies all missing migrations in one transaction. If no migration is missing, the function only
// reads, so that a server's database role needs no permission to change the schema. If mustExist is true,
// the schema is only checked, because servers may be using it.
func migrate(ctx context.Context, pool *pgxpool.Pool, steps []string, mustExist bool) (from, to int, err error) {
	from, err = schemaVersion(ctx, pool, len(steps))
	if err != nil || from == len(steps) {
		return from, from, err
	}
	if mustExist {
		return from, from, usagedb.CheckSchema(from, len(steps))
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// A nonzero lock_timeout would end the wait for a long migration with an error.
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = 0`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
			return err
		}
		if from, err = schemaVersion(ctx, tx, len(steps)); err != nil || from == len(steps) {
			return err
		}
		return apply(ctx, tx, steps, from)
	})
	if err != nil {
		return 0, 0, fmt.Errorf("migrate: %w", err)
	}
	return from, len(steps), nil
}

func apply(ctx context.Context, tx pgx.Tx, steps []string, from int) error {
	if from == 0 {
		create := `CREATE SCHEMA IF NOT EXISTS ` + schema + `; CREATE TABLE schema_version (version integer NOT NULL);
			INSERT INTO schema_version VALUES (0)`
		if err := execScript(ctx, tx, create); err != nil {
			return err
		}
	}
	for i := from; i < len(steps); i++ {
		if err := execScript(ctx, tx, steps[i]); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	_, err := tx.Exec(ctx, `UPDATE schema_version SET version = $1`, len(steps))
	return err
}

func execScript(ctx context.Context, tx pgx.Tx, text string) error {
	_, err := tx.Conn().PgConn().Exec(ctx, text).ReadAll()
	return err
}

// schemaVersion returns the schema version, or 0 if there are no tables. A version above latest is an error.
func schemaVersion(ctx context.Context, q querier, latest int) (int, error) {
	var exists bool
	// The catalog is queried directly, because to_regclass may return a result that predates the wait for the lock.
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'schema_version')`,
		schema).Scan(&exists)
	if err != nil {
		return 0, err
	}
	if !exists {
		return 0, nil
	}
	var version int
	err = q.QueryRow(ctx, `SELECT version FROM schema_version`).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errors.New("the schema_version table is empty: the database is damaged")
	}
	if err != nil {
		return 0, err
	}
	if version > latest {
		return 0, &usagedb.SchemaError{Have: version, Want: latest}
	}
	return version, nil
}
