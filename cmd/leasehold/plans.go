package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

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
	Operations           []string  `yaml:"operations"` // if missing, the plan includes all operations
}

// These are the limits of the values in a plan.
const (
	maxPlans        = 100
	maxPerMinute    = 100_000
	maxPerMonth     = 1_000_000_000_000
	maxKeysPerMonth = 1_000_000
	keysPerMonth    = 20 // default of the field keysPerMonth
)

var planName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// readPlans reads the file of --plans. Without a file, the server has the published plans.
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

// understand returns the limits and operations of a plan, and all errors in the entry.
func (p *planEntry) understand() (limits meter.Limits, names []string, faults []error) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if !planName.MatchString(p.Name) {
		fault("name: %q must have 1 to 40 lower-case letters, digits, - and _", p.Name)
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
		Long: `List the plans in the file of --plans, or the published plans, with their limits. An
invalid file is rejected with the errors of serve. The JSON is a file for --plans.`,
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
	return printList(w, asJSON, out, "", table.Row{"PLAN", "REQUESTS A MINUTE", "COMPUTATIONS A MONTH", "KEYS A MONTH", "OPERATIONS"}, rows)
}
