package reporting

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/figure"
)

const twoCurrencies = `id,standard,commencementDate,termMonths,paymentAmount,paymentTiming,discountRateAnnual,currency,functionalCurrency,exchangeRate
A,IFRS_16,2024-01-01,24,100,arrears,0,USD,EUR,0.9
B,IFRS_16,2024-01-01,24,100,arrears,0,GBP,,
`

// asks submits the portfolio page's form and returns the resulting page.
func asks(t *testing.T, p *Pages, files, fields map[string]string) string {
	t.Helper()
	return postFiles(t, p, Path+"/results", files, fields).Body.String()
}

// Tables and charts are in the presentation currency. The exchange effect has a separate bar. If
// exchange rates are missing, the page shows a message.
func TestMethod21_4_ThePageIsInThePresentationCurrency(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	rates := "Pair,Date,Closing,Average\nUSD/EUR,2023-12-31,0.95,\nUSD/EUR,2024-01-31,0.7,0.8\nUSD/EUR,2024-02-29,0.75,0.72\n" +
		"EUR/GBP,2023-12-31,0.8,\nEUR/GBP,2024-01-31,0.85,0.82\nEUR/GBP,2024-02-29,0.9,0.88\n"
	span := map[string]string{"from": "2024-01-01", "to": "2024-02-29", "presentationCurrency": "gbp"}
	got := asks(t, p, map[string]string{"file": twoCurrencies, "exchangeRates": rates}, span)
	for _, want := range []string{
		"in GBP", "Changes in the lease liability, GBP", "Lease liability by month, GBP", ">Exchange<", "Translation",
		`<data value="3685.00" data-figure="liability.closing">`, // 22 × 100 × 0.75 × 0.90 + 22 × 100
		"Exchange (", "Closing 3,685.00",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %.6000s", want, got)
		}
	}
	if strings.Contains(got, "Lease liability by month, EUR") {
		t.Error("a drawing is in the currency of books")
	}
	for _, c := range []struct {
		files, fields map[string]string
		want          string
	}{
		{map[string]string{"file": twoCurrencies}, span, "EUR into GBP has no rate of 2023-12-31"},
		{map[string]string{"file": twoCurrencies, "exchangeRates": rates}, map[string]string{"from": "2024-01-01", "to": "2024-02-29"}, "or present all amounts in one currency"},
		{map[string]string{"file": twoCurrencies, "exchangeRates": rates}, map[string]string{"from": "2024-01-01", "to": "2024-02-29", "presentationCurrency": "POUND"}, "Present in: type the three-letter code"},
		{map[string]string{"file": twoCurrencies, "exchangeRates": "Pair,Date,Closing\n"}, span, "The file of exchange rates has no rows."},
		{map[string]string{"file": twoCurrencies, "exchangeRates": "Pair,Date,Closing\nx,2024-01-31,1\n"}, span, "is not a pair of currencies"},
	} {
		if got := asks(t, p, c.files, c.fields); !strings.Contains(got, c.want) {
			t.Errorf("got %.500s\nwant %s", got, c.want)
		}
	}
}

// Every line in the liability's rollforward is part of exactly one bar, so that the bars reconcile the opening
// balance to the closing balance.
func TestTheBarsHaveEveryLineOfTheRollforward(t *testing.T) {
	t.Parallel()
	shown := map[figure.Concept]int{}
	for _, m := range movements {
		for _, c := range m.figures {
			shown[c]++
		}
	}
	for _, c := range figure.LiabilityOpening.Statement().Figures {
		if shown[c] != 1 {
			t.Errorf("%s is in %d bars", c, shown[c])
		}
	}
}
