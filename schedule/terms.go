package schedule

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Terms are the payments of a lease at commencement or after an event, and the rows
// measured on them (METHOD 12.2, 13.2).
type Terms struct {
	Rents    []StatedRent // measured in the liability, by month
	Owed     []StatedRent // including the changes of an index that are variable cost; nil without any
	Free     []FreeMonths
	Singles  []DatedPayment // in the order of their days
	Terminal money.Amount   // due on the last day of the term

	Rows      []Period // of the last measurement, to the end of the term
	Amortized *big.Rat // months over which its asset is amortized from its start
}

// StatedRent is a contractual rent that later rents escalate from.
type StatedRent struct {
	Month  int           // at the start of its period, counted from commencement
	Rent   *big.Rat      // of a whole period, exact, in minor units
	Pct    money.Decimal // compounding at each anniversary of commencement
	Amount money.Decimal // or added at each
}

// FreeMonths are months with a share of the rent that is not due.
type FreeMonths struct {
	Month, Months int // counted from commencement
	Share         money.Decimal
}

// DatedPayment is a one-off payment; an incentive is negative.
type DatedPayment struct {
	Date   civil.Date
	Amount money.Amount
	Added  bool // rent of the months that an extension added to a started period (METHOD 13.3)
}
