package markup

import (
	"html/template"
	"strconv"
	"strings"
)

// SVG builds a drawing. All lengths are whole tenths of a unit, so no floating point is needed.
type SVG struct{ text []byte }

// Put appends markup, which the caller must have escaped.
func (d *SVG) Put(text string) { d.text = append(d.text, text...) }

// Attrs appends attributes with lengths in tenths. Spaces separate the attribute names.
func (d *SVG) Attrs(names string, tenths ...int) {
	for i, name := range strings.Fields(names) {
		d.Put(` ` + name + `="`)
		d.Tenths(tenths[i])
		d.Put(`"`)
	}
}

// Tenths appends a length, given in tenths, as a number of units.
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

// HTML returns the drawing as HTML.
func (d *SVG) HTML() template.HTML { return template.HTML(d.text) } //nolint:gosec // only figures and words of this program
