package export

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// LeaseRows writes the leases of a report as rows for a spreadsheet. A column is named
// as the figure's path in the contract, such as liability.closing.
type LeaseRows struct {
	Tags []string // that have a column each
}

// leaseColumns are those between the tags and the figures.
var leaseColumns = []string{"standard", "classification", "currency", "remainingTermMonths", "discountRateAnnual"}

// AppendHeader appends the names of the columns.
func (r *LeaseRows) AppendHeader(dst []byte) []byte {
	dst = append(dst, "id,name"...)
	for _, tag := range r.Tags {
		dst = appendCell(append(dst, ','), "tag:"+tag)
	}
	for _, name := range leaseColumns {
		dst = append(append(dst, ','), name...)
	}
	for c := range figure.Count() {
		dst = append(append(dst, ','), c.String()...)
	}
	return append(dst, ",notes\n"...)
}

// Append appends the row of a lease.
func (r *LeaseRows) Append(dst []byte, l *portfolio.Line) []byte {
	dst = append(appendCell(dst, l.Lease.ID), ',')
	dst = appendCell(dst, l.Lease.Name)
	for _, tag := range r.Tags {
		dst = appendCell(append(dst, ','), l.Lease.Tags[tag])
	}
	dst = append(append(dst, ','), l.Lease.Standard.String()...)
	dst = append(append(dst, ','), l.Figures.Class.String()...)
	dst = append(append(dst, ','), l.Lease.Currency.String()...)
	dst = l.RemainingMonths().Minor(2).AppendPlaces(append(dst, ','), 2)
	dst = l.Figures.DiscountRateAnnual.Append(append(dst, ','))
	places := l.Lease.Currency.Places()
	for c := range figure.Count() {
		if dst = append(dst, ','); l.Figures.Has(c.Statement()) {
			dst = l.Figures.Of(c).AppendPlaces(dst, places)
		}
	}
	dst = appendCell(append(dst, ','), strings.Join(l.Notes, " "))
	return append(dst, '\n')
}

// appendSkipped appends the row of a lease that the report left out: its id, and why
// under the notes, so that nobody takes the file for the whole.
func (r *LeaseRows) appendSkipped(dst []byte, s *portfolio.Skipped) []byte {
	empty := 1 + len(r.Tags) + len(leaseColumns) + int(figure.Count()) // 1 is the name
	dst = append(appendCell(dst, s.ID), strings.Repeat(",", empty+1)...)
	return append(appendCell(dst, "left out: "+s.Field+": "+s.Message), '\n')
}

// writeLeaseRows writes the leases of a report, with a column for every tag that one of
// them has. Leases that the report left out come last.
func writeLeaseRows(w io.Writer, r *portfolio.Report) error {
	tags := map[string]bool{}
	for i := range r.Leases {
		for tag := range r.Leases[i].Lease.Tags {
			tags[tag] = true
		}
	}
	rows := &LeaseRows{Tags: slices.Sorted(maps.Keys(tags))}
	text := rows.AppendHeader(nil)
	for i := range r.Leases {
		text = rows.Append(text, &r.Leases[i])
	}
	for i := range r.Skipped {
		text = rows.appendSkipped(text, &r.Skipped[i])
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
