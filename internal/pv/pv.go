// Package pv computes present values. From the payments of a liability, it computes the balances
// and the interest of each row, correct to the cent. The package does not depend on lease terms.
//
// A caller adds one [Flow] for each row of a schedule, calls [Liability.Measure] and reads the results:
//
//	var m pv.Liability
//	m.Begin(pv.Nominal, rate)
//	for i := range m.Extend(60) { … }   // fill in the row's payments and length
//	m.Measure()
//	balance := m.Initial()
//	for k := 1; k <= 60; k++ { m.Row(k, payment, &interest, &principal, &balance) }
//
// # Balances
//
// Balances are computed backward, from 0 after the last row:
//
//	L(k−1) = opening(k) + (L(k) + closing(k) + grown(k)) / G(k)
//
// G(k) is the growth factor of a balance over row k. The term grown(k) is the value of row k's
// one-off payments at the end of the row (METHOD 3.1, 12.4). Each backward step divides an error by
// G; a forward recursion would multiply the error by G.
//
// # Arithmetic
//
// The same arithmetic determines every cent: balances are in cents with 256 binary places, and
// growth factors have 512 binary places (balance.go, discount.go). The error is far below 10^−40
// cents. A value within 10^−40 cents of a threshold is treated as equal to the threshold (METHOD
// 12.4).
//
// Ordinary flows, which have neither receipts nor payments within a row, are computed on a fast
// path. There, a balance has two machine words, with 64 binary places (balance.go). If a value is
// within the error bound of a threshold, the fast path leaves the decision to the arithmetic with
// 256 binary places. That arithmetic also computes all flows that are not ordinary.
package pv

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// Flow is one row of a schedule: the payments on its first and last day, the one-off payments
// between these days, and the time over which interest accrues.
type Flow struct {
	Opening money.Amount // paid on the first day
	Closing money.Amount // paid on the last day
	Days    int32
	Gone    int16 // days of the period that precede the row; above 0 only if an event split a row and this is the remaining part of that row
	Of      int16 // days of the whole period if the row is a partial period, otherwise 0
	Months  int8  // months of the period, 1 to 12

	growth  int16  // index among the rate's growth factors
	single  uint16 // index of the flow's first one-off payment in the Liability
	singles uint16 // number of one-off payments
}

// period returns the number of days of the whole period. The months of the flow belong to the whole period.
func (f *Flow) period() int32 {
	if f.Of > 0 {
		return int32(f.Of)
	}
	return f.Days + int32(f.Gone)
}

// Single is a one-off payment between the first and the last day of a row.
type Single struct {
	Day    int32 // days since the first day of the row
	Amount money.Amount
}

// Liability measures the present value of a list of flows. [Liability.Begin] starts the list.
type Liability struct {
	flows   []Flow
	singles []Single
	at      discount

	ordinary bool      // whether the balances are in the fast field
	fast     []fixed   // balances of the fast path after 0, 1, … n rows
	balances []big.Int // exact balances after 0, 1, … n rows, with balancePlaces binary places
	computed int       // index of the first computed balance; all later balances are computed too

	sum, grown, amount, product big.Int // temporary values
}

// Begin resets m to an empty list of flows at an annual rate in units of 10^−17.
func (m *Liability) Begin(convention Convention, rate uint64) {
	if rate == 0 {
		convention = Nominal // at a rate of 0, all conventions have the same result
	}
	*m = Liability{at: discount{convention: convention, rate: rate}}
}

// Extend adds n empty flows and returns them to be filled in.
func (m *Liability) Extend(n int) []Flow {
	m.flows = append(m.flows, make([]Flow, n)...)
	return m.flows[len(m.flows)-n:]
}

// AddSingle adds a one-off payment to a flow of m. The payments of a flow must be added in date
// order, before the payments of the next flow.
func (m *Liability) AddSingle(f *Flow, s Single) {
	if f.singles == 0 {
		f.single = uint16(len(m.singles))
	}
	m.singles = append(m.singles, s)
	f.singles++
}

// Flow returns the flow of row k, counted from 0.
func (m *Liability) Flow(k int) *Flow { return &m.flows[k] }

// Singles returns the one-off payments of a flow, in date order.
func (m *Liability) Singles(f *Flow) []Single { return m.singles[f.single : f.single+f.singles] }

// Simple reports whether the interest of a flow accrues in proportion to its days.
func (m *Liability) Simple(f *Flow) bool { return m.at.convention == Nominal && f.singles == 0 }
