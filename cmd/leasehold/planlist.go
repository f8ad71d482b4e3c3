package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// newPlansCommand returns the command that lists the plans.
func newPlansCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "plans",
		Short: "List the plans with their limits",
		Long: `List the plans with their limits: those of --plans, or the published ones. A file
with a fault is refused as serve refuses it. The JSON is a file for --plans.`,
		Example: `  leasehold plans
  leasehold plans --plans plans.yaml --json`,
		Args: cobra.NoArgs,
	}
	jsonFlag(cmd, &asJSON)
	return withSettings(cmd, inPlans, func(cmd *cobra.Command, _ []string, c *config) error {
		return printPlans(cmd.OutOrStdout(), &c.plans, asJSON)
	})
}

// planJSON is a plan in JSON output. The file of --plans has the same format.
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
