package measure

import (
	"math/big"
	"math/bits"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// The thresholds that ASC 842-10-55-2 calls one reasonable approach, in hundredths of a percent.
// A ratio is truncated to that unit before it is compared, so a printed ratio cannot contradict
// its verdict.
const (
	majorPart        = 7500 // of the remaining economic life
	substantiallyAll = 9000 // of the fair value
)

// judge tests the five criteria.
func judge(q *question) (v schedule.Verdicts) {
	l := q.lease
	v.Of[schedule.CriterionOwnership] = flagVerdict(l.TransfersOwnership)
	v.Of[schedule.CriterionOption] = flagVerdict(l.PurchaseOptionReasonablyCertain)
	if !l.PurchaseOptionReasonablyCertain.Set && l.OptionCertain() {
		v.Of[schedule.CriterionOption] = schedule.Verdict{Met: true, Tested: true}
	}
	v.Of[schedule.CriterionSpecialized] = flagVerdict(l.SpecializedAsset)
	if q.economicLife != nil {
		v.LifeRatio = truncatedHundredths(q.term, q.economicLife)
		v.LastQuarter = inLastQuarter(q.economicLife, l.AssetTotalLifeMonths)
		v.Of[schedule.CriterionLife] = schedule.Verdict{Met: v.LifeRatio >= majorPart && !v.LastQuarter, Tested: true}
	}
	if q.fair.Set {
		v.Guarantee, v.Payments = q.guarantee, q.liability
		v.FairBasis = q.liability.Add(q.settled).Add(q.guarantee).Add(q.prepaid).Sub(q.incentives)
		quotient, ok := RatioOf(v.FairBasis, q.fair.Value, l.Currency.Places())
		v.FairRatio, v.FairIsZero = quotient, !ok
		v.Of[schedule.CriterionFair] = schedule.Verdict{Met: ok && quotient.AtLeast(substantiallyAll), Tested: ok}
	}
	return v
}

// question has the inputs of the criteria, at commencement or at an event.
type question struct {
	lease        *lease.Lease // the current inputs
	liability    money.Amount // the present value of the payments
	settled      money.Amount // paid at commencement, excluded from liability
	guarantee    money.Amount // see [extraGuarantee]
	prepaid      money.Amount
	incentives   money.Amount
	fair         strict.Optional[money.Decimal]
	term         *big.Rat // remaining months
	economicLife *big.Rat // remaining months; nil if not supplied
}

// truncatedHundredths returns a term as a share of a life, in hundredths of a percent.
func truncatedHundredths(term, life *big.Rat) int64 {
	share := new(big.Rat).Quo(term, life)
	hundredths := big.NewInt(10_000)
	hundredths.Mul(hundredths, share.Num())
	return hundredths.Quo(hundredths, share.Denom()).Int64()
}

// inLastQuarter reports whether a remaining life is a quarter of the total or less, so that
// the exception of 842-10-25-2(c) applies.
func inLastQuarter(remaining *big.Rat, total strict.Optional[int]) bool {
	return total.Set && remaining.Cmp(big.NewRat(int64(total.Value), 4)) <= 0
}

func flagVerdict(o strict.Optional[bool]) schedule.Verdict {
	return schedule.Verdict{Met: lease.IsTrue(o), Tested: o.Set}
}

// RatioOf divides an amount with the given decimals by a fair value, read to 40 decimals. It
// reports false if the fair value is 0.
func RatioOf(basis money.Amount, fair money.Decimal, places int) (schedule.Ratio, bool) {
	if divisor, ok := wholeMinor(fair, places); ok {
		dividend, fits := basis.Abs().Int64()
		if divisor == 0 {
			return schedule.Ratio{}, false
		}
		hi, lo := bits.Mul64(uint64(dividend), 10_000)
		if fits && hi < divisor {
			if q, _ := bits.Div64(hi, lo, divisor); q < 1<<63 {
				return schedule.Ratio{Small: int64(q) * int64(basis.Sign()), Minor: int64(divisor)}, true
			}
		}
	}
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return schedule.Ratio{}, false
	}
	// (basis / 10^places) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(money.AmountPlaces-places+4)), nil)
	q.Mul(q, basis.Big()).Quo(q, divisor)
	return schedule.Ratio{Wide: q, Units: divisor}, true
}

// wholeMinor returns a number in minor units, and whether it is a whole number
// of them and small enough for [RatioOf]'s machine words.
func wholeMinor(d money.Decimal, places int) (minor uint64, ok bool) {
	if d.Scale() > places {
		return 0, false
	}
	minor, ok = d.Units64(places)
	return minor, ok && minor < 1<<62
}
