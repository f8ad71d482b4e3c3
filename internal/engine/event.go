package engine

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// EventResult is the effect of one event on the books (METHOD 13.12).
type EventResult struct {
	Date      civil.Date
	Type      EventType
	Treatment Treatment

	// In force after the event.
	TermMonths         int // counted from commencement
	DiscountRateAnnual money.Decimal
	Class              Class

	LiabilityBefore       money.Amount // as carried at the end of the previous day
	LiabilityAfter        money.Amount
	RouAssetBefore        money.Amount
	RouAssetAfter         money.Amount
	GainOrLoss            money.Amount // a gain is positive
	ImpairmentLoss        money.Amount // negative for a reversal
	AmountReversed        money.Amount // as stated, of a reversal
	LiabilityRemeasured   money.Amount
	LiabilityDerecognized money.Amount
	RouAssetRemeasured    money.Amount
	RouAssetDerecognized  money.Amount

	Citations []Citation

	// How the figures came about, for entries, notes and screens.
	ClassBefore        Class
	Row                int  // rows of the schedule that end before the event
	WithinRow          bool // an expensed index within the next row, which it does not cut
	Cut                bool // the event cut a row
	Decrease           bool // of scope
	Proportion         Proportion
	Floored            money.Amount // the part of the gain that the asset could not take
	Overridden         bool         // the class contradicts the criteria
	Lapsed             bool         // terms stated for dates after a new end have lapsed
	InitialDirectCosts money.Amount // paid on the day
	LeaseIncentives    money.Amount // received on the day
	Penalty            money.Amount // paid on the day; negative where the lessor pays
	Price              money.Amount // paid on the day
	Property           money.Amount // what enters property and equipment
	RetainedShare      *big.Rat     // of the asset, if the scope decreases by that share; else nil
	unimpaired         *life        // at a reversal, the lease without impairments until it
	PrepaidServices    money.Amount // expensed where the lease ends within a row; negative where they were accrued
}

// Life are the totals of a lease's life (METHOD 13.12).
type Life struct {
	Payments         money.Amount // of the schedule
	VariablePayments money.Amount
	Interest         money.Amount
	Amortization     money.Amount
	LeaseExpense     money.Amount
	ImpairmentLosses money.Amount
	GainsAndLosses   money.Amount // gains are positive
}

// Treatment is what an event did to the books (METHOD 13.12).
type Treatment uint8

// The treatments of events.
const (
	Remeasured   Treatment = iota // the liability was measured anew
	Expensed                      // the change is variable cost
	Impaired                      // the asset was written down
	Derecognized                  // liability and asset left the books
	Reversed                      // the asset was written up after an impairment
)

var treatmentNames = []string{"remeasured", "expensed", "impaired", "derecognized", "reversed"}

// String returns the contract's name of t, as in derecognized.
func (t Treatment) String() string { return strict.Name(treatmentNames, t) }

// MarshalText returns the contract's name of t.
func (t Treatment) MarshalText() ([]byte, error) { return strict.MarshalName(treatmentNames, t) }

// UnmarshalText reads the contract's name of a treatment.
func (t *Treatment) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(treatmentNames, t, text)
}
