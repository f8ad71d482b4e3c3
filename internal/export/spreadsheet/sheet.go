package spreadsheet

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// Sheet is a sheet of a workbook. Rows are written from top to bottom.
type Sheet struct {
	b       *Book
	name    string
	working bool // whether the sheet shows intermediate amounts
	stream  *excelize.StreamWriter
	row     int // number of the last row written
	widths  []float64
	printed int // number of printed columns; 0 for all
	titles  int // number of rows repeated on every page
	names   int // number of columns repeated on every page; 0 repeats only the first column
}

func (b *Book) newSheet(name string, working bool) (*Sheet, error) {
	tab := "1F4E9E"
	if working {
		tab = "BFBFBF"
	}
	fit, width, height := true, 1, 0
	landscape, size := "landscape", b.o.Paper.Spreadsheet()
	b.Fail(b.file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit, TabColorRGB: &tab}))
	b.Fail(b.file.SetPageLayout(name, &excelize.PageLayoutOptions{
		Orientation: &landscape, Size: &size, FitToWidth: &width, FitToHeight: &height,
	}))
	b.Fail(b.file.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddFooter: "&L" + name + "&RPage &P of &N"}))
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, fmt.Errorf("sheet %s: %w", name, err)
	}
	return &Sheet{b: b, name: name, working: working, stream: stream}, nil
}

// Widths sets column widths in characters, starting with the first column. It must be called before
// the first row is written.
func (s *Sheet) Widths(list ...float64) {
	s.widths = list
	for i, width := range list {
		s.b.Fail(s.stream.SetColWidth(i+1, i+1, width))
	}
}

// Freeze freezes the given number of rows and columns and repeats them on every page. It must be
// called before the first row is written.
func (s *Sheet) Freeze(rows, columns int) {
	panes := &excelize.Panes{
		Freeze: true, XSplit: columns, YSplit: rows, TopLeftCell: Letter(columns+1) + strconv.Itoa(rows+1), ActivePane: "bottomLeft",
	}
	if columns > 0 {
		panes.ActivePane = "bottomRight"
	}
	s.b.Fail(s.stream.SetPanes(panes))
	s.titles, s.names = rows, columns
}

// Put writes the next row and returns its number.
func (s *Sheet) Put(cells ...any) int { return s.high(0, cells) }

// Tall writes the next row, and makes it high enough for text that wraps in a column. The column's
// width is given in characters. Some programs do not adjust the height automatically.
func (s *Sheet) Tall(text string, width float64, cells ...any) int {
	return s.high(wrappedLines(text, width), cells)
}

// Pair writes a row with a name in the first column and text that wraps in the second column.
func (s *Sheet) Pair(name, text string) int {
	return s.Tall(text, s.widths[1], s.Text(WrappedLabel, name), s.Text(Wrapped, text))
}

// Notes leaves a row empty and writes a heading. Below the heading, it writes the texts into the
// second column, where they wrap.
func (s *Sheet) Notes(heading string, texts []string) {
	s.Skip()
	s.Headings(Left(heading), Left(""))
	for _, text := range texts {
		s.Pair("", text)
	}
}

// high writes the next row with a height of the given number of text lines, or with the default
// height if that number is 0.
func (s *Sheet) high(lines int, cells []any) int {
	const lineHeight, highest = 15.0, 409.0 // in points
	s.row++
	var options []excelize.RowOpts
	if lines > 0 {
		options = []excelize.RowOpts{{Height: min(lineHeight*float64(lines), highest)}}
	}
	s.b.Fail(s.stream.SetRow("A"+strconv.Itoa(s.row), cells, options...))
	return s.row
}

// wrappedLines returns the number of lines that text takes up after wrapping. The width is in
// digits; most letters are narrower than a digit.
func wrappedLines(text string, width float64) (lines int) {
	room := max(int(width), 1)
	for line := range strings.SplitSeq(text, "\n") {
		lines++
		used := 0
		for word := range strings.FieldsSeq(line) {
			n := utf8.RuneCountInString(word)
			if used > 0 && used+1+n > room {
				lines, used = lines+1, 0
			} else if used > 0 {
				used++
			}
			lines += (used + n - 1) / room // additional lines for a word that is longer than one line
			used = (used+n-1)%room + 1
		}
	}
	return lines
}

// Skip leaves a row empty.
func (s *Sheet) Skip() { s.row++ }

// Head writes the title and an explanation, which wraps if it is wider than the sheet.
func (s *Sheet) Head(text, about string) {
	s.Put(s.Text(Title, text))
	if about = s.b.o.Say(about); len(s.widths) > 0 {
		room := s.room(len(s.widths))
		if wrappedLines(about, room) > 1 {
			s.b.Fail(s.stream.MergeCell("A2", Letter(len(s.widths))+"2"))
			s.Tall(about, room, s.Text(Wrapped, about))
			s.Skip()
			return
		}
	}
	s.Put(about)
	s.Skip()
}

func (s *Sheet) room(columns int) (sum float64) {
	for _, width := range s.widths[:min(columns, len(s.widths))] {
		sum += width
	}
	return sum
}

// ColumnHeading is a column's heading. It is right-aligned if the column contains numbers.
type ColumnHeading struct {
	text    string
	numbers bool
	given   bool
	width   float64
}

// Left returns a heading for a column of text.
func Left(text string) ColumnHeading { return ColumnHeading{text: text} }

// Right returns a heading for a column of numbers.
func Right(text string) ColumnHeading { return ColumnHeading{text: text, numbers: true} }

// Wide returns the heading with a column width in characters, which [Sheet.Table] sets.
func (h ColumnHeading) Wide(width float64) ColumnHeading {
	h.width = width
	return h
}

// Given marks the heading: the user supplied its text, such as a tag's name. General terms in such
// text are not replaced with the standard's terms.
func (h ColumnHeading) Given() ColumnHeading {
	h.given = true
	return h
}

// Table starts a sheet with a title, an explanation and a table's headings. It also sets the column widths.
func (s *Sheet) Table(title, about string, list ...ColumnHeading) {
	widths := make([]float64, len(list))
	for i, h := range list {
		widths[i] = h.width
	}
	s.Widths(widths...)
	s.Head(title, about)
	s.Headings(list...)
}

const headingRoom = 2

// Headings writes a table's headings in a row that is high enough for the longest one. If a text
// column is to the right of a number column, its heading is indented.
func (s *Sheet) Headings(list ...ColumnHeading) int {
	cells := make([]any, len(list))
	afterNumbers, lines := false, 0
	for i, h := range list {
		look := Heading
		switch {
		case s.working:
			look = GreyHeading
		case h.numbers:
			look = RightHeading
		case afterNumbers:
			look = NoteHeading
		}
		text := h.text
		if !h.given {
			text = s.b.o.Say(text)
		}
		cells[i] = s.Text(look, text)
		if i < len(s.widths) {
			lines = max(lines, wrappedLines(text, s.widths[i]-headingRoom))
		}
		afterNumbers = h.numbers
	}
	if lines == 1 { // the default height is enough
		lines = 0
	}
	return s.high(lines, cells)
}

// Row returns the number of the last row written.
func (s *Sheet) Row() int { return s.row }

// Leave leaves the given number of rows empty.
func (s *Sheet) Leave(rows int) { s.row += rows }

// Offer adds a drop-down list of choices to a cell.
func (s *Sheet) Offer(cell string, list []string) {
	v := excelize.NewDataValidation(true)
	v.SetSqref(cell)
	s.b.Fail(v.SetDropList(list))
	s.b.Fail(s.b.file.AddDataValidation(s.name, v))
}

// reference returns the name of a sheet as it is written in formulas.
func reference(sheet string) string {
	if strings.Contains(sheet, " ") {
		return "'" + sheet + "'"
	}
	return sheet
}

// widestPage is the maximum width, in characters, at which a printed page is readable. A wider
// sheet is printed on several pages.
const widestPage = 270

// Print limits the print area to the given number of columns. By default, all columns with a width are printed.
func (s *Sheet) Print(columns int) { s.printed = columns }

func (s *Sheet) setPrintArea() {
	last := cmp.Or(s.printed, len(s.widths))
	var titles []string
	if s.room(last) > widestPage {
		names := max(s.names, 1)
		each := widestPage - s.room(names) // width that remains after the repeated columns
		pages := int(math.Ceil((s.room(last) - s.room(names)) / each))
		s.b.Fail(s.b.file.SetPageLayout(s.name, &excelize.PageLayoutOptions{FitToWidth: &pages}))
		titles = append(titles, fmt.Sprintf("%s!$A:$%s", reference(s.name), Letter(names)))
	}
	if s.titles > 0 {
		titles = append(titles, fmt.Sprintf("%s!$1:$%d", reference(s.name), s.titles))
	}
	if titles != nil {
		s.setName("_xlnm.Print_Titles", strings.Join(titles, ","), s.name)
	}
	s.setName("_xlnm.Print_Area", fmt.Sprintf("%s!$A$1:$%s$%d", reference(s.name), Letter(last), s.row), s.name)
}

func (s *Sheet) setName(name, cells, scope string) {
	s.b.Fail(s.b.file.SetDefinedName(&excelize.DefinedName{Name: name, RefersTo: cells, Scope: scope}))
}

func (s *Sheet) close() error {
	if s.widths != nil {
		s.setPrintArea()
	}
	if err := s.stream.Flush(); err != nil {
		return fmt.Errorf("sheet %s: %w", s.name, err)
	}
	return nil
}

// OnePage scales the sheet to one printed page, so that charts and tables are not split.
func (s *Sheet) OnePage() {
	height := 1
	s.b.Fail(s.b.file.SetPageLayout(s.name, &excelize.PageLayoutOptions{FitToHeight: &height}))
}

// Letter returns the letter of column i, counted from 1.
func Letter(i int) string { return sheet.Letter(i - 1) }

// Define assigns a name to the cell at the given column and row, for use in formulas.
func (s *Sheet) Define(name, column string, row int) {
	s.setName(name, fmt.Sprintf("%s!$%s$%d", reference(s.name), column, row), "")
}

// Text returns a cell with text. If the style is for labels or notes, the standard's terms replace the general terms.
func (s *Sheet) Text(look Style, t string) excelize.Cell {
	if look == Label || look == Note || look == BoldNote {
		t = s.b.o.Say(t)
	}
	return excelize.Cell{StyleID: s.b.styles[look], Value: t}
}

// Value returns a cell with v, which is a number, a string or nil.
func (s *Sheet) Value(look Style, v any) excelize.Cell {
	return excelize.Cell{StyleID: s.b.styles[look], Value: v}
}

// Formula returns a cell with a formula. v is the stored result, which programs show until they
// recalculate the cell; it may be nil.
func (s *Sheet) Formula(look Style, v any, format string, args ...any) excelize.Cell {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if s.b.o.Values {
		return s.Value(look, v)
	}
	return excelize.Cell{StyleID: s.b.styles[look], Formula: format, Value: v}
}
