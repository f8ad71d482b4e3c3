package console

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

// cookieName is the session cookie's. With the prefix browsers accept it over
// TLS only, and from no other host.
func (c *Console) cookieName() string {
	if c.TLS {
		return "__Host-leasehold_session"
	}
	return "leasehold_session"
}

// token returns the session's token, or "".
func (c *Console) token(r *http.Request) string {
	cookie, err := r.Cookie(c.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setToken gives the browser a token, or takes it away where it is empty.
func (c *Console) setToken(w http.ResponseWriter, token string) {
	age := int(account.SessionLifetime.Seconds())
	if token == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever there is TLS
		Name: c.cookieName(), Value: token, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.TLS,
	})
}

// user returns who is signed in, or nil.
func (c *Console) user(r *http.Request) (*account.Account, error) {
	if c.Accounts == nil {
		return nil, nil //nolint:nilnil // nobody is a usual answer
	}
	user, err := c.Accounts.User(r.Context(), c.token(r))
	switch {
	case errors.Is(err, account.ErrNoSession):
		return nil, nil //nolint:nilnil // nobody is a usual answer
	case err != nil:
		return nil, err
	}
	return &user, nil
}

// next returns where to go after signing in: a path of this server.
func next(given string) string {
	to, err := url.Parse(given)
	if err != nil || to.Scheme != "" || to.Host != "" || !strings.HasPrefix(given, "/") || strings.HasPrefix(given, "//") ||
		strings.ContainsAny(given, "\\\r\n\t") {
		return "/account"
	}
	return given
}

// signPage is the page to sign in or up.
type signPage struct {
	frame

	Up      bool // to make an account, not to use one
	Open    bool // visitors may make one
	Email   string
	Next    string
	Message string
}

func (c *Console) showSign(w http.ResponseWriter, r *http.Request, status int, page signPage) {
	title := "Sign in"
	if page.Up {
		title = "Make an account"
	}
	page.frame, page.Open = c.frame(title, "account", nil), c.Accounts.SignUpOpen()
	c.render(w, r, status, "sign", "layout.html", page, false)
}

func (c *Console) signInPage(w http.ResponseWriter, r *http.Request) {
	c.showSign(w, r, http.StatusOK, signPage{Next: next(r.URL.Query().Get("next"))})
}

func (c *Console) signUpPage(w http.ResponseWriter, r *http.Request) {
	c.showSign(w, r, http.StatusOK, signPage{Up: true, Next: next(r.URL.Query().Get("next"))})
}

func (c *Console) signIn(w http.ResponseWriter, r *http.Request) { c.sign(w, r, false) }

func (c *Console) signUp(w http.ResponseWriter, r *http.Request) { c.sign(w, r, true) }

// sign signs somebody in, whose account is made first when up is true.
func (c *Console) sign(w http.ResponseWriter, r *http.Request, up bool) {
	page := signPage{Up: up, Email: r.PostFormValue("email"), Next: next(r.PostFormValue("next"))}
	from := network(c.ClientAddr(r)).String()
	how := c.Accounts.SignIn
	if up {
		how = c.Accounts.SignUp
	}
	token, err := how(r.Context(), page.Email, r.PostFormValue("password"), from, c.token(r))
	if err == nil {
		c.setToken(w, token)
		http.Redirect(w, r, page.Next, http.StatusSeeOther)
		return
	}
	if errors.Is(err, account.ErrNotSignedIn) {
		c.Log.Log(r.Context(), failureLevel(r), "console", "path", r.URL.Path, "request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
		page.Up, page.Message = false, "The account is made, but signing in failed. Sign in."
		c.showSign(w, r, http.StatusInternalServerError, page)
		return
	}
	var status int
	if status, page.Message = words(err); status == http.StatusInternalServerError {
		c.fail(w, r, err)
		return
	}
	c.showSign(w, r, status, page)
}

func (c *Console) signOut(w http.ResponseWriter, r *http.Request) {
	if err := c.Accounts.SignOut(r.Context(), c.token(r)); err != nil {
		c.fail(w, r, err)
		return
	}
	c.setToken(w, "")
	http.Redirect(w, r, "/account/sign-in", http.StatusSeeOther)
}
