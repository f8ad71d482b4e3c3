package books

import (
	"context"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// entriesOf adds the entries of a reporting period to f. Each calendar month has an entry, dated on the last day of the
// month or of the period. Commencement and events have entries on their own dates. The callback returns the books as of
// a date, or false if the books are unavailable. If the books are unavailable, the month is part of the next entry.
// entriesOf returns the books at the end of the period.
func entriesOf(f *schedule.LeaseFigures, b *Bookkeeper, before books, span schedule.Span, to func(civil.Date) (books, bool)) books {
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
			f.Entries = slices.DeleteFunc(f.Entries, func(e schedule.NumberedEntry) bool { return len(e.Lines) == 0 })
			return at
		}
	}
}

// MonthlyJournal returns the entries of the whole lease by calendar month, in the lease's currency.
// A month without postings has an entry without lines.
func MonthlyJournal(ctx context.Context, r *schedule.Result) ([]schedule.NumberedEntry, error) {
	last := r.Schedule[len(r.Schedule)-1].Last.Next()
	for i := range r.Events {
		if last.Before(r.Events[i].Date) {
			last = r.Events[i].Date
		}
	}
	span := schedule.Span{From: r.Lease.Start(), To: last.MonthEnd(), Monthly: true, InLeaseCurrency: true}
	figures, err := MeasureSpan(ctx, &r.Lease, span)
	if err != nil {
		return nil, err
	}
	return figures.Entries, nil
}

// occasion is commencement, an event or the end of the term. Each occasion has a separate entry.
type occasion struct {
	date   civil.Date
	number int // position of the event among the events on its date; 0 for commencement
	event  int // index of the event; -1 for commencement
	rest   bool
}

// The occasions are commencement, the events and the end of the term, in date order.
func occasions(m *schedule.Measurement) []occasion {
	list := []occasion{{date: m.Lease.Start(), event: -1}}
	for i := range m.Events {
		n := 1
		for j := i - 1; j >= 0 && m.Events[j].Date == m.Events[i].Date; j-- {
			n++
		}
		list = append(list, occasion{date: m.Events[i].Date, number: n, event: i})
	}
	if rest := restOfAsset(m); !rest.IsZero() {
		last := m.Schedule[len(m.Schedule)-1].Last
		list = append(list, occasion{date: last.Next(), event: -1, rest: true})
	}
	slices.SortStableFunc(list, func(a, b occasion) int { return a.date.Compare(b.date) })
	return list
}

// restOfAsset returns the remaining asset that is derecognized at the end of the term (METHOD
// 14.2).
func restOfAsset(m *schedule.Measurement) money.Amount {
	if n := len(m.Events); n > 0 && m.Events[n-1].Treatment == schedule.Derecognized || m.Lease.InFund() {
		return money.Amount{}
	}
	return m.Schedule[len(m.Schedule)-1].RouAssetClose
}

// An occasion has one entry for each fund of the lease. A governmental fund has no asset to derecognize.
func (o *occasion) entries(b *Bookkeeper, list []schedule.NumberedEntry) []schedule.NumberedEntry {
	for _, fund := range b.m.Lease.Funds() {
		b.fund = fund
		if !o.rest || !b.inFund() {
			list = append(list, o.entry(b))
		}
	}
	return list
}

func (o *occasion) entry(b *Bookkeeper) schedule.NumberedEntry {
	m := b.m
	b.Count, b.period, b.event, b.Date = 0, 0, o.event, o.date
	date := o.date.String()
	number := m.Lease.ID + "-" + date[:4] + date[5:7] + date[8:]
	switch {
	case o.rest:
		b.kind = schedule.EntryExpiry
		b.debit(standard.AccountProperty, restOfAsset(m))
		b.credit(standard.AccountRouAsset, restOfAsset(m))
	case o.event < 0:
		b.kind = schedule.EntryCommencement
		b.commencement()
	default:
		b.kind = schedule.EntryEvent
		b.change(&m.Events[o.event])
		number += "-" + strconv.Itoa(o.number)
	}
	return schedule.NumberedEntry{Entry: b.entry(), Number: number}
}

func (b *Bookkeeper) entry() schedule.Entry {
	var memo [384]byte
	return schedule.Entry{
		Kind: b.kind, Period: b.period, Event: b.event, Date: b.Date,
		Memo: string(b.AppendMemo(memo[:0])), Lines: slices.Clone(b.Lines[:b.Count]), Fund: b.Fund(),
	}
}

// month returns the entry of a calendar month, given the books at its start and at its end.
func (b *Bookkeeper) month(m *schedule.Measurement, before, after *books, from, to civil.Date) schedule.NumberedEntry {
	b.Count, b.period, b.event = 0, 0, -1
	b.kind, b.Date = schedule.EntryMonth, to
	var v figure.Vector
	v.Between(&before.Vector, &after.Vector)
	b.posted(&v, before.class, after.ended.Sub(before.ended))
	b.subleased(v.Of(figure.CostSublease), v.Of(figure.CashSubleases), before, after)
	b.exchanged(v.Of(figure.LiabilityExchange), after.gains.less(before.gains))
	return schedule.NumberedEntry{Entry: b.entry(), Number: partNumber(m.Lease.ID, from, to)}
}

// partNumber returns the entry number for a period. The entry has the date of the period's last day. The number
// contains the month of this day. It also contains the day if the period does not cover the whole month (METHOD 25.3).
func partNumber(id string, from, to civil.Date) string {
	date := to.String()
	number := id + "-" + date[:4] + date[5:7]
	if first := civil.New(to.Year, to.Month, 1); first.Before(from) || to != to.MonthEnd() {
		number += "-" + date[8:]
	}
	return number
}

// Lines are appended for the rows posted in a period. If an event changed the class, the entry has the lines of both
// classes, but variable cost is recorded once. The cost of services expensed at events is passed separately.
func (b *Bookkeeper) posted(v *figure.Vector, class standard.Class, ended money.Amount) {
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
		if class == standard.Operating {
			b.variable(variable)
			variable = money.Amount{}
		}
		b.finance(interest.Add(principal), v.Of(figure.CostInterest), v.Of(figure.CostAmortization))
	}
	b.variable(variable)
	b.services(v.Of(figure.CostNonLease).Sub(ended), v.Of(figure.CashNonLease))
	b.tax(v.Of(figure.CostTaxes))
}
