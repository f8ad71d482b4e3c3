package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
)

// The columns of the sheet Balances. Its first row is the last period's.
const (
	balanceWhole = "N" // exact balance before the period: whole cents
	balancePart  = "O" // and a fraction of a cent
	balancePlain = "P" // the same by the ordinary formula, for comparison

	balancesFirst = 6 // row of the last period
)

var balanceHeadings = []string{
	"Period", "Months", "Paid on first day", "Paid on last day", "Balance after, whole cents", "Balance after, part of a cent",
	"To discount, whole cents", "Trial quotient", "Its digits from 10^8", "Lower digits", "Lower digits x rate, in 10^-7", "Digits from 10^8 x rate, in 10^-14",
	"Remainder / (1 + rate)", "Balance before, whole cents", "Balance before, part of a cent", "Balance before, ordinary formula",
}

// balances writes the exact balances backward from 0, in the order in which they
// are found: a spreadsheet that recalculates from the top would otherwise have a
// chain of a thousand cells to follow.
func (b *book) balances(s *spreadsheet.Sheet) {
	s.Widths(8, 8, 16, 16, 20, 17, 20, 20, 14, 14, 20, 20, 18, 20, 17, 22)
	s.Freeze(4)
	s.Head("Balances, in cents", "Exact balances, from the last period back to commencement: the balance after a period and what is paid on its last day are "+
		"divided by 1 + rate, by long division (a trial quotient and the remainder), and what is paid on its first day is added.")
	s.Headings(spreadsheet.AllRight(balanceHeadings)...)
	n := len(b.r.Schedule)
	end := make([]any, len(balanceHeadings))
	end[0] = s.Text(spreadsheet.Label, "end")
	end[13], end[14], end[15] = s.Value(spreadsheet.Whole, 0), s.Value(spreadsheet.Decimals, 0), s.Value(spreadsheet.Amount, 0)
	s.Put(end...)
	for k := n; k >= 1; k-- {
		b.balance(s, k)
	}
	s.PrintTo(balancePlain)
}

func (b *book) balance(s *spreadsheet.Sheet, k int) {
	row, work := s.Row()+1, opening+k
	stub := ""
	if k == len(b.r.Schedule) && b.r.StubMonths > 0 {
		stub = "Stub" // the stub's rate has parts of its own
	}
	f := func(look spreadsheet.Style, format string) any { return s.Formula(look, nil, rowFormula(format, row)) }
	from := func(column string) any {
		return s.Formula(spreadsheet.Whole, nil, "%s!%s%d", sheetWorkings, column, work)
	}
	s.Put(
		s.Value(spreadsheet.Plain, k), from(workMonths), from(workOpening), from(workClosing),
		f(spreadsheet.Whole, "{N-}"), f(spreadsheet.Decimals, "{O-}"),
		f(spreadsheet.Whole, "{E}+{D}"),
		f(spreadsheet.Whole, "INT(({G}+{F})/growthFactor"+stub+")"),
		f(spreadsheet.Whole, "INT({H}/1E8)"),
		f(spreadsheet.Whole, "{H}-{I}*1E8"),
		f(spreadsheet.Whole, "{J}*rateUpper"+stub),
		f(spreadsheet.Whole, "{I}*rateMiddle"+stub),
		// (due - q x (1 + rate)) / (1 + rate), whole numbers and fractions apart.
		f(spreadsheet.Decimals, "((({G}-{H})-{I}*rateUpper"+stub+"*10-INT({K}/1E7)-INT({L}/1E6))"+
			"+({F}-({K}-INT({K}/1E7)*1E7)/1E7-({L}-INT({L}/1E6)*1E6)/1E6-{J}*rateMiddle"+stub+"*1E-14-{H}*rateLower"+stub+"))/growthFactor"+stub),
		f(spreadsheet.Whole, "{H}+INT({M})+{C}"),
		f(spreadsheet.Decimals, "{M}-INT({M})"),
		f(spreadsheet.Amount, "{C}/100+({P-}+{D}/100)/(1+discountRateAnnual*{B}/12)"),
	)
}

// balanceAt refers to the exact balance after period k: before the next one.
func (b *book) balanceAt(k int, column string) string {
	return fmt.Sprintf("%s!$%s$%d", sheetBalances, column, balancesFirst+len(b.r.Schedule)-k-1)
}
