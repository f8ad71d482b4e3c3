package service

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Administrator returns the administration key with the given secret. It returns *[Error] with the
// code invalid_key or internal_error.
func (s *Service) Administrator(ctx context.Context, secret string) (Key, error) {
	if apikey.ModeOf(secret) != apikey.Admin {
		return Key{}, &Error{Code: InvalidKey, Message: "Administration needs a key of mode admin, which 'leasehold keys create --mode admin' makes."}
	}
	return s.keyOf(ctx, secret)
}

// refuseAdmin returns an error for the secret of an administration key, because such a key cannot
// be used for operations.
func refuseAdmin(secret string) error {
	if apikey.ModeOf(secret) == apikey.Admin {
		return &Error{Code: InvalidKey, Message: "A key of mode admin opens the paths of administration only."}
	}
	return nil
}

// OperationsOf returns the names of the operations that a plan includes.
func (s *Service) OperationsOf(plan meter.Plan) (names []string) {
	for _, op := range operations.All() {
		if s.Offers(plan, op) {
			names = append(names, op.Name)
		}
	}
	return names
}

// Key returns the key with an ID, even if it is revoked. It returns [ErrNoKey] for an unknown ID
// and for an administration key.
func (s *Service) Key(ctx context.Context, id string) (Key, error) {
	if !IsID(id) {
		return Key{}, ErrNoKey
	}
	key, err := s.store.Key(ctx, id)
	if err == nil && key.Mode == apikey.Admin {
		return Key{}, ErrNoKey
	}
	return key, err
}

// KeyPage lists up to limit keys for operations in the order of their creation. The list begins
// after the key whose ID is after, or with the first key if after is "". It returns [ErrNoKey] if
// after is unknown.
func (s *Service) KeyPage(ctx context.Context, after string, limit int) ([]Key, error) {
	if after != "" && !IsID(after) {
		return nil, ErrNoKey
	}
	return s.store.KeyPage(ctx, after, limit)
}

// CheckChange validates a change of a key. The returned error joins one error per invalid field.
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

// UpdateKey changes an active key. The change applies to all later requests. It returns [ErrNoKey]
// or the errors of [Service.CheckChange].
func (s *Service) UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error) {
	if err := s.CheckChange(change); err != nil {
		return Key{}, err
	}
	if _, err := s.Key(ctx, id); err != nil {
		return Key{}, err
	}
	return s.store.UpdateKey(s.audited(ctx, "key.change", change.String(), id), id, change)
}
