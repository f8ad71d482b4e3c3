// Package taxonomy assigns elements of the us-gaap and ifrs-full taxonomies to the amounts of a
// report. Each element occurs in a listing of the taxonomy or in filings.
package taxonomy

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Element is a taxonomy element for an amount of a report.
type Element struct {
	Figure   string // path of the amount, such as liability.closing
	Standard leasehold.Standard
	Class    leasehold.ReportedClass // class to which the element applies if ByClass is true
	ByClass  bool                    // whether the element applies to one class only
	Name     string                  // name with the prefix of the taxonomy, such as us-gaap:OperatingLeaseLiability
	Year     int                     // edition of the taxonomy
	Turned   bool                    // whether the element has the opposite sign of the amount
}

// The prefixes and editions of the taxonomies.
const (
	usGAAP     = "us-gaap:"
	usGAAPYear = 2024

	ifrsFull     = "ifrs-full:"
	ifrsFullYear = 2025
)

// Paths of the weighted averages, which package figure does not list.
const (
	RemainingTerm = "weightedAverages.remainingTermMonths"
	DiscountRate  = "weightedAverages.discountRateAnnual"
)

// classed contains the us-gaap elements of an amount by class. The name of a missing element is empty.
type classed struct{ figure, operating, finance string }

// byClass lists the elements for reporting periods of any length.
var byClass = []classed{
	{figure.AssetClosing.String(), "OperatingLeaseRightOfUseAsset", "FinanceLeaseRightOfUseAsset"},
	{figure.AssetCost.String(), "", "FinanceLeaseRightOfUseAssetBeforeAccumulatedAmortization"},
	{figure.AssetAccumulated.String(), "", "FinanceLeaseRightOfUseAssetAccumulatedAmortization"},
	{figure.AssetAmortization.String(), "OperatingLeaseRightOfUseAssetAmortizationExpense", "FinanceLeaseRightOfUseAssetAmortization"},
	{figure.AssetImpairment.String(), "OperatingLeaseImpairmentLoss", ""},
	{figure.LiabilityClosing.String(), "OperatingLeaseLiability", "FinanceLeaseLiability"},
	{figure.CurrentLiability.String(), "OperatingLeaseLiabilityCurrent", "FinanceLeaseLiabilityCurrent"},
	{figure.LongTermLiability.String(), "OperatingLeaseLiabilityNoncurrent", "FinanceLeaseLiabilityNoncurrent"},
	{figure.CostInterest.String(), "", "FinanceLeaseInterestExpense"},
	{figure.CostAmortization.String(), "", "FinanceLeaseRightOfUseAssetAmortization"},
	{figure.CostOperating.String(), "OperatingLeaseCost", ""},
	{figure.CashOperating.String(), "OperatingLeasePayments", ""},
	{figure.CashInterest.String(), "", "FinanceLeaseInterestPaymentOnLiability"},
	{figure.CashPrincipal.String(), "", "FinanceLeasePrincipalPayments"},
	{figure.NonCash.String(), "RightOfUseAssetObtainedInExchangeForOperatingLeaseLiability", "RightOfUseAssetObtainedInExchangeForFinanceLeaseLiability"},
	{figure.MaturityTotal.String(), "LesseeOperatingLeaseLiabilityPaymentsDue", "FinanceLeaseLiabilityPaymentsDue"},
	{figure.MaturityImputedInterest.String(), "LesseeOperatingLeaseLiabilityUndiscountedExcessAmount", "FinanceLeaseLiabilityUndiscountedExcessAmount"},
	{RemainingTerm, "OperatingLeaseWeightedAverageRemainingLeaseTerm1", "FinanceLeaseWeightedAverageRemainingLeaseTerm1"},
	{DiscountRate, "OperatingLeaseWeightedAverageDiscountRatePercent", "FinanceLeaseWeightedAverageDiscountRatePercent"},
}

// years lists the us-gaap elements for payments due after the end of a fiscal year.
var years = []classed{
	{figure.MaturityYear1.String(), "LesseeOperatingLeaseLiabilityPaymentsDueNextTwelveMonths", "FinanceLeaseLiabilityPaymentsDueNextTwelveMonths"},
	{figure.MaturityYear2.String(), "LesseeOperatingLeaseLiabilityPaymentsDueYearTwo", "FinanceLeaseLiabilityPaymentsDueYearTwo"},
	{figure.MaturityYear3.String(), "LesseeOperatingLeaseLiabilityPaymentsDueYearThree", "FinanceLeaseLiabilityPaymentsDueYearThree"},
	{figure.MaturityYear4.String(), "LesseeOperatingLeaseLiabilityPaymentsDueYearFour", "FinanceLeaseLiabilityPaymentsDueYearFour"},
	{figure.MaturityYear5.String(), "LesseeOperatingLeaseLiabilityPaymentsDueYearFive", "FinanceLeaseLiabilityPaymentsDueYearFive"},
	{figure.MaturityThereafter.String(), "LesseeOperatingLeaseLiabilityPaymentsDueAfterYearFive", "FinanceLeaseLiabilityPaymentsDueAfterYearFive"},
}

// rolling lists the us-gaap elements for payments due after an interim date.
var rolling = []classed{
	{figure.MaturityYear1.String(), "LesseeOperatingLeaseLiabilityPaymentsDueNextRollingTwelveMonths", ""},
	{figure.MaturityYear2.String(), "LesseeOperatingLeaseLiabilityPaymentsDueInRollingYearTwo", ""},
	{figure.MaturityYear3.String(), "LesseeOperatingLeaseLiabilityPaymentsDueInRollingYearThree", ""},
	{figure.MaturityYear4.String(), "LesseeOperatingLeaseLiabilityPaymentsDueInRollingYearFour", ""},
	{figure.MaturityYear5.String(), "LesseeOperatingLeaseLiabilityPaymentsDueInRollingYearFive", ""},
	{figure.MaturityThereafter.String(), "LesseeOperatingLeaseLiabilityPaymentsDueAfterRollingYearFive", ""},
}

// single lists the elements that apply to leases of any class.
var single = []struct {
	standard     leasehold.Standard
	figure, name string
	turned       bool
}{
	{leasehold.ASC842, figure.CostShortTerm.String(), "ShortTermLeaseCost", false},
	{leasehold.ASC842, figure.CostVariable.String(), "VariableLeaseCost", false},
	{leasehold.ASC842, figure.CostGainsAndLosses.String(), "GainLossOnTerminationOfLease", true}, // the taxonomy defines a gain as positive
	{leasehold.ASC842, figure.CostSublease.String(), "SubleaseIncome", true},
	{leasehold.ASC842, figure.CostTotal.String(), "LeaseCost", false},

	{leasehold.IFRS16, figure.AssetClosing.String(), "RightofuseAssets", false},
	{leasehold.IFRS16, figure.AssetAdditions.String(), "AdditionsToRightofuseAssets", false},
	{leasehold.IFRS16, figure.AssetAmortization.String(), "DepreciationRightofuseAssets", false},
	{leasehold.IFRS16, figure.LiabilityClosing.String(), "LeaseLiabilities", false},
	{leasehold.IFRS16, figure.CurrentLiability.String(), "CurrentLeaseLiabilities", false},
	{leasehold.IFRS16, figure.LongTermLiability.String(), "NoncurrentLeaseLiabilities", false},
	{leasehold.IFRS16, figure.CostInterest.String(), "InterestExpenseOnLeaseLiabilities", false},
	{leasehold.IFRS16, figure.CostAmortization.String(), "DepreciationRightofuseAssets", false},
	{leasehold.IFRS16, figure.CostShortTerm.String(), "ExpenseRelatingToShorttermLeasesForWhichRecognitionExemptionHasBeenUsed", false},
	{leasehold.IFRS16, figure.CostLowValue.String(), "ExpenseRelatingToLeasesOfLowvalueAssetsForWhichRecognitionExemptionHasBeenUsed", false},
	{leasehold.IFRS16, figure.CostVariable.String(), "ExpenseRelatingToVariableLeasePaymentsNotIncludedInMeasurementOfLeaseLiabilities", false},
	{leasehold.IFRS16, figure.CashPrincipal.String(), "PaymentsOfLeaseLiabilitiesClassifiedAsFinancingActivities", false},
	{leasehold.IFRS16, figure.CashTotal.String(), "CashOutflowForLeases", false},
	{leasehold.IFRS16, figure.MaturityTotal.String(), "GrossLeaseLiabilities", false},
}

// isYear reports whether a reporting period is a fiscal year. Fiscal years may have 52 or 53 weeks.
func isYear(from, to civil.Date) bool {
	const leeway = 10 // in days
	extra := to.Ordinal() - from.AddMonths(12).Prev().Ordinal()
	return -leeway <= extra && extra <= leeway
}

// Elements returns the elements for a reporting period. If the reporting period is not a fiscal
// year, the payments due have the elements for rolling windows of twelve months.
func Elements(from, to civil.Date) (list []Element) {
	windows := rolling
	if isYear(from, to) {
		windows = years
	}
	for _, e := range slices.Concat(byClass, windows) {
		for class, name := range []string{schedule.ReportedOperating: e.operating, schedule.ReportedFinance: e.finance} {
			if name != "" {
				list = append(list, Element{e.figure, leasehold.ASC842, leasehold.ReportedClass(class), true, usGAAP + name, usGAAPYear, false})
			}
		}
	}
	for _, e := range single {
		if e.standard == leasehold.ASC842 {
			list = append(list, Element{e.figure, e.standard, 0, false, usGAAP + e.name, usGAAPYear, e.turned})
		} else {
			list = append(list, Element{e.figure, e.standard, 0, false, ifrsFull + e.name, ifrsFullYear, e.turned})
		}
	}
	return list
}

// Of returns the element for an amount under a standard, and reports whether the list contains such an
// element. The figure argument is the path of the amount.
func Of(list []Element, figure string, s leasehold.Standard, c leasehold.ReportedClass) (Element, bool) {
	i := slices.IndexFunc(list, func(e Element) bool {
		return e.Figure == figure && e.Standard == s && (!e.ByClass || e.Class == c)
	})
	if i < 0 {
		return Element{}, false
	}
	return list[i], true
}
