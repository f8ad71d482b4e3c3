package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are prepared on the writing connection.
type statements struct {
	begin, commit, rollback           *sql.Stmt
	commitOver                        *sql.Stmt // commit, of the transaction after a failed one
	savepoint, release, undo          *sql.Stmt
	version, movedTo                  *sql.Stmt
	ownCounters, reviseKeys           *sql.Stmt
	claim, storedAnswer, deleteAnswer *sql.Stmt
	usage, refusal                    *sql.Stmt
	counter, setCounter               *sql.Stmt

	all []*sql.Stmt
}

func (st *statements) prepare(ctx context.Context, conn *sql.Conn) error {
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{
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
		{&st.claim, `INSERT INTO replays (key_ref, operation, idempotency_key, request_id, version, fingerprint,
			request, format, stored, units, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (key_ref, operation, idempotency_key) DO NOTHING`},
		{&st.storedAnswer, `SELECT ref, request_id, version, fingerprint, request, format, stored, expires_at FROM replays
			WHERE key_ref = ? AND operation = ? AND idempotency_key = ?`},
		{&st.deleteAnswer, `DELETE FROM replays WHERE ref = ?`},
		{&st.usage, `INSERT INTO usage (request_id, key_ref, operation, status, code, units, replay_of, month, at,
			duration_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&st.refusal, `INSERT INTO refusals (key_ref, minute, count) VALUES (?, ?, ?)
			ON CONFLICT (key_ref, minute) DO UPDATE SET count = count + excluded.count`},
		{&st.counter, selectCounter},
		{&st.setCounter, `INSERT INTO counters (key_ref, month, used) VALUES (?, ?, ?)
			ON CONFLICT (key_ref, month) DO UPDATE SET used = excluded.used`},
	} {
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

func (st *statements) close() {
	for _, stmt := range st.all {
		_ = stmt.Close() // nothing depends on it any more
	}
}

func exec(ctx context.Context, stmt *sql.Stmt, args ...any) error {
	_, err := stmt.ExecContext(ctx, args...)
	return err
}
