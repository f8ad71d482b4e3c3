package measure

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// straightLine allocates a total over a number of months. Each row's share is rounded and adjusted
// by the one-cent rule against the exact running total, so that the shares sum to the total. Rows
// after the months have 0.
//
// Months are counted in units: one per month, or more if an event split a row.
type straightLine struct {
	total  money.Amount // absolute value
	minus  bool
	months int64 // in units
	left   int64 // remaining units
	off    int64 // shares so far less the exact running total, in cents × months

	moved int // shares adjusted by the one-cent rule

	row        int64        // units of the row that quo and remainders belong to
	quo        money.Amount // the share of such a row, truncated
	remainders int64        // its remainder, in cents × months
}

// mostUnits bounds the units of a straight line: off × 10^6 fits 63 bits.
const mostUnits = 1 << 42

func newStraightLine(total money.Amount, months int64) straightLine {
	return straightLine{total: total.Abs(), minus: total.Sign() < 0, months: months, left: months}
}

// next returns the share of the next row, which has the given units.
func (s *straightLine) next(months int64) money.Amount {
	within := min(months, s.left)
	s.left -= within
	if within != s.row {
		quo, rem := s.total.Mul(uint64(within)).QuoRem(uint64(s.months))
		s.row, s.quo, s.remainders = within, quo, int64(rem)
	}
	share, off := s.quo, s.off-s.remainders
	if 2*s.remainders >= s.months {
		share, off = share.Add(money.Cents(1)), off+s.months
	}
	switch limit := (pv.Million - 1) * s.months; {
	case off*pv.Million >= limit:
		share, off = share.Sub(money.Cents(1)), off-s.months
		s.moved++
	case off*pv.Million <= -limit:
		share, off = share.Add(money.Cents(1)), off+s.months
		s.moved++
	}
	s.off = off
	if s.minus {
		return share.Neg()
	}
	return share
}

// straightLineAsset amortizes an asset over some months, and adds the interest of the rows to
// their cost. It returns how many shares the one-cent rule adjusted.
func straightLineAsset(rows []schedule.Period, asset money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, asset, months, func(row *schedule.Period, share money.Amount) {
		row.RouAmortization = share
		row.LeaseExpense = share.Add(row.Interest)
		asset = asset.Sub(share)
		row.RouAssetClose = asset
	})
}

// straightLineCost allocates a single lease cost over some months. The asset decreases by the cost
// less the interest (842-20-25-6, 35-3). It returns how many shares the one-cent rule adjusted.
func straightLineCost(rows []schedule.Period, asset, total money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, total, months, func(row *schedule.Period, share money.Amount) {
		row.LeaseExpense = share
		row.RouAmortization = share.Sub(row.Interest)
		asset = asset.Sub(row.RouAmortization)
		row.RouAssetClose = asset
	})
}

// shareOut passes each row its share of a total over some months, and returns how many shares the
// one-cent rule adjusted. The months may be a fraction if an event split a row.
func shareOut(rows []schedule.Period, total money.Amount, over *big.Rat, give func(*schedule.Period, money.Amount)) (moved int) {
	unit := commonUnit(rows, over)
	if unit == 0 {
		return shareOutWide(rows, total, over, give)
	}
	line := newStraightLine(total, over.Num().Int64()*(unit/over.Denom().Int64()))
	for i := range rows {
		row := &rows[i]
		n := int64(row.Months) * unit
		if !row.Whole() {
			n = n * int64(row.Days) / int64(row.PeriodDays)
		}
		give(row, line.next(n))
	}
	return line.moved
}

// commonUnit returns how many units make a month, so that the months of the rows and
// of the line are whole numbers of units; 0 if words do not hold those numbers.
func commonUnit(rows []schedule.Period, over *big.Rat) int64 {
	unit := int64(1)
	common := func(months *big.Rat) bool {
		part := months.Denom()
		if !part.IsInt64() || part.Int64() > mostUnits {
			return false
		}
		unit = unit / gcd(unit, part.Int64()) * part.Int64()
		return unit <= mostUnits
	}
	if !common(over) {
		return 0
	}
	for i := range rows {
		if row := &rows[i]; !row.Whole() && !common(months.Of(row)) {
			return 0
		}
	}
	if !over.Num().IsInt64() || over.Num().Int64() > mostUnits/(unit/over.Denom().Int64()) {
		return 0
	}
	return unit
}

// gcd returns the greatest common divisor of two positive numbers.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// shareOutWide is [shareOut] for units that do not fit a word.
func shareOutWide(rows []schedule.Period, total money.Amount, over *big.Rat, give func(*schedule.Period, money.Amount)) (moved int) {
	unit := new(big.Int).Set(over.Denom())
	for i := range rows {
		unit = lcm(unit, months.Of(&rows[i]).Denom())
	}
	all := new(big.Int).Mul(over.Num(), new(big.Int).Quo(unit, over.Denom()))
	amount, minus := total.Abs().Big(), total.Sign() < 0
	left, off := new(big.Int).Set(all), new(big.Int)
	limit := new(big.Int).Mul(all, big.NewInt(pv.Million-1))
	for i := range rows {
		part := months.Of(&rows[i])
		within := new(big.Int).Mul(part.Num(), new(big.Int).Quo(unit, part.Denom()))
		if within.Cmp(left) > 0 {
			within.Set(left)
		}
		left.Sub(left, within)
		exact := within.Mul(within, amount)
		share := money.QuoRound(exact, all)
		off.Add(off, new(big.Int).Mul(share, all)).Sub(off, exact)
		if distance := new(big.Int).Mul(off, big.NewInt(pv.Million)); distance.CmpAbs(limit) >= 0 {
			step := big.NewInt(int64(distance.Sign()))
			share.Sub(share, step)
			off.Sub(off, step.Mul(step, all))
			moved++
		}
		if minus {
			share.Neg(share)
		}
		give(&rows[i], money.FromBig(share))
	}
	return moved
}

func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, divisor.Quo(b, divisor))
}
