package account

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// AskPlan records a user's request for another plan, which an operator may
// grant. It returns *[Refusal] and *[TooOftenError].
func (a *Accounts) AskPlan(ctx context.Context, user Account, plan meter.Plan, reason string) error {
	if err := a.Service.CheckPlan(plan); err != nil {
		return &Refusal{"plan", strings.TrimPrefix(err.Error(), "plan: ")}
	}
	reason = strings.Join(strings.Fields(reason), " ")
	switch {
	case plan == user.Plan:
		return &Refusal{"plan", "is already the account's plan"}
	case !utf8.ValidString(reason) || strings.ContainsFunc(reason, unicode.IsControl):
		return &Refusal{"reason", "must be text without control characters"}
	case utf8.RuneCountInString(reason) > MaxReasonLen:
		return &Refusal{"reason", fmt.Sprintf("must have at most %d characters", MaxReasonLen)}
	}
	if wait := a.asked.take(user.ID, a.Clock()); wait > 0 {
		return &TooOftenError{wait}
	}
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", string(plan), user.ID), user.ID, PlanRequest{plan, reason, a.Clock()})
}

// TakeBack withdraws the user's open plan request, if any.
func (a *Accounts) TakeBack(ctx context.Context, user Account) error {
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", "taken back", user.ID), user.ID, PlanRequest{})
}

// Decline lets an operator decline an account's plan request. It returns
// ErrNotOperator and ErrNoAccount.
func (a *Accounts) Decline(ctx context.Context, user Account, id string) error {
	if !user.Operator {
		return ErrNotOperator
	}
	return a.DeclinePlan(ctx, id)
}

// DeclinePlan is like [Accounts.Decline], for callers without an account.
func (a *Accounts) DeclinePlan(ctx context.Context, id string) error {
	return a.Store.AskPlan(a.audited(ctx, "account.decline-plan", "", id), id, PlanRequest{})
}

// Requests returns the accounts with an open plan request, in the order of the
// list.
func Requests(list []Account) (asking []Account) {
	for _, a := range list {
		if a.Asked.Plan != "" {
			asking = append(asking, a)
		}
	}
	return asking
}
