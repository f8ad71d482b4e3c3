package export

import "strconv"

// dynamics writes lines for the General journal entity of Dynamics 365 Finance, which
// its data management imports: all of them for one journal, one voucher per entry,
// accounts as display values. Lines are numbered through the file.
var dynamics = program{
	numbered: true,
	open: openCSV("LINENUMBER", "JOURNALNAME", "ACCOUNTTYPE", "ACCOUNTDISPLAYVALUE", "TRANSDATE", "VOUCHER", "CURRENCYCODE",
		"DEBITAMOUNT", "CREDITAMOUNT", "TEXT"),
	entry: entryCSV(func(j *journal, e *entry, line int) []string {
		l := &e.Lines[line]
		*j.lines++
		return []string{
			strconv.FormatInt(*j.lines, 10), Text(j.journalName("GenJrn")), "Ledger", Text(l.code()), e.Date.String(),
			Text(j.number(e, dynamicsVoucher)), j.label, j.side(l.Debit), j.side(l.Credit), shortened(Text(e.Memo), dynamicsText),
		}
	}),
}

// dynamicsVoucher and dynamicsText are how many characters Dynamics 365 Finance takes
// for a voucher and for the text of a line.
const (
	dynamicsVoucher = 20
	dynamicsText    = 60
)

// intacctNumber is how many characters Sage Intacct takes for a description, which
// tells an entry from the others of its day.
const intacctNumber = 30

// intacct writes the columns of the import of journal entries of Sage Intacct: what
// tells of an entry is in the row of its first line.
var intacct = program{
	open: openCSV("DONOTIMPORT", "JOURNAL", "DATE", "DESCRIPTION", "REFERENCE_NO", "LINE_NO", "ACCT_NO", "MEMO", "DEBIT", "CREDIT", "CURRENCY"),
	entry: entryCSV(func(j *journal, e *entry, line int) []string {
		l := &e.Lines[line]
		name, date, number := "", "", ""
		if line == 0 {
			name, date, number = Text(j.journalName("GJ")), american(e.Date), Text(j.number(e, intacctNumber))
		}
		return []string{
			"", name, date, number, number, strconv.Itoa(line + 1), Text(l.code()), Text(e.Memo), j.side(l.Debit), j.side(l.Credit), j.label,
		}
	}),
}

// shortened cuts a text to a number of characters.
func shortened(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i]
		}
	}
	return s
}
