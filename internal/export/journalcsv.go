package export

import (
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// JournalCSV writes the journal under our own account names, one row a line of
// an entry.
func JournalCSV(w io.Writer, r *leasehold.Result) error { return writeJournalCSV(w, r, &Options{}) }

// writeJournalCSV writes one row a line. The column entry has the number of the
// period that the entry records, 0 for the commencement, E1 for the first event.
func writeJournalCSV(w io.Writer, r *leasehold.Result, o *Options) error {
	j, err := o.journal(r)
	if err != nil {
		return err
	}
	return j.writeCSV(w, []string{"entry", "date", "memo", "account", "debit", "credit"}, func(e *leasehold.Entry, l *leasehold.Line) []string {
		entry := strconv.Itoa(e.Period)
		if e.Kind == leasehold.EntryEvent {
			entry = "E" + strconv.Itoa(e.Event+1)
		}
		return []string{entry, e.Date.String(), Text(e.Memo), Text(j.code(l.Account)), j.amount(l.Debit), j.amount(l.Credit)}
	})
}
