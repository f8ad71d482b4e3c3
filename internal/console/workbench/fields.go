package workbench

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Names of the inputs that are not the contract's, because what is typed into
// them is a percentage.
const (
	ratePercent       = "discountRatePercent"
	escalationPercent = "annualEscalationPercent"
)

// yesNo are the choices of a flag. Leaving it out is not the answer no: the
// criterion is then not tested.
var yesNo = []option{{"", "Not stated"}, {"true", "Yes"}, {"false", "No"}}

// standardOptions are the standards, each with the framework it belongs to.
func standardOptions() (list []option) {
	for _, s := range leasehold.Standards() {
		label := s.Title()
		if !strings.HasPrefix(label, s.Framework()) { // IFRS 16 says whose it is
			label += " (" + s.Framework() + ")"
		}
		list = append(list, option{s.String(), label})
	}
	return list
}

// groups is the form: every field of the contract that it has, once.
var groups = []group{
	{Title: "Lease and standard", Inputs: []input{
		{
			Name: "leaseName", Field: "name", Label: "Lease name", kind: text, most: leasehold.MaxNameLength, Hint: "optional",
			Help: "Your name for the lease. Journal entries, files and the print carry it.",
		},
		{
			Name: "leaseId", Field: "id", Label: "Lease ID", kind: text, most: leasehold.MaxIDLength, Hint: "optional",
			Help: "Your number of the lease in a register or a ledger. Journal entries, files and the print carry it.",
		},
		{
			Name: "standard", Field: "standard", Label: "Reporting standard", Wide: true, Options: standardOptions(),
			Help: "The standard that the main figures follow. The lease is compared under all of them below.",
		},
		{
			Name: "classification", Field: "classification", Label: "Classification",
			Help:    "Automatic: the five criteria decide. A class chosen here overrides them under ASC 842, and the notes then say so.",
			Options: []option{{"", "Automatic"}, {"operating", "Operating"}, {"finance", "Finance"}},
		},
	}},
	{Title: "Term and payments", Inputs: []input{
		{
			Name: "commencementDate", Field: "commencementDate", Label: "Commencement date", Required: true, kind: date,
			Help: "The day on which the lessor makes the asset available for use. The liability and the asset are measured as of this day.",
		},
		{
			Name: "termMonths", Field: "termMonths", Label: "Lease term", Unit: "months", Required: true, kind: monthCount, most: leasehold.MaxTermMonths,
			Help: "The noncancelable period plus the options that are reasonably certain, in months: 1 to 1,200.",
		},
		{
			Name: "paymentAmount", Field: "paymentAmount", Label: "Payment amount", Unit: "per period", Required: true, kind: amount, positive: true,
			Help: "The rent of one payment period before any escalation, excluding amounts for services. Thousands may be separated by commas.",
		},
		{
			Name: "paymentFrequency", Field: "paymentFrequency", Label: "Payment frequency",
			Help:    "How often rent is due. A last period that is shorter is prorated by months.",
			Options: []option{{"monthly", "Monthly"}, {"quarterly", "Quarterly"}, {"semiannual", "Semiannual"}, {"annual", "Annual"}},
		},
		{
			Name: "paymentTiming", Field: "paymentTiming", Label: "Payment timing",
			Help:    "In advance: due on the first day of each period (an annuity-due). In arrears: due on the last day.",
			Options: []option{{"advance", "In advance"}, {"arrears", "In arrears"}},
		},
		{
			Name: escalationPercent, Field: "annualEscalationPct", Label: "Annual escalation", Unit: "% a year", kind: percent, Hint: "none",
			Help: "The increase fixed by the contract, compounded at each anniversary. Do not forecast: payments that depend on an index or a rate are measured at its level at commencement.",
		},
	}},
	{Title: "Discount rate", Inputs: []input{
		{
			Name: ratePercent, Field: "discountRateAnnual", Label: "Annual discount rate", Unit: "% a year", Required: true, kind: percent,
			Help: "The rate implicit in the lease or, if it cannot be determined, the lessee's incremental borrowing rate. A nominal rate: it is divided by the number of periods in a year.",
		},
	}},
	{Title: "Asset adjustments", Folded: true, Inputs: []input{
		{
			Name: "prepaidRent", Field: "prepaidRent", Label: "Prepaid rent", kind: amount, Hint: "none",
			Help: "Paid before commencement. It is added to the asset and is not one of the payments of the schedule.",
		},
		{
			Name: "initialDirectCosts", Field: "initialDirectCosts", Label: "Initial direct costs", kind: amount, Hint: "none",
			Help: "Costs that would not have been incurred without the lease, such as a commission. They are added to the asset.",
		},
		{
			Name: "leaseIncentives", Field: "leaseIncentives", Label: "Lease incentives", kind: amount, Hint: "none",
			Help: "Received from the lessor at or before commencement. They reduce the asset.",
		},
	}},
	{Title: "End of the term", Folded: true, Inputs: []input{
		{
			Name: "residualValueGuarantee", Field: "residualValueGuarantee", Label: "Residual value guarantee", kind: amount, Hint: "none",
			Help: "The amount that is probable of being owed under the guarantee, not the whole guarantee. It is paid at the end of the term.",
		},
		{
			Name: "purchaseOptionAmount", Field: "purchaseOptionAmount", Label: "Purchase option price", kind: amount, Hint: "none",
			Help: "The exercise price. It is a payment at the end of the term unless exercise is stated not to be reasonably certain.",
		},
	}},
	{Title: "Classification inputs", Folded: true, Inputs: []input{
		{
			Name: "transfersOwnership", Field: "transfersOwnership", Label: "Ownership transfers by the end of the term", kind: flag, Options: yesNo,
			Help: "Whether title to the asset passes to the lessee by the end of the term.",
		},
		{
			Name: "purchaseOptionReasonablyCertain", Field: "purchaseOptionReasonablyCertain", Label: "Purchase option reasonably certain", kind: flag, Options: yesNo,
			Help: "Whether the lessee is reasonably certain to exercise a purchase option. If it is not stated and there is a price, it is taken as yes.",
		},
		{
			Name: "assetEconomicLifeMonths", Field: "assetEconomicLifeMonths", Label: "Remaining economic life", Unit: "months", kind: monthCount,
			most: leasehold.MaxEconomicLifeMonths, Hint: "not stated",
			Help: "The economic life of the asset from commencement. A term of 75% of it or more makes a finance lease.",
		},
		{
			Name: "assetFairValue", Field: "assetFairValue", Label: "Fair value of the asset", kind: amount, Hint: "not stated",
			Help: "At commencement. A present value of 90% of it or more makes a finance lease.",
		},
		{
			Name: "specializedAsset", Field: "specializedAsset", Label: "Specialized asset (no alternative use)", kind: flag, Options: yesNo,
			Help: "Whether the asset is so specialized that the lessor is expected to have no alternative use for it at the end of the term.",
		},
	}},
}

// labels are the labels of inputs by the contract's names of their fields.
var labels = func() map[string]string {
	labels := map[string]string{}
	for in := range inputs {
		labels[in.Field] = in.Label
	}
	return labels
}()
