package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newKeysCommand() *cobra.Command {
	return helpCommand("keys", "Create, list, revoke and rotate API keys, and set their plans",
		`  leasehold keys create --plan pro --name "month-end batch"
  leasehold keys list`,
		newKeysCreateCommand(), newKeysListCommand(), newKeysRevokeCommand(), newKeysRotateCommand(), newKeysSetPlanCommand())
}

func newKeysCreateCommand() *cobra.Command {
	var plan, mode, name string
	var count int
	var spec service.KeySpec
	return (&dbCommand{
		use:   "create",
		short: "Create a key and show its secret, only now",
		example: `  leasehold keys create --plan pro --mode live --name "month-end batch"
  leasehold keys create --count 20 --json`,
		args:    cobra.NoArgs,
		creates: true,
		json:    true,
		flags: func(flags *pflag.FlagSet) {
			flags.StringVar(&plan, "plan", "", "plan: free or pro, or one of --plans (default free, or the smallest of --plans)")
			flags.StringVar(&mode, "mode", string(apikey.Test), "mode: test or live, or admin for an administration key over HTTP")
			flags.StringVar(&name, "name", "", "name for people; need not be unique")
			flags.IntVar(&count, "count", 1, "how many keys; with --json they come as an array")
		},
		check: func(cmd *cobra.Command, _ []string) error {
			plans, err := commandPlans(cmd)
			if err != nil {
				return err
			}
			if plan == "" && apikey.Mode(mode) != apikey.Admin {
				plan = string(plans.Default())
			}
			spec = service.KeySpec{Name: name, Plan: meter.Plan(plan), Mode: apikey.Mode(mode), Count: count}
			err = spec.Validate(plans)
			if count < 1 {
				err = errors.Join(err, fmt.Errorf("count: must be 1 to %d", service.MaxKeysAtOnce))
			}
			if err != nil {
				return usageError{err}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			issued, err := o.CreateKeys(ctx, spec)
			if err != nil {
				return err
			}
			return printIssued(o.out, "Created", issued, o.asJSON, o.cmd.Flags().Changed("count"))
		},
	}).command()
}

func newKeysListCommand() *cobra.Command {
	return (&dbCommand{
		use:     "list",
		short:   "List the keys, without their secrets",
		example: "  leasehold keys list --json",
		args:    cobra.NoArgs,
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			keys, err := o.Keys(ctx)
			if err != nil {
				return err
			}
			return printKeys(o.out, keys, o.asJSON)
		},
	}).command()
}

func newKeysRevokeCommand() *cobra.Command {
	sure := &confirmation{question: "Revoke the key %s? It is refused from the next request on, and cannot be restored."}
	return (&dbCommand{
		use:     "revoke ID",
		short:   "End a key from the next request on",
		example: "  leasehold keys revoke key_7QJ5",
		args:    cobra.ExactArgs(1),
		json:    true,
		flags:   sure.register,
		check:   sure.ask,
		run: func(ctx context.Context, o *opened) error {
			key, err := o.RevokeKey(ctx, o.args[0])
			if err != nil {
				return aboutKey(o.args[0], err)
			}
			return printChange(o.out, key, o.asJSON, "Revoked")
		},
	}).command()
}

func newKeysRotateCommand() *cobra.Command {
	var grace time.Duration
	return (&dbCommand{
		use:     "rotate ID",
		short:   "Give a key a new secret; its quota, usage and replays stay",
		example: "  leasehold keys rotate key_7QJ5 --grace 24h",
		args:    cobra.ExactArgs(1),
		json:    true,
		flags: func(flags *pflag.FlagSet) {
			flags.DurationVar(&grace, "grace", 0, "how long the old secret remains valid, such as 24h (default not at all)")
		},
		check: func(*cobra.Command, []string) error {
			if grace < 0 || grace > service.MaxGrace {
				return usageError{fmt.Errorf("--grace: %v is not between 0 and %v", grace, service.MaxGrace)}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			issued, err := o.RotateKey(ctx, o.args[0], grace)
			if err != nil {
				return aboutKey(o.args[0], err)
			}
			return printIssued(o.out, "Rotated", []service.IssuedKey{issued}, o.asJSON, false)
		},
	}).command()
}

func newKeysSetPlanCommand() *cobra.Command {
	return (&dbCommand{
		use:     "set-plan ID PLAN",
		short:   "Change a key's plan from the next request on",
		example: "  leasehold keys set-plan key_7QJ5 pro",
		args:    cobra.ExactArgs(2),
		json:    true,
		check: func(cmd *cobra.Command, args []string) error {
			plans, err := commandPlans(cmd)
			if err != nil {
				return err
			}
			if err := (service.KeySpec{Plan: meter.Plan(args[1]), Mode: apikey.Test}).Validate(plans); err != nil {
				return usageError{err}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			key, err := o.SetPlan(ctx, o.args[0], meter.Plan(o.args[1]))
			if err != nil {
				return aboutKey(o.args[0], err)
			}
			return printChange(o.out, key, o.asJSON, fmt.Sprintf("Set to the %s plan", key.Plan))
		},
	}).command()
}

func aboutKey(id string, err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return fmt.Errorf("%q: %w; 'leasehold keys list' shows the IDs", id, err)
	}
	return err
}

// keyJSON is a key in JSON output.
type keyJSON struct {
	ID      string     `json:"id"`
	Key     string     `json:"key,omitempty"` // the secret, only if it is shown
	Plan    string     `json:"plan"`
	Mode    string     `json:"mode"`
	Name    string     `json:"name"`
	Prefix  string     `json:"prefix"`
	Last4   string     `json:"last4"`
	Created time.Time  `json:"created"`
	Revoked *time.Time `json:"revoked"`
}

func toJSON(key service.Key, secret string) keyJSON {
	out := keyJSON{
		ID: key.ID, Key: secret, Plan: string(key.Plan), Mode: string(key.Mode), Name: key.Name,
		Prefix: key.Prefix, Last4: key.Last4, Created: key.Created.UTC(),
	}
	if !key.Revoked.IsZero() {
		out.Revoked = &key.Revoked
	}
	return out
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printIssued prints secrets; many prints a JSON array even for one.
func printIssued(w io.Writer, did string, issued []service.IssuedKey, asJSON, many bool) error {
	if asJSON {
		list := make([]keyJSON, len(issued))
		for i, k := range issued {
			list[i] = toJSON(k.Key, k.Secret)
		}
		if !many {
			return printJSON(w, list[0])
		}
		return printJSON(w, list)
	}
	if len(issued) == 1 {
		k := issued[0]
		what := fmt.Sprintf("%s plan, %s mode", k.Plan, k.Mode)
		if k.Mode == apikey.Admin {
			what = "admin mode"
		}
		_, err := fmt.Fprintf(w, "%s %s (%s). The secret is shown only now:\n\n%s\n", did, k.ID, what, k.Secret)
		return err
	}
	t := newTable(w, "ID", "SECRET, SHOWN ONLY NOW")
	for _, k := range issued {
		t.AppendRow(table.Row{k.ID, k.Secret})
	}
	t.Render()
	return nil
}

func printKeys(w io.Writer, keys []service.Key, asJSON bool) error {
	if asJSON {
		list := make([]keyJSON, len(keys))
		for i, k := range keys {
			list[i] = toJSON(k, "")
		}
		return printJSON(w, list)
	}
	if len(keys) == 0 {
		_, err := fmt.Fprintln(w, "There are no keys yet. Create one with 'leasehold keys create'.")
		return err
	}
	t := newTable(w, "ID", "NAME", "PLAN", "MODE", "SECRET", "CREATED (UTC)", "REVOKED (UTC)")
	for _, k := range keys {
		t.AppendRow(table.Row{k.ID, k.Name, k.Plan, k.Mode, k.Prefix + "…" + k.Last4, minute(k.Created), minute(k.Revoked)})
	}
	t.Render()
	return nil
}

func printChange(w io.Writer, key service.Key, asJSON bool, did string) error {
	if asJSON {
		return printJSON(w, toJSON(key, ""))
	}
	_, err := fmt.Fprintf(w, "%s: %s.\n", key.ID, did)
	return err
}

// newTable returns a table with columns separated by blanks.
func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(header)
	return t
}

// minute formats a time for tables; "" if nil.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
