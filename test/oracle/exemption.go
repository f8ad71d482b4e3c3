package oracle

import "math/big"

// exempt changes measured rows to the rows of an exempt lease, which have no balances. Their cost
// is straight-line. Under GASB 87 a row's cost is the sum of its payments. Only two amounts are
// straight-line: prepaid rent, and direct costs less incentives.
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
	for k, share := range straightLine(rows, spread, monthsOf(rows)) {
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
