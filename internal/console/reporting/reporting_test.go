package reporting

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/money"
)

func newPages(tb testing.TB, perMinute int) *Pages {
	tb.Helper()
	site, err := page.New(page.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 7, 4, 0, 0, 0, 0, time.UTC) }
	p, err := New(Options{Site: site, Clock: now, Gate: page.NewGate(page.GateOptions{
		Site: site, Clock: now, PerMinute: perMinute, SignedIn: func(*http.Request) (bool, error) { return false, nil },
		Client: func(*http.Request) netip.Addr { return netip.IPv6Loopback() },
	})})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// sent is a file that is uploaded with a form.
type sent struct{ input, name, content string }

// sendFiles submits fields and files as the page does.
func sendFiles(tb testing.TB, p *Pages, path string, fields map[string]string, files ...sent) *httptest.ResponseRecorder {
	tb.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := form.WriteField(name, value); err != nil {
			tb.Fatal(err)
		}
	}
	for _, f := range files {
		part, err := form.CreateFormFile(f.input, f.name)
		if err == nil {
			_, err = part.Write([]byte(f.content))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		tb.Fatal(err)
	}
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	p.Site.Guard(p, MaxLen).ServeHTTP(w, r)
	return w
}

// post submits a file of leases with the reporting period 2026. Further inputs are given as alternating names
// and values.
func post(tb testing.TB, p *Pages, path, name, content string, fields ...string) *httptest.ResponseRecorder {
	tb.Helper()
	form := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	for i := 0; i < len(fields); i += 2 {
		form[fields[i]] = fields[i+1]
	}
	return sendFiles(tb, p, path, form, sent{"file", name, content})
}

// postFiles submits fields and files as the page does. The map's keys are input names.
func postFiles(tb testing.TB, p *Pages, path string, files, fields map[string]string) *httptest.ResponseRecorder {
	tb.Helper()
	names := map[string]string{"file": "leases.csv", "closing": "2025.json", "ledger": "tb.csv", "accounts": "map.yaml", "published": "report.json"}
	var list []sent
	for input, content := range files {
		list = append(list, sent{input, cmp.Or(names[input], input+".csv"), content})
	}
	return sendFiles(tb, p, path, fields, list...)
}

const leases = `id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,currency,entity
a,ASC_842,2025-07-01,60,10000,6%,USD,Rotterdam
b,IFRS_16,2026-03-15,36,700.50,5%,USD,Oslo
c,GASB_87,2026-02-01,48,90000,4%,USD,Rotterdam
`

func reportOf(tb testing.TB, content, groupBy string) *reported {
	tb.Helper()
	a := request{From: "2026-01-01", To: "2026-12-31", GroupBy: groupBy, Tag: "entity", FileName: "leases.csv", content: []byte(content)}
	if fault := a.check(); fault != "" {
		tb.Fatal(fault)
	}
	r, fault := a.report(tb.Context(), nil, false)
	if fault != "" {
		tb.Fatal(fault)
	}
	return r
}

// In every group, the leases' figures add up to the group's figures.
func TestTheLeasesBehindAFigureAddUpToIt(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"", "standard", "tag"} {
		r := reportOf(t, leases, by)
		v := resultsOf(r)
		var data struct {
			Paths  []string
			Leases []struct {
				Group   string
				Figures map[int]string
			}
		}
		if err := json.Unmarshal([]byte(v.LeasesJSON), &data); err != nil {
			t.Fatal(err)
		}
		for _, g := range v.Groups {
			for _, part := range g.Parts {
				for _, m := range part.Members {
					at := -1
					for i, path := range data.Paths {
						if path == m.Path {
							at = i
						}
					}
					var sum money.Amount
					for _, l := range data.Leases {
						if text := l.Figures[at]; text != "" && (g.Total || l.Group == g.Key) {
							plain := strings.NewReplacer(",", "", "(", "-", ")", "").Replace(text)
							sum = sum.Add(money.MustParse(plain).Amount())
						}
					}
					if !strings.Contains(string(m.Figure), `value="`+sum.String()+`"`) {
						t.Errorf("by %q, %s, %s: the leases sum to %s, the page shows %s", by, g.Title, m.Path, sum, m.Figure)
					}
				}
			}
		}
	}
}

// A group's title contains the name that accountants use for the standard.
func TestGroupsAreTitledWithTheirStandard(t *testing.T) {
	t.Parallel()
	for _, standard := range leasehold.Standards() {
		key := []string{standard.String(), "operating", "", "Oslo"}
		if got, want := groupTitle(key), standard.Title()+" · Operating · not stated · Oslo"; got != want {
			t.Errorf("%q is titled %q, want %q", key, got, want)
		}
	}
}

// The opening liability and the monthly entries add up to the closing liability.
func TestTheCurveEndsAtTheClosingLiability(t *testing.T) {
	t.Parallel()
	r := reportOf(t, leases, "")
	total, _ := r.Sum.Total()
	drawn := charts(r, drawCurve)
	if len(drawn) != 1 || !strings.Contains(string(drawn[0].Drawing), "to "+markup.Count(total.Of(figure.LiabilityClosing).Big().Int64()/100)) {
		t.Errorf("%d curves; closing %s: %.200s", len(drawn), total.Of(figure.LiabilityClosing), drawn[0].Drawing)
	}
}

// Invalid rows are listed with their position and column. The report contains the leases of all
// valid rows.
func TestWrongRowsAreListedAndTheOthersReported(t *testing.T) {
	t.Parallel()
	r := reportOf(t, leases+"d,ASC_842,2026-02-30,12,abc,5%,USD,\na,ASC_842,2026-01-01,12,5,5%,USD,\n", "")
	if len(r.Leases) != 3 || len(r.Refused) != 3 {
		t.Fatalf("%d leases, refused %v", len(r.Leases), r.Refused)
	}
	for i, want := range []refusedRow{{Place: "line 5", ID: "d", Cell: "commencementDate"}, {Place: "line 5", ID: "d", Cell: "paymentAmount"}, {Place: "line 6", ID: "a"}} {
		got := r.Refused[i]
		if got.Place != want.Place || got.ID != want.ID || got.Cell != want.Cell || !strings.HasSuffix(got.Message, ".") {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// A report on leases in several currencies must group them by currency, alone or together with another key.
// Otherwise it is rejected, because amounts in different currencies cannot be added.
func TestSeveralCurrenciesHaveAGroupEach(t *testing.T) {
	t.Parallel()
	several := strings.Replace(leases, "5%,USD", "5%,JPY", 1)
	for by, groups := range map[string]int{"currency": 2, "currency,tag": 2, "currency,standard": 3} {
		v := resultsOf(reportOf(t, several, by))
		if len(v.Groups) != groups || v.Groups[0].Total || len(v.Curves) != 2 {
			t.Errorf("by %s: %d groups, %d curves", by, len(v.Groups), len(v.Curves))
		}
	}
	w := post(t, newPages(t, 0), "/portfolio/results", "leases.csv", several)
	const want = "The leases have several currencies (JPY, USD), so their amounts cannot be added. Group by currency to report on each currency separately, or present all amounts in one currency."
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// The page's response is the report, one of its files, or an error message.
func TestThePageReturnsAReportFilesOrAMessage(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	if w := post(t, p, "/portfolio/results", "leases.csv", leases); w.Code != 200 || !strings.Contains(w.Body.String(), `3 leases, <span class="day">2026-01-01</span> to <span class="day">2026-12-31</span>`) {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
	w := post(t, p, "/portfolio/leases.csv", "leases.csv", leases)
	rows, err := csv.NewReader(w.Body).ReadAll()
	if err != nil || len(rows) != 4 || w.Header().Get("Content-Disposition") != `attachment; filename="leases-leases.csv"` {
		t.Errorf("%v: %d rows, %v", err, len(rows), w.Header())
	}
	entries, err := csv.NewReader(post(t, p, "/portfolio/entries.csv", "leases.csv", leases).Body).ReadAll()
	if err != nil || len(entries) < 30 {
		t.Fatalf("%v: %d rows", err, len(entries))
	}
	debitAt, creditAt := slices.Index(entries[0], "debit"), slices.Index(entries[0], "credit")
	var debit, credit money.Amount
	for _, row := range entries[1:] {
		debit, credit = debit.Add(amountIn(row[debitAt])), credit.Add(amountIn(row[creditAt]))
	}
	if debit != credit || debit.IsZero() {
		t.Errorf("the entries have %s and %s", debit, credit)
	}
	for _, d := range downloads {
		if w := post(t, p, "/portfolio/"+d.Name, "leases.csv", leases); w.Code != 200 || w.Body.Len() < 500 {
			t.Errorf("%s: %d %.300s", d.Name, w.Code, w.Body)
		}
	}
	if w := post(t, p, "/portfolio/report.json", "leases.csv", leases); !json.Valid(w.Body.Bytes()) {
		t.Errorf("%.200s", w.Body)
	}
	for name, tt := range map[string]struct{ file, content, want string }{
		"nothing": {"leases.csv", "", "Choose a file of leases"},
		"words":   {"leases.csv", "nothing of the kind\n", "."},
		"binary":  {"leases.xlsx", "PK\x03\x04 broken", "."},
		"long":    {"leases.csv", strings.Repeat("x", MaxLen), "too large"},
	} {
		w := post(t, p, "/portfolio/results", tt.file, tt.content)
		var reply struct{ Message string }
		if err := json.Unmarshal(w.Body.Bytes(), &reply); w.Code != 400 || err != nil || !strings.Contains(reply.Message, tt.want) {
			t.Errorf("%s: %d %v %.300s", name, w.Code, err, w.Body)
		}
	}
	if w := post(t, p, "/portfolio/results", "leases.csv", leases, "from", "2027-01-01"); w.Code != 400 || !strings.Contains(w.Body.String(), "before it starts") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := post(t, p, "/portfolio/nothing", "leases.csv", leases); w.Code != 404 {
		t.Errorf("%d", w.Code)
	}
}

// amountIn parses the amount in a cell. An empty cell stands for the amount 0.
func amountIn(cell string) money.Amount {
	if cell == "" {
		return money.Amount{}
	}
	return money.MustParse(cell).Amount()
}

// The page accepts its own template workbook as a lease file.
func TestFilledInTemplatesAreRead(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, templatePath, http.NoBody)
	w := httptest.NewRecorder()
	p.Site.Guard(p, MaxLen).ServeHTTP(w, r)
	if answer := post(t, p, "/portfolio/results", "portfolio.xlsx", w.Body.String()); answer.Code != 200 {
		t.Errorf("%d %.400s", answer.Code, answer.Body)
	}
}

// A report on many leases counts as several computations.
func TestALongReportUsesUpTheLimit(t *testing.T) {
	t.Parallel()
	p := newPages(t, 5)
	var b strings.Builder
	b.WriteString("id,commencementDate,termMonths,paymentAmount,discountRateAnnual\n")
	for i := range 600 {
		fmt.Fprintf(&b, "%d,2026-01-01,12,100,0.05\n", i)
	}
	if w := post(t, p, "/portfolio/results", "leases.csv", b.String()); w.Code != 200 {
		t.Fatalf("%d %.300s", w.Code, w.Body)
	}
	if w := post(t, p, "/portfolio/results", "leases.csv", leases); w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Leases without a discount rate use a rate from the discount rate file. If that file is invalid, the page
// shows the error.
func TestMethod20_1_ThePageTakesAFileOfRates(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	for rates, want := range map[string]string{
		"Valid from,Term (months),Rate %\n2026-01-01,36,5.1\n2026-01-01,60,5.5\n": "5.3%",
		"Valid from,Term (months),Rate %\n2026-01-01,36,5.1\n":                    "The table has no rate for 48 months on 2026-03-01; the longest term in the rows dated 2026-01-01 is 36 months",
		"Valid from,Term (months),Rate %\n2026-01-01,36,5.1\n2026-01-01,36,5.1\n": "Rates: Line 3, Rate table: has the same date, term, currency and tags as line 2; keep only one of the two.",
		"Valid from,Term (months),Rate %\n":                                       "The file of rates has no rows.",
	} {
		files := map[string]string{"file": "id,commencementDate,termMonths,paymentAmount\na,2026-03-01,48,1000\n", "rates": rates}
		w := postFiles(t, p, Path+"/results", files, map[string]string{"from": "2026-01-01", "to": "2026-12-31"})
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("got %d, %.3000s\nwant %s", w.Code, w.Body, want)
		}
	}
}

// payer is a Billing with a limited number of units. It rejects a report that requires more units.
type payer struct {
	room   int64
	billed int
}

func (*payer) Allow(*http.Request, *operations.Operation) (status int, words string) { return 0, "" }

func (p *payer) Room(_ *http.Request, w *service.PageWork) (status int, words string) {
	if w.Units > p.room {
		return http.StatusTooManyRequests, "no room"
	}
	return 0, ""
}

func (p *payer) Bill(*http.Request, *service.PageWork) (status int, words string) {
	p.billed++
	return 0, ""
}

// A report that exceeds the quota is rejected before it is computed.
func TestAReportBeyondTheQuotaIsNotComputed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		room, billed, status int
	}{{2, 0, http.StatusTooManyRequests}, {3, 1, http.StatusOK}} {
		p, billing := newPages(t, 0), &payer{room: int64(tt.room)}
		computed := false
		p.Billing, p.Progress = billing, func(batch.Progress, int) { computed = true }
		w := post(t, p, Path+"/results", "leases.csv", leases, "groupBy", "standard")
		if w.Code != tt.status || billing.billed != tt.billed || computed != (tt.billed > 0) {
			t.Errorf("room for %d: %d, %d billed, computed %v", tt.room, w.Code, billing.billed, computed)
		}
	}
}

// A lease has a payment of 10,000 per month, due on the 15th. If the cost accrues by 30-day months, a calendar
// month's cost is 10,000.00. With accrual by the day, it differs.
func TestTheAccrualWithinAPeriodIsChosen(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	const file = "Lease,Start date,Term (months),Monthly rent,IBR\nShop,2026-01-15,60,10000,6%\n"
	for accrual, cost := range map[string]string{"": "9516.13", "months": "9516.13", "thirty_360": "10000.00"} {
		w := post(t, p, "/portfolio/results", "leases.csv", file, "from", "2026-02-01", "to", "2026-02-28", "accrual", accrual)
		if want := `<data value="` + cost + `" data-figure="cost.total">`; w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: status %d, without %s", accrual, w.Code, want)
		}
	}
	w := post(t, p, "/portfolio/results", "leases.csv", file, "accrual", "weeks")
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "Accrual: choose an entry from the list.") {
		t.Errorf("weeks: status %d, %s", w.Code, w.Body)
	}
}

// If a file has no lease columns, the message contains the template's column names.
func TestMissingColumnsHaveTheTemplatesNames(t *testing.T) {
	t.Parallel()
	w := post(t, newPages(t, 0), "/portfolio/results", "leases.csv", "Lease ID,Monthly rent\nA,100\n")
	for _, want := range []string{"column Commencement date is missing", "column Lease term is missing", "column Annual discount rate is missing"} {
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("status %d, without %q: %s", w.Code, want, w.Body)
		}
	}
}

// In a report on leases under several standards, the principal under GASB 87 has its own label.
func TestGovernmentFiguresAreNamed(t *testing.T) {
	t.Parallel()
	w := post(t, newPages(t, 0), "/portfolio/results", "leases.csv", leases)
	if want := "These figures include only leases under GASB 87 and GASB 96."; !strings.Contains(w.Body.String(), want) {
		t.Errorf("status %d, without %q", w.Code, want)
	}
}
