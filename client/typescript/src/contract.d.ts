// Generated from the contract, version 1.0.0, by 'make generate-clients'.

/** A number in exact decimals, such as "519841.89". */
export type Decimal = string;

/** A number to send: its digits as text, or an object with a toJSON method, such as a decimal.js number. A number of
 * JavaScript holds 15 digits and is sent as it prints. */
export type DecimalInput = string | number | bigint | { toJSON(): string };

/** A new rent from a date onward. */
export interface LeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface LeaseRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface LeaseOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. If they are supplied, the result contains them. */
export interface LeaseBasis {
	/** nominal: the rate of a period is the annual rate times the number of months / 12. effective: (1 + rate)^(months /
	 * 12). actual_365: (1 + rate)^(days / 365), like XNPV in spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether the payment on the commencement date is part of the liability, or was settled and is part of the asset only. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface LeaseInitialApplication {
	/** The date of initial application, after commencement and within the term. Events must be later. */
	date: string;
	/** Prepaid rent in the books at the end of the preceding day; negative if accrued. If absent, it is the rent of the
	 * current period, prorated by days. Required if the rent changes during the lease. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** The provision in the books for the onerous lease; it reduces the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** A new rent from a date onward. */
export interface LeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface LeaseEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface LeaseEventOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface LeaseEventComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface LeaseEvent {
	/** A day after commencement and within the term at that time. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * payment was postponed. residual_guarantee: the amount probable of being owed changed. reassessment: the term or an
	 * option was reassessed. modification: the contract changed. impairment: the asset was written down.
	 * impairment_reversal: an impairment was reversed. termination: the lease ended early. purchase: the lessee bought the
	 * asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** The relative change in the rent and in later steps, as a fraction, instead of paymentAmount. */
	changePct?: DecimalInput | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly LeaseEventRentStep[] | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly LeaseEventRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly LeaseEventOtherPayment[] | null | undefined;
	/** The escalation from the date onward. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from the date onward. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount that will probably be payable under the guarantee. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that follows from the criteria at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Initial direct costs paid on the date of the event. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Lease incentives received on the date of the event. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease in scope reduces the asset: by the portion surrendered, or in proportion to the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The recognized loss. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed. The asset does not exceed the carrying amount that it would have
	 * without impairments. */
	amount?: DecimalInput | null | undefined;
	/** The payment for ending the lease; negative if the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** The price paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** The kind of the new discount rate. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency per unit of currency on the day. If the currencies differ, it is required for each event
	 * that remeasures or terminates the lease or purchases the asset. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The components of the contract from the date onward, for a modification. All components may be of kind lease. */
	components?: readonly LeaseEventComponent[] | null | undefined;
}

/** A row of a table of discount rates. */
export interface RateRow {
	/** The first day on which the rate applies. */
	validFrom: string;
	/** The lease term of the rate. */
	termMonths: number;
	/** The annual discount rate, as a fraction. */
	discountRateAnnual: DecimalInput;
	/** The currency of the leases to which the rate applies. If absent, the rate applies to every currency. */
	currency?: string | null | undefined;
	/** The tags that a lease must have. If absent, the rate applies to every lease. */
	tags?: Record<string, string> | null | undefined;
	/** The source of the rate. */
	source?: string | null | undefined;
}

/** A component of the contract. */
export interface LeaseComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
 * The days before the first regular period and after the last form partial periods. */
export interface LeaseCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. Payments are quarterly. In arrears, a payment is made on the day before the next quarter day.
	 * For payments on the quarter day itself, use otherPayments with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface LeaseVariablePayment {
	/** The date of the payment. */
	date: string;
	/** The amount, negative for a refund. */
	amount: DecimalInput;
	/** A description of the payment. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface LeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** The amount received. */
	amount: DecimalInput;
}

/** A receipt. */
export interface LeaseSubleaseReceipt {
	/** The day of the receipt. */
	date: string;
	/** The amount. */
	amount: DecimalInput;
}

/** A sublease. */
export interface LeaseSublease {
	/** The first day of the sublease. */
	from: string;
	/** The last day of the sublease. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly LeaseSubleaseReceipt[];
	/** A description of the receipt, such as the subtenant. */
	name?: string | null | undefined;
}

/** One lease from the lessee's point of view. Amounts are in units of the lease's currency (10000 is ten thousand
 * dollars); rates are fractions per year (5% is 0.05). */
export interface LeaseFields {
	/** Your identifier of the lease, at most 100 characters. Memos, files and entry numbers contain it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files contain it. */
	name?: string | null | undefined;
	/** Up to 20 text values, such as entity, asset class or cost center. Files contain them, and reports can group leases
	 * by them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. 0001-01-01
	 * or later; the last day of the term is no later than 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancelable period and the renewal options that are reasonably
	 * certain to be exercised. Five years is 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. It excludes variable payments that depend on use or on a future index. */
	paymentAmount: DecimalInput;
	/** How often paymentAmount falls due: every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When a payment falls due within its period: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class that follows from the five criteria of ASC 842. Omit it to use the criteria. It has no effect
	 * under the other standards; a note reports an ignored `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed increase in the payment at each anniversary of commencement, compounded, as a fraction: 3% a year is 0.03.
	 * From 0 to 1. It includes only increases that the contract fixes, not a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission. They are added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement. They reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement. It is added to the right-of-use asset and not included in the payments of the
	 * schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount that will probably be payable under a residual value guarantee at the end of the term, not the whole
	 * guarantee. It is a lease payment. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; if purchaseOptionReasonablyCertain is
	 * false, the price is not a lease payment. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Without it, the
	 * criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement. It is used for the 75% test of ASC
	 * 842-10-25-2(c), and to amortize an asset that the lessee expects to own or that has a life shorter than the term.
	 * Ten years is 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly LeaseRentStep[] | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly LeaseRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly LeaseOtherPayment[] | null | undefined;
	/** The conventions of the measurement. If they are supplied, the result contains them. */
	basis?: LeaseBasis | null | undefined;
	/** A recognition exemption: the lease is not recognized on the balance sheet. short_term for terms of at most 12
	 * months, low_value only under IFRS_16 and FRS_102. Not together with fields that contradict it, such as a purchase
	 * option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, which is part of the asset. Only under IFRS_16 (16.24(d)) and FRS_102
	 * (20.47). */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, used only for the 90% test. Only under
	 * ASC_842. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). Only under ASC_842. */
	assetTotalLifeMonths?: number | null | undefined;
	/** The statements for which entries are made: the government-wide statements, the statements of a governmental fund on
	 * the modified accrual basis, or both. With both, each entry is listed twice. The figures are always government-wide.
	 * Only under GASB_87 and GASB_96. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
	 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: LeaseInitialApplication | null | undefined;
	/** The grant or donation in a lease at below-market rent. It is part of the asset, credited to Deferred income, and not
	 * part of the liability. Only under FRS_102 (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. It determines the decimals of every amount in the
	 * response. Without it, amounts have two decimals. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** The events in the life of the lease, by date. An event takes effect at the start of its day, and its fields replace
	 * the earlier terms from that day onward. Each event measures all payments to the end of the term again. The
	 * measurements at commencement and at the events may together cover at most 70,000 periods. A rent step counts as one
	 * period, and a one-off payment counts as four, or as ten if the discounting is not nominal; `at` doubles the number.
	 * The schedule and the entries cover the whole life of the lease; everything else in the result describes the lease at
	 * commencement. Section 13.2 of the method lists the fields that each type requires and accepts. */
	events?: readonly LeaseEvent[] | null | undefined;
	/** The carrying amount of the asset in other books when an existing lease is transferred in. commencementDate is then
	 * the date of the transfer, and the other fields describe the remaining lease. Not together with prepaidRent,
	 * initialDirectCosts, leaseIncentives or restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** The kind of discountRateAnnual. No figure depends on it, but notes and workpapers show it. risk_free is for ASC_842
	 * (842-20-30-3, lessees other than public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** The components of the contract, if it also includes services. At least one lease and one service are required, with
	 * their stand-alone prices. Every payment is divided in proportion to these prices, and the schedule shows the lease
	 * portion. */
	components?: readonly LeaseComponent[] | null | undefined;
	/** The rate of irrecoverable tax on the payments, as a fraction (20% is 0.20). Payments are stated before this tax,
	 * which is expensed when paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
	 * The days before the first regular period and after the last form partial periods. */
	calendar?: LeaseCalendar | null | undefined;
	/** Actual payments that depend on sales or use, on dates within the term, in the order of their dates. They are not
	 * part of the liability and are expensed on their dates. */
	variablePayments?: readonly LeaseVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports include
	 * it; the schedule does not. */
	subleaseIncome?: readonly LeaseSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is recognized straight-line over the months of
	 * each sublease. Reports include it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases
	 * together have at most 2,400 receipts. */
	subleases?: readonly LeaseSublease[] | null | undefined;
	/** The national standard that adopts the text of IFRS 16. Only under IFRS_16. Titles, citations and notes name this
	 * standard. Amounts and paragraph numbers are as in IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The functional currency of the lessee, if it differs from the lease's currency. The field currency is then required.
	 * Reports use it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency per unit of currency, at commencement or initial application. Required if the currencies
	 * differ. It is used to 17 decimal places. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The carrying amount of openingRouAsset in functionalCurrency; if absent, openingRouAsset at exchangeRate. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** The carrying amount of prepaidRent in functionalCurrency; if absent, prepaidRent at exchangeRate. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The carrying amount in functionalCurrency of the rent prepaid or accrued at initial application; if absent, the
	 * amount at exchangeRate. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract that support fields of the lease, by the path of the field, such as paymentAmount or
	 * rentSteps[0].from. The memo, the workbook and the verification workpaper show each passage and whether it contains
	 * the value (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response then has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
}

/** One of discountRateAnnual, discountRates is required. */
export type Lease = LeaseFields & ( {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. By default it
	 * is a nominal rate: each period uses the annual rate divided by the number of periods in a year. Required, unless
	 * discountRates of the lease or of a report supplies it. */
	discountRateAnnual: DecimalInput;
	/** A table of discount rates. It supplies the rate of the lease, and of each reassessment and modification without a
	 * rate. The first row that is valid on the day and matches the lease's currency and tags selects the rows with the
	 * same currency and tags. Of these, the rows with the latest validFrom apply. The remaining term, in whole months
	 * rounded up, selects the rate of one row or the rate interpolated between two rows. For a term below the shortest,
	 * the shortest applies; a term above the longest is rejected. */
	discountRates?: readonly RateRow[] | null | undefined;
} | {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. By default it
	 * is a nominal rate: each period uses the annual rate divided by the number of periods in a year. Required, unless
	 * discountRates of the lease or of a report supplies it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** A table of discount rates. It supplies the rate of the lease, and of each reassessment and modification without a
	 * rate. The first row that is valid on the day and matches the lease's currency and tags selects the rows with the
	 * same currency and tags. Of these, the rows with the latest validFrom apply. The remaining term, in whole months
	 * rounded up, selects the rate of one row or the rate interpolated between two rows. For a term below the shortest,
	 * the shortest applies; a term above the longest is rejected. */
	discountRates: readonly RateRow[];
});

/** The rent from a date. */
export interface NormalizedLeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period. */
	paymentAmount: Decimal;
}

/** A rent-free period. */
export interface NormalizedLeaseRentFree {
	/** The first day of the rent-free period. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable. */
	share: Decimal;
}

/** A one-off payment or an incentive. */
export interface NormalizedLeaseOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** Whether the lessee paid or received the amount. */
	kind: "payment" | "incentive";
}

/** The conventions of the measurement, with their defaults filled in. */
export interface Basis {
	/** How the annual discount rate is applied. */
	discounting: "nominal" | "effective" | "actual_365" | "monthly";
	/** Whether the payment at commencement is part of the liability. */
	commencementPayment: "liability" | "settled";
}

/** The rent from a date. */
export interface NormalizedLeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period. */
	paymentAmount: Decimal;
}

/** A rent-free period. */
export interface NormalizedLeaseEventRentFree {
	/** The first day of the rent-free period. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable. */
	share: Decimal;
}

/** A one-off payment or an incentive. */
export interface NormalizedLeaseEventOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** Whether the lessee paid or received the amount. */
	kind: "payment" | "incentive";
}

/** A component of the contract. */
export interface NormalizedLeaseEventComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: Decimal;
}

/** An event in the life of the lease. */
export interface NormalizedLeaseEvent {
	/** The date of the event. */
	date: string;
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the event. */
	paymentAmount?: Decimal;
	/** The relative change in the rent, as a fraction. */
	changePct?: Decimal;
	/** The rents from given dates. */
	rentSteps?: NormalizedLeaseEventRentStep[];
	/** Months for which all or a share of the rent is not payable. */
	rentFree?: NormalizedLeaseEventRentFree[];
	/** One-off payments and incentives received. */
	otherPayments?: NormalizedLeaseEventOtherPayment[];
	/** The escalation from the event. */
	annualEscalationPct?: Decimal;
	/** The escalation from the event, as an amount. */
	annualEscalationAmount?: Decimal;
	/** The new term, counted from commencement. */
	termMonths?: number;
	/** The annual discount rate at the event. */
	discountRateAnnual?: Decimal;
	/** The exercise price. */
	purchaseOptionAmount?: Decimal;
	/** Whether exercise is reasonably certain. */
	purchaseOptionReasonablyCertain?: boolean;
	/** Whether title to the asset passes. */
	transfersOwnership?: boolean;
	/** The amount that will probably be payable under the guarantee. */
	residualValueGuarantee?: Decimal;
	classification?: "operating" | "finance";
	/** The fair value at the event. */
	assetFairValue?: Decimal;
	/** The remaining economic life. */
	assetEconomicLifeMonths?: number;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean;
	/** Initial direct costs paid on the date of the event. */
	initialDirectCosts?: Decimal;
	/** Lease incentives received on the date of the event. */
	leaseIncentives?: Decimal;
	/** The share of the leased asset that is retained. */
	retainedShare?: Decimal;
	/** How a decrease in scope reduces the asset. */
	proportion?: "asset" | "liability";
	/** The recognized loss. */
	impairmentLoss?: Decimal;
	/** The amount of an impairment that is reversed. */
	amount?: Decimal;
	/** The payment for ending the lease. */
	penalty?: Decimal;
	/** The price paid for the asset. */
	price?: Decimal;
	/** The kind of the new discount rate. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable";
	/** Units of functionalCurrency per unit of currency on the date of the event. */
	exchangeRate?: Decimal;
	/** The components of the contract. */
	components?: NormalizedLeaseEventComponent[];
}

/** A row of a table of discount rates. */
export interface RateRowAnswer {
	/** The first day on which the rate applies. */
	validFrom: string;
	/** The lease term of the rate. */
	termMonths: number;
	/** The annual discount rate, as a fraction. */
	discountRateAnnual: Decimal;
	/** The currency of the leases to which the rate applies. If absent, the rate applies to every currency. */
	currency?: string | null;
	/** The tags that a lease must have. If absent, the rate applies to every lease. */
	tags?: Record<string, string> | null;
	/** The source of the rate. */
	source?: string | null;
}

/** A component of the contract. */
export interface NormalizedLeaseComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: Decimal;
}

/** The calendar of the payment periods. */
export interface NormalizedLeaseCalendar {
	/** The first day of the first regular period. */
	from?: string;
	/** The quarter days on which rent is due. */
	days?: "english_quarter_days" | "scottish_term_days";
}

/** A variable payment. */
export interface NormalizedLeaseVariablePayment {
	/** The date of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** A description of the payment. */
	name?: string;
}

/** Income from a sublease. */
export interface NormalizedLeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** The amount received. */
	amount: Decimal;
}

/** A receipt. */
export interface NormalizedLeaseSubleaseReceipt {
	/** The day of the receipt. */
	date: string;
	/** The amount. */
	amount: Decimal;
}

/** A sublease. */
export interface NormalizedLeaseSublease {
	/** The first day of the sublease. */
	from: string;
	/** The last day of the sublease. */
	to: string;
	/** The receipts. */
	receipts: NormalizedLeaseSubleaseReceipt[];
	/** A description of the receipt, such as the subtenant. */
	name?: string;
}

/** The first measurement of an existing lease. */
export interface NormalizedLeaseInitialApplication {
	/** The date of initial application. */
	date: string;
	/** Prepaid rent in the books; negative if accrued. */
	prepaidOrAccruedRent?: Decimal;
	/** The provision in the books for an onerous lease. */
	onerousProvision?: Decimal;
}

/** The lease as it was read, with defaults filled in and fields in a fixed order. Each number is its exact value in the
 * shortest plain decimals (1e3 is 1000, 60.0 is 60). Fields that were omitted are absent. */
export interface NormalizedLease {
	/** The caller's identifier of the lease. */
	id?: string;
	/** The name of the lease. */
	name?: string;
	/** The tags of the lease. */
	tags?: Record<string, string>;
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** First day of the term. */
	commencementDate: string;
	/** The lease term in months. */
	termMonths: number;
	/** The payment of one period before escalation. */
	paymentAmount: Decimal;
	/** Annual discount rate as a fraction. */
	discountRateAnnual?: Decimal;
	/** How often payments fall due. */
	paymentFrequency: "monthly" | "quarterly" | "semiannual" | "annual";
	/** When a payment falls due within its period. */
	paymentTiming: "advance" | "arrears";
	/** The supplied class, which overrides the criteria. */
	classification?: "operating" | "finance";
	/** The increase at each anniversary, as a fraction. */
	annualEscalationPct?: Decimal;
	/** Added to the right-of-use asset. */
	initialDirectCosts?: Decimal;
	/** Deducted from the right-of-use asset. */
	leaseIncentives?: Decimal;
	/** Added to the right-of-use asset. */
	prepaidRent?: Decimal;
	/** Part of the last payment. */
	residualValueGuarantee?: Decimal;
	/** Part of the last payment if exercise is reasonably certain. */
	purchaseOptionAmount?: Decimal;
	/** Whether title to the asset passes. */
	transfersOwnership?: boolean;
	/** Whether exercise of a purchase option is reasonably certain. */
	purchaseOptionReasonablyCertain?: boolean;
	/** Fair value of the asset. */
	assetFairValue?: Decimal;
	/** Remaining economic life in months. */
	assetEconomicLifeMonths?: number;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean;
	/** The rents from given dates. */
	rentSteps?: NormalizedLeaseRentStep[];
	/** The increase at each anniversary, as an amount. */
	annualEscalationAmount?: Decimal;
	/** Months for which all or a share of the rent is not payable. */
	rentFree?: NormalizedLeaseRentFree[];
	/** One-off payments and incentives received. */
	otherPayments?: NormalizedLeaseOtherPayment[];
	basis?: Basis;
	exemption?: "short_term" | "low_value";
	/** Part of the asset. */
	restorationCost?: Decimal;
	/** The whole guaranteed residual value. */
	guaranteedResidualValue?: Decimal;
	/** Total economic life in months. */
	assetTotalLifeMonths?: number;
	/** The statements for which entries are made. */
	fund?: "government_wide" | "governmental" | "both";
	currency?: string;
	/** The supplied events. */
	events?: NormalizedLeaseEvent[];
	/** The carrying amount of the asset that was transferred in. */
	openingRouAsset?: Decimal;
	/** The kind of the discount rate. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable";
	/** The table of discount rates. */
	discountRates?: RateRowAnswer[];
	/** The components of the contract. */
	components?: NormalizedLeaseComponent[];
	/** The rate of irrecoverable tax. */
	irrecoverableTaxRate?: Decimal;
	/** The calendar of the payment periods. */
	calendar?: NormalizedLeaseCalendar;
	/** Payments that depend on sales or use. */
	variablePayments?: NormalizedLeaseVariablePayment[];
	/** Income from subleases. */
	subleaseIncome?: NormalizedLeaseSubleaseIncome[];
	/** Operating subleases. */
	subleases?: NormalizedLeaseSublease[];
	/** The national standard that adopts the text of IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116";
	/** The first measurement of an existing lease. */
	initialApplication?: NormalizedLeaseInitialApplication;
	/** The grant in a lease at below-market rent. */
	grantElement?: Decimal;
	functionalCurrency?: string;
	/** Units of functionalCurrency per unit of currency, at commencement or initial application. */
	exchangeRate?: Decimal;
	/** The asset transferred in, in functionalCurrency. */
	openingRouAssetFunctional?: Decimal;
	/** Prepaid rent, in functionalCurrency. */
	prepaidRentFunctional?: Decimal;
	/** The rent prepaid or accrued at initial application, in functionalCurrency. */
	prepaidOrAccruedRentFunctional?: Decimal;
	/** Passages of the contract, by the paths of the fields that they support. */
	evidence?: Record<string, string>;
	/** The date of the balances. */
	at?: string;
}

/** A discount rate that a lease took from its table. */
export interface RateUsed {
	/** The date of the lookup: commencement, initial application or the date of an event. */
	date: string;
	/** The remaining whole months of the term, rounded up. */
	termMonths: number;
	/** The rate, as a fraction. */
	discountRateAnnual: Decimal;
	/** The indexes of the table rows, from 0; two if the rate is interpolated. */
	rows: number[];
	/** The source of the rate, as in the table. */
	source?: string;
}

/** The balances at the end of a day. They are 0.00 before commencement and after the end of the lease. */
export interface Balances {
	/** The date of the balances. */
	date: string;
	/** Lease liability, including accrued interest. */
	liability: Decimal;
	/** Interest accrued and not yet paid. It is part of the current liability. */
	accruedInterest: Decimal;
	/** Right-of-use asset. */
	rouAsset: Decimal;
	/** The portion of the liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining liability. */
	longTermLiability: Decimal;
}

/** The effects of one event. */
export interface EventResult {
	/** The date of the event. */
	date: string;
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** remeasured: the liability was remeasured. expensed: the change is variable lease cost. impaired: the asset was
	 * written down. reversed: an impairment was reversed. derecognized: asset and liability were removed. */
	treatment: "remeasured" | "expensed" | "impaired" | "derecognized" | "reversed";
	/** The term after the event, counted from commencement. */
	termMonths: number;
	/** The annual discount rate after the event. */
	discountRateAnnual: Decimal;
	classification: "operating" | "finance";
	/** Lease liability at the end of the preceding day. */
	liabilityBefore: Decimal;
	/** Lease liability after the event. */
	liabilityAfter: Decimal;
	/** The asset at the end of the preceding day. */
	rouAssetBefore: Decimal;
	/** The asset after the event. */
	rouAssetAfter: Decimal;
	/** The gain; a loss is negative. */
	gainOrLoss: Decimal;
	/** The impairment loss; a reversal is negative. */
	impairmentLoss: Decimal;
	/** The change in the liability due to the remeasurement. */
	liabilityRemeasured: Decimal;
	/** The derecognized portion of the liability. */
	liabilityDerecognized: Decimal;
	/** The change in the asset due to the remeasurement of the liability, including initial direct costs and incentives of
	 * the event. */
	rouAssetRemeasured: Decimal;
	/** The derecognized portion of the asset. */
	rouAssetDerecognized: Decimal;
	/** The paragraphs that support the treatment. */
	citations: string[];
}

/** Totals over the life of a lease with events. */
export interface Life {
	/** The sum of `payment` over all rows. */
	payments: Decimal;
	/** The sum of `variableLeaseExpense` over all rows. */
	variablePayments: Decimal;
	/** The sum of `interest` over all rows. */
	interest: Decimal;
	/** The sum of `rouAmortization` over all rows. */
	amortization: Decimal;
	/** The sum of `leaseExpense` over all rows. */
	leaseExpense: Decimal;
	/** The sum of the impairment losses. */
	impairmentLosses: Decimal;
	/** Gains less losses from the events. */
	gainsAndLosses: Decimal;
}

/** A row of the schedule, for one payment period. Every row foots: liabilityClose is the preceding balance plus
 * interest minus payment, and rouAssetClose is the preceding balance minus rouAmortization. */
export interface SchedulePeriod {
	/** Number of the period, from 1. */
	period: number;
	/** The due date of the rent: the first day of the period if payments are in advance, the last day if they are in
	 * arrears. */
	date: string;
	/** All payments of the period: the rent, and one-off payments less incentives received. In the last period, the
	 * residual value guarantee and the purchase price are included. */
	payment: Decimal;
	/** Interest accreted on the liability in the period. */
	interest: Decimal;
	/** Payment less interest; negative if the payment does not cover the interest. */
	principal: Decimal;
	/** Lease liability after the period; exactly 0.00 in the last row. */
	liabilityClose: Decimal;
	/** Amortization of the right-of-use asset in the period. */
	rouAmortization: Decimal;
	/** Right-of-use asset after the period. */
	rouAssetClose: Decimal;
	/** Cost of the period: straight-line for an operating lease, otherwise interest plus amortization. */
	leaseExpense: Decimal;
	/** Amounts payable in addition to the measured payment if an index change is variable cost, and payments that depend on
	 * sales or use. */
	variableLeaseExpense?: Decimal;
	/** The cost of services, if the lease has components. */
	nonLeaseExpense?: Decimal;
	/** Irrecoverable tax, if irrecoverableTaxRate is supplied. */
	taxExpense?: Decimal;
	/** First day of the row, if the lease has events. */
	from?: string;
	/** Months of the row, if the lease has events; a fraction if an event split the row. */
	months?: Decimal;
	/** Lease liability at the start of the row, if the lease has events. */
	liabilityOpen?: Decimal;
	/** The asset at the start of the row, if the lease has events. */
	rouAssetOpen?: Decimal;
}

/** Undiscounted payments of one lease year. */
export interface MaturityYear {
	/** Lease year from commencement; 6 stands for all later years. */
	year: number;
	/** The label of the year. */
	label: "Year 1" | "Year 2" | "Year 3" | "Year 4" | "Year 5" | "Thereafter";
	/** Payments of the periods that start in the year, and one-off payments of the year. */
	undiscountedPayments: Decimal;
}

/** Figures for the notes to the financial statements, at commencement and for this lease only. */
export interface Disclosures {
	/** Remaining term in months. For a single lease it is the term of the lease. At an initial application it has two
	 * decimals. */
	weightedAverageRemainingTermMonths: Decimal;
	/** Annual rate as a fraction. For a single lease it is the rate of the lease. */
	weightedAverageDiscountRate: Decimal;
	/** The sum of all payments of the schedule. */
	totalUndiscountedPayments: Decimal;
	/** Undiscounted payments less the initial liability; 0 if the lease is exempt from recognition. */
	imputedInterest: Decimal;
	/** Lease years 1 to 5, and Thereafter if the term exceeds five years. */
	maturityAnalysis: MaturityYear[];
	/** The current portion of the lease liability, which is settled within twelve months of commencement. */
	currentLiability: Decimal;
	/** The remaining initial liability. */
	longTermLiability: Decimal;
	/** Total lease cost over the term, the sum of leaseExpense. */
	totalLeaseCost: Decimal;
}

/** The measurement of the lease. */
export interface LeaseResult {
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance";
	/** First day of the term. */
	commencementDate: string;
	/** The lease term in months. */
	termMonths: number;
	/** Number of rows in the schedule. */
	periods: number;
	/** The growth factor of a whole period minus 1, with up to 15 significant digits. With nominal discounting it is the
	 * annual rate divided by the number of periods in a year. */
	periodicRate: Decimal;
	/** Present value of the lease payments, including a payment in advance on the commencement date. */
	initialLiability: Decimal;
	/** Initial liability plus prepaid rent plus initial direct costs less lease incentives. */
	initialRouAsset: Decimal;
	/** The sum of all payments of the schedule. */
	totalUndiscountedPayments: Decimal;
	/** Total lease cost over the term, the sum of leaseExpense. */
	totalLeaseCost: Decimal;
	basis?: Basis;
	currency?: string;
	exemption?: "short_term" | "low_value";
	/** The payment on the commencement date that is not part of the liability, if commencementPayment is settled. */
	commencementPayment?: Decimal;
	/** The rates that the lease took from a table, if any. */
	discountRates?: RateUsed[];
	balances?: Balances;
	/** The effects of each event, if the request has events. */
	events?: EventResult[];
	life?: Life;
	/** One row for each payment period; an event within a period splits it in two. */
	schedule: SchedulePeriod[];
	disclosures: Disclosures;
	/** The paragraphs for the figures and for rarely used fields, each with a short explanation. */
	citations: string[];
	/** Judgments and points to check, one sentence each. */
	notes: string[];
}

/** One of the five criteria of ASC 842-10-25-2. */
export interface Criterion {
	/** The name of the criterion. */
	key: "transfer_of_ownership" | "purchase_option" | "economic_life" | "fair_value" | "specialized_asset";
	/** The criterion in words. */
	label: string;
	/** Whether the criterion is met. It is false if the criterion was not tested because an input is missing. */
	met: boolean;
	/** The numbers behind the verdict, or the missing input. */
	detail: string;
	/** The paragraph of the criterion. */
	citation: string;
}

/** The operating-or-finance classification and its reasons. */
export interface Classification {
	classification: "operating" | "finance";
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** True except under ASC 842, the only standard that divides leases into classes. */
	single_model: boolean;
	/** The five criteria of ASC 842, in the order of the paragraph. Empty under a standard with a single model. */
	criteria: Criterion[];
	/** The reason for the class. */
	rationale: string;
}

/** One line of an entry. The debit or the credit is zero. */
export interface JournalLine {
	/** The account. IFRS 16 and FRS 102 use Depreciation expense; the other standards use Amortization expense. */
	account: "Right-of-use asset" | "Lease liability" | "Cash" | "Prepaid rent" | "Lease expense" | "Interest expense" | "Amortization expense" | "Depreciation expense" | "Variable lease expense" | "Restoration provision" | "Opening balance" | "Gain on lease change" | "Loss on lease change" | "Impairment loss" | "Property and equipment" | "Expenditures - capital outlay" | "Other financing sources - leases" | "Expenditures - principal" | "Expenditures - interest" | "Expenditures - other" | "Deferred income" | "Onerous lease provision" | "Subscription asset" | "Subscription liability" | "Prepaid subscription" | "Other financing sources - subscriptions" | "Non-lease component expense" | "Prepaid services" | "Irrecoverable tax" | "Sublease income" | "Prior-period corrections" | "Deferred tax asset" | "Deferred tax liability" | "Deferred tax expense" | "Deferred tax before initial application" | "Foreign exchange gain" | "Foreign exchange loss" | "Reversal of impairment" | "Rent receivable" | "Deferred rent";
	debit: Decimal;
	credit: Decimal;
}

/** One balanced journal entry. */
export interface JournalEntry {
	/** The date of the entry. */
	date: string;
	/** The identifier of the lease, the treatment, and the period with its first and last day. */
	memo: string;
	/** The lines of the entry. */
	lines: JournalLine[];
	fund?: "government_wide" | "governmental";
}

/** The complete accounting of a lease. */
export interface ComputeResponse {
	input: NormalizedLease;
	result: LeaseResult;
	classification: Classification;
	/** The entries: one at commencement, one for each row of the schedule, and one for each event. */
	journalEntries: JournalEntry[];
	request_id: string;
	replay: boolean;
}

/** The amortization schedule of a lease. */
export interface ScheduleResponse {
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance";
	/** Present value of the lease payments. */
	initialLiability: Decimal;
	/** Initial liability plus prepaid rent plus initial direct costs less lease incentives. */
	initialRouAsset: Decimal;
	/** Number of rows in the schedule. */
	periods: number;
	/** One row for each payment period; an event within a period splits it in two. */
	schedule: SchedulePeriod[];
	balances?: Balances;
	/** The effects of each event, if the request has events. */
	events?: EventResult[];
	request_id: string;
	replay: boolean;
}

/** The journal entries of a lease. */
export interface JournalResponse {
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance";
	/** The entries: one at commencement, one for each row of the schedule, and one for each event. */
	journalEntries: JournalEntry[];
	request_id: string;
	replay: boolean;
}

/** The classification of a lease. */
export interface ClassifyResponse {
	classification: "operating" | "finance";
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** True except under ASC 842, the only standard that divides leases into classes. */
	single_model: boolean;
	/** The five criteria of ASC 842, in the order of the paragraph. Empty under a standard with a single model. */
	criteria: Criterion[];
	/** The reason for the class. */
	rationale: string;
	request_id: string;
	replay: boolean;
}

/** A new rent from a date onward. */
export interface ReportLeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface ReportLeaseRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface ReportLeaseOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. If they are supplied, the result contains them. */
export interface ReportLeaseBasis {
	/** nominal: the rate of a period is the annual rate times the number of months / 12. effective: (1 + rate)^(months /
	 * 12). actual_365: (1 + rate)^(days / 365), like XNPV in spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether the payment on the commencement date is part of the liability, or was settled and is part of the asset only. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface ReportLeaseInitialApplication {
	/** The date of initial application, after commencement and within the term. Events must be later. */
	date: string;
	/** Prepaid rent in the books at the end of the preceding day; negative if accrued. If absent, it is the rent of the
	 * current period, prorated by days. Required if the rent changes during the lease. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** The provision in the books for the onerous lease; it reduces the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** A new rent from a date onward. */
export interface ReportLeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface ReportLeaseEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface ReportLeaseEventOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface ReportLeaseEventComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface ReportLeaseEvent {
	/** A day after commencement and within the term at that time. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * payment was postponed. residual_guarantee: the amount probable of being owed changed. reassessment: the term or an
	 * option was reassessed. modification: the contract changed. impairment: the asset was written down.
	 * impairment_reversal: an impairment was reversed. termination: the lease ended early. purchase: the lessee bought the
	 * asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** The relative change in the rent and in later steps, as a fraction, instead of paymentAmount. */
	changePct?: DecimalInput | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly ReportLeaseEventRentStep[] | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly ReportLeaseEventRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly ReportLeaseEventOtherPayment[] | null | undefined;
	/** The escalation from the date onward. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from the date onward. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount that will probably be payable under the guarantee. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that follows from the criteria at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Initial direct costs paid on the date of the event. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Lease incentives received on the date of the event. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease in scope reduces the asset: by the portion surrendered, or in proportion to the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The recognized loss. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed. The asset does not exceed the carrying amount that it would have
	 * without impairments. */
	amount?: DecimalInput | null | undefined;
	/** The payment for ending the lease; negative if the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** The price paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** The kind of the new discount rate. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency per unit of currency on the day. If the currencies differ, it is required for each event
	 * that remeasures or terminates the lease or purchases the asset. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The components of the contract from the date onward, for a modification. All components may be of kind lease. */
	components?: readonly ReportLeaseEventComponent[] | null | undefined;
}

/** A component of the contract. */
export interface ReportLeaseComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
 * The days before the first regular period and after the last form partial periods. */
export interface ReportLeaseCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. Payments are quarterly. In arrears, a payment is made on the day before the next quarter day.
	 * For payments on the quarter day itself, use otherPayments with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface ReportLeaseVariablePayment {
	/** The date of the payment. */
	date: string;
	/** The amount, negative for a refund. */
	amount: DecimalInput;
	/** A description of the payment. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface ReportLeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** The amount received. */
	amount: DecimalInput;
}

/** A receipt. */
export interface ReportLeaseSubleaseReceipt {
	/** The day of the receipt. */
	date: string;
	/** The amount. */
	amount: DecimalInput;
}

/** A sublease. */
export interface ReportLeaseSublease {
	/** The first day of the sublease. */
	from: string;
	/** The last day of the sublease. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly ReportLeaseSubleaseReceipt[];
	/** A description of the receipt, such as the subtenant. */
	name?: string | null | undefined;
}

/** A lease in a report with discountRates, which may omit its own discount rate. */
export interface ReportLease {
	/** Your identifier of the lease, at most 100 characters. Memos, files and entry numbers contain it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files contain it. */
	name?: string | null | undefined;
	/** Up to 20 text values, such as entity, asset class or cost center. Files contain them, and reports can group leases
	 * by them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. 0001-01-01
	 * or later; the last day of the term is no later than 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancelable period and the renewal options that are reasonably
	 * certain to be exercised. Five years is 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. It excludes variable payments that depend on use or on a future index. */
	paymentAmount: DecimalInput;
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. By default it
	 * is a nominal rate: each period uses the annual rate divided by the number of periods in a year. Required, unless
	 * discountRates of the lease or of a report supplies it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** How often paymentAmount falls due: every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When a payment falls due within its period: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class that follows from the five criteria of ASC 842. Omit it to use the criteria. It has no effect
	 * under the other standards; a note reports an ignored `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed increase in the payment at each anniversary of commencement, compounded, as a fraction: 3% a year is 0.03.
	 * From 0 to 1. It includes only increases that the contract fixes, not a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission. They are added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement. They reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement. It is added to the right-of-use asset and not included in the payments of the
	 * schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount that will probably be payable under a residual value guarantee at the end of the term, not the whole
	 * guarantee. It is a lease payment. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; if purchaseOptionReasonablyCertain is
	 * false, the price is not a lease payment. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Without it, the
	 * criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement. It is used for the 75% test of ASC
	 * 842-10-25-2(c), and to amortize an asset that the lessee expects to own or that has a life shorter than the term.
	 * Ten years is 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly ReportLeaseRentStep[] | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly ReportLeaseRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly ReportLeaseOtherPayment[] | null | undefined;
	/** The conventions of the measurement. If they are supplied, the result contains them. */
	basis?: ReportLeaseBasis | null | undefined;
	/** A recognition exemption: the lease is not recognized on the balance sheet. short_term for terms of at most 12
	 * months, low_value only under IFRS_16 and FRS_102. Not together with fields that contradict it, such as a purchase
	 * option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, which is part of the asset. Only under IFRS_16 (16.24(d)) and FRS_102
	 * (20.47). */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, used only for the 90% test. Only under
	 * ASC_842. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). Only under ASC_842. */
	assetTotalLifeMonths?: number | null | undefined;
	/** The statements for which entries are made: the government-wide statements, the statements of a governmental fund on
	 * the modified accrual basis, or both. With both, each entry is listed twice. The figures are always government-wide.
	 * Only under GASB_87 and GASB_96. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
	 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: ReportLeaseInitialApplication | null | undefined;
	/** The grant or donation in a lease at below-market rent. It is part of the asset, credited to Deferred income, and not
	 * part of the liability. Only under FRS_102 (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. It determines the decimals of every amount in the
	 * response. Without it, amounts have two decimals. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** The events in the life of the lease, by date. An event takes effect at the start of its day, and its fields replace
	 * the earlier terms from that day onward. Each event measures all payments to the end of the term again. The
	 * measurements at commencement and at the events may together cover at most 70,000 periods. A rent step counts as one
	 * period, and a one-off payment counts as four, or as ten if the discounting is not nominal; `at` doubles the number.
	 * The schedule and the entries cover the whole life of the lease; everything else in the result describes the lease at
	 * commencement. Section 13.2 of the method lists the fields that each type requires and accepts. */
	events?: readonly ReportLeaseEvent[] | null | undefined;
	/** The carrying amount of the asset in other books when an existing lease is transferred in. commencementDate is then
	 * the date of the transfer, and the other fields describe the remaining lease. Not together with prepaidRent,
	 * initialDirectCosts, leaseIncentives or restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** The kind of discountRateAnnual. No figure depends on it, but notes and workpapers show it. risk_free is for ASC_842
	 * (842-20-30-3, lessees other than public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** A table of discount rates. It supplies the rate of the lease, and of each reassessment and modification without a
	 * rate. The first row that is valid on the day and matches the lease's currency and tags selects the rows with the
	 * same currency and tags. Of these, the rows with the latest validFrom apply. The remaining term, in whole months
	 * rounded up, selects the rate of one row or the rate interpolated between two rows. For a term below the shortest,
	 * the shortest applies; a term above the longest is rejected. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** The components of the contract, if it also includes services. At least one lease and one service are required, with
	 * their stand-alone prices. Every payment is divided in proportion to these prices, and the schedule shows the lease
	 * portion. */
	components?: readonly ReportLeaseComponent[] | null | undefined;
	/** The rate of irrecoverable tax on the payments, as a fraction (20% is 0.20). Payments are stated before this tax,
	 * which is expensed when paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
	 * The days before the first regular period and after the last form partial periods. */
	calendar?: ReportLeaseCalendar | null | undefined;
	/** Actual payments that depend on sales or use, on dates within the term, in the order of their dates. They are not
	 * part of the liability and are expensed on their dates. */
	variablePayments?: readonly ReportLeaseVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports include
	 * it; the schedule does not. */
	subleaseIncome?: readonly ReportLeaseSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is recognized straight-line over the months of
	 * each sublease. Reports include it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases
	 * together have at most 2,400 receipts. */
	subleases?: readonly ReportLeaseSublease[] | null | undefined;
	/** The national standard that adopts the text of IFRS 16. Only under IFRS_16. Titles, citations and notes name this
	 * standard. Amounts and paragraph numbers are as in IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The functional currency of the lessee, if it differs from the lease's currency. The field currency is then required.
	 * Reports use it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency per unit of currency, at commencement or initial application. Required if the currencies
	 * differ. It is used to 17 decimal places. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The carrying amount of openingRouAsset in functionalCurrency; if absent, openingRouAsset at exchangeRate. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** The carrying amount of prepaidRent in functionalCurrency; if absent, prepaidRent at exchangeRate. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The carrying amount in functionalCurrency of the rent prepaid or accrued at initial application; if absent, the
	 * amount at exchangeRate. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract that support fields of the lease, by the path of the field, such as paymentAmount or
	 * rentSteps[0].from. The memo, the workbook and the verification workpaper show each passage and whether it contains
	 * the value (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response then has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
}

/** An earlier reporting period for comparison. `from` and `to` select a period for the same leases as known today
 * (restated). `published` contains an earlier report as it was printed. The last day of the comparative must be before
 * the last day of the report. */
export interface ReportRequestComparative {
	/** The first day of the earlier reporting period. */
	from?: string | undefined;
	/** The last day of the earlier reporting period. */
	to?: string | undefined;
	/** The unchanged response of an earlier report. Its figures are the comparatives; for each caption, a note shows the
	 * differences from the leases as known today. */
	published?: Record<string, unknown> | null | undefined;
}

/** A deferred tax rate and the leases to which it applies. */
export interface DeferredTaxRate {
	/** The rate at the end of the period, as a fraction. */
	rate: DecimalInput;
	/** The rate at the start of the period; if absent, the same rate. */
	openingRate?: DecimalInput | null | undefined;
	/** The part of the asset that has a tax base. none (the default) means that payments are deducted when paid.
	 * direct_costs_and_incentives means that initial direct costs less incentives are amortized for tax straight-line over
	 * the term. */
	assetTaxBase?: "none" | "direct_costs_and_incentives" | null | undefined;
	/** Values of `tag:NAME` and `currency`. The last rate may omit the key. */
	key?: Record<string, string> | null | undefined;
}

/** A reporting period. */
export interface ReportRequestPreviousPeriod {
	/** The first day of the reporting period. */
	from: string;
	/** The last day of the reporting period. */
	to: string;
	/** The deferred tax rates. */
	deferredTax?: readonly DeferredTaxRate[] | null | undefined;
}

/** The exchange rates of a currency pair on a day. A row has closing, spot or both. */
export interface ExchangeRate {
	currency: string;
	into: string;
	/** The day of the rates. */
	date: string;
	/** Units of `into` per unit of `currency` at the end of the day. */
	closing?: DecimalInput | null | undefined;
	/** The average rate for the part of the period that ends on the day. Requires closing. */
	average?: DecimalInput | null | undefined;
	/** The rate for payments, commencements and events on the day. It does not split the period. */
	spot?: DecimalInput | null | undefined;
}

/** A fingerprint. */
export interface ReportRequestPreviousInput {
	/** The identifier of the lease. */
	id: string;
	/** SHA-256 of the lease's normalized request. */
	sha256: string;
}

/** The amount posted to an account. */
export interface SignedAccount {
	/** The title of the account. */
	account: string;
	/** The amount; debit positive. */
	amount: DecimalInput;
}

/** The signed balances of a lease in its functional currency, in the same form as in a closing. All four figures are
 * required. */
export interface SignedLease {
	/** The identifier of the lease. */
	id: string;
	/** The standard of the signed lease; if absent, the current standard. */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The functional currency of the signed balances. A lease is rejected if its functional currency has changed. */
	currency?: string | null | undefined;
	/** The lease liability. */
	liability: DecimalInput;
	/** The carrying amount of the asset. */
	rouAsset: DecimalInput;
	/** Accumulated amortization and impairment. */
	accumulatedAmortization: DecimalInput;
	/** Prepaid rent of an exempt lease (negative if accrued), and prepaid services. */
	prepaidRent: DecimalInput;
	/** The class at the end of the closing. */
	classification?: "operating" | "finance" | "short_term" | "low_value" | null | undefined;
	/** The tags of the lease at the closing. */
	tags?: Record<string, string> | null | undefined;
	/** The last day of the term or the day of termination, as known at the closing. */
	lastDay?: string | null | undefined;
	/** The amounts that the chain has posted since its first day, by account. They include the opening balances of the
	 * first closing. */
	posted?: readonly SignedAccount[] | null | undefined;
	/** The portion of `posted` that is on income and expense accounts since the start of the fiscal year. */
	postedThisYear?: readonly SignedAccount[] | null | undefined;
}

/** The signed closing of the day preceding `from`: a complete closing as `leasehold close` writes it, or the digest,
 * the balances of its leases, or both. lateChanges lists each lease that differs. The opening balances are the signed
 * balances. Without a complete closing, income, expense and cash are not compared. */
export interface ReportRequestPrevious {
	/** The first day of the closing. */
	from?: string | null | undefined;
	/** The last day of the closing. */
	to?: string | null | undefined;
	/** The version of the program that wrote the closing. */
	version?: string | null | undefined;
	/** The revision of the accounting rules. */
	rulesRevision?: number | null | undefined;
	/** The start of the fiscal years, MM-DD, or a date if they have 52 or 53 weeks. */
	fiscalYearStart?: string | null | undefined;
	/** The first day of the first closing of the chain. */
	chainFrom?: string | null | undefined;
	/** The reporting periods of the chain. The last one is the period of the closing. */
	periods?: readonly ReportRequestPreviousPeriod[] | null | undefined;
	/** The accrual method of the chain. A report with another accrual method is rejected. */
	accrual?: "days" | "months" | "thirty_360" | null | undefined;
	/** The fund whose entries the chain posts, for leases with entries for both funds. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** The conditions that select the leases of the chain. */
	where?: Record<string, string> | null | undefined;
	/** The exchange rates that the closings of the chain used. They apply unless the report supplies the row. */
	exchangeRates?: readonly ExchangeRate[] | null | undefined;
	/** The discount rates that the closings of the chain used. They apply unless the report supplies the row. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** The fingerprints of the requests of the leases. */
	inputs?: readonly ReportRequestPreviousInput[] | null | undefined;
	/** The `digest` of the signed report or closing. */
	digest?: string | null | undefined;
	/** The signed balances of each lease. */
	leases?: readonly SignedLease[] | null | undefined;
	/** Totals by currency; not used. */
	totals?: readonly (Record<string, unknown>)[] | null | undefined;
	/** The corrections of the closing; not used. */
	lateChanges?: readonly (Record<string, unknown>)[] | null | undefined;
	/** The field chain of the preceding closing. */
	previous?: string | null | undefined;
	/** SHA-256 of the journal entries. */
	entries?: string | null | undefined;
	/** The name of the preparer. */
	preparedBy?: string | null | undefined;
	/** The name of the approver. */
	approvedBy?: string | null | undefined;
	/** The date of the signature. */
	at?: string | null | undefined;
	/** SHA-256 of the preceding bytes of the closing. */
	chain?: string | null | undefined;
}

/** A row of a trial balance. */
export interface LedgerRow {
	/** An account title of Leasehold, such as Lease liability. An account map translates the titles of a ledger. */
	account: string;
	/** The code in the ledger. */
	code?: string | null | undefined;
	/** The balance at the end of the period, or the income or expense of the period; debit positive. */
	balance: DecimalInput;
	/** Values of some of the keys of groupBy. The row is for the leases with these values, or for all leases if key is
	 * absent. */
	key?: Record<string, string> | null | undefined;
}

/** The leases of a report, the reporting period, and how to group them. A lease needs discountRateAnnual or
 * discountRates, unless the report has discountRates. */
export interface ReportRequest {
	/** The first day of the reporting period, as yyyy-mm-dd; not after `to`. */
	from: string;
	/** The last day of the reporting period. Balances are at the end of this day, and later events are ignored. */
	to: string;
	/** The leases, each with a unique `id`; otherwise as in the other operations. Leases in several currencies require
	 * `currency` in groupBy or a presentationCurrency. */
	leases: readonly ReportLease[];
	/** The keys by which leases are grouped: `standard`, `classification` (at the end of the reporting period), `currency`,
	 * or a tag as `tag:NAME`. Without groupBy, there are no groups. */
	groupBy?: readonly string[] | null | undefined;
	/** `monthly` adds the entries of each lease by calendar month, at most 100,000 in one report. */
	journal?: "none" | "monthly" | null | undefined;
	/** `months` accrues amounts within schedule rows by whole months and the days of the current month. The figures of
	 * events remain as in compute. */
	accrual?: "days" | "months" | "thirty_360" | null | undefined;
	/** The conditions that select the leases of the report; all must hold. The keys are those of groupBy; `classification`
	 * is at the end of the period. A condition that no lease meets is rejected, and the message lists the existing values. */
	where?: Record<string, string> | null | undefined;
	/** `stop` rejects a report with an invalid lease and names the lease; `skip` omits the lease and lists it. */
	onError?: "stop" | "skip" | null | undefined;
	/** An earlier reporting period for comparison. `from` and `to` select a period for the same leases as known today
	 * (restated). `published` contains an earlier report as it was printed. The last day of the comparative must be before
	 * the last day of the report. */
	comparative?: ReportRequestComparative | null | undefined;
	/** The signed closing of the day preceding `from`: a complete closing as `leasehold close` writes it, or the digest,
	 * the balances of its leases, or both. lateChanges lists each lease that differs. The opening balances are the signed
	 * balances. Without a complete closing, income, expense and cash are not compared. */
	previous?: ReportRequestPrevious | null | undefined;
	/** A trial balance that is compared with the accounts of the report. The balances of rows with the same account and key
	 * are added. */
	ledger?: readonly LedgerRow[] | null | undefined;
	/** Deferred tax rates. The first rate that matches a lease applies to the lease. They are rejected for leases of
	 * governments. */
	deferredTax?: readonly DeferredTaxRate[] | null | undefined;
	/** Adds the names of the figures in filings. */
	concepts?: boolean | null | undefined;
	/** The tag that contains the class of an asset. The workbook of the report then has tables by class. */
	assetClassTag?: string | null | undefined;
	/** A table of discount rates for every lease without a rate of its own, in the same form as discountRates of a lease. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** Exchange rates, in one table for the reporting period and its comparative. Each currency pair that the report needs
	 * has a row dated the day preceding `from` and a row dated `to`. It may have rows in between, on the same days as the
	 * other pairs; with `journal: monthly`, these include every month end. The rows split the reporting period into parts. */
	exchangeRates?: readonly ExchangeRate[] | null | undefined;
	/** The currency of all figures in the response. Each lease also has its figures in the functional currency, in the
	 * field `functional`. Journal entries, deferred tax, the trial balance and the digest remain in the functional
	 * currency. Every lease must then supply currency. */
	presentationCurrency?: string | undefined;
}

/** The rollforward of the lease liability: opening + late + additions + takenOver + initialApplication + remeasured +
 * interest − payments − derecognized + exchange + translation = closing. */
export interface LiabilityRollforward {
	/** The liability at the end of the day preceding the reporting period. */
	opening: Decimal;
	/** The recomputed opening balance less the signed opening balance; 0 without signed balances. */
	late: Decimal;
	/** Initial liabilities of leases that commence in the reporting period. */
	additions: Decimal;
	/** Liabilities of leases transferred in from other books in the reporting period. */
	takenOver: Decimal;
	/** Liabilities first measured at a date of initial application in the reporting period. */
	initialApplication: Decimal;
	/** Changes in the liability due to events. */
	remeasured: Decimal;
	/** Interest accrued in the reporting period. */
	interest: Decimal;
	/** Payments of the reporting period that the liability includes. */
	payments: Decimal;
	/** Liabilities derecognized on a decrease in scope or when a lease ends early. */
	derecognized: Decimal;
	/** Exchange differences in the functional currency; a loss is positive. */
	exchange: Decimal;
	/** The effect of translation into the presentation currency. */
	translation: Decimal;
	/** The liability at the end of the reporting period. */
	closing: Decimal;
}

/** The rollforward of the right-of-use asset: opening + late + additions + takenOver + initialApplication + remeasured
 * − amortization − impairment − derecognized + translation = closing. The closing asset plus
 * accumulatedAmortization equals cost. */
export interface AssetRollforward {
	/** The asset at the end of the day preceding the reporting period. */
	opening: Decimal;
	/** The recomputed opening balance less the signed opening balance; 0 without signed balances. */
	late: Decimal;
	/** Initial assets of leases that commence in the reporting period. */
	additions: Decimal;
	/** Assets of leases transferred in from other books in the reporting period. */
	takenOver: Decimal;
	/** Assets first measured at a date of initial application in the reporting period. */
	initialApplication: Decimal;
	/** Changes in the asset due to events, including initial direct costs and incentives of the events. */
	remeasured: Decimal;
	/** Amortization of the reporting period. */
	amortization: Decimal;
	/** Impairment losses of the reporting period. */
	impairment: Decimal;
	/** Assets derecognized on a decrease in scope, when a lease ends early, or at the end of the term. */
	derecognized: Decimal;
	/** The effect of translation into the presentation currency. */
	translation: Decimal;
	/** The asset at the end of the reporting period. */
	closing: Decimal;
	/** The closing carrying amount plus accumulatedAmortization. */
	cost: Decimal;
	/** Accumulated amortization and impairment at the end of the reporting period, excluding derecognized assets. */
	accumulatedAmortization: Decimal;
}

/** The lease cost of the reporting period by kind. */
export interface LeaseCost {
	/** Interest on lease liabilities, except for operating leases. */
	interest: Decimal;
	/** Amortization of assets, except for operating leases. */
	amortization: Decimal;
	/** Operating lease cost. */
	operating: Decimal;
	/** Cost of short-term leases. */
	shortTerm: Decimal;
	/** Cost of leases of low-value assets. */
	lowValue: Decimal;
	/** Variable lease cost. */
	variable: Decimal;
	/** Cost of non-lease components. */
	nonLease: Decimal;
	/** Irrecoverable tax on payments. */
	taxes: Decimal;
	/** Impairment losses. */
	impairment: Decimal;
	/** Gains and losses due to events; a loss is positive. */
	gainsAndLosses: Decimal;
	/** Sublease income; a negative amount. */
	subleaseIncome: Decimal;
	/** Prior-period corrections on income and expense accounts for closed periods of the fiscal year, except exchange
	 * differences and deferred tax. */
	late: Decimal;
	/** The sum of the costs. */
	total: Decimal;
	/** Exchange differences in the functional currency; a loss is positive. The total excludes them. */
	exchange: Decimal;
}

/** The cash payments of the reporting period; receipts are negative. */
export interface LeaseCash {
	/** Interest paid, except for operating leases. */
	interest: Decimal;
	/** Principal paid, except for operating leases. */
	principal: Decimal;
	/** Payments for operating leases. */
	operating: Decimal;
	/** Payments for short-term and low-value leases. */
	exempt: Decimal;
	/** Variable lease payments. */
	variable: Decimal;
	/** Payments for non-lease components. */
	nonLease: Decimal;
	/** Irrecoverable tax on payments. */
	taxes: Decimal;
	/** Payments on commencement dates that are not part of the liability (commencementPayment settled). */
	commencement: Decimal;
	/** Initial direct costs paid. */
	initialDirectCosts: Decimal;
	/** Lease incentives received; a negative amount. */
	incentives: Decimal;
	/** Penalties for terminating leases. */
	penalties: Decimal;
	/** Prices paid for purchased assets. */
	prices: Decimal;
	/** Receipts from subleases; a negative amount. */
	subleases: Decimal;
	/** Prior-period corrections of cash for closed periods; positive if paid. */
	late: Decimal;
	/** The sum of the payments. */
	total: Decimal;
}

/** Principal and interest that are due in one year or in a band of five years. */
export interface Band {
	/** The first day of the year or band. */
	from: string;
	/** The last day of the year or band. */
	to: string;
	principal: Decimal;
	interest: Decimal;
}

/** Undiscounted payments after the reporting period that the liability includes. total less imputedInterest equals the
 * closing liability. */
export interface Maturity {
	/** The payments of each of the first five years after the reporting period. A year has twelve months. */
	years: Decimal[];
	/** The payments of all later years. */
	thereafter: Decimal;
	/** The sum of all payments. */
	total: Decimal;
	/** The interest included in the payments. */
	imputedInterest: Decimal;
	/** Under GASB 87 and GASB 96, principal and interest to the end of the term, in bands of five years. */
	bands?: Band[];
	/** Under GASB 87 and GASB 96, principal and interest for each of the first five years, and then in bands of five years
	 * to the end of the term. */
	schedule?: Band[];
}

/** The liability without accrued interest, for leases under GASB 87 and GASB 96. The rollforward is opening + late +
 * additions + takenOver + remeasured − payments − derecognized + exchange + translation = closing. */
export interface PrincipalRollforward {
	/** The principal at the end of the day preceding the reporting period. */
	opening: Decimal;
	/** The recomputed opening balance less the signed opening balance; 0 without signed balances. */
	late: Decimal;
	/** Initial liabilities of leases that commence in the reporting period. */
	additions: Decimal;
	/** Liabilities of leases transferred in from other books in the reporting period. */
	takenOver: Decimal;
	/** Changes in the principal due to events. */
	remeasured: Decimal;
	/** Payments of principal. */
	payments: Decimal;
	/** Principal derecognized on a decrease in scope or when a lease ends early. */
	derecognized: Decimal;
	/** Exchange differences in the functional currency; a loss is positive. */
	exchange: Decimal;
	/** The remaining effect of translation into the presentation currency; 0 without translation. */
	translation: Decimal;
	/** The principal at the end of the reporting period. */
	closing: Decimal;
	/** The current liability without accrued interest. */
	dueWithinOneYear: Decimal;
}

/** The cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases
 * = closing, which is `rouAsset.cost`. */
export interface AssetCostRollforward {
	/** The cost at the end of the day preceding the reporting period. */
	opening: Decimal;
	/** Costs of recognized assets, and remeasurements that increase the cost. */
	increases: Decimal;
	/** Costs of derecognized assets, and remeasurements that reduce the cost. */
	decreases: Decimal;
	/** The cost at the end of the reporting period. */
	closing: Decimal;
}

/** The accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening +
 * increases − decreases = closing, which is `rouAsset.accumulatedAmortization`. */
export interface AssetAmortizationRollforward {
	/** The accumulated amortization at the end of the day preceding the reporting period. */
	opening: Decimal;
	/** Amortization and impairment of the reporting period. */
	increases: Decimal;
	/** Accumulated amortization of derecognized assets. */
	decreases: Decimal;
	/** The accumulated amortization at the end of the reporting period. */
	closing: Decimal;
}

/** Deferred tax of the lease liability and of the asset. */
export interface DeferredTax {
	/** Deferred tax asset at the start of the reporting period. */
	assetOpening: Decimal;
	/** Prior-period correction of the deferred tax asset. */
	assetLate: Decimal;
	/** Deferred tax asset at the end of the reporting period. */
	assetClosing: Decimal;
	/** Deferred tax liability at the start of the reporting period. */
	liabilityOpening: Decimal;
	/** Prior-period correction of the deferred tax liability. */
	liabilityLate: Decimal;
	/** Deferred tax liability at the end of the reporting period. */
	liabilityClosing: Decimal;
	/** Deferred tax of leases first measured in the reporting period. It replaces the deferred tax on the amounts accrued
	 * before. */
	initialApplication: Decimal;
	/** Deferred tax expense of the reporting period; income is negative. */
	expense: Decimal;
	/** The portion of the expense that results from a change of rate. */
	rateChange: Decimal;
}

/** The figures of a lease in its functional currency. */
export interface FunctionalFigures {
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** The balancing amount of correcting entries on the account Prior-period corrections, debit positive. The total cost
	 * excludes it. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The portion of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid. It is part of the current liability. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, for leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized as income, for leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** The figures of one lease. */
export interface LeaseFigures {
	/** The identifier of the lease. */
	id: string;
	/** The tags of the lease. */
	tags: Record<string, string>;
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance" | "short_term" | "low_value";
	currency?: string;
	/** The currency of the lease, if it differs from the functional currency. The field currency then contains the
	 * functional currency. */
	leaseCurrency?: string;
	/** The remaining months of the term at the end of the reporting period, to two decimals. */
	remainingTermMonths: Decimal;
	/** The discount rate at the end of the reporting period. */
	discountRateAnnual: Decimal;
	/** The discount rates that the lease took from a table by the end of the reporting period, if any. */
	discountRates?: RateUsed[];
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** The balancing amount of correcting entries on the account Prior-period corrections, debit positive. The total cost
	 * excludes it. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The portion of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid. It is part of the current liability. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, for leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized as income, for leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
	/** The figures before translation, if the request has presentationCurrency. */
	functional?: FunctionalFigures;
	/** Points to check, one sentence each. */
	notes: string[];
}

/** The sums of the leases with the same values of the groupBy keys. */
export interface GroupFigures {
	/** The value of each groupBy key; empty if the leases have no value. */
	key: Record<string, string>;
	/** The number of leases. */
	leases: number;
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** The balancing amount of correcting entries on the account Prior-period corrections, debit positive. The total cost
	 * excludes it. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The portion of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid. It is part of the current liability. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, for leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized as income, for leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** The sums of all leases. */
export interface TotalFigures {
	/** The number of leases. */
	leases: number;
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** The balancing amount of correcting entries on the account Prior-period corrections, debit positive. The total cost
	 * excludes it. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The portion of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid. It is part of the current liability. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, for leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized as income, for leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** Weighted averages of the leases of one class, currency and standard. A field is absent if the sum of its weights is
 * 0. */
export interface WeightedAverage {
	classification: "operating" | "finance";
	currency?: string;
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** The remaining months of the term, weighted by the liability. */
	remainingTermMonths?: Decimal;
	/** The discount rate, weighted by the remaining undiscounted payments (ASC 842-20-50-4(g)(4)). */
	discountRateAnnual?: Decimal;
	/** The discount rate, weighted by the liability. */
	discountRateByLiability?: Decimal;
}

/** The number of leases in one currency, and their payments. */
export interface ReportResponseNotCommenced {
	currency?: string;
	/** The number of leases. */
	leases: number;
	payments: Decimal;
}

/** A balanced entry for a calendar month, a commencement or an event. */
export interface ReportEntry {
	/** The last day of the month or of the reporting period, or the day of the event. */
	date: string;
	/** The identifier of the lease, the treatment and the month. */
	memo: string;
	/** The lines of the entry. */
	lines: JournalLine[];
	/** The identifier of the lease. */
	leaseId: string;
	/** The number of the entry. It is ID-yyyymm for a month, ID-yyyymm-dd for the part of a month that ends on that day,
	 * ID-yyyymmdd for commencement, ID-yyyymmdd-n for an event, ID-yyyymmdd-late for prior-period corrections, and
	 * ID-yyyymm-tax for deferred tax of a month. A changed figure never changes the number. */
	number: string;
	/** The functional currency, if the lease is in another currency. */
	currency?: string;
	fund?: "government_wide" | "governmental";
}

/** The leases of the report for an earlier reporting period, or a published report. */
export interface Comparative {
	/** The first day of the earlier reporting period. */
	from: string;
	/** The last day of the earlier reporting period. */
	to: string;
	/** `restated`: computed from the leases as known today. `published`: as printed by an earlier report. */
	basis: "restated" | "published";
	/** The figures of each lease; 0.00 before the lease commences. */
	leases: LeaseFigures[];
	/** The sums for each combination of values of the groupBy keys. */
	groups: GroupFigures[];
	total?: TotalFigures;
	/** The weighted averages at the end of the earlier reporting period. */
	weightedAverages: WeightedAverage[];
}

/** A balance that differs from the signed balance. */
export interface LateFigure {
	/** The signed amount. */
	signed: Decimal;
	/** The current amount. */
	now: Decimal;
	/** The current amount less the signed amount. */
	difference: Decimal;
}

/** The amount of an account. */
export interface AccountAmount {
	/** The title of the account. */
	account: string;
	/** The amount; debit positive. */
	amount: Decimal;
}

/** A changed tag. */
export interface LateChangeTag {
	/** The name of the tag. */
	name: string;
	/** The value at the previous closing; empty if the lease did not have the tag. */
	signed: string;
	/** The current value; empty if the lease does not have the tag. */
	now: string;
}

/** A lease with signed balances or posted amounts that differ from the amounts under its current terms. */
export interface LateChange {
	/** The identifier of the lease. */
	id: string;
	liability?: LateFigure;
	rouAsset?: LateFigure;
	accumulatedAmortization?: LateFigure;
	prepaidRent?: LateFigure;
	/** The amounts of the correcting entry by account. If previous has only balances, income, expense and cash are not
	 * included. */
	accounts: AccountAmount[];
	/** The tags with values that have changed since the previous closing. No entry is posted for tags. */
	tags?: LateChangeTag[];
	/** Present if the lease is no longer supplied and ended before the fiscal year; only its balances are reversed. */
	dropped?: boolean;
}

/** Whether the opening balances equal the signed balances, if `previous` is supplied. */
export interface ReportResponsePrevious {
	/** Whether all signed balances and posted amounts agree with the recomputed amounts. */
	agrees: boolean;
	/** The digest of the recomputed opening balances. */
	digest: string;
	/** The leases that were entered, changed or removed after the closing. */
	lateChanges: LateChange[];
	/** Changes in rates and rules since the closing, such as "exchange rate USD/EUR of 2026-03-31, signed 0.9100, now
	 * 0.9200". */
	causes?: string[];
}

/** An amount that equals the difference. */
export interface TieOutExplanation {
	/** The kind of amount. */
	kind: "lease_missing" | "lease_extra" | "movement_missing" | "movement_extra" | "entry_missing" | "entry_twice" | "entry_wrong_side" | "corrections_missing" | "opening";
	/** The identifier of the lease. */
	leaseId?: string;
	/** The number of the entry. */
	number?: string;
	/** The explanation as a sentence. */
	sentence: string;
}

/** The balance of an account in the trial balance and in the report. */
export interface TieOut {
	/** The title of the account. */
	account: string;
	/** The key values of the compared leases; empty for all leases. */
	key: Record<string, string>;
	/** The balance in the ledger, debit positive; 0 if the ledger lacks the account. */
	ledger: Decimal;
	/** The balance in the report, debit positive. */
	leasehold: Decimal;
	/** The balance in the report less the balance in the ledger. */
	difference: Decimal;
	/** Amounts that equal the difference and may explain it. */
	explanations: TieOutExplanation[];
}

/** The element of a taxonomy for a figure. Figures without an element in the taxonomy are not listed. */
export interface FilingName {
	/** The path of the figure, such as liability.closing. */
	figure: string;
	/** The standard of the leases, if the element depends on it. */
	standard: "ASC_842" | "IFRS_16";
	/** The class of the leases, if the element depends on it. */
	classification?: "operating" | "finance";
	/** The name of the element with the prefix of its taxonomy. */
	name: string;
	/** The year of the taxonomy. */
	year: number;
	/** Present if the element has the opposite sign to the figure. */
	turned?: boolean;
}

/** An omitted lease and the reason. */
export interface SkippedLease {
	/** The index of the lease in the request, counted from 0. */
	index: number;
	/** The id of the lease, if it could be read. */
	id: string;
	/** The path of the first invalid field, such as leases[3].termMonths. */
	field: string;
	/** The problem and the allowed values. */
	message: string;
}

/** A report on many leases. */
export interface ReportResponse {
	/** The first day of the reporting period. */
	from: string;
	/** The last day of the reporting period. */
	to: string;
	/** The figures of each lease, in the order of the request. */
	leases: LeaseFigures[];
	/** The sums for each combination of values of the groupBy keys; empty without groupBy. */
	groups: GroupFigures[];
	/** The sums of all leases; absent if they are in several currencies. */
	total?: TotalFigures;
	/** The weighted averages by class, currency and standard. */
	weightedAverages: WeightedAverage[];
	/** The leases that commence after the reporting period, by currency (842-20-50-3(b), IFRS 16.59(b)(iv)). `where`
	 * restricts them by standard, currency and tags. */
	notCommenced: ReportResponseNotCommenced[];
	/** The entries of each lease by calendar month, if `journal` is monthly. */
	journalEntries?: ReportEntry[];
	comparative?: Comparative;
	/** SHA-256 of the balances of each lease at the end of the reporting period. The next report accepts it in `previous`. */
	digest: string;
	/** Whether the opening balances equal the signed balances, if `previous` is supplied. */
	previous?: ReportResponsePrevious;
	/** The accounts of the trial balance, and the accounts that it lacks, if `ledger` is supplied. */
	tieOut?: TieOut[];
	/** The names of the figures in filings, if `concepts` is true. */
	concepts?: FilingName[];
	/** The omitted leases, if `onError` is skip. */
	skipped: SkippedLease[];
	/** Points to check, one sentence each. */
	notes: string[];
	request_id: string;
	replay: boolean;
}

/** A row of the reported schedule, with any of its figures. */
export interface TheirsSchedule {
	/** The number of the row, from 1. */
	period?: number | null | undefined;
	/** The due date of the payment. */
	date?: string | null | undefined;
	payment?: DecimalInput | null | undefined;
	interest?: DecimalInput | null | undefined;
	principal?: DecimalInput | null | undefined;
	liabilityClose?: DecimalInput | null | undefined;
	rouAmortization?: DecimalInput | null | undefined;
	rouAssetClose?: DecimalInput | null | undefined;
	leaseExpense?: DecimalInput | null | undefined;
}

/** The reported figures to compare; at least one. */
export interface Theirs {
	initialLiability?: DecimalInput | null | undefined;
	initialRouAsset?: DecimalInput | null | undefined;
	totalUndiscountedPayments?: DecimalInput | null | undefined;
	totalLeaseCost?: DecimalInput | null | undefined;
	/** Rows of the schedule, each identified by a `period` or a `date`. */
	schedule?: readonly TheirsSchedule[] | null | undefined;
}

/** A lease, and reported figures to compare with its accounting. */
export interface VerifyRequest {
	lease: Lease;
	theirs: Theirs;
	/** The largest difference between figures that agree. By default it is the effect of rounding: one minor unit of the
	 * currency for each row up to the figure. */
	tolerance?: DecimalInput | null | undefined;
}

/** The first reported payment that differs, or null. If a payment differs, the rest of the search uses the reported
 * payments. */
export interface VerifyResponsePayments {
	/** The number of the row. */
	from: number;
	ours: Decimal;
	/** The reported payment. */
	theirs: Decimal;
	/** A change to the lease under which all reported payments match, such as a rent step in another row, another
	 * escalation, or an omitted rent-free month. Null if no change was found. */
	fits: string | null;
}

/** A figure that differs. */
export interface VerifyResponseDifference {
	/** The path of the figure in the compute result, such as schedule[2].interest. */
	where: string;
	ours: Decimal;
	/** The reported figure. */
	theirs: Decimal;
	/** The reported figure less the computed figure. */
	difference: Decimal;
}

/** A reported row that does not foot, a reported balance that does not continue the preceding row, or a final balance
 * other than 0. */
export interface VerifyResponseInconsistency {
	/** The path of the figure in `theirs`. */
	where: string;
	/** The problem, in a sentence. */
	problem: string;
}

/** The lease under other conventions. */
export interface VerifyCandidate {
	changes: Record<string, string | number | null>;
	/** The number of figures that still differ by more than rounding or the tolerance. */
	outside: number;
	/** The largest remaining difference. */
	largestDifference: Decimal;
}

/** The candidate that explains every difference with the fewest causes, or null. */
export interface VerifyResponseExplanation {
	changes: Record<string, string | number | null>;
	/** The explanation, with the cause first, for the audit file. */
	sentence: string;
}

/** Whether the reported figures agree with the lease, and the causes of differences. */
export interface VerifyResponse {
	/** The first reported payment that differs, or null. If a payment differs, the rest of the search uses the reported
	 * payments. */
	payments: VerifyResponsePayments | null;
	/** Whether every difference is rounding (at most one minor unit for each row up to the figure) or within the supplied
	 * tolerance. */
	agrees: boolean;
	/** The number of compared figures. */
	compared: number;
	/** The number of figures that differ by more than rounding or the tolerance. */
	outside: number;
	/** The largest absolute difference. */
	largestDifference: Decimal;
	/** The largest difference if the figures agree, otherwise null. */
	rounding: Decimal | null;
	/** The first figures that differ by more than rounding or the tolerance, in the order of the result. */
	differences: VerifyResponseDifference[];
	/** Inconsistencies within the reported figures. */
	inconsistencies: VerifyResponseInconsistency[];
	/** The best candidates, best first. */
	explanations: VerifyCandidate[];
	/** The candidate that explains every difference with the fewest causes, or null. */
	explanation: VerifyResponseExplanation | null;
	/** The annual rate, to six decimals, at which the present value of the reported payments equals the reported opening
	 * balance under the conventions of the best candidate. Null if the figures agree or no such rate can be determined. */
	impliedRate: Decimal | null;
	/** How the digits of impliedRate differ from the digits of the lease's rate. */
	digits: "exchanged" | "tenth" | "tenfold" | "hundredth" | "hundredfold" | null;
	/** Notes on candidates that were not tried. */
	notes: string[];
	request_id: string;
	replay: boolean;
}

/** A new rent from a date onward. */
export interface CompareRequestRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface CompareRequestRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface CompareRequestOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. If they are supplied, the result contains them. */
export interface CompareRequestBasis {
	/** nominal: the rate of a period is the annual rate times the number of months / 12. effective: (1 + rate)^(months /
	 * 12). actual_365: (1 + rate)^(days / 365), like XNPV in spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether the payment on the commencement date is part of the liability, or was settled and is part of the asset only. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface CompareRequestInitialApplication {
	/** The date of initial application, after commencement and within the term. Events must be later. */
	date: string;
	/** Prepaid rent in the books at the end of the preceding day; negative if accrued. If absent, it is the rent of the
	 * current period, prorated by days. Required if the rent changes during the lease. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** The provision in the books for the onerous lease; it reduces the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** A new rent from a date onward. */
export interface CompareRequestEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free period. */
export interface CompareRequestEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** The number of months. */
	months: number;
	/** The share of the rent that is not payable, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A one-off payment or an incentive. */
export interface CompareRequestEventOtherPayment {
	/** The date of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment: paid by the lessee. incentive: received by the lessee. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface CompareRequestEventComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface CompareRequestEvent {
	/** A day after commencement and within the term at that time. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * payment was postponed. residual_guarantee: the amount probable of being owed changed. reassessment: the term or an
	 * option was reassessed. modification: the contract changed. impairment: the asset was written down.
	 * impairment_reversal: an impairment was reversed. termination: the lease ended early. purchase: the lessee bought the
	 * asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** The relative change in the rent and in later steps, as a fraction, instead of paymentAmount. */
	changePct?: DecimalInput | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly CompareRequestEventRentStep[] | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly CompareRequestEventRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly CompareRequestEventOtherPayment[] | null | undefined;
	/** The escalation from the date onward. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from the date onward. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount that will probably be payable under the guarantee. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that follows from the criteria at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Initial direct costs paid on the date of the event. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Lease incentives received on the date of the event. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease in scope reduces the asset: by the portion surrendered, or in proportion to the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The recognized loss. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed. The asset does not exceed the carrying amount that it would have
	 * without impairments. */
	amount?: DecimalInput | null | undefined;
	/** The payment for ending the lease; negative if the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** The price paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** The kind of the new discount rate. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency per unit of currency on the day. If the currencies differ, it is required for each event
	 * that remeasures or terminates the lease or purchases the asset. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The components of the contract from the date onward, for a modification. All components may be of kind lease. */
	components?: readonly CompareRequestEventComponent[] | null | undefined;
}

/** A component of the contract. */
export interface CompareRequestComponent {
	/** The goods or services. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** The stand-alone price. */
	standalonePrice: DecimalInput;
}

/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
 * The days before the first regular period and after the last form partial periods. */
export interface CompareRequestCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. Payments are quarterly. In arrears, a payment is made on the day before the next quarter day.
	 * For payments on the quarter day itself, use otherPayments with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface CompareRequestVariablePayment {
	/** The date of the payment. */
	date: string;
	/** The amount, negative for a refund. */
	amount: DecimalInput;
	/** A description of the payment. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface CompareRequestSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** The amount received. */
	amount: DecimalInput;
}

/** A receipt. */
export interface CompareRequestSubleaseReceipt {
	/** The day of the receipt. */
	date: string;
	/** The amount. */
	amount: DecimalInput;
}

/** A sublease. */
export interface CompareRequestSublease {
	/** The first day of the sublease. */
	from: string;
	/** The last day of the sublease. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly CompareRequestSubleaseReceipt[];
	/** A description of the receipt, such as the subtenant. */
	name?: string | null | undefined;
}

/** A lease with the treatments to compare. initialApplication is rejected here. */
export interface CompareRequestFields {
	/** Your identifier of the lease, at most 100 characters. Memos, files and entry numbers contain it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files contain it. */
	name?: string | null | undefined;
	/** Up to 20 text values, such as entity, asset class or cost center. Files contain them, and reports can group leases
	 * by them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. 0001-01-01
	 * or later; the last day of the term is no later than 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancelable period and the renewal options that are reasonably
	 * certain to be exercised. Five years is 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. It excludes variable payments that depend on use or on a future index. */
	paymentAmount: DecimalInput;
	/** How often paymentAmount falls due: every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When a payment falls due within its period: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class that follows from the five criteria of ASC 842. Omit it to use the criteria. It has no effect
	 * under the other standards; a note reports an ignored `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed increase in the payment at each anniversary of commencement, compounded, as a fraction: 3% a year is 0.03.
	 * From 0 to 1. It includes only increases that the contract fixes, not a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission. They are added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement. They reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement. It is added to the right-of-use asset and not included in the payments of the
	 * schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount that will probably be payable under a residual value guarantee at the end of the term, not the whole
	 * guarantee. It is a lease payment. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; if purchaseOptionReasonablyCertain is
	 * false, the price is not a lease payment. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Without it, the
	 * criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement. It is used for the 75% test of ASC
	 * 842-10-25-2(c), and to amortize an asset that the lessee expects to own or that has a life shorter than the term.
	 * Ten years is 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rents of a whole period from given dates onward, instead of paymentAmount. Dates are in ascending order; each is
	 * the first day of a payment period after the first. The escalation continues from the step, at the next anniversary
	 * of commencement. */
	rentSteps?: readonly CompareRequestRentStep[] | null | undefined;
	/** The fixed amount by which the payment increases at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months for which all or a share of the rent is not payable. The periods are within the term, in ascending order, and
	 * do not overlap. */
	rentFree?: readonly CompareRequestRentFree[] | null | undefined;
	/** One-off fixed lease payments on dates within the term, such as key money, and incentives received after
	 * commencement, in the order of their dates. */
	otherPayments?: readonly CompareRequestOtherPayment[] | null | undefined;
	/** The conventions of the measurement. If they are supplied, the result contains them. */
	basis?: CompareRequestBasis | null | undefined;
	/** A recognition exemption: the lease is not recognized on the balance sheet. short_term for terms of at most 12
	 * months, low_value only under IFRS_16 and FRS_102. Not together with fields that contradict it, such as a purchase
	 * option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, which is part of the asset. Only under IFRS_16 (16.24(d)) and FRS_102
	 * (20.47). */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, used only for the 90% test. Only under
	 * ASC_842. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). Only under ASC_842. */
	assetTotalLifeMonths?: number | null | undefined;
	/** The statements for which entries are made: the government-wide statements, the statements of a governmental fund on
	 * the modified accrual basis, or both. With both, each entry is listed twice. The figures are always government-wide.
	 * Only under GASB_87 and GASB_96. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and
	 * IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: CompareRequestInitialApplication | null | undefined;
	/** The grant or donation in a lease at below-market rent. It is part of the asset, credited to Deferred income, and not
	 * part of the liability. Only under FRS_102 (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. It determines the decimals of every amount in the
	 * response. Without it, amounts have two decimals. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** The events in the life of the lease, by date. An event takes effect at the start of its day, and its fields replace
	 * the earlier terms from that day onward. Each event measures all payments to the end of the term again. The
	 * measurements at commencement and at the events may together cover at most 70,000 periods. A rent step counts as one
	 * period, and a one-off payment counts as four, or as ten if the discounting is not nominal; `at` doubles the number.
	 * The schedule and the entries cover the whole life of the lease; everything else in the result describes the lease at
	 * commencement. Section 13.2 of the method lists the fields that each type requires and accepts. */
	events?: readonly CompareRequestEvent[] | null | undefined;
	/** The carrying amount of the asset in other books when an existing lease is transferred in. commencementDate is then
	 * the date of the transfer, and the other fields describe the remaining lease. Not together with prepaidRent,
	 * initialDirectCosts, leaseIncentives or restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** The kind of discountRateAnnual. No figure depends on it, but notes and workpapers show it. risk_free is for ASC_842
	 * (842-20-30-3, lessees other than public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** The components of the contract, if it also includes services. At least one lease and one service are required, with
	 * their stand-alone prices. Every payment is divided in proportion to these prices, and the schedule shows the lease
	 * portion. */
	components?: readonly CompareRequestComponent[] | null | undefined;
	/** The rate of irrecoverable tax on the payments, as a fraction (20% is 0.20). Payments are stated before this tax,
	 * which is expensed when paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields.
	 * The days before the first regular period and after the last form partial periods. */
	calendar?: CompareRequestCalendar | null | undefined;
	/** Actual payments that depend on sales or use, on dates within the term, in the order of their dates. They are not
	 * part of the liability and are expensed on their dates. */
	variablePayments?: readonly CompareRequestVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports include
	 * it; the schedule does not. */
	subleaseIncome?: readonly CompareRequestSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is recognized straight-line over the months of
	 * each sublease. Reports include it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases
	 * together have at most 2,400 receipts. */
	subleases?: readonly CompareRequestSublease[] | null | undefined;
	/** The national standard that adopts the text of IFRS 16. Only under IFRS_16. Titles, citations and notes name this
	 * standard. Amounts and paragraph numbers are as in IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The functional currency of the lessee, if it differs from the lease's currency. The field currency is then required.
	 * Reports use it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency per unit of currency, at commencement or initial application. Required if the currencies
	 * differ. It is used to 17 decimal places. */
	exchangeRate?: DecimalInput | null | undefined;
	/** The carrying amount of openingRouAsset in functionalCurrency; if absent, openingRouAsset at exchangeRate. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** The carrying amount of prepaidRent in functionalCurrency; if absent, prepaidRent at exchangeRate. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The carrying amount in functionalCurrency of the rent prepaid or accrued at initial application; if absent, the
	 * amount at exchangeRate. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract that support fields of the lease, by the path of the field, such as paymentAmount or
	 * rentSteps[0].from. The memo, the workbook and the verification workpaper show each passage and whether it contains
	 * the value (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response then has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
	/** The treatments in the order of the response. Each difference is relative to the first treatment. If absent, all six
	 * treatments, in the order of the enumeration. */
	treatments?: readonly ("ASC_842_operating" | "ASC_842_finance" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96")[] | null | undefined;
}

/** One of discountRateAnnual, discountRates is required. */
export type CompareRequest = CompareRequestFields & ( {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. By default it
	 * is a nominal rate: each period uses the annual rate divided by the number of periods in a year. Required, unless
	 * discountRates of the lease or of a report supplies it. */
	discountRateAnnual: DecimalInput;
	/** A table of discount rates. It supplies the rate of the lease, and of each reassessment and modification without a
	 * rate. The first row that is valid on the day and matches the lease's currency and tags selects the rows with the
	 * same currency and tags. Of these, the rows with the latest validFrom apply. The remaining term, in whole months
	 * rounded up, selects the rate of one row or the rate interpolated between two rows. For a term below the shortest,
	 * the shortest applies; a term above the longest is rejected. */
	discountRates?: readonly RateRow[] | null | undefined;
} | {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. By default it
	 * is a nominal rate: each period uses the annual rate divided by the number of periods in a year. Required, unless
	 * discountRates of the lease or of a report supplies it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** A table of discount rates. It supplies the rate of the lease, and of each reassessment and modification without a
	 * rate. The first row that is valid on the day and matches the lease's currency and tags selects the rows with the
	 * same currency and tags. Of these, the rows with the latest validFrom apply. The remaining term, in whole months
	 * rounded up, selects the rate of one row or the rate interpolated between two rows. For a term below the shortest,
	 * the shortest applies; a term above the longest is rejected. */
	discountRates: readonly RateRow[];
});

/** The amounts of one lease year. */
export interface CompareResponseTreatmentYear {
	/** The number of the lease year, from 1. */
	year: number;
	payments: Decimal;
	interest: Decimal;
	amortization: Decimal;
	leaseExpense: Decimal;
	liabilityClose: Decimal;
	rouAssetClose: Decimal;
}

/** The lease under one treatment. */
export interface CompareResponseTreatment {
	key: "ASC_842_operating" | "ASC_842_finance" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	initialLiability: Decimal;
	initialRouAsset: Decimal;
	totalLeaseCost: Decimal;
	currentLiability: Decimal;
	longTermLiability: Decimal;
	/** The amounts of each lease year. */
	years: CompareResponseTreatmentYear[];
	/** Fields that were omitted for the treatment, and points to check. */
	notes: string[];
}

/** The amounts of one lease year. */
export interface CompareResponseDifferenceYear {
	/** The number of the lease year, from 1. */
	year: number;
	leaseExpense: Decimal;
	rouAssetClose: Decimal;
}

/** The amounts of a treatment less the amounts of the first treatment. */
export interface CompareResponseDifference {
	key: "ASC_842_operating" | "ASC_842_finance" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	initialRouAsset: Decimal;
	totalLeaseCost: Decimal;
	/** The amounts of each lease year. */
	years: CompareResponseDifferenceYear[];
}

/** One lease under every treatment. */
export interface CompareResponse {
	/** The treatments in the requested order, or all treatments. Later versions may add others. */
	treatments: CompareResponseTreatment[];
	/** The amounts of each treatment less the amounts of the first treatment. */
	differences: CompareResponseDifference[];
	request_id: string;
	replay: boolean;
}

/** The operations with their requests and answers. */
export interface Operations {
	/** The whole accounting of the lease: liability, right-of-use asset, schedule, disclosures, classification, journal
	 * entries, citations and notes. Billed as 1 computation. The Accept header can request a file instead of JSON, at the
	 * same price: a workbook, a PDF, or CSV. `request_id` and `replay` are then only in the headers x-request-id and
	 * idempotent-replay. A request with another format is not a replay. A format that only another operation offers is
	 * rejected with invalid_request, and the message names Accept; a media type that is not listed here gets JSON. */
	"compute": { request: Lease; response: ComputeResponse };
	/** The initial amounts and the schedule, one row for each payment period. Billed as 1 computation. */
	"schedule": { request: Lease; response: ScheduleResponse };
	/** The commencement entry and one balanced entry for each payment period. Billed as 1 computation. */
	"journal-entries": { request: Lease; response: JournalResponse };
	/** The operating-or-finance classification with its criteria and reasons. Free, but it counts toward the rate limit. */
	"classify": { request: Lease; response: ClassifyResponse };
	/** The figures of up to 5,000 leases for a reporting period: balances, rollforwards, cost, cash, maturities, current
	 * and long-term portions and weighted averages, in total, by group, and lease by lease; with `journal: monthly` also
	 * the entries by calendar month. A report ignores events after `to`. Its opening balances are the closing balances of
	 * the preceding period, and every total is the sum of its leases. Needs the Pro plan, and is billed as 1 computation
	 * for each lease in the response, all or none; skipped leases are free. The body is limited to 8 MiB. */
	"report": { request: ReportRequest; response: ReportResponse };
	/** Re-performs the figures of another program or spreadsheet and reports whether they agree with the lease, where and
	 * by how much they differ, which are inconsistent with each other, and which convention explains the difference.
	 * Billed as 1 computation. The body is limited to 1 MiB. The Accept header can request a workpaper instead of JSON, at
	 * the same price. */
	"verify": { request: VerifyRequest; response: VerifyResponse };
	/** One lease under ASC 842 as an operating and as a finance lease, and under the other standards, or under the
	 * requested `treatments`: initial figures, every lease year, totals, and the differences of each treatment from the
	 * first. The request's `standard`, `classification` and `exemption` are ignored, and fields that a standard rejects
	 * are omitted; notes list both. Billed as 1 computation. The Accept header can request a file instead of JSON, at the
	 * same price. */
	"compare": { request: CompareRequest; response: CompareResponse };
}
