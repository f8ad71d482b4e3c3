package schedule

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// Disclosures are the amounts disclosed in the notes to the accounts, at commencement.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal // whole, except at initial application
	WeightedAverageDiscountRate        money.Decimal // fraction per year
	TotalUndiscountedPayments          money.Amount
	ImputedInterest                    money.Amount
	MaturityAnalysis                   []Maturity // years 1 to 5, and Thereafter beyond 60 months
	CurrentLiability                   money.Amount
	LongTermLiability                  money.Amount
	TotalLeaseCost                     money.Amount
}

// Maturity has the payments due in one lease year.
type Maturity struct {
	Year                 int    // 1 to 5; 6 for all later years
	Label                string // "Year 1" to "Year 5", "Thereafter"
	UndiscountedPayments money.Amount
}
