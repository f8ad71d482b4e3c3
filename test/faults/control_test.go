package faults

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// These constants are the violations that the oracle reports for the promises that the controls
// break. A control counts as detected only if the oracle reports the violation of the control's own
// promise.
const (
	lost       = "lost: "
	overbilled = "billed too much: "
)

const (
	controlTime = 4 * time.Second       // duration of a lasting fault that is applied to a control
	lag         = 20 * time.Millisecond // time between the response of a control and its commit
	// plainRate exceeds the rates of the other loads. The rate must be high, because the outcome of
	// a request without an Idempotency-Key is uncertain only for a short time.
	plainRate = 600
)

// mustFind calls round, which applies a fault to a control, until the oracle reports a violation of
// promise. mustFind fails after the given number of rounds.
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

// TestControlsPassWithoutFaults checks that the oracle finds no violation in the controls if there
// is no fault. The violations in the other tests are therefore due to the faults.
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
