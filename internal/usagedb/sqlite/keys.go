package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// changeKeys runs body in a separate transaction and clears all caches of keys. It also writes the
// audit entries of the context.
func (s *Store) changeKeys(asked context.Context, body func(ctx context.Context, tx *sql.Conn) error) error {
	return s.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		if err := body(ctx, tx); err != nil {
			return err
		}
		if err := insertAudit(ctx, tx, service.AuditOf(asked)); err != nil {
			return err
		}
		return exec(ctx, s.writer.st.reviseKeys)
	}})
}

// CreateKeys implements [service.Keys].
func (s *Store) CreateKeys(asked context.Context, keys []service.NewKey) error {
	return s.changeKeys(asked, func(ctx context.Context, tx *sql.Conn) error {
		for i := range keys {
			if _, err := insertKey(ctx, tx, &keys[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func insertKey(ctx context.Context, tx *sql.Conn, k *service.NewKey) (ref int64, err error) {
	result, err := tx.ExecContext(ctx, `INSERT INTO keys (id, name, plan, mode, created_at) VALUES (?, ?, ?, ?, ?)`,
		k.ID, k.Name, string(k.Plan), string(k.Mode), k.Secret.Created.UnixNano())
	if err != nil {
		return 0, err
	}
	if ref, err = result.LastInsertId(); err != nil {
		return 0, err
	}
	return ref, insertSecret(ctx, tx, ref, k.Secret)
}

func insertSecret(ctx context.Context, tx *sql.Conn, ref int64, secret service.Secret) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO secrets (hash, key_ref, prefix, last4, created_at) VALUES (?, ?, ?, ?, ?)`,
		secret.Hash[:], ref, secret.Prefix, secret.Last4, secret.Created.UnixNano())
	return err
}

// selectKeys reads keys with the display form of their current secret.
const selectKeys = `SELECT ` + keyColumns + `, s.prefix, s.last4, k.created_at, coalesce(k.revoked_at, 0)
	FROM keys k JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL`

// scanKey reads the columns of selectKeys and additional columns.
func scanKey(row scanner, more ...any) (k service.Key, err error) {
	var created, revoked int64
	places := append(keyFields(&k), &k.Prefix, &k.Last4, &created, &revoked)
	err = row.Scan(append(places, more...)...)
	k.Created, k.Revoked = timeOf(created), timeOf(revoked)
	return k, err
}

// Keys implements [service.Keys].
func (s *Store) Keys(ctx context.Context) ([]service.Key, error) {
	keys, err := collect(ctx, s.reading, func(row scanner) (service.Key, error) { return scanKey(row) }, selectKeys+` ORDER BY k.ref`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return keys, nil
}

// changeKey runs body on an active key and returns the key as it is afterwards.
func (s *Store) changeKey(asked context.Context, id string, body func(ctx context.Context, tx *sql.Conn, ref int64) error) (key service.Key, err error) {
	err = s.changeKeys(asked, func(ctx context.Context, tx *sql.Conn) error {
		var ref int64
		err := tx.QueryRowContext(ctx, `SELECT ref FROM keys WHERE id = ? AND revoked_at IS NULL`, id).Scan(&ref)
		if errors.Is(err, sql.ErrNoRows) {
			return service.ErrNoKey
		}
		if err != nil {
			return err
		}
		if err := body(ctx, tx, ref); err != nil {
			return err
		}
		key, err = scanKey(tx.QueryRowContext(ctx, selectKeys+` WHERE k.ref = ?`, ref))
		return err
	})
	return key, err
}

// RevokeKey implements [service.Keys].
func (s *Store) RevokeKey(asked context.Context, id string, at time.Time) (service.Key, error) {
	return s.changeKey(asked, id, func(ctx context.Context, tx *sql.Conn, ref int64) error {
		_, err := tx.ExecContext(ctx, `UPDATE keys SET revoked_at = ? WHERE ref = ?`, at.UnixNano(), ref)
		return err
	})
}

// RotateKey implements [service.Keys].
func (s *Store) RotateKey(asked context.Context, id string, secret service.Secret, expires time.Time) (service.Key, error) {
	return s.changeKey(asked, id, func(ctx context.Context, tx *sql.Conn, ref int64) error {
		now := secret.Created.UnixNano()
		_, err := tx.ExecContext(ctx, `UPDATE secrets SET expires_at = ? WHERE key_ref = ? AND coalesce(expires_at, ?) >= ?`,
			expires.UnixNano(), ref, expires.UnixNano(), expires.UnixNano())
		if err != nil {
			return err
		}
		// Delete expired secrets immediately, so that repeated rotations leave no additional rows.
		_, err = tx.ExecContext(ctx, `DELETE FROM secrets WHERE hash IN
			(SELECT hash FROM secrets WHERE key_ref = ? AND expires_at <= ? LIMIT ?)`, ref, now, sweepRows)
		if err != nil {
			return err
		}
		var working int
		err = tx.QueryRowContext(ctx, `SELECT count(*) FROM secrets WHERE key_ref = ? AND expires_at > ?`, ref, now).Scan(&working)
		if err != nil {
			return err
		}
		if working >= service.MaxSecrets {
			return service.ErrManySecrets
		}
		return insertSecret(ctx, tx, ref, secret)
	})
}

// SetPlan implements [service.Keys].
func (s *Store) SetPlan(ctx context.Context, id string, plan meter.Plan) (service.Key, error) {
	return s.UpdateKey(ctx, id, service.KeyChange{Plan: &plan})
}

// UpdateKey implements [service.Keys].
func (s *Store) UpdateKey(asked context.Context, id string, change service.KeyChange) (service.Key, error) {
	return s.changeKey(asked, id, func(ctx context.Context, tx *sql.Conn, ref int64) error {
		_, err := tx.ExecContext(ctx, `UPDATE keys SET name = coalesce(?, name), plan = coalesce(?, plan) WHERE ref = ?`,
			change.Name, (*string)(change.Plan), ref)
		return err
	})
}

// Key implements [service.Keys].
func (s *Store) Key(ctx context.Context, id string) (service.Key, error) {
	key, err := scanKey(s.reading.QueryRowContext(ctx, selectKeys+` WHERE k.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return key, service.ErrNoKey
	}
	return key, err
}

// KeyPage implements [service.Keys].
func (s *Store) KeyPage(ctx context.Context, after string, limit int) ([]service.Key, error) {
	var from int64
	if after != "" {
		key, err := s.Key(ctx, after)
		if err != nil {
			return nil, err
		}
		from = key.Ref
	}
	keys, err := collect(ctx, s.reading, func(row scanner) (service.Key, error) { return scanKey(row) },
		selectKeys+` WHERE k.ref > ? AND k.mode <> ? ORDER BY k.ref LIMIT ?`, from, string(apikey.Admin), limit)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return keys, nil
}
