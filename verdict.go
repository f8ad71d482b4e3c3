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
	of         [criteriaCount]verdict
	lifeRatio  int64        // term / remaining economic life, in hundredths of a percent
	fairBasis  money.Amount // what is compared with the fair value
	fairRatio  ratio
	fairIsZero bool // a fair value was given, but rounds to 0
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

// judge tests the five criteria on a lease of the given initial liability.
func judge(l *Lease, liability money.Amount) (v verdicts) {
	v.of[ofOwnership] = flagVerdict(l.TransfersOwnership)
	v.of[ofPurchaseOption] = flagVerdict(l.PurchaseOptionReasonablyCertain)
	if !l.PurchaseOptionReasonablyCertain.Set && l.optionCertain() {
		v.of[ofPurchaseOption] = verdict{met: true, tested: true}
	}
	v.of[ofSpecializedAsset] = flagVerdict(l.SpecializedAsset)
	if life := l.AssetEconomicLifeMonths; life.Set {
		v.lifeRatio = int64(l.TermMonths) * 10_000 / int64(life.Value)
		v.of[ofEconomicLife] = verdict{met: v.lifeRatio >= majorPart, tested: true}
	}
	if l.AssetFairValue.Set {
		v.fairBasis = liability.Add(l.PrepaidRent.Value.Amount()).Sub(l.LeaseIncentives.Value.Amount())
		quotient, ok := ratioOf(v.fairBasis, l.AssetFairValue.Value)
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
	cents int64 // the divisor in cents
	wide  *big.Int
	units *big.Int // the divisor × 10^AmountPlaces
}

// ratioOf divides an amount by a fair value taken to 40 decimals. It reports
// false where the fair value is 0.
func ratioOf(basis money.Amount, fair money.Decimal) (ratio, bool) {
	if divisor, ok := wholeCents(fair); ok {
		dividend, fits := basis.Abs().Int64()
		if divisor == 0 {
			return ratio{}, false
		}
		hi, lo := bits.Mul64(uint64(dividend), 10_000)
		if fits && hi < divisor {
			if q, _ := bits.Div64(hi, lo, divisor); q < 1<<63 {
				return ratio{small: int64(q) * int64(basis.Sign()), cents: int64(divisor)}, true
			}
		}
	}
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return ratio{}, false
	}
	// (basis / 100) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.AmountPlaces-2+4), nil)
	q.Mul(q, basis.Big()).Quo(q, divisor)
	return ratio{wide: q, units: divisor}, true
}

// wholeCents returns a number in cents, and whether it is a whole number of
// them and small enough for ratioOf's machine words.
func wholeCents(d money.Decimal) (cents uint64, ok bool) {
	var buf [32]byte
	text := d.Append(buf[:0])
	for i, c := range text {
		if c == '.' && len(text)-i > 3 {
			return 0, false
		}
	}
	cents, ok = d.Units64(2)
	return cents, ok && cents < 1<<62
}

func (q ratio) atLeast(hundredths int64) bool {
	if q.wide != nil {
		return q.wide.Cmp(big.NewInt(hundredths)) >= 0
	}
	return q.small >= hundredths
}
