package schedule

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// EventResult is the accounting effect of one event (METHOD 13.12). The response prints the first
// fields; entries and notes use the remaining fields.
type EventResult struct {
	Date      civil.Date
	Type      standard.EventType
	Treatment Treatment

	// After the event.
	TermMonths         int // counted from commencement
	DiscountRateAnnual money.Decimal
	Class              standard.Class

	LiabilityBefore       money.Amount // at the end of the preceding day
	LiabilityAfter        money.Amount
	RouAssetBefore        money.Amount
	RouAssetAfter         money.Amount
	GainOrLoss            money.Amount // a gain is positive
	ImpairmentLoss        money.Amount // negative for a reversal
	AmountReversed        money.Amount // amount of a reversal, as supplied
	LiabilityRemeasured   money.Amount
	LiabilityDerecognized money.Amount
	RouAssetRemeasured    money.Amount
	RouAssetDerecognized  money.Amount

	Citations []standard.Citation

	// Details for entries, notes and screens.
	ClassBefore        standard.Class
	Row                int  // rows of the schedule that end before the event
	WithinRow          bool // an expensed change of an index within the next row, which the event does not split
	Cut                bool // the event split a row
	Decrease           bool // the scope decreased
	Proportion         lease.Proportion
	Floored            money.Amount // the gain from a decrease of the liability below the asset's carrying amount
	Overridden         bool         // the supplied class contradicts the criteria
	Lapsed             bool         // terms for dates after the new end have lapsed
	InitialDirectCosts money.Amount // paid on the day
	LeaseIncentives    money.Amount // received on the day
	Penalty            money.Amount // paid on the day; negative if the lessor pays
	Price              money.Amount // paid on the day
	Property           money.Amount // reclassified to property and equipment
	RetainedShare      *big.Rat     // share of the asset retained, if the scope decreases by a share; otherwise nil
	PrepaidServices    money.Amount // expensed when the lease ends within a row; negative if accrued
}

// Life contains the lifetime totals of a lease (METHOD 13.12).
type Life struct {
	Payments         money.Amount // of the schedule
	VariablePayments money.Amount
	Interest         money.Amount
	Amortization     money.Amount
	LeaseExpense     money.Amount
	ImpairmentLosses money.Amount
	GainsAndLosses   money.Amount // gains are positive
}

// Treatment is the accounting treatment of an event (METHOD 13.12).
type Treatment uint8

// The treatments of events.
const (
	Remeasured   Treatment = iota // the liability was remeasured
	Expensed                      // the change is variable cost
	Impaired                      // the asset was written down
	Derecognized                  // liability and asset were derecognized
	Reversed                      // the asset was written up after an impairment
)

var treatmentNames = []string{"remeasured", "expensed", "impaired", "derecognized", "reversed"}

// String returns the API name of t, such as derecognized.
func (t Treatment) String() string { return strict.Name(treatmentNames, t) }

// MarshalText returns the API name of t.
func (t Treatment) MarshalText() ([]byte, error) { return strict.MarshalName(treatmentNames, t) }

// UnmarshalText reads the API name of a treatment.
func (t *Treatment) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(treatmentNames, t, text)
}
