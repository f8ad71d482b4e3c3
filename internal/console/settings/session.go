package settings

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

// cookieName returns the name of the session cookie. If browsers connect over TLS, the cookie's
// name has a prefix that makes browsers accept the cookie only over TLS and only from this host.
func (s *Settings) cookieName() string {
	if s.TLS {
		return "__Host-leasehold_session"
	}
	return "leasehold_session"
}

// token returns the session token in a request's cookie, or "" if the request has no session.
func (s *Settings) token(r *http.Request) string {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setToken sets the session cookie to token, or deletes it if token is empty.
func (s *Settings) setToken(w http.ResponseWriter, token string) {
	age := int(account.SessionLifetime.Seconds())
	if token == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure is set if browsers connect over TLS
		Name: s.cookieName(), Value: token, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.TLS,
	})
}

// user returns the signed-in user, or nil if the visitor is not signed in.
func (s *Settings) user(r *http.Request) (*account.Account, error) {
	user, err := s.Accounts.User(r.Context(), s.token(r))
	switch {
	case errors.Is(err, account.ErrNoSession):
		return nil, nil //nolint:nilnil // a visitor who is not signed in is not an error
	case err != nil:
		return nil, err
	}
	return &user, nil
}

// SignedIn reports whether a request contains the token of a valid session.
func (s *Settings) SignedIn(r *http.Request) (bool, error) {
	user, err := s.user(r)
	return user != nil, err
}

// next returns the path of the page to show after signing in: the given path if it is on this server, and
// otherwise a default path.
func next(given string) string {
	to, err := url.Parse(given)
	if err != nil || to.Scheme != "" || to.Host != "" || !strings.HasPrefix(given, "/") || strings.HasPrefix(given, "//") ||
		strings.ContainsAny(given, "\\\r\n\t") {
		return "/account"
	}
	return given
}

const signUpPath = "/account/sign-up"

type signPage struct {
	page.Frame

	Up      bool   // whether the page creates an account
	Open    bool   // whether visitors may create an account
	Closed  string // reason why visitors may not create an account
	Email   string
	Next    string
	Message string
	Done    string
}

func (s *Settings) showSign(w http.ResponseWriter, r *http.Request, status int, p signPage) {
	title := "Sign in"
	if p.Up {
		title = "Create an account"
	}
	p.Frame, p.Open, p.Closed = s.part.Frame(title, false), s.Accounts.OpenSignUp, closedText
	s.part.Render(w, r, status, "sign", p)
}

func (s *Settings) signPage(w http.ResponseWriter, r *http.Request) {
	s.showSign(w, r, http.StatusOK, signPage{Up: r.URL.Path == signUpPath, Next: next(r.URL.Query().Get("next"))})
}

// sign signs a user in. If the form comes from the sign-up page, the account is created first.
func (s *Settings) sign(w http.ResponseWriter, r *http.Request) {
	p := signPage{Up: r.URL.Path == signUpPath, Email: r.PostFormValue("email"), Next: next(r.PostFormValue("next"))}
	enter := s.Accounts.SignIn
	if p.Up {
		enter = s.Accounts.SignUp
	}
	token, err := enter(r.Context(), p.Email, r.PostFormValue("password"), s.Client(r).String(), s.token(r))
	switch {
	case err == nil:
		s.setToken(w, token)
		http.Redirect(w, r, p.Next, http.StatusSeeOther)
	case errors.Is(err, account.ErrNotSignedIn):
		s.Site.LogFailure(w, r, "console: the account was created, but signing in failed", err)
		p.Up, p.Message = false, "The account was created, but signing in failed. Sign in."
		s.showSign(w, r, http.StatusInternalServerError, p)
	default:
		s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
			p.Message = message
			s.showSign(w, r, status, p)
		})
	}
}

func (s *Settings) signOut(w http.ResponseWriter, r *http.Request) {
	if err := s.Accounts.SignOut(r.Context(), s.token(r)); err != nil {
		s.Site.Fail(w, r, err)
		return
	}
	s.setToken(w, "")
	http.Redirect(w, r, "/account/sign-in", http.StatusSeeOther)
}

type forgotPage struct {
	page.Frame

	CanMail bool
	Sent    bool
	Message string
}

func (s *Settings) forgotPage(w http.ResponseWriter, r *http.Request) {
	s.showForgot(w, r, http.StatusOK, forgotPage{})
}

func (s *Settings) showForgot(w http.ResponseWriter, r *http.Request, status int, p forgotPage) {
	p.Frame, p.CanMail = s.part.Frame("Forgot your password?", false), s.Accounts.Mail != nil
	s.part.Render(w, r, status, "forgot", p)
}

// forgot sends a password reset link by e-mail if an account has the given address. The page is the same in
// either case, and so does not reveal which addresses have accounts.
func (s *Settings) forgot(w http.ResponseWriter, r *http.Request) {
	if err := s.Accounts.Forgot(r.Context(), r.PostFormValue("email"), s.Client(r).String()); err != nil {
		s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
			s.showForgot(w, r, status, forgotPage{Message: message})
		})
		return
	}
	s.showForgot(w, r, http.StatusOK, forgotPage{Sent: s.Accounts.Mail != nil})
}

type resetPage struct {
	page.Frame

	Link    string // token of the link; "" if the link is not valid
	Email   string
	Message string
}

func (s *Settings) showReset(w http.ResponseWriter, r *http.Request, status int, p resetPage) {
	p.Frame = s.part.Frame("Choose a new password", false)
	s.part.Render(w, r, status, "reset", p)
}

// resetPage shows the form for a new password. The link remains valid when the page is opened,
// because mail programs also open links.
func (s *Settings) resetPage(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("link")
	found, err := s.Accounts.Linked(r.Context(), token, s.Client(r).String())
	if err != nil {
		s.refuseReset(w, r, err, resetPage{})
		return
	}
	s.showReset(w, r, http.StatusOK, resetPage{Link: token, Email: found.Email})
}

func (s *Settings) reset(w http.ResponseWriter, r *http.Request) {
	token, from := r.PostFormValue("link"), s.Client(r).String()
	err := s.Accounts.UseLink(r.Context(), token, r.PostFormValue("password"), from)
	if _, refused := errors.AsType[*account.Refusal](err); refused { // the account package rejected the password, so the link remains valid
		if found, gone := s.Accounts.Linked(r.Context(), token, from); gone == nil {
			s.refuseReset(w, r, err, resetPage{Link: token, Email: found.Email})
			return
		}
	}
	if err != nil {
		s.refuseReset(w, r, err, resetPage{})
		return
	}
	s.setToken(w, "")
	s.showSign(w, r, http.StatusOK, signPage{Next: "/account", Done: "Your new password has been set. Sign in with it."})
}

// refuseReset shows the page, which explains why the new password was not set.
func (s *Settings) refuseReset(w http.ResponseWriter, r *http.Request, err error, p resetPage) {
	s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
		p.Message = message
		s.showReset(w, r, status, p)
	})
}
