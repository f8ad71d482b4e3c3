package workbook

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// evidence writes the passages of the contract.
func (b *book) evidence(s *spreadsheet.Sheet) { Evidence(s, &b.r.Lease) }

// Evidence writes the passages of a contract next to the members of the lease that they
// are quoted for, and whether each has the value.
func Evidence(s *spreadsheet.Sheet, l *leasehold.Lease) {
	const member, value, quote, where, verdict = 34, 22, 80, 26, 44
	s.Widths(member, value, quote, where, verdict)
	s.Freeze(4, 0)
	s.Head("Evidence", "Passages of the contract in which the inputs stand. No figure depends on them; whether a value is in its quote was looked up word by word.")
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Left("Value"), spreadsheet.Left("Quote"), spreadsheet.Left("Where"), spreadsheet.Left("Found"))
	for _, q := range wording.Quotes(l) {
		tallest, width := q.Text, float64(quote)
		if len(q.Verdict)*quote > len(q.Text)*verdict {
			tallest, width = q.Verdict, verdict
		}
		s.Tall(tallest, width, s.Text(spreadsheet.WrappedLabel, q.Member), s.Text(spreadsheet.Wrapped, q.Value), s.Text(spreadsheet.Wrapped, q.Text),
			s.Text(spreadsheet.Wrapped, q.Source), s.Text(spreadsheet.Wrapped, q.Verdict))
	}
	s.PrintTo("E")
}
