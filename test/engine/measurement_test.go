package engine_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

func computed(tb testing.TB, pairs ...string) *leasehold.Result {
	tb.Helper()
	r, err := leasehold.Compute(decode(tb, with(tb, pairs...)))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// column returns one amount from each row, separated by spaces.
func column(rows []leasehold.Period, of func(leasehold.Period) money.Amount) string {
	var list []string
	for _, p := range rows {
		list = append(list, of(p).String())
	}
	return strings.Join(list, " ")
}

func payments(p leasehold.Period) money.Amount { return p.Payment }
func expenses(p leasehold.Period) money.Amount { return p.LeaseExpense }

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
		"0.2000000000000002":  {"0.0166666666666667", "0.0500000000000001"}, // the 16th digit of the quarterly rate is 5 and rounds up
	} {
		for i, frequency := range []string{`"monthly"`, `"quarterly"`} {
			r := computed(t, "discountRateAnnual", rate, "paymentFrequency", frequency)
			expect(t, rate+" "+frequency, r.PeriodicRate.String(), want[i])
		}
	}
}

// METHOD 1: rates are printed with all their digits.
func TestMethod1_RatesPrintWithAllDigits(t *testing.T) {
	t.Parallel()
	const long = "0.0500000000000000027755575615628913510590791702270507812"
	r := computed(t, "discountRateAnnual", long)
	expect(t, "weighted average rate", r.Disclosures.WeightedAverageDiscountRate.String(), long)
	expect(t, "liability", r.InitialLiability.String(), computed(t, "discountRateAnnual", "0.05").InitialLiability.String())
}

// METHOD 2: each period's rent is computed from paymentAmount, never from rounded rent. It is
// escalated from the first period that starts on or after an anniversary, both in advance and in
// arrears.
func TestMethod2_RentStepsUpAtAnniversaries(t *testing.T) {
	t.Parallel()
	for _, timing := range []string{`"advance"`, `"arrears"`} {
		r := computed(t, "termMonths", "48", "paymentAmount", "0.55", "annualEscalationPct", "0.1", "paymentFrequency", `"annual"`, "paymentTiming", timing)
		// The exact rents are 0.55, 0.605, 0.6655 and 0.73205. If they were computed from rounded
		// rents, the last would be 0.74.
		expect(t, timing, column(r.Schedule, payments), "0.55 0.61 0.67 0.73")
		r = computed(t, "termMonths", "25", "paymentAmount", "1000", "annualEscalationPct", "0.03", "paymentTiming", timing)
		expect(t, timing+" around the anniversaries",
			column([]leasehold.Period{r.Schedule[11], r.Schedule[12], r.Schedule[23], r.Schedule[24]}, payments),
			"1000.00 1030.00 1030.00 1060.90")
	}
	stub := computed(t, "termMonths", "14", "paymentAmount", "900", "annualEscalationPct", "0.5", "paymentFrequency", `"quarterly"`)
	expect(t, "an escalated stub", stub.Schedule[4].Payment.String(), "900.00") // 900 × 1.5 × 2/3
}

// METHOD 3: if rent is paid in advance, the liability includes the payment due at commencement.
func TestMethod3_AdvanceLiabilityIsBeforeTheFirstPayment(t *testing.T) {
	t.Parallel()
	advance := computed(t, "termMonths", "36", "paymentFrequency", `"annual"`)
	arrears := computed(t, "termMonths", "24", "paymentFrequency", `"annual"`, "paymentTiming", `"arrears"`)
	expect(t, "three in advance less the first", advance.InitialLiability.Sub(advance.Schedule[0].Payment).String(), arrears.InitialLiability.String())
}

// METHOD 4: the expense of a finance lease is interest plus amortization. The expense of an
// operating lease is a single straight-line cost, and its asset's amortization is this cost less
// interest.
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

// METHOD 5: each date is computed from the commencement date rather than from the preceding date.
// If the month is too short, the date is its last day. A row's date is its first day if rent is
// paid in advance, and its last day if rent is paid in arrears.
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

// METHOD 9: notes use the terms of the lease's standard. Account titles match the API contract.
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
