// Package faults tests whether the usage database survives machine faults. After every fault, an
// oracle checks each promise through the restarted program's public interfaces.
//
// Every test has a short form, which is the default, and a long form. The long form's flags are in
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

// These functions build the program, and a version that kills itself at fault points.
var (
	binary  = build()
	pointed = build("-tags", "faults")
)

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
	flag.Parse()
	// These tests mainly wait, so more of them can run in parallel than there are processors.
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = parallel.Value.Set(strconv.Itoa(2 * runtime.GOMAXPROCS(0))) // the value is a valid number
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if buildDir, err = os.MkdirTemp("", "leasehold-faults-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(buildDir) //nolint:errcheck // the system deletes temporary directories
	return m.Run()
}
