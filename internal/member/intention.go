package member

// Intention is what people say has happened to a lease: a type of event with
// what it asks for besides the day. Everything else that the type may state can
// be stated as well.
type Intention struct {
	Name  string // in forms
	Label string
	Short string // on a button; empty where few leases have it
	Help  string
	Type  string   // of the event, by the contract's name
	Asks  []string // members; those that the type requires are among them
}

// Intentions are what a form offers, in its order. Each type of event is among
// them under its own name.
var Intentions = []Intention{
	{
		Name: "extended", Label: "The lease was extended", Short: "Extended", Type: "modification",
		Help: "The parties agreed on a longer term. If the contract already had the option, choose “An option is judged anew”.",
		Asks: []string{"paymentAmount", "termMonths", "discountRateAnnual"},
	},
	{
		Name: "rent_changed", Label: "The rent was changed", Short: "Rent changed", Type: "modification",
		Help: "The parties agreed on another rent. If the contract already ties the rent to an index, choose “The rent followed an index”.",
		Asks: []string{"paymentAmount", "discountRateAnnual"},
	},
	{
		Name: "termination", Label: "The lease ended early", Short: "Ended early", Type: "termination",
		Help: "Nothing is leased from this day on. What is left of the liability and the asset is written off.",
		Asks: []string{"penalty"},
	},
	{
		Name: "space_returned", Label: "Part of it was given back", Short: "Space given back", Type: "modification",
		Help: "Less is leased from this day on, such as one floor of two.",
		Asks: []string{"paymentAmount", "discountRateAnnual", "retainedShare"},
	},
	{
		Name: "index", Label: "The rent followed an index", Short: "Index", Type: "index",
		Help: "The contract ties the rent to an index or a rate, and the rent was set anew by it.",
		Asks: NewRent,
	},
	{
		Name: "purchase", Label: "The asset was bought", Short: "Bought", Type: "purchase",
		Help: "The lessee bought what it had leased.",
		Asks: []string{"price"},
	},
	{
		Name: "reassessment", Label: "An option is judged anew", Type: "reassessment",
		Help: "The contract is the same; it became or ceased to be reasonably certain that an option of it will be used.",
		Asks: []string{"termMonths", "discountRateAnnual", "purchaseOptionReasonablyCertain"},
	},
	{
		Name: "modification", Label: "The contract was changed in another way", Type: "modification",
		Help: "Any other agreement of the parties that changes what is leased, for how long or for how much.",
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
		Help: "Another amount is now expected to be owed under the guarantee.",
		Asks: []string{"residualValueGuarantee"},
	},
	{
		Name: "contingency_resolved", Label: "Variable rent became fixed", Type: "contingency_resolved",
		Help: "What made the rent variable is settled, so that it is fixed for the rest of the term.",
		Asks: []string{"paymentAmount", "changePct", "rentSteps"},
	},
}

// EventTypeOf returns the type of event of a name, or nil.
func EventTypeOf(name string) *EventType {
	for i := range EventTypes {
		if EventTypes[i].Name == name {
			return &EventTypes[i]
		}
	}
	return nil
}
