package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// rates writes the discount rates from the rate table of the lease, with their table rows. A
// formula interpolates a rate between two table rows.
func (b *book) rates(s *spreadsheet.Sheet) {
	s.Widths(34, 14, 14, 16, 60)
	s.Head("Rates"+b.leaseName(), "Discount rates that the lease does not supply, from a table by date, term, currency and tags. "+
		"A rate between two rows is interpolated linearly by months.")
	columns := layout{{name: "label"}, {name: "date"}, {name: "months"}, {name: "rate"}}
	for _, x := range wording.RateOrigins(&b.r.Measurement) {
		s.Headings(spreadsheet.Left(x.For), spreadsheet.Right("Date"), spreadsheet.Right("Months"), spreadsheet.Right("Rate"), spreadsheet.Left("Source"))
		for _, row := range x.Rows {
			s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Row %d of the table, from 0", row.Number)), s.Value(spreadsheet.Day, spreadsheet.Serial(row.ValidFrom)),
				s.Value(spreadsheet.Plain, row.TermMonths), s.Value(spreadsheet.Rate, spreadsheet.Number(row.DiscountRateAnnual.String())), s.Text(spreadsheet.Note, row.About))
		}
		formula := "{rate}"
		if len(x.Rows) == 2 {
			formula = "{rate-}+({rate}-{rate-})*({months+}-{months-})/({months}-{months-})"
		}
		s.Put(s.Text(spreadsheet.Label, "Rate used"), s.Value(spreadsheet.Day, spreadsheet.Serial(x.Date)), s.Value(spreadsheet.Plain, x.TermMonths),
			s.Formula(spreadsheet.Rate, spreadsheet.Number(x.Rate.String()), columns.formula(formula, s.Row())), s.Text(spreadsheet.Note, x.How+"; months left of the term, rounded up"))
		s.Skip()
	}
}

// Evidence writes the quotations from the lease contract that support the inputs.
func Evidence(s *spreadsheet.Sheet, l *leasehold.Lease) {
	const field, value, quote, source = 34, 22, 80, 26
	s.Freeze(4, 0)
	s.Table("Evidence", "Passages of the contract for the inputs. No figure depends on them.",
		spreadsheet.Left("Input").Wide(field), spreadsheet.Left("Value").Wide(value), spreadsheet.Left("Quote").Wide(quote), spreadsheet.Left("Document and page").Wide(source))
	for _, q := range wording.Quotes(l) {
		s.Tall(q.Text, quote, s.Text(spreadsheet.WrappedLabel, q.Member), s.Text(spreadsheet.Wrapped, q.Value), s.Text(spreadsheet.Wrapped, q.Text),
			s.Text(spreadsheet.Wrapped, q.Source))
	}
}
