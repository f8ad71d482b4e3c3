// Package faults proves that the usage database survives what its machine does to it.
// After every fault one oracle asks the restarted program, over its own doors,
// for each promise that was made before.
//
// Every test has a short form, which is the default, and a long one, for which
// mk/faults.mk raises its flags.
package faults

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// The program, and the same one with points at which it kills itself.
var (
	binary  = build()
	pointed = build("-tags", "faults")
)

// The controls: programs that each break one promise, which the oracle has to
// notice. An oracle that they pass would prove nothing.
var (
	answersFirst      = control("answer-first")       // before it commits
	keepsFailedCommit = control("keep-failed-commit") // reports a failed commit without making sure that nothing of it comes back
	leavesDoubts      = control("leave-doubts")       // reports a failure of unknown outcome and never finds out
)

func control(name string) func(t *testing.T) program.Binary {
	return build("-tags", "faults", "-ldflags", "-X github.com/leasehold-accounting/leasehold/internal/fault.control="+name)
}

// buildDir is where the programs are.
var buildDir string

// build returns a function that builds the program once, when it is first
// asked for.
func build(flags ...string) func(t *testing.T) program.Binary {
	once := sync.OnceValues(func() (program.Binary, error) { return program.Build(buildDir, flags...) })
	return func(t *testing.T) program.Binary {
		t.Helper()
		b, err := once()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func TestMain(m *testing.M) {
	if told := os.Getenv(unguardedVariable); told != "" {
		os.Exit(beUnguarded(told, os.Stdin, os.Stdout))
	}
	flag.Parse()
	// Most of these tests wait most of the time: more of them than there are
	// processors fit side by side.
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = parallel.Value.Set(strconv.Itoa(2 * runtime.GOMAXPROCS(0))) // a number, as it was
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if buildDir, err = os.MkdirTemp("", "leasehold-faults-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(buildDir) //nolint:errcheck // a temporary folder
	return m.Run()
}
