package console

import (
	"encoding/csv"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// usagePage is the usage of a month.
type usagePage struct {
	frame

	Months     []meter.Month
	Keys       []account.Key
	Operations []service.Operation
	Query      account.UsageQuery
	Days       template.HTML
	Rows       []usageRow
	More       bool
	Requests   int64
	Units      int64
	CSV        string
}

// usageRow is a request as a line of the page.
type usageRow struct {
	service.UsageRow

	Millis string
}

const (
	maxUsageRows  = 200 // on a page; the file has all
	monthsOffered = 12
)

// usageQuery reads which usage is asked for. What makes no sense asks for
// nothing in particular.
func (c *Console) usageQuery(r *http.Request) account.UsageQuery {
	form := r.URL.Query()
	q := account.UsageQuery{KeyID: form.Get("key"), Month: meter.MonthOf(c.Clock()), Failed: form.Get("failed") == "true"}
	if month, err := meter.ParseMonth(form.Get("month")); err == nil {
		q.Month = month
	}
	if op, err := service.ParseOperation(form.Get("operation")); err == nil {
		q.Operation = op.String()
	}
	return q
}

func (c *Console) showUsage(w http.ResponseWriter, r *http.Request, user account.Account) {
	ctx := r.Context()
	page := usagePage{frame: c.frame("Usage", "account", &user), Operations: service.Operations(), Query: c.usageQuery(r)}
	for i := range monthsOffered {
		page.Months = append(page.Months, meter.MonthOf(c.Clock()).Add(-i))
	}
	days, err := c.Accounts.Days(ctx, user, page.Query.Month)
	if err == nil {
		page.Keys, err = c.Accounts.Keys(ctx, user)
	}
	if err != nil {
		c.fail(w, r, err)
		return
	}
	for _, d := range days {
		page.Requests += d.Requests
		page.Units += d.Units
	}
	page.Days = dayBars(page.Query.Month, days)
	limited := page.Query
	limited.Limit = maxUsageRows + 1
	for row, err := range c.Accounts.Usage(ctx, user, limited) {
		if err != nil {
			c.fail(w, r, err)
			return
		}
		page.Rows = append(page.Rows, usageRow{row, millis(row.Duration)})
	}
	if len(page.Rows) > maxUsageRows {
		page.Rows, page.More = page.Rows[:maxUsageRows], true
	}
	q := url.Values{"month": {page.Query.Month.String()}, "key": {page.Query.KeyID}, "operation": {page.Query.Operation}}
	if page.Query.Failed {
		q.Set("failed", "true")
	}
	page.CSV = "/account/usage.csv?" + q.Encode()
	c.render(w, r, http.StatusOK, "usage", "layout.html", page, false)
}

// millis prints a duration in milliseconds with two decimals.
func millis(d time.Duration) string {
	hundredths := int64((d + 5*time.Microsecond) / (10 * time.Microsecond))
	tail := strconv.FormatInt(hundredths%100, 10)
	if len(tail) == 1 {
		tail = "0" + tail
	}
	return count(hundredths/100) + "." + tail
}

func (c *Console) usageCSV(w http.ResponseWriter, r *http.Request, user account.Account) {
	q := c.usageQuery(r)
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="usage-`+q.Month.String()+`.csv"`)
	file := csv.NewWriter(w)
	_ = file.Write([]string{"time", "request_id", "key", "key_name", "operation", "status", "code", "units", "replay_of", "duration_ms"}) // Flush tells
	for row, err := range c.Accounts.Usage(r.Context(), user, q) {
		if err != nil {
			c.cutShort(r, err)
		}
		err := file.Write([]string{
			row.Time.UTC().Format(time.RFC3339Nano), row.RequestID, row.Key.ID, export.Text(row.Key.Name), row.Operation.String(),
			strconv.Itoa(row.Status), string(row.Code), strconv.FormatInt(row.Units, 10), row.ReplayOf, millis(row.Duration),
		})
		if err != nil {
			c.cutShort(r, err) // the client is gone, and the rest need not be read
		}
	}
	file.Flush()
}

// dayBars draws a bar a day: the requests of it.
func dayBars(month meter.Month, days []account.Day) template.HTML {
	const width, height, foot, head = 10000, 1500, 180, 140 // tenths
	last := month.End().Add(-time.Hour).Day()
	slot := width / last
	most, total := int64(1), int64(0)
	for _, d := range days {
		most, total = max(most, d.Requests), total+d.Requests
	}
	d := new(svg)
	d.put(`<svg class="days" viewBox="0 0 1000 150" role="img" aria-label="Requests by day of ` + month.String() + `: ` +
		count(total) + ` in all, at most ` + count(most) + ` a day">`)
	d.put(`<line class="rule zero" x1="0" x2="1000"`)
	d.attr("y1", height-foot)
	d.attr("y2", height-foot)
	d.put(`/>`)
	for _, day := range days {
		tall := int(day.Requests * (height - foot - head) / most)
		x := (day.Day - 1) * slot
		d.put(`<rect`)
		d.attr("x", x+slot/4)
		d.attr("y", height-foot-max(tall, 10))
		d.attr("width", slot-slot/2)
		d.attr("height", max(tall, 10))
		d.put(`><title>` + count(day.Requests) + ` requests, ` + count(day.Units) + ` units</title></rect><text`)
		d.attr("x", x+slot/2)
		d.attr("y", height-foot-max(tall, 10)-35)
		d.put(`>` + count(day.Requests) + `</text>`)
	}
	for day := 1; day <= last; day++ {
		if day != 1 && day%5 != 0 {
			continue
		}
		d.put(`<text`)
		d.attr("x", (day-1)*slot+slot/2)
		d.attr("y", height-40)
		d.put(`>` + strconv.Itoa(day) + `</text>`)
	}
	d.put(`</svg>`)
	return d.html()
}

// share100 draws how much of a quota is used.
func share100(used, quota int64) template.HTML {
	width := int64(0)
	if quota > 0 {
		width = min(used*1000/quota, 1000)
	}
	d := new(svg)
	d.put(`<svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect height="8"`)
	d.attr("width", int(width))
	d.put(`/></svg>`)
	return d.html()
}
