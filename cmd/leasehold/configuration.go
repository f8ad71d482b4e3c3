package main

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
)

// settingJSON is the value of a setting and its source as JSON.
type settingJSON struct {
	Name     string `json:"name"`
	Variable string `json:"variable"`
	Value    string `json:"value"`
	From     string `json:"from"` // the name of the flag or the variable that set the value, or "default"
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
		Args: cobra.NoArgs,
	}
	jsonFlag(cmd, &asJSON)
	return withSettings(cmd, inServe, func(cmd *cobra.Command, _ []string, c *config) error {
		warnUnknownVariables(cmd)
		var list []settingJSON
		var rows []table.Row
		for _, s := range c.settings() {
			if s.in&inServe == 0 {
				continue
			}
			value, from, err := s.source(cmd.Flags(), inServe)
			if err != nil { // readSettings has already reported the error
				return err
			}
			if s.name == "db" && c.database.url != "" {
				value = c.database.String()
			}
			list = append(list, settingJSON{s.name, s.variable(), value, from})
			rows = append(rows, table.Row{s.name, value, from})
		}
		return printList(cmd.OutOrStdout(), asJSON, list, "", table.Row{"SETTING", "VALUE", "FROM"}, rows)
	})
}
