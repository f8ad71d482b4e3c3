package leases

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Hair draws a lease with one exact value that is at a rounding threshold, or differs from it by
// 1/P of a cent. P is the exact value's denominator and has up to 33 digits. Arithmetic with a
// fixed number of digits can round such a value in the wrong direction. Ordinary random leases
// never come so close to a threshold.
//
// If a rent R is constant or doubles every year, and the terminal amount is T, every balance and
// every interest amount is (wR·R + wT·T)/P cents. The integers wR and wT follow from the rate and
// the period. The required value gives a congruence modulo P. The solutions (R, T) of this
// congruence form a lattice. Hair uses the lattice point nearest the middle of the valid amounts.
//
// If the rent is constant, the lattice has a short vector, which represents a bond at par. P then
// stays near 10^18 for rates with few digits. This is why the rent can also double.
func Hair(d *Dice, r *Fields) {
	for {
		if attempt := (Fields{}); hairAttempt(d, &attempt) {
			*r = attempt
			return
		}
	}
}

func hairAttempt(d *Dice, r *Fields) bool {
	months := Pick(d, 1, 3, 6, 12)
	decimals := d.Between(1, 17)
	unit := pow10(decimals)
	steps := new(big.Int).Rsh(new(big.Int).Mul(unit, new(big.Int).SetUint64(d.next())), 64)
	rate := new(big.Rat).SetFrac(steps, unit)
	if d.Chance(70) {
		rate.Mul(rate, big.NewRat(1, 10))
	}
	if d.Chance(60) { // with few digits in the growth factor, P stays below 10^33 for many periods
		decimals = 2
		rate.SetFrac64(int64(Pick(d, 100, 80, 75, 60, 50, 48, 40, 25, 24, 20, 16, 12, 10, 8, 6, 4, d.Between(1, 100))), 100)
	}
	if rate.Sign() == 0 {
		return false
	}
	growth := new(big.Rat).Mul(rate, big.NewRat(int64(months), 12))
	growth.Add(growth, big.NewRat(1, 1))
	up, down := growth.Num(), growth.Denom()

	// The variable named after contains the largest number of periods before the end of the term
	// for which P is below 10^33.
	limit, after := pow10(33), 0
	for p := new(big.Int).Set(up); p.Cmp(limit) < 0; p.Mul(p, up) {
		after++
	}
	if after = min(after, 1200/months); after == 0 {
		return false
	}
	if d.Chance(30) {
		after = d.Between(1, after)
	}
	advance := d.Chance(50)
	before := Pick(d, 0, 0, 0, 1, 2, d.N(30))
	kind := d.N(3)
	if kind == 0 {
		before = d.Between(2, 30)
	}
	doubling := d.Chance(50)
	doublings := func(period int) int {
		if !doubling {
			return 0
		}
		return (before + period) * months / 12
	}
	w := weigh(up, down, after, advance, doublings)
	var target *big.Int
	switch kind {
	case 0:
		target = w.aMillionth(d)
	case 1:
		w.toInterest(up, down, advance, doublings(0))
		target = w.aHalf()
	default:
		target = w.aHalf()
	}
	if (after+before)*months > 1200 {
		return false
	}
	target.Add(target, big.NewInt(int64(Pick(d, 0, 0, 1, -1, 2, -2, d.Between(-50, 50)))))
	rent, terminal, ok := w.solve(target)
	if !ok {
		return false
	}
	term := (after + before) * months
	r.Set("standard", Pick(d, `"ASC_842"`, `"IFRS_16"`, `"GASB_87"`))
	r.Set("commencementDate", commencement(d))
	r.Set("termMonths", strconv.Itoa(term))
	r.Set("paymentAmount", hundredths(rent))
	r.Set("residualValueGuarantee", hundredths(terminal))
	if doubling {
		r.Set("annualEscalationPct", "1")
	}
	r.Set("discountRateAnnual", strings.TrimRight(strings.TrimRight(rate.FloatString(decimals+1), "0"), "."))
	r.Set("paymentFrequency", map[int]string{1: `"monthly"`, 3: `"quarterly"`, 6: `"semiannual"`, 12: `"annual"`}[months])
	r.Set("paymentTiming", map[bool]string{true: `"advance"`, false: `"arrears"`}[advance])
	return true
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

func hundredths(cents *big.Int) string {
	whole, part := new(big.Int).QuoRem(cents, big.NewInt(100), new(big.Int))
	return fmt.Sprintf("%d.%02d", whole, part)
}

// weights expresses an exact value in cents as (rent·R + terminal·T) / scale, for a rent R and a
// terminal amount T.
type weights struct{ rent, terminal, scale *big.Int }

// weigh returns the weights of the balance at a given number of periods before the end of the term.
// The growth per period is the fraction up/down. The argument doublings is a function that returns
// how many times the rent has doubled by a given period. Periods are counted from 0.
func weigh(up, down *big.Int, periods int, advance bool, doublings func(period int) int) weights {
	w := weights{new(big.Int), big.NewInt(1), big.NewInt(1)}
	for k := periods - 1; k >= 0; k-- {
		if !advance {
			w.rent.Add(w.rent, new(big.Int).Lsh(w.scale, uint(doublings(k))))
		}
		w.rent.Mul(w.rent, down)
		w.terminal.Mul(w.terminal, down)
		w.scale = new(big.Int).Mul(w.scale, up)
		if advance {
			w.rent.Add(w.rent, new(big.Int).Lsh(w.scale, uint(doublings(k))))
		}
	}
	return w
}

// toInterest converts the weights of a period's opening balance to the weights of the period's
// interest. If rent is paid in advance, the period's rent is deducted from the balance before
// interest is computed. The argument "first" counts the doublings of this rent.
func (w *weights) toInterest(up, down *big.Int, advance bool, first int) {
	if advance {
		w.rent.Sub(w.rent, new(big.Int).Lsh(w.scale, uint(first)))
	}
	rate := new(big.Int).Sub(up, down)
	w.rent.Mul(w.rent, rate)
	w.terminal.Mul(w.terminal, rate)
	// The scale contains this period's factor down/up, so the division leaves no remainder.
	w.scale = new(big.Int).Mul(w.scale, down)
	common := new(big.Int).GCD(nil, nil, w.scale, new(big.Int).GCD(nil, nil, w.rent, w.terminal))
	w.rent.Quo(w.rent, common)
	w.terminal.Quo(w.terminal, common)
	w.scale.Quo(w.scale, common)
}

// aHalf returns half a cent as the numerator of a fraction whose denominator is scale.
func (w *weights) aHalf() *big.Int { return new(big.Int).Rsh(w.scale, 1) }

// aMillionth returns an amount that is a millionth of a cent above or below a whole cent, as the
// numerator of a fraction whose denominator is scale. This amount is the threshold of the one-cent
// rule.
func (w *weights) aMillionth(d *Dice) *big.Int {
	t := new(big.Int).Quo(w.scale, big.NewInt(1_000_000))
	if d.Chance(50) {
		t.Neg(t)
	}
	return t
}

// solve returns a valid rent and a valid terminal amount. Their weighted sum is congruent to target
// modulo scale. The result is false if there are no such amounts.
func (w *weights) solve(target *big.Int) (rent, terminal *big.Int, ok bool) {
	p := w.scale
	inverse := new(big.Int).ModInverse(w.terminal, p)
	if inverse == nil {
		return nil, nil, false
	}
	// T ≡ t0 − slope·R (mod p), so that (1, −slope) and (0, p) span the lattice.
	t0 := new(big.Int).Mul(target, inverse)
	t0.Mod(t0, p)
	slope := new(big.Int).Mul(w.rent, inverse)
	slope.Mod(slope, p)
	u, v := reduce(vector{big.NewInt(1), new(big.Int).Neg(slope)}, vector{new(big.Int), new(big.Int).Set(p)})
	half := new(big.Int).Mul(big.NewInt(5), pow10(16))
	point := vector{new(big.Int).Neg(half), new(big.Int).Sub(t0, half)}
	// Subtract multiples of u and v to bring the point close to the origin.
	det := new(big.Int).Sub(new(big.Int).Mul(u.x, v.y), new(big.Int).Mul(u.y, v.x))
	ofU := new(big.Int).Sub(new(big.Int).Mul(point.x, v.y), new(big.Int).Mul(point.y, v.x))
	ofV := new(big.Int).Sub(new(big.Int).Mul(u.x, point.y), new(big.Int).Mul(u.y, point.x))
	point.subtract(u, nearest(ofU, det))
	point.subtract(v, nearest(ofV, det))
	rent, terminal = point.x.Add(point.x, half), point.y.Add(point.y, half)
	most := pow10(17)
	ok = rent.Sign() > 0 && rent.Cmp(most) < 0 && terminal.Sign() >= 0 && terminal.Cmp(most) < 0
	return rent, terminal, ok
}

type vector struct{ x, y *big.Int }

func (a vector) dot(b vector) *big.Int {
	s := new(big.Int).Mul(a.x, b.x)
	return s.Add(s, new(big.Int).Mul(a.y, b.y))
}

func (a vector) subtract(b vector, times *big.Int) {
	a.x.Sub(a.x, new(big.Int).Mul(b.x, times))
	a.y.Sub(a.y, new(big.Int).Mul(b.y, times))
}

// reduce returns a basis of short vectors for the lattice that u and v span (Lagrange reduction).
func reduce(u, v vector) (short, long vector) {
	for {
		if u.dot(u).Cmp(v.dot(v)) > 0 {
			u, v = v, u
		}
		times := nearest(u.dot(v), u.dot(u))
		if times.Sign() == 0 {
			return u, v
		}
		v.subtract(u, times)
	}
}

func nearest(a, b *big.Int) *big.Int {
	if b.Sign() < 0 {
		a, b = new(big.Int).Neg(a), new(big.Int).Neg(b)
	}
	twice := new(big.Int).Lsh(a, 1)
	twice.Add(twice, b)
	return twice.Div(twice, new(big.Int).Lsh(b, 1))
}
