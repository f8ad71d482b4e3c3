package oracle

import "math/big"

// Answer holds every figure that a request leads to. Amounts are whole cents.
type Answer struct {
	Input []Member

	Standard       string
	Classification string // the class accounted for
	Commencement   string
	TermMonths     int
	Periods        int
	PeriodicRate   string

	InitialLiability *big.Int
	InitialRouAsset  *big.Int
	TotalPayments    *big.Int
	TotalLeaseCost   *big.Int

	Rows        []Row
	Disclosures Disclosures

	SingleModel bool
	Criteria    []Criterion
	Entries     []Entry

	StubMonths         int      // 0 where the last period is whole
	Terminal           *big.Int // part of the last payment
	AmortizationMonths int      // of a finance lease's asset
	RowsMoved          int      // by the one-cent rule, interest only

	// How often a figure of the schedule was decided on the very edge. Tests
	// see by them that their leases reach it.
	Ties       int // exact half cents
	Thresholds int // exactly 1 − 10⁻⁶ cents off
}

// round rounds a quotient for the schedule.
func (a *Answer) round(num, den *big.Int) *big.Int {
	nearest, tie := roundedOrTie(num, den)
	if tie {
		a.Ties++
	}
	return nearest
}

// move applies the one-cent rule to the schedule.
func (a *Answer) move(off, den *big.Int) int64 {
	move, exactly := moved(off, den)
	if exactly {
		a.Thresholds++
	}
	return move
}

// Row is one payment period.
type Row struct {
	Number      int
	First, Last string // days
	Date        string // the day its rent is due

	Payment, Interest, Principal, LiabilityClose *big.Int
	RouAmortization, RouAssetClose, LeaseExpense *big.Int

	firstMonth int // months of the lease before this period
	months     int // months covered
}

// Disclosures are the figures of the notes to the accounts.
type Disclosures struct {
	RemainingTermMonths int
	DiscountRate        string
	TotalPayments       *big.Int
	ImputedInterest     *big.Int
	Maturities          []Maturity
	Current, LongTerm   *big.Int
	TotalLeaseCost      *big.Int
}

// Maturity is what falls due in a lease year.
type Maturity struct {
	Year    int
	Label   string
	Payment *big.Int
}

// Criterion is one classification test; Percent is the ratio that its detail
// shows, truncated to two decimals, or empty where there is none.
type Criterion struct {
	Key     string
	Met     bool
	Percent string
}

// Entry is one journal entry.
type Entry struct {
	Date  string
	Lines []Line
}

// Line is one side of an entry.
type Line struct {
	Account       string
	Debit, Credit *big.Int
}

// Solve computes the accounting of r.
func Solve(r *Request) *Answer {
	a := &Answer{
		Input:        r.normalized(),
		Standard:     r.Standard,
		Commencement: r.Commencement.String(),
		TermMonths:   r.TermMonths,
		Terminal:     r.terminal(),
		PeriodicRate: significant(new(big.Rat).Mul(r.annualRate(), big.NewRat(int64(r.monthsPerPeriod()), 12)), 15),
	}
	a.layPeriods(r)
	a.measureLiability(r)
	a.classify(r)
	a.measureAsset(r)
	a.disclose(r)
	a.post(r)
	return a
}
