package oracle

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// monthlyEntry is an entry of a report, together with its lease and its number.
type monthlyEntry struct {
	lease, number string
	currency      string              // currency that the entry shows; empty if none
	accounts      map[string]*big.Int // amounts of a correction by account, with the asset at cost; nil for other entries
	Entry
}

// months returns the entries of a lease for the days between from and to, inclusive. There is one
// entry per calendar month. The commencement, each event, and an asset that remains at the end of
// the term have entries on their own dates.
func (b *book) months(from, to date) []monthlyEntry {
	var all []monthlyEntry
	within := func(day date) bool { return !day.before(from) && !day.after(to) }
	id := b.lease.ID
	add := func(number string, write func() Entry) {
		for _, e := range b.eachFund(write) {
			all = append(all, monthlyEntry{lease: id, number: id + "-" + number, currency: b.lease.books(), Entry: e})
		}
	}
	if start := b.lease.start(); within(start) {
		add(compact(start), b.commencementEntry)
	}
	ofDay := 0
	for i := range b.marks {
		m := &b.marks[i]
		if ofDay++; i > 0 && b.marks[i-1].day != m.day {
			ofDay = 1
		}
		if within(m.day) {
			add(fmt.Sprintf("%s-%d", compact(m.day), ofDay), func() Entry { return b.eventEntry(m) })
		}
	}
	if day, left := b.leftover(); within(day) && left.Sign() != 0 {
		add(compact(day), func() Entry { return b.leftoverEntry(day, left) })
	}
	for first := from; !first.after(to); first = first.monthEnd().plusDays(1) {
		last := first.monthEnd()
		if last.after(to) {
			last = to
		}
		add(monthNumber(first, last), func() Entry { return b.monthEntry(first, last) })
	}
	return all
}

// withLines returns the entries that have at least one line.
func withLines(all []monthlyEntry) []monthlyEntry {
	return slices.DeleteFunc(all, func(e monthlyEntry) bool { return len(e.Lines) == 0 })
}

// leftoverEntry returns the entry that derecognizes the asset remaining at the end of the term. day
// is the date of the entry.
func (b *book) leftoverEntry(day date, left *big.Int) Entry {
	e := b.lease.entry(day.String(), "end of term")
	if !b.governmental() {
		e.debit(property, left)
		e.credit(asset, left)
	}
	return e
}

// monthNumber returns the part of an entry's number that identifies the month from first through
// last. For an incomplete month it ends with the last day.
func monthNumber(first, last date) string {
	if first.day == 1 && last == last.monthEnd() {
		return compact(first)[:6]
	}
	return fmt.Sprintf("%s-%02d", compact(first)[:6], last.day)
}

func compact(d date) string { return strings.ReplaceAll(d.String(), "-", "") }

// leftover returns the asset that remains at the end of the term, and the date on which it is
// derecognized.
func (b *book) leftover() (date, *big.Int) {
	last := &b.rows[len(b.rows)-1]
	if b.over {
		return last.last.plusDays(1), new(big.Int)
	}
	return last.last.plusDays(1), last.RouAssetClose
}

// monthEntry returns the entry for the days from first to last. The entry has the lines of a row's
// entry, with the totals of these days.
func (b *book) monthEntry(first, last date) Entry {
	s := b.cumulative(last).less(b.cumulative(first.dayBefore()))
	e := b.lease.entry(last.String(), "month")
	for _, of := range []treatment{exempt, operating, impaired, finance} {
		b.post(&e, &movement{
			treatment: of,
			payment:   s.of(entryFlow(of, "payment")), interest: s.of(entryFlow(of, "interest")),
			amortization: s.of(entryFlow(of, "amortization")), cost: s.of(entryFlow(of, "cost")),
			splitInterest: s.of(entryFlow(of, "split")),
		})
	}
	b.postVariable(&e, s.of("cost.variable"))
	b.postNonLease(&e, s.of("~service"), s.of("cash.nonLease"), s.of("cash.taxes"))
	e.debit(sublease, s.of("cost.subleaseIncome"))
	e.credit(cash, s.of("cash.subleases"))
	receivable, deferred := b.rentsMoved(first.dayBefore(), last)
	e.debit(rentReceivable, receivable)
	e.credit(deferredRent, deferred)
	return e
}
