package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// Lease describes one lease: what the contract says, and what the lessee knows
// of the asset. The zero values of the enumerations are the contract's
// defaults. [Decode] reads one from JSON, as [json.Unmarshal] does; a Lease
// made by hand is checked by [Measure] and [Compute] in the same way.
//
// Amounts are in units of the lease's currency, rates are fractions per year
// (0.05 is 5%).
type Lease struct {
	Standard           Standard
	CommencementDate   Date          // 0001-01-01 at the earliest; the term ends by 9999-12-31
	TermMonths         int           // 1 to 1200
	PaymentAmount      money.Decimal // rent of one period before escalation; above 0
	DiscountRateAnnual money.Decimal // nominal, 0 to 1
	PaymentFrequency   Frequency
	PaymentTiming      Timing
	Classification     Class // overrides the derived class under ASC 842

	AnnualEscalationPct    Optional[money.Decimal] // compounding at each anniversary, 0 to 1
	InitialDirectCosts     Optional[money.Decimal] // added to the right-of-use asset
	LeaseIncentives        Optional[money.Decimal] // received by commencement, reduce the asset
	PrepaidRent            Optional[money.Decimal] // paid before commencement, added to the asset
	ResidualValueGuarantee Optional[money.Decimal] // probable amount owed at the end of the term
	PurchaseOptionAmount   Optional[money.Decimal] // exercise price, paid at the end of the term

	TransfersOwnership              Optional[bool]
	PurchaseOptionReasonablyCertain Optional[bool]
	AssetFairValue                  Optional[money.Decimal]
	AssetEconomicLifeMonths         Optional[int] // remaining, 1 to 1,000,000
	SpecializedAsset                Optional[bool]
}

// Bounds of the contract and of the method.
const (
	MaxTermMonths         = 1200
	MaxEconomicLifeMonths = 1_000_000
)

// maxAmount is the largest amount that a lease may state.
var maxAmount = money.MustParse("999999999999999.99")

// optionCertain reports whether a purchase option counts as reasonably certain
// to be exercised. A price with the flag absent asserts that it is: the
// standards count the price only then (ASC 842-10-30-5(c), IFRS 16.27(d),
// GASB 87.21).
func (l *Lease) optionCertain() bool {
	if l.PurchaseOptionReasonablyCertain.Set {
		return l.PurchaseOptionReasonablyCertain.Value
	}
	return l.PurchaseOptionAmount.Value.Sign() > 0
}

// optionPrice returns the exercise price that is part of the lease payments:
// none where exercise is stated not to be reasonably certain.
func (l *Lease) optionPrice() money.Amount {
	if !l.optionCertain() {
		return money.Amount{}
	}
	return l.PurchaseOptionAmount.Value.Amount()
}

// terminal is what is owed on the last day of the term: the residual value
// guarantee and the exercise price.
func (l *Lease) terminal() money.Amount {
	return l.ResidualValueGuarantee.Value.Amount().Add(l.optionPrice())
}

// assetAdjustments is what the right-of-use asset has beyond the liability:
// prepaid rent and initial direct costs, less incentives (ASC 842-20-30-5,
// IFRS 16.24, GASB 87.30).
func (l *Lease) assetAdjustments() money.Amount {
	return l.PrepaidRent.Value.Amount().
		Add(l.InitialDirectCosts.Value.Amount()).
		Sub(l.LeaseIncentives.Value.Amount())
}

// ownershipExpected reports whether the lessee expects to own the asset after
// the term, so that it is amortized over its life (ASC 842-20-35-8,
// IFRS 16.32, GASB 87.32).
func (l *Lease) ownershipExpected() bool { return isTrue(l.TransfersOwnership) || l.optionCertain() }

// amortizationMonths is the time over which a finance lease's asset is
// amortized: the useful life where the lessee will own the asset, else the
// shorter of life and term (ASC 842-20-35-8, IFRS 16.32, GASB 87.31-32).
func (l *Lease) amortizationMonths() int {
	life := l.AssetEconomicLifeMonths
	if life.Set && (l.ownershipExpected() || life.Value < l.TermMonths) {
		return life.Value
	}
	return l.TermMonths
}
