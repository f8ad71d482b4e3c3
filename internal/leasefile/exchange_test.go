package leasefile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Exchange rate tables are read in the formats that banks and treasury systems export. The
// currencies are in two columns or form a pair. Dates and decimals may be in any usual format, and
// a rate may be per 1 or per 100 units.
func TestExportedExchangeRatesAreRead(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"two columns":     "currency,into,date,closing,average\nEUR,USD,2025-12-31,1.175,\nEUR,USD,2026-01-31,1.18,1.1779\nJPY,USD,2026-01-31,0.00654,0.0065\n",
		"a treasury":      "From currency,To currency,Period end,Closing rate,Average rate\nEUR,USD,31/12/2025,1.175,\nEUR,USD,31/01/2026,1.1800,1.1779\nJPY,USD,31/01/2026,0.00654,0.0065\n",
		"a bank, German":  "Currency pair;Date;Close;Avg\nEUR/USD;31.12.2025;1,175;\nEUR/USD;31.01.2026;1,18;1,1779\nJPY/USD;31.01.2026;0,00654;0,0065\n",
		"a data service":  "Symbol,Date,Spot rate,Monthly average\nEURUSD=X,2025-12-31,1.175,\nEURUSD=X,2026-01-31,1.18,1.1779\nJPYUSD=X,2026-01-31,0.00654,0.0065\n",
		"for 100 units":   "Pair,Units,Date,Closing,Average\nEUR to USD,1,2025-12-31,1.175,\nEUR-USD,,2026-01-31,1.18,1.1779\nJPY USD,100,2026-01-31,0.654,0.65\n",
		"both, and notes": "Pair,Currency,Into,Date,Closing,Average,Source\nx,EUR,USD,2025-12-31,1.175,,ECB\nx,EUR,USD,2026-01-31,1.18,1.1779,ECB\nx,JPY,USD,2026-01-31,0.00654,0.0065,ECB\n",
	} {
		rates, err := leasefile.OpenExchangeRates(strings.NewReader(text), leasefile.Options{Ignore: []string{"source"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got strings.Builder
		for _, r := range rates.Rows() {
			fmt.Fprintf(&got, "%s %s %s %s %v %s; ", r.Currency, r.Into, r.Date, r.Closing.Value, r.Average.Set, r.Average.Value)
		}
		const want = "EUR USD 2025-12-31 1.175 false 0; EUR USD 2026-01-31 1.18 true 1.1779; JPY USD 2026-01-31 0.00654 true 0.0065; "
		if got.String() != want {
			t.Errorf("%s: got %s", name, got.String())
		}
	}
}

// The error for an exchange rate table lists all invalid cells.
func TestExchangeRateErrorsNameTheirCells(t *testing.T) {
	t.Parallel()
	const head = "Pair,Date,Closing,Average,Units\n"
	for text, want := range map[string]string{
		head + "EUR/USD,2025-12-31,1.1,,\nEUR/USD,2025-12-31,1.2,,\n": "EUR into USD of 2025-12-31 is also in line 2",
		head + "euro,2025-12-31,1.1,,\n":                              `line 2, column A "Pair" (pair): "euro" is not a pair of currencies, such as EUR/USD`,
		head + "EUR/USD,x,0,,\n":                                      `column C "Closing" (closing): 0 is out of range: use a rate above 0`,
		head + "EUR/USD,2025-12-31,1.1,,7\n":                          `column E "Units" (units): "7" is not a power of ten such as 1, 10 or 100`,
		head + "EUR/EUR,2025-12-31,1.1,,\n":                           "is the same currency",
		"Date,Closing\n2025-12-31,1.1\n":                              "column currency is missing; line 1: column into is missing",
	} {
		_, err := leasefile.OpenExchangeRates(strings.NewReader(text), leasefile.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// The template's Exchange rates sheet applies to all leases of the workbook.
func TestTheSheetExchangeRatesIsForAllLeases(t *testing.T) {
	t.Parallel()
	file := portfolio(t, func(f *excelize.File) {
		if err := f.SetCellValue("Exchange rates", "A2", "GBP"); err != nil {
			t.Fatal(err)
		}
	})
	f, err := leasefile.Open(bytes.NewReader(file), leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the workbook is in memory
	rows := f.ExchangeRates().Rows()
	if len(rows) != 2 || rows[0].Currency.String() != "GBP" || rows[0].Average.Set || rows[1].Average.Value.String() != "1.1793" {
		t.Errorf("got %+v", rows)
	}
	alone, err := leasefile.OpenExchangeRates(bytes.NewReader(file), leasefile.Options{})
	if err != nil || len(alone.Rows()) != 2 {
		t.Errorf("got %v, %v", alone, err)
	}
}
