package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// spread is how a segment's asset or cost is allocated to its rows.
type spread struct {
	pattern pattern
	asset   money.Amount // at the start of the first row
	total   money.Amount // what is allocated straight-line
}

// pattern is what is allocated straight-line.
type pattern uint8

const (
	byAsset    pattern = iota // the asset; cost is its amortization and interest
	byCost                    // one lease cost; the asset takes what interest leaves of it (842-20-25-6, 35-3)
	byExempted                // the payments of an exempt lease; there is no asset (842-20-25-2, 16.6)
)

// give fills the columns of the asset and the cost of a row.
func (s *spread) give(row *Period, share money.Amount) {
	switch s.pattern {
	case byAsset:
		row.RouAmortization = share
		row.LeaseExpense = share.Add(row.Interest)
	case byCost:
		row.LeaseExpense = share
		row.RouAmortization = share.Sub(row.Interest)
	case byExempted:
		row.LeaseExpense = share
	}
	s.asset = s.asset.Sub(row.RouAmortization)
	row.RouAssetClose = s.asset
}

// over allocates to rows of which the first and the last may be parts of a period. It
// returns how many shares the one-cent rule moved.
func (s *spread) over(rows []Period, months monthCount) (moved int) {
	if n := len(rows); n == 0 || months.den != 1 || !rows[0].Whole() || !rows[n-1].Whole() {
		return shareOut(rows, s.total, months, s.give)
	}
	line := newStraightLine(s.total, months.num)
	for i := range rows {
		s.give(&rows[i], line.next(int64(rows[i].Months)))
	}
	return line.moved
}
