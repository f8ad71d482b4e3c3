package oracle

import (
	"fmt"
	"math/big"
)

// Answer holds all results of a request. Amounts are in minor units of the currency.
type Answer struct {
	Input    []Member
	Decimals int

	Standard       string  `json:"standard"`
	Classification string  `json:"classification"`
	Commencement   string  `json:"commencementDate"`
	TermMonths     int     `json:"termMonths"`
	Periods        int     `json:"periods"`
	PeriodicRate   numeral `json:"periodicRate"`
	Basis          *Basis  `json:"basis"`
	Currency       string  `json:"currency,omitempty"` // ISO 4217 code
	Exemption      string  `json:"exemption,omitempty"`

	InitialLiability    *big.Int `json:"initialLiability"`
	InitialRouAsset     *big.Int `json:"initialRouAsset"`
	CommencementPayment *big.Int `json:"commencementPayment"` // lease payment on the commencement date, if the liability excludes it; otherwise nil
	TotalPayments       *big.Int `json:"totalUndiscountedPayments"`
	TotalLeaseCost      *big.Int `json:"totalLeaseCost"`

	Looked      []TableRate   `json:"discountRates"` // rates read from a table of discount rates
	Rows        []Row         `json:"schedule"`      // the whole schedule, including all events
	Disclosures Disclosures   `json:"disclosures"`
	Events      []EventResult `json:"events"` // nil if the request has no list of events
	Life        *Life         `json:"life"`

	SingleModel bool
	Criteria    []Criterion
	Entries     []Entry

	// These fields are for columns that only some leases have.
	Variable bool
	Service  bool
	Taxed    bool // whether the rows include irrecoverable tax
	Parts    bool // whether a row may be shorter than a payment period, because of an event or an initial application

	StubMonths         int      // months in an incomplete last period; 0 if the last period is complete
	Terminal           *big.Int // amount due at the end of the term, included in the last payment
	AmortizationMonths int
	RowsMoved          int

	book *book
}

// Disclosures holds the disclosures at commencement. Amounts are in minor units.
type Disclosures struct {
	RemainingTermMonths *big.Rat   `json:"weightedAverageRemainingTermMonths"`
	DiscountRate        numeral    `json:"weightedAverageDiscountRate"`
	TotalPayments       *big.Int   `json:"totalUndiscountedPayments"`
	ImputedInterest     *big.Int   `json:"imputedInterest"`
	Maturities          []Maturity `json:"maturityAnalysis"`
	Current             *big.Int   `json:"currentLiability"`
	LongTerm            *big.Int   `json:"longTermLiability"`
	TotalLeaseCost      *big.Int   `json:"totalLeaseCost"`
}

// Maturity holds the total payments due in one lease year.
type Maturity struct {
	Year    int      `json:"year"`
	Label   string   `json:"label"`
	Payment *big.Int `json:"undiscountedPayments"`
}

// Criterion is the outcome of one classification test. Percent is the ratio that the test compares
// with a limit. Percent is truncated to two decimals, and is empty if the test has no ratio.
// Excepted can be true only for the economic life test. It means that the test does not apply
// because the lease begins in the last quarter of the economic life.
type Criterion struct {
	Key      string `json:"key"`
	Met      bool   `json:"met"`
	Percent  string
	Excepted bool
}

// EventResult holds the effects of one event on the liability, the asset and the income statement.
type EventResult struct {
	Date                  string   `json:"date"`
	Type                  string   `json:"type"`
	Treatment             string   `json:"treatment"`
	TermMonths            int      `json:"termMonths"`
	DiscountRate          *big.Rat `json:"discountRateAnnual"`
	Classification        string   `json:"classification"`
	LiabilityBefore       *big.Int `json:"liabilityBefore"`
	LiabilityAfter        *big.Int `json:"liabilityAfter"`
	RouAssetBefore        *big.Int `json:"rouAssetBefore"`
	RouAssetAfter         *big.Int `json:"rouAssetAfter"`
	GainOrLoss            *big.Int `json:"gainOrLoss"`
	ImpairmentLoss        *big.Int `json:"impairmentLoss"`
	LiabilityRemeasured   *big.Int `json:"liabilityRemeasured"`
	LiabilityDerecognized *big.Int `json:"liabilityDerecognized"`
	RouAssetRemeasured    *big.Int `json:"rouAssetRemeasured"`
	RouAssetDerecognized  *big.Int `json:"rouAssetDerecognized"`
}

// Life holds the totals of all rows and events.
type Life struct {
	Payments         *big.Int `json:"payments"`
	VariablePayments *big.Int `json:"variablePayments"`
	Interest         *big.Int `json:"interest"`
	Amortization     *big.Int `json:"amortization"`
	LeaseExpense     *big.Int `json:"leaseExpense"`
	ImpairmentLosses *big.Int `json:"impairmentLosses"`
	GainsAndLosses   *big.Int `json:"gainsAndLosses"`
}

// Solve computes the accounting of lease r. If the terms are invalid, the error is a [*Refusal].
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
		PeriodicRate:   numeral(significant(b.rates.periodic(b.stages[0].rateUsed(), r.monthsPerPeriod()), 15)),
		Basis:          r.Basis, Exemption: r.Exemption,
		InitialLiability: b.commencement.liability,
		InitialRouAsset:  b.commencement.asset,
		TotalPayments:    new(big.Int), TotalLeaseCost: new(big.Int),
		Rows:        b.rows,
		SingleModel: !r.asc(), Criteria: b.commencement.criteria,
		Variable: r.twoStreams() || len(r.VariablePayments) > 0, Service: r.hasComponents(), Taxed: r.TaxRate != nil, Parts: len(r.Events) > 0 || r.applied(), Looked: b.looked,
		StubMonths: r.TermMonths % r.monthsPerPeriod(),
		Terminal:   r.commencementTerms().terminal(),
		RowsMoved:  b.commencement.rowsMoved,
		book:       b,
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

// live sets the fields that depend on events or cover the whole life of the lease.
func (a *Answer) live(b *book) {
	if b.lease.Events == nil {
		return
	}
	a.Events = []EventResult{}
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
		l.ImpairmentLosses.Add(l.ImpairmentLosses, m.ImpairmentLoss)
		l.GainsAndLosses.Add(l.GainsAndLosses, m.GainOrLoss)
		a.Events = append(a.Events, m.EventResult)
	}
}

// MonthsText formats a number of months: whole numbers as integers, all others with six decimals.
func MonthsText(months *big.Rat) string {
	if months.IsInt() {
		return fmt.Sprint(months.Num())
	}
	return plain(toDecimals(months, 6))
}
