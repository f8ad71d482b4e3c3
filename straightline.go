package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// straightLine spreads a total over a number of months: each row's share is
// rounded on its own and moved by the one-cent rule against the exact running
// total, so that the shares sum to the total. What lies beyond the months is 0.
//
// Months are counted in units: one a month, or more where an event cut a row.
type straightLine struct {
	total  money.Amount // without its sign
	minus  bool
	months int64 // over which it is spread, in units
	left   int64 // of those
	off    int64 // shares so far less the exact running total, in cents × months

	moved int // shares that the one-cent rule moved

	row        int64        // a row's units, for which quo and rem hold
	quo        money.Amount // the share of such a row, truncated
	remainders int64        // and what that leaves, in cents × months
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
	switch limit := (million - 1) * s.months; {
	case off*million >= limit:
		share, off = share.Sub(money.Cents(1)), off-s.months
		s.moved++
	case off*million <= -limit:
		share, off = share.Add(money.Cents(1)), off+s.months
		s.moved++
	}
	s.off = off
	if s.minus {
		return share.Neg()
	}
	return share
}

// shareOut gives each row its share of a total spread over some months, and
// returns how many shares the one-cent rule moved. The months may be a fraction
// where an event cut a row.
func shareOut(rows []Period, total money.Amount, months *big.Rat, give func(*Period, money.Amount)) (moved int) {
	unit := new(big.Int).Set(months.Denom())
	for i := range rows {
		if row := &rows[i]; !row.Whole() {
			unit = lcm(unit, monthsOf(row).Denom())
		}
	}
	all := new(big.Int).Mul(months.Num(), new(big.Int).Quo(unit, months.Denom()))
	if all.Cmp(big.NewInt(mostUnits)) > 0 {
		return shareOutWide(rows, total, all, unit, give)
	}
	line, units := newStraightLine(total, all.Int64()), unit.Int64()
	for i := range rows {
		row := &rows[i]
		n := int64(row.Months) * units
		if !row.Whole() {
			part := monthsOf(row)
			n = part.Num().Int64() * (units / part.Denom().Int64())
		}
		give(row, line.next(n))
	}
	return line.moved
}

// shareOutWide is [shareOut] for units that do not fit a word.
func shareOutWide(rows []Period, total money.Amount, all, unit *big.Int, give func(*Period, money.Amount)) (moved int) {
	amount, minus := total.Abs().Big(), total.Sign() < 0
	left, off := new(big.Int).Set(all), new(big.Int)
	limit := new(big.Int).Mul(all, big.NewInt(million-1))
	for i := range rows {
		part := monthsOf(&rows[i])
		within := new(big.Int).Mul(part.Num(), new(big.Int).Quo(unit, part.Denom()))
		if within.Cmp(left) > 0 {
			within.Set(left)
		}
		left.Sub(left, within)
		exact := within.Mul(within, amount)
		share := money.QuoRound(exact, all)
		off.Add(off, new(big.Int).Mul(share, all)).Sub(off, exact)
		if distance := new(big.Int).Mul(off, big.NewInt(million)); distance.CmpAbs(limit) >= 0 {
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

// monthsOf returns the months of a row: those of its period inside the term,
// times its share of the period's days.
func monthsOf(p *Period) *big.Rat {
	return big.NewRat(int64(p.Months)*int64(p.Days), int64(p.PeriodDays))
}

// sumMonths returns the months of rows. Those of the parts of one period are added
// over its days, because adding fractions is dear.
func sumMonths(rows []Period) *big.Rat {
	whole, parts, days := int64(0), int64(0), int64(1)
	var others *big.Rat // parts of periods of another length
	for i := range rows {
		row := &rows[i]
		if row.Whole() {
			whole += int64(row.Months)
			continue
		}
		if of := int64(row.PeriodDays); of != days {
			if parts != 0 {
				if others == nil {
					others = new(big.Rat)
				}
				others.Add(others, big.NewRat(parts, days))
			}
			parts, days = 0, of
		}
		parts += int64(row.Months) * int64(row.Days)
	}
	sum := big.NewRat(whole*days+parts, days)
	if others != nil {
		sum.Add(sum, others)
	}
	return sum
}

func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, divisor.Quo(b, divisor))
}
