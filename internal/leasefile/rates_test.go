package leasefile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

const ratesFile = `Valid from;Term (months);Rate %;Currency;tag:entity;Source
1.1.2026;36;5,1;EUR;;Treasury
1.1.2026;60;5,5;EUR;;Treasury
1.1.2026;60;6;;US;Treasury
`

// A rate table in CSV is read like a lease file. Its headings, dates, percentages and decimal
// commas may be in any usual format.
func TestARateTableIsReadFromCSV(t *testing.T) {
	t.Parallel()
	rates, err := leasefile.OpenRates(strings.NewReader(ratesFile), leasefile.Options{Name: "rates.csv"})
	if err != nil {
		t.Fatal(err)
	}
	rows := rates.Rows()
	if len(rows) != 3 || rows[0].DiscountRateAnnual.String() != "0.051" || rows[1].Currency.String() != "EUR" || rows[2].Tags["entity"] != "US" || rows[0].Tags != nil || rows[0].Source != "Treasury" {
		t.Errorf("got %+v", rows)
	}
	f, err := leasefile.Open(strings.NewReader("id,commencementDate,termMonths,paymentAmount,currency\nA,2026-03-01,48,100,EUR\nB,2026-03-01,72,100,EUR\nC,2026-03-01,48,100,\n"),
		leasefile.Options{Rates: rates})
	if err != nil {
		t.Fatal(err)
	}
	leases, err := allRows(f)
	if err != nil {
		t.Fatal(err)
	}
	if leases[0].Err != nil || !leases[0].Lease.RateOfTable {
		t.Errorf("got %+v", leases[0])
	}
	for i, want := range []string{"the table has no rate for 72 months on 2026-03-01; the longest term in the rows dated 2026-01-01 is 60 months", "no row for any currency that matches the lease's tags (entity not stated)"} {
		if err := leases[i+1].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The error for a rate table lists all invalid cells.
func TestRateTableErrorsNameTheirCells(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		ratesFile + "1.1.2026;60;7;EUR;;\n":                "line 5, discountRates: has the same date, term, currency and tags as line 3; keep only one of the two",
		ratesFile + "1.1.2026;x;150;EUR;;\n2;1;1;GBX;;\n":  `line 5, column B "Term (months)" (termMonths): "x" is not a number`,
		"Valid from,Term,Rate\n2026-01-01,36,0.05\n":       `"Term" may be in months or in years`,
		"Valid from,Rate\n2026-01-01,0.05\n":               "column termMonths is missing",
		"validFrom,termMonths,discountRateAnnual,entity\n": "",
	} {
		_, err := leasefile.OpenRates(strings.NewReader(text), leasefile.Options{Name: "rates.csv"})
		if want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// A workbook's Rates sheet applies to all leases of the workbook.
func TestTheSheetRatesIsForAllLeases(t *testing.T) {
	t.Parallel()
	file := portfolio(t, func(f *excelize.File) {
		for at, value := range map[string]any{"Leases!H2": nil, "Events!I2": nil} {
			name, cell, _ := strings.Cut(at, "!")
			if err := f.SetCellValue(name, cell, value); err != nil {
				t.Fatal(err)
			}
		}
	})
	f, err := leasefile.Open(bytes.NewReader(file), leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the workbook is in memory
	rows, err := allRows(f)
	if err != nil || rows[0].Err != nil || rows[1].Err != nil {
		t.Fatalf("got %v, %+v", err, rows)
	}
	stated, err := rows[0].Lease.StateRates()
	if err != nil {
		t.Fatal(err)
	}
	if !rows[0].Lease.RateOfTable || rows[1].Lease.RateOfTable || stated.DiscountRateAnnual.String() != "0.061" || !stated.Events[0].DiscountRateAnnual.Set {
		t.Errorf("got %+v", stated)
	}
}

// A rate table in JSON is either an array of rows or an object with a field that contains the
// array.
func TestARateTableIsReadFromJSON(t *testing.T) {
	t.Parallel()
	const rows = `[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"currency":"EUR"},
		{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"currency":"EUR","tags":{"entity":"US"}}]`
	for _, text := range []string{rows, "\xef\xbb\xbf " + rows, `{"discountRates":` + rows + "}", `{"discountRates":` + strings.ReplaceAll(rows, "\n", "") + "}"} {
		rates, err := leasefile.OpenRates(strings.NewReader(text), leasefile.Options{})
		if err != nil || len(rates.Rows()) != 2 || rates.Rows()[1].Tags["entity"] != "US" {
			t.Errorf("%s: %+v, %v", text, rates, err)
		}
	}
	for text, want := range map[string]string{
		`[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":5.1}]`: "discountRates[0].discountRateAnnual",
		`{"rates":[]}`:  "rates",
		`[{"validFrom"`: "",
	} {
		if _, err := leasefile.OpenRates(strings.NewReader(text), leasefile.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if rates, err := leasefile.OpenRates(strings.NewReader("[]"), leasefile.Options{}); rates != nil || err != nil {
		t.Errorf("no rows: %v, %v", rates, err)
	}
}
