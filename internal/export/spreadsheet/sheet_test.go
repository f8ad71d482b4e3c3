package spreadsheet_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
)

// laidOut writes a workbook with one sheet and opens the written workbook.
func laidOut(t *testing.T, write func(*spreadsheet.Sheet)) *excelize.File {
	t.Helper()
	b := spreadsheet.New(spreadsheet.Options{})
	b.Add("One", write)
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A row with headings or an explanation is high enough for its text, because LibreOffice does not
// adjust the height.
func TestARowIsAsHighAsItsHeadings(t *testing.T) {
	t.Parallel()
	f := laidOut(t, func(s *spreadsheet.Sheet) {
		s.Widths(20, 12)
		s.Head("Title", strings.Repeat("explanation ", 6))
		s.Headings(spreadsheet.Left("short"), spreadsheet.Right("ASC 842 operating, USD"))
		s.Headings(spreadsheet.Left("short"), spreadsheet.Right("short"))
	})
	for row, want := range map[int]float64{2: 45, 4: 45, 5: 15} {
		if got, err := f.GetRowHeight("One", row); err != nil || got != want {
			t.Errorf("row %d: %v, want %v (%v)", row, got, want, err)
		}
	}
	merged, err := f.GetMergeCells("One")
	if err != nil || len(merged) != 1 || merged[0].GetStartAxis() != "A2" || merged[0].GetEndAxis() != "B2" {
		t.Errorf("merged: %v, %v", merged, err)
	}
}

// A sheet that is too wide for one readable page is printed on several pages. Each page repeats
// the frozen rows and columns.
func TestAWideSheetIsPrintedOnSeveralPagesSideBySide(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		columns, pages int
		titles         string
	}{{3, 1, "One!$1:$4"}, {30, 3, "One!$A:$B,One!$1:$4"}} {
		f := laidOut(t, func(s *spreadsheet.Sheet) {
			widths := make([]float64, x.columns)
			for i := range widths {
				widths[i] = 20
			}
			s.Widths(widths...)
			s.Freeze(4, 2)
			s.Head("Title", "about")
		})
		layout, err := f.GetPageLayout("One")
		if err != nil || *layout.FitToWidth != x.pages || *layout.FitToHeight != 0 {
			t.Errorf("%d columns: %+v, %v", x.columns, layout, err)
		}
		for _, name := range f.GetDefinedName() {
			if name.Name == "_xlnm.Print_Titles" && name.RefersTo != x.titles {
				t.Errorf("%d columns: %s, want %s", x.columns, name.RefersTo, x.titles)
			}
		}
		if panes, err := f.GetPanes("One"); err != nil || panes.XSplit != 2 || panes.YSplit != 4 || panes.TopLeftCell != "C5" {
			t.Errorf("%+v, %v", panes, err)
		}
	}
}
