package reperform

import (
	"cmp"
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// number is a whole number of units of a comparison. Nearly all numbers fit an int64, and other
// numbers use a big.Int. The distinction matters, because a verification compares millions of
// numbers. The zero value is 0.
type number struct {
	word int64    // within ±mostWord
	big  *big.Int // nil if word contains the number
}

// mostWord bounds int64 numbers so that the sum of two numbers does not overflow.
const mostWord = 1<<62 - 1

// numberOf wraps n. The caller must not modify n afterward.
func numberOf(n *big.Int) number {
	if n.IsInt64() {
		if word := n.Int64(); -mostWord <= word && word <= mostWord {
			return number{word: word}
		}
	}
	return number{big: n}
}

// times returns the product of an amount and scale.
func times(a money.Amount, scale number) number {
	if cents, ok := a.Int64(); ok && scale.big == nil {
		hi, lo := bits.Mul64(uint64(max(cents, -cents)), uint64(scale.word))
		if hi == 0 && lo <= mostWord {
			return number{word: cents * scale.word}
		}
	}
	return numberOf(new(big.Int).Mul(a.Big(), scale.wide()))
}

// wide returns x as a big.Int, which the caller must not modify.
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

func (x number) minus(y number) number { return x.plus(y.negated()) }

func (x number) negated() number {
	if x.big != nil {
		return number{big: new(big.Int).Neg(x.big)}
	}
	return number{word: -x.word}
}

func (x number) size() number {
	if x.big == nil {
		return number{word: max(x.word, -x.word)}
	}
	return number{big: new(big.Int).Abs(x.big)}
}

func (x number) above(y number) bool { return x.compare(y) > 0 }

func (x number) compare(y number) int {
	if x.big == nil && y.big == nil {
		return cmp.Compare(x.word, y.word)
	}
	return x.wide().Cmp(y.wide())
}

// knownNumber is a number that is known only if the schedule reports the amount.
type knownNumber struct {
	number

	known bool
}
