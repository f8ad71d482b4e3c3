package settings

import (
	"net/http"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

type operatorPage struct {
	head

	List   []account.Account
	Asking []account.Account // accounts whose users have requested another plan
	Plans  []meter.Plan
	Handed *resetLink // link for setting a password; no other page shows it
}

// resetLink is a link for setting a new password. The operator sends it to the user.
type resetLink struct {
	Email, Link string
	Expires     time.Time
}

func (s *Settings) showAccounts(w http.ResponseWriter, r *http.Request, user account.Account) {
	list, err := s.Accounts.List(r.Context())
	if err != nil {
		s.report(w, r, err)
		return
	}
	s.renderAccounts(w, r, user, list, nil)
}

func (s *Settings) renderAccounts(w http.ResponseWriter, r *http.Request, user account.Account, list []account.Account, link *resetLink) {
	s.part.Render(w, r, http.StatusOK, "operator", operatorPage{s.head("Accounts", user), list, account.Requests(list), s.Accounts.Service.Plans(), link})
}

// handLink creates a link for setting the password of an account and shows it once to the operator.
func (s *Settings) handLink(w http.ResponseWriter, r *http.Request, user account.Account) {
	list, err := s.Accounts.List(r.Context())
	i := slices.IndexFunc(list, func(a account.Account) bool { return a.ID == r.PathValue("id") })
	if err == nil && i < 0 {
		err = account.ErrNoAccount
	}
	if err != nil {
		s.report(w, r, err)
		return
	}
	link, expires, err := s.Accounts.HandLink(r.Context(), list[i].ID)
	if err != nil {
		s.report(w, r, err)
		return
	}
	s.renderAccounts(w, r, user, list, &resetLink{list[i].Email, link, expires})
}

func (s *Settings) decline(w http.ResponseWriter, r *http.Request, _ account.Account) {
	if err := s.Accounts.Decline(r.Context(), r.PathValue("id")); err != nil {
		s.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account/accounts", http.StatusSeeOther)
}

func (s *Settings) setPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	if err := s.Accounts.SetPlan(r.Context(), user.ID, r.PathValue("id"), meter.Plan(r.PostFormValue("plan"))); err != nil {
		s.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account/accounts", http.StatusSeeOther)
}
