package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this very program as the command leasehold.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"leasehold": main})
}

// Every script in testdata/script shows one behaviour of the command line. The
// examples that users are given lie in $EXAMPLES.
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
