package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/mcpapi"
)

func newMCPCommand() *cobra.Command {
	var tools string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the operations to an agent over standard input and output",
		Long: `Serve the operations as tools of the Model Context Protocol (MCP) over standard
input and output. An agent's host starts this command; it computes on this
machine and needs no key, no network and no database. Errors are logged to
standard error.

The list of tools is short: what most leases need, and a tool, describe, for the
rest. Answers have at most about 8,000 tokens unless rows asks for more.

A running 'leasehold serve' offers the same tools at /mcp, or /mcp?tools=all,
with its keys, quota and usage log. docs/AGENTS.md has the configuration of the common hosts.`,
		Example: `  leasehold mcp
  leasehold mcp --tools all`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			set, err := mcpapi.ParseToolset(tools)
			if err != nil {
				return usageError{fmt.Errorf("--tools: %w", err)}
			}
			server, err := mcpapi.NewLocal(mcpapi.Options{
				Version: buildVersion().Version, Log: newLog(cmd.ErrOrStderr(), slog.LevelWarn), Tools: set,
			})
			if err != nil {
				return err
			}
			return mcpapi.RunStdio(cmd.Context(), server, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&tools, "tools", string(mcpapi.ToolsCompact), "how much is said of the tools: default, or all for the whole contract in each")
	return cmd
}
