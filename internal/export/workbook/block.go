package workbook

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// block is a measurement: the rows from an event, or from commencement, to the end of
// the term then in force, on a sheet of their own. Later events may end it sooner.
type block struct {
	b     *book
	sheet string
	index int // of the segment
	terms int // place of its terms: the events by then
	event int // that started it; −1 for commencement
	start civil.Date

	rows     []row
	happened int  // whole rows before the next event
	cut      *row // the part of the next one that happened; nil where none is cut

	source    *block // of the liability, where an impairment left it as it was
	offset    int    // rows of the source before the first one
	gone      int    // days of that row before it
	shortened *block // the present value of what is left at the old rate, where a scope ends earlier
	total     string // formula for what is spread straight-line, in minor units
	months    string // formula for the months
	pattern   pattern
}

// pattern is what is spread straight-line.
type pattern uint8

const (
	byAsset pattern = iota
	byCost
	byExempted
)

// row is a row of a measurement as the service has it, and its place in its payment
// period.
type row struct {
	leasehold.Period

	month  int // of the period's start, counted from commencement
	before int // days of the period before the row
}

// The first row of a block's sheet is that of its opening balances.
const openingRow = 5

// at is the row of the sheet that has row i, counted from 0.
func at(i int) int { return openingRow + 1 + i }

// partRow is that of the part that happened of a row that an event cut.
func (k *block) partRow() int { return at(len(k.rows)) + 3 }

// last is the row of the sheet with the balances of the day before the next
// event.
func (k *block) last() int {
	switch {
	case k.cut != nil:
		return k.partRow()
	case k.happened == 0:
		return openingRow
	default:
		return at(k.happened - 1)
	}
}

// cell refers to a cell of the sheet from another one.
func (k *block) cell(column string, row int) string {
	return fmt.Sprintf("'%s'!$%s$%d", k.sheet, letter(column), row)
}

// here refers to a cell from the same sheet.
func here(column string, row int) string { return letter(column) + strconv.Itoa(row) }

// sumHere is the sum of a column over the rows of the sheet, from the same sheet.
func (k *block) sumHere(column string) string {
	return fmt.Sprintf("SUM($%[1]s$%[2]d:$%[1]s$%[3]d)", letter(column), at(0), at(len(k.rows)-1))
}

// lay finds the blocks of the life.
func (b *book) lay() {
	b.trace()
	for i := range b.r.Segments {
		seg := &b.r.Segments[i]
		k := &block{b: b, index: i, event: seg.Event, terms: seg.Event + 1, start: seg.Start, sheet: "Measurement " + strconv.Itoa(i+1)}
		b.blocks = append(b.blocks, k)
		if seg.Event >= 0 && b.r.Events[seg.Event].Treatment == leasehold.Derecognized {
			continue
		}
		for _, p := range b.terms[k.terms].Rows {
			k.rows = append(k.rows, b.place(p))
		}
		k.happened = len(seg.Periods)
		if n := len(seg.Periods); n > 0 && seg.Periods[n-1].Last != k.rows[n-1].Last {
			part := b.place(seg.Periods[n-1])
			k.cut, k.happened = &part, n-1
		}
		k.spreads(seg)
		if seg.Event >= 0 {
			if t := b.r.Events[seg.Event].Treatment; t == leasehold.Impaired || t == leasehold.Reversed {
				k.continues(b.blocks[i-1])
			}
		}
		if seg.Event >= 0 {
			k.shorten(b.blocks[i-1])
		}
	}
}

// place finds a row's place in its payment period.
func (b *book) place(p leasehold.Period) row {
	l := &b.r.Lease
	period := l.PaymentFrequency.Months()
	month := (p.Year - 1) * 12 / period * period
	for !after(l.CommencementDate.AddMonths(month+period), p.First) {
		month += period
	}
	return row{p, month, days(l.CommencementDate.AddMonths(month), p.First)}
}

// continues makes the block take its liability from the one before.
func (k *block) continues(before *block) {
	k.source, k.offset, k.gone = before, before.happened, 0
	if before.source != nil {
		k.source, k.offset = before.source, before.offset+before.happened
		if before.happened == 0 {
			k.gone = before.gone
		}
	}
	if before.cut != nil {
		k.gone += before.cut.Days
	}
}

// flow returns the block and the row behind row i, and the days of it before.
func (k *block) flow(i int) (source *block, row, gone int) {
	if k.source == nil {
		return k, i, 0
	}
	if i == 0 {
		gone = k.gone
	}
	return k.source, k.offset + i, gone
}

// spreads finds what is spread straight-line.
func (k *block) spreads(seg *leasehold.Segment) {
	l := &k.b.r.Lease
	opening := fmt.Sprintf("$%s$%d", letter("asset"), openingRow)
	payments, termLeft := k.sumHere("payment"), k.sumHere("months")
	switch {
	case l.Exemption != leasehold.NoExemption:
		k.pattern, k.months = byExempted, termLeft
		k.total = "adjustment"
		if !l.Standard.ExpensesExemptAsPaid() {
			k.total += "+" + payments
		}
	case seg.Class == leasehold.Operating && !seg.Impaired:
		k.pattern, k.months = byCost, termLeft
		k.total = fmt.Sprintf("%s+%s-$%s$%d", payments, opening, letter("balance"), openingRow)
	default:
		k.pattern, k.total = byAsset, opening
		k.months = termLeft
		if left := k.b.terms[k.terms].Amortized; left.Cmp(k.sum()) != 0 {
			k.months = fmt.Sprintf("%s/%s", left.Num(), left.Denom())
		}
	}
}

// sum returns the months of the block's rows.
func (k *block) sum() *big.Rat {
	sum := new(big.Rat)
	for i := range k.rows {
		p := &k.rows[i]
		sum.Add(sum, big.NewRat(int64(p.Months)*int64(p.Days), int64(p.PeriodDays)))
	}
	return sum
}

// shorten adds the measurement of what stays where a scope ends earlier: the rents
// and single payments of before, with the new end, at the old rate (METHOD 13.6).
func (k *block) shorten(before *block) {
	e := &k.b.r.Lease.Events[k.event]
	result := &k.b.r.Events[k.event]
	if !result.Decrease || !k.b.r.Lease.Standard.SingleModel() || !e.TermMonths.Set || e.TermMonths.Value >= k.b.r.Segments[k.index-1].TermMonths {
		return
	}
	s := &block{b: k.b, index: k.index, terms: before.terms, event: k.event, start: k.start, sheet: "Retained " + strconv.Itoa(k.index+1)}
	for _, p := range k.rows {
		if p.month < e.TermMonths.Value {
			s.rows = append(s.rows, p)
		}
	}
	k.shortened = s
}

// columns are those of the sheet of a measurement, in their order. Formulas name them.
var columns = []struct{ name, heading string }{
	{"row", "Row"},
	{"from", "From"},
	{"to", "To"},
	{"due", "Due"},
	{"periodDays", "Days of the period"},
	{"daysBefore", "Days before the row"},
	{"days", "Days"},
	{"periodMonths", "Months of the period"},
	{"months", "Months"},
	{"rent", "Rent"},
	{"paidFirst", "Paid on first day"},
	{"paidLast", "Paid on last day"},
	{"paidBetween", "Paid between"},
	{"grown", "That, grown to the end"},
	{"growth", "Growth"},
	{"exact", "Exact balance before"},
	{"payment", "Payment"},
	{"roundedInterest", "Interest, rounded"},
	{"drift", "Printed less exact balance"},
	{"correction", "Adjustment, one-cent rule"},
	{"interest", "Interest"},
	{"balance", "Balance"},
	{"monthsSoFar", "Months so far"},
	{"roundedShare", "Share, rounded"},
	{"shareDrift", "Share less exact"},
	{"shareCorrection", "Adjustment"},
	{"share", "Straight-line share"},
	{"sharesSoFar", "Shares so far"},
	{"amortization", "Amortization"},
	{"asset", "Asset"},
	{"cost", "Lease cost"},
	{"variable", "Variable cost"},
	{"exactInterest", "Exact interest"},
	{"exactShare", "Exact share"},
}

// letters are the letters of the columns by their names.
var letters = func() map[string]string {
	list := map[string]string{}
	for i := range columns {
		list[columns[i].name], _ = excelize.ColumnNumberToName(i + 1) // there are not that many
	}
	return list
}()

// letter returns the letter of a column of the sheet of a measurement. A column of another
// sheet goes by its letter.
func letter(column string) string { return cmp.Or(letters[column], column) }

// figure is a cell: how it looks, the service's figure, and a formula or "".
type figure struct {
	look    spreadsheet.Style
	value   any
	formula string
}

// figures are cells of a row by the names of their columns.
type figures map[string]figure

// put returns the cells of a row of the sheet.
func (k *block) put(s *spreadsheet.Sheet, row int, list figures) []any {
	cells := make([]any, len(columns))
	for i := range columns {
		switch f := list[columns[i].name]; {
		case f.formula != "":
			cells[i] = s.Formula(f.look, f.value, k.b.fit(formula(f.formula, row)))
		case f.value != nil:
			cells[i] = s.Value(f.look, f.value)
		}
	}
	return cells
}

// formula fills in {x}, {x-} and {x+}: column x of a row, of the row before and of
// the row after it.
func formula(format string, row int) string {
	var f strings.Builder
	for {
		start := strings.IndexByte(format, '{')
		if start < 0 {
			f.WriteString(format)
			return f.String()
		}
		end := start + strings.IndexByte(format[start:], '}')
		f.WriteString(format[:start])
		column, at := format[start+1:end], row
		switch column[len(column)-1] {
		case '-':
			column, at = column[:len(column)-1], row-1
		case '+':
			column, at = column[:len(column)-1], row+1
		}
		f.WriteString(here(column, at))
		format = format[end+1:]
	}
}

// The one-cent rule: a row moves where its printed balance would be almost a minor
// unit from the exact one.
const moves = "IF({%[1]s}>=0.999999,-1,IF({%[1]s}<=-0.999999,1,0))"

func (k *block) write(s *spreadsheet.Sheet) {
	widths := make([]float64, len(columns))
	headings := make([]string, len(columns))
	for i, c := range columns {
		widths[i], headings[i] = 14, c.heading
	}
	widths[0] = 7
	s.Widths(widths...)
	s.Freeze(4, 0)
	s.Head(k.title(), "Amounts in minor units of "+k.b.o.Currency+". Exact balances run backward from 0 after the last row; printed ones forward from the rounded first.")
	s.Headings(spreadsheet.AllRight(headings)...)
	opening := figures{
		"balance":     {spreadsheet.Whole, k.openingLiability(), k.liability()},
		"monthsSoFar": {spreadsheet.Plain, 0, ""},
		"sharesSoFar": {spreadsheet.Whole, 0, ""},
	}
	if k.isMeasured() {
		opening["asset"] = figure{spreadsheet.Whole, minor(k.b.r.Segments[k.index].RouAsset), k.asset()}
	}
	s.Put(k.put(s, openingRow, opening)...)
	for i := range k.rows {
		s.Put(k.put(s, at(i), k.figures(i))...)
	}
	end := k.put(s, at(len(k.rows)), figures{"exact": {spreadsheet.Whole, 0, ""}})
	end[0] = s.Text(spreadsheet.Label, "end")
	s.Put(end...)
	if k.cut != nil {
		s.Skip()
		s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("The part of row %d that happened before the next event", k.rows[k.happened].Number+k.firstNumber()-k.rows[0].Number)))
		s.Put(k.part(s)...)
	}
	s.PrintTo(letter(columns[len(columns)-1].name))
}

// firstNumber is the number of the block's first row in the schedule.
func (k *block) firstNumber() int {
	n := 1
	for _, seg := range k.b.r.Segments[:k.index] {
		n += len(seg.Periods)
	}
	return n
}

// isMeasured reports whether the block is a measurement of the life, and none of a part
// that stays.
func (k *block) isMeasured() bool { return k.months != "" }

func (k *block) title() string {
	if k.event < 0 {
		return "Measurement at commencement"
	}
	what := wording.Event(k.b.r.Events[k.event].Type) + " of " + k.start.String()
	if !k.isMeasured() {
		return "What stays at the old rate, " + what
	}
	return "Measurement at the " + what
}

// openingLiability is the service's figure of the opening balance, or nil.
func (k *block) openingLiability() any {
	if !k.isMeasured() {
		return nil
	}
	return minor(k.b.r.Segments[k.index].Liability)
}

// liability is a formula for the liability at the start.
func (k *block) liability() string {
	switch {
	case k.b.r.Lease.Exemption != leasehold.NoExemption:
		return "0"
	case k.source != nil:
		return eventName(k.event, "liabilityBefore")
	default:
		return rounded(here("exact", at(0)))
	}
}

// asset is a formula for the asset at the start.
func (k *block) asset() string {
	if k.event >= 0 {
		return eventName(k.event, "assetAfter")
	}
	return "initialAsset"
}

// span is when a row begins and ends, is paid, and which part of its period it is.
func (p *row) span() figures {
	return figures{
		"from":         {spreadsheet.Day, spreadsheet.Serial(p.First), ""},
		"to":           {spreadsheet.Day, spreadsheet.Serial(p.Last), ""},
		"due":          {spreadsheet.Day, spreadsheet.Serial(p.Date), ""},
		"periodDays":   {spreadsheet.Plain, p.PeriodDays, ""},
		"daysBefore":   {spreadsheet.Plain, p.before, ""},
		"days":         {spreadsheet.Plain, p.Days, "{to}-{from}+1"},
		"periodMonths": {spreadsheet.Plain, p.Months, ""},
		"months":       {spreadsheet.Decimals, nil, "{periodMonths}*{days}/{periodDays}"},
	}
}

// figures are those of row i.
func (k *block) figures(i int) figures {
	list := k.rows[i].span()
	list["row"] = figure{spreadsheet.Plain, k.firstNumber() + i, ""}
	flow := k.measured
	if k.source != nil {
		flow = k.carried
	}
	maps.Copy(list, flow(i))
	maps.Copy(list, k.spread(i))
	return list
}
