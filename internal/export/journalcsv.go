package export

import (
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// JournalCSV writes the journal under our own account names, one row per line of
// an entry.
func JournalCSV(w io.Writer, r *leasehold.Result) error { return writeJournalCSV(w, r, &Options{}) }

// journalCSV is one row per line. The column entry has the number of the period that
// the entry records, 0 for the commencement, E1 for the first event, or the month.
var journalCSV = program{open: openCSV(journalColumns...), entry: entryCSV(journalRow)}

var journalColumns = []string{"entry", "date", "memo", "account", "debit", "credit"}

func journalRow(j *journal, e *entry, line int) []string {
	name := strconv.Itoa(e.Period)
	switch {
	case j.Entries == EntriesByMonth:
		name = e.name
	case e.Kind == leasehold.EntryEvent:
		name = "E" + strconv.Itoa(e.Event+1)
	}
	l := &e.Lines[line]
	return []string{name, e.Date.String(), Text(e.Memo), Text(l.code()), j.amount(l.Debit), j.amount(l.Credit)}
}

// JournalTable has a row for each line of the entries of each period, under our own
// account names.
var JournalTable = &Table{
	columns: journalColumns,
	rows: func(r *leasehold.Result, add func(...string)) {
		o := new(Options)
		j := o.journal(&r.Lease, r.Lease.Currency)
		entries, _ := o.entriesOf(r, EntriesByPeriod) // without a map no account is missing
		for i := range entries {
			for line := range entries[i].Lines {
				add(journalRow(j, &entries[i], line)...)
			}
		}
	},
}

func writeJournalCSV(w io.Writer, r *leasehold.Result, o *Options) error {
	by := o.Entries
	if by == EntriesByFormat {
		by = EntriesByPeriod
	}
	return journalCSV.write(w, r, o, by)
}
