package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// writeTo calls write with standard output or, if path is not empty, with a temporary file. The temporary file
// replaces the file at path only if the function write has succeeded or has reported rejected leases.
func writeTo(cmd *cobra.Command, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(cmd.OutOrStdout())
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // if path is a symbolic link, its target is replaced
	}
	mode := os.FileMode(0o666) // the operating system removes the permissions in the user's umask
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeInPlace(path, write)
		}
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:8]+".tmp")
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) //nolint:gosec // the file's permissions depend on the user's umask
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	defer os.Remove(temp) //nolint:errcheck // after a success, the file has already been renamed
	err = write(file)
	partly := errors.Is(err, errReported)
	if err != nil && !partly {
		_ = file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return err
}

// writeOutput writes a result as [writeTo] does. If whole is true, it also holds back standard output until
// the function write has succeeded or has reported rejected leases.
func writeOutput(cmd *cobra.Command, path string, whole bool, write func(io.Writer) error) error {
	if !whole || path != "" && path != "-" {
		return writeTo(cmd, path, write)
	}
	var text bytes.Buffer
	err := write(&text)
	if err != nil && !errors.Is(err, errReported) {
		return err
	}
	if _, failed := text.WriteTo(cmd.OutOrStdout()); failed != nil {
		return failed
	}
	return err
}

// newFile contains the output flags of a command that needs --force to replace an existing file.
type newFile struct {
	out   string
	force bool
}

func (f *newFile) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`, which must not exist yet")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace an existing file")
}

func (f *newFile) keepExisting() error {
	if info, err := os.Stat(f.out); !f.force && f.out != "-" && err == nil && info.Mode().IsRegular() {
		return fmt.Errorf("write %s: the file exists; --force replaces it", f.out)
	}
	return nil // writing the file will report any other error in the path
}

// keepInputs returns an error if the command would replace a file that it reads.
func keepInputs(cmd *cobra.Command, outputs ...string) error {
	inputs := cmd.Flags().Args()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if kind, _ := pflag.UnquoteUsage(f); kind != "file" || f.Name == "output" || f.Name == "totals" {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			inputs = append(inputs, list.GetSlice()...)
			return
		}
		inputs = append(inputs, f.Value.String())
	})
	for _, path := range outputs {
		for _, name := range inputs {
			if leasefile.InDir(filepath.Base(path)) && isDir(name) {
				name = filepath.Join(name, filepath.Base(path))
			}
			if sameFile(name, path) {
				return usageError{fmt.Errorf("write %s: the command reads this file; give the output another name", path)}
			}
		}
	}
	return nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, wrong := os.Stat(b)
	return err == nil && wrong == nil && one.Mode().IsRegular() && os.SameFile(one, other)
}

// writeInPlace writes to a device or a pipe, which a file must not replace.
func writeInPlace(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0) //nolint:gosec // the user chooses the file
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	err = write(file)
	if closed := file.Close(); err == nil && closed != nil {
		return fmt.Errorf("write %s: %w", path, closed)
	}
	return err
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printList prints the value as JSON if asJSON is true, and otherwise the rows as a table. If there are no
// rows, it prints a sentence instead of the table.
func printList(w io.Writer, asJSON bool, value any, none string, header table.Row, rows []table.Row) error {
	if asJSON {
		return printJSON(w, value)
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, none)
		return err
	}
	t := newTable(w, header...)
	t.AppendRows(rows)
	t.Render()
	return nil
}

func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(header)
	return t
}

// minute formats a time for a table, to the minute. It returns "" for the zero time.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

type terminal struct {
	is     bool
	width  int  // in characters; 0 if the stream is not a terminal
	colour bool // whether the output may contain colors; see https://no-color.org
}

// terminalOf returns the properties of a terminal, or the zero value for any other stream.
func terminalOf(stream any) terminal {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return terminal{}
	}
	t := terminal{is: true, colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil {
		t.width = width
	}
	return t
}

type format struct {
	name   string
	about  string
	ext    string // extension of the files, with the dot
	binary bool
}

func (f format) named() string { return f.name }

// The output formats that are not files for other programs.
var (
	tableFormat = format{name: "table", about: "tables to read", ext: ".txt"}
	jsonFormat  = format{name: "json", about: "the service's response as a JSON object", ext: ".json"}
	linesFormat = format{name: "ndjson", about: "many leases, one per line in the input and the output", ext: ".ndjson"}
	csvFormat   = format{name: "csv", about: "rows for a spreadsheet", ext: ".csv"}
)

func fileFormats(op *operations.Operation) (list []format) {
	for i := range export.Formats {
		if f := &export.Formats[i]; f.Gives(op.Name) {
			list = append(list, format{f.Name, f.About, f.Ext, f.Ext == ".xlsx" || f.Ext == ".pdf"})
		}
	}
	return list
}

func namesOf(formats []format) string {
	return lists.Join(formats, ", ", format.named)
}

func described(formats []format) string {
	return lists.Join(formats, "\n", func(f format) string { return fmt.Sprintf("  %-20s %s", f.name, f.about) })
}

type outputFlags struct{ format, out string }

func (f *outputFlags) register(cmd *cobra.Command, formats []format) {
	cmd.Flags().StringVarP(&f.format, "format", "f", "", "output format: "+namesOf(formats)+
		" (default: according to the extension of the output file; otherwise table on a terminal and json elsewhere)")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`; an existing file is replaced only after the result is complete")
	all := lists.Map(formats, func(f format) cobra.Completion { return cobra.CompletionWithDesc(f.name, f.about) })
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)) // cannot fail, because the flag exists
}

// pick returns the name of the output format, which must be one of the given formats. Without --format, the
// output file's extension determines the format. Without an output file, the format is "table" on a terminal;
// otherwise, it is the value of the elsewhere parameter. Messages contain the name of the command.
func (f *outputFlags) pick(cmd *cobra.Command, command string, formats []format, elsewhere string) (string, error) {
	find := func(matches func(format) bool) int { return slices.IndexFunc(formats, matches) }
	terminal, ext, name := terminalOf(cmd.OutOrStdout()).is, strings.ToLower(filepath.Ext(f.out)), f.format
	if name == "" && ext != "" {
		i := find(func(o format) bool { return o.ext == ext })
		if i < 0 {
			var known []string
			for _, o := range formats {
				if o.ext != "" && !slices.Contains(known, o.ext) {
					known = append(known, o.ext)
				}
			}
			return "", usageError{fmt.Errorf("-o %s: no format of %s has the extension %s; use %s, or choose the format with --format",
				f.out, command, ext, lists.Or(known))}
		}
		name = formats[i].name
	}
	if name == "" {
		name = elsewhere
		if f.out == "" && terminal && find(func(o format) bool { return o.name == tableFormat.name }) >= 0 {
			name = tableFormat.name
		}
	}
	i := find(func(o format) bool { return o.name == name })
	switch {
	case i < 0:
		return "", usageError{fmt.Errorf("--format %q is not a format of %s; use %s", name, command, lists.Or(lists.Map(formats, format.named)))}
	case formats[i].binary && terminal && (f.out == "" || f.out == "-"):
		return "", usageError{fmt.Errorf("--format %s cannot be written to a terminal; name a file with -o", name)}
	}
	return name, nil
}

func newPage(w io.Writer) *report.Page {
	t := terminalOf(w)
	return report.NewPage(t.width, t.colour)
}

func writePage(w io.Writer, fill func(*report.Page)) error {
	page := newPage(w)
	fill(page)
	_, err := page.WriteTo(w)
	return err
}

func writeJSON(w io.Writer, object []byte) error {
	if terminalOf(w).is {
		var indented bytes.Buffer
		if err := json.Indent(&indented, object, "", "  "); err != nil {
			return fmt.Errorf("indent the result: %w", err)
		}
		object = indented.Bytes()
	}
	_, err := w.Write(append(bytes.TrimSpace(object), '\n'))
	return err
}

type exportFlags struct {
	export.Options

	accounts string
	fund     string
	columns  []string
}

func (f *exportFlags) register(cmd *cobra.Command, names ...string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.StringVar(&f.Currency, "currency", "", "currency `code` for leases without a currency; amounts are not converted")
	all.StringVar(&f.accounts, "accounts", "", "write journals with the account codes from this YAML or JSON `file`")
	all.StringVar(&f.fund, "fund", "", "set of entries to write for leases that have two sets; the `name` is government_wide or governmental")
	all.StringSliceVar(&f.columns, "columns", nil, "columns of files in the \"entries\" format: a list of `names`, each with an optional heading, as in name=heading")
	all.Func("paper", "paper `size` of documents and workbooks, letter or a4; by default a4 for FRS 102, otherwise letter", parsed(&f.Paper, paper.Parse))
	for _, name := range names {
		cmd.Flags().AddFlag(all.Lookup(name))
	}
	_ = cmd.MarkFlagFilename("accounts", "yaml", "yml", "json") // an error means that the command lacks this flag
}

func (f *exportFlags) options() (o export.Options, err error) {
	o = f.Options
	o.Version = buildVersion().Version
	if o.Fund, err = export.ParseFund(f.fund); err != nil {
		return o, f.wrong(err)
	}
	if o.Columns, err = export.ParseColumns(f.columns); err != nil {
		return o, f.wrong(err)
	}
	if f.accounts != "" {
		if o.Accounts, err = readFile(f.accounts, export.ReadAccounts); err != nil {
			err = fmt.Errorf("--accounts: %w", err)
		}
	}
	return o, err
}

// wrong adds the name of the flag or the account map file to an [export.OptionError]. Other errors
// are returned unchanged.
func (f *exportFlags) wrong(err error) error {
	option, ok := errors.AsType[*export.OptionError](err)
	switch {
	case ok && option.Option == "accounts" && f.accounts != "":
		return fmt.Errorf("%s: %w", f.accounts, err)
	case ok && option.OfLease:
		return usageError{fmt.Errorf("%w (--%s)", option, option.Option)}
	case ok && (option.Option == "currency" || option.Option == "columns" || option.Option == "fund"):
		return usageError{fmt.Errorf("--%w", option)}
	}
	return err
}
