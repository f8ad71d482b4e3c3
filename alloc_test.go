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
		run := func() {
			r, err := Compute(l)
			if err != nil {
				t.Fatal(err)
			}
			dst = r.AppendCompute(dst[:0])
		}
		least := testing.AllocsPerRun(1, run)
		for range 60 { // under the race detector pools forget now and then
			least = min(least, testing.AllocsPerRun(1, run))
		}
		if least > 24 {
			t.Errorf("%d months: %v allocations", l.TermMonths, least)
		}
	}
}
