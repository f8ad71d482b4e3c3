package leaseform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// The lists of payments, as a lease has them and as an event restates them.
var (
	rentSteps = List{
		Name: "rentSteps", Label: "Rent steps", Row: "step", most: leasehold.MaxRentSteps,
		Help: "The rent of a whole period from a date on, as the contract states it. Each date is the first day of a payment period.",
		Inputs: []Input{
			{Name: "from", Field: "from", Label: "From", Required: true, kind: date, Help: "The first day of a payment period after the first."},
			{Name: "paymentAmount", Field: "paymentAmount", Label: "Rent of a period", Required: true, kind: amount, Help: "The stated rent of one whole period."},
		},
	}
	rentFree = List{
		Name: "rentFree", Label: "Rent-free months", Row: "span", most: leasehold.MaxRentFree,
		Help: "Months for which the rent, or a part of it, is not owed. The share is 100% unless it is stated.",
		Inputs: []Input{
			{Name: "from", Field: "from", Label: "From", Required: true, kind: date, Help: "Commencement or a monthly anniversary of it."},
			{
				Name: "months", Field: "months", Label: "Months", Unit: "months", Required: true, kind: monthCount, most: leasehold.MaxTermMonths,
				Help: "How many months.",
			},
			{Name: sharePercent, Field: "share", Label: "% not owed", Unit: "%", kind: percent, rate: ofShare, Hint: "100", Help: "The part of the rent that is not owed."},
		},
	}
	otherPayments = List{
		Name: "otherPayments", Label: "Single payments", Row: "payment", most: leasehold.MaxOtherPayments,
		Help: "Fixed payments besides the rent, such as key money or a penalty counted in the term, and incentives received after commencement.",
		Inputs: []Input{
			{Name: "date", Field: "date", Label: "Date", Required: true, kind: date, Help: "A day within the term."},
			{Name: "amount", Field: "amount", Label: "Amount", Required: true, kind: amount, positive: true, Help: "What is paid or, for an incentive, received."},
			{
				Name: "kind", Field: "kind", Label: "Kind", Options: []Option{{"", "Payment"}, {"incentive", "Incentive received"}},
				Help: "A payment to the lessor, or an incentive received from it.",
			},
		},
	}
	tags = List{
		Name: "tags", Label: "Tags", Row: "tag", most: leasehold.MaxTags, object: true,
		Help: "Your own words for the lease, such as entity, cost centre or class of asset. Files carry them, and a portfolio's report groups by them.",
		Inputs: []Input{
			{Name: "name", Label: "Name", Required: true, kind: text, most: 50, Help: "Such as entity."},
			{Name: "value", Label: "Value", Required: true, kind: text, most: 200, Help: "Such as Rotterdam."},
		},
	}
)

// eventTitle is what the form calls a type of event.
func eventTitle(t leasehold.EventType) string {
	return [...]string{
		leasehold.IndexChange:         "Index, rate or rent review",
		leasehold.ContingencyResolved: "Payments became fixed",
		leasehold.ResidualGuarantee:   "Residual value guarantee changed",
		leasehold.Reassessment:        "Term or option reassessed",
		leasehold.Modification:        "Contract modified",
		leasehold.Impairment:          "Asset impaired",
		leasehold.Termination:         "Lease terminated early",
		leasehold.Purchase:            "Asset purchased",
	}[t]
}

func eventTypes() []Option {
	list := []Option{{"", "Choose"}}
	for t := range leasehold.Purchase + 1 {
		list = append(list, Option{t.String(), eventTitle(t)})
	}
	return list
}

// events are what happens in the life of a lease.
var events = List{
	Name: "events", Label: "Changes over the life", Row: "change", Cards: true, most: leasehold.MaxEvents,
	Help: "What happened after commencement. Each change takes effect at the start of its day; what it does not state stays as it was.",
	Inputs: forTypes([]Input{
		{
			Name: "type", Field: "type", Label: "What happened", Wide: true, Required: true, Options: eventTypes(),
			Help: "It decides what can be stated, whether the liability is measured anew, and at what rate.",
		},
		{Name: "date", Field: "date", Label: "Date", Required: true, kind: date, Help: "The day on which the change takes effect."},
		{
			Name: "termMonths", Field: "termMonths", Label: "New lease term", Unit: "months", kind: monthCount, most: leasehold.MaxTermMonths, Hint: "as before",
			Help: "Counted from commencement, not from the change.",
		},
		{
			Name: "paymentAmount", Field: "paymentAmount", Label: "New rent", Unit: "per period", kind: amount, Hint: "as before",
			Help: "The rent of a whole period, from the first period that starts on or after the date.",
		},
		{
			Name: changePercent, Field: "changePct", Label: "Change of the rent", Unit: "%", kind: percent, rate: changed, Hint: "none",
			Help: "In percent of the rent before, in place of a new rent: 2.5 raises it by 2.5%, -10 lowers it by 10%.",
		},
		{
			Name: RatePercent, Field: "discountRateAnnual", Label: "Discount rate at the change", Unit: "% a year", kind: percent, rate: aYear, Hint: "as before",
			Help: "The rate as of the date of the change. Give the rate in force again where the standard keeps it.",
		},
		{
			Name: EscalationPercent, Field: "annualEscalationPct", Label: "Annual escalation", Unit: "% a year", kind: percent, rate: aYear, Hint: "as before",
			Help: "From the date of the change.",
		},
		{
			Name: "annualEscalationAmount", Field: "annualEscalationAmount", Label: "Escalation, amount", Unit: "a year", kind: amount, Hint: "as before",
			Help: "From the date of the change, in place of a percentage.",
		},
		{
			Name: "retainedSharePercent", Field: "retainedShare", Label: "Share retained", Unit: "%", kind: percent, rate: ofShare, Hint: "100",
			Help: "How much of what is leased is left after a decrease of scope, such as 60 where 40% of the space is given back.",
		},
		{
			Name: "proportion", Field: "proportion", Label: "Asset reduced by", Options: []Option{{"", "The share given up"}, {"liability", "Change of liability"}},
			Help: "How a decrease of scope reduces the asset.",
		},
		{
			Name: "residualValueGuarantee", Field: "residualValueGuarantee", Label: "Residual value guarantee", kind: amount, Hint: "as before",
			Help: "The amount that is now probable of being owed.",
		},
		{
			Name: "purchaseOptionAmount", Field: "purchaseOptionAmount", Label: "Purchase option price", kind: amount, Hint: "as before",
			Help: "The exercise price.",
		},
		{
			Name: "purchaseOptionReasonablyCertain", Field: "purchaseOptionReasonablyCertain", Label: "Option reasonably certain", kind: flag, Options: yesNo,
			Help: "Whether exercise is reasonably certain from now on.",
		},
		{
			Name: "transfersOwnership", Field: "transfersOwnership", Label: "Ownership transfers", kind: flag, Options: yesNo,
			Help: "Whether title passes by the end of the term.",
		},
		{
			Name: "classification", Field: "classification", Label: "Classification", Options: []Option{{"", "Automatic"}, {"operating", "Operating"}, {"finance", "Finance"}},
			Help: "Automatic: the five criteria decide anew.",
		},
		{
			Name: "assetFairValue", Field: "assetFairValue", Label: "Fair value of the asset", kind: amount, Hint: "not stated",
			Help: "On the date of the change.",
		},
		{
			Name: "assetEconomicLifeMonths", Field: "assetEconomicLifeMonths", Label: "Remaining economic life", Unit: "months", kind: monthCount,
			most: leasehold.MaxEconomicLifeMonths, Hint: "as before", Help: "Counted from the date of the change.",
		},
		{
			Name: "specializedAsset", Field: "specializedAsset", Label: "Specialized asset", kind: flag, Options: yesNo,
			Help: "Whether the lessor is expected to have no alternative use for it.",
		},
		{
			Name: "initialDirectCosts", Field: "initialDirectCosts", Label: "Direct costs of the change", kind: amount, Hint: "none",
			Help: "Paid on the day of the change. They are added to the asset.",
		},
		{
			Name: "leaseIncentives", Field: "leaseIncentives", Label: "Incentives of the change", kind: amount, Hint: "none",
			Help: "Received on the day of the change. They reduce the asset.",
		},
		{
			Name: "impairmentLoss", Field: "impairmentLoss", Label: "Impairment loss", kind: amount,
			Help: "By how much the asset is written down.",
		},
		{
			Name: "penalty", Field: "penalty", Label: "Penalty paid", kind: amount, signed: true, Hint: "none",
			Help: "What the lessee pays for ending the lease; negative where the lessor pays.",
		},
		{Name: "price", Field: "price", Label: "Purchase price", kind: amount, Help: "What the lessee pays for the asset."},
	}),
	Lists: listsForTypes(rentSteps, rentFree, otherPayments),
}

// typesOf lists the types of events that may state a member, and those that
// have to.
func typesOf(member string) (allowed, required []string) {
	for t := range leasehold.Purchase + 1 {
		may, must := t.Members()
		if slices.Contains(may, member) {
			allowed = append(allowed, t.String())
		}
		if slices.Contains(must, member) {
			required = append(required, t.String())
		}
	}
	return allowed, required
}

// forTypes gives the inputs of an event the types of events that may state them.
func forTypes(list []Input) []Input {
	for i := range list {
		in := &list[i]
		allowed, required := typesOf(in.Field)
		in.Types, in.Required = strings.Join(allowed, " "), in.Required || len(required) > 0 && len(required) == len(allowed)
	}
	return list
}

// listsForTypes returns the lists of an event with the types of events that may
// state them. An event can also end a list.
func listsForTypes(lists ...List) []List {
	for i := range lists {
		allowed, _ := typesOf(lists[i].Name)
		lists[i].Types, lists[i].Ends = strings.Join(allowed, " "), true
	}
	return lists
}
