package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	admitStatement = `SELECT ref, id, name, plan, mode, prefix, last4, created_at, used, at, wait
		FROM admit($1, $2, $3, $4)`
	identifyStatement = `SELECT ref, id, name, plan, mode, prefix, last4, created_at, used, at, 0::bigint
		FROM identify($1, $2)`
)

// Admit implements [service.Store].
func (s *Store) Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	a, err := s.admit(ctx, hash, plans)
	if err != nil && !settled(err) {
		// The connection broke. At worst the key has lost a slot.
		a, err = s.admit(ctx, hash, plans)
	}
	if err != nil && !settled(err) {
		return service.Admission{}, fmt.Errorf("admit: %w", err)
	}
	if _, failed := refused(err); failed {
		a, err = s.admitFromMemory(ctx, hash, plans, err)
	}
	if err != nil {
		return service.Admission{}, err
	}
	limits, ok := plans[a.Key.Plan]
	if !ok {
		return service.Admission{}, fmt.Errorf("key %s: plan %q has no limits", a.Key.ID, a.Key.Plan)
	}
	a.Limits = limits
	if a.Wait > 0 {
		s.journal.refuse(a.Key.Ref, a.Time)
	}
	return a, nil
}

// Identify implements [service.Store].
func (s *Store) Identify(ctx context.Context, hash apikey.Hash) (service.Key, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	a, err := s.look(ctx, identifyStatement, hash[:], s.now())
	if err != nil && !settled(err) {
		a, err = s.look(ctx, identifyStatement, hash[:], s.now()) // the connection broke
	}
	return a.Key, err
}

// settled reports whether asking again would give the same answer.
func settled(err error) bool {
	_, ok := refused(err)
	return ok || errors.Is(err, service.ErrUnknownKey) || errors.Is(err, service.ErrClosed) || errors.Is(err, service.ErrBusy)
}

func (s *Store) admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	names := make([]string, 0, len(plans))
	limits := make([]int32, 0, len(plans))
	for plan, l := range plans {
		names = append(names, string(plan))
		limits = append(limits, int32(min(l.PerMinute, 1<<30)))
	}
	return s.look(ctx, admitStatement, hash[:], names, limits, s.now())
}

// admitFromMemory lets a caller in whose slot the database could not take: the
// same limit, but of this process alone. The key and its counter still have to
// come from the database.
func (s *Store) admitFromMemory(ctx context.Context, hash apikey.Hash, plans meter.Plans, cause error) (service.Admission, error) {
	a, err := s.look(ctx, identifyStatement, hash[:], s.now())
	if err != nil {
		return a, err
	}
	s.warn(ctx, cause)
	_, a.Wait = s.limiter.Take(a.Key.Ref, plans[a.Key.Plan].PerMinute)
	return a, nil
}

// warn tells the log once a second at most.
func (s *Store) warn(ctx context.Context, cause error) {
	now := s.options.Clock().Unix()
	if s.warned.Swap(now) != now {
		s.options.Log.WarnContext(ctx, "the rate limit is kept by this process alone", "error", cause.Error())
	}
}

func (s *Store) look(ctx context.Context, statement string, args ...any) (service.Admission, error) {
	conn, err := s.acquire(ctx)
	if err != nil {
		return service.Admission{}, err
	}
	defer conn.Release()
	var a service.Admission
	var created, at, wait int64
	k := &a.Key
	err = conn.QueryRow(ctx, statement, args...).Scan(&k.Ref, &k.ID, &k.Name, &k.Plan, &k.Mode, &k.Prefix, &k.Last4,
		&created, &a.Used, &at, &wait)
	if errors.Is(err, pgx.ErrNoRows) {
		return service.Admission{}, service.ErrUnknownKey
	}
	if err != nil {
		return service.Admission{}, err
	}
	k.Created, a.Time, a.Wait = timeOf(created), time.Unix(0, at).UTC(), time.Duration(wait)
	return a, nil
}
