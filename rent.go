package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// base is a stated rent from which later rents are escalated: the commencement
// with its payment, a rent step, or the first period after an event that changed
// the rent (METHOD 12.2, 13.2).
type base struct {
	period int           // the first that it is the rent of
	rent   money.Decimal // of a whole period
	exact  *big.Rat      // instead of rent, in minor units, where an event derived it
	grown  *big.Rat      // by what events have changed it since; nil where none has
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
	step   bool          // stated in a list of steps, which a later list replaces

	whole parts // what is owed for a whole period, where found
	found bool
}

// same reports whether two bases that no event has changed say the same.
func (b base) same(o base) bool {
	b.whole, b.found, o.whole, o.found = parts{}, false, parts{}, false
	return b == o
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
	from, until      civil.Date
}

// before returns the part of s before a month and day.
func (s span) before(month int, day civil.Date) span {
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
	return max(until.Ordinal()-from.Ordinal(), 0)
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

	rent         parts // of [rents.period]
	last         parts // the rent of every whole period
	since, until int   // from one to before another

	num, den     big.Int // exact rent of a whole period, in minor units
	up, places10 big.Int // 1 + g is up / places10, or the increase is up / den
	quo, rem     big.Int // of the current rounding
	short, rest  big.Int
}

// rentBits bound a rent in minor units. No rent without events comes near: the
// largest amount doubled a hundred times has 157 bits. Events that each multiply
// the rent could exceed it.
const rentBits = 160

var (
	unit     = big.NewInt(1)
	ten      = big.NewInt(10)
	lastWord = new(big.Int).SetUint64(1<<64 - 1)
)

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
	b.fraction(&r.num, &r.den, r.places)
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

// period returns the rent of a period of a contract, which is valid until the next call.
func (r *rents) period(c *contract, period int) *parts {
	m := r.periods.months
	if len(r.frees) == 0 && !r.periods.stated && r.since <= period && period < r.until && (period+1)*m <= c.months {
		return &r.last // as nearly always
	}
	r.rent = r.of(period, c.spanOf(period))
	return &r.rent
}

// of returns the rent of a part of a period, or of all of it.
func (r *rents) of(period int, of span) parts {
	share := r.owed(period, &of)
	if share == nil && r.since <= period && period < r.until {
		return r.last
	}
	year := r.at(period)
	b := &r.bases[r.base]
	if share == nil && b.found {
		r.last, r.since, r.until = b.whole, period, r.unchanged(period, year)
		return r.last
	}
	var rent parts
	if share == nil && r.lease == nil && r.tax == nil && b.exact == nil && b.grown == nil && year == r.periods.year(b.period) {
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
		if r.flat && !r.tooHigh {
			b.whole, b.found = rent, true
		}
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
		whole, part = r.periods.length(period), of.until.Ordinal()-of.from.Ordinal()
	}
	var left *big.Rat
	for i := r.firstFree(of); i < len(r.frees); i++ {
		f := &r.frees[i]
		if r.periods.stated && !f.from.Before(of.until) || !r.periods.stated && f.month >= of.lastMonth {
			break
		}
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

// firstFree returns the place of the first rent-free span that ends after a part of the term
// begins. Spans rise and do not overlap.
func (r *rents) firstFree(of *span) int {
	from, until := 0, len(r.frees)
	for from < until {
		middle := (from + until) / 2
		if f := &r.frees[middle]; r.periods.stated && f.until.Compare(of.from) <= 0 || !r.periods.stated && f.lastMonth <= of.month {
			from = middle + 1
		} else {
			until = middle
		}
	}
	return from
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
	if !r.roundShort(num, den) {
		money.QuoRoundTo(&r.quo, &r.rem, num, den)
	}
	if r.quo.BitLen() > rentBits {
		r.tooHigh = true
		return money.Amount{}
	}
	return money.FromBig(&r.quo)
}

// Rents that events have changed are quotients of numbers of thousands of digits. Their
// first [shortBits] bits decide a rounding but for quotients that lie on half a unit, or
// as close to it as 2^−48.
const (
	shortBits  = 256
	shortDoubt = 1 << 16
)

// roundShort sets quo to num / den rounded to a whole number by their first bits, or
// reports that those are all of them or do not decide.
func (r *rents) roundShort(num, den *big.Int) bool {
	if den.BitLen() < 2*shortBits || num.BitLen() > den.BitLen()+rentBits {
		return false
	}
	beyond := uint(den.BitLen() - shortBits)
	r.rem.Rsh(den, beyond)
	r.short.Lsh(r.short.Rsh(num, beyond), 64)
	r.quo.QuoRem(&r.short, &r.rem, &r.rest)
	fraction := r.rest.And(&r.quo, lastWord).Uint64()
	const half = 1 << 63
	if fraction-half+shortDoubt <= 2*shortDoubt {
		return false
	}
	r.quo.Rsh(&r.quo, 64)
	if fraction >= half {
		r.quo.Add(&r.quo, unit)
	}
	return true
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
