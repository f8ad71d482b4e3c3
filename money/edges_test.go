package money

import (
	"math"
	"math/big"
	"testing"
)

// Values at the limits of a fast path or of the range are as exact as their neighbors.
func TestEdges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]uint64{"0.005": 1, "0.0049999999999": 0, "1.015": 102, "1.0149": 101, "0.01": 1} {
		if got, ok := MustParse(text).Units64(2); !ok || got != want {
			t.Errorf("Units64 of %s = %d, %t, want %d", text, got, ok, want)
		}
	}
	for text, want := range map[string]int64{"9223372036854775807": math.MaxInt64, "-9223372036854775807": -math.MaxInt64, "1e18": 1e18, "-1e18": -1e18} {
		if got, ok := MustParse(text).Int64(); !ok || got != want {
			t.Errorf("Int64 of %s = %d, %t", text, got, ok)
		}
	}
	for _, text := range []string{"9223372036854775808", "1e19", "0.5"} {
		if got, ok := MustParse(text).Int64(); ok {
			t.Errorf("Int64 of %s = %d", text, got)
		}
	}
	for cents, want := range map[int64]string{999: "9.99", 1000: "10.00", 9999: "99.99", 10000: "100.00", -1000: "-10.00", 0: "0.00"} {
		if got := Cents(cents).String(); got != want {
			t.Errorf("%d cents are %s, want %s", cents, got, want)
		}
	}
}

// An amount has 192 bits with its sign; a larger number is a programming error and panics.
func TestAmountsEndAt191Bits(t *testing.T) {
	t.Parallel()
	limit := new(big.Int).Lsh(big.NewInt(1), 191)
	largest := new(big.Int).Sub(limit, big.NewInt(1))
	for _, x := range []*big.Int{largest, new(big.Int).Neg(largest)} {
		if got := FromBig(x).Big(); got.Cmp(x) != 0 {
			t.Errorf("FromBig(%d) = %d", x, got)
		}
	}
	panics := func(name string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", name)
			}
		}()
		f()
	}
	panics("FromBig(2^191)", func() { FromBig(limit) })
	panics("the double of the largest", func() { FromBig(largest).Mul(2) })
	panics("a product with three words of carry", func() { FromBig(largest).Mul(math.MaxUint64) })
}
