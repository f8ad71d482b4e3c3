package leasehold

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/money"
)

// The bright lines that ASC 842-10-55-2 calls one reasonable approach, in
// hundredths of a percent. A ratio is first truncated to that unit: it reaches
// a line if and only if its truncation does, so that a printed ratio cannot
// contradict its verdict.
const (
	majorPart        = 7500 // of the remaining economic life
	substantiallyAll = 9000 // of the fair value
)

// verdict is the outcome of one criterion of ASC 842-10-25-2.
type verdict struct{ met, tested bool }

// The places of the criteria, in the order of the paragraph.
const (
	ofOwnership = iota
	ofPurchaseOption
	ofEconomicLife
	ofFairValue
	ofSpecializedAsset
	criteriaCount
)

// verdicts are the outcomes of the five criteria and the ratios behind them.
type verdicts struct {
	of          [criteriaCount]verdict
	lifeRatio   int64        // term / remaining economic life, in hundredths of a percent
	lastQuarter bool         // the exception of 842-10-25-2(c) applies
	extra       money.Amount // present value of the guarantee beyond what is probable of being owed
	payments    money.Amount // present value of the payments, also where the lease is exempt
	fairBasis   money.Amount // what is compared with the fair value
	fairRatio   ratio
	fairIsZero  bool // a fair value was given, but rounds to 0
}

// tested returns how many criteria were tested.
func (v *verdicts) tested() (n int) {
	for i := range v.of {
		if v.of[i].tested {
			n++
		}
	}
	return n
}

// derived returns the class that the criteria give: any one that is met makes a
// finance lease (ASC 842-10-25-2, 25-3).
func (v *verdicts) derived() Class {
	for i := range v.of {
		if v.of[i].met {
			return Finance
		}
	}
	return Operating
}

// question is what the criteria are tested on, at commencement or at an event.
type question struct {
	lease      *Lease       // the inputs in force
	liability  money.Amount // the present value of the payments
	settled    money.Amount // what was paid at commencement and is not part of it
	extra      money.Amount // see [extraGuarantee]
	prepaid    money.Amount
	incentives money.Amount
	fair       Optional[money.Decimal]
	life       lifespan
}

// lifespan is a term and the economic life that is left of the asset, in months:
// whole numbers at commencement, else fractions.
type lifespan struct {
	term     int
	life     Optional[int]
	termLeft monthCount // instead of term, at an event
	lifeLeft monthCount // instead of life
}

// known reports whether an economic life was supplied.
func (s *lifespan) known() bool { return s.life.Set || s.lifeLeft.known() }

// ratio returns the term as a share of the life, in hundredths of a percent,
// truncated.
func (s *lifespan) ratio() int64 {
	if !s.lifeLeft.known() {
		return int64(s.term) * 10_000 / int64(s.life.Value)
	}
	share := s.termLeft.exact()
	share.Quo(share, s.lifeLeft.exact())
	hundredths := big.NewInt(10_000)
	hundredths.Mul(hundredths, share.Num())
	return hundredths.Quo(hundredths, share.Denom()).Int64()
}

// inLastQuarter reports whether the life that is left is a quarter of the whole
// or less, so that the exception of 842-10-25-2(c) applies.
func (s *lifespan) inLastQuarter(total Optional[int]) bool {
	switch {
	case !total.Set:
		return false
	case !s.lifeLeft.known():
		return s.life.Value*4 <= total.Value
	}
	twice := s.lifeLeft.plus(s.lifeLeft)
	return !wholeMonths(total.Value).less(twice.plus(twice))
}

// judge tests the five criteria.
func judge(q *question) (v verdicts) {
	l := q.lease
	v.of[ofOwnership] = flagVerdict(l.TransfersOwnership)
	v.of[ofPurchaseOption] = flagVerdict(l.PurchaseOptionReasonablyCertain)
	if !l.PurchaseOptionReasonablyCertain.Set && l.optionCertain() {
		v.of[ofPurchaseOption] = verdict{met: true, tested: true}
	}
	v.of[ofSpecializedAsset] = flagVerdict(l.SpecializedAsset)
	if q.life.known() {
		v.lifeRatio = q.life.ratio()
		v.lastQuarter = q.life.inLastQuarter(l.AssetTotalLifeMonths)
		v.of[ofEconomicLife] = verdict{met: v.lifeRatio >= majorPart && !v.lastQuarter, tested: true}
	}
	if q.fair.Set {
		v.extra, v.payments = q.extra, q.liability
		v.fairBasis = q.liability.Add(q.settled).Add(q.extra).Add(q.prepaid).Sub(q.incentives)
		quotient, ok := ratioOf(v.fairBasis, q.fair.Value, l.Currency.Places())
		v.fairRatio, v.fairIsZero = quotient, !ok
		v.of[ofFairValue] = verdict{met: ok && quotient.atLeast(substantiallyAll), tested: ok}
	}
	return v
}

func flagVerdict(o Optional[bool]) verdict { return verdict{met: isTrue(o), tested: o.Set} }

// ratio is a quotient in hundredths of a percent, truncated towards zero, and
// its divisor: in machine words where both fit, else in big ones.
type ratio struct {
	small int64
	minor int64 // the divisor in minor units
	wide  *big.Int
	units *big.Int // the divisor × 10^AmountPlaces
}

// ratioOf divides an amount of the given decimals by a fair value taken to 40
// decimals. It reports false where the fair value is 0.
func ratioOf(basis money.Amount, fair money.Decimal, places int) (ratio, bool) {
	if divisor, ok := wholeMinor(fair, places); ok {
		dividend, fits := basis.Abs().Int64()
		if divisor == 0 {
			return ratio{}, false
		}
		hi, lo := bits.Mul64(uint64(dividend), 10_000)
		if fits && hi < divisor {
			if q, _ := bits.Div64(hi, lo, divisor); q < 1<<63 {
				return ratio{small: int64(q) * int64(basis.Sign()), minor: int64(divisor)}, true
			}
		}
	}
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return ratio{}, false
	}
	// (basis / 10^places) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(ten, big.NewInt(int64(money.AmountPlaces-places+4)), nil)
	q.Mul(q, basis.Big()).Quo(q, divisor)
	return ratio{wide: q, units: divisor}, true
}

// wholeMinor returns a number in minor units, and whether it is a whole number
// of them and small enough for ratioOf's machine words.
func wholeMinor(d money.Decimal, places int) (minor uint64, ok bool) {
	if d.Scale() > places {
		return 0, false
	}
	minor, ok = d.Units64(places)
	return minor, ok && minor < 1<<62
}

func (q ratio) atLeast(hundredths int64) bool {
	if q.wide != nil {
		return q.wide.Cmp(big.NewInt(hundredths)) >= 0
	}
	return q.small >= hundredths
}
