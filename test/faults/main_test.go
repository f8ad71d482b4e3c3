// Package faults proves that the ledger survives what its machine does to it.
// After every fault one oracle asks the restarted program, over its own doors,
// for each promise that was made before.
package faults

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

var killCycles = flag.Int("kill-cycles", 20, "how often the server is killed under load")

// The program, and a control that answers before it commits. The control must
// fail the oracle: an oracle that it passes would prove nothing.
var binary, answersFirst program.Binary

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "leasehold-faults-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder
	if binary, err = program.Build(dir); err == nil {
		answersFirst, err = program.Build(dir, "-tags", "answerfirst")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
