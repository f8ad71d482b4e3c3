package portfolio_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// figuresOf returns a lease's figures in a reporting period.
func figuresOf(t *testing.T, from, to, lease string) *leasehold.Figures {
	t.Helper()
	return &answered(t, from, to, "", lease).Leases[0].Figures.Figures
}

// foots checks every rollforward: the opening balance plus the movements must equal the closing
// balance.
func foots(t *testing.T, what string, f *leasehold.Figures) {
	t.Helper()
	for _, s := range figure.Tables() {
		var sum, closing money.Amount
		rolls := false
		for _, c := range s.Figures {
			switch c.Kind() {
			case figure.Opening, figure.Increase:
				sum = sum.Add(f.Of(c))
			case figure.Decrease:
				sum = sum.Sub(f.Of(c))
			case figure.Closing:
				closing, rolls = f.Of(c), true
			case figure.Total, figure.Balance, figure.Separate:
			}
		}
		if rolls && f.Has(s) && sum != closing {
			t.Errorf("%s: %s leads to %s, not to %s", what, s.Title, sum, closing)
		}
	}
}

// METHOD 25, 25.1: every figure is printed, as 0.00 if it is empty. A lease transferred in has a
// separate line outside nonCash, and the payment on its first day is an ordinary payment.
func TestMethod25_1_RollforwardsPrintEveryLine(t *testing.T) {
	t.Parallel()
	r := answered(t, "2026-01-01", "2026-12-31", "", lease("L", "IFRS_16", 24, ""))
	text := string(r.Append(nil))
	for _, member := range []string{"late", "takenOver", "initialApplication", "translation"} {
		if strings.Count(text, `"`+member+`":0.00`) < 4 { // two rollforwards in the lease and two in the total
			t.Errorf("%s is not always there", member)
		}
	}
	if strings.Count(text, `"exchange":0.00`) != 4 { // for the liability and the cost
		t.Errorf("exchange in %s", text)
	}
	taken := figuresOf(t, "2026-01-01", "2026-12-31", lease("T", "IFRS_16", 24, `,"openingRouAsset":20000`))
	expect(t, "taken over", taken, "liability.takenOver 24000.00", "liability.additions 0.00", "rouAsset.takenOver 20000.00", "rouAsset.additions 0.00",
		"nonCash 0.00", "cash.principal 12000.00", "cash.commencement 0.00")
	foots(t, "taken over", taken)
}

// METHOD 25.5: a lease of 24 months with payments of 100 and a rate of 0% costs 2,400. In the
// second year, half a year is amortized before the termination. The termination removes the cost
// and 1,800 of amortization.
func TestMethod25_5_CostAndAmortizationOfGovernments(t *testing.T) {
	t.Parallel()
	const ended = `{"id":"A","standard":"GASB_%s","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0,"paymentTiming":"arrears",` +
		`"events":[{"date":"2027-07-01","type":"termination"}]}`
	for _, standard := range []string{"87", "96"} {
		lease := fmt.Sprintf(ended, standard)
		expect(t, standard, figuresOf(t, "2026-01-01", "2026-12-31", lease),
			"assetCost.opening 0.00", "assetCost.increases 2400.00", "assetCost.decreases 0.00", "assetCost.closing 2400.00",
			"assetAmortization.opening 0.00", "assetAmortization.increases 1200.00", "assetAmortization.decreases 0.00", "assetAmortization.closing 1200.00")
		expect(t, standard, figuresOf(t, "2027-01-01", "2027-12-31", lease),
			"assetCost.opening 2400.00", "assetCost.increases 0.00", "assetCost.decreases 2400.00", "assetCost.closing 0.00",
			"assetAmortization.opening 1200.00", "assetAmortization.increases 600.00", "assetAmortization.decreases 1800.00", "assetAmortization.closing 0.00")
	}
}

// METHOD 14.9: a total over two standards has a note and a subtotal for each standard, even after a
// merge.
func TestMethod14_9_SubtotalsPerStandard(t *testing.T) {
	t.Parallel()
	of := func(leases ...string) *portfolio.Sum {
		q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","leases":[` + strings.Join(leases, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		return r.Sum
	}
	lease := func(id, standard string) string {
		return `{"id":"` + id + `",` + standard + `,"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05}`
	}
	const national = `"standard":"IFRS_16","framework":"AASB 16"`
	both := of(lease("A", `"standard":"ASC_842"`), lease("B", national), lease("C", national))
	const note = "The total adds leases under ASC 842 and AASB 16, which measure leases differently; report each standard's subtotal in the statements under that standard."
	if !slices.Contains(both.Notes(), note) {
		t.Errorf("%q", both.Notes())
	}
	parts := of(lease("A", `"standard":"ASC_842"`))
	form, err := of(lease("B", national), lease("C", national)).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	read := portfolio.NewSum(nil)
	if err := read.UnmarshalBinary(form); err != nil {
		t.Fatal(err)
	}
	parts.Merge(read)
	for what, sum := range map[string]*portfolio.Sum{"one": both, "merged": parts} {
		list := sum.Subtotals()
		if len(list) != 2 || list[0].Key[0] != "ASC 842" || list[0].Leases != 1 || list[1].Key[0] != "AASB 16" || list[1].Leases != 2 {
			t.Fatalf("%s: %v", what, list)
		}
		total, _ := sum.Total()
		if got := list[0].Of(figure.LiabilityClosing).Add(list[1].Of(figure.LiabilityClosing)); got != total.Of(figure.LiabilityClosing) {
			t.Errorf("%s: the subtotals add up to %s, not %s", what, got, total.Of(figure.LiabilityClosing))
		}
	}
	alone := of(lease("B", national))
	if alone.Subtotals() != nil || strings.Contains(strings.Join(alone.Notes(), " "), "adds leases under") {
		t.Error("a single standard has subtotals")
	}
}

// METHOD 25.5: a quarter has an opening principal of 86.81. A payment of 100 after two thirds of
// the quarter settles all accrued interest of 65.56. Interest is simple within a quarter, so the
// interest of the last third falls by 1.12. That amount is a remeasurement of the principal, and it
// remains after the lease ends.
func TestMethod25_5_PrincipalFootsAfterTheTerm(t *testing.T) {
	t.Parallel()
	const falls = `{"id":"G","standard":"GASB_87","commencementDate":"2008-04-30","termMonths":24,"paymentAmount":0,"discountRateAnnual":1,` +
		`"paymentFrequency":"quarterly","otherPayments":[{"date":"2009-06-29","amount":100}]%s}`
	const terminated = `,"events":[{"date":"2009-07-15","type":"termination","penalty":0}]`
	for _, c := range []struct{ more, to, remeasured, derecognized string }{
		{"", "2009-12-31", "-1.12", "0.00"},
		{"", "2010-12-31", "-1.12", "0.00"},
		{terminated, "2009-07-14", "-0.58", "0.00"},
		{terminated, "2009-07-15", "-0.58", "0.54"},
		{terminated, "2010-12-31", "-0.58", "0.54"},
	} {
		f := figuresOf(t, "2009-06-29", c.to, fmt.Sprintf(falls, c.more))
		foots(t, c.to, f)
		expect(t, c.to, f, "principal.opening 35.56", "principal.payments 34.44", "principal.remeasured "+c.remeasured, "principal.derecognized "+c.derecognized)
	}
}

// METHOD 25.5: the lease of the preceding test has books in euros. A dollar is worth 2.00 euros on
// the preceding day, 3.00 on average and 4.00 at termination. Prepaid interest is remeasured at the
// average. The exchange difference is the effect of the rates on the principal: 35.56 × (3 − 2),
// and 0.54 × (4 − 3).
func TestMethod25_5_PrepaidInterestInFunctionalCurrency(t *testing.T) {
	t.Parallel()
	const falls = `{"id":"G","standard":"GASB_87","commencementDate":"2008-04-30","termMonths":24,"paymentAmount":0,"discountRateAnnual":1,"currency":"USD",` +
		`"functionalCurrency":"EUR","exchangeRate":2,"paymentFrequency":"quarterly","otherPayments":[{"date":"2009-06-29","amount":100}]%s}`
	const terminated = `,"events":[{"date":"2009-07-15","type":"termination","penalty":0,"exchangeRate":4}]`
	for _, c := range []struct{ more, remeasured, derecognized, exchange string }{
		{"", "-3.36", "0.00", "1.12"},
		{terminated, "-1.74", "2.16", "1.66"},
	} {
		rows := `,"exchangeRates":[{"currency":"USD","into":"EUR","date":"2009-06-28","closing":2},{"currency":"USD","into":"EUR","date":"2009-12-31","closing":5,"average":3}]`
		f := &answered(t, "2009-06-29", "2009-12-31", rows, fmt.Sprintf(falls, c.more)).Leases[0].Figures.Figures
		foots(t, c.more, f)
		expect(t, c.more, f, "principal.opening 71.12", "principal.payments 68.88", "principal.remeasured "+c.remeasured,
			"principal.derecognized "+c.derecognized, "principal.exchange "+c.exchange, "principal.closing 0.00")
	}
}

// METHOD 25.5: 99% of the scope is terminated on 10 April 2027. Unpaid interest is then 132.03
// (8,113.20 × 6% × 99 / 365), and the liability is 8,245.23. The liability for the remaining 1% is
// remeasured with a rent of 12, and becomes 33.32. The event therefore derecognizes 98.71 of
// interest and 8,162.78 − 98.71 of principal. The remaining liability is all interest, as are the
// 50 received in June.
func TestMethod25_5_ATerminationDerecognizesUnpaidInterest(t *testing.T) {
	t.Parallel()
	const city = `{"id":"C","standard":"GASB_87","commencementDate":"2026-01-01","termMonths":132,"paymentAmount":1200,"discountRateAnnual":0.06,` +
		`"paymentFrequency":"annual","otherPayments":[{"date":"2027-06-01","amount":50,"kind":"incentive"}],"currency":"USD"%s,` +
		`"events":[{"date":"2027-04-10","type":"modification","retainedShare":0.01,"discountRateAnnual":0.06,"paymentAmount":12,"exchangeRate":4}]}`
	own := figuresOf(t, "2027-01-01", "2027-12-31", fmt.Sprintf(city, ""))
	foots(t, "dollars", own)
	expect(t, "dollars", own, "principal.opening 8786.04", "principal.payments 622.84", "principal.remeasured -99.13", "principal.derecognized 8064.07", "principal.closing 0.00")
	rows := `,"exchangeRates":[{"currency":"USD","into":"EUR","date":"2026-12-31","closing":4},{"currency":"USD","into":"EUR","date":"2027-12-31","closing":4,"average":4}]`
	four := &answered(t, "2027-01-01", "2027-12-31", rows, fmt.Sprintf(city, `,"functionalCurrency":"EUR","exchangeRate":4`)).Leases[0].Figures.Figures
	foots(t, "euros", four)
	expect(t, "euros", four, "principal.opening 35144.16", "principal.payments 2491.36", "principal.remeasured -396.52", "principal.derecognized 32256.28",
		"principal.exchange 0.00", "principal.closing 0.00")
}

// METHOD 25.6: an event on 10 February splits a quarter that has a payment of 50 on that day. The
// second part starts with that payment and contains no other payment, so the interest of 40.99 in
// the second part accrues by months. The whole stretch is two months and 5 of 30 days long. By 20
// March, one month and 11 of 31 days have accrued.
func TestMethod25_6_APaymentOnTheDayOfAnEventStartsTheSecondPart(t *testing.T) {
	t.Parallel()
	const cut = `{"id":"Q","standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":6,"paymentAmount":1000,"paymentFrequency":"quarterly",` +
		`"paymentTiming":"arrears","discountRateAnnual":0.12,"otherPayments":[{"date":"2024-02-10","amount":50}],` +
		`"events":[{"date":"2024-02-10","type":"impairment","impairmentLoss":0}]}`
	for to, want := range map[string]string{"2024-03-20": "25.63", "2024-04-14": "40.99"} {
		f := answered(t, "2024-02-10", to, `,"accrual":"months"`, cut).Leases[0].Figures.Figures
		expect(t, to, &f, "liability.interest "+want)
	}
}

// METHOD 19.4: variable payments and sublease income before initial application are excluded.
func TestMethod19_4_IncomeAndCostBeforeInitialApplicationAreExcluded(t *testing.T) {
	t.Parallel()
	const applied = `{"id":"A","standard":"FRS_102","commencementDate":"2024-01-01","termMonths":48,"paymentAmount":100,"discountRateAnnual":0,"initialApplication":{"date":"2026-01-01"},` +
		`"variablePayments":[{"date":"2025-12-31","amount":7},{"date":"2026-01-01","amount":11},{"date":"2026-06-30","amount":13}],` +
		`"subleaseIncome":[{"date":"2025-12-31","amount":3},{"date":"2026-01-01","amount":5},{"date":"2026-06-30","amount":8}]}`
	for _, from := range []string{"2024-01-01", "2026-01-01"} {
		f := figuresOf(t, from, "2026-12-31", applied)
		expect(t, from, f, "cost.variable 24.00", "cash.variable 24.00", "cost.subleaseIncome -13.00", "cash.subleases -13.00")
	}
}

// METHOD 25.8: leases that commence after the reporting period are counted by currency with their
// undiscounted payments, including settled payments. Conditions in the where field apply to these
// leases, except conditions on the class, because the class is not yet known.
func TestMethod25_8_NotCommenced(t *testing.T) {
	t.Parallel()
	leases := []string{
		lease("A", "IFRS_16", 24, ""),
		strings.Replace(lease("B", "IFRS_16", 24, `,"basis":{"commencementPayment":"settled"}`), "2026-01-01", "2027-02-01", 1),
		strings.Replace(lease("C", "ASC_842", 12, ``), "2026-01-01", "2027-01-01", 1),
		strings.Replace(lease("D", "ASC_842", 10, `,"currency":"JPY"`), "2026-01-01", "2027-01-01", 1),
	}
	for where, want := range map[string]string{
		"":                                      `[{"leases":2,"payments":36000.00},{"currency":"JPY","leases":1,"payments":10000}]`,
		`,"where":{"standard":"ASC_842"}`:       `[{"leases":1,"payments":12000.00},{"currency":"JPY","leases":1,"payments":10000}]`,
		`,"where":{"currency":["JPY"]}`:         `[{"currency":"JPY","leases":1,"payments":10000}]`,
		`,"where":{"classification":"finance"}`: `[{"leases":2,"payments":36000.00},{"currency":"JPY","leases":1,"payments":10000}]`,
	} {
		r := answered(t, "2026-01-01", "2026-12-31", `,"groupBy":["currency"]`+where, leases...)
		if text := string(r.Append(nil)); !strings.Contains(text, `"notCommenced":`+want+`,`) {
			t.Errorf("%s: want %s in %s", where, want, text)
		}
		sum := portfolio.NewSum(nil)
		form, err := r.Sum.MarshalBinary()
		if err != nil || sum.UnmarshalBinary(form) != nil || string(sum.Append(nil)) != string(r.Sum.Append(nil)) {
			t.Errorf("%s: the merged form differs", where)
		}
	}
	if text := string(answered(t, "2027-03-01", "2027-12-31", "", leases[:3]...).Append(nil)); !strings.Contains(text, `"notCommenced":[],`) {
		t.Errorf("%s", text)
	}
}

// METHOD 25.9: all conditions must hold. A condition holds if the lease has any of the condition's
// values. A condition on the class refers to the class at the end of the reporting period.
func TestMethod25_9_WhereSelectsLeases(t *testing.T) {
	t.Parallel()
	north := lease("A", "IFRS_16", 24, `,"tags":{"entity":"N"}`)
	both := lease("B", "ASC_842", 24, `,"tags":{"entity":"N"},"events":[{"date":"2026-07-01","type":"reassessment","termMonths":24,"discountRateAnnual":0,"classification":"finance"}]`)
	south := lease("C", "ASC_842", 24, `,"tags":{"entity":"S"}`)
	for where, want := range map[string]string{
		`{}`: "ABC", `{"tag:entity":"N"}`: "AB", `{"tag:entity":["N","S"],"standard":"ASC_842"}`: "BC", `{"classification":"operating"}`: "C",
		`{"classification":["finance"],"tag:entity":"N"}`: "AB", `{"tag:none":""}`: "ABC", `{"standard":"IFRS_16","tag:entity":"S"}`: "", `{"currency":""}`: "ABC",
	} {
		r := answered(t, "2026-01-01", "2026-12-31", `,"where":`+where, north, both, south)
		got := ""
		for i := range r.Leases {
			got += r.Leases[i].Lease.ID
		}
		if total, _ := r.Sum.Total(); got != want || total.Leases != int64(len(want)) {
			t.Errorf("%s: leases %s of %d, want %s", where, got, total.Leases, want)
		}
		again := r.Question.Append(nil)
		if q, err := portfolio.Decode(again); err != nil || string(q.Append(nil)) != string(again) {
			t.Errorf("%s: normalized %s, %v", where, again, err)
		}
	}
	for where, want := range map[string]string{
		`[]`: "must be an object", `{"standard":"IFRS"}`: `"standard" "IFRS" is not known; use ASC_842, IFRS_16, GASB_87, FRS_102 or GASB_96`, `{"classification":"capital"}`: "use operating, finance, short_term or low_value",
		`{"currency":"EURO"}`: "is not known", `{"entity":"N"}`: `"entity" is not allowed`, `{"standard":[]}`: "at least one value", `{"tag:a":1}`: "must be a string or an array of strings",
		`{"tag:a":["x",2]}`: "must be a string or an array of strings",
	} {
		_, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","where":` + where + `,"leases":[` + north + `]}`))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "where") {
			t.Errorf("%s: %v, want %s", where, err, want)
		}
	}
}
