package member

import "slices"

// Lease are the members of a lease, in the contract's order, which is that of
// normalized output.
var Lease = withEvents(lease)

// withEvents returns the members of a lease with those of its events.
func withEvents(rows []Member) []Member {
	rows = slices.Clone(rows)
	Find(rows, "events").Of = Event
	return rows
}

var lease = []Member{
	{
		Name: "id", Label: "Lease ID", Kind: Text, Most: MaxIDLength, Empty: "optional", Group: Standard, Nature: Identity, Rare: true,
		Help: "Your own number of the lease in a register or a ledger. Journal entries, files and the print carry it, and the rows of other sheets name it.",
		Also: []string{
			"leaseno", "leasenumber", "leasecode", "leaseref", "leasereference", "contractid", "contractno", "contractnumber", "agreementno",
			"agreementnumber", "reference", "ref",
		},
	},
	{
		Name: "name", Label: "Lease name", Kind: Text, Most: MaxNameLength, Empty: "optional", Group: Standard, Nature: Identity, Rare: true,
		Help: "Your name for the lease. Journal entries, files and the print carry it.",
		Also: []string{"lease", "description", "leasedescription", "contractname", "property", "propertyname", "premises"},
	},
	{
		Name: "tags", Label: "Tags", Kind: Tags, Most: MaxTags, Row: "tag", Group: Tagging, Nature: Identity, Rare: true, Of: tagRow,
		Help: "Your own words for the lease, such as entity, cost centre or class of asset. Files carry them, and a portfolio's report groups by them.",
	},
	{
		Name: "standard", Label: "Reporting standard", Kind: Choice, Words: Standards, Wide: true, Group: Standard, Nature: Terms,
		Help: "The standard that the figures follow. ASC 842 where it is not stated.",
		Also: []string{"accountingstandard", "gaap"},
	},
	{
		Name: "commencementDate", Label: "Commencement date", Kind: Date, Required: true, Group: Payments, Nature: Terms,
		Help: "The day on which the lessor makes the asset available for use. The liability and the asset are measured as of this day.",
		Also: []string{"commencement", "leasecommencement", "leasecommencementdate", "start", "startdate", "leasestart", "leasestartdate", "begindate", "beginningdate"},
	},
	{
		Name: "termMonths", Label: "Lease term", Unit: "months", Kind: Months, Most: MaxTermMonths, Required: true, Group: Payments, Nature: Judgements,
		Help:  "The noncancelable period plus the options that are reasonably certain, in months: 1 to 1,200.",
		Also:  []string{"terminmonths", "leasetermmonths", "leaseterminmonths", "months", "numberofmonths", "noofmonths", "noofmonth"},
		Vague: []string{"term", "leaseterm", "duration"},
	},
	{
		Name: "paymentAmount", Label: "Payment per period", Kind: Amount, Required: true, Group: Payments, Nature: Terms,
		Help: "The rent of one payment period before any escalation, excluding amounts for services.",
		Also: []string{
			"payment", "rent", "rental", "baserent", "rentamount", "leasepayment", "rentperperiod", "periodicpayment", "monthlyrent",
			"monthlypayment", "monthlyrental", "instalment", "installment",
		},
	},
	{
		Name: "discountRateAnnual", Label: "Annual discount rate", Unit: "% a year", Kind: Rate, Required: true, Group: Payments, Nature: Judgements,
		Help: "The rate implicit in the lease or, if it cannot be determined, the lessee's incremental borrowing rate. Unless another convention is stated, it is a nominal rate: it is divided by the number of periods in a year.",
		Also: []string{
			"discountrate", "rate", "annualrate", "discountrateperyear", "discountratepa", "ibr", "incrementalborrowingrate", "borrowingrate", "interestrate",
		},
	},
	{
		Name: "paymentFrequency", Label: "Payment frequency", Kind: Choice, Words: Frequencies, Group: Payments, Nature: Terms,
		Help: "How often rent is due: monthly where it is not stated. A last period that is shorter is prorated by months.",
		Also: []string{"frequency", "billingfrequency", "rentfrequency", "paid"},
	},
	{
		Name: "paymentTiming", Label: "Payment timing", Kind: Choice, Words: Timings, Group: Payments, Nature: Terms,
		Help: "In advance: due on the first day of each period (an annuity-due). In arrears: due on the last day. In advance where it is not stated.",
		Also: []string{"timing", "advanceorarrears", "advancearrears", "inadvanceorinarrears", "due"},
	},
	{
		Name: "classification", Label: "Classification", Kind: Choice, Words: Classes, Empty: "Automatic", Group: Criteria, Nature: Judgements,
		Help: "Automatic: the five criteria decide. A class stated here overrides them under ASC 842, and the notes then say so.",
		Also: []string{"class", "leaseclass", "leaseclassification"},
	},
	{
		Name: "annualEscalationPct", Label: "Annual escalation", Unit: "% a year", Kind: Rate, Empty: "none", Group: Payments, Nature: Terms,
		Help: "The increase fixed by the contract, compounded at each anniversary. Do not forecast: payments that depend on an index or a rate are measured at its level at commencement.",
		Also: []string{
			"escalation", "escalationpct", "escalationpercent", "escalationrate", "annualescalationrate", "escalator", "annualescalator",
			"annualincrease", "annualincreasepct", "rentincrease", "annualrentincrease",
		},
	},
	{
		Name: "initialDirectCosts", Label: "Initial direct costs", Kind: Amount, Empty: "none", Group: Adjustments, Nature: Terms,
		Help: "Costs that would not have been incurred without the lease, such as a commission. They are added to the asset.",
		Also: []string{"idc", "directcosts", "initialdirectcost"},
	},
	{
		Name: "leaseIncentives", Label: "Lease incentives received", Kind: Amount, Empty: "none", Group: Adjustments, Nature: Terms,
		Help: "Received from the lessor at or before commencement. They reduce the asset.",
		Also: []string{"incentives", "incentive", "leaseincentive", "tenantallowance", "tenantimprovementallowance"},
	},
	{
		Name: "prepaidRent", Label: "Prepaid rent", Kind: Amount, Empty: "none", Group: Adjustments, Nature: Terms,
		Help: "Paid before commencement. It is added to the asset and is not one of the payments of the schedule.",
		Also: []string{"prepaid", "prepayment", "prepayments", "prepaidleasepayments"},
	},
	{
		Name: "residualValueGuarantee", Label: "Residual value guarantee, amount expected to be owed", Kind: Amount, Not: noEnds, Empty: "none", Group: End, Nature: Judgements,
		Help: "The amount that is probable of being owed under the guarantee, not the full guarantee. It is paid at the end of the term.",
		Also: []string{"rvg", "residualguarantee", "residualvalueguaranteeexpectedtobeowed"},
	},
	{
		Name: "purchaseOptionAmount", Label: "Purchase option price", Kind: Amount, Not: noEnds, Empty: "none", Group: End, Nature: Terms,
		Help: "The exercise price. It is a payment at the end of the term unless exercise is stated not to be reasonably certain.",
		Also: []string{"purchaseoption", "optionprice", "purchaseprice", "exerciseprice"},
	},
	{
		Name: "transfersOwnership", Label: "Ownership transfers by the end of the term", Kind: Flag, Not: noEnds, Group: Criteria, Nature: Terms,
		Help: "Whether title to the asset passes to the lessee by the end of the term.",
		Also: []string{"ownershiptransfer", "ownershiptransfers", "transferofownership", "titletransfers"},
	},
	{
		Name: "purchaseOptionReasonablyCertain", Label: "Purchase option reasonably certain", Kind: Flag, Not: noEnds, Group: Criteria, Nature: Judgements,
		Help: "Whether the lessee is reasonably certain to exercise a purchase option. If it is not stated and there is a price, it is taken as yes.",
		Also: []string{"purchaseoptioncertain", "optionreasonablycertain", "purchasereasonablycertain"},
	},
	{
		Name: "assetFairValue", Label: "Fair value of the asset", Kind: Amount, Empty: "not stated", Group: Criteria, Nature: Judgements,
		Help: "At commencement. A present value of 90% of it or more makes a finance lease.",
		Also: []string{"fairvalue", "fairmarketvalue", "fmv"},
	},
	{
		Name: "assetEconomicLifeMonths", Label: "Remaining economic life of the asset", Unit: "months", Kind: Months, Most: MaxEconomicLifeMonths,
		Empty: "not stated", Group: Criteria, Nature: Judgements,
		Help: "From commencement. A term of 75% of it or more makes a finance lease.",
		Also: []string{
			"economiclifemonths", "usefullifemonths", "remainingeconomiclifemonths", "remainingusefullifemonths", "economiclifeinmonths", "usefullifeinmonths",
		},
		Vague: []string{"economiclife", "usefullife", "remainingeconomiclife", "remaininglife"},
	},
	{
		Name: "specializedAsset", Label: "Specialized asset, no alternative use to the lessor", Kind: Flag, Group: Criteria, Nature: Judgements,
		Help: "Whether the asset is so specialized that the lessor is expected to have no alternative use for it at the end of the term.",
		Also: []string{"specialized", "specialised", "specialisedasset", "specializednature"},
	},
	{
		Name: "rentSteps", Label: "Rent steps", Kind: List, Most: MaxRentSteps, Row: "step", Sheet: "Steps", Group: Uneven, Nature: Terms, Rare: true, Of: RentStep,
		Help: "The rent of a whole period from a date on, as the contract states it. Each date is the first day of a payment period.",
		Also: []string{"steps"},
	},
	{
		Name: "annualEscalationAmount", Label: "Annual escalation, amount", Unit: "a year", Kind: Amount, Empty: "none", Group: Uneven, Nature: Terms, Rare: true,
		Help: "The rent rises by this amount at each anniversary of commencement. State this or a percentage.",
		Also: []string{"escalationamount", "annualincreaseamount", "annualescalationfixedamount"},
	},
	{
		Name: "rentFree", Label: "Rent-free months", Kind: List, Most: MaxRentFree, Row: "span", Sheet: "Rent free", Group: Uneven, Nature: Terms, Rare: true, Of: RentFree,
		Help: "Months for which the rent, or a part of it, is not owed. The share is 100% unless it is stated.",
		Also: []string{"freerent"},
	},
	{
		Name: "otherPayments", Label: "Single payments", Kind: List, Most: MaxOtherPayments, Row: "payment", Sheet: "Payments", Group: Uneven, Nature: Terms, Rare: true, Of: SinglePayment,
		Help: "Fixed payments besides the rent, such as key money or a penalty counted in the term, and incentives received after commencement.",
		Also: []string{"payments"},
	},
	{Name: "basis", Label: "Conventions", Kind: Object, Group: Conventions, Nature: Choices, Rare: true, Of: Basis},
	{
		Name: "exemption", Label: "Recognition exemption", Kind: Choice, Words: Exemptions, Empty: "None", Group: Conventions, Nature: Choices, Rare: true,
		Help: "A short-term lease (12 months at most) or, under IFRS 16 and FRS 102, one of a low-value asset can be kept off the balance sheet.",
	},
	{
		Name: "restorationCost", Label: "Restoration cost", Kind: Amount, Empty: "none", Only: []string{"IFRS_16", "FRS_102"}, Group: Adjustments, Nature: Judgements, Rare: true,
		Help: "The provision for dismantling, removing or restoring, as it is measured at commencement. It is part of the asset (IFRS 16.24(d), FRS 102 20.47).",
		Also: []string{"restoration", "restorationcosts", "restorationprovision", "dismantlingcost", "dismantlingcosts", "aro"},
	},
	{
		Name: "guaranteedResidualValue", Label: "Residual value guarantee, full amount", Kind: Amount, Empty: "not stated", Only: []string{"ASC_842"},
		Group: End, Nature: Terms, Rare: true,
		Help: "The full amount guaranteed. It counts in the 90% test alone (ASC 842-10-25-2(d)), not in the liability.",
		Also: []string{"residualvalueguaranteewholeamount", "wholeresidualvalueguarantee"},
	},
	{
		Name: "assetTotalLifeMonths", Label: "Total economic life of the asset", Unit: "months", Kind: Months, Most: MaxEconomicLifeMonths, Empty: "not stated",
		Only: []string{"ASC_842"}, Group: Criteria, Nature: Judgements, Rare: true,
		Help:  "The asset's life from new. A lease that starts in its last quarter does not meet the test of the economic life (ASC 842-10-25-2(c)).",
		Also:  []string{"totallifemonths", "totaleconomiclifemonths", "totalusefullifemonths"},
		Vague: []string{"totallife"},
	},
	{
		Name: "fund", Label: "Fund", Kind: Choice, Words: Funds, Only: []string{"GASB_87", "GASB_96"}, Wide: true, Group: Conventions, Nature: Choices, Rare: true,
		Help: "Whose entries are made: those of government-wide statements, of a governmental fund on the modified accrual basis, or both, each entry twice.",
		Also: []string{"fundtype", "fundstatements"},
	},
	{
		Name: "grantElement", Label: "Grant element", Kind: Amount, Empty: "none", Only: []string{"FRS_102"}, Group: Adjustments, Nature: Judgements, Rare: true,
		Help:  "The grant or donation in a lease below market rent. It is part of the asset and is credited to Deferred income (FRS 102 20.47).",
		Also:  []string{"grant", "donation", "donationelement", "grantordonation"},
		Since: "1.2.0",
	},
	{
		Name: "initialApplication", Label: "First application", Kind: Object, Only: firstApplied, Group: FirstApplication, Nature: Choices, Rare: true,
		Of: InitialApplication, Since: "1.2.0",
	},
	{
		Name: "currency", Label: "Currency", Kind: Currency, Empty: "not stated", Group: Standard, Nature: Identity, Rare: true,
		Help: "The ISO 4217 code of the currency, such as USD, EUR or JPY. It decides the decimals of every amount; without it, amounts have two.",
		Also: []string{"ccy", "currencycode"},
	},
	{
		Name: "events", Label: "Events", Kind: List, Most: MaxEvents, Row: "event", Sheet: "Events", Group: Life, Nature: Terms, Rare: true,
		Help: "What happened after commencement. Each event takes effect at the start of its day; what it does not state stays as it was.",
	},
	{
		Name: "openingRouAsset", Label: "Asset taken over from other books", Kind: Amount, Signed: true, Empty: "none", Group: Adjustments, Nature: Choices, Rare: true,
		Help: "For a running lease taken over from other books: the asset carried on the day of take-over, which is then the commencement date. Term and payments are what is left.",
		Also: []string{"openingasset", "openingrightofuseasset", "assettakenover", "rouassettakenover"},
	},
	{
		Name: "discountRateBasis", Label: "Kind of discount rate", Kind: Choice, Wide: true, Words: RateBases, Empty: "Not stated", Group: Payments, Nature: Judgements, Rare: true, Since: "1.2.0",
		Help: "Which kind of rate the discount rate is. It changes no figure; notes and papers carry it.",
		Also: []string{"ratebasis", "kindofrate", "typeofrate"},
	},
	{
		Name: "discountRates", Label: "Rate table", Kind: List, Most: MaxRates, Row: "rate", Sheet: "Rates", Shared: true, Group: Payments, Nature: Judgements, Rare: true, Since: "1.2.0", Of: RateRow,
		Help: "Discount rates by date, term, currency and tags, in place of a rate for each lease. The first row that fits a lease names the table; between two terms the rate is on the straight line.",
		Also: []string{"rates", "discountratetable", "ibrtable", "curve"},
	},
	{
		Name: "components", Label: "Components", Kind: List, Most: MaxComponents, Row: "component", Sheet: "Components", Of: Component,
		Group: Uneven, Nature: Judgements, Rare: true, Since: "1.2.0",
		Help: "Of a contract for a lease and services: what is provided, each with its stand-alone price, which divide the payments. The rent is then that of the whole contract.",
	},
	{
		Name: "irrecoverableTaxRate", Label: "Tax not recovered", Unit: "%", Kind: Rate, Empty: "none", Group: Payments, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Value added tax or the like on the payments, which are stated before tax, that the lessee cannot recover. It is expensed as it is paid.",
		Also: []string{"irrecoverabletax", "irrecoverablevat", "vat", "vatrate", "taxrate", "nonrecoverabletax", "nonrecoverablevat"},
	},
	{
		Name: "calendar", Label: "Payment calendar", Kind: Object, Of: Calendar, Group: Uneven, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Payment periods on days of the calendar, whatever day the lease commences.",
	},
	{
		Name: "variablePayments", Label: "Variable payments", Kind: List, Most: MaxVariablePayments, Row: "variable payment", Sheet: "Variable", Of: VariablePayment,
		Group: Uneven, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "What was actually paid by sales, use or the like. It is not part of the liability and is expensed on its date.",
	},
	{
		Name: "subleaseIncome", Label: "Sublease income", Kind: List, Most: MaxVariablePayments, Row: "receipt", Sheet: "Sublease", Of: SubleaseIncome,
		Group: Uneven, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Variable receipts from subleases, recognized as received. They are not part of the schedule; reports show them.",
	},
	{
		Name: "subleases", Label: "Subleases", Kind: List, Most: MaxSubleases, Row: "sublease", Sheet: "Subleases", Of: Sublease,
		Group: Uneven, Nature: Terms, Rare: true, Since: "1.2.0", Only: sublets,
		Help: "Operating subleases with fixed receipts. The income is straight-line over the months of each sublease; reports show it, with rent receivable and deferred rent.",
	},
	{
		Name: "functionalCurrency", Label: "Functional currency", Kind: Currency, Empty: "that of the lease", Group: Standard, Nature: Identity, Rare: true, Since: "1.2.0",
		Help: "The currency of the books of the entity that leases, where the lease is in another one. Reports are in it.",
		Also: []string{"entitycurrency", "localcurrency", "bookcurrency", "currencyofthebooks"},
	},
	{
		Name: "exchangeRate", Label: "Exchange rate at commencement", Kind: Exchange, Empty: "not stated", Group: Standard, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Units of the functional currency for one of the lease's, at commencement or first application.",
		Also: []string{"fxrate", "historicalrate", "exchangerateatcommencement"},
	},
	{
		Name: "openingRouAssetFunctional", Label: "Asset taken over, in functional currency", Kind: Amount, Signed: true, Empty: "translated",
		Group: Adjustments, Nature: Choices, Rare: true, Since: "1.2.0",
		Help: "The asset taken over as the books carry it, in the functional currency.",
	},
	{
		Name: "prepaidRentFunctional", Label: "Prepaid rent, in functional currency", Kind: Amount, Empty: "translated",
		Group: Adjustments, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Prepaid rent as the books carry it, in the functional currency.",
	},
	{
		Name: "prepaidOrAccruedRentFunctional", Label: "Prepaid or accrued rent, in functional currency", Kind: Amount, Signed: true, Empty: "translated",
		Only: firstApplied, Group: FirstApplication, Nature: Choices, Rare: true, Since: "1.2.0",
		Help: "Prepaid or accrued rent at first application as the books carry it, in the functional currency.",
	},
	{
		Name: "evidence", Label: "Evidence", Kind: List, Keyed: true, Most: MaxQuotes, Row: "quote", Sheet: "Evidence", Of: Quote,
		Group: Sources, Nature: Terms, Rare: true, Since: "1.2.0",
		Help: "Passages of the contract in which members of the lease stand. Memo, workbook and verification paper carry them, and no figure depends on them.",
		Also: []string{"quotes", "passages", "contractquotes"},
	},
	{
		Name: "at", Label: "As of", Kind: Date, Empty: "no balances", Group: Standard, Nature: Choices, Rare: true, Since: "1.2.0",
		Help: "A date. The result shows the balances at the end of this day: liability, accrued interest, asset, current and long-term portion. Reports ignore it.",
		Also: []string{"asof", "asofdate", "balancesasof", "balancedate"},
	},
}

// Quote are the members of a passage that is quoted for a member of the lease, after its
// path.
var Quote = []Member{
	{
		Name: "path", Label: "Member", Kind: Text, Most: MaxQuotePlace, Required: true, Wide: true,
		Help: "What the passage is quoted for, as the contract of the API names it: paymentAmount or rentSteps[0].from.",
		Also: []string{"field", "path", "memberofthelease"},
	},
	{
		Name: "quote", Label: "Quote", Kind: Text, Most: MaxQuoteLength, Required: true, Help: "The words of the contract.",
		Also: []string{"passage", "words", "text"},
	},
	{Name: "page", Label: "Page", Kind: Text, Most: MaxQuotePlace, Empty: "optional", Help: "Where the words stand.", Also: []string{"pageno", "pagenumber"}},
	{Name: "document", Label: "Document", Kind: Text, Most: MaxQuotePlace, Empty: "optional", Help: "In which document.", Also: []string{"file", "source"}},
}

// Component are the members of a component of a contract.
var Component = []Member{
	{
		Name: "name", Label: "Component", Kind: Text, Most: MaxNameLength, Required: true, Help: "What is provided, such as office or cleaning.",
		Also: []string{"componentname", "description", "what"},
	},
	{
		Name: "kind", Label: "Kind", Kind: Choice, Words: ComponentKinds, Required: true, Help: "A lease of an asset, or a service.",
		Also: []string{"type", "componentkind", "componenttype", "leaseorservice"},
	},
	{
		Name: "standalonePrice", Label: "Stand-alone price", Kind: Amount, Positive: true, Required: true,
		Help: "The price at which a supplier would sell the component separately, for the same time for each component.",
		Also: []string{"price", "standaloneprice", "sellingprice", "standalonesellingprice"},
	},
}

// Calendar are the members of a payment calendar.
var Calendar = []Member{
	{
		Name: "from", Label: "First whole payment period starts on", Kind: Date, Empty: "commencement", Group: Uneven,
		Help: "Where rent is due on the same day of each month, whatever day the lease commences: the first such day. The days before it are a part of a period.",
		Also: []string{"calendarfrom", "firstperiodstartson", "firstwholeperiod", "firstwholepaymentperiodstartson"},
	},
	{
		Name: "days", Label: "Payment days", Kind: Choice, Words: PaymentDays, Empty: "none", Wide: true, Group: Uneven,
		Help: "Where rent is due on the quarter days of each year, whatever day the lease commences. The payments are quarterly.",
		Also: []string{"calendardays", "quarterdays", "termdays"},
	},
}

// VariablePayment are the members of a payment that depends on sales, use or the like.
var VariablePayment = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"paymentdate", "paidon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Signed: true, Required: true, Help: "What was paid; negative where it was received back.",
		Also: []string{"payment", "sum", "paymentamount"},
	},
	{
		Name: "name", Label: "What for", Kind: Text, Most: MaxNameLength, Empty: "not stated", Help: "Such as percentage rent or the reconciliation of common area costs.",
		Also: []string{"description", "purpose", "for"},
	},
}

// sublets are the standards under which a sublease is recognized as income. Under the others
// it is a lease of a lessor.
var sublets = []string{"ASC_842", "IFRS_16", "FRS_102"}

// Sublease are the fields of an operating sublease.
var Sublease = []Member{
	{
		Name: "from", Label: "From", Kind: Date, Required: true, Help: "The first day of the sublease.",
		Also: []string{"fromdate", "startdate", "start", "commencement", "subleasestart"},
	},
	{
		Name: "to", Label: "To", Kind: Date, Required: true, Help: "The last day of the sublease.",
		Also: []string{"todate", "enddate", "end", "subleaseend"},
	},
	{
		Name: "receipts", Label: "Receipts", Kind: List, Most: MaxVariablePayments, Row: "receipt", Sheet: "Sublease receipts", Of: SubleaseIncome,
		Help: "The fixed receipts of the sublease, by date. Each row names its sublease by the first day.",
	},
	{
		Name: "name", Label: "Name", Kind: Text, Most: MaxNameLength, Empty: "not stated", Help: "Such as the subtenant.",
		Also: []string{"sublease", "subtenant", "sublessee", "description"},
	},
}

// SubleaseIncome are the members of income from a sublease.
var SubleaseIncome = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"receiptdate", "receivedon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Positive: true, Required: true, Help: "What was received.",
		Also: []string{"income", "receipt", "sum"},
	},
}

// RentStep are the members of a rent step.
var RentStep = []Member{
	{
		Name: "from", Label: "From", Kind: Date, Required: true, Help: "The first day of a payment period after the first.",
		Also: []string{"date", "fromdate", "startdate", "start", "effectivedate", "effective", "stepdate"},
	},
	{
		Name: "paymentAmount", Label: "Rent of a period", Kind: Amount, Required: true, Help: "The stated rent of one whole period from then on.",
		Also: []string{"rent", "newrent", "payment", "newpayment", "amount", "monthlyrent", "rentfromthen"},
	},
}

// RentFree are the members of a rent-free span.
var RentFree = []Member{
	{
		Name: "from", Label: "From", Kind: Date, Required: true, Help: "Commencement or a monthly anniversary of it.",
		Also: []string{"date", "fromdate", "startdate", "start"},
	},
	{
		Name: "months", Label: "Months", Unit: "months", Kind: Months, Most: MaxTermMonths, Required: true, Help: "How many months.",
		Also: []string{"freemonths", "monthsfree", "numberofmonths", "noofmonths"},
	},
	{
		Name: "share", Label: "Share not owed", Unit: "%", Kind: Share, Empty: "100", Help: "The part of the rent that is not owed; all of it where it is not stated.",
		Also: []string{"sharefree", "partfree", "percentfree", "part"},
	},
}

// SinglePayment are the members of a single payment.
var SinglePayment = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"paymentdate", "duedate", "due", "paidon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Positive: true, Required: true, Help: "What is paid or, for an incentive, received.",
		Also: []string{"payment", "sum", "paymentamount"},
	},
	{
		Name: "kind", Label: "Kind", Kind: Choice, Words: PaymentKinds, Help: "A payment to the lessor, or an incentive received from it. A payment where it is not stated.",
		Also: []string{"type", "paymentkind", "paymenttype"},
	},
}

// InitialApplication says when a lease that the books have treated as an operating lease
// is measured for the first time, and what they carry.
var InitialApplication = []Member{
	{
		Name: "date", Label: "This lease was an operating lease until the day before", Kind: Date, Only: firstApplied, Group: FirstApplication,
		Help: "The date of first application, such as 1 January 2026 under FRS 102. What is paid from it on is the liability; the term and the rents are stated from commencement.",
		Also: []string{"dateoffirstapplication", "dateofinitialapplication", "initialapplicationdate", "firstapplicationdate", "transitiondate", "dateoftransition"},
	},
	{
		Name: "prepaidOrAccruedRent", Label: "Prepaid or accrued rent in the books", Kind: Amount, Signed: true, Empty: "by days", Only: firstApplied, Group: FirstApplication,
		Help: "At the end of the day before: prepaid rent is positive, accrued rent negative. Where the rent never changes it may be left out; it is then that of the period under way by days.",
		Also: []string{"prepaidoraccruedrent", "rentprepaidoraccrued"},
	},
	{
		Name: "onerousProvision", Label: "Onerous lease provision in the books", Kind: Amount, Empty: "none", Only: firstApplied, Group: FirstApplication,
		Help: "It is taken off the asset, in place of an impairment test.",
		Also: []string{"onerousprovision", "onerousleaseprovision", "provisionforonerouslease"},
	},
}

// Basis are the conventions.
var Basis = []Member{
	{
		Name: "discounting", Label: "Discounting", Kind: Choice, Words: Discountings, Wide: true, Group: Conventions,
		Help: "How the annual rate becomes that of a period: nominal where it is not stated.",
		Also: []string{"discountingconvention"},
	},
	{
		Name: "commencementPayment", Label: "Payment on the commencement date", Kind: Choice, Words: CommencementPayments, Wide: true, Group: Conventions,
		Help: "Whether what is paid on the first day is part of the liability and paid at once, or was paid already and is part of the asset alone. Part of the liability where it is not stated.",
		Also: []string{"commencementpayment", "paymentatcommencement"},
	},
}

// RateRow are the members of a row of a rate table.
var RateRow = []Member{
	{
		Name: "validFrom", Label: "Valid from", Kind: Date, Required: true, Help: "The day from which the rate is used, until a later day of the same currency and tags.",
		Also: []string{"from", "date", "asof", "effectivedate", "effective", "ratedate"},
	},
	{
		Name: "termMonths", Label: "Term", Unit: "months", Kind: Months, Most: MaxTermMonths, Required: true, Help: "The term that the rate is for.",
		Also: []string{"months", "terminmonths", "tenormonths", "maturitymonths", "numberofmonths"}, Vague: []string{"tenor", "maturity"},
	},
	{
		Name: "discountRateAnnual", Label: "Annual discount rate", Unit: "% a year", Kind: Rate, Required: true, Help: "The rate a year.",
		Also: []string{"discountrate", "rate", "annualrate", "ibr", "incrementalborrowingrate", "borrowingrate", "interestrate"},
	},
	{
		Name: "currency", Label: "Currency", Kind: Currency, Empty: "any", Help: "The currency of the leases that the rate is for; any where it is not stated.",
		Also: []string{"ccy", "currencycode"},
	},
	{
		Name: "tags", Label: "Tags", Kind: Tags, Most: MaxTags, Empty: "any lease", Help: "The tags that a lease must have, such as entity=Example Inc.; any lease where none is stated.",
	},
	{Name: "source", Label: "Source", Kind: Text, Most: MaxSourceLength, Empty: "optional", Help: "Where the rate comes from. The answer and papers carry it."},
}

// tagRow are the name and the value of a tag.
var tagRow = []Member{
	{Name: "name", Label: "Name", Kind: Text, Most: MaxTagName, Required: true, Help: "Such as entity."},
	{Name: "value", Label: "Value", Kind: Text, Most: MaxTagValue, Required: true, Help: "Such as Rotterdam."},
}
