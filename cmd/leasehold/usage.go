package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// usageFlags are the flags of usage.
type usageFlags struct {
	key    string
	month  string
	format string
	limit  int
	totals bool
}

func newUsageCommand() *cobra.Command {
	var f usageFlags
	var q service.UsageQuery
	cmd := (&dbCommand{
		use:   "usage",
		short: "Show the usage log and the month's totals by key; check and refund usage",
		long: `Show the usage log and the month's totals by key.

The log has one row for each authenticated request, newest first. Requests that
the rate limit refused are only counted.`,
		example: `  leasehold usage
  leasehold usage --month 2026-11 --totals --format csv
  leasehold usage --key key_7QJ5 --format json
  leasehold usage check`,
		args: cobra.NoArgs,
		json: true,
		flags: func(flags *pflag.FlagSet) {
			flags.StringVar(&f.key, "key", "", "only the key with this `ID`")
			flags.StringVar(&f.month, "month", "", "only this month, as yyyy-mm; without it the totals are those of the current month")
			flags.IntVar(&f.limit, "limit", 0, "maximum number of rows of the log; 0 for all")
			flags.BoolVar(&f.totals, "totals", false, "only the totals")
			flags.StringVar(&f.format, "format", "table", "format: table, csv (the log, or the totals with --totals) or json (both)")
		},
		check: func(cmd *cobra.Command, _ []string) (err error) {
			if asJSON, _ := cmd.Flags().GetBool("json"); asJSON && cmd.Flags().Changed("format") && f.format != "json" {
				return usageError{fmt.Errorf("--json and --format %s contradict each other; give one of them", f.format)}
			}
			if q, err = f.query(time.Now()); err != nil {
				return usageError{err}
			}
			return nil
		},
		run: func(ctx context.Context, o *opened) error {
			if o.asJSON {
				f.format = "json"
			}
			return f.print(ctx, o.out, o.Service, q)
		},
	}).command()
	cmd.AddCommand(newUsageCheckCommand(), newUsageRootCommand(), newUsageRefundCommand(), newUsageTrustClockCommand())
	return cmd
}

// query returns the query that the flags describe.
func (f *usageFlags) query(now time.Time) (q service.UsageQuery, err error) {
	var errs []error
	q = service.UsageQuery{KeyID: f.key, Limit: f.limit}
	if f.month != "" {
		if q.Month, err = meter.ParseMonth(f.month); err != nil {
			errs = append(errs, fmt.Errorf("--month: %w", err))
		}
	}
	if f.key != "" && !service.IsID(f.key) {
		errs = append(errs, fmt.Errorf("--key: %q cannot be the ID of a key; 'leasehold keys list' shows the IDs", f.key))
	}
	if f.limit < 0 {
		errs = append(errs, fmt.Errorf("--limit: %d is below 0", f.limit))
	}
	if !slices.Contains([]string{"table", "csv", "json"}, f.format) {
		errs = append(errs, fmt.Errorf("--format: %q is not table, csv or json", f.format))
	}
	if f.month == "" && f.totals {
		q.Month = meter.MonthOf(now)
	}
	return q, errors.Join(errs...)
}

func (f *usageFlags) print(ctx context.Context, w io.Writer, s *service.Service, q service.UsageQuery) error {
	if err := requireKey(ctx, s, q.KeyID); err != nil {
		return err
	}
	totals, err := s.Totals(ctx, q)
	if err != nil {
		return err
	}
	log := s.Usage(ctx, q)
	if f.totals {
		log = func(func(service.UsageRow, error) bool) {}
	}
	switch {
	case f.format == "json":
		return printUsageJSON(w, log, totals)
	case f.format == "csv" && f.totals:
		return printTotalsCSV(w, totals)
	case f.format == "csv":
		return printLogCSV(w, log)
	}
	printTotals(w, totals)
	if f.totals {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return printLog(w, log)
}

// requireKey returns an error if the id belongs to no key, so that a mistyped
// id does not look like an unused key. Revoked keys count.
func requireKey(ctx context.Context, s *service.Service, id string) error {
	if id == "" {
		return nil
	}
	keys, err := s.Keys(ctx)
	if err == nil && !slices.ContainsFunc(keys, func(k service.Key) bool { return k.ID == id }) {
		err = fmt.Errorf("--key: no key has the ID %q; 'leasehold keys list' shows them", id)
	}
	return err
}

// usageJSON is a row of the usage log in JSON output.
type usageJSON struct {
	RequestID  string `json:"request_id"`
	Time       string `json:"time"`
	KeyID      string `json:"key_id"`
	KeyName    string `json:"key_name"`
	Mode       string `json:"mode"`
	Operation  string `json:"operation"`
	Status     int    `json:"status"`
	Code       string `json:"code"`
	Units      int64  `json:"units"`
	ReplayOf   string `json:"replay_of"`
	DurationNs int64  `json:"duration_ns"`
}

type totalJSON struct {
	Month    string `json:"month"`
	KeyID    string `json:"key_id"`
	KeyName  string `json:"key_name"`
	Plan     string `json:"plan"`
	Mode     string `json:"mode"`
	Units    int64  `json:"units"`
	Requests int64  `json:"requests"`
	Replays  int64  `json:"replays"`
	Failed   int64  `json:"failed"`
	Refused  int64  `json:"rate_limited"`
	Head     string `json:"head"`
	Resets   string `json:"resets"` // when the quota resets
}

func rowJSON(r service.UsageRow) usageJSON {
	return usageJSON{
		RequestID: r.RequestID, Time: r.Time.Format(time.RFC3339Nano), KeyID: r.Key.ID, KeyName: r.Key.Name,
		Mode: string(r.Key.Mode), Operation: r.Operation, Status: r.Status, Code: string(r.Code),
		Units: r.Units, ReplayOf: r.ReplayOf, DurationNs: r.Duration.Nanoseconds(),
	}
}

func sumJSON(t service.Total) totalJSON {
	return totalJSON{
		Month: t.Month.String(), KeyID: t.Key.ID, KeyName: t.Key.Name, Plan: string(t.Key.Plan), Mode: string(t.Key.Mode),
		Units: t.Units, Requests: t.Requests, Replays: t.Replays, Failed: t.Failed, Refused: t.Refused, Head: t.Head.String(), Resets: t.Month.Add(1).Start().UTC().Format(time.RFC3339),
	}
}

// printUsageJSON streams the rows, since a log may exceed memory.
func printUsageJSON(w io.Writer, log iter.Seq2[service.UsageRow, error], totals []service.Total) error {
	sums := []totalJSON{}
	for _, t := range totals {
		sums = append(sums, sumJSON(t))
	}
	out := bufio.NewWriter(w)
	add := func(before string, value any, prefix string) error {
		text, err := indented(value, prefix)
		_, _ = out.WriteString(before + text) // Flush reports it
		return err
	}
	err := add("{\n  \"totals\": ", sums, "  ")
	before, end := ",\n  \"log\": [\n    ", ",\n  \"log\": []\n}\n"
	for row, failed := range log {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		err = add(before, rowJSON(row), "    ")
		before, end = ",\n    ", "\n  ]\n}\n"
	}
	if err == nil {
		_, err = out.WriteString(end)
	}
	return errors.Join(err, out.Flush())
}

// indented returns printJSON's output with a prefix before every line except
// the first.
func indented(value any, prefix string) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, "  ")
	err := encoder.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

func printLogCSV(w io.Writer, log iter.Seq2[service.UsageRow, error]) error {
	out := csv.NewWriter(w)
	err := out.Write([]string{
		"request_id", "time", "key_id", "key_name", "mode", "operation", "status", "code", "units", "replay_of", "duration_ns",
	})
	for row, failed := range log {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		r := rowJSON(row)
		err = out.Write([]string{
			r.RequestID, r.Time, r.KeyID, plainCell(r.KeyName), r.Mode, r.Operation, strconv.Itoa(r.Status), r.Code,
			strconv.FormatInt(r.Units, 10), r.ReplayOf, strconv.FormatInt(r.DurationNs, 10),
		})
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

func printTotalsCSV(w io.Writer, totals []service.Total) error {
	records := [][]string{{"month", "key_id", "key_name", "plan", "mode", "units", "requests", "replays", "failed", "rate_limited", "head", "resets"}}
	for _, total := range totals {
		t := sumJSON(total)
		record := []string{t.Month, t.KeyID, plainCell(t.KeyName), t.Plan, t.Mode}
		for _, n := range []int64{t.Units, t.Requests, t.Replays, t.Failed, t.Refused} {
			record = append(record, strconv.FormatInt(n, 10))
		}
		records = append(records, append(record, t.Head, t.Resets))
	}
	return csv.NewWriter(w).WriteAll(records)
}

// plainCell escapes a name so that spreadsheets do not evaluate it as a formula.
func plainCell(text string) string {
	if text != "" && slices.Contains([]byte("=+-@\t\r"), text[0]) {
		return "'" + text
	}
	return text
}

func printTotals(w io.Writer, totals []service.Total) {
	t := newTable(w, "MONTH", "KEY", "NAME", "PLAN", "MODE", "UNITS", "REQUESTS", "REPLAYS", "FAILED", "RATE LIMITED", "COUNTS ANEW (UTC)")
	for _, total := range totals {
		t.AppendRow(table.Row{
			total.Month.String(), total.Key.ID, total.Key.Name, total.Key.Plan, total.Key.Mode,
			total.Units, total.Requests, total.Replays, total.Failed, total.Refused, minute(total.Month.Add(1).Start()),
		})
	}
	t.Render()
}

// tableRows is the maximum number of rows of a table, which is held in memory
// to align its columns. A longer log is printed as several tables.
const tableRows = 1000

func printLog(w io.Writer, log iter.Seq2[service.UsageRow, error]) error {
	begin := func() table.Writer {
		return newTable(w, "TIME (UTC)", "REQUEST", "KEY", "MODE", "OPERATION", "STATUS", "CODE", "UNITS", "REPLAY OF", "TOOK")
	}
	t := begin()
	for r, err := range log {
		if err != nil {
			t.Render()
			return err
		}
		if t.Length() == tableRows {
			t.Render()
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
			t = begin()
		}
		t.AppendRow(table.Row{
			r.Time.Format("2006-01-02 15:04:05"), r.RequestID, r.Key.ID, r.Key.Mode, r.Operation, r.Status, r.Code,
			r.Units, r.ReplayOf, r.Duration.Round(time.Microsecond),
		})
	}
	t.Render()
	return nil
}
