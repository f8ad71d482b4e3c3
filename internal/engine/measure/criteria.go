package measure

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// The thresholds that ASC 842-10-55-2 calls one reasonable approach, in hundredths of a percent.
// A ratio is truncated to that unit before it is compared, so a printed ratio cannot contradict
// its verdict.
const (
	majorPart        = 7500 // threshold of term / remaining economic life
	substantiallyAll = 9000 // threshold of present value / fair value
)

func testCriteria(q *criteriaInputs) (v schedule.Verdicts) {
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
		v.FairRatio = RatioOf(v.FairBasis, q.fair.Value, l.Currency.Places())
		v.Of[schedule.CriterionFair] = schedule.Verdict{
			Met: v.FairRatio != nil && v.FairRatio.Cmp(big.NewInt(substantiallyAll)) >= 0, Tested: v.FairRatio != nil,
		}
	}
	return v
}

type criteriaInputs struct {
	lease        *lease.Lease // the current inputs
	liability    money.Amount // the present value of the payments
	settled      money.Amount // payment at commencement that the liability excludes
	guarantee    money.Amount // see [extraGuarantee]
	prepaid      money.Amount
	incentives   money.Amount
	fair         strict.Optional[money.Decimal]
	term         *big.Rat // remaining months
	economicLife *big.Rat // remaining months; nil if not supplied
}

// truncatedHundredths returns term / life in hundredths of a percent, truncated.
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

// RatioOf divides an amount with the given decimals by a fair value, read to 40 decimals, and returns
// hundredths of a percent, truncated; nil if the fair value is 0.
func RatioOf(basis money.Amount, fair money.Decimal, places int) *big.Int {
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return nil
	}
	// (basis / 10^places) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(money.AmountPlaces-places+4)), nil)
	return q.Mul(q, basis.Big()).Quo(q, divisor)
}
