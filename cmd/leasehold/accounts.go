package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

func newAccountsCommand() *cobra.Command {
	return helpCommand("accounts", "Create, list and delete accounts of the console, reset passwords, appoint operators",
		`  leasehold accounts create anna@example.org --operator
  leasehold accounts list`,
		newAccountsCreateCommand(), newAccountsListCommand(), newAccountsResetCommand(), newAccountsOperatorCommand(), newAccountsDeleteCommand())
}

// aboutAccount adds to an error which account it is about.
func aboutAccount(email string, err error) error {
	if errors.Is(err, account.ErrNoAccount) {
		return fmt.Errorf("%q: %w; 'leasehold accounts list' shows them", email, err)
	}
	return err
}

const passwordHelp = `

The password is asked for on a terminal, and otherwise read as one line from
standard input. It has 8 to 128 characters.`

func newAccountsCreateCommand() *cobra.Command {
	var operator bool
	var password string
	return (&dbCommand{
		use:   "create EMAIL",
		short: "Create an account for the console",
		long:  "Create an account for the console." + passwordHelp,
		example: `  leasehold accounts create anna@example.org
  leasehold accounts create anna@example.org --operator < password.txt`,
		args:    cobra.ExactArgs(1),
		creates: true,
		flags: func(flags *pflag.FlagSet) {
			flags.BoolVar(&operator, "operator", false, "let the account set the plans of all accounts")
		},
		check: func(cmd *cobra.Command, args []string) error {
			// Before the database is opened: what is refused creates none.
			if err := account.CheckEmail(args[0]); err != nil {
				return err
			}
			if err := askPassword(&password)(cmd, args); err != nil {
				return err
			}
			return account.CheckPassword(password, args[0])
		},
		run: func(ctx context.Context, o *opened) error {
			made, err := o.accounts.Create(ctx, o.args[0], password)
			if err == nil && operator {
				err = o.accounts.SetOperator(ctx, made.Email, true)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(o.out, "Created the account of %s (%s plan).\n", made.Email, made.Plan)
			return err
		},
	}).command()
}

func newAccountsListCommand() *cobra.Command {
	return (&dbCommand{
		use:     "list",
		short:   "List the accounts",
		example: "  leasehold accounts list --json",
		args:    cobra.NoArgs,
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			list, err := o.accounts.ListAll(ctx)
			if err != nil {
				return err
			}
			return printAccounts(o.out, list, o.asJSON)
		},
	}).command()
}

func newAccountsResetCommand() *cobra.Command {
	var password string
	return (&dbCommand{
		use:     "reset-password EMAIL",
		short:   "Give an account a new password and end its sessions",
		long:    "Give an account a new password and end its sessions." + passwordHelp,
		example: "  leasehold accounts reset-password anna@example.org",
		args:    cobra.ExactArgs(1),
		check:   askPassword(&password),
		run: func(ctx context.Context, o *opened) error {
			return o.printAccountChange(o.accounts.ResetPassword(ctx, o.args[0], password), "The password was changed and every session has ended.")
		},
	}).command()
}

func newAccountsOperatorCommand() *cobra.Command {
	var off bool
	return (&dbCommand{
		use:   "set-operator EMAIL",
		short: "Let an account set the plans of all accounts, or no longer",
		example: `  leasehold accounts set-operator anna@example.org
  leasehold accounts set-operator anna@example.org --off`,
		args: cobra.ExactArgs(1),
		flags: func(flags *pflag.FlagSet) {
			flags.BoolVar(&off, "off", false, "take it away again")
		},
		run: func(ctx context.Context, o *opened) error {
			done := "The account is an operator's."
			if off {
				done = "The account is no longer an operator's."
			}
			return o.printAccountChange(o.accounts.SetOperator(ctx, o.args[0], !off), done)
		},
	}).command()
}

func newAccountsDeleteCommand() *cobra.Command {
	sure := &confirmation{question: "Delete the account %s, revoke its keys and remove its data? This cannot be undone."}
	return (&dbCommand{
		use:   "delete EMAIL",
		short: "Delete an account, revoke its keys and remove its data",
		long: `Delete an account, revoke its keys and remove its data: the address, the
password, the sessions, the names of its keys and the answers kept for replay.
The usage log keeps the rows of its keys, without names.`,
		example: "  leasehold accounts delete anna@example.org",
		args:    cobra.ExactArgs(1),
		flags:   sure.register,
		check:   sure.ask,
		run: func(ctx context.Context, o *opened) error {
			return o.printAccountChange(o.accounts.DeleteByEmail(ctx, o.args[0]), "The account was deleted and its keys were revoked.")
		},
	}).command()
}

// printAccountChange reports the change of an account, or why it failed.
func (o *opened) printAccountChange(err error, done string) error {
	if err != nil {
		return aboutAccount(o.args[0], err)
	}
	_, err = fmt.Fprintf(o.out, "%s: %s\n", o.args[0], done)
	return err
}

// askPassword reads the password of a command before the database is opened.
func askPassword(password *string) func(cmd *cobra.Command, _ []string) error {
	return func(cmd *cobra.Command, _ []string) (err error) {
		*password, err = readPassword(cmd)
		return err
	}
}

// readPassword asks twice on a terminal; a script sends one line.
func readPassword(cmd *cobra.Command) (string, error) {
	file, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 4096)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("password: %w", err)
		}
		if line == "" {
			return "", errors.New("password: none was sent; without a terminal it is read from standard input, as in ... < password.txt")
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	var answers [2]string
	for i, question := range []string{"Password: ", "Once more: "} {
		fmt.Fprint(cmd.ErrOrStderr(), question)
		typed, err := term.ReadPassword(int(file.Fd()))
		fmt.Fprintln(cmd.ErrOrStderr())
		if err != nil {
			return "", fmt.Errorf("password: %w", err)
		}
		answers[i] = string(typed)
	}
	if answers[0] != answers[1] {
		return "", errors.New("password: the two differ")
	}
	return answers[0], nil
}

// accountJSON is an account as scripts read it.
type accountJSON struct {
	ID       string    `json:"id"`
	Email    string    `json:"email"`
	Plan     string    `json:"plan"`
	Operator bool      `json:"operator"`
	Created  time.Time `json:"created"`
}

func printAccounts(w io.Writer, list []account.Account, asJSON bool) error {
	if asJSON {
		out := make([]accountJSON, len(list))
		for i, a := range list {
			out[i] = accountJSON{a.ID, a.Email, string(a.Plan), a.Operator, a.Created.UTC()}
		}
		return printJSON(w, out)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "There are no accounts yet. 'leasehold accounts create' makes one.")
		return err
	}
	t := newTable(w, "EMAIL", "PLAN", "OPERATOR", "CREATED (UTC)", "ID")
	for _, a := range list {
		operator := ""
		if a.Operator {
			operator = "yes"
		}
		t.AppendRow(table.Row{a.Email, a.Plan, operator, minute(a.Created), a.ID})
	}
	t.Render()
	return nil
}
