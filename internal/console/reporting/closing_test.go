package reporting

import (
	"crypto/sha256"
	"encoding/hex"
	"html"
	"net/http"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/closingfile"
)

const march = `id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual
a,ASC_842,2025-07-01,60,10000,6%
b,IFRS_16,2026-02-15,36,700.50,5%
`

// Closing a month on the page has the same result as closing it with the command. Each closing refers to the
// preceding closing, and its entries include cumulative catch-up adjustments for changes.
func TestMonthsAreClosedInOrder(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	first := sendFiles(t, p, "/portfolio/"+closingName, map[string]string{"from": "2026-03-01", "to": "2026-03-31"}, sent{"file", "leases.csv", march})
	before, err := closingfile.Read(first.Body.Bytes())
	if err != nil || first.Code != http.StatusOK || before.Previous != "" || before.To.String() != "2026-03-31" {
		t.Fatalf("%v: %d %s", err, first.Code, first.Body)
	}
	changed := strings.Replace(march, "10000", "10250", 1)
	next := map[string]string{"from": "2026-04-01", "to": "2026-04-30"}
	signed := sent{"closing", "march.json", first.Body.String()}
	second := sendFiles(t, p, "/portfolio/"+closingName, next, sent{"file", "leases.csv", changed}, signed)
	after, err := closingfile.Read(second.Body.Bytes())
	if err != nil || after.Previous != before.Chain {
		t.Fatalf("%v: %d %s", err, second.Code, second.Body)
	}
	entries := sendFiles(t, p, "/portfolio/"+entriesName, next, sent{"file", "leases.csv", changed}, signed)
	if text := entries.Body.String(); entries.Code != http.StatusOK || !strings.Contains(text, "2026-04-30") || !strings.Contains(text, "2026-04-01") {
		t.Errorf("the entries do not catch up on the first day: %d %s", entries.Code, text)
	}
}

// A lease in a currency other than its functional currency is closed at the exchange rates in the file.
func TestClosingsContainExchangeRates(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	span := map[string]string{"from": "2024-01-01", "to": "2024-01-31", "groupBy": "currency"}
	rates := "Pair,Date,Closing,Average\nUSD/EUR,2023-12-31,0.95,\nUSD/EUR,2024-01-31,0.7,0.8\n"
	got := sendFiles(t, p, "/portfolio/"+closingName, span, sent{"file", "leases.csv", twoCurrencies}, sent{"exchangeRates", "rates.csv", rates})
	made, err := closingfile.Read(got.Body.Bytes())
	if err != nil || got.Code != http.StatusOK {
		t.Fatalf("%v: %d %s", err, got.Code, got.Body)
	}
	if want := `"liability":1610.00`; !strings.Contains(got.Body.String(), want) || made.Previous != "" { // 23 × 100 × 0.7
		t.Errorf("%s is not in %s", want, got.Body)
	}
}

// If the period cannot be closed, the page shows the reason.
func TestRejectedClosesNameTheReason(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	span := map[string]string{"from": "2026-03-01", "to": "2026-03-31"}
	first := sendFiles(t, p, "/portfolio/"+closingName, span, sent{"file", "leases.csv", march}).Body.String()
	for _, c := range []struct {
		files []sent
		want  string
	}{
		{[]sent{{"file", "leases.csv", strings.Replace(march, "36", "-1", 1)}}, "a closing must contain every lease in the file"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "march.json", first}}, "this closing must begin on 2026-04-01"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "march.json", strings.Replace(first, "IFRS_16", "ASC_842", 1)}}, "was changed after it was written"},
		{[]sent{{"file", "leases.csv", march}, {"closing", "notes.json", "{}"}}, "is not a closing"},
	} {
		if got := sendFiles(t, p, "/portfolio/"+closingName, span, c.files...); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), c.want) {
			t.Errorf("%d %s, want %q", got.Code, got.Body, c.want)
		}
	}
}

// Closings on the page continue across the start of a fiscal year. The first closing determines when fiscal
// years start. The next closing uses the first closing's accrual convention and rates. If the percentage rent
// of the earlier fiscal year is corrected, the correction is posted to Prior-period corrections. If an
// exchange rate was changed, the page names that rate. The entries agree with the closing.
func TestAYearIsClosedOnThePage(t *testing.T) {
	t.Parallel()
	p := newPages(t, 0)
	const leases = `id,entity,standard,currency,functional currency,exchange rate,commencement date,term months,payment,rate,variablePayments
a,DE,IFRS_16,EUR,,,2026-01-01,60,1000,6%,"[{""date"":""2026-06-20"",""amount"":221}]"
b,DE,IFRS_16,USD,EUR,0.9,2026-01-01,24,100,5%,
c,US,ASC_842,USD,,,2026-01-01,24,300,5%,
`
	const rates = "Pair,Date,Closing,Average\nUSD/EUR,2026-05-31,0.9,\nUSD/EUR,2026-06-30,0.92,0.91\nUSD/EUR,2026-07-31,0.93,0.925\n"
	form := func(from, to string, more ...string) map[string]string {
		fields := map[string]string{"from": from, "to": to, "where": "tag:entity=DE", "groupBy": "currency"}
		for i := 0; i < len(more); i += 2 {
			fields[more[i]] = more[i+1]
		}
		return fields
	}
	file, table := sent{"file", "leases.csv", leases}, sent{"exchangeRates", "rates.csv", rates}
	june := form("2026-06-01", "2026-06-30", "fiscalYearStart", "07-01", "accrual", "months")
	first := sendFiles(t, p, "/portfolio/"+closingName, june, file, table)
	for _, want := range []string{`"fiscalYearStart":"07-01"`, `"accrual":"months"`, `"where":{"tag:entity":["DE"]}`} {
		if first.Code != http.StatusOK || !strings.Contains(first.Body.String(), want) || strings.Contains(first.Body.String(), `"id":"c"`) {
			t.Fatalf("status %d, want %s: %s", first.Code, want, first.Body)
		}
	}
	signed := sent{"closing", "june.json", first.Body.String()}
	corrected, changed := sent{"file", "leases.csv", strings.Replace(leases, "221", "521", 1)}, sent{"exchangeRates", "rates.csv", strings.Replace(rates, "0.92,0.91", "0.94,0.91", 1)}
	july := form("2026-07-01", "2026-07-31")
	second := sendFiles(t, p, "/portfolio/"+closingName, july, corrected, changed, signed)
	after, err := closingfile.Read(second.Body.Bytes())
	if err != nil || second.Code != http.StatusOK || after.Signed().FiscalYear.String() != "07-01" || len(after.Signed().Periods) != 2 {
		t.Fatalf("%v: %d %s", err, second.Code, second.Body)
	}
	entries := sendFiles(t, p, "/portfolio/"+entriesName, july, corrected, changed, signed).Body.String()
	for _, want := range []string{"a-20260701-late", "b-20260701-late", "Prior-period corrections,300.00,"} {
		if !strings.Contains(entries, want) {
			t.Errorf("the entries lack %s:\n%s", want, entries)
		}
	}
	if sum := sha256.Sum256([]byte(entries)); hex.EncodeToString(sum[:]) != after.Entries {
		t.Error("the entries are not those of the closing")
	}
	shown := sendFiles(t, p, "/portfolio/results", july, corrected, changed, signed).Body.String()
	for _, want := range []string{"exchange rate USD/EUR of 2026-06-30: signed 0.92, now 0.94", "Entry: Prior-period corrections", "remeasured with changed rates"} {
		if !strings.Contains(html.UnescapeString(shown), want) {
			t.Errorf("the page lacks %q: %s", want, shown)
		}
	}
	for value, want := range map[string]string{"01-01": "01-01 differs from 07-01 in the previous closing", "13-45": "Fiscal year: "} {
		got := sendFiles(t, p, "/portfolio/"+closingName, form("2026-07-01", "2026-07-31", "fiscalYearStart", value), file, table, signed)
		if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", value, got.Code, got.Body, want)
		}
	}
}
