package measure

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

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
// one-cent rule adjusted: each share is rounded, and adjusted against the exact running total, so that
// the shares sum to the total. Rows after the months have 0.
//
// Months are counted in units: one per month, or more if an event split a row.
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

// straightLine allocates an amount that is not negative.
type straightLine struct {
	amount *big.Int
	units  *big.Int // of the whole line
	left   big.Int  // remaining units
	off    big.Int  // shares so far less the exact running total, in cents × units
	limit  big.Int  // off at which the one-cent rule adjusts a share: a cent less a millionth

	within *big.Int     // units of the current row
	share  money.Amount // of such a row, rounded
	excess big.Int      // of that share over the exact one, in cents × units
}

// enter selects rows of some units.
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

// inUnits returns months in units, of which a month has the given number.
func inUnits(m *big.Rat, unit *big.Int) *big.Int {
	n := new(big.Int).Quo(unit, m.Denom())
	return n.Mul(n, m.Num())
}

// lcm returns the least common multiple of two positive numbers.
func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, divisor.Quo(b, divisor))
}
