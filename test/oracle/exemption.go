package oracle

import "math/big"

// exempt converts the measured rows to rows of an exempt lease, with no balances and straight-line
// cost. Under GASB 87 the cost of a row equals its payments, and only additional payments are
// spread.
func (b *book) exempt(rows []Row) {
	r := b.lease
	spread := r.units(r.PrepaidRent)
	spread.Add(spread, r.units(r.DirectCosts))
	spread.Sub(spread, r.units(r.Incentives))
	byRow := r.gasb()
	if !byRow {
		for k := range rows {
			spread.Add(spread, rows[k].Payment)
		}
	}
	b.commencement.liability, b.commencement.asset = new(big.Int), new(big.Int)
	exact := &rounder{exactly: true}
	for k, share := range exact.straightLine(rows, spread, monthsOf(rows)) {
		row := &rows[k]
		row.treatment = exempt
		row.LeaseExpense = share
		if byRow {
			row.LeaseExpense = new(big.Int).Add(share, row.Payment)
		}
		for _, column := range []**big.Int{
			&row.Interest, &row.Principal, &row.LiabilityOpen, &row.LiabilityClose, &row.RouAmortization, &row.RouAssetOpen, &row.RouAssetClose,
		} {
			*column = new(big.Int)
		}
	}
}
