package oracle

import "math/big"

// negative reports whether a balance is below 0 by more than round's tolerance.
func negative(f fraction) bool { return f.num.Sign() < 0 && !zero(f) }

// zero reports whether a value is within 10⁻⁴⁰ of 0.
func zero(f fraction) bool { return new(big.Int).Mul(f.num, nearness).CmpAbs(f.den) < 0 }

// atEnd adds the payments within the row and the payments at its closing, and returns their value
// at the end of the row. Interest accrues on payments within the row.
func (r *Row) atEnd() fraction {
	due := whole(r.at(closing))
	for _, s := range r.inner() {
		due = due.plus(whole(s.amount).times(r.pace.paid(r.days - s.after)))
	}
	return r.pace.trim(due)
}

// value computes the exact liability backward, starting from 0 after the last row. It returns the
// liability before the first row and after each row. It also sets each row's accrual, which
// determines accrued interest.
func value(rows []Row) (first fraction, after []fraction) {
	after = make([]fraction, len(rows))
	balance := whole(new(big.Int))
	for k := len(rows) - 1; k >= 0; k-- {
		row := &rows[k]
		after[k] = balance
		growth := row.pace.opened(row.days)
		opened := row.pace.trim(row.atEnd().plus(balance).dividedBy(growth))
		row.accrual, row.since = &accrual{row.pace, opened, row.inner()}, 0
		balance = whole(row.at(opening)).plus(opened)
	}
	return balance, after
}

// overdrawn returns the first day, if any, on which the exact liability is negative. It is negative
// if the remaining receipts from the lessor exceed the remaining payments. This day can be the
// start of the lease, a row's first day, or the day of a payment within a row.
func overdrawn(rows []Row, first fraction, after []fraction) (date, bool) {
	if negative(first) {
		return rows[0].first, true
	}
	for k := range rows {
		row := &rows[k]
		ahead := row.inner()
		for day := row.first; ; {
			remaining := whole(row.at(closing)).plus(after[k])
			for _, s := range ahead {
				remaining = remaining.plus(whole(s.amount).times(row.pace.paid(row.days - s.after)))
			}
			if negative(remaining) {
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

// accrue computes the rows' printed interest and balances, from the opening liability forward. It
// returns the number of rows that the one-cent rule adjusted.
func accrue(rows []Row, balance *big.Int, after []fraction) (movedRows int) {
	for k := range rows {
		row := &rows[k]
		row.LiabilityOpen = balance
		row.Interest = round(row.accrual.by(row.days))
		off := new(big.Int).Sub(balance, row.Payment)
		off.Add(off, row.Interest)
		if move := nearlyMoved(whole(off).minus(after[k])); move != 0 {
			row.Interest.Add(row.Interest, big.NewInt(move))
			movedRows++
		}
		row.closeLiability()
		balance = row.LiabilityClose
	}
	return movedRows
}

// closeLiability sets the row's closing liability: the opening liability plus interest less
// payments.
func (r *Row) closeLiability() {
	r.Principal = new(big.Int).Sub(r.Payment, r.Interest)
	r.LiabilityClose = new(big.Int).Sub(r.LiabilityOpen, r.Principal)
}
