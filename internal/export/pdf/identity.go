package pdf

import "github.com/leasehold-accounting/leasehold"

// identity is what a memo is filed under. What is not known is a line to fill
// in by hand.
func identity(*leasehold.Lease) [][2]string {
	return [][2]string{
		{"Entity", ""},
		{"Lessor", ""},
		{"Lease", ""},
		{"Lease ID", ""},
		{"Asset", ""},
		{"Location", ""},
		{"Prepared by", ""},
		{"Date", ""},
		{"Reviewed by", ""},
		{"Date", ""},
	}
}

// identification writes the identity in two columns.
func (d *document) identification() {
	const (
		height = 7.5
		gap    = 8.0
		name   = 24.0
	)
	column := (d.width() - gap) / 2
	for i, field := range identity(&d.r.Lease) {
		d.font("", smallSize+1)
		d.cell(name, height, field[0], "L", "")
		d.font("", textSize+1)
		d.cell(column-name, height, field[1], "L", "B")
		if i%2 == 0 {
			d.cell(gap, height, "", "L", "")
		} else {
			d.Ln(height)
		}
	}
	d.Ln(2)
}
