package main

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/mcpapi"
)

func newMCPCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve the operations to an agent over standard input and output",
		Long: `Serve the operations as tools of the Model Context Protocol (MCP) over standard
input and output. An agent's host starts this command; it computes on this
machine and needs no key, no network and no database. Errors are logged to
standard error.

Responses are short. The member leftOut of a structured result lists what is
missing, with the argument that returns it.

A running 'leasehold serve' offers the same tools at /mcp with its keys, quota and
usage log. docs/AGENTS.md has the configuration of the common hosts.`,
		Example:           `  leasehold mcp`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := mcpapi.NewLocal(mcpapi.Options{Version: buildVersion().Version, Log: newLog(cmd.ErrOrStderr(), slog.LevelWarn)})
			if err != nil {
				return err
			}
			return mcpapi.RunStdio(cmd.Context(), server, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
