package oracle_test

import "testing"

const inEuro = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"paymentFrequency":"annual",
	"paymentTiming":"arrears","discountRateAnnual":0,"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,
	"events":[{"date":"2025-01-01","type":"modification","discountRateAnnual":0,"retainedShare":0.5,"paymentAmount":50,"exchangeRate":1}]}`

const euroRates = `,"journal":"none","exchangeRates":[
	{"currency":"USD","into":"EUR","date":"2023-12-31","closing":0.95},
	{"currency":"USD","into":"EUR","date":"2024-12-31","closing":0.7,"average":0.8},
	{"currency":"USD","into":"EUR","date":"2025-12-31","closing":1.1,"average":1.2},
	{"currency":"EUR","into":"GBP","date":"2023-12-31","closing":0.4},
	{"currency":"EUR","into":"GBP","date":"2024-12-31","closing":0.6,"average":0.5},
	{"currency":"EUR","into":"GBP","date":"2025-12-31","closing":0.7,"average":0.8}]`

// METHOD 21.3: a lease has three payments of 100 dollars. The entity's functional currency is the
// euro. One dollar is 0.90 euros at commencement, 0.80 for payments and 0.70 at closing. A year
// later, half of the lease is surrendered at an exchange rate of 1.00.
func TestMethod21_3_LiabilityAtClosingAssetAtFirst(t *testing.T) {
	t.Parallel()
	wantFigures(t, "2024", span(t, "2024-01-01", "2024-12-31", euroRates, inEuro), map[string]string{
		"leases.0.currency":                         `"EUR"`,
		"leases.0.leaseCurrency":                    `"USD"`,
		"leases.0.liability.additions":              "270.00",
		"leases.0.liability.payments":               "80.00",
		"leases.0.liability.exchange":               "-50.00",
		"leases.0.liability.closing":                "140.00",
		"leases.0.cost.exchange":                    "-50.00",
		"leases.0.cost.total":                       "90.00",
		"leases.0.rouAsset.closing":                 "180.00",
		"leases.0.rouAsset.accumulatedAmortization": "90.00",
		"leases.0.rouAsset.cost":                    "270.00",
		"leases.0.maturity.years.0":                 "70.00",
		"leases.0.longTermLiability":                "70.00",
		"leases.0.nonCash":                          "270.00",
	})
	wantFigures(t, "2025", span(t, "2025-01-01", "2025-12-31", euroRates, inEuro), map[string]string{
		"leases.0.liability.opening":      "140.00",
		"leases.0.liability.derecognized": "100.00",
		"leases.0.liability.payments":     "60.00",
		"leases.0.liability.closing":      "55.00",
		"leases.0.liability.exchange":     "75.00",
		"leases.0.rouAsset.derecognized":  "90.00",
		"leases.0.rouAsset.amortization":  "45.00",
		"leases.0.cost.gainsAndLosses":    "-10.00",
	})
}

// METHOD 21.4: the 2024 euro amounts are translated to pounds, movements at 0.50 and balances at
// 0.60. The translation difference is the balancing amount.
func TestMethod21_4_TranslationIsTheResidual(t *testing.T) {
	t.Parallel()
	wantFigures(t, "pounds", span(t, "2024-01-01", "2024-12-31", `,"presentationCurrency":"GBP"`+euroRates, inEuro), map[string]string{
		"leases.0.currency":                         `"EUR"`,
		"leases.0.liability.additions":              "108.00", // 270 euro on the first day, at 0.40
		"leases.0.liability.payments":               "40.00",
		"leases.0.liability.exchange":               "-25.00",
		"leases.0.liability.closing":                "84.00",
		"leases.0.liability.translation":            "41.00",
		"leases.0.rouAsset.amortization":            "45.00",
		"leases.0.rouAsset.closing":                 "108.00",
		"leases.0.rouAsset.translation":             "45.00",
		"leases.0.rouAsset.accumulatedAmortization": "54.00",
		"leases.0.functional.liability.closing":     "140.00",
		"total.liability.closing":                   "84.00",
	})
}
