package oracle

import "math/big"

// criteria holds the inputs of the five classification tests of ASC 842, at commencement or at an
// event.
type criteria struct {
	owned, certain, specialized bool

	termLeft, lifeLeft *big.Rat // both in months; lifeLeft is nil if the economic life is unknown
	totalLife          *int

	fairValue *big.Rat // nil if the fair value is unknown
	paid      *big.Int // the present value compared with the fair value, in minor units
	decimals  int
}

func (c *criteria) evaluate() []Criterion {
	return []Criterion{
		{Key: "transfer_of_ownership", Met: c.owned},
		{Key: "purchase_option", Met: c.certain},
		c.economicLife(),
		c.fairValueShare(),
		{Key: "specialized_asset", Met: c.specialized},
	}
}

// economicLife tests whether the remaining term is at least three quarters of the remaining
// economic life. The test does not apply to a lease that begins in the last quarter of the economic
// life.
func (c *criteria) economicLife() Criterion {
	if c.lifeLeft == nil {
		return Criterion{Key: "economic_life"}
	}
	if c.totalLife != nil {
		fourfold := new(big.Rat).Mul(c.lifeLeft, big.NewRat(4, 1))
		if fourfold.Cmp(new(big.Rat).SetInt64(int64(*c.totalLife))) <= 0 {
			return Criterion{Key: "economic_life", Excepted: true}
		}
	}
	share := new(big.Rat).Quo(c.termLeft, c.lifeLeft)
	return Criterion{Key: "economic_life", Met: share.Cmp(big.NewRat(75, 100)) >= 0, Percent: percent(share)}
}

func (c *criteria) fairValueShare() Criterion {
	if c.fairValue == nil {
		return Criterion{Key: "fair_value"}
	}
	value := toDecimals(c.fairValue, amountDecimals)
	if value.Sign() == 0 {
		return Criterion{Key: "fair_value"}
	}
	share := new(big.Rat).SetFrac(c.paid, pow10(c.decimals))
	share.Quo(share, value)
	return Criterion{Key: "fair_value", Met: share.Cmp(big.NewRat(90, 100)) >= 0, Percent: percent(share)}
}

// derived returns the class that follows from the outcome of the tests.
func derived(criteria []Criterion) string {
	for _, c := range criteria {
		if c.Met {
			return "finance"
		}
	}
	return "operating"
}

// guaranteeBeyond subtracts the amount that will probably be paid from the residual value
// guarantee. It returns the present value of the difference at the start of the rows. The
// difference is due at the end of the rows.
func guaranteeBeyond(lease *Request, probable *big.Rat, rows []Row) *big.Int {
	if lease.GuaranteedResidual == nil {
		return new(big.Int)
	}
	beyond := new(big.Int).Sub(lease.units(lease.GuaranteedResidual), lease.units(probable))
	if beyond.Sign() <= 0 {
		return new(big.Int)
	}
	value := whole(beyond)
	for k := range rows {
		value = rows[k].pace.trim(value.dividedBy(rows[k].pace.opened(rows[k].days)))
	}
	return round(value)
}

func percent(ratio *big.Rat) string {
	hundredths := new(big.Int).Mul(ratio.Num(), big.NewInt(100*100))
	hundredths.Quo(hundredths, ratio.Denom())
	return Money(hundredths)
}
