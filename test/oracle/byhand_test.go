package oracle

import (
	"fmt"
	"math/big"
	"testing"
)

func wantFigures(t *testing.T, what string, figures []Figure, want map[string]string) {
	t.Helper()
	byPath := map[string]string{}
	for _, f := range figures {
		byPath[f.Path] = f.Text
	}
	for path, text := range want {
		if byPath[path] != text {
			t.Errorf("%s: %s = %s, want %s", what, path, byPath[path], text)
		}
	}
}

// METHOD 13.3: a lease with 12 payments of 1,000 at a rate of 0 has an impairment on 11 February.
// The impairment splits the row of a month with 29 days.
func TestMethod13_3_AnImpairmentCutsItsRow(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":1000,"paymentTiming":"arrears",
		"discountRateAnnual":0,"events":[{"date":"2024-02-11","type":"impairment","impairmentLoss":655.17}]}`)
	wantFigures(t, "impairment", a.Compute(), map[string]string{
		"result.periods":                         "13",
		"result.schedule.1.date":                 `"2024-02-10"`,
		"result.schedule.1.payment":              "0.00",
		"result.schedule.1.rouAmortization":      "344.83", // 1,000 × 10/29: ten of the month's 29 days
		"result.schedule.1.months":               "0.344828",
		"result.schedule.1.liabilityClose":       "11000.00",
		"result.events.0.rouAssetBefore":         "10655.17",
		"result.events.0.rouAssetAfter":          "10000.00",
		"result.schedule.2.from":                 `"2024-02-11"`,
		"result.schedule.2.payment":              "1000.00",
		"result.schedule.2.months":               "0.655172",
		"result.schedule.2.rouAmortization":      "614.89", // 10,000 (asset after the impairment) × (19/29) / (19/29 + 10)
		"result.schedule.3.rouAmortization":      "938.51", // 10,000 (asset after the impairment) / (19/29 + 10)
		"result.schedule.12.rouAssetClose":       "0.00",
		"journalEntries.3.lines.Impairment loss": "655.17",
		"result.life.impairmentLosses":           "655.17",
	})
}

// METHOD 14.2: a lease of one year at 100% has a payment of 1,000 after 182 days and a payment of
// 10 after 300 days. The opening liability is 756.575…. Accrued interest is the simple interest on
// the opening liability less the interest on the payments from their dates. Accrued interest is
// 376.584… after 183 days, 315.894… after 274 days and 253.424… at the end of the year.
func TestMethod14_2_InterestThatFallsAccruesAsItFalls(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":12,"paymentAmount":0.01,"paymentFrequency":"annual",
		"discountRateAnnual":1,"otherPayments":[{"date":"2023-07-02","amount":1000},{"date":"2023-10-28","amount":10}],
		"events":[{"date":"2023-07-03","type":"impairment","impairmentLoss":0},{"date":"2023-10-02","type":"impairment","impairmentLoss":0}]}`)
	wantFigures(t, "falling", a.Compute(), map[string]string{
		"result.initialLiability":    "756.59",
		"result.schedule.0.interest": "376.58", // the row's interest of 253.42 × 376.584… / 253.424…
		"result.schedule.1.interest": "-60.69", // (253.42 − 376.58) × −60.689… / −123.159…, the changes in exact interest
		"result.schedule.2.interest": "-62.47",
		"result.life.interest":       "253.42",
	})
}

// METHOD 13.3: a lease has a term of 14 months with 900 per quarter in advance, at a rate of 0. The
// last period has only two months. During it, one event extends the term to 15 months, and a later
// event shortens the term to 14 months again.
func TestMethod13_3_ABegunStubLongerAndShorter(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":14,"paymentAmount":900,"paymentFrequency":"quarterly",
		"discountRateAnnual":0,"events":[{"date":"2025-01-15","type":"reassessment","discountRateAnnual":0,"termMonths":15},
		{"date":"2025-01-20","type":"modification","discountRateAnnual":0,"termMonths":14}]}`)
	wantFigures(t, "stub", a.Compute(), map[string]string{
		"result.initialLiability":                     "4200.00",
		"result.schedule.4.payment":                   "600.00",
		"result.schedule.4.rouAmortization":           "142.37", // 600 × 14/59: 14 of the last period's 59 days
		"result.events.0.liabilityBefore":             "0.00",
		"result.events.0.liabilityAfter":              "300.00", // the rent of March, which the extension adds
		"result.events.0.rouAssetBefore":              "457.63",
		"result.events.0.rouAssetAfter":               "757.63",
		"result.schedule.5.months":                    "0.166667", // 3 months × 5/90
		"result.schedule.5.rouAmortization":           "49.84",    // 757.63 × 5/76: 5 of the remaining 76 days
		"result.events.1.liabilityBefore":             "300.00",
		"result.events.1.liabilityAfter":              "0.00",
		"result.events.1.rouAssetBefore":              "707.79",
		"result.events.1.rouAssetAfter":               "405.51", // 707.79 × (2 × 40/59) / (3 × 71/90): the remaining months after the event divided by the remaining months before it
		"result.events.1.liabilityDerecognized":       "300.00",
		"result.events.1.rouAssetDerecognized":        "302.28",
		"result.events.1.gainOrLoss":                  "-2.28",
		"result.schedule.6.months":                    "1.355932",
		"result.schedule.6.rouAmortization":           "405.51",
		"journalEntries.8.lines.Lease liability":      "300.00",
		"journalEntries.8.lines.Loss on lease change": "2.28",
	})
}

// METHOD 13.7: an index increases the rent by 10% within a quarter, under a standard that expenses
// such increases. The increase is variable cost from the next quarter on. The increase becomes part
// of the liability at the next remeasurement.
func TestMethod13_7_TwoStreams(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"GASB_87","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":300,"paymentFrequency":"quarterly",
		"discountRateAnnual":0,"events":[{"date":"2024-02-01","type":"index","changePct":0.1},
		{"date":"2024-08-16","type":"residual_guarantee","residualValueGuarantee":50}]}`)
	wantFigures(t, "streams", a.Compute(), map[string]string{
		"result.schedule.0.variableLeaseExpense":        "0.00",
		"result.schedule.1.payment":                     "300.00",
		"result.schedule.1.variableLeaseExpense":        "30.00",
		"result.schedule.2.variableLeaseExpense":        "30.00", // increase in July's rent, which is paid before the second event
		"result.events.0.liabilityBefore":               "900.00",
		"result.events.0.treatment":                     `"expensed"`,
		"result.events.1.liabilityBefore":               "300.00",
		"result.events.1.liabilityAfter":                "380.00", // the rent of 330 and the residual value guarantee of 50
		"result.schedule.4.payment":                     "380.00",
		"result.schedule.4.variableLeaseExpense":        "0.00",
		"result.life.variablePayments":                  "60.00",
		"journalEntries.2.date":                         `"2024-02-01"`, // the entry of the event follows the entry of the row that contains the event
		"journalEntries.3.lines.Variable lease expense": "30.00",
	})
}

// METHOD 14: the report is on the first half year of a lease under GASB 87, in the books of a
// governmental fund. The lease has two yearly payments of 1,000 in arrears at 12%.
func TestMethod14_OneLeaseByHand(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"GASB_87","commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0.12,"fund":"governmental"}`
	report := func(from, to string) []Figure {
		t.Helper()
		q, err := ReadReport(fmt.Appendf(nil, `{"from":%q,"to":%q,"journal":"monthly","leases":[%s]}`, from, to, lease))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Tell(q)
		if err != nil {
			t.Fatal(err)
		}
		return r.Figures()
	}
	wantFigures(t, "half a year", report("2024-01-01", "2024-06-30"), map[string]string{
		"leases.0.liability.additions":                                  "1690.05",
		"leases.0.liability.interest":                                   "100.85", // interest of the first year, 202.81 × 182/366
		"leases.0.liability.closing":                                    "1790.90",
		"leases.0.accruedInterest":                                      "100.85",
		"leases.0.longTermLiability":                                    "892.86",
		"leases.0.currentLiability":                                     "898.04",
		"leases.0.maturity.years.0":                                     "1000.00",
		"leases.0.maturity.years.1":                                     "1000.00",
		"leases.0.maturity.imputedInterest":                             "209.10",
		"leases.0.maturity.bands.0.from":                                `"2024-07-01"`,
		"leases.0.maturity.bands.0.to":                                  `"2029-06-30"`,
		"leases.0.maturity.bands.0.interest":                            "309.95",
		"leases.0.maturity.bands.0.principal":                           "1690.05",
		"leases.0.remainingTermMonths":                                  "18.03", // 12 × 184/366 months of the first year, plus 12 months
		"total.liability.closing":                                       "1790.90",
		"journalEntries.A-20240101.lines.Expenditures - capital outlay": "1690.05",
		"weightedAverages.finance||GASB_87.remainingTermMonths":         "18.03",
		"weightedAverages.finance||GASB_87.discountRateAnnual":          "0.12",
	})
	wantFigures(t, "the year", report("2024-01-01", "2024-12-31"), map[string]string{
		"leases.0.cash.interest":                                 "202.81",
		"leases.0.cash.principal":                                "797.19",
		"leases.0.rouAsset.accumulatedAmortization":              "845.03",
		"leases.0.rouAsset.cost":                                 "1690.05",
		"journalEntries.A-202412.lines.Expenditures - principal": "797.19",
		"journalEntries.A-202412.lines.Expenditures - interest":  "202.81",
		"journalEntries.A-202412.lines.Cash":                     "-1000.00",
	})
	wantFigures(t, "after the end", report("2026-01-01", "2026-01-31"), map[string]string{
		"leases.0.liability.opening":                "0.00",
		"leases.0.rouAsset.accumulatedAmortization": "0.00",
		"leases.0.remainingTermMonths":              "0",
	})
}

// METHOD 12.5: the asset and the cost do not depend on whether the liability includes a payment on
// the commencement date.
func TestMethod12_5_SettledAndGrossHaveOneAsset(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-01-31","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"initialDirectCosts":10,"assetFairValue":20000,
		"otherPayments":[{"date":"2024-01-31","amount":500}],"basis":{"commencementPayment":%q}}`
	gross, settled := solve(t, fmt.Sprintf(lease, "liability")), solve(t, fmt.Sprintf(lease, "settled"))
	wantMoney(t, "commencement payment", settled.CommencementPayment, "1500.00")
	wantMoney(t, "liability", new(big.Int).Sub(gross.InitialLiability, settled.InitialLiability), "1500.00")
	wantMoney(t, "asset", new(big.Int).Sub(gross.InitialRouAsset, settled.InitialRouAsset), "0.00")
	wantMoney(t, "cost", new(big.Int).Sub(gross.TotalLeaseCost, settled.TotalLeaseCost), "0.00")
	wantMoney(t, "long-term", new(big.Int).Sub(gross.Disclosures.LongTerm, settled.Disclosures.LongTerm), "0.00")
	if gross.Criteria[3] != settled.Criteria[3] {
		t.Errorf("fair value: %v, want %v", settled.Criteria[3], gross.Criteria[3])
	}
	for k := range gross.Rows {
		if a, b := gross.Rows[k].LiabilityClose, settled.Rows[k].LiabilityClose; a.Cmp(b) != 0 {
			t.Errorf("row %d closes at %s, want %s", k+1, Money(b), Money(a))
		}
	}
}
