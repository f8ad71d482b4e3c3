package oracle

import "math/big"

// fixedBits is the precision of irrational numbers. Such a number is stored as an integer divided
// by 2^768, which gives about 231 decimals. Balances have at most about 55 digits before the
// decimal point, and the rounding errors of 1,200 rows affect three more digits. About 170 correct
// decimals remain; METHOD requires 40.
const fixedBits = 768

var fixedOne = new(big.Int).Lsh(big.NewInt(1), fixedBits)

// fixed converts a fraction to an integer over 2^fixedBits.
func fixed(f fraction) *big.Int {
	return roundedQuotient(new(big.Int).Lsh(f.num, fixedBits), f.den)
}

func fixedMul(a, b *big.Int) *big.Int {
	product := new(big.Int).Mul(a, b)
	return product.Rsh(product, fixedBits)
}

type powers struct {
	log   *big.Int
	known map[[2]int]fraction
}

func newPowers(rate *big.Rat) *powers {
	return &powers{logOf(new(big.Rat).Add(rate, big.NewRat(1, 1))), map[[2]int]fraction{}}
}

// raised returns (1 + rate)^(num/den), for exponents from 0 to a little above 1.
func (p *powers) raised(num, den int) fraction {
	common := int(new(big.Int).GCD(nil, nil, big.NewInt(int64(num)), big.NewInt(int64(den))).Int64())
	key := [2]int{num / common, den / common}
	power, ok := p.known[key]
	if !ok {
		exponent := new(big.Int).Mul(p.log, big.NewInt(int64(key[0])))
		power = fraction{expOf(exponent.Quo(exponent, big.NewInt(int64(key[1])))), fixedOne}
		p.known[key] = power
	}
	return power
}

// logOf returns the natural logarithm of y, for y from 1 to 2. It sums the series 2·(z + z³/3 +
// z⁵/5 + …), where z is (y − 1)/(y + 1) and at most 1/3.
func logOf(y *big.Rat) *big.Int {
	one := big.NewRat(1, 1)
	z := fixed(ratio(new(big.Rat).Quo(new(big.Rat).Sub(y, one), new(big.Rat).Add(y, one))))
	square, term, sum := fixedMul(z, z), z, new(big.Int)
	for odd := int64(1); term.Sign() != 0; odd += 2 {
		sum.Add(sum, new(big.Int).Quo(term, big.NewInt(odd)))
		term = fixedMul(term, square)
	}
	return sum.Lsh(sum, 1)
}

// halvings is the number of times that expOf halves its argument before it adds up the series.
const halvings = 16

// expOf returns e^x, for x from 0 to about 1. The argument and the result are integers over
// 2^fixedBits.
func expOf(x *big.Int) *big.Int {
	small := new(big.Int).Rsh(x, halvings)
	sum, term := new(big.Int).Set(fixedOne), new(big.Int).Set(fixedOne)
	for k := int64(1); term.Sign() != 0; k++ {
		term = fixedMul(term, small)
		term.Quo(term, big.NewInt(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum = fixedMul(sum, sum)
	}
	return sum
}
