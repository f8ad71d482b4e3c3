package pdf

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// filedUnder is what every memo is filed under, beside the lease's own name and
// id. A tag of that name fills it in, else it is a line to fill in by hand.
var filedUnder = []string{"Entity", "Lessor", "Asset", "Location"}

// identity returns the fields of the block that identifies the lease.
func identity(l *leasehold.Lease) [][2]string {
	fields := [][2]string{{"Lease", l.Name}, {"Lease ID", l.ID}}
	tags := wording.TagNames(l)
	for _, name := range filedUnder {
		value := ""
		if i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, name) }); i >= 0 {
			value = l.Tags[tags[i]]
			tags = slices.Delete(tags, i, i+1)
		}
		fields = append(fields, [2]string{name, value})
	}
	for _, tag := range tags {
		fields = append(fields, [2]string{tag, l.Tags[tag]})
	}
	if len(fields)%2 == 1 {
		fields = append(fields, [2]string{})
	}
	return append(fields, [][2]string{{"Prepared by", ""}, {"Date", ""}, {"Reviewed by", ""}, {"Date", ""}}...)
}

// identification writes the identity in two columns.
func (d *memo) identification() {
	const (
		gap  = 8.0
		name = 24.0
		line = 6.0 // of a field's height
	)
	fields := identity(&d.r.Lease)
	column := (d.Width()-gap)/2 - name
	for i := 0; i < len(fields); i += 2 {
		d.Font("", document.TextSize)
		pair := [2][]string{d.Split(fields[i][1], column), d.Split(fields[i+1][1], column)}
		lines := max(len(pair[0]), len(pair[1]), 1)
		d.Room(line * float64(lines+1))
		for k := range lines {
			for side, field := range fields[i : i+2] {
				border := ""
				if k == lines-1 && field[0] != "" {
					border = "B"
				}
				label := ""
				if k == 0 {
					label = d.Split(field[0]+" ", name)[0]
				}
				d.Font("", document.SmallSize+0.5)
				d.Put(name, line, label, "L", "")
				d.Font("", document.TextSize)
				d.Put(column, line, document.At(pair[side], k), "L", border)
				if side == 0 {
					d.Put(gap, line, "", "L", "")
				}
			}
			d.Ln(line)
		}
		d.Ln(1)
	}
	d.Ln(1)
}
