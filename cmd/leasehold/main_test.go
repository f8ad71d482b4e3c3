package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets test scripts run the test binary as the leasehold command.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"leasehold": main})
}

// Each script in testdata/script tests one behavior of the command line. In these scripts, $EXAMPLES is the
// directory of examples for users.
func TestScripts(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Abs("../../docs/examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:                scriptCommands,
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			return nil
		},
	})
}
