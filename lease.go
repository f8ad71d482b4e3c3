package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// Standard is the reporting standard. The zero value is ASC 842.
type Standard uint8

// The reporting standards.
const (
	ASC842 Standard = iota
	IFRS16
	GASB87
)

var standardNames = []string{"ASC_842", "IFRS_16", "GASB_87"}

// String returns the contract's name of s, as in ASC_842.
func (s Standard) String() string { return nameOf(standardNames, int(s)) }

// Frequency is how often rent is due. The zero value is monthly.
type Frequency uint8

// The payment frequencies.
const (
	Monthly Frequency = iota
	Quarterly
	Semiannual
	Annual
)

var frequencyNames = []string{"monthly", "quarterly", "semiannual", "annual"}

// String returns the contract's name of f, as in monthly.
func (f Frequency) String() string { return nameOf(frequencyNames, int(f)) }

// Months returns the months of one payment period: 1, 3, 6 or 12.
func (f Frequency) Months() int { return [...]int{1, 3, 6, 12}[f] }

// Timing is when in its period a rent is due. The zero value is in advance.
type Timing uint8

// The payment timings.
const (
	Advance Timing = iota // on the first day of the period
	Arrears               // on the last day of the period
)

var timingNames = []string{"advance", "arrears"}

// String returns the contract's name of t: advance or arrears.
func (t Timing) String() string { return nameOf(timingNames, int(t)) }

// Class is the classification of a lease by its lessee.
type Class uint8

// The classes. As part of a [Lease], Derived asks for the class to be derived
// from the classification inputs; a [Result] is always Operating or Finance.
const (
	Derived Class = iota
	Operating
	Finance
)

var classNames = []string{"derived", "operating", "finance"}

// String returns the contract's name of c: operating or finance.
func (c Class) String() string { return nameOf(classNames, int(c)) }

// nameOf keeps a value outside an enumeration printable; [Lease.Validate]
// refuses it.
func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}

// Optional is a value that a lease may leave out. The zero value is absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Some returns an Optional that holds v.
func Some[T any](v T) Optional[T] { return Optional[T]{Value: v, Set: true} }

// True reports whether a flag was given and is true.
func True(o Optional[bool]) bool { return o.Set && o.Value }

// Lease describes one lease: what the contract says, and what the lessee knows
// of the asset. The zero values of the enumerations are the contract's
// defaults. [Decode] reads one from JSON; a Lease made by hand is checked by
// [Compute] in the same way.
//
// Amounts are in units of the lease's currency, rates are fractions per year
// (0.05 is 5 %).
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

// ownershipExpected reports whether the lessee expects to own the asset after
// the term, so that it is amortized over its life (ASC 842-20-35-8,
// IFRS 16.32, GASB 87.32).
func (l *Lease) ownershipExpected() bool { return True(l.TransfersOwnership) || l.optionCertain() }
