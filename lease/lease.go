// Package lease defines the input of a lease: its fields, their parsing and validation, and the
// facts that follow from several fields.
//
// [Decode] parses a lease from JSON. The table in package internal/member contains the range of
// each field. The file rules.go validates combinations of the lease's fields, and eventrules.go
// combinations of an event's fields. The function checkRent in request.go requires a payment above
// 0.
package lease

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Lease describes a lease: the terms of the lease contract and the asset. Each field corresponds to a field of the API
// request. The zero values of the enumerations are the defaults of the API contract. [Decode] reads a Lease from JSON,
// as [json.Unmarshal] does; [Lease.Validate] checks a Lease built in Go.
//
// Amounts are in units of the lease's currency. Rates are fractions per year: 0.05 is 5%.
type Lease struct {
	ID   string            // the caller's identifier for the lease, at most 100 characters
	Name string            // at most 200 characters
	Tags map[string]string // at most 20 tags, such as entity or cost center; responses repeat the tags, and reports can group leases by tag

	Standard           standard.Standard
	CommencementDate   civil.Date    // 0001-01-01 at the earliest; the term ends by 9999-12-31
	TermMonths         int           // 1 to 1200
	PaymentAmount      money.Decimal // rent of one period before escalation; above 0
	DiscountRateAnnual money.Decimal // nominal, 0 to 1
	RateOfTable        bool          // the discount rate is looked up in a table instead of being supplied; the measurement sets DiscountRateAnnual
	PaymentFrequency   Frequency
	PaymentTiming      standard.Timing
	Classification     standard.Class // overrides the derived class under ASC 842

	AnnualEscalationPct    Optional[money.Decimal] // compounded at each anniversary, 0 to 1
	InitialDirectCosts     Optional[money.Decimal] // added to the right-of-use asset
	LeaseIncentives        Optional[money.Decimal] // received by commencement; deducted from the asset
	PrepaidRent            Optional[money.Decimal] // paid before commencement; added to the asset
	ResidualValueGuarantee Optional[money.Decimal] // amount probable of being payable at the end of the term
	PurchaseOptionAmount   Optional[money.Decimal] // exercise price, paid at the end of the term

	TransfersOwnership              Optional[bool]
	PurchaseOptionReasonablyCertain Optional[bool]
	AssetFairValue                  Optional[money.Decimal]
	AssetEconomicLifeMonths         Optional[int] // remaining life of the asset, 1 to 1,000,000
	SpecializedAsset                Optional[bool]

	// METHOD 12.1. A nil list means that the field is absent.
	RentSteps               []RentStep // at most 1,200, with increasing dates
	AnnualEscalationAmount  Optional[money.Decimal]
	RentFree                []RentFree      // at most 120, with increasing dates
	OtherPayments           []SinglePayment // at most 250, by date
	Basis                   Optional[Basis]
	Exemption               standard.Exemption
	RestorationCost         Optional[money.Decimal]      // IFRS 16: provision for dismantling; added to the asset
	GuaranteedResidualValue Optional[money.Decimal]      // ASC 842: the total guarantee, used only in the 90% test
	AssetTotalLifeMonths    Optional[int]                // ASC 842: for the exception of 842-10-25-2(c)
	Fund                    Optional[standard.Fund]      // GASB 87: the statements for which the lease has entries
	InitialApplication      Optional[InitialApplication] // IFRS 16 and FRS 102: first measurement of an existing lease
	GrantElement            Optional[money.Decimal]      // FRS 102: grant or donation element of rent below the market rent; added to the asset
	Currency                money.Currency
	Events                  []Event                 // at most 120, by date (METHOD 13)
	OpeningRouAsset         Optional[money.Decimal] // asset of a lease transferred in from other books; may be negative

	// METHOD 20.1.
	DiscountRateBasis RateBasis
	DiscountRates     *ratetable.Table // table for the discount rates that the lease and its events omit; may be nil

	shared *ratetable.Table // see [Lease.UseRates]

	// METHOD 20 and 25.
	Components           []Component // 2 to 20: the goods and services that the payments cover
	IrrecoverableTaxRate Optional[money.Decimal]
	Calendar             Optional[Calendar]
	VariablePayments     []VariablePayment // at most 2,400, by date
	SubleaseIncome       []SubleaseIncome  // at most 2,400, by date; recognized as received
	Subleases            []Sublease        // at most 100; their income is recognized straight-line

	Framework standard.Label // only under IFRS 16: the national name of the standard

	// METHOD 21.1: the functional currency of the entity, and balances in that currency.
	FunctionalCurrency             money.Currency          // if empty, the lease's currency
	ExchangeRate                   Optional[money.Decimal] // functional currency per unit of the lease's currency, at commencement or initial application
	OpeningRouAssetFunctional      Optional[money.Decimal]
	PrepaidRentFunctional          Optional[money.Decimal]
	PrepaidOrAccruedRentFunctional Optional[money.Decimal]

	Evidence []Quote // at most 500, by path (METHOD 24); no amount depends on them

	At Optional[civil.Date] // the date of [Measurement.Balances], at the end of the day; reports ignore it
}

// Title returns the name of the lease's standard, such as IFRS 16, or its national name, such as AASB 16.
func (l *Lease) Title() string { return l.Framework.Say(l.Standard.Title()) }

// Say replaces general terms in text with the terms of the lease's standard.
func (l *Lease) Say(text string) string { return l.Framework.Say(l.Standard.Say(text)) }

// RentStep sets the rent per whole payment period from a date onward.
type RentStep struct {
	From          civil.Date    // the first day of the second or a later payment period
	PaymentAmount money.Decimal // 0 or more
}

// RentFree is a full or partial reduction of the rent for some months.
type RentFree struct {
	From   civil.Date              // commencement, or a day that [Periods.Step] allows
	Months int                     // at least 1
	Share  Optional[money.Decimal] // the portion not payable, above 0 and at most 1; absent for the whole rent
}

// Portion returns the portion of the rent that is not payable.
func (f *RentFree) Portion() money.Decimal {
	if f.Share.Set {
		return f.Share.Value
	}
	return one
}

var one = money.Int(1)

// SinglePayment is a fixed lease payment, or an incentive received after commencement.
type SinglePayment struct {
	Date   civil.Date    // within the term
	Amount money.Decimal // above 0
	Kind   PaymentKind
}

// Basis contains the measurement conventions (METHOD 12.4 and 12.5).
type Basis struct {
	Discounting         Discounting
	CommencementPayment CommencementPayment
}

// Event is an event in the life of a lease (METHOD 13.2). Each field corresponds to a field of the API request. From
// the event's date onward, the terms of the event replace earlier terms; the remaining terms are unchanged.
type Event struct {
	Date civil.Date // takes effect at the start of this day
	Type standard.EventType

	PaymentAmount          Optional[money.Decimal] // rent from the first period that starts on or after Date
	ChangePct              Optional[money.Decimal] // relative change of the rent and of later rent steps; above -1; used instead of PaymentAmount
	RentSteps              []RentStep              // nil: unchanged; empty: no later steps
	RentFree               []RentFree
	OtherPayments          []SinglePayment
	AnnualEscalationPct    Optional[money.Decimal]
	AnnualEscalationAmount Optional[money.Decimal]
	TermMonths             Optional[int] // counted from commencement
	DiscountRateAnnual     Optional[money.Decimal]

	PurchaseOptionAmount            Optional[money.Decimal]
	PurchaseOptionReasonablyCertain Optional[bool]
	TransfersOwnership              Optional[bool]
	ResidualValueGuarantee          Optional[money.Decimal]

	Classification          standard.Class // derived if not supplied
	AssetFairValue          Optional[money.Decimal]
	AssetEconomicLifeMonths Optional[int] // remaining at the event
	SpecializedAsset        Optional[bool]

	InitialDirectCosts Optional[money.Decimal] // paid on the event's date
	LeaseIncentives    Optional[money.Decimal] // received on the event's date
	RetainedShare      Optional[money.Decimal] // portion of the leased asset that the lessee retains, above 0 and at most 1
	Proportion         Optional[Proportion]
	Components         []Component // components from the event's date onward
	ImpairmentLoss     Optional[money.Decimal]
	Amount             Optional[money.Decimal] // amount of the reversal of an impairment
	Penalty            Optional[money.Decimal] // negative if the lessor pays
	Price              Optional[money.Decimal]
	RateOfTable        bool // as in [Lease]
	DiscountRateBasis  RateBasis
	ExchangeRate       Optional[money.Decimal] // as in [Lease], on the event's date
}

// Functional returns the entity's functional currency, by default the lease's currency.
func (l *Lease) Functional() money.Currency {
	if l.Foreign() {
		return l.FunctionalCurrency
	}
	return l.Currency
}

// Foreign reports whether the lease's currency differs from the entity's functional currency.
func (l *Lease) Foreign() bool {
	return l.FunctionalCurrency != (money.Currency{}) && l.FunctionalCurrency != l.Currency
}

// OptionCertain reports whether exercise of the purchase option counts as reasonably certain. If a
// price is supplied without the flag, exercise counts as reasonably certain. Otherwise the
// standards would exclude the price from the liability (ASC 842-10-30-5(c), IFRS 16.27(d), GASB
// 87.21).
func (l *Lease) OptionCertain() bool {
	if l.PurchaseOptionReasonablyCertain.Set {
		return l.PurchaseOptionReasonablyCertain.Value
	}
	return l.PurchaseOptionAmount.Value.Sign() > 0
}

// Amount returns an optional amount in minor units of the lease's currency, or 0 if it is absent.
func (l *Lease) Amount(o Optional[money.Decimal]) money.Amount {
	return o.Value.Minor(l.Currency.Places())
}

// OptionPrice returns the exercise price that is part of the lease payments: 0 if exercise is not reasonably certain.
func (l *Lease) OptionPrice() money.Amount {
	if !l.OptionCertain() {
		return money.Amount{}
	}
	return l.Amount(l.PurchaseOptionAmount)
}

// Terminal returns the amount payable on the last day of the term: the residual value guarantee
// plus the exercise price.
func (l *Lease) Terminal() money.Amount {
	return l.Amount(l.ResidualValueGuarantee).Add(l.OptionPrice())
}

// AssetAdjustments returns the initial right-of-use asset less the liability. The difference consists of
// prepaid rent, initial direct costs, the restoration cost and the grant element, less incentives (ASC
// 842-20-30-5, IFRS 16.24, GASB 87.30).
func (l *Lease) AssetAdjustments() money.Amount {
	return l.Amount(l.PrepaidRent).
		Add(l.Amount(l.InitialDirectCosts)).
		Add(l.Amount(l.RestorationCost)).
		Add(l.Amount(l.GrantElement)).
		Sub(l.Amount(l.LeaseIncentives))
}

// Discounting returns the lease's discounting convention.
func (l *Lease) Discounting() Discounting { return l.Basis.Value.Discounting }

// Settles reports whether the liability excludes the payment on the commencement date (METHOD 12.5).
func (l *Lease) Settles() bool { return l.Basis.Value.CommencementPayment == Settled }

// Rate returns the annual discount rate in units of 10^−17.
func (l *Lease) Rate() uint64 {
	rate, _ := l.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17, because the rate is at most 1
	return rate
}

// StatesPayments reports whether the lease has a field of METHOD 12.1 that changes amounts at commencement (12.10).
func (l *Lease) StatesPayments() bool {
	return l.RentSteps != nil || l.AnnualEscalationAmount.Set || l.RentFree != nil || l.OtherPayments != nil || l.Basis.Set ||
		l.Exempt() || l.RestorationCost.Set || l.GuaranteedResidualValue.Set || l.AssetTotalLifeMonths.Set ||
		l.Fund.Set || l.GrantElement.Set || l.InitialApplication.Set || l.OpeningRouAsset.Set || l.Calendar.Set
}

// OwnershipExpected reports whether the lessee expects to own the asset after the term. The asset
// is then amortized over its life (ASC 842-20-35-8, IFRS 16.32, GASB 87.32).
func (l *Lease) OwnershipExpected() bool { return IsTrue(l.TransfersOwnership) || l.OptionCertain() }

// AmortizationMonths returns the number of months over which the asset of a finance lease is amortized, given the
// remaining term in months. The result is the useful life if the lessee will own the asset, otherwise the shorter of
// the useful life and the remaining term (ASC 842-20-35-8, IFRS 16.32, GASB 87.31-32).
func (l *Lease) AmortizationMonths(term *big.Rat) *big.Rat {
	if life := WholeLife(l.AssetEconomicLifeMonths); life != nil && (l.OwnershipExpected() || life.Cmp(term) < 0) {
		return life
	}
	return term
}

// Exempt reports whether a recognition exemption excludes the lease from the balance sheet.
func (l *Lease) Exempt() bool { return l.Exemption != standard.NoExemption }

// InFund reports whether the lease has entries only in a governmental fund, which recognizes neither an asset nor a
// liability. InFund returns false for exempt leases, because their entries are the same in every fund.
func (l *Lease) InFund() bool { return l.Fund.Value == standard.Governmental && !l.Exempt() }

// HasFundEntries reports whether the lease has entries in a governmental fund, with or without entries
// in the government-wide statements.
func (l *Lease) HasFundEntries() bool { return l.Fund.Value != standard.GovernmentWide && !l.Exempt() }

// BothStatements lists the statements for which a lease with the fund "both" has entries, in the
// order of the entries (METHOD 25.5).
var BothStatements = [...]standard.Fund{standard.GovernmentWide, standard.Governmental}

// Funds returns the statements for which the lease has entries.
func (l *Lease) Funds() []standard.Fund {
	if l.Fund.Value == standard.BothFunds {
		return BothStatements[:]
	}
	return []standard.Fund{l.Fund.Value}
}

// GovernmentWide returns the fund of an entry that is not made in the governmental fund. The fund
// is government-wide if the lease has entries for both statements, otherwise absent.
func (l *Lease) GovernmentWide() Optional[standard.Fund] {
	return Optional[standard.Fund]{Value: standard.GovernmentWide, Set: l.Fund.Value == standard.BothFunds}
}

// Fault is a validation error of a lease.
type Fault = strict.Fault

// InvalidError contains all validation errors of a lease, in order.
type InvalidError = strict.InvalidError

// Optional is a value that a lease may omit. The zero value means absent.
type Optional[T any] = strict.Optional[T]

// Some wraps v in an Optional.
func Some[T any](v T) Optional[T] { return strict.Some(v) }

// IsTrue reports whether a flag was supplied and is true.
func IsTrue(o Optional[bool]) bool { return o.Set && o.Value }

// PaymentPeriod is a period of the lease for which the lessee pays one rent.
type PaymentPeriod struct {
	Number int        // 0 for the period that begins at commencement
	Year   int        // the lease year in which the period starts; the first year is 0
	First  civil.Date // first day of the period
	Last   civil.Date // last day of the period within the term after all events
	Share  *big.Rat   // portion of a whole period's rent that is a lease payment: below 1 in a partial period or if the rent covers services
}

// PaymentPeriod returns the payment period with the given number.
func (l *Lease) PaymentPeriod(number int) PaymentPeriod {
	term := l.TermMonths
	for i := range l.Events {
		if e := &l.Events[i]; e.TermMonths.Set {
			term = e.TermMonths.Value
		}
	}
	p := PeriodsOf(l)
	from, next, end := p.Begin(number), p.Begin(number+1), l.CommencementDate.AddMonths(term)
	if !from.Before(end) {
		end = next // the period begins after the term ends
	}
	of := PaymentPeriod{Number: number, Year: p.Year(number), First: from, Share: big.NewRat(1, 1)}
	switch {
	case p.Stated:
		if end.Before(next) {
			next = end
		}
		of.Share.SetFrac64(int64(next.Ordinal()-from.Ordinal()), int64(p.Length(number)))
	case end.Before(next):
		next = end
		of.Share.SetFrac64(int64(term-number*p.Months), int64(p.Months))
	}
	if lease := ShareOf(l.Components); lease != nil {
		of.Share.Mul(of.Share, lease)
	}
	of.Last = next.Prev()
	return of
}

// PaymentPeriodAt returns the payment period that contains a day.
func (l *Lease) PaymentPeriodAt(day civil.Date) PaymentPeriod {
	p := PeriodsOf(l)
	n, _ := p.PeriodAt(day)
	return l.PaymentPeriod(n)
}
