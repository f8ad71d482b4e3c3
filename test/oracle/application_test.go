package oracle_test

import (
	"fmt"
	"testing"
)

const running = `{"id":"A","standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":3100,"paymentTiming":%q,"discountRateAnnual":0,
	"initialApplication":{"date":"2026-01-11"%s}%s}`

// METHOD 19.2: on 11 January, 10 of the month's 31 days have elapsed. If the rent of 3,100 is due
// on the first day of the month, 2,100 is prepaid. If it is due on the last day, 1,000 is accrued.
// Eleven payments in advance, or twelve in arrears, are still payable over the remaining 21/31 + 11
// months.
func TestMethod19_2_RentByDays(t *testing.T) {
	t.Parallel()
	wantFigures(t, "advance", solved(t, fmt.Sprintf(running, "advance", "", "")), map[string]string{
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
	wantFigures(t, "arrears", solved(t, fmt.Sprintf(running, "arrears", `,"onerousProvision":500`, "")), map[string]string{
		"result.initialLiability":                        "37200.00",
		"result.initialRouAsset":                         "35700.00",
		"journalEntries.0.lines.Prepaid rent":            "1000.00",
		"journalEntries.0.lines.Onerous lease provision": "500.00",
		"journalEntries.0.lines.Lease liability":         "-37200.00",
	})
}
