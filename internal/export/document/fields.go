package document

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Fields writes names and values in two columns. An empty value becomes a line that can be filled
// in by hand. A field with an empty name is blank.
func (d *Document) Fields(fields [][2]string) {
	const (
		gap  = 8.0
		name = 24.0
		line = 6.0 // height of a line in millimeters
	)
	if len(fields)%2 == 1 {
		fields = append(slices.Clip(fields), [2]string{})
	}
	column := (d.Width()-gap)/2 - name
	for i := 0; i < len(fields); i += 2 {
		d.Font("", TextSize)
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
					label = At(d.Split(field[0]+" ", name), 0)
				}
				d.Font("", SmallSize+0.5)
				d.Put(name, line, label, "L", "")
				d.Font("", TextSize)
				d.Put(column, line, At(pair[side], k), "L", border)
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

// Inputs writes the inputs of a lease: first the terms of the lease contract, then the judgments.
// The identity of the lease is not included; use [Document.Fields] for it.
func (d *Document) Inputs(l *leasehold.Lease) {
	nature := member.Identity
	for _, in := range wording.Inputs(l) {
		if in.Nature == member.Identity {
			continue
		}
		if in.Nature != nature {
			nature = in.Nature
			d.Ln(1)
			d.Room(3 * RowHeight)
			d.Figure(nature.String(), "", "B", "")
		}
		d.Figure(in.Label, in.Value, "", "")
	}
}

// Evidence writes the quotations from the lease contract that support the inputs. Nothing is
// written if there are no quotations.
func (d *Document) Evidence(l *leasehold.Lease) {
	quotes := wording.Quotes(l)
	if quotes == nil {
		return
	}
	d.Section("Evidence")
	d.Paragraph("Passages of the contract for the inputs. No figure depends on them.")
	for _, q := range quotes {
		d.Ln(1)
		d.Room(3 * LineHeight)
		d.Figure(q.Member, q.Value, "B", "")
		text := "“" + q.Text + "”"
		if q.Source != "" {
			text += " (" + q.Source + ")"
		}
		d.Paragraph(text)
	}
}
