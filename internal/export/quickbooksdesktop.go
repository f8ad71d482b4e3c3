package export

import (
	"io"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// iifNumber is how many characters QuickBooks Desktop takes for a number.
const iifNumber = 11

// writeQuickBooksDesktop writes IIF: fields separated by tabs, the first line of
// an entry as TRNS and the others as SPL, debits positive.
func writeQuickBooksDesktop(w io.Writer, r *leasehold.Result, o *Options) error {
	segments := map[string]string{"CLASS": "", "NAME": ""} // the columns of a line that can carry one
	for _, column := range o.columns() {
		upper := strings.ToUpper(column)
		if _, ok := segments[upper]; !ok {
			return accountsError("QuickBooks Desktop takes the segments Class and Name; the map has %q", column)
		}
		segments[upper] = column
	}
	j, err := o.journal(r)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, keyword := range []string{"!TRNS", "!SPL"} {
		iifLine(&b, keyword, "TRNSTYPE", "DATE", "ACCNT", "NAME", "CLASS", "AMOUNT", "DOCNUM", "MEMO")
	}
	iifLine(&b, "!ENDTRNS")
	segment := func(a leasehold.Account, column string) string {
		if j.Accounts == nil {
			return ""
		}
		return iifText(j.segment(a, segments[column]))
	}
	for i := range j.entries {
		e := &j.entries[i]
		keyword := "TRNS"
		for k := range e.Lines {
			l := &e.Lines[k]
			iifLine(&b, keyword, "GENERAL JOURNAL", american(e.Date), iifText(j.code(l.Account)), segment(l.Account, "NAME"), segment(l.Account, "CLASS"),
				j.signed(l), iifText(j.number(e, iifNumber)), iifText(e.Memo))
			keyword = "SPL"
		}
		iifLine(&b, "ENDTRNS")
	}
	return writeText(w, &b)
}

func iifLine(b *strings.Builder, fields ...string) {
	b.WriteString(strings.Join(fields, "\t"))
	b.WriteString("\r\n")
}

// iifText keeps a text within its field, which ends at a tab.
func iifText(s string) string {
	return Text(strings.NewReplacer("\t", " ", `"`, "'").Replace(strings.TrimLeft(s, "\t")))
}
