// Package export writes results as files for other programs. It adds up amounts and entries but
// performs no other accounting.
package export

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/closepaper"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/export/reperformance"
	"github.com/leasehold-accounting/leasehold/internal/export/sidebyside"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Options configure a file. The zero value selects all entries, Leasehold's account names and
// Letter paper, or A4 for FRS 102.
type Options struct {
	Currency string     // currency label for leases without a currency: three capital letters, or "" for none
	Accounts *Accounts  // account map; nil for Leasehold's account names
	Paper    paper.Size // paper size of a document or a workbook
	Version  string     // version of the program that writes the file
	Source   *Source    // file that contained the reported schedule or trial balance; nil if they were in the request body

	// First and Last limit the dates of the entries in a journal file, because some accounting
	// software limits the lines of a file. A zero date sets no limit.
	First, Last civil.Date

	Entries Entries  // whether there is one journal entry per payment period or per calendar month
	Columns []Column // columns of a journal entry file; empty for the default columns

	// Reclassify adds two entries per lease to a report's journal. The first entry reclassifies the
	// current portion of the liability on the last day of the reporting period. The second entry
	// reverses the first on the next day. Leases of governmental funds have no such entries.
	Reclassify bool

	// Fund selects one fund's entries for leases that have entries for both funds, because a ledger
	// accepts the entries of only one.
	Fund leasehold.Optional[leasehold.Fund]

	// Summed is true if entries are summed by group. The default columns then contain the group in
	// place of the lease.
	Summed bool
}

// Source is the file that contained the reported schedule or trial balance.
type Source = paper.Source

// Format describes a file format.
type Format struct {
	Name       string
	About      string
	Ext        string   // file name extension; "" if it already identifies another format
	MediaType  string   // "" for a format that only the command-line program writes
	Operations []string // operations that can write their results in the format
	Printed    bool     // whether the paper size affects the file

	write   func(output) writer // returns nil if the result cannot be written in the format
	program *program            // describes an accounting package's journal files; nil if the format is not a journal
}

// Formats lists the file formats, except the service's JSON.
var Formats = []Format{
	{
		Name: "xlsx", About: "a workbook", Ext: ".xlsx", MediaType: spreadsheet.MediaType,
		Operations: []string{operations.Compute.Name, operations.Verify.Name, operations.Compare.Name, operations.Report.Name},
		Printed:    true, write: func(out output) writer { return out.xlsx },
	},
	{
		Name: "pdf", About: "a document to print and file", Ext: ".pdf", MediaType: document.MediaType,
		Operations: []string{operations.Compute.Name, operations.Verify.Name, operations.Report.Name},
		Printed:    true, write: func(out output) writer { return out.pdf },
	},
	{
		Name: "csv", About: "rows for a spreadsheet", Ext: ".csv", MediaType: "text/csv",
		Operations: []string{operations.Compute.Name, operations.Schedule.Name, operations.JournalEntries.Name, operations.Verify.Name, operations.Compare.Name, operations.Report.Name},
		write:      func(out output) writer { return out.csv },
	},
	journalFormat("hledger", "journal for hledger", ".journal", "text/x-hledger", &hledgerProgram),
	journalFormat("quickbooks-online", "journal entries for QuickBooks Online", "", "", &quickBooksOnline),
	journalFormat("xero", "manual journals for Xero", "", "", &xero),
	journalFormat("netsuite", "journal entries for NetSuite", "", "", &netSuite),
	journalFormat("dynamics-365", "general journal lines for Dynamics 365 Finance", "", "", &dynamics),
	journalFormat("sage-intacct", "journal entries for Sage Intacct", "", "", &intacct),
	journalFormat("sap-s4hana", "general journal entries for upload to SAP S/4HANA", "", "", &sap),
	journalFormat("oracle-fusion", "GlInterface.csv for Oracle Fusion's journal import", "", "", &oracle),
	journalFormat("entries", "journal lines as CSV, with the columns that --columns names", "", "", &chosenColumns),
}

// Find returns the format with the given name, or nil if there is none.
func Find(name string) *Format {
	if i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name }); i >= 0 {
		return &Formats[i]
	}
	return nil
}

// IsJournal reports whether the format is a journal for accounting software, which can contain the
// entries of many leases.
func (f *Format) IsJournal() bool { return f.program != nil }

// Gives reports whether results of the named operation can be written in the format.
func (f *Format) Gives(operation string) bool { return slices.Contains(f.Operations, operation) }

// Write writes an operation's result as a file. The value must be a [*reperform.Answer] for verify,
// a [*treatments.Comparison] for compare, a [*portfolio.Report] for report, and a
// [*leasehold.Result] for any other operation. Equal arguments result in equal bytes. The error is
// an [*OptionError], a [*spreadsheet.LimitError], or an error from w. Unless it is an error from w,
// nothing has been written.
func (f *Format) Write(w io.Writer, operation string, value any, o Options) error {
	if !f.Gives(operation) {
		return &OptionError{Option: "format", Message: fmt.Sprintf("%s is not available for %s, only for %s", f.Name, operation, strings.Join(f.Operations, ", "))}
	}
	out := outputOf(operation, value)
	write := f.write(out)
	if write == nil {
		return fmt.Errorf("%s: cannot write a file for the result of %s (type %T)", f.Name, operation, value)
	}
	o.Currency = cmp.Or(out.currency.String(), o.Currency)
	if err := checkCurrency(o.Currency); err != nil {
		return err
	}
	if o.Currency == "" && f.Printed {
		o.Currency = "currency units"
	}
	return write(w, &o)
}

// writer writes a file for one result.
type writer func(w io.Writer, o *Options) error

// output contains the writers of a result, by format. A writer is nil if the result cannot be written in that format.
type output struct {
	currency       money.Currency
	xlsx, pdf, csv writer
	result         *leasehold.Result // a lease's result, from which journals are written; nil for other results
}

func outputOf(operation string, value any) output {
	switch v := value.(type) {
	case *leasehold.Result:
		csv := table(ScheduleTable.CSV, v)
		if operation == operations.JournalEntries.Name {
			csv = func(w io.Writer, o *Options) error {
				return journalCSV.write(w, v, o, cmp.Or(o.Entries, EntriesByPeriod))
			}
		}
		return output{v.Lease.Currency, workpaper(workbook.Write, v), workpaper(pdf.Write, v), csv, v}
	case *reperform.Answer:
		xlsx, pdf := workpaper(reperformance.Workbook, v), workpaper(reperformance.PDF, v)
		return output{v.Question.Lease.Currency, xlsx, pdf, table(reperformance.CSV, v), nil}
	case *treatments.Comparison:
		return output{v.Lease.Currency, workpaper(sidebyside.Workbook, v), nil, table(sidebyside.CSV, v), nil}
	case *portfolio.Report: // each lease in a report has its own currency
		return output{money.Currency{}, workpaper(disclosure.Write, v), workpaper(closepaper.PDF, v), table(writeLeaseRows, v), nil}
	default:
		return output{}
	}
}

func workpaper[T any](write func(io.Writer, T, paper.Options) error, value T) writer {
	return func(w io.Writer, o *Options) error {
		return write(w, value, paper.Options{Currency: o.Currency, Version: o.Version, Paper: o.Paper, Source: o.Source})
	}
}

func table[T any](write func(io.Writer, T) error, value T) writer {
	return func(w io.Writer, _ *Options) error { return write(w, value) }
}

// OptionError reports an invalid or missing option for a file.
type OptionError struct {
	Option, Message string

	OfLease bool // whether a lease field can supply the value in place of the option
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Message }

// checkCurrency returns an error unless the currency label is either empty or three capital letters.
func checkCurrency(label string) error {
	wrong := func(c rune) bool { return c < 'A' || c > 'Z' }
	if label != "" && len(label) != 3 || strings.ContainsFunc(label, wrong) {
		return &OptionError{Option: "currency", Message: fmt.Sprintf("%q is not a code of three capital letters, such as USD", label)}
	}
	return nil
}

func journalFormat(name, about, ext, mediaType string, p *program) Format {
	return Format{
		Name: name, About: about, Ext: ext, MediaType: mediaType, Operations: []string{operations.JournalEntries.Name}, program: p,
		write: func(out output) writer {
			if out.result == nil {
				return nil
			}
			return func(w io.Writer, o *Options) error {
				if err := o.checkFund(&out.result.Lease); err != nil {
					return err
				}
				return p.write(w, out.result, o, cmp.Or(o.Entries, EntriesByMonth))
			}
		},
	}
}
