//go:build faults

package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/leasehold-accounting/leasehold/internal/fault"
)

const faultVariable = "LEASEHOLD_FAULT"

// testVariables lists the environment variables that only test builds use.
var testVariables = []string{faultVariable}

// armFault makes the process kill itself when it reaches POINT for the Nth time, if the
// LEASEHOLD_FAULT variable is "POINT N".
func armFault() {
	var point string
	var n int64
	if _, err := fmt.Sscanf(os.Getenv(faultVariable), "%s %d", &point, &n); err != nil {
		return
	}
	var passed atomic.Int64
	fault.Set(func(name string) error {
		if name == point && passed.Add(1) == n {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL) // ends the process
			select {}
		}
		return nil
	})
}
