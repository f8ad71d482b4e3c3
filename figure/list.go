// Package figure lists the figures of a report: the amounts of the rollforwards, the cost, the cash
// flows, the maturity analysis and the closing balances.
//
// Responses, tables, workbooks, spreadsheet functions and clients iterate over this list. A new
// figure requires only a line in this package and the code that posts amounts to the figure.
package figure

// Concept identifies a figure by its index in the list.
type Concept uint8

// The statements of a report, in the order of the API contract. Figures without a statement are
// top-level fields.
var (
	liability = statement(Statement{Name: "liability", Title: "Lease liability", Monetary: true})
	rouAsset  = statement(Statement{Name: "rouAsset", Title: "Right-of-use asset"})
	cost      = statement(Statement{Name: "cost", Title: "Lease cost"})
	cash      = statement(Statement{Name: "cash", Title: "Cash paid", Monetary: true})
	nonCash   = statement(Statement{})
	prior     = statement(Statement{})
	maturity  = statement(Statement{Name: "maturity", Monetary: true})
	balances  = statement(Statement{Monetary: true})
	principal = statement(Statement{Name: "principal", Title: "Principal of the liability", Monetary: true, Governments: true})
	assetCost = statement(Statement{Name: "assetCost", Title: "Right-of-use asset at cost", Governments: true})
	amortized = statement(Statement{Name: "assetAmortization", Title: "Accumulated amortization", Governments: true})
	sublease  = statement(Statement{Title: "Subleases", Monetary: true, Sublet: true})
	tax       = statement(Statement{Name: "deferredTax", Title: "Deferred tax", Taxed: true})
)

// The figures, in the order of the API contract.
var (
	LiabilityOpening      = liability.has("opening", "Opening", Opening)
	LiabilityLate         = liability.has("late", "Prior-period corrections", Increase)
	LiabilityAdditions    = liability.has("additions", "Additions", Increase)
	LiabilityTakenOver    = liability.has("takenOver", "Transferred in", Increase)
	LiabilityApplication  = liability.has("initialApplication", "Initial application", Increase)
	LiabilityRemeasured   = liability.has("remeasured", "Remeasured", Increase)
	LiabilityInterest     = liability.has("interest", "Interest", Increase)
	LiabilityPayments     = liability.has("payments", "Payments", Decrease)
	LiabilityDerecognized = liability.has("derecognized", "Derecognized", Decrease)
	LiabilityExchange     = liability.has("exchange", "Exchange differences", Increase)
	LiabilityTranslation  = liability.has("translation", "Translation", Increase)
	LiabilityClosing      = liability.has("closing", "Closing", Closing)

	AssetOpening      = rouAsset.has("opening", "Opening", Opening)
	AssetLate         = rouAsset.has("late", "Prior-period corrections", Increase)
	AssetAdditions    = rouAsset.has("additions", "Additions", Increase)
	AssetTakenOver    = rouAsset.has("takenOver", "Transferred in", Increase)
	AssetApplication  = rouAsset.has("initialApplication", "Initial application", Increase)
	AssetRemeasured   = rouAsset.has("remeasured", "Remeasured", Increase)
	AssetAmortization = rouAsset.has("amortization", "Amortization", Decrease)
	AssetImpairment   = rouAsset.has("impairment", "Impairment", Decrease)
	AssetDerecognized = rouAsset.has("derecognized", "Derecognized", Decrease)
	AssetTranslation  = rouAsset.has("translation", "Translation", Increase)
	AssetClosing      = rouAsset.has("closing", "Closing", Closing)
	AssetCost         = rouAsset.has("cost", "Cost", Balance) // the closing carrying amount plus accumulated amortization
	AssetAccumulated  = rouAsset.has("accumulatedAmortization", "Accumulated amortization", Balance)

	CostInterest       = cost.has("interest", "Interest on lease liabilities", Increase)
	CostAmortization   = cost.has("amortization", "Amortization of right-of-use assets", Increase)
	CostOperating      = cost.has("operating", "Operating lease cost", Increase)
	CostShortTerm      = cost.has("shortTerm", "Short-term lease cost", Increase)
	CostLowValue       = cost.has("lowValue", "Low-value lease cost", Increase)
	CostVariable       = cost.has("variable", "Variable lease cost", Increase)
	CostNonLease       = cost.has("nonLease", "Non-lease components", Increase)
	CostTaxes          = cost.has("taxes", "Irrecoverable tax", Increase)
	CostImpairment     = cost.has("impairment", "Impairment", Increase)
	CostGainsAndLosses = cost.has("gainsAndLosses", "(Gain) loss on lease changes", Increase)
	CostSublease       = cost.has("subleaseIncome", "Sublease income (negative)", Increase)
	CostLate           = cost.has("late", "Prior-period corrections", Increase)
	CostTotal          = cost.has("total", "Total", Total)
	CostExchange       = cost.has("exchange", "Exchange differences, not in the total", Separate)

	CashInterest           = cash.has("interest", "Interest", Increase)
	CashPrincipal          = cash.has("principal", "Principal", Increase)
	CashOperating          = cash.has("operating", "Operating leases", Increase)
	CashExempt             = cash.has("exempt", "Short-term and low-value leases", Increase)
	CashVariable           = cash.has("variable", "Variable payments", Increase)
	CashNonLease           = cash.has("nonLease", "Non-lease components", Increase)
	CashTaxes              = cash.has("taxes", "Irrecoverable tax", Increase)
	CashCommencement       = cash.has("commencement", "Payments at commencement", Increase)
	CashInitialDirectCosts = cash.has("initialDirectCosts", "Initial direct costs", Increase)
	CashIncentives         = cash.has("incentives", "Lease incentives (received: negative)", Increase)
	CashPenalties          = cash.has("penalties", "Penalties", Increase)
	CashPrices             = cash.has("prices", "Purchase prices", Increase)
	CashSubleases          = cash.has("subleases", "Subleases (received: negative)", Increase)
	CashLate               = cash.has("late", "Prior-period corrections", Increase)
	CashTotal              = cash.has("total", "Total", Total)

	NonCash = nonCash.has("nonCash", "Right-of-use assets obtained in exchange for lease liabilities", Increase)

	PriorPeriodCorrections = prior.has("priorPeriodCorrections", "Balance of catch-up entries on Prior-period corrections", Increase) // debit positive

	MaturityYear1           = maturity.element("years", "year1", "Payments, year 1")
	MaturityYear2           = maturity.element("years", "year2", "Payments, year 2")
	MaturityYear3           = maturity.element("years", "year3", "Payments, year 3")
	MaturityYear4           = maturity.element("years", "year4", "Payments, year 4")
	MaturityYear5           = maturity.element("years", "year5", "Payments, year 5")
	MaturityThereafter      = maturity.has("thereafter", "Payments thereafter", Balance)
	MaturityTotal           = maturity.has("total", "Remaining payments", Balance)
	MaturityImputedInterest = maturity.has("imputedInterest", "Imputed interest", Balance)

	CurrentLiability  = balances.has("currentLiability", "Current liability", Balance)
	LongTermLiability = balances.has("longTermLiability", "Long-term liability", Balance)
	AccruedInterest   = balances.has("accruedInterest", "Accrued interest", Balance) // part of the current liability

	RentReceivable = sublease.has("rentReceivable", "Rent receivable", Balance) // sublease income recognized but not received
	DeferredRent   = sublease.has("deferredRent", "Deferred rent", Balance)     // sublease receipts not yet recognized

	PrincipalOpening       = principal.has("opening", "Opening", Opening)
	PrincipalLate          = principal.has("late", "Prior-period corrections", Increase)
	PrincipalAdditions     = principal.has("additions", "Additions", Increase)
	PrincipalTakenOver     = principal.has("takenOver", "Transferred in", Increase)
	PrincipalRemeasured    = principal.has("remeasured", "Remeasured", Increase)
	PrincipalPayments      = principal.has("payments", "Payments", Decrease)
	PrincipalDerecognized  = principal.has("derecognized", "Derecognized", Decrease)
	PrincipalExchange      = principal.has("exchange", "Exchange differences", Increase)
	PrincipalTranslation   = principal.has("translation", "Translation", Increase)
	PrincipalClosing       = principal.has("closing", "Closing", Closing)
	PrincipalWithinOneYear = principal.has("dueWithinOneYear", "Due within one year", Balance)

	AssetCostOpening   = assetCost.has("opening", "Beginning", Opening)
	AssetCostIncreases = assetCost.has("increases", "Increases", Increase)
	AssetCostDecreases = assetCost.has("decreases", "Decreases", Decrease)
	AssetCostClosing   = assetCost.has("closing", "Ending", Closing)

	AmortizationOpening   = amortized.has("opening", "Beginning", Opening)
	AmortizationIncreases = amortized.has("increases", "Increases", Increase) // amortization and impairment
	AmortizationDecreases = amortized.has("decreases", "Decreases", Decrease) // accumulated amortization of derecognized assets
	AmortizationClosing   = amortized.has("closing", "Ending", Closing)

	TaxAssetOpening     = tax.has("assetOpening", "Deferred tax asset, opening", Balance)
	TaxAssetLate        = tax.has("assetLate", "Deferred tax asset, prior-period corrections", Balance)
	TaxAssetClosing     = tax.has("assetClosing", "Deferred tax asset, closing", Balance)
	TaxLiabilityOpening = tax.has("liabilityOpening", "Deferred tax liability, opening", Balance)
	TaxLiabilityLate    = tax.has("liabilityLate", "Deferred tax liability, prior-period corrections", Balance)
	TaxLiabilityClosing = tax.has("liabilityClosing", "Deferred tax liability, closing", Balance)
	TaxApplication      = tax.has("initialApplication", "Initial application", Balance)
	TaxExpense          = tax.has("expense", "Deferred tax expense", Balance)
	TaxRateChange       = tax.has("rateChange", "Included: effect of a change in the tax rate", Balance)
)
