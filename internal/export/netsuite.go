package export

import (
	"io"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// netSuiteDigits is how many digits its import takes before the point.
const netSuiteDigits = 10

// writeNetSuite writes journal entries for its CSV import: one entry is the
// rows of one external id.
func writeNetSuite(w io.Writer, r *leasehold.Result, o *Options) error {
	j, err := o.journal(r)
	if err != nil {
		return err
	}
	for _, e := range j.entries {
		for _, l := range e.Lines {
			if j.tooLongForNetSuite(l.Debit) || j.tooLongForNetSuite(l.Credit) {
				return &OptionError{"format", "netsuite takes amounts below 10000000000; this lease's journal has a larger one"}
			}
		}
	}
	header := []string{"External ID", "Date", "Memo", "Currency", "Account", "Debit", "Credit", "Line Memo"}
	return j.writeCSV(w, header, func(e *leasehold.Entry, l *leasehold.Line) []string {
		memo := Text(e.Memo)
		return []string{
			Text(j.number(e, anyLength)), american(e.Date), memo, j.Currency, Text(j.code(l.Account)), j.side(l.Debit), j.side(l.Credit), memo,
		}
	})
}

// tooLongForNetSuite reports whether an amount has too many digits. Lines have
// no negative ones.
func (j *journal) tooLongForNetSuite(a money.Amount) bool {
	whole, _, _ := strings.Cut(j.amount(a), ".")
	return len(whole) > netSuiteDigits
}
