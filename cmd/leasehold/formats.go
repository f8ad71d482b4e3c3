package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

type format struct {
	name   string
	about  string
	ext    string // extension of the files, with the dot
	binary bool
}

// These output formats are not files for other programs.
var (
	tableFormat = format{name: "table", about: "tables to read", ext: ".txt"}
	jsonFormat  = format{name: "json", about: "the response of the service as an object", ext: ".json"}
	linesFormat = format{name: "ndjson", about: "many leases: one per line, for input and output", ext: ".ndjson"}
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
	names := make([]string, len(formats))
	for i := range formats {
		names[i] = formats[i].name
	}
	return strings.Join(names, ", ")
}

func described(formats []format) string {
	lines := make([]string, len(formats))
	for i, f := range formats {
		lines[i] = fmt.Sprintf("  %-20s %s", f.name, f.about)
	}
	return strings.Join(lines, "\n")
}

type outputFlags struct{ format, out string }

func (f *outputFlags) register(cmd *cobra.Command, formats []format) {
	cmd.Flags().StringVarP(&f.format, "format", "f", "", "output format: "+namesOf(formats)+
		" (default: by the name of the output file, else table on a terminal, json otherwise)")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`, which is replaced only by a complete result")
	var all []cobra.Completion
	for _, f := range formats {
		all = append(all, cobra.CompletionWithDesc(f.name, f.about))
	}
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)) // never fails, because the flag exists
}

// pick returns the name of the output format, which must be one of formats. Without --format, the
// extension of the output file determines the format. Without an output file, the format is table
// on a terminal and elsewhere for other output. command names the command in messages.
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
			return "", usageError{fmt.Errorf("-o %s: no format of %s has the extension %s; the known extensions are %s; for any other file name, use --format",
				f.out, command, ext, strings.Join(known, ", "))}
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
		return "", usageError{fmt.Errorf("--format %q is not a format of %s; allowed are %s", name, command, namesOf(formats))}
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

// writeJSON writes a JSON object: indented if w is a terminal, otherwise on one line.
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
	all.StringVar(&f.accounts, "accounts", "", "use the account codes in this YAML or JSON `file` in journals")
	all.StringVar(&f.fund, "fund", "", "the entries to write for leases with two sets: the `name` government_wide or governmental")
	all.StringSliceVar(&f.columns, "columns", nil, "columns of the format entries: a list of `names`, each with an optional heading after =")
	all.Func("paper", "paper `size` of documents and workbooks, letter or a4; by default a4 for FRS 102, otherwise letter", parsed(&f.Paper, paper.Parse))
	for _, name := range names {
		cmd.Flags().AddFlag(all.Lookup(name))
	}
	_ = cmd.MarkFlagFilename("accounts", "yaml", "yml", "json") // the error means that the command does not have the flag
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
	o.Accounts, err = readAccounts(f.accounts)
	return o, err
}

// wrong adds to an [export.OptionError] the name of the flag, or the file of the account map. It
// returns other errors unchanged.
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

func readAccounts(name string) (*export.Accounts, error) {
	if name == "" {
		return nil, nil //nolint:nilnil // the user has not supplied an account map
	}
	accounts, err := readFile(name, export.ReadAccounts)
	if err != nil {
		err = fmt.Errorf("--accounts: %w", err)
	}
	return accounts, err
}
