package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// analysis contains the flags and steps that the verify and compare commands share. Their requests contain a
// lease, but their results are not that lease's accounting.
type analysis struct {
	requestFlags

	op    *operations.Operation
	table func(*report.Page, operations.Result)
}

func (a *analysis) register(cmd *cobra.Command) {
	a.outputFlags.register(cmd, a.formats())
	a.exportFlags.register(cmd, "paper", "currency")
	a.remoteFlags.register(cmd)
}

func (a *analysis) formats() []format {
	return append([]format{tableFormat, jsonFormat}, fileFormats(a.op)...)
}

// answer reads a lease, calls the function question to build the request from it, and writes the result. The
// source argument describes the file that is compared with the lease, if any. The function named passed checks
// the result's JSON object; if the check fails, the exit status is 1.
func (a *analysis) answer(
	cmd *cobra.Command, args []string, question func(lease []byte) ([]byte, error), source *export.Source, passed func(object []byte) bool,
) error {
	format, server, in, err := a.open(cmd, args, a.op, a.formats(), jsonFormat)
	if err != nil {
		return err
	}
	defer in.close()
	lease, err := readLease(cmd, in)
	if err != nil {
		return err
	}
	options, err := a.options()
	if err != nil {
		return err
	}
	body, err := question(lease)
	if err != nil {
		return inFile(in.name, err)
	}
	options.Source = source
	result, object, err := a.compute(cmd, server, body)
	if err != nil {
		return inFile(in.name, err)
	}
	return writeOutput(cmd, a.out, export.Find(format) != nil, func(w io.Writer) error {
		switch format {
		case jsonFormat.name:
			err = writeJSON(w, object)
		case tableFormat.name:
			err = writePage(w, func(p *report.Page) { a.table(p, result) })
		default:
			err = a.wrong(writeExport(w, format, a.op, result.Value(), options))
		}
		if err == nil && !passed(object) {
			return errReported
		}
		return err
	})
}

// compute returns a request's result and its JSON object. If a server computed the result, only the JSON
// object is returned.
func (a *analysis) compute(cmd *cobra.Command, server *client.Client, body []byte) (operations.Result, []byte, error) {
	if server != nil {
		object, err := a.ask(cmd, server, a.op, body)
		return nil, object, err
	}
	result, err := a.op.Compute(cmd.Context(), body)
	if err != nil {
		return nil, nil, err
	}
	return result, result.Append(nil), nil
}

func writeExport(w io.Writer, format string, op *operations.Operation, value any, o export.Options) error {
	err := export.Find(format).Write(w, op.Name, value, o)
	if _, ok := errors.AsType[*export.OptionError](err); err != nil && !ok {
		return fmt.Errorf("--format %s: %w", format, err)
	}
	return err
}

func newCompareCommand() *cobra.Command {
	a := &analysis{op: operations.Compare, table: func(p *report.Page, r operations.Result) {
		if c, ok := r.Value().(*treatments.Comparison); ok {
			p.Compare(c)
		}
	}}
	var under []string
	cmd := &cobra.Command{
		Use:   "compare [FILE|-]",
		Short: "Compare one lease under every accounting treatment",
		Long: `Compare one lease as an operating and a finance lease under ASC 842, and under
IFRS 16, GASB 87, FRS 102 and GASB 96, or only under the treatments that --treatments
names. The comparison contains initial amounts, every lease year, totals, and each
treatment's difference from the first. The xlsx format is a workbook; csv contains one
row per lease year.

The lease is one JSON object with the fields of the API, read from FILE or from
standard input. Its standard, classification and exemption fields are ignored.
Fields that a standard rejects are omitted with a note.`,
		Example: `  leasehold compare office.json
  leasehold compare office.json -o treatments.xlsx
  leasehold compare office.json --treatments IFRS_16,FRS_102
  leasehold compare office.json --format csv | head`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeLease("json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			question := func(lease []byte) ([]byte, error) { return withTreatments(lease, under), nil }
			return a.answer(cmd, args, question, nil, func([]byte) bool { return true })
		},
	}
	a.register(cmd)
	cmd.Flags().StringSliceVar(&under, "treatments", nil, "`names` of the treatments to compare, in this order: "+strings.Join(treatments.Keys(), ", ")+
		" (default: all)")
	_ = cmd.RegisterFlagCompletionFunc("treatments", cobra.FixedCompletions(treatments.Keys(), cobra.ShellCompDirectiveNoFileComp)) // cannot fail, because the flag exists
	return cmd
}

func withTreatments(lease []byte, under []string) []byte {
	names, err := json.Marshal(under)
	if under == nil || err != nil {
		return lease
	}
	return withField(lease, append([]byte(`"treatments":`), names...))
}

type verifyFlags struct {
	against   string
	columns   []string
	style     styleFlags
	tolerance string
}

func newVerifyCommand() *cobra.Command {
	flags := new(verifyFlags)
	a := &analysis{op: operations.Verify, table: func(p *report.Page, r operations.Result) {
		if answer, ok := r.Value().(*reperform.Answer); ok {
			p.Verify(answer)
		}
	}}
	cmd := &cobra.Command{
		Use:   "verify [FILE|-] --against THEIRS",
		Short: "Check another schedule and explain its differences",
		Long: `Check a schedule from another program or spreadsheet. The result shows whether the
schedule agrees with the lease. It lists each difference and each inconsistency within
the schedule, and names the convention that explains the differences. The pdf and xlsx
formats are workpapers to sign and file; csv contains the comparison, row by row.

The lease is one JSON object with the fields of the API, read from FILE or from
standard input. THEIRS is a CSV file, a workbook or JSON. The command recognizes columns
by their headings, and lists the recognized and the ignored columns on standard error.
--map assigns a column to one of the fields period, date, payment, interest, principal,
liabilityClose, rouAmortization, rouAssetClose and leaseExpense, or ignores the column:

  --map 'End bal=liabilityClose' --map D=interest --map Remark=-`,
		Example: `  leasehold verify office.json --against theirs.xlsx
  leasehold verify office.json --against theirs.csv --map 'End bal=liabilityClose' -o office-check.pdf
  leasehold verify office.json --against theirs.json --format json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeLease("json"),
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args, a) },
	}
	flags.register(cmd)
	a.register(cmd)
	return cmd
}

func (f *verifyFlags) register(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.against, "against", "", "the schedule to check, in this CSV, XLSX or JSON `file`")
	s.StringArrayVar(&f.columns, "map", nil, "assign a column to a field, as `heading=field` or letter=field, such as 'End bal=liabilityClose'")
	f.style.register(s)
	s.Func("tolerance", "largest acceptable difference, as an `amount` (default: one minor unit for each row up to and including the figure's row, to allow for rounding)",
		func(text string) error {
			if d, err := money.Parse(text); err != nil || d.Sign() < 0 {
				return fmt.Errorf("%q must be an amount of 0 or more, such as 0.01", text)
			}
			f.tolerance = text
			return nil
		})
	_ = cmd.MarkFlagRequired("against") // the calls cannot fail, because the flag exists
	_ = cmd.MarkFlagFilename("against", "csv", "xlsx", "json")
}

func (f *verifyFlags) run(cmd *cobra.Command, args []string, a *analysis) error {
	columns, err := schedulefile.ParseMap(f.columns)
	if err != nil {
		return usageError{fmt.Errorf("--map: %w", err)}
	}
	options := schedulefile.Options{Name: f.against, Map: columns, Sheet: f.style.sheet, Dates: f.style.dates, Decimals: f.style.decimals}
	reading, source, err := readTheirs(f.against, options)
	if err != nil {
		return err
	}
	listColumns(cmd.ErrOrStderr(), f.against, reading)
	return a.answer(cmd, args, func(lease []byte) ([]byte, error) { return f.question(lease, &reading.Theirs) }, source, agrees)
}

const maxTheirs = 32 << 20

// readTheirs reads another program's schedule. The returned source describes its file for the workpapers.
func readTheirs(path string, o schedulefile.Options) (*schedulefile.Reading, *export.Source, error) {
	content, err := readFile(path, func(file io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(file, maxTheirs+1)) })
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("--against: %w", err)
	case len(content) > maxTheirs:
		return nil, nil, fmt.Errorf("--against: %s is longer than the %d MiB allowed for a schedule", path, maxTheirs>>20)
	}
	reading, err := schedulefile.Read(bytes.NewReader(content), o)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	sum := sha256.Sum256(content)
	return reading, &export.Source{Name: filepath.Base(path), SHA256: hex.EncodeToString(sum[:]), Columns: columns.Fields(reading.Columns)}, nil
}

func listColumns(w io.Writer, path string, r *schedulefile.Reading) {
	var taken []string
	for _, c := range r.Columns {
		if c.Field != "" {
			taken = append(taken, strings.TrimSpace(fmt.Sprintf("%s %q is %s", c.Letter, c.Heading, c.Field)))
		}
	}
	if r.Sheet != "" {
		path += ", sheet " + r.Sheet
	}
	say := func(format string, args ...any) {
		fmt.Fprintf(w, "leasehold: %s: "+format+"\n", append([]any{path}, args...)...)
	}
	if taken != nil {
		say("%s", strings.Join(taken, ", "))
	}
	for _, c := range r.Columns {
		switch {
		case c.Field != "" || c.Aside:
		case c.Letter == "":
			say("field %q is not compared: %s", c.Heading, c.Why)
		default:
			say("column %s %q is not compared: %s", c.Letter, c.Heading, c.Why)
		}
	}
	for _, l := range r.Left {
		say("row %d %q is omitted: %s", l.Row, l.Text, l.Why)
	}
	for _, n := range r.Notes {
		say("%s", n)
	}
}

func (f *verifyFlags) question(lease []byte, theirs *reperform.Theirs) ([]byte, error) {
	if !json.Valid(lease) { // if invalid JSON were inserted into the request, it could end the enclosing object
		_, err := operations.Compute.Read(lease)
		return nil, err
	}
	body := append([]byte(`{"lease":`), lease...)
	body = theirs.Append(append(body, `,"theirs":`...))
	if f.tolerance != "" {
		body = append(append(body, `,"tolerance":`...), f.tolerance...)
	}
	return append(body, '}'), nil
}

func agrees(object []byte) bool {
	var answer struct {
		Agrees bool `json:"agrees"`
	}
	return json.Unmarshal(object, &answer) == nil && answer.Agrees
}
