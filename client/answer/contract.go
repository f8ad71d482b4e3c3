// Code generated from the contract by 'make generate-clients'. DO NOT EDIT.

package answer

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Figures are the figures of a lease, a group or all leases.
type Figures struct {
	Liability LiabilityRollforward `json:"liability"`
	RouAsset  AssetRollforward     `json:"rouAsset"`
	Cost      Cost                 `json:"cost"`
	Cash      Cash                 `json:"cash"`
	NonCash   Number               `json:"nonCash"` // Right-of-use assets obtained in exchange for lease liabilities.
	// The balancing amount of correcting entries on the account Prior-period corrections, debit positive. The total cost excludes it.
	PriorPeriodCorrections Number   `json:"priorPeriodCorrections"`
	Maturity               Maturity `json:"maturity"`
	CurrentLiability       Number   `json:"currentLiability"`  // The portion of the closing liability that is settled within twelve months.
	LongTermLiability      Number   `json:"longTermLiability"` // The remaining closing liability.
	AccruedInterest        Number   `json:"accruedInterest"`   // Interest accrued and not yet paid. It is part of the current liability.
	// Sublease income recognized but not received, for leases with subleases.
	RentReceivable *Number `json:"rentReceivable,omitzero"`
	// Sublease receipts not yet recognized as income, for leases with subleases.
	DeferredRent      *Number                       `json:"deferredRent,omitzero"`
	Principal         *PrincipalRollforward         `json:"principal,omitzero"`
	AssetCost         *AssetCostRollforward         `json:"assetCost,omitzero"`
	AssetAmortization *AssetAmortizationRollforward `json:"assetAmortization,omitzero"`
	DeferredTax       *DeferredTax                  `json:"deferredTax,omitzero"`
}

// ComputeResponse: the complete accounting of a lease.
type ComputeResponse struct {
	Input          Input          `json:"input"`
	Result         Result         `json:"result"`
	Classification Classification `json:"classification"`
	// The entries: one at commencement, one for each row of the schedule, and one for each event.
	JournalEntries []JournalEntry `json:"journalEntries"`

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a ComputeResponse) MarshalJSON() ([]byte, error) { return json.Marshal(computeResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *ComputeResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*computeResponse)(a))
}

// ScheduleResponse: the amortization schedule of a lease.
type ScheduleResponse struct {
	Standard         string           `json:"standard"`
	Classification   string           `json:"classification"`
	InitialLiability Number           `json:"initialLiability"` // Present value of the lease payments.
	InitialRouAsset  Number           `json:"initialRouAsset"`  // Initial liability plus prepaid rent plus initial direct costs less lease incentives.
	Periods          int              `json:"periods"`          // Number of rows in the schedule.
	Schedule         []SchedulePeriod `json:"schedule"`         // One row for each payment period; an event within a period splits it in two.
	Balances         *Balances        `json:"balances,omitzero"`
	Events           []EventResult    `json:"events,omitzero"` // The effects of each event, if the request has events.

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a ScheduleResponse) MarshalJSON() ([]byte, error) { return json.Marshal(scheduleResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *ScheduleResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*scheduleResponse)(a))
}

// JournalResponse: the journal entries of a lease.
type JournalResponse struct {
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	// The entries: one at commencement, one for each row of the schedule, and one for each event.
	JournalEntries []JournalEntry `json:"journalEntries"`

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a JournalResponse) MarshalJSON() ([]byte, error) { return json.Marshal(journalResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *JournalResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*journalResponse)(a))
}

// ClassifyResponse: the classification of a lease.
type ClassifyResponse struct {
	Classification string `json:"classification"`
	Standard       string `json:"standard"`
	// True except under ASC 842, the only standard that divides leases into classes.
	SingleModel bool        `json:"single_model"`
	Criteria    []Criterion `json:"criteria"`  // The five criteria of ASC 842, in the order of the paragraph. Empty under a standard with a single model.
	Rationale   string      `json:"rationale"` // The reason for the class.

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a ClassifyResponse) MarshalJSON() ([]byte, error) { return json.Marshal(classifyResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *ClassifyResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*classifyResponse)(a))
}

// ReportResponse: a report on many leases.
type ReportResponse struct {
	From   string         `json:"from"`           // The first day of the reporting period.
	To     string         `json:"to"`             // The last day of the reporting period.
	Leases []LeaseFigures `json:"leases"`         // The figures of each lease, in the order of the request.
	Groups []GroupFigures `json:"groups"`         // The sums for each combination of values of the groupBy keys; empty without groupBy.
	Total  *TotalFigures  `json:"total,omitzero"` // The sums of all leases; absent if they are in several currencies.
	// The weighted averages by class, currency and standard.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`
	// The leases that commence after the reporting period, by currency (842-20-50-3(b), IFRS 16.59(b)(iv)). `where` restricts them by standard, currency and tags.
	NotCommenced []ReportNotCommenced `json:"notCommenced"`
	// The entries of each lease by calendar month, if `journal` is monthly.
	JournalEntries []ReportEntry `json:"journalEntries,omitzero"`
	Comparative    *Comparative  `json:"comparative,omitzero"`
	// SHA-256 of the balances of each lease at the end of the reporting period. The next report accepts it in `previous`.
	Digest string `json:"digest"`
	// Whether the opening balances equal the signed balances, if `previous` is supplied.
	Previous *ReportPrevious `json:"previous,omitzero"`
	TieOut   []TieOut        `json:"tieOut,omitzero"`   // The accounts of the trial balance, and the accounts that it lacks, if `ledger` is supplied.
	Concepts []FilingName    `json:"concepts,omitzero"` // The names of the figures in filings, if `concepts` is true.
	Skipped  []SkippedLease  `json:"skipped"`           // The omitted leases, if `onError` is skip.
	Notes    []string        `json:"notes"`             // Points to check, one sentence each.

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a ReportResponse) MarshalJSON() ([]byte, error) { return json.Marshal(reportResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *ReportResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*reportResponse)(a))
}

// VerifyResponse: whether the reported figures agree with the lease, and the causes of differences.
type VerifyResponse struct {
	Payments          *VerifyPayments       `json:"payments"`          // The first reported payment that differs, or null. If a payment differs, the rest of the search uses the reported payments.
	Agrees            bool                  `json:"agrees"`            // Whether every difference is rounding (at most one minor unit for each row up to the figure) or within the supplied tolerance.
	Compared          int                   `json:"compared"`          // The number of compared figures.
	Outside           int                   `json:"outside"`           // The number of figures that differ by more than rounding or the tolerance.
	LargestDifference Number                `json:"largestDifference"` // The largest absolute difference.
	Rounding          *Number               `json:"rounding"`          // The largest difference if the figures agree, otherwise null.
	Differences       []VerifyDifference    `json:"differences"`       // The first figures that differ by more than rounding or the tolerance, in the order of the result.
	Inconsistencies   []VerifyInconsistency `json:"inconsistencies"`   // Inconsistencies within the reported figures.
	Explanations      []VerifyCandidate     `json:"explanations"`      // The best candidates, best first.
	Explanation       *VerifyExplanation    `json:"explanation"`       // The candidate that explains every difference with the fewest causes, or null.
	ImpliedRate       *Number               `json:"impliedRate"`       // The annual rate, to six decimals, at which the present value of the reported payments equals the reported opening balance under the conventions of the best candidate. Null if the figures agree or no such rate can be determined.
	Digits            *string               `json:"digits"`            // How the digits of impliedRate differ from the digits of the lease's rate.
	Notes             []string              `json:"notes"`             // Notes on candidates that were not tried.

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a VerifyResponse) MarshalJSON() ([]byte, error) { return json.Marshal(verifyResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *VerifyResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*verifyResponse)(a))
}

// CompareResponse: one lease under every treatment.
type CompareResponse struct {

	// The treatments in the requested order, or all treatments. Later versions may add others.
	Treatments []CompareTreatment `json:"treatments"`
	// The amounts of each treatment less the amounts of the first treatment.
	Differences []CompareDifference `json:"differences"`

	Head
	Unknown
}

// MarshalJSON returns the JSON of the response, including its unknown fields.
func (a CompareResponse) MarshalJSON() ([]byte, error) { return json.Marshal(compareResponse(a)) }

// UnmarshalJSON reads the JSON of a response, including its unknown fields.
func (a *CompareResponse) UnmarshalJSON(body []byte) error {
	return json.Unmarshal(body, (*compareResponse)(a))
}

// These types have the fields of the responses, but no methods.
type (
	computeResponse  ComputeResponse
	scheduleResponse ScheduleResponse
	journalResponse  JournalResponse
	classifyResponse ClassifyResponse
	reportResponse   ReportResponse
	verifyResponse   VerifyResponse
	compareResponse  CompareResponse
)

// LiabilityRollforward: the rollforward of the lease liability: opening + late + additions + takenOver + initialApplication + remeasured + interest − payments − derecognized + exchange + translation = closing.
type LiabilityRollforward struct {
	Opening   Number `json:"opening"`   // The liability at the end of the day preceding the reporting period.
	Late      Number `json:"late"`      // The recomputed opening balance less the signed opening balance; 0 without signed balances.
	Additions Number `json:"additions"` // Initial liabilities of leases that commence in the reporting period.
	// Liabilities of leases transferred in from other books in the reporting period.
	TakenOver Number `json:"takenOver"`
	// Liabilities first measured at a date of initial application in the reporting period.
	InitialApplication Number `json:"initialApplication"`
	Remeasured         Number `json:"remeasured"` // Changes in the liability due to events.
	Interest           Number `json:"interest"`   // Interest accrued in the reporting period.
	Payments           Number `json:"payments"`   // Payments of the reporting period that the liability includes.
	// Liabilities derecognized on a decrease in scope or when a lease ends early.
	Derecognized Number `json:"derecognized"`
	Exchange     Number `json:"exchange"`    // Exchange differences in the functional currency; a loss is positive.
	Translation  Number `json:"translation"` // The effect of translation into the presentation currency.
	Closing      Number `json:"closing"`     // The liability at the end of the reporting period.

	Unknown
}

// AssetRollforward: the rollforward of the right-of-use asset: opening + late + additions + takenOver + initialApplication + remeasured − amortization − impairment − derecognized + translation = closing. The closing asset plus accumulatedAmortization equals cost.
type AssetRollforward struct {
	Opening   Number `json:"opening"`   // The asset at the end of the day preceding the reporting period.
	Late      Number `json:"late"`      // The recomputed opening balance less the signed opening balance; 0 without signed balances.
	Additions Number `json:"additions"` // Initial assets of leases that commence in the reporting period.
	TakenOver Number `json:"takenOver"` // Assets of leases transferred in from other books in the reporting period.
	// Assets first measured at a date of initial application in the reporting period.
	InitialApplication Number `json:"initialApplication"`
	Remeasured         Number `json:"remeasured"`   // Changes in the asset due to events, including initial direct costs and incentives of the events.
	Amortization       Number `json:"amortization"` // Amortization of the reporting period.
	Impairment         Number `json:"impairment"`   // Impairment losses of the reporting period.
	// Assets derecognized on a decrease in scope, when a lease ends early, or at the end of the term.
	Derecognized Number `json:"derecognized"`
	Translation  Number `json:"translation"` // The effect of translation into the presentation currency.
	Closing      Number `json:"closing"`     // The asset at the end of the reporting period.
	Cost         Number `json:"cost"`        // The closing carrying amount plus accumulatedAmortization.
	// Accumulated amortization and impairment at the end of the reporting period, excluding derecognized assets.
	AccumulatedAmortization Number `json:"accumulatedAmortization"`

	Unknown
}

// Cost: the lease cost of the reporting period by kind.
type Cost struct {
	Interest       Number `json:"interest"`       // Interest on lease liabilities, except for operating leases.
	Amortization   Number `json:"amortization"`   // Amortization of assets, except for operating leases.
	Operating      Number `json:"operating"`      // Operating lease cost.
	ShortTerm      Number `json:"shortTerm"`      // Cost of short-term leases.
	LowValue       Number `json:"lowValue"`       // Cost of leases of low-value assets.
	Variable       Number `json:"variable"`       // Variable lease cost.
	NonLease       Number `json:"nonLease"`       // Cost of non-lease components.
	Taxes          Number `json:"taxes"`          // Irrecoverable tax on payments.
	Impairment     Number `json:"impairment"`     // Impairment losses.
	GainsAndLosses Number `json:"gainsAndLosses"` // Gains and losses due to events; a loss is positive.
	SubleaseIncome Number `json:"subleaseIncome"` // Sublease income; a negative amount.
	Late           Number `json:"late"`           // Prior-period corrections on income and expense accounts for closed periods of the fiscal year, except exchange differences and deferred tax.
	Total          Number `json:"total"`          // The sum of the costs.
	Exchange       Number `json:"exchange"`       // Exchange differences in the functional currency; a loss is positive. The total excludes them.

	Unknown
}

// Cash: the cash payments of the reporting period; receipts are negative.
type Cash struct {
	Interest           Number `json:"interest"`           // Interest paid, except for operating leases.
	Principal          Number `json:"principal"`          // Principal paid, except for operating leases.
	Operating          Number `json:"operating"`          // Payments for operating leases.
	Exempt             Number `json:"exempt"`             // Payments for short-term and low-value leases.
	Variable           Number `json:"variable"`           // Variable lease payments.
	NonLease           Number `json:"nonLease"`           // Payments for non-lease components.
	Taxes              Number `json:"taxes"`              // Irrecoverable tax on payments.
	Commencement       Number `json:"commencement"`       // Payments on commencement dates that are not part of the liability (commencementPayment settled).
	InitialDirectCosts Number `json:"initialDirectCosts"` // Initial direct costs paid.
	Incentives         Number `json:"incentives"`         // Lease incentives received; a negative amount.
	Penalties          Number `json:"penalties"`          // Penalties for terminating leases.
	Prices             Number `json:"prices"`             // Prices paid for purchased assets.
	Subleases          Number `json:"subleases"`          // Receipts from subleases; a negative amount.
	Late               Number `json:"late"`               // Prior-period corrections of cash for closed periods; positive if paid.
	Total              Number `json:"total"`              // The sum of the payments.

	Unknown
}

// Maturity: undiscounted payments after the reporting period that the liability includes. total less imputedInterest equals the closing liability.
type Maturity struct {
	Years           []Number `json:"years"`           // The payments of each of the first five years after the reporting period. A year has twelve months.
	Thereafter      Number   `json:"thereafter"`      // The payments of all later years.
	Total           Number   `json:"total"`           // The sum of all payments.
	ImputedInterest Number   `json:"imputedInterest"` // The interest included in the payments.
	Bands           []Band   `json:"bands,omitzero"`  // Under GASB 87 and GASB 96, principal and interest to the end of the term, in bands of five years.
	// Under GASB 87 and GASB 96, principal and interest for each of the first five years, and then in bands of five years to the end of the term.
	Schedule []Band `json:"schedule,omitzero"`

	Unknown
}

// PrincipalRollforward: the liability without accrued interest, for leases under GASB 87 and GASB 96. The rollforward is opening + late + additions + takenOver + remeasured − payments − derecognized + exchange + translation = closing.
type PrincipalRollforward struct {
	Opening          Number `json:"opening"`          // The principal at the end of the day preceding the reporting period.
	Late             Number `json:"late"`             // The recomputed opening balance less the signed opening balance; 0 without signed balances.
	Additions        Number `json:"additions"`        // Initial liabilities of leases that commence in the reporting period.
	TakenOver        Number `json:"takenOver"`        // Liabilities of leases transferred in from other books in the reporting period.
	Remeasured       Number `json:"remeasured"`       // Changes in the principal due to events.
	Payments         Number `json:"payments"`         // Payments of principal.
	Derecognized     Number `json:"derecognized"`     // Principal derecognized on a decrease in scope or when a lease ends early.
	Exchange         Number `json:"exchange"`         // Exchange differences in the functional currency; a loss is positive.
	Translation      Number `json:"translation"`      // The remaining effect of translation into the presentation currency; 0 without translation.
	Closing          Number `json:"closing"`          // The principal at the end of the reporting period.
	DueWithinOneYear Number `json:"dueWithinOneYear"` // The current liability without accrued interest.

	Unknown
}

// AssetCostRollforward: the cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.cost`.
type AssetCostRollforward struct {
	Opening   Number `json:"opening"`   // The cost at the end of the day preceding the reporting period.
	Increases Number `json:"increases"` // Costs of recognized assets, and remeasurements that increase the cost.
	Decreases Number `json:"decreases"` // Costs of derecognized assets, and remeasurements that reduce the cost.
	Closing   Number `json:"closing"`   // The cost at the end of the reporting period.

	Unknown
}

// AssetAmortizationRollforward: the accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.accumulatedAmortization`.
type AssetAmortizationRollforward struct {
	Opening   Number `json:"opening"`   // The accumulated amortization at the end of the day preceding the reporting period.
	Increases Number `json:"increases"` // Amortization and impairment of the reporting period.
	Decreases Number `json:"decreases"` // Accumulated amortization of derecognized assets.
	Closing   Number `json:"closing"`   // The accumulated amortization at the end of the reporting period.

	Unknown
}

// DeferredTax: deferred tax of the lease liability and of the asset.
type DeferredTax struct {
	AssetOpening     Number `json:"assetOpening"`     // Deferred tax asset at the start of the reporting period.
	AssetLate        Number `json:"assetLate"`        // Prior-period correction of the deferred tax asset.
	AssetClosing     Number `json:"assetClosing"`     // Deferred tax asset at the end of the reporting period.
	LiabilityOpening Number `json:"liabilityOpening"` // Deferred tax liability at the start of the reporting period.
	LiabilityLate    Number `json:"liabilityLate"`    // Prior-period correction of the deferred tax liability.
	LiabilityClosing Number `json:"liabilityClosing"` // Deferred tax liability at the end of the reporting period.
	// Deferred tax of leases first measured in the reporting period. It replaces the deferred tax on the amounts accrued before.
	InitialApplication Number `json:"initialApplication"`
	Expense            Number `json:"expense"`    // Deferred tax expense of the reporting period; income is negative.
	RateChange         Number `json:"rateChange"` // The portion of the expense that results from a change of rate.

	Unknown
}

// Result: the measurement of the lease.
type Result struct {
	Standard                  string `json:"standard"`
	Classification            string `json:"classification"`
	CommencementDate          string `json:"commencementDate"`          // First day of the term.
	TermMonths                int    `json:"termMonths"`                // The lease term in months.
	Periods                   int    `json:"periods"`                   // Number of rows in the schedule.
	PeriodicRate              Number `json:"periodicRate"`              // The growth factor of a whole period minus 1, with up to 15 significant digits. With nominal discounting it is the annual rate divided by the number of periods in a year.
	InitialLiability          Number `json:"initialLiability"`          // Present value of the lease payments, including a payment in advance on the commencement date.
	InitialRouAsset           Number `json:"initialRouAsset"`           // Initial liability plus prepaid rent plus initial direct costs less lease incentives.
	TotalUndiscountedPayments Number `json:"totalUndiscountedPayments"` // The sum of all payments of the schedule.
	TotalLeaseCost            Number `json:"totalLeaseCost"`            // Total lease cost over the term, the sum of leaseExpense.
	Basis                     *Basis `json:"basis,omitzero"`
	Currency                  string `json:"currency,omitzero"`
	Exemption                 string `json:"exemption,omitzero"`
	// The payment on the commencement date that is not part of the liability, if commencementPayment is settled.
	CommencementPayment *Number `json:"commencementPayment,omitzero"`
	// The rates that the lease took from a table, if any.
	DiscountRates []RateUsed    `json:"discountRates,omitzero"`
	Balances      *Balances     `json:"balances,omitzero"`
	Events        []EventResult `json:"events,omitzero"` // The effects of each event, if the request has events.
	Life          *Life         `json:"life,omitzero"`
	// One row for each payment period; an event within a period splits it in two.
	Schedule    []SchedulePeriod `json:"schedule"`
	Disclosures Disclosures      `json:"disclosures"`
	// The paragraphs for the figures and for rarely used fields, each with a short explanation.
	Citations []string `json:"citations"`
	Notes     []string `json:"notes"` // Judgments and points to check, one sentence each.

	Unknown
}

// Classification: the operating-or-finance classification and its reasons.
type Classification struct {
	Classification string `json:"classification"`
	Standard       string `json:"standard"`
	// True except under ASC 842, the only standard that divides leases into classes.
	SingleModel bool        `json:"single_model"`
	Criteria    []Criterion `json:"criteria"`  // The five criteria of ASC 842, in the order of the paragraph. Empty under a standard with a single model.
	Rationale   string      `json:"rationale"` // The reason for the class.

	Unknown
}

// JournalEntry: one balanced journal entry.
type JournalEntry struct {
	Date  string        `json:"date"`  // The date of the entry.
	Memo  string        `json:"memo"`  // The identifier of the lease, the treatment, and the period with its first and last day.
	Lines []JournalLine `json:"lines"` // The lines of the entry.
	Fund  string        `json:"fund,omitzero"`

	Unknown
}

// SchedulePeriod: a row of the schedule, for one payment period. Every row foots: liabilityClose is the preceding balance plus interest minus payment, and rouAssetClose is the preceding balance minus rouAmortization.
type SchedulePeriod struct {
	Period          int    `json:"period"`          // Number of the period, from 1.
	Date            string `json:"date"`            // The due date of the rent: the first day of the period if payments are in advance, the last day if they are in arrears.
	Payment         Number `json:"payment"`         // All payments of the period: the rent, and one-off payments less incentives received. In the last period, the residual value guarantee and the purchase price are included.
	Interest        Number `json:"interest"`        // Interest accreted on the liability in the period.
	Principal       Number `json:"principal"`       // Payment less interest; negative if the payment does not cover the interest.
	LiabilityClose  Number `json:"liabilityClose"`  // Lease liability after the period; exactly 0.00 in the last row.
	RouAmortization Number `json:"rouAmortization"` // Amortization of the right-of-use asset in the period.
	RouAssetClose   Number `json:"rouAssetClose"`   // Right-of-use asset after the period.
	LeaseExpense    Number `json:"leaseExpense"`    // Cost of the period: straight-line for an operating lease, otherwise interest plus amortization.
	// Amounts payable in addition to the measured payment if an index change is variable cost, and payments that depend on sales or use.
	VariableLeaseExpense *Number `json:"variableLeaseExpense,omitzero"`
	NonLeaseExpense      *Number `json:"nonLeaseExpense,omitzero"` // The cost of services, if the lease has components.
	TaxExpense           *Number `json:"taxExpense,omitzero"`      // Irrecoverable tax, if irrecoverableTaxRate is supplied.
	From                 string  `json:"from,omitzero"`            // First day of the row, if the lease has events.
	Months               *Number `json:"months,omitzero"`          // Months of the row, if the lease has events; a fraction if an event split the row.
	LiabilityOpen        *Number `json:"liabilityOpen,omitzero"`   // Lease liability at the start of the row, if the lease has events.
	RouAssetOpen         *Number `json:"rouAssetOpen,omitzero"`    // The asset at the start of the row, if the lease has events.

	Unknown
}

// Balances: the balances at the end of a day. They are 0.00 before commencement and after the end of the lease.
type Balances struct {
	Date              string `json:"date"`              // The date of the balances.
	Liability         Number `json:"liability"`         // Lease liability, including accrued interest.
	AccruedInterest   Number `json:"accruedInterest"`   // Interest accrued and not yet paid. It is part of the current liability.
	RouAsset          Number `json:"rouAsset"`          // Right-of-use asset.
	CurrentLiability  Number `json:"currentLiability"`  // The portion of the liability that is settled within twelve months.
	LongTermLiability Number `json:"longTermLiability"` // The remaining liability.

	Unknown
}

// EventResult: the effects of one event.
type EventResult struct {
	Date                  string   `json:"date"` // The date of the event.
	Type                  string   `json:"type"`
	Treatment             string   `json:"treatment"`          // remeasured: the liability was remeasured. expensed: the change is variable lease cost. impaired: the asset was written down. reversed: an impairment was reversed. derecognized: asset and liability were removed.
	TermMonths            int      `json:"termMonths"`         // The term after the event, counted from commencement.
	DiscountRateAnnual    Number   `json:"discountRateAnnual"` // The annual discount rate after the event.
	Classification        string   `json:"classification"`
	LiabilityBefore       Number   `json:"liabilityBefore"`       // Lease liability at the end of the preceding day.
	LiabilityAfter        Number   `json:"liabilityAfter"`        // Lease liability after the event.
	RouAssetBefore        Number   `json:"rouAssetBefore"`        // The asset at the end of the preceding day.
	RouAssetAfter         Number   `json:"rouAssetAfter"`         // The asset after the event.
	GainOrLoss            Number   `json:"gainOrLoss"`            // The gain; a loss is negative.
	ImpairmentLoss        Number   `json:"impairmentLoss"`        // The impairment loss; a reversal is negative.
	LiabilityRemeasured   Number   `json:"liabilityRemeasured"`   // The change in the liability due to the remeasurement.
	LiabilityDerecognized Number   `json:"liabilityDerecognized"` // The derecognized portion of the liability.
	RouAssetRemeasured    Number   `json:"rouAssetRemeasured"`    // The change in the asset due to the remeasurement of the liability, including initial direct costs and incentives of the event.
	RouAssetDerecognized  Number   `json:"rouAssetDerecognized"`  // The derecognized portion of the asset.
	Citations             []string `json:"citations"`             // The paragraphs that support the treatment.

	Unknown
}

// Criterion: one of the five criteria of ASC 842-10-25-2.
type Criterion struct {
	Key      string `json:"key"`      // The name of the criterion.
	Label    string `json:"label"`    // The criterion in words.
	Met      bool   `json:"met"`      // Whether the criterion is met. It is false if the criterion was not tested because an input is missing.
	Detail   string `json:"detail"`   // The numbers behind the verdict, or the missing input.
	Citation string `json:"citation"` // The paragraph of the criterion.

	Unknown
}

// LeaseFigures: the figures of one lease.
type LeaseFigures struct {
	ID             string `json:"id"`   // The identifier of the lease.
	Tags           Texts  `json:"tags"` // The tags of the lease.
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	Currency       string `json:"currency,omitzero"`
	// The currency of the lease, if it differs from the functional currency. The field currency then contains the functional currency.
	LeaseCurrency string `json:"leaseCurrency,omitzero"`
	// The remaining months of the term at the end of the reporting period, to two decimals.
	RemainingTermMonths Number `json:"remainingTermMonths"`
	DiscountRateAnnual  Number `json:"discountRateAnnual"` // The discount rate at the end of the reporting period.
	// The discount rates that the lease took from a table by the end of the reporting period, if any.
	DiscountRates []RateUsed `json:"discountRates,omitzero"`

	Figures

	// The figures before translation, if the request has presentationCurrency.
	Functional *FunctionalFigures `json:"functional,omitzero"`
	Notes      []string           `json:"notes"` // Points to check, one sentence each.

	Unknown
}

// GroupFigures: the sums of the leases with the same values of the groupBy keys.
type GroupFigures struct {
	Key    Texts `json:"key"`    // The value of each groupBy key; empty if the leases have no value.
	Leases int   `json:"leases"` // The number of leases.

	Figures
	Unknown
}

// TotalFigures: the sums of all leases.
type TotalFigures struct {
	Leases int `json:"leases"` // The number of leases.

	Figures
	Unknown
}

// WeightedAverage: weighted averages of the leases of one class, currency and standard. A field is absent if the sum of its weights is 0.
type WeightedAverage struct {
	Classification string `json:"classification"`
	Currency       string `json:"currency,omitzero"`
	Standard       string `json:"standard"`
	// The remaining months of the term, weighted by the liability.
	RemainingTermMonths *Number `json:"remainingTermMonths,omitzero"`
	// The discount rate, weighted by the remaining undiscounted payments (ASC 842-20-50-4(g)(4)).
	DiscountRateAnnual *Number `json:"discountRateAnnual,omitzero"`
	// The discount rate, weighted by the liability.
	DiscountRateByLiability *Number `json:"discountRateByLiability,omitzero"`

	Unknown
}

// ReportNotCommenced: the number of leases in one currency, and their payments.
type ReportNotCommenced struct {
	Currency string `json:"currency,omitzero"`
	Leases   int    `json:"leases"` // The number of leases.
	Payments Number `json:"payments"`

	Unknown
}

// ReportEntry: a balanced entry for a calendar month, a commencement or an event.
type ReportEntry struct {
	Date     string        `json:"date"`              // The last day of the month or of the reporting period, or the day of the event.
	Memo     string        `json:"memo"`              // The identifier of the lease, the treatment and the month.
	Lines    []JournalLine `json:"lines"`             // The lines of the entry.
	LeaseID  string        `json:"leaseId"`           // The identifier of the lease.
	Number   string        `json:"number"`            // The number of the entry. It is ID-yyyymm for a month, ID-yyyymm-dd for the part of a month that ends on that day, ID-yyyymmdd for commencement, ID-yyyymmdd-n for an event, ID-yyyymmdd-late for prior-period corrections, and ID-yyyymm-tax for deferred tax of a month. A changed figure never changes the number.
	Currency string        `json:"currency,omitzero"` // The functional currency, if the lease is in another currency.
	Fund     string        `json:"fund,omitzero"`

	Unknown
}

// Comparative: the leases of the report for an earlier reporting period, or a published report.
type Comparative struct {
	From   string         `json:"from"`   // The first day of the earlier reporting period.
	To     string         `json:"to"`     // The last day of the earlier reporting period.
	Basis  string         `json:"basis"`  // `restated`: computed from the leases as known today. `published`: as printed by an earlier report.
	Leases []LeaseFigures `json:"leases"` // The figures of each lease; 0.00 before the lease commences.
	Groups []GroupFigures `json:"groups"` // The sums for each combination of values of the groupBy keys.
	Total  *TotalFigures  `json:"total,omitzero"`
	// The weighted averages at the end of the earlier reporting period.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`

	Unknown
}

// ReportPrevious: whether the opening balances equal the signed balances, if `previous` is supplied.
type ReportPrevious struct {
	Agrees      bool         `json:"agrees"`      // Whether all signed balances and posted amounts agree with the recomputed amounts.
	Digest      string       `json:"digest"`      // The digest of the recomputed opening balances.
	LateChanges []LateChange `json:"lateChanges"` // The leases that were entered, changed or removed after the closing.
	// Changes in rates and rules since the closing, such as "exchange rate USD/EUR of 2026-03-31, signed 0.9100, now 0.9200".
	Causes []string `json:"causes,omitzero"`

	Unknown
}

// TieOut: the balance of an account in the trial balance and in the report.
type TieOut struct {
	Account      string              `json:"account"`      // The title of the account.
	Key          Texts               `json:"key"`          // The key values of the compared leases; empty for all leases.
	Ledger       Number              `json:"ledger"`       // The balance in the ledger, debit positive; 0 if the ledger lacks the account.
	Leasehold    Number              `json:"leasehold"`    // The balance in the report, debit positive.
	Difference   Number              `json:"difference"`   // The balance in the report less the balance in the ledger.
	Explanations []TieOutExplanation `json:"explanations"` // Amounts that equal the difference and may explain it.

	Unknown
}

// FilingName: the element of a taxonomy for a figure. Figures without an element in the taxonomy are not listed.
type FilingName struct {
	Figure         string `json:"figure"`                  // The path of the figure, such as liability.closing.
	Standard       string `json:"standard"`                // The standard of the leases, if the element depends on it.
	Classification string `json:"classification,omitzero"` // The class of the leases, if the element depends on it.
	Name           string `json:"name"`                    // The name of the element with the prefix of its taxonomy.
	Year           int    `json:"year"`                    // The year of the taxonomy.
	Turned         *bool  `json:"turned,omitzero"`         // Present if the element has the opposite sign to the figure.

	Unknown
}

// SkippedLease: an omitted lease and the reason.
type SkippedLease struct {
	Index   int    `json:"index"`   // The index of the lease in the request, counted from 0.
	ID      string `json:"id"`      // The id of the lease, if it could be read.
	Field   string `json:"field"`   // The path of the first invalid field, such as leases[3].termMonths.
	Message string `json:"message"` // The problem and the allowed values.

	Unknown
}

// VerifyPayments: the first reported payment that differs, or null. If a payment differs, the rest of the search uses the reported payments.
type VerifyPayments struct {
	From   int     `json:"from"` // The number of the row.
	Ours   Number  `json:"ours"`
	Theirs Number  `json:"theirs"` // The reported payment.
	Fits   *string `json:"fits"`   // A change to the lease under which all reported payments match, such as a rent step in another row, another escalation, or an omitted rent-free month. Null if no change was found.

	Unknown
}

// VerifyDifference: a figure that differs.
type VerifyDifference struct {
	Where      string `json:"where"` // The path of the figure in the compute result, such as schedule[2].interest.
	Ours       Number `json:"ours"`
	Theirs     Number `json:"theirs"`     // The reported figure.
	Difference Number `json:"difference"` // The reported figure less the computed figure.

	Unknown
}

// VerifyInconsistency: a reported row that does not foot, a reported balance that does not continue the preceding row, or a final balance other than 0.
type VerifyInconsistency struct {
	Where   string `json:"where"`   // The path of the figure in `theirs`.
	Problem string `json:"problem"` // The problem, in a sentence.

	Unknown
}

// VerifyCandidate: the lease under other conventions.
type VerifyCandidate struct {
	Changes           jsontext.Value `json:"changes"`
	Outside           int            `json:"outside"`           // The number of figures that still differ by more than rounding or the tolerance.
	LargestDifference Number         `json:"largestDifference"` // The largest remaining difference.

	Unknown
}

// VerifyExplanation: the candidate that explains every difference with the fewest causes, or null.
type VerifyExplanation struct {
	Changes  jsontext.Value `json:"changes"`
	Sentence string         `json:"sentence"` // The explanation, with the cause first, for the audit file.

	Unknown
}

// CompareTreatment: the lease under one treatment.
type CompareTreatment struct {
	Key               string                 `json:"key"`
	InitialLiability  Number                 `json:"initialLiability"`
	InitialRouAsset   Number                 `json:"initialRouAsset"`
	TotalLeaseCost    Number                 `json:"totalLeaseCost"`
	CurrentLiability  Number                 `json:"currentLiability"`
	LongTermLiability Number                 `json:"longTermLiability"`
	Years             []CompareTreatmentYear `json:"years"` // The amounts of each lease year.
	// Fields that were omitted for the treatment, and points to check.
	Notes []string `json:"notes"`

	Unknown
}

// CompareDifference: the amounts of a treatment less the amounts of the first treatment.
type CompareDifference struct {
	Key             string                  `json:"key"`
	InitialRouAsset Number                  `json:"initialRouAsset"`
	TotalLeaseCost  Number                  `json:"totalLeaseCost"`
	Years           []CompareDifferenceYear `json:"years"` // The amounts of each lease year.

	Unknown
}

// Band: principal and interest that are due in one year or in a band of five years.
type Band struct {
	From      string `json:"from"` // The first day of the year or band.
	To        string `json:"to"`   // The last day of the year or band.
	Principal Number `json:"principal"`
	Interest  Number `json:"interest"`

	Unknown
}

// Basis: the conventions of the measurement, with their defaults filled in.
type Basis struct {
	Discounting string `json:"discounting"` // How the annual discount rate is applied.
	// Whether the payment at commencement is part of the liability.
	CommencementPayment string `json:"commencementPayment"`

	Unknown
}

// RateUsed: a discount rate that a lease took from its table.
type RateUsed struct {
	Date               string `json:"date"`               // The date of the lookup: commencement, initial application or the date of an event.
	TermMonths         int    `json:"termMonths"`         // The remaining whole months of the term, rounded up.
	DiscountRateAnnual Number `json:"discountRateAnnual"` // The rate, as a fraction.
	Rows               []int  `json:"rows"`               // The indexes of the table rows, from 0; two if the rate is interpolated.
	Source             string `json:"source,omitzero"`    // The source of the rate, as in the table.

	Unknown
}

// Life: totals over the life of a lease with events.
type Life struct {
	Payments         Number `json:"payments"`         // The sum of `payment` over all rows.
	VariablePayments Number `json:"variablePayments"` // The sum of `variableLeaseExpense` over all rows.
	Interest         Number `json:"interest"`         // The sum of `interest` over all rows.
	Amortization     Number `json:"amortization"`     // The sum of `rouAmortization` over all rows.
	LeaseExpense     Number `json:"leaseExpense"`     // The sum of `leaseExpense` over all rows.
	ImpairmentLosses Number `json:"impairmentLosses"` // The sum of the impairment losses.
	GainsAndLosses   Number `json:"gainsAndLosses"`   // Gains less losses from the events.

	Unknown
}

// Disclosures: figures for the notes to the financial statements, at commencement and for this lease only.
type Disclosures struct {

	// Remaining term in months. For a single lease it is the term of the lease. At an initial application it has two decimals.
	WeightedAverageRemainingTermMonths Number `json:"weightedAverageRemainingTermMonths"`
	// Annual rate as a fraction. For a single lease it is the rate of the lease.
	WeightedAverageDiscountRate Number `json:"weightedAverageDiscountRate"`
	// The sum of all payments of the schedule.
	TotalUndiscountedPayments Number         `json:"totalUndiscountedPayments"`
	ImputedInterest           Number         `json:"imputedInterest"`   // Undiscounted payments less the initial liability; 0 if the lease is exempt from recognition.
	MaturityAnalysis          []MaturityYear `json:"maturityAnalysis"`  // Lease years 1 to 5, and Thereafter if the term exceeds five years.
	CurrentLiability          Number         `json:"currentLiability"`  // The current portion of the lease liability, which is settled within twelve months of commencement.
	LongTermLiability         Number         `json:"longTermLiability"` // The remaining initial liability.
	TotalLeaseCost            Number         `json:"totalLeaseCost"`    // Total lease cost over the term, the sum of leaseExpense.

	Unknown
}

// JournalLine: one line of an entry. The debit or the credit is zero.
type JournalLine struct {

	// The account. IFRS 16 and FRS 102 use Depreciation expense; the other standards use Amortization expense.
	Account string `json:"account"`
	Debit   Number `json:"debit"`
	Credit  Number `json:"credit"`

	Unknown
}

// FunctionalFigures: the figures of a lease in its functional currency.
type FunctionalFigures struct {
	Figures
	Unknown
}

// LateChange: a lease with signed balances or posted amounts that differ from the amounts under its current terms.
type LateChange struct {
	ID                      string      `json:"id"` // The identifier of the lease.
	Liability               *LateFigure `json:"liability,omitzero"`
	RouAsset                *LateFigure `json:"rouAsset,omitzero"`
	AccumulatedAmortization *LateFigure `json:"accumulatedAmortization,omitzero"`
	PrepaidRent             *LateFigure `json:"prepaidRent,omitzero"`
	// The amounts of the correcting entry by account. If previous has only balances, income, expense and cash are not included.
	Accounts []AccountAmount `json:"accounts"`
	// The tags with values that have changed since the previous closing. No entry is posted for tags.
	Tags []LateChangeTag `json:"tags,omitzero"`
	// Present if the lease is no longer supplied and ended before the fiscal year; only its balances are reversed.
	Dropped *bool `json:"dropped,omitzero"`

	Unknown
}

// TieOutExplanation: an amount that equals the difference.
type TieOutExplanation struct {
	Kind     string `json:"kind"`             // The kind of amount.
	LeaseID  string `json:"leaseId,omitzero"` // The identifier of the lease.
	Number   string `json:"number,omitzero"`  // The number of the entry.
	Sentence string `json:"sentence"`         // The explanation as a sentence.

	Unknown
}

// CompareTreatmentYear: the amounts of one lease year.
type CompareTreatmentYear struct {
	Year           int    `json:"year"` // The number of the lease year, from 1.
	Payments       Number `json:"payments"`
	Interest       Number `json:"interest"`
	Amortization   Number `json:"amortization"`
	LeaseExpense   Number `json:"leaseExpense"`
	LiabilityClose Number `json:"liabilityClose"`
	RouAssetClose  Number `json:"rouAssetClose"`

	Unknown
}

// CompareDifferenceYear: the amounts of one lease year.
type CompareDifferenceYear struct {
	Year          int    `json:"year"` // The number of the lease year, from 1.
	LeaseExpense  Number `json:"leaseExpense"`
	RouAssetClose Number `json:"rouAssetClose"`

	Unknown
}

// MaturityYear: undiscounted payments of one lease year.
type MaturityYear struct {
	Year  int    `json:"year"`  // Lease year from commencement; 6 stands for all later years.
	Label string `json:"label"` // The label of the year.
	// Payments of the periods that start in the year, and one-off payments of the year.
	UndiscountedPayments Number `json:"undiscountedPayments"`

	Unknown
}

// LateFigure: a balance that differs from the signed balance.
type LateFigure struct {
	Signed     Number `json:"signed"`     // The signed amount.
	Now        Number `json:"now"`        // The current amount.
	Difference Number `json:"difference"` // The current amount less the signed amount.

	Unknown
}

// AccountAmount: the amount of an account.
type AccountAmount struct {
	Account string `json:"account"` // The title of the account.
	Amount  Number `json:"amount"`  // The amount; debit positive.

	Unknown
}

// LateChangeTag: a changed tag.
type LateChangeTag struct {
	Name   string `json:"name"`   // The name of the tag.
	Signed string `json:"signed"` // The value at the previous closing; empty if the lease did not have the tag.
	Now    string `json:"now"`    // The current value; empty if the lease does not have the tag.

	Unknown
}
