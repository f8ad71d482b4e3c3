package workbook_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// A spreadsheet holds fifteen digits and the days from March 1900. A lease
// beyond is refused with the field and the limit, and nothing is written.
func TestLeasesBeyondASpreadsheetAreRefused(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":10000000000000,"discountRateAnnual":0}`:                           "paymentAmount: a workbook holds amounts below 10000000000000.00",
		`{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":1,"discountRateAnnual":0,"annualEscalationPct":1}`:              "paymentAmount: a workbook holds figures below 10000000000000.00",
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"assetFairValue":99999999999999}`:        "assetFairValue: a workbook holds amounts below",
		`{"commencementDate":"1900-02-28","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`:                                        "commencementDate: a workbook's calendar covers 1900-03-01 to 9999-12-30",
		`{"commencementDate":"9999-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0}`:                                        "commencementDate: a workbook's calendar covers",
		`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"leaseIncentives":9999999999999.995}`:    "leaseIncentives: a workbook holds amounts below",
		`{"commencementDate":"2026-01-01","termMonths":100,"paymentAmount":100000000000,"discountRateAnnual":0,"classification":"finance"}`: "paymentAmount: a workbook holds figures below",
	} {
		var file bytes.Buffer
		err := workbook.Write(&file, compute(t, body), options)
		var limit *workbook.LimitError
		if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), want) || file.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q", body, err, file.Len(), want)
		}
	}
	for _, body := range []string{
		`{"commencementDate":"1900-03-01","termMonths":12,"paymentAmount":833333333333.33,"discountRateAnnual":0}`,
		`{"commencementDate":"9998-12-31","termMonths":12,"paymentAmount":0.001,"discountRateAnnual":1}`,
	} {
		if err := workbook.Write(&bytes.Buffer{}, compute(t, body), options); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// No figure is typed in: outside the inputs and the service's own figures,
// every number is a formula, but for the numbers that say which row it is and
// the zeros that the recursions start from.
func TestEveryFigureIsAFormula(t *testing.T) {
	t.Parallel()
	for _, s := range samples {
		counters := map[string]string{"Schedule": "A", "Journal": "A", "Workings": "A", "Balances": "A", "Rents": "A", "Basis": "B"}
		for sheet, cells := range readCells(t, write(t, compute(t, s.body))) {
			if sheet == "Lease" || sheet == "Service" || sheet == "Check" {
				continue
			}
			for ref, c := range cells {
				number := strings.Trim(c.value, "-.0123456789") == "" && c.value != "" && c.value != "0"
				if number && c.formula == "" && strings.TrimRight(ref, "0123456789") != counters[sheet] {
					t.Errorf("%s: %s!%s is %s and no formula", s.name, sheet, ref, c.value)
				}
			}
		}
	}
}

// A reader finds the sheets, the names of the inputs, frozen headings, print
// areas one page wide, and the chart.
func TestTheWorkbookIsMadeForReaders(t *testing.T) {
	t.Parallel()
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, samples[0].body))))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	for _, sheet := range []string{"Lease", "Summary", "Classification", "Schedule", "Journal", "Disclosures", "Check", "Basis"} {
		layout, err := f.GetPageLayout(sheet)
		if err != nil {
			t.Fatal(err)
		}
		if layout.FitToWidth == nil || *layout.FitToWidth != 1 {
			t.Errorf("%s does not fit the page in width", sheet)
		}
	}
	for _, sheet := range []string{"Lease", "Schedule", "Journal"} {
		if panes, err := f.GetPanes(sheet); err != nil || !panes.Freeze {
			t.Errorf("%s: headings are not frozen (%v)", sheet, err)
		}
	}
	names, areas := map[string]bool{}, 0
	for _, n := range f.GetDefinedName() {
		names[n.Name] = true
		if n.Name == "_xlnm.Print_Area" {
			areas++
		}
	}
	for _, field := range []string{"standard", "commencementDate", "paymentAmount", "discountRateAnnual", "assetFairValue", "leaseClass", "initialLiability"} {
		if !names[field] {
			t.Errorf("no cell is named %s", field)
		}
	}
	if areas != len(f.GetSheetList()) {
		t.Errorf("%d print areas on %d sheets", areas, len(f.GetSheetList()))
	}
	archive := readParts(t, write(t, compute(t, samples[0].body)))
	if archive["xl/charts/chart1.xml"] == 0 {
		t.Error("there is no chart")
	}
}
