package workbook_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
)

// If the formulas cannot handle an input, the workbook contains values only, explains the reason,
// and has all sheets with amounts.
func TestAWorkbookBeyondTheFormulasHasValues(t *testing.T) {
	t.Parallel()
	rule := map[string]string{
		"calendar": "days that the calendar defines", "components": "stand-alone prices", "tax": "Irrecoverable tax", "monthly": "(1 + rate / 12)^months",
		"variable": "expensed on their dates",
	}
	for name, members := range map[string]string{
		"calendar":   `"calendar":{"from":"2026-02-01"}`,
		"components": `"components":[{"name":"a","kind":"lease","standalonePrice":80},{"name":"b","kind":"service","standalonePrice":20}]`,
		"tax":        `"irrecoverableTaxRate":0.2`,
		"monthly":    `"paymentFrequency":"quarterly","basis":{"discounting":"monthly"}`,
		"variable":   `"variablePayments":[{"date":"2026-05-05","amount":10}]`,
	} {
		r := compute(t, `{"commencementDate":"2026-01-15","termMonths":36,"paymentAmount":900,"discountRateAnnual":0.04,`+members+`}`)
		sheets := sheettest.Read(t, write(t, r))
		for _, sheet := range []string{"Lease", "Summary", "Classification", "Schedule", "Journal", "Disclosures", "Basis"} {
			if len(sheets[sheet]) == 0 {
				t.Errorf("%s has no sheet %s", name, sheet)
			}
			for ref, c := range sheets[sheet] {
				if c.Formula != "" {
					t.Errorf("%s: %s!%s is the formula %s", name, sheet, ref, c.Formula)
				}
			}
		}
		if about := sheets["Summary"]["A2"].Value; !strings.Contains(about, "exported values, because this workbook's formulas do not cover the following: ") {
			t.Errorf("%s: %s", name, about)
		}
		for ref, c := range sheets["Basis"] {
			for _, absent := range []string{"Sheet Terms", "Sheets Measurement", "sheet Check", "Sheet Events", "the name decided", "does not recompute"} {
				if strings.Contains(c.Value, absent) {
					t.Errorf("%s: Basis!%s speaks of what is not there: %s", name, ref, c.Value)
				}
			}
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(sheets["Basis"])), func(c sheettest.Cell) bool { return strings.Contains(c.Value, rule[name]) }) {
			t.Errorf("%s: Basis does not say %q", name, rule[name])
		}
		liability, want := "", sheets["Schedule"]["J5"].Value
		for ref, c := range sheets["Summary"] {
			if strings.HasPrefix(c.Value, "Lease liability at commencement") {
				liability = sheets["Summary"]["B"+ref[1:]].Value
			}
		}
		if liability == "" || want == "" {
			t.Errorf("%s: liability %q, first row %q", name, liability, want)
		}
	}
}
