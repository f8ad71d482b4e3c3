package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// RulesRevision changes only when some figure that [Compute] returns would. It
// is printed beside figures that are kept, so that a later reader knows by
// which rules they were made.
const RulesRevision = 1

// Result is the whole accounting of one lease. It is complete: the journal,
// files and screens are made from it and compute nothing.
type Result struct {
	Lease Lease // as given; Append prints it with its defaults filled in

	Class        Class         // operating or finance
	PeriodicRate money.Decimal // annual rate × months per period / 12, to 15 significant digits

	InitialLiability money.Amount // present value of the lease payments at commencement
	InitialRouAsset  money.Amount // may be negative, with a note

	TotalUndiscountedPayments money.Amount // every payment of the schedule, prepaid rent not included
	TotalLeaseCost            money.Amount // the sum of the lease expense

	Schedule       []Period
	Classification Classification
	Disclosures    Disclosures
	Citations      []string // "paragraph: what it says"
	Notes          []string // one sentence each

	// How the figures came about, for notes, workbooks and screens.
	StubMonths         int          // months of a last, shorter period; 0 where there is none
	TerminalPayment    money.Amount // residual guarantee and option price, part of the last payment
	AmortizationMonths int          // months over which a finance lease's asset is amortized
	RowsMoved          int          // rows whose interest the one-cent rule moved
	SharesMoved        int          // rows whose straight-line share it moved
}

// Period is one row of the schedule: one payment and the months that it pays
// for. Every row foots: liabilityClose is the row before's, plus interest,
// minus payment; rouAssetClose is the row before's minus rouAmortization.
type Period struct {
	Number int  // from 1
	First  Date // first day of the period
	Last   Date // last day of the period
	Date   Date // the day the rent is due: First in advance, Last in arrears
	Months int  // months covered; fewer than the frequency's in a stub

	Payment         money.Amount // rent, and in the last period the terminal amounts
	Interest        money.Amount // never negative
	Principal       money.Amount // payment − interest
	LiabilityClose  money.Amount
	RouAmortization money.Amount
	RouAssetClose   money.Amount
	LeaseExpense    money.Amount
}

// Classification is the operating-or-finance decision and its reasons
// (ASC 842-10-25-2 and 25-3; IFRS 16.22; GASB 87.20).
type Classification struct {
	Class       Class
	Standard    Standard
	SingleModel bool        // IFRS 16 and GASB 87 do not divide leases
	Criteria    []Criterion // the five of ASC 842, else none
	Rationale   string
}

// Criterion is one test of ASC 842-10-25-2.
type Criterion struct {
	Key      string
	Label    string
	Met      bool
	Detail   string // the numbers behind the verdict, or what was not supplied
	Citation string
}

// Entry is one balanced journal entry.
type Entry struct {
	Date  Date
	Memo  string
	Lines []Line // empty where nothing moves
}

// Line is one line of an entry. Exactly one side is above zero.
type Line struct {
	Account Account
	Debit   money.Amount
	Credit  money.Amount
}

// Account names an account of the ledger.
type Account uint8

// The accounts that entries use.
const (
	AccountRouAsset Account = iota
	AccountLeaseLiability
	AccountCash
	AccountPrepaidRent
	AccountLeaseExpense
	AccountInterestExpense
	AccountAmortizationExpense
)

var accountNames = []string{
	"Right-of-use asset", "Lease liability", "Cash", "Prepaid rent",
	"Lease expense", "Interest expense", "Amortization expense",
}

// Accounts returns every account that entries use.
func Accounts() []Account {
	all := make([]Account, len(accountNames))
	for i := range all {
		all[i] = Account(i)
	}
	return all
}

// String returns the account's name, as in Lease liability.
func (a Account) String() string { return nameOf(accountNames, int(a)) }

// Disclosures are the figures of the notes to the accounts, at commencement.
type Disclosures struct {
	WeightedAverageRemainingTermMonths int
	WeightedAverageDiscountRate        money.Decimal // fraction per year
	TotalUndiscountedPayments          money.Amount
	ImputedInterest                    money.Amount
	MaturityAnalysis                   []Maturity // years 1 to 5, and Thereafter beyond 60 months
	CurrentLiability                   money.Amount
	LongTermLiability                  money.Amount
	TotalLeaseCost                     money.Amount
}

// Maturity is what falls due in one lease year.
type Maturity struct {
	Year                 int    // 1 to 5; 6 for all later years
	Label                string // "Year 1" to "Year 5", "Thereafter"
	UndiscountedPayments money.Amount
}
