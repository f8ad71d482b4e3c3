package workbook_test

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

// The Rates sheet shows the rows that supplied a rate from the rate table. A formula interpolates
// between two rows. If the lease supplies the rate itself, the workbook has no Rates sheet.
func TestMethod20_1_TheSheetRates(t *testing.T) {
	t.Parallel()
	const body = `{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"currency":"EUR","discountRates":[` +
		`{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"source":"Treasury"},` +
		`{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"currency":"EUR"},` +
		`{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"source":"Treasury"}]}`
	f, err := excelize.OpenReader(bytes.NewReader(write(t, compute(t, body))))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Rates", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	var used int
	for i, row := range rows {
		if len(row) > 3 && row[0] == "Rate used" {
			used = i + 1
			if row[2] != "48" || row[3] != "0.053" {
				t.Errorf("got %q", row)
			}
		}
	}
	cell, err := excelize.CoordinatesToCellName(4, used)
	if err != nil {
		t.Fatal(err)
	}
	if formula, err := f.GetCellFormula("Rates", cell); err != nil || formula == "" {
		t.Errorf("the rate is no formula: %q, %v", formula, err)
	}
	if value, err := f.CalcCellValue("Rates", cell, excelize.Options{RawCellValue: true}); err != nil || value != "0.053" {
		t.Errorf("the formula gives %s, %v", value, err)
	}
	plainLease := `{"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"discountRateAnnual":0.05}`
	f, err = excelize.OpenReader(bytes.NewReader(write(t, compute(t, plainLease))))
	if err != nil {
		t.Fatal(err)
	}
	if i, err := f.GetSheetIndex("Rates"); err != nil || i >= 0 {
		t.Errorf("a sheet Rates without a table: %d, %v", i, err)
	}
}
