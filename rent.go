package leasehold

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
)

// base is a stated rent from which later rents are escalated: the commencement
// with its payment, a rent step, or the first period after an event that changed
// the rent (METHOD 12.2, 13.2).
type base struct {
	period int           // the first that it is the rent of
	rent   money.Decimal // of a whole period
	from   *derived      // instead of rent, where an event derived it
	grown  *growth       // by what events have changed it since; nil where none has
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
	step   bool          // stated in a list of steps, which a later list replaces

	near  rough // its first digits in minor units without what it has grown by, where noted
	noted bool
	whole parts // what is owed for a whole period, where found
	found bool
}

// derived is a rent that an event derived: that of a base after some years, changed.
type derived struct {
	base   base
	years  int
	change money.Decimal // 0.03 for three percent more
	near   rough
	exact  *big.Rat // nil until it is needed
}

// exactly returns the rent in minor units.
func (d *derived) exactly(places int) *big.Rat {
	if d.exact == nil {
		d.exact = d.base.after(d.years, places)
		d.exact.Mul(d.exact, onePlus(d.change))
	}
	return d.exact
}

// growth is by what events have multiplied a rent, one after the other.
type growth struct {
	before *growth // nil for the first
	change money.Decimal
	near   rough
	exact  *big.Rat // nil until it is needed
}

func (g *growth) exactly() *big.Rat {
	if g.exact == nil {
		g.exact = onePlus(g.change)
		if g.before != nil {
			g.exact.Mul(g.exact, g.before.exactly())
		}
	}
	return g.exact
}

// same reports whether two bases that no event has changed say the same.
func (b base) same(o base) bool {
	b.near, b.noted, o.near, o.noted = rough{}, false, rough{}, false
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
	from    int    // the first period that is whole, where a calendar places them
	over    int    // the first after it that is not, likewise
	owes    [2]int // from one period to before another no month is rent-free

	base    int // in use
	year    int // counted from commencement, that num and den hold
	flat    bool
	pct     bool
	tooHigh bool // a rent was beyond every bound: see [rentBits]

	rent         parts // of [rents.period]
	last         parts // the rent of every whole period
	since, until int   // from one to before another

	share   parts // the rent of a part of a period, where the base in use does not rise
	shareOf owedShare
	shared  bool

	near     rough // of a whole period in the year nearYear of the base in use, where noted
	nearUp   rough // 1 + g, or the increase
	nearYear int
	noted    bool
	shares   [2]roughShare // of lease and tax

	num, den     big.Int // exact rent of a whole period, in minor units
	up, places10 big.Int // 1 + g is up / places10, or the increase is up / den
	quo, rem     big.Int // of the current rounding
}

// roughShare is a share with its first digits.
type roughShare struct {
	exact *big.Rat
	near  rough
}

// of returns the first digits of a share, which is as a rule that of the last call.
func (s *roughShare) of(exact *big.Rat) *rough {
	if s.exact != exact {
		s.exact, s.near = exact, roughQuotient(exact.Num(), exact.Denom())
	}
	return &s.near
}

// rentBits bound a rent in minor units. No rent without events comes near: the
// largest amount doubled a hundred times has 157 bits. Events that each multiply
// the rent could exceed it.
const rentBits = 160

var (
	unit = big.NewInt(1)
	ten  = big.NewInt(10)
)

// start prepares for the rents of a contract, with rent-free spans in place of its own.
func (r *rents) start(c *contract, frees []free) {
	r.bases, r.frees, r.periods, r.places, r.lease = c.bases, frees, &c.periods, c.places, c.lease
	r.tax = c.tax
	r.tooHigh = false
	r.since, r.until, r.owes = 0, 0, [2]int{}
	if p := r.periods; p.stated {
		r.from = p.lead
		r.over, _ = p.at(c.end())
	}
	r.seek(0)
}

// seek takes a base into use.
func (r *rents) seek(i int) {
	b := &r.bases[i]
	r.base, r.year = i, r.periods.year(b.period)
	r.pct = b.pct.Sign() > 0
	r.flat = !r.pct && b.amount.Sign() == 0
	r.num.SetInt64(0) // the exact rent is made when it is needed
	r.noted, r.shared = false, false
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

// about returns the first digits of the rent of a whole period that starts in a year,
// whose base is in use.
func (r *rents) about(year int) *rough {
	b := &r.bases[r.base]
	if !r.noted || year < r.nearYear {
		r.near, r.nearYear, r.noted = b.about(r.places, &r.quo), r.periods.year(b.period), true
		switch {
		case r.pct:
			r.nearUp = roughDecimal(b.pct, money.RatePlaces, 0, &r.quo).plus(roughOf(1))
		case !r.flat:
			r.nearUp = roughDecimal(b.amount, money.AmountPlaces, r.places, &r.quo)
		}
	}
	if years := year - r.nearYear; !r.flat && years > 0 {
		if r.pct {
			up := r.nearUp.power(years)
			r.near = r.near.times(&up)
		} else {
			r.near = r.near.plus(r.nearUp.timesWord(uint64(years)))
		}
		r.nearYear = year
	}
	return &r.near
}

// lead returns the rent of a whole period that starts in a year where the first words of what
// is multiplied decide it, as they nearly always do.
func (r *rents) lead(year int) (rent parts, sure bool) {
	b := &r.bases[r.base]
	var x lead
	switch {
	case !b.noted:
		return rent, false
	case r.flat || year == r.periods.year(b.period):
		if x = b.near.lead(); b.grown != nil {
			x = x.times(b.grown.near.lead())
		}
	default:
		x = r.about(year).lead()
	}
	if rent.lease, sure = x.round(); !sure {
		return rent, false
	}
	if r.lease != nil {
		whole := rent.lease
		if rent.lease, sure = x.times(r.shares[0].of(r.lease).lead()).round(); !sure {
			return rent, false
		}
		rent.service = whole.Sub(rent.lease)
	}
	if r.tax != nil {
		rent.tax, sure = x.times(r.shares[1].of(r.tax).lead()).round()
	}
	return rent, sure
}

// about returns the first digits of a base's rent in minor units, and uses num.
func (b *base) about(places int, num *big.Int) rough {
	if !b.noted {
		if b.noted = true; b.from != nil {
			b.near = b.from.near
		} else {
			b.near = roughDecimal(b.rent, money.AmountPlaces, places, num)
		}
	}
	if b.grown == nil {
		return b.near
	}
	return b.near.times(&b.grown.near)
}

// period returns the rent of a period of a contract, which is valid until the next call.
func (r *rents) period(c *contract, period int) *parts {
	switch whole := !r.periods.stated && (period+1)*r.periods.months <= c.months || r.regular(period); {
	case !whole || len(r.frees) > 0 && !r.owesAll(period):
		r.rent = r.of(period, c.spanOf(period))
	case r.since <= period && period < r.until:
		return &r.last // as nearly always
	default:
		r.rent = r.owing(period, owedShare{low: wholeShare, whole: 1})
	}
	return &r.rent
}

// owesAll reports whether no month of a period is rent-free, as far as that is easily told, of
// a contract with rent-free spans.
func (r *rents) owesAll(period int) bool {
	switch {
	case r.owes[0] <= period && period < r.owes[1]:
		return true
	case r.periods.stated:
		return false
	}
	m, until := r.periods.months, member.MaxTermMonths+12
	if i := r.firstFree(&span{month: period * m, lastMonth: (period + 1) * m}); i < len(r.frees) {
		until = r.frees[i].month / m
	}
	r.owes = [2]int{period, until}
	return period < until
}

// regular reports whether a calendar places a period of which the term has all.
func (r *rents) regular(period int) bool {
	return r.periods.stated && r.from <= period && period < r.over
}

// of returns the rent of a part of a period, or of all of it.
func (r *rents) of(period int, of span) parts {
	return r.owing(period, r.owed(period, &of))
}

// owing returns the rent of a share of a period.
func (r *rents) owing(period int, owed owedShare) parts {
	if owed.all() && r.since <= period && period < r.until {
		return r.last
	}
	year := r.at(period)
	b := &r.bases[r.base]
	switch {
	case owed.all() && b.found:
		r.last, r.since, r.until = b.whole, period, r.unchanged(period, year)
		return r.last
	case r.flat && r.shared && r.shareOf == owed:
		return r.share
	}
	var rent parts
	if owed.all() && r.lease == nil && r.tax == nil && b.from == nil && b.grown == nil && year == r.periods.year(b.period) {
		rent.lease = b.rent.Minor(r.places) // as it was stated
	} else if lead, sure := r.lead(year); sure && owed.all() {
		rent = lead
	} else if near := r.about(year); owed.all() && r.lease == nil && r.tax == nil {
		rent.lease = r.round(near, period, &owed, nil)
	} else {
		near := owed.times(near)
		rent.lease = r.round(&near, period, &owed, nil)
		if r.lease != nil {
			whole, part := rent.lease, near.times(r.shares[0].of(r.lease))
			rent.lease = r.round(&part, period, &owed, r.lease)
			rent.service = whole.Sub(rent.lease)
		}
		if r.tax != nil {
			part := near.times(r.shares[1].of(r.tax))
			rent.tax = r.round(&part, period, &owed, r.tax)
		}
	}
	if owed.all() {
		r.last, r.since, r.until = rent, period, r.unchanged(period, year)
		if r.flat && !r.tooHigh {
			b.whole, b.found = rent, true
		}
	} else {
		r.share, r.shareOf, r.shared = rent, owed, true
	}
	return rent
}

// owedShare is the share of a whole period's rent that is owed for a part of it.
type owedShare struct {
	high, low uint64 // the parts of which it is, in units of 10^−17
	whole     uint64 // parts of the period
}

// all reports whether all of it is owed.
func (o *owedShare) all() bool {
	high, low := bits.Mul64(o.whole, wholeShare)
	return o.high == high && o.low == low
}

func (o *owedShare) times(rent *rough) rough {
	if o.all() {
		return *rent
	}
	share := roughWide(o.high, o.low).over(wholeShare).over(o.whole)
	return share.times(rent)
}

func (o *owedShare) exactly() *big.Rat {
	num, den := new(big.Int).SetUint64(o.high), new(big.Int).SetUint64(o.whole)
	num.Lsh(num, 64).Or(num, new(big.Int).SetUint64(o.low))
	return new(big.Rat).SetFrac(num, den.Mul(den, new(big.Int).SetUint64(wholeShare)))
}

// owed returns the share of a whole period's rent that is owed for a part of it.
func (r *rents) owed(period int, of *span) (o owedShare) {
	whole, part := r.periods.months, of.lastMonth-of.month
	if r.periods.stated {
		whole, part = r.periods.length(period), of.until.Ordinal()-of.from.Ordinal()
	}
	o.whole = uint64(whole)
	o.high, o.low = bits.Mul64(uint64(part), wholeShare)
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
		high, low := bits.Mul64(uint64(within), f.share)
		var borrow uint64
		o.low, borrow = bits.Sub64(o.low, low, 0)
		o.high, _ = bits.Sub64(o.high, high, borrow)
	}
	return o
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
	next := member.MaxTermMonths + 12 // there is none
	switch {
	case r.flat:
	case r.periods.stated:
		for next = period + 1; next < r.over && r.periods.year(next) == year; {
			next++
		}
	default:
		next = (year + 1) * 12 / r.periods.months
	}
	if b := r.base + 1; b < len(r.bases) {
		next = min(next, r.bases[b].period)
	}
	return next
}

// round returns what is owed of a period's rent, or a share of that, rounded to minor units.
// near are its first digits. Where they do not decide, the exact rent does.
func (r *rents) round(near *rough, period int, owed *owedShare, share *big.Rat) money.Amount {
	if n, sure := near.round(); sure {
		return n
	}
	r.whole(period)
	num, den := &r.num, &r.den
	for _, by := range [...]*big.Rat{owed.exactly(), share} {
		if by != nil && by.Cmp(oneRat) != 0 {
			num, den = new(big.Int).Mul(num, by.Num()), new(big.Int).Mul(den, by.Denom())
		}
	}
	money.QuoRoundTo(&r.quo, &r.rem, num, den)
	if r.quo.BitLen() > rentBits {
		r.tooHigh = true
		return money.Amount{}
	}
	return money.FromBig(&r.quo)
}

var oneRat = big.NewRat(1, 1)

// minorOf returns a share of an amount in minor units of a currency. near has the first digits
// of the share, as far as it was asked for.
func minorOf(d money.Decimal, share *big.Rat, near *roughShare, places int) money.Amount {
	if units, ok := d.Units64(places); ok && d.Scale() <= places { // as nearly always
		if n, d := share.Num(), share.Denom(); n.IsUint64() && d.IsUint64() {
			if high, low := bits.Mul64(units, n.Uint64()); high < d.Uint64() {
				whole, rest := bits.Div64(high, low, d.Uint64())
				if rest >= d.Uint64()-rest {
					whole++
				}
				return money.FromWords(whole, 0, 0)
			}
		}
		amount := roughOf(units)
		if part, sure := amount.lead().times(near.of(share).lead()).round(); sure {
			return part
		}
	}
	num, den := new(big.Int), new(big.Int)
	setPow10(den, d.Fraction(num, money.AmountPlaces))
	for range places {
		num.Mul(num, ten)
	}
	return money.FromBig(money.QuoRound(num.Mul(num, share.Num()), den.Mul(den, share.Denom())))
}
