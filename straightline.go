package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// straightLine spreads a total over a number of months: each period's share is
// rounded on its own and moved by the one-cent rule against the exact running
// total, so that the shares sum to the total. What lies beyond the months is 0.
type straightLine struct {
	total  money.Amount // without its sign
	minus  bool
	months int64 // over which it is spread
	left   int64 // of those
	off    int64 // shares so far less the exact running total, in cents × months

	moved int // shares that the one-cent rule moved

	period     int          // a period's months, for which quo and rem hold
	quo        money.Amount // the share of such a period, truncated
	remainders int64        // and what that leaves, in cents × months
}

func newStraightLine(total money.Amount, months int) straightLine {
	return straightLine{total: total.Abs(), minus: total.Sign() < 0, months: int64(months), left: int64(months)}
}

// next returns the share of the next period, which has the given months.
func (s *straightLine) next(months int) money.Amount {
	within := int(min(int64(months), s.left))
	s.left -= int64(within)
	if within != s.period {
		quo, rem := s.total.Mul(uint64(within)).QuoRem(uint64(s.months))
		s.period, s.quo, s.remainders = within, quo, int64(rem)
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
