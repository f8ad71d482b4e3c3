package oracle

import (
	"fmt"
	"testing"
)

const running = `{"id":"A","standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":3100,"paymentTiming":%q,"discountRateAnnual":0,
	"initialApplication":{"date":"2026-01-11"%s}%s}`

// METHOD 19.2: on 11 January, 10 of the month's 31 days have elapsed. If the rent of 3,100 is due
// on the first day of the month, 2,100 is prepaid. If it is due on the last day, 1,000 is accrued.
// Eleven rents in advance, or twelve in arrears, remain payable over the remaining 21/31 + 11
// months.
func TestMethod19_2_RentByDays(t *testing.T) {
	t.Parallel()
	wantFigures(t, "advance", solve(t, fmt.Sprintf(running, "advance", "", "")).Compute(), map[string]string{
		"result.initialLiability":                                    "34100.00",
		"result.initialRouAsset":                                     "36200.00",
		"result.periods":                                             "12",
		"result.schedule.0.period":                                   "1",
		"result.schedule.0.from":                                     `"2026-01-11"`,
		"result.schedule.0.months":                                   "0.677419",
		"result.schedule.0.payment":                                  "0.00",
		"result.schedule.0.rouAmortization":                          "2100.00", // 36,200 (the asset) × (21/31) / (21/31 + 11)
		"result.schedule.1.rouAmortization":                          "3100.00",
		"result.schedule.0.liabilityOpen":                            "34100.00",
		"result.totalUndiscountedPayments":                           "34100.00",
		"result.commencementDate":                                    `"2024-01-01"`,
		"result.termMonths":                                          "36",
		"journalEntries.0.date":                                      `"2026-01-11"`,
		"journalEntries.0.lines.Prepaid rent":                        "-2100.00",
		"result.disclosures.weightedAverageRemainingTermMonths":      "11.68",
		"result.disclosures.maturityAnalysis.0.undiscountedPayments": "34100.00",
		"result.disclosures.currentLiability":                        "34100.00",
	})
	wantFigures(t, "arrears", solve(t, fmt.Sprintf(running, "arrears", `,"onerousProvision":500`, "")).Compute(), map[string]string{
		"result.initialLiability":                        "37200.00",
		"result.initialRouAsset":                         "35700.00",
		"journalEntries.0.lines.Prepaid rent":            "1000.00",
		"journalEntries.0.lines.Onerous lease provision": "500.00",
		"journalEntries.0.lines.Lease liability":         "-37200.00",
	})
	wantFigures(t, "stated", solve(t, fmt.Sprintf(running, "arrears", `,"prepaidOrAccruedRent":-12.5`, `,"annualEscalationPct":0.1`)).Compute(), map[string]string{
		"result.initialLiability": "45012.00", // 12 rents of 3,100, plus tax of 21%
		"result.initialRouAsset":  "44999.50",
	})
	wantRefusal(t, fmt.Sprintf(running, "arrears", "", `,"annualEscalationPct":0.1`), "initialApplication.prepaidOrAccruedRent")
	wantRefusal(t, fmt.Sprintf(running, "arrears", "", `,"prepaidRent":1`), "initialApplication")
	wantRefusal(t, fmt.Sprintf(running, "arrears", "", `,"events":[{"date":"2026-01-11","type":"impairment","impairmentLoss":0}]`), "events[0].date")
}

// METHOD 19.3: the short-term exemption applies from commencement if the lease ends within twelve
// months of the date of initial application.
func TestMethod19_3_ShortTermBesideIt(t *testing.T) {
	t.Parallel()
	wantFigures(t, "short", solve(t, fmt.Sprintf(running, "advance", "", `,"exemption":"short_term"`)).Compute(), map[string]string{
		"result.initialLiability":   "0.00",
		"result.periods":            "36",
		"result.schedule.0.date":    `"2024-01-01"`,
		"result.schedule.0.payment": "3100.00",
	})
	wantRefusal(t, fmt.Sprintf(running, "advance", `,"onerousProvision":1`, `,"exemption":"short_term"`), "initialApplication")
	wantRefusal(t, `{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":37,"paymentAmount":1,"discountRateAnnual":0,
		"initialApplication":{"date":"2025-12-31"},"exemption":"short_term"}`, "exemption")
}

const table = `"discountRates":[
	{"validFrom":"2024-01-01","termMonths":12,"discountRateAnnual":0.03,"source":"bank"},
	{"validFrom":"2024-01-01","termMonths":36,"discountRateAnnual":0.06},
	{"validFrom":"2025-01-01","termMonths":36,"discountRateAnnual":0.07},
	{"validFrom":"2025-01-01","termMonths":12,"discountRateAnnual":0.05}]`

// METHOD 20.1: rates are interpolated linearly between two rows of the rate table. In the rows
// effective in 2024, the rate for 18 months is 3% plus a quarter of the difference between 6% and
// 3%. In the rows effective in 2025, the rate for the remaining 15 months is 5% plus an eighth of
// the difference between 7% and 5%.
func TestMethod20_1_BetweenTwoRows(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"standard":"IFRS_16","commencementDate":"2024-01-31","termMonths":18,"paymentAmount":100,`+table+`,
		"events":[{"date":"2025-01-31","type":"modification","termMonths":27}]}`)
	wantFigures(t, "table", a.Compute(), map[string]string{
		"result.discountRates.0.date":                    "\"2024-01-31\"",
		"result.discountRates.0.termMonths":              "18",
		"result.discountRates.0.discountRateAnnual":      "0.0375",
		"result.discountRates.0.rows.0":                  "0",
		"result.discountRates.0.rows.1":                  "1",
		"result.discountRates.1.termMonths":              "15",
		"result.discountRates.1.discountRateAnnual":      "0.0525",
		"result.discountRates.1.rows.0":                  "3",
		"result.discountRates.1.rows.1":                  "2",
		"result.events.0.discountRateAnnual":             "0.0525",
		"result.disclosures.weightedAverageDiscountRate": "0.0375",
	})
	short := solve(t, `{"standard":"IFRS_16","commencementDate":"2024-02-29","termMonths":6,"paymentAmount":100,`+table+`}`)
	wantFigures(t, "shorter", short.Compute(), map[string]string{
		"result.discountRates.0.discountRateAnnual": "0.03",
		"result.discountRates.0.termMonths":         "6",
		"result.discountRates.0.rows.0":             "0",
		"result.discountRates.0.rows.1":             "",
		"result.discountRates.0.source":             `"bank"`,
	})
	wantRefusal(t, `{"commencementDate":"2024-01-31","termMonths":37,"paymentAmount":100,`+table+`}`, "discountRates")
	wantRefusal(t, `{"commencementDate":"2023-12-31","termMonths":12,"paymentAmount":100,`+table+`}`, "discountRates")
	wantRefusal(t, `{"commencementDate":"2024-01-31","termMonths":12,"paymentAmount":100}`, "discountRateAnnual")
}

// METHOD 20.1: the first row of the rate table that matches the lease determines which other rows
// are used: rows with the same currency and tags.
func TestMethod20_1_TheFamily(t *testing.T) {
	t.Parallel()
	a := solve(t, `{"commencementDate":"2024-06-01","termMonths":12,"paymentAmount":100,"currency":"EUR","tags":{"class":"plant"},"discountRates":[
		{"validFrom":"2024-01-01","termMonths":12,"discountRateAnnual":0.01,"currency":"USD"},
		{"validFrom":"2024-01-01","termMonths":12,"discountRateAnnual":0.02,"currency":"EUR","tags":{"class":"land"}},
		{"validFrom":"2024-01-01","termMonths":6,"discountRateAnnual":0.03,"currency":"EUR","tags":{"class":"plant"}},
		{"validFrom":"2024-01-01","termMonths":12,"discountRateAnnual":0.04},
		{"validFrom":"2024-01-01","termMonths":24,"discountRateAnnual":0.06,"currency":"EUR","tags":{"class":"plant"}}]}`)
	wantFigures(t, "family", a.Compute(), map[string]string{
		"result.discountRates.0.discountRateAnnual": "0.04", // 3% plus a third of the difference between 6% and 3%
		"result.discountRates.0.rows.0":             "2",
		"result.discountRates.0.rows.1":             "4",
	})
}
