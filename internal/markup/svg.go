package markup

import (
	"html/template"
	"strconv"
)

// SVG builds a drawing. Lengths are whole tenths of a unit, to avoid floating point.
type SVG struct{ text []byte }

// Put appends a piece of the document, which the caller has escaped.
func (d *SVG) Put(text string) { d.text = append(d.text, text...) }

// Attr appends an attribute that is a length in tenths.
func (d *SVG) Attr(name string, tenths int) {
	d.Put(` `)
	d.Put(name)
	d.Put(`="`)
	d.Tenths(tenths)
	d.Put(`"`)
}

// Tenths appends a number of tenths as units.
func (d *SVG) Tenths(n int) {
	if n < 0 {
		d.Put(`-`)
		n = -n
	}
	d.Put(strconv.Itoa(n / 10))
	if n%10 != 0 {
		d.Put(`.`)
		d.Put(strconv.Itoa(n % 10))
	}
}

// HTML returns the drawing.
func (d *SVG) HTML() template.HTML { return template.HTML(d.text) } //nolint:gosec // figures and words of our own
