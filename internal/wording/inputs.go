package wording

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Group is what an input of a lease is.
type Group uint8

// The groups, in the order in which people state them.
const (
	Identity   Group = iota // what the lease is filed under
	Terms                   // of the contract
	Judgements              // estimates and judgements of the lessee
	Choices                 // of accounting policy and convention
)

// String returns the title of g.
func (g Group) String() string {
	return [...]string{"Identity", "Terms of the contract", "Judgements and estimates", "Accounting choices"}[g]
}

// Input is one input of a lease, as a form shows it.
type Input struct {
	Field string // the contract's name
	Label string
	Value string // NotProvided for an optional one that was left out; a list has several lines
	Group Group
}

// input is how an input is shown. What few leases have is shown only where it
// was provided.
type input struct {
	field, label string
	group        Group
	rare         bool
	value        func(*leasehold.Lease) string
}

// inputs are those of every lease, by group.
var inputs = []input{
	{"name", "Lease", Identity, true, func(l *leasehold.Lease) string { return orNot(l.Name) }},
	{"id", "Lease ID", Identity, true, func(l *leasehold.Lease) string { return orNot(l.ID) }},
	{"tags", "Tags", Identity, true, tags},
	{"currency", "Currency", Identity, true, func(l *leasehold.Lease) string { return orNot(l.Currency.String()) }},

	{"standard", "Reporting standard", Terms, false, func(l *leasehold.Lease) string { return Standard(l.Standard) }},
	{"commencementDate", "Commencement date", Terms, false, func(l *leasehold.Lease) string { return l.CommencementDate.String() }},
	{"paymentAmount", "Payment per period", Terms, false, func(l *leasehold.Lease) string { return Decimal(l.PaymentAmount, Places(l)) }},
	{"paymentFrequency", "Payment frequency", Terms, false, func(l *leasehold.Lease) string { return Sentence(l.PaymentFrequency.String()) }},
	{"paymentTiming", "Payment timing", Terms, false, func(l *leasehold.Lease) string { return "In " + l.PaymentTiming.String() }},
	{"annualEscalationPct", "Annual escalation", Terms, false, escalation},
	{"annualEscalationAmount", "Annual escalation, amount", Terms, true, stated(func(l *leasehold.Lease) optionalDecimal { return l.AnnualEscalationAmount })},
	{"rentSteps", "Rent steps", Terms, true, rentSteps},
	{"rentFree", "Rent-free months", Terms, true, rentFree},
	{"otherPayments", "Single payments", Terms, true, otherPayments},
	{"prepaidRent", "Prepaid rent", Terms, false, stated(func(l *leasehold.Lease) optionalDecimal { return l.PrepaidRent })},
	{"initialDirectCosts", "Initial direct costs", Terms, false, stated(func(l *leasehold.Lease) optionalDecimal { return l.InitialDirectCosts })},
	{"leaseIncentives", "Lease incentives received", Terms, false, stated(func(l *leasehold.Lease) optionalDecimal { return l.LeaseIncentives })},
	{"purchaseOptionAmount", "Purchase option price", Terms, false, stated(func(l *leasehold.Lease) optionalDecimal { return l.PurchaseOptionAmount })},
	{"guaranteedResidualValue", "Residual value guarantee, full amount", Terms, true, stated(func(l *leasehold.Lease) optionalDecimal { return l.GuaranteedResidualValue })},
	{"transfersOwnership", "Ownership transfers by the end of the term", Terms, false, func(l *leasehold.Lease) string { return YesNo(l.TransfersOwnership) }},
	{"events", "Events", Terms, true, events},

	{"termMonths", "Lease term", Judgements, false, func(l *leasehold.Lease) string { return Months(l.TermMonths) }},
	{"discountRateAnnual", "Annual discount rate", Judgements, false, func(l *leasehold.Lease) string { return Percent(l.DiscountRateAnnual) }},
	{
		"residualValueGuarantee", "Residual value guarantee, amount expected to be owed", Judgements, false,
		stated(func(l *leasehold.Lease) optionalDecimal { return l.ResidualValueGuarantee }),
	},
	{"restorationCost", "Restoration cost", Judgements, true, stated(func(l *leasehold.Lease) optionalDecimal { return l.RestorationCost })},
	{
		"purchaseOptionReasonablyCertain", "Purchase option reasonably certain", Judgements, false,
		func(l *leasehold.Lease) string { return YesNo(l.PurchaseOptionReasonablyCertain) },
	},
	{"assetFairValue", "Fair value of the asset", Judgements, false, stated(func(l *leasehold.Lease) optionalDecimal { return l.AssetFairValue })},
	{"assetEconomicLifeMonths", "Remaining economic life of the asset", Judgements, false, life(func(l *leasehold.Lease) optionalInt { return l.AssetEconomicLifeMonths })},
	{"assetTotalLifeMonths", "Total economic life of the asset", Judgements, true, life(func(l *leasehold.Lease) optionalInt { return l.AssetTotalLifeMonths })},
	{
		"specializedAsset", "Specialized asset, no alternative use to the lessor", Judgements, false,
		func(l *leasehold.Lease) string { return YesNo(l.SpecializedAsset) },
	},
	{"classification", "Classification", Judgements, false, classification},

	{"basis", "Conventions", Choices, true, basis},
	{"exemption", "Recognition exemption", Choices, true, exemption},
	{"fund", "Statements of", Choices, true, fund},
	{"openingRouAsset", "Asset taken over from other books", Choices, true, stated(func(l *leasehold.Lease) optionalDecimal { return l.OpeningRouAsset })},
}

type (
	optionalDecimal = leasehold.Optional[money.Decimal]
	optionalInt     = leasehold.Optional[int]
)

// stated returns the value of an optional amount.
func stated(of func(*leasehold.Lease) optionalDecimal) func(*leasehold.Lease) string {
	return func(l *leasehold.Lease) string {
		if !of(l).Set {
			return NotProvided
		}
		return Decimal(of(l).Value, Places(l))
	}
}

// life returns the value of an optional number of months.
func life(of func(*leasehold.Lease) optionalInt) func(*leasehold.Lease) string {
	return func(l *leasehold.Lease) string {
		if !of(l).Set {
			return NotProvided
		}
		return Months(of(l).Value)
	}
}

func orNot(text string) string {
	if text == "" {
		return NotProvided
	}
	return text
}

// lines shows a list.
func lines[T any](list []T, show func(T) string) string {
	shown := make([]string, len(list))
	for i, e := range list {
		shown[i] = show(e)
	}
	return orNot(strings.Join(shown, "\n"))
}

func tags(l *leasehold.Lease) string {
	return lines(TagNames(l), func(name string) string { return name + ": " + l.Tags[name] })
}

// TagNames returns the names of the lease's tags in order.
func TagNames(l *leasehold.Lease) []string {
	names := make([]string, 0, len(l.Tags))
	for name := range l.Tags {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func escalation(l *leasehold.Lease) string {
	if !l.AnnualEscalationPct.Set {
		return "none"
	}
	return Percent(l.AnnualEscalationPct.Value)
}

func rentSteps(l *leasehold.Lease) string {
	return lines(l.RentSteps, func(s leasehold.RentStep) string {
		return "from " + s.From.String() + ": " + Decimal(s.PaymentAmount, Places(l))
	})
}

func rentFree(l *leasehold.Lease) string {
	return lines(l.RentFree, func(f leasehold.RentFree) string {
		shown := "from " + f.From.String() + ": " + count(f.Months, "month")
		if f.Share.Set && f.Share.Value != money.Int(1) {
			shown += ", " + Percent(f.Share.Value) + " of the rent"
		}
		return shown
	})
}

func otherPayments(l *leasehold.Lease) string {
	return lines(l.OtherPayments, func(p leasehold.SinglePayment) string {
		shown := p.Date.String() + ": " + Decimal(p.Amount, Places(l))
		if p.Kind == leasehold.Incentive {
			shown += " received"
		}
		return shown
	})
}

func events(l *leasehold.Lease) string {
	return lines(l.Events, func(e leasehold.Event) string { return e.Date.String() + ": " + Event(e.Type) })
}

func classification(l *leasehold.Lease) string {
	if l.Classification == leasehold.Derived {
		return "Automatic"
	}
	return Sentence(l.Classification.String()) + ", as supplied"
}

func basis(l *leasehold.Lease) string {
	if !l.Basis.Set {
		return NotProvided
	}
	discounting := map[leasehold.Discounting]string{
		leasehold.Nominal: "nominal rate, by months", leasehold.Effective: "effective rate, by months", leasehold.Actual365: "effective rate, by days / 365",
	}
	payment := map[leasehold.CommencementPayment]string{
		leasehold.InLiability: "payment at commencement in the liability", leasehold.Settled: "payment at commencement not in the liability",
	}
	return discounting[l.Basis.Value.Discounting] + "\n" + payment[l.Basis.Value.CommencementPayment]
}

func exemption(l *leasehold.Lease) string {
	return map[leasehold.Exemption]string{
		leasehold.NoExemption: NotProvided, leasehold.ShortTerm: "Short-term lease", leasehold.LowValue: "Low-value lease",
	}[l.Exemption]
}

func fund(l *leasehold.Lease) string {
	if !l.Fund.Set {
		return NotProvided
	}
	return map[leasehold.Fund]string{leasehold.GovernmentWide: "the government as a whole", leasehold.Governmental: "a governmental fund"}[l.Fund.Value]
}

// Event returns what happened, within a sentence.
func Event(t leasehold.EventType) string {
	return map[leasehold.EventType]string{
		leasehold.IndexChange:         "rent changed with an index",
		leasehold.ContingencyResolved: "contingency resolved",
		leasehold.ResidualGuarantee:   "residual value guarantee reassessed",
		leasehold.Reassessment:        "reassessment of term or option",
		leasehold.Modification:        "modification",
		leasehold.Impairment:          "impairment",
		leasehold.Termination:         "termination",
		leasehold.Purchase:            "purchase of the asset",
	}[t]
}

// Inputs returns every input of a lease, less those that few leases have and
// this one has not.
func Inputs(l *leasehold.Lease) []Input {
	var list []Input
	for _, in := range inputs {
		if value := in.value(l); !in.rare || value != NotProvided {
			list = append(list, Input{in.field, in.label, value, in.group})
		}
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
