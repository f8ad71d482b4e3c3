package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// Request is a lease as sent. A nil pointer is a member that was absent or null.
type Request struct {
	Standard       string // ASC_842, IFRS_16 or GASB_87
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
}

// Decimals to which a number is used, whatever the length it was written in.
const (
	amountDecimals = 40
	rateDecimals   = 17
)

// Read parses a valid request.
func Read(body []byte) (*Request, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	members := map[string]any{}
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	m := reader{members: members}
	r := &Request{
		Standard:           m.text("standard", "ASC_842"),
		TermMonths:         m.requiredInt("termMonths"),
		Frequency:          m.text("paymentFrequency", "monthly"),
		Timing:             m.text("paymentTiming", "advance"),
		Classification:     m.text("classification", ""),
		PaymentAmount:      m.number("paymentAmount"),
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
	}
	if _, err := fmt.Sscanf(m.text("commencementDate", ""), "%4d-%2d-%2d",
		&r.Commencement.year, &r.Commencement.month, &r.Commencement.day); err != nil {
		return nil, fmt.Errorf("commencementDate: %w", err)
	}
	if r.PaymentAmount == nil || r.DiscountRate == nil {
		return nil, fmt.Errorf("paymentAmount and discountRateAnnual are required")
	}
	return r, m.err
}

// reader takes members out of a decoded object and keeps the first error.
type reader struct {
	members map[string]any
	err     error
}

func (m *reader) fail(name string) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: unexpected %v", name, m.members[name])
	}
}

func (m *reader) text(name, absent string) string {
	switch v := m.members[name].(type) {
	case nil:
		return absent
	case string:
		return v
	default:
		m.fail(name)
		return absent
	}
}

func (m *reader) flag(name string) *bool {
	switch v := m.members[name].(type) {
	case nil:
		return nil
	case bool:
		return &v
	default:
		m.fail(name)
		return nil
	}
}

func (m *reader) number(name string) *big.Rat {
	switch v := m.members[name].(type) {
	case nil:
		return nil
	case json.Number:
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r
		}
	}
	m.fail(name)
	return nil
}

func (m *reader) integer(name string) *int {
	r := m.number(name)
	if r == nil {
		return nil
	}
	if !r.IsInt() || !r.Num().IsInt64() {
		m.fail(name)
		return nil
	}
	i := int(r.Num().Int64())
	return &i
}

func (m *reader) requiredInt(name string) int {
	if i := m.integer(name); i != nil {
		return *i
	}
	m.fail(name)
	return 0
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

// optionCertain: an explicit flag decides; a price above zero without the flag
// asserts that exercise is reasonably certain.
func (r *Request) optionCertain() bool {
	if r.OptionCertain != nil {
		return *r.OptionCertain
	}
	return r.OptionPrice != nil && r.OptionPrice.Sign() > 0
}

// annualRate is the discount rate as it is used.
func (r *Request) annualRate() *big.Rat { return toDecimals(r.DiscountRate, rateDecimals) }

// terminal is what falls due at the end of the term, in cents.
func (r *Request) terminal() *big.Int {
	t := centsOf(r.ResidualGuarantee)
	if r.optionCertain() {
		t.Add(t, centsOf(r.OptionPrice))
	}
	return t
}

// Member is one member of the normalized request: its name and its JSON text.
type Member struct{ Name, Value string }

// normalized lists the members of the answer's input: those given, and the
// three defaults.
func (r *Request) normalized() []Member {
	members := []Member{
		{"standard", quote(r.Standard)},
		{"commencementDate", quote(r.Commencement.String())},
		{"termMonths", fmt.Sprint(r.TermMonths)},
		{"paymentAmount", plain(r.PaymentAmount)},
		{"discountRateAnnual", plain(r.DiscountRate)},
		{"paymentFrequency", quote(r.Frequency)},
		{"paymentTiming", quote(r.Timing)},
	}
	if r.Classification != "" {
		members = append(members, Member{"classification", quote(r.Classification)})
	}
	number := func(name string, v *big.Rat) {
		if v != nil {
			members = append(members, Member{name, plain(v)})
		}
	}
	flag := func(name string, v *bool) {
		if v != nil {
			members = append(members, Member{name, fmt.Sprint(*v)})
		}
	}
	number("annualEscalationPct", r.Escalation)
	number("initialDirectCosts", r.DirectCosts)
	number("leaseIncentives", r.Incentives)
	number("prepaidRent", r.PrepaidRent)
	number("residualValueGuarantee", r.ResidualGuarantee)
	number("purchaseOptionAmount", r.OptionPrice)
	flag("transfersOwnership", r.TransfersOwnership)
	flag("purchaseOptionReasonablyCertain", r.OptionCertain)
	number("assetFairValue", r.FairValue)
	if r.EconomicLife != nil {
		members = append(members, Member{"assetEconomicLifeMonths", fmt.Sprint(*r.EconomicLife)})
	}
	flag("specializedAsset", r.Specialized)
	return members
}

func quote(s string) string { return `"` + s + `"` }

// plain prints a decimal fraction exactly, with no exponent and no trailing zero.
func plain(v *big.Rat) string {
	decimals, exact := v.FloatPrec()
	if !exact {
		panic("oracle: not a decimal fraction: " + v.String())
	}
	return strings.TrimPrefix(v.FloatString(decimals), "+")
}
