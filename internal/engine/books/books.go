// Package books posts a measured lease. The package computes the journal entries. It also computes
// a reporting period's amounts as the difference between the books on two days (METHOD 14, 21 to
// 25).
package books

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/measure"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// A lease's books contain the amounts posted through a date, and the balances on that date (METHOD
// 14.2). The figures of a reporting period are the differences between the books at its end and the
// books at its start.
type books struct {
	figure.Vector
	payable        measure.InterestPayable
	otherPrincipal money.Amount // change in principal from accrual: interest paid in advance reduces the principal until the interest accrues
	costRaised     money.Amount // sum of all increases in the asset's cost
	undivided      bool         // set if payments are not divided into interest and principal
	ended          money.Amount // cost of services that were expensed at events
	begun          bool         // whether the lease has commenced

	gains exchangeGains // exchange differences on balances other than the liability, in the functional currency
	rents subleaseBooks

	// Position in the schedule as of the date.
	segment *measure.Segment // the current segment; nil before commencement and after the lease has ended
	row     int              // index of the current or next row in the segment
	days    int              // elapsed days of the row
	class   standard.Class
}

// walker posts the rows and events of a lease in date order, up to a requested day.
type walker struct {
	m        *schedule.Measurement
	segments []measure.Segment
	at       int  // index of the current segment
	row      int  // the next row of the segment
	over     bool // whether the remaining asset was derecognized
	books    books
	left     []removedInterest // accrued interest that each event removed
}

// The returned books are as of the given date. The caller must request dates in ascending order.
func (w *walker) to(day civil.Date) books {
	w.books.class = w.segments[w.at].Class
	if day.Before(w.m.Lease.Start()) {
		return w.books
	}
	if !w.books.begun {
		w.books.commence(w.m)
	}
	for {
		s := &w.segments[w.at]
		for w.row < s.Happened && !day.Before(s.Periods[w.row].Last) {
			w.books.add(w.m, s, w.row, &s.Periods[w.row])
			w.row++
		}
		if w.at+1 == len(w.segments) || day.Before(w.segments[w.at+1].Start) {
			break
		}
		if s.Part != nil {
			w.books.add(w.m, s, w.row, s.Part)
		}
		w.at++
		w.row = 0
		w.change(w.segments[w.at].Event)
		w.books.class = w.segments[w.at].Class
	}
	return w.within(day).subleased(&w.m.Lease, day)
}

// The movements of one date exclude the amounts that accrue: straight-line sublease income and
// [books.otherPrincipal].
func (w *walker) on(day civil.Date) (moved dayBooks) {
	before := w.to(day.Prev())
	after := w.to(day)
	moved.Between(&before.Vector, &after.Vector)
	moved.otherPrincipal = after.otherPrincipal.Sub(before.otherPrincipal)
	moved.Vector[figure.PrincipalRemeasured] = moved.Of(figure.PrincipalRemeasured).Sub(moved.otherPrincipal)
	moved.Vector[figure.CostSublease] = moved.Of(figure.CostSublease).Sub(after.rents.income.Sub(before.rents.income))
	moved.rentReceived = after.rents.received.Sub(before.rents.received)
	return moved
}

// dayBooks contains the movements of one date, excluding accruals.
type dayBooks struct {
	figure.Vector
	otherPrincipal money.Amount
	rentReceived   money.Amount // receipts from straight-line subleases; negative
}

func (w *walker) change(event int) {
	e := &w.m.Events[event]
	removed := accruedRemoved(e, w.books.payable.Due())
	if w.m.Lease.Standard.Governments() {
		if w.left == nil {
			w.left = make([]removedInterest, len(w.m.Events))
		}
		w.left[event] = removed
	}
	w.books.change(&w.m.Lease, e, removed)
}

// The books as of a day include the accrued part of the current row.
func (w *walker) within(day civil.Date) books {
	s := &w.segments[w.at]
	if w.row == len(s.Periods) {
		if n := len(s.Periods); !w.over && (n == 0 || s.Periods[n-1].Last.Before(day)) {
			w.over = true
			w.books.expire()
		}
	}
	t := w.books
	if w.row < len(s.Periods) {
		t.segment, t.row = s, w.row
		if t.days = day.Ordinal() - s.Periods[w.row].First.Ordinal() + 1; t.days > 0 {
			part := s.Accrued(w.row, t.days)
			t.add(w.m, s, w.row, &part)
		}
	}
	if w.m.Lease.Standard.Governments() {
		t.Vector[figure.PrincipalClosing] = t.Of(figure.LiabilityClosing).Sub(t.accrued())
		t.otherPrincipal = lacking(figure.PrincipalOpening, &figure.Vector{}, &t.Vector)
		t.Post(figure.PrincipalRemeasured, t.otherPrincipal)
		t.capitalize()
	}
	return t
}

// commence posts the initial amounts.
func (t *books) commence(m *schedule.Measurement) {
	t.begun = true
	l := &m.Lease
	liability, asset, principal := figure.LiabilityAdditions, figure.AssetAdditions, figure.PrincipalAdditions
	switch {
	case l.Applied():
		liability, asset = figure.LiabilityApplication, figure.AssetApplication
	case l.OpeningRouAsset.Set:
		liability, asset, principal = figure.LiabilityTakenOver, figure.AssetTakenOver, figure.PrincipalTakenOver
	default:
		t.Post(figure.NonCash, m.InitialLiability)
	}
	t.Post(liability, m.InitialLiability)
	t.Post(asset, m.InitialRouAsset)
	if l.Standard.Governments() {
		t.Post(principal, m.InitialLiability)
	}
	t.carry(m.InitialLiability, m.InitialRouAsset)
	t.Post(figure.CashInitialDirectCosts, l.Amount(l.InitialDirectCosts))
	t.Post(figure.CashIncentives, l.Amount(l.LeaseIncentives).Neg())
	if !l.Exempt() {
		t.Post(figure.CashCommencement, m.CommencementPayment)
	}
}

func (t *books) carry(liability, asset money.Amount) {
	t.Vector[figure.LiabilityClosing] = liability
	t.Vector[figure.AssetClosing] = asset
	cost := asset.Add(t.Of(figure.AssetAccumulated))
	if raised := cost.Sub(t.Of(figure.AssetCost)); raised.Sign() > 0 {
		t.costRaised = t.costRaised.Add(raised)
	}
	t.Vector[figure.AssetCost] = cost
}

// capitalize fills in the rollforwards of cost and accumulated amortization for a government's
// asset. Decreases are the sum of all increases less the balance (METHOD 25.5).
func (t *books) capitalize() {
	amortized := t.Of(figure.AssetAmortization).Add(t.Of(figure.AssetImpairment))
	t.Vector[figure.AssetCostIncreases] = t.costRaised
	t.Vector[figure.AssetCostDecreases] = t.costRaised.Sub(t.Of(figure.AssetCost))
	t.Vector[figure.AssetCostClosing] = t.Of(figure.AssetCost)
	t.Vector[figure.AmortizationIncreases] = amortized
	t.Vector[figure.AmortizationDecreases] = amortized.Sub(t.Of(figure.AssetAccumulated))
	t.Vector[figure.AmortizationClosing] = t.Of(figure.AssetAccumulated)
}

// add posts a row or the elapsed part of a row.
func (t *books) add(m *schedule.Measurement, s *measure.Segment, row int, p *schedule.Period) {
	if !t.undivided {
		s.Payments(row, func(at measure.DayPayment) {
			if at.Day < p.Days {
				t.pay(m, s, row, at)
			}
		})
	}
	t.addNonLease(p)
	if s.Exempt {
		t.Post(exemptCost(&m.Lease), p.LeaseExpense)
		return
	}
	t.payable.Accrue(p.Interest)
	t.Post(figure.LiabilityInterest, p.Interest)
	t.Post(figure.LiabilityPayments, p.Payment)
	t.Post(figure.AssetAmortization, p.RouAmortization)
	t.Post(figure.AssetAccumulated, p.RouAmortization)
	t.carry(p.LiabilityClose, p.RouAssetClose)
	if s.Class == standard.Operating {
		t.Post(figure.CostOperating, p.LeaseExpense)
	} else {
		t.Post(figure.CostInterest, p.Interest)
		t.Post(figure.CostAmortization, p.RouAmortization)
	}
}

// pay posts the payments of one date (METHOD 14.4).
func (t *books) pay(m *schedule.Measurement, s *measure.Segment, row int, at measure.DayPayment) {
	if s.Exempt {
		t.Post(figure.CashExempt, at.Amount)
		return
	}
	if first := s.Event < 0 && row == 0 && at.Day == 0; first && !m.Lease.OpeningRouAsset.Set && !m.Lease.Applied() {
		t.Post(figure.NonCash, at.Amount.Neg())
	}
	interest := t.payable.Pay(at.Amount, s.InterestUntil(row, at))
	if s.Class == standard.Operating {
		t.Post(figure.CashOperating, at.Amount)
		return
	}
	t.Post(figure.CashInterest, interest)
	t.Post(figure.CashPrincipal, at.Amount.Sub(interest))
	if m.Lease.Standard.Governments() {
		t.Post(figure.PrincipalPayments, at.Amount.Sub(interest))
	}
}

// addNonLease posts the non-lease amounts of a row or of the elapsed part of a row.
func (t *books) addNonLease(p *schedule.Period) {
	t.Post(figure.CostVariable, p.VariableLeaseExpense)
	t.Post(figure.CashVariable, p.VariableLeaseExpense)
	if of := p.NonLease; of != nil {
		t.Post(figure.CostNonLease, of.Expense)
		t.Post(figure.CashNonLease, of.Paid)
		t.Post(figure.CostTaxes, of.Tax)
		t.Post(figure.CashTaxes, of.Tax)
	}
}

// subleaseBooks contains the amounts of straight-line subleases since the first day of the lease.
type subleaseBooks struct {
	income, received     money.Amount // included in the sublease figures; negative
	receivable, deferred money.Amount // movements of the balances
}

func (t books) subleased(l *lease.Lease, day civil.Date) books {
	if l.SubleaseIncome != nil {
		received := l.Subleased(day).Neg()
		t.Vector[figure.CostSublease], t.Vector[figure.CashSubleases] = received, received
	}
	if l.Subleases == nil || day.Before(l.Start()) {
		return t
	}
	before, after := l.SubleaseTotals(l.Start().Prev()), l.SubleaseTotals(day)
	t.rents = subleaseBooks{
		before.Income.Sub(after.Income), before.Received.Sub(after.Received),
		after.Receivable.Sub(before.Receivable), after.Deferred.Sub(before.Deferred),
	}
	t.Post(figure.CostSublease, t.rents.income)
	t.Post(figure.CashSubleases, t.rents.received)
	t.Vector[figure.RentReceivable], t.Vector[figure.DeferredRent] = after.Receivable, after.Deferred
	return t
}

// exemptCost returns the figure for the cost of an exempt lease.
func exemptCost(l *lease.Lease) figure.Concept {
	if l.Exemption == standard.LowValue {
		return figure.CostLowValue
	}
	return figure.CostShortTerm
}

// change posts an event, given the accrued interest that the event removed.
func (t *books) change(l *lease.Lease, e *schedule.EventResult, accrued removedInterest) {
	t.Post(figure.LiabilityRemeasured, e.LiabilityRemeasured)
	t.Post(figure.LiabilityDerecognized, e.LiabilityDerecognized)
	t.Post(figure.AssetRemeasured, e.RouAssetRemeasured)
	t.Post(figure.AssetDerecognized, e.RouAssetDerecognized)
	t.Post(figure.AssetImpairment, e.ImpairmentLoss)
	so := &t.Vector[figure.AssetAccumulated]
	switch {
	case e.Treatment == schedule.Derecognized:
		*so = money.Amount{}
		t.payable.End()
	case !e.RouAssetBefore.IsZero():
		*so = so.Sub(measure.ShareOf(*so, e.RouAssetDerecognized, e.RouAssetBefore))
	}
	*so = so.Add(e.ImpairmentLoss)
	t.carry(e.LiabilityAfter, e.RouAssetAfter)
	if l.Standard.Governments() {
		t.Post(figure.PrincipalRemeasured, e.LiabilityRemeasured.Add(accrued.remeasured))
		t.Post(figure.PrincipalDerecognized, e.LiabilityDerecognized.Sub(accrued.derecognized))
	}
	t.Post(figure.CostImpairment, e.ImpairmentLoss)
	t.Post(figure.CostNonLease, e.PrepaidServices)
	t.ended = t.ended.Add(e.PrepaidServices)
	t.Post(figure.CostGainsAndLosses, e.GainOrLoss.Neg())
	t.Post(figure.CashInitialDirectCosts, e.InitialDirectCosts)
	t.Post(figure.CashIncentives, e.LeaseIncentives.Neg())
	t.Post(figure.CashPenalties, e.Penalty)
	t.Post(figure.CashPrices, e.Price)
	t.Post(figure.NonCash, e.RouAssetRemeasured.Sub(e.InitialDirectCosts).Add(e.LeaseIncentives))
}

// removedInterest is accrued interest that is removed from the liability when an event causes
// derecognition or remeasurement. This interest was not principal (METHOD 25.5).
type removedInterest struct{ remeasured, derecognized money.Amount }

// accruedRemoved returns the accrued interest that an event removes from the liability, given the
// unpaid interest before the event.
func accruedRemoved(e *schedule.EventResult, due money.Amount) removedInterest {
	removed := partOf(e.LiabilityBefore, due).Sub(partOf(e.LiabilityAfter, due))
	if e.LiabilityDerecognized.IsZero() {
		return removedInterest{remeasured: removed}
	}
	return removedInterest{derecognized: removed}
}

// expire derecognizes the remaining asset on the day after the end of the term.
func (t *books) expire() {
	t.Post(figure.AssetDerecognized, t.Of(figure.AssetClosing))
	t.Vector[figure.AssetAccumulated] = money.Amount{}
	t.carry(t.Of(figure.LiabilityClosing), money.Amount{})
	t.payable.End()
}
