// Package cost measures the most expensive requests that a lease's limits allow.
package cost

import (
	"context"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/costly"
)

// mostOfComputation is a computation's maximum cost. The unit is the cost of computing a plain
// 60-month lease in the same process (docs/RELIABILITY.md).
const mostOfComputation = 500

// tries is the number of measurements per request. The lowest measurement counts, because other
// programs disturb it least.
const tries = 3

// response holds the last response, so that it remains in memory as in a server.
var response []byte

// run decodes a request, computes it and prints the response.
func run(tb testing.TB, r *costly.Request, body []byte) {
	tb.Helper()
	op := operations.Find(r.Operation)
	task, err := op.Read(body)
	if err != nil {
		tb.Fatalf("%+v: %v", r, err)
	}
	result, err := task.Compute(context.Background(), operations.With{})
	if err != nil {
		tb.Fatalf("%+v: %v", r, err)
	}
	response = result.Append(response[:0])
}

// processor returns the process's CPU time, which other programs disturb less than wall-clock time.
func processor(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// least returns the lowest CPU time per request. It measures n requests together, several times.
func least(tb testing.TB, r *costly.Request, n int) time.Duration {
	tb.Helper()
	body, best := r.Body(), time.Duration(0)
	for i := range tries {
		runtime.GC() // garbage from earlier requests does not count
		begun := processor(tb)
		for range n {
			run(tb, r, body)
		}
		if used := (processor(tb) - begun) / time.Duration(n); i == 0 || used < best {
			best = used
		}
	}
	return max(best, 1)
}

// computations returns the number of leases that a request computes. A comparison computes the
// lease as supplied and under each treatment. A verification computes as many candidates as the
// limit on rows allows.
func computations(r *costly.Request) int {
	switch r.Operation {
	case "compare":
		return 5
	case "verify":
		return 5
	case "report":
		return max(r.Leases, 1)
	}
	return 1
}

// TestTheWorstComputationHasABound checks that every accepted request costs at most
// mostOfComputation for each lease that it computes.
func TestTheWorstComputationHasABound(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // with one processor, no garbage is collected on idle processors
	const plainRuns = 200
	plainLease := costly.Plain()
	plain := least(t, &plainLease, plainRuns)
	for _, r := range costly.Seeds() {
		if r.Operation == "report" && testing.Short() {
			continue
		}
		ratio := float64(least(t, &r, 1)) / float64(plain) / float64(computations(&r))
		for range 4 { // other programs may lengthen one of these measurements, but rarely all
			if ratio > mostOfComputation {
				plain = max(plain, least(t, &plainLease, plainRuns))
				ratio = min(ratio, float64(least(t, &r, 1))/float64(plain)/float64(computations(&r)))
			}
		}
		t.Logf("%-10s %-10s %4d months, kind %d: %6.1f plain computations", r.Operation, r.Discounting, r.Months, r.Kind, ratio)
		if ratio > mostOfComputation {
			t.Errorf("%+v: %.0f plain computations, at most %d are allowed", r, ratio, mostOfComputation)
		}
	}
}
