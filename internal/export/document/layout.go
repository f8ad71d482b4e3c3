package document

import (
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
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

// Bottom returns the vertical position below which no text is written on the current page.
func (d *Document) Bottom() float64 {
	_, height := d.GetPageSize()
	return height - Margin - footerRoom
}

// Room starts a new portrait page if less than the height h remains on the current page.
func (d *Document) Room(h float64) {
	if d.GetY()+h > d.Bottom() {
		d.Page(Portrait)
	}
}

// Font selects a font style (B for bold, I for italic) and a font size in points.
func (d *Document) Font(look string, size float64) { d.SetFont(western, look, size) }

// Put writes a text into a cell of the current line. If numbers are right-aligned, their last
// digits are aligned. The closing parenthesis of a negative amount extends to the right of the
// other numbers.
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

// Section writes a numbered section heading. The heading is on the same page as the beginning of
// its text.
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

// Split breaks a text into lines of at most the given width in the current font.
func (d *Document) Split(text string, width float64) (lines []string) {
	d.set(text, func(text, _ string) { lines = d.SplitText(text, width) })
	return lines
}

// Paragraph writes a text across the width of the page.
func (d *Document) Paragraph(text string) {
	d.Font("", TextSize)
	d.Lines(Margin, d.Split(d.say(text), d.Width()))
	d.Ln(1)
}

// Item writes a text as a list item.
func (d *Document) Item(text string) {
	const indent = 4.0
	d.Font("", TextSize)
	lines := d.Split(d.say(text), d.Width()-indent)
	d.Room(LineHeight * float64(min(len(lines), 3)))
	d.Put(indent, LineHeight, "•", "L", "")
	d.Lines(Margin+indent, lines)
	d.Ln(0.8)
}

// Lines writes lines at the horizontal position x. If the lines do not fit on the current page, a
// new page starts.
func (d *Document) Lines(x float64, lines []string) {
	for _, line := range lines {
		look := d.GetFontStyle()
		size, _ := d.GetFontSize()
		d.Room(LineHeight)
		d.Font(look, size) // the header of the new page changed the font
		d.SetX(x)
		d.Put(d.Width()-(x-Margin), LineHeight, line, "L", "")
		d.Ln(LineHeight)
	}
}

// Figure writes a name on the left and its value on the right. border applies to the value; for
// example, T draws a line above the value.
func (d *Document) Figure(name, value, look, border string) {
	const nameWidth, valueWidth = 105.0, 60.0
	d.Font(look, TextSize)
	names, values := d.Split(d.say(name), nameWidth), d.Split(value, valueWidth)
	d.sideBySide(RowHeight, look, names, values, [2]float64{d.Width() - valueWidth, valueWidth}, "R", border)
}

// Fact writes a name on the left and a text on the right. The text may have several lines.
func (d *Document) Fact(name, text string) {
	const nameWidth = 62.0
	width := d.Width() - nameWidth
	d.Font("", TextSize)
	d.sideBySide(LineHeight, "", d.Split(name, nameWidth-2), d.Split(text, width), [2]float64{nameWidth, width}, "L", "")
}

// sideBySide writes the lines of a name on the left and the lines of a text on the right. align
// applies to the text, and border applies to its first line.
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

// At returns the element with index i of a list, or "" if the list is too short.
func At(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
