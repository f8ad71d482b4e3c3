package lease

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
)

// PaymentPeriod is a period for which one rent is paid.
type PaymentPeriod struct {
	Number int        // counted from 0, the period at commencement
	Year   int        // the lease year in which the period starts, counted from 0
	First  civil.Date // first day of the period
	Last   civil.Date // last day of the period within the term after all events
	Share  *big.Rat   // share of a whole rent that is a lease payment: below 1 in a partial period or if the rent includes services
}

// PaymentPeriod returns a payment period of the lease by its number.
func (l *Lease) PaymentPeriod(number int) PaymentPeriod {
	term := l.TermMonths
	for i := range l.Events {
		if e := &l.Events[i]; e.TermMonths.Set {
			term = e.TermMonths.Value
		}
	}
	p := PeriodsOf(l)
	from, next, end := p.Begin(number), p.Begin(number+1), l.CommencementDate.AddMonths(term)
	if !from.Before(end) {
		end = next // the period begins after the term
	}
	of := PaymentPeriod{Number: number, Year: p.Year(number), First: from, Share: big.NewRat(1, 1)}
	switch {
	case p.Stated:
		if end.Before(next) {
			next = end
		}
		of.Share.SetFrac64(int64(next.Ordinal()-from.Ordinal()), int64(p.Length(number)))
	case end.Before(next):
		next = end
		of.Share.SetFrac64(int64(term-number*p.Months), int64(p.Months))
	}
	if lease := ShareOf(l.Components); lease != nil {
		of.Share.Mul(of.Share, lease)
	}
	of.Last = next.Prev()
	return of
}

// PaymentPeriodAt returns the payment period that contains a day.
func (l *Lease) PaymentPeriodAt(day civil.Date) PaymentPeriod {
	p := PeriodsOf(l)
	n, _ := p.PeriodAt(day)
	return l.PaymentPeriod(n)
}
