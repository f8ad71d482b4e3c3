package usagedb

import (
	"context"
	"fmt"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// KeyColumns lists the columns that every key query selects from the keys table, aliased as k.
const KeyColumns = `k.ref, k.id, k.name, k.plan, k.mode`

func keyFields(k *service.Key) []any { return []any{&k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode} }

// selectKeys selects keys with the display form of their current secret.
const selectKeys = `SELECT ` + KeyColumns + `, s.prefix, s.last4, k.created_at, coalesce(k.revoked_at, 0)
	FROM keys k JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL`

// ScanKey reads KeyColumns, the display form of a secret, and the times of creation and revocation.
// It then reads further columns into the argument "more".
func ScanKey(row Row, more ...any) (k service.Key, err error) {
	places := append(keyFields(&k), &k.Prefix, &k.Last4, (*Nanos)(&k.Created), (*Nanos)(&k.Revoked))
	err = row.Scan(append(places, more...)...)
	return k, err
}

// CreateKeys implements [service.Store].
func (c Common) CreateKeys(ctx context.Context, keys []service.NewKey) error {
	return c.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		for i := range keys {
			if _, err := insertKey(ctx, tx, &keys[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func insertKey(ctx context.Context, tx Queries, k *service.NewKey) (ref int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO keys (id, name, plan, mode, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING ref`,
		k.ID, k.Name, string(k.Plan), string(k.Mode), k.Secret.Created.UnixNano()).Scan(&ref)
	if err != nil {
		return 0, err
	}
	return ref, insertSecret(ctx, tx, ref, k.Secret)
}

func insertSecret(ctx context.Context, tx Queries, ref int64, secret service.Secret) error {
	_, err := tx.Exec(ctx, `INSERT INTO secrets (hash, key_ref, prefix, last4, created_at) VALUES ($1, $2, $3, $4, $5)`,
		secret.Hash[:], ref, secret.Prefix, secret.Last4, secret.Created.UnixNano())
	return err
}

func (c Common) changeKey(ctx context.Context, id string, body func(ctx context.Context, tx Queries, ref int64) error) (key service.Key, err error) {
	err = c.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		var ref int64
		err := tx.QueryRow(ctx, `SELECT ref FROM keys WHERE id = $1 AND revoked_at IS NULL FOR UPDATE`, id).Scan(&ref)
		if err != nil {
			return or(service.ErrNoKey, err)
		}
		if err := body(ctx, tx, ref); err != nil {
			return err
		}
		key, err = ScanKey(tx.QueryRow(ctx, selectKeys+` WHERE k.ref = $1`, ref))
		return err
	})
	return key, err
}

// RevokeKey implements [service.Store].
func (c Common) RevokeKey(ctx context.Context, id string, at time.Time) (service.Key, error) {
	return c.changeKey(ctx, id, func(ctx context.Context, tx Queries, ref int64) error {
		_, err := tx.Exec(ctx, `UPDATE keys SET revoked_at = $1 WHERE ref = $2`, at.UnixNano(), ref)
		return err
	})
}

// RotateKey implements [service.Store].
func (c Common) RotateKey(ctx context.Context, id string, secret service.Secret, expires time.Time) (service.Key, error) {
	return c.changeKey(ctx, id, func(ctx context.Context, tx Queries, ref int64) error {
		now := secret.Created.UnixNano()
		err := Exec(ctx, tx,
			Do(`UPDATE secrets SET expires_at = $1 WHERE key_ref = $2 AND coalesce(expires_at, $1) >= $1`, expires.UnixNano(), ref),
			// Delete expired secrets now, so that rows do not accumulate with repeated rotations.
			Do(`DELETE FROM secrets WHERE hash IN
				(SELECT hash FROM secrets WHERE key_ref = $1 AND expires_at <= $2 LIMIT $3)`, ref, now, SweepRows))
		if err != nil {
			return err
		}
		var valid int
		err = tx.QueryRow(ctx, `SELECT count(*) FROM secrets WHERE key_ref = $1 AND expires_at > $2`, ref, now).Scan(&valid)
		if err != nil {
			return err
		}
		if valid >= service.MaxSecrets {
			return service.ErrManySecrets
		}
		return insertSecret(ctx, tx, ref, secret)
	})
}

// UpdateKey implements [service.Store].
func (c Common) UpdateKey(ctx context.Context, id string, change service.KeyChange) (service.Key, error) {
	return c.changeKey(ctx, id, func(ctx context.Context, tx Queries, ref int64) error {
		_, err := tx.Exec(ctx, `UPDATE keys SET name = coalesce($1, name), plan = coalesce($2, plan) WHERE ref = $3`,
			change.Name, (*string)(change.Plan), ref)
		return err
	})
}

// Key implements [service.Store].
func (c Common) Key(ctx context.Context, id string) (service.Key, error) {
	key, err := ScanKey(c.DB.Read().QueryRow(ctx, selectKeys+` WHERE k.id = $1`, id))
	return key, or(service.ErrNoKey, err)
}

// Keys implements [service.Store].
func (c Common) Keys(ctx context.Context) ([]service.Key, error) {
	return c.keysWhere(ctx, `true ORDER BY k.ref`)
}

// KeyPage implements [service.Store].
func (c Common) KeyPage(ctx context.Context, after string, limit int) ([]service.Key, error) {
	var from int64
	if after != "" {
		key, err := c.Key(ctx, after)
		if err != nil {
			return nil, err
		}
		from = key.Ref
	}
	return c.keysWhere(ctx, `k.ref > $1 AND k.mode <> $2 ORDER BY k.ref LIMIT $3`, from, string(apikey.Admin), limit)
}

func (c Common) keysWhere(ctx context.Context, condition string, args ...any) ([]service.Key, error) {
	keys, err := Collect(ctx, c.DB.Read(), func(row Row) (service.Key, error) { return ScanKey(row) }, selectKeys+` WHERE `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return keys, nil
}
