package account

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Allow returns a *[Refusal] if the plan of the user's account does not include the operation.
func (a *Accounts) Allow(user Account, op *operations.Operation) error {
	return a.Service.Allow(user.Plan, op, "the account")
}

// Bill bills the work of a console page to one of the user's keys. A key that was billed for the
// same work is chosen first, and otherwise the key with the most remaining quota. After a
// *service.Error or a *[Refusal], no units are billed.
func (a *Accounts) Bill(ctx context.Context, user Account, w *service.PageWork) error {
	k, _, err := a.payer(ctx, user, w)
	if err != nil {
		return err
	}
	return a.Service.Bill(ctx, k.Key, w)
}

// Room returns the error that [Accounts.Bill] would return for future work, or nil.
func (a *Accounts) Room(ctx context.Context, user Account, w *service.PageWork) error {
	k, billed, err := a.payer(ctx, user, w)
	if err != nil || billed {
		return err
	}
	return a.Service.Room(k.Key, k.Used, w)
}

// payer returns the key to bill for work, and whether that key has already been billed for the same
// work.
func (a *Accounts) payer(ctx context.Context, user Account, w *service.PageWork) (chosen *Key, billed bool, err error) {
	if err := a.Allow(user, w.Operation); err != nil {
		return nil, false, err
	}
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return nil, false, err
	}
	left := func(k *Key) int64 { return a.Service.Limits(k.Plan).PerMonth - k.Used }
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
		return nil, false, &Refusal{Words: "Reports count against the quota of a key. Create a key under Account first."}
	}
	return chosen, false, nil
}
