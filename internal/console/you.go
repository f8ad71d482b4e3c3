package console

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// youPage is what concerns the account itself.
type youPage struct {
	frame

	Limits  meter.Limits
	MostKey int
	Message string
	Done    string
}

func (c *Console) showYou(w http.ResponseWriter, r *http.Request, user account.Account) {
	c.renderYou(w, r, http.StatusOK, user, youPage{})
}

func (c *Console) renderYou(w http.ResponseWriter, r *http.Request, status int, user account.Account, page youPage) {
	page.frame = c.frame("You", "account", &user)
	page.Limits, page.MostKey = c.Accounts.Limits(user.Plan), account.KeysPerMonth(user.Plan)
	c.render(w, r, status, "you", "layout.html", page, false)
}

func (c *Console) changePassword(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := c.Accounts.ChangePassword(r.Context(), user, r.PostFormValue("old"), r.PostFormValue("password"), c.token(r))
	c.answerYou(w, r, user, err, "The password is changed, and every other session of yours has ended.")
}

// answerYou says what became of a change to the account.
func (c *Console) answerYou(w http.ResponseWriter, r *http.Request, user account.Account, err error, done string) {
	if err == nil {
		c.renderYou(w, r, http.StatusOK, user, youPage{Done: done})
		return
	}
	status, message := words(err)
	if status == http.StatusInternalServerError {
		c.fail(w, r, err)
		return
	}
	c.renderYou(w, r, status, user, youPage{Message: message})
}

func (c *Console) deleteAccount(w http.ResponseWriter, r *http.Request, user account.Account) {
	err := c.Accounts.Delete(r.Context(), user, r.PostFormValue("password"))
	if err != nil && !errors.Is(err, account.ErrRemains) {
		c.answerYou(w, r, user, err, "")
		return
	}
	words := "The account is deleted. Its keys have ended, and with them went their names and the stored answers."
	if err != nil {
		c.Log.WarnContext(r.Context(), "console: the sweep finishes a deletion", "request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
		words = "The account is deleted. Its keys have ended, and their names are gone. Stored answers are still being removed; nobody has to do anything for that."
	}
	c.setToken(w, "")
	c.refuse(w, r, http.StatusOK, words)
}

// The export's objects.
type (
	exportedKey struct {
		ID       string     `json:"id"`
		Name     string     `json:"name"`
		Mode     string     `json:"mode"`
		Plan     string     `json:"plan"`
		Prefix   string     `json:"prefix"`
		Last4    string     `json:"last4"`
		Created  time.Time  `json:"created"`
		LastUsed *time.Time `json:"lastUsed,omitempty"`
		Revoked  *time.Time `json:"revoked,omitempty"`
	}
	exportedUse struct {
		Time      time.Time `json:"time"`
		RequestID string    `json:"request_id"`
		Key       string    `json:"key"`
		Operation string    `json:"operation"`
		Status    int       `json:"status"`
		Code      string    `json:"code,omitempty"`
		Units     int64     `json:"units"`
		ReplayOf  string    `json:"replayOf,omitempty"`
	}
	exported struct {
		Email    string        `json:"email"`
		Plan     string        `json:"plan"`
		Operator bool          `json:"operator"`
		Created  time.Time     `json:"created"`
		Keys     []exportedKey `json:"keys"`
	}
)

// export hands out what is kept of the account. Its usage may be long: it is
// written as it is read.
func (c *Console) export(w http.ResponseWriter, r *http.Request, user account.Account) {
	out := exported{
		Email: user.Email, Plan: string(user.Plan), Operator: user.Operator, Created: user.Created.UTC(), Keys: []exportedKey{},
	}
	keys, err := c.Accounts.Keys(r.Context(), user)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	for _, k := range keys {
		out.Keys = append(out.Keys, exportedKey{
			ID: k.ID, Name: k.Name, Mode: string(k.Mode), Plan: string(k.Plan), Prefix: k.Prefix, Last4: k.Last4,
			Created: k.Created.UTC(), LastUsed: given(k.LastUsed), Revoked: given(k.Revoked),
		})
	}
	head, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		c.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="leasehold-account.json"`)
	file := bufio.NewWriter(w)
	_, _ = file.Write(bytes.TrimSuffix(head, []byte("\n}"))) // Flush tells
	_, _ = file.WriteString(",\n  \"usage\": [")
	if err := c.exportUsage(r, user, file); err != nil {
		c.cutShort(r, err)
	}
	_, _ = file.WriteString("]\n}\n")
	_ = file.Flush() // the client may be gone
}

// exportUsage writes the members of the export's last array: all months since
// the account was made, the newest first.
func (c *Console) exportUsage(r *http.Request, user account.Account, file *bufio.Writer) error {
	before, after := "\n    ", ""
	for month := meter.MonthOf(c.Clock()); month >= meter.MonthOf(user.Created); month = month.Add(-1) {
		for row, err := range c.Accounts.Usage(r.Context(), user, account.UsageQuery{Month: month}) {
			if err != nil {
				return err
			}
			text, err := json.MarshalIndent(exportedUse{
				Time: row.Time.UTC(), RequestID: row.RequestID, Key: row.Key.ID, Operation: row.Operation.String(),
				Status: row.Status, Code: string(row.Code), Units: row.Units, ReplayOf: row.ReplayOf,
			}, "    ", "  ")
			if err != nil {
				return err
			}
			_, _ = file.WriteString(before)
			if _, err := file.Write(text); err != nil {
				return err // the client is gone
			}
			before, after = ",\n    ", "\n  "
		}
	}
	_, err := file.WriteString(after)
	return err
}

// cutShort ends an answer of which a part is sent: one that ended here in
// order would look whole.
func (c *Console) cutShort(r *http.Request, err error) {
	c.Log.Log(r.Context(), failureLevel(r), "console: a file is cut short", "path", r.URL.Path, "error", err.Error())
	panic(http.ErrAbortHandler)
}

func given(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// showAccounts lists all accounts for an operator.
func (c *Console) showAccounts(w http.ResponseWriter, r *http.Request, user account.Account) {
	list, err := c.Accounts.List(r.Context(), user)
	if err != nil {
		c.report(w, r, err)
		return
	}
	page := struct {
		frame

		List []account.Account
	}{c.frame("Accounts", "account", &user), list}
	c.render(w, r, http.StatusOK, "accounts", "layout.html", page, false)
}

func (c *Console) setPlan(w http.ResponseWriter, r *http.Request, user account.Account) {
	if err := c.Accounts.SetPlan(r.Context(), user, r.PathValue("id"), meter.Plan(r.PostFormValue("plan"))); err != nil {
		c.report(w, r, err)
		return
	}
	http.Redirect(w, r, "/account/accounts", http.StatusSeeOther)
}
