package settings

import (
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// operatorPage lists all accounts.
type operatorPage struct {
	head

	List  []account.Account
	Plans []meter.Plan
}

// showAccounts lists all accounts for an operator.
func (s *Settings) showAccounts(w http.ResponseWriter, r *http.Request, user account.Account) {
	list, err := s.Accounts.List(r.Context(), user)
	if err != nil {
		s.report(w, r, err)
		return
	}
	s.part.Render(w, r, http.StatusOK, "operator", operatorPage{s.head("Accounts", user), list, s.Accounts.Service.Plans()})
}

func (s *Settings) setPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	if err := s.Accounts.SetPlan(r.Context(), user, r.PathValue("id"), meter.Plan(r.PostFormValue("plan"))); err != nil {
		s.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account/accounts", http.StatusSeeOther)
}
