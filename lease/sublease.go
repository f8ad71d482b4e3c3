package lease

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Sublease is an operating sublease. The income from a sublease is recognized straight-line over
// the months of the sublease (METHOD 25.8).
type Sublease struct {
	From, To civil.Date       // the first and the last day
	Receipts []SubleaseIncome // at least 1, by date
	Name     string           // at most 200 characters
}

// maxReceipts is the maximum number of receipts from all subleases of a lease. The number is
// limited because a report converts the receipts of each day at a separate exchange rate.
const maxReceipts = 2400

// SubleaseTotals contains the totals of a lease's subleases as of a date, in minor units. One
// sublease's receivable does not reduce another's deferred rent.
type SubleaseTotals struct {
	Income     money.Amount // income recognized
	Received   money.Amount
	Receivable money.Amount // rent recognized but not received
	Deferred   money.Amount // rent received but not recognized
}

// SubleaseTotals returns the totals of the subleases as of a date.
func (l *Lease) SubleaseTotals(day civil.Date) (t SubleaseTotals) {
	places := l.Currency.Places()
	for i := range l.Subleases {
		income, received := l.Subleases[i].by(day, places)
		t.Income, t.Received = t.Income.Add(income), t.Received.Add(received)
		if rent := income.Sub(received); rent.Sign() > 0 {
			t.Receivable = t.Receivable.Add(rent)
		} else {
			t.Deferred = t.Deferred.Sub(rent)
		}
	}
	return t
}

// The income recognized through a date is the sum of all receipts times the elapsed months divided
// by all months of the sublease.
func (s *Sublease) by(day civil.Date, places int) (income, received money.Amount) {
	var all money.Amount
	for i := range s.Receipts {
		r := &s.Receipts[i]
		amount := r.Amount.Minor(places)
		all = all.Add(amount)
		if !day.Before(r.Date) {
			received = received.Add(amount)
		}
	}
	switch {
	case day.Before(s.From):
		return income, received
	case day.Before(s.To):
		passed, passedOf := s.From.MonthsGone(day.Next())
		months, monthsOf := s.From.MonthsGone(s.To.Next())
		return all.Prorate(passed*monthsOf, months*passedOf), received
	}
	return all, received
}

// checkSubleases rejects subleases that have no receipts, have dates out of order, or end after an
// event that ends the lease. It also rejects more than [maxReceipts] receipts.
func (l *Lease) checkSubleases(f *strict.Faults, at *strict.Place, last civil.Date, ended string) {
	count := 0
	for i := range l.Subleases {
		s, here := &l.Subleases[i], strict.Element(at, "subleases", i)
		count += len(s.Receipts)
		switch {
		case s.To.Before(s.From):
			f.Add(here, "to", s.To.String()+" is before the start date (from), "+s.From.String())
		case ended != "" && last.Before(s.To):
			f.Add(here, "to", fmt.Sprintf("%s is not within the term, from %s to %s%s", s.To, l.CommencementDate, last, ended))
		}
		if len(s.Receipts) == 0 {
			f.Add(here, "receipts", "must have at least one receipt")
		}
		for k := 1; k < len(s.Receipts); k++ {
			if day, before := s.Receipts[k].Date, s.Receipts[k-1].Date; day.Before(before) {
				f.Add(strict.Element(here, "receipts", k), "date", day.String()+" is before the preceding date in the list, "+before.String()+"; list them by date")
			}
		}
	}
	if count > maxReceipts {
		f.Add(at, "subleases", fmt.Sprintf("have %d receipts; at most %d are allowed in total", count, maxReceipts))
	}
}
