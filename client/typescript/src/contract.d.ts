// Generated from the contract, version 1.0.0, by 'make generate-clients'.

/** A number in exact decimals, such as "519841.89". */
export type Decimal = string;

/** A number to send: its digits as text, or an object with a toJSON method, such as a decimal.js number. A number of
 * JavaScript holds 15 digits and is sent as it prints. */
export type DecimalInput = string | number | bigint | { toJSON(): string };

/** The rent from a date on. */
export interface LeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface LeaseRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface LeaseOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. Where it is given, the result repeats it. */
export interface LeaseBasis {
	/** nominal: a period's rate is the annual rate times months / 12. effective: (1 + rate)^(months / 12). actual_365: (1 +
	 * rate)^(days / 365), as XNPV of spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether what is paid on the commencement date is part of the liability, or was settled and is part of the asset
	 * alone. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface LeaseInitialApplication {
	/** The day of initial application, after commencement and within the term. Events are dated after it. */
	date: string;
	/** Prepaid rent in the books at the end of the previous day, negative where it is accrued. Absent, it is the rent of
	 * the period under way by days; required where more than paymentAmount states the rents. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** A provision for the onerous lease in the books, which is taken off the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** The rent from a date on. */
export interface LeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface LeaseEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface LeaseEventOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface LeaseEventComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface LeaseEvent {
	/** A day after commencement and within the term then in force. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * one moved. residual_guarantee: the amount probable of being owed changed. reassessment: term or option were assessed
	 * anew. modification: the contract changed. impairment: the asset was written down. impairment_reversal: an impairment
	 * no longer exists. termination: the lease ended early. purchase: the lessee bought the asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** Instead of paymentAmount, the change of that rent and of later steps, as a fraction. */
	changePct?: DecimalInput | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly LeaseEventRentStep[] | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly LeaseEventRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly LeaseEventOtherPayment[] | null | undefined;
	/** The escalation from the date on. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from now on. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount probable of being owed. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that is derived at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The economic life that remains at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Paid on the day. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Received on the day. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease of scope reduces the asset: with the share retained, or with the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The loss that is recognized. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed, at most to the carrying amount without impairments. */
	amount?: DecimalInput | null | undefined;
	/** What is paid for ending the lease; negative where the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** What is paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** Which kind of rate the new discount rate is. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency for one of currency on the day. Required of each event that measures, terminates or
	 * purchases where the two differ. */
	exchangeRate?: DecimalInput | null | undefined;
	/** What the payments are for from the date on, for a modification. All may be of kind lease. */
	components?: readonly LeaseEventComponent[] | null | undefined;
}

/** A row of a table of discount rates. */
export interface RateRow {
	/** The day from which the rate is used. */
	validFrom: string;
	/** The term that the rate is for. */
	termMonths: number;
	/** The annual discount rate, as a fraction. */
	discountRateAnnual: DecimalInput;
	/** The currency of the leases that the rate is for; left out, any. */
	currency?: string | null | undefined;
	/** The tags that a lease must have; left out, any lease. */
	tags?: Record<string, string> | null | undefined;
	/** Where the rate comes from. */
	source?: string | null | undefined;
}

/** A component of the contract. */
export interface LeaseComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
 * the first regular period and after the last are parts of a period. */
export interface LeaseCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. The payments are quarterly. In arrears, a payment is made on the day before the next of these
	 * days; payments on the day itself are listed in otherPayments, with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface LeaseVariablePayment {
	/** The day of the payment. */
	date: string;
	/** The amount, negative where it was received back. */
	amount: DecimalInput;
	/** What it is for. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface LeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** What was received. */
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
	/** The first day. */
	from: string;
	/** The last day. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly LeaseSubleaseReceipt[];
	/** Such as the subtenant. */
	name?: string | null | undefined;
}

/** One lease as its lessee knows it. Amounts are in units of the lease's currency (10000 is ten thousand dollars);
 * rates are fractions per year (5% is 0.05). */
export interface LeaseFields {
	/** Your own identity of the lease, at most 100 characters. Memos, files and the numbers of entries have it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files have it. */
	name?: string | null | undefined;
	/** Up to 20 texts such as entity, asset class or cost centre. They are carried through to files, and reports group by
	 * them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. From
	 * 0001-01-01; the last day of the term is at most 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancellable period with the renewal options that are
	 * reasonably certain to be exercised. Five years are 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. Variable payments that depend on use or on a future index do not belong here. */
	paymentAmount: DecimalInput;
	/** How often paymentAmount falls due; every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When in its period a payment falls due: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class derived under ASC 842. Leave it out to have the class derived from the five criteria. Under the
	 * other standards it has no effect; a note says so of `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed rise of the payment at each anniversary of commencement, as a fraction and compounding: 3% a year is 0.03.
	 * From 0 to 1. Only increases fixed by the contract, never a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission; added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement; they reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement; added to the right-of-use asset and not part of the payments of the schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount probable of being owed under a residual value guarantee at the end of the term, not the whole guarantee;
	 * part of the lease payments. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; where purchaseOptionReasonablyCertain is
	 * false, the price is not part of the payments. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Where it is left
	 * out, the criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement, for the 75% test of ASC 842-10-25-2(c), and for
	 * the amortization of an asset that the lessee expects to own, or that lasts for less than the term. Ten years are
	 * 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly LeaseRentStep[] | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly LeaseRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly LeaseOtherPayment[] | null | undefined;
	/** The conventions of the measurement. Where it is given, the result repeats it. */
	basis?: LeaseBasis | null | undefined;
	/** A recognition exemption: the lease is kept off the balance sheet. short_term for terms of at most 12 months,
	 * low_value under IFRS_16 and FRS_102 only. Not together with members that contradict it, such as a purchase option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, part of the asset. IFRS_16 (16.24(d)) and FRS_102 (20.47) only. */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, for the 90% test alone. ASC_842 only. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). ASC_842 only. */
	assetTotalLifeMonths?: number | null | undefined;
	/** Which statements the entries are for: those of the government as a whole, of a governmental fund on the modified
	 * accrual basis, or both, which gives each entry twice. The figures are government-wide. GASB_87 and GASB_96 only. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
	 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: LeaseInitialApplication | null | undefined;
	/** The grant or donation in a lease below market rent: part of the asset, credited to Deferred income, never in the
	 * liability. FRS_102 only (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. Every amount in the answer then has its decimals.
	 * Left out, amounts have two. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** What happened in the life of the lease, by date. An event takes effect at the start of its day; what it states
	 * replaces, from that day on, what was stated before. Each event measures all payments to the end of the term again;
	 * together they may measure at most 70,000 periods. A rent step counts as one, another payment as four, and as ten
	 * where the basis is not nominal. The schedule and the entries are then those of the whole life; everything else in
	 * the result describes commencement. Which members a type needs and takes is described in the method, section 13.2. */
	events?: readonly LeaseEvent[] | null | undefined;
	/** The asset carried in other books when a running lease is taken over; commencementDate is then the date of take-over,
	 * and the other members describe what is left. Not together with prepaidRent, initialDirectCosts, leaseIncentives or
	 * restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** Which kind of rate discountRateAnnual is; no figure depends on it, and notes and papers carry it. risk_free is for
	 * ASC_842 (842-20-30-3, lessees that are no public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** What the payments are for, where the contract provides services too: at least one component of each kind, with its
	 * stand-alone price. Every payment is then divided by these prices; the schedule shows the lease part. */
	components?: readonly LeaseComponent[] | null | undefined;
	/** The rate of a tax on the payments, which are stated before it, that the lessee does not recover, as a fraction (20%
	 * is 0.20). It is expensed when it is paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
	 * the first regular period and after the last are parts of a period. */
	calendar?: LeaseCalendar | null | undefined;
	/** Actual payments that depend on sales, use or the like, on dates within the term that do not fall. They are no part
	 * of the liability and are expensed on their dates. */
	variablePayments?: readonly LeaseVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports show
	 * it; the schedule does not. */
	subleaseIncome?: readonly LeaseSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is straight-line over the months of each
	 * sublease. Reports show it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases have at
	 * most 2,400 receipts. */
	subleases?: readonly LeaseSublease[] | null | undefined;
	/** The national standard with the text of IFRS 16, under IFRS_16 only. Titles, citations and notes use its name;
	 * figures and paragraph numbers are those of IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The currency of the books of the entity that leases, where it is another than currency, which it needs. Reports are
	 * in it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency for one of currency, at commencement or initial application. Required where the two
	 * differ; used to 17 decimals. */
	exchangeRate?: DecimalInput | null | undefined;
	/** openingRouAsset as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** prepaidRent as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The rent prepaid or accrued at initial application as the books carry it, in functionalCurrency; at exchangeRate
	 * where it is absent. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract in which the members of the lease stand, by the paths of members that the lease states, as
	 * in paymentAmount or rentSteps[0].from. Memo, workbook and verification paper carry them, each with whether the value
	 * is in the passage (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
}

/** One of discountRateAnnual, discountRates is required. */
export type Lease = LeaseFields & ( {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. It is
	 * nominal: each period takes the annual rate divided by the periods of a year. Required, unless discountRates of the
	 * lease or of a report gives it. */
	discountRateAnnual: DecimalInput;
	/** A table of discount rates, which gives the rate of the lease and of each reassessment and modification that states
	 * none. The first row valid on the day whose currency and tags fit the lease names the family (the rows of the same
	 * currency and tags), and the family's latest validFrom is the curve. The term that is left, in whole months rounded
	 * up, gives the rate: that of its row, or the one interpolated between two rows. A term shorter than the shortest
	 * takes the shortest; a longer one than the longest is refused. */
	discountRates?: readonly RateRow[] | null | undefined;
} | {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. It is
	 * nominal: each period takes the annual rate divided by the periods of a year. Required, unless discountRates of the
	 * lease or of a report gives it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** A table of discount rates, which gives the rate of the lease and of each reassessment and modification that states
	 * none. The first row valid on the day whose currency and tags fit the lease names the family (the rows of the same
	 * currency and tags), and the family's latest validFrom is the curve. The term that is left, in whole months rounded
	 * up, gives the rate: that of its row, or the one interpolated between two rows. A term shorter than the shortest
	 * takes the shortest; a longer one than the longest is refused. */
	discountRates: readonly RateRow[];
});

/** The rent from a date on. */
export interface NormalizedLeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period. */
	paymentAmount: Decimal;
}

/** A rent-free span. */
export interface NormalizedLeaseRentFree {
	/** The first day of the span. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed. */
	share: Decimal;
}

/** A single payment. */
export interface NormalizedLeaseOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** Paid or received. */
	kind: "payment" | "incentive";
}

/** The conventions of the measurement, with their defaults filled in. */
export interface Basis {
	/** How the annual discount rate is applied. */
	discounting: "nominal" | "effective" | "actual_365" | "monthly";
	/** Whether what is paid at commencement is part of the liability. */
	commencementPayment: "liability" | "settled";
}

/** The rent from a date on. */
export interface NormalizedLeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period. */
	paymentAmount: Decimal;
}

/** A rent-free span. */
export interface NormalizedLeaseEventRentFree {
	/** The first day of the span. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed. */
	share: Decimal;
}

/** A single payment. */
export interface NormalizedLeaseEventOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** Paid or received. */
	kind: "payment" | "incentive";
}

/** A component of the contract. */
export interface NormalizedLeaseEventComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: Decimal;
}

/** An event in the life of the lease. */
export interface NormalizedLeaseEvent {
	/** The day of the event. */
	date: string;
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the event on. */
	paymentAmount?: Decimal;
	/** The change of the rent, as a fraction. */
	changePct?: Decimal;
	/** The rent from dates on. */
	rentSteps?: NormalizedLeaseEventRentStep[];
	/** Months in which rent, or a share of it, is not owed. */
	rentFree?: NormalizedLeaseEventRentFree[];
	/** Single payments and incentives received. */
	otherPayments?: NormalizedLeaseEventOtherPayment[];
	/** The escalation from the event on. */
	annualEscalationPct?: Decimal;
	/** The escalation from the event on, as an amount. */
	annualEscalationAmount?: Decimal;
	/** The new term, counted from commencement. */
	termMonths?: number;
	/** The annual discount rate at the event. */
	discountRateAnnual?: Decimal;
	/** The exercise price. */
	purchaseOptionAmount?: Decimal;
	/** Whether exercise is reasonably certain. */
	purchaseOptionReasonablyCertain?: boolean;
	/** Whether title passes. */
	transfersOwnership?: boolean;
	/** The amount probable of being owed. */
	residualValueGuarantee?: Decimal;
	classification?: "operating" | "finance";
	/** The fair value at the event. */
	assetFairValue?: Decimal;
	/** The economic life that remains. */
	assetEconomicLifeMonths?: number;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean;
	/** Paid on the day. */
	initialDirectCosts?: Decimal;
	/** Received on the day. */
	leaseIncentives?: Decimal;
	/** The share of the leased asset that is retained. */
	retainedShare?: Decimal;
	/** How a decrease of scope reduces the asset. */
	proportion?: "asset" | "liability";
	/** The loss that is recognized. */
	impairmentLoss?: Decimal;
	/** The amount of an impairment that is reversed. */
	amount?: Decimal;
	/** What is paid for ending the lease. */
	penalty?: Decimal;
	/** What is paid for the asset. */
	price?: Decimal;
	/** Which kind of rate the new discount rate is. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable";
	/** Units of functionalCurrency for one of currency on the day. */
	exchangeRate?: Decimal;
	/** What the payments are for. */
	components?: NormalizedLeaseEventComponent[];
}

/** A row of a table of discount rates. */
export interface RateRowAnswer {
	/** The day from which the rate is used. */
	validFrom: string;
	/** The term that the rate is for. */
	termMonths: number;
	/** The annual discount rate, as a fraction. */
	discountRateAnnual: Decimal;
	/** The currency of the leases that the rate is for; left out, any. */
	currency?: string | null;
	/** The tags that a lease must have; left out, any lease. */
	tags?: Record<string, string> | null;
	/** Where the rate comes from. */
	source?: string | null;
}

/** A component of the contract. */
export interface NormalizedLeaseComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: Decimal;
}

/** Where payment periods lie. */
export interface NormalizedLeaseCalendar {
	/** The first day of the first regular period. */
	from?: string;
	/** Days of each year. */
	days?: "english_quarter_days" | "scottish_term_days";
}

/** A variable payment. */
export interface NormalizedLeaseVariablePayment {
	/** The day of the payment. */
	date: string;
	/** The amount. */
	amount: Decimal;
	/** What it is for. */
	name?: string;
}

/** Income from a sublease. */
export interface NormalizedLeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** What was received. */
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
	/** The first day. */
	from: string;
	/** The last day. */
	to: string;
	/** The receipts. */
	receipts: NormalizedLeaseSubleaseReceipt[];
	/** Such as the subtenant. */
	name?: string;
}

/** The first measurement of a lease that ran before. */
export interface NormalizedLeaseInitialApplication {
	/** The day of initial application. */
	date: string;
	/** Rent of the books, prepaid or, if negative, accrued. */
	prepaidOrAccruedRent?: Decimal;
	/** The provision for an onerous lease in the books. */
	onerousProvision?: Decimal;
}

/** The lease as it was read: defaults filled in, members in a fixed order, each number as its exact value in shortest
 * plain decimals (1e3 is 1000, 60.0 is 60). Members that were left out are absent. */
export interface NormalizedLease {
	/** Your own identity of the lease. */
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
	/** When in its period a payment falls due. */
	paymentTiming: "advance" | "arrears";
	/** The override, where one was sent. */
	classification?: "operating" | "finance";
	/** Rise at each anniversary, as a fraction. */
	annualEscalationPct?: Decimal;
	/** Added to the right-of-use asset. */
	initialDirectCosts?: Decimal;
	/** Deducted from the right-of-use asset. */
	leaseIncentives?: Decimal;
	/** Added to the right-of-use asset. */
	prepaidRent?: Decimal;
	/** Part of the last payment. */
	residualValueGuarantee?: Decimal;
	/** Part of the last payment, where it counts. */
	purchaseOptionAmount?: Decimal;
	/** Whether title passes. */
	transfersOwnership?: boolean;
	/** Whether a purchase option will be exercised. */
	purchaseOptionReasonablyCertain?: boolean;
	/** Fair value of the asset. */
	assetFairValue?: Decimal;
	/** Remaining economic life in months. */
	assetEconomicLifeMonths?: number;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean;
	/** The rent from dates on. */
	rentSteps?: NormalizedLeaseRentStep[];
	/** Rise at each anniversary, as an amount. */
	annualEscalationAmount?: Decimal;
	/** Months in which rent, or a share of it, is not owed. */
	rentFree?: NormalizedLeaseRentFree[];
	/** Single payments and incentives received. */
	otherPayments?: NormalizedLeaseOtherPayment[];
	basis?: Basis;
	exemption?: "short_term" | "low_value";
	/** Part of the asset. */
	restorationCost?: Decimal;
	/** The whole guaranteed residual value. */
	guaranteedResidualValue?: Decimal;
	/** Total economic life in months. */
	assetTotalLifeMonths?: number;
	/** Which statements the entries are for. */
	fund?: "government_wide" | "governmental" | "both";
	currency?: string;
	/** What happened in the life of the lease, as it was stated. */
	events?: NormalizedLeaseEvent[];
	/** The asset taken over from other books. */
	openingRouAsset?: Decimal;
	/** Which kind of rate the discount rate is. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable";
	/** The table of discount rates. */
	discountRates?: RateRowAnswer[];
	/** What the payments are for. */
	components?: NormalizedLeaseComponent[];
	/** The rate of irrecoverable tax. */
	irrecoverableTaxRate?: Decimal;
	/** Where payment periods lie. */
	calendar?: NormalizedLeaseCalendar;
	/** Payments that depend on sales, use or the like. */
	variablePayments?: NormalizedLeaseVariablePayment[];
	/** Income from subleases. */
	subleaseIncome?: NormalizedLeaseSubleaseIncome[];
	/** Operating subleases. */
	subleases?: NormalizedLeaseSublease[];
	/** The national standard that names IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116";
	/** The first measurement of a lease that ran before. */
	initialApplication?: NormalizedLeaseInitialApplication;
	/** The grant in a lease below market rent. */
	grantElement?: Decimal;
	functionalCurrency?: string;
	/** Units of functionalCurrency for one of currency, at commencement or initial application. */
	exchangeRate?: Decimal;
	/** The asset taken over, in functionalCurrency. */
	openingRouAssetFunctional?: Decimal;
	/** Prepaid rent, in functionalCurrency. */
	prepaidRentFunctional?: Decimal;
	/** The rent prepaid or accrued at initial application, in functionalCurrency. */
	prepaidOrAccruedRentFunctional?: Decimal;
	/** Passages of the contract, by the paths of the members that they are quoted for. */
	evidence?: Record<string, string>;
	/** The day of the balances. */
	at?: string;
}

/** The balances in the books at the end of a day. They are 0.00 before commencement and after the end of the lease. */
export interface Balances {
	/** The day. */
	date: string;
	/** Lease liability, including accrued interest. */
	liability: Decimal;
	/** Interest accrued and not yet paid; part of the current liability. */
	accruedInterest: Decimal;
	/** Right-of-use asset. */
	rouAsset: Decimal;
	/** The part of the liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The remaining liability. */
	longTermLiability: Decimal;
}

/** What an event did to the books. */
export interface EventResult {
	/** The day of the event. */
	date: string;
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The liability was measured anew, the change is variable cost, the asset was written down, or both left the books. */
	treatment: "remeasured" | "expensed" | "impaired" | "derecognized" | "reversed";
	/** The term in force after the event, counted from commencement. */
	termMonths: number;
	/** The annual discount rate in force after the event. */
	discountRateAnnual: Decimal;
	classification: "operating" | "finance";
	/** Lease liability at the end of the previous day. */
	liabilityBefore: Decimal;
	/** Lease liability after the event. */
	liabilityAfter: Decimal;
	/** The asset at the end of the previous day. */
	rouAssetBefore: Decimal;
	/** The asset after the event. */
	rouAssetAfter: Decimal;
	/** Gain, or loss where it is negative. */
	gainOrLoss: Decimal;
	/** The impairment loss; a reversal is negative. */
	impairmentLoss: Decimal;
	/** The change of the liability by measuring it anew. */
	liabilityRemeasured: Decimal;
	/** The part of the liability that left the books. */
	liabilityDerecognized: Decimal;
	/** The change of the asset that follows the liability, with costs and incentives of the day. */
	rouAssetRemeasured: Decimal;
	/** The part of the asset that left the books. */
	rouAssetDerecognized: Decimal;
	/** The paragraphs behind the treatment. */
	citations: string[];
}

/** Totals of the life of a lease with events. */
export interface Life {
	/** The sum of payment. */
	payments: Decimal;
	/** The sum of variableLeaseExpense. */
	variablePayments: Decimal;
	/** The sum of interest. */
	interest: Decimal;
	/** The sum of rouAmortization. */
	amortization: Decimal;
	/** The sum of leaseExpense. */
	leaseExpense: Decimal;
	/** The sum of the impairment losses. */
	impairmentLosses: Decimal;
	/** Gains less losses of the events. */
	gainsAndLosses: Decimal;
}

/** One payment period. Every row foots: liabilityClose is the balance before plus interest minus payment, and
 * rouAssetClose is the balance before minus rouAmortization. */
export interface SchedulePeriod {
	/** Number of the period, from 1. */
	period: number;
	/** The day on which the payment is due: the first of the period in advance, the last in arrears. */
	date: string;
	/** Everything paid in the period: the rent, single payments net of incentives received, and in the last one residual
	 * guarantee and purchase price. */
	payment: Decimal;
	/** Interest accreted on the liability in the period. */
	interest: Decimal;
	/** Payment less interest; negative where a payment does not cover its interest. */
	principal: Decimal;
	/** Lease liability after the period; exactly 0.00 in the last row. */
	liabilityClose: Decimal;
	/** Amortization of the right-of-use asset in the period. */
	rouAmortization: Decimal;
	/** Right-of-use asset after the period. */
	rouAssetClose: Decimal;
	/** Cost of the period: straight-line for an operating lease, else interest plus amortization. */
	leaseExpense: Decimal;
	/** What is owed beyond the measured payment, where a change of an index is variable cost, and what was paid by sales,
	 * use or the like. */
	variableLeaseExpense?: Decimal;
	/** The cost of services, where the lease has components. */
	nonLeaseExpense?: Decimal;
	/** Irrecoverable tax, if irrecoverableTaxRate is supplied. */
	taxExpense?: Decimal;
	/** First day of the row, where the lease has events. */
	from?: string;
	/** Months of the row, where the lease has events; a fraction where an event cut it. */
	months?: Decimal;
	/** Lease liability at the start of the row, where the lease has events. */
	liabilityOpen?: Decimal;
	/** The asset at the start of the row, where the lease has events. */
	rouAssetOpen?: Decimal;
}

/** A rate that a lease took from its table. */
export interface RateUsed {
	/** The day for which it was looked up: commencement, or that of an event. */
	date: string;
	/** The whole months left of the term, rounded up. */
	termMonths: number;
	/** The rate, as a fraction. */
	discountRateAnnual: Decimal;
	/** The rows of the table that it comes from, from 0; two where it lies between them. */
	rows: number[];
	/** Where the table says the rate comes from. */
	source?: string;
}

/** Undiscounted payments of one lease year. */
export interface MaturityYear {
	/** Lease year from commencement; 6 means all later years. */
	year: number;
	/** The year in words. */
	label: "Year 1" | "Year 2" | "Year 3" | "Year 4" | "Year 5" | "Thereafter";
	/** Payments of the periods that start in the year, and single payments of the year. */
	undiscountedPayments: Decimal;
}

/** Figures for the notes to the financial statements, at commencement and for this lease alone. */
export interface Disclosures {
	/** Remaining term in months; the term of this one lease. At an initial application to two decimals. */
	weightedAverageRemainingTermMonths: Decimal;
	/** Annual rate as a fraction; the rate of this one lease. */
	weightedAverageDiscountRate: Decimal;
	/** The sum of all payments of the schedule. */
	totalUndiscountedPayments: Decimal;
	/** Undiscounted payments less the initial liability; 0 where the lease is kept off the balance sheet. */
	imputedInterest: Decimal;
	/** Lease years 1 to 5, and Thereafter where the term is longer than five years. */
	maturityAnalysis: MaturityYear[];
	/** The current portion of the lease liability, settled within twelve months of commencement. */
	currentLiability: Decimal;
	/** The rest of the initial liability. */
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
	/** Number of rows of the schedule. */
	periods: number;
	/** The annual rate divided by the periods of a year, with up to 15 significant digits. */
	periodicRate: Decimal;
	/** Present value of the lease payments; in advance it is stated before the payment due at commencement. */
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
	/** What was paid on the commencement date and is no part of the liability, where basis says settled. */
	commencementPayment?: Decimal;
	balances?: Balances;
	/** What each event did, where the request has events. */
	events?: EventResult[];
	life?: Life;
	/** One row for each payment period; an event within a period cuts it in two. */
	schedule: SchedulePeriod[];
	/** The rates that the lease took from a table, where there is one. */
	discountRates?: RateUsed[];
	disclosures: Disclosures;
	/** The paragraphs behind the figures and behind what few leases state, each with a short explanation. */
	citations: string[];
	/** Judgements made and points to check, one sentence each. */
	notes: string[];
}

/** One of the five criteria of ASC 842-10-25-2. */
export interface Criterion {
	/** Which criterion it is. */
	key: "transfer_of_ownership" | "purchase_option" | "economic_life" | "fair_value" | "specialized_asset";
	/** The criterion in words. */
	label: string;
	/** Whether it is met; also false where it was not tested because an input is missing. */
	met: boolean;
	/** The numbers behind the verdict, or which input was not provided. */
	detail: string;
	/** The paragraph behind the criterion. */
	citation: string;
}

/** The operating-or-finance classification and its reasons. */
export interface Classification {
	classification: "operating" | "finance";
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** True but under ASC 842, which alone divides leases. */
	single_model: boolean;
	/** The five criteria of ASC 842, in the order of the paragraph; empty under a single model. */
	criteria: Criterion[];
	/** Why the lease has its class, in words. */
	rationale: string;
}

/** One line of an entry; exactly one side is above zero. */
export interface JournalLine {
	/** The account. IFRS 16 and FRS 102 charge Depreciation expense, the other standards Amortization expense. */
	account: "Right-of-use asset" | "Lease liability" | "Cash" | "Prepaid rent" | "Lease expense" | "Interest expense" | "Amortization expense" | "Depreciation expense" | "Variable lease expense" | "Restoration provision" | "Opening balance" | "Gain on lease change" | "Loss on lease change" | "Impairment loss" | "Property and equipment" | "Expenditures - capital outlay" | "Other financing sources - leases" | "Expenditures - principal" | "Expenditures - interest" | "Expenditures - other" | "Deferred income" | "Onerous lease provision" | "Subscription asset" | "Subscription liability" | "Prepaid subscription" | "Other financing sources - subscriptions" | "Non-lease component expense" | "Prepaid services" | "Irrecoverable tax" | "Sublease income" | "Prior-period corrections" | "Deferred tax asset" | "Deferred tax liability" | "Deferred tax expense" | "Deferred tax before initial application" | "Foreign exchange gain" | "Foreign exchange loss" | "Reversal of impairment" | "Rent receivable" | "Deferred rent";
	debit: Decimal;
	credit: Decimal;
}

/** One balanced journal entry. */
export interface JournalEntry {
	/** The day of the entry. */
	date: string;
	/** The identity of the lease, treatment, period and its first and last day. */
	memo: string;
	/** The lines; empty where nothing moves. */
	lines: JournalLine[];
	fund?: "government_wide" | "governmental";
}

/** The whole accounting of a lease. */
export interface ComputeResponse {
	input: NormalizedLease;
	result: LeaseResult;
	classification: Classification;
	/** The commencement entry, one for each row of the schedule, and one for each event. */
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
	/** Number of rows of the schedule. */
	periods: number;
	/** One row for each payment period; an event within a period cuts it in two. */
	schedule: SchedulePeriod[];
	balances?: Balances;
	/** What each event did, where the request has events. */
	events?: EventResult[];
	request_id: string;
	replay: boolean;
}

/** The journal entries of a lease. */
export interface JournalResponse {
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance";
	/** The commencement entry, one for each row of the schedule, and one for each event. */
	journalEntries: JournalEntry[];
	request_id: string;
	replay: boolean;
}

/** The classification of a lease. */
export interface ClassifyResponse {
	classification: "operating" | "finance";
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** True but under ASC 842, which alone divides leases. */
	single_model: boolean;
	/** The five criteria of ASC 842, in the order of the paragraph; empty under a single model. */
	criteria: Criterion[];
	/** Why the lease has its class, in words. */
	rationale: string;
	request_id: string;
	replay: boolean;
}

/** The rent from a date on. */
export interface ReportLeaseRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface ReportLeaseRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface ReportLeaseOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. Where it is given, the result repeats it. */
export interface ReportLeaseBasis {
	/** nominal: a period's rate is the annual rate times months / 12. effective: (1 + rate)^(months / 12). actual_365: (1 +
	 * rate)^(days / 365), as XNPV of spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether what is paid on the commencement date is part of the liability, or was settled and is part of the asset
	 * alone. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface ReportLeaseInitialApplication {
	/** The day of initial application, after commencement and within the term. Events are dated after it. */
	date: string;
	/** Prepaid rent in the books at the end of the previous day, negative where it is accrued. Absent, it is the rent of
	 * the period under way by days; required where more than paymentAmount states the rents. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** A provision for the onerous lease in the books, which is taken off the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** The rent from a date on. */
export interface ReportLeaseEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface ReportLeaseEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface ReportLeaseEventOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface ReportLeaseEventComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface ReportLeaseEvent {
	/** A day after commencement and within the term then in force. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * one moved. residual_guarantee: the amount probable of being owed changed. reassessment: term or option were assessed
	 * anew. modification: the contract changed. impairment: the asset was written down. impairment_reversal: an impairment
	 * no longer exists. termination: the lease ended early. purchase: the lessee bought the asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** Instead of paymentAmount, the change of that rent and of later steps, as a fraction. */
	changePct?: DecimalInput | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly ReportLeaseEventRentStep[] | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly ReportLeaseEventRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly ReportLeaseEventOtherPayment[] | null | undefined;
	/** The escalation from the date on. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from now on. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount probable of being owed. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that is derived at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The economic life that remains at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Paid on the day. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Received on the day. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease of scope reduces the asset: with the share retained, or with the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The loss that is recognized. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed, at most to the carrying amount without impairments. */
	amount?: DecimalInput | null | undefined;
	/** What is paid for ending the lease; negative where the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** What is paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** Which kind of rate the new discount rate is. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency for one of currency on the day. Required of each event that measures, terminates or
	 * purchases where the two differ. */
	exchangeRate?: DecimalInput | null | undefined;
	/** What the payments are for from the date on, for a modification. All may be of kind lease. */
	components?: readonly ReportLeaseEventComponent[] | null | undefined;
}

/** A component of the contract. */
export interface ReportLeaseComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
 * the first regular period and after the last are parts of a period. */
export interface ReportLeaseCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. The payments are quarterly. In arrears, a payment is made on the day before the next of these
	 * days; payments on the day itself are listed in otherPayments, with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface ReportLeaseVariablePayment {
	/** The day of the payment. */
	date: string;
	/** The amount, negative where it was received back. */
	amount: DecimalInput;
	/** What it is for. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface ReportLeaseSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** What was received. */
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
	/** The first day. */
	from: string;
	/** The last day. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly ReportLeaseSubleaseReceipt[];
	/** Such as the subtenant. */
	name?: string | null | undefined;
}

/** A lease in a report with discountRates, which may omit its own discount rate. */
export interface ReportLease {
	/** Your own identity of the lease, at most 100 characters. Memos, files and the numbers of entries have it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files have it. */
	name?: string | null | undefined;
	/** Up to 20 texts such as entity, asset class or cost centre. They are carried through to files, and reports group by
	 * them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. From
	 * 0001-01-01; the last day of the term is at most 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancellable period with the renewal options that are
	 * reasonably certain to be exercised. Five years are 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. Variable payments that depend on use or on a future index do not belong here. */
	paymentAmount: DecimalInput;
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. It is
	 * nominal: each period takes the annual rate divided by the periods of a year. Required, unless discountRates of the
	 * lease or of a report gives it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** How often paymentAmount falls due; every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When in its period a payment falls due: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class derived under ASC 842. Leave it out to have the class derived from the five criteria. Under the
	 * other standards it has no effect; a note says so of `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed rise of the payment at each anniversary of commencement, as a fraction and compounding: 3% a year is 0.03.
	 * From 0 to 1. Only increases fixed by the contract, never a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission; added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement; they reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement; added to the right-of-use asset and not part of the payments of the schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount probable of being owed under a residual value guarantee at the end of the term, not the whole guarantee;
	 * part of the lease payments. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; where purchaseOptionReasonablyCertain is
	 * false, the price is not part of the payments. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Where it is left
	 * out, the criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement, for the 75% test of ASC 842-10-25-2(c), and for
	 * the amortization of an asset that the lessee expects to own, or that lasts for less than the term. Ten years are
	 * 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly ReportLeaseRentStep[] | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly ReportLeaseRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly ReportLeaseOtherPayment[] | null | undefined;
	/** The conventions of the measurement. Where it is given, the result repeats it. */
	basis?: ReportLeaseBasis | null | undefined;
	/** A recognition exemption: the lease is kept off the balance sheet. short_term for terms of at most 12 months,
	 * low_value under IFRS_16 and FRS_102 only. Not together with members that contradict it, such as a purchase option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, part of the asset. IFRS_16 (16.24(d)) and FRS_102 (20.47) only. */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, for the 90% test alone. ASC_842 only. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). ASC_842 only. */
	assetTotalLifeMonths?: number | null | undefined;
	/** Which statements the entries are for: those of the government as a whole, of a governmental fund on the modified
	 * accrual basis, or both, which gives each entry twice. The figures are government-wide. GASB_87 and GASB_96 only. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
	 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: ReportLeaseInitialApplication | null | undefined;
	/** The grant or donation in a lease below market rent: part of the asset, credited to Deferred income, never in the
	 * liability. FRS_102 only (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. Every amount in the answer then has its decimals.
	 * Left out, amounts have two. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** What happened in the life of the lease, by date. An event takes effect at the start of its day; what it states
	 * replaces, from that day on, what was stated before. Each event measures all payments to the end of the term again;
	 * together they may measure at most 70,000 periods. A rent step counts as one, another payment as four, and as ten
	 * where the basis is not nominal. The schedule and the entries are then those of the whole life; everything else in
	 * the result describes commencement. Which members a type needs and takes is described in the method, section 13.2. */
	events?: readonly ReportLeaseEvent[] | null | undefined;
	/** The asset carried in other books when a running lease is taken over; commencementDate is then the date of take-over,
	 * and the other members describe what is left. Not together with prepaidRent, initialDirectCosts, leaseIncentives or
	 * restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** Which kind of rate discountRateAnnual is; no figure depends on it, and notes and papers carry it. risk_free is for
	 * ASC_842 (842-20-30-3, lessees that are no public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** A table of discount rates, which gives the rate of the lease and of each reassessment and modification that states
	 * none. The first row valid on the day whose currency and tags fit the lease names the family (the rows of the same
	 * currency and tags), and the family's latest validFrom is the curve. The term that is left, in whole months rounded
	 * up, gives the rate: that of its row, or the one interpolated between two rows. A term shorter than the shortest
	 * takes the shortest; a longer one than the longest is refused. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** What the payments are for, where the contract provides services too: at least one component of each kind, with its
	 * stand-alone price. Every payment is then divided by these prices; the schedule shows the lease part. */
	components?: readonly ReportLeaseComponent[] | null | undefined;
	/** The rate of a tax on the payments, which are stated before it, that the lessee does not recover, as a fraction (20%
	 * is 0.20). It is expensed when it is paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
	 * the first regular period and after the last are parts of a period. */
	calendar?: ReportLeaseCalendar | null | undefined;
	/** Actual payments that depend on sales, use or the like, on dates within the term that do not fall. They are no part
	 * of the liability and are expensed on their dates. */
	variablePayments?: readonly ReportLeaseVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports show
	 * it; the schedule does not. */
	subleaseIncome?: readonly ReportLeaseSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is straight-line over the months of each
	 * sublease. Reports show it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases have at
	 * most 2,400 receipts. */
	subleases?: readonly ReportLeaseSublease[] | null | undefined;
	/** The national standard with the text of IFRS 16, under IFRS_16 only. Titles, citations and notes use its name;
	 * figures and paragraph numbers are those of IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The currency of the books of the entity that leases, where it is another than currency, which it needs. Reports are
	 * in it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency for one of currency, at commencement or initial application. Required where the two
	 * differ; used to 17 decimals. */
	exchangeRate?: DecimalInput | null | undefined;
	/** openingRouAsset as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** prepaidRent as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The rent prepaid or accrued at initial application as the books carry it, in functionalCurrency; at exchangeRate
	 * where it is absent. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract in which the members of the lease stand, by the paths of members that the lease states, as
	 * in paymentAmount or rentSteps[0].from. Memo, workbook and verification paper carry them, each with whether the value
	 * is in the passage (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
}

/** An earlier reporting period next to that of the report: `from` and `to`, for the same leases as known today
 * (restated), or `published`, an earlier report as it was printed. Its last day is before that of the report. */
export interface ReportRequestComparative {
	/** The first day of that reporting period. */
	from?: string | undefined;
	/** Its last day. */
	to?: string | undefined;
	/** The response of an earlier report, unchanged. Its figures are the comparative; a note has the differences to the
	 * leases as known today for each caption. */
	published?: Record<string, unknown> | null | undefined;
}

/** A rate of deferred tax and the leases that take it. */
export interface DeferredTaxRate {
	/** The rate at the end of the span, as a fraction. */
	rate: DecimalInput;
	/** The rate at its start; the same where it is left out. */
	openingRate?: DecimalInput | null | undefined;
	/** Which part of the asset has a tax base. none: payments are deducted as they are made. direct_costs_and_incentives:
	 * initial direct costs less incentives are amortized for tax straight-line over the term. none where it is left out. */
	assetTaxBase?: "none" | "direct_costs_and_incentives" | null | undefined;
	/** Values of `tag:NAME` and `currency`. The last rate may have none. */
	key?: Record<string, string> | null | undefined;
}

/** A reporting period. */
export interface ReportRequestPreviousPeriod {
	/** Its first day. */
	from: string;
	/** Its last day. */
	to: string;
	/** Its rates of deferred tax. */
	deferredTax?: readonly DeferredTaxRate[] | null | undefined;
}

/** The rates of a pair of currencies on a day. A row has closing, spot or both. */
export interface ExchangeRate {
	currency: string;
	into: string;
	/** The day. */
	date: string;
	/** Units of into for one of currency at the end of the day. */
	closing?: DecimalInput | null | undefined;
	/** The average of the part of the span that ends on the day. Requires closing. */
	average?: DecimalInput | null | undefined;
	/** The rate of payments, commencements and events of the day. It does not split the span. */
	spot?: DecimalInput | null | undefined;
}

/** A fingerprint. */
export interface ReportRequestPreviousInput {
	/** The identity of the lease. */
	id: string;
	/** SHA-256 of its normalized request. */
	sha256: string;
}

/** A posted amount of an account. */
export interface SignedAccount {
	/** The title of the account. */
	account: string;
	/** Debit positive. */
	amount: DecimalInput;
}

/** What was signed of a lease, in its functional currency, as a closing has it. None of the four figures may be left
 * out. */
export interface SignedLease {
	/** The identity of the lease. */
	id: string;
	/** The standard that it was signed under; that of the lease where it is left out. */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The functional currency that it was signed in. A lease that is in another now is refused. */
	currency?: string | null | undefined;
	/** The lease liability. */
	liability: DecimalInput;
	/** The carrying amount of the asset. */
	rouAsset: DecimalInput;
	/** Amortization and impairment so far. */
	accumulatedAmortization: DecimalInput;
	/** What an exempt lease has prepaid (accrued, negative), and prepaid services. */
	prepaidRent: DecimalInput;
	/** The class at the end of the closing. */
	classification?: "operating" | "finance" | "short_term" | "low_value" | null | undefined;
	/** The tags of the lease at the closing. */
	tags?: Record<string, string> | null | undefined;
	/** The last day of the term or of its termination, as known at the closing. */
	lastDay?: string | null | undefined;
	/** What the chain has posted since its first day by account, with the opening balances of the first closing. */
	posted?: readonly SignedAccount[] | null | undefined;
	/** The portion of posted on income and expense accounts since the start of the fiscal year. */
	postedThisYear?: readonly SignedAccount[] | null | undefined;
}

/** The signed closing of the day preceding `from`: a complete closing as `leasehold close` writes it, or the digest,
 * the balances of its leases, or both. Each lease that differs is listed in lateChanges, and the opening balances are
 * the signed ones. Without a complete closing, income, expense and cash are not compared. */
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
	/** The reporting periods of the chain. The last is that of the closing. */
	periods?: readonly ReportRequestPreviousPeriod[] | null | undefined;
	/** The accrual of the chain; a report with another is rejected. */
	accrual?: "days" | "months" | "thirty_360" | null | undefined;
	/** The entries that the chain posts for leases with both. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** The conditions that select the leases of the chain. */
	where?: Record<string, string> | null | undefined;
	/** The exchange rates that the closings of the chain used. A row that the report does not supply applies. */
	exchangeRates?: readonly ExchangeRate[] | null | undefined;
	/** The discount rates that the closings of the chain used. A row that the report does not supply applies. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** The fingerprints of the requests of the leases. */
	inputs?: readonly ReportRequestPreviousInput[] | null | undefined;
	/** The `digest` of the report or closing that was signed. */
	digest?: string | null | undefined;
	/** What was signed of each lease. */
	leases?: readonly SignedLease[] | null | undefined;
	/** Totals by currency; not used. */
	totals?: readonly (Record<string, unknown>)[] | null | undefined;
	/** The corrections of the closing; not used. */
	lateChanges?: readonly (Record<string, unknown>)[] | null | undefined;
	/** The chain of the closing before it. */
	previous?: string | null | undefined;
	/** SHA-256 of its entries. */
	entries?: string | null | undefined;
	/** Who prepared the closing. */
	preparedBy?: string | null | undefined;
	/** Who approved it. */
	approvedBy?: string | null | undefined;
	/** When. */
	at?: string | null | undefined;
	/** SHA-256 of the preceding bytes of the closing. */
	chain?: string | null | undefined;
}

/** A row of a trial balance. */
export interface LedgerRow {
	/** A title of Leasehold, as in Lease liability; an account map translates those of a ledger. */
	account: string;
	/** The code in the ledger. */
	code?: string | null | undefined;
	/** Debit positive: a balance at the end of the span, or the income or expense of the span. */
	balance: DecimalInput;
	/** Some of the members of groupBy, for the leases that have these values; all leases where it is left out. */
	key?: Record<string, string> | null | undefined;
}

/** The leases of a report, the reporting period, and how to group them. A lease needs discountRateAnnual or
 * discountRates, unless the report has discountRates. */
export interface ReportRequest {
	/** The first day of the span, as yyyy-mm-dd; not after `to`. */
	from: string;
	/** The last day of the span, at whose end balances are stated. Events after it are not known yet. */
	to: string;
	/** The leases, each with an `id` of its own; otherwise as in the other operations. Currencies do not add up: leases of
	 * several need `currency` in groupBy. */
	leases: readonly ReportLease[];
	/** What the groups are made by: `standard`, `classification` (at the end of the span), `currency`, or a tag as
	 * `tag:NAME`. Left out, there are no groups. */
	groupBy?: readonly string[] | null | undefined;
	/** `monthly` adds the entries of each lease by calendar month, at most 100,000 in one report. */
	journal?: "none" | "monthly" | null | undefined;
	/** `months` accrues the rows of leases by whole months and the days of the month under way; figures of events stay
	 * those of compute. */
	accrual?: "days" | "months" | "thirty_360" | null | undefined;
	/** Which leases the report has: all conditions must hold. The keys are those of groupBy; `classification` is that at
	 * the end of the span. A condition that no lease meets is rejected with the values that exist. */
	where?: Record<string, string> | null | undefined;
	/** `stop` refuses a report with a wrong lease and names it; `skip` leaves it out and lists it. */
	onError?: "stop" | "skip" | null | undefined;
	/** An earlier reporting period next to that of the report: `from` and `to`, for the same leases as known today
	 * (restated), or `published`, an earlier report as it was printed. Its last day is before that of the report. */
	comparative?: ReportRequestComparative | null | undefined;
	/** The signed closing of the day preceding `from`: a complete closing as `leasehold close` writes it, or the digest,
	 * the balances of its leases, or both. Each lease that differs is listed in lateChanges, and the opening balances are
	 * the signed ones. Without a complete closing, income, expense and cash are not compared. */
	previous?: ReportRequestPrevious | null | undefined;
	/** A trial balance, which the report compares with its own accounts. Rows of one account and key are added. */
	ledger?: readonly LedgerRow[] | null | undefined;
	/** Rates of deferred tax; a lease takes the first that fits it. Refused for leases of governments. */
	deferredTax?: readonly DeferredTaxRate[] | null | undefined;
	/** Adds the names that filings use for the figures. */
	concepts?: boolean | null | undefined;
	/** The tag that says the class of an asset; the workbook of the report then has tables by class. */
	assetClassTag?: string | null | undefined;
	/** A table of discount rates for every lease without one of its own, as discountRates of a lease. */
	discountRates?: readonly RateRow[] | null | undefined;
	/** Exchange rates, one table for the span and its comparative. Each pair that the report needs has a row dated the day
	 * before from, one dated to, and any between, on the same days as the other pairs; with journal monthly every month's
	 * end is one of them. The dates cut the span into parts. */
	exchangeRates?: readonly ExchangeRate[] | null | undefined;
	/** The currency of all figures of the answer; each lease has those in its functional currency beside them, as
	 * functional. Journal entries, deferred tax, the trial balance and the digest stay functional. Every lease then states
	 * currency. */
	presentationCurrency?: string | undefined;
}

/** opening + late + additions + takenOver + initialApplication + remeasured + interest − payments − derecognized +
 * exchange + translation = closing. */
export interface LiabilityRollforward {
	/** The liability at the end of the day before the span. */
	opening: Decimal;
	/** What the close before signed otherwise; 0 where nothing was given. */
	late: Decimal;
	/** Initial liabilities of leases that commence in the span. */
	additions: Decimal;
	/** Liabilities of leases taken over from other books in the span. */
	takenOver: Decimal;
	/** Liabilities first measured in the span at the date of initial application. */
	initialApplication: Decimal;
	/** What events changed. */
	remeasured: Decimal;
	/** Interest accrued in the span. */
	interest: Decimal;
	/** Measured payments of the span. */
	payments: Decimal;
	/** What left at a decrease of scope or an early end. */
	derecognized: Decimal;
	/** Exchange differences in functional currency; a loss is positive. */
	exchange: Decimal;
	/** The effect of translation into the presentation currency. */
	translation: Decimal;
	/** The liability at the end of the span. */
	closing: Decimal;
}

/** opening + late + additions + takenOver + initialApplication + remeasured − amortization − impairment −
 * derecognized + translation = closing; closing + accumulatedAmortization = cost. */
export interface AssetRollforward {
	/** The asset at the end of the day before the span. */
	opening: Decimal;
	/** What the close before signed otherwise; 0 where nothing was given. */
	late: Decimal;
	/** Initial assets of leases that commence in the span. */
	additions: Decimal;
	/** Assets of leases taken over from other books in the span. */
	takenOver: Decimal;
	/** Assets first measured in the span at the date of initial application. */
	initialApplication: Decimal;
	/** What events changed, with their costs and incentives. */
	remeasured: Decimal;
	/** Amortization of the span. */
	amortization: Decimal;
	/** Impairment losses of the span. */
	impairment: Decimal;
	/** What left at a decrease of scope, an early end, or the end of the term. */
	derecognized: Decimal;
	/** The effect of translation into the presentation currency. */
	translation: Decimal;
	/** The asset at the end of the span. */
	closing: Decimal;
	/** closing plus accumulatedAmortization. */
	cost: Decimal;
	/** Amortization and impairment to the end of the span, of assets still held. */
	accumulatedAmortization: Decimal;
}

/** The cost of the span by kind. */
export interface LeaseCost {
	/** Interest on lease liabilities, other than of operating leases. */
	interest: Decimal;
	/** Amortization of assets, other than of operating leases. */
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
	/** Tax on payments that is not recovered. */
	taxes: Decimal;
	/** Impairment losses. */
	impairment: Decimal;
	/** Gains and losses on changes; a loss is positive. */
	gainsAndLosses: Decimal;
	/** Sublease income; negative. */
	subleaseIncome: Decimal;
	/** Catch-up of closed periods of the fiscal year on income and expense accounts, without exchange and deferred tax. */
	late: Decimal;
	/** The sum. */
	total: Decimal;
	/** Exchange differences in functional currency, which are not in the total; a loss is positive. */
	exchange: Decimal;
}

/** What was paid in the span; received amounts are negative. */
export interface LeaseCash {
	/** Interest, other than of operating leases. */
	interest: Decimal;
	/** Principal, other than of operating leases. */
	principal: Decimal;
	/** Payments of operating leases. */
	operating: Decimal;
	/** Payments of short-term and low-value leases. */
	exempt: Decimal;
	/** Variable payments. */
	variable: Decimal;
	/** Payments for non-lease components. */
	nonLease: Decimal;
	/** Tax on payments that is not recovered. */
	taxes: Decimal;
	/** What was paid on commencement dates and is no part of the liability (commencementPayment settled). */
	commencement: Decimal;
	/** Initial direct costs. */
	initialDirectCosts: Decimal;
	/** Lease incentives received, negative. */
	incentives: Decimal;
	/** Penalties for ending leases. */
	penalties: Decimal;
	/** Prices of assets bought. */
	prices: Decimal;
	/** Received from subleases; negative. */
	subleases: Decimal;
	/** Catch-up of cash of closed periods; positive if paid. */
	late: Decimal;
	/** The sum. */
	total: Decimal;
}

/** Principal and interest to maturity of a year or a band of five years. */
export interface Band {
	/** The first day. */
	from: string;
	/** The last day. */
	to: string;
	principal: Decimal;
	interest: Decimal;
}

/** Undiscounted measured payments after the span; total − imputedInterest = closing liability. */
export interface Maturity {
	/** The first five years after the span, twelve months each. */
	years: Decimal[];
	/** All later years. */
	thereafter: Decimal;
	/** All payments. */
	total: Decimal;
	/** The interest in them. */
	imputedInterest: Decimal;
	/** Under GASB 87 and GASB 96, principal and interest in bands of five years to the end. */
	bands?: Band[];
	/** Under GASB 87 and GASB 96, principal and interest of each of five years, and then in bands of five years to the end. */
	schedule?: Band[];
}

/** The liability without accrued interest, of leases under GASB 87 and GASB 96. opening + late + additions + takenOver
 * + remeasured − payments − derecognized + exchange + translation = closing. */
export interface PrincipalRollforward {
	/** The principal at the end of the day before the span. */
	opening: Decimal;
	/** What the close before signed otherwise; 0 where nothing was given. */
	late: Decimal;
	/** Initial liabilities of leases that commence in the span. */
	additions: Decimal;
	/** Liabilities of leases taken over from other books in the span. */
	takenOver: Decimal;
	/** What events changed. */
	remeasured: Decimal;
	/** Payments of principal. */
	payments: Decimal;
	/** What left at a decrease of scope or an early end, without the interest that was unpaid. */
	derecognized: Decimal;
	/** Exchange differences in functional currency; a loss is positive. */
	exchange: Decimal;
	/** What translation into the presentation currency leaves; 0 without one. */
	translation: Decimal;
	/** The principal at the end of the span. */
	closing: Decimal;
	/** The current liability without accrued interest. */
	dueWithinOneYear: Decimal;
}

/** The cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases
 * = closing, which is `rouAsset.cost`. */
export interface AssetCostRollforward {
	/** The cost at the end of the day before the span. */
	opening: Decimal;
	/** Assets that were recognized, and remeasurements that raise the cost. */
	increases: Decimal;
	/** Assets that were derecognized, at cost, and remeasurements that reduce it. */
	decreases: Decimal;
	/** The cost at the end of the last day. */
	closing: Decimal;
}

/** The accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening +
 * increases − decreases = closing, which is `rouAsset.accumulatedAmortization`. */
export interface AssetAmortizationRollforward {
	/** The accumulated amortization at the end of the day before the span. */
	opening: Decimal;
	/** Amortization and impairment of the span. */
	increases: Decimal;
	/** Accumulated amortization of assets that were derecognized. */
	decreases: Decimal;
	/** The accumulated amortization at the end of the last day. */
	closing: Decimal;
}

/** Deferred tax of the lease liability and of the asset. */
export interface DeferredTax {
	/** Deferred tax asset before the span. */
	assetOpening: Decimal;
	/** Catch-up of the deferred tax asset. */
	assetLate: Decimal;
	/** Deferred tax asset at its end. */
	assetClosing: Decimal;
	/** Deferred tax liability before the span. */
	liabilityOpening: Decimal;
	/** Catch-up of the deferred tax liability. */
	liabilityLate: Decimal;
	/** Deferred tax liability at its end. */
	liabilityClosing: Decimal;
	/** Of leases first measured in the span; it replaces the tax on what was accrued before. */
	initialApplication: Decimal;
	/** Deferred tax expense of the span; income is negative. */
	expense: Decimal;
	/** What of the expense comes from a change of rate. */
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
	/** Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not in the total of
	 * cost. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The part of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The rest of the closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid; part of the liability and of its current part. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, of leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized, of leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** The figures of one lease. */
export interface LeaseFigures {
	/** The identity of the lease. */
	id: string;
	/** The tags of the lease. */
	tags: Record<string, string>;
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	classification: "operating" | "finance" | "short_term" | "low_value";
	currency?: string;
	/** The lease's own currency, where it states a functional one; currency is then the functional one. */
	leaseCurrency?: string;
	/** Months left at the end of the span, to two decimals. */
	remainingTermMonths: Decimal;
	/** The rate in force at the end of the span. */
	discountRateAnnual: Decimal;
	/** The rates that the lease took from a table by the end of the span, where there are any. */
	discountRates?: RateUsed[];
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not in the total of
	 * cost. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The part of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The rest of the closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid; part of the liability and of its current part. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, of leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized, of leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
	/** The figures before translation, where the report has presentationCurrency. */
	functional?: FunctionalFigures;
	/** Points to check, one sentence each. */
	notes: string[];
}

/** The sums of the leases that share the values of groupBy. */
export interface GroupFigures {
	/** Each member of groupBy with its value; empty where a lease has none. */
	key: Record<string, string>;
	/** How many leases. */
	leases: number;
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not in the total of
	 * cost. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The part of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The rest of the closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid; part of the liability and of its current part. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, of leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized, of leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** The sums of all leases. */
export interface TotalFigures {
	/** How many leases. */
	leases: number;
	liability: LiabilityRollforward;
	rouAsset: AssetRollforward;
	cost: LeaseCost;
	cash: LeaseCash;
	/** Right-of-use assets obtained in exchange for lease liabilities. */
	nonCash: Decimal;
	/** Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not in the total of
	 * cost. */
	priorPeriodCorrections: Decimal;
	maturity: Maturity;
	/** The part of the closing liability that is settled within twelve months. */
	currentLiability: Decimal;
	/** The rest of the closing liability. */
	longTermLiability: Decimal;
	/** Interest accrued and not yet paid; part of the liability and of its current part. */
	accruedInterest: Decimal;
	/** Sublease income recognized but not received, of leases with subleases. */
	rentReceivable?: Decimal;
	/** Sublease receipts not yet recognized, of leases with subleases. */
	deferredRent?: Decimal;
	principal?: PrincipalRollforward;
	assetCost?: AssetCostRollforward;
	assetAmortization?: AssetAmortizationRollforward;
	deferredTax?: DeferredTax;
}

/** Weighted averages of the leases of one class, currency and standard; a member is absent where its weights add to 0. */
export interface WeightedAverage {
	classification: "operating" | "finance";
	currency?: string;
	standard: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	/** Months left, weighted by the liability. */
	remainingTermMonths?: Decimal;
	/** The rate, weighted by the undiscounted payments left (ASC 842-20-50-4(g)(4)). */
	discountRateAnnual?: Decimal;
	/** The rate, weighted by the liability. */
	discountRateByLiability?: Decimal;
}

/** The leases of one currency. */
export interface ReportResponseNotCommenced {
	currency?: string;
	/** How many leases. */
	leases: number;
	payments: Decimal;
}

/** One balanced entry of a calendar month, a commencement or an event. */
export interface ReportEntry {
	/** The last day of the month or the span, or the day of the event. */
	date: string;
	/** The identity of the lease, treatment and month. */
	memo: string;
	/** The lines; empty where nothing moves. */
	lines: JournalLine[];
	/** The identity of the lease. */
	leaseId: string;
	/** ID-yyyymm of a month, ID-yyyymm-dd of a part of one that ends on that day, ID-yyyymmdd of commencement,
	 * ID-yyyymmdd-n of an event, ID-yyyymmdd-late of prior-period corrections, ID-yyyymm-tax of deferred tax of a month;
	 * it never changes because a figure did. */
	number: string;
	/** The functional currency, where the lease is in another one. */
	currency?: string;
	fund?: "government_wide" | "governmental";
}

/** The leases of the report for an earlier reporting period, or a published report. */
export interface Comparative {
	/** The first day of that reporting period. */
	from: string;
	/** Its last day. */
	to: string;
	/** `restated`: computed from the leases as known today. `published`: as printed by an earlier report. */
	basis: "restated" | "published";
	/** The figures of each lease; 0.00 where it had not commenced. */
	leases: LeaseFigures[];
	/** The sums by groupBy. */
	groups: GroupFigures[];
	total?: TotalFigures;
	/** At the end of that span. */
	weightedAverages: WeightedAverage[];
}

/** A figure that was signed otherwise. */
export interface LateFigure {
	/** What was signed. */
	signed: Decimal;
	/** What the leases give now. */
	now: Decimal;
	/** now less signed. */
	difference: Decimal;
}

/** An amount of an account. */
export interface AccountAmount {
	/** The title of the account. */
	account: string;
	/** Debit positive. */
	amount: Decimal;
}

/** A changed tag. */
export interface LateChangeTag {
	/** The name of the tag. */
	name: string;
	/** Its value at the previous closing; empty for none. */
	signed: string;
	/** Its value now; empty for none. */
	now: string;
}

/** A lease whose signed balances or posted amounts differ from those that the leases give now. */
export interface LateChange {
	/** The identity of the lease. */
	id: string;
	liability?: LateFigure;
	rouAsset?: LateFigure;
	accumulatedAmortization?: LateFigure;
	prepaidRent?: LateFigure;
	/** The amounts of the catch-up entry by account. If previous has only balances, income, expense and cash are not known. */
	accounts: AccountAmount[];
	/** The tags with another value than at the previous closing; no entry is posted for them. */
	tags?: LateChangeTag[];
	/** There if the lease is no longer supplied and ended before the fiscal year; only its balances are reversed. */
	dropped?: boolean;
}

/** Whether the opening is what was signed, with `previous`. */
export interface ReportResponsePrevious {
	/** Whether no balance and no posted account of any lease differs. */
	agrees: boolean;
	/** The digest of the opening as the leases give it now. */
	digest: string;
	/** The leases that were entered late, changed or removed after the close. */
	lateChanges: LateChange[];
	/** What differs from the closing apart from leases, as in "exchange rate USD/EUR of 2026-03-31, signed 0.9100, now
	 * 0.9200". */
	causes?: string[];
}

/** One thing that the difference equals. */
export interface TieOutExplanation {
	/** What kind of thing. */
	kind: "lease_missing" | "lease_extra" | "movement_missing" | "movement_extra" | "entry_missing" | "entry_twice" | "entry_wrong_side" | "corrections_missing" | "opening";
	/** The identity of the lease. */
	leaseId?: string;
	/** The number of the entry. */
	number?: string;
	/** The same in a sentence. */
	sentence: string;
}

/** An account of the trial balance beside that of the report. */
export interface TieOut {
	/** The title of the account. */
	account: string;
	/** The values whose leases are compared; empty for all. */
	key: Record<string, string>;
	/** The balance of the ledger, debit positive; 0 where it lacks the account. */
	ledger: Decimal;
	/** The balance of the report. */
	leasehold: Decimal;
	/** leasehold less ledger. */
	difference: Decimal;
	/** What the difference equals. */
	explanations: TieOutExplanation[];
}

/** The element of a taxonomy for a figure. A figure without one has none in that taxonomy. */
export interface FilingName {
	/** The path of the figure, as in liability.closing. */
	figure: string;
	/** The standard of the leases. */
	standard: "ASC_842" | "IFRS_16";
	/** The class of the leases, where the element is of one. */
	classification?: "operating" | "finance";
	/** The element, with its taxonomy. */
	name: string;
	/** The year of the taxonomy that was read. */
	year: number;
	/** There where the element has the opposite sign. */
	turned?: boolean;
}

/** A lease that was left out, and why. */
export interface SkippedLease {
	/** Its place in the request, from 0. */
	index: number;
	/** Its id, as far as it could be read. */
	id: string;
	/** The first field at fault, as in leases[3].termMonths. */
	field: string;
	/** What was wrong and what is allowed. */
	message: string;
}

/** A report on many leases. */
export interface ReportResponse {
	/** The first day of the span. */
	from: string;
	/** The last day of the span. */
	to: string;
	/** The figures of each lease, in the order of the request. */
	leases: LeaseFigures[];
	/** The sums by groupBy; empty without it. */
	groups: GroupFigures[];
	/** The sums of all leases; absent where they are in several currencies. */
	total?: TotalFigures;
	/** By class, currency and standard. */
	weightedAverages: WeightedAverage[];
	/** The leases that commence after the span, by currency (842-20-50-3(b), IFRS 16.59(b)(iv)). `where` narrows them by
	 * standard, currency and tags. */
	notCommenced: ReportResponseNotCommenced[];
	/** The entries of each lease by calendar month, with `journal` monthly. */
	journalEntries?: ReportEntry[];
	comparative?: Comparative;
	/** SHA-256 of what the books carry of each lease at the end of the span; the next report takes it as `previous`. */
	digest: string;
	/** Whether the opening is what was signed, with `previous`. */
	previous?: ReportResponsePrevious;
	/** The accounts of the trial balance and those that it lacks, with `ledger`. */
	tieOut?: TieOut[];
	/** The names that filings use for the figures of these leases, with `concepts` true. */
	concepts?: FilingName[];
	/** The leases that were left out, with `onError` skip. */
	skipped: SkippedLease[];
	/** Points to check, one sentence each. */
	notes: string[];
	request_id: string;
	replay: boolean;
}

/** A row, with any of its figures. */
export interface TheirsSchedule {
	/** The number of the row, from 1. */
	period?: number | null | undefined;
	/** The day of the payment. */
	date?: string | null | undefined;
	payment?: DecimalInput | null | undefined;
	interest?: DecimalInput | null | undefined;
	principal?: DecimalInput | null | undefined;
	liabilityClose?: DecimalInput | null | undefined;
	rouAmortization?: DecimalInput | null | undefined;
	rouAssetClose?: DecimalInput | null | undefined;
	leaseExpense?: DecimalInput | null | undefined;
}

/** The figures to check; at least one. */
export interface Theirs {
	initialLiability?: DecimalInput | null | undefined;
	initialRouAsset?: DecimalInput | null | undefined;
	totalUndiscountedPayments?: DecimalInput | null | undefined;
	totalLeaseCost?: DecimalInput | null | undefined;
	/** Rows of the schedule, each with a `period`, or else a `date`, by which it is matched. */
	schedule?: readonly TheirsSchedule[] | null | undefined;
}

/** A lease, and figures from elsewhere for it. */
export interface VerifyRequest {
	lease: Lease;
	theirs: Theirs;
	/** How far two figures may be apart and still agree. Left out, what rounding explains, which is one minor unit of the
	 * currency for each row up to the figure. */
	tolerance?: DecimalInput | null | undefined;
}

/** The first payment of theirs that differs, or null where none does. Everything else is then looked for with their
 * payments. */
export interface VerifyResponsePayments {
	/** The number of the row. */
	from: number;
	ours: Decimal;
	/** As it was sent. */
	theirs: Decimal;
	/** What fits all of their payments: a step in another row, another escalation, a rent-free month left out. Null where
	 * nothing was found. */
	fits: string | null;
}

/** A figure that differs. */
export interface VerifyResponseDifference {
	/** Its path in the result of compute, as in schedule[2].interest. */
	where: string;
	ours: Decimal;
	/** As it was sent. */
	theirs: Decimal;
	/** theirs less ours. */
	difference: Decimal;
}

/** A row that does not foot, a balance that does not continue, or an end that is not 0. */
export interface VerifyResponseInconsistency {
	/** Its path in theirs. */
	where: string;
	/** What is wrong, in a sentence. */
	problem: string;
}

/** The lease under other conventions. */
export interface VerifyCandidate {
	changes: Record<string, string | number | null>;
	/** How many figures then differ by more than rounding or the tolerance. */
	outside: number;
	/** The largest difference then. */
	largestDifference: Decimal;
}

/** What explains every difference with the fewest causes, or null. */
export interface VerifyResponseExplanation {
	changes: Record<string, string | number | null>;
	/** The explanation, the cause first, to be put into a file. */
	sentence: string;
}

/** Whether figures from elsewhere agree, and why not. */
export interface VerifyResponse {
	/** The first payment of theirs that differs, or null where none does. Everything else is then looked for with their
	 * payments. */
	payments: VerifyResponsePayments | null;
	/** Whether every difference is rounding: at most a minor unit for each row up to the figure; or, where a tolerance is
	 * stated, within it. */
	agrees: boolean;
	/** How many figures were compared. */
	compared: number;
	/** How many of them differ by more. */
	outside: number;
	/** The largest difference, without its sign. */
	largestDifference: Decimal;
	/** The largest difference where they agree, else null. */
	rounding: Decimal | null;
	/** The first figures that differ by more, in their order. */
	differences: VerifyResponseDifference[];
	/** Inconsistencies within theirs. */
	inconsistencies: VerifyResponseInconsistency[];
	/** The candidates that come nearest, the best first. */
	explanations: VerifyCandidate[];
	/** What explains every difference with the fewest causes, or null. */
	explanation: VerifyResponseExplanation | null;
	/** The annual rate, to six decimals, at which their opening balance is the value of their payments under the
	 * conventions of the best candidate. Null where they agree or no such rate can be told. */
	impliedRate: Decimal | null;
	/** How the digits of that rate come from those of the lease. */
	digits: "exchanged" | "tenth" | "tenfold" | "hundredth" | "hundredfold" | null;
	/** What was not tried. */
	notes: string[];
	request_id: string;
	replay: boolean;
}

/** The rent from a date on. */
export interface CompareRequestRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface CompareRequestRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface CompareRequestOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** The conventions of the measurement. Where it is given, the result repeats it. */
export interface CompareRequestBasis {
	/** nominal: a period's rate is the annual rate times months / 12. effective: (1 + rate)^(months / 12). actual_365: (1 +
	 * rate)^(days / 365), as XNPV of spreadsheets. monthly: (1 + rate / 12)^months. */
	discounting?: "nominal" | "effective" | "actual_365" | "monthly" | null | undefined;
	/** Whether what is paid on the commencement date is part of the liability, or was settled and is part of the asset
	 * alone. */
	commencementPayment?: "liability" | "settled" | null | undefined;
}

/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
export interface CompareRequestInitialApplication {
	/** The day of initial application, after commencement and within the term. Events are dated after it. */
	date: string;
	/** Prepaid rent in the books at the end of the previous day, negative where it is accrued. Absent, it is the rent of
	 * the period under way by days; required where more than paymentAmount states the rents. */
	prepaidOrAccruedRent?: DecimalInput | null | undefined;
	/** A provision for the onerous lease in the books, which is taken off the asset. */
	onerousProvision?: DecimalInput | null | undefined;
}

/** The rent from a date on. */
export interface CompareRequestEventRentStep {
	/** The first day of a payment period. */
	from: string;
	/** The rent of a whole period, 0 or more. */
	paymentAmount: DecimalInput;
}

/** A rent-free span. */
export interface CompareRequestEventRentFree {
	/** Commencement, or a whole number of months after it. */
	from: string;
	/** How many months. */
	months: number;
	/** The share of the rent that is not owed, as a fraction. */
	share?: DecimalInput | null | undefined;
}

/** A single payment. */
export interface CompareRequestEventOtherPayment {
	/** The day of the payment. */
	date: string;
	/** The amount, above 0. */
	amount: DecimalInput;
	/** payment is paid by the lessee; incentive is received. */
	kind?: "payment" | "incentive" | null | undefined;
}

/** A component of the contract. */
export interface CompareRequestEventComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** An event in the life of the lease. */
export interface CompareRequestEvent {
	/** A day after commencement and within the term then in force. */
	date: string;
	/** index: an index, rate or review changed the rent. contingency_resolved: variable payments became fixed, or a fixed
	 * one moved. residual_guarantee: the amount probable of being owed changed. reassessment: term or option were assessed
	 * anew. modification: the contract changed. impairment: the asset was written down. impairment_reversal: an impairment
	 * no longer exists. termination: the lease ended early. purchase: the lessee bought the asset. */
	type: "index" | "contingency_resolved" | "residual_guarantee" | "reassessment" | "modification" | "impairment" | "impairment_reversal" | "termination" | "purchase";
	/** The rent from the first payment period that starts on or after the date. */
	paymentAmount?: DecimalInput | null | undefined;
	/** Instead of paymentAmount, the change of that rent and of later steps, as a fraction. */
	changePct?: DecimalInput | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly CompareRequestEventRentStep[] | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly CompareRequestEventRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly CompareRequestEventOtherPayment[] | null | undefined;
	/** The escalation from the date on. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** The new term, counted from commencement. */
	termMonths?: number | null | undefined;
	/** The annual discount rate at the event, as a fraction. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** The exercise price. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether exercise is reasonably certain from now on. */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** Whether title passes to the lessee by the end of the term. */
	transfersOwnership?: boolean | null | undefined;
	/** The amount probable of being owed. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** Overrides the class that is derived at the event. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fair value at the event. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The economic life that remains at the event. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset has no alternative use to the lessor. */
	specializedAsset?: boolean | null | undefined;
	/** Paid on the day. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Received on the day. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** The share of the leased asset that is retained, as a fraction. */
	retainedShare?: DecimalInput | null | undefined;
	/** How a decrease of scope reduces the asset: with the share retained, or with the liability. */
	proportion?: "asset" | "liability" | null | undefined;
	/** The loss that is recognized. */
	impairmentLoss?: DecimalInput | null | undefined;
	/** The amount of an impairment that is reversed, at most to the carrying amount without impairments. */
	amount?: DecimalInput | null | undefined;
	/** What is paid for ending the lease; negative where the lessor pays. */
	penalty?: DecimalInput | null | undefined;
	/** What is paid for the asset. */
	price?: DecimalInput | null | undefined;
	/** Which kind of rate the new discount rate is. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** Units of functionalCurrency for one of currency on the day. Required of each event that measures, terminates or
	 * purchases where the two differ. */
	exchangeRate?: DecimalInput | null | undefined;
	/** What the payments are for from the date on, for a modification. All may be of kind lease. */
	components?: readonly CompareRequestEventComponent[] | null | undefined;
}

/** A component of the contract. */
export interface CompareRequestComponent {
	/** What is provided. */
	name: string;
	/** A lease of an asset, or a service. */
	kind: "lease" | "service";
	/** What it costs when sold separately. */
	standalonePrice: DecimalInput;
}

/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
 * the first regular period and after the last are parts of a period. */
export interface CompareRequestCalendar {
	/** The first day of the first regular period, after commencement and within one period of it. */
	from?: string | null | undefined;
	/** english_quarter_days: 25 March, 24 June, 29 September, 25 December. scottish_term_days: the 28th of February, May,
	 * August and November. The payments are quarterly. In arrears, a payment is made on the day before the next of these
	 * days; payments on the day itself are listed in otherPayments, with a paymentAmount of 0. */
	days?: "english_quarter_days" | "scottish_term_days" | null | undefined;
}

/** A variable payment. */
export interface CompareRequestVariablePayment {
	/** The day of the payment. */
	date: string;
	/** The amount, negative where it was received back. */
	amount: DecimalInput;
	/** What it is for. */
	name?: string | null | undefined;
}

/** Income from a sublease. */
export interface CompareRequestSubleaseIncome {
	/** The day of the receipt. */
	date: string;
	/** What was received. */
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
	/** The first day. */
	from: string;
	/** The last day. */
	to: string;
	/** The receipts, by date. */
	receipts: readonly CompareRequestSubleaseReceipt[];
	/** Such as the subtenant. */
	name?: string | null | undefined;
}

/** A lease, with the treatments that it is compared under. initialApplication is refused here. */
export interface CompareRequestFields {
	/** Your own identity of the lease, at most 100 characters. Memos, files and the numbers of entries have it. */
	id?: string | null | undefined;
	/** The name of the lease, at most 200 characters. Memos and files have it. */
	name?: string | null | undefined;
	/** Up to 20 texts such as entity, asset class or cost centre. They are carried through to files, and reports group by
	 * them. */
	tags?: Record<string, string> | null | undefined;
	/** The reporting standard: ASC_842 (US GAAP), IFRS_16 (IFRS), GASB_87 (US state and local governments), FRS_102 (UK and
	 * Ireland, section 20 as amended in 2024) or GASB_96 (subscriptions to software of US governments). */
	standard?: "ASC_842" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96" | null | undefined;
	/** The day on which the lessor makes the asset available for use, as yyyy-mm-dd; not the date of signature. From
	 * 0001-01-01; the last day of the term is at most 9999-12-31. */
	commencementDate: string;
	/** The whole lease term in months, from 1 to 1200: the noncancellable period with the renewal options that are
	 * reasonably certain to be exercised. Five years are 60. */
	termMonths: number;
	/** The fixed payment of one period (see paymentFrequency) before any escalation, in currency units: 10000 for ten
	 * thousand a month. Above 0, or 0 if otherPayments lists at least one payment. A JSON number, not a string: no
	 * currency sign, no thousands separator. Variable payments that depend on use or on a future index do not belong here. */
	paymentAmount: DecimalInput;
	/** How often paymentAmount falls due; every 1, 3, 6 or 12 months. */
	paymentFrequency?: "monthly" | "quarterly" | "semiannual" | "annual" | null | undefined;
	/** When in its period a payment falls due: advance is the first day (annuity-due), arrears the last day. */
	paymentTiming?: "advance" | "arrears" | null | undefined;
	/** Overrides the class derived under ASC 842. Leave it out to have the class derived from the five criteria. Under the
	 * other standards it has no effect; a note says so of `operating`. */
	classification?: "operating" | "finance" | null | undefined;
	/** The fixed rise of the payment at each anniversary of commencement, as a fraction and compounding: 3% a year is 0.03.
	 * From 0 to 1. Only increases fixed by the contract, never a forecast of an index. */
	annualEscalationPct?: DecimalInput | null | undefined;
	/** Incremental costs of obtaining the lease, such as a commission; added to the right-of-use asset. */
	initialDirectCosts?: DecimalInput | null | undefined;
	/** Incentives received from the lessor at or before commencement; they reduce the right-of-use asset. */
	leaseIncentives?: DecimalInput | null | undefined;
	/** Rent paid before commencement; added to the right-of-use asset and not part of the payments of the schedule. */
	prepaidRent?: DecimalInput | null | undefined;
	/** The amount probable of being owed under a residual value guarantee at the end of the term, not the whole guarantee;
	 * part of the lease payments. */
	residualValueGuarantee?: DecimalInput | null | undefined;
	/** The exercise price of a purchase option, paid at the end of the term. An amount above 0 without
	 * purchaseOptionReasonablyCertain means that exercise is reasonably certain; where purchaseOptionReasonablyCertain is
	 * false, the price is not part of the payments. */
	purchaseOptionAmount?: DecimalInput | null | undefined;
	/** Whether title to the asset passes to the lessee by the end of the term (ASC 842-10-25-2(a)). */
	transfersOwnership?: boolean | null | undefined;
	/** Whether the lessee is reasonably certain to exercise a purchase option (ASC 842-10-25-2(b)). */
	purchaseOptionReasonablyCertain?: boolean | null | undefined;
	/** The fair value of the underlying asset at commencement, for the 90% test of ASC 842-10-25-2(d). Where it is left
	 * out, the criterion is not tested. */
	assetFairValue?: DecimalInput | null | undefined;
	/** The remaining economic life of the asset in months at commencement, for the 75% test of ASC 842-10-25-2(c), and for
	 * the amortization of an asset that the lessee expects to own, or that lasts for less than the term. Ten years are
	 * 120. */
	assetEconomicLifeMonths?: number | null | undefined;
	/** Whether the asset is so specialized that the lessor is expected to have no alternative use for it (ASC
	 * 842-10-25-2(e)). */
	specializedAsset?: boolean | null | undefined;
	/** The rent of a whole period from a date on, in place of paymentAmount. Dates rise; each is the first day of a payment
	 * period after the first. Escalation goes on from the step, at the next anniversary of commencement. */
	rentSteps?: readonly CompareRequestRentStep[] | null | undefined;
	/** The fixed amount by which the payment rises at each anniversary of commencement. Not together with an
	 * annualEscalationPct above 0. */
	annualEscalationAmount?: DecimalInput | null | undefined;
	/** Months in which rent, or a share of it, is not owed. Spans are within the term, in rising order, and do not overlap. */
	rentFree?: readonly CompareRequestRentFree[] | null | undefined;
	/** Single fixed lease payments on dates within the term, such as key money, and incentives received after commencement.
	 * Dates do not fall. */
	otherPayments?: readonly CompareRequestOtherPayment[] | null | undefined;
	/** The conventions of the measurement. Where it is given, the result repeats it. */
	basis?: CompareRequestBasis | null | undefined;
	/** A recognition exemption: the lease is kept off the balance sheet. short_term for terms of at most 12 months,
	 * low_value under IFRS_16 and FRS_102 only. Not together with members that contradict it, such as a purchase option. */
	exemption?: "short_term" | "low_value" | null | undefined;
	/** The provision for dismantling and restoration, part of the asset. IFRS_16 (16.24(d)) and FRS_102 (20.47) only. */
	restorationCost?: DecimalInput | null | undefined;
	/** The whole guaranteed residual value, at least residualValueGuarantee, for the 90% test alone. ASC_842 only. */
	guaranteedResidualValue?: DecimalInput | null | undefined;
	/** The total economic life of the asset in months, at least assetEconomicLifeMonths, for the exception of ASC
	 * 842-10-25-2(c). ASC_842 only. */
	assetTotalLifeMonths?: number | null | undefined;
	/** Which statements the entries are for: those of the government as a whole, of a governmental fund on the modified
	 * accrual basis, or both, which gives each entry twice. The figures are government-wide. GASB_87 and GASB_96 only. */
	fund?: "government_wide" | "governmental" | "both" | null | undefined;
	/** A running lease that the books have treated as an operating lease is measured for the first time: FRS_102 and
	 * IFRS_16 only. The lease is stated from its own commencement. Not together with openingRouAsset, grantElement,
	 * restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled. */
	initialApplication?: CompareRequestInitialApplication | null | undefined;
	/** The grant or donation in a lease below market rent: part of the asset, credited to Deferred income, never in the
	 * liability. FRS_102 only (20.47). Not together with exemption or openingRouAsset. */
	grantElement?: DecimalInput | null | undefined;
	/** The code of an active ISO 4217 currency with 0, 2 or 3 decimals. Every amount in the answer then has its decimals.
	 * Left out, amounts have two. */
	currency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** What happened in the life of the lease, by date. An event takes effect at the start of its day; what it states
	 * replaces, from that day on, what was stated before. Each event measures all payments to the end of the term again;
	 * together they may measure at most 70,000 periods. A rent step counts as one, another payment as four, and as ten
	 * where the basis is not nominal. The schedule and the entries are then those of the whole life; everything else in
	 * the result describes commencement. Which members a type needs and takes is described in the method, section 13.2. */
	events?: readonly CompareRequestEvent[] | null | undefined;
	/** The asset carried in other books when a running lease is taken over; commencementDate is then the date of take-over,
	 * and the other members describe what is left. Not together with prepaidRent, initialDirectCosts, leaseIncentives or
	 * restorationCost. */
	openingRouAsset?: DecimalInput | null | undefined;
	/** Which kind of rate discountRateAnnual is; no figure depends on it, and notes and papers carry it. risk_free is for
	 * ASC_842 (842-20-30-3, lessees that are no public business entities), obtainable for FRS_102. */
	discountRateBasis?: "implicit" | "incremental" | "risk_free" | "obtainable" | null | undefined;
	/** What the payments are for, where the contract provides services too: at least one component of each kind, with its
	 * stand-alone price. Every payment is then divided by these prices; the schedule shows the lease part. */
	components?: readonly CompareRequestComponent[] | null | undefined;
	/** The rate of a tax on the payments, which are stated before it, that the lessee does not recover, as a fraction (20%
	 * is 0.20). It is expensed when it is paid. */
	irrecoverableTaxRate?: DecimalInput | null | undefined;
	/** Payment periods on days of the calendar, whatever day the lease commences. One of the members is given. Days before
	 * the first regular period and after the last are parts of a period. */
	calendar?: CompareRequestCalendar | null | undefined;
	/** Actual payments that depend on sales, use or the like, on dates within the term that do not fall. They are no part
	 * of the liability and are expensed on their dates. */
	variablePayments?: readonly CompareRequestVariablePayment[] | null | undefined;
	/** Variable income from subleases, by date, recognized as received, under ASC_842, IFRS_16 and FRS_102. Reports show
	 * it; the schedule does not. */
	subleaseIncome?: readonly CompareRequestSubleaseIncome[] | null | undefined;
	/** Operating subleases, under ASC_842, IFRS_16 and FRS_102. Their income is straight-line over the months of each
	 * sublease. Reports show it, with `rentReceivable` and `deferredRent`; the schedule does not. All subleases have at
	 * most 2,400 receipts. */
	subleases?: readonly CompareRequestSublease[] | null | undefined;
	/** The national standard with the text of IFRS 16, under IFRS_16 only. Titles, citations and notes use its name;
	 * figures and paragraph numbers are those of IFRS 16. */
	framework?: "AASB 16" | "Ind AS 116" | "HKFRS 16" | "NZ IFRS 16" | "K-IFRS 1116" | null | undefined;
	/** The currency of the books of the entity that leases, where it is another than currency, which it needs. Reports are
	 * in it. Not allowed with fund governmental. */
	functionalCurrency?: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG" | null | undefined;
	/** Units of functionalCurrency for one of currency, at commencement or initial application. Required where the two
	 * differ; used to 17 decimals. */
	exchangeRate?: DecimalInput | null | undefined;
	/** openingRouAsset as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	openingRouAssetFunctional?: DecimalInput | null | undefined;
	/** prepaidRent as the books carry it, in functionalCurrency; at exchangeRate where it is absent. */
	prepaidRentFunctional?: DecimalInput | null | undefined;
	/** The rent prepaid or accrued at initial application as the books carry it, in functionalCurrency; at exchangeRate
	 * where it is absent. */
	prepaidOrAccruedRentFunctional?: DecimalInput | null | undefined;
	/** Passages of the contract in which the members of the lease stand, by the paths of members that the lease states, as
	 * in paymentAmount or rentSteps[0].from. Memo, workbook and verification paper carry them, each with whether the value
	 * is in the passage (METHOD 24). No figure depends on them. */
	evidence?: Record<string, string> | null | undefined;
	/** A date. The response has `balances`, the balances at the end of this day. Reports ignore it. */
	at?: string | null | undefined;
	/** The treatments in the order of the answer; differences are taken from the first. Absent, they are all six, in the
	 * order of the enumeration. */
	treatments?: readonly ("ASC_842_operating" | "ASC_842_finance" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96")[] | null | undefined;
}

/** One of discountRateAnnual, discountRates is required. */
export type CompareRequest = CompareRequestFields & ( {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. It is
	 * nominal: each period takes the annual rate divided by the periods of a year. Required, unless discountRates of the
	 * lease or of a report gives it. */
	discountRateAnnual: DecimalInput;
	/** A table of discount rates, which gives the rate of the lease and of each reassessment and modification that states
	 * none. The first row valid on the day whose currency and tags fit the lease names the family (the rows of the same
	 * currency and tags), and the family's latest validFrom is the curve. The term that is left, in whole months rounded
	 * up, gives the rate: that of its row, or the one interpolated between two rows. A term shorter than the shortest
	 * takes the shortest; a longer one than the longest is refused. */
	discountRates?: readonly RateRow[] | null | undefined;
} | {
	/** The annual discount rate as a fraction, not a percentage: 5% is 0.05, and 6.25% is 0.0625. From 0 to 1. The rate
	 * implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate. It is
	 * nominal: each period takes the annual rate divided by the periods of a year. Required, unless discountRates of the
	 * lease or of a report gives it. */
	discountRateAnnual?: DecimalInput | null | undefined;
	/** A table of discount rates, which gives the rate of the lease and of each reassessment and modification that states
	 * none. The first row valid on the day whose currency and tags fit the lease names the family (the rows of the same
	 * currency and tags), and the family's latest validFrom is the curve. The term that is left, in whole months rounded
	 * up, gives the rate: that of its row, or the one interpolated between two rows. A term shorter than the shortest
	 * takes the shortest; a longer one than the longest is refused. */
	discountRates: readonly RateRow[];
});

/** A lease year. */
export interface CompareResponseTreatmentYear {
	/** The lease year, from 1. */
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
	/** By lease year. */
	years: CompareResponseTreatmentYear[];
	/** What was left out for the treatment, and points to check. */
	notes: string[];
}

/** A lease year. */
export interface CompareResponseDifferenceYear {
	/** The lease year, from 1. */
	year: number;
	leaseExpense: Decimal;
	rouAssetClose: Decimal;
}

/** A treatment less the first. */
export interface CompareResponseDifference {
	key: "ASC_842_operating" | "ASC_842_finance" | "IFRS_16" | "GASB_87" | "FRS_102" | "GASB_96";
	initialRouAsset: Decimal;
	totalLeaseCost: Decimal;
	/** By lease year. */
	years: CompareResponseDifferenceYear[];
}

/** One lease under every treatment. */
export interface CompareResponse {
	/** The treatments in the requested order, or all of them. Later versions may add others. */
	treatments: CompareResponseTreatment[];
	/** Each treatment less the first. */
	differences: CompareResponseDifference[];
	request_id: string;
	replay: boolean;
}

/** The operations with their requests and answers. */
export interface Operations {
	/** The whole accounting of the lease: liability, right-of-use asset, schedule, disclosures, classification, journal
	 * entries, citations and notes. Billed 1 computation. The header Accept asks for a file instead of JSON, at the same
	 * price: a workbook, a PDF, or CSV. `request_id` and `replay` are then only in the headers x-request-id and
	 * idempotent-replay. The format is part of what makes a request the same. A format that only another operation offers
	 * is refused as invalid_request, naming Accept; media types that are not listed here get JSON. */
	"compute": { request: Lease; response: ComputeResponse };
	/** The initial amounts and the schedule, one row for each payment period. Billed 1 computation. */
	"schedule": { request: Lease; response: ScheduleResponse };
	/** The commencement entry and one balanced entry for each payment period. Billed 1 computation. */
	"journal-entries": { request: Lease; response: JournalResponse };
	/** The operating-or-finance classification with its criteria and reasons. Free: it is never billed, though it takes a
	 * place in the rate limit. */
	"classify": { request: Lease; response: ClassifyResponse };
	/** The figures of up to 5,000 leases over a span of days: balances, rollforwards, cost, cash, maturities, current and
	 * long-term parts and weighted averages, in total, by group, and lease by lease; with `journal: monthly` also the
	 * entries by calendar month. A report knows nothing after `to`; its opening is the closing of the one before, and
	 * every total is the sum of its leases. Needs the Pro plan, and is billed 1 computation for each lease in the answer,
	 * all of them or none; skipped leases cost nothing. The body has at most 8 MiB. */
	"report": { request: ReportRequest; response: ReportResponse };
	/** Re-performs the figures of another program or spreadsheet: whether they agree with those of the lease, where and by
	 * how much they differ, what is inconsistent within them, and which convention explains the difference. Billed 1
	 * computation. The body has at most 1 MiB. The header Accept asks for a paper instead of JSON, at the same price. */
	"verify": { request: VerifyRequest; response: VerifyResponse };
	/** One lease under ASC 842 as an operating and as a finance lease, under IFRS 16 and under GASB 87, or under the
	 * `treatments` that are named: initial figures, every lease year, totals, and what each treatment differs by from the
	 * first. What the request says of `standard`, `classification` and `exemption` is left out, and so are members that a
	 * standard refuses; notes say so. Billed 1 computation. The header Accept asks for a file instead of JSON, at the same
	 * price. */
	"compare": { request: CompareRequest; response: CompareResponse };
}
