package oracle

import "math/big"

// classify decides the class and, under ASC 842, fills the five criteria.
func (a *Answer) classify(r *Request) {
	if r.Standard != "ASC_842" {
		a.SingleModel = true
		a.Classification = "finance"
		return
	}
	life, value := economicLife(r), fairValue(r, a.InitialLiability)
	a.Criteria = []Criterion{
		{Key: "transfer_of_ownership", Met: r.TransfersOwnership != nil && *r.TransfersOwnership},
		{Key: "purchase_option", Met: r.optionCertain()},
		life,
		value,
		{Key: "specialized_asset", Met: r.Specialized != nil && *r.Specialized},
	}
	a.Classification = "operating"
	for _, c := range a.Criteria {
		if c.Met {
			a.Classification = "finance"
		}
	}
	if r.Classification != "" {
		a.Classification = r.Classification
	}
}

func economicLife(r *Request) Criterion {
	if r.EconomicLife == nil {
		return Criterion{Key: "economic_life"}
	}
	ratio := big.NewRat(int64(r.TermMonths), int64(*r.EconomicLife))
	return Criterion{"economic_life", ratio.Cmp(big.NewRat(75, 100)) >= 0, percent(ratio)}
}

func fairValue(r *Request, liability *big.Int) Criterion {
	if r.FairValue == nil {
		return Criterion{Key: "fair_value"}
	}
	value := toDecimals(r.FairValue, amountDecimals)
	if value.Sign() == 0 {
		return Criterion{Key: "fair_value"}
	}
	paid := new(big.Int).Add(liability, centsOf(r.PrepaidRent))
	paid.Sub(paid, centsOf(r.Incentives))
	ratio := new(big.Rat).SetFrac(paid, big.NewInt(100))
	ratio.Quo(ratio, value)
	return Criterion{"fair_value", ratio.Cmp(big.NewRat(90, 100)) >= 0, percent(ratio)}
}

// percent prints a ratio in percent, truncated to two decimals.
func percent(ratio *big.Rat) string {
	hundredths := new(big.Int).Mul(ratio.Num(), big.NewInt(100*100))
	hundredths.Quo(hundredths, ratio.Denom()) // Quo truncates
	return Money(hundredths)
}
