package main

import (
	"fmt"
	"os"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
)

// settingJSON is an effective setting as JSON.
type settingJSON struct {
	Name     string `json:"name"`
	Variable string `json:"variable"`
	Value    string `json:"value"`
	From     string `json:"from"` // the flag, the variable, or default
}

func newConfigCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the effective settings of serve and their sources",
		Long: `Show the settings of 'leasehold serve' with the same flags and variables, and the
source of each. Invalid settings are reported like serve does. The password of a
database is not shown.`,
		Example: `  leasehold config
  LEASEHOLD_ADDR=:8080 leasehold config --compress --json`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, warning := range unknownVariables(os.Environ()) {
				fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %s\n", warning)
			}
			c, err := readSettings(cmd.Flags(), inServe)
			if err != nil {
				return err
			}
			var list []settingJSON
			for _, s := range settings {
				if s.in&inServe == 0 {
					continue
				}
				value, from, err := s.source(cmd.Flags(), inServe)
				if err != nil { // readSettings has reported it
					return err
				}
				if s.name == "db" && c.database.url != "" {
					value = c.database.String()
				}
				list = append(list, settingJSON{s.name, s.variable(), value, from})
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), list)
			}
			t := newTable(cmd.OutOrStdout(), "SETTING", "VALUE", "FROM")
			for _, s := range list {
				t.AppendRow(table.Row{s.Name, s.Value, s.From})
			}
			t.Render()
			return nil
		},
	}
	defineSettings(cmd.Flags(), inServe)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print only JSON")
	return cmd
}
