package document

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// Page dimensions in millimeters, and font sizes in points.
const (
	Margin     = 15.0
	footerRoom = 8.0
	LineHeight = 4.3
	RowHeight  = 4.2
	TextSize   = 8.5
	SmallSize  = 7.0
)

// Orientations of a page.
const (
	Portrait  = "P"
	Landscape = "L"
)

// Page starts a new page with the given orientation.
func (d *Document) Page(orientation string) {
	width, height := d.o.Paper.Millimetres()
	d.AddPageFormat(orientation, fpdf.SizeType{Wd: width, Ht: height})
}

// Width returns the width between the margins of the current page.
func (d *Document) Width() float64 {
	width, _ := d.GetPageSize()
	return width - 2*Margin
}

// Bottom returns the lowest vertical position for text on the current page, in millimeters.
func (d *Document) Bottom() float64 {
	_, height := d.GetPageSize()
	return height - Margin - footerRoom
}

// Room starts a new portrait page if less than h millimeters remain on the current page.
func (d *Document) Room(h float64) {
	if d.GetY()+h > d.Bottom() {
		d.Page(Portrait)
	}
}

// Font selects a font style (B for bold, I for italic) and a size in points.
func (d *Document) Font(look string, size float64) { d.SetFont(western, look, size) }

// Put writes text into a cell of the current line. Right-aligned numbers are aligned by their last
// digits, so a negative amount's closing parenthesis extends further to the right.
func (d *Document) Put(width, height float64, text, align, border string) {
	if align == "R" && (!strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")")) {
		parenthesis := d.GetStringWidth(")")
		defer d.CellFormat(parenthesis, height, "", border, 0, align, false, 0, "")
		width -= parenthesis
	}
	d.set(text, func(_, encoded string) { d.CellFormat(width, height, encoded, border, 0, align, false, 0, "") })
}

func (d *Document) say(text string) string {
	if d.o.Say == nil {
		return text
	}
	return d.o.Say(text)
}

// Chapter writes the heading of the document or of an appendix.
func (d *Document) Chapter(text string) {
	text = d.say(text)
	d.Bookmark(text, 0, -1)
	d.Font("B", 15)
	d.Put(d.Width(), 8, text, "L", "")
	d.Ln(10)
}

// Section writes a numbered section heading, on the same page as the beginning of its text.
func (d *Document) Section(text string) {
	d.sections++
	text = strconv.Itoa(d.sections) + ". " + d.say(text)
	d.Room(25)
	d.Ln(3)
	d.Bookmark(text, 1, -1)
	d.Font("B", 10.5)
	d.Put(d.Width(), 6, text, "L", "B")
	d.Ln(7.5)
}

// Split breaks text into lines no wider than the given width in the current font.
func (d *Document) Split(text string, width float64) (lines []string) {
	d.set(text, func(text, _ string) { lines = d.SplitText(text, width) })
	return lines
}

// Paragraph writes text across the width of the page.
func (d *Document) Paragraph(text string) {
	d.Font("", TextSize)
	d.Lines(Margin, d.Split(d.say(text), d.Width()))
	d.Ln(1)
}

// Item writes text as a list item.
func (d *Document) Item(text string) {
	const indent = 4.0
	d.Font("", TextSize)
	lines := d.Split(d.say(text), d.Width()-indent)
	d.Room(LineHeight * float64(min(len(lines), 3)))
	d.Put(indent, LineHeight, "•", "L", "")
	d.Lines(Margin+indent, lines)
	d.Ln(0.8)
}

// Lines writes lines at horizontal position x, in millimeters. If they do not fit on the current
// page, a new page starts.
func (d *Document) Lines(x float64, lines []string) {
	for _, line := range lines {
		look := d.GetFontStyle()
		size, _ := d.GetFontSize()
		d.Room(LineHeight)
		d.Font(look, size) // the new page's header changed the font
		d.SetX(x)
		d.Put(d.Width()-(x-Margin), LineHeight, line, "L", "")
		d.Ln(LineHeight)
	}
}

// Figure writes a name on the left and its value on the right. The border applies to the value; T,
// for example, draws a line above it.
func (d *Document) Figure(name, value, look, border string) {
	const nameWidth, valueWidth = 105.0, 60.0
	d.Font(look, TextSize)
	names, values := d.Split(d.say(name), nameWidth), d.Split(value, valueWidth)
	d.sideBySide(RowHeight, look, names, values, [2]float64{d.Width() - valueWidth, valueWidth}, "R", border)
}

// List writes a section with list items.
func (d *Document) List(title string, items []string) {
	d.Section(title)
	for _, text := range items {
		d.Item(text)
	}
}

// Fact writes a name on the left, and one or more lines of text on the right.
func (d *Document) Fact(name, text string) {
	const nameWidth = 62.0
	width := d.Width() - nameWidth
	d.Font("", TextSize)
	d.sideBySide(LineHeight, "", d.Split(name, nameWidth-2), d.Split(text, width), [2]float64{nameWidth, width}, "L", "")
}

// sideBySide writes a name's lines on the left and the text's lines on the right. The alignment
// applies to the text, and the border to its first line.
func (d *Document) sideBySide(height float64, look string, names, texts []string, widths [2]float64, align, border string) {
	lines := max(len(names), len(texts))
	d.Room(height * float64(min(lines, 10)))
	for i := range lines {
		d.Room(height)
		d.Font(look, TextSize)
		d.Put(widths[0], height, At(names, i), "L", "")
		d.Put(widths[1], height, At(texts, i), align, border)
		d.Ln(height)
		border = ""
	}
}

// At returns element i of a list, or "" if the list is too short.
func At(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// The built-in fonts of a PDF contain the characters of western European languages. For Greek, Cyrillic and other Latin
// characters, the document embeds the glyphs that it needs from the Go fonts. A character without a glyph is replaced
// by its code point, as a note in the document explains.

const (
	western = "Helvetica"
	further = "Go"
)

// letters determines which characters a document can show.
type letters struct {
	encode  func(string) string // converts text to the encoding of the built-in fonts
	known   map[rune]bool       // characters in the built-in fonts
	font    *sfnt.Font          // font for characters that the built-in fonts lack; nil until the first such character is written
	buffer  sfnt.Buffer
	missing bool // whether a character was replaced by its code point
}

func (l *letters) isWestern(text string) bool {
	for _, r := range text {
		if r < 0x80 {
			continue
		}
		has, ok := l.known[r]
		if !ok {
			has = l.encode(string(r)) != "."
			l.known[r] = has
		}
		if !has {
			return false
		}
	}
	return true
}

// shown returns the text. If a character lacks a glyph, shown replaces the character with its code point.
func (l *letters) shown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if index, err := l.font.GlyphIndex(&l.buffer, r); err == nil && index != 0 {
			b.WriteRune(r)
			continue
		}
		l.missing = true
		fmt.Fprintf(&b, "[U+%04X]", r)
	}
	return b.String()
}

// set selects the font for the text, and then calls a function with the displayed text and its encoding in that font.
func (d *Document) set(text string, use func(text, encoded string)) {
	if d.letters.isWestern(text) {
		use(text, d.letters.encode(text))
		return
	}
	if d.letters.font == nil {
		d.letters.font, _ = sfnt.Parse(goregular.TTF) // never fails, because the embedded font is valid
		for look, font := range map[string][]byte{"": goregular.TTF, "B": gobold.TTF, "I": goitalic.TTF, "BI": gobolditalic.TTF} {
			d.AddUTF8FontFromBytes(further, look, font)
		}
	}
	look := d.GetFontStyle()
	size, _ := d.GetFontSize()
	d.SetFont(further, look, size)
	text = d.letters.shown(text)
	use(text, text)
	d.SetFont(western, look, size)
}

// ExplainCodePoints writes a note if the document shows characters by their code points.
func (d *Document) ExplainCodePoints() {
	if d.letters.missing {
		d.Paragraph("Characters without a glyph in this document's fonts are shown as their code points, such as [U+30AA].")
	}
}

// Column describes a column of a table.
type Column struct {
	Name  string
	Width float64 // in millimeters; columns without a width share the remaining space
	Right bool    // whether the text is right-aligned
	Size  float64 // font size of the cells, in points; 0 for the usual size
}

// padding, in millimeters, compensates for the margins within a cell, so that text wraps only if it
// is wider than the column.
const padding = 2

// Table writes rows, with the column names at the top of every page. The callback reports whether
// row i is bold. If it is nil, no row is bold.
func (d *Document) Table(columns []Column, rows [][]string, bold func(i int) bool) {
	d.Headings(columns)
	for i, row := range rows {
		look := ""
		if bold != nil && bold(i) {
			look = "B"
		}
		if _, height := d.wrap(columns, look, row); d.GetY()+float64(height)*RowHeight > d.Bottom() {
			d.Page(Portrait)
			d.Headings(columns)
		}
		d.Row(columns, look, "", row...)
	}
	d.Ln(2)
}

// Headings writes the column names and draws a line below them.
func (d *Document) Headings(columns []Column) {
	names := make([]string, len(columns))
	plain := make([]Column, len(columns))
	for i, c := range columns {
		names[i], plain[i] = c.Name, Column{Width: d.widthOf(columns, i), Right: c.Right}
	}
	d.row(plain, RowHeight+1, "B", "B", names)
	d.Ln(0.5)
}

// Row writes a row. Long text wraps in a column without a width.
func (d *Document) Row(columns []Column, look, border string, texts ...string) {
	d.row(columns, RowHeight, look, border, texts)
}

// wrap returns the lines of each cell in a row, and the largest number of lines in any cell.
func (d *Document) wrap(columns []Column, look string, texts []string) (lines [][]string, most int) {
	d.Font(look, TextSize)
	for i, c := range columns {
		cell := []string{texts[i]}
		if c.Width == 0 {
			cell = d.Split(texts[i], d.widthOf(columns, i)+padding)
		}
		lines, most = append(lines, cell), max(most, len(cell))
	}
	return lines, most
}

func (d *Document) row(columns []Column, height float64, look, border string, texts []string) {
	lines, most := d.wrap(columns, look, texts)
	for k := range most {
		for i, c := range columns {
			align := "L"
			if c.Right {
				align = "R"
			}
			d.Font(look, cmp.Or(c.Size, TextSize))
			d.Put(d.widthOf(columns, i), height, At(lines[i], k), align, border)
		}
		d.Ln(height)
	}
}

func (d *Document) widthOf(columns []Column, i int) float64 {
	left, open := d.Width(), 0
	for _, c := range columns {
		if left -= c.Width; c.Width == 0 {
			open++
		}
	}
	if width := columns[i].Width; width > 0 {
		return width
	}
	return left / float64(open)
}

// Fit returns the largest font size in points at which every string, in bold, fits into a column of
// the given width. The result is at most the given size.
func (d *Document) Fit(size, width float64, texts []string) float64 {
	const margins = 2.5
	d.Font("B", size)
	widest := 1.0
	for _, text := range texts {
		widest = max(widest, d.GetStringWidth(text))
	}
	return min(size, size*(width-margins)/widest)
}
