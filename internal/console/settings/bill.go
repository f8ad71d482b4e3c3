package settings

import (
	"errors"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// upgrade tells users how to get a plan that includes the rejected operation.
const upgrade = " Ask the operator of this server for another plan, or use the command leasehold report, which needs no plan."

// Allow checks whether the signed-in user's plan includes an operation. It
// returns a status and a message for the page, or 0.
func (s *Settings) Allow(r *http.Request, op *operations.Operation) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Allow(user, op) })
}

// Bill charges the work of a page to the signed-in user. It returns a status
// and a message if the page may not be shown.
func (s *Settings) Bill(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Bill(r.Context(), user, w) })
}

// Room returns the status and the message with which Bill would reject work that has not been
// done yet, or 0.
func (s *Settings) Room(r *http.Request, w *service.PageWork) (status int, words string) {
	return s.with(r, func(user account.Account) error { return s.Accounts.Room(r.Context(), user, w) })
}

// with runs do for the signed-in user and converts an error to a status and a
// message.
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
	default: // the error message is already complete
	}
	return refusal.HTTPStatus(), words
}
