// Command leasehold computes lease accounting on the command line and as a service.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

func main() {
	armFault()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // after the first signal, a second signal ends the program immediately
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

const (
	exitOK    = 0
	exitError = 1 // a lease was rejected, or the command failed
	exitUsage = 2 // the command line was invalid
)

// errReported ends the program with exitError. The command has already printed the error.
var errReported = errors.New("already reported")

// usageError marks an error in the command line. The program then exits with the status exitUsage.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// run is main with its inputs and outputs as parameters, so that tests can call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRootCommand() //nolint:contextcheck // cobra passes the context to the commands
	return execute(ctx, root, args, stdin, stdout, stderr)
}

func execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	started := false // before a command has started, every error concerns the command line
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		err := errors.Join(cmd.ValidateRequiredFlags(), cmd.ValidateFlagGroups())
		started = err == nil
		return err
	}
	cmd, err := root.ExecuteContextC(ctx)
	_, usage := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitError
	case usage || !started:
		fmt.Fprintf(stderr, "leasehold: %s\nRun '%s --help' for usage.\n", strings.TrimSpace(err.Error()), cmd.CommandPath())
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "leasehold: interrupted")
		return exitError
	default:
		fmt.Fprintf(stderr, "leasehold: %v\n", err)
		return exitError
	}
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "leasehold",
		Short: "Lease accounting under " + lists.And(operations.Standards()) + ", exact to the cent",
		Long: `Lease accounting under ` + lists.And(operations.Standards()) + `, exact to the cent.

The exit status is 0 for success and 2 for an invalid command line. It is 1
if a lease was rejected, a comparison or check found a difference, a file cannot be read
or written, or the command failed.`,
		Example: `  leasehold compute office.json
  leasehold template -o leases.csv
  leasehold compute --from leases.csv`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.Version = buildVersion().String()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	for _, op := range leaseOperations {
		addGroup(root, "Accounting", newOperationCommand(op))
	}
	addGroup(root, "Accounting", newReportCommand(), newCloseCommand(), newVerifyCommand(), newCompareCommand(), newTemplateCommand(), newDoctorCommand())
	addGroup(root, "The service", newDevCommand(), newServeCommand(), newMCPCommand(), newConfigCommand(), newPlansCommand(), newHealthCommand())
	addGroup(root, "The service's database", newKeysCommand(), newAccountsCommand(), newUsageCommand(), newAuditCommand(), newMigrateCommand(), newDBCommand())
	root.AddCommand(newVersionCommand())
	addCompletion(root)
	return root
}

func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	if !root.ContainsGroup(title) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	}
	for _, cmd := range commands {
		cmd.GroupID = title
		root.AddCommand(cmd)
	}
}

func addCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Example = "  leasehold help compute"
			cmd.RunE = func(_ *cobra.Command, args []string) error {
				about, _, err := root.Find(args)
				if err != nil {
					return usageError{err}
				}
				about.InitDefaultHelpFlag()
				return about.Help()
			}
		case "completion":
			cmd.Example = "  leasehold completion bash --help"
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() } // without RunE, cobra would accept unknown shells
			for _, shell := range cmd.Commands() {
				shell.Example = map[string]string{
					"bash":       "  source <(leasehold completion bash)",
					"zsh":        "  source <(leasehold completion zsh)",
					"fish":       "  leasehold completion fish | source",
					"powershell": "  leasehold completion powershell | Out-String | Invoke-Expression",
				}[shell.Name()]
			}
		}
	}
}
