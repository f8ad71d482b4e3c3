package export

// quickBooksNumber is how many characters QuickBooks Online takes for a number.
const quickBooksNumber = 21

// quickBooksOnline writes the columns that its journal import asks for: one entry is
// the rows of one number, and one side of a row is empty.
var quickBooksOnline = program{
	open: openCSV("Journal No.", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Currency"),
	entry: entryCSV(func(j *journal, e *entry, line int) []string {
		l := &e.Lines[line]
		return []string{
			Text(j.number(e, quickBooksNumber)), american(e.Date), Text(l.code()), j.side(l.Debit), j.side(l.Credit), Text(e.Memo), j.label,
		}
	}),
}
