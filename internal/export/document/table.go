package document

import "cmp"

// Column is a column of a table.
type Column struct {
	Name  string
	Width float64 // in millimeters; columns without a width share the remaining width
	Right bool    // whether the texts are right-aligned
	Size  float64 // font size in points of the texts below the heading; 0 for the usual size
}

// padding in millimeters compensates for the margins within a cell, so that a text wraps only if it
// is wider than the column.
const padding = 2

// Table writes rows, with the names of the columns at the top of every page. bold reports whether
// row i is bold. If bold is nil, no row is bold.
func (d *Document) Table(columns []Column, rows [][]string, bold func(i int) bool) {
	d.Headings(columns)
	for i, row := range rows {
		look := ""
		if bold != nil && bold(i) {
			look = "B"
		}
		d.Font(look, TextSize)
		height := 1
		for k, c := range columns {
			if c.Width == 0 {
				height = max(height, len(d.Split(row[k], d.widthOf(columns, k)+padding)))
			}
		}
		if d.GetY()+float64(height)*RowHeight > d.Bottom() {
			d.Page(Portrait)
			d.Headings(columns)
		}
		d.Row(columns, look, "", row...)
	}
	d.Ln(2)
}

// Headings writes the names of the columns and draws a line below them.
func (d *Document) Headings(columns []Column) {
	names := make([]string, len(columns))
	plain := make([]Column, len(columns))
	for i, c := range columns {
		names[i], plain[i] = c.Name, Column{Width: d.widthOf(columns, i), Right: c.Right}
	}
	d.row(plain, RowHeight+1, "B", "B", names)
	d.Ln(0.5)
}

// Row writes a row. In a column without a width, a long text wraps.
func (d *Document) Row(columns []Column, look, border string, texts ...string) {
	d.row(columns, RowHeight, look, border, texts)
}

func (d *Document) row(columns []Column, height float64, look, border string, texts []string) {
	lines, most := make([][]string, len(columns)), 1
	d.Font(look, TextSize)
	for i, c := range columns {
		lines[i] = []string{texts[i]}
		if c.Width == 0 {
			lines[i] = d.Split(texts[i], d.widthOf(columns, i)+padding)
		}
		most = max(most, len(lines[i]))
	}
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

// Fit returns the largest font size, up to size, at which every text fits in bold into a column of
// the given width.
func (d *Document) Fit(size, width float64, texts []string) float64 {
	const margins = 2.5
	d.Font("B", size)
	widest := 1.0
	for _, text := range texts {
		widest = max(widest, d.GetStringWidth(text))
	}
	return min(size, size*(width-margins)/widest)
}
