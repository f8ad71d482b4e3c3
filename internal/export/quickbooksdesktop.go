package export

import (
	"bytes"
	"strings"
)

// iifNumber is how many characters QuickBooks Desktop takes for a number.
const iifNumber = 11

// quickBooksDesktop writes IIF: fields separated by tabs, the first line of an entry
// as TRNS and the others as SPL, debits positive.
var quickBooksDesktop = program{
	oneCurrency: "QuickBooks Desktop",
	check: func(o *Options) error {
		_, err := iifSegments(o)
		return err
	},
	open: func(b *bytes.Buffer, _ *journalFile) {
		for _, keyword := range []string{"!TRNS", "!SPL"} {
			iifLine(b, keyword, "TRNSTYPE", "DATE", "ACCNT", "NAME", "CLASS", "AMOUNT", "DOCNUM", "MEMO")
		}
		iifLine(b, "!ENDTRNS")
	},
	entry: iifEntry,
}

// iifSegments returns the names of the map's segments by the columns that can carry
// one.
func iifSegments(o *Options) (map[string]string, error) {
	segments := map[string]string{"CLASS": "", "NAME": ""}
	for _, column := range o.columns() {
		upper := strings.ToUpper(column)
		if _, ok := segments[upper]; !ok {
			return nil, accountsError("QuickBooks Desktop takes the segments Class and Name; the map has %q", column)
		}
		segments[upper] = column
	}
	return segments, nil
}

func iifEntry(b *bytes.Buffer, j *journal, e *entry) error {
	segments, err := iifSegments(j.Options)
	if err != nil {
		return err
	}
	segment := func(l *line, column string) string { return iifText(j.segment(l, segments[column])) }
	keyword := "TRNS"
	for k := range e.Lines {
		l := &e.Lines[k]
		iifLine(b, keyword, "GENERAL JOURNAL", american(e.Date), iifText(l.code()), segment(l, "NAME"), segment(l, "CLASS"),
			j.signed(l), iifText(j.number(e, iifNumber)), iifText(e.Memo))
		keyword = "SPL"
	}
	iifLine(b, "ENDTRNS")
	return nil
}

func iifLine(b *bytes.Buffer, fields ...string) {
	b.WriteString(strings.Join(fields, "\t"))
	b.WriteString("\r\n")
}

// iifText keeps a text within its field, which ends at a tab.
func iifText(s string) string {
	return Text(strings.NewReplacer("\t", " ", `"`, "'").Replace(strings.TrimLeft(s, "\t")))
}
