// Package program builds leasehold and runs it like a user: as a process that gets flags, responds
// on a socket, and is stopped or killed.
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

// A Binary is a built leasehold, by its path.
type Binary string

// Build compiles the program into dir with flags of go build, such as -race or
// -tags, which determine its file name. It uses go run, which caches the
// linked program for all test packages.
func Build(dir string, flags ...string) (Binary, error) {
	name := "leasehold" + strings.NewReplacer("-", "_", "=", "_", " ", "_", "/", "_").Replace(strings.Join(flags, ""))
	path := filepath.Join(dir, name)
	args := append([]string{"run", "-exec", "cp"}, flags...)
	out, err := exec.Command("go", append(args, commandPackage, path)...).CombinedOutput() //nolint:gosec,noctx // the arguments are constants of the tests, and a build ends
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return Binary(path), nil
}

// Output is the output of a finished command.
type Output struct {
	Stdout, Stderr string
	Code           int // exit status; -1 where a signal ended it
}

// Run runs the program and waits for it.
func (b Binary) Run(ctx context.Context, args ...string) (Output, error) {
	return b.RunIn(ctx, nil, args...)
}

// RunIn is Run with variables added to the environment.
func (b Binary) RunIn(ctx context.Context, env []string, args ...string) (Output, error) {
	cmd := exec.CommandContext(ctx, string(b), args...) //nolint:gosec // a program that the tests built
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(environment(), env...)
	err := cmd.Run()
	out := Output{Stdout: stdout.String(), Stderr: stderr.String(), Code: cmd.ProcessState.ExitCode()}
	if _, ended := err.(*exec.ExitError); ended { //nolint:errorlint // Run returns it bare
		err = nil
	}
	return out, err
}

// environment returns the environment of the tests without the settings of leasehold: a
// LEASEHOLD_DB exported by a developer must not let a test use a real database.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "LEASEHOLD_") {
			env = append(env, v)
		}
	}
	return env
}
