package settings

import (
	"errors"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
)

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

// forgot sends a link for setting a new password by mail, if there is an account with the address.
// The page is the same in either case, so that it does not reveal which addresses have accounts.
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
	if _, refused := errors.AsType[*account.Refusal](err); refused { // the password was rejected, and the link remains valid
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
	s.showSign(w, r, http.StatusOK, signPage{Next: "/account", Done: "The password is set. Sign in with it."})
}

// refuseReset shows the page with the reason why the new password was not set.
func (s *Settings) refuseReset(w http.ResponseWriter, r *http.Request, err error, p resetPage) {
	s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
		p.Message = message
		s.showReset(w, r, status, p)
	})
}
