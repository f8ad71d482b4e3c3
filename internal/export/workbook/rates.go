package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// rates writes the discount rates that were taken from the lease's rate table, with the rows of the
// table that were used. Linear interpolation between two rows is a formula.
func (b *book) rates(s *spreadsheet.Sheet) {
	s.Widths(34, 14, 14, 16, 60)
	s.Head("Rates"+b.caller(), "Discount rates that the lease does not state, from a table by date, term, currency and tags. A rate between two rows is on the straight line by months.")
	for _, x := range wording.RateOrigins(&b.r.Measurement) {
		s.Headings(spreadsheet.Left(x.For), spreadsheet.Right("Date"), spreadsheet.Right("Months"), spreadsheet.Right("Rate"), spreadsheet.Left("Source"))
		for _, row := range x.Rows {
			s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Row %d of the table, from 0", row.Number)), s.Value(spreadsheet.Day, spreadsheet.Serial(row.ValidFrom)),
				s.Value(spreadsheet.Plain, row.TermMonths), s.Value(spreadsheet.Rate, spreadsheet.Number(row.DiscountRateAnnual.String())), s.Text(spreadsheet.Note, row.About))
		}
		last := s.Row()
		formula := fmt.Sprintf("D%d", last)
		if len(x.Rows) == 2 {
			formula = fmt.Sprintf("D%d+(D%d-D%d)*(C%d-C%d)/(C%d-C%d)", last-1, last, last-1, last+1, last-1, last, last-1)
		}
		s.Put(s.Text(spreadsheet.Label, "Rate used"), s.Value(spreadsheet.Day, spreadsheet.Serial(x.Date)), s.Value(spreadsheet.Plain, x.TermMonths),
			s.Formula(spreadsheet.Rate, spreadsheet.Number(x.Rate.String()), "%s", formula), s.Text(spreadsheet.Note, x.How+"; months left of the term, rounded up"))
		s.Skip()
	}
}
