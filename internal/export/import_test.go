package export_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Spreadsheets import each cell of a CSV file with the correct type: amounts become numbers, dates
// become dates, and user text remains text and is never evaluated as a formula.
func TestSpreadsheetsImportTheCsvFiles(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["operating"])
	mapped := export.Options{Accounts: readAccounts(t, codes)}
	files := map[string][]byte{
		"schedule":          file(t, "csv", operations.Schedule.Name, r, export.Options{}),
		"journal":           file(t, "csv", operations.JournalEntries.Name, r, mapped),
		"quickbooks-online": file(t, "quickbooks-online", operations.JournalEntries.Name, r, mapped),
		"xero":              file(t, "xero", operations.JournalEntries.Name, r, mapped),
		"netsuite":          file(t, "netsuite", operations.JournalEntries.Name, r, mapped),
	}
	dir := t.TempDir()
	args := []string{
		"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--infilter=CSV:44,34,76,1,,1033,false,true",
		"--convert-to", "xlsx", "--outdir", filepath.Join(dir, "out"),
	}
	for name, content := range files {
		path := filepath.Join(dir, name+".csv")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	judge(t, "libreoffice-calc", "soffice", args...)
	for name, content := range files {
		want, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenFile(filepath.Join(dir, "out", name+".xlsx"))
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range want {
			for j, cell := range row {
				at, err := excelize.CoordinatesToCellName(j+1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				got, err := f.GetCellValue(f.GetSheetName(0), at, excelize.Options{RawCellValue: true})
				if err != nil {
					t.Fatal(err)
				}
				if formula, _ := f.GetCellFormula(f.GetSheetName(0), at); formula != "" {
					t.Fatalf("%s: %s became the formula %s", name, at, formula)
				}
				if !sameCell(cell, got) {
					t.Fatalf("%s: %s is %q, the file has %q", name, at, got, cell)
				}
			}
		}
		_ = f.Close()
	}
}

// sameCell compares a field of a CSV file with the raw value of a spreadsheet cell. Numbers are
// compared by value. A date is compared with the serial number in the cell.
func sameCell(field, cell string) bool {
	if field == cell {
		return true
	}
	for _, layout := range []string{time.DateOnly, "01/02/2006", "2 Jan 2006"} {
		if d, err := time.Parse(layout, field); err == nil {
			return cell == strconv.Itoa(int(d.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours()/24))
		}
	}
	f, err := strconv.ParseFloat(field, 64)
	g, err2 := strconv.ParseFloat(cell, 64)
	return err == nil && err2 == nil && f == g
}

// Each layout has the columns, the date format and the signs that the documentation of the
// accounting software requires, and every entry balances.
func TestBookkeepingLayouts(t *testing.T) {
	t.Parallel()
	r := compute(t, leases["finance"])
	o := export.Options{Accounts: readAccounts(t, codes), Currency: "EUR"}
	for _, test := range []struct {
		format, header, date string
		comma                rune
		id, on, first        int // column indexes of the entry number, its date and the amount
		signed               bool
	}{
		{"quickbooks-online", "Journal No.|Journal Date|Account Name|Debits|Credits|Description|Currency|Class|Name", "03/15/2026", ',', 0, 1, 3, false},
		{"netsuite", "External ID|Date|Memo|Currency|Account|Debit|Credit|Line Memo|Class|Name", "03/15/2026", ',', 0, 1, 5, false},
		{
			"xero", "*Narration|*Date|Description|*AccountCode|*TaxRate|*Amount|TrackingName1|TrackingOption1|TrackingName2|TrackingOption2",
			"15 Mar 2026", ',', 0, 1, 5, true,
		},
	} {
		reader := csv.NewReader(bytes.NewReader(file(t, test.format, operations.JournalEntries.Name, r, o)))
		reader.Comma, reader.FieldsPerRecord = test.comma, -1
		rows, err := reader.ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", test.format, err)
		}
		if got := strings.Join(rows[0], "|"); got != test.header {
			t.Errorf("%s: header %s", test.format, got)
		}
		sums, lines := map[string]int64{}, 0
		for _, row := range rows[1:] {
			if strings.HasPrefix(row[0], "!") || row[0] == "ENDTRNS" {
				continue
			}
			if lines++; lines == 1 && row[test.on] != test.date {
				t.Errorf("%s: date %s, want %s", test.format, row[test.on], test.date)
			}
			sums[row[test.id]] += inCents(t, row[test.first])
			if !test.signed {
				sums[row[test.id]] -= inCents(t, row[test.first+1])
			}
		}
		want := 0
		for _, e := range leasehold.Journal(&r.Measurement) {
			want += len(e.Lines)
		}
		if lines != want || len(sums) != len(leasehold.Journal(&r.Measurement)) {
			t.Errorf("%s: %d lines in %d entries, want %d in %d", test.format, lines, len(sums), want, len(leasehold.Journal(&r.Measurement)))
		}
		for id, sum := range sums {
			if sum != 0 {
				t.Errorf("%s: %s is off by %d cents", test.format, id, sum)
			}
		}
	}
}

func inCents(t *testing.T, amount string) int64 {
	t.Helper()
	if amount == "" {
		return 0
	}
	n, err := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
