package settings

import (
	"errors"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// upgrade is the way to a plan that has what was refused.
const upgrade = " Whoever runs this server changes plans. The command leasehold report needs none."

// Allow returns why the plan of whoever is signed in does not have an operation: a status
// and a sentence for the page, or 0.
func (s *Settings) Allow(r *http.Request, op *operations.Operation) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Allow(user, op) })
}

// Bill bills whoever is signed in for work of a page, or returns why it may not be shown.
func (s *Settings) Bill(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Bill(r.Context(), user, w) })
}

// Room returns why Bill would refuse work that has not been done yet, or 0.
func (s *Settings) Room(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Room(r.Context(), user, w) })
}

// with does something for whoever is signed in, and puts a refusal into words.
func (s *Settings) with(r *http.Request, do func(account.Account) error) (status int, words string) {
	user, err := s.user(r)
	if err == nil && user == nil {
		return http.StatusUnauthorized, "Your session has ended. Sign in again; nothing you typed is lost."
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
	told := service.AsError(err)
	words = told.Message
	switch told.Code {
	case service.PlanRequired:
		words += upgrade
	case service.InternalError:
		s.Site.Log.Log(r.Context(), page.FailureLevel(r), "console: a page is not billed", "path", r.URL.Path, "error", err.Error())
	default: // the message says it all
	}
	return told.HTTPStatus(), words
}
