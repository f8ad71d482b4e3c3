package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// The enumerations print and read as the contract names them, in text and in
// JSON. A value outside an enumeration prints as unknown and is refused by
// [Lease.Validate].

// Frequency is the interval of rent payments. The zero value is monthly.
type Frequency uint8

// The payment frequencies.
const (
	Monthly Frequency = iota
	Quarterly
	Semiannual
	Annual
)

// FrequencyNames are the contract's names of the frequencies, in the order of their constants.
var FrequencyNames = member.Names(member.Frequencies)

// String returns the contract's name of f, as in monthly.
func (f Frequency) String() string { return strict.Name(FrequencyNames, f) }

// Months returns the months of one payment period: 1, 3, 6 or 12.
func (f Frequency) Months() int { return [...]int{1, 3, 6, 12}[f] }

// PerYear returns the payment periods of one year: 12, 4, 2 or 1.
func (f Frequency) PerYear() int { return 12 / f.Months() }

// Discounting is the application of the annual discount rate (METHOD 12.4). The zero
// value is nominal.
type Discounting uint8

// The conventions of discounting.
const (
	Nominal           Discounting = iota // rate × months / 12 a period, simple within it
	Effective                            // (1 + rate)^(months / 12)
	Actual365                            // (1 + rate)^(days / 365), as XNPV of spreadsheets
	CompoundedMonthly                    // (1 + rate / 12)^months
)

var discountingNames = member.Names(member.Discountings)

// String returns the contract's name of d, as in actual_365.
func (d Discounting) String() string { return strict.Name(discountingNames, d) }

// CommencementPayment is whether the payment on the commencement date is part
// of the liability (METHOD 12.5). In the zero value it is.
type CommencementPayment uint8

// The treatments of the payment on the commencement date.
const (
	InLiability CommencementPayment = iota // the liability is gross: an annuity due
	Settled                                // it was paid, and is part of the asset alone
)

var commencementPaymentNames = member.Names(member.CommencementPayments)

// String returns the contract's name of c, as in settled.
func (c CommencementPayment) String() string { return strict.Name(commencementPaymentNames, c) }

// PaymentKind is the direction of a single payment. The zero value is a payment
// of the lessee.
type PaymentKind uint8

// The kinds of single payments.
const (
	Paid      PaymentKind = iota // by the lessee
	Incentive                    // received by the lessee after commencement
)

var paymentKindNames = member.Names(member.PaymentKinds)

// String returns the contract's name of k, as in incentive.
func (k PaymentKind) String() string { return strict.Name(paymentKindNames, k) }

// Proportion is the method by which a decrease in scope reduces the asset (METHOD 13.6). The zero
// value is by the asset.
type Proportion uint8

// The proportions of a decrease of scope.
const (
	ByAsset     Proportion = iota // with the share of the asset retained
	ByLiability                   // with the change of the liability
)

var proportionNames = member.Names(member.Proportions)

// String returns the contract's name of p, as in liability.
func (p Proportion) String() string { return strict.Name(proportionNames, p) }

// MarshalText returns the contract's name of p.
func (p Proportion) MarshalText() ([]byte, error) { return strict.MarshalName(proportionNames, p) }

// UnmarshalText reads the contract's name of a proportion.
func (p *Proportion) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(proportionNames, p, text)
}

// RateBasis is which kind of rate a discount rate is (METHOD 20.1). The zero value
// does not say.
type RateBasis uint8

// The kinds of discount rates.
const (
	NoRateBasis     RateBasis = iota
	ImplicitRate              // in the lease
	IncrementalRate           // of the lessee's borrowing
	RiskFreeRate              // ASC 842: elected by a lessee that is not a public business entity
	ObtainableRate            // FRS 102
)

var rateBasisNames = append([]string{"none"}, member.Names(member.RateBases)...)

// String returns the contract's name of b, as in risk_free.
func (b RateBasis) String() string { return strict.Name(rateBasisNames, b) }
