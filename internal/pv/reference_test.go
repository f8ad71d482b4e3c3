package pv

import (
	"math/rand/v2"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// payment returns the sum of the payments in row k, counted from 0.
func payment(m *Liability, k int) money.Amount {
	f := &m.flows[k]
	sum := f.Opening.Add(f.Closing)
	for _, s := range m.Singles(f) {
		sum = sum.Add(s.Amount)
	}
	return sum
}

// The fields are the results of [Liability.Row] for one row.
type filled struct {
	payment, interest, close money.Amount
	moved                    bool
}

// fill returns the results for all rows.
func fill(m *Liability) (rows []filled) {
	balance := m.Initial()
	for k := range m.flows {
		row := filled{payment: payment(m, k), close: balance}
		var principal money.Amount
		row.moved = m.Row(k+1, row.payment, &row.interest, &principal, &row.close)
		if want := row.payment.Sub(row.interest); principal != want || row.close != balance.Sub(principal) {
			panic("a row does not foot")
		}
		balance = row.close
		rows = append(rows, row)
	}
	return rows
}

// randomRate returns a random annual rate in units of 10^−17. Extreme rates are included.
func randomRate(rnd *rand.Rand) uint64 {
	switch rnd.IntN(6) {
	case 0:
		return [...]uint64{0, 1, 1e17, 1e17 - 1, 6e16, 5e16, 2.5e16}[rnd.IntN(7)]
	case 1:
		return rnd.Uint64N(1e17 + 1)
	default:
		return rnd.Uint64N(3000) * 1e13 // up to 30%, in steps of a hundredth of a percent
	}
}

// randomFlows returns random flows. Some have one-off payments within rows, a split first row or a
// partial last period.
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
		slices.SortFunc(singles[f.single:], func(a, b Single) int { return int(a.Day - b.Day) })
	}
	if flows[n-1].Months = int8(1 + rnd.Int32N(months)); rnd.IntN(3) == 0 {
		flows[n-1].Of = int16(flows[n-1].Days + 1 + rnd.Int32N(9))
	}
	if rnd.IntN(3) == 0 {
		flows[0].Gone = 1 + int16(rnd.IntN(9))
	}
	return flows, singles
}

// ordinaryFlows returns random flows without one-off payments.
func ordinaryFlows(rnd *rand.Rand, n int) []Flow {
	flows, _ := randomFlows(rnd, n)
	for i := range flows {
		flows[i].single, flows[i].singles = 0, 0
	}
	return flows
}

func measured(flows []Flow, singles []Single, convention Convention, rate uint64) *Liability {
	m := new(Liability)
	m.Begin(convention, rate)
	m.singles = singles
	copy(m.Extend(len(flows)), flows)
	m.Measure()
	return m
}

// The liability of the same flows is measured without the fast path.
func decided(m *Liability) *Liability {
	d := measured(m.flows, m.singles, m.at.convention, m.at.rate)
	d.ordinary = false
	return d
}
