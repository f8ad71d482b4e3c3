package settings

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Types of the objects in the export file.
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

// export responds with the stored data of an account. The data are written while they are read,
// because the usage of an account may be long.
func (s *Settings) export(w http.ResponseWriter, r *http.Request, user account.Account) {
	out := exported{
		Email: user.Email, Plan: string(user.Plan), Operator: user.Operator, Created: user.Created.UTC(), Keys: []exportedKey{},
	}
	keys, err := s.Accounts.Keys(r.Context(), user)
	if err != nil {
		s.Site.Fail(w, r, err)
		return
	}
	for _, k := range keys {
		out.Keys = append(out.Keys, exportedKey{
			ID: k.ID, Name: k.Name, Mode: string(k.Mode), Plan: string(k.Plan), Prefix: k.Prefix, Last4: k.Last4,
			Created: k.Created.UTC(), LastUsed: orNil(k.LastUsed), Revoked: orNil(k.Revoked),
		})
	}
	head, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		s.Site.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="leasehold-account.json"`)
	file := bufio.NewWriter(w)
	_, _ = file.Write(bytes.TrimSuffix(head, []byte("\n}"))) // if this write fails, the last write fails too and returns the error
	_, _ = file.WriteString(",\n  \"usage\": [")
	if err := s.exportUsage(r, user, file); err != nil {
		s.cutShort(w, r, err)
	}
	_, _ = file.WriteString("]\n}\n")
	_ = file.Flush() // an error means that the client has disconnected
}

// exportUsage writes the elements of the last array in the export file: the requests of all months
// since the account was created. The newest month comes first.
func (s *Settings) exportUsage(r *http.Request, user account.Account, file *bufio.Writer) error {
	before, after := "\n    ", ""
	for month := meter.MonthOf(s.Clock()); month >= meter.MonthOf(user.Created); month = month.Add(-1) {
		for row, err := range s.Accounts.Usage(r.Context(), user, account.UsageQuery{Month: month}) {
			if err != nil {
				return err
			}
			text, err := json.MarshalIndent(exportedUse{
				Time: row.Time.UTC(), RequestID: row.RequestID, Key: row.Key.ID, Operation: row.Operation,
				Status: row.Status, Code: string(row.Code), Units: row.Units, ReplayOf: row.ReplayOf,
			}, "    ", "  ")
			if err != nil {
				return err
			}
			_, _ = file.WriteString(before)
			if _, err := file.Write(text); err != nil {
				return err // an error means that the client has disconnected
			}
			before, after = ",\n    ", "\n  "
		}
	}
	_, err := file.WriteString(after)
	return err
}

// cutShort aborts a response of which a part has been sent, so that the client can detect that the
// response is incomplete.
func (s *Settings) cutShort(w http.ResponseWriter, r *http.Request, err error) {
	s.logFailure(w, r, "a file is cut short", err)
	panic(http.ErrAbortHandler)
}

// orNil returns the time in UTC. It returns nil for the zero time.
func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
