package reporting

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

func closingOf(t *testing.T, content string) string {
	t.Helper()
	f, err := leasefile.Open(strings.NewReader(content), leasefile.Options{Name: "leases.csv"})
	if err != nil {
		t.Fatal(err)
	}
	m := &closingfile.Maker{
		Head:    closingfile.Head{From: civil.Date{Year: 2025, Month: 1, Day: 1}, To: civil.Date{Year: 2025, Month: 12, Day: 31}, Version: "1.0.0", Rules: leasehold.RulesRevision},
		Entries: func(*bytes.Buffer, *portfolio.Line) error { return nil },
	}
	plan, err := m.Plan()
	if err != nil {
		t.Fatal(err)
	}
	plan.Span = m.Span()
	run := &closing.Run{Plan: plan, Source: batch.Leases(f), Part: m.Take}
	if err := run.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := m.Write(&out, new(bytes.Buffer), nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// signedLeases contains the leases of the previous closing. In the later file, one lease is added,
// one lease has a different discount rate, and one lease is missing.
const signedLeases = `id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,currency
same,IFRS_16,2025-01-01,60,1000,6%,EUR
changed,IFRS_16,2025-02-01,60,2000,6%,EUR
gone,IFRS_16,2025-03-01,60,3000,6%,EUR
`

// METHOD 22.2 and 27: if the user selects the previous closing, the page lists the changes since
// then with their reasons.
func TestMethod22_2_ThePageShowsChangesSinceTheLastClosing(t *testing.T) {
	t.Parallel()
	now := strings.Replace(strings.Replace(signedLeases, "2000,6%", "2000,7%", 1), "gone,IFRS_16,2025-03-01", "late,IFRS_16,2025-04-01", 1)
	signed := closingOf(t, signedLeases)
	p := newPages(t, 100)
	span := map[string]string{"from": "2026-01-01", "to": "2026-12-31", "earlierFrom": "2025-01-01", "earlierTo": "2025-12-31"}
	show := func(files map[string]string) string {
		t.Helper()
		w := postFiles(t, p, Path+"/results", files, span)
		if w.Code != http.StatusOK {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
		return strings.Join(strings.Fields(w.Body.String()), " ")
	}
	page := show(map[string]string{"file": now, "closing": signed})
	for _, part := range []string{
		`<th scope="row">changed</th><td>The lease was changed after the closing.</td><td>Lease liability</td>`, `<th scope="row">late</th><td>The lease was entered after the closing.</td>`,
		`<th scope="row">gone</th><td>The lease is no longer in the file.</td>`, `<span class="day">2025-01-01</span> to <span class="day">2025-12-31</span>, restated`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(page, ">same</th><td>It") {
		t.Error("a lease that did not move is named")
	}
	if page := show(map[string]string{"file": signedLeases, "closing": signed}); !strings.Contains(page, "The opening balances agree with the signed balances.") {
		t.Error("what did not move is not said to agree")
	}
	for want, files := range map[string]map[string]string{
		"2025.json was changed after it was written": {"file": now, "closing": strings.Replace(signed, `"liability":`, `"liability":1`, 1)},
		"2025.json is not a closing":                 {"file": now, "closing": "{}"},
	} {
		if w := postFiles(t, p, Path+"/results", files, span); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: %s, want %s", w.Code, w.Body, want)
		}
	}
	q, err := portfolio.Decode([]byte(`{"from":"2025-01-01","to":"2025-12-31","leases":[{"id":"same","standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1,"discountRateAnnual":0.06}]}`))
	if err != nil {
		t.Fatal(err)
	}
	report, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"file": now, "published": string(report.Append(nil))}
	year := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	if w := postFiles(t, p, Path+"/results", files, year); !strings.Contains(w.Body.String(), "</span>, as published") || !strings.Contains(w.Body.String(), "that differ from the published report") {
		t.Errorf("%d: %s, want the published report as the comparative", w.Code, w.Body)
	}
	if w := postFiles(t, p, Path+"/results", files, span); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "not with both") {
		t.Errorf("%d: %s, want two comparatives rejected", w.Code, w.Body)
	}
	other := map[string]string{"from": "2026-02-01", "to": "2026-12-31"}
	if w := postFiles(t, p, Path+"/results", map[string]string{"file": now, "closing": signed}, other); !strings.Contains(w.Body.String(), "the previous closing ends on 2025-12-31") {
		t.Errorf("%s", w.Body)
	}
}

// METHOD 22.3: the page compares the leases' balances with a trial balance. An account map assigns a ledger
// account to each lease account.
func TestMethod22_3_ThePageTiesOutToATrialBalance(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	span := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	const chart = "accounts:\n  Lease liability: '2400'\n  Right-of-use asset: '1700'\n"
	w := postFiles(t, p, Path+"/results", map[string]string{"file": signedLeases, "accounts": chart, "ledger": "Account,Name,Debit,Credit\n1700,ROU,1.00,\n2400,Leases,,2.00\n5000,Other,3.00,\nTotal,,1,1\n"}, span)
	page := strings.Join(strings.Fields(w.Body.String()), " ")
	for _, part := range []string{"accounts differ.", `<tr class="differs"><th scope="row">Right-of-use asset</th>`, "1 row is for an account that Leasehold does not post to.", "it is a total"} {
		if !strings.Contains(page, part) {
			t.Errorf("%d: the page lacks %s: %.600s", w.Code, part, page)
		}
	}
	for want, files := range map[string]map[string]string{
		"such as Lease liability; supply an account map.": {"file": signedLeases, "ledger": "Account,Balance\n2400,-2.00\n"},
		"tb.csv: no trial balance was recognized":         {"file": signedLeases, "accounts": chart, "ledger": "a,b\n1,2\n"},
		"is not an account":                               {"file": signedLeases, "accounts": "accounts: {Leases: '1'}", "ledger": "Account,Balance\n2400,-2.00\n"},
	} {
		if w := postFiles(t, p, Path+"/results", files, span); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d: %s, want %s", w.Code, w.Body, want)
		}
	}
	for _, name := range []string{"close.pdf", "disclosures.xlsx", "leases.csv"} {
		w := postFiles(t, p, Path+"/"+name, map[string]string{"file": signedLeases, "accounts": chart, "ledger": "Account,Balance\n2400,-2.00\n1700,1.00\n"}, span)
		if w.Code != http.StatusOK || w.Body.Len() < 500 {
			t.Errorf("%s: %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
	if w := postFiles(t, p, Path+"/results", map[string]string{"file": signedLeases}, map[string]string{"from": "2026-01-01", "to": "2026-12-31", "earlierFrom": "2026-01-01", "earlierTo": "2026-12-31"}); w.Code != http.StatusBadRequest ||
		!strings.Contains(w.Body.String(), "is not before the last day of the report") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// The entries contain the account map's codes, even if there is no trial balance. If the map lacks
// accounts, a message lists them.
func TestTheAccountMapGivesTheCodesOfTheEntries(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	span := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	const part = "accounts:\n  Lease liability: '2400'\n  Right-of-use asset: '1700'\n"
	for chart, want := range map[string]string{
		part + "  Cash: '1000'\n  Interest expense: '7100'\n  Depreciation expense: '7200'\n": ",7100,",
		part: "Account map: the journal posts to accounts that the map lacks: \"Cash\", \"Interest expense\", \"Depreciation expense\".",
		part + "  Cash [tag:entity=North]: '1'\n": "Account map, \"Cash [tag:entity=North]\": no lease meets tag:entity is North",
		"accounts: {Leases: '1'}":                 "Account map: \"Leases\" is not an account;",
	} {
		w := postFiles(t, p, Path+"/entries.csv", map[string]string{"file": signedLeases, "accounts": chart}, span)
		got := w.Body.String()
		if w.Code != http.StatusOK {
			var reply struct{ Message string }
			if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
				t.Fatal(err)
			}
			got = reply.Message
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %d: %.600s, want %s", chart, w.Code, got, want)
		}
	}
}

// METHOD 25.8 and 25.9: the page reports on the selected leases and lists the leases that commence
// after the reporting period.
func TestMethod25_8_9_ThePageChoosesLeasesAndHasThoseToCome(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	files := map[string]string{"file": signedLeases + "coming,FRS_102,2027-03-01,12,500,6%,EUR\n"}
	show := func(where string) (int, string) {
		w := postFiles(t, p, Path+"/results", files, map[string]string{"from": "2026-01-01", "to": "2026-12-31", "where": where})
		return w.Code, strings.Join(strings.Fields(w.Body.String()), " ")
	}
	code, page := show("")
	if code != http.StatusOK || !strings.Contains(page, `Not yet commenced at 2026-12-31`) || !strings.Contains(page, `<th scope="row">EUR</th><td>1</td><td><data value="6000.00">`) {
		t.Errorf("%d: %s", code, page)
	}
	code, page = show("standard=IFRS_16; currency=EUR")
	if code != http.StatusOK || strings.Contains(page, "Not yet commenced") || !strings.Contains(page, "The report contains only leases where standard is IFRS_16 and currency is EUR") || !strings.Contains(page, `3 leases, <span class="day">2026-01-01`) {
		t.Errorf("%d: %s", code, page)
	}
	if code, page := show("standard=GASB_87"); code != http.StatusBadRequest || !strings.Contains(page, "no lease meets standard is GASB_87; values of standard: ") {
		t.Errorf("%d: %s", code, page)
	}
	if code, page := show("standard=IFRS"); code != http.StatusBadRequest || !strings.Contains(page, "Only leases where: ") {
		t.Errorf("%d: %s", code, page)
	}
}

// METHOD 25.9: the page rejects a file if a column with values has an unknown heading. It accepts the file if
// the user lists that column as ignored or as a tag.
func TestMethod25_9_ThePageRejectsUnknownColumns(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	files := map[string]string{"file": "id,commencementDate,termMonths,paymentAmount,discountRateAnnual,Region\na,2026-01-01,12,100,6%,North\n"}
	for name, c := range map[string]struct {
		form map[string]string
		code int
		want string
	}{
		"unknown":   {map[string]string{}, http.StatusBadRequest, "is not recognized (the nearest headings are "},
		"ignored":   {map[string]string{"ignoreColumns": "Notes, region"}, http.StatusOK, "ignored as requested"},
		"grouped":   {map[string]string{"groupBy": "tag", "tag": "Region"}, http.StatusOK, "North"},
		"condition": {map[string]string{"where": "tag:Region=Nort"}, http.StatusBadRequest, "did you mean North?"},
	} {
		form := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
		maps.Copy(form, c.form)
		if w := postFiles(t, p, Path+"/results", files, form); w.Code != c.code || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: %d: %s", name, w.Code, w.Body)
		}
	}
}
