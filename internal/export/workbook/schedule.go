package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
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
func (b *book) liveHeadings(s *sheet) []any {
	texts := b.scheduleHeadings()
	cells := make([]any, len(texts))
	for i, text := range texts {
		cells[i] = s.text(rightHeading, text)
	}
	operating := wording.ColumnsOf(b.r.Lease.Standard, leasehold.Operating)
	finance := wording.ColumnsOf(b.r.Lease.Standard, leasehold.Finance)
	const interest, amortization, asset = 5, 8, 9
	cells[interest] = s.formula(rightHeading, texts[interest], byClass(quoted(operating.Interest), quoted(finance.Interest)))
	cells[amortization] = s.formula(rightHeading, texts[amortization], byClass(quoted(operating.Amortization), "amortizationNoun"))
	cells[asset] = s.formula(rightHeading, texts[asset], "assetNoun")
	return cells
}

func (b *book) schedule(s *sheet) {
	s.widths(8, 12, 12, 12, 17, 17, 17, 18, 17, 18, 17)
	s.freeze(4)
	s.head("Schedule", "Amounts in "+b.o.Currency+". Each row foots: lease liability = the row before's + column F - payment; "+
		"asset = the row before's - column I. Interest and straight-line amounts come from the sheet Workings.")
	s.put(b.liveHeadings(s)...)
	r := b.r
	s.put(s.value(plain, 0), nil, nil, s.formula(day, serial(r.Lease.CommencementDate), "commencementDate"),
		nil, nil, nil, s.formula(amount, number(r.InitialLiability), "initialLiabilityCents/100"),
		nil, s.formula(amount, number(r.InitialRouAsset), "initialAssetCents/100"))
	for i := range r.Schedule {
		b.scheduleRow(s, i+1)
	}
	n := len(r.Schedule)
	totals := []any{s.text(label, "Total"), nil, nil, nil}
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
			totals = append(totals, s.formula(amountBold, b.total(c.column), "%s/100", b.workingSum(c.work)))
		case c.column == colPrincipal:
			totals = append(totals, s.formula(amountBold, number(r.InitialLiability), rowFormula("ROUND({E}-{F},2)", opening+n+1)))
		default:
			totals = append(totals, nil)
		}
	}
	s.put(totals...)
	s.printTo(colExpense)
}

func (b *book) scheduleRow(s *sheet, k int) {
	p, at := &b.r.Schedule[k-1], opening+k
	work := func(column string) string { return fmt.Sprintf("%s!%s%d/100", sheetWorkings, column, at) }
	f := func(look style, v any, format string) any { return s.formula(look, v, rowFormula(format, at)) }
	s.put(
		s.value(plain, k),
		f(day, serial(p.First), "EDATE(commencementDate,({A}-1)*monthsPerPeriod)"),
		f(day, serial(p.Last), "EDATE(commencementDate,MIN({A}*monthsPerPeriod,termMonths))-1"),
		f(day, serial(p.Date), `IF(paymentTiming="advance",{B},{C})`),
		s.formula(amount, number(p.Payment), work(workPayment)),
		s.formula(amount, number(p.Interest), work(workPrinted)),
		f(amount, number(p.Principal), "ROUND({E}-{F},2)"),
		f(amount, number(p.LiabilityClose), "ROUND({H-}+{F}-{E},2)"),
		s.formula(amount, number(p.RouAmortization), work(workAmortization)),
		f(amount, number(p.RouAssetClose), "ROUND({J-}-{I},2)"),
		s.formula(amount, number(p.LeaseExpense), work(workExpense)),
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
func (b *book) service(s *sheet) {
	s.widths(8, 12, 12, 12, 17, 17, 17, 18, 17, 18, 17)
	s.freeze(4)
	s.head("The service's schedule", "Values that the service returned for the lease as exported. Nothing is computed from them; the sheet Check compares them.")
	s.headings(allRight(b.scheduleHeadings())...)
	s.skip()
	for i := range b.r.Schedule {
		p := &b.r.Schedule[i]
		s.put(s.value(plain, p.Number), s.value(day, serial(p.First)), s.value(day, serial(p.Last)), s.value(day, serial(p.Date)),
			s.value(amount, number(p.Payment)), s.value(amount, number(p.Interest)), s.value(amount, number(p.Principal)),
			s.value(amount, number(p.LiabilityClose)), s.value(amount, number(p.RouAmortization)), s.value(amount, number(p.RouAssetClose)),
			s.value(amount, number(p.LeaseExpense)))
	}
	s.printTo(colExpense)
}
