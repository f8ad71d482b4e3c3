package export_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// foreignReport returns the monthly report on two leases: one in dollars with the euro as its
// functional currency, and one in pounds.
func foreignReport(t *testing.T, more string) *portfolio.Report {
	t.Helper()
	const terms = `"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"paymentTiming":"arrears","discountRateAnnual":0.06`
	return report(t, `{"from":"2025-01-01","to":"2025-01-31","journal":"monthly","leases":[
		{"id":"A",`+terms+`,"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"tags":{"entity":"NL"},
			"events":[{"date":"2025-01-11","type":"modification","discountRateAnnual":0.06,"retainedShare":0.5,"paymentAmount":50,"exchangeRate":0.95}]},
		{"id":"B",`+terms+`,"currency":"GBP","tags":{"entity":"UK"}}],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2024-12-31","closing":0.96},{"currency":"USD","into":"EUR","date":"2025-01-31","closing":0.97,"average":0.965},
		{"currency":"EUR","into":"GBP","date":"2024-12-31","closing":0.83},{"currency":"EUR","into":"GBP","date":"2025-01-31","closing":0.84,"average":0.835}]`+more+`}`)
}

// METHOD 21.5: journal files use each lease's functional currency, even if the report has a
// presentation currency. Formats without a currency column reject leases in several currencies.
func TestMethod21_5_FilesOfEntriesHaveTheFunctionalCurrency(t *testing.T) {
	t.Parallel()
	for _, more := range []string{`,"groupBy":["currency"]`, `,"presentationCurrency":"GBP"`} {
		r := foreignReport(t, more)
		for i := range export.Formats {
			f := &export.Formats[i]
			if !f.IsJournal() {
				continue
			}
			o := export.Options{Accounts: oneEntity(t, f.Name)}
			if f.Name == "xero" {
				o.Accounts = readAccounts(t, strings.Replace(codes, "  Cash:", "  Foreign exchange gain: 8300\n  Foreign exchange loss: 8310\n  Cash:", 1))
			}
			j, err := f.Journals(o, r.Span())
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			j.Open(&b)
			for k := range r.Leases {
				if err := j.Lease(&b, &r.Leases[k]); err != nil {
					t.Fatal(err)
				}
			}
			err = j.Close(&b, r.Sum.Books())
			refused := err != nil && strings.Contains(err.Error(), "EUR, GBP")
			if several := f.Name != "xero"; several == refused || err != nil && !refused {
				t.Errorf("%s: %v", f.Name, err)
			}
			if text := b.String(); err == nil && (!strings.Contains(text, "EUR") || !strings.Contains(text, "GBP") || strings.Contains(text, "USD")) {
				t.Errorf("%s: the entries lack EUR or GBP, or have USD:\n%s", f.Name, text)
			}
		}
	}
}

// METHOD 21.5: if the account map has a separate account for accumulated amortization, the balances
// of the cost account and of the accumulated amortization account equal the amounts in the
// functional currency. The test compares these amounts at each month end, at a partial termination
// and at the end of the lease term.
func TestMethod21_5_AccumulatedAmortizationIsReleasedInFunctionalCurrency(t *testing.T) {
	t.Parallel()
	const leases = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":18,"paymentAmount":100,"discountRateAnnual":0.06,"initialDirectCosts":30,
		"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"events":[
		{"date":"2024-04-10","type":"modification","discountRateAnnual":0.06,"retainedShare":0.4,"paymentAmount":40,"exchangeRate":0.95},
		{"date":"2024-08-01","type":"impairment","impairmentLoss":20}]},
		{"id":"B","standard":"ASC_842","commencementDate":"2024-01-15","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.06,
		"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"events":[{"date":"2024-06-20","type":"termination","penalty":10,"exchangeRate":0.8}]}`
	rates := `{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.91}`
	first, months := civil.Date{Year: 2024, Month: 1, Day: 1}, []civil.Date(nil)
	for i := range 20 {
		day := first.AddMonths(i + 1).Prev()
		months = append(months, day)
		rates += fmt.Sprintf(`,{"currency":"USD","into":"EUR","date":"%s","closing":0.%d,"average":0.%d}`, day, 85+i%7, 86+i%5)
	}
	for _, to := range months {
		r := report(t, `{"from":"2024-01-01","to":"`+to.String()+`","journal":"monthly","leases":[`+leases+`],"exchangeRates":[`+rates+`]}`)
		o := export.Options{Accounts: everyAccount(t, true), Columns: column}
		balances := map[string]money.Amount{}
		for _, row := range table(t, written(t, journals(t, "entries", o, r.Question.Span()), r.Leases))[1:] {
			amount, err := money.Parse(row[2])
			if err != nil {
				t.Fatal(err)
			}
			balances[row[0]+" "+row[1]] = balances[row[0]+" "+row[1]].Add(amount.Minor(2))
		}
		for _, l := range r.Leases {
			for account, want := range map[string]money.Amount{
				"Right-of-use asset":       l.Figures.Of(figure.AssetCost),
				"Accumulated amortization": l.Figures.Of(figure.AssetAccumulated).Neg(),
				"Lease liability":          l.Figures.Of(figure.LiabilityClosing).Neg(),
			} {
				if got := balances[l.Lease.ID+" "+account]; got != want {
					t.Errorf("%s at %s: %s has %s, want %s", l.Lease.ID, to, account, got, want)
				}
			}
		}
	}
}

// TestMethod21_4_TheDisclosureWorkbookIsInThePresentationCurrency verifies the translated workbook,
// which includes the figures in the functional currency, the exchange rates and a check of every
// rollforward.
func TestMethod21_4_TheDisclosureWorkbookIsInThePresentationCurrency(t *testing.T) {
	t.Parallel()
	r := foreignReport(t, `,"presentationCurrency":"GBP","groupBy":["currency"]`)
	var b bytes.Buffer
	if err := export.Find("xlsx").Write(&b, "report", r, export.Options{}); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // in memory
	heading := "IFRS 16, GBP"
	roll := cells(t, f, "Rollforwards")
	total, _ := r.Sum.Total()
	if got, want := amountAt(t, roll, heading, "Closing"), floatOf(t, total.Of(figure.LiabilityClosing).String()); math.Abs(got-want) > 1e-9 {
		t.Errorf("closing %v, want %v", got, want)
	}
	if got := amountAt(t, roll, heading, "Translation"); got == 0 {
		t.Error("no translation")
	}
	for _, row := range cells(t, f, "Summary") {
		if len(row) > 1 && strings.Contains(row[0], "roll forward") && row[1] != "0" {
			t.Errorf("%q", row)
		}
	}
	functional := cells(t, f, "Functional")
	if len(functional) < 6 || functional[4][4] != "EUR" || functional[4][7] != "USD" {
		t.Errorf("functional: %q", functional)
	}
	if rates := cells(t, f, "Exchange rates"); len(rates) != 8 || rates[5][3] != "0.97" {
		t.Errorf("rates: %q", rates)
	}
	if groups := cells(t, f, "Groups"); groups[4][0] != "EUR" || groups[4][1] != "GBP" || groups[5][0] != "GBP" {
		t.Errorf("groups: %q", groups)
	}
	for _, row := range cells(t, f, "Entries")[4:] {
		if want := map[string]string{"A": "EUR", "B": "GBP"}[row[2]]; row[6] != want {
			t.Errorf("%q: want %s", row, want)
		}
	}
}

// In a translated report, deferred tax is in the functional currency. The deferred tax sheet has a
// column for each functional currency and refers to the sheet with the functional-currency figures.
// LibreOffice recalculates the same amounts.
func TestMethod21_4_DeferredTaxOfATranslatedReportIsInFunctionalCurrencies(t *testing.T) {
	t.Parallel()
	r := foreignReport(t, `,"presentationCurrency":"GBP","deferredTax":[{"rate":0.25,"key":{"currency":"EUR"}},{"rate":0.3}],"groupBy":["currency"]`)
	content := paperOf(t, "xlsx", "report", r, export.Options{})
	made, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	sheet := cells(t, made, "Deferred tax")
	for i, heading := range []string{"IFRS 16, EUR", "IFRS 16, GBP"} {
		want := floatOf(t, r.Leases[i].Figures.Functional.Of(figure.TaxAssetClosing).String())
		if got := amountAt(t, sheet, heading, figure.TaxAssetClosing.Title()); want == 0 || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", heading, got, want)
		}
		if got := amountAt(t, sheet, heading, "Deferred tax rolls forward"); got != 0 {
			t.Errorf("%s: the check is %v", heading, got)
		}
	}
	again := recalculated(t, content)
	got := values(t, again, made)
	for ref, w := range values(t, made, made) {
		if x, y := floatOf(t, w), floatOf(t, got[ref]); math.Abs(x-y) > 1e-9*max(1, math.Abs(x)) {
			t.Errorf("%s is %q, recalculated %q", ref, w, got[ref])
		}
	}
}

// In the disclosure workbook and in entries, amounts have as many decimals as their currency: none
// for yen and three for dinars.
func TestAmountsInADisclosureWorkbookHaveTheDecimalsOfTheirCurrency(t *testing.T) {
	t.Parallel()
	const terms = `"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06`
	r := report(t, `{"from":"2025-01-01","to":"2025-12-31","journal":"monthly","groupBy":["currency"],"leases":[
		{"id":"Y",`+terms+`,"currency":"JPY"},{"id":"K",`+terms+`,"currency":"KWD"},{"id":"D",`+terms+`,"currency":"USD"}]}`)
	f, err := excelize.OpenReader(bytes.NewReader(paperOf(t, "xlsx", "report", r, export.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"JPY": "#,##0_);(#,##0)", "KWD": "#,##0.000_);(#,##0.000)", "USD": "#,##0.00_);(#,##0.00)"}
	format := func(sheet string, column, row int) string {
		t.Helper()
		id, err := f.GetCellStyle(sheet, spreadsheet.Letter(column)+strconv.Itoa(row))
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(id)
		if err != nil || style.CustomNumFmt == nil {
			return ""
		}
		return *style.CustomNumFmt
	}
	for i, heading := range cells(t, f, "Rollforwards")[3][1:] {
		_, currency, _ := strings.Cut(heading, ", ")
		if got := format("Rollforwards", i+2, 5); got != want[currency] {
			t.Errorf("%s: %s, want %s", heading, got, want[currency])
		}
	}
	for _, x := range []struct {
		sheet            string
		currency, amount int // column indexes
	}{{"Leases", 5, 20}, {"Groups", 2, 5}, {"Accounts", 2, 5}, {"Entries", 7, 5}} {
		for i, row := range cells(t, f, x.sheet) {
			if len(row) < max(x.currency, x.amount) || want[row[x.currency-1]] == "" || row[x.amount-1] == "" {
				continue
			}
			if got := format(x.sheet, x.amount, i+1); got != want[row[x.currency-1]] {
				t.Errorf("%s, row %d: %s, want %s", x.sheet, i+1, got, want[row[x.currency-1]])
			}
		}
	}
}
