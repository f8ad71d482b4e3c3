package member

import "slices"

// Lease lists a lease's fields in the order of the API contract and of normalized output.
var Lease = withEvents(lease)

// withEvents returns a copy of the argument rows in which the row "events" contains the event fields.
func withEvents(rows []Member) []Member {
	rows = slices.Clone(rows)
	Find(rows, "events").Of = Event
	return rows
}

var lease = []Member{
	{
		Name: "id", Label: "Lease ID", Kind: Text, Most: MaxIDLength, Empty: "optional", Group: Standard, Nature: Identity, Rare: true,
		Help: "Your reference for the lease in a register or ledger. Journal entries, exports and printouts show it, and the rows of other sheets refer to it.",
		Also: []string{
			"leaseno", "leasenumber", "leasecode", "leaseref", "leasereference", "contractid", "contractno", "contractnumber", "agreementno",
			"agreementnumber", "reference", "ref",
		},
	},
	{
		Name: "name", Label: "Lease name", Kind: Text, Most: MaxNameLength, Empty: "optional", Group: Standard, Nature: Identity, Rare: true,
		Help: "Your name for the lease. Journal entries, exports and printouts show it.",
		Also: []string{"lease", "description", "leasedescription", "contractname", "property", "propertyname", "premises"},
	},
	{
		Name: "tags", Label: "Tags", Kind: Tags, Most: MaxTags, Row: "tag", Group: Tagging, Nature: Identity, Rare: true, Of: tagRow,
		Help: "Your own classifications, such as entity, cost center or asset class. Exports show them, and portfolio reports group by them.",
	},
	{
		Name: "standard", Label: "Reporting standard", Kind: Choice, Words: Standards, Wide: true, Group: Standard, Nature: Terms,
		Help: "The accounting standard. Default: ASC 842.",
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
		Help: "The rate implicit in the lease or, if it cannot be determined, the lessee's incremental borrowing rate. By default it is a nominal rate, divided by the number of periods in a year.",
		Also: []string{
			"discountrate", "rate", "annualrate", "discountrateperyear", "discountratepa", "ibr", "incrementalborrowingrate", "borrowingrate", "interestrate",
		},
	},
	{
		Name: "paymentFrequency", Label: "Payment frequency", Kind: Choice, Words: Frequencies, Group: Payments, Nature: Terms,
		Help: "How often rent is due. Default: monthly. A shorter last period is prorated by months.",
		Also: []string{"frequency", "billingfrequency", "rentfrequency", "paid"},
	},
	{
		Name: "paymentTiming", Label: "Payment timing", Kind: Choice, Words: Timings, Group: Payments, Nature: Terms,
		Help: "Rent in advance is due on the first day of each period (an annuity-due); rent in arrears is due on the last day. Default: in advance.",
		Also: []string{"timing", "advanceorarrears", "advancearrears", "inadvanceorinarrears", "due"},
	},
	{
		Name: "classification", Label: "Classification", Kind: Choice, Words: Classes, Empty: "Automatic", Group: Criteria, Nature: Judgements,
		Help: "If automatic, the five criteria determine the class. A class entered here overrides them under ASC 842, and a note reports the override.",
		Also: []string{"class", "leaseclass", "leaseclassification"},
	},
	{
		Name: "annualEscalationPct", Label: "Annual escalation", Unit: "% a year", Kind: Rate, Empty: "none", Group: Payments, Nature: Terms,
		Help: "The increase fixed by the contract, compounded at each anniversary. Do not enter a forecast: payments that depend on an index or a rate are measured using its level at commencement.",
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
		Help: "Incentives received from the lessor at or before commencement. They reduce the asset.",
		Also: []string{"incentives", "incentive", "leaseincentive", "tenantallowance", "tenantimprovementallowance"},
	},
	{
		Name: "prepaidRent", Label: "Prepaid rent", Kind: Amount, Empty: "none", Group: Adjustments, Nature: Terms,
		Help: "Rent paid before commencement. It increases the asset and is not in the schedule.",
		Also: []string{"prepaid", "prepayment", "prepayments", "prepaidleasepayments"},
	},
	{
		Name: "residualValueGuarantee", Label: "Residual value guarantee, amount expected to be payable", Kind: Amount, Not: noEnds, Empty: "none", Group: End, Nature: Judgements,
		Help: "The amount that will probably be payable under the guarantee, not the full guarantee. It falls due at the end of the term.",
		Also: []string{"rvg", "residualguarantee", "residualvalueguaranteeexpectedtobeowed"},
	},
	{
		Name: "purchaseOptionAmount", Label: "Purchase option price", Kind: Amount, Not: noEnds, Empty: "none", Group: End, Nature: Terms,
		Help: "The exercise price. The liability includes it as a payment at the end of the term unless you answer that exercise is not reasonably certain.",
		Also: []string{"purchaseoption", "optionprice", "purchaseprice", "exerciseprice"},
	},
	{
		Name: "transfersOwnership", Label: "Ownership transfers by the end of the term", Kind: Flag, Not: noEnds, Group: Criteria, Nature: Terms,
		Help: "Whether title to the asset passes to the lessee by the end of the term.",
		Also: []string{"ownershiptransfer", "ownershiptransfers", "transferofownership", "titletransfers"},
	},
	{
		Name: "purchaseOptionReasonablyCertain", Label: "Purchase option reasonably certain", Kind: Flag, Not: noEnds, Group: Criteria, Nature: Judgements,
		Help: "Whether the lessee is reasonably certain to exercise a purchase option. Default: yes if there is a price.",
		Also: []string{"purchaseoptioncertain", "optionreasonablycertain", "purchasereasonablycertain"},
	},
	{
		Name: "assetFairValue", Label: "Fair value of the asset", Kind: Amount, Empty: "not stated", Group: Criteria, Nature: Judgements,
		Help: "The fair value at commencement. A lease is a finance lease if the present value is at least 90% of the fair value.",
		Also: []string{"fairvalue", "fairmarketvalue", "fmv"},
	},
	{
		Name: "assetEconomicLifeMonths", Label: "Remaining economic life of the asset", Unit: "months", Kind: Months, Most: MaxEconomicLifeMonths,
		Empty: "not stated", Group: Criteria, Nature: Judgements,
		Help: "The remaining life from commencement. A lease is a finance lease if its term is at least 75% of the remaining life.",
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
		Help: "The contractual rent for a full period, effective from each date. Each date must be the first day of a payment period.",
		Also: []string{"steps"},
	},
	{
		Name: "annualEscalationAmount", Label: "Annual escalation, amount", Unit: "a year", Kind: Amount, Empty: "none", Group: Uneven, Nature: Terms, Rare: true,
		Help: "The rent rises by this amount at each anniversary of commencement. Enter either this or a percentage.",
		Also: []string{"escalationamount", "annualincreaseamount", "annualescalationfixedamount"},
	},
	{
		Name: "rentFree", Label: "Rent-free months", Kind: List, Most: MaxRentFree, Row: "rent-free period", Sheet: "Rent free", Group: Uneven, Nature: Terms, Rare: true, Of: RentFree,
		Help: "Months without rent or with reduced rent. By default, 100% of the rent is waived.",
		Also: []string{"freerent"},
	},
	{
		Name: "otherPayments", Label: "Single payments", Kind: List, Most: MaxOtherPayments, Row: "payment", Sheet: "Payments", Group: Uneven, Nature: Terms, Rare: true, Of: SinglePayment,
		Help: "Fixed payments in addition to the rent, such as key money or a termination penalty included in the term, and incentives received after commencement.",
		Also: []string{"payments"},
	},
	{Name: "basis", Label: "Conventions", Kind: Object, Group: Conventions, Nature: Choices, Rare: true, Of: Basis},
	{
		Name: "exemption", Label: "Recognition exemption", Kind: Choice, Words: Exemptions, Empty: "None", Group: Conventions, Nature: Choices, Rare: true,
		Help: "A short-term lease (at most 12 months) or, under IFRS 16 and FRS 102, a lease of a low-value asset can stay off the balance sheet.",
	},
	{
		Name: "restorationCost", Label: "Restoration cost", Kind: Amount, Empty: "none", Only: []string{"IFRS_16", "FRS_102"}, Group: Adjustments, Nature: Judgements, Rare: true,
		Help: "The provision for dismantling, removal or restoration, measured at commencement. It increases the asset (IFRS 16.24(d), FRS 102 20.47).",
		Also: []string{"restoration", "restorationcosts", "restorationprovision", "dismantlingcost", "dismantlingcosts", "aro"},
	},
	{
		Name: "guaranteedResidualValue", Label: "Residual value guarantee, full amount", Kind: Amount, Empty: "not stated", Only: []string{"ASC_842"},
		Group: End, Nature: Terms, Rare: true,
		Help: "The full amount guaranteed. It affects only the 90% test (ASC 842-10-25-2(d)), not the liability.",
		Also: []string{"residualvalueguaranteewholeamount", "wholeresidualvalueguarantee"},
	},
	{
		Name: "assetTotalLifeMonths", Label: "Total economic life of the asset", Unit: "months", Kind: Months, Most: MaxEconomicLifeMonths, Empty: "not stated",
		Only: []string{"ASC_842"}, Group: Criteria, Nature: Judgements, Rare: true,
		Help:  "The asset's life from new. The economic life test does not apply to a lease that starts in the last quarter of this life (ASC 842-10-25-2(c)).",
		Also:  []string{"totallifemonths", "totaleconomiclifemonths", "totalusefullifemonths"},
		Vague: []string{"totallife"},
	},
	{
		Name: "fund", Label: "Fund", Kind: Choice, Words: Funds, Only: []string{"GASB_87", "GASB_96"}, Wide: true, Group: Conventions, Nature: Choices, Rare: true,
		Help: "Which entries to prepare: for government-wide statements, for a governmental fund on the modified accrual basis, or for both.",
		Also: []string{"fundtype", "fundstatements"},
	},
	{
		Name: "grantElement", Label: "Grant element", Kind: Amount, Empty: "none", Only: []string{"FRS_102"}, Group: Adjustments, Nature: Judgements, Rare: true,
		Help: "The grant or donation in a lease at below-market rent. It increases the asset and is credited to Deferred income (FRS 102 20.47).",
		Also: []string{"grant", "donation", "donationelement", "grantordonation"},
	},
	{
		Name: "initialApplication", Label: "Initial application", Kind: Object, Only: firstApplied, Group: FirstApplication, Nature: Choices, Rare: true,
		Of: InitialApplication,
	},
	{
		Name: "currency", Label: "Currency", Kind: Currency, Empty: "not stated", Group: Standard, Nature: Identity, Rare: true,
		Help: "The ISO 4217 code of the currency, such as USD, EUR or JPY. It determines the number of decimals of every amount. Default: two decimals. In the form, a currency sign in an amount fills in an empty currency field: £ is GBP, € is EUR, $ is USD, ¥ is JPY.",
		Also: []string{"ccy", "currencycode"},
	},
	{
		Name: "events", Label: "Events", Kind: List, Most: MaxEvents, Row: "event", Sheet: "Events", Group: Life, Nature: Terms, Rare: true,
		Help: "Changes after commencement. Each event takes effect at the start of its date; terms that it omits remain unchanged.",
	},
	{
		Name: "openingRouAsset", Label: "Asset transferred in from other books", Kind: Amount, Signed: true, Empty: "none", Group: Adjustments, Nature: Choices, Rare: true,
		Help: "For a lease transferred in from other books: the asset's carrying amount on the transfer date. Enter the transfer date as the commencement date, with the remaining term and payments.",
		Also: []string{"openingasset", "openingrightofuseasset", "assettakenover", "rouassettakenover", "assettakenoverfromotherbooks"},
	},
	{
		Name: "discountRateBasis", Label: "Kind of discount rate", Kind: Choice, Wide: true, Words: RateBases, Empty: "Not stated", Group: Payments, Nature: Judgements, Rare: true,
		Help: "The source of the discount rate. Notes and reports show it; no amount depends on it.",
		Also: []string{"ratebasis", "kindofrate", "typeofrate"},
	},
	{
		Name: "discountRates", Label: "Rate table", Kind: List, Most: MaxRates, Row: "rate", Sheet: "Rates", Shared: true, Group: Payments, Nature: Judgements, Rare: true, Of: RateRow,
		Help: "Discount rates by date, term, currency and tags, instead of a rate for each lease. The first matching row selects the table; rates between two terms are interpolated linearly.",
		Also: []string{"rates", "discountratetable", "ibrtable", "curve"},
	},
	{
		Name: "components", Label: "Components", Kind: List, Most: MaxComponents, Row: "component", Sheet: "Components", Of: Component,
		Group: Uneven, Nature: Judgements, Rare: true,
		Help: "Lease and service components of the contract. Payments are allocated by stand-alone price. Enter the rent of the whole contract.",
	},
	{
		Name: "irrecoverableTaxRate", Label: "Irrecoverable VAT or sales tax", Unit: "%", Kind: Rate, Empty: "none", Group: Payments, Nature: Terms, Rare: true,
		Help: "Irrecoverable VAT or sales tax on the payments. Enter payments before tax. The tax is expensed when paid.",
		Also: []string{"irrecoverabletax", "irrecoverablevat", "vat", "vatrate", "taxrate", "nonrecoverabletax", "nonrecoverablevat", "taxnotrecovered"},
	},
	{
		Name: "calendar", Label: "Payment calendar", Kind: Object, Of: Calendar, Group: Uneven, Nature: Terms, Rare: true,
		Help: "Payment periods that follow the calendar, independent of the commencement date.",
	},
	{
		Name: "variablePayments", Label: "Variable payments", Kind: List, Most: MaxVariablePayments, Row: "variable payment", Sheet: "Variable", Of: VariablePayment,
		Group: Uneven, Nature: Terms, Rare: true,
		Help: "Actual payments that depend on sales or use. They are expensed on their dates and excluded from the liability.",
	},
	{
		Name: "subleaseIncome", Label: "Sublease income", Kind: List, Most: MaxVariablePayments, Row: "receipt", Sheet: "Sublease", Of: SubleaseIncome,
		Group: Uneven, Nature: Terms, Rare: true, Only: sublets,
		Help: "Variable receipts from subleases, recognized when received. Reports include them; the schedule does not.",
	},
	{
		Name: "subleases", Label: "Subleases", Kind: List, Most: MaxSubleases, Row: "sublease", Sheet: "Subleases", Of: Sublease,
		Group: Uneven, Nature: Terms, Rare: true, Only: sublets,
		Help: "Operating subleases with fixed receipts. Income is recognized straight-line by month. Reports show it with rent receivable and deferred rent.",
	},
	{
		Name: "framework", Label: "National standard", Kind: Choice, Words: Frameworks, Empty: "IFRS 16", Only: []string{"IFRS_16"},
		Group: Standard, Nature: Choices, Rare: true,
		Help: "The national standard that adopts the text of IFRS 16. Titles, citations and notes name this standard; amounts and paragraph numbers are those of IFRS 16.",
		Also: []string{"nationalstandard", "localstandard", "reportingframework"},
	},
	{
		Name: "functionalCurrency", Label: "Functional currency", Kind: Currency, Empty: "the lease currency", Group: Standard, Nature: Identity, Rare: true,
		Help: "The lessee's functional currency, if it differs from the lease currency. Reports use it.",
		Also: []string{"entitycurrency", "localcurrency", "bookcurrency", "currencyofthebooks"},
	},
	{
		Name: "exchangeRate", Label: "Exchange rate at commencement", Kind: Exchange, Empty: "not stated", Group: Standard, Nature: Terms, Rare: true,
		Help: "The units of the functional currency per unit of the lease currency at commencement or initial application.",
		Also: []string{"fxrate", "historicalrate", "exchangerateatcommencement"},
	},
	{
		Name: "openingRouAssetFunctional", Label: "Asset transferred in (functional currency)", Kind: Amount, Signed: true, Empty: "translated",
		Group: Adjustments, Nature: Choices, Rare: true,
		Help: "The transferred asset's carrying amount in the functional currency.",
	},
	{
		Name: "prepaidRentFunctional", Label: "Prepaid rent, in the functional currency", Kind: Amount, Empty: "translated",
		Group: Adjustments, Nature: Terms, Rare: true,
		Help: "The carrying amount of prepaid rent in the functional currency.",
	},
	{
		Name: "prepaidOrAccruedRentFunctional", Label: "Prepaid or accrued rent, in the functional currency", Kind: Amount, Signed: true, Empty: "translated",
		Only: firstApplied, Group: FirstApplication, Nature: Choices, Rare: true,
		Help: "The carrying amount of prepaid or accrued rent at initial application, in the functional currency.",
	},
	{
		Name: "evidence", Label: "Evidence", Kind: List, Keyed: true, Most: MaxQuotes, Row: "quote", Sheet: "Evidence", Of: Quote,
		Group: Sources, Nature: Terms, Rare: true,
		Help: "Contract passages that support the lease inputs. The memo, workbook and verification report quote them; no amount depends on them.",
		Also: []string{"quotes", "passages", "contractquotes"},
	},
	{
		Name: "at", Label: "As of", Kind: Date, Empty: "no balances", Group: Standard, Nature: Choices, Rare: true,
		Help: "The result shows the balances at the end of this day: liability, accrued interest, asset, current and long-term portions. Reports ignore this date.",
		Also: []string{"asof", "asofdate", "balancesasof", "balancedate"},
	},
}

// Quote lists the fields of a passage of a lease contract that supports a lease field.
var Quote = []Member{
	{
		Name: "path", Label: "Field", Kind: Text, Most: MaxQuotePlace, Required: true, Wide: true,
		Help: "The API name of the input that the passage supports, such as paymentAmount or rentSteps[0].from.",
		Also: []string{"member", "path", "memberofthelease"},
	},
	{
		Name: "quote", Label: "Quote", Kind: Text, Most: MaxQuoteLength, Required: true, Help: "The contract's text.",
		Also: []string{"passage", "words", "text"},
	},
	{Name: "page", Label: "Page", Kind: Text, Most: MaxQuotePlace, Empty: "optional", Help: "The page on which the passage appears.", Also: []string{"pageno", "pagenumber"}},
	{Name: "document", Label: "Document", Kind: Text, Most: MaxQuotePlace, Empty: "optional", Help: "The document that contains the passage.", Also: []string{"file", "source"}},
}

// Component lists the fields of a lease contract component.
var Component = []Member{
	{
		Name: "name", Label: "Component", Kind: Text, Most: MaxNameLength, Required: true, Help: "The goods or services, such as office space or cleaning.",
		Also: []string{"componentname", "description", "what"},
	},
	{
		Name: "kind", Label: "Kind", Kind: Choice, Words: ComponentKinds, Required: true, Help: "Whether the component is a service or the lease of an asset.",
		Also: []string{"type", "componentkind", "componenttype", "leaseorservice"},
	},
	{
		Name: "standalonePrice", Label: "Stand-alone price", Kind: Amount, Positive: true, Required: true,
		Help: "The price at which a supplier would sell the component separately. Use the same period for every component.",
		Also: []string{"price", "standaloneprice", "sellingprice", "standalonesellingprice"},
	},
}

// Calendar lists the fields of a payment calendar.
var Calendar = []Member{
	{
		Name: "from", Label: "First whole payment period starts on", Kind: Date, Empty: "commencement", Group: Uneven,
		Help: "Use this if rent is due on the same day of each month and the lease commences on another day. Enter the first due date; the days before it form a partial period.",
		Also: []string{"calendarfrom", "firstperiodstartson", "firstwholeperiod", "firstwholepaymentperiodstartson"},
	},
	{
		Name: "days", Label: "Payment days", Kind: Choice, Words: PaymentDays, Empty: "none", Wide: true, Group: Uneven,
		Help: "Use this if rent is due on the quarter days of each year and the lease commences on another day. Payments are then quarterly. Rent in arrears is paid on the day before the next quarter day.",
		Also: []string{"calendardays", "quarterdays", "termdays"},
	},
}

// VariablePayment lists the fields of a payment that depends on sales or use.
var VariablePayment = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"paymentdate", "paidon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Signed: true, Required: true, Help: "The amount paid; negative for a refund.",
		Also: []string{"payment", "sum", "paymentamount"},
	},
	{
		Name: "name", Label: "What for", Kind: Text, Most: MaxNameLength, Empty: "not stated", Help: "What the payment is for, such as percentage rent or the reconciliation of common area costs.",
		Also: []string{"description", "purpose", "for"},
	},
}

// These are the standards under which the lessee's entries include sublease income. The other
// standards require separate lessor accounting.
var sublets = []string{"ASC_842", "IFRS_16", "FRS_102"}

// Sublease lists the fields of an operating sublease.
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
		Help: "The fixed receipts of the sublease, by date. Each row identifies its sublease by the sublease's first day.",
	},
	{
		Name: "name", Label: "Name", Kind: Text, Most: MaxNameLength, Empty: "not stated", Help: "A description, for example the subtenant's name.",
		Also: []string{"sublease", "subtenant", "sublessee", "description"},
	},
}

// SubleaseIncome lists the fields of a receipt from a sublease.
var SubleaseIncome = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"receiptdate", "receivedon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Positive: true, Required: true, Help: "The amount received.",
		Also: []string{"income", "receipt", "sum"},
	},
}

// RentStep lists the fields of a rent step.
var RentStep = []Member{
	{
		Name: "from", Label: "From", Kind: Date, Required: true, Help: "The first day of any payment period except the first.",
		Also: []string{"date", "fromdate", "startdate", "start", "effectivedate", "effective", "stepdate"},
	},
	{
		Name: "paymentAmount", Label: "Rent of a period", Kind: Amount, Required: true, Help: "The contractual rent of a full period from this date.",
		Also: []string{"rent", "newrent", "payment", "newpayment", "amount", "monthlyrent", "rentfromthen"},
	},
}

// RentFree lists the fields of a rent-free period.
var RentFree = []Member{
	{
		Name: "from", Label: "From", Kind: Date, Required: true, Help: "Commencement or a monthly anniversary of commencement.",
		Also: []string{"date", "fromdate", "startdate", "start"},
	},
	{
		Name: "months", Label: "Months", Unit: "months", Kind: Months, Most: MaxTermMonths, Required: true, Help: "How many months.",
		Also: []string{"freemonths", "monthsfree", "numberofmonths", "noofmonths"},
	},
	{
		Name: "share", Label: "Share of rent waived", Unit: "%", Kind: Share, Empty: "100", Help: "The share of the rent that is waived. Default: 100%.",
		Also: []string{"sharefree", "sharenotowed", "partfree", "percentfree", "part"},
	},
}

// SinglePayment lists the fields of a one-off payment or incentive.
var SinglePayment = []Member{
	{
		Name: "date", Label: "Date", Kind: Date, Required: true, Help: "A day within the term.",
		Also: []string{"paymentdate", "duedate", "due", "paidon"},
	},
	{
		Name: "amount", Label: "Amount", Kind: Amount, Positive: true, Required: true, Help: "The amount paid or, for an incentive, received.",
		Also: []string{"payment", "sum", "paymentamount"},
	},
	{
		Name: "kind", Label: "Kind", Kind: Choice, Words: PaymentKinds, Help: "Whether this is a payment to the lessor or an incentive received from the lessor. Default: payment.",
		Also: []string{"type", "paymentkind", "paymenttype"},
	},
}

// InitialApplication lists the fields for the transition from operating lease accounting: the date
// of initial application and the carrying amounts on that date.
var InitialApplication = []Member{
	{
		Name: "date", Label: "Date of initial application (operating lease until the preceding day)", Kind: Date, Only: firstApplied, Group: FirstApplication,
		Help: "The date of the first measurement, such as 1 January 2026 under FRS 102. The liability includes the payments from this date. Enter the term and the rent from commencement.",
		Also: []string{"thisleasewasanoperatingleaseuntilthedaybefore", "dateoffirstapplication", "dateofinitialapplication", "initialapplicationdate", "firstapplicationdate", "transitiondate", "dateoftransition"},
	},
	{
		Name: "prepaidOrAccruedRent", Label: "Prepaid or accrued rent in the books", Kind: Amount, Signed: true, Empty: "by days", Only: firstApplied, Group: FirstApplication,
		Help: "The balance at the end of the preceding day: prepaid rent is positive, accrued rent negative. If the rent never changes, you can omit the balance; Leasehold then prorates the current period by days.",
		Also: []string{"prepaidoraccruedrent", "rentprepaidoraccrued"},
	},
	{
		Name: "onerousProvision", Label: "Onerous lease provision in the books", Kind: Amount, Empty: "none", Only: firstApplied, Group: FirstApplication,
		Help: "The provision reduces the asset and replaces an impairment test.",
		Also: []string{"onerousprovision", "onerousleaseprovision", "provisionforonerouslease"},
	},
}

// Basis lists the fields for the measurement conventions.
var Basis = []Member{
	{
		Name: "discounting", Label: "Discounting", Kind: Choice, Words: Discountings, Wide: true, Group: Conventions,
		Help: "How the annual rate is converted to a rate per period. Default: nominal.",
		Also: []string{"discountingconvention"},
	},
	{
		Name: "commencementPayment", Label: "Payment on the commencement date", Kind: Choice, Words: CommencementPayments, Wide: true, Group: Conventions,
		Help: "Whether the liability includes the payment on the first day, or that payment was made earlier and only increases the asset. Default: part of the liability.",
		Also: []string{"commencementpayment", "paymentatcommencement"},
	},
}

// RateRow lists the columns of a discount rate table.
var RateRow = []Member{
	{
		Name: "validFrom", Label: "Valid from", Kind: Date, Required: true, Help: "The first day on which the rate applies. It applies until the next date with the same currency and tags.",
		Also: []string{"from", "date", "asof", "effectivedate", "effective", "ratedate"},
	},
	{
		Name: "termMonths", Label: "Term", Unit: "months", Kind: Months, Most: MaxTermMonths, Required: true, Help: "The lease term to which the rate applies.",
		Also: []string{"months", "terminmonths", "tenormonths", "maturitymonths", "numberofmonths"}, Vague: []string{"tenor", "maturity"},
	},
	{
		Name: "discountRateAnnual", Label: "Annual discount rate", Unit: "% a year", Kind: Rate, Required: true, Help: "The rate per year.",
		Also: []string{"discountrate", "rate", "annualrate", "ibr", "incrementalborrowingrate", "borrowingrate", "interestrate"},
	},
	{
		Name: "currency", Label: "Currency", Kind: Currency, Empty: "any", Help: "The lease currency. Default: any.",
		Also: []string{"ccy", "currencycode"},
	},
	{
		Name: "tags", Label: "Tags", Kind: Tags, Most: MaxTags, Empty: "any lease", Help: "The tags that a lease must have, such as entity=Example Inc. Default: any lease.",
	},
	{Name: "source", Label: "Source", Kind: Text, Most: MaxSourceLength, Empty: "optional", Help: "The source of the rate, as shown in results and reports."},
}

// tagRow lists the fields of a tag.
var tagRow = []Member{
	{Name: "name", Label: "Name", Kind: Text, Most: MaxTagName, Required: true, Help: "Such as entity."},
	{Name: "value", Label: "Value", Kind: Text, Most: MaxTagValue, Required: true, Help: "Such as Rotterdam."},
}
