package account

import (
	"context"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Allow refuses an operation that the user's plan does not have, as a page says it.
func (a *Accounts) Allow(user Account, op *service.Operation) error {
	return a.Service.Allow(user.Plan, op, "the account")
}

// Bill bills one of the user's keys for work of a page: the one that was billed for the
// same before, else the one with most of its quota left. Nothing is billed where it
// returns an error, which is a *service.Error or a *[Refusal].
func (a *Accounts) Bill(ctx context.Context, user Account, w *service.PageWork) error {
	if err := a.Allow(user, w.Operation); err != nil {
		return err
	}
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return err
	}
	var chosen *Key
	left := func(k *Key) int64 { return a.Limits(k.Plan).PerMonth - k.Used }
	for i := range keys {
		k := &keys[i]
		if !k.Revoked.IsZero() {
			continue
		}
		billed, err := a.Service.Billed(ctx, k.Key, w)
		if err != nil {
			return err
		}
		if billed {
			return a.Service.Bill(ctx, k.Key, w)
		}
		if chosen == nil || left(k) > left(chosen) {
			chosen = k
		}
	}
	if chosen == nil {
		return &Refusal{Words: "Reports count against the quota of a key, and the account has none. Create one under Account."}
	}
	return a.Service.Bill(ctx, chosen.Key, w)
}
