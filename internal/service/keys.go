package service

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// KeySpec specifies keys to be created.
type KeySpec struct {
	Name  string
	Plan  meter.Plan
	Mode  apikey.Mode
	Count int // number of keys; 0 means 1
}

// Bounds of a [KeySpec].
const (
	MaxKeysAtOnce = 10_000 // one transaction creates all keys and delays other transactions
	maxNameLen    = 100
)

// Validate checks the specification against the server's plans. The returned error joins one error per invalid field.
func (k KeySpec) Validate(plans meter.Plans) error {
	var errs []error
	if utf8.RuneCountInString(k.Name) > maxNameLen || !utf8.ValidString(k.Name) ||
		slices.ContainsFunc([]rune(k.Name), unicode.IsControl) {
		errs = append(errs, fmt.Errorf("name: must have at most %d characters and no control characters", maxNameLen))
	}
	if err := validPlan(plans, k.Plan); k.Mode != apikey.Admin && err != nil {
		errs = append(errs, err)
	}
	if k.Mode == apikey.Admin && k.Plan != "" {
		errs = append(errs, errors.New("plan: must be empty for an admin key"))
	}
	if k.Mode != apikey.Admin && !slices.Contains(apikey.Modes(), k.Mode) {
		errs = append(errs, fmt.Errorf("mode: %q is not a mode; the modes are test, live and admin", k.Mode))
	}
	if k.Count < 0 || k.Count > MaxKeysAtOnce {
		errs = append(errs, fmt.Errorf("count: %d is not between 1 and %d", k.Count, MaxKeysAtOnce))
	}
	return errors.Join(errs...)
}

func validPlan(plans meter.Plans, plan meter.Plan) error {
	if _, ok := plans[plan]; !ok {
		return fmt.Errorf("plan: %q is not a plan; the plans are %s", plan, plans)
	}
	return nil
}

// CheckKey returns the error that [KeySpec.Validate] returns for the service's plans.
func (s *Service) CheckKey(spec KeySpec) error { return spec.Validate(s.config.Plans) }

// DefaultPlan is the plan of new accounts and keys.
func (s *Service) DefaultPlan() meter.Plan { return s.config.Plans.Default() }

// CheckPlan returns an error that lists the existing plans if the given plan is not one of them.
func (s *Service) CheckPlan(plan meter.Plan) error { return validPlan(s.config.Plans, plan) }

// IssuedKey is a new key with its secret. Only the hash of the secret is stored.
type IssuedKey struct {
	Key

	Secret string
}

// CreateKeys creates all specified keys or, if it returns an error, none.
func (s *Service) CreateKeys(ctx context.Context, spec KeySpec) ([]IssuedKey, error) {
	if err := spec.Validate(s.config.Plans); err != nil {
		return nil, err
	}
	issued := make([]IssuedKey, max(1, spec.Count))
	created, ids := make([]NewKey, len(issued)), make([]string, len(issued))
	for i := range issued {
		issued[i], created[i] = s.NewKey(spec)
		ids[i] = created[i].ID
	}
	ctx = s.audited(ctx, "key.create", strings.TrimSpace(string(spec.Plan)+" "+string(spec.Mode)), ids...)
	if err := s.store.CreateKeys(ctx, created); err != nil {
		return nil, fmt.Errorf("create keys: %w", err)
	}
	return issued, nil
}

// NewKey returns a key for a store to record. The specification must be valid; its Count is ignored.
func (s *Service) NewKey(spec KeySpec) (IssuedKey, NewKey) {
	now := s.config.Clock()
	secret, kept := s.mint(spec.Mode, now)
	created := NewKey{ID: "key_" + rand.Text(), Name: spec.Name, Plan: spec.Plan, Mode: spec.Mode, Secret: kept}
	return IssuedKey{
		Key: Key{
			ID: created.ID, Name: spec.Name, Plan: spec.Plan, Mode: spec.Mode,
			Prefix: kept.Prefix, Last4: kept.Last4, Created: now,
		},
		Secret: secret,
	}, created
}

func (s *Service) mint(mode apikey.Mode, now time.Time) (string, Secret) {
	secret := apikey.Mint(mode)
	prefix, last4 := apikey.Display(secret)
	return secret, Secret{Hash: apikey.Sum(secret), Prefix: prefix, Last4: last4, Created: now}
}

// RevokeKey revokes a key. All later requests with the key are rejected. The error may be [ErrNoKey].
func (s *Service) RevokeKey(ctx context.Context, id string) (Key, error) {
	if !IsID(id) {
		return Key{}, ErrNoKey
	}
	return s.store.RevokeKey(s.audited(ctx, "key.revoke", "", id), id, s.config.Clock())
}

const (
	// MaxGrace is the longest time that the old secret can remain valid after a rotation.
	MaxGrace = 30 * 24 * time.Hour
	// MaxSecrets is the maximum number of valid secrets of one key: the current secret, and earlier
	// secrets in their grace periods.
	MaxSecrets = 10
)

// RotateKey gives a key a new secret. The old secret remains valid for the grace period. The key's
// quota, usage and claims do not change. The error may be [ErrNoKey] or [ErrManySecrets].
func (s *Service) RotateKey(ctx context.Context, id string, grace time.Duration) (IssuedKey, error) {
	if grace < 0 || grace > MaxGrace {
		return IssuedKey{}, fmt.Errorf("grace: %v is not between 0 and %v", grace, MaxGrace)
	}
	if !IsID(id) {
		return IssuedKey{}, ErrNoKey
	}
	old, err := s.store.Key(ctx, id)
	if err != nil {
		return IssuedKey{}, err
	}
	now := s.config.Clock()
	secret, kept := s.mint(old.Mode, now)
	key, err := s.store.RotateKey(s.audited(ctx, "key.rotate", "grace "+grace.String(), id), id, kept, now.Add(grace))
	if err != nil {
		return IssuedKey{}, err
	}
	return IssuedKey{Key: key, Secret: secret}, nil
}

// SetPlan changes a key's plan. The new plan applies to all later requests. The error may be [ErrNoKey].
func (s *Service) SetPlan(ctx context.Context, id string, plan meter.Plan) (Key, error) {
	return s.UpdateKey(ctx, id, KeyChange{Plan: &plan})
}

// IsID reports whether a string may be the ID of a key, an account or a request: it must consist of visible ASCII
// characters. Databases handle all other characters differently, so an ID with such a character never reaches a
// database.
func IsID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '!' || r > '~' })
}

// Administrator returns the administration key with the given secret. It returns an *[Error] with the
// code invalid_key or internal_error.
func (s *Service) Administrator(ctx context.Context, secret string) (Key, error) {
	if apikey.ModeOf(secret) != apikey.Admin {
		return Key{}, &Error{Code: InvalidKey, Message: "The administration API requires an admin key. Create one with 'leasehold keys create --mode admin'."}
	}
	return s.keyOf(ctx, secret)
}

// refuseAdmin rejects the secret of an administration key, because it cannot be used for operations.
func refuseAdmin(secret string) error {
	if apikey.ModeOf(secret) == apikey.Admin {
		return &Error{Code: InvalidKey, Message: "An admin key is valid only for the administration API."}
	}
	return nil
}

// OperationsOf returns the names of a plan's operations.
func (s *Service) OperationsOf(plan meter.Plan) (names []string) {
	for _, op := range operations.All() {
		if s.Offers(plan, op) {
			names = append(names, op.Name)
		}
	}
	return names
}

// Key returns the key with an ID, even if it is revoked. It returns [ErrNoKey] for an unknown ID and for an
// administration key.
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

// KeyPage lists keys for operations, no more than the given limit, in the order of their creation. The list begins
// after the key with the given ID, or with the first key if the ID is "". The error is [ErrNoKey] if no key has the ID.
func (s *Service) KeyPage(ctx context.Context, after string, limit int) ([]Key, error) {
	if after != "" && !IsID(after) {
		return nil, ErrNoKey
	}
	return s.store.KeyPage(ctx, after, limit)
}

// CheckChange validates a change to a key. The returned error joins one error per invalid field.
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

// UpdateKey changes an active key. The change applies to all later requests. UpdateKey returns
// [ErrNoKey] or the errors of [Service.CheckChange].
func (s *Service) UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error) {
	if err := s.CheckChange(change); err != nil {
		return Key{}, err
	}
	if _, err := s.Key(ctx, id); err != nil {
		return Key{}, err
	}
	return s.store.UpdateKey(s.audited(ctx, "key.change", change.String(), id), id, change)
}
