package workbook

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// sheet writes one sheet from top to bottom.
type sheet struct {
	b       *book
	name    string
	working bool // of how the figures come about, for who wants to follow them
	stream  *excelize.StreamWriter
	row     int // the last one written
}

// newSheet starts a sheet that is printed one page wide. The tabs of the working
// sheets are grey.
func (b *book) newSheet(name string, working bool) (*sheet, error) {
	tab := "1F4E9E"
	if working {
		tab = "BFBFBF"
	}
	fit, width, height := true, 1, 0
	landscape, size := "landscape", b.o.Paper.Spreadsheet()
	b.keep(b.file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit, TabColorRGB: &tab}))
	b.keep(b.file.SetPageLayout(name, &excelize.PageLayoutOptions{
		Orientation: &landscape, Size: &size, FitToWidth: &width, FitToHeight: &height,
	}))
	b.keep(b.file.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddFooter: "&L" + name + "&RPage &P of &N"}))
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, fmt.Errorf("sheet %s: %w", name, err)
	}
	return &sheet{b: b, name: name, working: working, stream: stream}, nil
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

// tall writes the next row so high that a text fits into a column of a width,
// in characters: not every program finds the height by itself.
func (s *sheet) tall(text string, width float64, cells ...any) int {
	const lineHeight, highest = 15.0, 409.0 // points
	s.row++
	height := min(lineHeight*float64(wrappedLines(text, width)), highest)
	s.b.keep(s.stream.SetRow("A"+strconv.Itoa(s.row), cells, excelize.RowOpts{Height: height}))
	return s.row
}

// wrappedLines counts the lines of a text that is broken between words. A width
// is in digits, and most letters are narrower.
func wrappedLines(text string, width float64) int {
	room := max(int(width), 1)
	lines, used := 1, 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > room {
			lines, used = lines+1, 0
		} else if used > 0 {
			used++
		}
		lines += (used + n - 1) / room // of a word that is longer than a line
		used = (used+n-1)%room + 1
	}
	return lines
}

func (s *sheet) skip() { s.row++ }

// asExported says, once inputs were changed, that what follows belongs to the
// lease as it was exported.
func (s *sheet) asExported() {
	s.put(s.formula(label, "", `IF(inputState="as exported","","Inputs have changed since export. What follows is for the lease as exported.")`))
}

// head writes the title and a line of explanation.
func (s *sheet) head(text, about string) {
	s.put(s.text(title, text))
	s.put(about)
	s.skip()
}

// columnHeading is the heading of one column, to the right over numbers.
type columnHeading struct {
	text    string
	numbers bool
}

func left(text string) columnHeading  { return columnHeading{text, false} }
func right(text string) columnHeading { return columnHeading{text, true} }

// allRight returns headings over numbers.
func allRight(texts []string) []columnHeading {
	list := make([]columnHeading, len(texts))
	for i, t := range texts {
		list[i] = right(t)
	}
	return list
}

// headings writes the headings of a table. One to the left beside numbers is
// indented, as the texts under it are.
func (s *sheet) headings(list ...columnHeading) int {
	cells := make([]any, len(list))
	besideNumbers := false
	for i, h := range list {
		look := heading
		switch {
		case s.working:
			look = greyHeading
		case h.numbers:
			look = rightHeading
		case besideNumbers:
			look = noteHeading
		}
		cells[i] = s.text(look, h.text)
		besideNumbers = h.numbers
	}
	return s.put(cells...)
}

// printTo sets what is printed: from the first cell to the last column of the
// last row.
func (s *sheet) printTo(column string) {
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

// define gives a cell of column in row a name for formulas.
func (s *sheet) define(name, column string, row int) {
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
// fraction, whose first fifteen digits are the amount's.
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
