package leasehold

import (
	"cmp"
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// monthCount is an exact number of months: a fraction where an event cut a row. A
// period has few days, so words hold nearly every sum; where parts of periods of
// many lengths add up, rat does. The zero value is no number.
type monthCount struct {
	num, den int64    // in lowest terms
	rat      *big.Rat // instead, where den would exceed mostDen
}

// mostDen bounds denominators. Every number of months that a lease can have is
// below 2^23, so that a numerator fits 54 bits, and the product of two
// denominators 62.
const mostDen = 1 << 31

func wholeMonths(n int) monthCount { return monthCount{num: int64(n), den: 1} }

// monthsOf returns the months of a row: those of its period inside the term,
// times its share of the period's days.
func monthsOf(p *Period) monthCount {
	return lowest(int64(p.Months)*int64(p.Days), int64(p.PeriodDays))
}

// sumMonths returns the months of rows, few of which are parts of a period.
func sumMonths(rows []Period) monthCount {
	whole, parts := 0, wholeMonths(0)
	for i := range rows {
		if row := &rows[i]; row.Whole() {
			whole += row.Months
		} else {
			parts = parts.plus(monthsOf(row))
		}
	}
	return parts.plus(wholeMonths(whole))
}

// lowest returns num / den in lowest terms.
func lowest(num, den int64) monthCount {
	divisor := gcd(den, max(num, -num))
	return monthCount{num: num / divisor, den: den / divisor}
}

// gcd returns the greatest common divisor of a, which is positive, and b, which
// is not negative.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// known reports whether m is a number.
func (m monthCount) known() bool { return m.den != 0 || m.rat != nil }

// exact returns m as a fraction that the caller may change.
func (m monthCount) exact() *big.Rat {
	if m.rat != nil {
		return new(big.Rat).Set(m.rat)
	}
	return big.NewRat(m.num, m.den)
}

func (m monthCount) plus(n monthCount) monthCount {
	if m.rat == nil && n.rat == nil {
		divisor := gcd(m.den, n.den)
		if den := m.den / divisor * n.den; den <= mostDen {
			return lowest(m.num*(n.den/divisor)+n.num*(m.den/divisor), den)
		}
	}
	sum := m.exact()
	return monthCount{rat: sum.Add(sum, n.exact())}
}

func (m monthCount) minus(n monthCount) monthCount {
	if n.rat != nil {
		return m.plus(monthCount{rat: new(big.Rat).Neg(n.rat)})
	}
	return m.plus(monthCount{num: -n.num, den: n.den})
}

// sign returns −1, 0 or 1 as m is below, equal to or above 0.
func (m monthCount) sign() int {
	if m.rat != nil {
		return m.rat.Sign()
	}
	return cmp.Compare(m.num, 0)
}

// ceil returns the least whole number of months that is not below m, which is not negative.
func (m monthCount) ceil() int {
	if m.rat != nil {
		num := new(big.Int).Add(m.rat.Num(), m.rat.Denom())
		return int(num.Sub(num, big.NewInt(1)).Quo(num, m.rat.Denom()).Int64())
	}
	return int((m.num + m.den - 1) / m.den)
}

// hundredths returns m to two decimals, rounded half away from zero; m is not negative.
func (m monthCount) hundredths() money.Decimal {
	if m.rat == nil && m.den == 1 {
		return money.Int(m.num)
	}
	exact := m.exact()
	scaled := money.QuoRound(new(big.Int).Mul(exact.Num(), big.NewInt(100)), exact.Denom())
	return money.New(scaled.Uint64(), 2)
}

func (m monthCount) less(n monthCount) bool { return m.minus(n).sign() < 0 }
