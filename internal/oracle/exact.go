package oracle

import (
	"math/big"
	"strconv"
)

// roundedQuotient returns num / den as the nearest integer, a tie away from
// zero. den is positive.
func roundedQuotient(num, den *big.Int) *big.Int {
	nearest, _ := roundedOrTie(num, den)
	return nearest
}

// roundedOrTie is roundedQuotient, and says whether it was a tie.
func roundedOrTie(num, den *big.Int) (nearest *big.Int, tie bool) {
	// For a positive num: the whole part of num/den + 1/2 = (2·num + den) / (2·den).
	twice := new(big.Int).Abs(num)
	twice.Lsh(twice, 1)
	twice.Add(twice, den)
	q, rest := new(big.Int).QuoRem(twice, new(big.Int).Lsh(den, 1), new(big.Int))
	if num.Sign() < 0 {
		q.Neg(q)
	}
	return q, rest.Sign() == 0
}

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// toDecimals rounds v to n decimals.
func toDecimals(v *big.Rat, n int) *big.Rat {
	scale := pow10(n)
	scaled := roundedQuotient(new(big.Int).Mul(v.Num(), scale), v.Denom())
	return new(big.Rat).SetFrac(scaled, scale)
}

// cents rounds an amount to cents.
func cents(v *big.Rat) *big.Int {
	return roundedQuotient(new(big.Int).Mul(v.Num(), big.NewInt(100)), v.Denom())
}

// centsOf reads an amount of the request in cents; an absent one is zero.
func centsOf(v *big.Rat) *big.Int {
	if v == nil {
		return new(big.Int)
	}
	return cents(toDecimals(v, amountDecimals))
}

// moved applies the one-cent rule. off is the numerator over den of how far,
// in cents, the printed balance would lie above the exact one. The rule answers
// -1 where off is a cent or more above, +1 where it is a cent or more below,
// with a tolerance of one millionth of a cent, else 0. It says whether off is
// exactly the threshold.
func moved(off, den *big.Int) (move int64, exactly bool) {
	million, limit := big.NewInt(1_000_000), big.NewInt(1_000_000-1)
	// |off/den| ≥ 1 − 10⁻⁶  ⇔  10⁶·|off| ≥ (10⁶ − 1)·den
	distance := new(big.Int).Abs(off)
	distance.Mul(distance, million)
	beyond := distance.Cmp(limit.Mul(limit, den))
	if beyond < 0 {
		return 0, false
	}
	return int64(-off.Sign()), beyond == 0
}

// Money prints cents as an amount with two decimals.
func Money(c *big.Int) string {
	var digits []byte
	if c.IsInt64() {
		digits = strconv.AppendInt(nil, c.Int64(), 10)
	} else {
		digits = c.Append(nil, 10)
	}
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	for len(digits) < 3 {
		digits = append([]byte{'0'}, digits...)
	}
	whole := len(digits) - 2
	return sign + string(digits[:whole]) + "." + string(digits[whole:])
}

// significant prints v, from 0 to below 10, rounded to n significant digits.
func significant(v *big.Rat, n int) string {
	if v.Sign() == 0 {
		return "0"
	}
	decimals := n - 1 // with one digit before the point
	for lead := new(big.Rat).Set(v); lead.Cmp(big.NewRat(1, 1)) < 0; decimals++ {
		lead.Mul(lead, big.NewRat(10, 1))
	}
	return plain(toDecimals(v, decimals))
}
