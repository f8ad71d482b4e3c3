package leaseview

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

var cents2 = printer{2}

// Amounts have thousands separators, and negative amounts are in parentheses.
func TestAmountsAreGroupedAndNegativesInParentheses(t *testing.T) {
	t.Parallel()
	for cents, want := range map[int64]string{
		0: "0.00", 5: "0.05", 99999: "999.99", 100000: "1,000.00", 123456789: "1,234,567.89", -123456: "(1,234.56)", -1: "(0.01)",
	} {
		if got := cents2.grouped(money.Cents(cents)); got != want {
			t.Errorf("%d cents: %s, want %s", cents, got, want)
		}
	}
	for fraction, want := range map[string]string{"0.06": "6%", "0.0625": "6.25%", "0": "0%", "1": "100%", "0.1": "10%", "0.00001": "0.001%"} {
		if got := wording.Percent(money.MustParse(fraction)); got != want {
			t.Errorf("%s: %s, want %s", fraction, got, want)
		}
	}
}

// A rate with many decimals is shown with six decimals. Its origin shows all of them.
func TestLongRatesAreShownShort(t *testing.T) {
	t.Parallel()
	for fraction, want := range map[string]string{
		"0.005": "0.5%", "0.00604166666666667": "0.604167%", "0.0181249": "1.81249%", "0.000000014": "0.000001%", "1": "100%", "0": "0%",
		"0.99999999999": "100%", "0.33333333333333": "33.333333%",
	} {
		if got := shortPercent(money.MustParse(fraction)); got != want {
			t.Errorf("%s: %s, want %s", fraction, got, want)
		}
	}
}

// leases returns leases of every standard, class and payment timing, and some unusual leases.
func leases(tb testing.TB) []*leasehold.Lease {
	tb.Helper()
	var list []*leasehold.Lease
	for _, standard := range []string{"ASC_842", "IFRS_16", "GASB_87"} {
		for _, timing := range []string{"advance", "arrears"} {
			for _, more := range []string{
				`"termMonths":60,"discountRateAnnual":0.06`, `"termMonths":1,"discountRateAnnual":0`, `"termMonths":12,"discountRateAnnual":0.05`,
				`"termMonths":14,"paymentFrequency":"quarterly","discountRateAnnual":0.08,"classification":"finance"`,
				`"termMonths":1200,"discountRateAnnual":1,"annualEscalationPct":1`, `"termMonths":25,"discountRateAnnual":0.9,"annualEscalationPct":1,"classification":"operating"`,
				`"termMonths":36,"discountRateAnnual":0.04,"leaseIncentives":999999999,"residualValueGuarantee":5000`,
				`"termMonths":36,"discountRateAnnual":0.04,"purchaseOptionAmount":5000,"assetEconomicLifeMonths":24,"assetFairValue":1`,
			} {
				lease, err := leasehold.Decode([]byte(`{"standard":"` + standard + `","commencementDate":"2026-01-31","paymentAmount":1000,"paymentTiming":"` +
					timing + `",` + more + `}`))
				if err != nil {
					tb.Fatal(err)
				}
				list = append(list, lease)
			}
		}
	}
	return list
}

// Every amount has an origin, which consists of a sentence, a formula that ends with the amount, and a
// paragraph of the lease's standard.
func TestEveryOriginEndsInItsFigureAndCitesAParagraph(t *testing.T) {
	t.Parallel()
	for _, lease := range leases(t) {
		a, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		shown := regexp.MustCompile(`>([^<]*)</data>`)
		for _, h := range everyFigure(a) {
			figure := shown.FindStringSubmatch(string(h.Figure))[1]
			if h.ID == "imputedInterest" { // a deduction is shown with the opposite sign
				figure = strings.Trim(figure, "()")
			}
			if h.Origin.Words == "" || h.Origin.Cite.Paragraph == "" {
				t.Errorf("%s of %s lacks words or a paragraph", h.ID, lease.Append(nil))
			}
			if f := string(h.Origin.Formula); f != "" && h.ID != "weightedAverageRemainingTermMonths" && h.ID != "periodicRate" && !strings.HasSuffix(f, figure) {
				t.Errorf("%s: %q does not end in %s\n%s", h.ID, f, figure, lease.Append(nil))
			}
		}
		for _, col := range columnsOf(a.Result, a.Nouns) {
			if col.Formula == "" || col.Paragraph == "" || !strings.Contains(col.Formula, "= {"+col.Name+"}") {
				t.Errorf("column %s: %+v", col.Name, col)
			}
		}
	}
}

// everyFigure returns all figures of the view that have an origin.
func everyFigure(v *View) []headline {
	list := slices.Concat(v.Headlines, v.Disclosures.Measures)
	for _, row := range v.Disclosures.Reconciliation {
		list = append(list, row.headline)
	}
	return list
}

// A figure has the same label everywhere, except for prefixes such as Less.
func TestAFigureHasOneLabel(t *testing.T) {
	t.Parallel()
	for _, lease := range leases(t) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		labels := map[string]string{}
		for _, h := range everyFigure(v) {
			if before, known := labels[h.ID]; known && before != h.Label {
				t.Errorf("%s is called %q and %q", h.ID, before, h.Label)
			}
			labels[h.ID] = h.Label
		}
		for i, id := range map[int]string{0: "initialLiability", 1: "currentLiability", 3: "firstYearCost", 8: "totalLeaseCost"} {
			if got := v.Comparison[i].Label; got != labels[id] {
				t.Errorf("%s is called %q and %q", id, labels[id], got)
			}
		}
	}
}

// In the reconciliation, the years' payments add up to the total payments, and the total payments less imputed
// interest equal the initial liability. The current and long-term portions add up to the liability.
func TestTheDisclosuresReconcile(t *testing.T) {
	t.Parallel()
	value := regexp.MustCompile(`value="(-?[0-9.]+)"`)
	read := func(h string) money.Amount { return money.MustParse(value.FindStringSubmatch(h)[1]).Amount() }
	for _, lease := range leases(t) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		var years money.Amount
		for _, row := range v.Disclosures.Maturity {
			years = years.Add(read(string(row.Figure)))
		}
		rows := map[string]money.Amount{}
		for _, row := range v.Disclosures.Reconciliation {
			rows[row.ID] = read(string(row.Figure))
		}
		if years != rows["totalUndiscountedPayments"] || years.Sub(rows["imputedInterest"]) != rows["initialLiability"] ||
			rows["currentLiability"].Add(rows["longTermLiability"]) != rows["initialLiability"] {
			t.Errorf("%s: the years sum to %s; %v", lease.Append(nil), years, rows)
		}
	}
}

// Each of the first five years of the maturity analysis has a label such as 2026, even a year after
// the lease ends.
func TestMaturityYearsAreNamed(t *testing.T) {
	t.Parallel()
	for term, want := range map[int]string{12: "2026 2027 2028 2029 2030", 60: "2026 2027 2028 2029 2030", 61: "2026 2027 2028 2029 2030 Thereafter"} {
		lease, err := leasehold.Decode([]byte(fmt.Sprintf(`{"commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":100,"discountRateAnnual":0.06}`, term)))
		if err != nil {
			t.Fatal(err)
		}
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, row := range v.Disclosures.Maturity {
			labels = append(labels, row.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("%d months: %q, want %q", term, got, want)
		}
	}
}

// The schedule's formulas are correct in each row. Sums and differences are exact; a formula with a rounded
// result may differ from the amount by one cent.
func TestFormulasOfTheScheduleAreTrue(t *testing.T) {
	t.Parallel()
	for _, lease := range leases(t) {
		r, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatal(err)
		}
		balance, asset := r.InitialLiability, r.InitialRouAsset
		for i := range r.Schedule {
			row := &r.Schedule[i]
			balance = balance.Add(row.Interest).Sub(row.Payment)
			asset = asset.Sub(row.RouAmortization)
			if balance != row.LiabilityClose || asset != row.RouAssetClose || row.Payment.Sub(row.Interest) != row.Principal {
				t.Fatalf("row %d of %s does not foot", row.Number, lease.Append(nil))
			}
		}
		years := yearsOf(r)
		var cost, interest money.Amount
		for _, y := range years {
			cost, interest = cost.Add(y.Cost), interest.Add(y.Interest)
		}
		if cost != r.TotalLeaseCost || interest != r.Disclosures.ImputedInterest {
			t.Errorf("the years of %s sum to %s and %s", lease.Append(nil), cost, interest)
		}
	}
}

// For amounts of any size, all parts of a chart are within the chart.
func TestChartsStayInTheirFrame(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(` (x1|x2|x|y1|y2|y|width|height)="(-?[0-9]+)`)
	for _, lease := range leases(t) {
		r, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatal(err)
		}
		years := yearsOf(r)
		for _, drawing := range []string{string(balanceChart(r, nounsOf(r), cents2)), string(costChart(r, years, nounsOf(r), cents2)), paymentDrawing(paymentChart(r, cents2))} {
			for _, m := range number.FindAllStringSubmatch(drawing, -1) {
				var n int
				if _, err := fmt.Sscan(m[2], &n); err != nil || n < 0 || n > chart.Width {
					t.Errorf("%s=%s in a chart of %s", m[1], m[2], lease.Append(nil))
				}
			}
		}
	}
}

// Quotation marks in a lease's name cannot end the quoted text in the curl command.
func TestTheCommandQuotesTheLease(t *testing.T) {
	t.Parallel()
	lease, err := leasehold.Decode([]byte(`{"name":"O'Hare'; rm -rf /; '","commencementDate":"2026-01-01","termMonths":1,"paymentAmount":1,"discountRateAnnual":0}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-c", "curl() { for a; do last=$a; done; printf %s \"$last\"; }\n"+curl(r, "http://127.0.0.1")).Output()
	if err != nil || string(out) != string(r.Lease.Append(nil)) {
		t.Errorf("%v: %s", err, out)
	}
}

// uneven returns leases with unequal payments or with events, in currencies with and without
// decimals.
func uneven(tb testing.TB) []*leasehold.Lease {
	tb.Helper()
	var list []*leasehold.Lease
	for _, more := range []string{
		`"rentFree":[{"from":"2026-01-01","months":3}],"rentSteps":[{"from":"2027-01-01","paymentAmount":1200}],"currency":"JPY"`,
		`"otherPayments":[{"date":"2026-01-01","amount":5000},{"date":"2027-05-17","amount":900,"kind":"incentive"}],"currency":"KWD"`,
		`"basis":{"discounting":"actual_365","commencementPayment":"settled"},"annualEscalationAmount":25`,
		`"standard":"IFRS_16","restorationCost":4000,"events":[{"type":"index","date":"2027-03-09","changePct":0.04},{"type":"termination","date":"2028-02-01","penalty":10}]`,
		`"events":[{"type":"index","date":"2027-03-09","changePct":0.04},{"type":"impairment","date":"2027-07-01","impairmentLoss":500},` +
			`{"type":"modification","date":"2028-01-15","discountRateAnnual":0.07,"retainedShare":0.6}]`,
		`"standard":"GASB_87","fund":"governmental","events":[{"type":"reassessment","date":"2028-01-01","termMonths":48,"discountRateAnnual":0.05}]`,
		`"events":[{"type":"reassessment","date":"2027-01-01","termMonths":30,"discountRateAnnual":0.05,"classification":"finance"},{"type":"purchase","date":"2028-01-01","price":7}]`,
		`"openingRouAsset":-500`,
	} {
		lease, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","paymentAmount":1000,"termMonths":36,"discountRateAnnual":0.06,` + more + `}`))
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, lease)
	}
	exempt, err := leasehold.Decode([]byte(`{"standard":"IFRS_16","exemption":"short_term","commencementDate":"2026-01-01","paymentAmount":1000,"termMonths":12,"discountRateAnnual":0.06}`))
	if err != nil {
		tb.Fatal(err)
	}
	return append(list, exempt)
}

// plainOf returns the exact value of the first figure in html.
func plainOf(t *testing.T, html string) string {
	t.Helper()
	m := regexp.MustCompile(`value="(-?[0-9.]+)"`).FindStringSubmatch(html)
	if m == nil {
		t.Fatalf("%q has no figure", html)
	}
	return m[1]
}

// The page shows every valid lease with the decimals of its currency. The totals equal the sums of the rows,
// and the events' amounts equal the engine's.
func TestUnevenPaymentsAndChangesAreShown(t *testing.T) {
	t.Parallel()
	for _, lease := range uneven(t) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		places := lease.Currency.Places()
		var paid money.Amount
		for i := range v.Result.Schedule {
			paid = paid.Add(v.Result.Schedule[i].Payment)
		}
		if got, want := plainOf(t, string(v.Totals[0])), string(paid.AppendPlaces(nil, places)); got != want {
			t.Errorf("%s: payments of %s, want %s", lease.Append(nil), got, want)
		}
		if (v.Life != nil) != (len(lease.Events) > 0) || strings.Count(string(v.Schedule), `class="event"`) != len(lease.Events) {
			t.Errorf("%s: changes are missing", lease.Append(nil))
		}
		for i := range lease.Events {
			e := &v.Result.Events[i]
			if got, want := plainOf(t, string(v.Life.Events[i].Moves[0].After)), string(e.LiabilityAfter.AppendPlaces(nil, places)); got != want {
				t.Errorf("change %d of %s: a liability of %s, want %s", i, lease.Append(nil), got, want)
			}
			if e.Treatment != schedule.Expensed && v.Life.Events[i].Lines == "" && lease.Standard != leasehold.GASB87 {
				t.Errorf("change %d of %s has no entry", i, lease.Append(nil))
			}
		}
		number := regexp.MustCompile(` (x1|x2|x|y1|y2|y|width|height)="(-?[0-9]+)`)
		for _, drawing := range []string{string(v.Balances), string(v.Costs), paymentDrawing(v.Payments)} {
			for _, m := range number.FindAllStringSubmatch(drawing, -1) {
				var n int
				if _, err := fmt.Sscan(m[2], &n); err != nil || n < 0 || n > chart.Width {
					t.Errorf("%s=%s in a chart of %s", m[1], m[2], lease.Append(nil))
				}
			}
		}
	}
}

// For each treatment, the costs of all lease years add up to the total cost.
func TestTheYearsOfATreatmentAddUp(t *testing.T) {
	t.Parallel()
	for _, lease := range slices.Concat(leases(t)[:9], uneven(t)) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.Alternatives {
			var sum money.Amount
			rows := v.Years[:len(v.Years)-1]
			for _, row := range rows {
				sum = sum.Add(money.MustParse(plainOf(t, string(row.Costs[i]))).Minor(lease.Currency.Places()))
			}
			total := plainOf(t, string(v.Years[len(rows)].Costs[i]))
			if got := string(sum.AppendPlaces(nil, lease.Currency.Places())); got != total {
				t.Errorf("%s of %s: the years sum to %s, the total is %s", v.Alternatives[i].Name, lease.Append(nil), got, total)
			}
			if whole := v.Alternatives[i].Result.TotalLeaseCost; len(lease.Events) == 0 && string(whole.AppendPlaces(nil, lease.Currency.Places())) != total {
				t.Errorf("%s of %s: the total is %s, want %s", v.Alternatives[i].Name, lease.Append(nil), total, whole)
			}
		}
	}
}

// Figures with the same label are equal. In the column of the lease's own treatment, the amounts at
// commencement equal the headline figures. The lifetime totals equal the sums over the lease years. If the
// lease has events, a figure's label shows its date or period.
func TestTheComparisonAgreesWithTheHeadlines(t *testing.T) {
	t.Parallel()
	for _, lease := range slices.Concat(leases(t)[:9], uneven(t)) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		own := slices.IndexFunc(v.Alternatives, func(a alternative) bool { return a.Chosen })
		if own < 0 {
			continue // if the lease is exempt, no column is marked
		}
		headlines := map[string]string{}
		for _, h := range v.Headlines {
			headlines[h.Label] = plainOf(t, string(h.Figure))
		}
		for _, row := range v.Comparison {
			if (row.When != "") != (v.Life != nil) && !strings.HasSuffix(row.Label, atCommencement) {
				t.Errorf("%s of %s is %q", row.Label, lease.Append(nil), row.When)
			}
			want := headlines[row.Label]
			if row.When == overLife && row.Label == "Total lease cost" {
				want = plainOf(t, string(v.Years[len(v.Years)-1].Costs[own]))
			}
			if got := plainOf(t, string(row.Figures[own])); want != "" && got != want {
				t.Errorf("%s %s of %s: %s, want %s", row.Label, row.When, lease.Append(nil), got, want)
			}
		}
	}
}

// Exactly one column of the comparison is marked as the lease's own treatment. If the lease is exempt, no
// column is marked, because every column shows the lease on the balance sheet; the page explains this.
func TestTheComparisonMarksTheLeaseItself(t *testing.T) {
	t.Parallel()
	for _, lease := range slices.Concat(leases(t)[:9], uneven(t)) {
		v, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.HTML()
		if err != nil {
			t.Fatal(err)
		}
		marked := 0
		for _, a := range v.Alternatives {
			if a.Chosen {
				marked++
				if a.Result.InitialLiability != v.Result.InitialLiability || a.Result.TotalLeaseCost != v.Result.TotalLeaseCost {
					t.Errorf("%s is marked as %s, but has other figures", a.Name, lease.Append(nil))
				}
			}
		}
		exempt := lease.Exemption != leasehold.NoExemption
		if exempt != (marked == 0) || marked > 1 || exempt != strings.Contains(string(page), "shows it without the exemption") {
			t.Errorf("%d columns are marked as %s", marked, lease.Append(nil))
		}
	}
}

func paymentDrawing(p *payments) string {
	if p == nil {
		return ""
	}
	return string(p.Drawing)
}

// Whichever month the fiscal year ends in, the fiscal years add up to the lifetime totals, and a fiscal year's
// balances equal those in a report on that year.
func TestFiscalYearsAddUpToTheLife(t *testing.T) {
	t.Parallel()
	for _, lease := range leases(t) {
		r, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := leasehold.MeasureSpan(lease, leasehold.Span{From: lease.Start(), To: r.Schedule[len(r.Schedule)-1].Last, InLeaseCurrency: true})
		if err != nil {
			t.Fatal(err)
		}
		p := printer{lease.Currency.Places()}
		for _, month := range []int{12, 3, 9} {
			v, err := fiscalYearsOf(t.Context(), r, month, nounsOf(r), p)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range fiscalFigures[:flows] {
				if got, want := plainOf(t, string(v.Totals[i])), string(whole.Of(c).AppendPlaces(nil, p.places)); got != want {
					t.Errorf("years that end in month %d of %s: %s is %s, want %s", month, lease.Append(nil), c, got, want)
				}
			}
			for i := range v.Rows {
				if i > 0 && v.Rows[i].Label <= v.Rows[i-1].Label {
					t.Errorf("the year %s follows %s", v.Rows[i].Label, v.Rows[i-1].Label)
				}
			}
		}
	}
}
