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

// auditJSON is an entry of the audit log in JSON output.
type auditJSON struct {
	Time    time.Time `json:"time"`
	Action  string    `json:"action"`
	Actor   string    `json:"actor"`
	Subject string    `json:"subject"`
	Detail  string    `json:"detail"`
	Address string    `json:"address"`
}

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
		args: cobra.NoArgs,
		json: true,
		flags: func(flags *pflag.FlagSet) {
			flags.StringVar(&q.Subject, "subject", "", "only actions on the key or account with this `ID`")
			flags.IntVar(&q.Limit, "limit", 0, "maximum number of entries; 0 for all")
		},
		check: func(*cobra.Command, []string) error {
			if q.Limit < 0 {
				return usageError{fmt.Errorf("--limit: %d is below 0", q.Limit)}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			list := []auditJSON{}
			for e, err := range o.AuditLog(ctx, q) {
				if err != nil {
					return err
				}
				list = append(list, auditJSON{e.Time.UTC(), e.Action, e.Actor, e.Subject, e.Detail, e.Address})
			}
			if o.asJSON {
				return printJSON(o.out, list)
			}
			if len(list) == 0 {
				_, err := fmt.Fprintln(o.out, "The audit log has no such entries.")
				return err
			}
			t := newTable(o.out, "TIME (UTC)", "ACTION", "ACTOR", "SUBJECT", "DETAIL", "ADDRESS")
			for _, e := range list {
				t.AppendRow(table.Row{e.Time.Format("2006-01-02 15:04:05"), e.Action, e.Actor, e.Subject, e.Detail, e.Address})
			}
			t.Render()
			return nil
		},
	}).command()
}
