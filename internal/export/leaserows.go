package export

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// LeaseColumn is a column in lease rows. If it has both a number and text, CSV contains the text.
type LeaseColumn struct {
	Name   string                                                      // the amount's path in the API contract, such as liability.closing
	Text   func(*portfolio.Line) string                                // returns a cell's text
	Number func(*portfolio.Line) (a money.Amount, places int, ok bool) // returns the number in a cell and its decimals; ok is false if the cell is empty
	Places int                                                         // number of decimals in tables with typed columns
}

// LeaseColumns returns the columns of a report: the lease, its tags, its amounts and its notes.
// Deferred tax amounts have as many decimals as the functional currency.
func LeaseColumns(q *portfolio.Question, tags []string) LeaseRows {
	type line = *portfolio.Line
	text := func(name string, of func(line) string) LeaseColumn { return LeaseColumn{Name: name, Text: of} }
	list := []LeaseColumn{
		text("id", func(l line) string { return l.Lease.ID }),
		text("name", func(l line) string { return l.Lease.Name }),
	}
	for _, tag := range tags {
		list = append(list, text(segmentTag+tag, func(l line) string { return l.Lease.Tags[tag] }))
	}
	list = append(list,
		text("standard", func(l line) string { return l.Lease.Standard.String() }),
		text("classification", func(l line) string { return l.Figures.Class.String() }),
		text("currency", func(l line) string { return l.Lease.Functional().String() }),
	)
	translated := q.Presentation != (money.Currency{})
	if translated || q.ExchangeRates != nil {
		list = append(list, text("leaseCurrency", func(l line) string { return l.Lease.Currency.String() }))
	}
	if translated {
		list = append(list, text("presentationCurrency", func(l line) string { return l.Figures.Currency.String() }))
	}
	const monthPlaces = 2
	list = append(list,
		LeaseColumn{Name: "remainingTermMonths", Places: monthPlaces, Number: func(l line) (money.Amount, int, bool) {
			return l.RemainingMonths().Minor(monthPlaces), monthPlaces, true
		}},
		LeaseColumn{Name: "discountRateAnnual", Places: money.RatePlaces, Number: func(l line) (money.Amount, int, bool) {
			return l.Figures.DiscountRateAnnual.Minor(money.RatePlaces), money.RatePlaces, true
		}, Text: func(l line) string { return l.Figures.DiscountRateAnnual.String() }},
	)
	list = append(list, figureColumns("", func(l line) (*leasehold.Figures, money.Currency) { return &l.Figures.Figures, l.Figures.Currency })...)
	if translated {
		list = append(list, figureColumns("functional.", func(l line) (*leasehold.Figures, money.Currency) { return l.Figures.Books(), l.Lease.Functional() })...)
	}
	return append(list, text("notes", func(l line) string { return strings.Join(l.Notes, " ") }))
}

// figureColumns returns a column for each reported amount. A lease without the amount has an empty
// cell.
func figureColumns(prefix string, of func(*portfolio.Line) (*leasehold.Figures, money.Currency)) (list []LeaseColumn) {
	const mostPlaces = 3 // the most decimals that any currency has
	for c := range figure.Count() {
		s := c.Statement()
		list = append(list, LeaseColumn{Name: prefix + c.String(), Places: mostPlaces, Number: func(l *portfolio.Line) (money.Amount, int, bool) {
			f, currency := of(l)
			if s.Taxed {
				currency = l.Lease.Functional()
			}
			return f.Of(c), currency.Places(), f.Has(s)
		}})
	}
	return list
}

// LeaseRows writes a table with these columns and one row per lease.
type LeaseRows []LeaseColumn

// AppendHeader appends the column names.
func (r LeaseRows) AppendHeader(dst []byte) []byte {
	return appendCells(dst, each(r, func(c LeaseColumn) string { return Text(c.Name) }))
}

// Append appends a lease's row.
func (r LeaseRows) Append(dst []byte, l *portfolio.Line) []byte {
	for i := range r {
		if i > 0 {
			dst = append(dst, ',')
		}
		if c := &r[i]; c.Text != nil {
			dst = appendCell(dst, c.Text(l))
		} else if a, places, ok := c.Number(l); ok {
			dst = a.AppendPlaces(dst, places)
		}
	}
	return append(dst, '\n')
}

// writeLeaseRows writes a report's leases, with a column for every tag that any lease has.
func writeLeaseRows(w io.Writer, r *portfolio.Report) error {
	tags := map[string]bool{}
	for i := range r.Leases {
		for tag := range r.Leases[i].Lease.Tags {
			tags[tag] = true
		}
	}
	return LeaseColumns(r.Question, slices.Sorted(maps.Keys(tags))).Write(w, r)
}

// Write writes a report's leases, followed by the excluded leases. If the report has a comparative
// period, each row begins with its period, and a row of the comparative period also contains the
// basis of preparation. Tables of the prior-period corrections and the trial balance follow, each
// after an empty line.
func (r LeaseRows) Write(w io.Writer, of *portfolio.Report) error {
	var text []byte
	span := func(texts ...string) {
		if of.Comparative != nil {
			text = append(append(text, strings.Join(texts, ",")...), ',')
		}
	}
	q := of.Question
	span("from", "to", "basis")
	text = r.AppendHeader(text)
	for i := range of.Leases {
		span(q.From.String(), q.To.String(), "")
		text = r.Append(text, &of.Leases[i])
	}
	if c := of.Comparative; c != nil {
		for i := range c.Leases {
			span(c.From.String(), c.To.String(), c.Basis())
			text = r.Append(text, &c.Leases[i])
		}
	}
	for _, s := range of.Skipped { // the first column contains the id, and the last one the reason
		span(q.From.String(), q.To.String(), "")
		cells := make([]string, len(r))
		cells[0], cells[len(cells)-1] = Text(s.ID), Text("omitted: "+s.Field+": "+s.Message)
		text = appendCells(text, cells)
	}
	return write(w, appendTieOut(appendLateChanges(text, of.Previous), of))
}

func appendLateChanges(dst []byte, p *portfolio.PreviousAnswer) []byte {
	if p == nil || len(p.LateChanges) == 0 {
		return dst
	}
	dst = append(dst, "\nid,figure,signed,now,difference\n"...)
	for i := range p.LateChanges {
		change := &p.LateChanges[i]
		show := func(a money.Amount) string { return plain(a, change.Places()) }
		for _, row := range change.Rows(func(name string) string { return name }, show) {
			cells := []string{Text(change.ID), Text(strings.TrimPrefix(row.Figure, "Entry: "))}
			for k, text := range row.Cells {
				if k < 2 && !row.Balance { // the cell contains the entry's text rather than an amount
					text = Text(text)
				}
				cells = append(cells, text)
			}
			dst = appendCells(dst, cells)
		}
	}
	return dst
}

func appendTieOut(dst []byte, r *portfolio.Report) []byte {
	if r.TieOut == nil {
		return dst
	}
	keys := each(r.Question.GroupBy, portfolio.Key.String)
	header := slices.Concat([]string{"account"}, each(keys, Text), []string{"ledger", "leasehold", "difference", "explanations"})
	dst = appendCells(append(dst, '\n'), header)
	for i := range r.TieOut {
		out := &r.TieOut[i]
		row := append([]string{Text(out.Account)}, each(keys, func(key string) string { return Text(out.Key[key]) })...)
		for _, a := range []money.Amount{out.Ledger, out.Leasehold, out.Difference} {
			row = append(row, plain(a, out.Places()))
		}
		dst = appendCells(dst, append(row, Text(out.Says())))
	}
	return dst
}
