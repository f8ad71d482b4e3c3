package leaseview

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// The comparison has a column for every discounting convention. The lease's own convention is marked.
func TestEveryDiscountingHasAColumn(t *testing.T) {
	t.Parallel()
	if len(discountings) != len(member.Discountings) {
		t.Fatalf("%d columns for %d conventions", len(discountings), len(member.Discountings))
	}
	for i, word := range member.Discountings {
		lease, err := leasehold.Decode([]byte(`{"standard":"IFRS_16","commencementDate":"2026-01-31","termMonths":24,"paymentAmount":3000,` +
			`"paymentFrequency":"quarterly","paymentTiming":"advance","discountRateAnnual":0.06,"basis":{"discounting":"` + word.Name + `"}}`))
		if err != nil {
			t.Fatal(err)
		}
		view, err := newView(t.Context(), lease, "https://leases.example", choices{yearEnds: 12})
		if err != nil {
			t.Fatal(err)
		}
		for at, column := range view.Conventions {
			if column.Name == "" || column.About == "" || len(column.Rows) == 0 {
				t.Errorf("%s: column %d is %+v", word.Name, at, column)
			}
			if column.Chosen != (at == i) {
				t.Errorf("%s: column %d chosen: %v", word.Name, at, column.Chosen)
			}
		}
	}
}
