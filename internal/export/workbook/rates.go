package workbook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// rates writes the rates that the lease took from its table: the rows of each, and the
// straight line between two as a formula.
func (b *book) rates(s *spreadsheet.Sheet) {
	s.Widths(34, 14, 14, 16, 60)
	s.Head("Rates"+b.caller(), "Discount rates that the lease does not state, from a table by date, term, currency and tags. A rate between two rows is on the straight line by months.")
	table := b.r.Lease.RateTable().Rows()
	for i := range b.r.RatesUsed {
		u := &b.r.RatesUsed[i]
		what := "Commencement"
		if u.Event >= 0 {
			what = wording.Sentence(wording.Event(b.r.Lease.Events[u.Event].Type))
		}
		s.Headings(spreadsheet.Left(what), spreadsheet.Right("Date"), spreadsheet.Right("Months"), spreadsheet.Right("Rate"), spreadsheet.Left("Source"))
		for _, n := range u.Rows {
			row := &table[n]
			s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Row %d of the table, from 0", n)), s.Value(spreadsheet.Day, spreadsheet.Serial(row.ValidFrom)),
				s.Value(spreadsheet.Plain, row.TermMonths), s.Value(spreadsheet.Rate, spreadsheet.Number(row.DiscountRateAnnual.String())), s.Text(spreadsheet.Note, rowIsFor(row)))
		}
		last := s.Row()
		formula := fmt.Sprintf("D%d", last)
		if len(u.Rows) == 2 {
			formula = fmt.Sprintf("D%d+(D%d-D%d)*(C%d-C%d)/(C%d-C%d)", last-1, last, last-1, last+1, last-1, last, last-1)
		}
		s.Put(s.Text(spreadsheet.Label, "Rate used"), s.Value(spreadsheet.Day, spreadsheet.Serial(u.Date)), s.Value(spreadsheet.Plain, u.TermMonths),
			s.Formula(spreadsheet.Rate, spreadsheet.Number(u.Rate.String()), "%s", formula), s.Text(spreadsheet.Note, shortest(u)))
		s.Skip()
	}
	s.PrintTo("E")
}

// rowIsFor says where a row comes from, and which leases it is for.
func rowIsFor(row *leasehold.RateRow) string {
	var parts []string
	if row.Source != "" {
		parts = append(parts, row.Source)
	}
	if row.Currency != (leasehold.Currency{}) {
		parts = append(parts, "for "+row.Currency.String())
	}
	for _, name := range slices.Sorted(maps.Keys(row.Tags)) {
		parts = append(parts, name+"="+row.Tags[name])
	}
	return strings.Join(parts, "; ")
}

func shortest(u *leasehold.RateUsed) string {
	if u.Shortest == 0 {
		return "months left of the term, rounded up"
	}
	return "the shortest term of the table stands for the shorter term"
}
