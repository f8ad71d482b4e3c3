package workbook

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Evidence writes the quotations from the lease contract next to the fields that the quotations
// support.
func Evidence(s *spreadsheet.Sheet, l *leasehold.Lease) {
	const member, value, quote, where = 34, 22, 80, 26
	s.Freeze(4, 0)
	s.Table("Evidence", "Passages of the contract for the inputs. No figure depends on them.",
		spreadsheet.Left("Input").Wide(member), spreadsheet.Left("Value").Wide(value), spreadsheet.Left("Quote").Wide(quote), spreadsheet.Left("Document and page").Wide(where))
	for _, q := range wording.Quotes(l) {
		s.Tall(q.Text, quote, s.Text(spreadsheet.WrappedLabel, q.Member), s.Text(spreadsheet.Wrapped, q.Value), s.Text(spreadsheet.Wrapped, q.Text),
			s.Text(spreadsheet.Wrapped, q.Source))
	}
}
