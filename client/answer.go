package client

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

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

// ComputeAnswer is the whole accounting of a lease. Where the server has the rules of
// this program ([leasehold.RulesRevision]), its Body reads into a [leasehold.Result]
// as well, from which files and journals are made.
type ComputeAnswer struct {
	Answer `json:"-"`

	Input          leasehold.Lease `json:"input"` // defaults filled in
	Result         Result          `json:"result"`
	Classification Classification  `json:"classification"`
	JournalEntries []Entry         `json:"journalEntries"`
}

// ScheduleAnswer is the amortization schedule of a lease.
type ScheduleAnswer struct {
	Answer `json:"-"`

	Standard         string        `json:"standard"`
	Classification   string        `json:"classification"`
	InitialLiability money.Decimal `json:"initialLiability"`
	InitialRouAsset  money.Decimal `json:"initialRouAsset"`
	Periods          int           `json:"periods"`
	Schedule         []Period      `json:"schedule"`
	Events           []Event       `json:"events,omitzero"`
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

// Result is the measurement of a lease.
type Result struct {
	Standard                  string        `json:"standard"`
	Classification            string        `json:"classification"`
	CommencementDate          string        `json:"commencementDate"`
	TermMonths                int           `json:"termMonths"`
	Periods                   int           `json:"periods"`
	PeriodicRate              money.Decimal `json:"periodicRate"`
	InitialLiability          money.Decimal `json:"initialLiability"`
	InitialRouAsset           money.Decimal `json:"initialRouAsset"`
	TotalUndiscountedPayments money.Decimal `json:"totalUndiscountedPayments"`
	TotalLeaseCost            money.Decimal `json:"totalLeaseCost"`

	// Where the lease calls for them.
	Basis               *Basis         `json:"basis,omitempty"`
	Currency            string         `json:"currency,omitempty"`
	Exemption           string         `json:"exemption,omitempty"`
	CommencementPayment *money.Decimal `json:"commencementPayment,omitempty"`
	Events              []Event        `json:"events,omitzero"`
	Life                *Life          `json:"life,omitempty"`

	Schedule    []Period    `json:"schedule"`
	Disclosures Disclosures `json:"disclosures"`
	Citations   []string    `json:"citations"`
	Notes       []string    `json:"notes"`
}

// Basis are the conventions of a measurement.
type Basis struct {
	Discounting         string `json:"discounting"`
	CommencementPayment string `json:"commencementPayment"`
}

// Period is one row of the schedule.
type Period struct {
	Period          int           `json:"period"` // from 1
	Date            string        `json:"date"`   // the day the payment is due
	Payment         money.Decimal `json:"payment"`
	Interest        money.Decimal `json:"interest"`
	Principal       money.Decimal `json:"principal"`
	LiabilityClose  money.Decimal `json:"liabilityClose"`
	RouAmortization money.Decimal `json:"rouAmortization"`
	RouAssetClose   money.Decimal `json:"rouAssetClose"`
	LeaseExpense    money.Decimal `json:"leaseExpense"`

	VariableLeaseExpense *money.Decimal `json:"variableLeaseExpense,omitempty"` // of a lease with variable cost

	// Of a lease with events.
	From          string         `json:"from,omitempty"`   // first day of the row
	Months        *money.Decimal `json:"months,omitempty"` // a fraction where an event cut the row
	LiabilityOpen *money.Decimal `json:"liabilityOpen,omitempty"`
	RouAssetOpen  *money.Decimal `json:"rouAssetOpen,omitempty"`
}

// Event is what an event in the life of a lease did to the books.
type Event struct {
	Date                  string        `json:"date"`
	Type                  string        `json:"type"`
	Treatment             string        `json:"treatment"`
	TermMonths            int           `json:"termMonths"` // in force after the event, as the next two are
	DiscountRateAnnual    money.Decimal `json:"discountRateAnnual"`
	Classification        string        `json:"classification"`
	LiabilityBefore       money.Decimal `json:"liabilityBefore"` // the evening before
	LiabilityAfter        money.Decimal `json:"liabilityAfter"`
	RouAssetBefore        money.Decimal `json:"rouAssetBefore"`
	RouAssetAfter         money.Decimal `json:"rouAssetAfter"`
	GainOrLoss            money.Decimal `json:"gainOrLoss"` // a loss is negative
	ImpairmentLoss        money.Decimal `json:"impairmentLoss"`
	LiabilityRemeasured   money.Decimal `json:"liabilityRemeasured"`
	LiabilityDerecognized money.Decimal `json:"liabilityDerecognized"`
	RouAssetRemeasured    money.Decimal `json:"rouAssetRemeasured"`
	RouAssetDerecognized  money.Decimal `json:"rouAssetDerecognized"`
	Citations             []string      `json:"citations"`
}

// Life are the totals of the life of a lease with events.
type Life struct {
	Payments         money.Decimal `json:"payments"`
	VariablePayments money.Decimal `json:"variablePayments"`
	Interest         money.Decimal `json:"interest"`
	Amortization     money.Decimal `json:"amortization"`
	LeaseExpense     money.Decimal `json:"leaseExpense"`
	ImpairmentLosses money.Decimal `json:"impairmentLosses"`
	GainsAndLosses   money.Decimal `json:"gainsAndLosses"` // gains are positive
}

// Disclosures are the figures of the notes to the accounts.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal `json:"weightedAverageRemainingTermMonths"`
	WeightedAverageDiscountRate        money.Decimal `json:"weightedAverageDiscountRate"`
	TotalUndiscountedPayments          money.Decimal `json:"totalUndiscountedPayments"`
	ImputedInterest                    money.Decimal `json:"imputedInterest"`
	MaturityAnalysis                   []Maturity    `json:"maturityAnalysis"`
	CurrentLiability                   money.Decimal `json:"currentLiability"`
	LongTermLiability                  money.Decimal `json:"longTermLiability"`
	TotalLeaseCost                     money.Decimal `json:"totalLeaseCost"`
}

// Maturity is what falls due in one lease year; year 6 stands for all later
// ones.
type Maturity struct {
	Year                 int           `json:"year"`
	Label                string        `json:"label"`
	UndiscountedPayments money.Decimal `json:"undiscountedPayments"`
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
	Account string        `json:"account"`
	Debit   money.Decimal `json:"debit"`
	Credit  money.Decimal `json:"credit"`
}
