// Package cost measures the most expensive requests that the limits of a lease allow.
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

// mostOfComputation is the maximum cost of a computation, in units of the computation of a plain
// lease of 60 months in the same process (docs/BOUNDS.md).
const mostOfComputation = 500

// tries is the number of measurements per request; the lowest is disturbed
// least.
const tries = 3

// response keeps the last response in memory, as a server does.
var response []byte

// run reads, computes and prints a request.
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

// processor returns the process's CPU time, which other programs disturb less
// than wall-clock time.
func processor(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// least returns the lowest CPU time of one request among several tries of n
// requests each.
func least(tb testing.TB, r *costly.Request, n int) time.Duration {
	tb.Helper()
	body, best := r.Body(), time.Duration(0)
	for i := range tries {
		runtime.GC() // collect the garbage of earlier requests first
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

// computations returns the number of leases that a request computes. A comparison computes each
// treatment and the lease as supplied. A verification computes the candidates that it may measure
// within the rows of the largest lease.
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

// TestTheWorstComputationHasABound checks that no accepted request costs more than the maximum for
// each lease that it computes.
func TestTheWorstComputationHasABound(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // an idle processor does not collect garbage in addition
	const plainRuns = 200
	plainLease := costly.Plain()
	plain := least(t, &plainLease, plainRuns)
	for _, r := range costly.Seeds() {
		if r.Operation == "report" && testing.Short() {
			continue
		}
		ratio := float64(least(t, &r, 1)) / float64(plain) / float64(computations(&r))
		for range 4 { // other programs lengthen one measurement, not all of them
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
