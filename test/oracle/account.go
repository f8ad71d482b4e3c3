package oracle

// These account names are common to most standards. The titles map lists the exceptions.
const (
	asset              = "Right-of-use asset"
	liability          = "Lease liability"
	cash               = "Cash"
	prepaid            = "Prepaid rent"
	expense            = "Lease expense"
	interest           = "Interest expense"
	amortized          = "Amortization expense"
	restoration        = "Restoration provision"
	openingBalance     = "Opening balance"
	variable           = "Variable lease expense"
	gainOnChange       = "Gain on lease change"
	lossOnChange       = "Loss on lease change"
	impairmentLoss     = "Impairment loss"
	impairmentReversal = "Reversal of impairment"
	rentReceivable     = "Rent receivable"
	deferredRent       = "Deferred rent"
	property           = "Property and equipment"
	deferredIncome     = "Deferred income"
	onerous            = "Onerous lease provision"
	serviceExpense     = "Non-lease component expense"
	prepaidService     = "Prepaid services"
	taxExpense         = "Irrecoverable tax"
	sublease           = "Sublease income"
	taxAsset           = "Deferred tax asset"
	taxLiability       = "Deferred tax liability"
	taxCost            = "Deferred tax expense"
	taxBefore          = "Deferred tax before initial application"
	corrections        = "Prior-period corrections"
	exchangeGain       = "Foreign exchange gain"
	exchangeLoss       = "Foreign exchange loss"

	capitalOutlay        = "Expenditures - capital outlay"
	financingSources     = "Other financing sources - leases"
	principalExpenditure = "Expenditures - principal"
	interestExpenditure  = "Expenditures - interest"
	otherExpenditure     = "Expenditures - other"
)

// titles lists, for each standard, the accounts that it names differently. The keys are the common
// names.
var titles = map[string]map[string]string{
	"IFRS_16": {amortized: "Depreciation expense"},
	"FRS_102": {amortized: "Depreciation expense"},
	"GASB_96": {
		asset: "Subscription asset", liability: "Subscription liability", prepaid: "Prepaid subscription",
		financingSources: "Other financing sources - subscriptions",
	},
}
