package oracle

import "math/big"

// rates caches growth factors for a lease's discount rates.
type rates struct {
	discounting string
	powers      map[string]*powers
}

func newRates(r *Request) *rates { return &rates{r.discounting(), map[string]*powers{}} }

// pace returns the growth at the given rate within a payment period that has the given months and
// days.
func (b *rates) pace(rate *big.Rat, months, days int) *pace {
	p := &pace{rate: rate, months: months, days: days, year: b.year()}
	if b.discounting != "nominal" {
		p.powers = b.at(rate)
	}
	return p
}

// year returns the number of months or days in a compounding period.
func (b *rates) year() int {
	switch b.discounting {
	case "actual_365":
		return 365
	case "monthly":
		return 1
	default:
		return 12
	}
}

func (b *rates) at(rate *big.Rat) *powers {
	if b.discounting == "monthly" {
		rate = new(big.Rat).Quo(rate, big.NewRat(12, 1))
	}
	key := rate.RatString()
	if b.powers[key] == nil {
		b.powers[key] = newPowers(rate)
	}
	return b.powers[key]
}

// periodic returns the discount rate for a whole payment period.
func (b *rates) periodic(rate *big.Rat, months int) *big.Rat {
	if b.discounting == "nominal" {
		return new(big.Rat).Mul(rate, big.NewRat(int64(months), 12))
	}
	year := b.year()
	if year == 365 {
		year = 12
	}
	growth := b.at(rate).raised(months, year)
	gain := new(big.Rat).Sub(new(big.Rat).SetFrac(growth.num, growth.den), big.NewRat(1, 1))
	if gain.Sign() > 0 { // at a tie, the computed power may be slightly too low
		gain.Add(gain, new(big.Rat).SetFrac(big.NewInt(1), pow10(200)))
	}
	return gain
}
