package schedule

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Figures are the amounts of a lease, a group of leases or a portfolio in a reporting period
// and on its last day (METHOD 14), in minor units of the currency. The figures of a group sum
// the figures of its leases.
type Figures struct {
	figure.Vector

	// Principal and interest to maturity, of governments: in windows of five years, and
	// with a window for each of the first five years (METHOD 14.5, 25.5). Nil for others.
	Bands    []Band
	Schedule []Band

	Taxed  bool // with deferred tax (METHOD 22.4)
	Sublet bool // with straight-line subleases (METHOD 25.8)
}

// Has reports whether a statement is shown.
func (f *Figures) Has(s *figure.Statement) bool {
	return (!s.Governments || f.Bands != nil) && (!s.Taxed || f.Taxed) && (!s.Sublet || f.Sublet)
}

// Add adds the figures of other leases in the same reporting period.
func (f *Figures) Add(g *Figures) {
	f.Vector.Add(&g.Vector)
	f.Taxed, f.Sublet = f.Taxed || g.Taxed, f.Sublet || g.Sublet
	f.Bands = addBands(f.Bands, g.Bands)
	f.Schedule = addBands(f.Schedule, g.Schedule)
}

func addBands(sum, more []Band) []Band {
	if sum == nil && more != nil {
		sum = []Band{}
	}
	for i, band := range more {
		if i == len(sum) {
			sum = append(sum, Band{From: band.From, To: band.To})
		}
		sum[i].Principal = sum[i].Principal.Add(band.Principal)
		sum[i].Interest = sum[i].Interest.Add(band.Interest)
	}
	return sum
}

// Band is principal and interest to maturity in a window of one or five years (GASB
// 87.37).
type Band struct {
	From, To            civil.Date
	Principal, Interest money.Amount
}

// LeaseFigures are the figures of one lease in a reporting period. The report on a lease
// shows all of its fields.
type LeaseFigures struct {
	Figures

	Currency   money.Currency // functional currency, or currency of presentation
	Functional *Figures       // before translation; nil without a currency of presentation

	Opened, Closed     Position // at the start and the end of the period, in functional currency
	TaxOpened          TaxBases // at the same times
	TaxClosed          TaxBases
	Ends               []End            // of months and of the period, with Span.Taxed
	LastDay            civil.Date       // of the term or of its termination, as known then
	Class              ReportedClass    // at the end of the period
	ClassBefore        ReportedClass    // at its start, or at commencement
	RemainingMonths    *big.Rat         // at the end of the period
	DiscountRateAnnual money.Decimal    // at the end of the period
	RatesUsed          []ratetable.Used // from a table, to the end of the period
	Entries            []NumberedEntry  // by month, if requested

	// Released is the accumulated amortization derecognized with the asset of a
	// foreign-currency lease, if entries were requested.
	Released []Release

	RateConflicts []string // days with two exchange rates that differ (METHOD 21.2), with both

	NotCommenced bool         // the lease commences after the period
	Upcoming     money.Amount // its undiscounted payments if it has not commenced, including the payment at commencement
}

// Books returns the figures in functional currency.
func (f *LeaseFigures) Books() *Figures {
	if f.Functional != nil {
		return f.Functional
	}
	return &f.Figures
}

// End is a lease at the end of a day, in functional currency.
type End struct {
	Day civil.Date
	Position
	TaxBases
}

// Release is an amount on a date.
type Release struct {
	Date   civil.Date
	Amount money.Amount
}

// ReportedClass is the class under which a report shows a lease.
type ReportedClass uint8

// The classes of a report.
const (
	ReportedOperating ReportedClass = iota
	ReportedFinance
	ReportedShortTerm
	ReportedLowValue
)

var reportedClassNames = []string{"operating", "finance", "short_term", "low_value"}

// String returns the contract's name of c, as in short_term.
func (c ReportedClass) String() string { return strict.Name(reportedClassNames, c) }

// MarshalText returns the contract's name of c.
func (c ReportedClass) MarshalText() ([]byte, error) {
	return strict.MarshalName(reportedClassNames, c)
}

// UnmarshalText reads the contract's name of a class.
func (c *ReportedClass) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(reportedClassNames, c, text)
}

// Span selects a reporting period, from From to To, and how it is reported.
type Span struct {
	From, To civil.Date
	Monthly  bool // with the journal entries by calendar month

	Taxed bool // with [LeaseFigures.Ends], for monthly entries of deferred tax

	// AnyRateDays allows entries by month without exchange rates at month-ends.
	// An entry of a foreign-currency lease then covers all months since the last rates.
	AnyRateDays bool

	Accrual Accrual

	Rates           *exchange.Table // for leases in several currencies
	Presentation    money.Currency  // of the figures; the functional currency if empty
	InLeaseCurrency bool            // all figures are in the currency of the lease
}

// Pairs returns the pairs of currencies that the report on a lease requires rates for.
func (s *Span) Pairs(l *lease.Lease) []exchange.Pair {
	if s.InLeaseCurrency {
		return nil
	}
	return l.Pairs(s.Presentation)
}

// Accrual is the method by which amounts accrue within the rows of a report (METHOD 25.6). The zero
// value is by days.
type Accrual uint8

// The ways of accrual.
const (
	ByDays        Accrual = iota
	ByMonths              // by whole months, and by days in the current month
	ByLevelMonths         // by months of 30 days (METHOD 25.6)
)

var accrualNames = member.Names(member.Accruals)

// String returns the contract's name of a.
func (a Accrual) String() string { return strict.Name(accrualNames, a) }

// UnmarshalText reads the contract's name of an accrual, as in thirty_360.
func (a *Accrual) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(accrualNames, a, text)
}

// Balances are the amounts of a lease in the books as of a date, in minor units of
// its currency (METHOD 14.6). They are 0 before commencement and after the end of the lease.
type Balances struct {
	Date              civil.Date
	Liability         money.Amount // including accrued interest
	AccruedInterest   money.Amount // part of the current liability
	RouAsset          money.Amount
	CurrentLiability  money.Amount
	LongTermLiability money.Amount
}

// Position has the balances of a lease as of a date, in minor units of its
// functional currency (METHOD 22.2).
type Position struct {
	Liability   money.Amount
	RouAsset    money.Amount
	Accumulated money.Amount // amortization and impairment of the asset to date
	Prepaid     money.Amount // rent of an exempt lease, negative if accrued, and services, both paid before they are expensed
	Services    money.Amount // the part of Prepaid for services

	RentReceivable, DeferredRent money.Amount // of straight-line subleases
}

// Correct moves an amount from the opening balance of a rollforward to its prior-period
// corrections.
func (f *Figures) Correct(opening, late figure.Concept, by money.Amount) {
	f.Post(opening, by.Neg())
	f.Post(late, by)
}

// CorrectAsset moves prior-period corrections of a government's asset from the opening cost and
// accumulated amortization to their movements.
func (f *Figures) CorrectAsset(asset, accumulated money.Amount) {
	for i, by := range []money.Amount{asset.Add(accumulated), accumulated} {
		roll := &figure.AssetRolls[i]
		f.Post(roll.Opening, by.Neg())
		roll.Adjust(&f.Vector, by)
	}
}

// TaxBases are the amounts of a lease, in functional currency, that deferred tax needs next
// to its balances (METHOD 22.4). They are 0 while the lease is not in the books.
type TaxBases struct {
	Restoration money.Amount // the restoration provision at its amount at commencement
	Costs       money.Amount // direct costs less incentives, unamortized for tax
}

// LeaseYear has the amounts of one lease year and the closing balances, including events.
type LeaseYear struct {
	Year           int // from 1
	Payments       money.Amount
	Interest       money.Amount
	Amortization   money.Amount
	LeaseExpense   money.Amount
	LiabilityClose money.Amount // at the end of the lease year or of the term, if it ends earlier
	RouAssetClose  money.Amount
}
