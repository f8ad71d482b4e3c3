package workbook

import (
	"fmt"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// sheet writes one sheet from top to bottom.
type sheet struct {
	b      *book
	name   string
	stream *excelize.StreamWriter
	row    int // the last one written
}

// newSheet starts a sheet that is printed one page wide.
func (b *book) newSheet(name string) (*sheet, error) {
	fit, width, height := true, 1, 0
	landscape, a4 := "landscape", 9
	b.keep(b.file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit}))
	b.keep(b.file.SetPageLayout(name, &excelize.PageLayoutOptions{
		Orientation: &landscape, Size: &a4, FitToWidth: &width, FitToHeight: &height,
	}))
	b.keep(b.file.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddFooter: "&L" + name + "&RPage &P of &N"}))
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, fmt.Errorf("sheet %s: %w", name, err)
	}
	return &sheet{b: b, name: name, stream: stream}, nil
}

// widths sets the widths of the columns from the first on, in characters. It
// comes before the first row.
func (s *sheet) widths(list ...float64) {
	for i, width := range list {
		s.b.keep(s.stream.SetColWidth(i+1, i+1, width))
	}
}

// freeze keeps the rows above row in sight and repeats them on every page. It
// comes before the first row.
func (s *sheet) freeze(row int) {
	s.b.keep(s.stream.SetPanes(&excelize.Panes{
		Freeze: true, YSplit: row, TopLeftCell: "A" + strconv.Itoa(row+1), ActivePane: "bottomLeft",
	}))
	s.b.keep(s.b.file.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Titles", RefersTo: fmt.Sprintf("%s!$1:$%d", s.name, row), Scope: s.name,
	}))
}

// put writes the next row and returns its number.
func (s *sheet) put(cells ...any) int {
	s.row++
	s.b.keep(s.stream.SetRow("A"+strconv.Itoa(s.row), cells))
	return s.row
}

func (s *sheet) skip() { s.row++ }

// head writes the title and a line of explanation.
func (s *sheet) head(text, about string) {
	s.put(s.text(title, text))
	s.put(about)
	s.skip()
}

// headings writes the headings of a table.
func (s *sheet) headings(texts ...string) int {
	cells := make([]any, len(texts))
	for i, t := range texts {
		cells[i] = s.text(heading, t)
	}
	return s.put(cells...)
}

// print sets what is printed: from the first cell to the last column of the
// last row.
func (s *sheet) print(column string) {
	s.b.keep(s.b.file.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Area", RefersTo: fmt.Sprintf("%s!$A$1:$%s$%d", s.name, column, s.row), Scope: s.name,
	}))
}

func (s *sheet) close() error {
	if err := s.stream.Flush(); err != nil {
		return fmt.Errorf("sheet %s: %w", s.name, err)
	}
	return nil
}

// onePage prints the sheet on one page, so that no chart is cut.
func (s *sheet) onePage() {
	height := 1
	s.b.keep(s.b.file.SetPageLayout(s.name, &excelize.PageLayoutOptions{FitToHeight: &height}))
}

// call gives a cell of column in row a name for formulas.
func (s *sheet) call(name, column string, row int) {
	s.b.keep(s.b.file.SetDefinedName(&excelize.DefinedName{
		Name: name, RefersTo: fmt.Sprintf("%s!$%s$%d", s.name, column, row),
	}))
}

func (s *sheet) text(look style, t string) excelize.Cell {
	return excelize.Cell{StyleID: s.b.styles[look], Value: t}
}

func (s *sheet) value(look style, v any) excelize.Cell {
	return excelize.Cell{StyleID: s.b.styles[look], Value: v}
}

// formula is a live cell. The value is the service's figure, shown until the
// cell is recalculated; nil where the service has none.
func (s *sheet) formula(look style, v any, format string, args ...any) excelize.Cell {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return excelize.Cell{StyleID: s.b.styles[look], Formula: format, Value: v}
}

// number returns an amount as a spreadsheet holds it: the nearest binary
// fraction, whose fifteen first digits are the amount's.
func number(a money.Amount) float64 { return parsed(a.String()) }

func parsed(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("workbook: " + text + " is not a number") // it was printed by money
	}
	return x
}

// cents returns an amount in cents. Every amount here is below the limit.
func cents(a money.Amount) int64 {
	n, ok := a.Int64()
	if !ok {
		panic("workbook: an amount above the limit")
	}
	return n
}

// serial returns the number of a day in a spreadsheet's calendar.
func serial(d leasehold.Date) int {
	// Days since 1 March of the year 0, in which leap days end their year.
	y, m := int(d.Year), int(d.Month)
	if m <= 2 {
		y, m = y-1, m+12
	}
	days := 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + int(d.Day) - 1
	const epoch = 693899 // 30 December 1899, day 0
	return days - epoch
}
