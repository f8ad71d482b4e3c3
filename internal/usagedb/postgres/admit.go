package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const (
	ownerColumn    = `coalesce((SELECT o.account_ref FROM account_keys o WHERE o.key_ref = k.ref), 0)`
	admitStatement = `SELECT ` + usagedb.KeyColumns + `, k.prefix, k.last4, k.created_at, 0::bigint, k.used, k.at, coalesce(k.wait, 0), ` + ownerColumn + `
		FROM admit($1, $2, $3, $4) k`
	identifyStatement = `SELECT ` + usagedb.KeyColumns + `, k.prefix, k.last4, k.created_at, 0::bigint, k.used, k.at, 0::bigint, ` + ownerColumn + `
		FROM identify($1, $2) k`
	chargeStatement = `SELECT take_slot($1, 2147483647, $3) FROM generate_series(1, $2)`
)

// Admit implements [service.Store].
func (s *Store) Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (service.Admission, error) {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	names := make([]string, 0, len(plans))
	limits := make([]int32, 0, len(plans))
	for plan, l := range plans {
		names = append(names, string(plan))
		limits = append(limits, int32(min(l.PerMinute, 1<<30)))
	}
	a, err := s.readAdmission(ctx, admitStatement, hash[:], names, limits, s.now())
	if err != nil && !isFinal(err) {
		return service.Admission{}, fmt.Errorf("admit: %w", err)
	}
	if _, failed := asServerError(err); failed {
		a, err = s.admitFromMemory(ctx, hash, plans, err)
	}
	if err != nil {
		return service.Admission{}, err
	}
	var ok bool
	if a.Limits, ok = plans[a.Key.Plan]; !ok {
		return service.Admission{}, fmt.Errorf("key %s: %w: %q", a.Key.ID, service.ErrNoPlan, a.Key.Plan)
	}
	if a.Wait > 0 {
		s.log.countRefusal(a.Key.Ref, a.Time)
	}
	return a, nil
}

// Identify implements [service.Store].
func (s *Store) Identify(ctx context.Context, hash apikey.Hash) (service.Key, error) {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	a, err := s.readAdmission(ctx, identifyStatement, hash[:], s.now())
	return a.Key, err
}

// Charge implements [service.Store].
func (s *Store) Charge(ctx context.Context, key service.Key, slots int) error {
	ctx, cancel := context.WithTimeout(ctx, statementTimeout)
	defer cancel()
	if _, err := s.DB.Read().Exec(ctx, chargeStatement, key.Ref, slots, s.now()); err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	return nil
}

// isFinal reports whether a statement that returned err must not be repeated.
func isFinal(err error) bool {
	_, ok := asServerError(err)
	return ok || errors.Is(err, pgx.ErrNoRows) || errors.Is(err, service.ErrUnknownKey) || errors.Is(err, service.ErrClosed) || errors.Is(err, service.ErrBusy)
}

// admitFromMemory admits a request if the database could not take a slot. The process applies the rate limit
// itself, but reads the key and its counter from the database.
func (s *Store) admitFromMemory(ctx context.Context, hash apikey.Hash, plans meter.Plans, cause error) (service.Admission, error) {
	a, err := s.readAdmission(ctx, identifyStatement, hash[:], s.now())
	if err != nil {
		return a, err
	}
	if now := s.options.Clock().Unix(); s.warned.Swap(now) != now { // logs at most once per second
		s.options.Log.WarnContext(ctx, "the database cannot apply the rate limit; this process applies it to its own requests only", "error", cause.Error())
	}
	_, a.Wait = s.Limiter.Take(a.Key.Ref, plans[a.Key.Plan].PerMinute)
	return a, nil
}

// readAdmission runs a statement, and repeats it once if the connection breaks. If the first
// attempt took a slot of the rate limit, that slot is lost.
func (s *Store) readAdmission(ctx context.Context, statement string, args ...any) (a service.Admission, err error) {
	var owner int64
	for range 2 {
		row := s.DB.Read().QueryRow(ctx, statement, args...)
		a.Key, err = usagedb.ScanKey(row, &a.Used, (*usagedb.Nanos)(&a.Time), (*int64)(&a.Wait), &owner)
		if err == nil || isFinal(err) {
			break
		}
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return service.Admission{}, service.ErrUnknownKey
	}
	if err != nil {
		return service.Admission{}, err
	}
	a.Key.Account = owner
	return a, nil
}
