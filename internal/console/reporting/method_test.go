package reporting

import (
	"strings"
	"testing"
)

const foreign = `id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,currency,functionalCurrency,exchangeRate,class
A,IFRS_16,2026-01-15,24,1000,5%,USD,EUR,0.9,Office
`

// The page has inputs for deferred tax rates, for the tax base of assets, and for the tag that contains the
// asset class (METHOD 22.4, 25.6, 25.10). If one of these inputs is invalid, the page shows a message.
func TestThePageHasTheChoicesOfMethod(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	file := strings.ReplaceAll(foreign, ",USD,EUR,0.9", ",USD,USD,1")
	for _, c := range []struct {
		fields map[string]string
		want   []string
	}{
		{map[string]string{"accrual": "thirty_360"}, []string{`data-figure="rouAsset.amortization">1,462.34<` /* 16/30 of January, and February */, "Amounts accrue by months of 30 days"}},
		{map[string]string{"deferredTax": "tag:class=Office:25%; 20%"}, []string{"Deferred tax asset, closing", `data-figure="deferredTax.expense"`, "For deferred tax, no part of a right-of-use asset has a tax base"}},
		{map[string]string{"deferredTax": "25%", "assetTaxBase": "direct_costs_and_incentives"}, []string{"Initial direct costs less incentives are amortized straight-line over the term for tax purposes"}},
		{map[string]string{"deferredTax": "25"}, []string{"Deferred tax: the rate must be from 0 to 1, such as 0.25 for 25%."}},
		{map[string]string{"deferredTax": "tag:class=Ofice:25%"}, []string{"no lease meets tag:class is Ofice; did you mean Office?"}},
		{map[string]string{"assetClass": "class"}, []string{"read as the tag class"}},
	} {
		c.fields["from"], c.fields["to"] = "2026-01-01", "2026-02-28"
		got := asks(t, p, map[string]string{"file": file}, c.fields)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: %q lacks %q", c.fields, got, want)
			}
		}
	}
}

// A report requires exchange rates only for the start and the end of the reporting period. Monthly
// entries require the rates of each month, and the message for the entries file lists the missing
// rates (METHOD 22.3).
func TestMonthEndRatesAreNeededForEntriesOnly(t *testing.T) {
	t.Parallel()
	p := newPages(t, 100)
	span := map[string]string{"from": "2026-01-01", "to": "2026-12-31"}
	rates := "Pair,Date,Closing,Average\nUSD/EUR,2025-12-31,0.9,\nUSD/EUR,2026-12-31,0.8,0.85\n"
	got := asks(t, p, map[string]string{"file": foreign, "exchangeRates": rates}, span)
	for _, want := range []string{"Exchange differences", "the report has no monthly entries"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	files := []sent{{"file", "leases.csv", foreign}, {"exchangeRates", "rates.csv", rates}}
	for _, name := range []string{"entries.csv", closingName} {
		if got := sendFiles(t, p, "/portfolio/"+name, span, files...).Body.String(); !strings.Contains(got, "USD into EUR has no rate of 2026-01-31") {
			t.Errorf("%s: %.300s", name, got)
		}
	}
}
