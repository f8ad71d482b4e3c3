# Generated from the contract, version 1.0.0, by 'make generate-clients'.
"""The fields of requests and answers. Decimals are decimal.Decimal in answers."""

from decimal import Decimal
from typing import Literal, NotRequired, TypeAlias, TypedDict

DecimalInput: TypeAlias = Decimal | int | float
"""A number to send. A float is sent as it prints, with up to 17 digits."""


# A new rent from a date onward.
LeaseRentStep = TypedDict(
    "LeaseRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
LeaseRentFree = TypedDict(
    "LeaseRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class LeaseOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class LeaseBasis(TypedDict):
    """The conventions of the measurement. If they are supplied, the result contains them."""

    discounting: NotRequired[Literal["nominal", "effective", "actual_365", "monthly"] | None]
    commencementPayment: NotRequired[Literal["liability", "settled"] | None]


class LeaseInitialApplication(TypedDict):
    """The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement, restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled."""

    date: str
    prepaidOrAccruedRent: NotRequired[DecimalInput | None]
    onerousProvision: NotRequired[DecimalInput | None]


# A new rent from a date onward.
LeaseEventRentStep = TypedDict(
    "LeaseEventRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
LeaseEventRentFree = TypedDict(
    "LeaseEventRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class LeaseEventOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class LeaseEventComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


class LeaseEvent(TypedDict):
    """An event in the life of the lease."""

    date: str
    type: Literal["index", "contingency_resolved", "residual_guarantee", "reassessment", "modification", "impairment", "impairment_reversal", "termination", "purchase"]
    paymentAmount: NotRequired[DecimalInput | None]
    changePct: NotRequired[DecimalInput | None]
    rentSteps: NotRequired[list[LeaseEventRentStep] | None]
    rentFree: NotRequired[list[LeaseEventRentFree] | None]
    otherPayments: NotRequired[list[LeaseEventOtherPayment] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    termMonths: NotRequired[int | None]
    discountRateAnnual: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    transfersOwnership: NotRequired[bool | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    retainedShare: NotRequired[DecimalInput | None]
    proportion: NotRequired[Literal["asset", "liability"] | None]
    impairmentLoss: NotRequired[DecimalInput | None]
    amount: NotRequired[DecimalInput | None]
    penalty: NotRequired[DecimalInput | None]
    price: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    components: NotRequired[list[LeaseEventComponent] | None]


class RateRow(TypedDict):
    """A row of a table of discount rates."""

    validFrom: str
    termMonths: int
    discountRateAnnual: DecimalInput
    currency: NotRequired[str | None]
    tags: NotRequired[dict[str, str] | None]
    source: NotRequired[str | None]


class LeaseComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


# Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields. The days before the first regular period and after the last form partial periods.
LeaseCalendar = TypedDict(
    "LeaseCalendar",
    {
        "from": NotRequired[str | None],
        "days": NotRequired[Literal["english_quarter_days", "scottish_term_days"] | None],
    },
)


class LeaseVariablePayment(TypedDict):
    """A variable payment."""

    date: str
    amount: DecimalInput
    name: NotRequired[str | None]


class LeaseSubleaseIncome(TypedDict):
    """Income from a sublease."""

    date: str
    amount: DecimalInput


class LeaseSubleaseReceipt(TypedDict):
    """A receipt."""

    date: str
    amount: DecimalInput


# A sublease.
LeaseSublease = TypedDict(
    "LeaseSublease",
    {
        "from": str,
        "to": str,
        "receipts": list[LeaseSubleaseReceipt],
        "name": NotRequired[str | None],
    },
)


class LeaseFields(TypedDict):
    """One lease from the lessee's point of view. Amounts are in units of the lease's currency (10000 is ten thousand dollars); rates are fractions per year (5% is 0.05)."""

    id: NotRequired[str | None]
    name: NotRequired[str | None]
    tags: NotRequired[dict[str, str] | None]
    standard: NotRequired[Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"] | None]
    commencementDate: str
    termMonths: int
    paymentAmount: DecimalInput
    paymentFrequency: NotRequired[Literal["monthly", "quarterly", "semiannual", "annual"] | None]
    paymentTiming: NotRequired[Literal["advance", "arrears"] | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    prepaidRent: NotRequired[DecimalInput | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    transfersOwnership: NotRequired[bool | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    rentSteps: NotRequired[list[LeaseRentStep] | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    rentFree: NotRequired[list[LeaseRentFree] | None]
    otherPayments: NotRequired[list[LeaseOtherPayment] | None]
    basis: NotRequired[LeaseBasis | None]
    exemption: NotRequired[Literal["short_term", "low_value"] | None]
    restorationCost: NotRequired[DecimalInput | None]
    guaranteedResidualValue: NotRequired[DecimalInput | None]
    assetTotalLifeMonths: NotRequired[int | None]
    fund: NotRequired[Literal["government_wide", "governmental", "both"] | None]
    initialApplication: NotRequired[LeaseInitialApplication | None]
    grantElement: NotRequired[DecimalInput | None]
    currency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    events: NotRequired[list[LeaseEvent] | None]
    openingRouAsset: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    components: NotRequired[list[LeaseComponent] | None]
    irrecoverableTaxRate: NotRequired[DecimalInput | None]
    calendar: NotRequired[LeaseCalendar | None]
    variablePayments: NotRequired[list[LeaseVariablePayment] | None]
    subleaseIncome: NotRequired[list[LeaseSubleaseIncome] | None]
    subleases: NotRequired[list[LeaseSublease] | None]
    framework: NotRequired[Literal["AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"] | None]
    functionalCurrency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    openingRouAssetFunctional: NotRequired[DecimalInput | None]
    prepaidRentFunctional: NotRequired[DecimalInput | None]
    prepaidOrAccruedRentFunctional: NotRequired[DecimalInput | None]
    evidence: NotRequired[dict[str, str] | None]
    at: NotRequired[str | None]


class LeaseWithDiscountRateAnnual(LeaseFields):
    discountRateAnnual: DecimalInput
    discountRates: NotRequired[list[RateRow] | None]


class LeaseWithDiscountRates(LeaseFields):
    discountRateAnnual: NotRequired[DecimalInput | None]
    discountRates: list[RateRow]


Lease: TypeAlias = LeaseWithDiscountRateAnnual | LeaseWithDiscountRates


# The rent from a date.
NormalizedLeaseRentStep = TypedDict(
    "NormalizedLeaseRentStep",
    {
        "from": str,
        "paymentAmount": Decimal,
    },
)


# A rent-free period.
NormalizedLeaseRentFree = TypedDict(
    "NormalizedLeaseRentFree",
    {
        "from": str,
        "months": int,
        "share": Decimal,
    },
)


class NormalizedLeaseOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: Decimal
    kind: Literal["payment", "incentive"]


class Basis(TypedDict):
    """The conventions of the measurement, with their defaults filled in."""

    discounting: Literal["nominal", "effective", "actual_365", "monthly"]
    commencementPayment: Literal["liability", "settled"]


# The rent from a date.
NormalizedLeaseEventRentStep = TypedDict(
    "NormalizedLeaseEventRentStep",
    {
        "from": str,
        "paymentAmount": Decimal,
    },
)


# A rent-free period.
NormalizedLeaseEventRentFree = TypedDict(
    "NormalizedLeaseEventRentFree",
    {
        "from": str,
        "months": int,
        "share": Decimal,
    },
)


class NormalizedLeaseEventOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: Decimal
    kind: Literal["payment", "incentive"]


class NormalizedLeaseEventComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: Decimal


class NormalizedLeaseEvent(TypedDict):
    """An event in the life of the lease."""

    date: str
    type: Literal["index", "contingency_resolved", "residual_guarantee", "reassessment", "modification", "impairment", "impairment_reversal", "termination", "purchase"]
    paymentAmount: NotRequired[Decimal]
    changePct: NotRequired[Decimal]
    rentSteps: NotRequired[list[NormalizedLeaseEventRentStep]]
    rentFree: NotRequired[list[NormalizedLeaseEventRentFree]]
    otherPayments: NotRequired[list[NormalizedLeaseEventOtherPayment]]
    annualEscalationPct: NotRequired[Decimal]
    annualEscalationAmount: NotRequired[Decimal]
    termMonths: NotRequired[int]
    discountRateAnnual: NotRequired[Decimal]
    purchaseOptionAmount: NotRequired[Decimal]
    purchaseOptionReasonablyCertain: NotRequired[bool]
    transfersOwnership: NotRequired[bool]
    residualValueGuarantee: NotRequired[Decimal]
    classification: NotRequired[Literal["operating", "finance"]]
    assetFairValue: NotRequired[Decimal]
    assetEconomicLifeMonths: NotRequired[int]
    specializedAsset: NotRequired[bool]
    initialDirectCosts: NotRequired[Decimal]
    leaseIncentives: NotRequired[Decimal]
    retainedShare: NotRequired[Decimal]
    proportion: NotRequired[Literal["asset", "liability"]]
    impairmentLoss: NotRequired[Decimal]
    amount: NotRequired[Decimal]
    penalty: NotRequired[Decimal]
    price: NotRequired[Decimal]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"]]
    exchangeRate: NotRequired[Decimal]
    components: NotRequired[list[NormalizedLeaseEventComponent]]


class RateRowAnswer(TypedDict):
    """A row of a table of discount rates."""

    validFrom: str
    termMonths: int
    discountRateAnnual: Decimal
    currency: NotRequired[str | None]
    tags: NotRequired[dict[str, str] | None]
    source: NotRequired[str | None]


class NormalizedLeaseComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: Decimal


# The calendar of the payment periods.
NormalizedLeaseCalendar = TypedDict(
    "NormalizedLeaseCalendar",
    {
        "from": NotRequired[str],
        "days": NotRequired[Literal["english_quarter_days", "scottish_term_days"]],
    },
)


class NormalizedLeaseVariablePayment(TypedDict):
    """A variable payment."""

    date: str
    amount: Decimal
    name: NotRequired[str]


class NormalizedLeaseSubleaseIncome(TypedDict):
    """Income from a sublease."""

    date: str
    amount: Decimal


class NormalizedLeaseSubleaseReceipt(TypedDict):
    """A receipt."""

    date: str
    amount: Decimal


# A sublease.
NormalizedLeaseSublease = TypedDict(
    "NormalizedLeaseSublease",
    {
        "from": str,
        "to": str,
        "receipts": list[NormalizedLeaseSubleaseReceipt],
        "name": NotRequired[str],
    },
)


class NormalizedLeaseInitialApplication(TypedDict):
    """The first measurement of an existing lease."""

    date: str
    prepaidOrAccruedRent: NotRequired[Decimal]
    onerousProvision: NotRequired[Decimal]


class NormalizedLease(TypedDict):
    """The lease as it was read, with defaults filled in and fields in a fixed order. Each number is its exact value in the shortest plain decimals (1e3 is 1000, 60.0 is 60). Fields that were omitted are absent."""

    id: NotRequired[str]
    name: NotRequired[str]
    tags: NotRequired[dict[str, str]]
    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    commencementDate: str
    termMonths: int
    paymentAmount: Decimal
    discountRateAnnual: NotRequired[Decimal]
    paymentFrequency: Literal["monthly", "quarterly", "semiannual", "annual"]
    paymentTiming: Literal["advance", "arrears"]
    classification: NotRequired[Literal["operating", "finance"]]
    annualEscalationPct: NotRequired[Decimal]
    initialDirectCosts: NotRequired[Decimal]
    leaseIncentives: NotRequired[Decimal]
    prepaidRent: NotRequired[Decimal]
    residualValueGuarantee: NotRequired[Decimal]
    purchaseOptionAmount: NotRequired[Decimal]
    transfersOwnership: NotRequired[bool]
    purchaseOptionReasonablyCertain: NotRequired[bool]
    assetFairValue: NotRequired[Decimal]
    assetEconomicLifeMonths: NotRequired[int]
    specializedAsset: NotRequired[bool]
    rentSteps: NotRequired[list[NormalizedLeaseRentStep]]
    annualEscalationAmount: NotRequired[Decimal]
    rentFree: NotRequired[list[NormalizedLeaseRentFree]]
    otherPayments: NotRequired[list[NormalizedLeaseOtherPayment]]
    basis: NotRequired[Basis]
    exemption: NotRequired[Literal["short_term", "low_value"]]
    restorationCost: NotRequired[Decimal]
    guaranteedResidualValue: NotRequired[Decimal]
    assetTotalLifeMonths: NotRequired[int]
    fund: NotRequired[Literal["government_wide", "governmental", "both"]]
    currency: NotRequired[str]
    events: NotRequired[list[NormalizedLeaseEvent]]
    openingRouAsset: NotRequired[Decimal]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"]]
    discountRates: NotRequired[list[RateRowAnswer]]
    components: NotRequired[list[NormalizedLeaseComponent]]
    irrecoverableTaxRate: NotRequired[Decimal]
    calendar: NotRequired[NormalizedLeaseCalendar]
    variablePayments: NotRequired[list[NormalizedLeaseVariablePayment]]
    subleaseIncome: NotRequired[list[NormalizedLeaseSubleaseIncome]]
    subleases: NotRequired[list[NormalizedLeaseSublease]]
    framework: NotRequired[Literal["AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"]]
    initialApplication: NotRequired[NormalizedLeaseInitialApplication]
    grantElement: NotRequired[Decimal]
    functionalCurrency: NotRequired[str]
    exchangeRate: NotRequired[Decimal]
    openingRouAssetFunctional: NotRequired[Decimal]
    prepaidRentFunctional: NotRequired[Decimal]
    prepaidOrAccruedRentFunctional: NotRequired[Decimal]
    evidence: NotRequired[dict[str, str]]
    at: NotRequired[str]


class RateUsed(TypedDict):
    """A discount rate that a lease took from its table."""

    date: str
    termMonths: int
    discountRateAnnual: Decimal
    rows: list[int]
    source: NotRequired[str]


class Balances(TypedDict):
    """The balances at the end of a day. They are 0.00 before commencement and after the end of the lease."""

    date: str
    liability: Decimal
    accruedInterest: Decimal
    rouAsset: Decimal
    currentLiability: Decimal
    longTermLiability: Decimal


class EventResult(TypedDict):
    """The effects of one event."""

    date: str
    type: Literal["index", "contingency_resolved", "residual_guarantee", "reassessment", "modification", "impairment", "impairment_reversal", "termination", "purchase"]
    treatment: Literal["remeasured", "expensed", "impaired", "derecognized", "reversed"]
    termMonths: int
    discountRateAnnual: Decimal
    classification: Literal["operating", "finance"]
    liabilityBefore: Decimal
    liabilityAfter: Decimal
    rouAssetBefore: Decimal
    rouAssetAfter: Decimal
    gainOrLoss: Decimal
    impairmentLoss: Decimal
    liabilityRemeasured: Decimal
    liabilityDerecognized: Decimal
    rouAssetRemeasured: Decimal
    rouAssetDerecognized: Decimal
    citations: list[str]


class Life(TypedDict):
    """Totals over the life of a lease with events."""

    payments: Decimal
    variablePayments: Decimal
    interest: Decimal
    amortization: Decimal
    leaseExpense: Decimal
    impairmentLosses: Decimal
    gainsAndLosses: Decimal


# A row of the schedule, for one payment period. Every row foots: liabilityClose is the preceding balance plus interest minus payment, and rouAssetClose is the preceding balance minus rouAmortization.
SchedulePeriod = TypedDict(
    "SchedulePeriod",
    {
        "period": int,
        "date": str,
        "payment": Decimal,
        "interest": Decimal,
        "principal": Decimal,
        "liabilityClose": Decimal,
        "rouAmortization": Decimal,
        "rouAssetClose": Decimal,
        "leaseExpense": Decimal,
        "variableLeaseExpense": NotRequired[Decimal],
        "nonLeaseExpense": NotRequired[Decimal],
        "taxExpense": NotRequired[Decimal],
        "from": NotRequired[str],
        "months": NotRequired[Decimal],
        "liabilityOpen": NotRequired[Decimal],
        "rouAssetOpen": NotRequired[Decimal],
    },
)


class MaturityYear(TypedDict):
    """Undiscounted payments of one lease year."""

    year: int
    label: Literal["Year 1", "Year 2", "Year 3", "Year 4", "Year 5", "Thereafter"]
    undiscountedPayments: Decimal


class Disclosures(TypedDict):
    """Figures for the notes to the financial statements, at commencement and for this lease only."""

    weightedAverageRemainingTermMonths: Decimal
    weightedAverageDiscountRate: Decimal
    totalUndiscountedPayments: Decimal
    imputedInterest: Decimal
    maturityAnalysis: list[MaturityYear]
    currentLiability: Decimal
    longTermLiability: Decimal
    totalLeaseCost: Decimal


class LeaseResult(TypedDict):
    """The measurement of the lease."""

    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    classification: Literal["operating", "finance"]
    commencementDate: str
    termMonths: int
    periods: int
    periodicRate: Decimal
    initialLiability: Decimal
    initialRouAsset: Decimal
    totalUndiscountedPayments: Decimal
    totalLeaseCost: Decimal
    basis: NotRequired[Basis]
    currency: NotRequired[str]
    exemption: NotRequired[Literal["short_term", "low_value"]]
    commencementPayment: NotRequired[Decimal]
    discountRates: NotRequired[list[RateUsed]]
    balances: NotRequired[Balances]
    events: NotRequired[list[EventResult]]
    life: NotRequired[Life]
    schedule: list[SchedulePeriod]
    disclosures: Disclosures
    citations: list[str]
    notes: list[str]


class Criterion(TypedDict):
    """One of the five criteria of ASC 842-10-25-2."""

    key: Literal["transfer_of_ownership", "purchase_option", "economic_life", "fair_value", "specialized_asset"]
    label: str
    met: bool
    detail: str
    citation: str


class Classification(TypedDict):
    """The operating-or-finance classification and its reasons."""

    classification: Literal["operating", "finance"]
    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    single_model: bool
    criteria: list[Criterion]
    rationale: str


class JournalLine(TypedDict):
    """One line of an entry. The debit or the credit is zero."""

    account: Literal["Right-of-use asset", "Lease liability", "Cash", "Prepaid rent", "Lease expense", "Interest expense", "Amortization expense", "Depreciation expense", "Variable lease expense", "Restoration provision", "Opening balance", "Gain on lease change", "Loss on lease change", "Impairment loss", "Property and equipment", "Expenditures - capital outlay", "Other financing sources - leases", "Expenditures - principal", "Expenditures - interest", "Expenditures - other", "Deferred income", "Onerous lease provision", "Subscription asset", "Subscription liability", "Prepaid subscription", "Other financing sources - subscriptions", "Non-lease component expense", "Prepaid services", "Irrecoverable tax", "Sublease income", "Prior-period corrections", "Deferred tax asset", "Deferred tax liability", "Deferred tax expense", "Deferred tax before initial application", "Foreign exchange gain", "Foreign exchange loss", "Reversal of impairment", "Rent receivable", "Deferred rent"]
    debit: Decimal
    credit: Decimal


class JournalEntry(TypedDict):
    """One balanced journal entry."""

    date: str
    memo: str
    lines: list[JournalLine]
    fund: NotRequired[Literal["government_wide", "governmental"]]


class ComputeResponse(TypedDict):
    """The complete accounting of a lease."""

    input: NormalizedLease
    result: LeaseResult
    classification: Classification
    journalEntries: list[JournalEntry]
    request_id: str
    replay: bool


class ScheduleResponse(TypedDict):
    """The amortization schedule of a lease."""

    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    classification: Literal["operating", "finance"]
    initialLiability: Decimal
    initialRouAsset: Decimal
    periods: int
    schedule: list[SchedulePeriod]
    balances: NotRequired[Balances]
    events: NotRequired[list[EventResult]]
    request_id: str
    replay: bool


class JournalResponse(TypedDict):
    """The journal entries of a lease."""

    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    classification: Literal["operating", "finance"]
    journalEntries: list[JournalEntry]
    request_id: str
    replay: bool


class ClassifyResponse(TypedDict):
    """The classification of a lease."""

    classification: Literal["operating", "finance"]
    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    single_model: bool
    criteria: list[Criterion]
    rationale: str
    request_id: str
    replay: bool


# A new rent from a date onward.
ReportLeaseRentStep = TypedDict(
    "ReportLeaseRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
ReportLeaseRentFree = TypedDict(
    "ReportLeaseRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class ReportLeaseOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class ReportLeaseBasis(TypedDict):
    """The conventions of the measurement. If they are supplied, the result contains them."""

    discounting: NotRequired[Literal["nominal", "effective", "actual_365", "monthly"] | None]
    commencementPayment: NotRequired[Literal["liability", "settled"] | None]


class ReportLeaseInitialApplication(TypedDict):
    """The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement, restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled."""

    date: str
    prepaidOrAccruedRent: NotRequired[DecimalInput | None]
    onerousProvision: NotRequired[DecimalInput | None]


# A new rent from a date onward.
ReportLeaseEventRentStep = TypedDict(
    "ReportLeaseEventRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
ReportLeaseEventRentFree = TypedDict(
    "ReportLeaseEventRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class ReportLeaseEventOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class ReportLeaseEventComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


class ReportLeaseEvent(TypedDict):
    """An event in the life of the lease."""

    date: str
    type: Literal["index", "contingency_resolved", "residual_guarantee", "reassessment", "modification", "impairment", "impairment_reversal", "termination", "purchase"]
    paymentAmount: NotRequired[DecimalInput | None]
    changePct: NotRequired[DecimalInput | None]
    rentSteps: NotRequired[list[ReportLeaseEventRentStep] | None]
    rentFree: NotRequired[list[ReportLeaseEventRentFree] | None]
    otherPayments: NotRequired[list[ReportLeaseEventOtherPayment] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    termMonths: NotRequired[int | None]
    discountRateAnnual: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    transfersOwnership: NotRequired[bool | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    retainedShare: NotRequired[DecimalInput | None]
    proportion: NotRequired[Literal["asset", "liability"] | None]
    impairmentLoss: NotRequired[DecimalInput | None]
    amount: NotRequired[DecimalInput | None]
    penalty: NotRequired[DecimalInput | None]
    price: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    components: NotRequired[list[ReportLeaseEventComponent] | None]


class ReportLeaseComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


# Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields. The days before the first regular period and after the last form partial periods.
ReportLeaseCalendar = TypedDict(
    "ReportLeaseCalendar",
    {
        "from": NotRequired[str | None],
        "days": NotRequired[Literal["english_quarter_days", "scottish_term_days"] | None],
    },
)


class ReportLeaseVariablePayment(TypedDict):
    """A variable payment."""

    date: str
    amount: DecimalInput
    name: NotRequired[str | None]


class ReportLeaseSubleaseIncome(TypedDict):
    """Income from a sublease."""

    date: str
    amount: DecimalInput


class ReportLeaseSubleaseReceipt(TypedDict):
    """A receipt."""

    date: str
    amount: DecimalInput


# A sublease.
ReportLeaseSublease = TypedDict(
    "ReportLeaseSublease",
    {
        "from": str,
        "to": str,
        "receipts": list[ReportLeaseSubleaseReceipt],
        "name": NotRequired[str | None],
    },
)


class ReportLease(TypedDict):
    """A lease in a report with discountRates, which may omit its own discount rate."""

    id: NotRequired[str | None]
    name: NotRequired[str | None]
    tags: NotRequired[dict[str, str] | None]
    standard: NotRequired[Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"] | None]
    commencementDate: str
    termMonths: int
    paymentAmount: DecimalInput
    discountRateAnnual: NotRequired[DecimalInput | None]
    paymentFrequency: NotRequired[Literal["monthly", "quarterly", "semiannual", "annual"] | None]
    paymentTiming: NotRequired[Literal["advance", "arrears"] | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    prepaidRent: NotRequired[DecimalInput | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    transfersOwnership: NotRequired[bool | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    rentSteps: NotRequired[list[ReportLeaseRentStep] | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    rentFree: NotRequired[list[ReportLeaseRentFree] | None]
    otherPayments: NotRequired[list[ReportLeaseOtherPayment] | None]
    basis: NotRequired[ReportLeaseBasis | None]
    exemption: NotRequired[Literal["short_term", "low_value"] | None]
    restorationCost: NotRequired[DecimalInput | None]
    guaranteedResidualValue: NotRequired[DecimalInput | None]
    assetTotalLifeMonths: NotRequired[int | None]
    fund: NotRequired[Literal["government_wide", "governmental", "both"] | None]
    initialApplication: NotRequired[ReportLeaseInitialApplication | None]
    grantElement: NotRequired[DecimalInput | None]
    currency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    events: NotRequired[list[ReportLeaseEvent] | None]
    openingRouAsset: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    discountRates: NotRequired[list[RateRow] | None]
    components: NotRequired[list[ReportLeaseComponent] | None]
    irrecoverableTaxRate: NotRequired[DecimalInput | None]
    calendar: NotRequired[ReportLeaseCalendar | None]
    variablePayments: NotRequired[list[ReportLeaseVariablePayment] | None]
    subleaseIncome: NotRequired[list[ReportLeaseSubleaseIncome] | None]
    subleases: NotRequired[list[ReportLeaseSublease] | None]
    framework: NotRequired[Literal["AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"] | None]
    functionalCurrency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    openingRouAssetFunctional: NotRequired[DecimalInput | None]
    prepaidRentFunctional: NotRequired[DecimalInput | None]
    prepaidOrAccruedRentFunctional: NotRequired[DecimalInput | None]
    evidence: NotRequired[dict[str, str] | None]
    at: NotRequired[str | None]


# An earlier reporting period for comparison. `from` and `to` select a period for the same leases as known today (restated). `published` contains an earlier report as it was printed. The last day of the comparative must be before the last day of the report.
ReportRequestComparative = TypedDict(
    "ReportRequestComparative",
    {
        "from": NotRequired[str],
        "to": NotRequired[str],
        "published": NotRequired[dict[str, object] | None],
    },
)


class DeferredTaxRate(TypedDict):
    """A deferred tax rate and the leases to which it applies."""

    rate: DecimalInput
    openingRate: NotRequired[DecimalInput | None]
    assetTaxBase: NotRequired[Literal["none", "direct_costs_and_incentives"] | None]
    key: NotRequired[dict[str, str] | None]


# A reporting period.
ReportRequestPreviousPeriod = TypedDict(
    "ReportRequestPreviousPeriod",
    {
        "from": str,
        "to": str,
        "deferredTax": NotRequired[list[DeferredTaxRate] | None],
    },
)


class ExchangeRate(TypedDict):
    """The exchange rates of a currency pair on a day. A row has closing, spot or both."""

    currency: str
    into: str
    date: str
    closing: NotRequired[DecimalInput | None]
    average: NotRequired[DecimalInput | None]
    spot: NotRequired[DecimalInput | None]


class ReportRequestPreviousInput(TypedDict):
    """A fingerprint."""

    id: str
    sha256: str


class SignedAccount(TypedDict):
    """The amount posted to an account."""

    account: str
    amount: DecimalInput


class SignedLease(TypedDict):
    """The signed balances of a lease in its functional currency, in the same form as in a closing. All four figures are required."""

    id: str
    standard: NotRequired[Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"] | None]
    currency: NotRequired[str | None]
    liability: DecimalInput
    rouAsset: DecimalInput
    accumulatedAmortization: DecimalInput
    prepaidRent: DecimalInput
    classification: NotRequired[Literal["operating", "finance", "short_term", "low_value"] | None]
    tags: NotRequired[dict[str, str] | None]
    lastDay: NotRequired[str | None]
    posted: NotRequired[list[SignedAccount] | None]
    postedThisYear: NotRequired[list[SignedAccount] | None]


# The signed closing of the day preceding `from`: a complete closing as `leasehold close` writes it, or the digest, the balances of its leases, or both. lateChanges lists each lease that differs. The opening balances are the signed balances. Without a complete closing, income, expense and cash are not compared.
ReportRequestPrevious = TypedDict(
    "ReportRequestPrevious",
    {
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
        "version": NotRequired[str | None],
        "rulesRevision": NotRequired[int | None],
        "fiscalYearStart": NotRequired[str | None],
        "chainFrom": NotRequired[str | None],
        "periods": NotRequired[list[ReportRequestPreviousPeriod] | None],
        "accrual": NotRequired[Literal["days", "months", "thirty_360"] | None],
        "fund": NotRequired[Literal["government_wide", "governmental", "both"] | None],
        "where": NotRequired[dict[str, str] | None],
        "exchangeRates": NotRequired[list[ExchangeRate] | None],
        "discountRates": NotRequired[list[RateRow] | None],
        "inputs": NotRequired[list[ReportRequestPreviousInput] | None],
        "digest": NotRequired[str | None],
        "leases": NotRequired[list[SignedLease] | None],
        "totals": NotRequired[list[dict[str, object]] | None],
        "lateChanges": NotRequired[list[dict[str, object]] | None],
        "previous": NotRequired[str | None],
        "entries": NotRequired[str | None],
        "preparedBy": NotRequired[str | None],
        "approvedBy": NotRequired[str | None],
        "at": NotRequired[str | None],
        "chain": NotRequired[str | None],
    },
)


class LedgerRow(TypedDict):
    """A row of a trial balance."""

    account: str
    code: NotRequired[str | None]
    balance: DecimalInput
    key: NotRequired[dict[str, str] | None]


# The leases of a report, the reporting period, and how to group them. A lease needs discountRateAnnual or discountRates, unless the report has discountRates.
ReportRequest = TypedDict(
    "ReportRequest",
    {
        "from": str,
        "to": str,
        "leases": list[ReportLease],
        "groupBy": NotRequired[list[str] | None],
        "journal": NotRequired[Literal["none", "monthly"] | None],
        "accrual": NotRequired[Literal["days", "months", "thirty_360"] | None],
        "where": NotRequired[dict[str, str] | None],
        "onError": NotRequired[Literal["stop", "skip"] | None],
        "comparative": NotRequired[ReportRequestComparative | None],
        "previous": NotRequired[ReportRequestPrevious | None],
        "ledger": NotRequired[list[LedgerRow] | None],
        "deferredTax": NotRequired[list[DeferredTaxRate] | None],
        "concepts": NotRequired[bool | None],
        "assetClassTag": NotRequired[str | None],
        "discountRates": NotRequired[list[RateRow] | None],
        "exchangeRates": NotRequired[list[ExchangeRate] | None],
        "presentationCurrency": NotRequired[str],
    },
)


class LiabilityRollforward(TypedDict):
    """The rollforward of the lease liability: opening + late + additions + takenOver + initialApplication + remeasured + interest − payments − derecognized + exchange + translation = closing."""

    opening: Decimal
    late: Decimal
    additions: Decimal
    takenOver: Decimal
    initialApplication: Decimal
    remeasured: Decimal
    interest: Decimal
    payments: Decimal
    derecognized: Decimal
    exchange: Decimal
    translation: Decimal
    closing: Decimal


class AssetRollforward(TypedDict):
    """The rollforward of the right-of-use asset: opening + late + additions + takenOver + initialApplication + remeasured − amortization − impairment − derecognized + translation = closing. The closing asset plus accumulatedAmortization equals cost."""

    opening: Decimal
    late: Decimal
    additions: Decimal
    takenOver: Decimal
    initialApplication: Decimal
    remeasured: Decimal
    amortization: Decimal
    impairment: Decimal
    derecognized: Decimal
    translation: Decimal
    closing: Decimal
    cost: Decimal
    accumulatedAmortization: Decimal


class LeaseCost(TypedDict):
    """The lease cost of the reporting period by kind."""

    interest: Decimal
    amortization: Decimal
    operating: Decimal
    shortTerm: Decimal
    lowValue: Decimal
    variable: Decimal
    nonLease: Decimal
    taxes: Decimal
    impairment: Decimal
    gainsAndLosses: Decimal
    subleaseIncome: Decimal
    late: Decimal
    total: Decimal
    exchange: Decimal


class LeaseCash(TypedDict):
    """The cash payments of the reporting period; receipts are negative."""

    interest: Decimal
    principal: Decimal
    operating: Decimal
    exempt: Decimal
    variable: Decimal
    nonLease: Decimal
    taxes: Decimal
    commencement: Decimal
    initialDirectCosts: Decimal
    incentives: Decimal
    penalties: Decimal
    prices: Decimal
    subleases: Decimal
    late: Decimal
    total: Decimal


# Principal and interest that are due in one year or in a band of five years.
Band = TypedDict(
    "Band",
    {
        "from": str,
        "to": str,
        "principal": Decimal,
        "interest": Decimal,
    },
)


class Maturity(TypedDict):
    """Undiscounted payments after the reporting period that the liability includes. total less imputedInterest equals the closing liability."""

    years: list[Decimal]
    thereafter: Decimal
    total: Decimal
    imputedInterest: Decimal
    bands: NotRequired[list[Band]]
    schedule: NotRequired[list[Band]]


class PrincipalRollforward(TypedDict):
    """The liability without accrued interest, for leases under GASB 87 and GASB 96. The rollforward is opening + late + additions + takenOver + remeasured − payments − derecognized + exchange + translation = closing."""

    opening: Decimal
    late: Decimal
    additions: Decimal
    takenOver: Decimal
    remeasured: Decimal
    payments: Decimal
    derecognized: Decimal
    exchange: Decimal
    translation: Decimal
    closing: Decimal
    dueWithinOneYear: Decimal


class AssetCostRollforward(TypedDict):
    """The cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.cost`."""

    opening: Decimal
    increases: Decimal
    decreases: Decimal
    closing: Decimal


class AssetAmortizationRollforward(TypedDict):
    """The accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.accumulatedAmortization`."""

    opening: Decimal
    increases: Decimal
    decreases: Decimal
    closing: Decimal


class DeferredTax(TypedDict):
    """Deferred tax of the lease liability and of the asset."""

    assetOpening: Decimal
    assetLate: Decimal
    assetClosing: Decimal
    liabilityOpening: Decimal
    liabilityLate: Decimal
    liabilityClosing: Decimal
    initialApplication: Decimal
    expense: Decimal
    rateChange: Decimal


class FunctionalFigures(TypedDict):
    """The figures of a lease in its functional currency."""

    liability: LiabilityRollforward
    rouAsset: AssetRollforward
    cost: LeaseCost
    cash: LeaseCash
    nonCash: Decimal
    priorPeriodCorrections: Decimal
    maturity: Maturity
    currentLiability: Decimal
    longTermLiability: Decimal
    accruedInterest: Decimal
    rentReceivable: NotRequired[Decimal]
    deferredRent: NotRequired[Decimal]
    principal: NotRequired[PrincipalRollforward]
    assetCost: NotRequired[AssetCostRollforward]
    assetAmortization: NotRequired[AssetAmortizationRollforward]
    deferredTax: NotRequired[DeferredTax]


class LeaseFigures(TypedDict):
    """The figures of one lease."""

    id: str
    tags: dict[str, str]
    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    classification: Literal["operating", "finance", "short_term", "low_value"]
    currency: NotRequired[str]
    leaseCurrency: NotRequired[str]
    remainingTermMonths: Decimal
    discountRateAnnual: Decimal
    discountRates: NotRequired[list[RateUsed]]
    liability: LiabilityRollforward
    rouAsset: AssetRollforward
    cost: LeaseCost
    cash: LeaseCash
    nonCash: Decimal
    priorPeriodCorrections: Decimal
    maturity: Maturity
    currentLiability: Decimal
    longTermLiability: Decimal
    accruedInterest: Decimal
    rentReceivable: NotRequired[Decimal]
    deferredRent: NotRequired[Decimal]
    principal: NotRequired[PrincipalRollforward]
    assetCost: NotRequired[AssetCostRollforward]
    assetAmortization: NotRequired[AssetAmortizationRollforward]
    deferredTax: NotRequired[DeferredTax]
    functional: NotRequired[FunctionalFigures]
    notes: list[str]


class GroupFigures(TypedDict):
    """The sums of the leases with the same values of the groupBy keys."""

    key: dict[str, str]
    leases: int
    liability: LiabilityRollforward
    rouAsset: AssetRollforward
    cost: LeaseCost
    cash: LeaseCash
    nonCash: Decimal
    priorPeriodCorrections: Decimal
    maturity: Maturity
    currentLiability: Decimal
    longTermLiability: Decimal
    accruedInterest: Decimal
    rentReceivable: NotRequired[Decimal]
    deferredRent: NotRequired[Decimal]
    principal: NotRequired[PrincipalRollforward]
    assetCost: NotRequired[AssetCostRollforward]
    assetAmortization: NotRequired[AssetAmortizationRollforward]
    deferredTax: NotRequired[DeferredTax]


class TotalFigures(TypedDict):
    """The sums of all leases."""

    leases: int
    liability: LiabilityRollforward
    rouAsset: AssetRollforward
    cost: LeaseCost
    cash: LeaseCash
    nonCash: Decimal
    priorPeriodCorrections: Decimal
    maturity: Maturity
    currentLiability: Decimal
    longTermLiability: Decimal
    accruedInterest: Decimal
    rentReceivable: NotRequired[Decimal]
    deferredRent: NotRequired[Decimal]
    principal: NotRequired[PrincipalRollforward]
    assetCost: NotRequired[AssetCostRollforward]
    assetAmortization: NotRequired[AssetAmortizationRollforward]
    deferredTax: NotRequired[DeferredTax]


class WeightedAverage(TypedDict):
    """Weighted averages of the leases of one class, currency and standard. A field is absent if the sum of its weights is 0."""

    classification: Literal["operating", "finance"]
    currency: NotRequired[str]
    standard: Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    remainingTermMonths: NotRequired[Decimal]
    discountRateAnnual: NotRequired[Decimal]
    discountRateByLiability: NotRequired[Decimal]


class ReportResponseNotCommenced(TypedDict):
    """The number of leases in one currency, and their payments."""

    currency: NotRequired[str]
    leases: int
    payments: Decimal


class ReportEntry(TypedDict):
    """A balanced entry for a calendar month, a commencement or an event."""

    date: str
    memo: str
    lines: list[JournalLine]
    leaseId: str
    number: str
    currency: NotRequired[str]
    fund: NotRequired[Literal["government_wide", "governmental"]]


# The leases of the report for an earlier reporting period, or a published report.
Comparative = TypedDict(
    "Comparative",
    {
        "from": str,
        "to": str,
        "basis": Literal["restated", "published"],
        "leases": list[LeaseFigures],
        "groups": list[GroupFigures],
        "total": NotRequired[TotalFigures],
        "weightedAverages": list[WeightedAverage],
    },
)


class LateFigure(TypedDict):
    """A balance that differs from the signed balance."""

    signed: Decimal
    now: Decimal
    difference: Decimal


class AccountAmount(TypedDict):
    """The amount of an account."""

    account: str
    amount: Decimal


class LateChangeTag(TypedDict):
    """A changed tag."""

    name: str
    signed: str
    now: str


class LateChange(TypedDict):
    """A lease with signed balances or posted amounts that differ from the amounts under its current terms."""

    id: str
    liability: NotRequired[LateFigure]
    rouAsset: NotRequired[LateFigure]
    accumulatedAmortization: NotRequired[LateFigure]
    prepaidRent: NotRequired[LateFigure]
    accounts: list[AccountAmount]
    tags: NotRequired[list[LateChangeTag]]
    dropped: NotRequired[bool]


class ReportResponsePrevious(TypedDict):
    """Whether the opening balances equal the signed balances, if `previous` is supplied."""

    agrees: bool
    digest: str
    lateChanges: list[LateChange]
    causes: NotRequired[list[str]]


class TieOutExplanation(TypedDict):
    """An amount that equals the difference."""

    kind: Literal["lease_missing", "lease_extra", "movement_missing", "movement_extra", "entry_missing", "entry_twice", "entry_wrong_side", "corrections_missing", "opening"]
    leaseId: NotRequired[str]
    number: NotRequired[str]
    sentence: str


class TieOut(TypedDict):
    """The balance of an account in the trial balance and in the report."""

    account: str
    key: dict[str, str]
    ledger: Decimal
    leasehold: Decimal
    difference: Decimal
    explanations: list[TieOutExplanation]


class FilingName(TypedDict):
    """The element of a taxonomy for a figure. Figures without an element in the taxonomy are not listed."""

    figure: str
    standard: Literal["ASC_842", "IFRS_16"]
    classification: NotRequired[Literal["operating", "finance"]]
    name: str
    year: int
    turned: NotRequired[bool]


class SkippedLease(TypedDict):
    """An omitted lease and the reason."""

    index: int
    id: str
    field: str
    message: str


# A report on many leases.
ReportResponse = TypedDict(
    "ReportResponse",
    {
        "from": str,
        "to": str,
        "leases": list[LeaseFigures],
        "groups": list[GroupFigures],
        "total": NotRequired[TotalFigures],
        "weightedAverages": list[WeightedAverage],
        "notCommenced": list[ReportResponseNotCommenced],
        "journalEntries": NotRequired[list[ReportEntry]],
        "comparative": NotRequired[Comparative],
        "digest": str,
        "previous": NotRequired[ReportResponsePrevious],
        "tieOut": NotRequired[list[TieOut]],
        "concepts": NotRequired[list[FilingName]],
        "skipped": list[SkippedLease],
        "notes": list[str],
        "request_id": str,
        "replay": bool,
    },
)


class TheirsSchedule(TypedDict):
    """A row of the reported schedule, with any of its figures."""

    period: NotRequired[int | None]
    date: NotRequired[str | None]
    payment: NotRequired[DecimalInput | None]
    interest: NotRequired[DecimalInput | None]
    principal: NotRequired[DecimalInput | None]
    liabilityClose: NotRequired[DecimalInput | None]
    rouAmortization: NotRequired[DecimalInput | None]
    rouAssetClose: NotRequired[DecimalInput | None]
    leaseExpense: NotRequired[DecimalInput | None]


class Theirs(TypedDict):
    """The reported figures to compare; at least one."""

    initialLiability: NotRequired[DecimalInput | None]
    initialRouAsset: NotRequired[DecimalInput | None]
    totalUndiscountedPayments: NotRequired[DecimalInput | None]
    totalLeaseCost: NotRequired[DecimalInput | None]
    schedule: NotRequired[list[TheirsSchedule] | None]


class VerifyRequest(TypedDict):
    """A lease, and reported figures to compare with its accounting."""

    lease: Lease
    theirs: Theirs
    tolerance: NotRequired[DecimalInput | None]


# The first reported payment that differs, or null. If a payment differs, the rest of the search uses the reported payments.
VerifyResponsePayments = TypedDict(
    "VerifyResponsePayments",
    {
        "from": int,
        "ours": Decimal,
        "theirs": Decimal,
        "fits": str | None,
    },
)


class VerifyResponseDifference(TypedDict):
    """A figure that differs."""

    where: str
    ours: Decimal
    theirs: Decimal
    difference: Decimal


class VerifyResponseInconsistency(TypedDict):
    """A reported row that does not foot, a reported balance that does not continue the preceding row, or a final balance other than 0."""

    where: str
    problem: str


class VerifyCandidate(TypedDict):
    """The lease under other conventions."""

    changes: dict[str, str | int | float | Decimal | None]
    outside: int
    largestDifference: Decimal


class VerifyResponseExplanation(TypedDict):
    """The candidate that explains every difference with the fewest causes, or null."""

    changes: dict[str, str | int | float | Decimal | None]
    sentence: str


class VerifyResponse(TypedDict):
    """Whether the reported figures agree with the lease, and the causes of differences."""

    payments: VerifyResponsePayments | None
    agrees: bool
    compared: int
    outside: int
    largestDifference: Decimal
    rounding: Decimal | None
    differences: list[VerifyResponseDifference]
    inconsistencies: list[VerifyResponseInconsistency]
    explanations: list[VerifyCandidate]
    explanation: VerifyResponseExplanation | None
    impliedRate: Decimal | None
    digits: Literal["exchanged", "tenth", "tenfold", "hundredth", "hundredfold"] | None
    notes: list[str]
    request_id: str
    replay: bool


# A new rent from a date onward.
CompareRequestRentStep = TypedDict(
    "CompareRequestRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
CompareRequestRentFree = TypedDict(
    "CompareRequestRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class CompareRequestOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class CompareRequestBasis(TypedDict):
    """The conventions of the measurement. If they are supplied, the result contains them."""

    discounting: NotRequired[Literal["nominal", "effective", "actual_365", "monthly"] | None]
    commencementPayment: NotRequired[Literal["liability", "settled"] | None]


class CompareRequestInitialApplication(TypedDict):
    """The first measurement of an existing lease that was accounted for as an operating lease. Only under FRS_102 and IFRS_16. The lease is described from its original commencement. Not together with openingRouAsset, grantElement, restorationCost, prepaidRent, initialDirectCosts, leaseIncentives, low_value or settled."""

    date: str
    prepaidOrAccruedRent: NotRequired[DecimalInput | None]
    onerousProvision: NotRequired[DecimalInput | None]


# A new rent from a date onward.
CompareRequestEventRentStep = TypedDict(
    "CompareRequestEventRentStep",
    {
        "from": str,
        "paymentAmount": DecimalInput,
    },
)


# A rent-free period.
CompareRequestEventRentFree = TypedDict(
    "CompareRequestEventRentFree",
    {
        "from": str,
        "months": int,
        "share": NotRequired[DecimalInput | None],
    },
)


class CompareRequestEventOtherPayment(TypedDict):
    """A one-off payment or an incentive."""

    date: str
    amount: DecimalInput
    kind: NotRequired[Literal["payment", "incentive"] | None]


class CompareRequestEventComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


class CompareRequestEvent(TypedDict):
    """An event in the life of the lease."""

    date: str
    type: Literal["index", "contingency_resolved", "residual_guarantee", "reassessment", "modification", "impairment", "impairment_reversal", "termination", "purchase"]
    paymentAmount: NotRequired[DecimalInput | None]
    changePct: NotRequired[DecimalInput | None]
    rentSteps: NotRequired[list[CompareRequestEventRentStep] | None]
    rentFree: NotRequired[list[CompareRequestEventRentFree] | None]
    otherPayments: NotRequired[list[CompareRequestEventOtherPayment] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    termMonths: NotRequired[int | None]
    discountRateAnnual: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    transfersOwnership: NotRequired[bool | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    retainedShare: NotRequired[DecimalInput | None]
    proportion: NotRequired[Literal["asset", "liability"] | None]
    impairmentLoss: NotRequired[DecimalInput | None]
    amount: NotRequired[DecimalInput | None]
    penalty: NotRequired[DecimalInput | None]
    price: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    components: NotRequired[list[CompareRequestEventComponent] | None]


class CompareRequestComponent(TypedDict):
    """A component of the contract."""

    name: str
    kind: Literal["lease", "service"]
    standalonePrice: DecimalInput


# Payment periods that follow the calendar, independent of the commencement date. Supply exactly one of the fields. The days before the first regular period and after the last form partial periods.
CompareRequestCalendar = TypedDict(
    "CompareRequestCalendar",
    {
        "from": NotRequired[str | None],
        "days": NotRequired[Literal["english_quarter_days", "scottish_term_days"] | None],
    },
)


class CompareRequestVariablePayment(TypedDict):
    """A variable payment."""

    date: str
    amount: DecimalInput
    name: NotRequired[str | None]


class CompareRequestSubleaseIncome(TypedDict):
    """Income from a sublease."""

    date: str
    amount: DecimalInput


class CompareRequestSubleaseReceipt(TypedDict):
    """A receipt."""

    date: str
    amount: DecimalInput


# A sublease.
CompareRequestSublease = TypedDict(
    "CompareRequestSublease",
    {
        "from": str,
        "to": str,
        "receipts": list[CompareRequestSubleaseReceipt],
        "name": NotRequired[str | None],
    },
)


class CompareRequestFields(TypedDict):
    """A lease with the treatments to compare. initialApplication is rejected here."""

    id: NotRequired[str | None]
    name: NotRequired[str | None]
    tags: NotRequired[dict[str, str] | None]
    standard: NotRequired[Literal["ASC_842", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"] | None]
    commencementDate: str
    termMonths: int
    paymentAmount: DecimalInput
    paymentFrequency: NotRequired[Literal["monthly", "quarterly", "semiannual", "annual"] | None]
    paymentTiming: NotRequired[Literal["advance", "arrears"] | None]
    classification: NotRequired[Literal["operating", "finance"] | None]
    annualEscalationPct: NotRequired[DecimalInput | None]
    initialDirectCosts: NotRequired[DecimalInput | None]
    leaseIncentives: NotRequired[DecimalInput | None]
    prepaidRent: NotRequired[DecimalInput | None]
    residualValueGuarantee: NotRequired[DecimalInput | None]
    purchaseOptionAmount: NotRequired[DecimalInput | None]
    transfersOwnership: NotRequired[bool | None]
    purchaseOptionReasonablyCertain: NotRequired[bool | None]
    assetFairValue: NotRequired[DecimalInput | None]
    assetEconomicLifeMonths: NotRequired[int | None]
    specializedAsset: NotRequired[bool | None]
    rentSteps: NotRequired[list[CompareRequestRentStep] | None]
    annualEscalationAmount: NotRequired[DecimalInput | None]
    rentFree: NotRequired[list[CompareRequestRentFree] | None]
    otherPayments: NotRequired[list[CompareRequestOtherPayment] | None]
    basis: NotRequired[CompareRequestBasis | None]
    exemption: NotRequired[Literal["short_term", "low_value"] | None]
    restorationCost: NotRequired[DecimalInput | None]
    guaranteedResidualValue: NotRequired[DecimalInput | None]
    assetTotalLifeMonths: NotRequired[int | None]
    fund: NotRequired[Literal["government_wide", "governmental", "both"] | None]
    initialApplication: NotRequired[CompareRequestInitialApplication | None]
    grantElement: NotRequired[DecimalInput | None]
    currency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    events: NotRequired[list[CompareRequestEvent] | None]
    openingRouAsset: NotRequired[DecimalInput | None]
    discountRateBasis: NotRequired[Literal["implicit", "incremental", "risk_free", "obtainable"] | None]
    components: NotRequired[list[CompareRequestComponent] | None]
    irrecoverableTaxRate: NotRequired[DecimalInput | None]
    calendar: NotRequired[CompareRequestCalendar | None]
    variablePayments: NotRequired[list[CompareRequestVariablePayment] | None]
    subleaseIncome: NotRequired[list[CompareRequestSubleaseIncome] | None]
    subleases: NotRequired[list[CompareRequestSublease] | None]
    framework: NotRequired[Literal["AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"] | None]
    functionalCurrency: NotRequired[Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHE", "CHF", "CHW", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] | None]
    exchangeRate: NotRequired[DecimalInput | None]
    openingRouAssetFunctional: NotRequired[DecimalInput | None]
    prepaidRentFunctional: NotRequired[DecimalInput | None]
    prepaidOrAccruedRentFunctional: NotRequired[DecimalInput | None]
    evidence: NotRequired[dict[str, str] | None]
    at: NotRequired[str | None]
    treatments: NotRequired[list[Literal["ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]] | None]


class CompareRequestWithDiscountRateAnnual(CompareRequestFields):
    discountRateAnnual: DecimalInput
    discountRates: NotRequired[list[RateRow] | None]


class CompareRequestWithDiscountRates(CompareRequestFields):
    discountRateAnnual: NotRequired[DecimalInput | None]
    discountRates: list[RateRow]


CompareRequest: TypeAlias = CompareRequestWithDiscountRateAnnual | CompareRequestWithDiscountRates


class CompareResponseTreatmentYear(TypedDict):
    """The amounts of one lease year."""

    year: int
    payments: Decimal
    interest: Decimal
    amortization: Decimal
    leaseExpense: Decimal
    liabilityClose: Decimal
    rouAssetClose: Decimal


class CompareResponseTreatment(TypedDict):
    """The lease under one treatment."""

    key: Literal["ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    initialLiability: Decimal
    initialRouAsset: Decimal
    totalLeaseCost: Decimal
    currentLiability: Decimal
    longTermLiability: Decimal
    years: list[CompareResponseTreatmentYear]
    notes: list[str]


class CompareResponseDifferenceYear(TypedDict):
    """The amounts of one lease year."""

    year: int
    leaseExpense: Decimal
    rouAssetClose: Decimal


class CompareResponseDifference(TypedDict):
    """The amounts of a treatment less the amounts of the first treatment."""

    key: Literal["ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"]
    initialRouAsset: Decimal
    totalLeaseCost: Decimal
    years: list[CompareResponseDifferenceYear]


class CompareResponse(TypedDict):
    """One lease under every treatment."""

    treatments: list[CompareResponseTreatment]
    differences: list[CompareResponseDifference]
    request_id: str
    replay: bool


# The decimals: "#", or the record of an object or of each item of a list.
SHAPES: dict[str, dict[str, str]] = {
    "LeaseRentStep": {
        "paymentAmount": "#",
    },
    "LeaseRentFree": {
        "share": "#",
    },
    "LeaseOtherPayment": {
        "amount": "#",
    },
    "LeaseInitialApplication": {
        "prepaidOrAccruedRent": "#",
        "onerousProvision": "#",
    },
    "LeaseEventRentStep": {
        "paymentAmount": "#",
    },
    "LeaseEventRentFree": {
        "share": "#",
    },
    "LeaseEventOtherPayment": {
        "amount": "#",
    },
    "LeaseEventComponent": {
        "standalonePrice": "#",
    },
    "LeaseEvent": {
        "paymentAmount": "#",
        "changePct": "#",
        "rentSteps": "LeaseEventRentStep",
        "rentFree": "LeaseEventRentFree",
        "otherPayments": "LeaseEventOtherPayment",
        "annualEscalationPct": "#",
        "annualEscalationAmount": "#",
        "discountRateAnnual": "#",
        "purchaseOptionAmount": "#",
        "residualValueGuarantee": "#",
        "assetFairValue": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "retainedShare": "#",
        "impairmentLoss": "#",
        "amount": "#",
        "penalty": "#",
        "price": "#",
        "exchangeRate": "#",
        "components": "LeaseEventComponent",
    },
    "RateRow": {
        "discountRateAnnual": "#",
    },
    "LeaseComponent": {
        "standalonePrice": "#",
    },
    "LeaseVariablePayment": {
        "amount": "#",
    },
    "LeaseSubleaseIncome": {
        "amount": "#",
    },
    "LeaseSubleaseReceipt": {
        "amount": "#",
    },
    "LeaseSublease": {
        "receipts": "LeaseSubleaseReceipt",
    },
    "Lease": {
        "paymentAmount": "#",
        "discountRateAnnual": "#",
        "annualEscalationPct": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "prepaidRent": "#",
        "residualValueGuarantee": "#",
        "purchaseOptionAmount": "#",
        "assetFairValue": "#",
        "rentSteps": "LeaseRentStep",
        "annualEscalationAmount": "#",
        "rentFree": "LeaseRentFree",
        "otherPayments": "LeaseOtherPayment",
        "restorationCost": "#",
        "guaranteedResidualValue": "#",
        "initialApplication": "LeaseInitialApplication",
        "grantElement": "#",
        "events": "LeaseEvent",
        "openingRouAsset": "#",
        "discountRates": "RateRow",
        "components": "LeaseComponent",
        "irrecoverableTaxRate": "#",
        "variablePayments": "LeaseVariablePayment",
        "subleaseIncome": "LeaseSubleaseIncome",
        "subleases": "LeaseSublease",
        "exchangeRate": "#",
        "openingRouAssetFunctional": "#",
        "prepaidRentFunctional": "#",
        "prepaidOrAccruedRentFunctional": "#",
    },
    "NormalizedLeaseRentStep": {
        "paymentAmount": "#",
    },
    "NormalizedLeaseRentFree": {
        "share": "#",
    },
    "NormalizedLeaseOtherPayment": {
        "amount": "#",
    },
    "NormalizedLeaseEventRentStep": {
        "paymentAmount": "#",
    },
    "NormalizedLeaseEventRentFree": {
        "share": "#",
    },
    "NormalizedLeaseEventOtherPayment": {
        "amount": "#",
    },
    "NormalizedLeaseEventComponent": {
        "standalonePrice": "#",
    },
    "NormalizedLeaseEvent": {
        "paymentAmount": "#",
        "changePct": "#",
        "rentSteps": "NormalizedLeaseEventRentStep",
        "rentFree": "NormalizedLeaseEventRentFree",
        "otherPayments": "NormalizedLeaseEventOtherPayment",
        "annualEscalationPct": "#",
        "annualEscalationAmount": "#",
        "discountRateAnnual": "#",
        "purchaseOptionAmount": "#",
        "residualValueGuarantee": "#",
        "assetFairValue": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "retainedShare": "#",
        "impairmentLoss": "#",
        "amount": "#",
        "penalty": "#",
        "price": "#",
        "exchangeRate": "#",
        "components": "NormalizedLeaseEventComponent",
    },
    "RateRowAnswer": {
        "discountRateAnnual": "#",
    },
    "NormalizedLeaseComponent": {
        "standalonePrice": "#",
    },
    "NormalizedLeaseVariablePayment": {
        "amount": "#",
    },
    "NormalizedLeaseSubleaseIncome": {
        "amount": "#",
    },
    "NormalizedLeaseSubleaseReceipt": {
        "amount": "#",
    },
    "NormalizedLeaseSublease": {
        "receipts": "NormalizedLeaseSubleaseReceipt",
    },
    "NormalizedLeaseInitialApplication": {
        "prepaidOrAccruedRent": "#",
        "onerousProvision": "#",
    },
    "NormalizedLease": {
        "paymentAmount": "#",
        "discountRateAnnual": "#",
        "annualEscalationPct": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "prepaidRent": "#",
        "residualValueGuarantee": "#",
        "purchaseOptionAmount": "#",
        "assetFairValue": "#",
        "rentSteps": "NormalizedLeaseRentStep",
        "annualEscalationAmount": "#",
        "rentFree": "NormalizedLeaseRentFree",
        "otherPayments": "NormalizedLeaseOtherPayment",
        "restorationCost": "#",
        "guaranteedResidualValue": "#",
        "events": "NormalizedLeaseEvent",
        "openingRouAsset": "#",
        "discountRates": "RateRowAnswer",
        "components": "NormalizedLeaseComponent",
        "irrecoverableTaxRate": "#",
        "variablePayments": "NormalizedLeaseVariablePayment",
        "subleaseIncome": "NormalizedLeaseSubleaseIncome",
        "subleases": "NormalizedLeaseSublease",
        "initialApplication": "NormalizedLeaseInitialApplication",
        "grantElement": "#",
        "exchangeRate": "#",
        "openingRouAssetFunctional": "#",
        "prepaidRentFunctional": "#",
        "prepaidOrAccruedRentFunctional": "#",
    },
    "RateUsed": {
        "discountRateAnnual": "#",
    },
    "Balances": {
        "liability": "#",
        "accruedInterest": "#",
        "rouAsset": "#",
        "currentLiability": "#",
        "longTermLiability": "#",
    },
    "EventResult": {
        "discountRateAnnual": "#",
        "liabilityBefore": "#",
        "liabilityAfter": "#",
        "rouAssetBefore": "#",
        "rouAssetAfter": "#",
        "gainOrLoss": "#",
        "impairmentLoss": "#",
        "liabilityRemeasured": "#",
        "liabilityDerecognized": "#",
        "rouAssetRemeasured": "#",
        "rouAssetDerecognized": "#",
    },
    "Life": {
        "payments": "#",
        "variablePayments": "#",
        "interest": "#",
        "amortization": "#",
        "leaseExpense": "#",
        "impairmentLosses": "#",
        "gainsAndLosses": "#",
    },
    "SchedulePeriod": {
        "payment": "#",
        "interest": "#",
        "principal": "#",
        "liabilityClose": "#",
        "rouAmortization": "#",
        "rouAssetClose": "#",
        "leaseExpense": "#",
        "variableLeaseExpense": "#",
        "nonLeaseExpense": "#",
        "taxExpense": "#",
        "months": "#",
        "liabilityOpen": "#",
        "rouAssetOpen": "#",
    },
    "MaturityYear": {
        "undiscountedPayments": "#",
    },
    "Disclosures": {
        "weightedAverageRemainingTermMonths": "#",
        "weightedAverageDiscountRate": "#",
        "totalUndiscountedPayments": "#",
        "imputedInterest": "#",
        "maturityAnalysis": "MaturityYear",
        "currentLiability": "#",
        "longTermLiability": "#",
        "totalLeaseCost": "#",
    },
    "LeaseResult": {
        "periodicRate": "#",
        "initialLiability": "#",
        "initialRouAsset": "#",
        "totalUndiscountedPayments": "#",
        "totalLeaseCost": "#",
        "commencementPayment": "#",
        "discountRates": "RateUsed",
        "balances": "Balances",
        "events": "EventResult",
        "life": "Life",
        "schedule": "SchedulePeriod",
        "disclosures": "Disclosures",
    },
    "JournalLine": {
        "debit": "#",
        "credit": "#",
    },
    "JournalEntry": {
        "lines": "JournalLine",
    },
    "ComputeResponse": {
        "input": "NormalizedLease",
        "result": "LeaseResult",
        "journalEntries": "JournalEntry",
    },
    "ScheduleResponse": {
        "initialLiability": "#",
        "initialRouAsset": "#",
        "schedule": "SchedulePeriod",
        "balances": "Balances",
        "events": "EventResult",
    },
    "JournalResponse": {
        "journalEntries": "JournalEntry",
    },
    "ReportLeaseRentStep": {
        "paymentAmount": "#",
    },
    "ReportLeaseRentFree": {
        "share": "#",
    },
    "ReportLeaseOtherPayment": {
        "amount": "#",
    },
    "ReportLeaseInitialApplication": {
        "prepaidOrAccruedRent": "#",
        "onerousProvision": "#",
    },
    "ReportLeaseEventRentStep": {
        "paymentAmount": "#",
    },
    "ReportLeaseEventRentFree": {
        "share": "#",
    },
    "ReportLeaseEventOtherPayment": {
        "amount": "#",
    },
    "ReportLeaseEventComponent": {
        "standalonePrice": "#",
    },
    "ReportLeaseEvent": {
        "paymentAmount": "#",
        "changePct": "#",
        "rentSteps": "ReportLeaseEventRentStep",
        "rentFree": "ReportLeaseEventRentFree",
        "otherPayments": "ReportLeaseEventOtherPayment",
        "annualEscalationPct": "#",
        "annualEscalationAmount": "#",
        "discountRateAnnual": "#",
        "purchaseOptionAmount": "#",
        "residualValueGuarantee": "#",
        "assetFairValue": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "retainedShare": "#",
        "impairmentLoss": "#",
        "amount": "#",
        "penalty": "#",
        "price": "#",
        "exchangeRate": "#",
        "components": "ReportLeaseEventComponent",
    },
    "ReportLeaseComponent": {
        "standalonePrice": "#",
    },
    "ReportLeaseVariablePayment": {
        "amount": "#",
    },
    "ReportLeaseSubleaseIncome": {
        "amount": "#",
    },
    "ReportLeaseSubleaseReceipt": {
        "amount": "#",
    },
    "ReportLeaseSublease": {
        "receipts": "ReportLeaseSubleaseReceipt",
    },
    "ReportLease": {
        "paymentAmount": "#",
        "discountRateAnnual": "#",
        "annualEscalationPct": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "prepaidRent": "#",
        "residualValueGuarantee": "#",
        "purchaseOptionAmount": "#",
        "assetFairValue": "#",
        "rentSteps": "ReportLeaseRentStep",
        "annualEscalationAmount": "#",
        "rentFree": "ReportLeaseRentFree",
        "otherPayments": "ReportLeaseOtherPayment",
        "restorationCost": "#",
        "guaranteedResidualValue": "#",
        "initialApplication": "ReportLeaseInitialApplication",
        "grantElement": "#",
        "events": "ReportLeaseEvent",
        "openingRouAsset": "#",
        "discountRates": "RateRow",
        "components": "ReportLeaseComponent",
        "irrecoverableTaxRate": "#",
        "variablePayments": "ReportLeaseVariablePayment",
        "subleaseIncome": "ReportLeaseSubleaseIncome",
        "subleases": "ReportLeaseSublease",
        "exchangeRate": "#",
        "openingRouAssetFunctional": "#",
        "prepaidRentFunctional": "#",
        "prepaidOrAccruedRentFunctional": "#",
    },
    "DeferredTaxRate": {
        "rate": "#",
        "openingRate": "#",
    },
    "ReportRequestPreviousPeriod": {
        "deferredTax": "DeferredTaxRate",
    },
    "ExchangeRate": {
        "closing": "#",
        "average": "#",
        "spot": "#",
    },
    "SignedAccount": {
        "amount": "#",
    },
    "SignedLease": {
        "liability": "#",
        "rouAsset": "#",
        "accumulatedAmortization": "#",
        "prepaidRent": "#",
        "posted": "SignedAccount",
        "postedThisYear": "SignedAccount",
    },
    "ReportRequestPrevious": {
        "periods": "ReportRequestPreviousPeriod",
        "exchangeRates": "ExchangeRate",
        "discountRates": "RateRow",
        "leases": "SignedLease",
    },
    "LedgerRow": {
        "balance": "#",
    },
    "ReportRequest": {
        "leases": "ReportLease",
        "previous": "ReportRequestPrevious",
        "ledger": "LedgerRow",
        "deferredTax": "DeferredTaxRate",
        "discountRates": "RateRow",
        "exchangeRates": "ExchangeRate",
    },
    "LiabilityRollforward": {
        "opening": "#",
        "late": "#",
        "additions": "#",
        "takenOver": "#",
        "initialApplication": "#",
        "remeasured": "#",
        "interest": "#",
        "payments": "#",
        "derecognized": "#",
        "exchange": "#",
        "translation": "#",
        "closing": "#",
    },
    "AssetRollforward": {
        "opening": "#",
        "late": "#",
        "additions": "#",
        "takenOver": "#",
        "initialApplication": "#",
        "remeasured": "#",
        "amortization": "#",
        "impairment": "#",
        "derecognized": "#",
        "translation": "#",
        "closing": "#",
        "cost": "#",
        "accumulatedAmortization": "#",
    },
    "LeaseCost": {
        "interest": "#",
        "amortization": "#",
        "operating": "#",
        "shortTerm": "#",
        "lowValue": "#",
        "variable": "#",
        "nonLease": "#",
        "taxes": "#",
        "impairment": "#",
        "gainsAndLosses": "#",
        "subleaseIncome": "#",
        "late": "#",
        "total": "#",
        "exchange": "#",
    },
    "LeaseCash": {
        "interest": "#",
        "principal": "#",
        "operating": "#",
        "exempt": "#",
        "variable": "#",
        "nonLease": "#",
        "taxes": "#",
        "commencement": "#",
        "initialDirectCosts": "#",
        "incentives": "#",
        "penalties": "#",
        "prices": "#",
        "subleases": "#",
        "late": "#",
        "total": "#",
    },
    "Band": {
        "principal": "#",
        "interest": "#",
    },
    "Maturity": {
        "years": "#",
        "thereafter": "#",
        "total": "#",
        "imputedInterest": "#",
        "bands": "Band",
        "schedule": "Band",
    },
    "PrincipalRollforward": {
        "opening": "#",
        "late": "#",
        "additions": "#",
        "takenOver": "#",
        "remeasured": "#",
        "payments": "#",
        "derecognized": "#",
        "exchange": "#",
        "translation": "#",
        "closing": "#",
        "dueWithinOneYear": "#",
    },
    "AssetCostRollforward": {
        "opening": "#",
        "increases": "#",
        "decreases": "#",
        "closing": "#",
    },
    "AssetAmortizationRollforward": {
        "opening": "#",
        "increases": "#",
        "decreases": "#",
        "closing": "#",
    },
    "DeferredTax": {
        "assetOpening": "#",
        "assetLate": "#",
        "assetClosing": "#",
        "liabilityOpening": "#",
        "liabilityLate": "#",
        "liabilityClosing": "#",
        "initialApplication": "#",
        "expense": "#",
        "rateChange": "#",
    },
    "FunctionalFigures": {
        "liability": "LiabilityRollforward",
        "rouAsset": "AssetRollforward",
        "cost": "LeaseCost",
        "cash": "LeaseCash",
        "nonCash": "#",
        "priorPeriodCorrections": "#",
        "maturity": "Maturity",
        "currentLiability": "#",
        "longTermLiability": "#",
        "accruedInterest": "#",
        "rentReceivable": "#",
        "deferredRent": "#",
        "principal": "PrincipalRollforward",
        "assetCost": "AssetCostRollforward",
        "assetAmortization": "AssetAmortizationRollforward",
        "deferredTax": "DeferredTax",
    },
    "LeaseFigures": {
        "remainingTermMonths": "#",
        "discountRateAnnual": "#",
        "discountRates": "RateUsed",
        "liability": "LiabilityRollforward",
        "rouAsset": "AssetRollforward",
        "cost": "LeaseCost",
        "cash": "LeaseCash",
        "nonCash": "#",
        "priorPeriodCorrections": "#",
        "maturity": "Maturity",
        "currentLiability": "#",
        "longTermLiability": "#",
        "accruedInterest": "#",
        "rentReceivable": "#",
        "deferredRent": "#",
        "principal": "PrincipalRollforward",
        "assetCost": "AssetCostRollforward",
        "assetAmortization": "AssetAmortizationRollforward",
        "deferredTax": "DeferredTax",
        "functional": "FunctionalFigures",
    },
    "GroupFigures": {
        "liability": "LiabilityRollforward",
        "rouAsset": "AssetRollforward",
        "cost": "LeaseCost",
        "cash": "LeaseCash",
        "nonCash": "#",
        "priorPeriodCorrections": "#",
        "maturity": "Maturity",
        "currentLiability": "#",
        "longTermLiability": "#",
        "accruedInterest": "#",
        "rentReceivable": "#",
        "deferredRent": "#",
        "principal": "PrincipalRollforward",
        "assetCost": "AssetCostRollforward",
        "assetAmortization": "AssetAmortizationRollforward",
        "deferredTax": "DeferredTax",
    },
    "TotalFigures": {
        "liability": "LiabilityRollforward",
        "rouAsset": "AssetRollforward",
        "cost": "LeaseCost",
        "cash": "LeaseCash",
        "nonCash": "#",
        "priorPeriodCorrections": "#",
        "maturity": "Maturity",
        "currentLiability": "#",
        "longTermLiability": "#",
        "accruedInterest": "#",
        "rentReceivable": "#",
        "deferredRent": "#",
        "principal": "PrincipalRollforward",
        "assetCost": "AssetCostRollforward",
        "assetAmortization": "AssetAmortizationRollforward",
        "deferredTax": "DeferredTax",
    },
    "WeightedAverage": {
        "remainingTermMonths": "#",
        "discountRateAnnual": "#",
        "discountRateByLiability": "#",
    },
    "ReportResponseNotCommenced": {
        "payments": "#",
    },
    "ReportEntry": {
        "lines": "JournalLine",
    },
    "Comparative": {
        "leases": "LeaseFigures",
        "groups": "GroupFigures",
        "total": "TotalFigures",
        "weightedAverages": "WeightedAverage",
    },
    "LateFigure": {
        "signed": "#",
        "now": "#",
        "difference": "#",
    },
    "AccountAmount": {
        "amount": "#",
    },
    "LateChange": {
        "liability": "LateFigure",
        "rouAsset": "LateFigure",
        "accumulatedAmortization": "LateFigure",
        "prepaidRent": "LateFigure",
        "accounts": "AccountAmount",
    },
    "ReportResponsePrevious": {
        "lateChanges": "LateChange",
    },
    "TieOut": {
        "ledger": "#",
        "leasehold": "#",
        "difference": "#",
    },
    "ReportResponse": {
        "leases": "LeaseFigures",
        "groups": "GroupFigures",
        "total": "TotalFigures",
        "weightedAverages": "WeightedAverage",
        "notCommenced": "ReportResponseNotCommenced",
        "journalEntries": "ReportEntry",
        "comparative": "Comparative",
        "previous": "ReportResponsePrevious",
        "tieOut": "TieOut",
    },
    "TheirsSchedule": {
        "payment": "#",
        "interest": "#",
        "principal": "#",
        "liabilityClose": "#",
        "rouAmortization": "#",
        "rouAssetClose": "#",
        "leaseExpense": "#",
    },
    "Theirs": {
        "initialLiability": "#",
        "initialRouAsset": "#",
        "totalUndiscountedPayments": "#",
        "totalLeaseCost": "#",
        "schedule": "TheirsSchedule",
    },
    "VerifyRequest": {
        "lease": "Lease",
        "theirs": "Theirs",
        "tolerance": "#",
    },
    "VerifyResponsePayments": {
        "ours": "#",
        "theirs": "#",
    },
    "VerifyResponseDifference": {
        "ours": "#",
        "theirs": "#",
        "difference": "#",
    },
    "VerifyCandidate": {
        "largestDifference": "#",
    },
    "VerifyResponse": {
        "payments": "VerifyResponsePayments",
        "largestDifference": "#",
        "rounding": "#",
        "differences": "VerifyResponseDifference",
        "explanations": "VerifyCandidate",
        "impliedRate": "#",
    },
    "CompareRequestRentStep": {
        "paymentAmount": "#",
    },
    "CompareRequestRentFree": {
        "share": "#",
    },
    "CompareRequestOtherPayment": {
        "amount": "#",
    },
    "CompareRequestInitialApplication": {
        "prepaidOrAccruedRent": "#",
        "onerousProvision": "#",
    },
    "CompareRequestEventRentStep": {
        "paymentAmount": "#",
    },
    "CompareRequestEventRentFree": {
        "share": "#",
    },
    "CompareRequestEventOtherPayment": {
        "amount": "#",
    },
    "CompareRequestEventComponent": {
        "standalonePrice": "#",
    },
    "CompareRequestEvent": {
        "paymentAmount": "#",
        "changePct": "#",
        "rentSteps": "CompareRequestEventRentStep",
        "rentFree": "CompareRequestEventRentFree",
        "otherPayments": "CompareRequestEventOtherPayment",
        "annualEscalationPct": "#",
        "annualEscalationAmount": "#",
        "discountRateAnnual": "#",
        "purchaseOptionAmount": "#",
        "residualValueGuarantee": "#",
        "assetFairValue": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "retainedShare": "#",
        "impairmentLoss": "#",
        "amount": "#",
        "penalty": "#",
        "price": "#",
        "exchangeRate": "#",
        "components": "CompareRequestEventComponent",
    },
    "CompareRequestComponent": {
        "standalonePrice": "#",
    },
    "CompareRequestVariablePayment": {
        "amount": "#",
    },
    "CompareRequestSubleaseIncome": {
        "amount": "#",
    },
    "CompareRequestSubleaseReceipt": {
        "amount": "#",
    },
    "CompareRequestSublease": {
        "receipts": "CompareRequestSubleaseReceipt",
    },
    "CompareRequest": {
        "paymentAmount": "#",
        "discountRateAnnual": "#",
        "annualEscalationPct": "#",
        "initialDirectCosts": "#",
        "leaseIncentives": "#",
        "prepaidRent": "#",
        "residualValueGuarantee": "#",
        "purchaseOptionAmount": "#",
        "assetFairValue": "#",
        "rentSteps": "CompareRequestRentStep",
        "annualEscalationAmount": "#",
        "rentFree": "CompareRequestRentFree",
        "otherPayments": "CompareRequestOtherPayment",
        "restorationCost": "#",
        "guaranteedResidualValue": "#",
        "initialApplication": "CompareRequestInitialApplication",
        "grantElement": "#",
        "events": "CompareRequestEvent",
        "openingRouAsset": "#",
        "discountRates": "RateRow",
        "components": "CompareRequestComponent",
        "irrecoverableTaxRate": "#",
        "variablePayments": "CompareRequestVariablePayment",
        "subleaseIncome": "CompareRequestSubleaseIncome",
        "subleases": "CompareRequestSublease",
        "exchangeRate": "#",
        "openingRouAssetFunctional": "#",
        "prepaidRentFunctional": "#",
        "prepaidOrAccruedRentFunctional": "#",
    },
    "CompareResponseTreatmentYear": {
        "payments": "#",
        "interest": "#",
        "amortization": "#",
        "leaseExpense": "#",
        "liabilityClose": "#",
        "rouAssetClose": "#",
    },
    "CompareResponseTreatment": {
        "initialLiability": "#",
        "initialRouAsset": "#",
        "totalLeaseCost": "#",
        "currentLiability": "#",
        "longTermLiability": "#",
        "years": "CompareResponseTreatmentYear",
    },
    "CompareResponseDifferenceYear": {
        "leaseExpense": "#",
        "rouAssetClose": "#",
    },
    "CompareResponseDifference": {
        "initialRouAsset": "#",
        "totalLeaseCost": "#",
        "years": "CompareResponseDifferenceYear",
    },
    "CompareResponse": {
        "treatments": "CompareResponseTreatment",
        "differences": "CompareResponseDifference",
    },
}

# The records of each operation's request and answer.
OPERATIONS: dict[str, tuple[str, str]] = {
    "compute": ("Lease", "ComputeResponse"),
    "schedule": ("Lease", "ScheduleResponse"),
    "journal-entries": ("Lease", "JournalResponse"),
    "classify": ("Lease", "ClassifyResponse"),
    "report": ("ReportRequest", "ReportResponse"),
    "verify": ("VerifyRequest", "VerifyResponse"),
    "compare": ("CompareRequest", "CompareResponse"),
}
