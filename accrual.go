package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// accrued returns the part of a row that is over at the end of its day e, which
// is before its last: what is paid by then, and what has accrued
// (METHOD 14.2). Cutting a row and reports share it.
func (s *segment) accrued(row, e int) Period {
	p := s.rows[row]
	f := s.liability.Flow(s.flow + row)
	gone := int32(0) // days of the flow before the row
	if row == 0 {
		gone = s.gone
	}
	part := p
	part.Days = e
	part.Last = p.First.addDays(e - 1)
	if p.Date.Compare(part.Last) > 0 {
		part.Date = part.Last
	}
	part.Payment, part.Rent, part.Terminal = money.Amount{}, money.Amount{}, money.Amount{}
	part.VariableLeaseExpense = money.Amount{}
	if gone == 0 { // what opens the row is paid; what closes it is not
		part.Payment = f.Opening
		if f.Gone == 0 && p.Date == p.First {
			part.Rent, part.VariableLeaseExpense = p.Rent, p.VariableLeaseExpense
		}
	}
	for _, single := range s.liability.Singles(f) {
		if day := single.Day - gone; 0 <= day && day < int32(e) {
			part.Payment = part.Payment.Add(single.Amount)
		}
	}
	days, of := uint64(e), uint64(p.Days)
	if s.exempt {
		part.LeaseExpense = p.LeaseExpense.Prorate(days, of)
		return part
	}
	part.Interest = s.interestBy(row, e)
	part.Principal = part.Payment.Sub(part.Interest)
	part.LiabilityClose = p.LiabilityOpen().Add(part.Interest).Sub(part.Payment)
	if s.class == Operating && !s.impaired {
		part.LeaseExpense = p.LeaseExpense.Prorate(days, of)
		part.RouAmortization = part.LeaseExpense.Sub(part.Interest)
	} else {
		part.RouAmortization = p.RouAmortization.Prorate(days, of)
		part.LeaseExpense = part.RouAmortization.Add(part.Interest)
	}
	part.RouAssetClose = p.RouAssetOpen().Sub(part.RouAmortization)
	return part
}

// interestBy returns the interest of a row by the end of its day e.
func (s *segment) interestBy(row, e int) money.Amount {
	p := &s.rows[row]
	if e >= p.Days {
		return p.Interest
	}
	f := s.liability.Flow(s.flow + row)
	if s.liability.Simple(f) {
		return p.Interest.Prorate(uint64(e), uint64(p.Days))
	}
	gone := int32(0)
	if row == 0 {
		gone = s.gone
	}
	return s.liability.Accrued(p.Interest, s.flow+row, gone, gone+int32(e))
}
