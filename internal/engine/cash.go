package engine

import "github.com/leasehold-accounting/leasehold/money"

// interestPayable splits the measured payments of a lease into interest and principal
// (METHOD 14.4): in the order of their days, each day's payments first pay the
// interest accrued through the end of the day before, or through their own day
// where they close a row, and not yet paid. The rest is principal; a net receipt
// is negative principal.
type interestPayable struct {
	accrued money.Amount // interest of the rows that are over
	paid    money.Amount // interest that was paid
}

// due returns the interest accrued and not yet paid.
func (p *interestPayable) due() money.Amount {
	if due := p.accrued.Sub(p.paid); due.Sign() > 0 {
		return due
	}
	return money.Amount{}
}

// end drops what is due of a lease that is over. Interest paid ahead stays paid.
func (p *interestPayable) end() {
	p.accrued = p.accrued.Sub(p.due())
}

// pay splits a day's payments, given the interest of the row by then.
func (p *interestPayable) pay(amount, interest money.Amount) (paid money.Amount) {
	due := p.accrued.Add(interest).Sub(p.paid)
	if amount.Sign() <= 0 || due.Sign() <= 0 {
		return money.Amount{}
	}
	if amount.Cmp(due) < 0 {
		due = amount
	}
	p.paid = p.paid.Add(due)
	return due
}

// dayPayment is what is paid on one day of a row.
type dayPayment struct {
	day     int // days since the row's first day
	amount  money.Amount
	arrears bool // on the last day, after the interest of that day
}

// payments calls each with the measured payments of a row, day by day.
func (s *segment) payments(row int, each func(dayPayment)) {
	f, gone := s.flows.of(row)
	if gone == 0 && !f.Opening.IsZero() {
		each(dayPayment{amount: f.Opening})
	}
	singles := s.flows.Singles(f)
	for i := 0; i < len(singles); {
		sum, day := singles[i].Amount, singles[i].Day
		for i++; i < len(singles) && singles[i].Day == day; i++ {
			sum = sum.Add(singles[i].Amount)
		}
		if day >= gone {
			each(dayPayment{day: int(day - gone), amount: sum})
		}
	}
	if !f.Closing.IsZero() {
		each(dayPayment{day: s.Periods[row].Days - 1, amount: f.Closing, arrears: true})
	}
}

// interestUntil returns the interest of a row that a payment settles: that accrued through
// the preceding day, or through the day of the payment if it is in arrears.
func (s *segment) interestUntil(row int, at dayPayment) money.Amount {
	switch {
	case at.arrears:
		return s.Periods[row].Interest
	case at.day > 0:
		return s.interestBy(row, at.day)
	}
	return money.Amount{}
}

// fundInterest returns the interest paid in each row, for the entries of a governmental fund
// (METHOD 12.8).
func (v *life) fundInterest() []money.Amount {
	list := make([]money.Amount, 0, len(v.Schedule))
	payable := interestPayable{}
	for i := range v.segments {
		s := &v.segments[i]
		for k := range s.Periods[:s.happened] {
			list = append(list, payable.payRow(s, k, s.Periods[k].Days))
			payable.accrued = payable.accrued.Add(s.Periods[k].Interest)
		}
		if s.part != nil {
			list = append(list, payable.payRow(s, s.happened, s.part.Days))
			payable.accrued = payable.accrued.Add(s.part.Interest)
		}
	}
	return list
}

// payRow pays what is due in the first days of a row, and returns the interest paid.
func (p *interestPayable) payRow(s *segment, row, days int) (interest money.Amount) {
	s.payments(row, func(at dayPayment) {
		if at.day < days {
			interest = interest.Add(p.pay(at.amount, s.interestUntil(row, at)))
		}
	})
	return interest
}
