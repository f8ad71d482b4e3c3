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
	"golang.org/x/term"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newAccountsCommand() *cobra.Command {
	return helpCommand("accounts", "Create, list and delete accounts of the console, reset passwords, make operators",
		`  leasehold accounts create anna@example.org --operator
  leasehold accounts list`,
		newAccountsCreateCommand(), newAccountsListCommand(), newAccountsResetCommand(), newAccountsOperatorCommand(), newAccountsDeleteCommand())
}

// withAccounts runs body with the accounts of --db.
func withAccounts(cmd *cobra.Command, mustExist bool, body func(ctx context.Context, a *account.Accounts) error) error {
	return withDatabase(cmd, mustExist, func(ctx context.Context, s *service.Service, db *store) error {
		return body(ctx, account.New(account.Config{Store: db.accounts, Service: s, Clock: time.Now}))
	})
}

// aboutAccount turns what was refused into a wrong command line.
func aboutAccount(email string, err error) error {
	if errors.Is(err, account.ErrNoAccount) {
		return fmt.Errorf("%q: %w; 'leasehold accounts list' shows them", email, err)
	}
	return err
}

const passwordHelp = `

The password is asked for on a terminal, and else read as one line from standard
input. It has 8 to 128 characters.`

func newAccountsCreateCommand() *cobra.Command {
	var operator bool
	cmd := &cobra.Command{
		Use:   "create EMAIL",
		Short: "Make an account for the console",
		Long:  "Make an account for the console." + passwordHelp,
		Example: `  leasehold accounts create anna@example.org
  leasehold accounts create anna@example.org --operator < password.txt`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := askPassword(cmd)
			if err != nil {
				return err
			}
			return withAccounts(cmd, false, func(ctx context.Context, a *account.Accounts) error {
				made, err := a.Create(ctx, args[0], password)
				if err == nil && operator {
					err = a.SetOperator(ctx, made.Email, true)
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "Created the account of %s (%s plan).\n", made.Email, made.Plan)
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&operator, "operator", false, "let the account set the plans of all accounts")
	dbFlag(cmd)
	return cmd
}

func newAccountsListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the accounts",
		Example: "  leasehold accounts list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withAccounts(cmd, true, func(ctx context.Context, a *account.Accounts) error {
				list, err := a.Store.List(ctx)
				if err != nil {
					return err
				}
				return printAccounts(cmd.OutOrStdout(), list, asJSON)
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newAccountsResetCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "reset-password EMAIL",
		Short:   "Give an account a new password and end its sessions",
		Long:    "Give an account a new password and end its sessions." + passwordHelp,
		Example: "  leasehold accounts reset-password anna@example.org",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			password, err := askPassword(cmd)
			if err != nil {
				return err
			}
			return changeAccount(cmd, args[0], "The password is changed and every session has ended.",
				func(ctx context.Context, a *account.Accounts) error { return a.ResetPassword(ctx, args[0], password) })
		},
	}
	dbFlag(cmd)
	return cmd
}

func newAccountsOperatorCommand() *cobra.Command {
	var off bool
	cmd := &cobra.Command{
		Use:   "set-operator EMAIL",
		Short: "Let an account set the plans of all accounts, or no longer",
		Example: `  leasehold accounts set-operator anna@example.org
  leasehold accounts set-operator anna@example.org --off`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			done := "The account is an operator's."
			if off {
				done = "The account is no longer an operator's."
			}
			return changeAccount(cmd, args[0], done,
				func(ctx context.Context, a *account.Accounts) error { return a.SetOperator(ctx, args[0], !off) })
		},
	}
	cmd.Flags().BoolVar(&off, "off", false, "take it away again")
	dbFlag(cmd)
	return cmd
}

func newAccountsDeleteCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "delete EMAIL",
		Short: "Delete an account, revoke its keys and remove what is kept of it",
		Long: `Delete an account, revoke its keys and remove what is kept of it: the address,
the password, the sessions, the names of its keys and the answers kept for
replay. The usage log keeps the lines of its keys, without names.`,
		Example: "  leasehold accounts delete anna@example.org",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return changeAccount(cmd, args[0], "The account is deleted and its keys are revoked.",
				func(ctx context.Context, a *account.Accounts) error { return a.DeleteByEmail(ctx, args[0]) })
		},
	}
	dbFlag(cmd)
	return cmd
}

func changeAccount(cmd *cobra.Command, email, done string, change func(context.Context, *account.Accounts) error) error {
	return withAccounts(cmd, true, func(ctx context.Context, a *account.Accounts) error {
		if err := change(ctx, a); err != nil {
			return aboutAccount(email, err)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", email, done)
		return err
	})
}

// askPassword asks twice on a terminal; a script sends one line.
func askPassword(cmd *cobra.Command) (string, error) {
	file, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 4096)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("password: %w", err)
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
