package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageCheckCommand() *cobra.Command {
	return (&dbCommand{
		use:   "check",
		short: "Check that counters, usage log and replay records agree",
		long: `Check that counters, usage log and replay records agree, all as of one moment,
also while the server runs, and say how many usage rows were compared and from
which month on: earlier usage was removed (--keep-usage). The exit status is 0
if they agree and 1 if they do not; each difference is named.`,
		example: "  leasehold usage check --db sqlite:leasehold.db",
		args:    cobra.NoArgs,
		json:    true,
		run: func(ctx context.Context, o *opened) error {
			found, err := o.Check(ctx)
			if err != nil {
				return err
			}
			agree := len(found.Differences) == 0
			switch {
			case o.asJSON:
				err = printJSON(o.out, struct {
					OK          bool     `json:"ok"`
					Differences []string `json:"differences"`
					From        string   `json:"from,omitempty"`
					Rows        int64    `json:"rows"`
				}{agree, append([]string{}, found.Differences...), monthName(found.From), found.Rows})
			case agree:
				_, err = fmt.Fprintf(o.out, "Counters, usage log and replay records agree: %s.\n", period(found))
			default:
				for _, difference := range found.Differences {
					fmt.Fprintln(o.out, visible(difference))
				}
				fmt.Fprintf(o.out, "Compared were %s.\n", period(found))
			}
			if err != nil || agree {
				return err
			}
			return errReported
		},
	}).command()
}

// visible spells out what a terminal would not show as it is: a damaged database may
// hold any bytes.
func visible(text string) string {
	var shown strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&shown, `\x%02x`, text[0])
		case !strconv.IsGraphic(r):
			fmt.Fprintf(&shown, `\u%04x`, r)
		default:
			shown.WriteRune(r)
		}
		text = text[n:]
	}
	return shown.String()
}

// period says what a check has compared.
func period(c service.Checked) string {
	rows := fmt.Sprintf("%d usage rows", c.Rows)
	if c.Rows == 1 {
		rows = "1 usage row"
	}
	if c.From == 0 {
		return rows + " of all months"
	}
	return rows + ", from " + c.From.String() + " on"
}

func monthName(m meter.Month) string {
	if m == 0 {
		return ""
	}
	return m.String()
}
