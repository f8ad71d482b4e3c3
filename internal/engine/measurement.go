package engine

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// RulesRevision changes only when some figure that [Measure] returns would. It
// is printed with figures that are kept, so that a later reader knows by
// which rules they were made.
const RulesRevision = 2

// Measurement is every figure of one lease, without a word.
type Measurement struct {
	Lease Lease // as given; Append prints it with its defaults filled in

	// At commencement. Nothing here knows of events.
	Class                     Class         // operating or finance
	PeriodicRate              money.Decimal // growth of a whole period, less 1, to 15 significant digits
	InitialLiability          money.Amount  // present value of the lease payments at commencement
	InitialRouAsset           money.Amount  // may be negative, with a note
	CommencementPayment       money.Amount  // paid on the commencement date, where it is no part of the liability
	TotalUndiscountedPayments money.Amount  // every payment of the schedule, prepaid rent not included
	TotalLeaseCost            money.Amount  // the sum of the lease expense
	Disclosures               Disclosures

	Schedule []Period      // every row of the life
	Segments []Segment     // the same rows, by the measurement that they follow from
	Events   []EventResult // what each event of the lease did
	Life     Life          // totals of the life, where the lease has events

	RatesUsed []ratetable.Used // of the lease's table, by date (METHOD 20.1)
	Balances  *Balances        // at the end of the day that the lease supplies as At; nil without such a day

	// How the figures of commencement came about.
	StubMonths         int          // months of a last, shorter period; 0 where there is none
	CarriedRent        money.Amount // of a first application: prepaid rent in the books, negative where it is accrued
	TerminalPayment    money.Amount // residual guarantee and option price, part of the last payment
	AmortizationMonths int          // months over which a finance lease's asset is amortized
	RowsMoved          int          // rows whose interest the one-cent rule moved
	SharesMoved        int          // rows whose straight-line share it moved

	Commencement Commencement
	FundInterest []money.Amount // interest paid in each row, for the entries of a governmental fund
}

// Commencement is how the figures of commencement came about. Explanations and notes need it.
type Commencement struct {
	Rows           []Period // the schedule at commencement, of which events may have removed rows
	Verdicts       Verdicts // of the criteria of ASC 842; untested under other standards
	Derived        Class    // that the criteria give, or the single model
	Term           *big.Rat // remaining months when the lease is measured for the first time
	RowMonths      *big.Rat // the months of the rows, of which a calendar makes some parts of periods
	LongTermCapped bool     // the long-term liability is capped at what remains after a payment at commencement
}

// Segment is one measurement of the lease and the rows that follow from it: that
// of commencement, or one that an event started.
type Segment struct {
	Event      int           // place in [Lease.Events]; −1 for commencement
	Start      civil.Date    // commencement, or the day of the event
	Rate       money.Decimal // annual discount rate, as a fraction
	Class      Class
	Impaired   bool         // an operating lease whose asset was written down: amortization and interest (842-20-25-7)
	TermMonths int          // in force, counted from commencement
	Liability  money.Amount // at the start of the first row
	RouAsset   money.Amount // likewise
	Periods    []Period     // part of [Measurement.Schedule]

	FirstRow int // rows of the schedule before these
}

// Period is one row of the schedule: one payment period, or the part of one that
// an event cut, and what is paid in it. Every row foots: liabilityClose is the
// opening balance plus interest minus payment; rouAssetClose is the opening
// balance minus rouAmortization.
type Period struct {
	Number     int        // from 1
	Year       int        // the lease year in which the period starts, from 1
	Months     int        // months of the period inside the term; fewer than the frequency's in a stub
	PeriodDays int        // days of the period inside the term
	Days       int        // days of the row: fewer than PeriodDays in a part
	First      civil.Date // first day of the row
	Last       civil.Date // last day of the row
	Date       civil.Date // the day the rent is due: First in advance, Last in arrears

	Rent                 money.Amount // the periodic rent
	Terminal             money.Amount // in the last row what is owed at the end of the term
	Payment              money.Amount // everything measured that is paid in the row, single payments included
	Interest             money.Amount // never negative
	Principal            money.Amount // payment − interest; 0 where the lease is kept off the balance sheet
	LiabilityClose       money.Amount
	RouAmortization      money.Amount
	RouAssetClose        money.Amount
	LeaseExpense         money.Amount
	VariableLeaseExpense money.Amount // what is owed beyond the measured payment, by an index, and what was paid by sales or use
	NonLease             *NonLease    // nil if nothing is due in addition to the lease payments
}

// NonLease has the amounts due in a row in addition to the lease payments (METHOD 20.2, 20.3).
type NonLease struct {
	Expense money.Amount // services, if the lease has components
	Paid    money.Amount // for services, in the row
	Tax     money.Amount // irrecoverable tax on the payments of the row
}

// NonLeaseAmounts returns the amounts due in the row in addition to the lease payments.
func (p *Period) NonLeaseAmounts() NonLease {
	if p.NonLease == nil {
		return NonLease{}
	}
	return *p.NonLease
}

// LiabilityOpen returns the lease liability at the start of the row, after an
// event of that day.
func (p *Period) LiabilityOpen() money.Amount { return p.LiabilityClose.Add(p.Principal) }

// RouAssetOpen returns the asset at the start of the row, after an event of that
// day.
func (p *Period) RouAssetOpen() money.Amount { return p.RouAssetClose.Add(p.RouAmortization) }

// Singles returns the single payments of the row, net of incentives received.
func (p *Period) Singles() money.Amount { return p.Payment.Sub(p.Rent).Sub(p.Terminal) }

// AppendMonths appends the months of the row: a whole number, or six decimals
// where an event cut it (METHOD 13.12).
func (p *Period) AppendMonths(dst []byte) []byte {
	num, den := uint64(p.Months)*uint64(p.Days), uint64(p.PeriodDays)
	if num%den == 0 {
		return strconv.AppendUint(dst, num/den, 10)
	}
	const unit = 1_000_000
	rounded := (2*num*unit + den) / (2 * den)
	dst = strconv.AppendUint(dst, rounded/unit, 10)
	dst = append(dst, '.')
	return append(dst, strconv.Itoa(int(unit + rounded%unit))[1:]...)
}

// AmortizedByLife reports whether the economic life of the asset, and not the term, is the
// time over which it is amortized from its first measurement.
func (m *Measurement) AmortizedByLife() bool {
	life := m.Lease.AssetEconomicLifeMonths
	return life.Set && (m.Lease.OwnershipExpected() || fewer(wholeMonths(life.Value), m.Commencement.RowMonths))
}

// Varies reports whether the lease has variable cost: an index changed what is owed,
// and the change was expensed (METHOD 13.7), or payments depend on sales or use (25.8).
func (m *Measurement) Varies() bool {
	return len(m.Lease.VariablePayments) > 0 || slices.ContainsFunc(m.Events, func(e EventResult) bool { return e.Treatment == Expensed })
}

// Whole reports whether the row is a whole period inside the term, and no part
// that an event cut.
func (p *Period) Whole() bool { return p.Days == p.PeriodDays }

// Result is the whole accounting of one lease: its figures, and the words about
// them. It is complete: the journal, files and screens are made from it and
// compute nothing.
type Result struct {
	Measurement

	Classification Classification
	Citations      []Citation
	Notes          []Note
}

// NoteTexts returns the sentences of the notes.
func (r *Result) NoteTexts() []string {
	texts := make([]string, len(r.Notes))
	for i, n := range r.Notes {
		texts[i] = n.Text
	}
	return texts
}

// The criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionOwnership = iota
	CriterionOption
	CriterionLife
	CriterionFair
	CriterionSpecialized
	CriteriaCount
)

// Verdict is the outcome of one criterion.
type Verdict struct{ Met, Tested bool }

// Verdicts are the outcomes of the five criteria and the figures behind them.
type Verdicts struct {
	Of          [CriteriaCount]Verdict
	LifeRatio   int64        // term / remaining economic life, in hundredths of a percent, truncated
	LastQuarter bool         // the exception of 842-10-25-2(c) applies
	Guarantee   money.Amount // present value of the guarantee beyond its probable amount
	Payments    money.Amount // present value of the payments, also if the lease is exempt
	FairBasis   money.Amount // what is compared with the fair value
	FairRatio   Ratio
	FairIsZero  bool // a fair value was supplied, but rounds to 0
}

// Tested returns how many criteria were tested.
func (v *Verdicts) Tested() (n int) {
	for i := range v.Of {
		if v.Of[i].Tested {
			n++
		}
	}
	return n
}

// Derived returns the class that the criteria give: any one that is met makes a finance lease
// (ASC 842-10-25-2, 25-3).
func (v *Verdicts) Derived() Class {
	for i := range v.Of {
		if v.Of[i].Met {
			return Finance
		}
	}
	return Operating
}

// Ratio is a quotient in hundredths of a percent, truncated towards zero, and its divisor: in
// machine words if both fit, else in big ones.
type Ratio struct {
	Small int64    // the quotient
	Minor int64    // the divisor in minor units
	Wide  *big.Int // the quotient, if it or the divisor does not fit
	Units *big.Int // then the divisor × 10^[money.AmountPlaces]
}
