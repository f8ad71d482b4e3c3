package settings

import (
	"cmp"
	"maps"
	"net/http"
	"slices"

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
	s.part.Render(w, r, http.StatusOK, "operator", operatorPage{s.head("Accounts", user), list, s.plans()})
}

// plans are the server's plans, the smallest first.
func (s *Settings) plans() []meter.Plan {
	plans := s.Accounts.Service.Plans
	return slices.SortedFunc(maps.Keys(plans), func(a, b meter.Plan) int {
		return cmp.Or(cmp.Compare(plans[a].PerMonth, plans[b].PerMonth), cmp.Compare(a, b))
	})
}

func (s *Settings) setPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	if err := s.Accounts.SetPlan(r.Context(), user, r.PathValue("id"), meter.Plan(r.PostFormValue("plan"))); err != nil {
		s.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account/accounts", http.StatusSeeOther)
}
