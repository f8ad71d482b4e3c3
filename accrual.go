package leasehold

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
)

// accrued returns the part of a row up to the end of its day e, which is before its last:
// the payments by then, and what has accrued (METHOD 14.2). Events that split a row and
// reports use it.
func (s *segment) accrued(row, e int) Period {
	p := s.Periods[row]
	f, gone := s.flows.of(row)
	part := p
	part.Days = e
	part.Last = p.First.AddDays(e - 1)
	if p.Date.Compare(part.Last) > 0 {
		part.Date = part.Last
	}
	part.Payment, part.Rent, part.Terminal = money.Amount{}, money.Amount{}, money.Amount{}
	part.VariableLeaseExpense = s.variable.within(p.First, part.Last)
	if s.nonLease != nil {
		part.NonLease = s.nonLease.by(row, e, p.Days)
	}
	if gone == 0 { // payments in advance are made; those in arrears are not
		part.Payment = f.Opening
		if f.Gone == 0 && p.Date == p.First {
			part.Rent = p.Rent
			byIndex := p.VariableLeaseExpense.Sub(s.variable.within(p.First, p.Last))
			part.VariableLeaseExpense = part.VariableLeaseExpense.Add(byIndex)
		}
	}
	for _, single := range s.flows.Singles(f) {
		if day := single.Day - gone; 0 <= day && day < int32(e) {
			part.Payment = part.Payment.Add(single.Amount)
		}
	}
	days, of := s.share(row, e)
	if s.exempt {
		part.LeaseExpense = p.LeaseExpense.Prorate(days, of)
		return part
	}
	part.Interest = s.interestBy(row, e)
	part.Principal = part.Payment.Sub(part.Interest)
	part.LiabilityClose = p.LiabilityOpen().Add(part.Interest).Sub(part.Payment)
	if s.Class == Operating && !s.Impaired {
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
	p := &s.Periods[row]
	if e >= p.Days {
		return p.Interest
	}
	f, gone := s.flows.of(row)
	within := func(p pv.Single) bool { return p.Day > gone } // on the row's first day it is paid in advance
	if s.flows.Simple(f) || s.byMonths && !slices.ContainsFunc(s.flows.Singles(f), within) {
		part, of := s.share(row, e)
		return p.Interest.Prorate(part, of)
	}
	return s.flows.Accrued(p.Interest, s.flows.first+row, gone, gone+int32(e))
}

// share returns the share of a row that has passed by the end of its day e, as a fraction:
// by days, or by months and the days of the month under way.
func (s *segment) share(row, e int) (part, of uint64) {
	p := &s.Periods[row]
	if !s.byMonths {
		return uint64(e), uint64(p.Days)
	}
	gone, goneDays := p.First.MonthsGone(p.First.AddDays(e))
	all, allDays := p.First.MonthsGone(p.Last.Next())
	return gone * allDays, all * goneDays
}
