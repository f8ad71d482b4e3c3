package export

import (
	"io"

	"github.com/leasehold-accounting/leasehold"
)

// quickBooksNumber is how many characters QuickBooks Online takes for a number.
const quickBooksNumber = 21

// writeQuickBooksOnline writes the columns that its journal import asks for:
// one entry is the rows of one number, and one side of a row is empty.
func writeQuickBooksOnline(w io.Writer, r *leasehold.Result, o *Options) error {
	j, err := o.journal(r)
	if err != nil {
		return err
	}
	header := []string{"Journal No.", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Currency"}
	return j.writeCSV(w, header, func(e *leasehold.Entry, l *leasehold.Line) []string {
		return []string{
			Text(j.number(e, quickBooksNumber)), american(e.Date), Text(j.code(l.Account)), j.side(l.Debit), j.side(l.Credit), Text(e.Memo), j.Currency,
		}
	})
}
