package faults

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// The constants are the violations that the oracle reports for the promise that each control
// breaks. A different violation does not prove that the control was detected.
const (
	lost       = "lost: "
	overbilled = "billed too much: "
)

const (
	controlTime = 4 * time.Second       // how long a lasting fault is applied to a control
	lag         = 20 * time.Millisecond // time between the response of a control and its commit
	// plainRate exceeds the other rates, because the outcome of a request without an
	// Idempotency-Key is uncertain only for a short time.
	plainRate = 600
)

// mustFind repeats a fault on a control, at most the given number of rounds, until the oracle
// reports a violation of promise.
func mustFind(t *testing.T, rounds int, promise string, round func() (broken []string)) {
	t.Helper()
	for n := range rounds {
		broken := round()
		if i := slices.IndexFunc(broken, func(fault string) bool { return strings.Contains(fault, promise) }); i >= 0 {
			t.Logf("found in round %d, with %d broken promises: %s", n+1, len(broken), broken[i])
			return
		}
		if len(broken) > 0 {
			t.Logf("round %d, something else: %s", n+1, broken[0])
		}
	}
	t.Errorf("the oracle finds nothing wrong in %d rounds", rounds)
}

// TestControlsPassWithoutFaults checks that the oracle finds no violation in the controls without a
// fault, so that only the faults reveal them.
func TestControlsPassWithoutFaults(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, on backend) {
		t.Helper()
		controls := []func(*testing.T) program.Binary{answersFirst, keepsFailedCommit}
		if on.name == "postgres" {
			controls[1] = leavesDoubts
		}
		for _, control := range controls {
			server := start(t, control(t), on.database(t))
			tr := trial{backend: on, server: server, rate: *faultRate}
			complain(t, tr.under(t, time.Second, func() { time.Sleep(time.Second) }))
			server.Kill()
		}
	})
}
