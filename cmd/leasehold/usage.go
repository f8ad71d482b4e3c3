package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/csv"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

type usageFlags struct {
	service.UsageQuery

	format string
	totals bool
}

func newUsageCommand() *cobra.Command {
	f := usageFlags{format: "table"}
	cmd := (&dbCommand{
		use:   "usage",
		short: "Show the usage log and each key's totals for the month; check and refund usage",
		more: `The log has one row for each authenticated request, newest first. Requests that
the rate limit rejected are counted but not listed.`,
		example: `  leasehold usage
  leasehold usage --month 2026-11 --totals --format csv
  leasehold usage --key key_7QJ5 --format json
  leasehold usage check`,
		json: true,
		flags: func(cmd *cobra.Command) {
			flags := cmd.Flags()
			flags.Func("key", "show only the key with this `ID`", parsed(&f.KeyID, parseKeyID))
			flags.Func("month", "show only this `month`, in the form yyyy-mm; by default, totals are for the current month", parsed(&f.Month, meter.ParseMonth))
			limitFlag(cmd, &f.Limit, "maximum number of log rows")
			flags.BoolVar(&f.totals, "totals", false, "only the totals")
			formats := []string{"table", "csv", "json"}
			flags.Func("format", "`format`: table, csv (the log, or the totals with --totals) or json (both) (default table)", choice(&f.format, formats, formats...))
			cmd.MarkFlagsMutuallyExclusive("json", "format")
		},
		run: func(ctx context.Context, o *opened) error {
			if o.asJSON {
				f.format = "json"
			}
			if f.Month == 0 && f.totals {
				f.Month = meter.MonthOf(time.Now())
			}
			return f.print(ctx, o.out, o.Service)
		},
	}).command()
	cmd.AddCommand(newUsageCheckCommand(), newUsageRootCommand(), newUsageRefundCommand(), newUsageTrustClockCommand())
	return cmd
}

func limitFlag(cmd *cobra.Command, limit *int, of string) {
	cmd.Flags().Func("limit", "maximum `number` of "+of+"; 0 for all (default 0)", number(limit, 0, 1_000_000_000))
}

func parseKeyID(id string) (string, error) {
	if !service.IsID(id) {
		return "", fmt.Errorf("%q is not a key ID; 'leasehold keys list' shows the IDs", id)
	}
	return id, nil
}

func newUsageRefundCommand() *cobra.Command {
	return (&dbCommand{
		use:   "refund REQUEST_ID",
		short: "Refund the units of one request",
		more: `The command adds a negative row to the usage log. The request's row remains. The
response stored under its Idempotency-Key is removed, so a repeated request is billed
again.

Use the command for requests that were billed but received no response. This happens if
the connection to PostgreSQL breaks during the commit and the server stops before it can
determine the outcome (its log names the request), or if the server is killed before it
can respond. The command can run while the server runs.`,
		example: "  leasehold usage refund --db sqlite:leasehold.db req_4QZ…",
		run: func(ctx context.Context, o *opened) error {
			id := o.args[0]
			if err := o.Refund(ctx, id); err != nil {
				return fmt.Errorf("%q: %w", id, err)
			}
			_, err := fmt.Fprintf(o.out, "Refunded %s.\n", id)
			return err
		},
	}).command()
}

func newUsageTrustClockCommand() *cobra.Command {
	return (&dbCommand{
		use:   "trust-clock",
		short: "Confirm that the clock is correct",
		more: `With PostgreSQL, the database's clock applies; with a file, this machine's clock does.

Once a minute, servers remove expired data: Idempotency-Keys, secrets past their grace
period, and usage older than --keep-usage months. After a clock jump, or after days
without a server, the servers follow the clock at twice its pace and report this in
their log. Use this command only if the clock is correct. Removed data cannot be
restored.`,
		example: "  leasehold usage trust-clock --db sqlite:leasehold.db",
		run: func(ctx context.Context, o *opened) error {
			if err := o.TrustClock(ctx); err != nil {
				return err
			}
			_, err := fmt.Fprintln(o.out, "Servers now remove expired data according to this clock.")
			return err
		},
	}).command()
}

func (f *usageFlags) print(ctx context.Context, w io.Writer, s *service.Service) error {
	if err := requireKey(ctx, s, f.KeyID); err != nil {
		return err
	}
	totals, err := s.Totals(ctx, f.UsageQuery)
	if err != nil {
		return err
	}
	log := s.Usage(ctx, f.UsageQuery)
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
	fmt.Fprintln(w)
	return printLog(w, log)
}

// requireKey returns an error if no API key, not even a revoked one, has the given ID. Without this check, a
// mistyped ID would look like a key without usage.
func requireKey(ctx context.Context, s *service.Service, id string) error {
	if id == "" {
		return nil
	}
	keys, err := s.Keys(ctx)
	if err == nil && !slices.ContainsFunc(keys, func(k service.Key) bool { return k.ID == id }) {
		err = fmt.Errorf("--key: no key has the ID %q; 'leasehold keys list' shows all IDs", id)
	}
	return err
}

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
	Resets   string `json:"resets"` // time at which the quota resets
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

// printUsageJSON writes each row as soon as it is read, because a log may not fit in memory.
func printUsageJSON(w io.Writer, log iter.Seq2[service.UsageRow, error], totals []service.Total) error {
	out := bufio.NewWriter(w)
	text := jsontext.NewEncoder(out, jsontext.WithIndent("  "))
	err := errors.Join(text.WriteToken(jsontext.BeginObject),
		text.WriteToken(jsontext.String("totals")), jsonv2.MarshalEncode(text, lists.Map(totals, sumJSON)),
		text.WriteToken(jsontext.String("log")), text.WriteToken(jsontext.BeginArray))
	for row, failed := range log {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		err = jsonv2.MarshalEncode(text, rowJSON(row))
	}
	if err == nil {
		err = errors.Join(text.WriteToken(jsontext.EndArray), text.WriteToken(jsontext.EndObject))
	}
	return errors.Join(err, out.Flush())
}

func csvHeader(value any) (names []string) {
	for f := range reflect.TypeOf(value).Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}

func csvRecord(value any) (cells []string) {
	for _, v := range reflect.ValueOf(value).Fields() {
		cell := fmt.Sprint(v)
		if v.Kind() == reflect.String {
			cell = plainCell(cell)
		}
		cells = append(cells, cell)
	}
	return cells
}

func printLogCSV(w io.Writer, log iter.Seq2[service.UsageRow, error]) error {
	out := csv.NewWriter(w)
	err := out.Write(csvHeader(usageJSON{}))
	for row, failed := range log {
		if err = errors.Join(err, failed); err != nil {
			break
		}
		err = out.Write(csvRecord(rowJSON(row)))
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

func printTotalsCSV(w io.Writer, totals []service.Total) error {
	records := [][]string{csvHeader(totalJSON{})}
	for _, t := range totals {
		records = append(records, csvRecord(sumJSON(t)))
	}
	return csv.NewWriter(w).WriteAll(records)
}

// plainCell changes a name so that a spreadsheet does not evaluate it as a formula.
func plainCell(text string) string {
	if text != "" && slices.Contains([]byte("=+-@\t\r"), text[0]) {
		return "'" + text
	}
	return text
}

func printTotals(w io.Writer, totals []service.Total) {
	t := newTable(w, "MONTH", "KEY", "NAME", "PLAN", "MODE", "UNITS", "REQUESTS", "REPLAYS", "FAILED", "RATE LIMITED", "RESETS AT (UTC)")
	for _, total := range totals {
		t.AppendRow(table.Row{
			total.Month.String(), total.Key.ID, total.Key.Name, total.Key.Plan, total.Key.Mode,
			total.Units, total.Requests, total.Replays, total.Failed, total.Refused, minute(total.Month.Add(1).Start()),
		})
	}
	t.Render()
}

// tableRows is the maximum number of rows in a table. A table is held in memory, because the width
// of its columns depends on all rows. A longer log is printed as several tables.
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
			fmt.Fprintln(w)
			t = begin()
		}
		t.AppendRow(table.Row{
			r.Time.Format(time.DateTime), r.RequestID, r.Key.ID, r.Key.Mode, r.Operation, r.Status, r.Code,
			r.Units, r.ReplayOf, r.Duration.Round(time.Microsecond),
		})
	}
	t.Render()
	return nil
}

func newAuditCommand() *cobra.Command {
	var q service.AuditQuery
	return (&dbCommand{
		use:   "audit",
		short: "Show who changed keys and accounts, newest first",
		more: `The actor is "operator" for commands on the server, an admin key's ID for requests
over HTTP, and an account's ID for actions in the console. The log contains no
secrets.`,
		example: `  leasehold audit --limit 20
  leasehold audit --subject key_7QJ5 --json`,
		json: true,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().StringVar(&q.Subject, "subject", "", "show only actions on the key or account with this `ID`")
			limitFlag(cmd, &q.Limit, "entries")
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
			return printList(o.out, o.asJSON, list, "The audit log has no matching entries.",
				table.Row{"TIME (UTC)", "ACTION", "ACTOR", "SUBJECT", "DETAIL", "ADDRESS"}, rows)
		},
	}).command()
}

func newUsageCheckCommand() *cobra.Command {
	var file, rootFile string
	var root *service.Root
	var heads []service.Head
	return (&dbCommand{
		use:   "check",
		short: "Check that the counters, usage log and replay records agree, and that no usage row was changed",
		more: `The check uses the state at a single point in time, even while the server is running.
The output contains the number of compared usage rows and their first month; earlier
usage was removed (--keep-usage). If the check finds a difference, the output describes
it, and the exit status is 1.

A key's usage rows in a month form a chain: each row contains a hash of the preceding
row. The check names rows that were changed, removed, added or moved. A user who can
write to the database can also rewrite the hashes. To detect this, store each month's
last hashes (the heads) outside the database. 'leasehold usage --totals --format csv'
prints them. Later, pass them to --head or --heads. The check then reports which rows of
each key and month are unchanged. --root verifies all chains listed in a file from
'leasehold usage root', including the audit log.`,
		example: `  leasehold usage check --db sqlite:leasehold.db
  leasehold usage --month 2026-11 --totals --format csv > november.csv
  leasehold usage check --heads november.csv`,
		json: true,
		flags: func(cmd *cobra.Command) {
			flags := cmd.Flags()
			flags.Func("head", "verify that the usage log is unchanged up to the row with this `hash`; may be repeated", each(&heads, service.ParseHead))
			flags.StringVar(&file, "heads", "", "verify every head in this `file`, the output of 'leasehold usage --totals --format csv'")
			flags.StringVar(&rootFile, "root", "", "verify every chain in this `file`, the output of 'leasehold usage root'; cannot be combined with --head or --heads")
			cmd.MarkFlagsMutuallyExclusive("root", "head")
			cmd.MarkFlagsMutuallyExclusive("root", "heads")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if rootFile != "" {
				root, err = readRoot(rootFile)
			} else if file != "" {
				err = readHeads(file, &heads)
			}
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			check := func() (service.Checked, error) { return o.Check(ctx, heads...) }
			if root != nil {
				check = func() (service.Checked, error) { return o.CheckRoot(ctx, root) }
			}
			found, err := check()
			if err != nil {
				return err
			}
			if root != nil && !o.asJSON {
				fmt.Fprintln(o.out, describeRoot(root))
			}
			return o.printChecked(found)
		},
	}).command()
}

func (o *opened) printChecked(found service.Checked) (err error) {
	agree := len(found.Differences) == 0
	switch {
	case o.asJSON:
		err = printJSON(o.out, struct {
			OK          bool     `json:"ok"`
			Differences []string `json:"differences"`
			From        string   `json:"from,omitempty"`
			Rows        int64    `json:"rows"`
			Proven      []proven `json:"proven,omitempty"`
		}{agree, append([]string{}, found.Differences...), monthName(found.From), found.Rows, lists.Map(found.Proven, provenOf)})
	case agree:
		for _, p := range found.Proven {
			if p.KeyID == "" {
				fmt.Fprintf(o.out, "The first %d of %d audit entries are unchanged.\n", p.Rows, p.Of)
				continue
			}
			fmt.Fprintf(o.out, "Key %s, %s: the first %d of %d usage rows are unchanged.\n", p.KeyID, monthName(p.Month), p.Rows, p.Of)
		}
		_, err = fmt.Fprintf(o.out, "Counters, usage log and replay records agree: %s.\n", period(found))
	default:
		for _, difference := range found.Differences {
			fmt.Fprintln(o.out, visible(difference))
		}
		fmt.Fprintf(o.out, "Compared: %s.\n", period(found))
	}
	if err == nil && !agree {
		err = errReported
	}
	return err
}

// visible replaces control characters with escape sequences, because a damaged database can contain any bytes.
func visible(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

type proven struct {
	Head  string `json:"head"`
	KeyID string `json:"key_id"`
	Month string `json:"month"`
	Rows  int64  `json:"rows"`
	Of    int64  `json:"of"`
}

func provenOf(p service.Proven) proven {
	return proven{p.Head.String(), p.KeyID, monthName(p.Month), p.Rows, p.Of}
}

// readHeads appends the hashes in the `head` column of the CSV file that --heads names.
func readHeads(path string, heads *[]service.Head) error {
	records, err := readFile(path, func(file io.Reader) ([][]string, error) { return csv.NewReader(file).ReadAll() })
	if err != nil {
		return fmt.Errorf("--heads: %w", err)
	}
	column := -1
	if len(records) > 0 {
		column = slices.Index(records[0], "head")
	}
	if column < 0 {
		return usageError{fmt.Errorf("--heads: %s has no column named head", path)}
	}
	var errs []error
	for _, record := range records[1:] {
		if record[column] == "" { // the column is empty in rows of rejected requests
			continue
		}
		if err := each(heads, service.ParseHead)(record[column]); err != nil {
			errs = append(errs, usageError{fmt.Errorf("--heads: %w", err)})
		}
	}
	return errors.Join(errs...)
}

func period(c service.Checked) string {
	rows := markup.Plural(c.Rows, "usage row")
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

func newUsageRootCommand() *cobra.Command {
	var path string
	var signer ed25519.PrivateKey
	return (&dbCommand{
		use:   "root",
		short: "Print one root hash for all keys' usage rows and the audit log, and optionally sign it",
		more: `The root has one line for each key and month and one for the audit log. Each
line contains the number of rows and the hash of the last row. The 'root' line contains
the SHA-256 of these lines. With --sign, the command adds a signature with an Ed25519
key, which 'openssl genpkey -algorithm ed25519 -out root.pem' creates. Keep the file and
publish its 'root' line where users who can write to the database cannot change them.
Later, 'leasehold usage check --root FILE' verifies that no row was changed or removed.`,
		example: `  leasehold usage root --sign root.pem > 2026-11-24.root
  leasehold usage check --root 2026-11-24.root`,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().StringVar(&path, "sign", "", "sign with the Ed25519 key in this PEM `file` (PKCS #8)")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if path != "" {
				signer, err = readSigner(path)
			}
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			ends, err := o.Ends(ctx)
			if err != nil {
				return err
			}
			_, err = o.out.Write(ends.Root(time.Now(), signer))
			return err
		},
	}).command()
}

func readSigner(path string) (ed25519.PrivateKey, error) {
	text, err := readFile(path, io.ReadAll)
	if err != nil {
		return nil, fmt.Errorf("--sign: %w", err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, usageError{fmt.Errorf("--sign: %s is not a PEM file", path)}
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, usageError{errors.Join(fmt.Errorf("--sign: %s is not an Ed25519 key (PKCS #8)", path), err)}
	}
	return key, nil
}

func readRoot(path string) (root *service.Root, err error) {
	text, err := readFile(path, io.ReadAll)
	if err == nil {
		root, err = service.ParseRoot(text)
	}
	if err != nil {
		err = fmt.Errorf("--root: %w", err)
	}
	return root, err
}

func describeRoot(r *service.Root) string {
	if r.Key == nil {
		return fmt.Sprintf("The root of %s covers %d chains and is not signed.", r.Time.Format(time.RFC3339), len(r.Chains))
	}
	der, err := x509.MarshalPKIXPublicKey(r.Key)
	if err != nil { // cannot happen with an Ed25519 key
		return err.Error()
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return fmt.Sprintf("The root of %s covers %d chains and is signed with the key\n%s", r.Time.Format(time.RFC3339), len(r.Chains), public[:len(public)-1])
}
