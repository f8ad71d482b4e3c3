package engine

import (
	"context"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// NumberedEntry is an entry of a report: by calendar month, at commencement or at
// an event. Its number never changes because a figure did (METHOD 14.8).
type NumberedEntry struct {
	Entry
	Number string // ID-yyyymm, ID-yyyymm-dd of a part of a month, ID-yyyymmdd or ID-yyyymmdd-n
}

// entriesOf makes the entries of the span by calendar month, from the books at the end of
// each: for each month one with its sums, dated on its last day or the last of the span;
// and those of commencement and events on their dates. It returns the books at the end of
// the span. A month without known books at its end is part of the next entry. An entry
// without lines is left out.
func entriesOf(f *LeaseFigures, b *bookkeeper, before books, span Span, to func(civil.Date) (books, bool)) books {
	month := *b
	occasions := occasions(b.m)
	last := span.From.Prev()
	at := before
	for day := span.From.MonthEnd(); ; day = day.Next().MonthEnd() {
		if span.To.Before(day) {
			day = span.To
		}
		for len(occasions) > 0 && !day.Before(occasions[0].date) {
			if o := occasions[0]; last.Before(o.date) {
				f.Entries = o.entries(b, f.Entries)
			}
			occasions = occasions[1:]
		}
		end, known := to(day)
		if !known {
			continue
		}
		for _, fund := range b.m.Lease.Funds() {
			month.fund = fund
			f.Entries = append(f.Entries, month.month(b.m, &at, &end, last.Next(), day))
		}
		at, last = end, day
		if day == span.To {
			f.Entries = slices.DeleteFunc(f.Entries, func(e NumberedEntry) bool { return len(e.Lines) == 0 })
			return at
		}
	}
}

// MonthlyJournal returns the entries of a lease's whole life by calendar month, in the
// lease's currency. Months without postings have an entry without lines.
func MonthlyJournal(ctx context.Context, r *Result) ([]NumberedEntry, error) {
	last := r.Schedule[len(r.Schedule)-1].Last.Next()
	for i := range r.Events {
		if last.Before(r.Events[i].Date) {
			last = r.Events[i].Date
		}
	}
	span := Span{From: r.Lease.Start(), To: last.MonthEnd(), Monthly: true, InLeaseCurrency: true}
	figures, err := MeasureSpanContext(ctx, &r.Lease, span)
	if err != nil {
		return nil, err
	}
	return figures.Entries, nil
}

// occasion is an entry that is no month's.
type occasion struct {
	date   civil.Date
	number int // of the event among those of its day; 0 for commencement
	event  int // place among the events; -1 for commencement
	rest   bool
}

// occasions returns the commencement and the events in order.
func occasions(m *Measurement) []occasion {
	list := []occasion{{date: m.Lease.Start(), event: -1}}
	for i := range m.Events {
		n := 1
		for j := i - 1; j >= 0 && m.Events[j].Date == m.Events[i].Date; j-- {
			n++
		}
		list = append(list, occasion{date: m.Events[i].Date, number: n, event: i})
	}
	if rest := m.restOfAsset(); !rest.IsZero() {
		last := m.Schedule[len(m.Schedule)-1].Last
		list = append(list, occasion{date: last.Next(), event: -1, rest: true})
	}
	slices.SortStableFunc(list, func(a, b occasion) int { return a.date.Compare(b.date) })
	return list
}

// restOfAsset returns what is left of the asset when the term is over, which then
// leaves it (METHOD 14.2).
func (m *Measurement) restOfAsset() money.Amount {
	if n := len(m.Events); n > 0 && m.Events[n-1].Treatment == Derecognized || m.Lease.InFund() {
		return money.Amount{}
	}
	return m.Schedule[len(m.Schedule)-1].RouAssetClose
}

// entries appends the entries of an occasion: one for each of the lease's funds. What is
// left of the asset leaves no books that do not carry it.
func (o *occasion) entries(b *bookkeeper, list []NumberedEntry) []NumberedEntry {
	for _, fund := range b.m.Lease.Funds() {
		b.fund = fund
		if !o.rest || !b.inFund() {
			list = append(list, o.entry(b))
		}
	}
	return list
}

// entry makes the entry of an occasion.
func (o *occasion) entry(b *bookkeeper) NumberedEntry {
	m := b.m
	b.count, b.period, b.event, b.date = 0, 0, o.event, o.date
	date := o.date.String()
	number := m.Lease.ID + "-" + date[:4] + date[5:7] + date[8:]
	switch {
	case o.rest:
		b.kind = EntryExpiry
		b.debit(AccountProperty, m.restOfAsset())
		b.credit(AccountRouAsset, m.restOfAsset())
	case o.event < 0:
		b.kind = EntryCommencement
		b.commencement()
	default:
		b.kind = EntryEvent
		b.change(&m.Events[o.event])
		number += "-" + strconv.Itoa(o.number)
	}
	return NumberedEntry{b.entry(), number}
}

// entry returns the current entry with lines of its own.
func (b *bookkeeper) entry() Entry {
	var memo [384]byte
	return Entry{
		Kind: b.kind, Period: b.period, Event: b.event, Date: b.date,
		Memo: string(b.appendMemo(memo[:0])), Lines: slices.Clone(b.lines[:b.count]), Fund: b.whose(),
	}
}

// month makes the entry of a calendar month from what was posted in it.
func (b *bookkeeper) month(m *Measurement, before, after *books, from, to civil.Date) NumberedEntry {
	b.count, b.period, b.event = 0, 0, -1
	b.kind, b.date = EntryMonth, to
	var v figure.Vector
	v.Between(&before.Vector, &after.Vector)
	b.posted(&v, before.class, after.ended.Sub(before.ended))
	b.subleased(v.Of(figure.CostSublease), v.Of(figure.CashSubleases), before, after)
	b.exchanged(v.Of(figure.LiabilityExchange), after.gains.less(before.gains))
	return NumberedEntry{b.entry(), partNumber(m.Lease.ID, from, to)}
}

// partNumber is the number of an entry that is dated on the last day of a span: by the
// month of that day, and by the day too where the span has a part of that month, which
// other spans precede or follow (METHOD 25.3).
func partNumber(id string, from, to civil.Date) string {
	date := to.String()
	number := id + "-" + date[:4] + date[5:7]
	if first := civil.New(to.Year, to.Month, 1); first.Before(from) || to != to.MonthEnd() {
		number += "-" + date[8:]
	}
	return number
}

// posted makes the lines of what rows posted in a span. Where an event changed the
// class, there are those of both: variable cost, which ends there, is under the first.
// ended is what an event expensed of services.
func (b *bookkeeper) posted(v *figure.Vector, class Class, ended money.Amount) {
	l := &b.m.Lease
	interest, principal := v.Of(figure.CashInterest), v.Of(figure.CashPrincipal)
	variable := v.Of(figure.CostVariable)
	switch b.recording(class) {
	case recordExempt:
		b.exempt(v.Of(figure.CashExempt), v.Of(exemptCost(l)))
	case recordFund:
		b.service(principal, interest)
	case recordOperating, recordFinance:
		b.operating(v.Of(figure.CashOperating), v.Of(figure.LiabilityInterest).Sub(v.Of(figure.CostInterest)), v.Of(figure.CostOperating))
		if class == Operating {
			b.variable(variable)
			variable = money.Amount{}
		}
		b.finance(interest.Add(principal), v.Of(figure.CostInterest), v.Of(figure.CostAmortization))
	}
	b.variable(variable)
	b.services(v.Of(figure.CostNonLease).Sub(ended), v.Of(figure.CashNonLease))
	b.tax(v.Of(figure.CostTaxes))
}
