package pv

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// fractions contains the exact balances after 0, 1, … n rows under the nominal convention.
type fractions struct {
	m        *Liability
	balances []*big.Rat
}

func newFractions(m *Liability) *fractions {
	n := len(m.flows)
	e := &fractions{m, make([]*big.Rat, n+1)}
	e.balances[n] = new(big.Rat)
	for k := n - 1; k >= 0; k-- {
		f := &m.flows[k]
		growth := new(big.Rat).Quo(e.simple(f, int32(f.Gone)+f.Days), e.simple(f, int32(f.Gone)))
		opened := e.later(k, -1)
		e.balances[k] = opened.Quo(opened, growth).Add(opened, ratOf(f.Opening))
	}
	return e
}

func ratOf(a money.Amount) *big.Rat { return new(big.Rat).SetInt(a.Big()) }

// simple returns 1 plus the simple interest on 1 over the given days of a flow's period.
func (e *fractions) simple(f *Flow, days int32) *big.Rat {
	rate := new(big.Rat).SetFrac(new(big.Int).SetUint64(e.m.at.rate), big.NewInt(rateUnits))
	rate.Mul(rate, big.NewRat(int64(f.Months)*int64(days), 12*int64(f.period())))
	return rate.Add(rate, big.NewRat(1, 1))
}

// later returns the value, at the end of row k, of the payments after a day of the row.
func (e *fractions) later(k int, day int32) *big.Rat {
	f := &e.m.flows[k]
	sum := new(big.Rat).Add(e.balances[k+1], ratOf(f.Closing))
	for _, s := range e.m.Singles(f) {
		if s.Day > day {
			grown := e.simple(f, f.Days-s.Day)
			sum.Add(sum, grown.Mul(grown, ratOf(s.Amount)))
		}
	}
	return sum
}

// earned returns the interest on the balance of row k through a day of the row.
func (e *fractions) earned(k int, days int32) *big.Rat {
	f := &e.m.flows[k]
	one := big.NewRat(1, 1)
	gain := func(days int32) *big.Rat { x := e.simple(f, days); return x.Sub(x, one) }
	earned := new(big.Rat).Sub(e.balances[k], ratOf(f.Opening))
	earned.Mul(earned, gain(days)).Quo(earned, e.simple(f, int32(f.Gone)))
	for _, s := range e.m.Singles(f) {
		if s.Day < days {
			x := gain(days - s.Day)
			earned.Sub(earned, x.Mul(x, ratOf(s.Amount)))
		}
	}
	return earned
}

func (e *fractions) accrued(amount money.Amount, k int, from, to int32) money.Amount {
	before, part, all := e.earned(k, from), e.earned(k, to), e.earned(k, e.m.flows[k].Days)
	if all.Sub(all, before).Sign() == 0 {
		return money.Amount{}
	}
	part.Sub(part, before).Quo(part, all)
	return rounded(part.Mul(part, ratOf(amount)))
}

func rounded(x *big.Rat) money.Amount { return money.FromBig(money.QuoRound(x.Num(), x.Denom())) }

func (e *fractions) interest(k int) money.Amount {
	x := new(big.Rat).Sub(e.balances[k], e.balances[k-1])
	return rounded(x.Add(x, ratOf(payment(e.m, k-1))))
}

func (e *fractions) correction(k int, printed money.Amount) int64 {
	off := ratOf(printed)
	off.Sub(off, e.balances[k])
	if new(big.Rat).Abs(off).Cmp(big.NewRat(Million-1, Million)) < 0 {
		return 0
	}
	return -int64(off.Sign())
}

// covered computes the result of [Liability.Covered].
func (e *fractions) covered() (row, day int, covered bool) {
	if e.balances[0].Sign() < 0 {
		return 0, 0, false
	}
	for k := range e.m.flows {
		days := []int32{0}
		for _, s := range e.m.Singles(&e.m.flows[k]) {
			days = append(days, s.Day)
		}
		for _, day := range days {
			if e.later(k, day).Sign() < 0 {
				return k, int(day), false
			}
		}
	}
	return 0, 0, true
}

// payment returns the sum of the payments in row k, counted from 0.
func payment(m *Liability, k int) money.Amount {
	f := &m.flows[k]
	sum := f.Opening.Add(f.Closing)
	for _, s := range m.Singles(f) {
		sum = sum.Add(s.Amount)
	}
	return sum
}

// filled contains the results of [Liability.Row] for one row.
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

// receive changes some payments to receipts.
func receive(rnd *rand.Rand, flows []Flow, singles []Single) {
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

// measured returns the measured liability of flows.
func measured(flows []Flow, singles []Single, convention Convention, rate uint64) *Liability {
	m := new(Liability)
	m.Begin(convention, rate)
	m.singles = singles
	copy(m.Extend(len(flows)), flows)
	m.Measure()
	return m
}

// decided returns the liability of the same flows, measured without the fast path.
func decided(m *Liability) *Liability {
	d := measured(m.flows, m.singles, m.at.convention, m.at.rate)
	d.ordinary = false
	return d
}
