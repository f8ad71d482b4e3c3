package pv

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// received makes some of the payments of flows receipts.
func received(rnd *rand.Rand, flows []Flow, singles []Single) {
	for i := range singles {
		if rnd.IntN(3) == 0 {
			singles[i].Amount = singles[i].Amount.Neg()
		}
	}
	for i := range flows {
		if rnd.IntN(9) == 0 {
			flows[i].Opening = flows[i].Opening.Neg()
		}
	}
}

// Fine balances are within a fraction of their doubt of exact ones, also where something
// is received, and every answer that they give is that of fractions.
func TestFineBalancesAnswerAsFractionsDo(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 150 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(60))
		received(rnd, flows, singles)
		m := new(Liability)
		m.Begin(Nominal, randomRate(rnd))
		m.singles = singles
		copy(m.Extend(len(flows), 0, 0), flows)
		m.grow()
		fine, exact := newFiner(m), newFractions(m)
		fine.need(0)
		exact.need(0)
		for k, b := range fine.balances {
			off := new(big.Int).Mul(b.big(), exact.den[k])
			off.Sub(off, new(big.Int).Lsh(exact.num[k], fineBits))
			if bound := new(big.Int).Mul(exact.den[k], big.NewInt(fineDoubt/16)); off.CmpAbs(bound) > 0 {
				t.Fatalf("balance %d of %d is off by %v / %v", k, len(flows), off, exact.den[k])
			}
			if got, want := fine.balance(k), exact.balance(k); got != want {
				t.Fatalf("balance %d is %v, want %v", k, got, want)
			}
			part := rnd.Uint64N(1e17 + 1)
			if got, want := fine.scaled(k, part, 1e17), exact.scaled(k, part, 1e17); got != want {
				t.Fatalf("%d of 10^17 of balance %d is %v, want %v", part, k, got, want)
			}
			printed := exact.balance(k).Add(money.Cents(rnd.Int64N(3) - 1))
			if got, want := fine.correction(k, printed), exact.correction(k, printed); got != want {
				t.Fatalf("%v for balance %d moves by %d, want %d", printed, k, got, want)
			}
			if k == len(flows) {
				break
			}
			if got, want := fine.interest(k+1), exact.interest(k+1); got != want {
				t.Fatalf("interest of row %d is %v, want %v", k+1, got, want)
			}
			for day := int32(-1); day < flows[k].Days; day += 7 {
				if got, want := fine.owed(k, day), exact.owed(k, day); got != want {
					t.Fatalf("row %d, day %d: owed %v, want %v", k, day, got, want)
				}
			}
			to := 1 + rnd.Int32N(flows[k].Days)
			if got, want := fine.share(money.Cents(12345), k, 0, to), exact.share(money.Cents(12345), k, 0, to); got != want {
				t.Fatalf("row %d: %v has accrued by day %d, want %v", k, got, to, want)
			}
		}
	}
}

// A lease can be made so that a balance lies on half a cent but for a payment a hundred
// years later. Fine balances know on which side, without fractions of thousands of
// digits.
func TestTiesBroughtAboutFromAfarNeedNoFractions(t *testing.T) {
	t.Parallel()
	q := uint64(3) // 12 × 10^17 = 2^19 × 3 × 5^17
	for range 17 {
		q *= 5
	}
	d := q + q/13
	for d%2 > 0 || d%3 == 0 || d%5 == 0 {
		d++
	}
	for _, last := range []int64{1, 0} {
		m := new(Liability)
		m.Begin(Nominal, (d-q)<<19)
		flows := m.Extend(1200, 0, 0)
		for i := range flows {
			flows[i].Months, flows[i].Days = 1, 30
		}
		flows[0].Closing, flows[1199].Closing = money.Cents(int64(d/2)), money.Cents(last)
		m.Measure()
		if got, want := m.Initial(), newFractions(m).balance(0); got != want {
			t.Errorf("%v, want %v", got, want)
		}
		if fine, ok := m.exact.(*finer); last > 0 && (!ok || fine.exact != nil) {
			t.Errorf("decided by %T, or by fractions", m.exact)
		}
	}
}

// Whether more is to be received than is owed, and from which day on, is what exact
// balances say.
func TestMethod12_3_TheFirstDayOfMoreToReceiveIsExact(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 12))
	refused := 0
	for range 1500 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(12))
		for i := range singles {
			if rnd.IntN(3) == 0 {
				singles[i].Amount = singles[i].Amount.Neg()
			}
		}
		for i := range flows { // a lease's are in the order of their days
			f := &flows[i]
			slices.SortFunc(singles[f.single:f.single+f.singles], func(a, b Single) int { return int(a.Day - b.Day) })
		}
		m := measured(flows, singles, Convention(rnd.IntN(4)), randomRate(rnd))
		row, day, owed := m.Owed()
		exact := exactly(m)
		wantRow, wantDay, want := 0, 0, exact.owed(0, -1)
		for k := 0; want && k < len(flows); k++ {
			days := []int32{0}
			for _, s := range m.Singles(&flows[k]) {
				days = append(days, s.Day)
			}
			for _, d := range days {
				if want = exact.owed(k, d); !want {
					wantRow, wantDay = k, int(d)
					break
				}
			}
		}
		if owed != want || row != wantRow || day != wantDay {
			t.Fatalf("row %d, day %d, owed %v; want row %d, day %d, %v", row, day, owed, wantRow, wantDay, want)
		}
		if !owed {
			refused++
		}
	}
	if refused < 50 || refused > 1450 {
		t.Errorf("%d of 1500 were refused; this test has lost its subject", refused)
	}
}
