package pv

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// METHOD 12.4: a value within 10^−40 cents of a tie, of the one-cent threshold or of 0 counts as
// equal to that limit. A value 10^−39 cents away from the limit is not equal to it.
func TestMethod12_4_AValueNextToATieCountsAsTheTie(t *testing.T) {
	t.Parallel()
	tie := new(big.Int).Lsh(big.NewInt(2*7+1), balancePlaces-1) // 7.5 cents
	near := new(big.Int).Quo(new(big.Int).Lsh(bigOne, balancePlaces), new(big.Int).Exp(ten, big.NewInt(41), nil))
	far := new(big.Int).Mul(near, big.NewInt(100))
	for _, c := range []struct {
		off  *big.Int
		want int64
	}{{new(big.Int), 8}, {near, 8}, {far, 8}, {new(big.Int).Neg(near), 8}, {new(big.Int).Neg(far), 7}} {
		for _, sign := range []int64{1, -1} {
			x := new(big.Int).Add(tie, c.off)
			x.Mul(x, big.NewInt(sign))
			if got, want := cents(x), money.Cents(sign*c.want); got != want {
				t.Errorf("7.5 cents + %v / 2^256, times %d: %v, want %v", c.off, sign, got, want)
			}
		}
	}
	limit := new(big.Int).Lsh(big.NewInt(Million-1), balancePlaces)
	limit.Quo(limit, big.NewInt(Million))
	for _, c := range []struct {
		off  *big.Int
		want int64
	}{{new(big.Int), -1}, {near, -1}, {far, -1}, {new(big.Int).Neg(near), -1}, {new(big.Int).Neg(far), 0}} {
		m := measured([]Flow{{Months: 1, Days: 30}}, nil, Nominal, 0)
		m.ordinary = false
		m.balance(0)
		off := new(big.Int).Add(limit, c.off)
		m.balances[0].Neg(off) // a printed balance of 0 is above the exact balance
		if got := m.correction(0, money.Amount{}); got != c.want {
			t.Errorf("one cent less a millionth + %v / 2^256 moves by %d, want %d", c.off, got, c.want)
		}
		if m.balances[0].Set(off); m.correction(0, money.Amount{}) != -c.want {
			t.Errorf("below by one cent less a millionth + %v / 2^256 does not move by %d", c.off, -c.want)
		}
		if got := negative(off.Neg(c.off)); got != (c.off == far) {
			t.Errorf("%v / 2^256 counts as negative: %v", off, got)
		}
	}
}

// METHOD 3: the one-cent rule never adjusts two consecutive rows. The rule adjusts about one row in
// fifteen. The last balance is 0.
func TestMethod3_NeverTwoAdjacentRowsMove(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	rows, moves := 0, 0
	for range 300 {
		flows, singles := randomFlows(rnd, 1+rnd.IntN(120))
		rate := randomRate(rnd)
		list := fill(measured(flows, singles, Convention(rnd.IntN(4)), rate))
		for i, row := range list {
			if row.moved && i > 0 && list[i-1].moved {
				t.Fatalf("rate %d: rows %d and %d both move", rate, i, i+1)
			}
			if row.moved {
				moves++
			}
		}
		if last := list[len(list)-1].close; !last.IsZero() {
			t.Fatalf("rate %d: the last balance is %v", rate, last)
		}
		rows += len(list)
	}
	if moves*10 > rows || moves*20 < rows {
		t.Errorf("%d of %d rows moved", moves, rows)
	}
}
