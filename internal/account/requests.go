package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// AskPlan records a user's request for another plan. An operator may grant or decline it. AskPlan
// returns *[Refusal] or *[TooOftenError].
func (a *Accounts) AskPlan(ctx context.Context, user Account, plan meter.Plan, reason string) error {
	if err := a.checkPlan(plan); err != nil {
		return err
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
	if err := a.asked.check(user.ID, a.Clock()); err != nil {
		return err
	}
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", string(plan), user.ID), user.ID, PlanRequest{plan, reason, a.Clock()})
}

// TakeBack withdraws the user's open plan request, if any.
func (a *Accounts) TakeBack(ctx context.Context, user Account) error {
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", "taken back", user.ID), user.ID, PlanRequest{})
}

// Decline declines the plan request of the account with the given ID. The caller verifies that the
// user is an operator. Decline returns ErrNoAccount.
func (a *Accounts) Decline(ctx context.Context, id string) error {
	return a.Store.AskPlan(a.audited(ctx, "account.decline-plan", "", id), id, PlanRequest{})
}

// Requests returns the accounts in list that have an open plan request, in the same order.
func Requests(list []Account) []Account {
	return slices.DeleteFunc(slices.Clone(list), func(a Account) bool { return a.Asked.Plan == "" })
}
