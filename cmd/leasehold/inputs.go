package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/leasefile/leasetemplate"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

type inputs struct {
	cmd   *cobra.Command
	flags *sheetFlags
	names []string
	size  int64 // total size in bytes; 0 if unknown
}

// openFiles checks that all files exist. Without names, the input is standard input.
func openFiles(cmd *cobra.Command, names []string, flags *sheetFlags) (*inputs, error) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	files := &inputs{cmd: cmd, names: names, flags: flags}
	for _, name := range names {
		if name == "-" {
			if len(names) > 1 {
				return nil, usageError{fmt.Errorf("standard input (-) cannot be combined with files")}
			}
			files.size = sizeOf(cmd.InOrStdin())
			continue
		}
		in, err := openInput(cmd, []string{name})
		if err != nil {
			return nil, err
		}
		files.size += in.size
		in.close()
	}
	return files, nil
}

func (f *inputs) name() string {
	switch {
	case len(f.names) > 1:
		return fmt.Sprintf("%d files", len(f.names))
	case f.names[0] == "-":
		return "standard input"
	}
	return f.names[0]
}

// source returns the leases in the files. If the run is aborted, the current file remains open
// until the program ends, because the reading goroutine may still use it; see [batch.Run].
func (f *inputs) source() batch.Source {
	left := f.names
	return batch.Files(func() (*batch.File, error) {
		if len(left) == 0 {
			return nil, io.EOF
		}
		in, err := openInput(f.cmd, left[:1])
		if err != nil {
			return nil, err
		}
		left = left[1:]
		file, err := f.flags.leases(in)
		if err != nil {
			in.close()
			return nil, inFile(in.name, err)
		}
		done := func() { _, _ = file.Close(), in.closer.Close() } // the files are only read, so closing them loses no data
		return &batch.File{Source: batch.Leases(file), Name: in.name, Size: in.size, Done: done}, nil
	})
}

func inFile(name string, err error) error {
	if _, ok := errors.AsType[usageError](err); ok {
		return err
	}
	return fmt.Errorf("%s: %w", name, cause(err))
}

type styleFlags struct {
	sheet    string
	dates    cell.Order
	decimals cell.Decimals
}

func (f *styleFlags) register(s *pflag.FlagSet) {
	s.StringVar(&f.sheet, "sheet", "", "`name` of the sheet in a workbook (default: the sheet with the expected name or headings)")
	s.Func("dates", "`order` of day and month in dates such as 1/2/2026: month-first or day-first (default: inferred from the file's other dates)",
		choice(&f.dates, []string{"month-first", "day-first"}, cell.MonthFirst, cell.DayFirst))
	s.Func("decimals", "decimal `mark` in numbers such as 1,234: point or comma (default: inferred from the file's other numbers)",
		choice(&f.decimals, []string{"point", "comma"}, cell.Point, cell.Comma))
}

type sheetFlags struct {
	styleFlags

	rates    string // name of the --rates file
	exchange string // name of the --exchange-rates file

	ignore []string // headings of columns that are not read
	tags   []string // headings of columns that other flags use as tags

	signed *ratetable.Table // the preceding closing's rate table, which supplies rows that the --rates table lacks
}

func (f *sheetFlags) register(s *pflag.FlagSet) {
	f.styleFlags.register(s)
	s.StringSliceVar(&f.ignore, "ignore-columns", nil, "ignore the columns whose headings are these `names`; every other column that contains values must have a recognized heading")
	s.StringVar(&f.rates, "rates", "", "read missing discount rates from the table in this `file`: CSV, or a workbook with a Rates sheet (docs/FILES.md)")
}

// table returns the rate table from --rates and the preceding closing, or nil if there is no table.
func (f *sheetFlags) table() (*ratetable.Table, error) {
	if f.rates == "" {
		return f.signed, nil
	}
	rates, err := ratesOf(f, "rates", f.rates, leasefile.OpenRates)
	if err != nil {
		return nil, err
	}
	rates, _ = portfolio.ChainDiscount(f.signed, rates)
	return rates, nil
}

func ratesOf[T any](flags *sheetFlags, flag, name string, open func(io.Reader, leasefile.Options) (*T, error)) (*T, error) {
	rates, err := readFile(name, func(file io.Reader) (*T, error) { return open(file, flags.form(name)) })
	switch {
	case err != nil:
		return nil, fmt.Errorf("--%s: %w", flag, err)
	case rates == nil:
		return nil, fmt.Errorf("--%s: %s: the table has no rows", flag, name)
	}
	return rates, nil
}

func (f *sheetFlags) form(name string) leasefile.Options {
	return leasefile.Options{Name: name, Sheet: f.sheet, Tags: f.tags, Ignore: f.ignore, Dates: f.dates, Decimals: f.decimals}
}

// leases opens the leases in a file or in a directory of files. The caller must close the result.
func (f *sheetFlags) leases(in *input) (*leasefile.File, error) {
	o, err := f.form(in.name), error(nil)
	if o.Rates, err = f.table(); err != nil {
		return nil, err
	}
	if _, ok := in.Reader.(*os.File); ok && isDir(in.name) {
		return leasefile.OpenDir(in.name, o)
	}
	return leasefile.Open(in.Reader, o)
}

type input struct {
	io.Reader

	name   string
	size   int64 // in bytes; 0 if unknown
	closer io.Closer
}

func openInput(cmd *cobra.Command, args []string) (*input, error) {
	if len(args) == 0 || args[0] == "-" {
		in := cmd.InOrStdin()
		if terminalOf(in).is {
			fmt.Fprintln(cmd.ErrOrStderr(), "leasehold: reading from the terminal; end with Ctrl-D")
		}
		pipe := interruptible(cmd.Context(), in)
		return &input{Reader: pipe, name: "standard input", size: sizeOf(in), closer: pipe}, nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", args[0], cause(err))
	}
	return &input{Reader: file, name: args[0], size: sizeOf(file), closer: file}, nil
}

func sizeOf(in io.Reader) int64 {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// interruptible returns a reader that reads from the given input until ctx ends. It then fails, even if a
// read is blocked.
func interruptible(ctx context.Context, in io.Reader) *io.PipeReader {
	out, feed := io.Pipe()
	go func() {
		_, err := io.Copy(feed, in)
		_ = feed.CloseWithError(err) // cannot fail
	}()
	context.AfterFunc(ctx, func() { _ = out.CloseWithError(ctx.Err()) })
	return out
}

func (in *input) close() { _ = in.closer.Close() } // the file is only read, so closing it loses no data

// hint suggests the command for many leases if the file's extension indicates many leases.
func (in *input) hint(cmd *cobra.Command) string {
	many := cmd.Name()
	if cmd.Flag("from") == nil {
		many = operations.Compute.Command
	}
	switch strings.ToLower(filepath.Ext(in.name)) {
	case ".ndjson", ".jsonl":
		return fmt.Sprintf(" (for one lease per line, use leasehold %s --from %s, or --format ndjson)", many, in.name)
	case ".csv", ".xlsx":
		return fmt.Sprintf(" (for leases from a spreadsheet, use leasehold %s --from %s)", many, in.name)
	default:
		return ""
	}
}

// cause takes an error of package os and returns the underlying error, without the operation and
// the path. The surrounding message already names the file.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func readFile[T any](name string, read func(io.Reader) (T, error)) (value T, err error) {
	file, err := os.Open(name) //nolint:gosec // the user chooses the file
	if err != nil {
		return value, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer file.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	if value, err = read(file); err != nil {
		err = fmt.Errorf("%s: %w", name, cause(err))
	}
	return value, err
}

func (f *sheetFlags) registerExchange(s *pflag.FlagSet) {
	s.StringVar(&f.exchange, "exchange-rates", "", "read exchange rates from the table in this `file`: CSV, or a workbook (docs/FILES.md); by default from the lease files")
}

// exchangeRates returns the exchange rates in the --exchange-rates file. Without the flag, it returns
// the exchange rates in the named lease files, or nil if there are none. It skips standard input and
// pipes, which can be read only once.
func (f *sheetFlags) exchangeRates(names []string) (found *exchange.Table, err error) {
	if f.exchange != "" {
		return ratesOf(f, "exchange-rates", f.exchange, leasefile.OpenExchangeRates)
	}
	for _, name := range names {
		if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			continue
		}
		rates, err := f.ratesIn(name)
		switch {
		case err != nil:
			return nil, inFile(name, err)
		case rates != nil && found != nil:
			return nil, fmt.Errorf("%s: an earlier file also contains exchange rates; select one table with --exchange-rates", name)
		case rates != nil:
			found = rates
		}
	}
	return found, nil
}

func (f *sheetFlags) ratesIn(name string) (*exchange.Table, error) {
	in, err := os.Open(name) //nolint:gosec // the user chooses the file
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // the file is only read, so closing it loses no data
	file, err := f.leases(&input{Reader: in, name: name})
	if err != nil {
		return nil, err
	}
	return file.ExchangeRates(), file.Close()
}

func newTemplateCommand() *cobra.Command {
	var (
		file      newFile
		portfolio bool
	)
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Write a blank lease template",
		Long: `Print a CSV file to complete in a spreadsheet program. It has a row with a heading for
every field, and a row with one lease to overwrite. You can delete columns that are not
needed. Save the file as CSV (UTF-8) and read it with leasehold compute --from.

With --portfolio, the template is a workbook (.xlsx) with a sheet for leases and one for
each list, such as events and rates. The workbook has drop-down lists, examples and a
comment on each column. Read it with leasehold report or leasehold compute --from.`,
		Example: `  leasehold template -o leases.csv
  leasehold compute --from leases.csv
  leasehold template --portfolio -o leases.xlsx
  leasehold report --from 2026-01-01 --to 2026-12-31 leases.xlsx`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := file.keepExisting(); err != nil {
				return err
			}
			write := leasefile.WriteTemplate
			if portfolio || strings.EqualFold(filepath.Ext(file.out), ".xlsx") {
				write = leasetemplate.Write
				if file.out == "" && terminalOf(cmd.OutOrStdout()).is {
					return usageError{errors.New("a workbook cannot be written to a terminal; name a file with -o")}
				}
			}
			return writeTo(cmd, file.out, write)
		},
	}
	cmd.Flags().BoolVar(&portfolio, "portfolio", false, "write a workbook")
	file.register(cmd)
	return cmd
}
