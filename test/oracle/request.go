package oracle

import (
	"math/big"
	"slices"
)

// Request is a lease as supplied. A pointer is nil if the field is absent or null.
type Request struct {
	ID, Name string
	Tags     map[string]string

	Standard       string
	Commencement   date
	TermMonths     int
	Frequency      string
	Timing         string
	Classification string

	PaymentAmount *big.Rat
	DiscountRate  *big.Rat

	Escalation        *big.Rat
	DirectCosts       *big.Rat
	Incentives        *big.Rat
	PrepaidRent       *big.Rat
	ResidualGuarantee *big.Rat
	OptionPrice       *big.Rat

	TransfersOwnership *bool
	OptionCertain      *bool
	FairValue          *big.Rat
	EconomicLife       *int
	Specialized        *bool

	Rent               Rent
	Basis              *Basis
	Exemption          string
	RestorationCost    *big.Rat
	GuaranteedResidual *big.Rat
	TotalLife          *int
	Fund               string
	Currency           string
	OpeningRouAsset    *big.Rat
	GrantElement       *big.Rat
	Calendar           *Calendar

	FunctionalCurrency string // if empty, the lease's currency
	ExchangeRate       *big.Rat
	OpeningFunctional  *big.Rat // the opening asset in the functional currency
	PrepaidFunctional  *big.Rat // the prepaid rent in the functional currency
	CarriedFunctional  *big.Rat
	DiscountRates      []RateRow
	Application        *Application
	Components         []Component
	TaxRate            *big.Rat
	VariablePayments   []Dated
	SubleaseIncome     []Dated

	Subleases []Sublease

	Treatments []string // treatments to compare; empty for the default

	Events       []Event
	eventsStated bool
	input        []Member
}

// Rent contains the rent fields that a lease and an event have in common, except the rent itself. A
// nil list is absent. A supplied list may be empty.
type Rent struct {
	Steps  *[]Step
	Free   *[]Span
	Others *[]Single

	EscalationAmount *big.Rat
}

// Step is a new rent that applies from a date.
type Step struct {
	From   date
	Amount *big.Rat
}

// Span is a number of months, from a date, with no rent or a reduced rent.
type Span struct {
	From   date
	Months int
	Share  *big.Rat
}

// Single is a one-off payment in addition to the rent.
type Single struct {
	Date   date
	Amount *big.Rat
	Kind   string
}

// Basis holds the discounting convention and the treatment of the payment on the commencement date.
type Basis struct {
	Discounting string
	Payment     string
}

// Decimals to which the numbers in a request are rounded.
const (
	amountDecimals = 40
	rateDecimals   = 17
)

// Read reads a lease.
func Read(body []byte) (*Request, error) {
	m, err := read(body)
	if err != nil {
		return nil, err
	}
	r := readLease(m)
	return r, *m.err
}

func readLease(m *reader) *Request {
	r := &Request{
		ID: m.text("id", ""), Name: m.text("name", ""),
		Standard:           m.text("standard", "ASC_842"),
		Commencement:       m.day("commencementDate"),
		TermMonths:         m.requiredInt("termMonths"),
		Frequency:          m.text("paymentFrequency", "monthly"),
		Timing:             m.text("paymentTiming", "advance"),
		Classification:     m.text("classification", ""),
		PaymentAmount:      m.requiredNumber("paymentAmount"),
		DiscountRate:       m.number("discountRateAnnual"),
		Escalation:         m.number("annualEscalationPct"),
		DirectCosts:        m.number("initialDirectCosts"),
		Incentives:         m.number("leaseIncentives"),
		PrepaidRent:        m.number("prepaidRent"),
		ResidualGuarantee:  m.number("residualValueGuarantee"),
		OptionPrice:        m.number("purchaseOptionAmount"),
		TransfersOwnership: m.flag("transfersOwnership"),
		OptionCertain:      m.flag("purchaseOptionReasonablyCertain"),
		FairValue:          m.number("assetFairValue"),
		EconomicLife:       m.integer("assetEconomicLifeMonths"),
		Specialized:        m.flag("specializedAsset"),
		Rent:               readRent(m),
		Exemption:          m.text("exemption", ""),
		RestorationCost:    m.number("restorationCost"),
		GuaranteedResidual: m.number("guaranteedResidualValue"),
		TotalLife:          m.integer("assetTotalLifeMonths"),
		Fund:               m.text("fund", ""),
		Currency:           m.text("currency", ""),
		OpeningRouAsset:    m.number("openingRouAsset"),
		GrantElement:       m.number("grantElement"),
	}
	if basis := m.object("basis"); basis != nil {
		r.Basis = &Basis{basis.text("discounting", "nominal"), basis.text("commencementPayment", "liability")}
	}
	if calendar := m.object("calendar"); calendar != nil {
		r.Calendar = &Calendar{Days: calendar.text("days", "")}
		if r.Calendar.Days == "" {
			r.Calendar.From = calendar.day("from")
		}
	}
	r.Components, _ = list(m, "components", readComponent)
	r.TaxRate = m.number("irrecoverableTaxRate")
	r.VariablePayments, _ = list(m, "variablePayments", readDated)
	r.SubleaseIncome, _ = list(m, "subleaseIncome", readDated)
	r.Subleases, _ = list(m, "subleases", readSublease)
	r.Tags = m.labels("tags")
	r.FunctionalCurrency, r.ExchangeRate = m.text("functionalCurrency", ""), m.number("exchangeRate")
	r.OpeningFunctional, r.PrepaidFunctional = m.number("openingRouAssetFunctional"), m.number("prepaidRentFunctional")
	r.CarriedFunctional = m.number("prepaidOrAccruedRentFunctional")
	r.DiscountRates, _ = list(m, "discountRates", readRateRow)
	r.Application = readApplication(m.object("initialApplication"))
	r.Treatments = m.texts("treatments")
	r.Events, r.eventsStated = list(m, "events", readEvent)
	r.input = normalized(m)
	return r
}

func readRent(m *reader) Rent {
	rent := Rent{EscalationAmount: m.number("annualEscalationAmount")}
	if steps, stated := list(m, "rentSteps", func(m *reader) Step {
		return Step{m.day("from"), m.requiredNumber("paymentAmount")}
	}); stated {
		rent.Steps = &steps
	}
	if spans, stated := list(m, "rentFree", func(m *reader) Span {
		span := Span{m.day("from"), m.requiredInt("months"), m.number("share")}
		if span.Share == nil {
			span.Share = big.NewRat(1, 1)
		}
		return span
	}); stated {
		rent.Free = &spans
	}
	if singles, stated := list(m, "otherPayments", func(m *reader) Single {
		return Single{m.day("date"), m.requiredNumber("amount"), m.text("kind", "payment")}
	}); stated {
		rent.Others = &singles
	}
	return rent
}

// monthsPerPeriod returns the number of months in a payment period, which METHOD calls m.
func (r *Request) monthsPerPeriod() int {
	switch r.Frequency {
	case "quarterly":
		return 3
	case "semiannual":
		return 6
	case "annual":
		return 12
	default:
		return 1
	}
}

func (r *Request) advance() bool { return r.Timing == "advance" }

func (r *Request) discounting() string {
	if r.Basis == nil {
		return "nominal"
	}
	return r.Basis.Discounting
}

// settled reports whether the liability excludes payments on the commencement date.
func (r *Request) settled() bool { return r.Basis != nil && r.Basis.Payment == "settled" }

// funds lists the funds for which the lease has separate entries. If the entries are not separate,
// the list is a single empty string.
func (r *Request) funds() []string {
	if r.Fund == "both" {
		return []string{"government_wide", "governmental"}
	}
	return []string{""}
}

// twoStreams reports whether an index event of the lease is expensed, so that the payable rent
// differs from the rent in the liability.
func (r *Request) twoStreams() bool {
	return slices.ContainsFunc(r.Events, func(e Event) bool { return r.expenses(&e) })
}

// expenses reports whether e is an index event with a change that is variable cost instead of a
// remeasurement.
func (r *Request) expenses(e *Event) bool { return e.Type == "index" && !r.ifrs() }

// decimals returns the number of decimals of the lease's currency, or 2 if no currency is supplied.
func (r *Request) decimals() int {
	decimals, ok := minorUnits[r.Currency]
	if !ok {
		return 2
	}
	return decimals
}

// units rounds an amount to minor units. It returns 0 for nil.
func (r *Request) units(v *big.Rat) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return inUnits(toDecimals(v, amountDecimals), r.decimals())
}

// monthStart returns the first day of month n of the lease, counted from 0.
func (r *Request) monthStart(n int) date { return r.Commencement.plusMonths(n) }

// monthOf returns the index of the lease month that contains day d, and whether d is the first day
// of the month. The index is counted from 0 and is negative before commencement.
func (r *Request) monthOf(d date) (month int, first bool) { return monthsFrom(r.Commencement, d) }

// used rounds a rate, a growth factor or a share to the number of decimals that the method uses.
func used(v *big.Rat) *big.Rat { return toDecimals(v, rateDecimals) }

// optionCertain reports whether the purchase option is reasonably certain to be exercised. The flag
// determines the result. Without a flag, a price above zero means that exercise is reasonably
// certain.
func optionCertain(flag *bool, price *big.Rat) bool {
	if flag != nil {
		return *flag
	}
	return price != nil && price.Sign() > 0
}
