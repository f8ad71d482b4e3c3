package oracle

import (
	"fmt"
	"math/big"
)

// Answer holds all results of a request. Amounts are in minor units of the currency.
type Answer struct {
	Input    []Member
	Decimals int
	Currency string // empty by default

	Standard       string
	Classification string
	Commencement   string
	TermMonths     int
	Periods        int
	PeriodicRate   string
	Basis          *Basis
	Exemption      string

	InitialLiability    *big.Int
	InitialRouAsset     *big.Int
	CommencementPayment *big.Int // nil if not settled
	TotalPayments       *big.Int
	TotalLeaseCost      *big.Int

	Rows        []Row // all rows of the lease's life
	Disclosures Disclosures

	SingleModel bool
	Criteria    []Criterion
	Entries     []Entry

	Looked []TableRate // rates read from a table

	// The fields below belong to requests with events.
	Events    []EventResult
	Life      *Life
	Variable  bool
	Service   bool
	Taxed     bool // rows have irrecoverable tax
	Parts     bool // whether rows may be partial periods, because of an event or an initial application
	HasEvents bool // the request contains the list, possibly empty

	StubMonths         int      // months in an incomplete last period; 0 if the last period is complete
	Terminal           *big.Int // portion of the last payment that is due at the end of the term
	AmortizationMonths int
	RowsMoved          int

	Ties       int // number of amounts exactly on half a minor unit
	Thresholds int // number of amounts within 10⁻⁶ of a threshold

	book *book
}

// Disclosures holds the disclosures at commencement, in minor units.
type Disclosures struct {
	RemainingTermMonths *big.Rat
	DiscountRate        string
	TotalPayments       *big.Int
	ImputedInterest     *big.Int
	Maturities          []Maturity
	Current, LongTerm   *big.Int
	TotalLeaseCost      *big.Int
}

// Maturity holds the payments of a lease year.
type Maturity struct {
	Year    int
	Label   string
	Payment *big.Int
}

// Criterion is one classification test. Percent is its ratio, truncated to two decimals, or empty.
// Excepted marks an economic life test that does not apply because the lease begins in the last
// quarter of the economic life.
type Criterion struct {
	Key      string
	Met      bool
	Percent  string
	Excepted bool
}

// EventResult holds the accounting effects of one event.
type EventResult struct {
	Date, Type, Treatment                      string
	TermMonths                                 int
	DiscountRate, Classification               string
	LiabilityBefore, LiabilityAfter            *big.Int
	RouAssetBefore, RouAssetAfter              *big.Int
	GainOrLoss, ImpairmentLoss                 *big.Int
	LiabilityRemeasured, LiabilityDerecognized *big.Int
	RouAssetRemeasured, RouAssetDerecognized   *big.Int
}

// Life holds the lifetime totals of the rows and events.
type Life struct {
	Payments, VariablePayments, Interest, Amortization, LeaseExpense, ImpairmentLosses, GainsAndLosses *big.Int
}

// Solve computes the accounting of r. Invalid terms give a [*Refusal].
func Solve(r *Request) (*Answer, error) {
	b, err := write(r)
	if err != nil {
		return nil, err
	}
	first := b.stages[0]
	a := &Answer{
		Input: r.input, Decimals: r.decimals(), Currency: r.Currency,
		Standard:       r.Standard,
		Classification: first.class,
		Commencement:   r.Commencement.String(),
		TermMonths:     r.TermMonths,
		Periods:        len(b.rows),
		PeriodicRate:   significant(b.rates.periodic(b.stages[0].rateUsed(), r.monthsPerPeriod()), 15),
		Basis:          r.Basis, Exemption: r.Exemption,
		InitialLiability: b.commencement.liability,
		InitialRouAsset:  b.commencement.asset,
		TotalPayments:    new(big.Int), TotalLeaseCost: new(big.Int),
		Rows:        b.rows,
		SingleModel: !r.asc(), Criteria: b.commencement.criteria,
		Variable: r.twoStreams() || r.VariablePayments != nil, Service: r.hasComponents(), Taxed: r.TaxRate != nil, Parts: len(r.Events) > 0 || r.applied(), Looked: b.looked, HasEvents: r.eventsStated,
		StubMonths: r.TermMonths % r.monthsPerPeriod(),
		Terminal:   r.commencementTerms().terminal(),
		RowsMoved:  b.commencement.rowsMoved, Ties: b.ties, Thresholds: b.thresholds,
		book: b,
	}
	if b.commencement.amortization.IsInt() {
		a.AmortizationMonths = int(b.commencement.amortization.Num().Int64())
	}
	if r.settled() {
		a.CommencementPayment = b.commencement.paid
	}
	for k := range first.rows {
		a.TotalPayments.Add(a.TotalPayments, first.rows[k].Payment)
		a.TotalLeaseCost.Add(a.TotalLeaseCost, first.rows[k].LeaseExpense)
	}
	a.disclose(b)
	a.live(b)
	a.Entries = b.entries()
	return a, nil
}

// live fills the fields for events and for the whole life of the lease.
func (a *Answer) live(b *book) {
	if !a.HasEvents {
		return
	}
	l := &Life{new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int)}
	a.Life = l
	for k := range b.rows {
		row := &b.rows[k]
		l.Payments.Add(l.Payments, row.Payment)
		l.VariablePayments.Add(l.VariablePayments, b.variableOf(row))
		l.Interest.Add(l.Interest, row.Interest)
		l.Amortization.Add(l.Amortization, row.RouAmortization)
		l.LeaseExpense.Add(l.LeaseExpense, row.LeaseExpense)
	}
	for i := range b.marks {
		m := &b.marks[i]
		l.ImpairmentLosses.Add(l.ImpairmentLosses, m.impairment)
		l.GainsAndLosses.Add(l.GainsAndLosses, m.gain)
		a.Events = append(a.Events, EventResult{
			m.date, m.kind, m.treatment, m.months, plain(m.rate), m.class, m.liabilityBefore, m.liabilityAfter, m.assetBefore, m.assetAfter,
			m.gain, m.impairment, m.liabilityRemeasured, m.liabilityDerecognized, m.assetRemeasured, m.assetDerecognized,
		})
	}
}

// MonthsText prints a number of months as an integer or with six decimals.
func MonthsText(months *big.Rat) string {
	if months.IsInt() {
		return fmt.Sprint(months.Num())
	}
	return plain(toDecimals(months, 6))
}
