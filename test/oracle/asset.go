package oracle

import "math/big"

// straightLine spreads the total evenly over the given number of months, from the first row. It
// returns each row's rounded share.
func straightLine(rows []Row, total *big.Int, months *big.Rat) []*big.Int {
	shares := make([]*big.Int, len(rows))
	printed, covered := new(big.Int), new(big.Rat)
	for k := range rows {
		upTo := new(big.Rat).Add(covered, rows[k].Months)
		if upTo.Cmp(months) > 0 {
			upTo.Set(months)
		}
		step := new(big.Rat).Sub(upTo, covered)
		share := cents(total, step.Quo(step, months))
		// The off variable holds the rounded shares so far, less the exact total for the same
		// months.
		exact := whole(total).times(ratio(new(big.Rat).Quo(upTo, months)))
		off := whole(new(big.Int).Add(printed, share)).minus(exact)
		share.Add(share, big.NewInt(moved(off)))
		printed.Add(printed, share)
		shares[k], covered = share, upTo
	}
	return shares
}

func monthsOf(rows []Row) *big.Rat {
	sum := new(big.Rat)
	for k := range rows {
		sum.Add(sum, rows[k].Months)
	}
	return sum
}

// life holds the asset's total economic life in months, counted from the start of row sinceRow.
type life struct {
	months   int
	sinceRow int
}

// left returns the months of economic life, at least 1, that remain after the given rows. It
// returns nil if the economic life is unknown.
func (l *life) left(before []Row) *big.Rat {
	if l == nil {
		return nil
	}
	left := new(big.Rat).SetInt64(int64(l.months))
	left.Sub(left, monthsOf(before[l.sinceRow:]))
	if one := big.NewRat(1, 1); left.Cmp(one) < 0 {
		return one
	}
	return left
}

// amortizationMonths returns the number of months that METHOD calls A. If the lessee will own the
// asset at the end of the term, or if the remaining economic life is shorter than the remaining
// term, A is the remaining economic life. Otherwise A is the remaining term.
func amortizationMonths(owned bool, lifeLeft, termLeft *big.Rat) *big.Rat {
	if lifeLeft != nil && (owned || lifeLeft.Cmp(termLeft) < 0) {
		return lifeLeft
	}
	return termLeft
}

// line holds the asset's amortization months, counted from the start of row sinceRow.
type line struct {
	months   *big.Rat
	sinceRow int
}

// left returns the amortization months that remain after the given rows.
func (l *line) left(before []Row) *big.Rat {
	left := new(big.Rat).Sub(l.months, monthsOf(before[l.sinceRow:]))
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// amortize sets the cost and asset columns of the rows. For an operating lease, the straight-line
// base is the total payments plus the excess of the asset over the liability. A row's single lease
// cost is its straight-line share of this base; a row's amortization is this cost less the row's
// interest. Any other asset is amortized straight-line over the given number of months.
func amortize(rows []Row, treatment treatment, asset, liability *big.Int, over *big.Rat) {
	if treatment == operating {
		cost := new(big.Int).Sub(asset, liability)
		for k := range rows {
			cost.Add(cost, rows[k].Payment)
		}
		for k, share := range straightLine(rows, cost, monthsOf(rows)) {
			rows[k].LeaseExpense = share
			rows[k].RouAmortization = new(big.Int).Sub(share, rows[k].Interest)
		}
	} else {
		for k, share := range straightLine(rows, asset, over) {
			rows[k].RouAmortization = share
			rows[k].LeaseExpense = new(big.Int).Add(rows[k].Interest, share)
		}
	}
	for k := range rows {
		rows[k].treatment = treatment
		rows[k].RouAssetOpen = asset
		asset = new(big.Int).Sub(asset, rows[k].RouAmortization)
		rows[k].RouAssetClose = asset
	}
}
