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
	// Right-of-use assets obtained in exchange for lease liabilities.
	NonCash Number `json:"nonCash"`
	// Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not part of the total cost.
	PriorPeriodCorrections Number   `json:"priorPeriodCorrections"`
	Maturity               Maturity `json:"maturity"`
	// The portion of the closing liability that is settled within twelve months.
	CurrentLiability Number `json:"currentLiability"`
	// The remaining closing liability.
	LongTermLiability Number `json:"longTermLiability"`
	// Interest accrued and not yet paid; part of the liability and of its current part.
	AccruedInterest Number `json:"accruedInterest"`
	// Sublease income recognized but not received, of leases with subleases.
	RentReceivable *Number `json:"rentReceivable,omitzero"`
	// Sublease receipts not yet recognized, of leases with subleases.
	DeferredRent      *Number                       `json:"deferredRent,omitzero"`
	Principal         *PrincipalRollforward         `json:"principal,omitzero"`
	AssetCost         *AssetCostRollforward         `json:"assetCost,omitzero"`
	AssetAmortization *AssetAmortizationRollforward `json:"assetAmortization,omitzero"`
	DeferredTax       *DeferredTax                  `json:"deferredTax,omitzero"`
}

// ComputeResponse: the whole accounting of a lease.
type ComputeResponse struct {
	Input          Input          `json:"input"`
	Result         Result         `json:"result"`
	Classification Classification `json:"classification"`
	// The commencement entry, one for each row of the schedule, and one for each event.
	JournalEntries []JournalEntry `json:"journalEntries"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a ComputeResponse) MarshalJSON() ([]byte, error) {
	type plain ComputeResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *ComputeResponse) UnmarshalJSON(body []byte) error {
	type plain ComputeResponse
	return json.Unmarshal(body, (*plain)(a))
}

// ScheduleResponse: the amortization schedule of a lease.
type ScheduleResponse struct {
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	// Present value of the lease payments.
	InitialLiability Number `json:"initialLiability"`
	// Initial liability plus prepaid rent plus initial direct costs less lease incentives.
	InitialRouAsset Number `json:"initialRouAsset"`
	// Number of rows in the schedule.
	Periods int `json:"periods"`
	// One row for each payment period; an event within a period splits it in two.
	Schedule []SchedulePeriod `json:"schedule"`
	Balances *Balances        `json:"balances,omitzero"`
	// The effects of each event, if the request has events.
	Events []EventResult `json:"events,omitzero"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a ScheduleResponse) MarshalJSON() ([]byte, error) {
	type plain ScheduleResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *ScheduleResponse) UnmarshalJSON(body []byte) error {
	type plain ScheduleResponse
	return json.Unmarshal(body, (*plain)(a))
}

// JournalResponse: the journal entries of a lease.
type JournalResponse struct {
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	// The commencement entry, one for each row of the schedule, and one for each event.
	JournalEntries []JournalEntry `json:"journalEntries"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a JournalResponse) MarshalJSON() ([]byte, error) {
	type plain JournalResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *JournalResponse) UnmarshalJSON(body []byte) error {
	type plain JournalResponse
	return json.Unmarshal(body, (*plain)(a))
}

// ClassifyResponse: the classification of a lease.
type ClassifyResponse struct {
	Classification string `json:"classification"`
	Standard       string `json:"standard"`
	// True except under ASC 842, the only standard that divides leases.
	SingleModel bool `json:"single_model"`
	// The five criteria of ASC 842, in the order of the paragraph; empty under a single model.
	Criteria []Criterion `json:"criteria"`
	// The reason for the class, in words.
	Rationale string `json:"rationale"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a ClassifyResponse) MarshalJSON() ([]byte, error) {
	type plain ClassifyResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *ClassifyResponse) UnmarshalJSON(body []byte) error {
	type plain ClassifyResponse
	return json.Unmarshal(body, (*plain)(a))
}

// ReportResponse: a report on many leases.
type ReportResponse struct {
	// The first day of the rent-free period.
	From string `json:"from"`
	// The last day of the period.
	To string `json:"to"`
	// The figures of each lease, in the order of the request.
	Leases []LeaseFigures `json:"leases"`
	// The sums by groupBy; empty without groupBy.
	Groups []GroupFigures `json:"groups"`
	// The sums of all leases; absent if they are in several currencies.
	Total *TotalFigures `json:"total,omitzero"`
	// By class, currency and standard.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`
	// The leases that commence after the period, by currency (842-20-50-3(b), IFRS 16.59(b)(iv)). `where` restricts them by standard, currency and tags.
	NotCommenced []ReportNotCommenced `json:"notCommenced"`
	// The entries of each lease by calendar month, with `journal` monthly.
	JournalEntries []ReportEntry `json:"journalEntries,omitzero"`
	Comparative    *Comparative  `json:"comparative,omitzero"`
	// SHA-256 of the balances of each lease at the end of the period; the next report accepts it as `previous`.
	Digest string `json:"digest"`
	// Whether the opening balances equal the signed ones, if `previous` is supplied.
	Previous *ReportPrevious `json:"previous,omitzero"`
	// The accounts of the trial balance, and the accounts that it lacks, if `ledger` is supplied.
	TieOut []TieOut `json:"tieOut,omitzero"`
	// The names of these figures in filings, if `concepts` is true.
	Concepts []FilingName `json:"concepts,omitzero"`
	// The omitted leases, with `onError` skip.
	Skipped []SkippedLease `json:"skipped"`
	// Points to check, one sentence each.
	Notes []string `json:"notes"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a ReportResponse) MarshalJSON() ([]byte, error) {
	type plain ReportResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *ReportResponse) UnmarshalJSON(body []byte) error {
	type plain ReportResponse
	return json.Unmarshal(body, (*plain)(a))
}

// VerifyResponse: whether the reported figures agree, and the causes of differences.
type VerifyResponse struct {
	// The first payment in theirs that differs, or null. If a payment differs, the remaining search uses the payments in theirs.
	Payments *VerifyPayments `json:"payments"`
	// Whether every difference is rounding: at most a minor unit for each row up to the figure, or the supplied tolerance.
	Agrees bool `json:"agrees"`
	// The number of compared figures.
	Compared int `json:"compared"`
	// The number of figures that differ by more.
	Outside int `json:"outside"`
	// The largest difference, without its sign.
	LargestDifference Number `json:"largestDifference"`
	// The largest difference if the figures agree, otherwise null.
	Rounding *Number `json:"rounding"`
	// The first figures that differ by more, in the order of the result.
	Differences []VerifyDifference `json:"differences"`
	// Inconsistencies within theirs.
	Inconsistencies []VerifyInconsistency `json:"inconsistencies"`
	// The best candidates, the best first.
	Explanations []VerifyCandidate `json:"explanations"`
	// The candidate that explains every difference with the fewest causes, or null.
	Explanation *VerifyExplanation `json:"explanation"`
	// The annual rate, to six decimals, at which the reported opening balance equals the present value of the reported payments under the conventions of the best candidate. Null if the figures agree or no such rate can be determined.
	ImpliedRate *Number `json:"impliedRate"`
	// How the digits of that rate may result from those of the lease's rate.
	Digits *string `json:"digits"`
	// Candidates that were not tried.
	Notes []string `json:"notes"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a VerifyResponse) MarshalJSON() ([]byte, error) {
	type plain VerifyResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *VerifyResponse) UnmarshalJSON(body []byte) error {
	type plain VerifyResponse
	return json.Unmarshal(body, (*plain)(a))
}

// CompareResponse: one lease under every treatment.
type CompareResponse struct {
	// The treatments in the requested order, or all of them. Later versions may add others.
	Treatments []CompareTreatment `json:"treatments"`
	// Each treatment less the first.
	Differences []CompareDifference `json:"differences"`

	Head
	Unknown
}

// MarshalJSON returns the answer as it was printed.
func (a CompareResponse) MarshalJSON() ([]byte, error) {
	type plain CompareResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *CompareResponse) UnmarshalJSON(body []byte) error {
	type plain CompareResponse
	return json.Unmarshal(body, (*plain)(a))
}

// LiabilityRollforward: opening + late + additions + takenOver + initialApplication + remeasured + interest − payments − derecognized + exchange + translation = closing.
type LiabilityRollforward struct {
	// The liability at the end of the day preceding the period.
	Opening Number `json:"opening"`
	// The difference of the recomputed from the signed opening balances; 0 without signed balances.
	Late Number `json:"late"`
	// Initial liabilities of leases that commence in the period.
	Additions Number `json:"additions"`
	// Liabilities of leases transferred in from other books in the period.
	TakenOver Number `json:"takenOver"`
	// Liabilities first measured in the period, at the date of initial application.
	InitialApplication Number `json:"initialApplication"`
	// Changes due to events.
	Remeasured Number `json:"remeasured"`
	// Interest accrued in the period.
	Interest Number `json:"interest"`
	// Measured payments of the period.
	Payments Number `json:"payments"`
	// Liabilities derecognized at a decrease in scope or an early end.
	Derecognized Number `json:"derecognized"`
	// Exchange differences in functional currency; a loss is positive.
	Exchange Number `json:"exchange"`
	// The effect of translation into the presentation currency.
	Translation Number `json:"translation"`
	// The liability at the end of the period.
	Closing Number `json:"closing"`

	Unknown
}

// AssetRollforward: opening + late + additions + takenOver + initialApplication + remeasured − amortization − impairment − derecognized + translation = closing; closing + accumulatedAmortization = cost.
type AssetRollforward struct {
	// The asset at the end of the day preceding the period.
	Opening Number `json:"opening"`
	// The difference of the recomputed from the signed opening balances; 0 without signed balances.
	Late Number `json:"late"`
	// Initial assets of leases that commence in the period.
	Additions Number `json:"additions"`
	// Assets of leases transferred in from other books in the period.
	TakenOver Number `json:"takenOver"`
	// Assets first measured in the period, at the date of initial application.
	InitialApplication Number `json:"initialApplication"`
	// Changes due to events, with their costs and incentives.
	Remeasured Number `json:"remeasured"`
	// Amortization of the period.
	Amortization Number `json:"amortization"`
	// Impairment losses of the span.
	Impairment Number `json:"impairment"`
	// Assets derecognized at a decrease in scope, at an early end, or at the end of the term.
	Derecognized Number `json:"derecognized"`
	// The effect of translation into the presentation currency.
	Translation Number `json:"translation"`
	// The asset at the end of the period.
	Closing Number `json:"closing"`
	// closing plus accumulatedAmortization.
	Cost Number `json:"cost"`
	// Amortization and impairment to the end of the period, of assets still held.
	AccumulatedAmortization Number `json:"accumulatedAmortization"`

	Unknown
}

// Cost: the cost of the period by kind.
type Cost struct {
	// Interest on lease liabilities, except of operating leases.
	Interest Number `json:"interest"`
	// Amortization of assets, except of operating leases.
	Amortization Number `json:"amortization"`
	// Operating lease cost.
	Operating Number `json:"operating"`
	// Cost of short-term leases.
	ShortTerm Number `json:"shortTerm"`
	// Cost of leases of low-value assets.
	LowValue Number `json:"lowValue"`
	// Variable lease cost.
	Variable Number `json:"variable"`
	// Cost of non-lease components.
	NonLease Number `json:"nonLease"`
	// Irrecoverable tax on payments.
	Taxes Number `json:"taxes"`
	// Impairment losses.
	Impairment Number `json:"impairment"`
	// Gains and losses on changes; a loss is positive.
	GainsAndLosses Number `json:"gainsAndLosses"`
	// Sublease income; negative.
	SubleaseIncome Number `json:"subleaseIncome"`
	// Prior-period corrections on income and expense accounts for closed periods of the fiscal year, except exchange differences and deferred tax.
	Late Number `json:"late"`
	// The sum.
	Total Number `json:"total"`
	// Exchange differences in functional currency, which are not in the total; a loss is positive.
	Exchange Number `json:"exchange"`

	Unknown
}

// Cash: the payments of the period; receipts are negative.
type Cash struct {
	// Interest, except of operating leases.
	Interest Number `json:"interest"`
	// Principal, except of operating leases.
	Principal Number `json:"principal"`
	// Payments of operating leases.
	Operating Number `json:"operating"`
	// Payments of short-term and low-value leases.
	Exempt Number `json:"exempt"`
	// Variable payments.
	Variable Number `json:"variable"`
	// Payments for non-lease components.
	NonLease Number `json:"nonLease"`
	// Irrecoverable tax on payments.
	Taxes Number `json:"taxes"`
	// Payments on commencement dates that are not part of the liability (commencementPayment settled).
	Commencement Number `json:"commencement"`
	// Initial direct costs.
	InitialDirectCosts Number `json:"initialDirectCosts"`
	// Lease incentives received, negative.
	Incentives Number `json:"incentives"`
	// Penalties for ending leases.
	Penalties Number `json:"penalties"`
	// Prices of purchased assets.
	Prices Number `json:"prices"`
	// Receipts from subleases; negative.
	Subleases Number `json:"subleases"`
	// Prior-period corrections of cash for closed periods; positive if paid.
	Late Number `json:"late"`
	// The sum.
	Total Number `json:"total"`

	Unknown
}

// Maturity: undiscounted measured payments after the period; total − imputedInterest = closing liability.
type Maturity struct {
	// The first five years after the period, twelve months each.
	Years []Number `json:"years"`
	// All later years.
	Thereafter Number `json:"thereafter"`
	// All payments.
	Total Number `json:"total"`
	// The interest included in them.
	ImputedInterest Number `json:"imputedInterest"`
	// Under GASB 87 and GASB 96, principal and interest to the end of the term, in bands of five years.
	Bands []Band `json:"bands,omitzero"`
	// Under GASB 87 and GASB 96, principal and interest of each of the first five years, and then in bands of five years to the end of the term.
	Schedule []Band `json:"schedule,omitzero"`

	Unknown
}

// PrincipalRollforward: the liability without accrued interest, of leases under GASB 87 and GASB 96. opening + late + additions + takenOver + remeasured − payments − derecognized + exchange + translation = closing.
type PrincipalRollforward struct {
	// The principal at the end of the day preceding the period.
	Opening Number `json:"opening"`
	// The difference of the recomputed from the signed opening balances; 0 without signed balances.
	Late Number `json:"late"`
	// Initial liabilities of leases that commence in the period.
	Additions Number `json:"additions"`
	// Liabilities of leases transferred in from other books in the period.
	TakenOver Number `json:"takenOver"`
	// Changes due to events.
	Remeasured Number `json:"remeasured"`
	// Payments of principal.
	Payments Number `json:"payments"`
	// Principal derecognized at a decrease in scope or an early end.
	Derecognized Number `json:"derecognized"`
	// Exchange differences in functional currency; a loss is positive.
	Exchange Number `json:"exchange"`
	// The remaining effect of translation into the presentation currency; 0 without one.
	Translation Number `json:"translation"`
	// The principal at the end of the period.
	Closing Number `json:"closing"`
	// The current liability without accrued interest.
	DueWithinOneYear Number `json:"dueWithinOneYear"`

	Unknown
}

// AssetCostRollforward: the cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.cost`.
type AssetCostRollforward struct {
	// The cost at the end of the day preceding the period.
	Opening Number `json:"opening"`
	// Recognized assets, and remeasurements that increase the cost.
	Increases Number `json:"increases"`
	// Derecognized assets, at cost, and remeasurements that reduce the cost.
	Decreases Number `json:"decreases"`
	// The cost at the end of the last day.
	Closing Number `json:"closing"`

	Unknown
}

// AssetAmortizationRollforward: the accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.accumulatedAmortization`.
type AssetAmortizationRollforward struct {
	// The accumulated amortization at the end of the day preceding the period.
	Opening Number `json:"opening"`
	// Amortization and impairment of the period.
	Increases Number `json:"increases"`
	// Accumulated amortization of derecognized assets.
	Decreases Number `json:"decreases"`
	// The accumulated amortization at the end of the last day.
	Closing Number `json:"closing"`

	Unknown
}

// DeferredTax: deferred tax of the lease liability and of the asset.
type DeferredTax struct {
	// Deferred tax asset before the period.
	AssetOpening Number `json:"assetOpening"`
	// Prior-period correction of the deferred tax asset.
	AssetLate Number `json:"assetLate"`
	// Deferred tax asset at the end of the period.
	AssetClosing Number `json:"assetClosing"`
	// Deferred tax liability before the period.
	LiabilityOpening Number `json:"liabilityOpening"`
	// Prior-period correction of the deferred tax liability.
	LiabilityLate Number `json:"liabilityLate"`
	// Deferred tax liability at the end of the period.
	LiabilityClosing Number `json:"liabilityClosing"`
	// Deferred tax of leases first measured in the period; it replaces the tax on the amounts accrued before.
	InitialApplication Number `json:"initialApplication"`
	// Deferred tax expense of the period; income is negative.
	Expense Number `json:"expense"`
	// The portion of the expense that results from a change of rate.
	RateChange Number `json:"rateChange"`

	Unknown
}

// Result: the measurement of the lease.
type Result struct {
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	// First day of the term.
	CommencementDate string `json:"commencementDate"`
	// The lease term in months.
	TermMonths int `json:"termMonths"`
	// Number of rows in the schedule.
	Periods int `json:"periods"`
	// The annual rate divided by the number of periods in a year, with up to 15 significant digits.
	PeriodicRate Number `json:"periodicRate"`
	// Present value of the lease payments, including a payment in advance on the commencement date.
	InitialLiability Number `json:"initialLiability"`
	// Initial liability plus prepaid rent plus initial direct costs less lease incentives.
	InitialRouAsset Number `json:"initialRouAsset"`
	// The sum of all payments of the schedule.
	TotalUndiscountedPayments Number `json:"totalUndiscountedPayments"`
	// Total lease cost over the term, the sum of leaseExpense.
	TotalLeaseCost Number `json:"totalLeaseCost"`
	Basis          *Basis `json:"basis,omitzero"`
	Currency       string `json:"currency,omitzero"`
	Exemption      string `json:"exemption,omitzero"`
	// The payment on the commencement date that is not part of the liability, if basis says settled.
	CommencementPayment *Number   `json:"commencementPayment,omitzero"`
	Balances            *Balances `json:"balances,omitzero"`
	// The effects of each event, if the request has events.
	Events []EventResult `json:"events,omitzero"`
	Life   *Life         `json:"life,omitzero"`
	// One row for each payment period; an event within a period splits it in two.
	Schedule []SchedulePeriod `json:"schedule"`
	// The rates that the lease took from a table, if any.
	DiscountRates []RateUsed  `json:"discountRates,omitzero"`
	Disclosures   Disclosures `json:"disclosures"`
	// The paragraphs for the figures and for rarely used fields, each with a short explanation.
	Citations []string `json:"citations"`
	// Judgements made and points to check, one sentence each.
	Notes []string `json:"notes"`

	Unknown
}

// Classification: the operating-or-finance classification and its reasons.
type Classification struct {
	Classification string `json:"classification"`
	Standard       string `json:"standard"`
	// True except under ASC 842, the only standard that divides leases.
	SingleModel bool `json:"single_model"`
	// The five criteria of ASC 842, in the order of the paragraph; empty under a single model.
	Criteria []Criterion `json:"criteria"`
	// The reason for the class, in words.
	Rationale string `json:"rationale"`

	Unknown
}

// JournalEntry: one balanced journal entry.
type JournalEntry struct {
	// The date of the entry.
	Date string `json:"date"`
	// The identifier of the lease, the treatment, and the period with its first and last day.
	Memo string `json:"memo"`
	// The lines of the entry.
	Lines []JournalLine `json:"lines"`
	Fund  string        `json:"fund,omitzero"`

	Unknown
}

// SchedulePeriod: one payment period. Every row foots: liabilityClose is the preceding balance plus interest minus payment, and rouAssetClose is the preceding balance minus rouAmortization.
type SchedulePeriod struct {
	// Number of the period, from 1.
	Period int `json:"period"`
	// The due date of the payment: the first day of the period in advance, the last in arrears.
	Date string `json:"date"`
	// All payments of the period: the rent, single payments net of incentives received, and in the last period the residual value guarantee and the purchase price.
	Payment Number `json:"payment"`
	// Interest accreted on the liability in the period.
	Interest Number `json:"interest"`
	// Payment less interest; negative if the payment does not cover the interest.
	Principal Number `json:"principal"`
	// Lease liability after the period; exactly 0.00 in the last row.
	LiabilityClose Number `json:"liabilityClose"`
	// Amortization of the right-of-use asset in the period.
	RouAmortization Number `json:"rouAmortization"`
	// Right-of-use asset after the period.
	RouAssetClose Number `json:"rouAssetClose"`
	// Cost of the period: straight-line for an operating lease, otherwise interest plus amortization.
	LeaseExpense Number `json:"leaseExpense"`
	// Amounts owed in addition to the measured payment if an index change is variable cost, and payments that depend on sales or use.
	VariableLeaseExpense *Number `json:"variableLeaseExpense,omitzero"`
	// The cost of services, if the lease has components.
	NonLeaseExpense *Number `json:"nonLeaseExpense,omitzero"`
	// Irrecoverable tax, if irrecoverableTaxRate is supplied.
	TaxExpense *Number `json:"taxExpense,omitzero"`
	// First day of the row, if the lease has events.
	From string `json:"from,omitzero"`
	// Months of the row, if the lease has events; a fraction if an event has split the row.
	Months *Number `json:"months,omitzero"`
	// Lease liability at the start of the row, if the lease has events.
	LiabilityOpen *Number `json:"liabilityOpen,omitzero"`
	// The asset at the start of the row, if the lease has events.
	RouAssetOpen *Number `json:"rouAssetOpen,omitzero"`

	Unknown
}

// Balances: the balances at the end of a day. They are 0.00 before commencement and after the end of the lease.
type Balances struct {
	// The day.
	Date string `json:"date"`
	// Lease liability, including accrued interest.
	Liability Number `json:"liability"`
	// Interest accrued and not yet paid; part of the current liability.
	AccruedInterest Number `json:"accruedInterest"`
	// Right-of-use asset.
	RouAsset Number `json:"rouAsset"`
	// The portion of the liability that is settled within twelve months.
	CurrentLiability Number `json:"currentLiability"`
	// The remaining liability.
	LongTermLiability Number `json:"longTermLiability"`

	Unknown
}

// EventResult: the effects of an event.
type EventResult struct {
	// The day of the event.
	Date string `json:"date"`
	Type string `json:"type"`
	// remeasured: the liability was remeasured. expensed: the change is variable lease cost. impaired: the asset was written down. reversed: an impairment was reversed. derecognized: asset and liability were removed.
	Treatment string `json:"treatment"`
	// The term after the event, counted from commencement.
	TermMonths int `json:"termMonths"`
	// The annual discount rate after the event.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	Classification     string `json:"classification"`
	// Lease liability at the end of the preceding day.
	LiabilityBefore Number `json:"liabilityBefore"`
	// Lease liability after the event.
	LiabilityAfter Number `json:"liabilityAfter"`
	// The asset at the end of the preceding day.
	RouAssetBefore Number `json:"rouAssetBefore"`
	// The asset after the event.
	RouAssetAfter Number `json:"rouAssetAfter"`
	// Gain; a loss is negative.
	GainOrLoss Number `json:"gainOrLoss"`
	// The impairment loss; a reversal is negative.
	ImpairmentLoss Number `json:"impairmentLoss"`
	// The change of the liability due to the remeasurement.
	LiabilityRemeasured Number `json:"liabilityRemeasured"`
	// The derecognized portion of the liability.
	LiabilityDerecognized Number `json:"liabilityDerecognized"`
	// The change of the asset with the liability, including costs and incentives of the day.
	RouAssetRemeasured Number `json:"rouAssetRemeasured"`
	// The derecognized portion of the asset.
	RouAssetDerecognized Number `json:"rouAssetDerecognized"`
	// The paragraphs behind the treatment.
	Citations []string `json:"citations"`

	Unknown
}

// Criterion: one of the five criteria of ASC 842-10-25-2.
type Criterion struct {
	// The name of the criterion.
	Key string `json:"key"`
	// The criterion in words.
	Label string `json:"label"`
	// Whether it is met; false if it was not tested because an input is missing.
	Met bool `json:"met"`
	// The numbers behind the verdict, or the missing input.
	Detail string `json:"detail"`
	// The paragraph of the criterion.
	Citation string `json:"citation"`

	Unknown
}

// LeaseFigures: the figures of one lease.
type LeaseFigures struct {
	// The identity of the lease.
	ID string `json:"id"`
	// The tags of the lease.
	Tags           Texts  `json:"tags"`
	Standard       string `json:"standard"`
	Classification string `json:"classification"`
	Currency       string `json:"currency,omitzero"`
	// The lease's own currency, if it differs from the functional currency, which is then in currency.
	LeaseCurrency string `json:"leaseCurrency,omitzero"`
	// Months left at the end of the period, to two decimals.
	RemainingTermMonths Number `json:"remainingTermMonths"`
	// The rate at the end of the period.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	// The rates that the lease took from a table by the end of the period, if any.
	DiscountRates []RateUsed `json:"discountRates,omitzero"`

	Figures

	// The figures before translation, if the report has presentationCurrency.
	Functional *FunctionalFigures `json:"functional,omitzero"`
	// Points to check, one sentence each.
	Notes []string `json:"notes"`

	Unknown
}

// GroupFigures: the sums of the leases that share the values of groupBy.
type GroupFigures struct {
	// The value of each key of groupBy; empty if the leases have none.
	Key Texts `json:"key"`
	// The number of leases.
	Leases int `json:"leases"`

	Figures

	Unknown
}

// TotalFigures: the sums of all leases.
type TotalFigures struct {
	// The number of leases.
	Leases int `json:"leases"`

	Figures

	Unknown
}

// WeightedAverage: weighted averages of the leases of one class, currency and standard; a field is absent if the sum of its weights is 0.
type WeightedAverage struct {
	Classification string `json:"classification"`
	Currency       string `json:"currency,omitzero"`
	Standard       string `json:"standard"`
	// Months left, weighted by the liability.
	RemainingTermMonths *Number `json:"remainingTermMonths,omitzero"`
	// The rate, weighted by the remaining undiscounted payments (ASC 842-20-50-4(g)(4)).
	DiscountRateAnnual *Number `json:"discountRateAnnual,omitzero"`
	// The rate, weighted by the liability.
	DiscountRateByLiability *Number `json:"discountRateByLiability,omitzero"`

	Unknown
}

// ReportNotCommenced: the leases of one currency.
type ReportNotCommenced struct {
	Currency string `json:"currency,omitzero"`
	// The number of leases.
	Leases   int    `json:"leases"`
	Payments Number `json:"payments"`

	Unknown
}

// ReportEntry: one balanced entry of a calendar month, a commencement or an event.
type ReportEntry struct {
	// The last day of the month or of the period, or the day of the event.
	Date string `json:"date"`
	// The identifier of the lease, the treatment and the month.
	Memo string `json:"memo"`
	// The lines of the entry.
	Lines []JournalLine `json:"lines"`
	// The identity of the lease.
	LeaseID string `json:"leaseId"`
	// ID-yyyymm for a month, ID-yyyymm-dd for the part of a month that ends on that day, ID-yyyymmdd for commencement, ID-yyyymmdd-n for an event, ID-yyyymmdd-late for prior-period corrections, ID-yyyymm-tax for deferred tax of a month. A changed figure never changes the number.
	Number string `json:"number"`
	// The functional currency, if the lease is in another currency.
	Currency string `json:"currency,omitzero"`
	Fund     string `json:"fund,omitzero"`

	Unknown
}

// Comparative: the leases of the report for an earlier reporting period, or a published report.
type Comparative struct {
	// The first day of that reporting period.
	From string `json:"from"`
	// The last day of that reporting period.
	To string `json:"to"`
	// `restated`: computed from the leases as known today. `published`: as printed by an earlier report.
	Basis string `json:"basis"`
	// The figures of each lease; 0.00 before its commencement.
	Leases []LeaseFigures `json:"leases"`
	// The sums by groupBy.
	Groups []GroupFigures `json:"groups"`
	Total  *TotalFigures  `json:"total,omitzero"`
	// At the end of that period.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`

	Unknown
}

// ReportPrevious: whether the opening balances equal the signed ones, if `previous` is supplied.
type ReportPrevious struct {
	// Whether all balances and posted accounts of all leases agree.
	Agrees bool `json:"agrees"`
	// The digest of the opening balances as computed now.
	Digest string `json:"digest"`
	// The leases that were entered, changed or removed after the closing.
	LateChanges []LateChange `json:"lateChanges"`
	// Differences from the closing other than leases, as in "exchange rate USD/EUR of 2026-03-31, signed 0.9100, now 0.9200".
	Causes []string `json:"causes,omitzero"`

	Unknown
}

// TieOut: an account of the trial balance and the same account of the report.
type TieOut struct {
	// The title of the account.
	Account string `json:"account"`
	// The values that select the compared leases; empty for all leases.
	Key Texts `json:"key"`
	// The balance of the ledger, debit positive; 0 if the ledger lacks the account.
	Ledger Number `json:"ledger"`
	// The balance of the report.
	Leasehold Number `json:"leasehold"`
	// leasehold less ledger.
	Difference Number `json:"difference"`
	// Amounts that equal the difference.
	Explanations []TieOutExplanation `json:"explanations"`

	Unknown
}

// FilingName: the element of a taxonomy for a figure. A figure without an element has none in that taxonomy.
type FilingName struct {
	// The path of the figure, as in liability.closing.
	Figure string `json:"figure"`
	// The standard of the leases.
	Standard string `json:"standard"`
	// The class of the leases, if the element depends on it.
	Classification string `json:"classification,omitzero"`
	// The element, with its taxonomy.
	Name string `json:"name"`
	// The year of the taxonomy.
	Year int `json:"year"`
	// Present if the element has the opposite sign.
	Turned *bool `json:"turned,omitzero"`

	Unknown
}

// SkippedLease: an omitted lease and the reason.
type SkippedLease struct {
	// Its index in the request, from 0.
	Index int `json:"index"`
	// The id of the lease, if it could be read.
	ID string `json:"id"`
	// The first invalid field, as in leases[3].termMonths.
	Field string `json:"field"`
	// The problem and the allowed values.
	Message string `json:"message"`

	Unknown
}

// VerifyPayments: the first payment in theirs that differs, or null. If a payment differs, the remaining search uses the payments in theirs.
type VerifyPayments struct {
	// The number of the row.
	From int    `json:"from"`
	Ours Number `json:"ours"`
	// As sent.
	Theirs Number `json:"theirs"`
	// An explanation of all payments in theirs: a step in another row, another escalation, an omitted rent-free month. Null if none was found.
	Fits *string `json:"fits"`

	Unknown
}

// VerifyDifference: a figure that differs.
type VerifyDifference struct {
	// The path in the result of compute, as in schedule[2].interest.
	Where string `json:"where"`
	Ours  Number `json:"ours"`
	// As sent.
	Theirs Number `json:"theirs"`
	// theirs less ours.
	Difference Number `json:"difference"`

	Unknown
}

// VerifyInconsistency: a row that does not foot, a balance that does not continue, or a final balance other than 0.
type VerifyInconsistency struct {
	// The path in theirs.
	Where string `json:"where"`
	// The problem, in a sentence.
	Problem string `json:"problem"`

	Unknown
}

// VerifyCandidate: the lease under other conventions.
type VerifyCandidate struct {
	Changes jsontext.Value `json:"changes"`
	// The number of figures that still differ by more than rounding or the tolerance.
	Outside int `json:"outside"`
	// The largest remaining difference.
	LargestDifference Number `json:"largestDifference"`

	Unknown
}

// VerifyExplanation: the candidate that explains every difference with the fewest causes, or null.
type VerifyExplanation struct {
	Changes jsontext.Value `json:"changes"`
	// The explanation, with the cause first, for the audit file.
	Sentence string `json:"sentence"`

	Unknown
}

// CompareTreatment: the lease under one treatment.
type CompareTreatment struct {
	Key               string `json:"key"`
	InitialLiability  Number `json:"initialLiability"`
	InitialRouAsset   Number `json:"initialRouAsset"`
	TotalLeaseCost    Number `json:"totalLeaseCost"`
	CurrentLiability  Number `json:"currentLiability"`
	LongTermLiability Number `json:"longTermLiability"`
	// By lease year.
	Years []CompareTreatmentYear `json:"years"`
	// Fields omitted for the treatment, and points to check.
	Notes []string `json:"notes"`

	Unknown
}

// CompareDifference: a treatment less the first.
type CompareDifference struct {
	Key             string `json:"key"`
	InitialRouAsset Number `json:"initialRouAsset"`
	TotalLeaseCost  Number `json:"totalLeaseCost"`
	// By lease year.
	Years []CompareDifferenceYear `json:"years"`

	Unknown
}

// Band: principal and interest to maturity of a year or a band of five years.
type Band struct {
	// The first day of the sublease.
	From string `json:"from"`
	// The last day of the sublease.
	To        string `json:"to"`
	Principal Number `json:"principal"`
	Interest  Number `json:"interest"`

	Unknown
}

// Basis: the conventions of the measurement, with their defaults filled in.
type Basis struct {
	// How the annual discount rate is applied.
	Discounting string `json:"discounting"`
	// Whether the payment at commencement is part of the liability.
	CommencementPayment string `json:"commencementPayment"`

	Unknown
}

// Life: totals of the life of a lease with events.
type Life struct {
	// The sum of payment.
	Payments Number `json:"payments"`
	// The sum of variableLeaseExpense.
	VariablePayments Number `json:"variablePayments"`
	// The sum of interest.
	Interest Number `json:"interest"`
	// The sum of rouAmortization.
	Amortization Number `json:"amortization"`
	// The sum of leaseExpense.
	LeaseExpense Number `json:"leaseExpense"`
	// The sum of the impairment losses.
	ImpairmentLosses Number `json:"impairmentLosses"`
	// Gains less losses of the events.
	GainsAndLosses Number `json:"gainsAndLosses"`

	Unknown
}

// RateUsed: a rate that a lease took from its table.
type RateUsed struct {
	// The day of the lookup: commencement or the day of an event.
	Date string `json:"date"`
	// The remaining whole months of the term, rounded up.
	TermMonths int `json:"termMonths"`
	// The rate, as a fraction.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	// The indexes of the table rows, from 0; two if the rate is interpolated.
	Rows []int `json:"rows"`
	// The source that the table gives.
	Source string `json:"source,omitzero"`

	Unknown
}

// Disclosures: figures for the notes to the financial statements, at commencement and for this lease only.
type Disclosures struct {
	// Remaining term in months; for a single lease its own term. At an initial application it has two decimals.
	WeightedAverageRemainingTermMonths Number `json:"weightedAverageRemainingTermMonths"`
	// Annual rate as a fraction; for a single lease its own rate.
	WeightedAverageDiscountRate Number `json:"weightedAverageDiscountRate"`
	// The sum of all payments of the schedule.
	TotalUndiscountedPayments Number `json:"totalUndiscountedPayments"`
	// Undiscounted payments less the initial liability; 0 if the lease is kept off the balance sheet.
	ImputedInterest Number `json:"imputedInterest"`
	// Lease years 1 to 5, and Thereafter if the term is longer than five years.
	MaturityAnalysis []MaturityYear `json:"maturityAnalysis"`
	// The current portion of the lease liability, settled within twelve months of commencement.
	CurrentLiability Number `json:"currentLiability"`
	// The remaining initial liability.
	LongTermLiability Number `json:"longTermLiability"`
	// Total lease cost over the term, the sum of leaseExpense.
	TotalLeaseCost Number `json:"totalLeaseCost"`

	Unknown
}

// JournalLine: one line of an entry; one side is zero.
type JournalLine struct {
	// The account. IFRS 16 and FRS 102 use Depreciation expense, the other standards Amortization expense.
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

// LateChange: a lease whose signed balances or posted amounts differ from those that the leases give now.
type LateChange struct {
	// The identity of the lease.
	ID                      string      `json:"id"`
	Liability               *LateFigure `json:"liability,omitzero"`
	RouAsset                *LateFigure `json:"rouAsset,omitzero"`
	AccumulatedAmortization *LateFigure `json:"accumulatedAmortization,omitzero"`
	PrepaidRent             *LateFigure `json:"prepaidRent,omitzero"`
	// The amounts of the catch-up entry by account. If previous has only balances, income, expense and cash are not included.
	Accounts []AccountAmount `json:"accounts"`
	// The tags whose values have changed since the previous closing; no entry is posted for them.
	Tags []LateChangeTag `json:"tags,omitzero"`
	// Present if the lease is no longer supplied and ended before the fiscal year; only its balances are reversed.
	Dropped *bool `json:"dropped,omitzero"`

	Unknown
}

// TieOutExplanation: one amount that equals the difference.
type TieOutExplanation struct {
	// The kind of amount.
	Kind string `json:"kind"`
	// The identity of the lease.
	LeaseID string `json:"leaseId,omitzero"`
	// The number of the entry.
	Number string `json:"number,omitzero"`
	// The same as a sentence.
	Sentence string `json:"sentence"`

	Unknown
}

// CompareTreatmentYear: a lease year.
type CompareTreatmentYear struct {
	// The lease year, from 1.
	Year           int    `json:"year"`
	Payments       Number `json:"payments"`
	Interest       Number `json:"interest"`
	Amortization   Number `json:"amortization"`
	LeaseExpense   Number `json:"leaseExpense"`
	LiabilityClose Number `json:"liabilityClose"`
	RouAssetClose  Number `json:"rouAssetClose"`

	Unknown
}

// CompareDifferenceYear: a lease year.
type CompareDifferenceYear struct {
	// The lease year, from 1.
	Year          int    `json:"year"`
	LeaseExpense  Number `json:"leaseExpense"`
	RouAssetClose Number `json:"rouAssetClose"`

	Unknown
}

// MaturityYear: undiscounted payments of one lease year.
type MaturityYear struct {
	// Lease year from commencement; 6 stands for all later years.
	Year int `json:"year"`
	// The label of the year.
	Label string `json:"label"`
	// Payments of the periods that start in the year, and single payments of the year.
	UndiscountedPayments Number `json:"undiscountedPayments"`

	Unknown
}

// LateFigure: a figure that differs from the signed figure.
type LateFigure struct {
	// The signed amount.
	Signed Number `json:"signed"`
	// The current amount.
	Now Number `json:"now"`
	// now less signed.
	Difference Number `json:"difference"`

	Unknown
}

// AccountAmount: an amount of an account.
type AccountAmount struct {
	// The title of the account.
	Account string `json:"account"`
	// Debit positive.
	Amount Number `json:"amount"`

	Unknown
}

// LateChangeTag: a changed tag.
type LateChangeTag struct {
	// The name of the tag.
	Name string `json:"name"`
	// The value at the previous closing; empty for none.
	Signed string `json:"signed"`
	// The current value; empty for none.
	Now string `json:"now"`

	Unknown
}
