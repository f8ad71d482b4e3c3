package measure

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// drawPart draws a row: a whole period, or a part of one as an event cuts it.
func drawPart(t *rapid.T) schedule.Period {
	inside := rapid.IntRange(1, 12).Draw(t, "months")
	of := inside*30 + rapid.IntRange(-2, 6).Draw(t, "more")
	days := of
	if rapid.Bool().Draw(t, "cut") {
		days = rapid.IntRange(1, of).Draw(t, "days")
	}
	return schedule.Period{Months: inside, PeriodDays: of, Days: days}
}

// Straight-line shares are the same whether words hold the units or not.
func TestSharesAreTheSameInWordsAndBeyond(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) schedule.Period {
			n := rapid.IntRange(1, 12).Draw(t, "months")
			return schedule.Period{Months: n, PeriodDays: n * 30, Days: n * 30}
		}), 1, 40).Draw(t, "rows")
		rows[0] = drawPart(t)
		over := months.Sum(rows)
		if rapid.Bool().Draw(t, "life") {
			over = months.Whole(rapid.IntRange(1, member.MaxEconomicLifeMonths).Draw(t, "over"))
		}
		total := money.Cents(rapid.Int64().Draw(t, "total"))
		var words, wide []money.Amount
		moved := shareOut(rows, total, over, func(_ *schedule.Period, share money.Amount) { words = append(words, share) })
		also := shareOutWide(rows, total, over, func(_ *schedule.Period, share money.Amount) { wide = append(wide, share) })
		if commonUnit(rows, over) == 0 {
			t.Fatal("words do not hold the months of one cut row")
		}
		for i := range words {
			if words[i] != wide[i] {
				t.Fatalf("row %d has %v in words, %v beyond", i, words[i], wide[i])
			}
		}
		if moved != also {
			t.Fatalf("%d rows moved in words, %d beyond", moved, also)
		}
	})
}
