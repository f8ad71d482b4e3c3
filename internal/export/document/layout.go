package document

import (
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// The page, in millimetres, and the sizes of letters, in points.
const (
	Margin     = 15.0
	footerRoom = 8.0
	LineHeight = 4.3
	RowHeight  = 4.2
	TextSize   = 8.5
	SmallSize  = 7.0
)

// The orientations of a page.
const (
	Portrait  = "P"
	Landscape = "L"
)

// Page starts a page.
func (d *Document) Page(orientation string) {
	width, height := d.o.Paper.Millimetres()
	d.AddPageFormat(orientation, fpdf.SizeType{Wd: width, Ht: height})
}

// Width is the width between the margins of the current page.
func (d *Document) Width() float64 {
	width, _ := d.GetPageSize()
	return width - 2*Margin
}

// Bottom is the lower limit of the text on the current page.
func (d *Document) Bottom() float64 {
	_, height := d.GetPageSize()
	return height - Margin - footerRoom
}

// Room starts a new portrait page if less than h is left on the current one.
func (d *Document) Room(h float64) {
	if d.GetY()+h > d.Bottom() {
		d.Page(Portrait)
	}
}

// Font takes letters of a look (B bold, I italic) and a size in points.
func (d *Document) Font(look string, size float64) { d.SetFont(western, look, size) }

// Put writes a text into a cell of the line. Right-aligned numbers align at their last digit:
// the closing parenthesis of a negative amount hangs to the right.
func (d *Document) Put(width, height float64, text, align, border string) {
	if align == "R" && (!strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")")) {
		parenthesis := d.GetStringWidth(")")
		defer d.CellFormat(parenthesis, height, "", border, 0, align, false, 0, "")
		width -= parenthesis
	}
	d.set(text, func(_, encoded string) { d.CellFormat(width, height, encoded, border, 0, align, false, 0, "") })
}

// say puts a text into the words of the trade.
func (d *Document) say(text string) string {
	if d.o.Say == nil {
		return text
	}
	return d.o.Say(text)
}

// Chapter opens the document or an appendix.
func (d *Document) Chapter(text string) {
	text = d.say(text)
	d.Bookmark(text, 0, -1)
	d.Font("B", 15)
	d.Put(d.Width(), 8, text, "L", "")
	d.Ln(10)
}

// Section starts a numbered section, on the same page as some of its text.
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

// Split breaks a text into lines of a width, in the current font.
func (d *Document) Split(text string, width float64) (lines []string) {
	d.set(text, func(text, _ string) { lines = d.SplitText(text, width) })
	return lines
}

// Paragraph writes a text over the width of the page.
func (d *Document) Paragraph(text string) {
	d.Font("", TextSize)
	d.Lines(Margin, d.Split(d.say(text), d.Width()))
	d.Ln(1)
}

// Item writes a text with a mark in front, for a list.
func (d *Document) Item(text string) {
	const indent = 4.0
	d.Font("", TextSize)
	lines := d.Split(d.say(text), d.Width()-indent)
	d.Room(LineHeight * float64(min(len(lines), 3)))
	d.Put(indent, LineHeight, "•", "L", "")
	d.Lines(Margin+indent, lines)
	d.Ln(0.8)
}

// Lines writes lines at x, on a new page if they do not fit.
func (d *Document) Lines(x float64, lines []string) {
	for _, line := range lines {
		look := d.GetFontStyle()
		size, _ := d.GetFontSize()
		d.Room(LineHeight)
		d.Font(look, size) // a new page has written its header
		d.SetX(x)
		d.Put(d.Width()-(x-Margin), LineHeight, line, "L", "")
		d.Ln(LineHeight)
	}
}

// Figure writes a name on the left and its value on the right. The border, such as T for a line
// above, is for the value.
func (d *Document) Figure(name, value, look, border string) {
	const nameWidth, valueWidth = 105.0, 60.0
	d.Font(look, TextSize)
	names, values := d.Split(d.say(name), nameWidth), d.Split(value, valueWidth)
	d.Room(RowHeight * float64(min(max(len(names), len(values)), 10)))
	for i := range max(len(names), len(values)) {
		d.Room(RowHeight)
		d.Font(look, TextSize)
		if i > 0 {
			border = ""
		}
		d.Put(d.Width()-valueWidth, RowHeight, At(names, i), "L", "")
		d.Put(valueWidth, RowHeight, At(values, i), "R", border)
		d.Ln(RowHeight)
	}
}

// Fact writes a name and a text next to it over as many lines as it needs.
func (d *Document) Fact(name, text string) {
	const nameWidth = 62.0
	width := d.Width() - nameWidth
	d.Font("", TextSize)
	names, texts := d.Split(name, nameWidth-2), d.Split(text, width)
	d.Room(LineHeight * float64(min(max(len(names), len(texts)), 10)))
	for i := range max(len(names), len(texts)) {
		d.Room(LineHeight)
		d.Font("", TextSize)
		d.Put(nameWidth, LineHeight, At(names, i), "L", "")
		d.Put(width, LineHeight, At(texts, i), "L", "")
		d.Ln(LineHeight)
	}
}

// At returns line i of a list, or "" after its end.
func At(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
