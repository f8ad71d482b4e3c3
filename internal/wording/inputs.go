package wording

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Input is one input of a lease, as a form shows it.
type Input struct {
	Field     string // the contract's name
	Label     string
	Value     string // NotProvided for an optional one that was left out
	Judgement bool   // an estimate or a judgement of the lessee, and no term of the contract
}

// inputs are those of every lease, in the order in which people state them.
var inputs = []struct {
	field, label string
	judgement    bool
	value        func(*leasehold.Lease) string
}{
	{"standard", "Reporting standard", false, func(l *leasehold.Lease) string { return Standard(l.Standard) }},
	{"commencementDate", "Commencement date", false, func(l *leasehold.Lease) string { return l.CommencementDate.String() }},
	{"termMonths", "Lease term", true, func(l *leasehold.Lease) string { return Months(l.TermMonths) }},
	{"paymentAmount", "Payment per period", false, func(l *leasehold.Lease) string { return Decimal(l.PaymentAmount, Places(l)) }},
	{"paymentFrequency", "Payment frequency", false, func(l *leasehold.Lease) string { return Sentence(l.PaymentFrequency.String()) }},
	{"paymentTiming", "Payment timing", false, func(l *leasehold.Lease) string { return "In " + l.PaymentTiming.String() }},
	{"annualEscalationPct", "Annual escalation", false, func(l *leasehold.Lease) string {
		if !l.AnnualEscalationPct.Set {
			return "none"
		}
		return Percent(l.AnnualEscalationPct.Value)
	}},
	{"prepaidRent", "Prepaid rent", false, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PrepaidRent })},
	{"initialDirectCosts", "Initial direct costs", false, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.InitialDirectCosts })},
	{"leaseIncentives", "Lease incentives received", false, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.LeaseIncentives })},
	{"purchaseOptionAmount", "Purchase option price", false, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.PurchaseOptionAmount })},
	{"transfersOwnership", "Ownership transfers by the end of the term", false, func(l *leasehold.Lease) string { return YesNo(l.TransfersOwnership) }},
	{"discountRateAnnual", "Annual discount rate", true, func(l *leasehold.Lease) string { return Percent(l.DiscountRateAnnual) }},
	{"residualValueGuarantee", "Residual value guarantee, amount expected to be owed", true, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.ResidualValueGuarantee })},
	{"purchaseOptionReasonablyCertain", "Purchase option reasonably certain", true, func(l *leasehold.Lease) string { return YesNo(l.PurchaseOptionReasonablyCertain) }},
	{"assetFairValue", "Fair value of the asset", true, stated(func(l *leasehold.Lease) leasehold.Optional[money.Decimal] { return l.AssetFairValue })},
	{"assetEconomicLifeMonths", "Remaining economic life of the asset", true, func(l *leasehold.Lease) string {
		if !l.AssetEconomicLifeMonths.Set {
			return NotProvided
		}
		return Months(l.AssetEconomicLifeMonths.Value)
	}},
	{"specializedAsset", "Specialized asset, no alternative use to the lessor", true, func(l *leasehold.Lease) string { return YesNo(l.SpecializedAsset) }},
	{"classification", "Classification", true, func(l *leasehold.Lease) string {
		if l.Classification == leasehold.Derived {
			return "Automatic"
		}
		return Sentence(l.Classification.String()) + ", as supplied"
	}},
}

// stated returns the value of an optional amount.
func stated(of func(*leasehold.Lease) leasehold.Optional[money.Decimal]) func(*leasehold.Lease) string {
	return func(l *leasehold.Lease) string {
		if !of(l).Set {
			return NotProvided
		}
		return Decimal(of(l).Value, Places(l))
	}
}

// Inputs returns every input of a lease.
func Inputs(l *leasehold.Lease) []Input {
	list := make([]Input, len(inputs))
	for i, in := range inputs {
		list[i] = Input{in.field, in.label, in.value(l), in.judgement}
	}
	return list
}

// Label returns the label of an input by the contract's name of its field, or
// "" where it has none.
func Label(field string) string {
	for _, in := range inputs {
		if in.field == field {
			return in.label
		}
	}
	return ""
}
