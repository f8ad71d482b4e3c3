package oracle

import (
	"math/big"
)

// fraction is the number num/den, with den above 0. It is not reduced to lowest terms: in a long
// lease, denominators have thousands of digits, and reducing them would take most of the computing
// time.
type fraction struct{ num, den *big.Int }

func whole(n *big.Int) fraction { return fraction{n, big.NewInt(1)} }

func ratio(v *big.Rat) fraction { return fraction{v.Num(), v.Denom()} }

func (f fraction) plus(g fraction) fraction {
	if f.den.Cmp(g.den) == 0 {
		return fraction{new(big.Int).Add(f.num, g.num), f.den}
	}
	left := new(big.Int).Mul(f.num, g.den)
	return fraction{left.Add(left, new(big.Int).Mul(g.num, f.den)), new(big.Int).Mul(f.den, g.den)}
}

func (f fraction) minus(g fraction) fraction { return f.plus(fraction{new(big.Int).Neg(g.num), g.den}) }

func (f fraction) times(g fraction) fraction {
	return fraction{new(big.Int).Mul(f.num, g.num), new(big.Int).Mul(f.den, g.den)}
}

// dividedBy returns f / g. g must not be 0.
func (f fraction) dividedBy(g fraction) fraction {
	if g.num.Sign() < 0 {
		g = fraction{new(big.Int).Neg(g.num), new(big.Int).Neg(g.den)}
	}
	return f.times(fraction{g.den, g.num})
}

// roundedQuotient rounds num/den to an integer, with ties away from zero.
func roundedQuotient(num, den *big.Int) *big.Int {
	// For a positive num, the result is the whole part of num/den + 1/2 = (2·num + den) / (2·den).
	twice := new(big.Int).Abs(num)
	twice.Lsh(twice, 1)
	twice.Add(twice, den)
	twice.Quo(twice, new(big.Int).Lsh(den, 1))
	if num.Sign() < 0 {
		twice.Neg(twice)
	}
	return twice
}

// round rounds a liability balance, or an amount derived from one, to whole minor units. A value
// within 10⁻⁴⁰ of a tie counts as a tie, and ties round away from zero. Straight-line costs have no
// such tolerance.
func round(f fraction) *big.Int {
	// The result is the rounded |num|/den + 10⁻⁴⁰.
	sum := new(big.Int).Abs(f.num)
	sum.Mul(sum, nearness)
	sum = roundedQuotient(sum.Add(sum, f.den), new(big.Int).Mul(f.den, nearness))
	if f.num.Sign() < 0 {
		sum.Neg(sum)
	}
	return sum
}

// nearness is 10⁴⁰. If a value is within 1/nearness of a tie or a threshold, it counts as equal to
// the tie or threshold.
var nearness = pow10(40)

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func toDecimals(v *big.Rat, n int) *big.Rat {
	scale := pow10(n)
	scaled := roundedQuotient(new(big.Int).Mul(v.Num(), scale), v.Denom())
	return new(big.Rat).SetFrac(scaled, scale)
}

func inUnits(v *big.Rat, decimals int) *big.Int {
	return roundedQuotient(new(big.Int).Mul(v.Num(), pow10(decimals)), v.Denom())
}

// moved applies the one-cent rule to a difference: the printed balance less the exact balance, in
// cents. The threshold is one cent less 10⁻⁶ cents. The adjustment is −1 if the printed balance is
// too high by at least the threshold, +1 if it is too low by at least that much, and otherwise 0.
func moved(off fraction) int64 {
	million, limit := big.NewInt(1_000_000), big.NewInt(1_000_000-1)
	// |off| ≥ 1 − 10⁻⁶  ⇔  10⁶·|num| ≥ (10⁶ − 1)·den
	distance := new(big.Int).Abs(off.num)
	distance.Mul(distance, million)
	if distance.Cmp(limit.Mul(limit, off.den)) < 0 {
		return 0
	}
	return int64(-off.num.Sign())
}

// nearlyMoved applies the one-cent rule to a liability balance. A difference within 10⁻⁴⁰ of the
// threshold counts as equal to it.
func nearlyMoved(off fraction) int64 {
	nearer := fraction{big.NewInt(int64(off.num.Sign())), nearness}
	return moved(off.plus(nearer))
}

// Money formats cents with two decimals.
func Money(c *big.Int) string { return Amount(c, 2) }

// Amount formats minor units with the decimals of the currency.
func Amount(units *big.Int, decimals int) string {
	return new(big.Rat).SetFrac(units, pow10(decimals)).FloatString(decimals)
}

func significant(v *big.Rat, n int) string {
	if v.Sign() == 0 {
		return "0"
	}
	decimals := n - 1
	for lead := new(big.Rat).Set(v); lead.Cmp(big.NewRat(1, 1)) < 0; decimals++ {
		lead.Mul(lead, big.NewRat(10, 1))
	}
	return plain(toDecimals(v, decimals))
}
