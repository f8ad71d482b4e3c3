package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// flow is what one payment period contributes to the liability: what is paid on
// its first day, what is paid on its last, and the months for which interest
// accrues between the two. The whole measurement works on a stream of flows, so
// a new shape of lease is a new way to make them.
type flow struct {
	months  int // 1 to 12
	opening money.Amount
	closing money.Amount
}

func (f *flow) payment() money.Amount { return f.opening.Add(f.closing) }

// layRows numbers and dates the rows of a schedule and fills in what is paid.
// Dates are counted from commencement, never from the row before, so that
// 31 January is followed by 28 February and then by 31 March.
func layRows(l *Lease, flows []flow) []Period {
	rows := make([]Period, len(flows))
	passed, next := 0, l.CommencementDate
	for i := range rows {
		row, f := &rows[i], &flows[i]
		row.Number, row.Year, row.Months = i+1, passed/12+1, f.months
		row.First = next
		passed += f.months
		next = l.CommencementDate.AddMonths(passed)
		row.Last = next.Prev()
		row.Payment = f.payment()
		if l.PaymentTiming == Advance {
			row.Date, row.Rent, row.Terminal = row.First, f.opening, f.closing
		} else {
			row.Date, row.Rent = row.Last, f.closing
		}
	}
	if last := &rows[len(rows)-1]; l.PaymentTiming == Arrears {
		last.Terminal = l.terminal()
		last.Rent = last.Rent.Sub(last.Terminal)
	}
	return rows
}

// appendFlows appends the flows of l: rents in advance open their period and
// rents in arrears close it; what is owed at the end of the term closes the
// last period in either case.
func appendFlows(dst []flow, rents *rents, l *Lease, terminal money.Amount) []flow {
	rents.start(l)
	m := l.PaymentFrequency.Months()
	for start := 0; start < l.TermMonths; start += m {
		months := min(m, l.TermMonths-start)
		rent := rents.at(start/12, months)
		f := flow{months: months}
		if l.PaymentTiming == Advance {
			f.opening = rent
		} else {
			f.closing = rent
		}
		dst = append(dst, f)
	}
	last := &dst[len(dst)-1]
	last.closing = last.closing.Add(terminal)
	return dst
}

// rents computes the rent of a period: the stated payment, escalated at each
// anniversary and prorated in a stub, rounded to cents once. Every rent starts
// from the stated payment and never from a rounded rent. It is reused from one
// lease to the next so that its big.Ints keep their storage.
type rents struct {
	months int // of a whole period
	year   int // of the escalation that num and den hold
	flat   bool
	last   money.Amount // the last whole period's rent, and its year
	lastOf int

	num, den   big.Int // exact rent of a whole period in the year, in cents
	up, places big.Int // 1 + g is up / places
	quo, rem   big.Int // of the rounding at hand
}

var (
	ten     = big.NewInt(10)
	hundred = big.NewInt(100)
)

// start prepares for the rents of l.
func (r *rents) start(l *Lease) {
	g := l.AnnualEscalationPct.Value
	r.months = l.PaymentFrequency.Months()
	r.flat = g.Sign() == 0
	r.year, r.lastOf = 0, 0
	r.last = l.PaymentAmount.Amount()
	if r.flat && l.TermMonths%r.months == 0 {
		return // every rent is the stated one
	}
	setPow10(&r.den, l.PaymentAmount.Fraction(&r.num, money.AmountPlaces))
	r.num.Mul(&r.num, hundred)
	setPow10(&r.places, g.Fraction(&r.up, money.RatePlaces))
	r.up.Add(&r.up, &r.places)
}

// setPow10 sets x to 10^n. Multiplying by one word at a time allocates nothing,
// unlike [big.Int.Exp].
func setPow10(x *big.Int, n int) {
	x.SetUint64(1)
	for range n {
		x.Mul(x, ten)
	}
}

// at returns the rent of a period of the given months that starts in the given
// year, counted from 0. Years are asked for in order.
func (r *rents) at(year, months int) money.Amount {
	if months == r.months && (r.flat || year == r.lastOf) {
		return r.last
	}
	for ; !r.flat && r.year < year; r.year++ {
		r.num.Mul(&r.num, &r.up)
		r.den.Mul(&r.den, &r.places)
	}
	if months < r.months {
		num := new(big.Int).Mul(&r.num, big.NewInt(int64(months)))
		den := new(big.Int).Mul(&r.den, big.NewInt(int64(r.months)))
		return money.FromBig(money.QuoRoundTo(&r.quo, &r.rem, num, den))
	}
	r.last, r.lastOf = money.FromBig(money.QuoRoundTo(&r.quo, &r.rem, &r.num, &r.den)), year
	return r.last
}
