package pv

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// powers raises 1 + rate / per to fractional exponents (METHOD 12.4) in binary fixed
// point: a value x is kept as x × 2^bits. The last [guardBits] bits of a result
// may be wrong.
//
// It keeps what it computed until it is started for another rate.
type powers struct {
	bits    uint
	rate    uint64
	per     uint64
	log     big.Int // ln(1 + rate / per)
	kept    map[exponent]*power
	ladders []ladder // see [powers.ladder]
	precise *powers  // see [powers.precisely]

	x, y, t, product big.Int // at hand: a product in memory of its own allocates nothing
}

// exponent is num / den.
type exponent struct{ num, den int64 }

// power is 1 + rate / per to one exponent, and what is asked of it again and again.
type power struct {
	growth  big.Int       // the value × 2^bits, not to be changed
	divisor discount      // see [powers.divisor]
	gain    money.Decimal // see [powers.gain]
}

// keptMost bounds what is kept: a schedule by days has a few hundred exponents.
const keptMost = 1024

// guardBits are more than the roundings of one logarithm and one exponential
// can spoil: fewer than 2^10 operations, each doubled at most 2^9 times.
const guardBits = 32

// halvings is how often an exponent is halved before its series is summed: each
// saves terms of the series and costs a squaring.
const halvings = 9

// start prepares for powers of 1 + rate / per.
func (p *powers) start(rate, per uint64, bits uint) {
	if p.rate == rate && p.per == per && p.bits == bits {
		return
	}
	p.bits, p.rate, p.per = bits, rate, per
	if p.kept == nil {
		p.kept = map[exponent]*power{}
	}
	clear(p.kept)
	p.ladders = p.ladders[:0]
	// ln((1 + z) / (1 − z)) = 2 (z + z³/3 + z⁵/5 + …), with z = rate / (2 × per + rate)
	num, den := p.x.SetUint64(rate), p.t.SetUint64(2*per+rate)
	num.Lsh(num, bits).Quo(num, den)
	square := p.y.Rsh(p.product.Mul(num, num), bits)
	p.log.Set(num)
	term := num
	for n := uint64(3); ; n += 2 {
		term.Rsh(p.product.Mul(term, square), bits)
		if term.Sign() == 0 {
			break
		}
		p.log.Add(&p.log, p.t.Quo(term, p.t.SetUint64(n)))
	}
	p.log.Lsh(&p.log, 1)
}

// precisely returns the powers of the same number behind precise balances.
func (p *powers) precisely() *powers {
	if p.precise == nil {
		p.precise = new(powers)
	}
	p.precise.start(p.rate, p.per, preciseBits)
	return p.precise
}

// of sets z to (1 + rate / per)^(num/den) × 2^bits and returns it. num is not
// negative, den is positive.
func (p *powers) of(z *big.Int, num, den int64) *big.Int { return z.Set(&p.at(num, den).growth) }

// at is [powers.of] in memory of its own.
func (p *powers) at(num, den int64) *power {
	if kept := p.kept[exponent{num, den}]; kept != nil {
		return kept
	}
	q := new(power)
	p.compute(&q.growth, num, den)
	if len(p.kept) < keptMost {
		p.kept[exponent{num, den}] = q
	}
	return q
}

// divisor returns the divisor of a balance that grows by a power.
func (p *powers) divisor(num, den int64) discount {
	q := p.at(num, den)
	if q.divisor.f3 == 0 { // a reciprocal of two years' growth still has a first word
		q.divisor = newPowerDiscount(&q.growth, p.bits)
	}
	return q.divisor
}

// gain returns a power above 1, less 1, to 15 significant digits.
func (p *powers) gain(num, den int64) money.Decimal {
	q := p.at(num, den)
	if q.gain.Sign() == 0 {
		q.gain = gainOf(&q.growth, p.bits)
	}
	return q.gain
}

func gainOf(growth *big.Int, bits uint) money.Decimal {
	const digits, first = 14, 100_000_000_000_000 // a gain is below 10
	least := new(big.Int).Lsh(big.NewInt(first), bits)
	rest, scale := new(big.Int).Lsh(bigOne, bits), digits
	rest.Sub(growth, rest)
	rest.Mul(rest, big.NewInt(first))
	for rest.Cmp(least) < 0 {
		rest.Mul(rest, ten)
		scale++
	}
	return money.New(roundShift(rest, bits).Uint64(), scale)
}

// compute sets z to what [powers.of] does.
func (p *powers) compute(z *big.Int, num, den int64) {
	// e^y = (e^(y / 2^halvings))^(2^halvings)
	y := p.y.Mul(&p.log, p.t.SetInt64(num))
	y.Quo(y, p.t.SetInt64(den)).Rsh(y, halvings)
	term := p.x.Lsh(bigOne, p.bits)
	z.Set(term)
	for n := uint64(1); ; n++ {
		term.Rsh(p.product.Mul(term, y), p.bits)
		term.Quo(term, p.t.SetUint64(n))
		if term.Sign() == 0 {
			break
		}
		z.Add(z, term)
	}
	for range halvings {
		z.Rsh(p.product.Mul(z, z), p.bits)
	}
}

var (
	bigOne = big.NewInt(1)
	ten    = big.NewInt(10)
)
