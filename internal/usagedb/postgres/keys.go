package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// CreateKeys implements [service.Keys].
func (s *Store) CreateKeys(ctx context.Context, keys []service.NewKey) error {
	return s.transact(ctx, func(tx pgx.Tx) error { return insertKeys(ctx, tx, keys) })
}

func insertKeys(ctx context.Context, tx pgx.Tx, keys []service.NewKey) error {
	n := len(keys)
	ids, names, plans, modes := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	hashes, prefixes, lasts, times := make([][]byte, n), make([]string, n), make([]string, n), make([]int64, n)
	for i := range keys {
		k := &keys[i]
		ids[i], names[i], plans[i], modes[i] = k.ID, k.Name, string(k.Plan), string(k.Mode)
		hashes[i], prefixes[i], lasts[i], times[i] = k.Secret.Hash[:], k.Secret.Prefix, k.Secret.Last4, k.Secret.Created.UnixNano()
	}
	_, err := tx.Exec(ctx, `INSERT INTO keys (id, name, plan, mode, created_at)
		SELECT id, name, plan, mode, at FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
			WITH ORDINALITY AS t (id, name, plan, mode, at, n) ORDER BY n`, ids, names, plans, modes, times)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO secrets (hash, key_ref, prefix, last4, created_at)
		SELECT t.hash, k.ref, t.prefix, t.last4, t.at
		FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::bigint[]) AS t (id, hash, prefix, last4, at)
		JOIN keys k USING (id)`, ids, hashes, prefixes, lasts, times)
	return err
}

// selectKeys reads keys with the display form of their current secret.
const selectKeys = `SELECT ` + keyColumns + `, s.prefix, s.last4, k.created_at, coalesce(k.revoked_at, 0)
	FROM keys k JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL`

// scanKey reads the columns of selectKeys and additional columns.
func scanKey(row pgx.Row, more ...any) (k service.Key, err error) {
	var created, revoked int64
	places := append(keyFields(&k), &k.Prefix, &k.Last4, &created, &revoked)
	err = row.Scan(append(places, more...)...)
	k.Created, k.Revoked = timeOf(created), timeOf(revoked)
	return k, err
}

// Keys implements [service.Keys].
func (s *Store) Keys(ctx context.Context) ([]service.Key, error) {
	keys, err := collect(ctx, s, func(row pgx.CollectableRow) (service.Key, error) { return scanKey(row) }, selectKeys+` ORDER BY k.ref`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return keys, nil
}

// changeKey runs body on an active key and returns the key as it is afterwards.
func (s *Store) changeKey(ctx context.Context, id string, body func(tx pgx.Tx, ref int64) error) (key service.Key, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		var ref int64
		err := tx.QueryRow(ctx, `SELECT ref FROM keys WHERE id = $1 AND revoked_at IS NULL FOR UPDATE`, id).Scan(&ref)
		if errors.Is(err, pgx.ErrNoRows) {
			return service.ErrNoKey
		}
		if err != nil {
			return err
		}
		if err := body(tx, ref); err != nil {
			return err
		}
		key, err = scanKey(tx.QueryRow(ctx, selectKeys+` WHERE k.ref = $1`, ref))
		return err
	})
	return key, err
}

// RevokeKey implements [service.Keys].
func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) (service.Key, error) {
	return s.changeKey(ctx, id, func(tx pgx.Tx, ref int64) error {
		_, err := tx.Exec(ctx, `UPDATE keys SET revoked_at = $1 WHERE ref = $2`, at.UnixNano(), ref)
		return err
	})
}

// RotateKey implements [service.Keys].
func (s *Store) RotateKey(ctx context.Context, id string, secret service.Secret, expires time.Time) (service.Key, error) {
	return s.changeKey(ctx, id, func(tx pgx.Tx, ref int64) error {
		_, err := tx.Exec(ctx, `UPDATE secrets SET expires_at = $1 WHERE key_ref = $2 AND coalesce(expires_at, $1) >= $1`,
			expires.UnixNano(), ref)
		if err != nil {
			return err
		}
		// Delete expired secrets immediately, so that repeated rotations leave no additional rows.
		now := secret.Created.UnixNano()
		_, err = tx.Exec(ctx, `DELETE FROM secrets WHERE hash IN
			(SELECT hash FROM secrets WHERE key_ref = $1 AND expires_at <= $2 LIMIT $3)`, ref, now, sweepRows)
		if err != nil {
			return err
		}
		var working int
		err = tx.QueryRow(ctx, `SELECT count(*) FROM secrets WHERE key_ref = $1 AND expires_at > $2`, ref, now).Scan(&working)
		if err != nil {
			return err
		}
		if working >= service.MaxSecrets {
			return service.ErrManySecrets
		}
		_, err = tx.Exec(ctx, `INSERT INTO secrets (hash, key_ref, prefix, last4, created_at) VALUES ($1, $2, $3, $4, $5)`,
			secret.Hash[:], ref, secret.Prefix, secret.Last4, secret.Created.UnixNano())
		return err
	})
}

// SetPlan implements [service.Keys].
func (s *Store) SetPlan(ctx context.Context, id string, plan meter.Plan) (service.Key, error) {
	return s.UpdateKey(ctx, id, service.KeyChange{Plan: &plan})
}

// UpdateKey implements [service.Keys].
func (s *Store) UpdateKey(ctx context.Context, id string, change service.KeyChange) (service.Key, error) {
	return s.changeKey(ctx, id, func(tx pgx.Tx, ref int64) error {
		_, err := tx.Exec(ctx, `UPDATE keys SET name = coalesce($1, name), plan = coalesce($2, plan) WHERE ref = $3`,
			change.Name, (*string)(change.Plan), ref)
		return err
	})
}

// Key implements [service.Keys].
func (s *Store) Key(ctx context.Context, id string) (service.Key, error) {
	keys, err := s.keysWhere(ctx, `k.id = $1`, id)
	if err != nil || len(keys) == 0 {
		return service.Key{}, cmp.Or(err, service.ErrNoKey)
	}
	return keys[0], nil
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
	return s.keysWhere(ctx, `k.ref > $1 AND k.mode <> $2 ORDER BY k.ref LIMIT $3`, from, string(apikey.Admin), limit)
}

// keysWhere reads the keys that a condition selects.
func (s *Store) keysWhere(ctx context.Context, condition string, args ...any) ([]service.Key, error) {
	keys, err := collect(ctx, s, func(row pgx.CollectableRow) (service.Key, error) { return scanKey(row) }, selectKeys+` WHERE `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return keys, nil
}
