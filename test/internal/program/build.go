// Package program builds leasehold and runs it as a user does: as a process that takes flags,
// serves on a socket and can be stopped or killed.
package program

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const commandPackage = "github.com/leasehold-accounting/leasehold/cmd/leasehold"

// Binary is the path of a built program.
type Binary string

// Build compiles the program into directory dir. The file name depends on flags of go build such as
// -race and -tags. Build uses go run, which caches the linked program for all test packages.
func Build(dir string, flags ...string) (Binary, error) {
	name := "leasehold" + strings.NewReplacer("-", "_", "=", "_", " ", "_", "/", "_").Replace(strings.Join(flags, ""))
	path := filepath.Join(dir, name)
	args := append([]string{"run", "-exec", "cp"}, flags...)
	out, err := exec.Command("go", append(args, commandPackage, path)...).CombinedOutput() //nolint:gosec,noctx // the arguments are the tests' constants, and a build needs no time limit
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return Binary(path), nil
}

// Output is a finished command's output.
type Output struct {
	Stdout, Stderr string
	Code           int // exit status; -1 if a signal ended the command
}

// Run runs the program and waits until it ends.
func (b Binary) Run(ctx context.Context, args ...string) (Output, error) {
	return b.RunIn(ctx, nil, args...)
}

// RunIn runs the program like Run, with variables added to its environment.
func (b Binary) RunIn(ctx context.Context, env []string, args ...string) (Output, error) {
	cmd := exec.CommandContext(ctx, string(b), args...) //nolint:gosec // the tests built this program
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(environment(), env...)
	err := cmd.Run()
	out := Output{Stdout: stdout.String(), Stderr: stderr.String(), Code: cmd.ProcessState.ExitCode()}
	if _, ended := err.(*exec.ExitError); ended { //nolint:errorlint // exec.Cmd's Run does not wrap this error
		err = nil
	}
	return out, err
}

// environment returns the tests' environment without leasehold's settings. If a developer has set
// LEASEHOLD_DB, a test must not use that database.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "LEASEHOLD_") {
			env = append(env, v)
		}
	}
	return env
}
