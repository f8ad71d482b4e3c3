// Code generated from the contract by 'make generate-clients'. DO NOT EDIT.

package answer

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ComputeResponse: the whole accounting of a lease.
type ComputeResponse struct {
	Input          Input          `json:"input"`
	Result         Result         `json:"result"`
	Classification Classification `json:"classification"`
	// The commencement entry, one for each row of the schedule, and one for each event.
	JournalEntries []JournalEntry `json:"journalEntries"`

	Head

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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
	// What each event did, where the request has events.
	Events []EventResult `json:"events,omitzero"`

	Head

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

// VerifyResponse: whether somebody else's figures agree, and why not.
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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
	// The treatments in the order asked for, or the first four. Later versions may know more.
	Treatments []CompareTreatment `json:"treatments"`
	// Each treatment less the first.
	Differences []CompareDifference `json:"differences"`

	Head

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

// CheckTermsResponse: what the quotes support.
type CheckTermsResponse struct {
	// The paths of the members that stand in their quotes.
	Supported []string `json:"supported"`
	// Members whose value does not occur in its quote.
	NotFound []CheckTermsNotFound `json:"notFound"`
	// The paths of stated members without a quote. Labels and choices of the books need none.
	Missing []string `json:"missing"`
	// What this lease asks somebody to decide and nobody stated.
	Judgements []CheckTermsJudgement `json:"judgements"`
	// Remarks, where there are any: values that were found in another form, as a year of a monthly amount.
	Notes []string `json:"notes,omitzero"`

	Head

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// MarshalJSON returns the answer as it was printed.
func (a CheckTermsResponse) MarshalJSON() ([]byte, error) {
	type plain CheckTermsResponse
	return json.Marshal(plain(a))
}

// UnmarshalJSON reads the answer.
func (a *CheckTermsResponse) UnmarshalJSON(body []byte) error {
	type plain CheckTermsResponse
	return json.Unmarshal(body, (*plain)(a))
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
	CommencementPayment *Number `json:"commencementPayment,omitzero"`
	// What each event did, where the request has events.
	Events []EventResult `json:"events,omitzero"`
	Life   *Life         `json:"life,omitzero"`
	// One row for each payment period; an event within a period cuts it in two.
	Schedule []SchedulePeriod `json:"schedule"`
	// The rates that the lease took from a table, where there is one.
	DiscountRates []RateUsed  `json:"discountRates,omitzero"`
	Disclosures   Disclosures `json:"disclosures"`
	// The paragraphs behind the figures, each with a short explanation.
	Citations []string `json:"citations"`
	// Judgements made and points to check, one sentence each.
	Notes []string `json:"notes"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// JournalEntry: one balanced journal entry.
type JournalEntry struct {
	// The day of the entry.
	Date string `json:"date"`
	// The identity of the lease, treatment, period and its first and last day.
	Memo string `json:"memo"`
	// The lines; empty where nothing moves.
	Lines []JournalLine `json:"lines"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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
	// Tax that is not recovered, where irrecoverableTaxRate is given.
	TaxExpense *Number `json:"taxExpense,omitzero"`
	// First day of the row, where the lease has events.
	From string `json:"from,omitzero"`
	// Months of the row, where the lease has events; a fraction where an event cut it.
	Months *Number `json:"months,omitzero"`
	// Lease liability at the start of the row, where the lease has events.
	LiabilityOpen *Number `json:"liabilityOpen,omitzero"`
	// The asset at the start of the row, where the lease has events.
	RouAssetOpen *Number `json:"rouAssetOpen,omitzero"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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
	// The impairment loss.
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// VerifyInconsistency: a row that does not foot, a balance that does not continue, or an end that is not 0.
type VerifyInconsistency struct {
	// Its path in theirs.
	Where string `json:"where"`
	// What is wrong, in a sentence.
	Problem string `json:"problem"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// VerifyCandidate: the lease under other conventions.
type VerifyCandidate struct {
	Changes jsontext.Value `json:"changes"`
	// How many figures then differ by more than rounding or the tolerance.
	Outside int `json:"outside"`
	// The largest difference then.
	LargestDifference Number `json:"largestDifference"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// VerifyExplanation: what explains every difference with the fewest causes, or null.
type VerifyExplanation struct {
	Changes jsontext.Value `json:"changes"`
	// The explanation, the cause first, to be put into a file.
	Sentence string `json:"sentence"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// CompareDifference: a treatment less the first.
type CompareDifference struct {
	Key             string `json:"key"`
	InitialRouAsset Number `json:"initialRouAsset"`
	TotalLeaseCost  Number `json:"totalLeaseCost"`
	// By lease year.
	Years []CompareDifferenceYear `json:"years"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// CheckTermsNotFound: a member whose value does not occur in its quote.
type CheckTermsNotFound struct {
	// Its path.
	Path string `json:"path"`
	// Its value, as the lease states it.
	Value string `json:"value"`
	// What the quote has of that kind.
	Found []string `json:"found"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// CheckTermsJudgement: a judgement.
type CheckTermsJudgement struct {
	// The member that it concerns.
	Path string `json:"path"`
	// What is to be decided.
	Question string `json:"question"`
	// Where the standard asks for it.
	Paragraph string `json:"paragraph"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// Basis: the conventions of the measurement, with their defaults filled in.
type Basis struct {
	// How the annual discount rate is applied.
	Discounting string `json:"discounting"`
	// Whether what is paid at commencement is part of the liability.
	CommencementPayment string `json:"commencementPayment"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// Disclosures: figures for the notes to the financial statements, at commencement and for this lease alone.
type Disclosures struct {
	// Remaining term in months; the term of this one lease. At a first application to two decimals.
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// JournalLine: one line of an entry; exactly one side is above zero.
type JournalLine struct {
	// The account. IFRS 16 and FRS 102 charge Depreciation expense, the other standards Amortization expense.
	Account string `json:"account"`
	Debit   Number `json:"debit"`
	Credit  Number `json:"credit"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
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

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// CompareDifferenceYear: a lease year.
type CompareDifferenceYear struct {
	// The lease year, from 1.
	Year          int    `json:"year"`
	LeaseExpense  Number `json:"leaseExpense"`
	RouAssetClose Number `json:"rouAssetClose"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}

// MaturityYear: undiscounted payments of one lease year.
type MaturityYear struct {
	// Lease year from commencement; 6 means all later years.
	Year int `json:"year"`
	// The year in words.
	Label string `json:"label"`
	// Payments of the periods that start in the year, and single payments of the year.
	UndiscountedPayments Number `json:"undiscountedPayments"`

	// Others are members that this version of the contract does not have.
	Others jsontext.Value `json:",embed"`
}
