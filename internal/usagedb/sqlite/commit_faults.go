//go:build faults

package sqlite

import (
	"time"

	"github.com/leasehold-accounting/leasehold/internal/fault"
)

// beforeCommit sends responses before the commit if the deliberate fault [fault.AnswerFirst] is
// set. The tests that kill the process must detect this fault.
func beforeCommit(computations []*job) {
	if !fault.AnswerFirst {
		return
	}
	for _, j := range computations {
		j.finish()
	}
	time.Sleep(fault.ControlPause)
}
