package leasehold

import "math/big"

// powers raises 1 + rate to fractional exponents (METHOD 12.4) in binary fixed
// point: a value x is kept as x × 2^bits. The last [guardBits] bits of a result
// may be wrong.
//
// It keeps what it computed until it is started for another rate.
type powers struct {
	bits uint
	rate uint64
	log  big.Int // ln(1 + rate)
	kept map[exponent]*big.Int

	x, y, t big.Int // at hand
}

// exponent is num / den.
type exponent struct{ num, den int64 }

// keptMost bounds what is kept: a schedule by days has a few hundred exponents.
const keptMost = 1024

// guardBits are more than the roundings of one logarithm and one exponential
// can spoil: fewer than 2^10 operations, each doubled at most 2^9 times.
const guardBits = 32

// halvings is how often an exponent is halved before its series is summed: each
// saves terms of the series and costs a squaring.
const halvings = 9

// start prepares for powers of 1 + rate, which is in units of 10^−17.
func (p *powers) start(rate uint64, bits uint) {
	if p.rate == rate && p.bits == bits {
		return
	}
	p.bits, p.rate = bits, rate
	p.kept = map[exponent]*big.Int{}
	// ln((1 + z) / (1 − z)) = 2 (z + z³/3 + z⁵/5 + …), with z = rate / (2 + rate)
	num, den := p.x.SetUint64(rate), p.t.SetUint64(2*1e17+rate)
	num.Lsh(num, bits).Quo(num, den)
	square := p.y.Mul(num, num)
	square.Rsh(square, bits)
	p.log.Set(num)
	term := num
	for n := uint64(3); ; n += 2 {
		term.Mul(term, square).Rsh(term, bits)
		if term.Sign() == 0 {
			break
		}
		p.log.Add(&p.log, p.t.Quo(term, p.t.SetUint64(n)))
	}
	p.log.Lsh(&p.log, 1)
}

// of sets z to (1 + rate)^(num/den) × 2^bits and returns it. num is not
// negative, den is positive.
func (p *powers) of(z *big.Int, num, den int64) *big.Int {
	if kept := p.kept[exponent{num, den}]; kept != nil {
		return z.Set(kept)
	}
	p.compute(z, num, den)
	if len(p.kept) < keptMost {
		p.kept[exponent{num, den}] = new(big.Int).Set(z)
	}
	return z
}

// compute does the work of [powers.of].
func (p *powers) compute(z *big.Int, num, den int64) {
	// e^y = (e^(y / 2^halvings))^(2^halvings)
	y := p.y.Mul(&p.log, p.t.SetInt64(num))
	y.Quo(y, p.t.SetInt64(den)).Rsh(y, halvings)
	term := p.x.Lsh(bigOne, p.bits)
	z.Set(term)
	for n := uint64(1); ; n++ {
		term.Mul(term, y).Rsh(term, p.bits)
		term.Quo(term, p.t.SetUint64(n))
		if term.Sign() == 0 {
			break
		}
		z.Add(z, term)
	}
	for range halvings {
		z.Mul(z, z).Rsh(z, p.bits)
	}
}

var bigOne = big.NewInt(1)
