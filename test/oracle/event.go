package oracle

import "math/big"

// Event is an event after commencement, as the request supplies it.
type Event struct {
	Date date
	Type string

	PaymentAmount *big.Rat
	ChangePct     *big.Rat
	Rent          Rent
	Escalation    *big.Rat
	TermMonths    *int
	DiscountRate  *big.Rat

	OptionPrice        *big.Rat
	OptionCertain      *bool
	TransfersOwnership *bool
	ResidualGuarantee  *big.Rat

	Classification string
	FairValue      *big.Rat
	EconomicLife   *int
	Specialized    *bool

	DirectCosts    *big.Rat
	Incentives     *big.Rat
	RetainedShare  *big.Rat
	Proportion     string
	ImpairmentLoss *big.Rat
	Amount         *big.Rat // amount of an impairment reversal
	Penalty        *big.Rat
	Price          *big.Rat
	Components     []Component
	ExchangeRate   *big.Rat
}

func readEvent(m *reader) Event {
	components, _ := list(m, "components", readComponent)
	return Event{
		Components:         components,
		ExchangeRate:       m.number("exchangeRate"),
		Date:               m.day("date"),
		Type:               m.text("type", ""),
		PaymentAmount:      m.number("paymentAmount"),
		ChangePct:          m.number("changePct"),
		Rent:               readRent(m),
		Escalation:         m.number("annualEscalationPct"),
		TermMonths:         m.integer("termMonths"),
		DiscountRate:       m.number("discountRateAnnual"),
		OptionPrice:        m.number("purchaseOptionAmount"),
		OptionCertain:      m.flag("purchaseOptionReasonablyCertain"),
		TransfersOwnership: m.flag("transfersOwnership"),
		ResidualGuarantee:  m.number("residualValueGuarantee"),
		Classification:     m.text("classification", ""),
		FairValue:          m.number("assetFairValue"),
		EconomicLife:       m.integer("assetEconomicLifeMonths"),
		Specialized:        m.flag("specializedAsset"),
		DirectCosts:        m.number("initialDirectCosts"),
		Incentives:         m.number("leaseIncentives"),
		RetainedShare:      m.number("retainedShare"),
		Proportion:         m.text("proportion", ""),
		ImpairmentLoss:     m.number("impairmentLoss"),
		Amount:             m.number("amount"),
		Penalty:            m.number("penalty"),
		Price:              m.number("price"),
	}
}

// reclassifies reports whether an event of this type requires a new classification.
func (e *Event) reclassifies() bool { return e.Type == "reassessment" || e.Type == "modification" }

// lifts reports whether the event ends the effect of a classification that was supplied earlier.
func (e *Event) lifts() bool {
	return e.TransfersOwnership != nil || e.OptionCertain != nil || e.Classification != "" ||
		e.FairValue != nil || e.EconomicLife != nil || e.Specialized != nil
}

// ends reports whether the event terminates the lease.
func (e *Event) ends() bool { return e.Type == "termination" || e.Type == "purchase" }
