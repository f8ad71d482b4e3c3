package leases

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Compute returns a lease's result. It fails the test if the lease is invalid.
func Compute(tb testing.TB, body string) *leasehold.Result {
	tb.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		tb.Fatalf("%v in %s", err, body)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		tb.Fatalf("%v in %s", err, body)
	}
	return r
}
