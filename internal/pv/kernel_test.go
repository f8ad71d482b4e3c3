package pv

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// bigFixed returns x as an integer number of last places.
func bigFixed(x fixed) *big.Int {
	n := new(big.Int).Lsh(money.FromWords(x.lo, x.mid, x.hi).Big(), 64)
	return n.Add(n, new(big.Int).SetUint64(x.frac))
}

// randomFixed draws a number that is not negative, of any size below 2^161
// cents, which every balance of a legal lease is.
func randomFixed(rnd *rand.Rand) fixed {
	words := [4]uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64() >> 31}
	for i := rnd.IntN(4); i < 4; i++ {
		words[i] >>= rnd.UintN(64)
	}
	for i := 1 + rnd.IntN(4); i < 4; i++ {
		words[i] = 0
	}
	x := fixed{words[0], words[1], words[2], words[3]}
	return x
}

// randomRate draws an annual rate in units of 10^−17, the extremes among them.
func randomRate(rnd *rand.Rand) uint64 {
	switch rnd.IntN(6) {
	case 0:
		return [...]uint64{0, 1, 1e17, 1e17 - 1, 6e16, 5e16, 2.5e16}[rnd.IntN(7)]
	case 1:
		return rnd.Uint64N(1e17 + 1)
	default:
		return rnd.Uint64N(3000) * 1e13 // up to 30 %, to a hundredth of a percent
	}
}

// Division by 1 + r is rounded to the nearest last place, and is called exact
// exactly where it is.
func TestDiscountIsRoundedToTheNearestLastPlace(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		rate, months, x := randomRate(rnd), 1+rnd.IntN(12), randomFixed(rnd)
		by := newDiscount(rate, months)
		got, exact := by.of(x)
		d := new(big.Int).SetUint64(YearUnits + rate*uint64(months))
		num := new(big.Int).Mul(bigFixed(x), new(big.Int).SetUint64(YearUnits))
		want := money.QuoRound(num, d)
		if bigFixed(got).Cmp(want) != 0 || exact != (new(big.Int).Mul(want, d).Cmp(num) == 0) {
			t.Fatalf("%v / (1 + %d×%d) is %v (exact %v), want %v", x, rate, months, bigFixed(got), exact, want)
		}
	}
}

// What the rest of a cut row grows by is the same in words as in big numbers, and
// division by it is rounded to the nearest last place.
func TestCutRowsAreDividedInWordsAsInBigNumbers(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	inWords := 0
	for range 50_000 {
		rate := randomRate(rnd)
		if rnd.IntN(2) == 0 {
			rate = rate / 1e13 * 1e13 // of few digits
		}
		months := 1 + rnd.Int32N(12)
		f := Flow{Months: int8(months), Days: 1 + rnd.Int32N(30*months), Gone: int16(1 + rnd.Int32N(30*months))}
		if rnd.IntN(3) == 0 { // a part of a calendar's period, cut or not
			f.Of, f.Gone = int16(f.Days+rnd.Int32N(30))+f.Gone, f.Gone*int16(rnd.IntN(2))
		}
		m := Liability{rate: rate}
		up, down := m.simple(&f)
		q, d, ok := m.simpleWords(&f)
		if !ok {
			continue
		}
		inWords++
		left, right := new(big.Int).SetUint64(d), new(big.Int).SetUint64(q)
		if left.Mul(left, down).Cmp(right.Mul(right, up)) != 0 {
			t.Fatalf("rate %d, %+v: %d / %d in words, %v / %v in big numbers", rate, f, d, q, up, down)
		}
		words, bigs := newQuotient(q, d), discount{up: up, down: down}
		x := randomFixed(rnd)
		got, exact := words.of(x)
		if want, wantExact := bigs.of(x); got != want || exact != wantExact {
			t.Fatalf("%v is %v (exact %v) in words, %v (%v) in big numbers", x, got, exact, want, wantExact)
		}
	}
	if inWords < 10_000 {
		t.Errorf("only %d were in words", inWords)
	}
}

// randomFlows draws a stream of flows as a lease makes them, and stranger ones:
// with single payments inside rows, and a first row that is the rest of a cut one.
func randomFlows(rnd *rand.Rand, n int) (flows []Flow, singles []Single) {
	flows = make([]Flow, n)
	months := [...]int32{1, 3, 6, 12}[rnd.IntN(4)]
	for i := range flows {
		f := &flows[i]
		f.Months, f.Days = int8(months), months*30+rnd.Int32N(months+1)
		if rnd.IntN(2) == 0 {
			f.Opening = money.Cents(rnd.Int64N(1e17))
		} else {
			f.Closing = money.Cents(rnd.Int64N(1000))
		}
		f.single = uint16(len(singles))
		for rnd.IntN(8) == 0 {
			f.singles++
			singles = append(singles, Single{Day: 1 + rnd.Int32N(20), Amount: money.Cents(rnd.Int64N(1e9))})
		}
	}
	if flows[n-1].Months = int8(1 + rnd.Int32N(months)); rnd.IntN(3) == 0 {
		flows[n-1].Of = int16(flows[n-1].Days + 1 + rnd.Int32N(9))
	}
	if rnd.IntN(3) == 0 {
		flows[0].Gone = 1 + int16(rnd.IntN(9))
	}
	return flows, singles
}

// measured returns the liability of flows.
func measured(flows []Flow, singles []Single, convention Convention, rate uint64) *Liability {
	m := new(Liability)
	m.Begin(convention, rate)
	m.singles = singles
	copy(m.Extend(len(flows), 0, 0), flows)
	m.Measure()
	return m
}

// The promise that the whole kernel rests on: a balance is within 1,201 last
// places of the exact one, or 4,400 under a convention of powers, and those said
// to be exact are.
func TestBalancesAreWithinTheirErrorBound(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(1200))
		rate := randomRate(rnd)
		m := measured(flows, singles, Nominal, rate)
		exact := newFractions(m)
		exact.need(0)
		for k, b := range m.balances {
			off := new(big.Int).Mul(bigFixed(b), exact.den[k])
			off.Sub(off, new(big.Int).Lsh(exact.num[k], 64))
			bound := new(big.Int).Mul(exact.den[k], big.NewInt(1201))
			if k >= m.inexact {
				bound.SetInt64(0)
			}
			if off.CmpAbs(bound) > 0 {
				t.Fatalf("rate %d, %d periods: balance %d is off by %v / %v", rate, len(flows), k, off, exact.den[k])
			}
		}
		for _, convention := range []Convention{Effective, Actual365, Monthly} {
			m := measured(flows, singles, convention, max(rate, 1))
			exact := newPrecise(m)
			exact.need(0)
			for k, b := range m.balances {
				off := new(big.Int).Lsh(bigFixed(b), balanceBits-64)
				off.Sub(off, exact.balances[k]).Rsh(off, balanceBits-64)
				if off.CmpAbs(big.NewInt(4400)) > 0 {
					t.Fatalf("%v, rate %d, %d periods: balance %d is off by %v", convention, rate, len(flows), k, off)
				}
			}
		}
	}
}

// filled is a row as [Liability.Row] fills it.
type filled struct{ payment, interest, close money.Amount }

// fill fills a row for each flow, and counts those that the one-cent rule moved.
func fill(m *Liability) (rows []filled, moved int) {
	balance := m.Initial()
	for k := range m.flows {
		payment := m.payment(&m.flows[k])
		var interest, principal money.Amount
		closing := balance
		if m.Row(k+1, payment, &interest, &principal, &closing) {
			moved++
		}
		if want := payment.Sub(interest); principal != want || closing != balance.Sub(principal) {
			panic("a row does not foot")
		}
		balance = closing
		rows = append(rows, filled{payment, interest, balance})
	}
	return rows, moved
}

// exactly returns the balances that decide everything.
func exactly(m *Liability) referee {
	if m.discounting == Nominal {
		return newFractions(m)
	}
	return newPrecise(m)
}

// Where the fixed point decides, it decides as exact arithmetic does; where it
// cannot, the exact balances are asked. Leases are drawn so that exact half
// cents are frequent: at 4% a year with payments of 13 cents above a multiple of
// 26, and at 60% with a last period of ten months (see exact.go).
func TestEveryRoundingIsThatOfExactArithmetic(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	asked := make(map[Convention]int)
	for range 4500 {
		rate := [...]uint64{4e15, 12e15, 1e17, 0, randomRate(rnd), 6e16, 6e16, 6e16}[rnd.IntN(8)]
		flows, singles := randomFlows(rnd, 1+rnd.IntN(8))
		if rnd.IntN(2) == 0 {
			singles = nil
		}
		for i := range flows {
			flows[i].Months = 12
			if singles == nil {
				flows[i].single, flows[i].singles, flows[i].Gone = 0, 0, 0
			}
			if rnd.IntN(3) == 0 {
				flows[i].Opening = money.Amount{}
				flows[i].Closing = money.Cents(13 + 26*rnd.Int64N(1e6))
			}
		}
		if rate == 6e16 {
			flows[len(flows)-1].Months, flows[len(flows)-1].Of = 10, 0
		}
		// By annual periods, effective is nominal; its ties are those of powers.
		convention := Convention(rnd.IntN(4))
		m := measured(flows, singles, convention, rate)
		initial := m.Initial()
		rows, _ := fill(m)
		if m.exact != nil {
			asked[convention]++
		}
		m.exact = nil
		exact := exactly(m)
		if want := exact.balance(0); initial != want {
			t.Fatalf("%v, rate %d: initial %v, want %v", convention, rate, initial, want)
		}
		balance := initial
		for i, row := range rows {
			want := exact.interest(i + 1)
			balance = balance.Sub(row.payment).Add(want)
			c := money.Cents(exact.correction(i+1, balance))
			want, balance = want.Add(c), balance.Add(c)
			if row.interest != want || row.close != balance {
				t.Fatalf("%v, rate %d, row %d: interest %v close %v, want %v, %v",
					convention, rate, i+1, row.interest, row.close, want, balance)
			}
		}
		if !balance.IsZero() {
			t.Fatalf("rate %d: the last balance is %v", rate, balance)
		}
	}
	if asked[Nominal] < 5 || asked[Effective] < 10 {
		t.Errorf("exact balances were needed %v times; this test has lost its subject", asked)
	}
}

// METHOD 3: the one-cent rule never moves two rows in a row, and moves about one
// in fifteen.
func TestMethod3_NeverTwoAdjacentRowsMove(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	rows, moves := 0, 0
	for range 300 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(120))
		rate := randomRate(rnd)
		m := measured(flows, singles, Convention(rnd.IntN(4)), rate)
		list, said := fill(m)
		counted, before := 0, false
		for i := range list {
			moved := list[i].interest != m.interest(i+1, list[i].payment)
			if moved && before {
				t.Fatalf("rate %d: rows %d and %d both move", rate, i, i+1)
			}
			if before = moved; moved {
				counted++
			}
		}
		if said != counted {
			t.Fatalf("rate %d: %d rows moved, %d are said to", rate, counted, said)
		}
		rows, moves = rows+len(list), moves+counted
	}
	if moves*10 > rows || moves*20 < rows {
		t.Errorf("%d of %d rows moved", moves, rows)
	}
}

// The threshold of the one-cent rule is part of its definition: a difference of
// exactly one cent less a millionth moves, anything less does not.
func TestMethod3_TheThresholdIsOneCentLessAMillionth(t *testing.T) {
	t.Parallel()
	limit := new(big.Int).Lsh(big.NewInt(Million-1), 64)
	least := new(big.Int).Mul(new(big.Int).SetUint64(moveThreshold), big.NewInt(Million))
	below := new(big.Int).Sub(least, big.NewInt(Million))
	if least.Cmp(limit) < 0 || below.Cmp(limit) >= 0 {
		t.Errorf("moveThreshold %d is not the least number of last places at or above the limit", uint64(moveThreshold))
	}
	for places, want := range map[uint64]int64{0: 0, moveThreshold - 1: 0, moveThreshold: -1, 1<<64 - 1: -1} {
		balance := fixed{}.sub(fixed{frac: places}) // printed 0 stands above it by that much
		m := Liability{balances: []fixed{balance}}
		if got := m.correction(0, money.Amount{}); got != want {
			t.Errorf("%d places above the exact balance: moved by %d, want %d", places, got, want)
		}
		m.balances[0] = fixed{frac: places}
		if got := m.correction(0, money.Amount{}); got != -want {
			t.Errorf("%d places below the exact balance: moved by %d, want %d", places, got, -want)
		}
	}
}

// Flows that are taken over from another list measure as those that are added, also at another
// rate and under another convention.
func TestTakenFlowsMeasureAsAddedOnes(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(8, 9))
	conventions := []Convention{Nominal, Effective, Actual365, Monthly}
	for range 400 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(40))
		rate := randomRate(rnd)
		before := measured(flows, singles, conventions[rnd.IntN(4)], rate)
		if rnd.IntN(2) == 0 {
			rate = randomRate(rnd)
		}
		convention, own := conventions[rnd.IntN(4)], rnd.IntN(len(flows)+1) // added, and the rest taken
		m := new(Liability)
		m.Begin(convention, rate)
		list := m.Extend(len(flows), own, len(flows))
		for i := range own {
			f := flows[i]
			list[i] = f
			list[i].single, list[i].singles = 0, 0
			for _, s := range singles[f.single : f.single+f.singles] {
				m.AddSingle(&list[i], s)
			}
		}
		m.Take(own, before, own, len(flows)-own)
		m.Measure()
		added := measured(flows, singles, convention, rate)
		if !slices.Equal(m.balances, added.balances) || m.inexact != added.inexact {
			t.Fatalf("%v at %d, %d of %d flows taken: %v, and added %v", convention, rate, len(flows)-own, len(flows), m.balances, added.balances)
		}
	}
}
