package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const findByHash = `SELECT k.ref, k.id, k.name, k.plan, k.mode, k.created_at, coalesce(k.revoked_at, 0),
	s.prefix, s.last4, coalesce(s.expires_at, 0)
	FROM secrets s JOIN keys k ON k.ref = s.key_ref WHERE s.hash = ?`

const readCounter = `SELECT used FROM counters WHERE key_ref = ? AND month = ?`

// knownSecret is what a secret's hash stands for.
type knownSecret struct {
	key     service.Key
	expires time.Time // zero for the current secret
}

func (k *knownSecret) active(now time.Time) bool {
	return k.key.Revoked.IsZero() && (k.expires.IsZero() || now.Before(k.expires))
}

// keyCache remembers secrets as of one revision of the keys. Hashes that are
// not known are not remembered: anyone could fill the memory with them.
type keyCache struct {
	mu       sync.RWMutex
	revision int64
	secrets  map[apikey.Hash]*knownSecret
}

const maxKeyCache = 200_000

func (c *keyCache) get(hash apikey.Hash, revision int64) *knownSecret {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.revision != revision {
		return nil
	}
	return c.secrets[hash]
}

// put remembers what was read after revision was. It may be newer than that;
// then the next look finds another revision, and the cache starts anew.
func (c *keyCache) put(hash apikey.Hash, secret *knownSecret, revision int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if revision < c.revision {
		return
	}
	if revision != c.revision || len(c.secrets) >= maxKeyCache {
		c.revision, c.secrets = revision, map[apikey.Hash]*knownSecret{}
	}
	c.secrets[hash] = secret
}

// Identify implements [service.Store].
func (s *Store) Identify(ctx context.Context, hash apikey.Hash) (service.Key, error) {
	secret, _, err := s.identify(ctx, hash)
	if err != nil {
		return service.Key{}, err
	}
	return secret.key, nil
}

// identify returns the active secret with that hash, and the state of the
// database before it was read.
func (s *Store) identify(ctx context.Context, hash apikey.Hash) (*knownSecret, watched, error) {
	if err := s.writer.failure(); err != nil {
		return nil, watched{}, err
	}
	state, err := s.watch.look(ctx)
	if err != nil {
		return nil, watched{}, err
	}
	secret := s.keys.get(hash, state.keysRevision)
	if secret == nil {
		if secret, err = s.findSecret(ctx, hash); err != nil {
			return nil, watched{}, err
		}
		s.keys.put(hash, secret, state.keysRevision)
	}
	if !secret.active(s.options.Clock()) {
		return nil, watched{}, service.ErrUnknownKey
	}
	return secret, state, nil
}

// Admit implements [service.Store].
func (s *Store) Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	secret, state, err := s.identify(ctx, hash)
	if err != nil {
		return service.Admission{}, err
	}
	limits, ok := plans[secret.key.Plan]
	if !ok {
		return service.Admission{}, fmt.Errorf("key %s: plan %q has no limits", secret.key.ID, secret.key.Plan)
	}
	now, wait := s.limiter.Take(secret.key.Ref, limits.PerMinute)
	if wait > 0 {
		s.writer.refuse(secret.key.Ref, now)
	}
	used, err := s.used(ctx, counterID{secret.key.Ref, meter.MonthOf(now)}, state)
	if err != nil {
		return service.Admission{}, err
	}
	return service.Admission{Key: secret.key, Limits: limits, Used: used, Time: now, Wait: wait}, nil
}

func (s *Store) findSecret(ctx context.Context, hash apikey.Hash) (*knownSecret, error) {
	var found knownSecret
	var created, revoked, expires int64
	k := &found.key
	err := s.byHash.QueryRowContext(ctx, hash[:]).Scan(&k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode, &created, &revoked,
		&k.Prefix, &k.Last4, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, service.ErrUnknownKey
	}
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	k.Created, k.Revoked, found.expires = timeOf(created), timeOf(revoked), timeOf(expires)
	return &found, nil
}

// used returns a counter as committed: from memory where no other process has
// charged since this one did.
func (s *Store) used(ctx context.Context, id counterID, state watched) (int64, error) {
	mine := state.countersOwner == s.owner
	known, epoch, ok := s.tally.get(id)
	if mine && ok {
		return known, nil
	}
	var used int64
	err := s.counter.QueryRowContext(ctx, id.key, int64(id.month)).Scan(&used)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("counter: %w", err)
	}
	if mine {
		s.tally.add(id, used, epoch)
	}
	return used, nil
}

// timeOf reads a stored time; 0 is none.
func timeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}
