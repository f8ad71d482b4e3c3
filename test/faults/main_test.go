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

// The program; a control that answers before it commits, which must fail the
// oracle (an oracle that it passes would prove nothing); and both with points
// at which they kill themselves.
var (
	binary       = build()
	answersFirst = build("-tags", "answerfirst")
	pointed      = build("-tags", "faults")
	pointedFirst = build("-tags", "faults,answerfirst")
	// A second control: it does not mark the place of a commit that failed.
	unmarked = build("-tags", "nomarker")
	// A third: it tells of a failure and leaves it at that, whatever became of
	// the charge.
	forgetful = build("-tags", "nodoubt")
)

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
	if told := os.Getenv(carelessVariable); told != "" {
		os.Exit(beCareless(told, os.Stdin, os.Stdout))
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
