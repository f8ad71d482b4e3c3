package member

import (
	"slices"
	"strings"
)

// Event lists an event's fields in the order of the API contract. [EventTypes] lists the fields that each type accepts.
var Event = inherited(event, lease)

// In the returned copy, a row without a label takes its label and type from the lease field of the same name.
func inherited(rows, lease []Member) []Member {
	rows = slices.Clone(rows)
	for i, r := range rows {
		if r.Label != "" {
			continue
		}
		m := *Find(lease, r.Name)
		m.Required, m.Positive, m.Sheet, m.Group, m.Only = false, false, "", 0, nil
		m.Help, m.Empty = r.Help, r.Empty
		rows[i] = m
	}
	return rows
}

var event = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "The event takes effect at the start of this day.",
		Also: []string{"eventdate", "effectivedate", "effective", "on"},
	},
	{
		Name: "type", Label: "Event type", Kind: Choice, Required: true, Words: eventWords(), Wide: true, Empty: "Choose",
		Help: "It determines the available inputs, whether the liability is remeasured, and the discount rate.",
		Also: []string{"event", "eventtype", "type", "whathappened"},
	},
	{
		Name: "paymentAmount", Label: "New rent", Unit: "per period", Kind: Amount, Empty: "as before",
		Help: "The new rent of a full period. It applies from the first period that starts on or after the date of the event.",
		Also: []string{"rent", "newpayment", "payment"},
	},
	{
		Name: "changePct", Label: "Change of the rent", Unit: "%", Kind: Change, Empty: "none",
		Help: "The change in percent of the previous rent, instead of a new rent: 2.5 raises the rent by 2.5%, and -10 lowers it by 10%.",
		Also: []string{"change", "changeofrent", "rentchange", "indexchange", "increase", "changepercent"},
	},
	{Name: "rentSteps", Help: "The rent of a full period from each date. These steps replace the earlier steps."},
	{Name: "rentFree", Help: "Months without rent or with reduced rent. They replace the earlier rent-free months."},
	{Name: "otherPayments", Help: "Fixed payments from the date of the event, in addition to the rent. They replace the earlier payments."},
	{Name: "annualEscalationPct", Empty: "as before", Help: "The yearly increase from the date of the event."},
	{Name: "annualEscalationAmount", Empty: "as before", Help: "The yearly increase from the date of the event, as an amount instead of a percentage."},
	{
		Name: "termMonths", Label: "New lease term", Unit: "months", Kind: Months, Most: MaxTermMonths, Empty: "as before",
		Help:  "The new term, counted from commencement, not from the event.",
		Also:  []string{"newtermmonths", "newterminmonths", "terminmonths"},
		Vague: []string{"newterm", "term", "leaseterm", "duration"},
	},
	{
		Name: "discountRateAnnual", Label: "New discount rate", Unit: "% a year", Kind: Rate, Empty: "as before",
		Help: "The rate at the event date. If the standard retains the existing rate, enter that rate.",
		Also: []string{"discountrate", "newrate", "rate"},
	},
	{Name: "purchaseOptionAmount", Empty: "as before", Help: "The exercise price."},
	{Name: "purchaseOptionReasonablyCertain", Help: "Whether exercise is reasonably certain from the event date."},
	{Name: "transfersOwnership", Help: "Whether title passes to the lessee."},
	{Name: "residualValueGuarantee", Empty: "as before", Help: "The amount that will now probably be payable."},
	{Name: "classification", Empty: "Automatic", Help: "Automatic means that the five criteria are reassessed."},
	{Name: "assetFairValue", Empty: "not stated", Help: "The fair value on the date of the event."},
	{Name: "assetEconomicLifeMonths", Empty: "as before", Help: "The remaining life, counted from the date of the event."},
	{Name: "specializedAsset", Help: "Whether the lessor is expected to have no alternative use for the asset."},
	{Name: "initialDirectCosts", Empty: "none", Help: "Costs paid on the day of the event. They are added to the asset."},
	{Name: "leaseIncentives", Empty: "none", Help: "Incentives received on the day of the event. They reduce the asset."},
	{
		Name: "retainedShare", Label: "Portion retained", Unit: "%", Kind: Share, Empty: "100",
		Help: "The portion retained after a decrease in scope: enter 60 if 40% of the space is surrendered.",
		Also: []string{"retained", "shareretained", "sharekept"},
	},
	{
		Name: "proportion", Label: "Reduction of the asset", Kind: Choice, Words: Proportions, Help: "How a decrease in scope reduces the asset. Default: by the portion surrendered.",
		Also: []string{"proportionby", "assetreducedby"},
	},
	{Name: "components", Help: "The contract components from the date of the event. They replace the earlier components."},
	{
		Name: "impairmentLoss", Label: "Impairment loss", Kind: Amount, Help: "The reduction of the asset's carrying amount.",
		Also: []string{"loss", "impairment", "writedown"},
	},
	{
		Name: "amount", Label: "Amount reversed", Kind: Amount, Positive: true,
		Help: "The increase in the asset. It cannot raise the asset above the carrying amount that it would have had without impairments.",
		Also: []string{"reversal", "reversed", "amountreversed"},
	},
	{
		Name: "penalty", Label: "Penalty paid", Kind: Amount, Signed: true, Empty: "none",
		Help: "The termination payment by the lessee; negative if the lessor pays.",
		Also: []string{"terminationpenalty", "terminationpayment"},
	},
	{Name: "price", Label: "Purchase price", Kind: Amount, Help: "The price paid for the asset."},
	{Name: "discountRateBasis", Empty: "Not stated", Help: "The source of the new discount rate. No amount depends on it."},
	{
		Name: "exchangeRate", Label: "Exchange rate on the event date", Kind: Exchange, Empty: "not stated",
		Help: "The units of the functional currency per unit of the lease currency on the event date.",
		Also: []string{"fxrate", "exchangerateoftheday"},
	},
}

// EventType describes one event type: its names and the fields that it requires or
// accepts in addition to the date (METHOD 13.2).
type EventType struct {
	Name  string // API name
	Title string // name of the event for use within a sentence
	Noun  string // noun before the date, as in "the purchase of 2027-01-01"; if empty, Title is used

	Required []string // required fields
	OneOf    []string // at least one of these fields is required
	Allowed  []string // optional fields, in addition to Required and OneOf
	Not      []string // standards that reject the event

	Also []string // other names that users write; only lower-case letters and digits
}

// Known reports whether the standard accepts the event.
func (t *EventType) Known(standard string) bool { return !slices.Contains(t.Not, standard) }

// Groups of fields that correspond to columns of the table in METHOD 13.2.
var (
	NewRent     = []string{"paymentAmount", "changePct"}
	newPayments = []string{"rentSteps", "rentFree", "otherPayments", "annualEscalationPct", "annualEscalationAmount"}
	newEnd      = []string{"purchaseOptionAmount", "purchaseOptionReasonablyCertain", "transfersOwnership", "residualValueGuarantee"}
	newClass    = []string{"classification", "assetFairValue", "assetEconomicLifeMonths", "specializedAsset"}
	newCosts    = []string{"initialDirectCosts", "leaseIncentives"}
)

// AnyEvent lists the fields that every event type accepts.
var AnyEvent = []string{"exchangeRate"}

// EventTypes lists the event types in the order of the engine's enumeration.
var EventTypes = []EventType{
	{
		Name: "index", Title: "change in an index or rate", OneOf: NewRent, Allowed: []string{"discountRateAnnual", "discountRateBasis"},
		Also: []string{"indexchange", "rentreview", "indexation", "cpi"},
	},
	{
		Name: "contingency_resolved", Title: "contingency resolved", Noun: "resolved contingency",
		OneOf: slices.Concat(NewRent, newPayments), Allowed: newCosts,
	},
	{
		Name: "residual_guarantee", Title: "change in the residual value guarantee", Required: []string{"residualValueGuarantee"}, Not: noEnds,
		Also: []string{"residualvalueguarantee"},
	},
	{
		Name: "reassessment", Title: "reassessment", Required: []string{"discountRateAnnual"},
		Allowed: slices.Concat(NewRent, newPayments, []string{"termMonths", "discountRateBasis"}, newEnd, newClass, newCosts),
		Also:    []string{"remeasurement"},
	},
	{
		Name: "modification", Title: "modification", Required: []string{"discountRateAnnual"},
		Allowed: slices.Concat(NewRent, newPayments, []string{"termMonths", "discountRateBasis"}, newEnd, newClass, newCosts, []string{"retainedShare", "proportion", "components"}),
		Also:    []string{"amendment"},
	},
	{Name: "impairment", Title: "impairment", Required: []string{"impairmentLoss"}, Allowed: []string{"assetEconomicLifeMonths"}, Also: []string{"writedown"}},
	{
		Name: "impairment_reversal", Title: "reversal of an impairment", Noun: "reversal of an impairment", Required: []string{"amount"}, Not: noReversal,
		Also: []string{"impairmentreversal", "reversal", "reversalofimpairment", "writeup"},
	},
	{Name: "termination", Title: "termination", Allowed: []string{"penalty"}, Also: []string{"terminated", "earlytermination"}},
	{Name: "purchase", Title: "purchase of the asset", Noun: "purchase", Required: []string{"price"}, Not: noEnds, Also: []string{"purchased", "bought"}},
}

// States reports whether an event of the type may contain the named field, and whether it must
// contain this field. The field must not be the date.
func (t *EventType) States(name string) (may, must bool) {
	must = slices.Contains(t.Required, name)
	return must || slices.Contains(t.OneOf, name) || slices.Contains(t.Allowed, name) || slices.Contains(AnyEvent, name), must
}

// eventWords returns the choices for the field with the event type.
func eventWords() []Word {
	words := make([]Word, len(EventTypes))
	for i := range EventTypes {
		t := &EventTypes[i]
		words[i] = Word{Name: t.Name, Label: strings.ToUpper(t.Title[:1]) + t.Title[1:], Also: t.Also}
	}
	return words
}

// Intention describes, in an accountant's terms, a change: an event type, and the inputs that the
// form shows first. The form also accepts the other fields of the event type.
type Intention struct {
	Name  string // name in forms
	Label string
	Short string // label of a button; empty for rare changes
	Help  string
	Type  string   // API name of the event type
	Asks  []string // fields shown first, including the fields that the type requires
}

// Intentions lists the changes that the form offers, in order. Every event type is included under the name of the type.
var Intentions = []Intention{
	{
		Name: "extended", Label: "The lease was extended", Short: "Extended", Type: "modification",
		Help: "The parties agreed on a longer term. If the contract already contained the option, choose “An option was reassessed”.",
		Asks: []string{"paymentAmount", "termMonths", "discountRateAnnual"},
	},
	{
		Name: "rent_changed", Label: "The rent was changed", Short: "Rent changed", Type: "modification",
		Help: "The parties agreed on a different rent. If the contract already ties the rent to an index, choose “The rent followed an index”.",
		Asks: []string{"paymentAmount", "discountRateAnnual"},
	},
	{
		Name: "termination", Label: "The lease was terminated early", Short: "Terminated", Type: "termination",
		Help: "The lease ends on this date. The remaining liability and asset are derecognized.",
		Asks: []string{"penalty"},
	},
	{
		Name: "space_returned", Label: "Space was surrendered", Short: "Space surrendered", Type: "modification",
		Help: "The leased space decreases from this date, for example from two floors to one.",
		Asks: []string{"paymentAmount", "discountRateAnnual", "retainedShare"},
	},
	{
		Name: "index", Label: "The rent followed an index", Short: "Index", Type: "index",
		Help: "The contract ties the rent to an index or a rate, and the rent was adjusted.",
		Asks: NewRent,
	},
	{
		Name: "purchase", Label: "The asset was bought", Short: "Bought", Type: "purchase",
		Help: "The lessee bought the leased asset.",
		Asks: []string{"price"},
	},
	{
		Name: "reassessment", Label: "An option was reassessed", Type: "reassessment",
		Help: "The contract is unchanged; exercise of an option became or ceased to be reasonably certain.",
		Asks: []string{"termMonths", "discountRateAnnual", "purchaseOptionReasonablyCertain"},
	},
	{
		Name: "modification", Label: "The contract was changed in another way", Type: "modification",
		Help: "Any other agreement that changes the scope, the term or the payments.",
		Asks: []string{"paymentAmount", "termMonths", "discountRateAnnual"},
	},
	{
		Name: "impairment", Label: "The asset was impaired", Type: "impairment",
		Help: "The asset was written down after an impairment test.",
		Asks: []string{"assetEconomicLifeMonths", "impairmentLoss"},
	},
	{
		Name: "impairment_reversal", Label: "An impairment was reversed", Type: "impairment_reversal",
		Help: "The reasons for an earlier impairment no longer apply (IFRS 16 and FRS 102).",
		Asks: []string{"amount"},
	},
	{
		Name: "residual_guarantee", Label: "The guaranteed residual value changed", Type: "residual_guarantee",
		Help: "A different amount is now expected to be payable under the guarantee.",
		Asks: []string{"residualValueGuarantee"},
	},
	{
		Name: "contingency_resolved", Label: "Variable rent became fixed", Type: "contingency_resolved",
		Help: "The contingency is resolved, and the rent is fixed for the remaining term.",
		Asks: []string{"paymentAmount", "changePct", "rentSteps"},
	},
}

// EventTypeOf returns the event type with the given name, or nil.
func EventTypeOf(name string) *EventType {
	for i := range EventTypes {
		if EventTypes[i].Name == name {
			return &EventTypes[i]
		}
	}
	return nil
}

// ExchangeRates describes the exchange-rate table of a report. In a file, the table has its own
// sheet, like a discount rate table.
var ExchangeRates = Member{
	Name: "exchangeRates", Label: "Exchange rates", Kind: List, Most: MaxExchangeRates, Row: "exchange rate", Sheet: "Exchange rates", Shared: true,
	Of:   ExchangeRateRow,
	Help: "Exchange rates for a report with several currencies: on the day before the reporting period, on its last day and on each period end in between, such as month-ends.",
	Also: []string{"fxrates", "currencyrates", "fx"},
}

// ExchangeRateRow lists the columns of an exchange-rate table.
var ExchangeRateRow = []Member{
	{
		Name: "currency", Label: "Currency", Kind: Currency, Required: true, Help: "The currency to convert from: EUR in EUR/USD.",
		Also: []string{"from", "fromcurrency", "sourcecurrency", "basecurrency", "base", "ccy", "foreigncurrency", "currencyfrom"},
	},
	{
		Name: "into", Label: "Into", Kind: Currency, Required: true, Help: "The currency to convert to: USD in EUR/USD.",
		Also: []string{"to", "tocurrency", "targetcurrency", "quotecurrency", "quote", "countercurrency", "pricecurrency", "localcurrency", "currencyto", "intocurrency"},
	},
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "The date of the closing rate, and the last day of the period that the average rate covers.",
		Also: []string{"ratedate", "day", "asof", "valuedate", "periodend", "monthend", "enddate", "effectivedate", "closingdate", "month", "period"},
	},
	{
		Name: "closing", Label: "Closing rate", Kind: Exchange, Required: true, Help: "Units of the second currency per unit of the first, at the end of the day.",
		Also: []string{"close", "spot", "spotrate", "endrate", "endingrate", "periodendrate", "monthendrate", "yearendrate", "closingspot", "rate", "exchangerate", "mid", "midrate", "fixing"},
	},
	{
		Name: "average", Label: "Average rate", Kind: Exchange, Empty: "none", Help: "The average rate for the period that ends on the date. It is not required for the day before the reporting period.",
		Also: []string{"avg", "avgrate", "mean", "meanrate", "monthlyaverage", "averagerateofthemonth", "periodaverage", "averageofperiod", "monthaverage", "averagemonth"},
	},
}
