package workbook

import "fmt"

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
func (b *book) balances(s *sheet) {
	s.widths(8, 8, 16, 16, 20, 17, 20, 20, 14, 14, 20, 20, 18, 20, 17, 22)
	s.freeze(4)
	s.head("Balances, in cents", "Exact balances, from the last period back to commencement: the balance after a period and what is paid on its last day are "+
		"divided by 1 + rate, by long division (a trial quotient and the remainder), and what is paid on its first day is added.")
	s.headings(allRight(balanceHeadings)...)
	n := len(b.r.Schedule)
	end := make([]any, len(balanceHeadings))
	end[0] = s.text(label, "end")
	end[13], end[14], end[15] = s.value(whole, 0), s.value(decimals, 0), s.value(amount, 0)
	s.put(end...)
	for k := n; k >= 1; k-- {
		b.balance(s, k)
	}
	s.printTo(balancePlain)
}

func (b *book) balance(s *sheet, k int) {
	row, work := s.row+1, opening+k
	stub := ""
	if k == len(b.r.Schedule) && b.r.StubMonths > 0 {
		stub = "Stub" // the stub's rate has parts of its own
	}
	f := func(look style, format string) any { return s.formula(look, nil, rowFormula(format, row)) }
	from := func(column string) any { return s.formula(whole, nil, "%s!%s%d", sheetWorkings, column, work) }
	s.put(
		s.value(plain, k), from(workMonths), from(workOpening), from(workClosing),
		f(whole, "{N-}"), f(decimals, "{O-}"),
		f(whole, "{E}+{D}"),
		f(whole, "INT(({G}+{F})/growthFactor"+stub+")"),
		f(whole, "INT({H}/1E8)"),
		f(whole, "{H}-{I}*1E8"),
		f(whole, "{J}*rateUpper"+stub),
		f(whole, "{I}*rateMiddle"+stub),
		// (due - q x (1 + rate)) / (1 + rate), whole numbers and fractions apart.
		f(decimals, "((({G}-{H})-{I}*rateUpper"+stub+"*10-INT({K}/1E7)-INT({L}/1E6))"+
			"+({F}-({K}-INT({K}/1E7)*1E7)/1E7-({L}-INT({L}/1E6)*1E6)/1E6-{J}*rateMiddle"+stub+"*1E-14-{H}*rateLower"+stub+"))/growthFactor"+stub),
		f(whole, "{H}+INT({M})+{C}"),
		f(decimals, "{M}-INT({M})"),
		f(amount, "{C}/100+({P-}+{D}/100)/(1+discountRateAnnual*{B}/12)"),
	)
}

// balanceAt refers to the exact balance after period k: before the next one.
func (b *book) balanceAt(k int, column string) string {
	return fmt.Sprintf("%s!$%s$%d", sheetBalances, column, balancesFirst+len(b.r.Schedule)-k-1)
}
