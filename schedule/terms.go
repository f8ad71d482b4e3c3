package schedule

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Terms contains the payment terms of a lease at commencement or after an event, and the rows
// measured on these terms (METHOD 12.2, 13.2).
type Terms struct {
	Rents    []StatedRent // rents included in the liability, by month
	Owed     []StatedRent // rents including index changes that are variable cost; nil if there are no such changes
	Free     []FreeMonths
	Singles  []DatedPayment // in date order
	Terminal money.Amount   // due on the last day of the term

	Rows      []Period // of the last measurement, to the end of the term
	Amortized *big.Rat // months over which the asset of the last measurement is amortized, from its start
}

// StatedRent is a contractual rent from which later rents escalate.
type StatedRent struct {
	Month  int           // month in which its period starts, counted from commencement
	Rent   *big.Rat      // of a whole period, exact, in minor units
	Pct    money.Decimal // compounding at each anniversary of commencement
	Amount money.Decimal // or amount added at each anniversary
}

// FreeMonths is a range of months in which a share of the rent is not payable.
type FreeMonths struct {
	Month, Months int // counted from commencement
	Share         money.Decimal
}

// DatedPayment is a one-off payment; an incentive is negative.
type DatedPayment struct {
	Date   civil.Date
	Amount money.Amount
	Added  bool // rent for the months that an extension added to a started period (METHOD 13.3)
}
