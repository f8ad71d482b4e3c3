// Command leasehold computes lease accounting, on its own and as a service.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1 // a lease was refused, or the work failed
	exitUsage = 2 // the command line was wrong
)

// errReported ends the program with exitError after everything that there is
// to say has been written.
var errReported = errors.New("already reported")

// usageError marks a wrong command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// run is the program. Tests call it with streams of their own.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitError
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "leasehold: %v\nRun 'leasehold --help' for usage.\n", err)
		return exitUsage
	default:
		fmt.Fprintf(stderr, "leasehold: %v\n", err)
		return exitError
	}
}

// newRootCommand assembles the commands. Each lives in a file of its own.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "leasehold",
		Short:         "Lease accounting under ASC 842, IFRS 16 and GASB 87, exact to the cent",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	return root
}
