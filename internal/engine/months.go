package engine

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// Months are exact numbers, which are fractions if an event split a row. They are never
// changed once computed; nil is an unknown number.

func wholeMonths(n int) *big.Rat { return big.NewRat(int64(n), 1) }

// monthsOf returns the months of a row: those of its period inside the term,
// times its share of the period's days.
func monthsOf(p *Period) *big.Rat {
	return big.NewRat(int64(p.Months)*int64(p.Days), int64(p.PeriodDays))
}

// sumMonths returns the months of rows.
func sumMonths(rows []Period) *big.Rat {
	whole, parts := 0, new(big.Rat)
	for i := range rows {
		if row := &rows[i]; row.Whole() {
			whole += row.Months
		} else {
			parts.Add(parts, monthsOf(row))
		}
	}
	return parts.Add(parts, wholeMonths(whole))
}

func fewer(m, n *big.Rat) bool { return m.Cmp(n) < 0 }

// minus returns m − n.
func minus(m, n *big.Rat) *big.Rat { return new(big.Rat).Sub(m, n) }

// wholeMonthsUp returns the least whole number of months that is not below m, which is not
// negative.
func wholeMonthsUp(m *big.Rat) int {
	num := new(big.Int).Add(m.Num(), m.Denom())
	return int(num.Sub(num, big.NewInt(1)).Quo(num, m.Denom()).Int64())
}

// hundredths returns m to two decimals, rounded half away from zero; m is not negative.
func hundredths(m *big.Rat) money.Decimal {
	if m.IsInt() {
		return money.Int(m.Num().Int64())
	}
	scaled := money.QuoRound(new(big.Int).Mul(m.Num(), big.NewInt(100)), m.Denom())
	return money.New(scaled.Uint64(), 2)
}
