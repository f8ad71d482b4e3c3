package oracle

import "math/big"

// straightLine spreads total over the first months of the lease and returns
// each row's share.
func (a *Answer) straightLine(total *big.Int, over int) []*big.Int {
	shares := make([]*big.Int, len(a.Rows))
	den := big.NewInt(int64(over))
	printed, covered := new(big.Int), 0
	for k, row := range a.Rows {
		within := max(0, min(row.firstMonth+row.months, over)-row.firstMonth)
		covered += within
		share := a.round(new(big.Int).Mul(total, big.NewInt(int64(within))), den)
		// How far the cumulative printed amount lies above the exact one, over den.
		off := new(big.Int).Add(printed, share)
		off.Mul(off, den)
		off.Sub(off, new(big.Int).Mul(total, big.NewInt(int64(covered))))
		share.Add(share, big.NewInt(a.move(off, den)))
		printed.Add(printed, share)
		shares[k] = share
	}
	return shares
}

// amortizationMonths is A of the method.
func (r *Request) amortizationMonths() int {
	if r.EconomicLife == nil {
		return r.TermMonths
	}
	owned := r.TransfersOwnership != nil && *r.TransfersOwnership || r.optionCertain()
	if owned || *r.EconomicLife < r.TermMonths {
		return *r.EconomicLife
	}
	return r.TermMonths
}

// measureAsset fills the columns of the right-of-use asset and of cost.
func (a *Answer) measureAsset(r *Request) {
	a.InitialRouAsset = new(big.Int).Set(a.InitialLiability)
	a.InitialRouAsset.Add(a.InitialRouAsset, centsOf(r.PrepaidRent))
	a.InitialRouAsset.Add(a.InitialRouAsset, centsOf(r.DirectCosts))
	a.InitialRouAsset.Sub(a.InitialRouAsset, centsOf(r.Incentives))

	a.AmortizationMonths = r.amortizationMonths()
	if a.Classification == "finance" {
		for k, share := range a.straightLine(a.InitialRouAsset, a.AmortizationMonths) {
			row := &a.Rows[k]
			row.RouAmortization = share
			row.LeaseExpense = new(big.Int).Add(row.Interest, share)
		}
	} else {
		cost := new(big.Int).Set(a.TotalPayments)
		cost.Add(cost, centsOf(r.PrepaidRent))
		cost.Add(cost, centsOf(r.DirectCosts))
		cost.Sub(cost, centsOf(r.Incentives))
		for k, share := range a.straightLine(cost, r.TermMonths) {
			row := &a.Rows[k]
			row.LeaseExpense = share
			row.RouAmortization = new(big.Int).Sub(share, row.Interest)
		}
	}
	balance := a.InitialRouAsset
	a.TotalLeaseCost = new(big.Int)
	for k := range a.Rows {
		row := &a.Rows[k]
		balance = new(big.Int).Sub(balance, row.RouAmortization)
		row.RouAssetClose = balance
		a.TotalLeaseCost.Add(a.TotalLeaseCost, row.LeaseExpense)
	}
}
