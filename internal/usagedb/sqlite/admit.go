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
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const selectSecret = `SELECT ` + usagedb.KeyColumns + `, s.prefix, s.last4, k.created_at, coalesce(k.revoked_at, 0), coalesce(s.expires_at, 0),
		coalesce((SELECT account_ref FROM account_keys WHERE key_ref = k.ref), 0)
	FROM secrets s JOIN keys k ON k.ref = s.key_ref WHERE s.hash = ?`

type knownSecret struct {
	key     service.Key
	expires time.Time // zero for the current secret
}

func (k *knownSecret) active(now time.Time) bool {
	return k.key.Revoked.IsZero() && (k.expires.IsZero() || now.Before(k.expires))
}

// keyCache caches the secrets as of one revision of the keys. It does not cache unknown hashes, because clients
// could fill the memory with them.
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

// put caches a secret that was read after the given revision. If the secret is from a later revision, the next
// read of the state clears the cache.
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

// identify returns the active secret with the given hash, and the database's state before the read.
func (s *Store) identify(ctx context.Context, hash apikey.Hash) (*knownSecret, state, error) {
	if err := s.writer.failure(); err != nil {
		return nil, state{}, err
	}
	now, err := s.watch.read(ctx)
	if err != nil {
		return nil, state{}, err
	}
	secret := s.keys.get(hash, now.keysRevision)
	if secret == nil {
		if secret, err = s.readSecret(ctx, hash); err != nil {
			return nil, state{}, err
		}
		s.keys.put(hash, secret, now.keysRevision)
	}
	if !secret.active(s.options.Clock()) {
		return nil, state{}, service.ErrUnknownKey
	}
	return secret, now, nil
}

// Admit implements [service.Store].
func (s *Store) Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	secret, read, err := s.identify(ctx, hash)
	if err != nil {
		return service.Admission{}, err
	}
	limits, ok := plans[secret.key.Plan]
	if !ok {
		return service.Admission{}, fmt.Errorf("key %s: %w: %q", secret.key.ID, service.ErrNoPlan, secret.key.Plan)
	}
	now, wait := s.Limiter.Take(secret.key.Ref, limits.PerMinute)
	if wait > 0 {
		s.writer.countRefusal(secret.key.Ref, now)
	}
	used, err := s.used(ctx, counterID{secret.key.Ref, meter.MonthOf(now)}, read)
	if err != nil {
		return service.Admission{}, err
	}
	return service.Admission{Key: secret.key, Limits: limits, Used: used, Time: now, Wait: wait}, nil
}

// Charge implements [service.Store].
func (s *Store) Charge(_ context.Context, key service.Key, slots int) error {
	s.Limiter.Charge(key.Ref, slots)
	return nil
}

func (s *Store) readSecret(ctx context.Context, hash apikey.Hash) (*knownSecret, error) {
	read := &knownSecret{}
	var owner int64
	key, err := usagedb.ScanKey(s.byHash.QueryRowContext(ctx, hash[:]), (*usagedb.Nanos)(&read.expires), &owner)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, service.ErrUnknownKey
	}
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	read.key, read.key.Account = key, owner
	return read, nil
}

// used returns the committed units of a counter, from the cache unless another process wrote last.
func (s *Store) used(ctx context.Context, id counterID, read state) (int64, error) {
	mine := read.countersOwner == s.owner
	known, epoch, ok := s.counters.get(id)
	if mine && ok {
		return known.used, nil
	}
	now, err := readCounter(ctx, s.counter, id)
	if err != nil {
		return 0, err
	}
	if mine {
		s.counters.add(id, now, epoch)
	}
	return now.used, nil
}
