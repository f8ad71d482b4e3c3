package oracle

import (
	"math/big"
	"slices"
)

// Request is a lease as supplied. A nil pointer means that the field is absent or null.
type Request struct {
	ID   string            `json:"id"`
	Tags map[string]string `json:"tags"`

	Standard       string   `json:"standard" default:"ASC_842"`
	Commencement   date     `json:"commencementDate"`
	TermMonths     int      `json:"termMonths"`
	Frequency      string   `json:"paymentFrequency" default:"monthly"`
	Timing         string   `json:"paymentTiming" default:"advance"`
	Classification string   `json:"classification"`
	PaymentAmount  *big.Rat `json:"paymentAmount"`
	DiscountRate   *big.Rat `json:"discountRateAnnual"`

	Escalation        *big.Rat `json:"annualEscalationPct"`
	DirectCosts       *big.Rat `json:"initialDirectCosts"`
	Incentives        *big.Rat `json:"leaseIncentives"`
	PrepaidRent       *big.Rat `json:"prepaidRent"`
	ResidualGuarantee *big.Rat `json:"residualValueGuarantee"`
	OptionPrice       *big.Rat `json:"purchaseOptionAmount"`

	TransfersOwnership *bool    `json:"transfersOwnership"`
	OptionCertain      *bool    `json:"purchaseOptionReasonablyCertain"`
	FairValue          *big.Rat `json:"assetFairValue"`
	EconomicLife       *int     `json:"assetEconomicLifeMonths"`
	Specialized        *bool    `json:"specializedAsset"`

	Rent               Rent      `json:",inline"`
	Basis              *Basis    `json:"basis"`
	Exemption          string    `json:"exemption"`
	RestorationCost    *big.Rat  `json:"restorationCost"`
	GuaranteedResidual *big.Rat  `json:"guaranteedResidualValue"`
	TotalLife          *int      `json:"assetTotalLifeMonths"`
	Fund               string    `json:"fund"`
	Currency           string    `json:"currency"`
	OpeningRouAsset    *big.Rat  `json:"openingRouAsset"`
	GrantElement       *big.Rat  `json:"grantElement"`
	Calendar           *Calendar `json:"calendar"`

	FunctionalCurrency string   `json:"functionalCurrency"` // if empty, the lease's currency
	ExchangeRate       *big.Rat `json:"exchangeRate"`
	OpeningFunctional  *big.Rat `json:"openingRouAssetFunctional"` // the opening asset in the functional currency
	PrepaidFunctional  *big.Rat `json:"prepaidRentFunctional"`     // the prepaid rent in the functional currency
	CarriedFunctional  *big.Rat `json:"prepaidOrAccruedRentFunctional"`

	DiscountRates    []RateRow    `json:"discountRates"`
	Application      *Application `json:"initialApplication"`
	Components       []Component  `json:"components"`
	TaxRate          *big.Rat     `json:"irrecoverableTaxRate"`
	VariablePayments []Dated      `json:"variablePayments"`
	SubleaseIncome   []Dated      `json:"subleaseIncome"`
	Subleases        []Sublease   `json:"subleases"`
	Treatments       []string     `json:"treatments"` // treatments to compare; empty for the default
	Events           []Event      `json:"events"`     // nil if the request has no list of events

	input []Member
}

// Rent contains the rent fields that leases and events share, except the rent itself. A nil list is
// absent; a supplied list may be empty.
type Rent struct {
	Steps  *[]Step   `json:"rentSteps"`
	Free   *[]Span   `json:"rentFree"`
	Others *[]Single `json:"otherPayments"`

	EscalationAmount *big.Rat `json:"annualEscalationAmount"`
}

// Step is a new rent that applies from a given date.
type Step struct {
	From   date     `json:"from"`
	Amount *big.Rat `json:"paymentAmount"`
}

// Span is a number of months with no rent or a reduced rent, starting on a date.
type Span struct {
	From   date     `json:"from"`
	Months int      `json:"months"`
	Share  *big.Rat `json:"share" default:"1"`
}

// Single is a one-off payment in addition to the rent.
type Single struct {
	Date   date     `json:"date"`
	Amount *big.Rat `json:"amount"`
	Kind   string   `json:"kind" default:"payment"`
}

// Basis holds the discounting convention and the treatment of the payment on the commencement date.
type Basis struct {
	Discounting string `json:"discounting" default:"nominal"`
	Payment     string `json:"commencementPayment" default:"liability"`
}

// Numbers in a request are rounded to these numbers of decimals.
const (
	amountDecimals = 40
	rateDecimals   = 17
)

// Read reads a lease.
func Read(body []byte) (*Request, error) {
	r := new(Request)
	object, err := read(body, r)
	delete(object, "treatments")
	r.input = printed("", object)
	return r, err
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

// funds lists the funds with separate entries. If the lease's entries are not separate, it returns
// a single empty string.
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

// expenses reports whether e is an index event whose change is a variable cost, not a
// remeasurement.
func (r *Request) expenses(e *Event) bool { return e.Type == "index" && !r.ifrs() }

// decimals returns the currency's number of decimals, or 2 if no currency is supplied.
func (r *Request) decimals() int { return decimalsOf(r.Currency) }

// units rounds an amount to minor units. It returns 0 for nil.
func (r *Request) units(v *big.Rat) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return inUnits(toDecimals(v, amountDecimals), r.decimals())
}

// monthStart returns the first day of the n-th month of the lease, counted from 0.
func (r *Request) monthStart(n int) date { return r.Commencement.plusMonths(n) }

// monthOf returns the index of the lease month that contains day d, and whether d is the month's
// first day. The index is counted from 0 and is negative before commencement.
func (r *Request) monthOf(d date) (month int, first bool) { return monthsFrom(r.Commencement, d) }

// used rounds a rate, a growth factor or a share to the number of decimals that METHOD prescribes.
func used(v *big.Rat) *big.Rat { return toDecimals(v, rateDecimals) }

// optionCertain reports whether the purchase option is reasonably certain to be exercised. The flag
// decides; without it, a price above zero makes exercise reasonably certain.
func optionCertain(flag *bool, price *big.Rat) bool {
	if flag != nil {
		return *flag
	}
	return price != nil && price.Sign() > 0
}
