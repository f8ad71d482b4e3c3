package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newAuditCommand() *cobra.Command {
	var q service.AuditQuery
	return (&dbCommand{
		use:   "audit",
		short: "Show who changed keys and accounts, newest first",
		long: `Show who changed keys and accounts, newest first: by commands on the server
(actor operator), over HTTP (the ID of a key of mode admin) and in the console
(the ID of an account). It never has a secret.`,
		example: `  leasehold audit --limit 20
  leasehold audit --subject key_7QJ5 --json`,
		json: true,
		flags: func(flags *pflag.FlagSet) {
			flags.StringVar(&q.Subject, "subject", "", "only actions on the key or account with this `ID`")
			flags.IntVar(&q.Limit, "limit", 0, "maximum number of entries; 0 for all")
		},
		check: func(*cobra.Command, []string, *config) error {
			if q.Limit < 0 {
				return usageError{fmt.Errorf("--limit: %d is below 0", q.Limit)}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			list, rows := []service.AuditEntry{}, []table.Row{}
			for e, err := range o.AuditLog(ctx, q) {
				if err != nil {
					return err
				}
				e.Time = e.Time.UTC()
				list = append(list, e)
				rows = append(rows, table.Row{e.Time.Format(time.DateTime), e.Action, e.Actor, e.Subject, e.Detail, e.Address})
			}
			return printList(o.out, o.asJSON, list, "The audit log has no such entries.",
				table.Row{"TIME (UTC)", "ACTION", "ACTOR", "SUBJECT", "DETAIL", "ADDRESS"}, rows)
		},
	}).command()
}
