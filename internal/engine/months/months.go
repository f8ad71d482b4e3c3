// Package months computes exact numbers of months. If an event splits a row, the number is a
// fraction. Callers must not modify a returned number.
package months

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Whole returns n months.
func Whole(n int) *big.Rat { return big.NewRat(int64(n), 1) }

// Of returns a row's months. The result is the product of two numbers: the months of the row's
// period that lie within the term, and the share of the period's days that the row covers.
func Of(p *schedule.Period) *big.Rat {
	return big.NewRat(int64(p.Months)*int64(p.Days), int64(p.PeriodDays))
}

// Sum returns the total number of months of the rows.
func Sum(rows []schedule.Period) *big.Rat {
	whole, parts := 0, new(big.Rat)
	for i := range rows {
		if row := &rows[i]; row.Whole() {
			whole += row.Months
		} else {
			parts.Add(parts, Of(row))
		}
	}
	return parts.Add(parts, Whole(whole))
}

// Fewer reports whether m is less than n.
func Fewer(m, n *big.Rat) bool { return m.Cmp(n) < 0 }

// Minus returns m − n.
func Minus(m, n *big.Rat) *big.Rat { return new(big.Rat).Sub(m, n) }

// RoundUp rounds m up to a whole number of months. m must not be negative.
func RoundUp(m *big.Rat) int {
	num := new(big.Int).Add(m.Num(), m.Denom())
	return int(num.Sub(num, big.NewInt(1)).Quo(num, m.Denom()).Int64())
}

// Hundredths returns m rounded to two decimals, half away from zero. m must not be negative.
func Hundredths(m *big.Rat) money.Decimal {
	if m.IsInt() {
		return money.Int(m.Num().Int64())
	}
	scaled := money.QuoRound(new(big.Int).Mul(m.Num(), big.NewInt(100)), m.Denom())
	return money.New(scaled.Uint64(), 2)
}
