package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const selectSecret = `SELECT ` + usagedb.KeyColumns + `, s.prefix, s.last4, k.created_at, coalesce(k.revoked_at, 0), coalesce(s.expires_at, 0),
		coalesce((SELECT account_ref FROM account_keys WHERE key_ref = k.ref), 0), (SELECT moved_to FROM state)
	FROM secrets s JOIN keys k ON k.ref = s.key_ref WHERE s.hash = ?`

// Identify implements [service.Store].
func (s *Store) Identify(ctx context.Context, hash apikey.Hash) (key service.Key, err error) {
	if err := s.writer.failure(); err != nil {
		return service.Key{}, err
	}
	var expires, owner int64
	var movedTo string
	key, err = usagedb.ScanKey(s.byHash.QueryRowContext(ctx, hash[:]), &expires, &owner, &movedTo)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return service.Key{}, service.ErrUnknownKey
	case err != nil:
		return service.Key{}, fmt.Errorf("secret: %w", err)
	case movedTo != "":
		return service.Key{}, checkMoved(movedTo)
	case !key.Revoked.IsZero() || expires != 0 && !s.options.Clock().Before(usagedb.TimeOf(expires)):
		return service.Key{}, service.ErrUnknownKey
	}
	key.Account = owner
	return key, nil
}

// Admit implements [service.Store].
func (s *Store) Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	key, err := s.Identify(ctx, hash)
	if err != nil {
		return service.Admission{}, err
	}
	limits, ok := plans[key.Plan]
	if !ok {
		return service.Admission{}, fmt.Errorf("key %s: %w: %q", key.ID, service.ErrNoPlan, key.Plan)
	}
	now, wait := s.limiter.Take(key.Ref, limits.PerMinute)
	if wait > 0 {
		s.writer.countRefusal(key.Ref, now)
	}
	count, err := readCounter(ctx, s.counter, usagedb.ChainID{Key: key.Ref, Month: meter.MonthOf(now)})
	if err != nil {
		return service.Admission{}, err
	}
	return service.Admission{Key: key, Limits: limits, Used: count.used, Time: now, Wait: wait}, nil
}

// Charge implements [service.Store].
func (s *Store) Charge(_ context.Context, key service.Key, slots int) error {
	s.limiter.Charge(key.Ref, slots)
	return nil
}
