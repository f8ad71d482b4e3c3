package pv

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
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

// What a word grows to by the rungs of a ladder is what it grows to by powers, but for less
// than 2^−100 of a cent.
func TestRungsGrowAsPowers(t *testing.T) {
	t.Parallel()
	for _, rate := range []uint64{1, 6e15, 12345678901234567, rateUnits} {
		var p powers
		p.start(rate, rateUnits, fastBits)
		for _, den := range []int64{365, 366} {
			l := p.ladder(1, den)
			for days := int32(366); days >= 0; days-- {
				var grown, want accumulator
				amount := money.FromWords(^uint64(0), 0, 0)
				grown.grow(amount, l, days)
				growth := l.power(days)
				if want.add(amount, &growth); far(&grown, &want) {
					t.Fatalf("rate %d: %d of %d days: %x, want %x", rate, days, den, grown, want)
				}
				exact := p.of(new(big.Int), int64(days), den)
				off := exact.Sub(exact.Rsh(exact, fastBits-factorBits), growth.big())
				if off.Abs(off).BitLen() > 16 {
					t.Fatalf("rate %d: the power of %d of %d days is off by %v last places", rate, days, den, off)
				}
				if grown.grow(amount.Neg(), l, days); grown != (accumulator{}) {
					t.Fatalf("rate %d: %d of %d days: %x is left of an amount less itself", rate, days, den, grown)
				}
				wide := money.FromWords(3, 5, 0)
				grown, want = accumulator{}, accumulator{}
				grown.grow(wide.Neg(), l, days)
				if want.add(wide.Neg(), &growth); grown != want {
					t.Fatalf("rate %d: %d of %d days: %x, want %x", rate, days, den, grown, want)
				}
			}
		}
	}
}

// far reports whether two sums differ by 2^−100 of a cent or more.
func far(a, b *accumulator) bool {
	big := func(t *accumulator) *big.Int {
		n := new(big.Int)
		for i := range t {
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(t[len(t)-1-i]))
		}
		return n
	}
	off := big(a)
	return off.Abs(off.Sub(off, big(b))).BitLen() > factorBits-100
}

func BenchmarkRungs(b *testing.B) {
	f := rung{1 << 63, 3 << 60, 5 << 50, 1}
	for g := f; b.Loop(); g.whole = 1 {
		g = g.next(f)
	}
}

func BenchmarkFactors(b *testing.B) {
	f := factor{1 << 63, 3 << 60, 5 << 59, 7 << 58, 1}
	for g := f; b.Loop(); g[4] = 1 {
		g = f.times(&g)
	}
}
