package export

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The general-journal layouts of bookkeeping programs, as these document them.

// number names an entry in programs that want one: six hexadecimal digits of
// the lease's SHA-256, so that leases in one book stay apart, and the period.
// It has the eleven characters that QuickBooks Desktop takes.
func (e *entry) label(prefix string) string { return fmt.Sprintf("%s-%04d", prefix, e.number) }

func prefixOf(r *leasehold.Result) string {
	sum := sha256.Sum256(r.Lease.Append(nil))
	return hex.EncodeToString(sum[:3])
}

// american is the form of a date that American programs read.
func american(d leasehold.Date) string { return fmt.Sprintf("%02d/%02d/%04d", d.Month, d.Day, d.Year) }

// orBlank leaves the other side of a line empty.
func orBlank(a money.Amount) string {
	if a.IsZero() {
		return ""
	}
	return a.String()
}

// writeJournalCSV is [JournalCSV] with the reader's accounts and segments.
func writeJournalCSV(w io.Writer, r *leasehold.Result, o *Options) error {
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	c := csv.NewWriter(w)
	_ = c.Write(append([]string{"entry", "date", "memo", "account", "debit", "credit"}, texts(o.columns())...))
	for _, e := range list {
		for _, l := range e.Lines {
			_ = c.Write(o.withSegments(l.Account,
				strconv.Itoa(e.number), e.Date.String(), e.Memo, Text(o.code(l.Account)), l.Debit.String(), l.Credit.String()))
		}
	}
	return finish(c)
}

// withSegments appends the segments of an account's line.
func (o *Options) withSegments(a leasehold.Account, fields ...string) []string {
	for _, column := range o.columns() {
		fields = append(fields, Text(o.segment(a, column)))
	}
	return fields
}

func texts(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, Text(s))
	}
	return out
}

// writeQuickBooksOnline writes the columns that its journal import asks for:
// one entry is the rows of one number, and one side of a row is empty.
func writeQuickBooksOnline(w io.Writer, r *leasehold.Result, o *Options) error {
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	c := csv.NewWriter(w)
	prefix := prefixOf(r)
	_ = c.Write(append([]string{"Journal No.", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Currency"}, texts(o.columns())...))
	for _, e := range list {
		for _, l := range e.Lines {
			_ = c.Write(o.withSegments(l.Account,
				e.label(prefix), american(e.Date), Text(o.code(l.Account)), orBlank(l.Debit), orBlank(l.Credit), e.Memo, o.Currency))
		}
	}
	return finish(c)
}

// writeNetSuite writes journal entries for the CSV import: one entry is the
// rows of one external id.
func writeNetSuite(w io.Writer, r *leasehold.Result, o *Options) error {
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	// The import takes ten digits before the point.
	const most = "9999999999.99"
	limit := money.MustParse(most).Amount()
	c := csv.NewWriter(w)
	prefix := prefixOf(r)
	for _, e := range list {
		for _, l := range e.Lines {
			if l.Debit.Cmp(limit) > 0 || l.Credit.Cmp(limit) > 0 {
				return &OptionError{"format", "netsuite takes amounts up to " + most + "; this lease's journal has a larger one"}
			}
		}
	}
	_ = c.Write(append([]string{"External ID", "Date", "Memo", "Currency", "Account", "Debit", "Credit", "Line Memo"}, texts(o.columns())...))
	for _, e := range list {
		for _, l := range e.Lines {
			_ = c.Write(o.withSegments(l.Account,
				e.label(prefix), american(e.Date), e.Memo, o.Currency, Text(o.code(l.Account)), orBlank(l.Debit), orBlank(l.Credit), e.Memo))
		}
	}
	return finish(c)
}

// maxTracking is the number of tracking categories that Xero has.
const maxTracking = 2

// writeXero writes manual journals: rows of one narration and date are one
// journal, debits are positive, and accounts go by their codes.
func writeXero(w io.Writer, r *leasehold.Result, o *Options) error {
	if o.Accounts == nil {
		return accountsError("an account map is needed: Xero knows accounts by their codes")
	}
	if n := len(o.columns()); n > maxTracking {
		return accountsError("Xero has two tracking categories; the map has %d segments: %s", n, strings.Join(o.columns(), ", "))
	}
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	taxRate := o.Accounts.taxRate
	if taxRate == "" {
		taxRate = "Tax Exempt (0%)"
	}
	c := csv.NewWriter(w)
	header := []string{"*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"}
	for i := range maxTracking {
		header = append(header, fmt.Sprintf("TrackingName%d", i+1), fmt.Sprintf("TrackingOption%d", i+1))
	}
	_ = c.Write(header)
	prefix := prefixOf(r)
	for _, e := range list {
		for _, l := range e.Lines {
			fields := []string{
				e.label(prefix) + " " + e.Memo, british(e.Date), l.Account.String(), Text(o.code(l.Account)), Text(taxRate), l.Debit.Sub(l.Credit).String(),
			}
			for i := range maxTracking {
				name, option := "", ""
				if i < len(o.columns()) {
					name = o.columns()[i]
					option = o.segment(l.Account, name)
				}
				fields = append(fields, Text(name), Text(option))
			}
			_ = c.Write(fields)
		}
	}
	return finish(c)
}

// british is a date that means the same everywhere: 30 Jun 2026.
func british(d leasehold.Date) string {
	months := [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	return fmt.Sprintf("%d %s %04d", d.Day, months[d.Month-1], d.Year)
}

// writeQuickBooksDesktop writes IIF: fields between tabs, the first line of an
// entry as TRNS and the others as SPL, debits positive.
func writeQuickBooksDesktop(w io.Writer, r *leasehold.Result, o *Options) error {
	segments := map[string]string{"CLASS": "", "NAME": ""} // the columns of a line that can carry one
	for _, column := range o.columns() {
		upper := strings.ToUpper(column)
		if _, ok := segments[upper]; !ok {
			return accountsError("QuickBooks Desktop takes the segments Class and Name; the map has %q", column)
		}
		segments[upper] = column
	}
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, keyword := range []string{"!TRNS", "!SPL"} {
		iifLine(&b, keyword, "TRNSTYPE", "DATE", "ACCNT", "NAME", "CLASS", "AMOUNT", "DOCNUM", "MEMO")
	}
	iifLine(&b, "!ENDTRNS")
	prefix := prefixOf(r)
	for _, e := range list {
		keyword := "TRNS"
		for _, l := range e.Lines {
			name, class := "", ""
			if o.Accounts != nil {
				name, class = o.segment(l.Account, segments["NAME"]), o.segment(l.Account, segments["CLASS"])
			}
			iifLine(&b, keyword, "GENERAL JOURNAL", american(e.Date), iifText(o.code(l.Account)), iifText(name), iifText(class),
				l.Debit.Sub(l.Credit).String(), e.label(prefix), e.Memo)
			keyword = "SPL"
		}
		iifLine(&b, "ENDTRNS")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write IIF: %w", err)
	}
	return nil
}

func iifLine(b *strings.Builder, fields ...string) {
	b.WriteString(strings.Join(fields, "\t"))
	b.WriteString("\r\n")
}

// iifText keeps a text within its field, which ends at a tab.
func iifText(s string) string {
	return Text(strings.NewReplacer("\t", " ", `"`, "'").Replace(strings.TrimLeft(s, "\t")))
}
