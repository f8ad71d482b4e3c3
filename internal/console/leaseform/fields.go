package leaseform

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Names of the inputs that are not the contract's, because what is typed into
// them is a percentage.
const (
	RatePercent       = "discountRatePercent"
	EscalationPercent = "annualEscalationPercent"
	changePercent     = "changePercent"
	sharePercent      = "sharePercent"
	retainedPercent   = "retainedSharePercent"
)

// yesNo are the choices of a flag. Leaving it out is not the answer no: the
// criterion is then not tested.
var yesNo = []Option{{"", "Not stated"}, {"true", "Yes"}, {"false", "No"}}

// standardOptions are the standards, each with the framework it belongs to.
func standardOptions() (list []Option) {
	for _, s := range leasehold.Standards() {
		label := s.Title()
		if !strings.HasPrefix(label, s.Framework()) { // IFRS 16 says whose it is
			label += " (" + s.Framework() + ")"
		}
		list = append(list, Option{s.String(), label})
	}
	return list
}

// groups is the form: every field of the contract that it has, once.
var groups = []Group{
	{Title: "Lease and standard", Inputs: []Input{
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
			Options: []Option{{"", "Automatic"}, {"operating", "Operating"}, {"finance", "Finance"}}, Only: "ASC_842",
		},
		{
			Name: "currency", Field: "currency", Label: "Currency", kind: code, Hint: "not stated",
			Help: "The ISO 4217 code of the currency, such as USD, EUR or JPY. It decides the decimals of every amount; without it, amounts have two.",
		},
	}},
	{Title: "Term and payments", Inputs: []Input{
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
			Options: []Option{{"monthly", "Monthly"}, {"quarterly", "Quarterly"}, {"semiannual", "Semiannual"}, {"annual", "Annual"}},
		},
		{
			Name: "paymentTiming", Field: "paymentTiming", Label: "Payment timing",
			Help:    "In advance: due on the first day of each period (an annuity-due). In arrears: due on the last day.",
			Options: []Option{{"advance", "In advance"}, {"arrears", "In arrears"}},
		},
		{
			Name: EscalationPercent, Field: "annualEscalationPct", Label: "Annual escalation", Unit: "% a year", kind: percent, rate: aYear, Hint: "none",
			Help: "The increase fixed by the contract, compounded at each anniversary. Do not forecast: payments that depend on an index or a rate are measured at its level at commencement.",
		},
	}},
	{Title: "Discount rate", Inputs: []Input{
		{
			Name: RatePercent, Field: "discountRateAnnual", Label: "Annual discount rate", Unit: "% a year", Required: true, kind: percent, rate: aYear,
			Help: "The rate implicit in the lease or, if it cannot be determined, the lessee's incremental borrowing rate. Unless a convention is chosen below, it is a nominal rate: it is divided by the number of periods in a year.",
		},
	}},
	{Title: "Steps, free rent, single payments", Folded: true, Rare: true, Inputs: []Input{
		{
			Name: "annualEscalationAmount", Field: "annualEscalationAmount", Label: "Annual escalation, amount", Unit: "a year", kind: amount, Hint: "none",
			Help: "The rent rises by this amount at each anniversary of commencement. State this or a percentage.",
		},
	}, Lists: []List{rentSteps, rentFree, otherPayments}},
	{Title: "Asset adjustments", Folded: true, Inputs: []Input{
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
		{
			Name: "restorationCost", Field: "restorationCost", Label: "Restoration cost", kind: amount, Hint: "none", Only: "IFRS_16",
			Help: "The provision for dismantling, removing or restoring, as it is measured at commencement. It is part of the asset (IFRS 16.24(d)).",
		},
		{
			Name: "openingRouAsset", Field: "openingRouAsset", Label: "Asset taken over", kind: amount, signed: true, Hint: "none",
			Help: "For a running lease taken over from other books: the asset carried on the day of take-over, which is then the commencement date. Term and payments are what is left.",
		},
	}},
	{Title: "End of the term", Folded: true, Inputs: []Input{
		{
			Name: "residualValueGuarantee", Field: "residualValueGuarantee", Label: "Residual value guarantee", kind: amount, Hint: "none",
			Help: "The amount that is probable of being owed under the guarantee, not the whole guarantee. It is paid at the end of the term.",
		},
		{
			Name: "guaranteedResidualValue", Field: "guaranteedResidualValue", Label: "Whole guarantee", kind: amount, Hint: "not stated", Only: "ASC_842",
			Help: "The whole amount guaranteed. It counts in the 90% test alone (ASC 842-10-25-2(d)), not in the liability.",
		},
		{
			Name: "purchaseOptionAmount", Field: "purchaseOptionAmount", Label: "Purchase option price", kind: amount, Hint: "none",
			Help: "The exercise price. It is a payment at the end of the term unless exercise is stated not to be reasonably certain.",
		},
	}},
	{Title: "Classification inputs", Folded: true, Inputs: []Input{
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
			Name: "assetTotalLifeMonths", Field: "assetTotalLifeMonths", Label: "Total economic life", Unit: "months", kind: monthCount, Only: "ASC_842",
			most: leasehold.MaxEconomicLifeMonths, Hint: "not stated",
			Help: "The asset's whole life. A lease that starts in its last quarter does not meet the test of the economic life (ASC 842-10-25-2(c)).",
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
	{Title: "Conventions and exemptions", Folded: true, Rare: true, Inputs: []Input{
		{
			Name: "discounting", Field: "basis.discounting", Label: "Discounting", Wide: true,
			Help: "How the annual rate becomes that of a period. The results show all three side by side.",
			Options: []Option{
				{"", "Nominal: rate ÷ periods in a year"}, {"effective", "Effective annual rate"}, {"actual_365", "Actual days ÷ 365 (XNPV)"},
			},
		},
		{
			Name: "commencementPayment", Field: "basis.commencementPayment", Label: "Payment on the commencement date", Wide: true,
			Help:    "Whether what is paid on the first day is part of the liability and paid at once, or was paid already and is part of the asset alone.",
			Options: []Option{{"", "Part of the liability"}, {"settled", "Settled: part of the asset alone"}},
		},
		{
			Name: "exemption", Field: "exemption", Label: "Recognition exemption",
			Help:    "A short-term lease (12 months at most) or, under IFRS 16, one of a low-value asset can be kept off the balance sheet.",
			Options: []Option{{"", "None"}, {"short_term", "Short-term lease"}, {"low_value", "Low-value asset"}},
		},
		{
			Name: "fund", Field: "fund", Label: "Entries of", Only: "GASB_87", Wide: true,
			Help:    "Government-wide statements, or a governmental fund on the modified accrual basis.",
			Options: []Option{{"", "Government-wide statements"}, {"governmental", "A governmental fund"}},
		},
	}},
	{Title: "Changes over the life", Folded: true, Rare: true, Lists: []List{events}},
	{Title: "Tags", Folded: true, Rare: true, Lists: []List{tags}},
}
