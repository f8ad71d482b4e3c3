package oracle

import "math/big"

// rounder turns exact values into whole minor units. A balance of the liability, or what
// follows from it, counts as a tie, or as the threshold, where it comes closer to it than 10⁻⁴⁰;
// a cost that is spread decides its ties exactly.
type rounder struct {
	exactly bool

	// How often a figure was decided on the very edge. Tests see by them that
	// their leases reach it.
	ties       int // exact halves
	thresholds int // exactly 1 − 10⁻⁶ off
}

func (r *rounder) round(f fraction) *big.Int {
	nearest, tie := roundedOrTie(f.num, f.den)
	if tie {
		r.ties++
	}
	if r.exactly || tie {
		return nearest
	}
	return nearlyRounded(f.num, f.den)
}

// move is what the one-cent rule adds where a figure would be off by so much.
func (r *rounder) move(off fraction) int64 {
	move, exactly := moved(off.num, off.den)
	if exactly {
		r.thresholds++
	}
	if r.exactly || exactly {
		return move
	}
	return nearlyMoved(off.num, off.den)
}

// negative reports whether a value is below 0.
func (r *rounder) negative(f fraction) bool { return f.num.Sign() < 0 && !r.zero(f) }

// zero reports whether a value is 0.
func (r *rounder) zero(f fraction) bool {
	if f.num.Sign() == 0 || r.exactly {
		return f.num.Sign() == 0
	}
	return new(big.Int).Mul(f.num, nearness).CmpAbs(f.den) < 0
}

// atEnd is what a row's payments after its opening come to at its end, those
// within it grown.
func (r *Row) atEnd() fraction {
	due := whole(r.at(closing))
	for _, s := range r.inner() {
		due = due.plus(whole(s.amount).times(r.pace.paid(r.days - s.after)))
	}
	return r.pace.trim(due)
}

// value finds the exact balances of rows backward from 0 at their end: it
// returns that before the first and those after each, and gives every row the
// accrual of its interest.
func value(rows []Row) (first fraction, after []fraction) {
	after = make([]fraction, len(rows))
	balance := whole(new(big.Int))
	for k := len(rows) - 1; k >= 0; k-- {
		row := &rows[k]
		after[k] = balance
		growth := row.pace.opened(row.days)
		opened := row.pace.trim(row.atEnd().plus(balance).over(growth))
		row.accrual, row.since = &accrual{row.pace, opened, row.inner()}, 0
		balance = whole(row.at(opening)).plus(opened)
	}
	return balance, after
}

// overdrawn returns the day from which more is to be received than is owed, and
// whether there is one: the exact balance at the start, or in a row after its
// first day or after any payment within it, is negative.
func (r *rounder) overdrawn(rows []Row, first fraction, after []fraction) (date, bool) {
	if r.negative(first) {
		return rows[0].first, true
	}
	for k := range rows {
		row := &rows[k]
		ahead := row.inner()
		for day := row.first; ; {
			owed := whole(row.at(closing)).plus(after[k])
			for _, s := range ahead {
				owed = owed.plus(whole(s.amount).times(row.pace.paid(row.days - s.after)))
			}
			if r.negative(owed) {
				return day, true
			}
			if len(ahead) == 0 {
				break
			}
			day = row.first.plusDays(ahead[0].after)
			for len(ahead) > 0 && row.first.plusDays(ahead[0].after) == day {
				ahead = ahead[1:]
			}
		}
	}
	return date{}, false
}

// accrue prints the interest and the balances of measured rows forward from the
// printed balance, and returns how many rows the one-cent rule moved.
func (r *rounder) accrue(rows []Row, balance *big.Int, after []fraction) (movedRows int) {
	for k := range rows {
		row := &rows[k]
		row.LiabilityOpen = balance
		row.Interest = r.round(row.accrual.by(row.days))
		off := new(big.Int).Sub(balance, row.Payment)
		off.Add(off, row.Interest)
		if move := r.move(whole(off).minus(after[k])); move != 0 {
			row.Interest.Add(row.Interest, big.NewInt(move))
			movedRows++
		}
		row.closeLiability()
		balance = row.LiabilityClose
	}
	return movedRows
}

// closeLiability follows from the row's balance, interest and payment.
func (r *Row) closeLiability() {
	r.Principal = new(big.Int).Sub(r.Payment, r.Interest)
	r.LiabilityClose = new(big.Int).Sub(r.LiabilityOpen, r.Principal)
}
