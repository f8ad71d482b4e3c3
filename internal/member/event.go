package member

import (
	"slices"
	"strings"
)

// Event are the members of an event, in the contract's order. Which of them an
// event of a type may state is in [EventTypes].
var Event = inherited(event, lease)

// inherited returns rows in which a row without a label is the lease's member of
// the same name, stated anew.
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
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "The day at whose start the event takes effect.",
		Also: []string{"eventdate", "effectivedate", "effective", "on"},
	},
	{
		Name: "type", Label: "What happened", Kind: Choice, Required: true, Words: eventWords(), Wide: true, Empty: "Choose",
		Help: "It decides what can be stated, whether the liability is measured anew, and at what rate.",
		Also: []string{"event", "eventtype", "type"},
	},
	{
		Name: "paymentAmount", Label: "New rent", Unit: "per period", Kind: Amount, Empty: "as before",
		Help: "The rent of a whole period, from the first period that starts on or after the date.",
		Also: []string{"rent", "newpayment", "payment"},
	},
	{
		Name: "changePct", Label: "Change of the rent", Unit: "%", Kind: Change, Empty: "none",
		Help: "In percent of the rent before, in place of a new rent: 2.5 raises it by 2.5%, -10 lowers it by 10%.",
		Also: []string{"change", "changeofrent", "rentchange", "indexchange", "increase", "changepercent"},
	},
	{Name: "rentSteps", Help: "The rent of a whole period from a date on, in place of the steps before."},
	{Name: "rentFree", Help: "Months for which the rent, or a part of it, is not owed, in place of those stated before."},
	{Name: "otherPayments", Help: "Fixed payments besides the rent from the date on, in place of those stated before."},
	{Name: "annualEscalationPct", Empty: "as before", Help: "From the date of the event."},
	{Name: "annualEscalationAmount", Empty: "as before", Help: "From the date of the event, in place of a percentage."},
	{
		Name: "termMonths", Label: "New lease term", Unit: "months", Kind: Months, Most: MaxTermMonths, Empty: "as before",
		Help:  "Counted from commencement, not from the event.",
		Also:  []string{"newtermmonths", "newterminmonths", "terminmonths"},
		Vague: []string{"newterm", "term", "leaseterm", "duration"},
	},
	{
		Name: "discountRateAnnual", Label: "New discount rate", Unit: "% a year", Kind: Rate, Empty: "as before",
		Help: "The rate as of the date of the event. Give the rate in force again where the standard keeps it.",
		Also: []string{"discountrate", "newrate", "rate"},
	},
	{Name: "purchaseOptionAmount", Empty: "as before", Help: "The exercise price."},
	{Name: "purchaseOptionReasonablyCertain", Help: "Whether exercise is reasonably certain from now on."},
	{Name: "transfersOwnership", Help: "Whether title passes to the lessee."},
	{Name: "residualValueGuarantee", Empty: "as before", Help: "The amount that is now probable of being owed."},
	{Name: "classification", Empty: "Automatic", Help: "Automatic: the five criteria decide anew."},
	{Name: "assetFairValue", Empty: "not stated", Help: "On the date of the event."},
	{Name: "assetEconomicLifeMonths", Empty: "as before", Help: "Counted from the date of the event."},
	{Name: "specializedAsset", Help: "Whether the lessor is expected to have no alternative use for it."},
	{Name: "initialDirectCosts", Empty: "none", Help: "Paid on the day of the event. They are added to the asset."},
	{Name: "leaseIncentives", Empty: "none", Help: "Received on the day of the event. They reduce the asset."},
	{
		Name: "retainedShare", Label: "Share kept", Unit: "%", Kind: Share, Empty: "100",
		Help: "How much of what is leased is left after a decrease of scope, such as 60 where 40% of the space is given back.",
		Also: []string{"retained", "shareretained"},
	},
	{
		Name: "proportion", Label: "Reduction of the asset", Kind: Choice, Words: Proportions, Help: "How a decrease of scope reduces the asset. The share given up where it is not stated.",
		Also: []string{"proportionby", "assetreducedby"},
	},
	{Name: "components", Help: "What the contract provides from the date on, in place of the components before."},
	{
		Name: "impairmentLoss", Label: "Impairment loss", Kind: Amount, Help: "By how much the asset is written down.",
		Also: []string{"loss", "impairment", "writedown"},
	},
	{
		Name: "amount", Label: "Amount reversed", Kind: Amount, Positive: true, Since: "1.3.0",
		Help: "By how much the asset is written up: at most to its carrying amount without impairments.",
		Also: []string{"reversal", "reversed", "amountreversed"},
	},
	{
		Name: "penalty", Label: "Penalty paid", Kind: Amount, Signed: true, Empty: "none",
		Help: "What the lessee pays for ending the lease; negative where the lessor pays.",
		Also: []string{"terminationpenalty", "terminationpayment"},
	},
	{Name: "price", Label: "Purchase price", Kind: Amount, Help: "What the lessee pays for the asset."},
	{Name: "discountRateBasis", Empty: "Not stated", Help: "Which kind of rate the new discount rate is. It changes no figure."},
	{
		Name: "exchangeRate", Label: "Exchange rate of the day", Kind: Exchange, Empty: "not stated", Since: "1.2.0",
		Help: "Units of the functional currency for one of the lease's, on the day of the event.",
		Also: []string{"fxrate"},
	},
}

// EventType is one of the types of events: what it is called, and the members
// that an event of the type states besides its date (METHOD 13.2).
type EventType struct {
	Name  string // the contract's
	Title string // within a sentence
	Noun  string // before its date, as in "the purchase of 2027-01-01"; the title where empty

	Required []string // each
	OneOf    []string // at least one
	Allowed  []string // besides
	Not      []string // the standards that know no such event

	Also []string // what else people write, folded
}

// Known reports whether a standard knows such an event.
func (t *EventType) Known(standard string) bool { return !slices.Contains(t.Not, standard) }

// The columns of METHOD 13.2.
var (
	NewRent     = []string{"paymentAmount", "changePct"}
	newPayments = []string{"rentSteps", "rentFree", "otherPayments", "annualEscalationPct", "annualEscalationAmount"}
	newEnd      = []string{"purchaseOptionAmount", "purchaseOptionReasonablyCertain", "transfersOwnership", "residualValueGuarantee"}
	newClass    = []string{"classification", "assetFairValue", "assetEconomicLifeMonths", "specializedAsset"}
	newCosts    = []string{"initialDirectCosts", "leaseIncentives"}
)

// AnyEvent are the members that an event of every type may state.
var AnyEvent = []string{"exchangeRate"}

// EventTypes are the types of events, in the order of the engine's enumeration.
var EventTypes = []EventType{
	{
		Name: "index", Title: "change of an index or rate", OneOf: NewRent, Allowed: []string{"discountRateAnnual", "discountRateBasis"},
		Also: []string{"indexchange", "rentreview", "indexation", "cpi"},
	},
	{
		Name: "contingency_resolved", Title: "contingency resolved", Noun: "resolved contingency",
		OneOf: slices.Concat(NewRent, newPayments), Allowed: newCosts,
	},
	{
		Name: "residual_guarantee", Title: "change of the residual value guarantee", Required: []string{"residualValueGuarantee"}, Not: noEnds,
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

// States reports whether an event of the type may state a member besides its
// date, and whether it has to.
func (t *EventType) States(name string) (may, must bool) {
	must = slices.Contains(t.Required, name)
	return must || slices.Contains(t.OneOf, name) || slices.Contains(t.Allowed, name) || slices.Contains(AnyEvent, name), must
}

// eventWords are the types of events as words to choose from.
func eventWords() []Word {
	words := make([]Word, len(EventTypes))
	for i := range EventTypes {
		t := &EventTypes[i]
		words[i] = Word{Name: t.Name, Label: strings.ToUpper(t.Title[:1]) + t.Title[1:], Also: t.Also}
	}
	return words
}
