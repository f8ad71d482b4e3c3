package pv

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// A product of factors is that of exact arithmetic, truncated.
func TestFactorsMultiplyAsBigNumbers(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	draw := func() (f factor) {
		for i := range f {
			switch rnd.IntN(4) {
			case 0:
				f[i] = ^uint64(0) // so that carries run
			case 1:
			default:
				f[i] = rnd.Uint64()
			}
		}
		f[4] = rnd.Uint64N(1 << 31) // the product's whole is one word
		return f
	}
	for range 20_000 {
		f, g := draw(), draw()
		want := new(big.Int).Mul(f.big(), g.big())
		if product := f.times(&g); product.big().Cmp(want.Rsh(want, factorBits)) != 0 {
			t.Fatalf("%x × %x is %x, want %x", f.big(), g.big(), product.big(), want)
		}
	}
}

func BenchmarkFactors(b *testing.B) {
	f := factor{1 << 63, 3 << 60, 5 << 59, 7 << 58, 1}
	for g := f; b.Loop(); g[4] = 1 {
		g = f.times(&g)
	}
}
