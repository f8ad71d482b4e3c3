package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// exempt turns the rows of a lease into those of one that is kept off the
// balance sheet (METHOD 12.6): no liability, no asset, no interest. Under most
// standards the cost is one straight line of everything that is paid
// (842-20-25-2, IFRS 16.6); under GASB 87 it is what the row pays, and the
// straight line of what was paid at commencement (87.16).
func exempt(m *Measurement, rows []Period, term monthCount) {
	l := &m.Lease
	m.InitialLiability, m.InitialRouAsset, m.RowsMoved = money.Amount{}, money.Amount{}, 0
	spreads := l.assetAdjustments()
	asPaid := l.Standard.rules().exemptAsPaid
	if !asPaid {
		spreads = spreads.Add(m.TotalUndiscountedPayments)
	}
	for i := range rows {
		row := &rows[i]
		row.Interest, row.Principal, row.LiabilityClose = money.Amount{}, money.Amount{}, money.Amount{}
	}
	s := spread{pattern: byExempted, total: spreads}
	m.SharesMoved = s.over(rows, term)
	if asPaid {
		for i := range rows {
			rows[i].LeaseExpense = rows[i].LeaseExpense.Add(rows[i].Payment)
		}
	}
}
