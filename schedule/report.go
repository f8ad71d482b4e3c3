package schedule

import (
	"fmt"
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Figures contains the amounts of a lease, a group of leases or a portfolio in a reporting period
// and on its last day (METHOD 14). The amounts are in minor units of the currency. A group's
// figures are the sums of its leases' figures.
type Figures struct {
	figure.Vector

	// Principal and interest to maturity under GASB 87 and GASB 96: for each of five years, and
	// then in bands of five years (METHOD 14.5, 25.5). Nil under other standards.
	Bands    []Band
	Schedule []Band

	Taxed  bool // the figures include deferred tax (METHOD 22.4)
	Sublet bool // the figures include straight-line subleases (METHOD 25.8)
}

// Has reports whether the figures include a statement.
func (f *Figures) Has(s *figure.Statement) bool {
	return (!s.Governments || f.Bands != nil) && (!s.Taxed || f.Taxed) && (!s.Sublet || f.Sublet)
}

// Add adds g, the figures of other leases in the same reporting period, to f.
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

// Band contains the principal and interest due in a period of one or five years (GASB 87.37).
type Band struct {
	From, To            civil.Date
	Principal, Interest money.Amount
}

// LeaseFigures contains the figures of one lease in a reporting period, and the details that a
// report shows for the lease.
type LeaseFigures struct {
	Figures

	Currency   money.Currency // functional currency or, after translation, presentation currency
	Functional *Figures       // the figures before translation; nil if they are not translated

	Opened, Closed     Position // balances at the start and the end of the period, in the functional currency
	TaxOpened          TaxBases // amounts for deferred tax at the start and the end of the period
	TaxClosed          TaxBases
	Ends               []End            // balances at the end of each month and of the period, if Span.Taxed is set
	LastDay            civil.Date       // end of the term, or date of termination, as known at the end of the period
	Class              ReportedClass    // class at the end of the period
	ClassBefore        ReportedClass    // class at the start of the period, or at commencement
	RemainingMonths    *big.Rat         // remaining months of the term at the end of the period
	DiscountRateAnnual money.Decimal    // discount rate at the end of the period
	RatesUsed          []ratetable.Used // table rates that were used up to the end of the period
	Entries            []NumberedEntry  // journal entries by month, if requested

	// Released is the accumulated amortization derecognized together with the asset of a
	// foreign-currency lease. Released is filled in only if entries are requested.
	Released []Release

	RateConflicts []string // days with two different exchange rates (METHOD 21.2), with both rates

	NotCommenced bool         // the lease commences after the period
	Upcoming     money.Amount // undiscounted payments of a lease that has not commenced, including the payment at commencement
}

// Books returns the figures in the functional currency.
func (f *LeaseFigures) Books() *Figures {
	if f.Functional != nil {
		return f.Functional
	}
	return &f.Figures
}

// End contains a lease's balances at the end of a day, in the functional currency.
type End struct {
	Day civil.Date
	Position
	TaxBases
}

// Release is the accumulated amortization that is derecognized on a date.
type Release struct {
	Date   civil.Date
	Amount money.Amount
}

// ReportedClass is the class under which a report shows a lease.
type ReportedClass uint8

// The classes that a report shows.
const (
	ReportedOperating ReportedClass = iota
	ReportedFinance
	ReportedShortTerm
	ReportedLowValue
)

var reportedClassNames = []string{"operating", "finance", "short_term", "low_value"}

// String returns the API name of c, such as short_term.
func (c ReportedClass) String() string { return strict.Name(reportedClassNames, c) }

// MarshalText returns the API name of c.
func (c ReportedClass) MarshalText() ([]byte, error) {
	return strict.MarshalName(reportedClassNames, c)
}

// UnmarshalText reads the API name of a class.
func (c *ReportedClass) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(reportedClassNames, c, text)
}

// Span selects a reporting period and the options of a report. From and To are the first and the last
// day of the period.
type Span struct {
	From, To civil.Date
	Monthly  bool // include the journal entries by calendar month

	Taxed bool // fill in [LeaseFigures.Ends], for monthly deferred tax entries

	// AnyRateDays allows monthly entries without exchange rates at every month-end. An entry of a
	// foreign-currency lease then covers all months since the last closing rate.
	AnyRateDays bool

	Accrual Accrual

	Rates           *exchange.Table // exchange rates, for reports in several currencies
	Presentation    money.Currency  // presentation currency of the figures; if empty, the functional currency
	InLeaseCurrency bool            // report all figures in the lease's currency
}

// Pairs returns the currency pairs for which a report on the lease requires exchange rates.
func (s *Span) Pairs(l *lease.Lease) []exchange.Pair {
	if s.InLeaseCurrency {
		return nil
	}
	return l.Pairs(s.Presentation)
}

// Accrual selects how a report accrues amounts within a schedule row (METHOD 25.6). By default,
// amounts accrue by the day.
type Accrual uint8

// The accrual methods.
const (
	ByDays        Accrual = iota
	ByMonths              // by whole months, and by days within the current month
	ByLevelMonths         // by months of 30 days (METHOD 25.6)
)

var (
	accrualNames   = member.Names(member.Accruals)
	suggestAccrual = place.Suggest(member.Accruals, accrualNames)
)

// String returns the API name of a.
func (a Accrual) String() string { return strict.Name(accrualNames, a) }

// UnmarshalText reads the API name of an accrual method, such as thirty_360.
func (a *Accrual) UnmarshalText(text []byte) error {
	if err := strict.UnmarshalName(accrualNames, a, text); err != nil {
		return fmt.Errorf("%w%s", err, strict.DidYouMean(suggestAccrual(string(text))))
	}
	return nil
}

// Balances contains a lease's balances as of a date, in minor units of its currency (METHOD 14.6).
// All balances are 0 before commencement and after the end of the lease.
type Balances struct {
	Date              civil.Date
	Liability         money.Amount // including accrued interest
	AccruedInterest   money.Amount // part of the current liability
	RouAsset          money.Amount
	CurrentLiability  money.Amount
	LongTermLiability money.Amount
}

// Position contains a lease's balances as of a date, in minor units of its functional currency (METHOD 22.2).
type Position struct {
	Liability   money.Amount
	RouAsset    money.Amount
	Accumulated money.Amount // amortization and impairment of the asset to date
	Prepaid     money.Amount // prepaid rent of an exempt lease and prepaid services; negative if accrued
	Services    money.Amount // the portion of the prepaid balance that is for services

	RentReceivable, DeferredRent money.Amount // balances of straight-line subleases
}

// Correct moves an amount from the opening balance of a rollforward to its prior-period corrections.
func (f *Figures) Correct(opening, late figure.Concept, by money.Amount) {
	f.Post(opening, by.Neg())
	f.Post(late, by)
}

// CorrectAsset adjusts the cost and the accumulated amortization of a government's lease asset. It
// moves prior-period corrections from the opening balances to the movements of the period.
func (f *Figures) CorrectAsset(asset, accumulated money.Amount) {
	for i, by := range []money.Amount{asset.Add(accumulated), accumulated} {
		roll := &figure.AssetRolls[i]
		f.Post(roll.Opening, by.Neg())
		roll.Adjust(&f.Vector, by)
	}
}

// TaxBases contains the lease amounts that are needed in addition to the balances to compute
// deferred tax (METHOD 22.4). All amounts are in the functional currency, and are 0 before the
// lease is recognized and after it ends.
type TaxBases struct {
	Restoration money.Amount // the restoration provision, as measured at commencement
	Costs       money.Amount // direct costs minus incentives, not yet amortized for tax
}

// LeaseYear contains the amounts and closing balances of one lease year. All amounts include the effects of events.
type LeaseYear struct {
	Year           int // number of the lease year, from 1
	Payments       money.Amount
	Interest       money.Amount
	Amortization   money.Amount
	LeaseExpense   money.Amount
	LiabilityClose money.Amount // liability at the end of the lease year, or of the term if the term ends earlier
	RouAssetClose  money.Amount
}
