package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/standard"
)

// monthly returns a lease at 100 per month for 15 months, paid in advance from 2024-01-01, at a
// rate of 0.
func monthly(tb testing.TB, pairs ...string) string {
	tb.Helper()
	return with(tb, append([]string{"termMonths", "15", "paymentAmount", "100", "discountRateAnnual", "0"}, pairs...)...)
}

// times repeats an amount n times, separated by spaces.
func times(n int, amount string) string {
	return strings.TrimSuffix(strings.Repeat(amount+" ", n), " ")
}

// METHOD 12.1: a lease's id, name and tags appear in the result and in the memos of entries. No
// amount depends on them.
func TestMethod12_1_IdentityIsCarriedThrough(t *testing.T) {
	t.Parallel()
	const memo = "Operating lease, commencement on 2024-01-01: right-of-use asset and lease liability recognized"
	plain := response(t, small(t))
	for _, c := range []struct{ id, name, opens string }{
		{`"HQ-1"`, `"Head \"office\""`, `HQ-1 Head "office": `},
		{`"HQ-1"`, "", "HQ-1: "},
		{"", `"Head office"`, "Head office: "},
		{"", "", ""},
	} {
		named := response(t, small(t, "id", c.id, "name", c.name, "tags", `{"entity":"US 1","cost centre":"4711"}`))
		expect(t, "memo", at(t, named, "journalEntries.0.memo"), c.opens+memo)
		expect(t, "tags", at(t, named, "input.tags"), `{"cost centre":"4711","entity":"US 1"}`)
		expect(t, "result", at(t, named, "result"), at(t, plain, "result"))
	}
}

// METHOD 12.1, 12.2: a rent step sets the rent of a whole period from the step's date onward. Each
// period's rent comes from the latest step on or before its first day.
func TestMethod12_2_TheLatestRentApplies(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "rentSteps", `[{"from":"2025-01-01","paymentAmount":1500},{"from":"2026-01-01","paymentAmount":0}]`),
		"result.schedule.*.payment", "1000.00 1500.00 0.00")
	wantValues(t, monthly(t, "rentSteps", `[{"from":"2024-02-01","paymentAmount":90},{"from":"2025-03-01","paymentAmount":80}]`),
		"result.schedule.*.payment", "100.00 "+times(13, "90.00")+" 80.00")
	// The rent step is for a whole quarter, so a stub of two months costs two thirds of that rent.
	wantValues(t, monthly(t, "termMonths", "5", "paymentFrequency", `"quarterly"`, "rentSteps", `[{"from":"2024-04-01","paymentAmount":150}]`),
		"result.schedule.*.payment", "100.00 100.00")
}

// METHOD 12.2: rent is escalated at each anniversary of commencement after the escalation's start
// date, by a compounding percentage or an added amount. The first escalation of a rent step is at
// the next anniversary.
func TestMethod12_2_AStepIsEscalatedFromTheNextAnniversary(t *testing.T) {
	t.Parallel()
	steps := `[{"from":"2024-07-01","paymentAmount":200}]`
	wantValues(t, monthly(t, "rentSteps", steps, "annualEscalationPct", "0.1"),
		"result.schedule.*.payment", times(6, "100.00")+" "+times(6, "200.00")+" "+times(3, "220.00"))
	wantValues(t, monthly(t, "rentSteps", steps, "annualEscalationAmount", "7"),
		"result.schedule.*.payment", times(6, "100.00")+" "+times(6, "200.00")+" "+times(3, "207.00"))
	// A step on an anniversary is not escalated on that day.
	wantValues(t, monthly(t, "termMonths", "25", "rentSteps", `[{"from":"2025-01-01","paymentAmount":200}]`, "annualEscalationPct", "0.1"),
		"result.schedule.*.payment", times(12, "100.00")+" "+times(12, "200.00")+" 220.00")
	wantValues(t, monthly(t, "termMonths", "37", "paymentFrequency", `"annual"`, "annualEscalationAmount", "1.5"),
		"result.schedule.*.payment", "100.00 101.50 103.00 8.71") // 104.50 / 12
}

// METHOD 12.2: in rent-free months, the given share of the rent is not payable, even in a stub.
// Rent-free months do not delay the escalation.
func TestMethod12_2_RentFreeMonths(t *testing.T) {
	t.Parallel()
	quarters := []string{"paymentAmount", "300", "paymentFrequency", `"quarterly"`, "annualEscalationPct", "0.1"}
	// The first rent is 300 × 2.5 / 3. Later, one month of the second quarter and two months of the
	// third are free.
	wantValues(t, monthly(t, append(quarters, "rentFree", `[{"from":"2024-02-01","months":1,"share":0.5},{"from":"2024-06-01","months":3}]`)...),
		"result.schedule.*.payment", "250.00 200.00 100.00 300.00 330.00")
	wantValues(t, monthly(t, append(quarters, "rentFree", `[{"from":"2024-01-01","months":12}]`)...),
		"result.schedule.*.payment", "0.00 0.00 0.00 0.00 330.00")
	// A stub of two months with one rent-free month pays 300 × (2 − 1) / 3.
	wantValues(t, monthly(t, append(quarters, "termMonths", "5", "rentFree", `[{"from":"2024-05-01","months":1}]`)...),
		"result.schedule.*.payment", "300.00 100.00")
	// Adjacent rent-free periods are not merged.
	wantValues(t, monthly(t, "termMonths", "3", "rentFree", `[{"from":"2024-01-01","months":1,"share":0.25},{"from":"2024-02-01","months":1,"share":0.75}]`),
		"result.schedule.*.payment", "75.00 25.00 100.00")
}

// METHOD 12.2: rent is exact until it is rounded to cents. Half a cent rounds away from zero.
func TestMethod12_2_RentsAreExactUntilCents(t *testing.T) {
	t.Parallel()
	// The exact rents are 0.55, 0.605 and 0.6655. If they were computed from rounded rents, the
	// last would be 0.68.
	wantValues(t, small(t, "rentSteps", `[{"from":"2025-01-01","paymentAmount":0.55}]`, "termMonths", "48", "annualEscalationPct", "0.1"),
		"result.schedule.*.payment", "1000.00 0.55 0.61 0.67")
	// The exact rents are 0.10, 0.104 and 0.108. If each were computed from a rounded rent, the
	// rent would never increase.
	wantValues(t, small(t, "paymentAmount", "0.1", "annualEscalationAmount", "0.004"), "result.schedule.*.payment", "0.10 0.10 0.11")
	wantValues(t, monthly(t, "termMonths", "2", "paymentAmount", "0.01", "rentFree", `[{"from":"2024-02-01","months":1,"share":0.5}]`),
		"result.schedule.*.payment", "0.01 0.01")
	// The exact rent (1 − 2 × 0.33333333333333333 / 3) × 0.045 is slightly more than 0.035, because
	// the share is not rounded.
	wantValues(t, monthly(t, "termMonths", "3", "paymentFrequency", `"quarterly"`, "paymentAmount", "0.045",
		"rentFree", `[{"from":"2024-01-01","months":2,"share":0.33333333333333333}]`), "result.schedule.*.payment", "0.04")
}

// METHOD 12.3: a one-off payment is rounded to cents. An incentive is a negative payment.
func TestMethod12_3_SinglePaymentsAreInCents(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{`"payment"`: "1010.01", `"incentive"`: "989.99", "null": "1010.01"} {
		wantValues(t, small(t, "otherPayments", `[{"date":"2025-03-01","amount":10.005,"kind":`+kind+`}]`),
			"result.schedule.*.payment", "1000.00 "+want+" 1000.00")
	}
}

// METHOD 12.3: a one-off payment on the first day of its row is discounted like a payment in
// advance, and a one-off payment on the last day is discounted like a payment in arrears. On other
// days it is discounted in proportion to the days. The rents have a present value of 2486.8520.
func TestMethod12_3_WhenASinglePaymentIsPaid(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2024-01-01": "2586.85", // + 100
		"2024-12-31": "2577.76", // + 100 / 1.1
		"2024-07-02": "2582.31", // + 100 × 1.05 / 1.1, after 183 of 366 days
		"2025-01-01": "2577.76", // + 100 / 1.1, on the first day of the second row
		"2025-07-02": "2573.64", // + 100 × (1 + 0.1 × 183 / 365) / 1.1²
	} {
		wantValues(t, small(t, "otherPayments", `[{"date":"`+day+`","amount":100}]`), "result.initialLiability", want)
	}
}

// METHOD 12.3: in a row of a single day, a payment is discounted like a payment in arrears. Because
// of the event, the last day of 2024 is a separate row. The payment of 1,100 and the balance of
// 1735.5372 are discounted over that day by 1.1 / (1 + 0.1 × 365 / 366), to 2834.83. Discounted in
// advance, they would come to 2834.86.
func TestMethod12_3_InASingleDayRowAPaymentIsInArrears(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2024-12-31","type":"contingency_resolved",
		"otherPayments":[{"date":"2024-12-31","amount":100}]}]`),
		result("events.0.liabilityAfter", "2834.83", "schedule.1.payment", "1100.00", "schedule.1.liabilityClose", "1735.53")...)
}

// METHOD 12.3: a row's payment is the sum of all receipts and payments in the row. It may be
// negative.
func TestMethod12_3_ARowsPaymentIsNet(t *testing.T) {
	t.Parallel()
	// The liability at commencement is 2486.8520 − 1500 × 1.05 / 1.1 = 1055.0338. In the first
	// year, the liability increases by 180.5034.
	wantValues(t, small(t, "otherPayments", `[{"date":"2024-07-02","amount":1500,"kind":"incentive"}]`), result(
		"initialLiability", "1055.03", "schedule.0.payment", "-500.00", "schedule.0.interest", "180.50",
		"schedule.0.principal", "-680.50", "schedule.0.liabilityClose", "1735.53", "totalUndiscountedPayments", "1500.00")...)
}

// METHOD 12.3: if a lease's future receipts exceed its remaining payments on any day, the lease is
// rejected. The message names the first such day.
func TestMethod12_3_ReceiptsAboveThePaymentsAreRejected(t *testing.T) {
	t.Parallel()
	for list, day := range map[string]string{
		// The balance at commencement is 2486.85 − 3000 × 1.05 / 1.1, which is negative.
		`[{"date":"2024-07-02","amount":3000,"kind":"incentive"}]`: "2024-01-01",
		// After the payments on the first day of the first row, the balance is 1000 + 1735.54 −
		// 4000 × 1.05.
		`[{"date":"2024-01-01","amount":5000},{"date":"2024-07-02","amount":4000,"kind":"incentive"}]`: "2024-01-01",
		// After the payment in March, the balance is 1000 + 1735.54 − 4000 × 1.05, as in the
		// preceding case.
		`[{"date":"2024-03-01","amount":5000},{"date":"2024-07-02","amount":4000,"kind":"incentive"}]`: "2024-03-01",
		// After the payments on the first day of the second row, the balance is 1000 + 909.09 −
		// 2500 × 1.0586.
		`[{"date":"2024-05-01","amount":5000},{"date":"2025-06-01","amount":2500,"kind":"incentive"}]`: "2025-01-01",
	} {
		refused(t, small(t, "otherPayments", list), "otherPayments: receipts from "+day+" exceed the remaining payments")
	}
	refused(t, small(t, "events", `[{"date":"2025-02-01","type":"contingency_resolved","otherPayments":[{"date":"2025-03-01","amount":3000,"kind":"incentive"}]}]`),
		"events[0].otherPayments: receipts from 2025-02-01 exceed the remaining payments")
	// A net payment of 0 is not negative.
	wantValues(t, small(t, "discountRateAnnual", "0", "otherPayments", `[{"date":"2024-07-02","amount":3000,"kind":"incentive"}]`),
		result("initialLiability", "0.00", "schedule.*.interest", "0.00 0.00 0.00", "schedule.*.liabilityClose", "2000.00 1000.00 0.00")...)
}

// METHOD 12.6: an exempt lease has no interest and no amortization. Its cost cites the paragraph on
// the exemption.
func TestMethod12_6_TheCostOfAnExemptLeaseCitesTheExemption(t *testing.T) {
	t.Parallel()
	for exempt, want := range map[[2]string]string{
		{`"ASC_842"`, `"short_term"`}: "ASC 842-20-25-2", {`"IFRS_16"`, `"short_term"`}: "IFRS 16.5(a), 16.6",
		{`"IFRS_16"`, `"low_value"`}: "IFRS 16.5(b), 16.6, B3-B8", {`"GASB_87"`, `"short_term"`}: "GASB 87.16",
	} {
		lease := []string{"standard", exempt[0], "termMonths", "12"}
		plain := computed(t, lease...)
		r := computed(t, append(lease, "exemption", exempt[1])...)
		if got := r.Cite(standard.TopicCost); got.Paragraph != want || len(r.Citations) != len(plain.Citations) {
			t.Errorf("%v: cites %q in %d citations, want %s", exempt, got.Paragraph, len(r.Citations), want)
		}
		if got := plain.Cite(standard.TopicCost).Paragraph; got == want {
			t.Errorf("a lease that is not exempt cites %s", got)
		}
	}
}

// METHOD 9, 12.5, 12.6: the note on prepaid rent depends on the discounting convention and on the
// exemption.
func TestMethod12_5_ThePrepaidRentNoteFollowsTheConvention(t *testing.T) {
	t.Parallel()
	const begins = "Prepaid rent must not include the payment due at commencement, which is already part of "
	for _, c := range []struct{ member, value, want string }{
		{"basis", `{"commencementPayment":"liability"}`, begins + "the liability and the schedule."},
		{"basis", `{"commencementPayment":"settled"}`, begins + "the right-of-use asset."},
		{"exemption", `"short_term"`, begins + "the schedule."},
	} {
		r := computed(t, "termMonths", "12", "prepaidRent", "5", "paymentTiming", `"advance"`, c.member, c.value)
		if !slices.Contains(r.NoteTexts(), c.want) {
			t.Errorf("%s: %q", c.value, r.Notes)
		}
	}
}

// METHOD 12.8: for a governmental fund, a note explains why some events' entries have no amounts.
func TestMethod12_8_ANoteNamesTheAmountsOfEventsInAFund(t *testing.T) {
	t.Parallel()
	const says = "; an event's entry has amounts only for additions to the liability and for cash paid or received on that day."
	for events, want := range map[string]bool{`[]`: false, `[{"date":"2024-06-01","type":"index","changePct":0.1}]`: true} {
		r := computed(t, "commencementDate", `"2024-01-01"`, "standard", `"GASB_87"`, "fund", `"governmental"`, "events", events)
		if got := slices.ContainsFunc(r.NoteTexts(), func(n string) bool { return strings.HasSuffix(n, says) }); got != want {
			t.Errorf("%s: %q", events, r.Notes)
		}
	}
}

// METHOD 12.9: notes state small differences in the minor unit of the lease's currency.
func TestMethod12_9_NotesCountInTheMinorUnit(t *testing.T) {
	t.Parallel()
	lease := []string{"commencementDate", `"2024-01-31"`, "termMonths", "36", "paymentAmount", "100001", "discountRateAnnual", "0.0612", "paymentTiming", `"advance"`}
	for currency, unit := range map[string]string{"JPY": "by 1 so that each balance agrees to the present value and the last balance is 0;", "KWD": "by 0.001 "} {
		r := computed(t, append(lease, "currency", `"`+currency+`"`)...)
		if notes := strings.Join(r.NoteTexts(), "\n"); !strings.Contains(notes, unit) || strings.Contains(notes, "0.01 ") || strings.Contains(notes, "0.00;") {
			t.Errorf("%s: %s", currency, notes)
		}
	}
	r := computed(t, "currency", `"KWD"`, "paymentAmount", "0.0004")
	if notes := strings.Join(r.NoteTexts(), "\n"); !strings.Contains(notes, "rounds to 0.000.") {
		t.Error(notes)
	}
}

// METHOD 14.6: if rent and an incentive on the same day cancel out, that day has no payment. The
// long-term liability is then the balance after the preceding payment, as in a rent-free quarter.
// The order of payments within the row has no effect.
func TestMethod14_6_ADayWithCancelingAmountsHasNoPayment(t *testing.T) {
	t.Parallel()
	const free = `[{"from":"2024-10-01","months":3}]`
	single := func(day, kind string) string { return `{"date":"` + day + `","amount":1000,"kind":"` + kind + `"}` }
	for _, c := range []struct{ what, timing, free, cancels string }{
		{"opens", "advance", free, single("2024-10-01", "incentive")},
		{"closes", "arrears", free, single("2024-12-31", "incentive")},
		{"within", "advance", "[]", single("2024-11-05", "payment") + "," + single("2024-11-05", "incentive")},
	} {
		lease := func(pairs ...string) any {
			return response(t, small(t, append([]string{
				"standard", `"IFRS_16"`, "termMonths", "36", "paymentFrequency", `"quarterly"`, "discountRateAnnual", "0.08",
				"paymentTiming", `"` + c.timing + `"`,
			}, pairs...)...))
		}
		got, want := lease("otherPayments", "["+c.cancels+"]"), lease("rentFree", c.free)
		for _, figure := range []string{"result.initialLiability", "result.disclosures.currentLiability", "result.disclosures.longTermLiability"} {
			expect(t, c.what+": "+figure, at(t, got, figure), at(t, want, figure))
		}
	}
}
