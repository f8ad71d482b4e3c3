//go:build faults

package sqlite

import (
	"time"

	"github.com/leasehold-accounting/leasehold/internal/fault"
)

// beforeCommit answers computations before their commit in the control
// [fault.AnswerFirst], which the tests that kill the process have to notice.
func beforeCommit(computations []*job) {
	if !fault.AnswerFirst {
		return
	}
	for _, j := range computations {
		j.finish()
	}
	time.Sleep(fault.ControlPause)
}
