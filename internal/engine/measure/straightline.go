package measure

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// straightLineAsset amortizes an asset straight-line over some months. The cost of each row is its
// amortization plus its interest. straightLineAsset returns the number of shares that the one-cent
// rule adjusted.
func straightLineAsset(rows []schedule.Period, asset money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, asset, months, func(row *schedule.Period, share money.Amount) {
		row.RouAmortization = share
		row.LeaseExpense = share.Add(row.Interest)
		asset = asset.Sub(share)
		row.RouAssetClose = asset
	})
}

// straightLineCost allocates a single lease cost over some months. The asset decreases by the cost
// less the interest (842-20-25-6, 35-3). straightLineCost returns the number of shares that the
// one-cent rule adjusted.
func straightLineCost(rows []schedule.Period, asset, total money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, total, months, func(row *schedule.Period, share money.Amount) {
		row.LeaseExpense = share
		row.RouAmortization = share.Sub(row.Interest)
		asset = asset.Sub(row.RouAmortization)
		row.RouAssetClose = asset
	})
}

// shareOut allocates a total to rows over some months and calls give with each share. Each share
// is rounded and, by the one-cent rule, adjusted to the exact running total, so that the shares
// sum to the total. Rows after these months have a share of 0. shareOut returns the number of
// adjusted shares.
//
// Months are counted in units: one unit per month, or several if an event split a row.
func shareOut(rows []schedule.Period, total money.Amount, over *big.Rat, give func(*schedule.Period, money.Amount)) (moved int) {
	unit := over.Denom()
	for i := range rows {
		if row := &rows[i]; !row.Whole() {
			unit = lcm(unit, months.Of(row).Denom())
		}
	}
	line := straightLine{amount: total.Abs().Big(), units: inUnits(over, unit)}
	line.left.Set(line.units)
	line.limit.Mul(line.units, big.NewInt(pv.Million-1))
	line.limit.Add(&line.limit, big.NewInt(pv.Million-1)).Quo(&line.limit, big.NewInt(pv.Million)) // rounded up
	for i := range rows {
		row := &rows[i]
		if i == 0 || row.Months != rows[i-1].Months || !row.Whole() || !rows[i-1].Whole() || line.left.Cmp(line.within) < 0 {
			line.enter(inUnits(months.Of(row), unit))
		}
		share, adjusted := line.next()
		if adjusted {
			moved++
		}
		if total.Sign() < 0 {
			share = share.Neg()
		}
		give(row, share)
	}
	return moved
}

// straightLine allocates a non-negative amount to rows.
type straightLine struct {
	amount *big.Int
	units  *big.Int // units of all months
	left   big.Int  // remaining units
	off    big.Int  // sum of the shares so far less the exact running total, in cents × units
	limit  big.Int  // value of off at which the one-cent rule adjusts a share: a cent less a millionth

	within *big.Int     // units of the current row
	share  money.Amount // rounded share of a row with these units
	excess big.Int      // rounded share less exact share, in cents × units
}

// enter sets the number of units of the following rows.
func (s *straightLine) enter(units *big.Int) {
	s.within = units
	if units.Cmp(&s.left) > 0 {
		s.within = new(big.Int).Set(&s.left)
	}
	exact := new(big.Int).Mul(s.amount, s.within)
	share := money.QuoRound(exact, s.units)
	s.share = money.FromBig(share)
	s.excess.Sub(s.excess.Mul(share, s.units), exact)
}

// next returns the share of the next row, and whether the one-cent rule adjusted it.
func (s *straightLine) next() (share money.Amount, adjusted bool) {
	s.left.Sub(&s.left, s.within)
	s.off.Add(&s.off, &s.excess)
	switch {
	case s.off.CmpAbs(&s.limit) < 0:
		return s.share, false
	case s.off.Sign() > 0:
		s.off.Sub(&s.off, s.units)
		return s.share.Sub(money.Cents(1)), true
	}
	s.off.Add(&s.off, s.units)
	return s.share.Add(money.Cents(1)), true
}

// inUnits converts months to units, given the number of units per month.
func inUnits(m *big.Rat, unit *big.Int) *big.Int {
	n := new(big.Int).Quo(unit, m.Denom())
	return n.Mul(n, m.Num())
}

func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, divisor.Quo(b, divisor))
}
