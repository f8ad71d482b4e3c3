package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// The rows of the sheets that have one row a period: the balances at
// commencement, and period k at opening + k.
const opening = 5

// The columns of the sheet Workings.
const (
	workPeriod       = "A"
	workMonths       = "B"
	workRent         = "C"
	workOpening      = "D" // paid on the first day
	workClosing      = "E" // paid on the last day
	workPayment      = "F"
	workBalanceWhole = "G" // exact balance after the period: whole cents
	workBalancePart  = "H" // and a fraction of a cent
	workInterest     = "I" // rounded by itself
	workOff          = "J" // printed less exact balance
	workMove         = "K" // the one-cent rule
	workPrinted      = "L" // interest
	workBalance      = "M" // printed balance
	workWithin       = "N" // months of the straight line in the period
	workShare        = "O" // truncated share
	workShareRest    = "P"
	workShareOff     = "Q"
	workShareMove    = "R"
	workShareAfter   = "S"
	workLine         = "T" // the share of the straight line
	workAmortization = "U"
	workExpense      = "V"
	workAsset        = "W"
)

var workHeadings = []string{
	"Period", "Months", "Rent", "Paid on first day", "Paid on last day", "Payment",
	"Exact balance, whole cents", "Exact balance, part of a cent",
	"Interest, rounded", "Printed less exact balance", "Adjustment, one-cent rule", "Interest", "Balance",
	"Months amortized", "Amount, truncated", "Remainder", "Rounding difference before", "Rounding adjustment", "Rounding difference after", "Straight-line amount",
	"Amortization", "Lease cost", "Asset",
}

// at refers to a cell of another sheet.
func at(sheet, column string, row int) string { return fmt.Sprintf("%s!$%s$%d", sheet, column, row) }

// span refers to a column of a sheet over the periods from first to last.
func span(sheet, column string, first, last int) string {
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheet, column, opening+first, column, opening+last)
}

func (b *book) workingSum(column string) string {
	return "SUM(" + span(sheetWorkings, column, 1, len(b.r.Schedule)) + ")"
}

// workings writes the computation of the schedule in cents.
func (b *book) workings(s *spreadsheet.Sheet) {
	s.Widths(8, 8, 16, 16, 16, 16, 20, 17, 16, 18, 10, 16, 18, 10, 18, 12, 12, 8, 12, 16, 16, 16, 18)
	s.Freeze(4)
	s.Head("Workings, in cents", "Printed figures beside the exact balances of the sheet Balances. Interest is adjusted by a cent where the balance would "+
		"otherwise be 0.999999 of a cent or more from the exact one; straight-line amounts likewise.")
	s.Headings(spreadsheet.AllRight(workHeadings)...)
	first := make([]any, len(workHeadings))
	first[6] = s.Formula(spreadsheet.Whole, nil, b.balanceAt(0, balanceWhole))
	first[7] = s.Formula(spreadsheet.Decimals, nil, b.balanceAt(0, balancePart))
	first[12] = s.Formula(spreadsheet.Whole, cents(b.r.InitialLiability), "initialLiabilityCents")
	first[18] = s.Value(spreadsheet.Whole, 0)
	first[22] = s.Formula(spreadsheet.Whole, cents(b.r.InitialRouAsset), "initialAssetCents")
	s.Put(first...)
	for k := 1; k <= len(b.r.Schedule); k++ {
		var row workRow
		row.at = opening + k
		b.paid(s, &row, k)
		row.add(s.Formula(spreadsheet.Whole, nil, b.balanceAt(k, balanceWhole)))
		row.add(s.Formula(spreadsheet.Decimals, nil, b.balanceAt(k, balancePart)))
		b.interest(s, &row, k)
		b.line(s, &row, k)
		b.asset(s, &row, k)
		s.Put(row.cells...)
	}
	s.PrintTo(workAsset)
}

// workRow is a row in the making.
type workRow struct {
	at    int
	cells []any
}

// f formats a formula in which {X} is column X of this row, {X-} of the row
// before.
func (w *workRow) f(format string) string { return rowFormula(format, w.at) }

func (w *workRow) add(cell any) { w.cells = append(w.cells, cell) }

func (b *book) paid(s *spreadsheet.Sheet, w *workRow, k int) {
	p := &b.r.Schedule[k-1]
	last := k == len(b.r.Schedule)
	first, end := money.Amount{}, p.Payment
	if b.r.Lease.PaymentTiming == leasehold.Advance {
		first, end = p.Rent, p.Terminal
	}
	year := rentsFirst + p.Year - 1
	rentOf := at(sheetRents, rentCents, year)
	if last && b.r.StubMonths > 0 {
		a, x := at(sheetRents, rentWhole, year), at(sheetRents, rentPart, year)
		rentOf = fmt.Sprintf("INT(%[1]s/monthsPerPeriod)*stubMonths"+
			"+INT(ROUND((%[1]s-INT(%[1]s/monthsPerPeriod)*monthsPerPeriod+%[2]s)*stubMonths/monthsPerPeriod,9)+0.5)", a, x)
	}
	plus := ""
	if last {
		plus = "+terminalCents"
	}
	w.add(s.Value(spreadsheet.Plain, k))
	w.add(s.Formula(spreadsheet.Plain, p.Months, w.f(`MIN(monthsPerPeriod,termMonths-({A}-1)*monthsPerPeriod)`)))
	w.add(s.Formula(spreadsheet.Whole, cents(p.Rent), rentOf))
	w.add(s.Formula(spreadsheet.Whole, cents(first), w.f(`IF(paymentTiming="advance",{C},0)`)))
	w.add(s.Formula(spreadsheet.Whole, cents(end), w.f(`IF(paymentTiming="advance",0,{C})`)+plus))
	w.add(s.Formula(spreadsheet.Whole, cents(p.Payment), w.f(`{D}+{E}`)))
}

func (b *book) interest(s *spreadsheet.Sheet, w *workRow, k int) {
	p := &b.r.Schedule[k-1]
	w.add(s.Formula(spreadsheet.Whole, nil, w.f("({G}-{G-}+{F})+INT(ROUND({H}-{H-},9)+0.5)")))
	w.add(s.Formula(spreadsheet.Decimals, nil, w.f("ROUND(({M-}-{F}+{I}-{G})-{H},9)")))
	w.add(s.Formula(spreadsheet.Plain, nil, w.f("IF({J}>=0.999999,-1,IF({J}<=-0.999999,1,0))")))
	w.add(s.Formula(spreadsheet.Whole, cents(p.Interest), w.f("{I}+{K}")))
	w.add(s.Formula(spreadsheet.Whole, cents(p.LiabilityClose), w.f("{M-}-{F}+{L}")))
}

func (b *book) line(s *spreadsheet.Sheet, w *workRow, k int) {
	p := &b.r.Schedule[k-1]
	share := p.RouAmortization
	if b.r.Class == leasehold.Operating {
		share = p.LeaseExpense
	}
	w.add(s.Formula(spreadsheet.Plain, nil, w.f("MAX(0,MIN({B},spreadMonths-({A}-1)*monthsPerPeriod))")))
	w.add(s.Formula(spreadsheet.Whole, nil, w.f("spreadWhole*{N}+INT(spreadRest*{N}/spreadMonths)")))
	w.add(s.Formula(spreadsheet.Whole, nil, w.f("spreadRest*{N}-INT(spreadRest*{N}/spreadMonths)*spreadMonths")))
	w.add(s.Formula(spreadsheet.Whole, nil, w.f("{S-}-{P}+IF(2*{P}>=spreadMonths,spreadMonths,0)")))
	w.add(s.Formula(spreadsheet.Plain, nil, w.f("IF({Q}*1000000>=999999*spreadMonths,-1,IF({Q}*1000000<=-999999*spreadMonths,1,0))")))
	w.add(s.Formula(spreadsheet.Whole, nil, w.f("{Q}+{R}*spreadMonths")))
	w.add(s.Formula(spreadsheet.Whole, cents(share), w.f("spreadSign*({O}+IF(2*{P}>=spreadMonths,1,0)+{R})")))
}

func (b *book) asset(s *spreadsheet.Sheet, w *workRow, k int) {
	p := &b.r.Schedule[k-1]
	w.add(s.Formula(spreadsheet.Whole, cents(p.RouAmortization), w.f(`IF(leaseClass="operating",{T}-{L},{T})`)))
	w.add(s.Formula(spreadsheet.Whole, cents(p.LeaseExpense), w.f(`IF(leaseClass="operating",{T},{T}+{L})`)))
	w.add(s.Formula(spreadsheet.Whole, cents(p.RouAssetClose), w.f("{W-}-{U}")))
}
