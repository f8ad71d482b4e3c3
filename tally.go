package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// tally is everything that has happened to a lease by the end of a day, and what
// the books show then (METHOD 14.2). A figure of a span is the difference of two.
type tally struct {
	liability LiabilityMovement
	asset     AssetMovement
	cost      LeaseCost
	cash      LeaseCash
	nonCash   money.Amount
	purse     purse

	operating, finance, exempt posted // what entries by month record

	// Where the lease is at the end of the day.
	segment *segment // in force; nil before commencement and once the lease has ended
	row     int      // of the segment: the one under way, or the next one
	days    int      // of that row that are over
	class   Class
}

// posted are the sums of rows of one class, as entries record them.
type posted struct{ payments, interest, paidInterest, amortization, expense, variable money.Amount }

// walker goes through the life of a lease once, day by day as asked.
type walker struct {
	m        *Measurement
	segments []segment
	at       int // segment at hand
	row      int // of it, the next one
	begun    bool
	over     bool // the asset that was left has gone
	tally    tally
}

// to returns the tally at the end of a day that is not earlier than one asked
// before.
func (w *walker) to(day Date) tally {
	w.tally.class = w.segments[w.at].class
	if day.Before(w.m.Lease.CommencementDate) {
		return w.tally
	}
	if !w.begun {
		w.begun = true
		w.tally.commence(w.m)
	}
	for {
		s := &w.segments[w.at]
		for w.row < s.whole && !day.Before(s.rows[w.row].Last) {
			w.tally.add(w.m, s, w.row, &s.rows[w.row])
			w.row++
		}
		if w.at+1 == len(w.segments) || day.Before(w.segments[w.at+1].start) {
			break
		}
		if s.part != nil {
			w.tally.add(w.m, s, w.row, s.part)
		}
		w.at++
		w.row = 0
		w.tally.change(&w.m.Events[w.segments[w.at].event])
		w.tally.class = w.segments[w.at].class
	}
	return w.within(day)
}

// within completes the tally by the part of a row that is under way.
func (w *walker) within(day Date) tally {
	s := &w.segments[w.at]
	if w.row == len(s.rows) {
		if n := len(s.rows); !w.over && (n == 0 || s.rows[n-1].Last.Before(day)) {
			w.over = true
			w.tally.expire()
		}
		return w.tally
	}
	t := w.tally
	t.segment, t.row = s, w.row
	row := &s.rows[w.row]
	if t.days = day.ordinal() - row.First.ordinal() + 1; t.days > 0 {
		part := s.accrued(w.row, t.days)
		t.add(w.m, s, w.row, &part)
	}
	return t
}

// commence adds the initial figures.
func (t *tally) commence(m *Measurement) {
	l := &m.Lease
	t.liability.Additions, t.asset.Additions = m.InitialLiability, m.InitialRouAsset
	t.liability.Closing, t.asset.Closing = m.InitialLiability, m.InitialRouAsset
	t.cash.InitialDirectCosts = l.amount(l.InitialDirectCosts)
	t.cash.Incentives = l.amount(l.LeaseIncentives).Neg()
	t.nonCash = m.InitialLiability
	if !l.Exempt() {
		t.cash.Commencement = m.CommencementPayment
	}
}

// add adds a row, or the part of one that is over.
func (t *tally) add(m *Measurement, s *segment, row int, p *Period) {
	paid := money.Amount{} // interest
	s.payments(row, func(at dayPayment) {
		switch {
		case at.day >= p.Days:
		case s.exempt:
			t.cash.Exempt = t.cash.Exempt.Add(at.amount)
		case s.event < 0 && row == 0 && at.day == 0 && !at.closes:
			t.cash.Commencement = t.cash.Commencement.Add(at.amount)
			t.nonCash = t.nonCash.Sub(at.amount)
		default:
			interest := t.purse.pay(at.amount, s.interestUntil(row, at))
			paid = paid.Add(interest)
			if s.class == Operating {
				t.cash.Operating = t.cash.Operating.Add(at.amount)
			} else {
				t.cash.Interest = t.cash.Interest.Add(interest)
				t.cash.Principal = t.cash.Principal.Add(at.amount.Sub(interest))
			}
		}
	})
	if s.exempt {
		t.addExempt(m, p)
		return
	}
	t.purse.accrued = t.purse.accrued.Add(p.Interest)
	t.liability.Interest = t.liability.Interest.Add(p.Interest)
	t.liability.Payments = t.liability.Payments.Add(p.Payment)
	t.liability.Closing = p.LiabilityClose
	t.asset.Amortization = t.asset.Amortization.Add(p.RouAmortization)
	t.asset.AccumulatedAmortization = t.asset.AccumulatedAmortization.Add(p.RouAmortization)
	t.asset.Closing = p.RouAssetClose
	t.cost.Variable = t.cost.Variable.Add(p.VariableLeaseExpense)
	t.cash.Variable = t.cash.Variable.Add(p.VariableLeaseExpense)
	post := &t.finance
	if s.class == Operating {
		post = &t.operating
		t.cost.Operating = t.cost.Operating.Add(p.LeaseExpense)
	} else {
		t.cost.Interest = t.cost.Interest.Add(p.Interest)
		t.cost.Amortization = t.cost.Amortization.Add(p.RouAmortization)
	}
	post.add(p, paid)
}

// addExempt adds the cost of a lease that is kept off the balance sheet.
func (t *tally) addExempt(m *Measurement, p *Period) {
	if m.Lease.Exemption == LowValue {
		t.cost.LowValue = t.cost.LowValue.Add(p.LeaseExpense)
	} else {
		t.cost.ShortTerm = t.cost.ShortTerm.Add(p.LeaseExpense)
	}
	t.exempt.add(p, money.Amount{})
}

func (q *posted) add(p *Period, paidInterest money.Amount) {
	q.payments = q.payments.Add(p.Payment)
	q.interest = q.interest.Add(p.Interest)
	q.paidInterest = q.paidInterest.Add(paidInterest)
	q.amortization = q.amortization.Add(p.RouAmortization)
	q.expense = q.expense.Add(p.LeaseExpense)
	q.variable = q.variable.Add(p.VariableLeaseExpense)
}

// change adds what an event did.
func (t *tally) change(e *EventResult) {
	t.liability.Remeasured = t.liability.Remeasured.Add(e.LiabilityRemeasured)
	t.liability.Derecognized = t.liability.Derecognized.Add(e.LiabilityDerecognized)
	t.liability.Closing = e.LiabilityAfter
	t.asset.Remeasured = t.asset.Remeasured.Add(e.RouAssetRemeasured)
	t.asset.Derecognized = t.asset.Derecognized.Add(e.RouAssetDerecognized)
	t.asset.Impairment = t.asset.Impairment.Add(e.ImpairmentLoss)
	t.asset.Closing = e.RouAssetAfter
	so := &t.asset.AccumulatedAmortization
	switch {
	case e.Treatment == Derecognized:
		*so = money.Amount{}
		t.purse = purse{}
	case !e.RouAssetBefore.IsZero():
		*so = so.Sub(shareOf(*so, e.RouAssetDerecognized, e.RouAssetBefore))
	}
	*so = so.Add(e.ImpairmentLoss)
	t.cost.Impairment = t.cost.Impairment.Add(e.ImpairmentLoss)
	t.cost.GainsAndLosses = t.cost.GainsAndLosses.Sub(e.GainOrLoss)
	t.cash.InitialDirectCosts = t.cash.InitialDirectCosts.Add(e.InitialDirectCosts)
	t.cash.Incentives = t.cash.Incentives.Sub(e.LeaseIncentives)
	t.cash.Penalties = t.cash.Penalties.Add(e.Penalty)
	t.cash.Prices = t.cash.Prices.Add(e.Price)
	t.nonCash = t.nonCash.Add(e.RouAssetRemeasured).Sub(e.InitialDirectCosts).Add(e.LeaseIncentives)
}

// shareOf returns a × part / whole in cents; whole is not 0.
func shareOf(a, part, whole money.Amount) money.Amount {
	if whole.Sign() < 0 {
		part, whole = part.Neg(), whole.Neg()
	}
	if words, ok := part.Int64(); ok && words >= 0 {
		if of, ok := whole.Int64(); ok {
			return a.Prorate(uint64(words), uint64(of))
		}
	}
	return a.MulDiv(part.Big(), whole.Big())
}

// expire takes what is left of the asset off the books on the day after the term.
func (t *tally) expire() {
	t.asset.Derecognized = t.asset.Derecognized.Add(t.asset.Closing)
	t.asset.Closing = money.Amount{}
	t.asset.AccumulatedAmortization = money.Amount{}
	t.purse = purse{}
}

// left returns the months of the rows after the day.
func (t *tally) left() *big.Rat {
	if t.segment == nil {
		return new(big.Rat)
	}
	rows := t.segment.rows[t.row:]
	months := sumMonths(rows)
	if row := &rows[0]; t.days > 0 {
		months = months.minus(lowest(int64(row.Months)*int64(t.days), int64(row.PeriodDays)))
	}
	return months.exact()
}
