package settings

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

type keysPage struct {
	head

	Keys    []keyView
	Allowed allowance
	Month   meter.Month
	Made    int    // number of keys that were created this month
	Name    string // name that the user typed before an error occurred
	Mode    string
	Issued  *service.IssuedKey // the new key with its secret, which no other page shows
	Rotated bool
	Ends    time.Time // time at which the earlier secret expires
	Message string
	Curl    string

	Unlisted bool // whether reading the list of keys failed
}

type keyView struct {
	account.Key

	Quota int64
	Grace time.Time // time until which the earlier secret is valid; zero if none is valid
}

// allowance contains the limits of an account's plan in the form that the page shows.
type allowance struct {
	PerMinute int64     // maximum number of requests per minute for each key
	PerMonth  string    // maximum number of computations per month for each key, as text
	Keys      int       // maximum number of valid keys, and of keys created per month
	Together  string    // maximum number of computations per month for all keys together, as text
	Most      string    // maximum number of computations per month, as text, if each key is replaced once in the month
	Resets    time.Time // time at which the next quota period starts
}

func (s *Settings) allowance(user account.Account) allowance {
	limits := s.Accounts.Service.Limits(user.Plan)
	return allowance{
		int64(limits.PerMinute), computations(limits.PerMonth, 1), limits.KeysPerMonth,
		computations(limits.PerMonth, limits.KeysPerMonth), computations(limits.PerMonth, 2*limits.KeysPerMonth),
		meter.MonthOf(s.Clock()).Add(1).Start(),
	}
}

// computations returns the monthly quota for several keys as text, given the quota for one key.
func computations(perMonth int64, keys int) string {
	if perMonth == meter.Unlimited {
		return "any number of computations"
	}
	return markup.Plural(perMonth*int64(keys), "computation")
}

// Limited reports whether the key has a monthly quota.
func (k keyView) Limited() bool { return k.Quota != meter.Unlimited }

func (s *Settings) showKeys(w http.ResponseWriter, r *http.Request, user account.Account) {
	query := r.URL.Query()
	s.renderKeys(w, r, http.StatusOK, user, keysPage{Name: query.Get("name"), Mode: query.Get("mode")})
}

func (s *Settings) renderKeys(w http.ResponseWriter, r *http.Request, status int, user account.Account, p keysPage) {
	keys, err := s.Accounts.Keys(r.Context(), user)
	if err != nil && p.Issued == nil {
		s.Site.Fail(w, r, err)
		return
	}
	if err != nil { // show the page even then, because no other page shows the secret
		s.Site.LogFailure(w, r, "console: could not list the keys", err)
		p.Unlisted = true
	}
	now := s.Clock()
	p.head = s.head("Keys", user)
	p.Month = meter.MonthOf(now)
	p.Allowed = s.allowance(user)
	for _, k := range keys {
		if meter.MonthOf(k.Created) == p.Month {
			p.Made++
		}
		view := keyView{Key: k, Quota: s.Accounts.Service.Limits(k.Plan).PerMonth}
		if k.Grace.After(now) {
			view.Grace = k.Grace
		}
		p.Keys = append(p.Keys, view)
	}
	s.part.Render(w, r, status, "keys", p)
}

func (s *Settings) createKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	p := keysPage{Name: r.PostFormValue("name"), Mode: r.PostFormValue("mode")}
	issued, err := s.Accounts.CreateKey(r.Context(), user, p.Name, apikey.Mode(p.Mode))
	switch {
	case err == nil:
		s.renderKeys(w, r, http.StatusOK, user, keysPage{Issued: &issued, Curl: s.firstCall(issued.Secret)})
	case errors.Is(err, account.ErrKeyLimit):
		p.Message = fmt.Sprintf("You have created all %d keys that the %s plan allows this month. "+
			"You can create the next key on the 1st (UTC). Rotating a key does not count as creating one.", s.Accounts.Service.Limits(user.Plan).KeysPerMonth, user.Plan)
		s.renderKeys(w, r, http.StatusTooManyRequests, user, p)
	case errors.Is(err, account.ErrKeysWork):
		p.Message = fmt.Sprintf("You have %d active keys, which is the maximum on the %s plan. Revoke an unused key first.",
			s.Accounts.Service.Limits(user.Plan).KeysPerMonth, user.Plan)
		s.renderKeys(w, r, http.StatusTooManyRequests, user, p)
	default:
		s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
			p.Message = message
			s.renderKeys(w, r, status, user, p)
		})
	}
}

// firstCall returns a curl command for trying a new key.
func (s *Settings) firstCall(secret string) string {
	return "curl -sS " + s.PublicURL + "/api/v1/compute \\\n" +
		"  -H 'Authorization: Bearer " + secret + "' \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		`  -d '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}'`
}

// grace is a period during which a key's earlier secret remains valid after a rotation.
type grace struct {
	Value, Label string
	lasts        time.Duration
}

// graces are the periods that the user can choose. The first period is the default.
var graces = []grace{
	{"24h", "24 hours", 24 * time.Hour}, {"1h", "1 hour", time.Hour}, {"168h", "7 days", 7 * 24 * time.Hour}, {"0", "not at all", 0},
}

func (s *Settings) rotateKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	i := slices.IndexFunc(graces, func(g grace) bool { return g.Value == r.PostFormValue("grace") })
	if i < 0 {
		s.Site.Refuse(w, r, http.StatusBadRequest, "Choose one of the grace periods offered.")
		return
	}
	lasts := graces[i].lasts
	issued, err := s.Accounts.RotateKey(r.Context(), user, r.PathValue("id"), lasts)
	if err != nil {
		s.report(w, r, err)
		return
	}
	p := keysPage{Issued: &issued, Rotated: true, Curl: s.firstCall(issued.Secret)}
	if lasts > 0 {
		p.Ends = s.Clock().Add(lasts)
	}
	s.renderKeys(w, r, http.StatusOK, user, p)
}

type keyPage struct {
	head

	Key    account.Key
	Graces []grace
}

// confirm shows the page on which the user confirms the rotation or revocation of a key. The URL path's last
// element names both the change and the page's template. If the user has no key with the requested ID, or the
// key is revoked, confirm responds with an error.
func (s *Settings) confirm(w http.ResponseWriter, r *http.Request, user account.Account) {
	keys, err := s.Accounts.Keys(r.Context(), user)
	if err != nil {
		s.Site.Fail(w, r, err)
		return
	}
	for _, k := range keys {
		if k.ID == r.PathValue("id") && k.Revoked.IsZero() {
			change := path.Base(r.URL.Path)
			s.part.Render(w, r, http.StatusOK, change, keyPage{s.head(wording.Sentence(change)+" a key", user), k, graces})
			return
		}
	}
	s.report(w, r, service.ErrNoKey)
}

func (s *Settings) revokeKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	_, err := s.Accounts.RevokeKey(r.Context(), user, r.PathValue("id"))
	s.changed(w, r, err, "/account")
}
