package settings

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

type profilePage struct {
	head

	Allowed allowance
	Others  []offer // plans that the user can request
	Message string
	Done    string
}

func (s *Settings) showProfile(w http.ResponseWriter, r *http.Request, user account.Account) {
	s.renderProfile(w, r, http.StatusOK, user, profilePage{})
}

func (s *Settings) renderProfile(w http.ResponseWriter, r *http.Request, status int, user account.Account, p profilePage) {
	p.head = s.head("Profile", user)
	p.Allowed, p.Others = s.allowance(user), s.offers(user)
	s.part.Render(w, r, status, "profile", p)
}

// profileChanged redirects to the profile page after a change. If err is not nil, it instead shows that page
// with the reason for rejecting the change.
func (s *Settings) profileChanged(w http.ResponseWriter, r *http.Request, user account.Account, err error) {
	if err == nil {
		http.Redirect(w, r, "/account/profile", http.StatusSeeOther)
		return
	}
	s.reportOn(w, r, err, func(w http.ResponseWriter, r *http.Request, status int, message string) {
		s.renderProfile(w, r, status, user, profilePage{Message: message})
	})
}

type offer struct {
	Name  meter.Plan
	Words string
}

// offers returns the plans that the user can request, which are all plans except the current one.
func (s *Settings) offers(user account.Account) (list []offer) {
	for _, plan := range s.Accounts.Service.Plans() {
		if plan != user.Plan {
			limits := s.Accounts.Service.Limits(plan)
			words := markup.Plural(limits.PerMinute, "request") + " a minute, " + computations(limits.PerMonth, 1) + " a month for each key, " +
				markup.Plural(limits.KeysPerMonth, "key") + " a month"
			if more := without(s.Accounts.Service.OperationsOf(plan), s.Accounts.Service.OperationsOf(user.Plan)); len(more) > 0 {
				words += ", and " + strings.Join(more, ", ")
			}
			if less := without(s.Accounts.Service.OperationsOf(user.Plan), s.Accounts.Service.OperationsOf(plan)); len(less) > 0 {
				words += ", without " + strings.Join(less, ", ")
			}
			list = append(list, offer{plan, words})
		}
	}
	return list
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
}

func (s *Settings) askPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := s.Accounts.AskPlan(r.Context(), user, meter.Plan(r.PostFormValue("plan")), r.PostFormValue("reason"))
	s.profileChanged(w, r, user, err)
}

func (s *Settings) takeBack(w http.ResponseWriter, r *http.Request, user account.Account) {
	s.profileChanged(w, r, user, s.Accounts.TakeBack(r.Context(), user))
}

func (s *Settings) changePassword(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := s.Accounts.ChangePassword(r.Context(), user, r.PostFormValue("old"), r.PostFormValue("password"), s.token(r))
	if err != nil {
		s.profileChanged(w, r, user, err)
		return
	}
	s.renderProfile(w, r, http.StatusOK, user, profilePage{Done: "Your password has been changed. Your other sessions have been signed out."})
}

func (s *Settings) deleteAccount(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := s.Accounts.Delete(r.Context(), user, r.PostFormValue("password"))
	if err != nil && !errors.Is(err, account.ErrRemains) {
		s.profileChanged(w, r, user, err)
		return
	}
	text := "The account has been deleted. Its keys have been revoked, and their names and Idempotency-Keys have been removed."
	if err != nil {
		s.Site.Log.WarnContext(r.Context(), "console: deletion is unfinished; the next sweep completes it",
			"request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
		text = "The account has been deleted. Its keys have been revoked, and their names have been removed. Idempotency-Keys are still being removed; no action is needed."
	}
	s.setToken(w, "")
	s.Site.Notice(w, r, http.StatusOK, "Account deleted", text)
}

type operatorPage struct {
	head

	List   []account.Account
	Asking []account.Account // accounts with a request for another plan
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

// handLink creates a link for setting an account's password and shows it once to the operator.
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
	s.changed(w, r, s.Accounts.Decline(r.Context(), r.PathValue("id")), "/account/accounts")
}

func (s *Settings) setPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := s.Accounts.SetPlan(r.Context(), user.ID, r.PathValue("id"), meter.Plan(r.PostFormValue("plan")))
	s.changed(w, r, err, "/account/accounts")
}
