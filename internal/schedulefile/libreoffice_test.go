package schedulefile_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// formulas are a schedule as a spreadsheet computes it: the liability it starts
// with, and the growth of a balance from one row to the next.
type formulas struct {
	sheet, start, growth string
	arrears              bool
	changes              string // from the lease as given
}

// The rate is in B1, the months in B2, the rent in B3; a row's date is in column B
// and the next one's below it.
var sheets = []formulas{
	{"PV in advance", "-PV(B1/12,B2,B3,0,1)", "B$1/12", false, ""},
	{"PV in arrears", "-PV(B1/12,B2,B3)", "B$1/12", true, "paymentTiming"},
	{"Effective", "-PV((1+B1)^(1/12)-1,B2,B3,0,1)", "(1+B$1)^(1/12)-1", false, "discounting"},
	{"XNPV", "XNPV(B1,C6:C29,B6:B29)", "(1+B$1)^((B%[2]d-B%[1]d)/365)-1", false, "discounting"},
}

// METHOD 15.3: schedules computed by LibreOffice functions, unrounded, are read, and their
// convention is found; a changed row is named instead.
func TestMethod15_3_SchedulesThatLibreOfficeComputes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := excelize.NewFile()
	defer f.Close() //nolint:errcheck // it has no file
	for _, s := range sheets {
		writeFormulas(t, f, s)
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(filepath.Join(dir, "in.xlsx")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "soffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "xlsx", "--outdir", dir+"/out", dir+"/in.xlsx")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("soffice (Debian's package libreoffice-calc): %v\n%s", err, out)
	}
	file, err := os.ReadFile(filepath.Join(dir, "out", "in.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sheets {
		reading, err := schedulefile.Read(bytes.NewReader(file), schedulefile.Options{Sheet: s.sheet})
		if err != nil {
			t.Errorf("%s: %v", s.sheet, err)
			continue
		}
		a, err := reperform.Verify(&reperform.Question{Lease: *lease, Theirs: reading.Theirs})
		if err != nil {
			t.Fatal(err)
		}
		explained := ""
		if a.Explanation != nil {
			for _, c := range a.Explanation.Changes {
				explained += c.Member
			}
		}
		if a.Agrees != (s.changes == "") || a.Explanation == nil || explained != s.changes || a.Compared < 24*3 {
			t.Errorf("%s: agrees %t, explained by %q, %d compared, %d outside, columns %+v", s.sheet, a.Agrees, explained, a.Compared, a.Outside, reading.Columns)
		}
		changed := reading.Theirs.Schedule[10].Interest.Value
		reading.Theirs.Schedule[10].Interest.Value = changed.Shift(1)
		if a, err = reperform.Verify(&reperform.Question{Lease: *lease, Theirs: reading.Theirs}); err != nil {
			t.Fatal(err)
		}
		named := false
		for _, i := range a.Inconsistencies {
			named = named || strings.Contains(i.Where, "[10]")
		}
		if a.Agrees || a.Explanation == nil || !strings.Contains(a.Explanation.Sentence, "interest of row 11 is ") || !named {
			t.Errorf("%s, changed by hand: agrees %t, explained %v, inconsistencies %+v", s.sheet, a.Agrees, a.Explanation, a.Inconsistencies)
		}
	}
}

func writeFormulas(t *testing.T, f *excelize.File, s formulas) {
	t.Helper()
	keep := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := f.NewSheet(s.sheet)
	keep(err)
	for i, row := range [][]any{{"Rate", 0.06}, {"Months", 24}, {"Rent", 10000}, {"Initial liability"}, {"#", "Date", "Payment", "Interest expense", "Ending balance"}} {
		keep(f.SetSheetRow(s.sheet, fmt.Sprintf("A%d", i+1), &row))
	}
	keep(f.SetCellFormula(s.sheet, "B4", s.start))
	format, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	keep(err)
	for k := range 25 {
		line := 6 + k
		months := fmt.Sprint(k)
		if s.arrears {
			months = fmt.Sprint(k + 1)
		}
		keep(f.SetCellFormula(s.sheet, fmt.Sprintf("B%d", line), "EDATE(DATE(2026,1,1),"+months+")"))
		keep(f.SetCellStyle(s.sheet, fmt.Sprintf("B%d", line), fmt.Sprintf("B%d", line), format))
		if k == 24 {
			break
		}
		open := "B$4"
		if k > 0 {
			open = fmt.Sprintf("E%d", line-1)
		}
		growth := s.growth
		if strings.Contains(growth, "%") {
			growth = fmt.Sprintf(growth, line, line+1)
		}
		paid := fmt.Sprintf("-C%d", line)
		if s.arrears {
			paid = ""
		}
		keep(f.SetCellInt(s.sheet, fmt.Sprintf("A%d", line), int64(k+1)))
		keep(f.SetCellFormula(s.sheet, fmt.Sprintf("C%d", line), "B$3"))
		keep(f.SetCellFormula(s.sheet, fmt.Sprintf("D%d", line), fmt.Sprintf("(%s%s)*(%s)", open, paid, growth)))
		keep(f.SetCellFormula(s.sheet, fmt.Sprintf("E%d", line), fmt.Sprintf("%s-C%d+D%d", open, line, line)))
	}
}
