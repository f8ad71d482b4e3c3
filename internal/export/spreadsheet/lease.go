package spreadsheet

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Inputs writes a row for each input of a lease.
func (s *Sheet) Inputs(l *leasehold.Lease) {
	for _, in := range wording.Inputs(l) {
		s.Pair(in.Label, in.Value)
	}
}

// AddEvidence adds a sheet with the quotations from the lease contract that support the inputs.
// Without quotations, it adds no sheet.
func (b *Book) AddEvidence(l *leasehold.Lease) {
	b.AddIf(len(l.Evidence) > 0, "Evidence", func(s *Sheet) {
		const field, value, quote, source = 34, 22, 80, 26
		s.Freeze(4, 0)
		s.Table("Evidence", "These passages of the lease contract support the inputs. No figure depends on them.",
			Left("Input").Wide(field), Left("Value").Wide(value), Left("Quote").Wide(quote), Left("Document and page").Wide(source))
		for _, q := range wording.Quotes(l) {
			s.Tall(q.Text, quote, s.Text(WrappedLabel, q.Member), s.Text(Wrapped, q.Value), s.Text(Wrapped, q.Text), s.Text(Wrapped, q.Source))
		}
	})
}
