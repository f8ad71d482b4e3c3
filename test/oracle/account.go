package oracle

// The names of the accounts.
const (
	asset          = "Right-of-use asset"
	liability      = "Lease liability"
	cash           = "Cash"
	prepaid        = "Prepaid rent"
	expense        = "Lease expense"
	interest       = "Interest expense"
	amortized      = "Amortization expense"
	depreciated    = "Depreciation expense" // under IFRS 16
	restoration    = "Restoration provision"
	openingBalance = "Opening balance"
	variable       = "Variable lease expense"
	gainOnChange   = "Gain on lease change"
	lossOnChange   = "Loss on lease change"
	impairmentLoss = "Impairment loss"
	property       = "Property and equipment"

	capitalOutlay        = "Expenditures - capital outlay"
	financingSources     = "Other financing sources - leases"
	principalExpenditure = "Expenditures - principal"
	interestExpenditure  = "Expenditures - interest"
	otherExpenditure     = "Expenditures - other"
)

// amortizationAccount is the title that a standard gives to amortization.
func (r *Request) amortizationAccount() string {
	if r.Standard == "IFRS_16" {
		return depreciated
	}
	return amortized
}
