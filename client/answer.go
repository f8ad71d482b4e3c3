package client

import "github.com/leasehold-accounting/leasehold/money"

// Answer is what all answers have in common.
type Answer struct {
	Body           []byte // as it came, figures in the server's own digits
	RequestID      string
	Replay         bool   // repeats an earlier answer, and was billed 0
	IdempotencyKey string // under which a later call gets the same answer
	Quota          Quota
	Version        string // of the server and its accounting rules
}

func (a *Answer) head() *Answer { return a }

// ComputeAnswer is the whole accounting of a lease.
type ComputeAnswer struct {
	Answer `json:"-"`

	Input          Lease          `json:"input"`
	Result         Result         `json:"result"`
	Classification Classification `json:"classification"`
	JournalEntries []Entry        `json:"journalEntries"`
}

// ScheduleAnswer is the amortization schedule of a lease.
type ScheduleAnswer struct {
	Answer `json:"-"`

	Standard         string       `json:"standard"`
	Classification   string       `json:"classification"`
	InitialLiability money.Amount `json:"initialLiability"`
	InitialRouAsset  money.Amount `json:"initialRouAsset"`
	Periods          int          `json:"periods"`
	Schedule         []Period     `json:"schedule"`
}

// JournalAnswer is the journal of a lease.
type JournalAnswer struct {
	Answer `json:"-"`

	Standard       string  `json:"standard"`
	Classification string  `json:"classification"`
	JournalEntries []Entry `json:"journalEntries"`
}

// ClassifyAnswer is the classification of a lease.
type ClassifyAnswer struct {
	Answer `json:"-"`
	Classification
}

// Lease is the lease as the server read it: defaults filled in, what was left
// out nil.
type Lease struct {
	Standard           string        `json:"standard"`
	CommencementDate   string        `json:"commencementDate"` // yyyy-mm-dd
	TermMonths         int           `json:"termMonths"`
	PaymentAmount      money.Decimal `json:"paymentAmount"`
	DiscountRateAnnual money.Decimal `json:"discountRateAnnual"`
	PaymentFrequency   string        `json:"paymentFrequency"`
	PaymentTiming      string        `json:"paymentTiming"`
	Classification     string        `json:"classification,omitempty"`

	AnnualEscalationPct    *money.Decimal `json:"annualEscalationPct,omitempty"`
	InitialDirectCosts     *money.Decimal `json:"initialDirectCosts,omitempty"`
	LeaseIncentives        *money.Decimal `json:"leaseIncentives,omitempty"`
	PrepaidRent            *money.Decimal `json:"prepaidRent,omitempty"`
	ResidualValueGuarantee *money.Decimal `json:"residualValueGuarantee,omitempty"`
	PurchaseOptionAmount   *money.Decimal `json:"purchaseOptionAmount,omitempty"`

	TransfersOwnership              *bool          `json:"transfersOwnership,omitempty"`
	PurchaseOptionReasonablyCertain *bool          `json:"purchaseOptionReasonablyCertain,omitempty"`
	AssetFairValue                  *money.Decimal `json:"assetFairValue,omitempty"`
	AssetEconomicLifeMonths         *int           `json:"assetEconomicLifeMonths,omitempty"`
	SpecializedAsset                *bool          `json:"specializedAsset,omitempty"`
}

// Result is the measurement of a lease.
type Result struct {
	Standard                  string        `json:"standard"`
	Classification            string        `json:"classification"`
	CommencementDate          string        `json:"commencementDate"`
	TermMonths                int           `json:"termMonths"`
	Periods                   int           `json:"periods"`
	PeriodicRate              money.Decimal `json:"periodicRate"`
	InitialLiability          money.Amount  `json:"initialLiability"`
	InitialRouAsset           money.Amount  `json:"initialRouAsset"`
	TotalUndiscountedPayments money.Amount  `json:"totalUndiscountedPayments"`
	TotalLeaseCost            money.Amount  `json:"totalLeaseCost"`
	Schedule                  []Period      `json:"schedule"`
	Disclosures               Disclosures   `json:"disclosures"`
	Citations                 []string      `json:"citations"`
	Notes                     []string      `json:"notes"`
}

// Period is one row of the schedule.
type Period struct {
	Period          int          `json:"period"` // from 1
	Date            string       `json:"date"`   // the day the payment is due
	Payment         money.Amount `json:"payment"`
	Interest        money.Amount `json:"interest"`
	Principal       money.Amount `json:"principal"`
	LiabilityClose  money.Amount `json:"liabilityClose"`
	RouAmortization money.Amount `json:"rouAmortization"`
	RouAssetClose   money.Amount `json:"rouAssetClose"`
	LeaseExpense    money.Amount `json:"leaseExpense"`
}

// Disclosures are the figures of the notes to the accounts.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal `json:"weightedAverageRemainingTermMonths"`
	WeightedAverageDiscountRate        money.Decimal `json:"weightedAverageDiscountRate"`
	TotalUndiscountedPayments          money.Amount  `json:"totalUndiscountedPayments"`
	ImputedInterest                    money.Amount  `json:"imputedInterest"`
	MaturityAnalysis                   []Maturity    `json:"maturityAnalysis"`
	CurrentLiability                   money.Amount  `json:"currentLiability"`
	LongTermLiability                  money.Amount  `json:"longTermLiability"`
	TotalLeaseCost                     money.Amount  `json:"totalLeaseCost"`
}

// Maturity is what falls due in one lease year; year 6 stands for all later
// ones.
type Maturity struct {
	Year                 int          `json:"year"`
	Label                string       `json:"label"`
	UndiscountedPayments money.Amount `json:"undiscountedPayments"`
}

// Classification is the operating-or-finance decision and its reasons.
type Classification struct {
	Classification string      `json:"classification"`
	Standard       string      `json:"standard"`
	SingleModel    bool        `json:"single_model"`
	Criteria       []Criterion `json:"criteria"`
	Rationale      string      `json:"rationale"`
}

// Criterion is one test of ASC 842-10-25-2.
type Criterion struct {
	Key      string `json:"key"`
	Label    string `json:"label"`
	Met      bool   `json:"met"`
	Detail   string `json:"detail"`
	Citation string `json:"citation"`
}

// Entry is one balanced journal entry.
type Entry struct {
	Date  string `json:"date"`
	Memo  string `json:"memo"`
	Lines []Line `json:"lines"`
}

// Line is one line of an entry. Exactly one side is above zero.
type Line struct {
	Account string       `json:"account"`
	Debit   money.Amount `json:"debit"`
	Credit  money.Amount `json:"credit"`
}
