package export

import (
	"bytes"
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// netSuiteDigits is how many digits its import takes before the point.
const netSuiteDigits = 10

// netSuite writes journal entries for its CSV import: one entry is the rows of one
// external id.
var netSuite = program{
	open: openCSV("External ID", "Date", "Memo", "Currency", "Account", "Debit", "Credit", "Line Memo"),
	entry: func(b *bytes.Buffer, j *journal, e *entry) error {
		for _, l := range e.Lines {
			if j.tooLongForNetSuite(l.Debit) || j.tooLongForNetSuite(l.Credit) {
				return &OptionError{"format", "netsuite takes amounts below 10000000000; this lease's journal has a larger one"}
			}
		}
		return netSuiteRows(b, j, e)
	},
}

var netSuiteRows = entryCSV(func(j *journal, e *entry, line int) []string {
	l, memo := &e.Lines[line], Text(e.Memo)
	return []string{
		Text(j.number(e, 0)), american(e.Date), memo, j.label, Text(l.code()), j.side(l.Debit), j.side(l.Credit), memo,
	}
})

// tooLongForNetSuite reports whether an amount has too many digits. Lines have
// no negative ones.
func (j *journal) tooLongForNetSuite(a money.Amount) bool {
	whole, _, _ := strings.Cut(j.amount(a), ".")
	return len(whole) > netSuiteDigits
}
