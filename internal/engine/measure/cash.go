package measure

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// InterestPayable divides the payments that the liability includes into interest and principal
// (METHOD 14.4). Payments are posted in date order. The payments of a day first settle the unpaid
// interest that accrued through the preceding day or, for payments in arrears, through the same
// day. The rest is principal; a net receipt is negative principal.
type InterestPayable struct {
	accrued money.Amount // interest accrued in past rows
	paid    money.Amount // interest that was paid
}

// Accrue adds the interest of a row.
func (p *InterestPayable) Accrue(interest money.Amount) { p.accrued = p.accrued.Add(interest) }

// Due returns the interest accrued and not yet paid.
func (p *InterestPayable) Due() money.Amount { return p.accrued.Sub(p.paid).NotNegative() }

// End removes the unpaid interest of a lease that has ended. Interest paid in advance remains
// paid.
func (p *InterestPayable) End() {
	p.accrued = p.accrued.Sub(p.Due())
}

// Pay divides the payments of a day, given the interest that has accrued in the current row. It
// returns the interest paid.
func (p *InterestPayable) Pay(amount, interest money.Amount) (paid money.Amount) {
	paid = money.Min(amount, p.accrued.Add(interest).Sub(p.paid)).NotNegative()
	p.paid = p.paid.Add(paid)
	return paid
}

// DayPayment is the sum of a row's payments on one day.
type DayPayment struct {
	Day     int // days since the row's first day
	Amount  money.Amount
	Arrears bool // the payment is on the last day of the row, after the interest of that day
}

// Payments calls each for each day of a row with payments that the liability includes.
func (s *Segment) Payments(row int, each func(DayPayment)) {
	f, gone := s.Flows.of(row)
	if gone == 0 && !f.Opening.IsZero() {
		each(DayPayment{Amount: f.Opening})
	}
	singles := s.Flows.Singles(f)
	for i := 0; i < len(singles); {
		sum, day := singles[i].Amount, singles[i].Day
		for i++; i < len(singles) && singles[i].Day == day; i++ {
			sum = sum.Add(singles[i].Amount)
		}
		if day >= gone {
			each(DayPayment{Day: int(day - gone), Amount: sum})
		}
	}
	if !f.Closing.IsZero() {
		each(DayPayment{Day: s.Periods[row].Days - 1, Amount: f.Closing, Arrears: true})
	}
}

// InterestUntil returns the interest of a row that a payment settles: the interest accrued through
// the preceding day, or through the day of the payment if it is in arrears.
func (s *Segment) InterestUntil(row int, at DayPayment) money.Amount {
	switch {
	case at.Arrears:
		return s.Periods[row].Interest
	case at.Day > 0:
		return s.InterestBy(row, at.Day)
	}
	return money.Amount{}
}

// fundInterest returns the interest paid in each row, for the entries of a governmental fund
// (METHOD 12.8).
func (v *Life) fundInterest() []money.Amount {
	list := make([]money.Amount, 0, len(v.Schedule))
	payable := InterestPayable{}
	for i := range v.Segments {
		s := &v.Segments[i]
		for k := range s.Periods[:s.Happened] {
			list = append(list, payable.payRow(s, k, s.Periods[k].Days))
			payable.Accrue(s.Periods[k].Interest)
		}
		if s.Part != nil {
			list = append(list, payable.payRow(s, s.Happened, s.Part.Days))
			payable.Accrue(s.Part.Interest)
		}
	}
	return list
}

// payRow pays the interest due in the first days of a row, and returns the interest paid.
func (p *InterestPayable) payRow(s *Segment, row, days int) (interest money.Amount) {
	s.Payments(row, func(at DayPayment) {
		if at.Day < days {
			interest = interest.Add(p.Pay(at.Amount, s.InterestUntil(row, at)))
		}
	})
	return interest
}
