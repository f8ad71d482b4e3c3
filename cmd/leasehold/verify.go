package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// verifyFlags contains the flags that leasehold verify has in addition to the common ones.
type verifyFlags struct {
	against   string
	columns   []string
	style     styleFlags
	tolerance string
}

// newVerifyCommand returns the command that checks a lease schedule of another program.
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
		Long: `Re-perform the schedule of another program or spreadsheet: whether it agrees with
the lease, each difference, its internal inconsistencies, and the convention that
explains the difference. pdf and xlsx are reports to sign and file; csv is the
comparison row by row.

The lease is one JSON object with the fields of the contract, read from FILE or
from standard input. THEIRS is a CSV file, a workbook or JSON. Columns are
recognized by their headings; standard error lists the recognized and the ignored
columns. --map assigns a column to period, date, payment, interest, principal,
liabilityClose, rouAmortization, rouAssetClose or leaseExpense, or ignores it:

  --map 'End bal=liabilityClose' --map D=interest --map Remark=-

Exit status: 0 if the amounts agree, 1 if they differ, the lease is invalid or a
file cannot be read or written, 2 for an invalid command line.`,
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
	s.StringArrayVar(&f.columns, "map", nil, "assign a column: `heading=field` or letter=field, as in 'End bal=liabilityClose'")
	f.style.register(s)
	s.Func("tolerance", "the maximum `amount` of an acceptable difference (default, for rounding: one minor unit for each row up to the row of the figure)",
		func(text string) error {
			if d, err := money.Parse(text); err != nil || d.Sign() < 0 {
				return fmt.Errorf("%q must be an amount of 0 or more, such as 0.01", text)
			}
			f.tolerance = text
			return nil
		})
	_ = cmd.MarkFlagRequired("against") // the calls never fail, because the flag exists
	_ = cmd.MarkFlagFilename("against", "csv", "xlsx", "json")
}

// run checks the schedule in the file of --against.
func (f *verifyFlags) run(cmd *cobra.Command, args []string, a *analysis) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	reading, source, err := readTheirs(f.against, options)
	if err != nil {
		return err
	}
	listColumns(cmd.ErrOrStderr(), f.against, reading)
	return a.answer(cmd, args, func(lease []byte) ([]byte, error) { return f.question(lease, &reading.Theirs) }, source, agrees)
}

// options returns the options for reading the schedule of the other program.
func (f *verifyFlags) options() (o schedulefile.Options, err error) {
	o = schedulefile.Options{Name: f.against, Sheet: f.style.sheet, Dates: f.style.dates, Decimals: f.style.decimals}
	if o.Map, err = schedulefile.ParseMap(f.columns); err != nil {
		return o, usageError{fmt.Errorf("--map: %w", err)}
	}
	return o, nil
}

// maxTheirs is the maximum size of a file with another program's schedule, in bytes.
const maxTheirs = 32 << 20

// readTheirs reads another program's schedule. The returned source describes the file for the
// workpapers.
func readTheirs(path string, o schedulefile.Options) (*schedulefile.Reading, *export.Source, error) {
	file, err := os.Open(path) //nolint:gosec // the user chooses the file
	if err != nil {
		return nil, nil, fmt.Errorf("--against %s: %w", path, cause(err))
	}
	defer file.Close() //nolint:errcheck // the file is only read
	content, err := io.ReadAll(io.LimitReader(file, maxTheirs+1))
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("--against %s: %w", path, cause(err))
	case len(content) > maxTheirs:
		return nil, nil, fmt.Errorf("--against %s: is longer than the %d MiB allowed for a schedule", path, maxTheirs>>20)
	}
	reading, err := schedulefile.Read(bytes.NewReader(content), o)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	sum := sha256.Sum256(content)
	return reading, &export.Source{Name: filepath.Base(path), SHA256: hex.EncodeToString(sum[:]), Columns: columns.Fields(reading.Columns)}, nil
}

// listColumns prints which columns of the schedule were recognized and which were not.
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
			say("member %q is not compared: %s", c.Heading, c.Why)
		default:
			say("column %s %q is not compared: %s", c.Letter, c.Heading, c.Why)
		}
	}
	for _, l := range r.Left {
		say("row %d %q is left out: %s", l.Row, l.Text, l.Why)
	}
	for _, n := range r.Notes {
		say("%s", n)
	}
}

// question returns the request that checks a schedule. The text is the same with and without a
// server.
func (f *verifyFlags) question(lease []byte, theirs *reperform.Theirs) ([]byte, error) {
	if !json.Valid(lease) { // inserted into the request, invalid JSON could end the enclosing object
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

// agrees reports whether the field agrees of a response is true.
func agrees(object []byte) bool {
	var answer struct {
		Agrees bool `json:"agrees"`
	}
	return json.Unmarshal(object, &answer) == nil && answer.Agrees
}
