package settings

import (
	"errors"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// upgrade is added to the message for an operation that the user's plan does not include. It
// explains how to get another plan.
const upgrade = " Ask the operator of this server for another plan, or use the command leasehold report, which needs no plan."

// Allow checks whether the signed-in user's plan includes an operation. If the plan does not, Allow
// returns an HTTP status and a message for the page. Otherwise status is 0.
func (s *Settings) Allow(r *http.Request, op *operations.Operation) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Allow(user, op) })
}

// Bill bills the work of a page to the account of the signed-in user. If this fails, Bill returns
// an HTTP status and a message, and the page must not be shown. Otherwise status is 0.
func (s *Settings) Bill(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Bill(r.Context(), user, w) })
}

// Room checks whether Bill would accept work that has not been done yet. If not, Room returns the
// HTTP status and the message of Bill. Otherwise status is 0.
func (s *Settings) Room(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Room(r.Context(), user, w) })
}

// with calls do with the signed-in user. If do returns an error, with returns the corresponding
// HTTP status and a message. Otherwise status is 0.
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
		s.Site.Log.Log(r.Context(), page.FailureLevel(r), "console: a page is not billed", "path", r.URL.Path, "error", err.Error())
	default: // the message of the error needs no addition
	}
	return refusal.HTTPStatus(), words
}
