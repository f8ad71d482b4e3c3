package account

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Allow refuses an operation that the user's plan does not have, as a page says it.
func (a *Accounts) Allow(user Account, op *operations.Operation) error {
	return a.Service.Allow(user.Plan, op, "the account")
}

// Bill bills one of the user's keys for work of a page: the one that was billed for the
// same before, else the one with most of its quota left. Nothing is billed where it
// returns an error, which is a *service.Error or a *[Refusal].
func (a *Accounts) Bill(ctx context.Context, user Account, w *service.PageWork) error {
	k, _, err := a.payer(ctx, user, w)
	if err != nil {
		return err
	}
	return a.Service.Bill(ctx, k.Key, w)
}

// Room returns why [Accounts.Bill] would refuse work that has not been done yet, or nil.
func (a *Accounts) Room(ctx context.Context, user Account, w *service.PageWork) error {
	k, billed, err := a.payer(ctx, user, w)
	if err != nil || billed {
		return err
	}
	return a.Service.Room(k.Key, k.Used, w)
}

// payer returns the key that is billed for work, and whether it was before.
func (a *Accounts) payer(ctx context.Context, user Account, w *service.PageWork) (chosen *Key, billed bool, err error) {
	if err := a.Allow(user, w.Operation); err != nil {
		return nil, false, err
	}
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return nil, false, err
	}
	left := func(k *Key) int64 { return a.Limits(k.Plan).PerMonth - k.Used }
	for i := range keys {
		k := &keys[i]
		if !k.Revoked.IsZero() {
			continue
		}
		if billed, err := a.Service.Billed(ctx, k.Key, w); err != nil || billed {
			return k, billed, err
		}
		if chosen == nil || left(k) > left(chosen) {
			chosen = k
		}
	}
	if chosen == nil {
		return nil, false, &Refusal{Words: "Reports count against the quota of a key, and the account has none. Create one under Account."}
	}
	return chosen, false, nil
}
