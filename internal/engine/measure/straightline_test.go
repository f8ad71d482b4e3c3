package measure

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// drawPart generates a row: a whole period, or a part of a period that an event splits.
func drawPart(t *rapid.T) schedule.Period {
	inside := rapid.IntRange(1, 12).Draw(t, "months")
	of := inside*30 + rapid.IntRange(-2, 6).Draw(t, "more")
	days := of
	if rapid.Bool().Draw(t, "cut") {
		days = rapid.IntRange(1, of).Draw(t, "days")
	}
	return schedule.Period{Months: inside, PeriodDays: of, Days: days}
}

// The running total of straight-line shares always differs by less than a cent from the exact
// running total. After the last month it equals the total.
func TestSharesFollowTheExactRunningTotal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(drawPart), 1, 40).Draw(t, "rows")
		term := months.Sum(rows)
		if rapid.Bool().Draw(t, "life") {
			term = months.Whole(rapid.IntRange(1, member.MaxEconomicLifeMonths).Draw(t, "over"))
		}
		total := money.Cents(rapid.Int64().Draw(t, "total"))
		passed, sum := new(big.Rat), money.Amount{}
		shareOut(rows, total, term, func(row *schedule.Period, share money.Amount) {
			if passed.Add(passed, months.Of(row)); passed.Cmp(term) > 0 {
				passed.Set(term)
			}
			sum = sum.Add(share)
			exact := new(big.Rat).Quo(passed, term)
			exact.Mul(exact, new(big.Rat).SetInt(total.Big()))
			off := exact.Sub(exact, new(big.Rat).SetInt(sum.Big()))
			if off.Abs(off).Cmp(big.NewRat(1, 1)) >= 0 {
				t.Fatalf("%v is %v from the exact total", sum, off)
			}
		})
		if passed.Cmp(term) == 0 && sum != total {
			t.Fatalf("the shares sum to %v of %v", sum, total)
		}
	})
}
