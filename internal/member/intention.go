package member

// Intention describes a change in an accountant's terms: an event type with the inputs
// that the form shows first. The form also accepts the type's other fields.
type Intention struct {
	Name  string // in forms
	Label string
	Short string // on a button; empty for rare changes
	Help  string
	Type  string   // API name of the event type
	Asks  []string // fields, including those that the type requires
}

// Intentions lists the changes that the form offers, in order. Every event type is included under
// its name.
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
