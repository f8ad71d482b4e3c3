package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// base is a stated rent from which later rents are escalated: the commencement
// with its payment, a rent step, or the first period after an event that changed
// the rent (METHOD 12.2, 13.2).
type base struct {
	period int           // the first that it is the rent of
	rent   money.Decimal // of a whole period
	exact  *big.Rat      // instead of rent, in minor units, where an event derived it
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
	step   bool          // stated in a list of steps, which a later list replaces
}

// free is a part of the rent that is not owed for some time.
type free struct {
	span
	share uint64 // of the rent, in units of 10^−17
}

// span is a part of the term, from one month or day to before another. Where periods are
// whole months from commencement, months decide, which are counted from there; where a
// calendar places the periods, days do.
type span struct {
	month, lastMonth int
	from, until      Date
}

// before returns the part of s before a month and day.
func (s span) before(month int, day Date) span {
	s.lastMonth = min(s.lastMonth, month)
	if day.Before(s.until) {
		s.until = day
	}
	return s
}

// monthsIn returns how many months of s are in t.
func (s *span) monthsIn(t *span) int {
	return max(min(s.lastMonth, t.lastMonth)-max(s.month, t.month), 0)
}

// daysIn returns how many days of s are in t.
func (s *span) daysIn(t *span) int {
	from, until := s.from, s.until
	if from.Before(t.from) {
		from = t.from
	}
	if t.until.Before(until) {
		until = t.until
	}
	return max(until.ordinal()-from.ordinal(), 0)
}

const wholeShare = 100_000_000_000_000_000 // 10^17

// rents computes the rent of a period: the last base stated for it or before,
// escalated at each anniversary, less rent-free months, prorated in a stub,
// rounded to cents once. Every rent starts from the stated one and never from a
// rounded rent. It is reused from one lease to the next so that its big.Ints keep
// their storage.
type rents struct {
	bases   []base
	frees   []free
	periods *periods
	places  int      // of an amount
	lease   *big.Rat // see [contract.lease]
	tax     *big.Rat

	base    int // in use
	year    int // counted from commencement, that num and den hold
	flat    bool
	pct     bool
	tooHigh bool // a rent was beyond every bound: see [rentBits]

	last         parts // the rent of every whole period
	since, until int   // from one to before another

	num, den     big.Int // exact rent of a whole period, in minor units
	up, places10 big.Int // 1 + g is up / places10, or the increase is up / den
	quo, rem     big.Int // of the rounding at hand
}

// rentBits bound a rent in minor units. No rent without events comes near: the
// largest amount doubled a hundred times has 157 bits. Events that each multiply
// the rent could exceed it.
const rentBits = 160

var ten = big.NewInt(10)

// start prepares for the rents of a contract, with rent-free spans in place of its own.
func (r *rents) start(c *contract, frees []free) {
	r.bases, r.frees, r.periods, r.places, r.lease = c.bases, frees, &c.periods, c.places, c.lease
	r.tax = c.tax
	r.tooHigh = false
	r.since, r.until = 0, 0
	r.seek(0)
}

// seek takes a base into use.
func (r *rents) seek(i int) {
	b := &r.bases[i]
	r.base, r.year = i, r.periods.year(b.period)
	r.pct = b.pct.Sign() > 0
	r.flat = !r.pct && b.amount.Sign() == 0
	r.num.SetInt64(0) // the exact rent is made when it is needed
}

// load makes the exact rent of the base in use.
func (r *rents) load() {
	b := &r.bases[r.base]
	r.year = r.periods.year(b.period)
	if b.exact != nil {
		r.num.Set(b.exact.Num())
		r.den.Set(b.exact.Denom())
	} else {
		setPow10(&r.den, b.rent.Fraction(&r.num, money.AmountPlaces))
		for range r.places {
			r.num.Mul(&r.num, ten)
		}
	}
	switch {
	case r.pct:
		setPow10(&r.places10, b.pct.Fraction(&r.up, money.RatePlaces))
		r.up.Add(&r.up, &r.places10)
	case !r.flat: // one denominator for rent and increase
		setPow10(&r.places10, b.amount.Fraction(&r.up, money.AmountPlaces))
		for range r.places {
			r.up.Mul(&r.up, ten)
		}
		r.up.Mul(&r.up, &r.den)
		r.num.Mul(&r.num, &r.places10)
		r.den.Mul(&r.den, &r.places10)
	}
}

// setPow10 sets x to 10^n. Multiplying by one word at a time allocates nothing,
// unlike [big.Int.Exp].
func setPow10(x *big.Int, n int) {
	x.SetUint64(1)
	for range n {
		x.Mul(x, ten)
	}
}

// at takes the base of a period into use, and returns the lease year in which that
// starts, from 0.
func (r *rents) at(period int) (year int) {
	i := r.base
	if r.bases[i].period > period {
		i = 0
	}
	for i+1 < len(r.bases) && r.bases[i+1].period <= period {
		i++
	}
	if i != r.base {
		r.seek(i)
	}
	return r.periods.year(period)
}

// whole makes num / den the exact rent of a whole period.
func (r *rents) whole(period int) {
	year := r.at(period)
	if r.den.Sign() == 0 || r.num.Sign() == 0 || year < r.year {
		r.load()
	}
	for ; !r.flat && r.year < year; r.year++ {
		if r.pct {
			r.num.Mul(&r.num, &r.up)
			r.den.Mul(&r.den, &r.places10)
		} else {
			r.num.Add(&r.num, &r.up)
		}
	}
}

// exactly returns the exact rent of a whole period in minor units, service included.
func (r *rents) exactly(period int) *big.Rat {
	r.whole(period)
	return new(big.Rat).SetFrac(&r.num, &r.den)
}

// of returns the rent of a part of a period, or of all of it.
func (r *rents) of(period int, of span) parts {
	share := r.owed(period, &of)
	if share == nil && r.since <= period && period < r.until {
		return r.last
	}
	year := r.at(period)
	var rent parts
	if b := &r.bases[r.base]; share == nil && r.lease == nil && r.tax == nil && b.exact == nil && year == r.periods.year(b.period) {
		rent.lease = b.rent.Minor(r.places) // as it was stated
	} else {
		r.whole(period)
		rent.lease = r.round(share)
		if r.lease != nil {
			whole := rent.lease
			rent.lease = r.round(product(share, r.lease))
			rent.service = whole.Sub(rent.lease)
		}
		if r.tax != nil {
			rent.tax = r.round(product(share, r.tax))
		}
	}
	if share == nil {
		r.last, r.since, r.until = rent, period, r.unchanged(period, year)
	}
	return rent
}

// product returns a × b, where a may be absent for 1.
func product(a, b *big.Rat) *big.Rat {
	if a == nil {
		return b
	}
	return new(big.Rat).Mul(a, b)
}

// owed returns the share of a whole period's rent that is owed for a part of it; nil for
// all of it.
func (r *rents) owed(period int, of *span) *big.Rat {
	whole, part := r.periods.months, of.lastMonth-of.month
	if r.periods.stated {
		whole, part = r.periods.length(period), of.until.ordinal()-of.from.ordinal()
	}
	var left *big.Rat
	for i := range r.frees {
		f := &r.frees[i]
		within := 0
		if r.periods.stated {
			within = f.daysIn(of)
		} else {
			within = f.monthsIn(of)
		}
		if within > 0 {
			if left == nil {
				left = big.NewRat(int64(part), 1)
			}
			gone := big.NewRat(int64(f.share), wholeShare)
			left.Sub(left, gone.Mul(gone, big.NewRat(int64(within), 1)))
		}
	}
	switch {
	case left != nil:
		return left.Mul(left, big.NewRat(1, int64(whole)))
	case part == whole:
		return nil
	default:
		return big.NewRat(int64(part), int64(whole))
	}
}

// unchanged returns the first period after one, which starts in the given lease year,
// whose rent may be another if both are whole.
func (r *rents) unchanged(period, year int) int {
	next := MaxTermMonths + 12 // there is none
	switch {
	case r.flat:
	case r.periods.stated:
		next = period + 1
	default:
		next = (year + 1) * 12 / r.periods.months
	}
	if b := r.base + 1; b < len(r.bases) {
		next = min(next, r.bases[b].period)
	}
	return next
}

// round returns a share of the exact rent in cents; nil is all of it.
func (r *rents) round(share *big.Rat) money.Amount {
	num, den := &r.num, &r.den
	if share != nil {
		num, den = new(big.Int).Mul(num, share.Num()), new(big.Int).Mul(den, share.Denom())
	}
	money.QuoRoundTo(&r.quo, &r.rem, num, den)
	if r.quo.BitLen() > rentBits {
		r.tooHigh = true
		return money.Amount{}
	}
	return money.FromBig(&r.quo)
}

// minorOf returns a share of an amount in minor units of a currency.
func minorOf(d money.Decimal, share *big.Rat, places int) money.Amount {
	num, den := new(big.Int), new(big.Int)
	setPow10(den, d.Fraction(num, money.AmountPlaces))
	for range places {
		num.Mul(num, ten)
	}
	return money.FromBig(money.QuoRound(num.Mul(num, share.Num()), den.Mul(den, share.Denom())))
}
