package wording

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// METHOD 20.2: the rent for the lease components is rounded once. The components' rents add up to
// the total rent.
func TestMethod20_2_SplitsAddUp(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05,
		"components":[{"name":"Cleaning","kind":"service","standalonePrice":1},{"name":"Floor","kind":"lease","standalonePrice":1},{"name":"Parking","kind":"lease","standalonePrice":1}],
		"events":[{"date":"2027-01-01","type":"modification","paymentAmount":70,"discountRateAnnual":0.05,
			"components":[{"name":"Floor","kind":"lease","standalonePrice":2},{"name":"Parking","kind":"lease","standalonePrice":5}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	list := Splits(&r.Lease)
	if len(list) != 2 || list[0].Event != -1 || list[1].Event != 0 {
		t.Fatalf("got %+v", list)
	}
	for i, want := range [][]string{{"33.33", "33.33", "33.34"}, {"20.00", "50.00"}} {
		for j, amount := range want {
			if got := list[i].Parts[j].Rent.String(); got != amount {
				t.Errorf("split %d, %s: %s, want %s", i, list[i].Parts[j].Name, got, amount)
			}
		}
	}
	first := &list[0]
	if lease := first.Parts[1].Rent.Add(first.Parts[2].Rent); lease != r.Schedule[0].Payment {
		t.Errorf("the lease part is %s, the first row pays %s", lease, r.Schedule[0].Payment)
	}
	if last := r.Schedule[35].Payment; list[1].Rent != last {
		t.Errorf("all of kind lease: %s, the last row pays %s", list[1].Rent, last)
	}
}
