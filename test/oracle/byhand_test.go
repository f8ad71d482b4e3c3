package oracle_test

import "testing"

// METHOD 13.3: a lease with 12 payments of 1,000 at a rate of 0 is impaired on 11 February. The
// impairment splits that month's row, which has 29 days.
func TestMethod13_3_AnImpairmentSplitsItsRow(t *testing.T) {
	t.Parallel()
	a := solved(t, `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":1000,"paymentTiming":"arrears",
		"discountRateAnnual":0,"events":[{"date":"2024-02-11","type":"impairment","impairmentLoss":655.17}]}`)
	wantFigures(t, "impairment", a, map[string]string{
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
// the opening liability less the simple interest on each payment, counted from the payment's date.
// Accrued interest is 376.584… after 183 days, 315.894… after 274 days and 253.424… at the end of
// the year.
func TestMethod14_2_InterestThatFallsAccruesAsItFalls(t *testing.T) {
	t.Parallel()
	a := solved(t, `{"standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":12,"paymentAmount":0.01,"paymentFrequency":"annual",
		"discountRateAnnual":1,"otherPayments":[{"date":"2023-07-02","amount":1000},{"date":"2023-10-28","amount":10}],
		"events":[{"date":"2023-07-03","type":"impairment","impairmentLoss":0},{"date":"2023-10-02","type":"impairment","impairmentLoss":0}]}`)
	wantFigures(t, "falling", a, map[string]string{
		"result.initialLiability":    "756.59",
		"result.schedule.0.interest": "376.58", // the row's interest: 253.42 × 376.584… / 253.424…
		"result.schedule.1.interest": "-60.69", // (253.42 − 376.58) × −60.689… / −123.159…, the changes in exact interest
		"result.schedule.2.interest": "-62.47",
		"result.life.interest":       "253.42",
	})
}

// METHOD 13.3: a lease has a term of 14 months and costs 900 per quarter in advance, at a rate of
// 0. The last period has only two months. During this period, one event extends the term to 15
// months and a later event shortens it to 14 months again.
func TestMethod13_3_ExtendedAndShortenedStubs(t *testing.T) {
	t.Parallel()
	a := solved(t, `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":14,"paymentAmount":900,"paymentFrequency":"quarterly",
		"discountRateAnnual":0,"events":[{"date":"2025-01-15","type":"reassessment","discountRateAnnual":0,"termMonths":15},
		{"date":"2025-01-20","type":"modification","discountRateAnnual":0,"termMonths":14}]}`)
	wantFigures(t, "stub", a, map[string]string{
		"result.initialLiability":                     "4200.00",
		"result.schedule.4.payment":                   "600.00",
		"result.schedule.4.rouAmortization":           "142.37", // 600 × 14/59: 14 of the last period's 59 days
		"result.events.0.liabilityBefore":             "0.00",
		"result.events.0.liabilityAfter":              "300.00", // the March rent, which the extension adds
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
