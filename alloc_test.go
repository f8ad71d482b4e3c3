package leasehold

import "testing"

// A computation with its answer takes few allocations, with steps in the rent
// and without: an answer is made of a handful of blocks and not of its rows.
func TestComputeAndPrintAllocations(t *testing.T) {
	for _, edit := range []func(*Lease){
		func(*Lease) {}, ifrs16, rising,
		edits(months(59), quarterly, gasb87, guaranteed), edits(rising, priced, guaranteed, transfers),
	} {
		l := office(edit)
		dst := make([]byte, 0, 1<<20)
		least := leastAllocations(func() {
			r, err := Compute(l)
			if err != nil {
				t.Fatal(err)
			}
			dst = r.AppendCompute(dst[:0])
		})
		if least > 24 {
			t.Errorf("%d months: %v allocations", l.TermMonths, least)
		}
	}
}

// An event takes a few allocations of its own, however many rows follow it.
func TestEventAllocations(t *testing.T) {
	for _, term := range []int{60, 600} {
		l, err := Decode([]byte(fourEvents(term)))
		if err != nil {
			t.Fatal(err)
		}
		least := leastAllocations(func() {
			if _, err := Compute(l); err != nil {
				t.Fatal(err)
			}
		})
		if least > 120 {
			t.Errorf("%d months and four events: %v allocations", term, least)
		}
	}
}

// leastAllocations returns the allocations of run with its memory at hand: under the
// race detector pools forget now and then.
func leastAllocations(run func()) float64 {
	least := testing.AllocsPerRun(1, run)
	for range 60 {
		least = min(least, testing.AllocsPerRun(1, run))
	}
	return least
}
