package service

import (
	"context"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Administrator returns the administration key with that secret. The errors are *[Error] of
// invalid_key and internal_error.
func (s *Service) Administrator(ctx context.Context, secret string) (Key, error) {
	if apikey.ModeOf(secret) != apikey.Admin {
		return Key{}, &Error{Code: InvalidKey, Message: "Administration needs a key of mode admin, which 'leasehold keys create --mode admin' makes."}
	}
	key, err := s.meter.Identify(ctx, apikey.Sum(secret))
	switch {
	case errors.Is(err, ErrUnknownKey):
		return Key{}, unknownKey()
	case err != nil:
		return Key{}, AsError(fmt.Errorf("identify: %w", err))
	}
	return key, nil
}

// refuseAdmin rejects an administration key, which grants no operations.
func refuseAdmin(secret string) error {
	if apikey.ModeOf(secret) == apikey.Admin {
		return &Error{Code: InvalidKey, Message: "A key of mode admin opens the paths of administration only."}
	}
	return nil
}

// OperationsOf lists the names of the operations that a plan has.
func (s *Service) OperationsOf(plan meter.Plan) (names []string) {
	for _, op := range operations.All() {
		if s.Offers(plan, op) {
			names = append(names, op.Name)
		}
	}
	return names
}

// Key returns a key for operations, which may be revoked. It returns [ErrNoKey].
func (s *Service) Key(ctx context.Context, id string) (Key, error) {
	if !IsID(id) {
		return Key{}, ErrNoKey
	}
	key, err := s.keys.Key(ctx, id)
	if err == nil && key.Mode == apikey.Admin {
		return Key{}, ErrNoKey
	}
	return key, err
}

// KeyPage lists up to limit keys for operations in the order of their creation, starting after the
// key with the ID after, or with the first key if after is "". It returns [ErrNoKey].
func (s *Service) KeyPage(ctx context.Context, after string, limit int) ([]Key, error) {
	if after != "" && !IsID(after) {
		return nil, ErrNoKey
	}
	return s.keys.KeyPage(ctx, after, limit)
}

// CheckChange returns an error that joins one error per invalid field of a change.
func (s *Service) CheckChange(change KeyChange) error {
	spec := KeySpec{Plan: s.DefaultPlan(), Mode: apikey.Test}
	if change.Name != nil {
		spec.Name = *change.Name
	}
	if change.Plan != nil {
		spec.Plan = *change.Plan
	}
	return s.CheckKey(spec)
}

// UpdateKey changes an active key from the next request on. It returns [ErrNoKey] and the errors of
// [Service.CheckChange].
func (s *Service) UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error) {
	if err := s.CheckChange(change); err != nil {
		return Key{}, err
	}
	if _, err := s.Key(ctx, id); err != nil {
		return Key{}, err
	}
	return s.keys.UpdateKey(s.audited(ctx, "key.change", change.String(), id), id, change)
}
