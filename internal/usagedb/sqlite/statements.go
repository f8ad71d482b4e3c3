package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

type statements struct {
	begin, commit, rollback   *sql.Stmt
	commitOver                *sql.Stmt // commits the transaction that follows a failed commit
	savepoint, release, undo  *sql.Stmt
	version, movedTo          *sql.Stmt
	ownCounters, reviseKeys   *sql.Stmt
	claim, first, deleteClaim *sql.Stmt
	refusal, counter          *sql.Stmt
	usage, setCounter         inserts

	all []*sql.Stmt
}

func (st *statements) prepare(ctx context.Context, conn *sql.Conn) error {
	type statement struct {
		stmt **sql.Stmt
		text string
	}
	list := []statement{
		{&st.begin, `BEGIN IMMEDIATE`},
		{&st.commit, `COMMIT`},
		{&st.commitOver, `COMMIT`},
		{&st.rollback, `ROLLBACK`},
		{&st.savepoint, `SAVEPOINT one`},
		{&st.release, `RELEASE one`},
		{&st.undo, `ROLLBACK TO one`},
		{&st.version, `PRAGMA data_version`},
		{&st.movedTo, `SELECT moved_to FROM state`},
		{&st.ownCounters, `UPDATE state SET counters_owner = ?`},
		{&st.reviseKeys, `UPDATE state SET keys_revision = keys_revision + 1`},
		{&st.claim, `INSERT INTO replays (key_ref, operation, name, request_id, request, response, version, units, created_at, expires_at,
			number, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (key_ref, operation, name) DO NOTHING`},
		{&st.first, `SELECT ref, request_id, request, response, version, number, head, expires_at FROM replays
			WHERE key_ref = ? AND operation = ? AND name = ?`},
		{&st.deleteClaim, `DELETE FROM replays WHERE ref = ?`},
		{&st.refusal, `INSERT INTO refusals (key_ref, minute, count) VALUES (?, ?, ?)
			ON CONFLICT (key_ref, minute) DO UPDATE SET count = count + excluded.count`},
		{&st.counter, selectCounter},
	}
	for i, n := range rowsAtOnce {
		list = append(list,
			statement{&st.usage[i], insertUsage + rowsOf(n, usageFields)},
			statement{&st.setCounter[i], `INSERT INTO counters (key_ref, month, used, logged, head) VALUES ` + rowsOf(n, counterFields) +
				` ON CONFLICT (key_ref, month) DO UPDATE SET used = excluded.used, logged = excluded.logged, head = excluded.head`})
	}
	for _, s := range list {
		stmt, err := conn.PrepareContext(ctx, s.text) //nolint:sqlclosecheck // close does
		if err != nil {
			st.close()
			return fmt.Errorf("prepare %s: %w", s.text, err)
		}
		*s.stmt = stmt
		st.all = append(st.all, stmt)
	}
	return nil
}

const insertUsage = `INSERT INTO usage (request_id, key_ref, mode, plan, operation, status, code, units, replay_of, month, at, duration_ns,
	number, hash) VALUES `

const (
	usageFields   = 14
	counterFields = 5
)

// rowsAtOnce lists, in descending order, the numbers of rows that prepared statements insert.
var rowsAtOnce = [...]int{64, 16, 4, 1}

// inserts contains prepared insert statements for one table, one for each element of rowsAtOnce.
type inserts [len(rowsAtOnce)]*sql.Stmt

// exec inserts rows with as few statements as possible. Each row has the given number of values.
func (in *inserts) exec(ctx context.Context, columns int, args []any) error {
	for i, n := range rowsAtOnce {
		for ; len(args) >= n*columns; args = args[n*columns:] {
			if err := exec(ctx, in[i], args[:n*columns]...); err != nil {
				return err
			}
		}
	}
	return nil
}

func rowsOf(n, columns int) string {
	row := "(?" + strings.Repeat(", ?", columns-1) + ")"
	return row + strings.Repeat(", "+row, n-1)
}

func (st *statements) close() {
	for _, stmt := range st.all {
		_ = stmt.Close() // an error has no effect on the stored data
	}
}

func exec(ctx context.Context, stmt *sql.Stmt, args ...any) error {
	_, err := stmt.ExecContext(ctx, args...)
	return err
}

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID ("Lshd") protects other programs' databases if the path is wrong.
const applicationID = 0x4c736864

// migrationTimeout is the maximum wait for another process, which may rewrite the whole usage log.
const migrationTimeout = 5 * time.Minute

// migrate applies the given migrations in one transaction. The write lock is taken first, so that the second of
// two simultaneous processes finds the new version. If mustExist is true, the schema is only checked, because a
// server may be using the database.
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
			_, _ = conn.ExecContext(ctx, "ROLLBACK") // err already contains the first error
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

// schemaVersion returns the schema version of the file. The error reports that the file belongs to another
// program, or that the file's version is newer than the latest version that this program knows.
func schemaVersion(ctx context.Context, conn *sql.Conn, latest int) (int, error) {
	var version, application, tables int
	err := conn.QueryRowContext(ctx, `SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_user_version, pragma_application_id`).Scan(&version, &application, &tables)
	if err != nil {
		return 0, fmt.Errorf("schema version: %w", err)
	}
	switch {
	case application != applicationID && tables > 0:
		return 0, fmt.Errorf("the file is another program's database")
	case version > latest:
		return 0, &usagedb.SchemaError{Have: version, Want: latest}
	}
	return version, nil
}
