package pv

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// The fast path relies on this error bound: a balance of the fast path is never above the exact
// balance, and is lower by at most 2,402 units in the last place.
func TestFastBalancesAreWithinTheirErrorBound(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	used := 0
	for range 300 {
		flows := ordinaryFlows(rnd, 1+rnd.IntN(1200))
		convention, rate := Convention(rnd.IntN(4)), randomRate(rnd)
		m := measured(flows, nil, convention, rate)
		if !m.ordinary {
			continue
		}
		used++
		for k, fast := range m.fast {
			off := new(big.Int).SetUint64(fast.cents)
			off.Lsh(off, 64).Add(off, new(big.Int).SetUint64(fast.frac)).Lsh(off, balancePlaces-64)
			off.Sub(m.balance(k), off)
			off.Add(off, new(big.Int).Lsh(bigOne, balancePlaces-80)) // allow for the error in the exact balance
			if off.Rsh(off, balancePlaces-64); off.Sign() < 0 || off.Cmp(big.NewInt(2402)) > 0 {
				t.Fatalf("%v, rate %d: balance %d of %d is off by %v", convention, rate, k, len(flows), off)
			}
		}
	}
	if used < 100 {
		t.Errorf("only %d lists were ordinary; this test has lost its subject", used)
	}
}

// The fast path computes the same rows as exact arithmetic. Half of the generated lists are chosen
// so that they often produce exact half cents. Some have a rate of 4% a year, with payments that
// exceed a multiple of 26 cents by 13 cents. Others have a rate of 60% and a last period of ten
// months, because the growth factors 3/2 and 8/5 cancel the thirds.
func TestFastRowsEqualExactRows(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	nearThreshold, fast := 0, 0
	for range 6000 {
		rate := [...]uint64{4e15, 12e15, 1e17, 0, randomRate(rnd), 6e16, 6e16}[rnd.IntN(7)]
		flows := ordinaryFlows(rnd, 1+rnd.IntN(8))
		if rnd.IntN(2) == 0 {
			for i := range flows {
				flows[i].Months, flows[i].Gone, flows[i].Of = 12, 0, 0
				if rnd.IntN(3) == 0 {
					flows[i].Opening, flows[i].Closing = money.Amount{}, money.Cents(13+26*rnd.Int64N(1e6))
				}
			}
			if rate == 6e16 {
				flows[len(flows)-1].Months = 10
			}
		}
		m := measured(flows, nil, Convention(rnd.IntN(4)), rate)
		if m.ordinary {
			fast++
		}
		if got, want := fill(m), fill(decided(m)); !slices.Equal(got, want) {
			t.Fatalf("%v, rate %d: %v, want %v", m.at.convention, rate, got, want)
		}
		if m.ordinary && m.computed <= len(flows) {
			nearThreshold++
		}
		k := rnd.IntN(len(flows))
		to := 1 + rnd.Int32N(flows[k].Days)
		amount := m.interest(k+1, payment(m, k))
		if got, want := m.Accrued(amount, k, 0, to), decided(m).Accrued(amount, k, 0, to); got != want {
			t.Fatalf("%v, rate %d, row %d: %v of %v accrues by day %d, want %v", m.at.convention, rate, k, got, amount, to, want)
		}
	}
	if nearThreshold < 20 || fast < 5000 {
		t.Errorf("%d lists were ordinary, and the fast path was not sure of %d; this test has lost its subject", fast, nearThreshold)
	}
}

// Flows with receipts, or with amounts above the limit of the fast path, are computed with 256
// binary places.
func TestUnusualCashFlows(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(m *Liability, flows []Flow){
		"a receipt":         func(_ *Liability, flows []Flow) { flows[1].Closing = money.Cents(-1) },
		"a large payment":   func(_ *Liability, flows []Flow) { flows[1].Closing = money.Cents(maxFast) },
		"a large balance":   func(_ *Liability, flows []Flow) { flows[0].Opening = money.Cents(maxFast - 1000) },
		"a payment between": func(m *Liability, flows []Flow) { m.AddSingle(&flows[1], Single{3, money.Cents(1)}) },
	} {
		var m Liability
		m.Begin(Nominal, 6e15)
		flows := m.Extend(3)
		for i := range flows {
			flows[i].Months, flows[i].Days, flows[i].Closing = 1, 30, money.Cents(100_000)
		}
		m.Measure()
		if !m.ordinary {
			t.Fatal("three payments are not ordinary")
		}
		edit(&m, flows)
		m.Measure()
		if m.ordinary {
			t.Errorf("%s: the flows count as ordinary", name)
		}
		if got, want := m.Initial(), decided(&m).Initial(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// The threshold of the one-cent rule is part of its definition.
func TestMethod3_TheThresholdIsOneCentLessAMillionth(t *testing.T) {
	t.Parallel()
	limit := new(big.Int).Lsh(big.NewInt(Million-1), 64)
	least := new(big.Int).Mul(new(big.Int).SetUint64(moveThreshold), big.NewInt(Million))
	below := new(big.Int).Sub(least, big.NewInt(Million))
	if least.Cmp(limit) < 0 || below.Cmp(limit) >= 0 {
		t.Errorf("moveThreshold %d is not the least number of last places at or above the limit", uint64(moveThreshold))
	}
	for places, want := range map[uint64]int64{0: 0, moveThreshold - margin - 1: 0, moveThreshold + margin + 1: -1, 1<<64 - 1: -1} {
		m := Liability{fast: []fixed{fixed{}.sub(fixed{frac: places})}} // a printed balance of 0 is above the exact balance
		if got, sure := m.fastCorrection(0, money.Amount{}); got != want || !sure {
			t.Errorf("%d places above the balance: moved by %d (sure %v), want %d", places, got, sure, want)
		}
		m.fast[0] = fixed{frac: places}
		if got, sure := m.fastCorrection(0, money.Amount{}); got != -want || !sure {
			t.Errorf("%d places below the balance: moved by %d (sure %v), want %d", places, got, sure, -want)
		}
	}
	m := Liability{fast: []fixed{{frac: moveThreshold}}}
	if _, sure := m.fastCorrection(0, money.Amount{}); sure {
		t.Error("the fast path decides on the threshold")
	}
}
