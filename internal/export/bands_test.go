package export_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// METHOD 17.1: an FRS 102 lease's workpapers show the maturity analysis in three bands: within one
// year, between one and five years, and after five years.
func TestMethod17_1_PapersShowMaturityBands(t *testing.T) {
	t.Parallel()
	for months, want := range map[int][3]string{6: {"6,000.00", "0.00", "0.00"}, 60: {"12,000.00", "48,000.00", "0.00"}, 70: {"12,000.00", "48,000.00", "10,000.00"}} {
		for _, more := range []string{"", `,"irrecoverableTaxRate":0.2`} { // first a workbook with formulas, then one with values only
			r := compute(t, fmt.Sprintf(`{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0.05%s}`, months, more))
			paper := strings.Join(strings.Fields(strings.Join(pdfPages(t, r, export.Options{}), " ")), " ")
			if line := "Maturity analysis, undiscounted payments Within one year " + want[0] + " Between one and five years " + want[1] + " After five years " + want[2] + " Total"; !strings.Contains(paper, line) {
				t.Errorf("%d months%s: the memo has no %q", months, more, line)
			}
			sheet := sheettest.Read(t, file(t, "xlsx", operations.Compute.Name, r, export.Options{}))["Disclosures"]
			got := map[string]string{}
			for place, cell := range sheet {
				if row, ok := strings.CutPrefix(place, "A"); ok {
					got[cell.Value] = sheet["B"+row].Value
				}
			}
			for i, label := range []string{"Within one year", "Between one and five years", "After five years"} {
				if figure := strings.TrimSuffix(strings.ReplaceAll(want[i], ",", ""), ".00"); got[label] != figure {
					t.Errorf("%d months%s: sheet Disclosures has %q %s, want %s", months, more, got[label], label, figure)
				}
			}
		}
	}
}

// A workbook without formulas has a value next to every label of a figure.
func TestAWorkbookOfValuesHasEveryFigure(t *testing.T) {
	t.Parallel()
	for _, body := range []string{serviced, taxed} {
		sheets := sheettest.Read(t, file(t, "xlsx", operations.Compute.Name, compute(t, body), export.Options{}))
		for _, name := range []string{"Summary", "Disclosures"} {
			for place, cell := range sheets[name] {
				row, ok := strings.CutPrefix(place, "A")
				title := row == "1" || row == "2" || name == "Summary" && cell.Value == "Lease" // the last condition matches the heading above the inputs
				if ok && !title && cell.Value != "" && sheets[name]["B"+row].Value == "" {
					t.Errorf("sheet %s, row %s: %q has no figure", name, row, cell.Value)
				}
			}
		}
	}
}
