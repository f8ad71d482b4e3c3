package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// owned answers somebody who is signed in.
type owned func(w http.ResponseWriter, r *http.Request, user account.Account)

// accountHandler routes the account's pages.
func (c *Console) accountHandler() http.Handler {
	mux := http.NewServeMux()
	for pattern, page := range map[string]http.HandlerFunc{
		"GET /account/sign-in":   c.signInPage,
		"POST /account/sign-in":  c.signIn,
		"GET /account/sign-up":   c.signUpPage,
		"POST /account/sign-up":  c.signUp,
		"POST /account/sign-out": c.signOut,
	} {
		mux.Handle(pattern, page)
	}
	for pattern, page := range map[string]owned{
		"GET /account":                     c.showKeys,
		"POST /account/keys":               c.createKey,
		"GET /account/keys/{id}/revoke":    c.confirmRevoke,
		"POST /account/keys/{id}/revoke":   c.revokeKey,
		"POST /account/keys/{id}/rotate":   c.rotateKey,
		"GET /account/usage":               c.showUsage,
		"GET /account/usage.csv":           c.usageCSV,
		"GET /account/you":                 c.showYou,
		"POST /account/password":           c.changePassword,
		"GET /account/export.json":         c.export,
		"POST /account/delete":             c.deleteAccount,
		"GET /account/accounts":            c.showAccounts,
		"POST /account/accounts/{id}/plan": c.setPlan,
	} {
		mux.Handle(pattern, c.signedIn(page))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			other := r.WithContext(r.Context())
			other.Method = method
			if _, pattern := mux.Handler(other); pattern != "/" {
				w.Header().Add("Allow", method)
			}
		}
		if w.Header().Get("Allow") != "" {
			c.refuse(w, r, http.StatusMethodNotAllowed, "The method must be one that the page uses.")
			return
		}
		c.refuse(w, r, http.StatusNotFound, "Nothing stands at this path.")
	})
	return c.legible(mux)
}

// signedIn asks for a session. Whoever has lost one signs in and goes on where
// he was, with what he had typed.
func (c *Console) signedIn(page owned) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, err := c.user(r)
		switch {
		case err != nil:
			c.fail(w, r, err)
		case user != nil:
			page(w, r, *user)
		case r.Method == http.MethodPost:
			back := "/account"
			if r.URL.Path == "/account/keys" {
				back += "?" + url.Values{"name": {r.PostFormValue("name")}, "mode": {r.PostFormValue("mode")}}.Encode()
			}
			c.showSign(w, r, http.StatusUnauthorized, signPage{
				Next: next(back), Message: "Your session has ended, and nothing was changed. Sign in to go on where you were.",
			})
		default:
			http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		}
	})
}

// words returns what somebody is told of an error, and the status for it.
func words(err error) (status int, message string) {
	if refusal, ok := errors.AsType[*account.Refusal](err); ok {
		text := refusal.Error()
		return http.StatusBadRequest, strings.ToUpper(text[:1]) + text[1:] + "."
	}
	if often, ok := errors.AsType[*account.TooOftenError](err); ok {
		return http.StatusTooManyRequests, "That was tried too often. " +
			fmt.Sprintf("Try again in %d s; nothing was changed.", int((often.Wait+time.Second-1)/time.Second))
	}
	switch {
	case errors.Is(err, account.ErrCredentials):
		return http.StatusUnauthorized, "The e-mail address or the password is wrong."
	case errors.Is(err, account.ErrTaken):
		// No more than that the pair did not make one.
		return http.StatusConflict, "No account could be made with this address. If it is yours already, sign in."
	case errors.Is(err, account.ErrClosed):
		return http.StatusForbidden, "Sign-up is closed on this server. Whoever runs it makes accounts with 'leasehold accounts create'."
	case errors.Is(err, account.ErrBusy):
		return http.StatusServiceUnavailable, "Too many people are signing in at this moment. Nothing was changed; try again in a few seconds."
	case errors.Is(err, account.ErrNotOperator):
		return http.StatusForbidden, "This needs an operator's account."
	case errors.Is(err, service.ErrManySecrets):
		return http.StatusConflict, fmt.Sprintf("%d secrets of this key still work, which is the most. Nothing was changed: "+
			"rotate it with the old secret ending at once, which ends all earlier ones, or wait until one of them has ended.", service.MaxSecrets)
	case errors.Is(err, service.ErrNoKey), errors.Is(err, account.ErrNoAccount):
		return http.StatusNotFound, "There is no such thing here, or it has ended already."
	default:
		return http.StatusInternalServerError, ""
	}
}

// report shows an error of an account's page.
func (c *Console) report(w http.ResponseWriter, r *http.Request, err error) {
	status, message := words(err)
	if status == http.StatusInternalServerError {
		c.fail(w, r, err)
		return
	}
	c.refuse(w, r, status, message)
}

// keysPage lists keys.
type keysPage struct {
	frame

	Keys    []keyView
	Limits  meter.Limits
	Month   meter.Month
	Made    int // keys, this month
	MostKey int
	Name    string // typed before
	Mode    string
	Issued  *service.IssuedKey // to be shown this once
	Rotated bool
	Ends    time.Time // of the earlier secret
	Message string
	Curl    string

	Unlisted bool // the keys could not be read
}

// keyView is a key with the state that its owner sees.
type keyView struct {
	account.Key

	Quota int64
	Grace time.Time // zero where no earlier secret works any more
}

func (c *Console) showKeys(w http.ResponseWriter, r *http.Request, user account.Account) {
	query := r.URL.Query()
	c.renderKeys(w, r, http.StatusOK, user, keysPage{Name: query.Get("name"), Mode: query.Get("mode")})
}

func (c *Console) renderKeys(w http.ResponseWriter, r *http.Request, status int, user account.Account, page keysPage) {
	keys, err := c.Accounts.Keys(r.Context(), user)
	if err != nil && page.Issued == nil {
		c.fail(w, r, err)
		return
	}
	if err != nil { // the secret is shown this once, with or without the list
		c.Log.Log(r.Context(), failureLevel(r), "console: keys are not listed", "request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
		page.Unlisted = true
	}
	now := c.Clock()
	page.frame = c.frame("Keys", "account", &user)
	page.Month = meter.MonthOf(now)
	page.Limits, page.MostKey = c.Accounts.Limits(user.Plan), account.KeysPerMonth(user.Plan)
	for _, k := range keys {
		if meter.MonthOf(k.Created) == page.Month {
			page.Made++
		}
		view := keyView{Key: k, Quota: c.Accounts.Limits(k.Plan).PerMonth}
		if k.Grace.After(now) {
			view.Grace = k.Grace
		}
		page.Keys = append(page.Keys, view)
	}
	c.render(w, r, status, "keys", "layout.html", page, false)
}

func (c *Console) createKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	page := keysPage{Name: r.PostFormValue("name"), Mode: r.PostFormValue("mode")}
	issued, err := c.Accounts.CreateKey(r.Context(), user, page.Name, apikey.Mode(page.Mode))
	if errors.Is(err, account.ErrKeyLimit) {
		page.Message = fmt.Sprintf("This month's %d keys of the %s plan are made. The next can be made on the 1st (UTC); a rotation is not counted.",
			account.KeysPerMonth(user.Plan), user.Plan)
		c.renderKeys(w, r, http.StatusTooManyRequests, user, page)
		return
	}
	if err != nil {
		status, message := words(err)
		if status == http.StatusInternalServerError {
			c.fail(w, r, err)
			return
		}
		page.Message = message
		c.renderKeys(w, r, status, user, page)
		return
	}
	c.renderKeys(w, r, http.StatusOK, user, keysPage{Issued: &issued, Curl: c.firstCall(issued.Secret)})
}

// firstCall is the command with which a new key is tried.
func (c *Console) firstCall(secret string) string {
	return "curl -sS " + c.PublicURL + "/api/v1/compute \\\n" +
		"  -H 'Authorization: Bearer " + secret + "' \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		`  -d '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}'`
}

// graces are how long an earlier secret may outlive a rotation.
var graces = map[string]time.Duration{"0": 0, "1h": time.Hour, "24h": 24 * time.Hour, "168h": 7 * 24 * time.Hour}

func (c *Console) rotateKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	grace, known := graces[r.PostFormValue("grace")]
	if !known {
		c.refuse(w, r, http.StatusBadRequest, "The grace period must be one of those offered.")
		return
	}
	issued, err := c.Accounts.RotateKey(r.Context(), user, r.PathValue("id"), grace)
	if err != nil {
		c.report(w, r, err)
		return
	}
	page := keysPage{Issued: &issued, Rotated: true, Curl: c.firstCall(issued.Secret)}
	if grace > 0 {
		page.Ends = c.Clock().Add(grace)
	}
	c.renderKeys(w, r, http.StatusOK, user, page)
}

func (c *Console) confirmRevoke(w http.ResponseWriter, r *http.Request, user account.Account) {
	keys, err := c.Accounts.Keys(r.Context(), user)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	for _, k := range keys {
		if k.ID == r.PathValue("id") && k.Revoked.IsZero() {
			page := struct {
				frame

				Key account.Key
			}{c.frame("Revoke a key", "account", &user), k}
			c.render(w, r, http.StatusOK, "revoke", "layout.html", page, false)
			return
		}
	}
	c.report(w, r, service.ErrNoKey)
}

func (c *Console) revokeKey(w http.ResponseWriter, r *http.Request, user account.Account) {
	if _, err := c.Accounts.RevokeKey(r.Context(), user, r.PathValue("id")); err != nil {
		c.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}
