package figure

import "github.com/leasehold-accounting/leasehold/money"

// Vector holds an amount for each figure, in minor units of one currency.
type Vector [room]money.Amount

// Of returns the amount of a figure.
func (v *Vector) Of(c Concept) money.Amount { return v[c] }

// Post adds an amount to a figure.
func (v *Vector) Post(c Concept, a money.Amount) { v[c] = v[c].Add(a) }

// Add adds the amounts of w, in the same currency.
func (v *Vector) Add(w *Vector) {
	for i := range list {
		if w[i] != (money.Amount{}) { // most amounts are 0
			v[i] = v[i].Add(w[i])
		}
	}
}

// Between sets v to the figures of a reporting period. before contains the cumulative figures through
// the preceding day, and after through the last day of the period.
func (v *Vector) Between(before, after *Vector) {
	for i := range list {
		switch list[i].kind {
		case Increase, Decrease, Separate:
			v[i] = after[i].Sub(before[i])
		case Closing, Balance:
			v[i] = after[i]
		case Opening, Total:
		}
	}
	for _, s := range statements {
		s.close(v, before)
	}
}

// close sets the opening balance and the total of a statement. before is as in [Vector.Between].
func (s *Statement) close(v, before *Vector) {
	var sum money.Amount
	var opening, closing Concept
	rolls := false
	for _, c := range s.Figures {
		switch list[c].kind {
		case Opening:
			opening, rolls = c, true
		case Closing:
			closing = c
		case Increase:
			sum = sum.Add(v[c])
		case Total:
			v[c] = sum
		case Decrease, Balance, Separate:
		}
	}
	if rolls {
		v[opening] = before[closing]
	}
}

// AssetRoll is one of the two rollforwards of a government's asset: its cost, or its accumulated
// amortization (METHOD 25.5).
type AssetRoll struct {
	Opening, Increases, Decreases, Closing Concept
	Balance                                Concept // the figure that reports this balance in the rollforward of the carrying amount
}

// AssetRolls are the rollforwards of the cost and of the accumulated amortization, in this order.
var AssetRolls = [2]AssetRoll{
	{AssetCostOpening, AssetCostIncreases, AssetCostDecreases, AssetCostClosing, AssetCost},
	{AmortizationOpening, AmortizationIncreases, AmortizationDecreases, AmortizationClosing, AssetAccumulated},
}

// Adjust posts an amount as an increase, or as a decrease if it is negative.
func (r *AssetRoll) Adjust(v *Vector, by money.Amount) {
	if by.Sign() < 0 {
		v.Post(r.Decreases, by.Neg())
	} else {
		v.Post(r.Increases, by)
	}
}
