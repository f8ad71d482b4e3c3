package oracle

import (
	"math/big"
	"slices"
)

// soFar returns the interest, amortization and lease expense that a row has accrued by the end of
// its e-th day, counted from 1. By the last day, they equal the row's amounts. Before that,
// interest is in proportion to the exact interest accrued on the balance, and straight-line amounts
// are in proportion to the elapsed time.
func (b *book) soFar(r *Row, e int) (interest, amortization, expense *big.Int) {
	if e == r.days {
		return r.Interest, r.RouAmortization, r.LeaseExpense
	}
	byDays := func(v *big.Int) *big.Int { return cents(v, b.passed(r, e)) }
	if r.treatment == exempt {
		return r.Interest, r.RouAmortization, byDays(r.LeaseExpense)
	}
	interest = b.interestSoFar(r, e)
	if r.treatment == operating {
		expense = byDays(r.LeaseExpense)
		return interest, new(big.Int).Sub(expense, interest), expense
	}
	amortization = byDays(r.RouAmortization)
	return interest, amortization, new(big.Int).Add(interest, amortization)
}

// passed returns the fraction of the row's time that has elapsed by the end of its e-th day.
// Depending on the report's accrual method, it counts days, months or months of 30 days. If it
// counts months, an incomplete month counts as a fraction based on days.
func (b *book) passed(r *Row, e int) *big.Rat {
	switch b.accrual {
	case "months":
		return new(big.Rat).Quo(monthsPassed(r.first, r.first.plusDays(e)), monthsPassed(r.first, r.last.plusDays(1)))
	case "thirty_360":
		before := b.lease.startsBy30(r.first)
		return big.NewRat(int64(endsBy30(r.first.plusDays(e-1))-before), int64(b.lease.startsBy30(r.last.plusDays(1))-before))
	default:
		return big.NewRat(int64(e), int64(r.days))
	}
}

// endsBy30 returns the day number of d in a calendar with months of 30 days. The last day of any
// month counts as the 30th.
func endsBy30(d date) int {
	day := min(d.day, 30)
	if d == d.monthEnd() {
		day = 30
	}
	return 360*d.year + 30*(d.month-1) + day
}

// startsBy30 returns the number of the day before a row's first day, in a calendar with months of
// 30 days. If the row starts on a monthly anniversary, its first day counts as the anniversary's
// day of the month, even if the month is too short to have that day. This day of the month comes
// from the commencement date, or from the start of the calendar's first period. Otherwise, for
// example after an event, it counts as its actual day.
func (r *Request) startsBy30(first date) int {
	anchor := r.Commencement
	if r.Calendar != nil && r.Calendar.Days == "" {
		anchor = r.Calendar.From
	}
	if _, exactly := monthsFrom(anchor, first); exactly && (r.Calendar == nil || r.Calendar.Days == "") {
		return endsBy30(date{first.year, first.month, 1}) - 1 + min(anchor.day, 30) - 1
	}
	return endsBy30(first) - 1
}

func monthsPassed(from, to date) *big.Rat {
	months, _ := monthsFrom(from, to)
	begun := from.plusMonths(months)
	part := big.NewRat(int64(begun.daysTo(to)), int64(begun.daysTo(from.plusMonths(months+1))))
	return part.Add(part, big.NewRat(int64(months), 1))
}

func cents(v *big.Int, share *big.Rat) *big.Int {
	return roundedQuotient(new(big.Int).Mul(v, share.Num()), share.Denom())
}

func (b *book) interestSoFar(r *Row, e int) *big.Int {
	if r.Interest.Sign() == 0 {
		return new(big.Int)
	}
	if (r.pace.exact() || b.accrual != "") && len(r.inner()) == 0 {
		return cents(r.Interest, b.passed(r, e))
	}
	start := r.accrual.by(r.since)
	total := r.accrual.by(r.since + r.days).minus(start)
	if zero(total) {
		return new(big.Int)
	}
	return round(whole(r.Interest).times(r.accrual.by(r.since + e).minus(start)).dividedBy(total))
}

// cut divides the rows at an event on the given day. If the event falls within a row, it splits the
// row: the first segment becomes the last row before the event, and the second segment becomes the
// first of the remaining rows.
func (b *book) cut(day date) (before, rest []Row) {
	i := slices.IndexFunc(b.rows, func(r Row) bool { return !r.last.before(day) })
	if i < 0 {
		return slices.Clone(b.rows), nil
	}
	before, rest = slices.Clone(b.rows[:i]), slices.Clone(b.rows[i:])
	if row := b.rows[i]; row.first.before(day) {
		before = append(before, b.firstPart(row, day))
		rest[0] = b.secondPart(row, before[i], day)
	}
	return before, rest
}

// firstPart returns the segment of a row that ends on the preceding day.
func (b *book) firstPart(row Row, day date) Row {
	e := row.first.daysTo(day)
	first := row
	first.Interest, first.RouAmortization, first.LeaseExpense = b.soFar(&row, e)
	first.setDays(row.first, day.dayBefore(), b.lease.advance())
	first.setFlows(flowsWithin(&row, func(f flow) bool { return f.day.before(day) }))
	if !b.lease.advance() {
		first.rentDue, first.Variable = false, new(big.Int)
	}
	first.service = roundedQuotient(new(big.Int).Mul(row.service, big.NewInt(int64(e))), big.NewInt(int64(row.days)))
	first.closeLiability()
	first.RouAssetClose = new(big.Int).Sub(first.RouAssetOpen, first.RouAmortization)
	return first
}

// secondPart returns the remainder of a row, after the given first segment. It does not remeasure
// the liability, and it leaves the asset columns empty; the function draw sets them.
func (b *book) secondPart(row, first Row, day date) Row {
	second := row
	pace := *row.pace
	pace.gone += first.days
	second.pace = &pace
	second.since = row.since + first.days
	second.Interest = new(big.Int).Sub(row.Interest, first.Interest)
	second.setDays(day, row.last, b.lease.advance())
	second.setFlows(flowsWithin(&row, func(f flow) bool { return !f.day.before(day) }))
	if b.lease.advance() {
		second.rentDue, second.Variable = false, new(big.Int)
	}
	second.service = new(big.Int).Sub(row.service, first.service)
	second.LiabilityOpen = first.LiabilityClose
	second.closeLiability()
	return second
}

func flowsWithin(row *Row, in func(flow) bool) []flow {
	return slices.DeleteFunc(slices.Clone(row.flows), func(f flow) bool { return !in(f) })
}
