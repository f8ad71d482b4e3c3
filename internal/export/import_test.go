package export_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Spreadsheets import each cell of a CSV file with the correct type: amounts become numbers, dates
// become dates, and user text stays text, never a formula.
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

// sameCell compares a CSV field with a spreadsheet cell's raw value. Numbers are compared by value,
// and a date is compared with the cell's serial number.
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
