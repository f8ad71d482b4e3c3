package schedule

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// Disclosures contains the amounts at commencement that the notes to the financial statements
// disclose.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal // a whole number, except at initial application
	WeightedAverageDiscountRate        money.Decimal // fraction per year
	TotalUndiscountedPayments          money.Amount
	ImputedInterest                    money.Amount
	MaturityAnalysis                   []Maturity // years 1 to 5, and Thereafter beyond 60 months
	CurrentLiability                   money.Amount
	LongTermLiability                  money.Amount
	TotalLeaseCost                     money.Amount
}

// Maturity contains the payments due in one lease year.
type Maturity struct {
	Year                 int    // 1 to 5; 6 for all later years
	Label                string // "Year 1" to "Year 5", "Thereafter"
	UndiscountedPayments money.Amount
}
