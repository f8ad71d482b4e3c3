package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/adminapi"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

func newAccountsCommand() *cobra.Command {
	return helpCommand("accounts", "Manage console accounts and write an account map",
		`  leasehold accounts create anna@example.org --operator
  leasehold accounts template leases.csv -o accounts.yaml
  leasehold accounts list --asking`,
		newAccountsCreateCommand(), newAccountsListCommand(), newAccountsPlanCommand(), newAccountsDeclineCommand(), newAccountsResetCommand(),
		newAccountsLinkCommand(), newAccountsOperatorCommand(), newAccountsDeleteCommand(), newAccountMapCommand())
}

const promptHelp = `On a terminal, the command prompts for the password. Otherwise it reads one line
from standard input. A password has 8 to 128 characters.`

func newAccountsCreateCommand() *cobra.Command {
	var operator bool
	var password string
	return (&dbCommand{
		use:   "create EMAIL",
		short: "Create an account for the console",
		more:  promptHelp,
		example: `  leasehold accounts create anna@example.org
  leasehold accounts create anna@example.org --operator < password.txt`,
		creates: true,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().BoolVar(&operator, "operator", false, "let the account set every account's plan")
		},
		check: func(cmd *cobra.Command, args []string, c *config) error {
			// An invalid address must not create a database, so the address is checked before the database is opened.
			if err := account.CheckEmail(args[0]); err != nil {
				return err
			}
			if err := readPassword(&password)(cmd, args, c); err != nil {
				return err
			}
			return account.CheckPassword(password, args[0])
		},
		run: func(ctx context.Context, o *opened) error {
			made, err := o.accounts.Create(ctx, o.args[0], password)
			if err == nil && operator {
				err = o.accounts.SetOperator(ctx, made.ID, true)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(o.out, "Created the account %s (%s plan).\n", made.Email, made.Plan)
			return err
		},
	}).command()
}

func newAccountsListCommand() *cobra.Command {
	var asking bool
	return (&dbCommand{
		use:   "list",
		short: "List the accounts and their plan requests",
		example: `  leasehold accounts list --json
  leasehold accounts list --asking`,
		json: true,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().BoolVar(&asking, "asking", false, "list only accounts with a plan request")
		},
		run: func(ctx context.Context, o *opened) error {
			list, err := o.accounts.List(ctx)
			none := "There are no accounts yet. Create one with 'leasehold accounts create'."
			if asking {
				list, none = account.Requests(list), "No account has requested a change of plan."
			}
			out, rows := make([]adminapi.Account, len(list)), make([]table.Row, len(list))
			for i, a := range list {
				operator, requested := "", string(a.Asked.Plan)
				if a.Operator {
					operator = "yes"
				}
				if a.Asked.Reason != "" {
					requested += ": " + a.Asked.Reason
				}
				out[i] = adminapi.ViewOf(&a)
				rows[i] = table.Row{a.Email, a.Plan, requested, operator, minute(a.Created), a.ID}
			}
			if err != nil {
				return err
			}
			return printList(o.out, o.asJSON, out, none, table.Row{"EMAIL", "PLAN", "REQUESTED PLAN", "OPERATOR", "CREATED (UTC)", "ID"}, rows)
		},
	}).command()
}

// onAccount returns a run function that looks up the account by the e-mail address in args[0].
func onAccount(run func(ctx context.Context, o *opened, found account.Account) error) func(context.Context, *opened) error {
	return func(ctx context.Context, o *opened) error {
		found, err := o.accounts.ByEmail(ctx, o.args[0])
		if err != nil {
			return err
		}
		return run(ctx, o, found)
	}
}

func newAccountsPlanCommand() *cobra.Command {
	return (&dbCommand{
		use:     "set-plan EMAIL PLAN",
		short:   "Set the plan for an account and its keys, and close the account's plan request",
		example: "  leasehold accounts set-plan anna@example.org pro",
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			err := o.accounts.SetPlan(ctx, "", found.ID, meter.Plan(o.args[1]))
			return o.changed(nil, "The account and its keys now have the "+o.args[1]+" plan.", err)
		}),
	}).command()
}

func newAccountsDeclineCommand() *cobra.Command {
	return (&dbCommand{
		use:     "decline EMAIL",
		short:   "Decline an account's plan request",
		example: "  leasehold accounts decline anna@example.org",
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			if found.Asked.Plan == "" {
				return o.changed(nil, "The account has no plan request.", nil)
			}
			return o.changed(nil, "The plan request was declined.", o.accounts.Decline(ctx, found.ID))
		}),
	}).command()
}

func newAccountsLinkCommand() *cobra.Command {
	return (&dbCommand{
		use:   "reset-link EMAIL",
		short: "Create a link that lets an account's owner choose a new password",
		more: `The link works once, within 24 hours, and is shown only here. Send it through a
trusted channel.

--public-url or LEASEHOLD_PUBLIC_URL sets the server's URL, as for serve.`,
		example: "  leasehold accounts reset-link anna@example.org --public-url https://leases.example",
		in:      inLink,
		check: func(_ *cobra.Command, _ []string, c *config) error {
			if c.publicURL == "" {
				return usageError{errors.New("--public-url: is required, because the link begins with this URL")}
			}
			return nil
		},
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			o.accounts.PublicURL = o.config.publicURL
			link, expires, err := o.accounts.HandLink(ctx, found.ID)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(o.out, "%s\nIt works once, until %s (UTC).\n", link, minute(expires))
			return err
		}),
	}).command()
}

func newAccountsResetCommand() *cobra.Command {
	var password string
	return (&dbCommand{
		use:     "reset-password EMAIL",
		short:   "Give an account a new password and end its sessions",
		more:    promptHelp,
		example: "  leasehold accounts reset-password anna@example.org",
		check:   readPassword(&password),
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			return o.changed(nil, "The password was changed, and every session was ended.", o.accounts.ResetPassword(ctx, found, password))
		}),
	}).command()
}

func newAccountsOperatorCommand() *cobra.Command {
	var off bool
	return (&dbCommand{
		use:   "set-operator EMAIL",
		short: "Allow an account to set every account's plan, or withdraw this permission",
		example: `  leasehold accounts set-operator anna@example.org
  leasehold accounts set-operator anna@example.org --off`,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().BoolVar(&off, "off", false, "withdraw the permission")
		},
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			done := "The account is now an operator's account."
			if off {
				done = "The account is no longer an operator's account."
			}
			return o.changed(nil, done, o.accounts.SetOperator(ctx, found.ID, !off))
		}),
	}).command()
}

func newAccountsDeleteCommand() *cobra.Command {
	return (&dbCommand{
		use:   "delete EMAIL",
		short: "Delete an account, revoke its keys and remove its data",
		more: `The command removes the account's address, password and sessions, the names of its
keys and the records of their Idempotency-Keys. The usage log retains the keys' rows
without the names.`,
		example: "  leasehold accounts delete anna@example.org",
		run: onAccount(func(ctx context.Context, o *opened, found account.Account) error {
			return o.changed(nil, "The account was deleted and its keys were revoked.", o.accounts.DeleteByID(ctx, found.ID))
		}),
	}).confirmed("Delete the account %s, revoke its keys and remove its data? This cannot be undone.").command()
}

// readPassword returns a check function that reads the new password and stores it in a variable. If standard
// input is a terminal, the user types the password twice. Otherwise the password is the first line.
func readPassword(password *string) func(*cobra.Command, []string, *config) error {
	return func(cmd *cobra.Command, _ []string, _ *config) error {
		if !terminalOf(cmd.InOrStdin()).is {
			line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 4096)).ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("password: %w", err)
			}
			if line == "" {
				return errors.New("password: is missing; without a terminal, the command reads it from standard input, as in ... < password.txt")
			}
			*password = strings.TrimRight(line, "\r\n")
			return nil
		}
		var answers [2]string
		for i, question := range []string{"Password: ", "Repeat the password: "} {
			fmt.Fprint(cmd.ErrOrStderr(), question)
			typed, err := term.ReadPassword(int(cmd.InOrStdin().(*os.File).Fd()))
			fmt.Fprintln(cmd.ErrOrStderr())
			if err != nil {
				return fmt.Errorf("password: %w", err)
			}
			answers[i] = string(typed)
		}
		if *password = answers[0]; answers[0] != answers[1] {
			return errors.New("password: the two entries differ")
		}
		return nil
	}
}

func newAccountMapCommand() *cobra.Command {
	var (
		file  newFile
		sheet sheetFlags
		t     export.AccountTemplate
	)
	cmd := &cobra.Command{
		Use:   "template [FILE...]",
		Short: "Write an account map for --accounts",
		Long: `Write an account map in YAML with an empty code for each account. Fill in the codes
from your ledger, and pass the file to report, close and journal with --accounts. If you
name lease files, the map contains the accounts to which the leases post from
commencement to the end of the term. Without a file, it contains every account.

Right-of-use assets, lease liabilities and lease expense have one entry per class if
the leases belong to several classes. --by adds entries for each standard or for each
value of a tag. Accounts that are used only with an option are written as comments.`,
		Example: `  leasehold accounts template leases.csv -o accounts.yaml
  leasehold accounts template leases.csv --by tag:entity -o accounts.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(file.keepExisting(), keepInputs(cmd, file.out)); err != nil {
				return err
			}
			if len(args) > 0 {
				if err := addAccounts(cmd, &t, &sheet, args); err != nil {
					return err
				}
			}
			return writeTo(cmd, file.out, t.Write)
		},
	}
	sheet.register(cmd.Flags())
	cmd.Flags().StringSliceVar(&t.By, "by", nil, "add an entry for each value of these `names`: standard or tag:NAME")
	file.register(cmd)
	return cmd
}

func addAccounts(cmd *cobra.Command, t *export.AccountTemplate, sheet *sheetFlags, names []string) error {
	files, err := openFiles(cmd, names, sheet)
	if err != nil {
		return err
	}
	err = batch.ForEach(files.source(), func(it *batch.Item) error {
		if it.Err == nil {
			it.Err = t.Add(cmd.Context(), it.Lease)
		}
		if it.Err != nil {
			return fmt.Errorf("%s%w", batch.Where(it.Line, it.Err), it.Err)
		}
		return nil
	})
	if option, wrong := errors.AsType[*export.OptionError](err); wrong {
		return usageError{fmt.Errorf("--%w", option)}
	}
	return err
}
