package oracle

import "math/big"

// Event is a supplied event after commencement.
type Event struct {
	Date date   `json:"date"`
	Type string `json:"type"`

	PaymentAmount *big.Rat `json:"paymentAmount"`
	ChangePct     *big.Rat `json:"changePct"`
	Rent          Rent     `json:",inline"`
	Escalation    *big.Rat `json:"annualEscalationPct"`
	TermMonths    *int     `json:"termMonths"`
	DiscountRate  *big.Rat `json:"discountRateAnnual"`

	OptionPrice        *big.Rat `json:"purchaseOptionAmount"`
	OptionCertain      *bool    `json:"purchaseOptionReasonablyCertain"`
	TransfersOwnership *bool    `json:"transfersOwnership"`
	ResidualGuarantee  *big.Rat `json:"residualValueGuarantee"`

	Classification string   `json:"classification"`
	FairValue      *big.Rat `json:"assetFairValue"`
	EconomicLife   *int     `json:"assetEconomicLifeMonths"`
	Specialized    *bool    `json:"specializedAsset"`

	DirectCosts    *big.Rat    `json:"initialDirectCosts"`
	Incentives     *big.Rat    `json:"leaseIncentives"`
	RetainedShare  *big.Rat    `json:"retainedShare"`
	Proportion     string      `json:"proportion"`
	ImpairmentLoss *big.Rat    `json:"impairmentLoss"`
	Amount         *big.Rat    `json:"amount"` // the impairment reversal
	Penalty        *big.Rat    `json:"penalty"`
	Price          *big.Rat    `json:"price"`
	Components     []Component `json:"components"`
	ExchangeRate   *big.Rat    `json:"exchangeRate"`
}

// reclassifies reports whether the event requires a new classification.
func (e *Event) reclassifies() bool { return e.Type == "reassessment" || e.Type == "modification" }

// lifts reports whether the event ends the effect of an earlier supplied classification.
func (e *Event) lifts() bool {
	return e.TransfersOwnership != nil || e.OptionCertain != nil || e.Classification != "" ||
		e.FairValue != nil || e.EconomicLife != nil || e.Specialized != nil
}

func (e *Event) ends() bool { return e.Type == "termination" || e.Type == "purchase" }
