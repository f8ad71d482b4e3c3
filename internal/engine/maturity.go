package engine

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// mature fills in what is owed after the span: by windows of twelve months, and
// what of it is current (METHOD 14.5, 14.6).
func (f *LeaseFigures) mature(l *Lease, t *books, to civil.Date) {
	next := to.Next()
	windows := newWindows(next)
	if l.Standard.Governments() {
		f.Bands, f.Schedule = []Band{}, windows.bands()
	}
	s := t.segment
	if s == nil || s.exempt || next.Before(l.Start()) {
		return
	}
	var left money.Amount
	split := t.payable
	for row := t.row; row < len(s.Periods); row++ {
		p := &s.Periods[row]
		s.payments(row, func(at dayPayment) {
			if row == t.row && at.day < t.days {
				return
			}
			day := p.Last
			if !at.arrears {
				day = p.First.AddDays(at.day)
			}
			left = left.Add(at.amount)
			f.Post(windows.of(day), at.amount)
			if f.Bands != nil {
				interest := split.pay(at.amount, s.interestFrom(t, row, at))
				f.Bands = pay(f.Bands, next, 0, day, at.amount, interest)
				f.Schedule = pay(f.Schedule, next, maturityYears, day, at.amount, interest)
			}
		})
		split.accrued = split.accrued.Add(p.Interest).Sub(t.interestOf(row))
	}
	liability, last := t.Of(figure.LiabilityClosing), s.Periods[len(s.Periods)-1].Last
	f.Post(figure.MaturityTotal, left)
	f.Post(figure.MaturityImputedInterest, left.Sub(liability))
	if f.Bands != nil && !last.Before(next) {
		f.Bands = pay(f.Bands, next, 0, last, money.Amount{}, money.Amount{})
		f.Schedule = pay(f.Schedule, next, maturityYears, last, money.Amount{}, money.Amount{})
	}
	f.present(t, s, next)
}

// present fills in what is current, and what of it is interest.
func (f *LeaseFigures) present(t *books, s *segment, next civil.Date) {
	var longTerm money.Amount
	liability := t.Of(figure.LiabilityClosing)
	if end := next.AddMonths(12).Prev(); end.Before(s.Periods[len(s.Periods)-1].Last) {
		longTerm = s.balanceAfter(next, end, liability)
		if liability.Cmp(longTerm) < 0 {
			longTerm = liability
		}
		if longTerm.Sign() < 0 {
			longTerm = money.Amount{}
		}
	}
	f.Post(figure.LongTermLiability, longTerm)
	f.Post(figure.CurrentLiability, liability.Sub(longTerm))
	f.Post(figure.AccruedInterest, t.accrued())
	if f.Bands != nil {
		f.Post(figure.PrincipalWithinOneYear, notNegative(liability.Sub(longTerm).Sub(t.accrued())))
	}
}

// notNegative returns an amount, or 0 where it is negative.
func notNegative(a money.Amount) money.Amount {
	if a.Sign() < 0 {
		return money.Amount{}
	}
	return a
}

// windows are the first days after each of the five years that follow a span.
type windows struct {
	next civil.Date // the day after the span
	ends [maturityYears]civil.Date
	at   int // the year of the day that was asked for last
}

func newWindows(next civil.Date) (w windows) {
	w.next = next
	for i := range w.ends {
		w.ends[i] = next.AddMonths(12 * (i + 1))
	}
	return w
}

// of returns the figure of what is due on a day that is not before the day asked for last.
func (w *windows) of(day civil.Date) figure.Concept {
	for ; w.at < len(w.ends); w.at++ {
		if day.Before(w.ends[w.at]) {
			return figure.MaturityYear1 + figure.Concept(w.at)
		}
	}
	return figure.MaturityThereafter
}

// bands returns a band for each year.
func (w *windows) bands() []Band {
	list := make([]Band, maturityYears)
	from := w.next
	for i, end := range w.ends {
		list[i] = Band{From: from, To: end.Prev()}
		from = end
	}
	return list
}

// bandMonths is the length of a band.
const bandMonths = 60

// pay adds what is due on a day to its band. The first of the bands are years; those of
// five years are added up to the day.
func pay(bands []Band, next civil.Date, years int, day civil.Date, amount, interest money.Amount) []Band {
	for len(bands) == 0 || bands[len(bands)-1].To.Before(day) {
		months := 12*years + bandMonths*(len(bands)-years)
		bands = append(bands, Band{From: next.AddMonths(months), To: next.AddMonths(months + bandMonths).Prev()})
	}
	for i := range bands {
		if b := &bands[i]; !b.To.Before(day) {
			b.Interest = b.Interest.Add(interest)
			b.Principal = b.Principal.Add(amount.Sub(interest))
			break
		}
	}
	return bands
}

// accrued returns the interest accrued and not yet paid. It is a part of the
// liability, so no more than that: what is left of it where an event took the
// payments away that would have paid it is gone with them.
func (t *books) accrued() money.Amount {
	return partOf(t.Of(figure.LiabilityClosing), t.payable.due())
}

// partOf returns the interest due as far as the liability has it.
func partOf(liability, due money.Amount) money.Amount {
	switch {
	case due.Cmp(liability) <= 0:
		return due
	case liability.Sign() < 0:
		return money.Amount{}
	}
	return liability
}

// interestOf returns the interest of a row that had accrued by the day of the
// books.
func (t *books) interestOf(row int) money.Amount {
	if row != t.row || t.days <= 0 {
		return money.Amount{}
	}
	return t.segment.interestBy(row, t.days)
}

// interestFrom returns the interest of a row that accrues after the day of the
// books and before a payment.
func (s *segment) interestFrom(t *books, row int, at dayPayment) money.Amount {
	return s.interestUntil(row, at).Sub(t.interestOf(row))
}
