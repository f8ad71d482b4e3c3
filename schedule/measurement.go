// Package schedule defines the results of measuring a lease as plain values. These are the rows of the schedule, the
// segments between events, the effect of each event, the amounts of a reporting period, and journal entries. The
// package also defines the text that describes these amounts. Explanations and journal entries can be derived even from
// a result that was written as JSON and read back.
package schedule

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Measurement contains all amounts of one lease, without explanatory text. Its fields are in the order of the response.
type Measurement struct {
	Lease lease.Lease // as supplied, without defaults

	// Amounts at commencement, before any event.
	Class                     standard.Class // operating or finance
	PeriodicRate              money.Decimal  // growth factor of a whole period minus 1, to 15 significant digits
	InitialLiability          money.Amount   // present value of the lease payments at commencement
	InitialRouAsset           money.Amount   // may be negative; a note then explains it
	CommencementPayment       money.Amount   // paid on the commencement date and excluded from the liability
	TotalUndiscountedPayments money.Amount   // all payments of the schedule, excluding prepaid rent
	TotalLeaseCost            money.Amount   // total lease expense
	Disclosures               Disclosures

	Schedule []Period      // all rows, with the effects of events
	Segments []Segment     // the same rows, grouped by measurement
	Events   []EventResult // the effect of each event
	Life     Life          // lifetime totals, if the lease has events

	RatesUsed []ratetable.Used // rates from the lease's table, by date (METHOD 20.1)
	Balances  *Balances        // balances at the end of the day given by [lease.Lease.At]; nil if there is no date

	// Details of the amounts at commencement.
	StubMonths         int          // months in a shorter last period; 0 if the last period is whole
	CarriedRent        money.Amount // at initial application: prepaid rent in the books; negative if accrued
	TerminalPayment    money.Amount // residual value guarantee and option price, which are part of the last payment
	AmortizationMonths int          // months over which a finance lease's asset is amortized
	RowsMoved          int          // number of rows whose interest was adjusted by one cent (METHOD 2)
	SharesMoved        int          // number of rows whose straight-line amount was adjusted by one cent (METHOD 2)

	Commencement Commencement
	FundInterest []money.Amount // interest paid in each row, for the entries of a governmental fund
}

// Commencement contains details of the measurement at commencement for explanations and notes.
type Commencement struct {
	Rows           []Period       // the schedule at commencement, before events removed rows
	Verdicts       Verdicts       // outcomes of the ASC 842 criteria; untested under other standards
	Derived        standard.Class // class under the criteria or the single model
	Term           *big.Rat       // months from the first measurement to the end of the term
	RowMonths      *big.Rat       // months that the rows cover; a calendar may split periods
	LongTermCapped bool           // the long-term liability is limited to the liability after the payment at commencement
}

// Disclosures contains the amounts at commencement that the notes to the financial statements disclose.
type Disclosures struct {
	WeightedAverageRemainingTermMonths money.Decimal // a whole number, except at an initial application
	WeightedAverageDiscountRate        money.Decimal // fraction per year
	TotalUndiscountedPayments          money.Amount
	ImputedInterest                    money.Amount
	MaturityAnalysis                   []Maturity // years 1 to 5, and "Thereafter" if the term exceeds 60 months
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

// Segment is a measurement of the lease at commencement or at an event. A Segment contains the rows
// until the next measurement.
type Segment struct {
	Event      int           // index in the lease's events; −1 for commencement
	Start      civil.Date    // commencement, or the day of the event
	Rate       money.Decimal // annual discount rate, as a fraction
	Class      standard.Class
	Impaired   bool         // an operating lease with an impaired asset: its cost is amortization and interest (842-20-25-7)
	TermMonths int          // the term, counted from commencement
	Liability  money.Amount // liability at the start of the first row
	RouAsset   money.Amount // asset at the start of the first row
	Periods    []Period     // part of [Measurement.Schedule]

	FirstRow int // number of schedule rows before the segment
}

// Period is a row of the schedule with its payments: a payment period, or a part of a period that
// an event split. The fields are the columns of the schedule. The closing liability is the opening
// liability plus interest minus payment. The closing asset is the opening asset minus amortization.
type Period struct {
	Number     int        // number of the row, from 1
	Year       int        // the lease year in which the period starts, from 1
	Months     int        // months of the period inside the term; a shorter last period has fewer months than the payment frequency
	PeriodDays int        // days of the period inside the term
	Days       int        // days of the row; fewer than PeriodDays if the row is only a part of a period
	First      civil.Date // first day of the row
	Last       civil.Date // last day of the row
	Date       civil.Date // due date of the rent: First in advance, Last in arrears

	Rent                 money.Amount // the periodic rent
	Terminal             money.Amount // in the last row, the amount due at the end of the term
	Payment              money.Amount // the row's payments in the liability, including one-off payments
	Interest             money.Amount // never negative
	Principal            money.Amount // payment − interest; 0 if the lease is exempt from recognition
	LiabilityClose       money.Amount
	RouAmortization      money.Amount
	RouAssetClose        money.Amount
	LeaseExpense         money.Amount
	VariableLeaseExpense money.Amount // payments that depend on an index, sales or use and are excluded from the liability
	NonLease             *NonLease    // amounts in addition to the lease payments; nil if there are none
}

// NonLease contains the amounts due in a row in addition to the lease payments (METHOD 20.2,
// 20.3).
type NonLease struct {
	Expense money.Amount // cost of services, if the lease has components
	Paid    money.Amount // payments for services in the row
	Tax     money.Amount // irrecoverable tax on the row's payments
}

// NonLeaseAmounts returns the amounts due in the row in addition to the lease payments.
func (p *Period) NonLeaseAmounts() NonLease {
	if p.NonLease == nil {
		return NonLease{}
	}
	return *p.NonLease
}

// LiabilityOpen returns the lease liability at the start of the row, after any event on that day.
func (p *Period) LiabilityOpen() money.Amount { return p.LiabilityClose.Add(p.Principal) }

// RouAssetOpen returns the asset at the start of the row, after any event on that day.
func (p *Period) RouAssetOpen() money.Amount { return p.RouAssetClose.Add(p.RouAmortization) }

// Singles returns the row's one-off payments minus the incentives received.
func (p *Period) Singles() money.Amount { return p.Payment.Sub(p.Rent).Sub(p.Terminal) }

// AppendMonths appends the row's number of months. If an event split the row, the number may be a
// fraction, printed to six decimals (METHOD 13.12).
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

// AmortizedByLife reports whether the asset is amortized over its economic life rather than over
// the term from the first measurement.
func (m *Measurement) AmortizedByLife() bool {
	life := m.Lease.AssetEconomicLifeMonths
	return life.Set && (m.Lease.OwnershipExpected() || big.NewRat(int64(life.Value), 1).Cmp(m.Commencement.RowMonths) < 0)
}

// Varies reports whether the lease has variable cost: a change in an index was expensed (METHOD
// 13.7), or payments depend on sales or use (25.8).
func (m *Measurement) Varies() bool {
	return len(m.Lease.VariablePayments) > 0 || slices.ContainsFunc(m.Events, func(e EventResult) bool { return e.Treatment == Expensed })
}

// Whole reports whether the row covers its whole period inside the term. Whole returns false if an
// event split the period.
func (p *Period) Whole() bool { return p.Days == p.PeriodDays }

// The criteria of ASC 842-10-25-2, in the paragraph's order.
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

// Verdicts contains the outcomes of the five criteria, and the compared amounts.
type Verdicts struct {
	Of          [CriteriaCount]Verdict
	LifeRatio   int64        // term / remaining economic life, in hundredths of a percent, truncated
	LastQuarter bool         // the exception in 842-10-25-2(c) applies
	Guarantee   money.Amount // present value of the guarantee above its probable amount
	Payments    money.Amount // present value of the payments, even if the lease is exempt
	FairBasis   money.Amount // amount compared with the fair value
	FairRatio   *big.Int     // FairBasis / fair value, in hundredths of a percent, truncated; nil if not tested
}

// Tested returns the number of criteria that were tested.
func (v *Verdicts) Tested() (n int) {
	for i := range v.Of {
		if v.Of[i].Tested {
			n++
		}
	}
	return n
}

// Derived returns the class that follows from the criteria: a lease that meets at least one
// criterion is a finance lease (ASC 842-10-25-2, 25-3).
func (v *Verdicts) Derived() standard.Class {
	for i := range v.Of {
		if v.Of[i].Met {
			return standard.Finance
		}
	}
	return standard.Operating
}

// FirstYearCost returns the lease expense, the interest and the amortization in the rows that start
// in the first lease year.
func (m *Measurement) FirstYearCost() (cost, interest, amortization money.Amount) {
	for i := range m.Commencement.Rows {
		if row := &m.Commencement.Rows[i]; row.Year == 1 {
			cost = cost.Add(row.LeaseExpense)
			interest = interest.Add(row.Interest)
			amortization = amortization.Add(row.RouAmortization)
		}
	}
	return cost, interest, amortization
}

// Entry is a balanced journal entry.
type Entry struct {
	Kind   EntryKind
	Period int // number of the recorded schedule row; 0 for other entries
	Event  int // index of the recorded event in the lease's events; -1 for other entries
	Date   civil.Date
	Memo   string
	Lines  []Line                         // never empty
	Fund   strict.Optional[standard.Fund] // the statements to which the entry belongs, if the lease requests entries for both statements
}

// OfFund reports whether the entry belongs to the governmental fund of a lease that also has
// entries in the government-wide statements.
func (e *Entry) OfFund() bool { return e.Fund.Set && e.Fund.Value == standard.Governmental }

// EntryKind is the subject of an entry.
type EntryKind uint8

// The entry kinds.
const (
	EntryCommencement EntryKind = iota // recognition of the asset and the liability
	EntryPeriod                        // one row of the schedule
	EntryEvent                         // an event in the life of the lease
	EntryMonth                         // a calendar month of a report
	EntryExpiry                        // reclassification of the asset that remains at the end of the term
	EntryCorrection                    // correction of opening balances to match the signed closing
	EntryTax                           // deferred tax of a reporting period
)

// Line is a line of an entry. Its debit, its credit or both are zero.
type Line struct {
	Account standard.Account
	Debit   money.Amount
	Credit  money.Amount
}

// NumberedEntry is a report's entry for a calendar month, commencement or an event. The entry's
// number does not depend on its amounts (METHOD 14.8).
type NumberedEntry struct {
	Entry
	Amortized []Line // in a correction: the portion of the asset lines that belongs to Accumulated amortization
	Number    string // ID-yyyymm, ID-yyyymm-dd for part of a month, ID-yyyymmdd or ID-yyyymmdd-n
}

// Net returns the debits minus the credits of the account with the given title.
func (e *Entry) Net(title string) (net money.Amount) {
	for i := range e.Lines {
		if line := &e.Lines[i]; line.Account.String() == title {
			net = net.Add(line.Debit).Sub(line.Credit)
		}
	}
	return net
}

// Terms contains the payment terms of a lease at commencement or after an event, and the schedule
// rows measured on these terms (METHOD 12.2, 13.2).
type Terms struct {
	Rents    []StatedRent // rent included in the liability, by month
	Owed     []StatedRent // rent including index changes that are variable cost; nil without such changes
	Free     []FreeMonths
	Singles  []DatedPayment // one-off payments in date order
	Terminal money.Amount   // due on the last day of the term

	Rows      []Period // rows of the last measurement, to the end of the term
	Amortized *big.Rat // months over which the asset is amortized from the last measurement
}

// StatedRent is the contract rent from a given month onward, with its escalation.
type StatedRent struct {
	Month  int           // month in which the rent's period starts, counted from commencement
	Rent   *big.Rat      // rent for a whole period, exact, in minor units
	Pct    money.Decimal // compounded at each anniversary of commencement
	Amount money.Decimal // alternatively, the amount added at each anniversary
}

// FreeMonths is a range of months in which a portion of the rent is not payable.
type FreeMonths struct {
	Month, Months int // counted from commencement
	Share         money.Decimal
}

// DatedPayment is a one-off payment. An incentive received is negative.
type DatedPayment struct {
	Date   civil.Date
	Amount money.Amount
	Added  bool // rent for the months by which an extension lengthened a period in progress (METHOD 13.3)
}

// EventResult is the accounting effect of one event (METHOD 13.12). The response contains the first
// group of fields; entries and notes use the remaining fields.
type EventResult struct {
	Date      civil.Date
	Type      standard.EventType
	Treatment Treatment

	// Terms after the event.
	TermMonths         int // counted from commencement
	DiscountRateAnnual money.Decimal
	Class              standard.Class

	LiabilityBefore       money.Amount // liability at the end of the preceding day
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
	Row                int  // number of schedule rows that end before the event
	WithinRow          bool // an expensed index change within the next row, which the event does not split
	Cut                bool // the event split a row
	Decrease           bool // the scope decreased
	Proportion         lease.Proportion
	Floored            money.Amount // the gain if the liability decreases by more than the asset's carrying amount
	Overridden         bool         // the supplied class contradicts the criteria
	Lapsed             bool         // terms for dates after the new end have lapsed
	InitialDirectCosts money.Amount // paid on the event's date
	LeaseIncentives    money.Amount // received on the event's date
	Penalty            money.Amount // paid on the event's date; negative if the lessor pays
	Price              money.Amount // paid on the event's date
	Property           money.Amount // reclassified to property and equipment
	RetainedShare      *big.Rat     // portion of the asset retained, if the scope decreases by a portion; otherwise nil
	PrepaidServices    money.Amount // balance expensed when the lease ends within a row; negative if accrued
}

// RowsBefore returns the number of schedule rows that are recorded before the event. An expensed
// index change within a row is recorded after that row.
func (e *EventResult) RowsBefore() int {
	if e.WithinRow {
		return e.Row + 1
	}
	return e.Row
}

// Life contains the totals over the life of a lease with events (METHOD 13.12).
type Life struct {
	Payments         money.Amount // all payments of the schedule
	VariablePayments money.Amount
	Interest         money.Amount
	Amortization     money.Amount
	LeaseExpense     money.Amount
	ImpairmentLosses money.Amount
	GainsAndLosses   money.Amount // gains are positive
}

// Treatment is the accounting treatment of an event (METHOD 13.12).
type Treatment uint8

// The accounting treatments of events.
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

// Result is the complete accounting for one lease: its amounts and explanatory text. The journal,
// files and screens are derived from a Result, without computing additional amounts.
type Result struct {
	Measurement

	Classification Classification
	Citations      []standard.Citation
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

// Cite returns the citation for a topic.
func (r *Result) Cite(topic standard.Topic) standard.Citation {
	for _, c := range r.Citations {
		if c.Topics&topic != 0 {
			return c
		}
	}
	return standard.Citation{}
}

// CitationTexts returns the citations' printed form.
func (r *Result) CitationTexts() []string {
	texts := make([]string, len(r.Citations))
	for i, c := range r.Citations {
		texts[i] = c.String()
	}
	return texts
}

// Classification contains the operating-or-finance decision with its reasons (ASC 842-10-25-2 and
// 25-3; IFRS 16.22; GASB 87.20).
type Classification struct {
	Class       standard.Class
	Standard    standard.Standard
	SingleModel bool        // the standard does not distinguish classes; true except under ASC 842
	Criteria    []Criterion // the five criteria of ASC 842; empty for other standards
	Rationale   string
}

// Criterion is a test of ASC 842-10-25-2.
type Criterion struct {
	Key      string
	Label    string
	Met      bool
	Tested   bool   // false if the input was not supplied, and Met is then false
	Detail   string // the compared numbers, or the missing input
	Citation standard.Citation
}

// The keys of the criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionTransferOfOwnership = "transfer_of_ownership"
	CriterionPurchaseOption      = "purchase_option"
	CriterionEconomicLife        = "economic_life"
	CriterionFairValue           = "fair_value"
	CriterionSpecializedAsset    = "specialized_asset"
)

// Note is a sentence about a result: an assumption, or a warning that a careful accountant would give.
type Note struct {
	Key  string // identifies the note, such as annuity_due; docs/METHOD.md lists the keys
	Text string // one sentence
}

// The keys of the notes which state that a supplied class contradicts the criteria: one for commencement,
// the other for an event.
const (
	NoteClassOverride        = "class_override"
	NoteClassAgainstCriteria = "class_against_criteria"
)

// Explanation describes how an amount is computed, using text, a formula with numbers, and the standard's paragraph. A
// power is written as (1 + r)^{12}. In a column's formula, {name} stands for the amount of that name in the row, and
// {open.name} stands for the opening balance of that amount.
type Explanation struct {
	Figure  string // the API name of the amount, such as initialLiability
	Label   string
	Words   string
	Formula string
	Last    string // formula of a column's last row, if it differs
	Cite    standard.Citation
}
