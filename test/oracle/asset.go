package oracle

import "math/big"

// straightLine spreads total evenly over a number of months, counted from the first row, and
// returns the share of each row.
func (r *rounder) straightLine(rows []Row, total *big.Int, over *big.Rat) []*big.Int {
	shares := make([]*big.Int, len(rows))
	printed, covered := new(big.Int), new(big.Rat)
	for k := range rows {
		upTo := new(big.Rat).Add(covered, rows[k].Months)
		if upTo.Cmp(over) > 0 {
			upTo.Set(over)
		}
		share := r.round(part(total, new(big.Rat).Sub(upTo, covered), over))
		// off is the difference between the cumulative printed and exact amounts.
		off := whole(new(big.Int).Add(printed, share)).minus(part(total, upTo, over))
		share.Add(share, big.NewInt(r.move(off)))
		printed.Add(printed, share)
		shares[k], covered = share, upTo
	}
	return shares
}

func part(total *big.Int, months, over *big.Rat) fraction {
	return whole(total).times(ratio(new(big.Rat).Quo(months, over)))
}

func monthsOf(rows []Row) *big.Rat {
	sum := new(big.Rat)
	for k := range rows {
		sum.Add(sum, rows[k].Months)
	}
	return sum
}

// life holds the economic life of the asset in months, counted from the row sinceRow.
type life struct {
	months   int
	sinceRow int
}

// left returns the economic life that remains after the given rows, at least one month. It returns
// nil if the economic life is unknown.
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

// amortizationMonths returns A of METHOD: the remaining economic life if ownership transfers or if
// it is shorter than the remaining term; otherwise the remaining term.
func amortizationMonths(owned bool, lifeLeft, termLeft *big.Rat) *big.Rat {
	if lifeLeft != nil && (owned || lifeLeft.Cmp(termLeft) < 0) {
		return lifeLeft
	}
	return termLeft
}

// line holds the straight-line period of the asset in months, counted from the row sinceRow.
type line struct {
	months   *big.Rat
	sinceRow int
}

// left returns the months of the straight-line period that remain after the given rows.
func (l *line) left(before []Row) *big.Rat {
	left := new(big.Rat).Sub(l.months, monthsOf(before[l.sinceRow:]))
	if left.Sign() < 0 {
		return new(big.Rat)
	}
	return left
}

// amortize fills the cost and asset columns. The asset of an operating lease follows from its
// single lease cost: the payments plus the excess of the asset over the liability, spread over the
// months of the rows. Other assets are amortized over the given number of months.
func (r *rounder) amortize(rows []Row, treatment treatment, asset, liability *big.Int, over *big.Rat) {
	exact := &rounder{exactly: true}
	if treatment == operating {
		cost := new(big.Int).Sub(asset, liability)
		for k := range rows {
			cost.Add(cost, rows[k].Payment)
		}
		for k, share := range exact.straightLine(rows, cost, monthsOf(rows)) {
			rows[k].LeaseExpense = share
			rows[k].RouAmortization = new(big.Int).Sub(share, rows[k].Interest)
		}
	} else {
		for k, share := range exact.straightLine(rows, asset, over) {
			rows[k].RouAmortization = share
			rows[k].LeaseExpense = new(big.Int).Add(rows[k].Interest, share)
		}
	}
	r.ties, r.thresholds = r.ties+exact.ties, r.thresholds+exact.thresholds
	for k := range rows {
		rows[k].treatment = treatment
		rows[k].RouAssetOpen = asset
		asset = new(big.Int).Sub(asset, rows[k].RouAmortization)
		rows[k].RouAssetClose = asset
	}
}
