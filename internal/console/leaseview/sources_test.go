package leaseview

import (
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// pageText returns the text of a lease's page without HTML tags and without charts.
func pageText(t *testing.T, body string) string {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	v, err := newView(t.Context(), l, "https://leases.example", choices{yearEnds: 12})
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?s)<svg.*?</svg>|<pre.*?</pre>|<[^>]*>`).ReplaceAllString(string(page), " ")
	return strings.Join(strings.Fields(text), " ")
}

// METHOD 17.1: under FRS 102, the page shows the maturity analysis in time bands.
func TestMethod17_1_ThePageBandsTheMaturity(t *testing.T) {
	t.Parallel()
	for months, want := range map[string]string{
		"70": "Maturity of the lease liability Year Share Payments Within one year 12,000.00 Between one and five years 48,000.00 After five years 10,000.00",
		"9":  "Maturity of the lease liability Year Share Payments Within one year 9,000.00 Between one and five years 0.00 After five years 0.00",
	} {
		page := pageText(t, `{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":`+months+`,"paymentAmount":1000,"discountRateAnnual":0.05}`)
		if !strings.Contains(page, want) {
			t.Errorf("%s months: the page does not say %q", months, want)
		}
	}
}

// METHOD 20.2, 20.3: the schedule contains each row's additional costs and their totals.
func TestMethod20_2_TheSchedulePageHasServicesAndTax(t *testing.T) {
	t.Parallel()
	page := pageText(t, `{"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":1000,"discountRateAnnual":0.06,"irrecoverableTaxRate":0.2,`+
		`"components":[{"name":"Floor","kind":"lease","standalonePrice":7},{"name":"Cleaning","kind":"service","standalonePrice":3}]}`)
	for _, want := range []string{"Non-lease components Irrecoverable tax 0 2026-01-01", " 700.00 300.00 200.00 2 2026-02-01", " 1,400.00 600.00 400.00 "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// METHOD 20.1, 20.2: the page shows each component's share, the rows of the rate table that determine the
// discount rate, and the source of these rows. If the lease has neither a rate table nor components, the page
// shows what an auditor would ask about them.
func TestMethod20_OriginsOfAmounts(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000`
	for _, c := range []struct {
		members string
		want    []string
	}{
		{
			`,"discountRates":[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"source":"Treasury"},{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055}]`,
			[]string{"Commencement, 2026-03-01: 5.3%", "Row 0, as of 2026-01-01, 36 months 5.1% source: Treasury", "Row 1, as of 2026-01-01, 60 months 5.5%", "Interpolated by months between the two rows"},
		},
		{
			`,"discountRateAnnual":0.05,"components":[{"name":"Floor","kind":"lease","standalonePrice":900},{"name":"Cleaning","kind":"service","standalonePrice":300}]`,
			[]string{"Floor lease 900.00 75% 750.00", "Cleaning service 300.00 25% 250.00", "Lease payments: 75% of each payment; the rest is the cost of services 100% 1,000.00"},
		},
		{
			`,"discountRateAnnual":0.05`,
			[]string{"5% a year, as supplied; the kind of rate was not supplied.", "No components are supplied, so the lease and its services form a single component, an election by class of asset (ASC 842-10-15-37)."},
		},
		{`,"discountRateAnnual":0.05,"discountRateBasis":"incremental"`, []string{"5% a year, supplied as the lessee&#39;s incremental borrowing rate."}},
	} {
		page := pageText(t, lease+c.members+"}")
		for _, want := range c.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page does not say %q", c.members, want)
			}
		}
	}
}

// METHOD 18.2, 19.2: under GASB 96, the page uses the term subscription. If the lease has an initial
// application, the page shows its date as the date of first measurement. Names that the user entered are not
// changed.
func TestMethod18_2_TheTermsOfThePage(t *testing.T) {
	t.Parallel()
	page := pageText(t, `{"standard":"GASB_96","name":"The lease cloud","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`)
	_, page, _ = strings.Cut(page, "Inputs") // the text after this heading is about other standards and uses their terms
	own, after, _ := strings.Cut(page, "Side by side")
	_, after, _ = strings.Cut(after, "By convention")
	if word := regexp.MustCompile(`(?i)\b(leases?|lessees?|lessors?|rents?)\b`).FindString(strings.ReplaceAll(own+after, "The lease cloud", "")); word != "" {
		t.Errorf("the page of a subscription says %q", word)
	}
	page = pageText(t, `{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05,"initialApplication":{"date":"2026-01-11"}}`)
	for _, want := range []string{"Disclosures at initial application", "Asset at initial application", "counted from initial application"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of an initial application does not say %q", want)
		}
	}
}
