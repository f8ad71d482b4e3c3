package adminapi

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Account is an account in the responses of the administration API.
type Account struct {
	ID       string       `json:"id"`
	Email    string       `json:"email"`
	Plan     meter.Plan   `json:"plan"`
	Operator bool         `json:"operator"`
	Created  time.Time    `json:"created"`
	Asked    *planRequest `json:"asked"` // null if there is no plan request
}

// planRequest is an account's request for another plan.
type planRequest struct {
	Plan   meter.Plan `json:"plan"`
	Reason string     `json:"reason"`
	At     time.Time  `json:"at"`
}

// ViewOf returns an account in the form that operators receive.
func ViewOf(a *account.Account) Account {
	view := Account{ID: a.ID, Email: a.Email, Plan: a.Plan, Operator: a.Operator, Created: a.Created.UTC()}
	if a.Asked.Plan != "" {
		view.Asked = &planRequest{a.Asked.Plan, a.Asked.Reason, a.Asked.At.UTC()}
	}
	return view
}

type accountList struct {
	Accounts []Account `json:"accounts"`
	Cursor   *string   `json:"cursor"` // cursor of the next page; null on the last page
}

// listAccounts lists all accounts or, if the query requires it, only the accounts with a plan
// request.
func (h *Handler) listAccounts(c *call) (int, any, error) {
	p, err := readPage(c.query, "asking")
	if err != nil {
		return 0, nil, err
	}
	asking := c.query.Get("asking")
	if c.query.Has("asking") && asking != "true" && asking != "false" {
		return 0, nil, service.Invalid("asking", "must be true or false")
	}
	all, err := h.Accounts.List(c)
	if err != nil {
		return 0, nil, err
	}
	if p.cursor != "" {
		i := slices.IndexFunc(all, func(a account.Account) bool { return a.ID == p.cursor })
		if i < 0 {
			return 0, nil, p.unknown(service.ErrNoKey)
		}
		all = all[i+1:]
	}
	if asking == "true" {
		all = account.Requests(all)
	}
	list := accountList{Accounts: []Account{}}
	for i := range all {
		if i == p.limit {
			list.Cursor = &list.Accounts[i-1].ID
			break
		}
		list.Accounts = append(list.Accounts, ViewOf(&all[i]))
	}
	return http.StatusOK, list, nil
}

type accountChange struct{ plan string }

var accountChangeObject = strict.Object[accountChange]{Noun: "the change of an account", Fields: []strict.Field[accountChange]{
	text("plan", true, func(a *accountChange, s string) { a.plan = s }),
}}

// changeAccount sets the plan of an account and of its keys, and closes the account's plan request.
func (h *Handler) changeAccount(c *call) (int, any, error) {
	var change accountChange
	if err := decode(c.body, &accountChangeObject, &change, func() error { return h.Service.CheckPlan(meter.Plan(change.plan)) }); err != nil {
		return 0, nil, err
	}
	if err := h.Accounts.SetPlan(c, "", c.id, meter.Plan(change.plan)); err != nil {
		return 0, nil, err
	}
	return h.theAccount(c)
}

func (h *Handler) declineRequest(c *call) (int, any, error) {
	if err := h.Accounts.Decline(c, c.id); err != nil {
		return 0, nil, err
	}
	return h.theAccount(c)
}

func (h *Handler) theAccount(c *call) (int, any, error) {
	all, err := h.Accounts.List(c)
	if err != nil {
		return 0, nil, err
	}
	i := slices.IndexFunc(all, func(a account.Account) bool { return a.ID == c.id })
	if i < 0 {
		return 0, nil, account.ErrNoAccount
	}
	return http.StatusOK, ViewOf(&all[i]), nil
}

// handed is the response that contains a password reset link.
type handed struct {
	Link    string    `json:"link"`
	Expires time.Time `json:"expires"`
}

// makeLink creates a password reset link, which the operator delivers to the user.
func (h *Handler) makeLink(c *call) (int, any, error) {
	if strings.TrimSpace(string(c.body)) != "" {
		return 0, nil, service.Invalid("body", "must be empty")
	}
	link, expires, err := h.Accounts.HandLink(c, c.id)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, handed{link, expires.UTC()}, nil
}
