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
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Create a key and show its secret, this once",
		Example: `  leasehold keys create --plan pro --mode live --name "month-end batch"
  leasehold keys create --count 20 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			spec := service.KeySpec{Name: name, Plan: meter.Plan(plan), Mode: apikey.Mode(mode), Count: count}
			err := spec.Validate()
			if count < 1 {
				err = errors.Join(err, fmt.Errorf("count: must be 1 to %d", service.MaxKeysAtOnce))
			}
			if err != nil {
				return usageError{err}
			}
			return withService(cmd, false, func(ctx context.Context, s *service.Service) error {
				issued, err := s.CreateKeys(ctx, spec)
				if err != nil {
					return err
				}
				many := cmd.Flags().Changed("count")
				return printIssued(cmd.OutOrStdout(), "Created", issued, asJSON, many)
			})
		},
	}
	cmd.Flags().StringVar(&plan, "plan", string(meter.Free), "plan: free or pro")
	cmd.Flags().StringVar(&mode, "mode", string(apikey.Test), "mode: test or live")
	cmd.Flags().StringVar(&name, "name", "", "name for people; need not be unique")
	cmd.Flags().IntVar(&count, "count", 1, "how many keys; with --json they come as an array")
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newKeysListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the keys, without their secrets",
		Example: "  leasehold keys list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				keys, err := s.Keys(ctx)
				if err != nil {
					return err
				}
				return printKeys(cmd.OutOrStdout(), keys, asJSON)
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newKeysRevokeCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "revoke ID",
		Short:   "End a key from the next request on",
		Example: "  leasehold keys revoke key_7QJ5",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				key, err := s.RevokeKey(ctx, args[0])
				if err != nil {
					return aboutKey(args[0], err)
				}
				return printChange(cmd.OutOrStdout(), key, asJSON, "Revoked")
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newKeysRotateCommand() *cobra.Command {
	var grace time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "rotate ID",
		Short:   "Give a key a new secret; its quota, usage and replays stay",
		Example: "  leasehold keys rotate key_7QJ5 --grace 24h",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if grace < 0 || grace > service.MaxGrace {
				return usageError{fmt.Errorf("--grace: %v is not between 0 and %v", grace, service.MaxGrace)}
			}
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				issued, err := s.RotateKey(ctx, args[0], grace)
				if err != nil {
					return aboutKey(args[0], err)
				}
				return printIssued(cmd.OutOrStdout(), "Rotated", []service.IssuedKey{issued}, asJSON, false)
			})
		},
	}
	cmd.Flags().DurationVar(&grace, "grace", 0, "how long the old secret still works, such as 24h (default not at all)")
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func newKeysSetPlanCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "set-plan ID free|pro",
		Short:   "Change a key's plan from the next request on",
		Example: "  leasehold keys set-plan key_7QJ5 pro",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			spec := service.KeySpec{Plan: meter.Plan(args[1]), Mode: apikey.Test}
			if err := spec.Validate(); err != nil {
				return usageError{err}
			}
			return withService(cmd, true, func(ctx context.Context, s *service.Service) error {
				key, err := s.SetPlan(ctx, args[0], spec.Plan)
				if err != nil {
					return aboutKey(args[0], err)
				}
				return printChange(cmd.OutOrStdout(), key, asJSON, fmt.Sprintf("Set to the %s plan", key.Plan))
			})
		},
	}
	jsonFlag(cmd, &asJSON)
	dbFlag(cmd)
	return cmd
}

func jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "print JSON and nothing else")
}

func aboutKey(id string, err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return fmt.Errorf("%q: %w; 'leasehold keys list' shows the IDs", id, err)
	}
	return err
}

// keyJSON is a key as scripts read it.
type keyJSON struct {
	ID      string     `json:"id"`
	Key     string     `json:"key,omitempty"` // the secret, when it is shown
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

// printIssued shows secrets. many asks for an array in JSON, also of one.
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
		_, err := fmt.Fprintf(w, "%s %s (%s plan, %s mode). The secret is shown this once:\n\n%s\n", did, k.ID, k.Plan, k.Mode, k.Secret)
		return err
	}
	t := newTable(w, "ID", "SECRET, SHOWN THIS ONCE")
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
		_, err := fmt.Fprintln(w, "There are no keys yet. 'leasehold keys create' makes one.")
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

// newTable returns a table of the programs' one look: columns and space.
func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(header)
	return t
}

// minute prints a time as people read it; "" where there is none.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
