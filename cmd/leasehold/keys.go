package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
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
		short: "Create a key and show its secret, which cannot be shown again",
		example: `  leasehold keys create --plan pro --mode live --name "month-end batch"
  leasehold keys create --count 20 --json`,
		creates: true,
		json:    true,
		flags: func(cmd *cobra.Command) {
			flags := cmd.Flags()
			flags.StringVar(&plan, "plan", "", "plan: free or pro, or a plan from --plans (default free, or the smallest plan from --plans)")
			flags.StringVar(&mode, "mode", string(apikey.Test), "mode: test or live, or admin for the administration API")
			flags.StringVar(&name, "name", "", "name by which users recognize the key; several keys can have the same name")
			flags.IntVar(&count, "count", 1, "number of keys to create; --json prints several keys as an array")
		},
		check: func(_ *cobra.Command, _ []string, c *config) error {
			plans := c.plans.limits
			if plan == "" && apikey.Mode(mode) != apikey.Admin {
				plan = string(plans.Default())
			}
			spec = service.KeySpec{Name: name, Plan: meter.Plan(plan), Mode: apikey.Mode(mode), Count: count}
			err := spec.Validate(plans)
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
			return o.printIssued("Created", issued, o.cmd.Flags().Changed("count"))
		},
	}).command()
}

func newKeysListCommand() *cobra.Command {
	return (&dbCommand{
		use:     "list",
		short:   "List the keys, without their secrets",
		example: "  leasehold keys list --json",
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			keys, err := o.Keys(ctx)
			if err != nil {
				return err
			}
			list, rows := make([]keyJSON, len(keys)), make([]table.Row, len(keys))
			for i, k := range keys {
				list[i] = toJSON(k, "")
				rows[i] = table.Row{k.ID, k.Name, k.Plan, k.Mode, k.Prefix + "…" + k.Last4, minute(k.Created), minute(k.Revoked)}
			}
			return printList(o.out, o.asJSON, list, "There are no keys yet. Create one with 'leasehold keys create'.",
				table.Row{"ID", "NAME", "PLAN", "MODE", "SECRET", "CREATED (UTC)", "REVOKED (UTC)"}, rows)
		},
	}).command()
}

func newKeysRevokeCommand() *cobra.Command {
	return (&dbCommand{
		use:     "revoke ID",
		short:   "Revoke a key: servers reject it from the next request on",
		example: "  leasehold keys revoke key_7QJ5",
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			key, err := o.RevokeKey(ctx, o.args[0])
			return o.changed(toJSON(key, ""), "Revoked.", err)
		},
	}).confirmed("Revoke the key %s? It is rejected from the next request on, and cannot be restored.").command()
}

func newKeysRotateCommand() *cobra.Command {
	var grace time.Duration
	return (&dbCommand{
		use:     "rotate ID",
		short:   "Give a key a new secret; the key's quota, usage and replays do not change",
		example: "  leasehold keys rotate key_7QJ5 --grace 24h",
		json:    true,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().DurationVar(&grace, "grace", 0, "how long the old secret remains valid, such as 24h (default: it expires immediately)")
		},
		check: func(*cobra.Command, []string, *config) error {
			if grace < 0 || grace > service.MaxGrace {
				return usageError{fmt.Errorf("--grace: %v is not between 0 and %v", grace, service.MaxGrace)}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			issued, err := o.RotateKey(ctx, o.args[0], grace)
			if err != nil {
				return err
			}
			return o.printIssued("Rotated", []service.IssuedKey{issued}, false)
		},
	}).command()
}

func newKeysSetPlanCommand() *cobra.Command {
	return (&dbCommand{
		use:     "set-plan ID PLAN",
		short:   "Change a key's plan, effective from the next request",
		example: "  leasehold keys set-plan key_7QJ5 pro",
		json:    true,
		check: func(_ *cobra.Command, args []string, c *config) error {
			if err := (service.KeySpec{Plan: meter.Plan(args[1]), Mode: apikey.Test}).Validate(c.plans.limits); err != nil {
				return usageError{err}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			key, err := o.SetPlan(ctx, o.args[0], meter.Plan(o.args[1]))
			return o.changed(toJSON(key, ""), fmt.Sprintf("The key is on the %s plan.", key.Plan), err)
		},
	}).command()
}

type keyJSON struct {
	ID      string     `json:"id"`
	Key     string     `json:"key,omitempty"` // secret, if the command prints it
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

// printIssued prints API keys with their secrets, and the action that issued them, such as "Created". With
// --json, the output is an array if there are several keys or if many is true, and otherwise one object.
func (o *opened) printIssued(did string, issued []service.IssuedKey, many bool) error {
	list, rows := make([]keyJSON, len(issued)), make([]table.Row, len(issued))
	for i, k := range issued {
		list[i], rows[i] = toJSON(k.Key, k.Secret), table.Row{k.ID, k.Secret}
	}
	switch k := issued[0]; {
	case o.asJSON && !many:
		return printJSON(o.out, list[0])
	case o.asJSON || len(issued) > 1:
		return printList(o.out, o.asJSON, list, "", table.Row{"ID", "SECRET, SHOWN ONLY NOW"}, rows)
	default:
		what := fmt.Sprintf("%s plan, %s mode", k.Plan, k.Mode)
		if k.Mode == apikey.Admin {
			what = "admin mode"
		}
		_, err := fmt.Fprintf(o.out, "%s %s (%s). This is the only time that the secret is shown:\n\n%s\n", did, k.ID, what, k.Secret)
		return err
	}
}

type planConfig struct {
	limits     meter.Plans
	operations map[meter.Plan][]string
}

type planFile struct {
	Plans []planEntry `yaml:"plans"`
}

type planEntry struct {
	Name                 string    `yaml:"name"`
	RequestsPerMinute    yaml.Node `yaml:"requestsPerMinute"`
	ComputationsPerMonth yaml.Node `yaml:"computationsPerMonth"` // a number or "unlimited"
	KeysPerMonth         yaml.Node `yaml:"keysPerMonth"`
	Operations           []string  `yaml:"operations"` // the plan's operations; if missing, all operations
}

// Limits on the values in a plan.
const (
	maxPlans        = 100
	maxPerMinute    = 100_000
	maxPerMonth     = 1_000_000_000_000
	maxKeysPerMonth = 1_000_000
	keysPerMonth    = 20 // default for the keysPerMonth field
)

var planName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// readPlans reads the --plans file. Without a file, the server has the published plans.
func (c *config) readPlans(path string) error {
	c.plans = planConfig{limits: meter.Standard()}
	if path == "" {
		return nil
	}
	plans, err := readFile(path, parsePlans)
	c.plans = plans
	return err
}

func parsePlans(text io.Reader) (planConfig, error) {
	read := planConfig{limits: meter.Plans{}, operations: map[meter.Plan][]string{}}
	var file planFile
	decoder := yaml.NewDecoder(text)
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("plans: is required")
		}
		return read, err
	}
	if len(file.Plans) == 0 || len(file.Plans) > maxPlans {
		return read, fmt.Errorf("plans: must list 1 to %d plans", maxPlans)
	}
	var faults []error
	for i := range file.Plans {
		entry := &file.Plans[i]
		if _, again := read.limits[meter.Plan(entry.Name)]; again {
			faults = append(faults, fmt.Errorf("plans[%d].name: %q appears twice", i, entry.Name))
		}
		limits, operations, wrong := entry.understand()
		for _, fault := range wrong {
			faults = append(faults, fmt.Errorf("plans[%d].%w", i, fault))
		}
		read.limits[meter.Plan(entry.Name)] = limits
		read.operations[meter.Plan(entry.Name)] = operations
	}
	return read, errors.Join(faults...)
}

func (p *planEntry) understand() (limits meter.Limits, names []string, faults []error) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if !planName.MatchString(p.Name) {
		fault("name: %q is invalid; use 1 to 40 lower-case letters, digits, hyphens and underscores, starting with a letter or digit", p.Name)
	}
	number := func(node *yaml.Node, name string, least, most int64, or string) int64 {
		n, ok := wholeNumber(node, least, most)
		if !ok {
			fault("%s: must be %d to %d%s", name, least, most, or)
		}
		return n
	}
	minute := number(&p.RequestsPerMinute, "requestsPerMinute", 1, maxPerMinute, "")
	month, keys := int64(meter.Unlimited), int64(keysPerMonth)
	if !strings.EqualFold(p.ComputationsPerMonth.Value, "unlimited") {
		month = number(&p.ComputationsPerMonth, "computationsPerMonth", 0, maxPerMonth, ", or unlimited")
	}
	if !p.KeysPerMonth.IsZero() {
		keys = number(&p.KeysPerMonth, "keysPerMonth", 0, maxKeysPerMonth, "")
	}
	limits = meter.Limits{PerMinute: int(minute), PerMonth: month, KeysPerMonth: int(keys)}
	for _, op := range operations.All() {
		if p.Operations == nil || slices.Contains(p.Operations, op.Name) {
			names = append(names, op.Name)
		}
	}
	for _, name := range p.Operations {
		if operations.Find(name) == nil {
			fault("operations: %q is not an operation; the operations are %s", name, operations.Names())
		}
	}
	return limits, names, faults
}

func wholeNumber(node *yaml.Node, least, most int64) (n int64, ok bool) {
	if node.Tag != "!!int" || node.Decode(&n) != nil {
		return 0, false
	}
	return n, n >= least && n <= most
}

func newPlansCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "plans",
		Short: "List the plans with their limits",
		Long: `List the plans in the --plans file, or the published plans, with their limits. An invalid
file causes the same errors as in 'leasehold serve'. The JSON output is a valid --plans
file.`,
		Example: `  leasehold plans
  leasehold plans --plans plans.yaml --json`,
		Args: cobra.NoArgs,
	}
	jsonFlag(cmd, &asJSON)
	return withSettings(cmd, inPlans, func(cmd *cobra.Command, _ []string, c *config) error {
		return printPlans(cmd.OutOrStdout(), &c.plans, asJSON)
	})
}

type planJSON struct {
	Name                 meter.Plan `json:"name"`
	RequestsPerMinute    int        `json:"requestsPerMinute"`
	ComputationsPerMonth any        `json:"computationsPerMonth"` // a number or "unlimited"
	KeysPerMonth         int        `json:"keysPerMonth"`
	Operations           []string   `json:"operations"`
}

func printPlans(w io.Writer, plans *planConfig, asJSON bool) error {
	list := service.New(service.Config{Plans: plans.limits, Operations: plans.operations})
	var out struct {
		Plans []planJSON `json:"plans"`
	}
	var rows []table.Row
	for _, name := range list.Plans() {
		limits, allowed := list.Limits(name), list.OperationsOf(name)
		p := planJSON{name, limits.PerMinute, limits.PerMonth, limits.KeysPerMonth, slices.Clip(append([]string{}, allowed...))}
		if limits.PerMonth == meter.Unlimited {
			p.ComputationsPerMonth = "unlimited"
		}
		out.Plans = append(out.Plans, p)
		has := "all"
		if len(allowed) < len(operations.All()) {
			has = strings.Join(allowed, ", ")
		}
		rows = append(rows, table.Row{p.Name, p.RequestsPerMinute, fmt.Sprint(p.ComputationsPerMonth), p.KeysPerMonth, has})
	}
	return printList(w, asJSON, out, "", table.Row{"PLAN", "REQUESTS PER MINUTE", "COMPUTATIONS PER MONTH", "KEYS PER MONTH", "OPERATIONS"}, rows)
}
