package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// expense fills the columns of the asset and the cost, and returns how many
// straight-line shares the one-cent rule moved. A finance lease's asset is
// amortized over the given months; an operating lease has one straight-line
// cost over the term, and its amortization is what interest leaves of it
// (ASC 842-20-25-6, 35-3).
func (s *Segment) expense(months int, cost money.Amount) (moved int) {
	line := newStraightLine(s.RouAsset, months)
	if s.Class == Operating {
		line = newStraightLine(cost, s.TermMonths)
	}
	asset := s.RouAsset
	for i := range s.Periods {
		row := &s.Periods[i]
		share := line.next(row.Months)
		if s.Class == Operating {
			row.LeaseExpense = share
			row.RouAmortization = share.Sub(row.Interest)
		} else {
			row.RouAmortization = share
			row.LeaseExpense = share.Add(row.Interest)
		}
		asset = asset.Sub(row.RouAmortization)
		row.RouAssetClose = asset
	}
	return line.moved
}
