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
	// Balancing amount of catch-up entries on the account Prior-period corrections, debit positive; not in the total of cost.
	PriorPeriodCorrections Number   `json:"priorPeriodCorrections"`
	Maturity               Maturity `json:"maturity"`
	// The part of the closing liability that is settled within twelve months.
	CurrentLiability Number `json:"currentLiability"`
	// The rest of the closing liability.
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
	// Number of rows of the schedule.
	Periods int `json:"periods"`
	// One row for each payment period; an event within a period cuts it in two.
	Schedule []SchedulePeriod `json:"schedule"`
	Balances *Balances        `json:"balances,omitzero"`
	// What each event did, where the request has events.
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
	// True but under ASC 842, which alone divides leases.
	SingleModel bool `json:"single_model"`
	// The five criteria of ASC 842, in the order of the paragraph; empty under a single model.
	Criteria []Criterion `json:"criteria"`
	// Why the lease has its class, in words.
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
	// The first day of the span.
	From string `json:"from"`
	// The last day of the span.
	To string `json:"to"`
	// The figures of each lease, in the order of the request.
	Leases []LeaseFigures `json:"leases"`
	// The sums by groupBy; empty without it.
	Groups []GroupFigures `json:"groups"`
	// The sums of all leases; absent where they are in several currencies.
	Total *TotalFigures `json:"total,omitzero"`
	// By class, currency and standard.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`
	// The leases that commence after the span, by currency (842-20-50-3(b), IFRS 16.59(b)(iv)). `where` narrows them by standard, currency and tags.
	NotCommenced []ReportNotCommenced `json:"notCommenced"`
	// The entries of each lease by calendar month, with `journal` monthly.
	JournalEntries []ReportEntry `json:"journalEntries,omitzero"`
	Comparative    *Comparative  `json:"comparative,omitzero"`
	// SHA-256 of what the books carry of each lease at the end of the span; the next report takes it as `previous`.
	Digest string `json:"digest"`
	// Whether the opening is what was signed, with `previous`.
	Previous *ReportPrevious `json:"previous,omitzero"`
	// The accounts of the trial balance and those that it lacks, with `ledger`.
	TieOut []TieOut `json:"tieOut,omitzero"`
	// The names that filings use for the figures of these leases, with `concepts` true.
	Concepts []FilingName `json:"concepts,omitzero"`
	// The leases that were left out, with `onError` skip.
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

// VerifyResponse: whether figures from elsewhere agree, and why not.
type VerifyResponse struct {
	// The first payment of theirs that differs, or null where none does. Everything else is then looked for with their payments.
	Payments *VerifyPayments `json:"payments"`
	// Whether every difference is rounding: at most a minor unit for each row up to the figure; or, where a tolerance is stated, within it.
	Agrees bool `json:"agrees"`
	// How many figures were compared.
	Compared int `json:"compared"`
	// How many of them differ by more.
	Outside int `json:"outside"`
	// The largest difference, without its sign.
	LargestDifference Number `json:"largestDifference"`
	// The largest difference where they agree, else null.
	Rounding *Number `json:"rounding"`
	// The first figures that differ by more, in their order.
	Differences []VerifyDifference `json:"differences"`
	// Inconsistencies within theirs.
	Inconsistencies []VerifyInconsistency `json:"inconsistencies"`
	// The candidates that come nearest, the best first.
	Explanations []VerifyCandidate `json:"explanations"`
	// What explains every difference with the fewest causes, or null.
	Explanation *VerifyExplanation `json:"explanation"`
	// The annual rate, to six decimals, at which their opening balance is the value of their payments under the conventions of the best candidate. Null where they agree or no such rate can be told.
	ImpliedRate *Number `json:"impliedRate"`
	// How the digits of that rate come from those of the lease.
	Digits *string `json:"digits"`
	// What was not tried.
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
	// The liability at the end of the day before the span.
	Opening Number `json:"opening"`
	// What the close before signed otherwise; 0 where nothing was given.
	Late Number `json:"late"`
	// Initial liabilities of leases that commence in the span.
	Additions Number `json:"additions"`
	// Liabilities of leases taken over from other books in the span.
	TakenOver Number `json:"takenOver"`
	// Liabilities first measured in the span at the date of initial application.
	InitialApplication Number `json:"initialApplication"`
	// What events changed.
	Remeasured Number `json:"remeasured"`
	// Interest accrued in the span.
	Interest Number `json:"interest"`
	// Measured payments of the span.
	Payments Number `json:"payments"`
	// What left at a decrease of scope or an early end.
	Derecognized Number `json:"derecognized"`
	// Exchange differences in functional currency; a loss is positive.
	Exchange Number `json:"exchange"`
	// The effect of translation into the presentation currency.
	Translation Number `json:"translation"`
	// The liability at the end of the span.
	Closing Number `json:"closing"`

	Unknown
}

// AssetRollforward: opening + late + additions + takenOver + initialApplication + remeasured − amortization − impairment − derecognized + translation = closing; closing + accumulatedAmortization = cost.
type AssetRollforward struct {
	// The asset at the end of the day before the span.
	Opening Number `json:"opening"`
	// What the close before signed otherwise; 0 where nothing was given.
	Late Number `json:"late"`
	// Initial assets of leases that commence in the span.
	Additions Number `json:"additions"`
	// Assets of leases taken over from other books in the span.
	TakenOver Number `json:"takenOver"`
	// Assets first measured in the span at the date of initial application.
	InitialApplication Number `json:"initialApplication"`
	// What events changed, with their costs and incentives.
	Remeasured Number `json:"remeasured"`
	// Amortization of the span.
	Amortization Number `json:"amortization"`
	// Impairment losses of the span.
	Impairment Number `json:"impairment"`
	// What left at a decrease of scope, an early end, or the end of the term.
	Derecognized Number `json:"derecognized"`
	// The effect of translation into the presentation currency.
	Translation Number `json:"translation"`
	// The asset at the end of the span.
	Closing Number `json:"closing"`
	// closing plus accumulatedAmortization.
	Cost Number `json:"cost"`
	// Amortization and impairment to the end of the span, of assets still held.
	AccumulatedAmortization Number `json:"accumulatedAmortization"`

	Unknown
}

// Cost: the cost of the span by kind.
type Cost struct {
	// Interest on lease liabilities, other than of operating leases.
	Interest Number `json:"interest"`
	// Amortization of assets, other than of operating leases.
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
	// Tax on payments that is not recovered.
	Taxes Number `json:"taxes"`
	// Impairment losses.
	Impairment Number `json:"impairment"`
	// Gains and losses on changes; a loss is positive.
	GainsAndLosses Number `json:"gainsAndLosses"`
	// Sublease income; negative.
	SubleaseIncome Number `json:"subleaseIncome"`
	// Catch-up of closed periods of the fiscal year on income and expense accounts, without exchange and deferred tax.
	Late Number `json:"late"`
	// The sum.
	Total Number `json:"total"`
	// Exchange differences in functional currency, which are not in the total; a loss is positive.
	Exchange Number `json:"exchange"`

	Unknown
}

// Cash: what was paid in the span; received amounts are negative.
type Cash struct {
	// Interest, other than of operating leases.
	Interest Number `json:"interest"`
	// Principal, other than of operating leases.
	Principal Number `json:"principal"`
	// Payments of operating leases.
	Operating Number `json:"operating"`
	// Payments of short-term and low-value leases.
	Exempt Number `json:"exempt"`
	// Variable payments.
	Variable Number `json:"variable"`
	// Payments for non-lease components.
	NonLease Number `json:"nonLease"`
	// Tax on payments that is not recovered.
	Taxes Number `json:"taxes"`
	// What was paid on commencement dates and is no part of the liability (commencementPayment settled).
	Commencement Number `json:"commencement"`
	// Initial direct costs.
	InitialDirectCosts Number `json:"initialDirectCosts"`
	// Lease incentives received, negative.
	Incentives Number `json:"incentives"`
	// Penalties for ending leases.
	Penalties Number `json:"penalties"`
	// Prices of assets bought.
	Prices Number `json:"prices"`
	// Received from subleases; negative.
	Subleases Number `json:"subleases"`
	// Catch-up of cash of closed periods; positive if paid.
	Late Number `json:"late"`
	// The sum.
	Total Number `json:"total"`

	Unknown
}

// Maturity: undiscounted measured payments after the span; total − imputedInterest = closing liability.
type Maturity struct {
	// The first five years after the span, twelve months each.
	Years []Number `json:"years"`
	// All later years.
	Thereafter Number `json:"thereafter"`
	// All payments.
	Total Number `json:"total"`
	// The interest in them.
	ImputedInterest Number `json:"imputedInterest"`
	// Under GASB 87 and GASB 96, principal and interest in bands of five years to the end.
	Bands []Band `json:"bands,omitzero"`
	// Under GASB 87 and GASB 96, principal and interest of each of five years, and then in bands of five years to the end.
	Schedule []Band `json:"schedule,omitzero"`

	Unknown
}

// PrincipalRollforward: the liability without accrued interest, of leases under GASB 87 and GASB 96. opening + late + additions + takenOver + remeasured − payments − derecognized + exchange + translation = closing.
type PrincipalRollforward struct {
	// The principal at the end of the day before the span.
	Opening Number `json:"opening"`
	// What the close before signed otherwise; 0 where nothing was given.
	Late Number `json:"late"`
	// Initial liabilities of leases that commence in the span.
	Additions Number `json:"additions"`
	// Liabilities of leases taken over from other books in the span.
	TakenOver Number `json:"takenOver"`
	// What events changed.
	Remeasured Number `json:"remeasured"`
	// Payments of principal.
	Payments Number `json:"payments"`
	// What left at a decrease of scope or an early end, without the interest that was unpaid.
	Derecognized Number `json:"derecognized"`
	// Exchange differences in functional currency; a loss is positive.
	Exchange Number `json:"exchange"`
	// What translation into the presentation currency leaves; 0 without one.
	Translation Number `json:"translation"`
	// The principal at the end of the span.
	Closing Number `json:"closing"`
	// The current liability without accrued interest.
	DueWithinOneYear Number `json:"dueWithinOneYear"`

	Unknown
}

// AssetCostRollforward: the cost of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.cost`.
type AssetCostRollforward struct {
	// The cost at the end of the day before the span.
	Opening Number `json:"opening"`
	// Assets that were recognized, and remeasurements that raise the cost.
	Increases Number `json:"increases"`
	// Assets that were derecognized, at cost, and remeasurements that reduce it.
	Decreases Number `json:"decreases"`
	// The cost at the end of the last day.
	Closing Number `json:"closing"`

	Unknown
}

// AssetAmortizationRollforward: the accumulated amortization of the lease or subscription asset, under GASB 87 and GASB 96 (GASB 104). opening + increases − decreases = closing, which is `rouAsset.accumulatedAmortization`.
type AssetAmortizationRollforward struct {
	// The accumulated amortization at the end of the day before the span.
	Opening Number `json:"opening"`
	// Amortization and impairment of the span.
	Increases Number `json:"increases"`
	// Accumulated amortization of assets that were derecognized.
	Decreases Number `json:"decreases"`
	// The accumulated amortization at the end of the last day.
	Closing Number `json:"closing"`

	Unknown
}

// DeferredTax: deferred tax of the lease liability and of the asset.
type DeferredTax struct {
	// Deferred tax asset before the span.
	AssetOpening Number `json:"assetOpening"`
	// Catch-up of the deferred tax asset.
	AssetLate Number `json:"assetLate"`
	// Deferred tax asset at its end.
	AssetClosing Number `json:"assetClosing"`
	// Deferred tax liability before the span.
	LiabilityOpening Number `json:"liabilityOpening"`
	// Catch-up of the deferred tax liability.
	LiabilityLate Number `json:"liabilityLate"`
	// Deferred tax liability at its end.
	LiabilityClosing Number `json:"liabilityClosing"`
	// Of leases first measured in the span; it replaces the tax on what was accrued before.
	InitialApplication Number `json:"initialApplication"`
	// Deferred tax expense of the span; income is negative.
	Expense Number `json:"expense"`
	// What of the expense comes from a change of rate.
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
	// Number of rows of the schedule.
	Periods int `json:"periods"`
	// The annual rate divided by the periods of a year, with up to 15 significant digits.
	PeriodicRate Number `json:"periodicRate"`
	// Present value of the lease payments; in advance it is stated before the payment due at commencement.
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
	// What was paid on the commencement date and is no part of the liability, where basis says settled.
	CommencementPayment *Number   `json:"commencementPayment,omitzero"`
	Balances            *Balances `json:"balances,omitzero"`
	// What each event did, where the request has events.
	Events []EventResult `json:"events,omitzero"`
	Life   *Life         `json:"life,omitzero"`
	// One row for each payment period; an event within a period cuts it in two.
	Schedule []SchedulePeriod `json:"schedule"`
	// The rates that the lease took from a table, where there is one.
	DiscountRates []RateUsed  `json:"discountRates,omitzero"`
	Disclosures   Disclosures `json:"disclosures"`
	// The paragraphs behind the figures and behind what few leases state, each with a short explanation.
	Citations []string `json:"citations"`
	// Judgements made and points to check, one sentence each.
	Notes []string `json:"notes"`

	Unknown
}

// Classification: the operating-or-finance classification and its reasons.
type Classification struct {
	Classification string `json:"classification"`
	Standard       string `json:"standard"`
	// True but under ASC 842, which alone divides leases.
	SingleModel bool `json:"single_model"`
	// The five criteria of ASC 842, in the order of the paragraph; empty under a single model.
	Criteria []Criterion `json:"criteria"`
	// Why the lease has its class, in words.
	Rationale string `json:"rationale"`

	Unknown
}

// JournalEntry: one balanced journal entry.
type JournalEntry struct {
	// The day of the entry.
	Date string `json:"date"`
	// The identity of the lease, treatment, period and its first and last day.
	Memo string `json:"memo"`
	// The lines; empty where nothing moves.
	Lines []JournalLine `json:"lines"`
	Fund  string        `json:"fund,omitzero"`

	Unknown
}

// SchedulePeriod: one payment period. Every row foots: liabilityClose is the balance before plus interest minus payment, and rouAssetClose is the balance before minus rouAmortization.
type SchedulePeriod struct {
	// Number of the period, from 1.
	Period int `json:"period"`
	// The day on which the payment is due: the first of the period in advance, the last in arrears.
	Date string `json:"date"`
	// Everything paid in the period: the rent, single payments net of incentives received, and in the last one residual guarantee and purchase price.
	Payment Number `json:"payment"`
	// Interest accreted on the liability in the period.
	Interest Number `json:"interest"`
	// Payment less interest; negative where a payment does not cover its interest.
	Principal Number `json:"principal"`
	// Lease liability after the period; exactly 0.00 in the last row.
	LiabilityClose Number `json:"liabilityClose"`
	// Amortization of the right-of-use asset in the period.
	RouAmortization Number `json:"rouAmortization"`
	// Right-of-use asset after the period.
	RouAssetClose Number `json:"rouAssetClose"`
	// Cost of the period: straight-line for an operating lease, else interest plus amortization.
	LeaseExpense Number `json:"leaseExpense"`
	// What is owed beyond the measured payment, where a change of an index is variable cost, and what was paid by sales, use or the like.
	VariableLeaseExpense *Number `json:"variableLeaseExpense,omitzero"`
	// The cost of services, where the lease has components.
	NonLeaseExpense *Number `json:"nonLeaseExpense,omitzero"`
	// Irrecoverable tax, if irrecoverableTaxRate is supplied.
	TaxExpense *Number `json:"taxExpense,omitzero"`
	// First day of the row, where the lease has events.
	From string `json:"from,omitzero"`
	// Months of the row, where the lease has events; a fraction where an event cut it.
	Months *Number `json:"months,omitzero"`
	// Lease liability at the start of the row, where the lease has events.
	LiabilityOpen *Number `json:"liabilityOpen,omitzero"`
	// The asset at the start of the row, where the lease has events.
	RouAssetOpen *Number `json:"rouAssetOpen,omitzero"`

	Unknown
}

// Balances: the balances in the books at the end of a day. They are 0.00 before commencement and after the end of the lease.
type Balances struct {
	// The day.
	Date string `json:"date"`
	// Lease liability, including accrued interest.
	Liability Number `json:"liability"`
	// Interest accrued and not yet paid; part of the current liability.
	AccruedInterest Number `json:"accruedInterest"`
	// Right-of-use asset.
	RouAsset Number `json:"rouAsset"`
	// The part of the liability that is settled within twelve months.
	CurrentLiability Number `json:"currentLiability"`
	// The remaining liability.
	LongTermLiability Number `json:"longTermLiability"`

	Unknown
}

// EventResult: what an event did to the books.
type EventResult struct {
	// The day of the event.
	Date string `json:"date"`
	Type string `json:"type"`
	// The liability was measured anew, the change is variable cost, the asset was written down, or both left the books.
	Treatment string `json:"treatment"`
	// The term in force after the event, counted from commencement.
	TermMonths int `json:"termMonths"`
	// The annual discount rate in force after the event.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	Classification     string `json:"classification"`
	// Lease liability at the end of the previous day.
	LiabilityBefore Number `json:"liabilityBefore"`
	// Lease liability after the event.
	LiabilityAfter Number `json:"liabilityAfter"`
	// The asset at the end of the previous day.
	RouAssetBefore Number `json:"rouAssetBefore"`
	// The asset after the event.
	RouAssetAfter Number `json:"rouAssetAfter"`
	// Gain, or loss where it is negative.
	GainOrLoss Number `json:"gainOrLoss"`
	// The impairment loss; a reversal is negative.
	ImpairmentLoss Number `json:"impairmentLoss"`
	// The change of the liability by measuring it anew.
	LiabilityRemeasured Number `json:"liabilityRemeasured"`
	// The part of the liability that left the books.
	LiabilityDerecognized Number `json:"liabilityDerecognized"`
	// The change of the asset that follows the liability, with costs and incentives of the day.
	RouAssetRemeasured Number `json:"rouAssetRemeasured"`
	// The part of the asset that left the books.
	RouAssetDerecognized Number `json:"rouAssetDerecognized"`
	// The paragraphs behind the treatment.
	Citations []string `json:"citations"`

	Unknown
}

// Criterion: one of the five criteria of ASC 842-10-25-2.
type Criterion struct {
	// Which criterion it is.
	Key string `json:"key"`
	// The criterion in words.
	Label string `json:"label"`
	// Whether it is met; also false where it was not tested because an input is missing.
	Met bool `json:"met"`
	// The numbers behind the verdict, or which input was not provided.
	Detail string `json:"detail"`
	// The paragraph behind the criterion.
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
	// The lease's own currency, where it states a functional one; currency is then the functional one.
	LeaseCurrency string `json:"leaseCurrency,omitzero"`
	// Months left at the end of the span, to two decimals.
	RemainingTermMonths Number `json:"remainingTermMonths"`
	// The rate in force at the end of the span.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	// The rates that the lease took from a table by the end of the span, where there are any.
	DiscountRates []RateUsed `json:"discountRates,omitzero"`

	Figures

	// The figures before translation, where the report has presentationCurrency.
	Functional *FunctionalFigures `json:"functional,omitzero"`
	// Points to check, one sentence each.
	Notes []string `json:"notes"`

	Unknown
}

// GroupFigures: the sums of the leases that share the values of groupBy.
type GroupFigures struct {
	// Each member of groupBy with its value; empty where a lease has none.
	Key Texts `json:"key"`
	// How many leases.
	Leases int `json:"leases"`

	Figures

	Unknown
}

// TotalFigures: the sums of all leases.
type TotalFigures struct {
	// How many leases.
	Leases int `json:"leases"`

	Figures

	Unknown
}

// WeightedAverage: weighted averages of the leases of one class, currency and standard; a member is absent where its weights add to 0.
type WeightedAverage struct {
	Classification string `json:"classification"`
	Currency       string `json:"currency,omitzero"`
	Standard       string `json:"standard"`
	// Months left, weighted by the liability.
	RemainingTermMonths *Number `json:"remainingTermMonths,omitzero"`
	// The rate, weighted by the undiscounted payments left (ASC 842-20-50-4(g)(4)).
	DiscountRateAnnual *Number `json:"discountRateAnnual,omitzero"`
	// The rate, weighted by the liability.
	DiscountRateByLiability *Number `json:"discountRateByLiability,omitzero"`

	Unknown
}

// ReportNotCommenced: the leases of one currency.
type ReportNotCommenced struct {
	Currency string `json:"currency,omitzero"`
	// How many leases.
	Leases   int    `json:"leases"`
	Payments Number `json:"payments"`

	Unknown
}

// ReportEntry: one balanced entry of a calendar month, a commencement or an event.
type ReportEntry struct {
	// The last day of the month or the span, or the day of the event.
	Date string `json:"date"`
	// The identity of the lease, treatment and month.
	Memo string `json:"memo"`
	// The lines; empty where nothing moves.
	Lines []JournalLine `json:"lines"`
	// The identity of the lease.
	LeaseID string `json:"leaseId"`
	// ID-yyyymm of a month, ID-yyyymm-dd of a part of one that ends on that day, ID-yyyymmdd of commencement, ID-yyyymmdd-n of an event, ID-yyyymmdd-late of prior-period corrections, ID-yyyymm-tax of deferred tax of a month; it never changes because a figure did.
	Number string `json:"number"`
	// The functional currency, where the lease is in another one.
	Currency string `json:"currency,omitzero"`
	Fund     string `json:"fund,omitzero"`

	Unknown
}

// Comparative: the leases of the report for an earlier reporting period, or a published report.
type Comparative struct {
	// The first day of that reporting period.
	From string `json:"from"`
	// Its last day.
	To string `json:"to"`
	// `restated`: computed from the leases as known today. `published`: as printed by an earlier report.
	Basis string `json:"basis"`
	// The figures of each lease; 0.00 where it had not commenced.
	Leases []LeaseFigures `json:"leases"`
	// The sums by groupBy.
	Groups []GroupFigures `json:"groups"`
	Total  *TotalFigures  `json:"total,omitzero"`
	// At the end of that span.
	WeightedAverages []WeightedAverage `json:"weightedAverages"`

	Unknown
}

// ReportPrevious: whether the opening is what was signed, with `previous`.
type ReportPrevious struct {
	// Whether no balance and no posted account of any lease differs.
	Agrees bool `json:"agrees"`
	// The digest of the opening as the leases give it now.
	Digest string `json:"digest"`
	// The leases that were entered late, changed or removed after the close.
	LateChanges []LateChange `json:"lateChanges"`
	// What differs from the closing apart from leases, as in "exchange rate USD/EUR of 2026-03-31, signed 0.9100, now 0.9200".
	Causes []string `json:"causes,omitzero"`

	Unknown
}

// TieOut: an account of the trial balance beside that of the report.
type TieOut struct {
	// The title of the account.
	Account string `json:"account"`
	// The values whose leases are compared; empty for all.
	Key Texts `json:"key"`
	// The balance of the ledger, debit positive; 0 where it lacks the account.
	Ledger Number `json:"ledger"`
	// The balance of the report.
	Leasehold Number `json:"leasehold"`
	// leasehold less ledger.
	Difference Number `json:"difference"`
	// What the difference equals.
	Explanations []TieOutExplanation `json:"explanations"`

	Unknown
}

// FilingName: the element of a taxonomy for a figure. A figure without one has none in that taxonomy.
type FilingName struct {
	// The path of the figure, as in liability.closing.
	Figure string `json:"figure"`
	// The standard of the leases.
	Standard string `json:"standard"`
	// The class of the leases, where the element is of one.
	Classification string `json:"classification,omitzero"`
	// The element, with its taxonomy.
	Name string `json:"name"`
	// The year of the taxonomy that was read.
	Year int `json:"year"`
	// There where the element has the opposite sign.
	Turned *bool `json:"turned,omitzero"`

	Unknown
}

// SkippedLease: a lease that was left out, and why.
type SkippedLease struct {
	// Its place in the request, from 0.
	Index int `json:"index"`
	// Its id, as far as it could be read.
	ID string `json:"id"`
	// The first field at fault, as in leases[3].termMonths.
	Field string `json:"field"`
	// What was wrong and what is allowed.
	Message string `json:"message"`

	Unknown
}

// VerifyPayments: the first payment of theirs that differs, or null where none does. Everything else is then looked for with their payments.
type VerifyPayments struct {
	// The number of the row.
	From int    `json:"from"`
	Ours Number `json:"ours"`
	// As it was sent.
	Theirs Number `json:"theirs"`
	// What fits all of their payments: a step in another row, another escalation, a rent-free month left out. Null where nothing was found.
	Fits *string `json:"fits"`

	Unknown
}

// VerifyDifference: a figure that differs.
type VerifyDifference struct {
	// Its path in the result of compute, as in schedule[2].interest.
	Where string `json:"where"`
	Ours  Number `json:"ours"`
	// As it was sent.
	Theirs Number `json:"theirs"`
	// theirs less ours.
	Difference Number `json:"difference"`

	Unknown
}

// VerifyInconsistency: a row that does not foot, a balance that does not continue, or an end that is not 0.
type VerifyInconsistency struct {
	// Its path in theirs.
	Where string `json:"where"`
	// What is wrong, in a sentence.
	Problem string `json:"problem"`

	Unknown
}

// VerifyCandidate: the lease under other conventions.
type VerifyCandidate struct {
	Changes jsontext.Value `json:"changes"`
	// How many figures then differ by more than rounding or the tolerance.
	Outside int `json:"outside"`
	// The largest difference then.
	LargestDifference Number `json:"largestDifference"`

	Unknown
}

// VerifyExplanation: what explains every difference with the fewest causes, or null.
type VerifyExplanation struct {
	Changes jsontext.Value `json:"changes"`
	// The explanation, the cause first, to be put into a file.
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
	// What was left out for the treatment, and points to check.
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
	// The first day.
	From string `json:"from"`
	// The last day.
	To        string `json:"to"`
	Principal Number `json:"principal"`
	Interest  Number `json:"interest"`

	Unknown
}

// Basis: the conventions of the measurement, with their defaults filled in.
type Basis struct {
	// How the annual discount rate is applied.
	Discounting string `json:"discounting"`
	// Whether what is paid at commencement is part of the liability.
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
	// The day for which it was looked up: commencement, or that of an event.
	Date string `json:"date"`
	// The whole months left of the term, rounded up.
	TermMonths int `json:"termMonths"`
	// The rate, as a fraction.
	DiscountRateAnnual Number `json:"discountRateAnnual"`
	// The rows of the table that it comes from, from 0; two where it lies between them.
	Rows []int `json:"rows"`
	// Where the table says the rate comes from.
	Source string `json:"source,omitzero"`

	Unknown
}

// Disclosures: figures for the notes to the financial statements, at commencement and for this lease alone.
type Disclosures struct {
	// Remaining term in months; the term of this one lease. At an initial application to two decimals.
	WeightedAverageRemainingTermMonths Number `json:"weightedAverageRemainingTermMonths"`
	// Annual rate as a fraction; the rate of this one lease.
	WeightedAverageDiscountRate Number `json:"weightedAverageDiscountRate"`
	// The sum of all payments of the schedule.
	TotalUndiscountedPayments Number `json:"totalUndiscountedPayments"`
	// Undiscounted payments less the initial liability; 0 where the lease is kept off the balance sheet.
	ImputedInterest Number `json:"imputedInterest"`
	// Lease years 1 to 5, and Thereafter where the term is longer than five years.
	MaturityAnalysis []MaturityYear `json:"maturityAnalysis"`
	// The current portion of the lease liability, settled within twelve months of commencement.
	CurrentLiability Number `json:"currentLiability"`
	// The rest of the initial liability.
	LongTermLiability Number `json:"longTermLiability"`
	// Total lease cost over the term, the sum of leaseExpense.
	TotalLeaseCost Number `json:"totalLeaseCost"`

	Unknown
}

// JournalLine: one line of an entry; exactly one side is above zero.
type JournalLine struct {
	// The account. IFRS 16 and FRS 102 charge Depreciation expense, the other standards Amortization expense.
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
	// The amounts of the catch-up entry by account. If previous has only balances, income, expense and cash are not known.
	Accounts []AccountAmount `json:"accounts"`
	// The tags with another value than at the previous closing; no entry is posted for them.
	Tags []LateChangeTag `json:"tags,omitzero"`
	// There if the lease is no longer supplied and ended before the fiscal year; only its balances are reversed.
	Dropped *bool `json:"dropped,omitzero"`

	Unknown
}

// TieOutExplanation: one thing that the difference equals.
type TieOutExplanation struct {
	// What kind of thing.
	Kind string `json:"kind"`
	// The identity of the lease.
	LeaseID string `json:"leaseId,omitzero"`
	// The number of the entry.
	Number string `json:"number,omitzero"`
	// The same in a sentence.
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
	// Lease year from commencement; 6 means all later years.
	Year int `json:"year"`
	// The year in words.
	Label string `json:"label"`
	// Payments of the periods that start in the year, and single payments of the year.
	UndiscountedPayments Number `json:"undiscountedPayments"`

	Unknown
}

// LateFigure: a figure that was signed otherwise.
type LateFigure struct {
	// What was signed.
	Signed Number `json:"signed"`
	// What the leases give now.
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
	// Its value at the previous closing; empty for none.
	Signed string `json:"signed"`
	// Its value now; empty for none.
	Now string `json:"now"`

	Unknown
}
