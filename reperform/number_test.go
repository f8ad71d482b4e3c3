package reperform

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/money"
)

// drawNumber generates whole numbers of every size, mostly near the limits of int64.
func drawNumber(t *rapid.T, name string) *big.Int {
	n := big.NewInt(rapid.Int64().Draw(t, name))
	switch rapid.IntRange(0, 3).Draw(t, name+" size") {
	case 0:
		n.Rsh(n, 40)
	case 1:
		n.Lsh(n, 70)
	case 2:
		n.SetInt64(mostWord - rapid.Int64Range(-2, 2).Draw(t, name+" from the end"))
		if rapid.Bool().Draw(t, name+" negative") {
			n.Neg(n)
		}
	}
	return n
}

// Numbers are exact within and beyond the range of an int64.
func TestNumbersAreWholeNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawNumber(t, "a"), drawNumber(t, "b")
		c := &comparison{decimals: 2}
		x, y := numberOf(new(big.Int).Set(a)), numberOf(new(big.Int).Set(b))
		for name, pair := range map[string][2]*big.Int{
			"plus":    {x.plus(y).wide(), new(big.Int).Add(a, b)},
			"minus":   {x.minus(y).wide(), new(big.Int).Sub(a, b)},
			"negated": {x.negated().wide(), new(big.Int).Neg(a)},
			"size":    {x.size().wide(), new(big.Int).Abs(a)},
			"compare": {big.NewInt(int64(x.compare(y))), big.NewInt(int64(a.Cmp(b)))},
			"units":   {numberOf(money.FromUnits(a, 3).Units(3)).wide(), a},
			"times":   {times(money.FromBig(a), y.size()).wide(), new(big.Int).Mul(a, new(big.Int).Abs(b))},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s of %v and %v is %v, want %v", name, a, b, pair[0], pair[1])
			}
		}
		if x.above(y) != (a.Cmp(b) > 0) || c.decimal(x) != money.FromUnits(a, 2) {
			t.Fatalf("%v above %v is %t, and prints %s", a, b, x.above(y), c.decimal(x))
		}
		if one := x.plus(y); (one.big == nil) != (new(big.Int).Abs(one.wide()).Cmp(big.NewInt(mostWord)) <= 0) {
			t.Fatalf("%v + %v is kept as %+v", a, b, one)
		}
	})
}
