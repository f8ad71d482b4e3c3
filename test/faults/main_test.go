// Package faults proves that the usage database survives faults of its machine. After every fault,
// an oracle checks each promise through the public interfaces of the restarted program.
//
// Every test has a short form, which is the default, and a long form with the flags in
// tools/mk/faults.mk.
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

// The functions build the program, and the program with points at which it kills itself.
var (
	binary  = build()
	pointed = build("-tags", "faults")
)

// The functions build the controls: programs that each break one promise, which the oracle must
// detect.
var (
	answersFirst      = control("answer-first")       // responds before it commits
	keepsFailedCommit = control("keep-failed-commit") // reports a failed commit without replacing it
	leavesDoubts      = control("leave-doubts")       // reports a failure without resolving its outcome
)

func control(name string) func(t *testing.T) program.Binary {
	return build("-tags", "faults", "-ldflags", "-X github.com/leasehold-accounting/leasehold/internal/fault.control="+name)
}

// buildDir is the directory of the programs.
var buildDir string

// build returns a function that builds the program on its first call.
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
	// Most of these tests spend most of their time waiting, so more of them can run in parallel
	// than there are processors.
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = parallel.Value.Set(strconv.Itoa(2 * runtime.GOMAXPROCS(0))) // a valid number
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
