package export_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Two leases: one with services, irrecoverable tax and variable payments, and one that has only tax
// and is first measured after its commencement.
const (
	serviced = `{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":3,"paymentAmount":1000,"discountRateAnnual":0.06,"irrecoverableTaxRate":0.2,` +
		`"variablePayments":[{"date":"2026-02-05","amount":4}],` +
		`"components":[{"name":"Floor","kind":"lease","standalonePrice":700},{"name":"Cleaning","kind":"service","standalonePrice":300}]}`
	taxed = `{"standard":"FRS_102","commencementDate":"2025-12-16","termMonths":3,"paymentAmount":1000,"discountRateAnnual":0.06,"irrecoverableTaxRate":0.2,` +
		`"initialApplication":{"date":"2026-01-01"}}`
)

// METHOD 20.2, 20.3: every schedule shows services, irrecoverable tax and variable payments,
// although they are not part of the lease cost.
func TestMethod20_2_SchedulesHaveServicesAndTax(t *testing.T) {
	t.Parallel()
	r := compute(t, serviced)
	list := rows(t, func(w io.Writer) error { return export.ScheduleTable.CSV(w, r) })
	if want := []string{"variableLeaseExpense", "nonLeaseExpense", "taxExpense", "from", "to"}; !slices.Equal(list[0][9:], want) {
		t.Errorf("CSV has the columns %q, want %q", list[0][9:], want)
	}
	if want := []string{"4.00", "300.00", "200.00"}; !slices.Equal(list[2][9:12], want) {
		t.Errorf("CSV has %q in row 2, want %q", list[2][9:12], want)
	}
	sheet := sheettest.Read(t, file(t, "xlsx", operations.Compute.Name, r, export.Options{}))["Schedule"]
	for cell, want := range map[string]string{
		"O4": "Variable lease cost", "P4": "Non-lease components", "Q4": "Irrecoverable tax", "O6": "4", "P6": "300", "Q6": "200", "P8": "900", "Q8": "600",
	} {
		if got := sheet[cell].Value; got != want {
			t.Errorf("sheet Schedule, %s: got %q, want %q", cell, got, want)
		}
	}
	paper := strings.Join(strings.Fields(strings.Join(pdfPages(t, r, export.Options{}), " ")), " ")
	for _, want := range []string{"Variable lease cost Non-lease components Irrecoverable tax", "4.00 300.00 200.00 3 ", "4.00 900.00 600.00"} {
		if !strings.Contains(paper, want) {
			t.Errorf("the memo has no %q", want)
		}
	}
}

// METHOD 19.2: rows after an initial application have the fields of METHOD 13.12, in CSV as well.
// If a lease needs only the second of two optional columns, the CSV contains only that column.
func TestMethod19_2_TheScheduleAsCSVHasMonthsAndOpeningBalances(t *testing.T) {
	t.Parallel()
	r := compute(t, taxed)
	list := rows(t, func(w io.Writer) error { return export.ScheduleTable.CSV(w, r) })
	if want := []string{"taxExpense", "from", "to", "months", "liabilityOpen", "rouAssetOpen"}; !slices.Equal(list[0][9:], want) {
		t.Errorf("CSV has the columns %q, want %q", list[0][9:], want)
	}
	if p := &r.Schedule[0]; !slices.Equal(list[1][9:], []string{"0.00", "2026-01-01", "2026-01-15", "0.483871", p.LiabilityOpen().String(), p.RouAssetOpen().String()}) {
		t.Errorf("the first row ends in %q", list[1][9:])
	}
	sheet := sheettest.Read(t, file(t, "xlsx", operations.Compute.Name, r, export.Options{}))["Schedule"]
	if sheet["P4"].Value != "Irrecoverable tax" || sheet["P6"].Value != "200" || sheet["Q4"].Value != "" {
		t.Errorf("sheet Schedule has %q, %q and %q", sheet["P4"].Value, sheet["P6"].Value, sheet["Q4"].Value)
	}
}
