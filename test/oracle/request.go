package oracle

import (
	"math/big"
	"slices"
)

// Request is a lease as sent. A nil pointer is a member that was absent or null.
type Request struct {
	ID, Name string
	Tags     map[string]string

	Standard       string // ASC_842, IFRS_16, GASB_87, FRS_102 or GASB_96
	Commencement   date
	TermMonths     int
	Frequency      string // monthly, quarterly, semiannual or annual
	Timing         string // advance or arrears
	Classification string // operating, finance, or empty to have it derived

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
	Exemption          string // short_term, low_value, or empty
	RestorationCost    *big.Rat
	GuaranteedResidual *big.Rat
	TotalLife          *int
	Fund               string // government_wide, governmental, both, or empty
	Currency           string // an ISO 4217 code, or empty
	OpeningRouAsset    *big.Rat
	GrantElement       *big.Rat // under FRS 102
	Calendar           *Calendar

	FunctionalCurrency string // of the books; empty where it is the lease's
	ExchangeRate       *big.Rat
	OpeningFunctional  *big.Rat // the opening asset, the prepaid rent and the rent
	PrepaidFunctional  *big.Rat // carried, as the books have them
	CarriedFunctional  *big.Rat
	DiscountRates      []RateRow
	Application        *Application
	Components         []Component
	TaxRate            *big.Rat
	VariablePayments   []Dated
	SubleaseIncome     []Dated

	Subleases []Sublease

	Revision int // of the rules, whose figures are computed

	Treatments []string // that compare is asked for; empty for the first four

	Events       []Event
	eventsStated bool
	input        []Member
}

// Rent holds the members that a lease and an event share: what contracts state
// in addition to the rent itself. A list that was stated may be empty.
type Rent struct {
	Steps  *[]Step
	Free   *[]Span
	Others *[]Single

	EscalationAmount *big.Rat
}

// Step is a rent stated from a day on.
type Step struct {
	From   date
	Amount *big.Rat
}

// Span is a number of months in which part of the rent is not owed.
type Span struct {
	From   date
	Months int
	Share  *big.Rat
}

// Single is a fixed payment on one day.
type Single struct {
	Date   date
	Amount *big.Rat
	Kind   string // payment or incentive
}

// Basis names the conventions of a lease.
type Basis struct {
	Discounting string // nominal, effective, monthly or actual_365
	Payment     string // liability or settled
}

// Decimals to which a number is used, whatever the length it was written in.
const (
	amountDecimals = 40
	rateDecimals   = 17
)

// Read parses a valid request.
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
	r.Revision = revision
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

// monthsPerPeriod is m of the method.
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

// advance reports whether rent is due at the start of its period.
func (r *Request) advance() bool { return r.Timing == "advance" }

func (r *Request) discounting() string {
	if r.Basis == nil {
		return "nominal"
	}
	return r.Basis.Discounting
}

// settled reports whether what is paid on the commencement date is no part of
// the liability.
func (r *Request) settled() bool { return r.Basis != nil && r.Basis.Payment == "settled" }

// funds are those whose entries are written; "" stands for the only one.
func (r *Request) funds() []string {
	if r.Fund == "both" {
		return []string{"government_wide", "governmental"}
	}
	return []string{""}
}

// twoStreams reports whether the lease has variable cost: index events that are
// expensed.
func (r *Request) twoStreams() bool {
	return slices.ContainsFunc(r.Events, func(e Event) bool { return r.expenses(&e) })
}

// expenses reports whether an event measures nothing and becomes variable cost.
func (r *Request) expenses(e *Event) bool { return e.Type == "index" && !r.ifrs() }

// decimals are those of the currency; the minor unit of a request without one
// is the cent.
func (r *Request) decimals() int {
	decimals, ok := minorUnits[r.Currency]
	if !ok {
		return 2
	}
	return decimals
}

// units reads an amount of the request in minor units; an absent one is zero.
func (r *Request) units(v *big.Rat) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return inUnits(toDecimals(v, amountDecimals), r.decimals())
}

// monthStart is the day on which month n of the lease begins, counted from 0.
func (r *Request) monthStart(n int) date { return r.Commencement.plusMonths(n) }

// monthOf is the month in which day d lies, counted from 0, and whether d is
// its first day. Before commencement it is negative.
func (r *Request) monthOf(d date) (month int, first bool) { return monthsFrom(r.Commencement, d) }

// used is a rate, a growth or a share as it is used.
func used(v *big.Rat) *big.Rat { return toDecimals(v, rateDecimals) }

// optionCertain: an explicit flag decides; a price above zero without the flag
// asserts that exercise is reasonably certain.
func optionCertain(flag *bool, price *big.Rat) bool {
	if flag != nil {
		return *flag
	}
	return price != nil && price.Sign() > 0
}
