package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptCommands contains the commands that the test scripts use in addition to testscript's own.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"status": scriptStatus,
	"long":   scriptLong,
}

// scriptStatus runs a program and checks that its exit status equals the first argument:
//
//	status 2 leasehold compute --nonsense
func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Exec does not wrap this error
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// scriptLong writes a file. After the file name, the arguments are pairs of a number and a string. The
// string is repeated that number of times on one line:
//
//	long FILE 3 first 70000 x
func scriptLong(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args)%2 != 1 {
		ts.Fatalf("usage: long FILE (N text)...")
	}
	var b strings.Builder
	for i := 1; i < len(args); i += 2 {
		n, err := strconv.Atoi(args[i])
		ts.Check(err)
		b.WriteString(strings.Repeat(args[i+1], n) + "\n")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}
