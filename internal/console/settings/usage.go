package settings

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

type usagePage struct {
	head

	Months     []meter.Month
	Keys       []account.Key
	Operations []*operations.Operation
	Query      account.UsageQuery
	Days       template.HTML
	Rows       []service.UsageRow
	More       bool
	Requests   int64
	Units      int64
	Resets     time.Time // time at which the quota period of the current month ends; zero for an earlier month
	CSV        string
}

const (
	maxUsageRows  = 200             // maximum number of rows on a page; a downloaded file contains all rows
	usageTimeout  = 5 * time.Second // maximum time for a page's database queries
	monthsOffered = 12
)

// usageQuery parses the filter in a request. Invalid values are ignored.
func (s *Settings) usageQuery(r *http.Request) account.UsageQuery {
	form := r.URL.Query()
	q := account.UsageQuery{KeyID: form.Get("key"), Month: meter.MonthOf(s.Clock()), Failed: form.Get("failed") == "true"}
	if month, err := meter.ParseMonth(form.Get("month")); err == nil {
		q.Month = month
	}
	if op := operations.Find(form.Get("operation")); op != nil {
		q.Operation = op.Name
	}
	return q
}

func (s *Settings) showUsage(w http.ResponseWriter, r *http.Request, user account.Account) {
	ctx, cancel := context.WithTimeout(r.Context(), usageTimeout)
	defer cancel()
	p := usagePage{head: s.head("Usage", user), Operations: operations.All(), Query: s.usageQuery(r)}
	now := meter.MonthOf(s.Clock())
	for i := range monthsOffered {
		p.Months = append(p.Months, now.Add(-i))
	}
	if p.Query.Month == now {
		p.Resets = now.Add(1).Start()
	}
	days, err := s.Accounts.Days(ctx, user, p.Query.Month)
	if err == nil {
		p.Keys, err = s.Accounts.Keys(ctx, user)
	}
	if err != nil {
		s.failUsage(w, r, err)
		return
	}
	for _, d := range days {
		p.Requests += d.Requests
		p.Units += d.Units
	}
	p.Days = dayBars(p.Query.Month, days)
	limited := p.Query
	limited.Limit = maxUsageRows + 1
	for row, err := range s.Accounts.Usage(ctx, user, limited) {
		if err != nil {
			s.failUsage(w, r, err)
			return
		}
		p.Rows = append(p.Rows, row)
	}
	if len(p.Rows) > maxUsageRows {
		p.Rows, p.More = p.Rows[:maxUsageRows], true
	}
	p.CSV = usageFile(p.Query)
	s.part.Render(w, r, http.StatusOK, "usage", p)
}

// failUsage responds that the usage could not be read or that reading it took too long.
func (s *Settings) failUsage(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil {
		s.Site.Refuse(w, r, http.StatusServiceUnavailable, "The usage log is too long to be searched on this page. Choose a key, clear the operation filter, or download the file.")
		return
	}
	s.Site.Fail(w, r, err)
}

// usageFile returns the URL of the file with the rows that match the query.
func usageFile(query account.UsageQuery) string {
	q := url.Values{"month": {query.Month.String()}, "key": {query.KeyID}, "operation": {query.Operation}}
	if query.Failed {
		q.Set("failed", "true")
	}
	return "/account/usage.csv?" + q.Encode()
}

func millis(d time.Duration) string {
	hundredths := int64((d + 5*time.Microsecond) / (10 * time.Microsecond))
	return fmt.Sprintf("%s.%02d", markup.Count(hundredths/100), hundredths%100)
}

func (s *Settings) usageCSV(w http.ResponseWriter, r *http.Request, user account.Account) {
	q := s.usageQuery(r)
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="usage-`+q.Month.String()+`.csv"`)
	file := csv.NewWriter(w)
	_ = file.Write([]string{"time", "request_id", "key", "key_name", "operation", "status", "code", "units", "replay_of", "duration_ms"}) // Flush returns the error of an earlier write
	for row, err := range s.Accounts.Usage(r.Context(), user, q) {
		if err != nil {
			s.cutShort(w, r, err)
		}
		err := file.Write([]string{
			row.Time.UTC().Format(time.RFC3339Nano), row.RequestID, row.Key.ID, export.Text(row.Key.Name), row.Operation,
			strconv.Itoa(row.Status), string(row.Code), strconv.FormatInt(row.Units, 10), row.ReplayOf, millis(row.Duration),
		})
		if err != nil {
			s.cutShort(w, r, err) // the client has disconnected, so reading the rows can stop
		}
	}
	file.Flush()
}

// dayBars returns a wide and a narrow bar chart of the requests per day. The style sheet displays one of them.
func dayBars(month meter.Month, days []account.Day) template.HTML {
	return dayBarsOf(month, days, "wide", 10000, true) + dayBarsOf(month, days, "narrow", 3400, false)
}

// dayBarsOf draws the bars of a chart with the given width, in tenths of a unit. If the argument numbers is
// true, it labels every bar with the number of requests; otherwise, it labels only one of the highest bars.
func dayBarsOf(month meter.Month, days []account.Day, class string, width int, numbers bool) template.HTML {
	const height, foot, head = 1500, 200, 160 // in tenths of a unit
	last := month.End().Add(-time.Hour).Day()
	slot := width / last
	most, total, numbered := int64(1), int64(0), false
	for _, d := range days {
		most, total = max(most, d.Requests), total+d.Requests
	}
	d := new(markup.SVG)
	d.Put(`<svg class="days ` + class + `" viewBox="0 0 ` + strconv.Itoa(width/10) + ` 150" role="img" aria-label="Requests by day of ` +
		month.String() + `: ` + markup.Count(total) + ` in total, at most ` + markup.Count(most) + ` a day">`)
	d.Put(`<line class="rule zero" x1="0"`)
	d.Attrs("x2 y1 y2", width, height-foot, height-foot)
	d.Put(`/>`)
	for _, day := range days {
		tall := max(int(day.Requests*(height-foot-head)/most), 10)
		x := (day.Day - 1) * slot
		d.Put(`<rect`)
		d.Attrs("x y width height", x+slot/4, height-foot-tall, slot-slot/2, tall)
		d.Put(`><title>` + markup.Plural(day.Requests, "request") + `, ` + markup.Plural(day.Units, "unit") + `</title></rect>`)
		if numbers || day.Requests == most && !numbered {
			numbered = true
			d.Put(`<text`)
			d.Attrs("x y", x+slot/2, height-foot-tall-35)
			d.Put(`>` + markup.Count(day.Requests) + `</text>`)
		}
	}
	for day := 1; day <= last; day++ {
		if day != 1 && day%5 != 0 {
			continue
		}
		d.Put(`<text`)
		d.Attrs("x y", (day-1)*slot+slot/2, height-40)
		d.Put(`>` + strconv.Itoa(day) + `</text>`)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// usedShare draws a bar that shows how much of a quota has been used.
func usedShare(used, quota int64) template.HTML {
	width := int64(0)
	if quota > 0 {
		width = min(used*1000/quota, 1000)
	}
	d := new(markup.SVG)
	d.Put(`<svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect height="8"`)
	d.Attrs("width", int(width))
	d.Put(`/></svg>`)
	return d.HTML()
}

// These types are the objects in the export file.
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

// export responds with an account's stored data. It writes the data while reading it, because an account's
// usage history may be long.
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
	_, _ = file.Write(bytes.TrimSuffix(head, []byte("\n}"))) // if this write fails, the last write also fails and returns the error
	_, _ = file.WriteString(",\n  \"usage\": [")
	if err := s.exportUsage(r, user, file); err != nil {
		s.cutShort(w, r, err)
	}
	_, _ = file.WriteString("]\n}\n")
	_ = file.Flush() // an error means that the client has disconnected
}

// exportUsage writes the elements of the last array in the export file: the requests in all months since the
// account was created, the newest month first.
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

// cutShort aborts a partly sent response, so that the client can tell that it is incomplete.
func (s *Settings) cutShort(w http.ResponseWriter, r *http.Request, err error) {
	s.Site.LogFailure(w, r, "console: download is incomplete", err)
	panic(http.ErrAbortHandler)
}

// orNil returns the time in UTC, or nil for the zero time.
func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
