package portfolio_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const euroInPounds = `
	{"currency":"EUR","into":"GBP","date":"2023-12-31","closing":0.4},
	{"currency":"EUR","into":"GBP","date":"2024-12-31","closing":0.6,"average":0.5},
	{"currency":"EUR","into":"GBP","date":"2025-12-31","closing":0.7,"average":0.8}`

// inPounds returns a request for a dollar lease with books in euros, presented in pounds.
func inPounds(from, to, more string) string {
	body := inEuro(from, to, `,"presentationCurrency":"GBP"`+more)
	return strings.Replace(body, `"exchangeRates":[`, `"exchangeRates":[`+euroInPounds+",", 1)
}

// METHOD 21.4: leases with different functional currencies have a total if they are presented in
// one currency, even without grouping by currency.
func TestMethod21_4_PresentationCurrencyHasATotal(t *testing.T) {
	t.Parallel()
	pounds := `{"id":"B","tags":{"entity":"UK"},"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0,"currency":"GBP"}`
	body := strings.Replace(inPounds("2024-01-01", "2024-12-31", `,"groupBy":["tag:entity"],"deferredTax":[{"rate":0.25,"key":{"currency":"GBP"}}]`), `"leases":[`, `"leases":[`+pounds+",", 1)
	r := answeredTo(t, body)
	total, ok := r.Sum.Total()
	if !ok {
		t.Fatal("no total")
	}
	wantCents(t, &leasehold.LeaseFigures{Figures: total.Figures}, map[figure.Concept]string{
		figure.LiabilityClosing: "284.00", figure.AssetClosing: "308.00", figure.LiabilityTranslation: "41.00",
	})
	if r.Leases[0].Figures.Functional.Vector != r.Leases[0].Figures.Vector {
		t.Error("a lease in the currency of presentation is not as it was")
	}
	if total.Currency.String() != "GBP" {
		t.Errorf("the total is in %s", total.Currency)
	}
	if total.Has(figure.TaxExpense.Statement()) || !r.Sum.Groups()[1].Has(figure.TaxExpense.Statement()) {
		t.Error("deferred tax adds up over several functional currencies, or not within one")
	}
	form, _ := r.Sum.MarshalBinary()
	again := new(portfolio.Sum)
	if err := again.UnmarshalBinary(form); err != nil || string(again.Append(nil)) != string(r.Sum.Append(nil)) {
		t.Errorf("the sum comes back as another: %v", err)
	}
}

// METHOD 21.1: presentationCurrency requires every lease to have a currency. The error names each
// lease that has none.
func TestMethod21_1_PresentationRequiresLeaseCurrencies(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"%","commencementDate":"2024-01-15","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05}`
	body := `{"from":"2024-01-01","to":"2024-12-31","presentationCurrency":"GBP","leases":[` + strings.Replace(lease, "%", "A", 1) + "," + strings.Replace(lease, "%", "B", 1) + `]}`
	_, err := portfolio.Decode([]byte(body))
	for _, want := range []string{"leases[0].currency: is required in a report with presentationCurrency", "leases[1].currency"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	q, err := portfolio.Decode([]byte(strings.Replace(body, `"leases"`, `"onError":"skip","leases"`, 1)))
	if err != nil || len(q.Skipped) != 2 || q.Skipped[1].Field != "leases[1].currency" {
		t.Errorf("got %v, %+v", err, q)
	}
	l, err := leasehold.Decode([]byte(strings.Replace(lease, "%", "A", 1)))
	if err != nil {
		t.Fatal(err)
	}
	pound, _ := money.ParseCurrency("GBP")
	if _, err := leasehold.MeasureSpan(l, leasehold.Span{From: l.CommencementDate, To: l.CommencementDate, Presentation: pound}); err == nil {
		t.Error("presented without a currency")
	}
}

// METHOD 21.1: if a deferred tax rate or a trial balance row covers two functional currencies, its
// key must contain the currency.
func TestMethod21_1_TaxRatesAndLedgerRowsHaveOneFunctionalCurrency(t *testing.T) {
	t.Parallel()
	pounds := strings.NewReplacer(`"A"`, `"B"`, `"EUR"`, `"GBP"`).Replace(dollars)
	rates := `{"currency":"USD","into":"GBP","date":"2023-12-31","closing":0.9},{"currency":"USD","into":"GBP","date":"2024-12-31","closing":0.9,"average":0.9},`
	for more, want := range map[string]string{
		`,"deferredTax":[{"rate":0.25}]`:                                               "deferredTax[0].key: requires the currency field",
		`,"ledger":[{"account":"Lease liability","balance":1}],"groupBy":["currency"]`: "requires the currency field",
	} {
		body := inPounds("2024-01-01", "2024-12-31", more)
		body = strings.Replace(strings.Replace(body, `"leases":[`, `"leases":[`+pounds+",", 1), `"exchangeRates":[`, `"exchangeRates":[`+rates, 1)
		q, err := portfolio.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := portfolio.Answer(q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", more, err, want)
		}
	}
}

// METHOD 28.7: with signed balances, the figures in the "late" fields are translated at the closing
// rate of the day preceding the reporting period. This includes leases that are no longer supplied.
func TestMethod28_7_CorrectionsArePresented(t *testing.T) {
	t.Parallel()
	f := answeredTo(t, inPounds("2025-01-01", "2025-12-31", `,"previous":{"leases":[{"id":"A","liability":100,"rouAsset":180,"accumulatedAmortization":90,"prepaidRent":0},{"id":"Z","liability":7,"rouAsset":0,"accumulatedAmortization":0,"prepaidRent":0}]}`))
	wantCents(t, f.Leases[0].Figures, map[figure.Concept]string{
		figure.LiabilityOpening: "60.00", figure.LiabilityLate: "24.00", figure.PriorPeriodCorrections: "24.00", figure.CostLate: "0.00",
	})
	wantCents(t, &leasehold.LeaseFigures{Figures: *f.Leases[0].Figures.Functional}, map[figure.Concept]string{figure.LiabilityOpening: "100.00", figure.LiabilityLate: "40.00"})
	total, _ := f.Sum.Total()
	wantCents(t, &leasehold.LeaseFigures{Figures: total.Figures}, map[figure.Concept]string{figure.LiabilityOpening: "64.20", figure.LiabilityLate: "19.80", figure.PriorPeriodCorrections: "19.80"})
}

// METHOD 28.7: in the presentation currency, the opening balances are the closing balances of the
// published report. The figures in the "late" fields are translated at the opening rate. If the
// opening rate differs, its effect is part of translation.
func TestMethod28_7_TheOpeningIsThePublishedClosing(t *testing.T) {
	t.Parallel()
	published := string(answeredTo(t, inPounds("2024-01-01", "2024-12-31", "")).Append(nil))
	const signed = `,"previous":{"leases":[{"id":"A","liability":140,"rouAsset":180,"accumulatedAmortization":90,"prepaidRent":0}]},"comparative":{"published":`
	body := inPounds("2025-01-01", "2025-12-31", signed+published+"}")
	i := strings.Index(body, `"exchangeRates":[`) // a field of the request only
	other := body[:i] + strings.Replace(body[i:], `"date":"2024-12-31","closing":0.6,`, `"date":"2024-12-31","closing":0.65,`, 1)
	for _, c := range []struct{ body, late, translation string }{
		{body, "0.00", "2.50"},
		{other, "0.00", "7.50"}, // the first day's payment of 100 at a rate that is 0.05 higher
		{strings.Replace(other, `"liability":140`, `"liability":120`, 1), "13.00", "-5.50"},
	} {
		f := answeredTo(t, c.body).Leases[0].Figures
		wantCents(t, f, map[figure.Concept]string{
			figure.LiabilityOpening: "84.00", figure.LiabilityLate: c.late, figure.LiabilityTranslation: c.translation, figure.AssetOpening: "108.00",
		})
		for _, s := range []*figure.Statement{figure.LiabilityOpening.Statement(), figure.AssetOpening.Statement()} {
			var sum money.Amount
			for _, of := range s.Figures {
				switch of.Kind() {
				case figure.Opening, figure.Increase:
					sum = sum.Add(f.Of(of))
				case figure.Decrease, figure.Closing:
					sum = sum.Sub(f.Of(of))
				default: // not part of the rollforward
				}
			}
			if !sum.IsZero() {
				t.Errorf("%s: the roll-forward is out by %s", s.Title, sum)
			}
		}
	}
}
