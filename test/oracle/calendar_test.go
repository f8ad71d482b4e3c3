package oracle_test

import (
	"fmt"
	"strings"
	"testing"
)

// METHOD 20.4: a rent of 310 is due on the first of each month. The lease commences on the 15th, at
// a rate of 0. The first row has 17 of 31 days and the last row 14 of 30 days, so the rows add up
// to 3.0150… months.
func TestMethod20_4_FromADay(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":3,"paymentAmount":310,"discountRateAnnual":%s,
		"calendar":{"from":"2024-02-01"}%s}`
	wantFigures(t, "from", solved(t, fmt.Sprintf(lease, "0", "")), map[string]string{
		"result.periods":                                             "4",
		"result.schedule.0.date":                                     `"2024-01-15"`,
		"result.schedule.0.payment":                                  "170.00",
		"result.schedule.1.date":                                     `"2024-02-01"`,
		"result.schedule.1.payment":                                  "310.00",
		"result.schedule.3.payment":                                  "144.67",
		"result.initialLiability":                                    "934.67",
		"result.schedule.1.rouAmortization":                          "310.00",
		"result.schedule.3.rouAmortization":                          "144.67",
		"result.disclosures.currentLiability":                        "934.67",
		"result.disclosures.maturityAnalysis.0.undiscountedPayments": "934.67",
	})
	// At 12%, the first row's interest is (934.67… − 170) × 0.01 × 17/31.
	wantFigures(t, "interest", solved(t, fmt.Sprintf(lease, "0.12", "")), map[string]string{
		"result.initialLiability":    "924.61", // present value: 170 + (310 + (310 + 144.67/1.01)/1.01)/(1 + 0.01 × 17/31)
		"result.schedule.0.interest": "4.14",
		"input.calendar.from":        `"2024-02-01"`,
	})
}

// METHOD 20.4: 900 is due on each English quarter day from 1 May to 31 October. The rows cover 54
// of a quarter's 91 days, a whole quarter, and 33 of a quarter's 87 days.
func TestMethod20_4_QuarterDays(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-05-01","termMonths":%d,"paymentAmount":900,"discountRateAnnual":0,
		"paymentFrequency":"quarterly","paymentTiming":"arrears","calendar":{"days":"english_quarter_days"}%s}`
	wantFigures(t, "days", solved(t, fmt.Sprintf(lease, 6, "")), map[string]string{
		"result.periods":            "3",
		"result.schedule.0.date":    `"2024-06-23"`,
		"result.schedule.0.payment": "534.07",
		"result.schedule.1.date":    `"2024-09-28"`,
		"result.schedule.1.payment": "900.00",
		"result.schedule.2.date":    `"2024-10-31"`,
		"result.schedule.2.payment": "341.38",
	})
	// The escalation applies from the first quarter that starts on or after 1 May 2025, the
	// anniversary of commencement. That quarter starts on 24 June 2025.
	wantFigures(t, "escalated", solved(t, fmt.Sprintf(lease, 24, `,"annualEscalationPct":0.1`)), map[string]string{
		"result.schedule.4.date":    `"2025-06-23"`,
		"result.schedule.4.payment": "900.00",
		"result.schedule.5.date":    `"2025-09-28"`,
		"result.schedule.5.payment": "990.00",
	})
	scottish := solved(t, `{"standard":"IFRS_16","commencementDate":"2024-03-01","termMonths":6,"paymentAmount":920,"discountRateAnnual":0,
		"paymentFrequency":"quarterly","calendar":{"days":"scottish_term_days"}}`)
	wantFigures(t, "scottish", scottish, map[string]string{
		"result.schedule.0.payment": "899.56", // 88 of 90 days, from 28 February to 27 May 2024: 920 × 88/90 = 899.5556
		"result.schedule.1.date":    `"2024-05-28"`,
		"result.schedule.2.date":    `"2024-08-28"`,
		"result.schedule.2.payment": "40.00", // rent for 4 of 92 days
	})
}

// METHOD 20.4: a rent-free March removes the rent for 31 of the 90 days in the quarter that starts
// on 1 February.
func TestMethod20_4_RentFreeByDays(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":12,"paymentAmount":900,"discountRateAnnual":0,
		"paymentFrequency":"quarterly","calendar":{"from":"2024-02-01"},"rentFree":[{"from":%q,"months":%d}]}`
	wantFigures(t, "a month", solved(t, fmt.Sprintf(lease, "2024-03-01", 1)), map[string]string{
		"result.schedule.0.payment": "166.30", // rent for 17 of 92 days
		"result.schedule.1.payment": "590.00",
		"result.schedule.2.payment": "900.00",
	})
	wantFigures(t, "from commencement", solved(t, fmt.Sprintf(lease, "2024-01-15", 1)), map[string]string{
		"result.schedule.0.payment": "0.00",
		"result.schedule.1.payment": "760.00", // the rent-free month covers 14 of the quarter's 90 days
	})
}

// METHOD 25.7: a payment of 1,030.301, due after three months, is discounted at 1% per month to
// 1,000. A payment 45 days before the end of a quarter of 90 days bears interest for 1.5 months, so
// it grows by the factor 1.01^1.5 = 1.015037….
func TestMethod25_7_MonthlyCompounding(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":3,"paymentAmount":%s,"paymentFrequency":"quarterly",
		"paymentTiming":"arrears","discountRateAnnual":0.12,"basis":{"discounting":"monthly"}%s}`
	wantFigures(t, "monthly", solved(t, fmt.Sprintf(lease, "1030.301", "")), map[string]string{
		"result.initialLiability":    "1000.00",
		"result.periodicRate":        "0.030301",
		"result.schedule.0.interest": "30.30",
		"result.basis.discounting":   `"monthly"`,
	})
	wantFigures(t, "tie", solved(t, strings.Replace(fmt.Sprintf(lease, "1000", ""), "0.12", "0.0069", 1)), map[string]string{
		"result.periodicRate": "0.00172599206510938", // 1.000575³ − 1 = 0.001725992065109375
	})
	wantFigures(t, "within", solved(t, fmt.Sprintf(lease, "0", `,"otherPayments":[{"date":"2023-02-15","amount":1000}]`)), map[string]string{
		"result.initialLiability": "985.19", // a payment of 1,000, discounted over 1.5 months: 1,000 / 1.01^1.5
	})
}
