package figure

import (
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

var rollforwards = []string{"liability", "rouAsset", "principal", "assetCost", "assetAmortization"}

// Every figure has a distinct name, path and title; a rollforward begins with its opening balance.
func TestTheListIsComplete(t *testing.T) {
	t.Parallel()
	for c := range Count() {
		if again, ok := Named(c.String()); !ok || again != c || c.Name() == "" || c.Title() == "" {
			t.Errorf("%d: %q, %q, %q", c, c, c.Name(), c.Title())
		}
	}
	for _, s := range Tables() {
		if first := s.Figures[0]; (first.Kind() == Opening) != slices.Contains(rollforwards, s.Name) {
			t.Errorf("%s begins with %s", s.Title, first)
		}
	}
	if _, ok := Named("liability"); ok {
		t.Error("a statement is no figure")
	}
}

// The opening balance of a reporting period is the closing balance of the preceding day, and the
// totals are the sums of the movements. The movements of two consecutive periods add up to the
// movements of the combined period.
func TestConsecutivePeriodsAddUp(t *testing.T) {
	t.Parallel()
	var start, middle, end Vector
	for i := range list {
		middle[i] = money.Cents(int64(i * i))
		end[i] = money.Cents(int64(1000 + 3*i))
	}
	var first, second, whole Vector
	first.Between(&start, &middle)
	second.Between(&middle, &end)
	whole.Between(&start, &end)
	for c := range Count() {
		want := first.Of(c).Add(second.Of(c))
		switch c.Kind() {
		case Opening:
			want = first.Of(c)
			if second.Of(c) != first.Of(closingOf(c)) {
				t.Errorf("%s does not begin where the first span ends", c)
			}
		case Closing, Balance:
			want = second.Of(c)
		case Increase, Decrease, Total, Separate:
		}
		if whole.Of(c) != want {
			t.Errorf("%s is %s, want %s", c, whole.Of(c), want)
		}
	}
	var sum money.Amount
	for c := CostInterest; c < CostTotal; c++ {
		sum = sum.Add(whole.Of(c))
	}
	if whole.Of(CostTotal) != sum {
		t.Errorf("total %s, want %s", whole.Of(CostTotal), sum)
	}
}

func closingOf(c Concept) Concept {
	for _, other := range c.Statement().Figures {
		if other.Kind() == Closing {
			return other
		}
	}
	return c
}

// The sum of two vectors contains the sum of every figure.
func TestEveryFigureAddsUp(t *testing.T) {
	t.Parallel()
	var v, w Vector
	for i := range list {
		v[i], w[i] = money.Cents(int64(i)), money.Cents(int64(7*i))
	}
	v.Add(&w)
	for c := range Count() {
		if want := money.Cents(8 * int64(c)); v.Of(c) != want {
			t.Errorf("%s is %s, want %s", c, v.Of(c), want)
		}
	}
}
