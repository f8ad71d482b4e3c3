package pv

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 14.2: the share of interest that a part of a row has accrued is that of exact
// arithmetic, and fixed point decides nearly all of them.
func TestMethod14_2_SharesAreThoseOfExactArithmetic(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	asked, decided := 0, 0
	for range 3000 {
		rate := [...]uint64{4e15, 12e15, 1e17, 0, 1, randomRate(rnd), 6e15}[rnd.IntN(7)]
		flows, singles := randomFlows(rnd, 1+rnd.IntN(8))
		m := measured(flows, singles, Convention(rnd.IntN(4)), rate)
		for k := range flows {
			days := flows[k].Days
			from := rnd.Int32N(days)
			to := from + rnd.Int32N(days-from+1)
			amount := money.Cents(rnd.Int64N(1 << (1 + rnd.IntN(50))))
			if rnd.IntN(3) == 0 { // the whole row's interest, and its half, which may be a tie
				amount, from, to = m.interest(k+1, m.payment(&m.flows[k])), 0, days/2
			}
			if amount.Sign() < 0 {
				amount = amount.Neg()
			}
			asked++
			got, sure := m.accrued(amount, k, from, to)
			if !sure {
				continue
			}
			decided++
			if want := exactly(m).share(amount, k, from, to); got.Cmp(want) != 0 {
				t.Fatalf("%v, rate %d, row %d of %d, %v from %d to %d of %d days: %v, want %v",
					m.discounting, rate, k, len(flows), amount, from, to, days, got, want)
			}
		}
	}
	if decided*10 < asked*6 || decided == asked {
		t.Errorf("%d of %d shares were decided by fixed point; this test has lost its subject", decided, asked)
	}
}

// What was asked before is known again, and only until the flows are others or are discounted otherwise.
func TestAnAccrualIsThatOfTheFlowsAsTheyAre(t *testing.T) {
	t.Parallel()
	lay := func(m *Liability, rate uint64, single int64) {
		m.Begin(Effective, rate)
		flows := m.Extend(300, 0, 0)
		for i := range flows {
			f := &flows[i]
			f.Closing, f.Months, f.Days = money.Cents(1_000_000), 6, 182
			m.AddSingle(f, Single{Day: 90, Amount: money.Cents(single)})
		}
		m.Measure()
	}
	accrued := func(m *Liability) (list []money.Amount) {
		for k := range 200 { // more than are kept
			list = append(list, m.Accrued(money.Cents(123_456_789), k, 0, int32(1+k%181)), m.Accrued(money.Cents(-987_654_321), k, 5, 100))
		}
		return list
	}
	var m Liability
	for _, of := range []struct {
		rate   uint64
		single int64
	}{{6e15, 5_000_000}, {9e15, 5_000_000}, {9e15, -70_000}} {
		var fresh Liability
		lay(&fresh, of.rate, of.single)
		want := accrued(&fresh)
		lay(&m, of.rate, of.single)
		for range 3 {
			if got := accrued(&m); !slices.Equal(got, want) {
				t.Errorf("%+v: %v, want %v", of, got, want)
			}
		}
		like := new(Liability)
		lay(like, of.rate, of.single+1)
		accrued(like)
		lay(like, of.rate, of.single)
		like.DiscountAt(Effective, of.rate+1e15)
		like.Measure()
		if slices.Equal(accrued(like), want) {
			t.Errorf("%+v: another rate gives the same", of)
		}
	}
}
