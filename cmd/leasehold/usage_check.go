package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageCheckCommand() *cobra.Command {
	var texts []string
	var file, rootFile string
	var root *service.Root
	var heads []service.Head
	return (&dbCommand{
		use:   "check",
		short: "Check that counters, usage log and replay records agree, and that no usage row was changed",
		long: `Check that counters, usage log and replay records agree, as of one moment, also while
the server runs. The output names the number of compared usage rows and their first
month; earlier usage was removed (--keep-usage). The exit status is 0 if they agree and
1 if they differ; each difference is named.

The usage rows of a key and month are a chain: each contains a hash of the preceding
row. Rows that were changed, removed, added or moved are named. A user who can write to
the database can also rewrite the hashes. Keep the heads of a month, which 'leasehold
usage --totals --format csv' prints, in another place, and pass them to --head or
--heads later: the check then reports which rows of each key and month are unchanged.
--root proves all chains of a file from 'leasehold usage root', with the audit log.`,
		example: `  leasehold usage check --db sqlite:leasehold.db
  leasehold usage --month 2026-11 --totals --format csv > november.csv
  leasehold usage check --heads november.csv`,
		json: true,
		flags: func(flags *pflag.FlagSet) {
			flags.StringSliceVar(&texts, "head", nil, "prove that the usage log up to the row with this `hash` is unchanged; may be repeated")
			flags.StringVar(&file, "heads", "", "prove every head in this `file`, as 'leasehold usage --totals --format csv' prints them")
			flags.StringVar(&rootFile, "root", "", "prove every chain in this `file`, as 'leasehold usage root' prints it; not with --head or --heads")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if rootFile != "" {
				if len(texts) > 0 || file != "" {
					return usageError{errors.New("--root contradicts --head and --heads; give one of them")}
				}
				root, err = readRoot(rootFile)
				return err
			}
			heads, err = readHeads(texts, file)
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			var found service.Checked
			var err error
			if root != nil {
				found, err = o.CheckRoot(ctx, root)
			} else {
				found, err = o.Check(ctx, heads...)
			}
			if err != nil {
				return err
			}
			if root != nil && !o.asJSON {
				fmt.Fprintln(o.out, describeRoot(root))
			}
			agree := len(found.Differences) == 0
			switch {
			case o.asJSON:
				err = printJSON(o.out, struct {
					OK          bool     `json:"ok"`
					Differences []string `json:"differences"`
					From        string   `json:"from,omitempty"`
					Rows        int64    `json:"rows"`
					Proven      []proven `json:"proven,omitempty"`
				}{agree, append([]string{}, found.Differences...), monthName(found.From), found.Rows, provenOf(found)})
			case agree:
				for _, p := range provenOf(found) {
					if p.KeyID == "" {
						fmt.Fprintf(o.out, "The first %d of %d audit entries are unchanged.\n", p.Rows, p.Of)
						continue
					}
					fmt.Fprintf(o.out, "Key %s, %s: the first %d of %d usage rows are unchanged.\n", p.KeyID, p.Month, p.Rows, p.Of)
				}
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

// visible escapes control characters in a text from the database. A damaged database may contain
// any bytes.
func visible(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

// proven is the JSON output for a head of a usage chain that the check has found in the usage log.
type proven struct {
	Head  string `json:"head"`
	KeyID string `json:"key_id"`
	Month string `json:"month"`
	Rows  int64  `json:"rows"`
	Of    int64  `json:"of"`
}

func provenOf(found service.Checked) (list []proven) {
	for _, p := range found.Proven {
		list = append(list, proven{p.Head.String(), p.KeyID, monthName(p.Month), p.Rows, p.Of})
	}
	return list
}

// readHeads parses the chain heads in texts, which are the values of --head, and the chain heads in
// the column head of the CSV file of --heads.
func readHeads(texts []string, file string) (heads []service.Head, err error) {
	var errs []error
	add := func(flag, text string) {
		head, err := service.ParseHead(text)
		if err != nil {
			errs = append(errs, usageError{fmt.Errorf("%s: %w", flag, err)})
		}
		heads = append(heads, head)
	}
	for _, text := range texts {
		add("--head", text)
	}
	if file != "" {
		records, err := readRecords(file)
		if err != nil {
			return nil, fmt.Errorf("--heads: %w", err)
		}
		column := -1
		if len(records) > 0 {
			column = slices.Index(records[0], "head")
		}
		if column < 0 {
			return nil, usageError{fmt.Errorf("--heads: %s has no column head", file)}
		}
		for _, record := range records[1:] {
			if record[column] != "" { // the column is empty in rows of rejected requests
				add("--heads", record[column])
			}
		}
	}
	return heads, errors.Join(errs...)
}

// readRecords reads all records of a CSV file.
func readRecords(path string) (records [][]string, err error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return csv.NewReader(file).ReadAll()
}

// period describes the usage rows that a check has compared.
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
