package export

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/schedule"
)

type column struct {
	name string
	cell cell
}

func (c column) title() string { return c.name }

// cell returns a column's cell for one line of an entry. The line is identified by its index within
// the entry.
type cell func(j *journal, e *entry, line int) string

// Cell functions for journal files.
func number(most int) cell {
	return func(j *journal, e *entry, _ int) string { return Text(j.number(e, most)) }
}

func memo(most int) cell {
	return func(_ *journal, e *entry, _ int) string { return shortened(Text(e.Memo), most) }
}

func fixed(text string) cell { return func(*journal, *entry, int) string { return text } }

func journalName(usual string) cell {
	return func(j *journal, _ *entry, _ int) string { return Text(j.journalName(usual)) }
}

func once(c cell) cell {
	return func(j *journal, e *entry, line int) string {
		if line > 0 {
			return ""
		}
		return c(j, e, line)
	}
}

func isoDate(_ *journal, e *entry, _ int) string { return e.Date.String() }
func americanDate(_ *journal, e *entry, _ int) string {
	return fmt.Sprintf("%02d/%02d/%04d", e.Date.Month, e.Date.Day, e.Date.Year)
}

func britishDate(_ *journal, e *entry, _ int) string {
	return fmt.Sprintf("%d %s %04d", e.Date.Day, time.Month(e.Date.Month).String()[:3], e.Date.Year)
}
func account(_ *journal, e *entry, line int) string      { return Text(e.Lines[line].code()) }
func accountTitle(_ *journal, e *entry, line int) string { return accountName(e.Lines[line].Account) }
func debit(j *journal, e *entry, line int) string        { return j.side(e.Lines[line].Debit) }
func credit(j *journal, e *entry, line int) string       { return j.side(e.Lines[line].Credit) }
func signed(j *journal, e *entry, line int) string       { return j.signed(&e.Lines[line]) }
func label(j *journal, _ *entry, _ int) string           { return j.label }
func lineOfEntry(_ *journal, _ *entry, n int) string     { return strconv.Itoa(n + 1) }
func lineOfFile(j *journal, _ *entry, _ int) string      { return strconv.FormatInt(*j.lines, 10) }
func bothSidesDebit(j *journal, e *entry, n int) string  { return j.amount(e.Lines[n].Debit) }
func bothSidesCredit(j *journal, e *entry, n int) string { return j.amount(e.Lines[n].Credit) }

// journalCSV is a general table of entries for any software. Its entry column contains the period's
// number, 0 for commencement, E1 for the first event, or the month.
var journalCSV = program{columns: []column{
	{"entry", func(j *journal, e *entry, _ int) string {
		switch {
		case j.Entries == EntriesByMonth:
			return e.name
		case e.Kind == schedule.EntryEvent:
			return "E" + strconv.Itoa(e.Event+1)
		}
		return strconv.Itoa(e.Period)
	}},
	{"date", isoDate},
	{"memo", memo(0)},
	{"account", account},
	{"debit", bothSidesDebit},
	{"credit", bothSidesCredit},
}}

// quickBooksOnline writes files for the QuickBooks Online journal import. Rows with the same number
// form an entry, and each row has either a debit or a credit.
var quickBooksOnline = program{columns: []column{
	{"Journal No.", number(21)},
	{"Journal Date", americanDate},
	{"Account Name", account},
	{"Debits", debit},
	{"Credits", credit},
	{"Description", memo(0)},
	{"Currency", label},
}}

// netSuite writes files for NetSuite's CSV import of journal entries. Rows with the same external
// id form an entry.
var netSuite = program{format: "netsuite", limit: 10_000_000_000, columns: []column{
	{"External ID", number(0)},
	{"Date", americanDate},
	{"Memo", memo(0)},
	{"Currency", label},
	{"Account", account},
	{"Debit", debit},
	{"Credit", credit},
	{"Line Memo", memo(0)},
}}

// dynamics writes files for the General journal entity in the data management of Dynamics 365
// Finance. A file contains one journal, with one voucher per entry. Accounts are written as display
// values.
var dynamics = program{priced: "Dynamics 365", numbered: true, columns: []column{
	{"LINENUMBER", lineOfFile},
	{"JOURNALNAME", journalName("GenJrn")},
	{"ACCOUNTTYPE", fixed("Ledger")},
	{"ACCOUNTDISPLAYVALUE", account},
	{"TRANSDATE", isoDate},
	{"VOUCHER", number(20)},
	{"CURRENCYCODE", label},
	{"DEBITAMOUNT", debit},
	{"CREDITAMOUNT", credit},
	{"TEXT", memo(60)},
}}

// intacct writes files for Sage Intacct's import of journal entries. The first line of an entry
// contains the journal, the date and the description; the other lines do not.
var intacct = program{columns: []column{
	{"DONOTIMPORT", fixed("")},
	{"JOURNAL", once(journalName("GJ"))},
	{"DATE", once(americanDate)},
	{"DESCRIPTION", once(number(30))},
	{"REFERENCE_NO", once(number(30))},
	{"LINE_NO", lineOfEntry},
	{"ACCT_NO", account},
	{"MEMO", memo(0)},
	{"DEBIT", debit},
	{"CREDIT", credit},
	{"CURRENCY", label},
}}

// xero writes files for Xero's import of manual journals. Rows with the same narration and date
// form a journal. Debits are positive, and accounts are identified by codes.
var xero = program{oneCurrency: "Xero", check: checkXero, ownSegments: true, columns: []column{
	{"*Narration", func(j *journal, e *entry, _ int) string { return Text(j.number(e, 0) + " " + e.Memo) }},
	{"*Date", britishDate},
	{"Description", accountTitle},
	{"*AccountCode", account},
	{"*TaxRate", func(j *journal, _ *entry, _ int) string {
		return Text(cmp.Or(j.Accounts.taxRate, "Tax Exempt (0%)"))
	}},
	{"*Amount", signed},
	{"TrackingName1", tracking(0, segmentName)},
	{"TrackingOption1", tracking(0, (*journal).segment)},
	{"TrackingName2", tracking(1, segmentName)},
	{"TrackingOption2", tracking(1, (*journal).segment)},
}}

const maxTracking = 2

func checkXero(o *Options) error {
	if o.Accounts == nil {
		return accountsError("an account map is needed: Xero identifies accounts by their codes")
	}
	if n := len(o.columns()); n > maxTracking {
		return accountsError("Xero has two tracking categories; the map has %d segments: %s", n, strings.Join(o.columns(), ", "))
	}
	return nil
}

// tracking returns a cell function for the segment at index i. Its callback returns the text of the
// cell. The cell is empty if the account map has too few segments.
func tracking(i int, show func(j *journal, l *line, segment string) string) cell {
	return func(j *journal, e *entry, line int) string {
		if i >= len(j.columns()) {
			return ""
		}
		return Text(show(j, &e.Lines[line], j.columns()[i]))
	}
}

func segmentName(_ *journal, _ *line, segment string) string { return segment }

func shortened(s string, most int) string {
	if runes := []rune(s); most > 0 && len(runes) > most {
		return string(runes[:most])
	}
	return s
}

// Column is a column of the table in the entries format.
type Column struct {
	Name    string // name of the cell content; see [ParseColumns]
	Heading string
}

var (
	defaultColumns = named("number", "date", "leaseId", "leaseName", "account", "debit", "credit", "currency", "memo")
	summedColumns  = named("number", "date", "group", "account", "debit", "credit", "currency", "memo")
)

func named(names ...string) (list []Column) {
	for _, name := range names {
		list = append(list, Column{name, name})
	}
	return list
}

var choices = []column{
	{"number", number(0)},
	{"date", isoDate},
	{"month", func(_ *journal, e *entry, _ int) string { return e.Date.String()[:len("2026-01")] }},
	{"line", lineOfEntry},
	{"leaseId", ofLease(func(l *leasehold.Lease) string { return l.ID })},
	{"leaseName", ofLease(func(l *leasehold.Lease) string { return l.Name })},
	{"group", func(j *journal, _ *entry, _ int) string {
		if j.group == nil {
			return ""
		}
		return Text(j.group.name)
	}},
	{"standard", func(j *journal, _ *entry, _ int) string {
		if j.group != nil {
			return j.group.standard
		}
		return j.lease.Standard.String()
	}},
	{"account", account},
	{"accountName", accountTitle},
	{"debit", debit},
	{"credit", credit},
	{"amount", signed},
	{"currency", label},
	{"memo", memo(0)},
	{"source", fixed("leasehold")},
}

// ofLease returns a cell function for text about the lease. If an entry sums several leases, the
// cell is empty.
func ofLease(text func(*leasehold.Lease) string) cell {
	return func(j *journal, _ *entry, _ int) string {
		if j.group != nil {
			return ""
		}
		return Text(text(j.lease))
	}
}

func cellOf(name string) cell {
	if i := slices.IndexFunc(choices, func(c column) bool { return c.name == name }); i >= 0 {
		return choices[i].cell
	}
	if tag, ok := strings.CutPrefix(name, segmentTag); ok && tag != "" {
		return func(j *journal, _ *entry, _ int) string { return Text(j.lease.Tags[tag]) }
	}
	return nil
}

// ParseColumns parses columns such as number, date=Posting date or tag:entity=Entity. Each consists
// of a name, optionally followed by an equals sign and a heading. The error is an [*OptionError].
func ParseColumns(list []string) (columns []Column, err error) {
	for _, text := range list {
		name, heading, given := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		if !given {
			heading = name
		}
		if cellOf(name) == nil {
			names := each(choices, column.title)
			return nil, &OptionError{Option: "columns", Message: fmt.Sprintf("%q is not a column; the columns are %s and tag:NAME", name, strings.Join(names, ", "))}
		}
		if !printable(heading) {
			return nil, &OptionError{Option: "columns", Message: fmt.Sprintf("the heading of %s has a character that is not printable", name)}
		}
		columns = append(columns, Column{name, heading})
	}
	return columns, nil
}

// ColumnTags returns the names of the tags that the columns use.
func ColumnTags(columns []Column) (names []string) {
	for _, c := range columns {
		names = appendTag(names, c.Name)
	}
	return names
}

var chosenColumns = program{choose: func(o *Options) (list []column) {
	columns := o.Columns
	switch {
	case len(columns) > 0:
	case o.Summed:
		columns = summedColumns
	default:
		columns = defaultColumns
	}
	for _, c := range columns {
		list = append(list, column{Text(c.Heading), cellOf(c.Name)})
	}
	return list
}}
