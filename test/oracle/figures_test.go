package oracle_test

import (
	"fmt"
	"testing"
)

// METHOD 25.1: a lease with a supplied opening asset first appears in a rollforward as transferred
// in. A lease at initial application appears in a separate line instead of as an addition. A
// payment on the first day is an ordinary payment.
func TestMethod25_1_HowALeaseEnters(t *testing.T) {
	t.Parallel()
	const taken = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0,"openingRouAsset":900}`
	wantFigures(t, "taken over", span(t, "2024-01-01", "2024-01-31", "", taken), map[string]string{
		"leases.0.liability.takenOver": "1200.00",
		"leases.0.liability.additions": "0.00",
		"leases.0.rouAsset.takenOver":  "900.00",
		"leases.0.nonCash":             "0.00",
		"leases.0.cash.principal":      "100.00",
		"leases.0.cash.commencement":   "0.00",
	})
	wantFigures(t, "applied", span(t, "2026-01-01", "2026-02-28", `,"journal":"monthly"`, fmt.Sprintf(running, "advance", "", "")), map[string]string{
		"leases.0.liability.opening":                       "0.00",
		"leases.0.liability.initialApplication":            "34100.00",
		"leases.0.rouAsset.initialApplication":             "36200.00",
		"leases.0.nonCash":                                 "0.00",
		"leases.0.rouAsset.amortization":                   "5200.00",
		"leases.0.cash.principal":                          "3100.00",
		"journalEntries.A-20260111.lines.Prepaid rent":     "-2100.00",
		"journalEntries.A-202601.lines.Right-of-use asset": "-2100.00",
	})
	wantFigures(t, "before", span(t, "2025-01-01", "2025-12-31", "", fmt.Sprintf(running, "advance", "", "")), map[string]string{
		"leases.0.liability.closing": "0.00",
		"leases.0.cost.total":        "0.00",
		"leases.0.cash.total":        "0.00",
		"leases.0.currentLiability":  "0.00",
		"leases.0.maturity.total":    "0.00",
	})
}

// METHOD 25.2: cash paid on the commencement date has the same caption as later payments. If the
// liability excludes the payment, the caption is "commencement".
func TestMethod25_2_CashAtCommencement(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":%q,"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0%s}`
	for caption, of := range map[string][2]string{
		"operating": {"ASC_842", ""}, "principal": {"IFRS_16", ""}, "exempt": {"IFRS_16", `,"exemption":"short_term"`},
		"commencement": {"IFRS_16", `,"basis":{"commencementPayment":"settled"}`},
	} {
		wantFigures(t, caption, span(t, "2024-01-01", "2024-01-31", "", fmt.Sprintf(lease, of[0], of[1])), map[string]string{
			"leases.0.cash." + caption: "100.00",
			"leases.0.cash.total":      "100.00",
		})
	}
}

// METHOD 25.3: if an entry covers part of a month, its number ends with the last day of that part.
// Therefore, entries in adjoining reporting periods never have the same number.
func TestMethod25_3_EntryNumbers(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":310,"paymentTiming":"arrears","discountRateAnnual":0}`
	wantFigures(t, "first", span(t, "2024-01-01", "2024-02-10", `,"journal":"monthly"`, lease), map[string]string{
		"journalEntries.A-202401.number":    `"A-202401"`,
		"journalEntries.A-202402-10.date":   `"2024-02-10"`,
		"journalEntries.A-202402-10.number": `"A-202402-10"`,
	})
	wantFigures(t, "second", span(t, "2024-02-11", "2024-03-31", `,"journal":"monthly"`, lease), map[string]string{
		"journalEntries.A-202402-29.number": `"A-202402-29"`,
		"journalEntries.A-202403.number":    `"A-202403"`,
	})
}

// METHOD 25.4: leases under different standards have separate weighted averages.
func TestMethod25_4_AveragesByStandard(t *testing.T) {
	t.Parallel()
	const lease = `{"id":%q,"standard":%q,"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":%s}`
	both := fmt.Sprintf(lease, "A", "IFRS_16", "0.04") + "," + fmt.Sprintf(lease, "B", "FRS_102", "0.08")
	wantFigures(t, "averages", span(t, "2024-01-01", "2024-01-31", "", both), map[string]string{
		"weightedAverages.finance||IFRS_16.standard":           `"IFRS_16"`,
		"weightedAverages.finance||IFRS_16.discountRateAnnual": "0.04",
		"weightedAverages.finance||FRS_102.discountRateAnnual": "0.08",
	})
}

// METHOD 25.5: a lease has two payments of 1,000, each at the end of a year, at 12%. The liability
// is 1,690.05 at commencement, and the first payment repays 797.19 of it. By the middle of 2024,
// interest of 100.85 has accrued.
func TestMethod25_5_PrincipalOfGovernments(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"GASB_96","commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0.12,"fund":"both"%s}`
	wantFigures(t, "half a year", span(t, "2024-01-01", "2024-06-30", `,"journal":"monthly"`, fmt.Sprintf(lease, "")), map[string]string{
		"leases.0.liability.interest":                                                "100.85", // interest of the first year, 202.81 × 182/366
		"leases.0.liability.closing":                                                 "1790.90",
		"leases.0.accruedInterest":                                                   "100.85",
		"leases.0.currentLiability":                                                  "898.04",
		"leases.0.longTermLiability":                                                 "892.86",
		"leases.0.remainingTermMonths":                                               "18.03", // 12 × 184/366 months of the first year, plus 12 months
		"leases.0.maturity.imputedInterest":                                          "209.10",
		"leases.0.maturity.bands.0.to":                                               `"2029-06-30"`,
		"leases.0.maturity.bands.0.principal":                                        "1690.05",
		"leases.0.maturity.bands.0.interest":                                         "309.95",
		"leases.0.principal.additions":                                               "1690.05",
		"leases.0.principal.closing":                                                 "1690.05",
		"leases.0.principal.dueWithinOneYear":                                        "797.19",
		"leases.0.maturity.schedule.0.from":                                          `"2024-07-01"`,
		"leases.0.maturity.schedule.0.principal":                                     "797.19",
		"leases.0.maturity.schedule.0.interest":                                      "202.81",
		"leases.0.maturity.schedule.1.principal":                                     "892.86",
		"leases.0.maturity.schedule.4.principal":                                     "0.00",
		"leases.0.maturity.schedule.4.to":                                            `"2029-06-30"`,
		"journalEntries.A-20240101|government_wide.lines.Subscription asset":         "1690.05",
		"journalEntries.A-20240101|governmental.lines.Expenditures - capital outlay": "1690.05",
	})
	wantFigures(t, "the other half", span(t, "2024-07-01", "2024-12-31", `,"journal":"monthly"`, fmt.Sprintf(lease, "")), map[string]string{
		"leases.0.principal.opening":  "1690.05",
		"leases.0.principal.payments": "797.19",
		"leases.0.principal.closing":  "892.86",
		"leases.0.cash.interest":      "202.81",
		"leases.0.cash.principal":     "797.19",
		"journalEntries.A-202412|governmental.lines.Expenditures - principal": "797.19",
		"journalEntries.A-202412|governmental.lines.Expenditures - interest":  "202.81",
		"journalEntries.A-202412|governmental.lines.Cash":                     "-1000.00",
	})
	// The lease is terminated on 1 July 2025. Of the derecognized liability of 945.99, 53.13 is
	// accrued interest.
	wantFigures(t, "ended", span(t, "2025-01-01", "2025-12-31", "", fmt.Sprintf(lease, `,"events":[{"date":"2025-07-01","type":"termination"}]`)), map[string]string{
		"leases.0.liability.derecognized": "945.99", // 892.86 plus accrued interest of 107.14 × 181/365
		"leases.0.principal.derecognized": "892.86",
		"leases.0.principal.closing":      "0.00",
	})
}

// A county published notes on a subscription with three payments of 314,431 at 3.238%. The
// liability is 599,586 after the first year and 304,569 after the second. A third of 907,650 is
// amortized in the second year.
func TestMethod25_5_APublishedNoteOnASubscription(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"GASB_96","commencementDate":"2022-10-01","termMonths":36,"paymentAmount":314431,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0.03238,"openingRouAsset":907650}`
	wantFigures(t, "the second year", span(t, "2023-10-01", "2024-09-30", "", lease), map[string]string{
		"leases.0.liability.opening":     "599585.48",
		"leases.0.liability.closing":     "304569.06",
		"leases.0.rouAsset.amortization": "302550.00",
	})
}

// METHOD 25.6: 1,000 is amortized over a quarter that starts on 15 January. By 20 March, two months
// and 6 of the 31 days of the third month have elapsed.
func TestMethod25_6_AccrualByMonths(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":6,"paymentAmount":1000,"paymentFrequency":"quarterly",
		"paymentTiming":"arrears","discountRateAnnual":0%s}`
	wantFigures(t, "months", span(t, "2024-01-01", "2024-03-20", `,"accrual":"months"`, fmt.Sprintf(lease, "")), map[string]string{
		"leases.0.rouAsset.amortization": "731.18", // 1,000 × (2 + 6/31) / 3
	})
	wantFigures(t, "days", span(t, "2024-01-01", "2024-03-20", `,"accrual":"days"`, fmt.Sprintf(lease, "")), map[string]string{
		"leases.0.rouAsset.amortization": "725.27", // 1,000 × 66/91
	})
	// An event splits the row by days. The difference from accrual by months falls in the reporting
	// period that starts with the event.
	cut := fmt.Sprintf(lease, `,"events":[{"date":"2024-03-21","type":"impairment","impairmentLoss":0}]`)
	wantFigures(t, "cut", span(t, "2024-03-21", "2024-04-14", `,"accrual":"months"`, cut), map[string]string{
		"leases.0.rouAsset.opening":      "1268.82",
		"leases.0.rouAsset.amortization": "268.82", // 1,000 − 731.18
	})
}
