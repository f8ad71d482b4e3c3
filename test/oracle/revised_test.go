package oracle_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// An ICAI example is a plant lease at 10,000 dollars per year for five years, discounted at 5%. The
// exchange rate is 68 at commencement and averages 69. At the end of the year, when the rent is
// paid, it is 70.
func TestADayWithASpotRate(t *testing.T) {
	t.Parallel()
	const plant = `{"id":"A","standard":"IFRS_16","commencementDate":"2020-01-01","termMonths":60,"paymentAmount":10000,"paymentFrequency":"annual",
		"paymentTiming":"arrears","discountRateAnnual":0.05,"currency":"USD","functionalCurrency":"INR","exchangeRate":68}`
	const rates = `,"exchangeRates":[{"currency":"USD","into":"INR","date":"2019-12-31","closing":68},
		{"currency":"USD","into":"INR","date":"2020-12-31","closing":70,"average":69%s}]`
	for spot, want := range map[string][2]string{`,"spot":70`: {"700000.00", "88754.28"}, ``: {"690000.00", "78754.28"}} {
		wantFigures(t, "spot "+spot, span(t, "2020-01-01", "2020-12-31", fmt.Sprintf(rates, spot), plant), map[string]string{
			"leases.0.liability.payments": want[0],
			"leases.0.liability.exchange": want[1],
			"leases.0.liability.interest": "149367.06", // 2,164.74 dollars × 69
		})
	}
}

// Movements on a section's first day are translated at the preceding day's closing rate. Rent of
// 100 is paid on the first day of each month. The amounts of two months add up to the report's
// amounts.
func TestTheFirstDayOfAPart(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0,
		"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"variablePayments":[{"date":"2024-02-01","amount":10},{"date":"2024-02-02","amount":1}]}`
	const rates = `,"exchangeRates":[{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.5},
		{"currency":"USD","into":"EUR","date":"2024-02-29","closing":0.7,"average":0.65},{"currency":"USD","into":"EUR","date":"2024-01-31","closing":0.6,"average":0.55}]`
	wantFigures(t, "two months", span(t, "2024-01-01", "2024-02-29", rates, lease), map[string]string{
		"leases.0.liability.payments": "110.00", // 100 at 0.5 and 100 at 0.6
		"leases.0.cash.variable":      "6.65",   // 10 at 0.6 and 1 at 0.65
		"leases.0.cost.variable":      "6.65",
		"leases.0.cost.exchange":      "450.00", // 2,200 at 0.7, less 2,400 at 0.5, plus payments of 110
	})
}

// METHOD 21.2, 21.4: in the presentation currency, the commencement, payments and variable cost on
// a day are translated at that day's spot rate. Principal is the translated payment less the
// translated interest.
func TestPresentation(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-10","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.12,
		"paymentTiming":"arrears","currency":"USD"}`
	const rates = `,"presentationCurrency":"EUR","exchangeRates":[{"currency":"USD","into":"EUR","date":"2024-01-09","closing":0.5},
		{"currency":"USD","into":"EUR","date":"2024-02-09","spot":0.7},
		{"currency":"USD","into":"EUR","date":"2024-03-09","closing":0.7,"average":0.55}]`
	// The liability is 1,125.51 on 10 January, the first day of the reporting period. The interest
	// is 11.26 in the first section and 10.37 in the second.
	wantFigures(t, "presented", span(t, "2024-01-10", "2024-03-09", rates, lease), map[string]string{
		"leases.0.liability.additions": "562.76",
		"leases.0.nonCash":             "562.76",
		"leases.0.liability.payments":  "125.00", // 100 at 0.70 and 100 at 0.55
		"leases.0.liability.interest":  "11.90",  // 21.63 × 0.55
		"leases.0.cash.interest":       "13.58",  // 11.26 × 0.70 + 10.37 × 0.55
		"leases.0.cash.principal":      "111.42",
	})
}

// PwC example 4-15 is a sublease with monthly rents of 500, 550 and 600.
func TestASublease(t *testing.T) {
	t.Parallel()
	receipts := ""
	for month := range 36 {
		receipts += fmt.Sprintf(`,{"date":"%d-%02d-01","amount":%d}`, 2024+month/12, month%12+1, 500+month/12*50)
	}
	lease := `{"id":"A","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,
		"subleases":[{"from":"2024-01-01","to":"2026-12-31","receipts":[` + receipts[1:] + `]}]}`
	for year, want := range map[string]string{"2024": "600.00", "2025": "600.00", "2026": "0.00"} {
		wantFigures(t, year, span(t, year+"-01-01", year+"-12-31", `,"journal":"monthly"`, lease), map[string]string{
			"leases.0.cost.subleaseIncome":                          "-6600.00",
			"leases.0.rentReceivable":                               want,
			"leases.0.deferredRent":                                 "0.00",
			"journalEntries.A-" + year + "06.lines.Sublease income": "-550.00",
		})
	}
	wantFigures(t, "deferred", span(t, "2026-02-01", "2026-02-28", `,"journal":"monthly"`, lease), map[string]string{
		"leases.0.rentReceivable":                       "500.00",
		"journalEntries.A-202602.lines.Rent receivable": "-50.00",
		"journalEntries.A-202602.lines.Deferred rent":   "",
	})
	mid := `{"id":"A","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,
		"subleases":[{"from":"2024-01-16","to":"2024-03-15","receipts":[{"date":"2024-01-16","amount":620}]}]}`
	wantFigures(t, "month under way by days", span(t, "2024-01-01", "2024-01-31", "", mid), map[string]string{
		"leases.0.cost.subleaseIncome": "-160.00", // 620 × (16/31 of a month) / 2 months
		"leases.0.deferredRent":        "460.00",
		"leases.0.cash.subleases":      "-620.00",
	})
}

// In an example from the Journal of Accountancy, rent of 1,000,000 rises by 10% every five years
// over a term of 20 years. Direct costs are 150,000, and the tax rate is 21%.
func TestTaxBases(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","commencementDate":"2024-01-01","termMonths":240,"paymentAmount":1000000,"paymentFrequency":"annual","paymentTiming":"arrears",
		"discountRateAnnual":0.06,"classification":"operating","initialDirectCosts":150000,"rentSteps":[{"from":"2029-01-01","paymentAmount":1100000},
		{"from":"2034-01-01","paymentAmount":1210000},{"from":"2039-01-01","paymentAmount":1331000}]}`
	const rates = `,"deferredTax":[{"rate":0.21%s}]`
	net := func(base, from, to string) string {
		tax := below(span(t, from, to, fmt.Sprintf(rates, base), lease), "leases.0.deferredTax.")
		return tax.sum("assetClosing", "-liabilityClosing").FloatString(2)
	}
	if got := net(`,"assetTaxBase":"direct_costs_and_incentives"`, "2024-01-01", "2024-12-31"); got != "33652.50" {
		t.Errorf("year 1: %s, want 33652.50, printed as 33,653", got)
	}
	if got := net(`,"assetTaxBase":"none"`, "2024-01-01", "2024-12-31"); got != "3727.50" {
		t.Errorf("year 1 without a tax base: %s, want 3727.50", got)
	}
	wantFigures(t, "year 15", span(t, "2038-01-01", "2038-12-31", fmt.Sprintf(rates, `,"assetTaxBase":"direct_costs_and_incentives"`), lease), map[string]string{
		"leases.0.deferredTax.expense": "10447.50",
	})
	// A restoration provision of 120 gives a deferred tax asset as long as the lease is recognized.
	const restored = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"paymentTiming":"arrears",
		"discountRateAnnual":0,"restorationCost":120}`
	wantFigures(t, "provision", span(t, "2024-01-01", "2024-01-31", `,"deferredTax":[{"rate":0.25}]`, restored), map[string]string{
		"leases.0.deferredTax.assetClosing":     "305.00", // 25% of the liability of 1,100 and the provision of 120
		"leases.0.deferredTax.liabilityClosing": "302.50", // 25% of the asset of 1,210
		"leases.0.deferredTax.expense":          "-2.50",
	})
	wantFigures(t, "at the end", span(t, "2024-01-01", "2025-01-01", `,"deferredTax":[{"rate":0.25}]`, restored), map[string]string{
		"leases.0.deferredTax.assetClosing": "0.00",
	})
}

// An asset of 1,200, amortized over 12 months, is impaired by 550 after one month. Without the
// impairment, the asset would be 900 on 1 April, the date of the reversal.
func TestAReversal(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"paymentTiming":"arrears","discountRateAnnual":0,
		"events":[{"date":"2024-02-01","type":"impairment","impairmentLoss":550},{"date":"2024-04-01","type":"impairment_reversal","amount":%s}]%s}`
	for amount, rise := range map[string]string{"500": "450.00", "200": "200.00"} {
		a := solved(t, fmt.Sprintf(lease, amount, ""))
		byPath := map[string]string{
			"result.events.1.treatment":                     `"reversed"`,
			"result.events.1.rouAssetBefore":                "450.00",
			"result.events.1.impairmentLoss":                "-" + rise,
			"journalEntries.5.lines.Reversal of impairment": "-" + rise,
			"journalEntries.5.lines.Right-of-use asset":     rise,
			"result.schedule.11.rouAssetClose":              "0.00",
		}
		if amount == "500" {
			byPath["result.schedule.3.rouAmortization"] = "100.00"
			byPath["result.life.impairmentLosses"] = "100.00"
		}
		wantFigures(t, amount, a, byPath)
	}
	wantFigures(t, "report", span(t, "2024-04-01", "2024-04-30", "", fmt.Sprintf(lease, "500", "")), map[string]string{
		"leases.0.rouAsset.impairment":              "-450.00",
		"leases.0.cost.impairment":                  "-450.00",
		"leases.0.rouAsset.closing":                 "800.00",
		"leases.0.rouAsset.accumulatedAmortization": "400.00",
	})
	// The exchange rate is 2, so the asset without impairments is 1,800 in the functional currency.
	// The reversal is the same share of that asset as in the lease's currency.
	wantFigures(t, "functional", span(t, "2024-04-01", "2024-04-30", `,"exchangeRates":[{"currency":"USD","into":"EUR","date":"2024-03-31","closing":3},
		{"currency":"USD","into":"EUR","date":"2024-04-30","closing":3,"average":3}]`,
		fmt.Sprintf(lease, "200", `,"currency":"USD","functionalCurrency":"EUR","exchangeRate":2`)), map[string]string{
		"leases.0.rouAsset.opening":    "900.00",
		"leases.0.rouAsset.impairment": "-400.00",
		"leases.0.cost.gainsAndLosses": "0.00",
	})
}

// With months of 30 days, the cost of a lease at 10,000 per month from the 15th is 10,000 in every
// whole calendar month. It is 5,333.33 in the first month.
func TestLevelMonths(t *testing.T) {
	t.Parallel()
	const lease = `{"id":"A","commencementDate":"2023-01-%s","termMonths":24,"paymentAmount":10000,"discountRateAnnual":0.05,"classification":"operating"%s}`
	const level = `,"journal":"monthly","accrual":"thirty_360"`
	want := map[string]string{"journalEntries.A-202301.lines.Lease expense": "5333.33"}
	for month := 2; month <= 12; month++ {
		want[fmt.Sprintf("journalEntries.A-2023%02d.lines.Lease expense", month)] = "10000.00"
	}
	wantFigures(t, "the 15th", span(t, "2023-01-01", "2024-12-31", level, fmt.Sprintf(lease, "15", "")), want)
	// The lease starts on the 29th. In months of 30 days, the row that starts on 28 February is
	// therefore counted from the 29th.
	first := map[string]string{"2023-02-28": "666.67", "2023-03-27": "9666.67", "2023-03-28": "10000.00", "2023-03-31": "10666.67"}
	for _, to := range slices.Sorted(maps.Keys(first)) {
		wantFigures(t, to, span(t, "2023-02-28", to, level, fmt.Sprintf(lease, "29", "")), map[string]string{"leases.0.cost.operating": first[to]})
	}
	wantFigures(t, "by days", span(t, "2023-01-01", "2023-01-31", "", fmt.Sprintf(lease, "15", "")), map[string]string{"leases.0.cost.operating": "5483.87"})
}

// Prepaid rent is a share of the rent in cents, and tax is a share of the payment in cents.
func TestIntermediateAmountsAreRounded(t *testing.T) {
	t.Parallel()
	wantFigures(t, "prepaid rent", solved(t, `{"standard":"IFRS_16","commencementDate":"2015-01-01","termMonths":63,"paymentAmount":27117.43,
		"paymentFrequency":"semiannual","discountRateAnnual":0.0351,"initialApplication":{"date":"2020-02-01"}}`),
		map[string]string{"journalEntries.0.lines.Prepaid rent": "-8939.82"})
	wantFigures(t, "tax", solved(t, `{"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":10.005,"discountRateAnnual":0,"irrecoverableTaxRate":0.5}`),
		map[string]string{"result.schedule.0.taxExpense": "5.01"})
}
