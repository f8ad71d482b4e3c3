package workbook

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the sheet Journal.
const (
	entryNumber  = "A"
	entryAccount = "C"
	entryDebit   = "D"
	entryCredit  = "E"
	entryAmount  = "F"

	entryFirst = 5 // row of the first line
	entryLines = 5 // lines that every entry has room for
)

// line is one line of an entry: how it reads under either treatment. The
// amounts are columns of the row of Schedule, debits positive.
type line struct {
	operating, finance               leasehold.Account
	operatingAmount, financeAmount   string
	operatingFigure, financeFigureOf func(*leasehold.Period) money.Amount
}

var periodLines = [entryLines]line{
	{
		leasehold.AccountLeaseExpense, leasehold.AccountInterestExpense, "{K}", "{F}",
		func(p *leasehold.Period) money.Amount { return p.LeaseExpense },
		func(p *leasehold.Period) money.Amount { return p.Interest },
	},
	{
		leasehold.AccountCash, leasehold.AccountLeaseLiability, "-{E}", "{G}",
		func(p *leasehold.Period) money.Amount { return p.Payment.Neg() },
		func(p *leasehold.Period) money.Amount { return p.Principal },
	},
	{
		leasehold.AccountLeaseLiability, leasehold.AccountCash, "{G}", "-{E}",
		func(p *leasehold.Period) money.Amount { return p.Principal },
		func(p *leasehold.Period) money.Amount { return p.Payment.Neg() },
	},
	{
		leasehold.AccountRouAsset, leasehold.AccountAmortizationExpense, "-{G}", "{I}",
		func(p *leasehold.Period) money.Amount { return p.Principal.Neg() },
		func(p *leasehold.Period) money.Amount { return p.RouAmortization },
	},
	{
		leasehold.AccountRouAsset, leasehold.AccountRouAsset, "ROUND({E}-{K},2)", "-{I}",
		func(p *leasehold.Period) money.Amount { return p.Payment.Sub(p.LeaseExpense) },
		func(p *leasehold.Period) money.Amount { return p.RouAmortization.Neg() },
	},
}

// journal writes the entries. Each has room for five lines; one that is 0.00
// names no account.
func (b *book) journal(s *sheet) {
	s.widths(8, 12, 26, 18, 18, 18, 30)
	s.freeze(4)
	s.head("Journal", "Amounts in "+b.o.Currency+". The column Amount has debits positive and credits negative; lines of 0.00 name no account.")
	s.headings("Entry", "Date", "Account", "Debit", "Credit", "Amount", "Period")
	b.commencementEntry(s)
	for k := 1; k <= len(b.r.Schedule); k++ {
		b.periodEntry(s, k)
	}
	s.print("G")
}

func (b *book) commencementEntry(s *sheet) {
	r, l := b.r, &b.r.Lease
	for _, c := range []struct {
		account leasehold.Account
		formula string
		figure  money.Amount
	}{
		{leasehold.AccountRouAsset, "initialAssetCents/100", r.InitialRouAsset},
		{leasehold.AccountLeaseLiability, "-initialLiabilityCents/100", r.InitialLiability.Neg()},
		{leasehold.AccountCash, "incentivesCents/100", l.LeaseIncentives.Value.Amount()},
		{leasehold.AccountPrepaidRent, "-prepaidCents/100", l.PrepaidRent.Value.Amount().Neg()},
		{leasehold.AccountCash, "-directCostsCents/100", l.InitialDirectCosts.Value.Amount().Neg()},
	} {
		name := `"` + c.account.String() + `"`
		b.entryLine(s, 0, s.formula(day, serial(l.CommencementDate), "commencementDate"), name, c.account, c.formula, c.figure, "Commencement")
	}
}

func (b *book) periodEntry(s *sheet, k int) {
	p := &b.r.Schedule[k-1]
	about := fmt.Sprintf("Period %d of %d", k, len(b.r.Schedule))
	row := opening + k
	for i := range periodLines {
		ln := &periodLines[i]
		account, figure := ln.finance, ln.financeFigureOf(p)
		if b.r.Class == leasehold.Operating {
			account, figure = ln.operating, ln.operatingFigure(p)
		}
		name := `"` + ln.operating.String() + `"`
		if ln.finance != ln.operating {
			name = `IF(leaseClass="operating",` + name + `,"` + ln.finance.String() + `")`
		}
		formula := `IF(leaseClass="operating",` + scheduleFormula(ln.operatingAmount, row) + `,` + scheduleFormula(ln.financeAmount, row) + `)`
		date := s.formula(day, serial(p.Date), "%s!%s%d", sheetSchedule, colDate, row)
		b.entryLine(s, k, date, name, account, formula, figure, about)
	}
}

// scheduleFormula is rowFormula for cells of the sheet Schedule.
func scheduleFormula(format string, row int) string {
	return rowFormula(strings.ReplaceAll(format, "{", sheetSchedule+"!{"), row)
}

func (b *book) entryLine(s *sheet, entry int, date any, name string, account leasehold.Account, formula string, figure money.Amount, about string) {
	shown, debit, credit := account.String(), figure, money.Amount{}
	switch figure.Sign() {
	case 0:
		shown = ""
	case -1:
		debit, credit = money.Amount{}, figure.Neg()
	}
	row := s.row + 1
	s.put(
		s.value(plain, entry), date,
		s.formula(plain, shown, rowFormula(`IF({F}=0,"",`, row)+name+")"),
		s.formula(amount, number(debit), rowFormula("MAX({F},0)", row)),
		s.formula(amount, number(credit), rowFormula("MAX(-{F},0)", row)),
		s.formula(amount, number(figure), formula),
		about,
	)
}

// entryRange is a column of the journal over all lines.
func (b *book) entryRange(column string) string {
	last := entryFirst + entryLines*(len(b.r.Schedule)+1) - 1
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheetJournal, column, entryFirst, column, last)
}
