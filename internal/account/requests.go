package account

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// AskPlan records a user's request for another plan. An operator may grant or decline it. AskPlan
// returns *[Refusal] or *[TooOftenError].
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

// Decline declines the plan request of the account with the given ID. user must be an operator.
// Decline returns ErrNotOperator or ErrNoAccount.
func (a *Accounts) Decline(ctx context.Context, user Account, id string) error {
	if !user.Operator {
		return ErrNotOperator
	}
	return a.DeclinePlan(ctx, id)
}

// DeclinePlan is [Accounts.Decline] without the check for an operator's account.
func (a *Accounts) DeclinePlan(ctx context.Context, id string) error {
	return a.Store.AskPlan(a.audited(ctx, "account.decline-plan", "", id), id, PlanRequest{})
}

// Requests returns the accounts in list that have an open plan request, in the same order.
func Requests(list []Account) (asking []Account) {
	for _, a := range list {
		if a.Asked.Plan != "" {
			asking = append(asking, a)
		}
	}
	return asking
}
