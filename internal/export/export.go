// Package export makes files out of a result for other programs to read. It
// computes nothing.
package export

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// Options say how a file is made. The zero value is a file in USD on Letter
// paper, with our own account names and every entry.
type Options struct {
	Currency string     // three capital letters, a label where the lease has no currency; USD where it is empty
	Accounts *Accounts  // the reader's accounts; our own names where it is nil
	Paper    paper.Size // that a document or a workbook is printed on
	Version  string     // of the program that makes the file

	// First and Last, where set, limit the dates of the entries in a journal
	// file: some programs take a limited number of lines at a time.
	First, Last leasehold.Date
}

// The operations by their names in the contract.
const (
	OperationCompute  = "compute"
	OperationSchedule = "schedule"
	OperationJournal  = "journal-entries"
)

// Format is one kind of file.
type Format struct {
	Name       string
	About      string
	Ext        string   // of the files' names; "" where another format has it
	MediaType  string   // "" where a file is made on the command line only
	Operations []string // that can give it

	write func(w io.Writer, operation string, r *leasehold.Result, o *Options) error
}

// Formats are the kinds of files, beside the JSON of the service.
var Formats = []Format{
	{
		"xlsx", "a workbook of live formulas", ".xlsx", spreadsheet.MediaType,
		[]string{OperationCompute},
		writeWorkbook,
	},
	{"pdf", "a memo for the file, with schedule and journal", ".pdf", document.MediaType, []string{OperationCompute}, writePDF},
	{
		"csv", "rows for a spreadsheet", ".csv", "text/csv",
		[]string{OperationCompute, OperationSchedule, OperationJournal},
		writeCSV,
	},
	{"hledger", "journal for hledger", ".journal", "text/x-hledger", []string{OperationJournal}, journalOnly(writeHledger)},
	{"beancount", "journal for Beancount", ".beancount", "text/x-beancount", []string{OperationJournal}, journalOnly(writeBeancount)},
	{"quickbooks-online", "journal entries for QuickBooks Online", "", "", []string{OperationJournal}, journalOnly(writeQuickBooksOnline)},
	{"quickbooks-desktop", "journal entries for QuickBooks Desktop, IIF", ".iif", "", []string{OperationJournal}, journalOnly(writeQuickBooksDesktop)},
	{"xero", "manual journals for Xero", "", "", []string{OperationJournal}, journalOnly(writeXero)},
	{"netsuite", "journal entries for NetSuite", "", "", []string{OperationJournal}, journalOnly(writeNetSuite)},
}

// Find returns the format of that name, or nil.
func Find(name string) *Format {
	if i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name }); i >= 0 {
		return &Formats[i]
	}
	return nil
}

// Gives reports whether an operation can give the format.
func (f *Format) Gives(operation string) bool { return slices.Contains(f.Operations, operation) }

// Write writes the file that the operation gives of r. What is written depends
// on the arguments alone. The errors are an [*OptionError], a
// [*spreadsheet.LimitError], or w's; none but w's comes after something was
// written.
func (f *Format) Write(w io.Writer, operation string, r *leasehold.Result, o Options) error {
	if !f.Gives(operation) {
		return &OptionError{"format", fmt.Sprintf("%s is not available for %s, only for %s", f.Name, operation, strings.Join(f.Operations, ", "))}
	}
	o.Currency = cmp.Or(r.Lease.Currency.String(), o.Currency, "USD")
	if err := checkCurrency(o.Currency); err != nil {
		return err
	}
	return f.write(w, operation, r, &o)
}

// OptionError says which option of a file is wrong, and how.
type OptionError struct{ Option, Message string }

func (e *OptionError) Error() string { return e.Option + ": " + e.Message }

// checkCurrency accepts what every format can write as a currency's label.
func checkCurrency(label string) error {
	wrong := func(c rune) bool { return c < 'A' || c > 'Z' }
	if len(label) != 3 || strings.ContainsFunc(label, wrong) {
		return &OptionError{"currency", fmt.Sprintf("%q is not three capital letters, as in USD", label)}
	}
	return nil
}

func writeWorkbook(w io.Writer, _ string, r *leasehold.Result, o *Options) error {
	return workbook.Write(w, r, workbook.Options{Currency: o.Currency, Version: o.Version, Paper: o.Paper})
}

func writePDF(w io.Writer, _ string, r *leasehold.Result, o *Options) error {
	return pdf.Write(w, r, pdf.Options{Currency: o.Currency, Version: o.Version, Paper: o.Paper})
}

func writeCSV(w io.Writer, operation string, r *leasehold.Result, o *Options) error {
	if operation == OperationJournal {
		return writeJournalCSV(w, r, o)
	}
	return ScheduleCSV(w, r)
}

func journalOnly(write func(io.Writer, *leasehold.Result, *Options) error) func(io.Writer, string, *leasehold.Result, *Options) error {
	return func(w io.Writer, _ string, r *leasehold.Result, o *Options) error { return write(w, r, o) }
}
