package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the sheets Schedule and Service.
const (
	colPeriod       = "A"
	colFirst        = "B"
	colLast         = "C"
	colDate         = "D"
	colPayment      = "E"
	colInterest     = "F"
	colPrincipal    = "G"
	colLiability    = "H"
	colAmortization = "I"
	colAsset        = "J"
	colExpense      = "K"
)

// scheduleHeadings are the headings as exported, those of the amounts last.
func (b *book) scheduleHeadings() []string {
	columns := wording.ColumnsOf(b.r.Lease.Standard, b.r.Class)
	return append([]string{"Period", "From", "To", "Due"}, columns.List()...)
}

// liveHeadings are the same as formulas where they depend on standard or class.
func (b *book) liveHeadings(s *spreadsheet.Sheet) []any {
	texts := b.scheduleHeadings()
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = s.Text(spreadsheet.RightHeading, text)
	}
	operating := wording.ColumnsOf(b.r.Lease.Standard, leasehold.Operating)
	finance := wording.ColumnsOf(b.r.Lease.Standard, leasehold.Finance)
	const interest, amortization, asset = 5, 8, 9
	cells[interest] = s.Formula(spreadsheet.RightHeading, texts[interest], byClass(quoted(operating.Interest), quoted(finance.Interest)))
	cells[amortization] = s.Formula(spreadsheet.RightHeading, texts[amortization], byClass(quoted(operating.Amortization), "amortizationNoun"))
	cells[asset] = s.Formula(spreadsheet.RightHeading, texts[asset], "assetNoun")
	return cells
}

func (b *book) schedule(s *spreadsheet.Sheet) {
	s.Widths(8, 12, 12, 12, 17, 17, 17, 18, 17, 18, 17)
	s.Freeze(4)
	s.Head("Schedule", "Amounts in "+b.o.Currency+". Each row foots: lease liability = the row before's + column F - payment; "+
		"asset = the row before's - column I. Interest and straight-line amounts come from the sheet Workings.")
	s.Put(b.liveHeadings(s)...)
	r := b.r
	s.Put(s.Value(spreadsheet.Plain, 0), nil, nil, s.Formula(spreadsheet.Day, spreadsheet.Serial(r.Lease.CommencementDate), "commencementDate"),
		nil, nil, nil, s.Formula(spreadsheet.Amount, number(r.InitialLiability), "initialLiabilityCents/100"),
		nil, s.Formula(spreadsheet.Amount, number(r.InitialRouAsset), "initialAssetCents/100"))
	for i := range r.Schedule {
		b.scheduleRow(s, i+1)
	}
	n := len(r.Schedule)
	totals := []any{s.Text(spreadsheet.Label, "Total"), nil, nil, nil}
	for _, c := range []struct{ column, work string }{
		{colPayment, workPayment},
		{colInterest, workPrinted},
		{colPrincipal, ""},
		{colLiability, ""},
		{colAmortization, workAmortization},
		{colAsset, ""},
		{colExpense, workExpense},
	} {
		switch {
		case c.work != "":
			totals = append(totals, s.Formula(spreadsheet.AmountBold, b.total(c.column), "%s/100", b.workingSum(c.work)))
		case c.column == colPrincipal:
			totals = append(totals, s.Formula(spreadsheet.AmountBold, number(r.InitialLiability), rowFormula("ROUND({E}-{F},2)", opening+n+1)))
		default:
			totals = append(totals, nil)
		}
	}
	s.Put(totals...)
	s.PrintTo(colExpense)
}

func (b *book) scheduleRow(s *spreadsheet.Sheet, k int) {
	p, at := &b.r.Schedule[k-1], opening+k
	work := func(column string) string { return fmt.Sprintf("%s!%s%d/100", sheetWorkings, column, at) }
	f := func(look spreadsheet.Style, v any, format string) any {
		return s.Formula(look, v, rowFormula(format, at))
	}
	s.Put(
		s.Value(spreadsheet.Plain, k),
		f(spreadsheet.Day, spreadsheet.Serial(p.First), "EDATE(commencementDate,({A}-1)*monthsPerPeriod)"),
		f(spreadsheet.Day, spreadsheet.Serial(p.Last), "EDATE(commencementDate,MIN({A}*monthsPerPeriod,termMonths))-1"),
		f(spreadsheet.Day, spreadsheet.Serial(p.Date), `IF(paymentTiming="advance",{B},{C})`),
		s.Formula(spreadsheet.Amount, number(p.Payment), work(workPayment)),
		s.Formula(spreadsheet.Amount, number(p.Interest), work(workPrinted)),
		f(spreadsheet.Amount, number(p.Principal), "ROUND({E}-{F},2)"),
		f(spreadsheet.Amount, number(p.LiabilityClose), "ROUND({H-}+{F}-{E},2)"),
		s.Formula(spreadsheet.Amount, number(p.RouAmortization), work(workAmortization)),
		f(spreadsheet.Amount, number(p.RouAssetClose), "ROUND({J-}-{I},2)"),
		s.Formula(spreadsheet.Amount, number(p.LeaseExpense), work(workExpense)),
	)
}

// total adds up a column of the service's schedule.
func (b *book) total(column string) float64 {
	var sum money.Amount
	for i := range b.r.Schedule {
		p := &b.r.Schedule[i]
		switch column {
		case colPayment:
			sum = sum.Add(p.Payment)
		case colInterest:
			sum = sum.Add(p.Interest)
		case colAmortization:
			sum = sum.Add(p.RouAmortization)
		case colExpense:
			sum = sum.Add(p.LeaseExpense)
		}
	}
	return number(sum)
}

// service writes the service's own schedule, as values to compare with.
func (b *book) service(s *spreadsheet.Sheet) {
	s.Widths(8, 12, 12, 12, 17, 17, 17, 18, 17, 18, 17)
	s.Freeze(4)
	s.Head("The service's schedule", "Values that the service returned for the lease as exported. Nothing is computed from them; the sheet Check compares them.")
	s.Headings(spreadsheet.AllRight(b.scheduleHeadings())...)
	s.Skip()
	for i := range b.r.Schedule {
		p := &b.r.Schedule[i]
		s.Put(s.Value(spreadsheet.Plain, p.Number), s.Value(spreadsheet.Day, spreadsheet.Serial(p.First)), s.Value(spreadsheet.Day, spreadsheet.Serial(p.Last)), s.Value(spreadsheet.Day, spreadsheet.Serial(p.Date)),
			s.Value(spreadsheet.Amount, number(p.Payment)), s.Value(spreadsheet.Amount, number(p.Interest)), s.Value(spreadsheet.Amount, number(p.Principal)),
			s.Value(spreadsheet.Amount, number(p.LiabilityClose)), s.Value(spreadsheet.Amount, number(p.RouAmortization)), s.Value(spreadsheet.Amount, number(p.RouAssetClose)),
			s.Value(spreadsheet.Amount, number(p.LeaseExpense)))
	}
	s.PrintTo(colExpense)
}
