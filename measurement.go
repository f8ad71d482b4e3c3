package leasehold

import (
	"github.com/leasehold-accounting/leasehold/money"
)

// RulesRevision changes only when some figure that [Measure] returns would. It
// is printed beside figures that are kept, so that a later reader knows by
// which rules they were made.
const RulesRevision = 1

// Measurement is every figure of one lease, without a word.
type Measurement struct {
	Lease Lease // as given; Append prints it with its defaults filled in

	Class        Class         // operating or finance
	PeriodicRate money.Decimal // annual rate × months per period / 12, to 15 significant digits

	InitialLiability money.Amount // present value of the lease payments at commencement
	InitialRouAsset  money.Amount // may be negative, with a note

	TotalUndiscountedPayments money.Amount // every payment of the schedule, prepaid rent not included
	TotalLeaseCost            money.Amount // the sum of the lease expense

	Schedule    []Period  // every row
	Segments    []Segment // the same rows, by the measurement that they follow from
	Disclosures Disclosures

	// How the figures came about, for notes, workbooks and screens.
	StubMonths         int          // months of a last, shorter period; 0 where there is none
	TerminalPayment    money.Amount // residual guarantee and option price, part of the last payment
	AmortizationMonths int          // months over which a finance lease's asset is amortized
	RowsMoved          int          // rows whose interest the one-cent rule moved
	SharesMoved        int          // rows whose straight-line share it moved

	verdicts       verdicts // the criteria of ASC 842, else untested
	derived        Class    // what they give, or what the single model does
	longTermCapped bool     // see [longTermLiability]
}

// Segment is one measurement of the lease and the rows that follow from it.
type Segment struct {
	Start      Date          // commencement
	Rate       money.Decimal // annual discount rate, as a fraction
	Class      Class
	TermMonths int          // in force, counted from commencement
	Liability  money.Amount // at the start of the first row
	RouAsset   money.Amount // likewise
	Periods    []Period     // part of [Measurement.Schedule]
}

// Period is one row of the schedule: one payment and the months that it pays
// for. Every row foots: liabilityClose is the row before's, plus interest,
// minus payment; rouAssetClose is the row before's minus rouAmortization.
type Period struct {
	Number int  // from 1
	Year   int  // the lease year in which the period starts, from 1
	Months int  // months covered; fewer than the frequency's in a stub
	First  Date // first day of the period
	Last   Date // last day of the period
	Date   Date // the day the rent is due: First in advance, Last in arrears

	Rent            money.Amount // the periodic rent
	Terminal        money.Amount // in the last row what is owed at the end of the term
	Payment         money.Amount // everything paid in the row
	Interest        money.Amount // never negative
	Principal       money.Amount // payment − interest
	LiabilityClose  money.Amount
	RouAmortization money.Amount
	RouAssetClose   money.Amount
	LeaseExpense    money.Amount
}

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
