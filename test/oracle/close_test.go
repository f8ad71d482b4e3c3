package oracle_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

const closed = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0,"paymentTiming":"arrears"},
	{"id":"B","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":12,"paymentAmount":50,"discountRateAnnual":0,"paymentTiming":"arrears",
	 "prepaidRent":120,"exemption":"short_term"}`

// METHOD 22.2: the digest covers the balances at the end of January. Lease A has a liability of
// 1,100 and an asset of 1,100 after amortization of 100. Lease B has prepaid rent of 110, initially
// 120.
func TestMethod22_2_Digest(t *testing.T) {
	t.Parallel()
	january := fmt.Sprintf("%x", sha256.Sum256([]byte("A\tIFRS_16\t\t1100.00\t1100.00\t100.00\t0.00\nB\tIFRS_16\t\t0.00\t0.00\t0.00\t110.00\n")))
	wantFigures(t, "January", span(t, "2024-01-01", "2024-01-31", "", closed), map[string]string{"digest": `"` + january + `"`})
	wantFigures(t, "agrees", span(t, "2024-02-01", "2024-02-29", fmt.Sprintf(`,"previous":{"digest":%q}`, january), closed), map[string]string{
		"previous.agrees": "true",
		"previous.digest": `"` + january + `"`,
	})
	nothing := fmt.Sprintf("%x", sha256.Sum256(nil))
	wantFigures(t, "before", span(t, "2023-01-01", "2023-12-31", "", closed), map[string]string{"digest": `"` + nothing + `"`})
}

// METHOD 22.2: the rollforward opens with the signed balances. The difference from the computed
// balances is a prior-period correction. The account "Prior-period corrections" balances its entry.
func TestMethod22_2_LateChanges(t *testing.T) {
	t.Parallel()
	const signed = `,"journal":"monthly","previous":{"leases":[{"id":"A","liability":1090,"rouAsset":1100,"accumulatedAmortization":100,"prepaidRent":0},
		{"id":"B","liability":0,"rouAsset":0,"accumulatedAmortization":0,"prepaidRent":115},
		{"id":"C","liability":7,"rouAsset":0,"accumulatedAmortization":0,"prepaidRent":2}]}`
	wantFigures(t, "late", span(t, "2024-02-01", "2024-02-29", signed, closed), map[string]string{
		"previous.agrees":                                               "false",
		"previous.lateChanges.A.liability.signed":                       "1090.00",
		"previous.lateChanges.A.liability.now":                          "1100.00",
		"previous.lateChanges.A.liability.difference":                   "10.00",
		"previous.lateChanges.A.rouAsset.signed":                        "",
		"previous.lateChanges.B.prepaidRent.difference":                 "-5.00",
		"previous.lateChanges.C.liability.difference":                   "-7.00",
		"leases.0.liability.opening":                                    "1090.00",
		"leases.0.liability.late":                                       "10.00",
		"leases.0.liability.closing":                                    "1000.00",
		"journalEntries.A-20240201-late.lines.Lease liability":          "-10.00",
		"journalEntries.A-20240201-late.lines.Prior-period corrections": "10.00",
		"journalEntries.B-20240201-late.lines.Prepaid rent":             "-5.00",
		"journalEntries.C-20240201-late.lines.Lease liability":          "7.00",
		"journalEntries.C-20240201-late.lines.Prepaid rent":             "-2.00",
		"journalEntries.C-20240201-late.lines.Prior-period corrections": "-5.00",
	})
}

// METHOD 22.1: the comparative period contains the same leases as the reporting period. Amounts
// before a lease commences are 0.00.
func TestMethod22_1_Comparative(t *testing.T) {
	t.Parallel()
	wantFigures(t, "comparative", span(t, "2024-02-01", "2024-02-29", `,"comparative":{"from":"2024-01-01","to":"2024-01-31"}`, closed), map[string]string{
		"comparative.from":                                                  `"2024-01-01"`,
		"comparative.leases.0.liability.closing":                            "1100.00",
		"comparative.leases.0.liability.additions":                          "1200.00",
		"comparative.total.cost.amortization":                               "100.00",
		"comparative.weightedAverages.finance||IFRS_16.remainingTermMonths": "11",
		"leases.0.liability.opening":                                        "1100.00",
	})
	wantFigures(t, "before", span(t, "2024-01-01", "2024-01-31", `,"comparative":{"from":"2023-01-01","to":"2023-12-31"}`, closed), map[string]string{
		"comparative.leases.0.liability.closing": "0.00",
		"comparative.leases.0.cash.total":        "0.00",
	})
}

// METHOD 22.4: an asset and a liability of 1,200 each decrease to 1,100. Lease B's prepaid rent of
// 110 is taxed like an asset.
func TestMethod22_4_DeferredTax(t *testing.T) {
	t.Parallel()
	const rates = `,"journal":"monthly","deferredTax":[{"rate":0.25,"openingRate":0.2}]`
	wantFigures(t, "January", span(t, "2024-01-01", "2024-01-31", rates, closed), map[string]string{
		"leases.0.deferredTax.assetClosing":                        "275.00",
		"leases.0.deferredTax.liabilityClosing":                    "275.00",
		"leases.0.deferredTax.expense":                             "0.00",
		"leases.1.deferredTax.liabilityClosing":                    "27.50",
		"leases.1.deferredTax.expense":                             "27.50",
		"total.deferredTax.liabilityClosing":                       "302.50",
		"journalEntries.A-202401-tax.lines.Deferred tax asset":     "275.00",
		"journalEntries.A-202401-tax.lines.Deferred tax liability": "-275.00",
		"journalEntries.B-202401-tax.lines.Deferred tax expense":   "27.50",
	})
	wantFigures(t, "February", span(t, "2024-02-01", "2024-02-29", rates, closed), map[string]string{
		"leases.1.deferredTax.liabilityOpening": "22.00", // 110 × 0.2, the tax rate at the opening
		"leases.1.deferredTax.liabilityClosing": "25.00",
		"leases.1.deferredTax.expense":          "3.00",
		"leases.1.deferredTax.rateChange":       "5.50", // 27.50 (at the new tax rate) − 22.00
	})
	const applied = `{"id":"A","standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0,
		"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":-40}}`
	wantFigures(t, "applied", span(t, "2026-01-01", "2026-01-31", rates, applied), map[string]string{
		"leases.0.deferredTax.initialApplication":                                   "-10.00", // (1,160 of the asset − 1,200 of the liability) × 0.25
		"leases.0.deferredTax.assetClosing":                                         "275.00",
		"leases.0.deferredTax.liabilityClosing":                                     "265.83", // the asset of 1,160 × 11/12 × 0.25
		"leases.0.deferredTax.expense":                                              "0.83",
		"journalEntries.A-202601-tax.lines.Deferred tax before initial application": "-10.00",
	})
}
