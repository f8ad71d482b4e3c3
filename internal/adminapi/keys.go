package adminapi

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// keyView is a key in responses to operators.
type keyView struct {
	ID      string     `json:"id"`
	Secret  string     `json:"secret,omitempty"` // only in the response to the request that created or rotated the key
	Name    string     `json:"name"`
	Plan    meter.Plan `json:"plan"`
	Mode    string     `json:"mode"`
	Prefix  string     `json:"prefix"`
	Last4   string     `json:"last4"`
	Created time.Time  `json:"created"`
	Revoked *time.Time `json:"revoked"`
}

func viewOf(key service.Key, secret string) keyView {
	view := keyView{
		ID: key.ID, Secret: secret, Name: key.Name, Plan: key.Plan, Mode: string(key.Mode),
		Prefix: key.Prefix, Last4: key.Last4, Created: key.Created.UTC(),
	}
	if !key.Revoked.IsZero() {
		revoked := key.Revoked.UTC()
		view.Revoked = &revoked
	}
	return view
}

type keyList struct {
	Keys   []keyView `json:"keys"`
	Cursor *string   `json:"cursor"` // cursor of the next page; null on the last page
}

func (h *Handler) listKeys(c *call) (int, any, error) {
	p, err := readPage(c.query)
	if err != nil {
		return 0, nil, err
	}
	keys, err := h.Service.KeyPage(c, p.cursor, p.limit+1) // one additional key shows whether there is another page
	if err != nil {
		return 0, nil, p.unknown(err)
	}
	list := keyList{Keys: []keyView{}}
	for i, key := range keys {
		if i == p.limit {
			list.Cursor = &keys[i-1].ID
			break
		}
		list.Keys = append(list.Keys, viewOf(key, ""))
	}
	return http.StatusOK, list, nil
}

func (h *Handler) createKey(c *call) (int, any, error) {
	var request newKey
	if err := decode(c.body, &newKeyObject, &request, func() error { return h.checkKey(request.spec()) }); err != nil {
		return 0, nil, err
	}
	issued, err := h.Service.CreateKeys(c, request.spec())
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, viewOf(issued[0].Key, issued[0].Secret), nil
}

func (k *newKey) spec() service.KeySpec {
	return service.KeySpec{Name: k.name, Plan: meter.Plan(k.plan), Mode: apikey.Mode(k.mode)}
}

func (h *Handler) checkKey(spec service.KeySpec) error {
	if spec.Mode != apikey.Admin {
		return h.Service.CheckKey(spec)
	}
	spec.Mode = apikey.Test // any mode except administration, so that Validate checks the other fields
	return errors.Join(append(faults(h.Service.CheckKey(spec)),
		errors.New("mode: must be test or live; admin keys can be created only on the command line"))...)
}

func (h *Handler) readKey(c *call) (int, any, error) {
	if err := refuseQuery(c.query); err != nil {
		return 0, nil, err
	}
	key, err := h.Service.Key(c, c.id)
	return http.StatusOK, viewOf(key, ""), err
}

func (h *Handler) changeKey(c *call) (int, any, error) {
	var request keyChange
	if err := decode(c.body, &keyChangeObject, &request, func() error { return h.checkChange(service.KeyChange(request)) }); err != nil {
		return 0, nil, err
	}
	key, err := h.Service.UpdateKey(c, c.id, service.KeyChange(request))
	return http.StatusOK, viewOf(key, ""), err
}

func (h *Handler) checkChange(change service.KeyChange) error {
	if change.Name == nil && change.Plan == nil {
		return errors.New("body: must contain name, plan or both")
	}
	return h.Service.CheckChange(change)
}

// revokeKey revokes a key. Revoking a key again is not an error.
func (h *Handler) revokeKey(c *call) (int, any, error) {
	key, err := h.Service.Key(c, c.id)
	if err == nil && key.Revoked.IsZero() {
		key, err = h.Service.RevokeKey(c, c.id)
	}
	return http.StatusOK, viewOf(key, ""), err
}

func (h *Handler) rotateKey(c *call) (int, any, error) {
	var request rotation
	if len(c.body) > 0 {
		if err := decode(c.body, &rotationObject, &request, nil); err != nil {
			return 0, nil, err
		}
	}
	if _, err := h.Service.Key(c, c.id); err != nil {
		return 0, nil, err
	}
	issued, err := h.Service.RotateKey(c, c.id, time.Duration(request.graceSeconds)*time.Second)
	if errors.Is(err, service.ErrManySecrets) {
		err = service.Invalid("graceSeconds", err.Error())
	}
	return http.StatusOK, viewOf(issued.Key, issued.Secret), err
}

type planView struct {
	Name                 meter.Plan `json:"name"`
	RequestsPerMinute    int        `json:"requestsPerMinute"`
	ComputationsPerMonth *int64     `json:"computationsPerMonth"` // null if unlimited
	KeysPerMonth         int        `json:"keysPerMonth"`
	Operations           []string   `json:"operations"`
}

func (h *Handler) listPlans(c *call) (int, any, error) {
	if err := refuseQuery(c.query); err != nil {
		return 0, nil, err
	}
	var list struct {
		Plans []planView `json:"plans"`
	}
	for _, name := range h.Service.Plans() {
		limits := h.Service.Limits(name)
		operations := append([]string{}, h.Service.OperationsOf(name)...) // an empty list is [], not null
		list.Plans = append(list.Plans, planView{name, limits.PerMinute, quotaOf(limits), limits.KeysPerMonth, operations})
	}
	return http.StatusOK, list, nil
}

func quotaOf(limits meter.Limits) *int64 {
	if limits.PerMonth == meter.Unlimited {
		return nil
	}
	return &limits.PerMonth
}

type usageView struct {
	Key      string     `json:"key"` // key ID
	Name     string     `json:"name"`
	Plan     meter.Plan `json:"plan"` // the key's current plan
	Month    string     `json:"month"`
	Resets   time.Time  `json:"resets"` // time at which the next quota month begins
	Units    int64      `json:"units"`
	Quota    *int64     `json:"quota"` // the current plan's quota; null if unlimited
	Requests int64      `json:"requests"`
	Replays  int64      `json:"replays"`
	Failed   int64      `json:"failed"`
	Refused  int64      `json:"refused"` // requests rejected by the rate limit, which are not included in the requests field
}

type usageList struct {
	Usage  []usageView `json:"usage"`
	Cursor *string     `json:"cursor"` // cursor of the next page; null on the last page
}

// listUsage lists the keys that have usage in the requested month. The default is the current month.
func (h *Handler) listUsage(c *call) (int, any, error) {
	p, err := readPage(c.query, "month", "key")
	if err != nil {
		return 0, nil, err
	}
	q := service.UsageQuery{Month: meter.MonthOf(h.Clock())}
	if c.query.Has("month") {
		if q.Month, err = meter.ParseMonth(c.query.Get("month")); err != nil {
			return 0, nil, service.Invalid("month", err.Error())
		}
	}
	if c.query.Has("key") {
		q.KeyID = c.query.Get("key")
		if _, err := h.Service.Key(c, q.KeyID); err != nil {
			return 0, nil, err
		}
	}
	var after int64 // database number of the key whose ID is the cursor
	if p.cursor != "" {
		last, err := h.Service.Key(c, p.cursor)
		if err != nil {
			return 0, nil, p.unknown(err)
		}
		after = last.Ref
	}
	totals, err := h.Service.Totals(c, q)
	if err != nil {
		return 0, nil, err
	}
	list := usageList{Usage: []usageView{}}
	for _, t := range totals { // totals follows the order in which the keys were created
		if t.Key.Ref <= after {
			continue
		}
		if len(list.Usage) == p.limit {
			list.Cursor = &list.Usage[p.limit-1].Key
			break
		}
		list.Usage = append(list.Usage, usageView{
			Key: t.Key.ID, Name: t.Key.Name, Plan: t.Key.Plan, Month: t.Month.String(), Resets: t.Month.Add(1).Start().UTC(), Units: t.Units,
			Quota: quotaOf(h.Service.Limits(t.Key.Plan)), Requests: t.Requests, Replays: t.Replays, Failed: t.Failed, Refused: t.Refused,
		})
	}
	return http.StatusOK, list, nil
}

// Account is an account in the administration API's responses.
type Account struct {
	ID       string       `json:"id"`
	Email    string       `json:"email"`
	Plan     meter.Plan   `json:"plan"`
	Operator bool         `json:"operator"`
	Created  time.Time    `json:"created"`
	Asked    *planRequest `json:"asked"` // null if there is no plan request
}

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

// listAccounts lists all accounts or, with asking=true, the accounts with a plan request.
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

var accountChangeObject = strict.Object[accountChange]{Noun: "a change to an account", Fields: []strict.Field[accountChange]{
	text("plan", true, func(a *accountChange, s string) { a.plan = s }),
}}

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
	i := slices.IndexFunc(all, func(a account.Account) bool { return a.ID == c.id })
	if i < 0 {
		return 0, nil, cmp.Or(err, account.ErrNoAccount)
	}
	return http.StatusOK, ViewOf(&all[i]), nil
}

type resetLink struct {
	Link    string    `json:"link"`
	Expires time.Time `json:"expires"`
}

func (h *Handler) makeLink(c *call) (int, any, error) {
	if strings.TrimSpace(string(c.body)) != "" {
		return 0, nil, service.Invalid("body", "must be empty")
	}
	link, expires, err := h.Accounts.HandLink(c, c.id)
	return http.StatusCreated, resetLink{link, expires.UTC()}, err
}
