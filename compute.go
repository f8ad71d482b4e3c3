package leasehold

import (
	"sync"

	"github.com/leasehold-accounting/leasehold/money"
)

// Compute returns the whole accounting of a lease. It is a pure function: no
// clock, no input or output, no binary floating point; the same lease gives
// the same result on every machine.
//
// The error is the [*InvalidError] of [Lease.Validate]: every lease that the
// contract allows has an answer.
func Compute(l *Lease) (*Result, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	return compute(l), nil
}

// scratch is memory that one computation needs and the result does not.
type scratch struct {
	rents     rents
	flows     []flow
	liability liability
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func compute(l *Lease) *Result {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	r := &Result{Lease: *l}
	r.TerminalPayment = l.ResidualValueGuarantee.Value.Amount().Add(l.optionPrice())
	rate, _ := l.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17: the rate is at most 1
	r.PeriodicRate = periodicRate(rate, l.PaymentFrequency.Months())
	s.flows = appendFlows(s.flows[:0], &s.rents, l, r.TerminalPayment)
	s.liability.measure(s.flows, rate)
	r.InitialLiability = s.liability.initial()
	r.InitialRouAsset = r.InitialLiability.Add(r.assetAdjustments())
	r.classify()

	r.Schedule = make([]Period, len(s.flows))
	r.calendar(s.flows)
	r.RowsMoved = s.liability.settle(r.Schedule, r.InitialLiability)
	for i := range r.Schedule {
		r.TotalUndiscountedPayments = r.TotalUndiscountedPayments.Add(r.Schedule[i].Payment)
	}
	r.AmortizationMonths = r.amortizationMonths()
	r.expense()
	r.disclose()
	r.cite()
	r.annotate()
	return r
}

// periodicRate returns rate × months / 12 to 15 significant digits. rate is in
// units of 10^−17.
func periodicRate(rate uint64, months int) money.Decimal {
	if rate == 0 {
		return money.Decimal{}
	}
	const least, most = 100_000_000_000_000, 1_000_000_000_000_000 // 15 digits
	num, den, scale := rate*uint64(months), uint64(12), money.RatePlaces
	for num < least*den {
		num *= 10
		scale++
	}
	for num >= most*den {
		den *= 10
		scale--
	}
	quo, rem := num/den, num%den
	if rem >= den-rem {
		quo++
	}
	return money.New(quo, scale)
}

// assetAdjustments is what the right-of-use asset has beyond the liability:
// prepaid rent and initial direct costs, less incentives (ASC 842-20-30-5,
// IFRS 16.24, GASB 87.30).
func (r *Result) assetAdjustments() money.Amount {
	l := &r.Lease
	return l.PrepaidRent.Value.Amount().
		Add(l.InitialDirectCosts.Value.Amount()).
		Sub(l.LeaseIncentives.Value.Amount())
}

// calendar numbers and dates the rows. Dates are counted from commencement,
// never from the row before, so that 31 January is followed by 28 February and
// then by 31 March.
func (r *Result) calendar(flows []flow) {
	start := r.Lease.CommencementDate
	passed := 0
	next := start
	for i := range flows {
		row := &r.Schedule[i]
		row.Number = i + 1
		row.Months = flows[i].months
		row.First = next
		passed += row.Months
		next = start.AddMonths(passed)
		row.Last = next.Prev()
		row.Date = row.First
		if r.Lease.PaymentTiming == Arrears {
			row.Date = row.Last
		}
	}
	if last := flows[len(flows)-1].months; last < r.Lease.PaymentFrequency.Months() {
		r.StubMonths = last
	}
}

// amortizationMonths is the time over which a finance lease's asset is
// amortized: the useful life where the lessee will own the asset, else the
// shorter of life and term (ASC 842-20-35-8, IFRS 16.32, GASB 87.31-32).
func (r *Result) amortizationMonths() int {
	life := r.Lease.AssetEconomicLifeMonths
	if life.Set && (r.Lease.ownershipExpected() || life.Value < r.Lease.TermMonths) {
		return life.Value
	}
	return r.Lease.TermMonths
}

// expense fills the columns of the asset and the cost.
func (r *Result) expense() {
	asset := r.InitialRouAsset
	operating := r.Class == Operating
	line := newStraightLine(asset, r.AmortizationMonths)
	if operating {
		// One straight-line cost; the asset takes what interest leaves of it
		// (ASC 842-20-25-6, 35-3).
		line = newStraightLine(r.TotalUndiscountedPayments.Add(r.assetAdjustments()), r.Lease.TermMonths)
	}
	for i := range r.Schedule {
		row := &r.Schedule[i]
		share := line.next(row.Months)
		if operating {
			row.LeaseExpense = share
			row.RouAmortization = share.Sub(row.Interest)
		} else {
			row.RouAmortization = share
			row.LeaseExpense = share.Add(row.Interest)
		}
		asset = asset.Sub(row.RouAmortization)
		row.RouAssetClose = asset
		r.TotalLeaseCost = r.TotalLeaseCost.Add(row.LeaseExpense)
	}
	r.SharesMoved = line.moved
}
