package wording_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// A report's labels contain its standards' terms if all standards use the same term.
func TestLabelsUseTheStandardsTerms(t *testing.T) {
	t.Parallel()
	const title, cost = "Right-of-use asset", "Amortization of right-of-use assets"
	for _, c := range []struct {
		standards   []leasehold.Standard
		title, cost string
	}{
		{nil, title, cost},
		{[]leasehold.Standard{leasehold.ASC842}, title, cost},
		{[]leasehold.Standard{leasehold.IFRS16}, title, "Depreciation of right-of-use assets"},
		{[]leasehold.Standard{leasehold.IFRS16, leasehold.FRS102}, title, "Depreciation of right-of-use assets"},
		{[]leasehold.Standard{leasehold.GASB87}, "Lease asset", "Amortization of lease assets"},
		{[]leasehold.Standard{leasehold.GASB96}, "Subscription asset", "Amortization of subscription assets"},
		{[]leasehold.Standard{leasehold.ASC842, leasehold.GASB87}, title, cost},
	} {
		if got := wording.OfStandards(title, c.standards); got != c.title {
			t.Errorf("%v: %s, want %s", c.standards, got, c.title)
		}
		if got := wording.OfStandards(cost, c.standards); got != c.cost {
			t.Errorf("%v: %s, want %s", c.standards, got, c.cost)
		}
	}
}

// The years after a report have the labels that notes to financial statements use.
func TestYearsAfterADay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		to   civil.Date
		i    int
		want string
	}{
		{civil.Date{Year: 2026, Month: 12, Day: 31}, 1, "2027"},
		{civil.Date{Year: 2026, Month: 12, Day: 31}, 5, "2031"},
		{civil.Date{Year: 2026, Month: 6, Day: 30}, 2, "Twelve months to 2028-06-30"},
	} {
		if got := wording.YearAfter(c.to, c.i); got != c.want {
			t.Errorf("%s, %d: %s, want %s", c.to, c.i, got, c.want)
		}
	}
}
