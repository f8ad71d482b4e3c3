package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// computed returns the result for the plain lease with the given fields replaced.
func computed(tb testing.TB, pairs ...string) *leasehold.Result {
	tb.Helper()
	r, err := leasehold.Compute(decode(tb, with(tb, pairs...)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// column returns one amount of every row, separated by spaces.
func column(rows []leasehold.Period, of func(leasehold.Period) money.Amount) string {
	var list []string
	for _, p := range rows {
		list = append(list, of(p).String())
	}
	return strings.Join(list, " ")
}

func payments(p leasehold.Period) money.Amount      { return p.Payment }
func interest(p leasehold.Period) money.Amount      { return p.Interest }
func amortizations(p leasehold.Period) money.Amount { return p.RouAmortization }
func expenses(p leasehold.Period) money.Amount      { return p.LeaseExpense }

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// METHOD 1: periodicRate has up to 15 significant digits.
func TestMethod1_PeriodicRateHas15SignificantDigits(t *testing.T) {
	t.Parallel()
	for rate, want := range map[string][2]string{ // rate per month, rate per quarter
		"0":                   {"0", "0"},
		"0.06":                {"0.005", "0.015"},
		"0.05":                {"0.00416666666666667", "0.0125"},
		"1":                   {"0.0833333333333333", "0.25"},
		"0.07":                {"0.00583333333333333", "0.0175"},
		"0.12345678901234567": {"0.0102880657510288", "0.0308641972530864"},
		"0.00000000000000001": {"0.000000000000000000833333333333333", "0.0000000000000000025"},
		"1e-30":               {"0", "0"},
		"0.2000000000000002":  {"0.0166666666666667", "0.0500000000000001"}, // the 16th digit of the quarterly rate is 5, which is rounded up
	} {
		for i, frequency := range []string{`"monthly"`, `"quarterly"`} {
			r := computed(t, "discountRateAnnual", rate, "paymentFrequency", frequency)
			expect(t, rate+" "+frequency, r.PeriodicRate.String(), want[i])
		}
	}
}

// METHOD 1: rates print with all their digits.
func TestMethod1_RatesPrintWithAllDigits(t *testing.T) {
	t.Parallel()
	const long = "0.0500000000000000027755575615628913510590791702270507812"
	r := computed(t, "discountRateAnnual", long)
	expect(t, "weighted average rate", r.Disclosures.WeightedAverageDiscountRate.String(), long)
	expect(t, "liability", r.InitialLiability.String(), computed(t, "discountRateAnnual", "0.05").InitialLiability.String())
}

// METHOD 2: the number of periods is n = ceil(N / m), and period k ends after min(km, N) months. A
// last period shorter than m months is a stub with prorated rent and interest.
func TestMethod2_PeriodsAndStubs(t *testing.T) {
	t.Parallel()
	for frequency, m := range map[string]int{"monthly": 1, "quarterly": 3, "semiannual": 6, "annual": 12} {
		for _, term := range []int{1, 2, 3, 11, 12, 13, 14, 60, 1199, 1200} {
			r := computed(t, "termMonths", fmt.Sprint(term), "paymentFrequency", `"`+frequency+`"`)
			if len(r.Schedule) != (term+m-1)/m {
				t.Errorf("%d months %s: %d periods", term, frequency, len(r.Schedule))
			}
			covered := 0
			for _, p := range r.Schedule {
				covered += p.Months
			}
			if covered != term || r.StubMonths != term%m {
				t.Errorf("%d months %s: cover %d, stub %d", term, frequency, covered, r.StubMonths)
			}
		}
	}
	// A term of 14 months with quarterly rent has four whole quarters and a stub with two thirds of
	// a quarter's rent and interest.
	pairs := []string{"paymentFrequency", `"quarterly"`, "paymentAmount", "1000", "discountRateAnnual", "0.12", "paymentTiming", `"arrears"`, "termMonths"}
	expect(t, "payments", column(computed(t, append(pairs, "14")...).Schedule, payments), "1000.00 1000.00 1000.00 1000.00 666.67")
	alone := computed(t, append(pairs, "2")...).Schedule
	expect(t, "a stub's interest", column(alone, interest), "13.07") // 666.67 × 0.02 / 1.02
}

// METHOD 2: every rent is computed from paymentAmount, never from a rounded rent. The rent is
// escalated from the first period that starts on or after an anniversary, in advance and in
// arrears.
func TestMethod2_RentStepsUpAtAnniversaries(t *testing.T) {
	t.Parallel()
	for _, timing := range []string{`"advance"`, `"arrears"`} {
		r := computed(t, "termMonths", "48", "paymentAmount", "0.55", "annualEscalationPct", "0.1", "paymentFrequency", `"annual"`, "paymentTiming", timing)
		// The exact rents are 0.55, 0.605, 0.6655 and 0.73205. If they were computed from rounded
		// rents, the last rent would be 0.74.
		expect(t, timing, column(r.Schedule, payments), "0.55 0.61 0.67 0.73")
		r = computed(t, "termMonths", "25", "paymentAmount", "1000", "annualEscalationPct", "0.03", "paymentTiming", timing)
		expect(t, timing+" around the anniversaries",
			column([]leasehold.Period{r.Schedule[11], r.Schedule[12], r.Schedule[23], r.Schedule[24]}, payments),
			"1000.00 1030.00 1030.00 1060.90")
	}
	stub := computed(t, "termMonths", "14", "paymentAmount", "900", "annualEscalationPct", "0.5", "paymentFrequency", `"quarterly"`)
	expect(t, "an escalated stub", stub.Schedule[4].Payment.String(), "900.00") // 900 × 1.5 × 2/3
}

// METHOD 2: the terminal amount is paid at the end of the term, even if rent is paid in advance.
// The payment in the last row includes the terminal amount.
func TestMethod2_TheTerminalAmountIsPaidAtTheEnd(t *testing.T) {
	t.Parallel()
	for _, timing := range []string{`"advance"`, `"arrears"`} {
		base := []string{"termMonths", "36", "paymentAmount", "100000", "discountRateAnnual", "0.05", "paymentFrequency", `"annual"`, "paymentTiming", timing}
		without := computed(t, base...)
		r := computed(t, append(base, "residualValueGuarantee", "6000.004", "purchaseOptionAmount", "4000")...)
		expect(t, timing, r.InitialLiability.Sub(without.InitialLiability).String(), "8638.38") // 10,000 / 1.05³
		expect(t, timing+" last payment", r.Schedule[2].Payment.String(), "110000.00")
		expect(t, timing+" terminal", r.TerminalPayment.String(), "10000.00")
	}
}

// METHOD 2: if a lease has an option price without a flag, exercise is reasonably certain. If the
// flag is false, the price is excluded.
func TestMethod2_AnOptionPriceCountsUnlessDenied(t *testing.T) {
	t.Parallel()
	without := computed(t).InitialLiability
	for flag, counts := range map[string]bool{"": true, "null": true, "true": true, "false": false} {
		r := computed(t, "purchaseOptionAmount", "5000", "purchaseOptionReasonablyCertain", flag)
		if (r.InitialLiability != without) != counts || (r.Class == leasehold.Finance) != counts || r.Classification.Criteria[1].Met != counts {
			t.Errorf("flag %q: liability %v, %v", flag, r.InitialLiability, r.Class)
		}
	}
	if r := computed(t, "purchaseOptionAmount", "0"); r.Class != leasehold.Operating {
		t.Error("a price of 0 asserts that the option is certain")
	}
}

// METHOD 3: if rent is paid in advance, the liability includes the payment due at commencement.
func TestMethod3_AdvanceLiabilityIsBeforeTheFirstPayment(t *testing.T) {
	t.Parallel()
	advance := computed(t, "termMonths", "36", "paymentFrequency", `"annual"`)
	arrears := computed(t, "termMonths", "24", "paymentFrequency", `"annual"`, "paymentTiming", `"arrears"`)
	expect(t, "three in advance less the first", advance.InitialLiability.Sub(advance.Schedule[0].Payment).String(), arrears.InitialLiability.String())
}

// METHOD 3: principal is negative if a payment is less than the interest.
func TestMethod3_PrincipalMayBeNegative(t *testing.T) {
	t.Parallel()
	r := computed(t, "paymentAmount", "1", "residualValueGuarantee", "100000")
	p := r.Schedule[1]
	if p.Principal.Sign() >= 0 || p.Principal != p.Payment.Sub(p.Interest) || p.LiabilityClose.Cmp(r.Schedule[0].LiabilityClose) <= 0 {
		t.Errorf("row 2: %+v", p)
	}
}

// METHOD 3: totals include the terminal amount but not the prepaid rent.
func TestMethod3_Totals(t *testing.T) {
	t.Parallel()
	r := computed(t, "residualValueGuarantee", "500", "prepaidRent", "300")
	expect(t, "total payments", r.TotalUndiscountedPayments.String(), "600500.00")
	expect(t, "imputed interest", r.Disclosures.ImputedInterest.String(), r.TotalUndiscountedPayments.Sub(r.InitialLiability).String())
	expect(t, "interest of a rate of 0", computed(t, "discountRateAnnual", "0").Disclosures.ImputedInterest.String(), "0.00")
}

// METHOD 4: the asset is the liability plus prepaid rent plus direct costs less incentives, each
// rounded to cents. The asset may be negative.
func TestMethod4_InitialAsset(t *testing.T) {
	t.Parallel()
	r := computed(t, "prepaidRent", "0.005", "initialDirectCosts", "100.005", "leaseIncentives", "0.004")
	expect(t, "asset less liability", r.InitialRouAsset.Sub(r.InitialLiability).String(), "100.02")
	r = computed(t, "leaseIncentives", "600000")
	expect(t, "negative", r.InitialRouAsset.String(), "-80158.11")
	expect(t, "its end", r.Schedule[59].RouAssetClose.String(), "0.00")
}

// METHOD 4: straight-line amounts are rounded row by row, and their sum is exact.
func TestMethod4_StraightLineFollowsTheRunningTotal(t *testing.T) {
	t.Parallel()
	thirds := computed(t, "classification", `"finance"`, "termMonths", "3", "paymentAmount", "3.34", "discountRateAnnual", "0", "leaseIncentives", "0.02")
	expect(t, "10.00 over three", column(thirds.Schedule, amortizations), "3.33 3.33 3.34")
}

// METHOD 4: a finance lease's asset is amortized over the term, or over the economic life if
// ownership is expected to transfer.
func TestMethod4_AmortizationMonths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pairs  []string
		months int
		atEnd  bool // whether the asset is 0.00 at the end of the term
	}{
		{[]string{"classification", `"finance"`}, 60, true},
		{[]string{"assetEconomicLifeMonths", "70"}, 60, true},
		{[]string{"assetEconomicLifeMonths", "48"}, 48, true},
		{[]string{"assetEconomicLifeMonths", "120", "transfersOwnership", "true"}, 120, false},
		{[]string{"assetEconomicLifeMonths", "120", "purchaseOptionReasonablyCertain", "true"}, 120, false},
		{[]string{"assetEconomicLifeMonths", "120", "purchaseOptionAmount", "10"}, 120, false},
		{[]string{"assetEconomicLifeMonths", "120", "purchaseOptionAmount", "10", "purchaseOptionReasonablyCertain", "false", "specializedAsset", "true"}, 60, true},
		{[]string{"assetEconomicLifeMonths", "48", "transfersOwnership", "true"}, 48, true},
		{[]string{"transfersOwnership", "true"}, 60, true},
		{[]string{"standard", `"IFRS_16"`, "assetEconomicLifeMonths", "48"}, 48, true},
		{[]string{"standard", `"GASB_87"`, "assetEconomicLifeMonths", "120", "transfersOwnership", "true"}, 120, false},
	} {
		r := computed(t, c.pairs...)
		if r.Class != leasehold.Finance || r.AmortizationMonths != c.months {
			t.Errorf("%v: %v over %d months, want %d", c.pairs, r.Class, r.AmortizationMonths, c.months)
		}
		if end := r.Schedule[59].RouAssetClose; end.IsZero() != c.atEnd {
			t.Errorf("%v: the asset ends at %v", c.pairs, end)
		}
	}
	short := computed(t, "standard", `"IFRS_16"`, "assetEconomicLifeMonths", "6", "termMonths", "12", "paymentFrequency", `"quarterly"`, "discountRateAnnual", "0")
	expect(t, "a life of half the term", column(short.Schedule, amortizations), "20000.00 20000.00 0.00 0.00")
	half := computed(t, "standard", `"IFRS_16"`, "assetEconomicLifeMonths", "4", "termMonths", "12", "paymentFrequency", `"quarterly"`, "discountRateAnnual", "0")
	expect(t, "a life that ends inside a period", column(half.Schedule, amortizations), "30000.00 10000.00 0.00 0.00")
}

// METHOD 4: the expense of a finance lease is interest plus amortization. The expense of an
// operating lease is a single straight-line cost. The amortization of its asset is this cost less
// the interest.
func TestMethod4_Expense(t *testing.T) {
	t.Parallel()
	pairs := []string{
		"termMonths", "36", "paymentAmount", "100", "discountRateAnnual", "0.1", "paymentFrequency", `"annual"`, "paymentTiming", `"arrears"`,
		"annualEscalationPct", "0.5", "prepaidRent", "30", "initialDirectCosts", "20", "leaseIncentives", "10",
	}
	operating := computed(t, pairs...)
	// The total cost is 100 + 150 + 225 + 30 + 20 − 10 = 515 over three years.
	expect(t, "operating expense", column(operating.Schedule, expenses), "171.67 171.67 171.66")
	expect(t, "operating total", operating.TotalLeaseCost.String(), "515.00")
	expect(t, "operating asset", operating.Schedule[2].RouAssetClose.String(), "0.00")
	for _, p := range operating.Schedule {
		expect(t, "operating amortization", p.RouAmortization.String(), p.LeaseExpense.Sub(p.Interest).String())
	}
	finance := computed(t, append(pairs, "classification", `"finance"`)...)
	for _, p := range finance.Schedule {
		expect(t, "finance expense", p.LeaseExpense.String(), p.RouAmortization.Add(p.Interest).String())
	}
	expect(t, "finance total", finance.TotalLeaseCost.String(), "515.00")
	negative := computed(t, "annualEscalationPct", "1", "discountRateAnnual", "1", "termMonths", "60", "paymentFrequency", `"annual"`, "leaseIncentives", "999999")
	if negative.Schedule[0].RouAmortization.Sign() >= 0 {
		t.Errorf("amortization %v of an operating lease cannot be negative here", negative.Schedule[0].RouAmortization)
	}
}

// METHOD 5: each date is computed from the commencement date instead of from the preceding date. If
// the month has no such day, the date is its last day. The date of a row is its first day if rent
// is paid in advance, and its last day if rent is paid in arrears.
func TestMethod5_DatesAreAnchoredAndClamped(t *testing.T) {
	t.Parallel()
	dates := func(pairs ...string) string {
		var list []string
		for _, p := range computed(t, pairs...).Schedule {
			list = append(list, p.Date.String())
		}
		return strings.Join(list, " ")
	}
	at := func(date, timing, frequency, term string) string {
		return dates("commencementDate", `"`+date+`"`, "paymentTiming", `"`+timing+`"`, "paymentFrequency", `"`+frequency+`"`, "termMonths", term)
	}
	expect(t, "31 January", at("2023-01-31", "advance", "monthly", "4"), "2023-01-31 2023-02-28 2023-03-31 2023-04-30")
	expect(t, "31 January, arrears", at("2023-01-31", "arrears", "monthly", "4"), "2023-02-27 2023-03-30 2023-04-29 2023-05-30")
	expect(t, "29 February", at("2024-02-29", "advance", "annual", "60"), "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29")
	expect(t, "29 February, arrears", at("2024-02-29", "arrears", "annual", "24"), "2025-02-27 2026-02-27")
	expect(t, "a stub's last day", at("2024-01-01", "arrears", "quarterly", "14"), "2024-03-31 2024-06-30 2024-09-30 2024-12-31 2025-02-28")
	expect(t, "1900 is no leap year", at("1900-01-31", "advance", "monthly", "2"), "1900-01-31 1900-02-28")
	expect(t, "2000 is one", at("2000-01-31", "advance", "monthly", "2"), "2000-01-31 2000-02-29")
	expect(t, "the first year", at("0001-01-01", "arrears", "monthly", "1"), "0001-01-31")
	expect(t, "the last day", at("9999-12-01", "arrears", "monthly", "1"), "9999-12-31")
}

// METHOD 9: notes use the terms of the lease's standard. Account titles are as in the API contract.
func TestMethod9_NotesUseTheStandardsTerms(t *testing.T) {
	t.Parallel()
	for standard, want := range map[string][2]string{
		"IFRS_16": {"already part of the right-of-use asset.", "Right-of-use asset"},
		"GASB_87": {"already part of the lease asset.", "Right-of-use asset"},
		"GASB_96": {"already part of the subscription asset.", "Subscription asset"},
	} {
		r := computed(t, "standard", `"`+standard+`"`, "prepaidRent", "5", "basis", `{"commencementPayment":"settled"}`)
		if text := string(leasehold.AppendCompute(r, nil)); !strings.Contains(text, want[0]) {
			t.Errorf("%s: no note says %q:\n%s", standard, want[0], text)
		}
		if got := leasehold.Journal(&r.Measurement)[0].Lines[0].Account.String(); got != want[1] {
			t.Errorf("%s: the first account is %s, want %s", standard, got, want[1])
		}
	}
}
