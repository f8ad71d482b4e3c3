package export

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// LeaseRows writes the leases of a report as rows for a spreadsheet. A column is named
// as the figure's path in the contract, such as liability.closing.
type LeaseRows struct {
	Tags       []string // that have a column each
	Exchange   bool     // add the lease's currency next to the functional currency
	Translated bool     // add the presentation currency, and the figures in functional currency
}

// NewLeaseRows returns the rows of a report, which has such tags.
func NewLeaseRows(q *portfolio.Question, tags []string) *LeaseRows {
	translated := q.Presentation != (money.Currency{})
	return &LeaseRows{Tags: tags, Exchange: translated || q.ExchangeRates != nil, Translated: translated}
}

// leaseColumns are the columns between the tags and the figures.
func (r *LeaseRows) leaseColumns() []string {
	list := []string{"standard", "classification", "currency"}
	if r.Exchange {
		list = append(list, "leaseCurrency")
	}
	if r.Translated {
		list = append(list, "presentationCurrency")
	}
	return append(list, "remainingTermMonths", "discountRateAnnual")
}

// figureColumns are the figures.
func (r *LeaseRows) figureColumns() (list []string) {
	for c := range figure.Count() {
		list = append(list, c.String())
	}
	if r.Translated {
		for c := range figure.Count() {
			list = append(list, "functional."+c.String())
		}
	}
	return list
}

// AppendHeader appends the names of the columns.
func (r *LeaseRows) AppendHeader(dst []byte) []byte {
	dst = append(dst, "id,name"...)
	for _, tag := range r.Tags {
		dst = appendCell(append(dst, ','), "tag:"+tag)
	}
	for _, name := range slices.Concat(r.leaseColumns(), r.figureColumns()) {
		dst = append(append(dst, ','), name...)
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
	dst = append(append(dst, ','), l.Lease.Functional().String()...)
	if r.Exchange {
		dst = append(append(dst, ','), l.Lease.Currency.String()...)
	}
	if r.Translated {
		dst = append(append(dst, ','), l.Figures.Currency.String()...)
	}
	dst = l.RemainingMonths().Minor(2).AppendPlaces(append(dst, ','), 2)
	dst = l.Figures.DiscountRateAnnual.Append(append(dst, ','))
	functional := l.Lease.Functional().Places()
	dst = appendFigures(dst, &l.Figures.Figures, l.Figures.Currency.Places(), functional)
	if r.Translated {
		dst = appendFigures(dst, l.Figures.Books(), functional, functional)
	}
	dst = appendCell(append(dst, ','), strings.Join(l.Notes, " "))
	return append(dst, '\n')
}

// appendFigures appends a cell for each figure, empty if it does not apply. Deferred tax has
// the decimals of the functional currency.
func appendFigures(dst []byte, f *leasehold.Figures, places, functional int) []byte {
	for c := range figure.Count() {
		dst = append(dst, ',')
		switch s := c.Statement(); {
		case !f.Has(s):
		case s.Taxed:
			dst = f.Of(c).AppendPlaces(dst, functional)
		default:
			dst = f.Of(c).AppendPlaces(dst, places)
		}
	}
	return dst
}

// appendSkipped appends the row of a lease that the report excludes: its id, and the reason
// among the notes, so that the file accounts for every lease.
func (r *LeaseRows) appendSkipped(dst []byte, s *portfolio.Skipped) []byte {
	empty := 1 + len(r.Tags) + len(r.leaseColumns()) + len(r.figureColumns()) // 1 is the name
	dst = append(appendCell(dst, s.ID), strings.Repeat(",", empty+1)...)
	return append(appendCell(dst, "left out: "+s.Field+": "+s.Message), '\n')
}

// writeLeaseRows writes the leases of a report, with a column for every tag that one of
// them has.
func writeLeaseRows(w io.Writer, r *portfolio.Report) error {
	tags := map[string]bool{}
	for i := range r.Leases {
		for tag := range r.Leases[i].Lease.Tags {
			tags[tag] = true
		}
	}
	return NewLeaseRows(r.Question, slices.Sorted(maps.Keys(tags))).Write(w, r)
}

// Write writes the leases of a report, then the leases that it excludes. With a comparative
// period each row begins with its period. Prior-period corrections and the trial balance
// follow as separate tables, each after an empty line.
func (r *LeaseRows) Write(w io.Writer, of *portfolio.Report) error {
	var text []byte
	span := func(texts ...string) {
		if of.Comparative != nil {
			text = append(append(text, strings.Join(texts, ",")...), ',')
		}
	}
	q := of.Question
	span("from", "to")
	text = r.AppendHeader(text)
	for i := range of.Leases {
		span(q.From.String(), q.To.String())
		text = r.Append(text, &of.Leases[i])
	}
	if c := of.Comparative; c != nil {
		for i := range c.Leases {
			span(c.From.String(), c.To.String())
			text = r.Append(text, &c.Leases[i])
		}
	}
	for i := range of.Skipped {
		span(q.From.String(), q.To.String())
		text = r.appendSkipped(text, &of.Skipped[i])
	}
	text = appendTieOut(appendLateChanges(text, of.Previous), of)
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// appendLateChanges appends the table of prior-period corrections.
func appendLateChanges(dst []byte, p *portfolio.PreviousAnswer) []byte {
	if p == nil || len(p.LateChanges) == 0 {
		return dst
	}
	dst = append(dst, "\nid,figure,signed,now,difference\n"...)
	for i := range p.LateChanges {
		change := &p.LateChanges[i]
		for _, c := range change.Changes {
			dst = appendCell(dst, change.ID)
			dst = append(append(dst, ','), c.Name...)
			for _, a := range []money.Amount{c.Signed, c.Now, c.Difference} {
				dst = a.AppendPlaces(append(dst, ','), change.Places())
			}
			dst = append(dst, '\n')
		}
	}
	return dst
}

// appendTieOut appends the table of the trial balance.
func appendTieOut(dst []byte, r *portfolio.Report) []byte {
	if r.TieOut == nil {
		return dst
	}
	dst = append(dst, "\naccount"...)
	for _, k := range r.Question.GroupBy {
		dst = appendCell(append(dst, ','), k.String())
	}
	dst = append(dst, ",ledger,leasehold,difference,explanations\n"...)
	for i := range r.TieOut {
		out := &r.TieOut[i]
		dst = appendCell(dst, out.Account)
		for _, k := range r.Question.GroupBy {
			dst = appendCell(append(dst, ','), out.Key[k.String()])
		}
		for _, a := range []money.Amount{out.Ledger, out.Leasehold, out.Difference} {
			dst = a.AppendPlaces(append(dst, ','), out.Places())
		}
		dst = append(appendCell(append(dst, ','), out.Says()), '\n')
	}
	return dst
}
