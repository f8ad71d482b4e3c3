package portfolio_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const dollars = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"paymentFrequency":"annual",
	"paymentTiming":"arrears","discountRateAnnual":0,"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,
	"events":[{"date":"2025-01-01","type":"modification","discountRateAnnual":0,"retainedShare":0.5,"paymentAmount":50,"exchangeRate":1}]}`

func inEuro(from, to, more string) string {
	return `{"from":"` + from + `","to":"` + to + `","leases":[` + dollars + `],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95},
		{"currency":"USD","into":"EUR","date":"2024-12-31","closing":0.7,"average":0.8},
		{"currency":"USD","into":"EUR","date":"2025-12-31","closing":1.1,"average":1.2}]` + more + `}`
}

func answeredTo(t *testing.T, body string) *portfolio.Report {
	t.Helper()
	q, err := portfolio.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantCents(t *testing.T, f *leasehold.LeaseFigures, want map[figure.Concept]string) {
	t.Helper()
	for c, amount := range want {
		if got := f.Of(c).String(); got != amount {
			t.Errorf("%s is %s, want %s", c, got, amount)
		}
	}
}

// METHOD 21.2: one error names all missing rates by pair and date.
func TestMethod21_2_OneErrorNamesAllMissingRates(t *testing.T) {
	t.Parallel()
	pounds := strings.NewReplacer(`"A"`, `"B"`, `"EUR"`, `"GBP"`).Replace(dollars)
	body := `{"from":"2024-01-01","to":"2024-03-31","journal":"monthly","groupBy":["currency"],"leases":[` + dollars + `,` + pounds + `],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95},
		{"currency":"USD","into":"EUR","date":"2024-01-31","closing":0.95}]}`
	q, err := portfolio.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	_, err = portfolio.Answer(q)
	var invalid *leasehold.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{
		"USD into EUR has no average on 2024-01-31", "USD into EUR has no rate of 2024-02-29", "USD into EUR has no rate of 2024-03-31",
		"USD into GBP has no rate of 2023-12-31", "USD into GBP has no rate of 2024-01-31", "USD into GBP has no rate of 2024-02-29", "USD into GBP has no rate of 2024-03-31",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if len(invalid.Faults) != 7 {
		t.Errorf("%d faults, want 7: %v", len(invalid.Faults), err)
	}
}

// METHOD 21.2: a table has at most one row per pair and date.
func TestMethod21_2_DuplicateRowsAreRejected(t *testing.T) {
	t.Parallel()
	row := `{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95}`
	_, err := portfolio.Decode([]byte(`{"from":"2024-01-01","to":"2024-03-31","leases":[` + dollars + `],"exchangeRates":[` + row + `,` + row + `]}`))
	if err == nil || !strings.Contains(err.Error(), "exchangeRates[1].date") {
		t.Errorf("got %v", err)
	}
}

// METHOD 21.2: a receipt on a commencement date that has no separate rate is rounded together with
// the receipts of other days. For example, 0.10 at 0.5 is 0.05, but 0.05 at 0.5 is 0.03.
func TestMethod21_2_ReceiptsOnTheCommencementDateAreRoundedWithTheOthers(t *testing.T) {
	t.Parallel()
	r := answeredTo(t, `{"from":"2024-01-01","to":"2024-01-31","leases":[{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":12,
		"paymentAmount":100,"discountRateAnnual":0,"currency":"USD","functionalCurrency":"EUR","exchangeRate":1,
		"subleaseIncome":[{"date":"2024-01-15","amount":0.05},{"date":"2024-01-16","amount":0.05}],
		"variablePayments":[{"date":"2024-01-15","amount":0.05},{"date":"2024-01-16","amount":0.05}]}],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2023-12-31","closing":1},{"currency":"USD","into":"EUR","date":"2024-01-31","closing":1,"average":0.5}]}`)
	expect(t, "the lease", &r.Leases[0].Figures.Figures, "cost.subleaseIncome -0.05", "cash.subleases -0.05", "cost.variable 0.05", "cash.variable 0.05")
}

// METHOD 21: if all rates are 1, the report is identical, byte for byte, to the report in the lease
// currency.
func TestMethod21_RatesOfOneChangeNothing(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"ASC_842","commencementDate":"2024-01-15","termMonths":31,"paymentAmount":1033.37,"discountRateAnnual":0.07,
		"initialDirectCosts":77,"currency":"USD"`
	plain := answeredTo(t, `{"from":"2024-01-01","to":"2024-12-31","leases":[`+lease+`}]}`)
	foreign := answeredTo(t, `{"from":"2024-01-01","to":"2024-12-31","leases":[`+lease+`,"functionalCurrency":"EUR","exchangeRate":1}],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2023-12-31","closing":1},{"currency":"USD","into":"EUR","date":"2024-05-11","closing":1,"average":1},
		{"currency":"USD","into":"EUR","date":"2024-12-31","closing":1,"average":1}]}`)
	want := strings.ReplaceAll(string(plain.Append(nil)), `"currency":"USD"`, `"currency":"EUR"`)
	got := strings.ReplaceAll(string(foreign.Append(nil)), `,"leaseCurrency":"USD"`, "")
	cut := func(text string) string { before, _, _ := strings.Cut(text, `"digest"`); return before }
	if cut(got) != cut(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// METHOD 21.5: the entries add up to the balances in the functional currency, and each entry names
// its currency.
func TestMethod21_5_EntriesAddUpToFunctionalBalances(t *testing.T) {
	t.Parallel()
	body := `{"from":"2024-01-01","to":"2024-03-31","journal":"monthly","leases":[` + dollars + `],"exchangeRates":[
		{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95},
		{"currency":"USD","into":"EUR","date":"2024-01-31","closing":0.97,"average":0.96},
		{"currency":"USD","into":"EUR","date":"2024-02-29","closing":0.81,"average":0.9},
		{"currency":"USD","into":"EUR","date":"2024-03-31","closing":0.8,"average":0.82}]}`
	r := answeredTo(t, body)
	f := r.Leases[0].Figures
	var liability, asset, loss int64
	for i := range f.Entries {
		for title, to := range map[string]*int64{"Lease liability": &liability, "Right-of-use asset": &asset, "Foreign exchange loss": &loss, "Foreign exchange gain": &loss} {
			net, _ := f.Entries[i].Net(title).Int64()
			*to += net
		}
	}
	if liability != -24000 || asset != 24763 || loss != -3000 {
		t.Errorf("liability %d, asset %d, exchange %d", liability, asset, loss)
	}
	wantCents(t, f, map[figure.Concept]string{figure.LiabilityClosing: "240.00", figure.AssetClosing: "247.63", figure.CostExchange: "-30.00"})
	if !strings.Contains(strings.Join(r.Notes, " "), "one of two policies") {
		t.Errorf("no note on the policy: %q", r.Notes)
	}
	var answer struct {
		JournalEntries []struct{ Currency string }
		Leases         []struct{ Currency, LeaseCurrency string }
	}
	if err := json.Unmarshal(r.Append(nil), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Leases[0].Currency != "EUR" || answer.Leases[0].LeaseCurrency != "USD" || answer.JournalEntries[0].Currency != "EUR" {
		t.Errorf("got %+v", answer)
	}
}

// METHOD 21.1: a functional currency requires a lease currency and exchange rates, and is not
// allowed for governmental funds.
func TestMethod21_1_InvalidFunctionalCurrenciesAreRejected(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-01-15","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05,`
	for members, want := range map[string]string{
		`"functionalCurrency":"EUR"}`:                                                                                         "functionalCurrency: requires the currency field",
		`"currency":"USD","functionalCurrency":"EUR"}`:                                                                        "exchangeRate: is required",
		`"currency":"USD","functionalCurrency":"EUR","exchangeRate":0}`:                                                       "exchangeRate: 0",
		`"currency":"USD","functionalCurrency":"EUR","exchangeRate":1,"standard":"GASB_87","fund":"governmental"}`:            "functionalCurrency: is not allowed together with fund governmental",
		`"currency":"USD","functionalCurrency":"EUR","exchangeRate":1,"events":[{"date":"2024-03-15","type":"termination"}]}`: "events[0].exchangeRate: is required",
	} {
		if _, err := leasehold.Decode([]byte(lease + members)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", members, err, want)
		}
	}
	if _, err := leasehold.Decode([]byte(lease + `"currency":"USD","functionalCurrency":"USD"}`)); err != nil {
		t.Error(err)
	}
}

// METHOD 21.1, 21.3: at initial application, 300 dollars are payable and 30 are prepaid. At an
// exchange rate of 0.90, these are 270.00 and 27.00 euros. A provision of 20 dollars reduces the
// asset by 18.00 euros. The lease may supply functional amounts for prepaid rent and for balances
// transferred in.
func TestMethod21_1_FunctionalAmountsMayBeSupplied(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":48,"paymentAmount":100,"paymentFrequency":"annual","discountRateAnnual":0,` +
		`"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,`
	const applied = lease + `"initialApplication":{"date":"2024-01-01","prepaidOrAccruedRent":30,"onerousProvision":20}`
	figures := func(from, lease string) *leasehold.LeaseFigures {
		t.Helper()
		body := `{"from":"` + from + `-01-01","to":"` + from + `-12-31","leases":[` + lease + `}],"exchangeRates":[{"currency":"USD","into":"EUR","date":"2022-12-31","closing":0.9},
			{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95,"average":0.8},{"currency":"USD","into":"EUR","date":"2024-12-31","closing":0.7,"average":0.8}]}`
		return answeredTo(t, body).Leases[0].Figures
	}
	wantCents(t, figures("2024", applied), map[figure.Concept]string{
		figure.LiabilityApplication: "270.00", figure.AssetApplication: "279.00", figure.LiabilityPayments: "90.00", figure.NonCash: "0.00",
	})
	wantCents(t, figures("2024", applied+`,"prepaidOrAccruedRentFunctional":33`), map[figure.Concept]string{
		figure.LiabilityApplication: "270.00", figure.AssetApplication: "285.00",
	})
	wantCents(t, figures("2023", lease+`"openingRouAsset":400`), map[figure.Concept]string{figure.LiabilityTakenOver: "360.00", figure.AssetTakenOver: "360.00"})
	wantCents(t, figures("2023", lease+`"openingRouAsset":400,"openingRouAssetFunctional":345`), map[figure.Concept]string{
		figure.LiabilityTakenOver: "360.00", figure.AssetTakenOver: "345.00",
	})
	wantCents(t, figures("2023", lease+`"prepaidRent":10`), map[figure.Concept]string{figure.AssetAdditions: "369.00"})
	wantCents(t, figures("2023", lease+`"prepaidRent":10,"prepaidRentFunctional":11`), map[figure.Concept]string{figure.AssetAdditions: "371.00"})
	for name, of := range map[string]string{
		"openingRouAssetFunctional": "openingRouAsset", "prepaidRentFunctional": "prepaidRent", "prepaidOrAccruedRentFunctional": "initialApplication",
	} {
		for more, want := range map[string]string{
			`"` + name + `":1}`: name + ": is allowed only with functionalCurrency",
			`"` + name + `":1,"currency":"USD","functionalCurrency":"EUR","exchangeRate":1}`: name + ": is allowed only with " + of,
		} {
			_, err := leasehold.Decode([]byte(`{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05,` + more))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", more, err, want)
			}
		}
	}
}

// METHOD 21.2: in the row that precedes the reporting period, the average is not used. Rows for
// other days are not used either. An inverted pair is reported. One error names all rates that the
// report and its comparative lack.
func TestMethod21_2_UnusedAndInvertedRows(t *testing.T) {
	t.Parallel()
	body := inEuro("2024-01-01", "2024-12-31", "")
	more := strings.Replace(body, `"closing":0.95}`, `"closing":0.95,"average":9},{"currency":"USD","into":"EUR","date":"2023-06-30","closing":8,"average":7}`, 1)
	if got, want := string(answeredTo(t, more).Append(nil)), string(answeredTo(t, body).Append(nil)); more == body || got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for body, want := range map[string][]string{
		strings.ReplaceAll(body, `"currency":"USD","into":"EUR"`, `"currency":"EUR","into":"USD"`): {"USD into EUR has no rates; the table has rates of EUR into USD only, and rates are not inverted"},
		inEuro("2024-01-01", "2024-12-30", `,"comparative":{"from":"2023-01-01","to":"2023-12-30"}`): {
			"USD into EUR has no rate of 2024-12-30", "USD into EUR has no rate of 2022-12-31: its closing is required", "USD into EUR has no rate of 2023-12-30",
		},
	} {
		q, err := portfolio.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		_, err = portfolio.Answer(q)
		for _, text := range want {
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%v, want %s", err, text)
			}
		}
	}
}

// METHOD 21.1, 21.3: notes disclose the policy on increases, the balances translated at closing
// rates, and the exclusion of hyperinflation.
func TestMethod21_3_NotesDisclosePolicies(t *testing.T) {
	t.Parallel()
	notes := strings.Join(answeredTo(t, inPounds("2024-01-01", "2024-12-31", "")).Notes, "\n")
	for _, want := range []string{
		"An increase in an asset is recognized at the exchange rate on the date of its event, and the earlier amount remains at its historical rate; this is one of two policies that the SEC staff accepts.",
		"Prepaid rent of exempt leases and prepaid services are translated at closing rates; cost includes their exchange differences in the field named exchange.",
		"Hyperinflation is not accounted for.",
		"other comprehensive income",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in\n%s", want, notes)
		}
	}
}

// METHOD 21.3: the month's service cost is the total less the event's service cost. A quarter's
// services cost 54.00 dollars. February's cost until the termination is 6.60, and the remaining
// 28.80 is expensed at the termination. The total is 35 yen, of which 29 belong to the event, so 6
// belong to the month.
func TestMethod21_3_MonthlyServiceCostExcludesTheEvent(t *testing.T) {
	t.Parallel()
	r := answeredTo(t, `{"from":"2026-02-01","to":"2026-02-28","journal":"monthly","leases":[{"id":"A","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":12,
		"paymentAmount":108,"paymentFrequency":"quarterly","discountRateAnnual":0,"currency":"USD","functionalCurrency":"JPY","exchangeRate":1,
		"components":[{"name":"Office","kind":"lease","standalonePrice":1},{"name":"Cleaning","kind":"service","standalonePrice":1}],
		"events":[{"date":"2026-02-12","type":"termination","penalty":0,"exchangeRate":1}]}],"exchangeRates":[
		{"currency":"USD","into":"JPY","date":"2026-01-31","closing":1},{"currency":"USD","into":"JPY","date":"2026-02-28","closing":1,"average":1}]}`)
	f := r.Leases[0].Figures
	wantCents(t, f, map[figure.Concept]string{figure.CostNonLease: "0.35"})
	for i := range f.Entries {
		e := &f.Entries[i]
		if got, want := e.Net("Non-lease component expense").String(), map[string]string{"A-20260212-1": "0.29", "A-202602": "0.06"}[e.Number]; got != want {
			t.Errorf("%s has services of %s, want %s, in hundreds of yen", e.Number, got, want)
		}
	}
}
