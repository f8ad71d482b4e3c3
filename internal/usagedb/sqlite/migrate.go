package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID ("Lshd") identifies Leasehold's files, so that a wrong path does not change another
// program's database.
const applicationID = 0x4c736864

// migrationTimeout is the maximum wait for a migration by another process. Some migrations rewrite
// the whole usage log.
const migrationTimeout = 5 * time.Minute

// migrate applies the migrations in list in one transaction. The write lock is taken first, so that
// the second of two simultaneous processes finds the new version. If mustExist is true, the schema
// is only checked, because a server may be using the database.
func migrate(ctx context.Context, conn *sql.Conn, list []string, mustExist bool) (err error) {
	version, err := schemaVersion(ctx, conn, len(list))
	if err != nil || version == len(list) {
		return err
	}
	if mustExist {
		return usagedb.CheckSchema(version, len(list))
	}
	begin := fmt.Sprintf("PRAGMA busy_timeout = %d; BEGIN IMMEDIATE; PRAGMA %s", migrationTimeout.Milliseconds(), busyTimeout)
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() {
		if err != nil {
			_, _ = conn.ExecContext(ctx, "ROLLBACK") // err is the first error
		}
	}()
	if version, err = schemaVersion(ctx, conn, len(list)); err != nil {
		return err
	}
	for i, step := range list[version:] {
		if _, err := conn.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migration %d: %w", version+i+1, err)
		}
	}
	stamp := fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(list), applicationID)
	if _, err := conn.ExecContext(ctx, stamp); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// schemaVersion returns the schema version of the file. The error reports a file of another
// program, or a version above latest.
func schemaVersion(ctx context.Context, conn *sql.Conn, latest int) (int, error) {
	var version, application, tables int
	err := conn.QueryRowContext(ctx, `SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_user_version, pragma_application_id`).Scan(&version, &application, &tables)
	if err != nil {
		return 0, fmt.Errorf("schema version: %w", err)
	}
	switch {
	case application != applicationID && tables > 0:
		return 0, fmt.Errorf("the file is a database of another program")
	case version > latest:
		return 0, &usagedb.SchemaError{Have: version, Want: latest}
	}
	return version, nil
}
