package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// base is a stated rent from which later rents are escalated: the commencement
// with its payment, a rent step, or the first period after an event that changed
// the rent (METHOD 12.2, 13.2).
type base struct {
	month  int           // in which its period starts, counted from commencement
	rent   money.Decimal // of a whole period
	exact  *big.Rat      // instead of rent, in minor units, where an event derived it
	pct    money.Decimal // compounding at each anniversary of commencement
	amount money.Decimal // or added at each
	step   bool          // stated in a list of steps, which a later list replaces
}

// free is a part of the rent that is not owed for some months.
type free struct {
	month, months int    // counted from commencement
	share         uint64 // of the rent, in units of 10^−17
}

const wholeShare = 100_000_000_000_000_000 // 10^17

// rents computes the rent of a period: the last base stated for it or before,
// escalated at each anniversary, less rent-free months, prorated in a stub,
// rounded to cents once. Every rent starts from the stated one and never from a
// rounded rent. It is reused from one lease to the next so that its big.Ints keep
// their storage.
type rents struct {
	bases  []base
	frees  []free
	period int // months of a whole period
	places int // of an amount

	base    int // in use
	year    int // counted from commencement, that num and den hold
	flat    bool
	pct     bool
	tooHigh bool // a rent was beyond every bound: see [rentBits]

	last         money.Amount // the rent of every whole period
	since, until int          // that starts from one month to before another

	num, den     big.Int // exact rent of a whole period, in minor units
	up, places10 big.Int // 1 + g is up / places10, or the increase is up / den
	quo, rem     big.Int // of the rounding at hand
}

// rentBits bound a rent in minor units. No rent without events comes near: the
// largest amount doubled a hundred times has 157 bits. Events that each multiply
// the rent could exceed it.
const rentBits = 160

var ten = big.NewInt(10)

// start prepares for the rents of bases, which are in the order of their months.
func (r *rents) start(bases []base, frees []free, period, places int) {
	r.bases, r.frees, r.period, r.places = bases, frees, period, places
	r.tooHigh = false
	r.since, r.until = 0, 0
	r.seek(0)
}

// seek takes a base into use.
func (r *rents) seek(i int) {
	b := &r.bases[i]
	r.base, r.year = i, b.month/12
	r.pct = b.pct.Sign() > 0
	r.flat = !r.pct && b.amount.Sign() == 0
	r.num.SetInt64(0) // the exact rent is made when it is needed
}

// load makes the exact rent of the base in use.
func (r *rents) load() {
	b := &r.bases[r.base]
	r.year = b.month / 12
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

// at takes the base of a period that starts in the given month into use, and
// returns the year in which that is, counted from commencement.
func (r *rents) at(month int) (year int) {
	i := r.base
	if r.bases[i].month > month {
		i = 0
	}
	for i+1 < len(r.bases) && r.bases[i+1].month <= month {
		i++
	}
	if i != r.base {
		r.seek(i)
	}
	return month / 12
}

// whole makes num / den the exact rent of a whole period that starts in the
// given month.
func (r *rents) whole(month int) {
	year := r.at(month)
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

// exactly returns the exact rent of a whole period that starts in the given
// month, in minor units.
func (r *rents) exactly(month int) *big.Rat {
	r.whole(month)
	return new(big.Rat).SetFrac(&r.num, &r.den)
}

// of returns the rent of the months of a period from one on. start is the month
// in which the period starts, from the first of the months that are paid for:
// start itself but for months that an extension added.
func (r *rents) of(start, from, months int) money.Amount {
	owed := r.owed(from, months)
	ordinary := owed == uint64(r.period)*wholeShare
	if ordinary && r.since <= start && start < r.until {
		return r.last
	}
	year := r.at(start)
	var rent money.Amount
	if b := &r.bases[r.base]; ordinary && b.exact == nil && year == b.month/12 {
		rent = b.rent.Minor(r.places) // as it was stated
	} else {
		r.whole(start)
		rent = r.round(owed)
	}
	if ordinary {
		r.last, r.since, r.until = rent, start, r.unchanged(year)
	}
	return rent
}

// owed returns how many of the months of a period from one on are paid for, in
// units of 10^−17.
func (r *rents) owed(from, months int) uint64 {
	owed := uint64(months) * wholeShare
	for i := range r.frees {
		f := &r.frees[i]
		if within := min(f.month+f.months, from+months) - max(f.month, from); within > 0 {
			owed -= uint64(within) * f.share
		}
	}
	return owed
}

// unchanged returns the month before which the rent of a whole period of a year,
// counted from commencement, does not change.
func (r *rents) unchanged(year int) (month int) {
	month = MaxTermMonths + 12 // no period starts then
	if !r.flat {
		month = (year + 1) * 12
	}
	if next := r.base + 1; next < len(r.bases) {
		month = min(month, r.bases[next].month)
	}
	return month
}

// round returns the exact rent times owed months / those of a period, in cents.
// owed is in units of 10^−17 months.
func (r *rents) round(owed uint64) money.Amount {
	num, den := &r.num, &r.den
	if owed != uint64(r.period)*wholeShare {
		num = new(big.Int).Mul(num, new(big.Int).SetUint64(owed))
		den = new(big.Int).Mul(den, new(big.Int).SetUint64(uint64(r.period)*wholeShare))
	}
	money.QuoRoundTo(&r.quo, &r.rem, num, den)
	if r.quo.BitLen() > rentBits {
		r.tooHigh = true
		return money.Amount{}
	}
	return money.FromBig(&r.quo)
}
