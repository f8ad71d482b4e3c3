package workbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the sheet Journal.
const (
	entryAccount = "C"
	entryMemo    = "F"
	entryCents   = "G" // debits positive; hidden

	entryFirst = 5 // row of the first line
	entryLines = 5 // lines that every entry has room for
)

// slot is one line of an entry: formulas for its account and for its amount in
// cents, debits positive, and what the service posts there.
type slot struct {
	account, cents string
	posts          func(leasehold.Line) bool // tells the line that belongs here
}

// posting is what a slot is for under one treatment. Its amount is in columns of
// the row of Workings. The zero value posts nothing.
type posting struct {
	account leasehold.Account
	cents   string
}

// periodPostings are those of a period, by treatment. The amortization of the
// asset goes to the account of the standard.
var periodPostings = [entryLines]struct{ operating, finance posting }{
	{posting{leasehold.AccountLeaseExpense, "{V}"}, posting{leasehold.AccountInterestExpense, "{L}"}},
	{posting{leasehold.AccountCash, "-{F}"}, posting{leasehold.AccountLeaseLiability, "{F}-{L}"}},
	{posting{leasehold.AccountLeaseLiability, "{F}-{L}"}, posting{leasehold.AccountCash, "-{F}"}},
	{posting{leasehold.AccountRouAsset, "-{U}"}, posting{leasehold.AccountAmortizationExpense, "{U}"}},
	{posting{}, posting{leasehold.AccountRouAsset, "-{U}"}},
}

// journal writes the entries. Each has room for five lines; one without an
// amount is empty.
func (b *book) journal(s *spreadsheet.Sheet) {
	s.Widths(8, 12, 28, 18, 18, 20, 18)
	s.Hide(7)
	s.Freeze(4)
	s.Head("Journal", "Amounts in "+b.o.Currency+". The movements of the asset are one line. Entry 0 is the commencement, entry k that of period k.")
	s.Headings(spreadsheet.Left("Entry"), spreadsheet.Left("Date"), spreadsheet.Left("Account"), spreadsheet.Right("Debit"), spreadsheet.Right("Credit"), spreadsheet.Left("Period"), spreadsheet.Left("Cents"))
	entries := b.r.Journal()
	for i := range entries {
		b.entry(s, &entries[i])
	}
	s.PrintTo(entryMemo)
}

// entry writes the slots of an entry.
func (b *book) entry(s *spreadsheet.Sheet, e *leasehold.Entry) {
	slots, date, memo := b.commencementSlots(), "commencementDate", "Commencement"
	if e.Kind == leasehold.EntryPeriod {
		slots, date = b.periodSlots(opening+e.Period), fmt.Sprintf("%s!%s%d", sheetSchedule, colDate, opening+e.Period)
		memo = fmt.Sprintf("Period %d of %d", e.Period, len(b.r.Schedule))
	}
	posted := wording.Netted(e.Lines)
	for _, to := range slots {
		var line *leasehold.Line
		if i := slices.IndexFunc(posted, to.posts); i >= 0 {
			line = &leasehold.Line{Account: posted[i].Account, Debit: posted[i].Debit, Credit: posted[i].Credit}
			posted = slices.Delete(posted, i, i+1)
		}
		b.entryLine(s, e, &to, line, date, memo)
		memo = ""
	}
	if len(posted) > 0 {
		b.Fail(fmt.Errorf("entry of %s: no place for %s", e.Date, posted[0].Account))
	}
}

func (b *book) commencementSlots() []slot {
	of := func(account leasehold.Account, cents string, side func(leasehold.Line) bool) slot {
		return slot{quoted(account.String()), cents, func(l leasehold.Line) bool { return l.Account == account && side(l) }}
	}
	either := func(leasehold.Line) bool { return true }
	received := func(l leasehold.Line) bool { return l.Credit.IsZero() }
	paid := func(l leasehold.Line) bool { return l.Debit.IsZero() }
	return []slot{
		of(leasehold.AccountRouAsset, "initialAssetCents", either),
		of(leasehold.AccountLeaseLiability, "-initialLiabilityCents", either),
		of(leasehold.AccountCash, "incentivesCents", received),
		of(leasehold.AccountPrepaidRent, "-prepaidCents", either),
		of(leasehold.AccountCash, "-directCostsCents", paid),
	}
}

// periodSlots are those of the period in a row of Workings.
func (b *book) periodSlots(row int) []slot {
	slots := make([]slot, entryLines)
	for i, p := range periodPostings {
		inFinance := p.finance.account
		finance := quoted(inFinance.String())
		if inFinance == leasehold.AccountAmortizationExpense {
			inFinance, finance = b.r.Lease.Standard.AmortizationAccount(), "amortizationAccount"
		}
		operating, operatingCents := `""`, "0"
		if p.operating.cents != "" {
			operating, operatingCents = quoted(p.operating.account.String()), workingFormula(p.operating.cents, row)
		}
		slots[i] = slot{
			byClass(operating, finance), byClass(operatingCents, workingFormula(p.finance.cents, row)),
			func(l leasehold.Line) bool {
				if b.r.Class == leasehold.Operating {
					return p.operating.cents != "" && l.Account == p.operating.account
				}
				return l.Account == inFinance
			},
		}
	}
	return slots
}

// workingFormula is rowFormula for cells of the sheet Workings.
func workingFormula(format string, row int) string {
	return rowFormula(strings.ReplaceAll(format, "{", sheetWorkings+"!{"), row)
}

// entryLine writes a slot. The values beside its formulas are the service's
// line, or empty where it posts none.
func (b *book) entryLine(s *spreadsheet.Sheet, e *leasehold.Entry, to *slot, line *leasehold.Line, date, memo string) {
	var entry, on, account, debit, credit any = "", "", "", "", ""
	var moved money.Amount
	if line != nil {
		entry, on, account = e.Period, spreadsheet.Serial(e.Date), line.Account.String()
		moved = line.Debit.Sub(line.Credit)
		if moved.Sign() > 0 {
			debit = number(moved)
		} else {
			credit = number(moved.Neg())
		}
	}
	f := func(look spreadsheet.Style, value any, format string) any {
		return s.Formula(look, value, rowFormula(format, s.Row()+1))
	}
	s.Put(
		f(spreadsheet.LeftNumber, entry, fmt.Sprintf(`IF({G}=0,"",%d)`, e.Period)),
		f(spreadsheet.LeftDay, on, `IF({G}=0,"",`+date+`)`),
		f(spreadsheet.Plain, account, `IF({G}=0,"",`+to.account+`)`),
		f(spreadsheet.Amount, debit, `IF({G}>0,{G}/100,"")`),
		f(spreadsheet.Amount, credit, `IF({G}<0,-{G}/100,"")`),
		s.Text(spreadsheet.Grey, memo),
		s.Formula(spreadsheet.Whole, cents(moved), to.cents),
	)
}

// entryRange is a column of the journal over all lines.
func (b *book) entryRange(column string) string {
	last := entryFirst + entryLines*(len(b.r.Schedule)+1) - 1
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheetJournal, column, entryFirst, column, last)
}
