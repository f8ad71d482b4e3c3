// Package settings contains an account's pages: its keys, their usage, its plan and its password.
// For an operator, it also contains the page with all accounts' plans.
//
// The pages call package account, which implements the operations on accounts. The session cookie
// is the only credential that the console accepts, and only this package reads it.
package settings

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

//go:embed assets templates
var files embed.FS

// Options configure [Settings].
type Options struct {
	Site     *page.Site
	Accounts *account.Accounts
	Clock    func() time.Time
	// PublicURL is the base URL in the commands that pages show, without a trailing slash.
	PublicURL string
	// Client returns the network address under which sign-in attempts are counted.
	Client func(*http.Request) netip.Addr
	// TLS is true if browsers connect over TLS. They then send the session cookie only over TLS.
	TLS bool
}

// Settings serves the account pages. Settings is safe for concurrent use.
type Settings struct {
	Options

	part   *page.Part
	routes http.Handler
}

// New returns Settings with the given options.
func New(options Options) (*Settings, error) {
	s := &Settings{Options: options}
	var err error
	s.part, err = options.Site.Part(page.PartOptions{
		Name: "settings", Files: files, Functions: template.FuncMap{"meter": usedShare, "millis": millis},
	})
	if err != nil {
		return nil, err
	}
	s.routes = s.readable(s.mux())
	return s, nil
}

// ServeHTTP serves /account and all paths below it.
func (s *Settings) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// ownPage handles a request for a page that requires a signed-in user.
type ownPage func(w http.ResponseWriter, r *http.Request, user account.Account)

func (s *Settings) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /account/sign-in":   s.signPage,
		"POST /account/sign-in":  s.sign,
		"GET " + signUpPath:      s.signPage,
		"POST " + signUpPath:     s.sign,
		"POST /account/sign-out": s.signOut,
		"GET /account/forgot":    s.forgotPage,
		"POST /account/forgot":   s.forgot,
		"GET /account/reset":     s.resetPage,
		"POST /account/reset":    s.reset,
	} {
		mux.Handle(pattern, handler)
	}
	for pattern, handler := range map[string]ownPage{
		"GET /account":                        s.showKeys,
		"POST /account/keys":                  s.createKey,
		"GET /account/keys/{id}/revoke":       s.confirm,
		"GET /account/keys/{id}/rotate":       s.confirm,
		"POST /account/keys/{id}/revoke":      s.revokeKey,
		"POST /account/keys/{id}/rotate":      s.rotateKey,
		"GET /account/usage":                  s.showUsage,
		"GET /account/usage.csv":              s.usageCSV,
		"GET /account/profile":                s.showProfile,
		"POST /account/plan":                  s.askPlan,
		"POST /account/plan/take-back":        s.takeBack,
		"POST /account/password":              s.changePassword,
		"GET /account/export.json":            s.export,
		"POST /account/delete":                s.deleteAccount,
		"GET /account/accounts":               s.operatorOnly(s.showAccounts),
		"POST /account/accounts/{id}/plan":    s.operatorOnly(s.setPlan),
		"POST /account/accounts/{id}/decline": s.operatorOnly(s.decline),
		"POST /account/accounts/{id}/link":    s.operatorOnly(s.handLink),
	} {
		mux.Handle(pattern, s.signedInOnly(handler))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.noRoute(mux, w, r) })
	return mux
}

// noRoute responds to a request that has no handler. If the path exists, the response lists the methods that
// the path supports.
func (s *Settings) noRoute(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		other := r.WithContext(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "/" {
			w.Header().Add("Allow", method)
		}
	}
	if w.Header().Get("Allow") != "" {
		s.Site.Refuse(w, r, http.StatusMethodNotAllowed, "This page does not support this method.")
		return
	}
	s.Site.NotFound(w, r)
}

func (s *Settings) operatorOnly(handler ownPage) ownPage {
	return func(w http.ResponseWriter, r *http.Request, user account.Account) {
		if !user.Operator {
			s.report(w, r, account.ErrNotOperator)
			return
		}
		handler(w, r, user)
	}
}

// signedInOnly returns a handler that requires a signed-in user. It redirects other visitors to the sign-in
// page, and afterward back to the requested page.
func (s *Settings) signedInOnly(handler ownPage) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, err := s.user(r)
		switch {
		case err != nil:
			s.Site.Fail(w, r, err)
		case user != nil:
			if r.Method == http.MethodPost {
				if err := s.Accounts.AllowChange(*user); err != nil {
					status, message := explain(err)
					s.Site.Refuse(w, r, status, message)
					return
				}
			}
			actor := service.Actor{ID: user.ID, Address: s.Client(r).String()}
			handler(w, r.WithContext(service.By(r.Context(), actor)), *user)
		case r.Method == http.MethodPost:
			back := "/account"
			if r.URL.Path == "/account/keys" {
				back += "?" + url.Values{"name": {r.PostFormValue("name")}, "mode": {r.PostFormValue("mode")}}.Encode()
			}
			s.showSign(w, r, http.StatusUnauthorized, signPage{
				Next: next(back), Message: "Your session has ended. No change was saved. Sign in to continue.",
			})
		default:
			http.Redirect(w, r, "/account/sign-in?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		}
	})
}

type head struct {
	page.Frame

	User account.Account
	Tab  string // name of the account page that is shown
}

func (s *Settings) head(title string, user account.Account) head {
	return head{Frame: s.part.Frame(title, true), User: user, Tab: title}
}

// nouns maps form fields to the nouns that messages use for them.
var nouns = map[string]string{
	"email": "The e-mail address ", "password": "The password ", "plan": "The plan ", "grace": "The grace period ", "reason": "The reason ",
}

// explanations contains the HTTP status and the message for each error that an operation can return.
var explanations = []struct {
	err     error
	status  int
	message string
}{
	{account.ErrCredentials, http.StatusUnauthorized, "The e-mail address or the password is wrong."},
	// The message for ErrTaken must not reveal whether an account with this address exists.
	{account.ErrTaken, http.StatusConflict, "No account could be created with this address. If it is already yours, sign in."},
	{account.ErrClosed, http.StatusForbidden, closedText},
	{account.ErrBusy, http.StatusServiceUnavailable, "Too many users are signing in right now. Try again in a few seconds."},
	{account.ErrNoLink, http.StatusNotFound, "The link is not valid: it has expired or was already used, or a newer password was set. Request a new link."},
	{account.ErrNotOperator, http.StatusForbidden, "Only an operator's account may do this."},
	{service.ErrManySecrets, http.StatusConflict, fmt.Sprintf("This key already has %d valid secrets, which is the maximum. "+
		"Either rotate it again and let the old secret expire immediately, which also invalidates all earlier secrets, or wait until a secret expires. No data was changed.", service.MaxSecrets)},
	{service.ErrNoKey, http.StatusNotFound, endedText},
	{account.ErrNoAccount, http.StatusNotFound, endedText},
}

// explain returns the HTTP status and the message for an error. The message is empty if the error is internal.
func explain(err error) (status int, message string) {
	if refusal, ok := errors.AsType[*account.Refusal](err); ok {
		text := nouns[refusal.Field] + refusal.Words
		return http.StatusBadRequest, wording.Sentence(text) + "."
	}
	if often, ok := errors.AsType[*account.TooOftenError](err); ok {
		return http.StatusTooManyRequests, fmt.Sprintf("Too many attempts. No change was saved. Try again in %d s.",
			int((often.Wait+time.Second-1)/time.Second))
	}
	for _, known := range explanations {
		if errors.Is(err, known.err) {
			return known.status, known.message
		}
	}
	return http.StatusInternalServerError, ""
}

const (
	closedText = "Sign-up is closed on this server. Its administrator creates accounts."
	endedText  = "This key or account does not exist or is no longer active."
)

// changed redirects to the page with the given path after a change, or reports the change's error.
func (s *Settings) changed(w http.ResponseWriter, r *http.Request, err error, path string) {
	if err != nil {
		s.report(w, r, err)
		return
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

func (s *Settings) report(w http.ResponseWriter, r *http.Request, err error) {
	s.reportOn(w, r, err, s.Site.Refuse)
}

// reportOn shows a page with the message for an error. The caller's function renders the page. For an internal
// error, reportOn shows the general failure page instead.
func (s *Settings) reportOn(
	w http.ResponseWriter, r *http.Request, err error, show func(w http.ResponseWriter, r *http.Request, status int, message string),
) {
	status, message := explain(err)
	if message == "" {
		s.Site.Fail(w, r, err)
		return
	}
	show(w, r, status, message)
}

// readable returns a handler that calls the next handler only if the request's form is complete and both the
// form and the URL are valid text. Without this check, missing fields of an incomplete, overlong or slowly
// sent form would be treated as empty. Different stores would also handle invalid text differently.
func (s *Settings) readable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isText(r.URL.Path) {
			s.Site.NotFound(w, r)
			return
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || !areText(query) {
			s.Site.Refuse(w, r, http.StatusBadRequest, "The address must be UTF-8 text.")
			return
		}
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
			s.Site.Refuse(w, r, http.StatusUnsupportedMediaType, "The form must be sent as application/x-www-form-urlencoded. No change was saved.")
			return
		}
		if status, problem := readForm(r); status != http.StatusOK {
			w.Header().Set("Connection", "close") // the remaining body is not read, so the connection cannot be reused
			s.Site.Refuse(w, r, status, problem+" No change was saved.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// readForm parses the form in a request. If the form is invalid, readForm returns an HTTP status and a message.
func readForm(r *http.Request) (status int, problem string) {
	err := r.ParseForm()
	_, long := errors.AsType[*http.MaxBytesError](err)
	switch {
	case long:
		return http.StatusRequestEntityTooLarge, "The form is too long."
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout, "The form did not arrive in time."
	case err != nil:
		return http.StatusBadRequest, "The form is incomplete."
	case !areText(r.PostForm):
		return http.StatusBadRequest, "The form must be UTF-8 text."
	}
	return http.StatusOK, ""
}

// isText reports whether all stores accept s as text.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func areText(values url.Values) bool {
	for name, list := range values {
		for _, value := range append(list, name) {
			if !isText(value) {
				return false
			}
		}
	}
	return true
}

// upgrade is appended to the message for an operation that the user's plan does not include. It explains how to
// get another plan.
const upgrade = " Ask this server's operator for another plan, or use the leasehold report command, which needs no plan."

// Allow checks whether the signed-in user's plan includes an operation. If not, it returns an HTTP status and a
// message for the page; otherwise, it returns status 0.
func (s *Settings) Allow(r *http.Request, op *operations.Operation) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Allow(user, op) })
}

// Bill bills a page's work to the signed-in user's account. If this fails, it returns an HTTP status and a
// message, and the page must not be shown. Otherwise, it returns status 0.
func (s *Settings) Bill(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Bill(r.Context(), user, w) })
}

// Room checks whether Bill would accept work that has not been done yet. If not, it returns the HTTP status and
// message that Bill would return. Otherwise, it returns status 0.
func (s *Settings) Room(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Room(r.Context(), user, w) })
}

// with calls a function, passing the signed-in user. If the function returns an error, the result is an HTTP
// status and a message; otherwise, the status is 0.
func (s *Settings) with(r *http.Request, do func(account.Account) error) (status int, words string) {
	user, err := s.user(r)
	if err == nil && user == nil {
		return http.StatusUnauthorized, "Your session has ended. Sign in again; your input is kept."
	}
	if err == nil {
		err = do(*user)
	}
	if err == nil {
		return 0, ""
	}
	if refusal, ok := errors.AsType[*account.Refusal](err); ok {
		return http.StatusForbidden, refusal.Words
	}
	refusal := service.AsError(err)
	words = refusal.Message
	switch refusal.Code {
	case service.PlanRequired:
		words += upgrade
	case service.InternalError:
		s.Site.Log.Log(r.Context(), page.FailureLevel(r), "console: could not bill a page", "path", r.URL.Path, "error", err.Error())
	default: // the error's message needs no addition
	}
	return refusal.HTTPStatus(), words
}
