package pdf

import (
	"strconv"

	"codeberg.org/go-pdf/fpdf"
)

// The page, in millimetres, and the sizes of letters, in points.
const (
	margin     = 15.0
	footerRoom = 8.0
	lineHeight = 4.3
	rowHeight  = 4.2
	textSize   = 8.5
	smallSize  = 7.0
)

// The orientations of a page.
const (
	portrait  = "P"
	landscape = "L"
)

// page starts a page.
func (d *document) page(orientation string) {
	width, height := d.o.Paper.Millimetres()
	d.AddPageFormat(orientation, fpdf.SizeType{Wd: width, Ht: height})
}

// width is the width between the margins of the page at hand.
func (d *document) width() float64 {
	width, _ := d.GetPageSize()
	return width - 2*margin
}

// bottom is the end of the text of the page at hand.
func (d *document) bottom() float64 {
	_, height := d.GetPageSize()
	return height - margin - footerRoom
}

// room starts a new page, upright, where less than h is left on this one.
func (d *document) room(h float64) {
	if d.GetY()+h > d.bottom() {
		d.page(portrait)
	}
}

func (d *document) font(look string, size float64) { d.SetFont("Helvetica", look, size) }

// cell writes a text into a cell of the line.
func (d *document) cell(width, height float64, text, align, border string) {
	d.CellFormat(width, height, d.encode(text), border, 0, align, false, 0, "")
}

// chapter opens the memo or an appendix.
func (d *document) chapter(text string) {
	d.Bookmark(text, 0, -1)
	d.font("B", 15)
	d.cell(d.width(), 8, text, "L", "")
	d.Ln(10)
}

// section opens a part of the memo, which is numbered. Something of it follows on
// the same page.
func (d *document) section(text string) {
	d.sections++
	text = strconv.Itoa(d.sections) + ". " + text
	d.room(25)
	d.Ln(3)
	d.Bookmark(text, 1, -1)
	d.font("B", 10.5)
	d.cell(d.width(), 6, text, "L", "B")
	d.Ln(7.5)
}

// split breaks a text into lines of a width, in the font at hand.
func (d *document) split(text string, width float64) []string { return d.SplitText(text, width) }

// paragraph writes a text over the width of the page.
func (d *document) paragraph(text string) {
	d.font("", textSize)
	d.lines(margin, d.split(text, d.width()))
	d.Ln(1)
}

// item writes a text with a mark in front, for a list.
func (d *document) item(text string) {
	const indent = 4.0
	d.font("", textSize)
	lines := d.split(text, d.width()-indent)
	d.room(lineHeight * float64(min(len(lines), 3)))
	d.cell(indent, lineHeight, "•", "L", "")
	d.lines(margin+indent, lines)
	d.Ln(0.8)
}

// lines writes lines at x, on a new page where they do not fit.
func (d *document) lines(x float64, lines []string) {
	for _, line := range lines {
		look := d.GetFontStyle()
		size, _ := d.GetFontSize()
		d.room(lineHeight)
		d.font(look, size) // a new page has written its header
		d.SetX(x)
		d.cell(d.width()-(x-margin), lineHeight, line, "L", "")
		d.Ln(lineHeight)
	}
}

// The columns of a table of figures.
const (
	nameWidth  = 105.0
	valueWidth = 60.0
)

// figure writes a name and its value, the value to the right. The border, as in
// T for a line above, is that of the value.
func (d *document) figure(name, value, look, border string) {
	d.font(look, textSize)
	names, values := d.split(name, nameWidth), d.split(value, valueWidth)
	d.room(rowHeight * float64(min(max(len(names), len(values)), 10)))
	for i := range max(len(names), len(values)) {
		d.room(rowHeight)
		d.font(look, textSize)
		if i > 0 {
			border = ""
		}
		d.cell(nameWidth, rowHeight, at(names, i), "L", "")
		d.cell(valueWidth, rowHeight, at(values, i), "R", border)
		d.Ln(rowHeight)
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
