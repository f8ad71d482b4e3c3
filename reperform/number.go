package reperform

import (
	"cmp"
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// number is a whole number of the units of a comparison: a word, as nearly all are,
// or else a big one.
type number struct {
	word int64 // within ±mostWord
	big  *big.Int
}

// mostWord bounds words, so that the sum of two does not overflow.
const mostWord = 1<<62 - 1

// numberOf returns n, which is not changed afterwards.
func numberOf(n *big.Int) number {
	if n.IsInt64() {
		if word := n.Int64(); -mostWord <= word && word <= mostWord {
			return number{word: word}
		}
	}
	return number{big: n}
}

// units returns d × 10^decimals, which is whole.
func units(d money.Decimal, decimals int) number {
	size := d
	if d.Sign() < 0 {
		size = d.Neg()
	}
	if word, ok := size.Units64(decimals); ok && word <= mostWord {
		if d.Sign() < 0 {
			return number{word: -int64(word)}
		}
		return number{word: int64(word)}
	}
	return numberOf(d.Units(decimals))
}

// times returns an amount × scale.
func times(a money.Amount, scale number) number {
	if cents, ok := a.Int64(); ok && scale.big == nil {
		hi, lo := bits.Mul64(uint64(max(cents, -cents)), uint64(scale.word))
		if hi == 0 && lo <= mostWord {
			if cents < 0 {
				return number{word: -int64(lo)}
			}
			return number{word: int64(lo)}
		}
	}
	return numberOf(new(big.Int).Mul(a.Big(), scale.wide()))
}

// wide returns x as a big number that is not to be changed.
func (x number) wide() *big.Int {
	if x.big != nil {
		return x.big
	}
	return big.NewInt(x.word)
}

func (x number) plus(y number) number {
	if sum := x.word + y.word; x.big == nil && y.big == nil && -mostWord <= sum && sum <= mostWord {
		return number{word: sum}
	}
	return numberOf(new(big.Int).Add(x.wide(), y.wide()))
}

func (x number) minus(y number) number {
	if rest := x.word - y.word; x.big == nil && y.big == nil && -mostWord <= rest && rest <= mostWord {
		return number{word: rest}
	}
	return numberOf(new(big.Int).Sub(x.wide(), y.wide()))
}

func (x number) negated() number {
	if x.big != nil {
		return number{big: new(big.Int).Neg(x.big)}
	}
	return number{word: -x.word}
}

// size returns x without its sign.
func (x number) size() number {
	if x.big == nil {
		return number{word: max(x.word, -x.word)}
	}
	return number{big: new(big.Int).Abs(x.big)}
}

// above reports whether x is above y.
func (x number) above(y number) bool {
	if x.big == nil && y.big == nil {
		return x.word > y.word
	}
	return x.compare(y) > 0
}

// larger returns the larger of x and y.
func (x number) larger(y number) number {
	if y.above(x) {
		return y
	}
	return x
}

// compare returns −1, 0 or 1 as x is below, equal to or above y.
func (x number) compare(y number) int {
	if x.big == nil && y.big == nil {
		return cmp.Compare(x.word, y.word)
	}
	return x.wide().Cmp(y.wide())
}

// decimal returns x / 10^decimals.
func (x number) decimal(decimals int) money.Decimal {
	if x.big != nil {
		return money.FromUnits(x.big, decimals)
	}
	if x.word < 0 {
		return money.New(uint64(-x.word), decimals).Neg()
	}
	return money.New(uint64(x.word), decimals)
}

// zero reports whether x is 0.
func (x number) zero() bool { return x.big == nil && x.word == 0 }
