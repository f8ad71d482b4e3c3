package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Enumerations are read and written by their API names, in text and in JSON. An undefined value
// prints as unknown, and [Lease.Validate] rejects it.

// Frequency is the interval of rent payments. The zero value is monthly.
type Frequency uint8

// The payment frequencies.
const (
	Monthly Frequency = iota
	Quarterly
	Semiannual
	Annual
)

// FrequencyNames contains the API names of the frequencies, in the order of their constants.
var FrequencyNames = member.Names(member.Frequencies)

// String returns the API name of f, such as monthly.
func (f Frequency) String() string { return strict.Name(FrequencyNames, f) }

// Months returns the number of months in a payment period: 1, 3, 6 or 12.
func (f Frequency) Months() int { return [...]int{1, 3, 6, 12}[f] }

// PerYear returns the number of payment periods in a year: 12, 4, 2 or 1.
func (f Frequency) PerYear() int { return 12 / f.Months() }

// Discounting selects how the annual discount rate is applied (METHOD 12.4). The zero value is
// nominal.
type Discounting uint8

// The conventions of discounting.
const (
	Nominal           Discounting = iota // rate × months / 12 per period, with simple interest within the period
	Effective                            // (1 + rate)^(months / 12)
	Actual365                            // (1 + rate)^(days / 365), as in the spreadsheet function XNPV
	CompoundedMonthly                    // (1 + rate / 12)^months
)

var discountingNames = member.Names(member.Discountings)

// String returns the API name of d, such as actual_365.
func (d Discounting) String() string { return strict.Name(discountingNames, d) }

// CommencementPayment selects whether the liability includes the payment on the commencement date
// (METHOD 12.5). By default it includes the payment.
type CommencementPayment uint8

// The treatments of the payment on the commencement date.
const (
	InLiability CommencementPayment = iota // the liability is gross: an annuity due
	Settled                                // the payment was made and is part of the asset only
)

var commencementPaymentNames = member.Names(member.CommencementPayments)

// String returns the API name of c, such as settled.
func (c CommencementPayment) String() string { return strict.Name(commencementPaymentNames, c) }

// PaymentKind is the direction of a one-off payment. The zero value is a payment by the lessee.
type PaymentKind uint8

// The kinds of one-off payments.
const (
	Paid      PaymentKind = iota // paid by the lessee
	Incentive                    // received by the lessee after commencement
)

var paymentKindNames = member.Names(member.PaymentKinds)

// String returns the API name of k, such as incentive.
func (k PaymentKind) String() string { return strict.Name(paymentKindNames, k) }

// Proportion is the method by which a decrease in scope reduces the asset (METHOD 13.6). The zero
// value is ByAsset.
type Proportion uint8

// The methods by which a decrease in scope reduces the asset.
const (
	ByAsset     Proportion = iota // in proportion to the portion of the asset surrendered
	ByLiability                   // in proportion to the decrease in the liability
)

var proportionNames = member.Names(member.Proportions)

// String returns the API name of p, such as liability.
func (p Proportion) String() string { return strict.Name(proportionNames, p) }

// MarshalText returns the API name of p.
func (p Proportion) MarshalText() ([]byte, error) { return strict.MarshalName(proportionNames, p) }

// UnmarshalText reads the API name of a proportion.
func (p *Proportion) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(proportionNames, p, text)
}

// RateBasis is the kind of a discount rate (METHOD 20.1). The zero value is an unknown kind.
type RateBasis uint8

// The kinds of discount rates.
const (
	NoRateBasis     RateBasis = iota
	ImplicitRate              // the rate implicit in the lease
	IncrementalRate           // the lessee's incremental borrowing rate
	RiskFreeRate              // ASC 842: elected by a lessee that is not a public business entity
	ObtainableRate            // FRS 102: the lessee's obtainable borrowing rate
)

var rateBasisNames = append([]string{"none"}, member.Names(member.RateBases)...)

// String returns the API name of b, such as risk_free.
func (b RateBasis) String() string { return strict.Name(rateBasisNames, b) }
