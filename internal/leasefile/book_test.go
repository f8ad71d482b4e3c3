package leasefile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
)

// portfolio returns the template workbook after the callback has modified it.
func portfolio(tb testing.TB, change func(f *excelize.File)) []byte {
	tb.Helper()
	var file bytes.Buffer
	if err := leasetemplate.Write(&file); err != nil {
		tb.Fatal(err)
	}
	if change == nil {
		return file.Bytes()
	}
	f, err := excelize.OpenReader(&file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the workbook is in memory
	change(f)
	var changed bytes.Buffer
	if err := f.Write(&changed); err != nil {
		tb.Fatal(err)
	}
	return changed.Bytes()
}

// templateLeases contains the example leases of the template as JSON.
var templateLeases = []string{
	`{"id":"office-1","name":"Head office","tags":{"entity":"Example Inc."},"standard":"ASC_842","commencementDate":"2026-01-01","termMonths":60,` +
		`"paymentAmount":10000,"discountRateAnnual":0.06,"paymentFrequency":"monthly","paymentTiming":"advance",` +
		`"rentSteps":[{"from":"2028-01-01","paymentAmount":10500}],"rentFree":[{"from":"2026-01-01","months":3,"share":0.5}],` +
		`"otherPayments":[{"date":"2026-06-15","amount":7500,"kind":"payment"}],"currency":"USD","events":[{"date":"2029-01-01","type":"reassessment",` +
		`"rentSteps":[{"from":"2029-07-01","paymentAmount":12000}],"termMonths":84,"discountRateAnnual":0.055}],` +
		`"components":[{"name":"Office","kind":"lease","standalonePrice":9200},{"name":"Cleaning","kind":"service","standalonePrice":800}],` +
		`"variablePayments":[{"date":"2026-12-31","amount":1830.25,"name":"Common area costs"}],"subleaseIncome":[{"date":"2026-09-30","amount":1200}],` +
		`"evidence":{"paymentAmount":{"quote":"a monthly rent of 10,000.00","page":"3","document":"lease.pdf"}}}`,
	`{"id":"truck-7","name":"Delivery truck","tags":{"entity":"Example Inc."},"standard":"ASC_842","commencementDate":"2026-03-01","termMonths":36,` +
		`"paymentAmount":1250.5,"discountRateAnnual":0.0725,"paymentFrequency":"monthly","paymentTiming":"arrears","transfersOwnership":false,` +
		`"assetFairValue":45000,"assetEconomicLifeMonths":84,"currency":"USD"}`,
}

// The reader accepts the template, which contains the example leases.
func TestPortfolioTemplateIsReadBack(t *testing.T) {
	t.Parallel()
	file := portfolio(t, nil)
	checkTemplate(t, "the template", file)
	// A workbook can also be read from a pipe.
	rows := read(t, io.MultiReader(bytes.NewReader(file)), leasefile.Options{})
	if len(rows) != 2 || rows[0].Err != nil {
		t.Errorf("from a pipe: %+v", rows)
	}
}

func checkTemplate(t *testing.T, what string, file []byte) {
	t.Helper()
	rows := read(t, bytes.NewReader(file), leasefile.Options{})
	if len(rows) != len(templateLeases) {
		t.Fatalf("%s: got %d rows", what, len(rows))
	}
	for i, want := range templateLeases {
		if rows[i].Err != nil {
			t.Errorf("%s: %v", what, rows[i].Err)
		} else if got := string(rows[i].Lease.Append(nil)); got != want {
			t.Errorf("%s: got  %s\nwant %s", what, got, want)
		}
		if _, err := leasehold.Compute(rows[i].Lease); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The reader recognizes every column of the template, which has a column for each field of a lease.
func TestPortfolioTemplateHasEveryMember(t *testing.T) {
	t.Parallel()
	f, err := leasefile.Open(bytes.NewReader(portfolio(t, nil)), leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the workbook is in memory
	var fields, tags []string
	for _, c := range f.Columns() {
		if c.Tag != "" {
			tags = append(tags, c.Tag)
			continue
		}
		fields = append(fields, c.Field)
	}
	if fmt.Sprint(tags) != "[entity]" {
		t.Errorf("tags %q", tags)
	}
	for _, name := range leasehold.FieldNames() {
		switch name {
		case "tags", "rentSteps", "rentFree", "otherPayments", "events", "discountRates", "components", "variablePayments", "subleaseIncome", "subleases", "evidence":
			continue
		case "basis":
			name = "basis.discounting"
		case "initialApplication":
			name = "initialApplication.date"
		case "calendar":
			name = "calendar.from"
		}
		if !slices.Contains(fields, name) {
			t.Errorf("there is no column %s", name)
		}
	}
}

// If LibreOffice saves the template as a workbook or as CSV files, the output contains the same
// leases.
func TestLibreOfficeFilesAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.xlsx"), portfolio(t, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	// In the CSV filter options, the number 59 means a semicolon, 44 a comma, 34 a quotation mark,
	// and 76 the UTF-8 encoding. Cells are written as displayed, and each sheet becomes one file.
	for _, to := range []string{"xlsx:Calc MS Excel 2007 XML", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"} {
		cmd := exec.CommandContext(t.Context(), "soffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", to, "--outdir", dir+"/out", dir+"/in.xlsx")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("soffice: %v\n%s", err, out)
		}
	}
	saved, err := os.ReadFile(filepath.Join(dir, "out", "in.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	checkTemplate(t, "saved by LibreOffice", saved)

	// Rename each sheet's CSV file to the name that a directory of leases requires.
	sheets, err := filepath.Glob(filepath.Join(dir, "out", "in-*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range sheets {
		name := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(filepath.Base(sheet), "in-")), " ", "-")
		if err := os.Rename(sheet, filepath.Join(dir, "out", name)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := leasefile.OpenDir(filepath.Join(dir, "out"), leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the files are only read, so closing them loses no data
	rows, err := allRows(f)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range templateLeases {
		if rows[i].Err != nil || string(rows[i].Lease.Append(nil)) != want {
			t.Errorf("as CSV: %v, %+v", rows[i].Err, rows[i].Lease)
		}
	}
}

// Every error in a workbook names the sheet, the row and the column.
func TestWorkbookErrorsNameSheetRowAndColumn(t *testing.T) {
	t.Parallel()
	file := portfolio(t, func(f *excelize.File) {
		for at, value := range map[string]any{
			"Leases!F3": "three years", "Leases!R3": "perhaps", "Leases!H3": 7.25,
			"Steps!A4": "office-1", "Steps!B4": "2028-02-15", "Steps!C4": 5,
			"Steps!A5": "nobody", "Steps!B5": "2028-02-15", "Steps!C5": 5,
			"Steps!B6": "2028-02-15", "Steps!C6": 5,
			"Rent free!C2": "x",
			"Payments!A3":  "office-1", "Payments!B3": "2029-02-01", "Payments!C3": 5, "Payments!E3": "2029-01-02",
			"Events!H2": 1300,
		} {
			name, cell, _ := strings.Cut(at, "!")
			if err := f.SetCellValue(name, cell, value); err != nil {
				t.Fatal(err)
			}
		}
	})
	var got []string
	for _, row := range read(t, bytes.NewReader(file), leasefile.Options{}) {
		if row.Err == nil {
			t.Errorf("%s was accepted", row.Place)
			continue
		}
		got = append(got, row.Err.Error())
	}
	want := []string{
		`sheet Rent free, row 2, column C "Months" (months): "x" is not a number; ` +
			`sheet Payments, row 3, column E "Event date" (event): the lease has no event on 2029-01-02; ` +
			`sheet Events, row 2, column H "New lease term (months)" (events[0].termMonths): 1300 is out of range: use a whole number from 1 to 1200`,
		`sheet Leases, row 3, column F "Lease term (months)" (termMonths): "three years" is not a number; ` +
			`column R "Ownership transfers by the end of the term" (transfersOwnership): "perhaps" is not allowed; write yes, no, true or false; ` +
			`column H "Annual discount rate" (discountRateAnnual): 7.25 is out of range: use a fraction from 0 to 1 (write 0.0725 for 7.25%)`,
		`sheet Steps, row 5, id: lease "nobody" not found`,
		`sheet Steps, row 6, id: is required to identify the row's lease`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// A rent step must begin on the first day of a payment period. Package leasehold detects a
	// violation, and the error names the rent step's row.
	file = portfolio(t, func(f *excelize.File) {
		if err := f.SetSheetRow("Steps", "A4", &[]any{"office-1", "2026-02-15", 5}); err != nil {
			t.Fatal(err)
		}
	})
	rows := read(t, bytes.NewReader(file), leasefile.Options{})
	if rows[0].Err == nil || !strings.HasPrefix(rows[0].Err.Error(), `sheet Steps, row 4, column B "From" (rentSteps[0].from): `) {
		t.Errorf("got %v", rows[0].Err)
	}
}

// The sheet with the leases may have any name, and titles may precede its headings. Dates may be
// date cells, text or serial numbers of the 1904 date system. Digits beyond a spreadsheet's
// precision are removed.
func TestWorkbooksOfAnyLayoutAreRead(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	defer f.Close() //nolint:errcheck // the workbook is in memory
	if err := f.SetSheetName("Sheet1", "Cover"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.NewSheet("Register 2026"); err != nil {
		t.Fatal(err)
	}
	on := true
	if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &on}); err != nil {
		t.Fatal(err)
	}
	for i, row := range [][]any{
		{"Lease register"},
		{},
		{"Contract no.", "Start date", "Months", "Rent", "IBR", "tag:Region", "Ownership transfers"},
		{4711, "1/31/2026", 60, "1,000.00", 0.1 + 0.2, 12, true},
		{4712, 46022 - 1462 + 31, 12, 5e2, "6%", "North", "no"},
	} {
		at, _ := excelize.CoordinatesToCellName(2, i+1)
		if err := f.SetSheetRow("Register 2026", at, &row); err != nil {
			t.Fatal(err)
		}
	}
	format, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SetCellStyle("Register 2026", "C5", "C5", format); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := f.Write(&file); err != nil {
		t.Fatal(err)
	}
	rows := read(t, bytes.NewReader(file.Bytes()), leasefile.Options{})
	want := []string{
		`{"id":"4711","tags":{"Region":"12"},"standard":"ASC_842","commencementDate":"2026-01-31","termMonths":60,"paymentAmount":1000,"discountRateAnnual":0.3,` +
			`"paymentFrequency":"monthly","paymentTiming":"advance","transfersOwnership":true}`,
		`{"id":"4712","tags":{"Region":"North"},"standard":"ASC_842","commencementDate":"2026-01-31","termMonths":12,"paymentAmount":500,"discountRateAnnual":0.06,` +
			`"paymentFrequency":"monthly","paymentTiming":"advance","transfersOwnership":false}`,
	}
	if len(rows) != len(want) {
		t.Fatalf("got %d rows", len(rows))
	}
	for i := range want {
		if rows[i].Err != nil || string(rows[i].Lease.Append(nil)) != want[i] || rows[i].Place != (leasefile.Place{Sheet: "Register 2026", Line: 4 + i}) {
			t.Errorf("got %v, %v", rows[i].Place, rows[i].Err)
			if rows[i].Lease != nil {
				t.Errorf("%s", rows[i].Lease.Append(nil))
			}
		}
	}
	if _, err := leasefile.Open(bytes.NewReader(file.Bytes()), leasefile.Options{Sheet: "Cover"}); err == nil {
		t.Error("the cover was read")
	}
}

// A small file with an enormous decompressed size is rejected without being decompressed.
func TestWorkbooksAreBounded(t *testing.T) {
	t.Parallel()
	bomb := func(part string, fill string) []byte {
		var file bytes.Buffer
		z := zip.NewWriter(&file)
		in, err := zip.NewReader(bytes.NewReader(portfolio(t, nil)), int64(len(portfolio(t, nil))))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range in.File {
			w, err := z.Create(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			if f.Name != part {
				r, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(w, r); err != nil {
					t.Fatal(err)
				}
				continue
			}
			more := strings.Repeat(fill, (1<<20)/len(fill))
			if _, err := io.WriteString(w, "<x>"); err != nil {
				t.Fatal(err)
			}
			for range 6 {
				if _, err := io.WriteString(w, more); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return file.Bytes()
	}
	for part, fills := range map[string][]string{
		"xl/sharedStrings.xml":     {"<si><t>aaaaaaaaaa</t></si>", "aaaa", "<!---->"},
		"xl/worksheets/sheet2.xml": {"<row><c><v>1</v></c></row>", "<c ", "<!--a"},
		"xl/styles.xml":            {"<xf/>", "  "},
	} {
		for _, fill := range fills {
			file := bomb(part, fill)
			f, err := leasefile.Open(bytes.NewReader(file), leasefile.Options{})
			for c := new(leasefile.Chunk); err == nil; {
				err = f.Next(c)
			}
			if errors.Is(err, io.EOF) {
				t.Errorf("%s of 6 MB %q in a file of %d KB was read", part, fill, len(file)>>10)
			}
		}
	}
}
