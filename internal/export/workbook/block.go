package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// block is a measurement of the lease on a separate sheet, starting at commencement or at an event.
// The rows continue to the end of the lease term, even if a later event supersedes the measurement.
type block struct {
	b     *book
	seg   *schedule.Segment
	sheet string
	terms int // number of events that precede the terms of the measurement

	rows      []row
	wholeRows int  // number of whole rows before the next event
	splitRow  *row // the part of a split row that precedes the next event; nil if the event splits no row

	before    *block // preceding block, if an impairment left its liability unchanged; otherwise nil
	shortened *block // present value of the retained payments at the old rate, if the event reduces the term; otherwise nil
	retained  bool   // whether the block is a shortened block of another block

	total              string // formula for the total amount that is recognized straight-line, in minor units
	months             string // formula for the number of months over which total is recognized
	amortization, cost string // formulas of one row
}

// row is a schedule row with its position within the payment period.
type row struct {
	leasehold.Period

	month  int // months from commencement to the start of the payment period
	before int // days from the start of the payment period to the row
}

// openingRow is the row number of the opening balances on the sheet of a block.
const openingRow = 5

// at returns the row number on the sheet for row i of the block, from 0.
func at(i int) int { return openingRow + 1 + i }

func (k *block) partRow() int { return at(len(k.rows)) + 3 }

// last returns the row number of the closing balances before the next event.
func (k *block) last() int {
	if k.splitRow != nil {
		return k.partRow()
	}
	return at(k.wholeRows) - 1
}

func (k *block) all(column string) string {
	return measurement.area("'"+k.sheet+"'", column, at(0), at(len(k.rows)-1))
}

// cell returns a reference to one cell that is valid in formulas on any sheet.
func (k *block) cell(column string, row int) string {
	return fmt.Sprintf("'%s'!$%s$%d", k.sheet, measurement.letter(column), row)
}

func (k *block) sum(column string) string {
	return "SUM(" + k.all(column) + ")"
}

func (b *book) buildBlocks() {
	for i := range b.r.Segments {
		seg := &b.r.Segments[i]
		k := &block{b: b, seg: seg, terms: seg.Event + 1, sheet: "Measurement " + strconv.Itoa(i+1)}
		b.blocks = append(b.blocks, k)
		if i > 0 && b.r.Events[seg.Event].Treatment == schedule.Derecognized {
			continue
		}
		for j, p := range b.terms[k.terms].Rows {
			p.Number = seg.FirstRow + 1 + j
			k.rows = append(k.rows, b.place(p))
		}
		k.wholeRows = len(seg.Periods)
		if n := k.wholeRows; n > 0 && seg.Periods[n-1].Last != k.rows[n-1].Last {
			part := b.place(seg.Periods[n-1])
			k.splitRow, k.wholeRows = &part, n-1
		}
		k.setStraightLine()
		if i > 0 {
			if t := b.r.Events[seg.Event].Treatment; t == schedule.Impaired || t == schedule.Reversed {
				k.before = b.blocks[i-1]
			}
			k.shorten(b.blocks[i-1])
		}
	}
}

func (b *book) place(p leasehold.Period) row {
	start, period := b.r.Lease.CommencementDate, b.r.Lease.PaymentFrequency.Months()
	month := (p.Year - 1) * 12 / period * period
	for !p.First.Before(start.AddMonths(month + period)) {
		month += period
	}
	return row{p, month, days(start.AddMonths(month), p.First)}
}

// flow returns the block and the index of the row that compute the liability of row i. elapsed is
// the number of days from the first day of that row to row i.
func (k *block) flow(i int) (source *block, row, elapsed int) {
	if k.before == nil {
		return k, i, 0
	}
	source, row, elapsed = k.before.flow(k.before.wholeRows + i)
	if i == 0 && k.before.splitRow != nil {
		elapsed += k.before.splitRow.Days
	}
	return source, row, elapsed
}

func (k *block) setStraightLine() {
	l := &k.b.r.Lease
	opening := func(column string) string { return fmt.Sprintf("$%s$%d", measurement.letter(column), openingRow) }
	sum := func(column string) string {
		return fmt.Sprintf("SUM($%[1]s$%[2]d:$%[1]s$%[3]d)", measurement.letter(column), at(0), at(len(k.rows)-1))
	}
	k.months = sum("months")
	switch {
	case l.Exempt() && l.Standard.ExpensesExemptAsPaid():
		k.total, k.amortization, k.cost = "adjustment", "0", "{share}+{payment}"
	case l.Exempt():
		k.total, k.amortization, k.cost = "adjustment+"+sum("payment"), "0", "{share}"
	case k.byCost():
		k.total, k.amortization, k.cost = sum("payment")+"+"+opening("asset")+"-"+opening("balance"), "{share}-{interest}", "{share}"
	default:
		k.total, k.amortization, k.cost = opening("asset"), "{share}", "{share}+{interest}"
		if left := k.b.terms[k.terms].Amortized; left.Cmp(k.rowMonths()) != 0 {
			k.months = fmt.Sprintf("%s/%s", left.Num(), left.Denom())
		}
	}
}

func (k *block) byCost() bool { return k.seg.Class == leasehold.Operating && !k.seg.Impaired }

// shorten adds a block with the present value of the retained payments at the old rate, if the
// event reduces the term (METHOD 13.6).
func (k *block) shorten(before *block) {
	l, event := &k.b.r.Lease, k.seg.Event
	term := l.Events[event].TermMonths
	if !k.b.r.Events[event].Decrease || !l.Standard.SingleModel() || !term.Set || term.Value >= before.seg.TermMonths {
		return
	}
	k.shortened = &block{b: k.b, seg: k.seg, terms: before.terms, retained: true, sheet: strings.Replace(k.sheet, "Measurement", "Retained", 1)}
	k.shortened.rows = slices.DeleteFunc(slices.Clone(k.rows), func(p row) bool { return p.month >= term.Value })
}

type part uint8

const (
	ofTime part = 1 << iota
	ofLiability
	ofAsset
)

// correction is a formula that adjusts a row by one minor unit. Without the adjustment, the printed
// balance would differ from the exact balance by almost one minor unit.
const correction = "IF({%[1]s}>=0.999999,-1,IF({%[1]s}<=-0.999999,1,0))"

// columns lists the columns of a measurement. In a formula, {x} is the cell of column x in the same
// row. {x-} is the cell in the row above, and {x+} is the cell in the row below. [x] is a formula
// of the block. If formula is "", each row sets the cell.
var columns = []struct {
	name, heading string
	part          part
	look          spreadsheet.Style
	formula       string
	value         func(*row) any // returns the service's value in a row; nil if the service has no such value
}{
	{"row", "Row", ofTime, spreadsheet.Plain, "", func(r *row) any { return r.Number }},
	{"from", "From", ofTime, spreadsheet.Day, "", func(r *row) any { return spreadsheet.Serial(r.First) }},
	{"to", "To", ofTime, spreadsheet.Day, "", func(r *row) any { return spreadsheet.Serial(r.Last) }},
	{"due", "Due", ofTime, spreadsheet.Day, "", func(r *row) any { return spreadsheet.Serial(r.Date) }},
	{"periodDays", "Days of the period", ofTime, spreadsheet.Plain, "", func(r *row) any { return r.PeriodDays }},
	{"daysBefore", "Days before the row", ofTime, spreadsheet.Plain, "", func(r *row) any { return r.before }},
	{"days", "Days", ofTime, spreadsheet.Plain, "{to}-{from}+1", func(r *row) any { return r.Days }},
	{"periodMonths", "Months of the period", ofTime, spreadsheet.Plain, "", func(r *row) any { return r.Months }},
	{"months", "Months", ofTime, spreadsheet.Decimals, "{periodMonths}*{days}/{periodDays}", nil},
	{"rent", "Rent", ofLiability, spreadsheet.Whole, "", nil},
	{"paidFirst", "Paid on first day", ofLiability, spreadsheet.Whole, "", nil},
	{"paidLast", "Paid on last day", ofLiability, spreadsheet.Whole, "", nil},
	{"paidBetween", "Paid between", ofLiability, spreadsheet.Whole, "", nil},
	{"grown", "Paid between, grown to the end", ofLiability, spreadsheet.Decimals, "", nil},
	{
		"growth", "Growth", ofLiability, spreadsheet.Decimals, // the growth of a partial period excludes the growth of the days before it
		`IF(discounting="nominal",(1+[rate]*{periodMonths}/12)/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),` +
			`IF(discounting="effective",(1+[rate])^({periodMonths}*{days}/{periodDays}/12),(1+[rate])^({days}/365)))`, nil,
	},
	{"exact", "Exact balance before", ofLiability, spreadsheet.Decimals, "{paidFirst}+({paidLast}+{grown}+{exact+})/{growth}", nil},
	{"payment", "Payment", ofLiability, spreadsheet.Whole, "{paidFirst}+{paidLast}+{paidBetween}", func(r *row) any { return minor(r.Payment) }},
	{"roundedInterest", "Interest, rounded", ofLiability, spreadsheet.Whole, sized("{exactInterest}", `IF(discounting="nominal",{exactInterest},{exact})`), nil},
	{"drift", "Printed less exact balance", ofLiability, spreadsheet.Decimals, "ROUND(({balance-}-{payment}+{roundedInterest})-{exact+},6)", nil},
	{"correction", "Adjustment, one-cent rule", ofLiability, spreadsheet.Plain, fmt.Sprintf(correction, "drift"), nil},
	{"interest", "Interest", ofLiability, spreadsheet.Whole, "{roundedInterest}+{correction}", func(r *row) any { return minor(r.Interest) }},
	{"balance", "Balance", ofLiability, spreadsheet.Whole, "{balance-}-{payment}+{interest}", func(r *row) any { return minor(r.LiabilityClose) }},
	{"monthsSoFar", "Months so far", ofAsset, spreadsheet.Decimals, "MIN(([months]),{monthsSoFar-}+{months})", nil},
	{"roundedShare", "Share, rounded", ofAsset, spreadsheet.Whole, sized("{exactShare}", "{exactShare}"), nil},
	{"shareDrift", "Share less exact", ofAsset, spreadsheet.Decimals, "ROUND((({sharesSoFar-}+{roundedShare})*([months])-([total])*{monthsSoFar})/([months]),6)", nil},
	{"shareCorrection", "Adjustment", ofAsset, spreadsheet.Plain, fmt.Sprintf(correction, "shareDrift"), nil},
	{"share", "Straight-line share", ofAsset, spreadsheet.Whole, "{roundedShare}+{shareCorrection}", nil},
	{"sharesSoFar", "Shares so far", ofAsset, spreadsheet.Whole, "{sharesSoFar-}+{share}", nil},
	{"amortization", "Amortization", ofAsset, spreadsheet.Whole, "[amortization]", func(r *row) any { return minor(r.RouAmortization) }},
	{"asset", "Asset", ofAsset, spreadsheet.Whole, "{asset-}-{amortization}", func(r *row) any { return minor(r.RouAssetClose) }},
	{"cost", "Lease cost", ofAsset, spreadsheet.Whole, "[cost]", func(r *row) any { return minor(r.LeaseExpense) }},
	{"variable", "Variable cost", ofAsset, spreadsheet.Whole, "", nil},
	{
		"exactInterest", "Exact interest", ofLiability, spreadsheet.Decimals, // computed from the rate, because the difference between two balances would lose digits
		`({exact}-{paidFirst})*IF(discounting="nominal",[rate]*{periodMonths}/12*(1-{daysBefore}/{periodDays})/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),` +
			`{growth}-1)-({grown}-{paidBetween})`, nil,
	},
	{"exactShare", "Exact share", ofAsset, spreadsheet.Decimals, "([total])*({monthsSoFar}-{monthsSoFar-})/([months])", nil},
}

var measurement = func() (l layout) {
	for _, c := range columns {
		l = append(l, sheetColumn{c.name, spreadsheet.Right(c.heading).Wide(14)})
	}
	l[0].heading = l[0].heading.Wide(7)
	return l
}()

// put writes a row. formulas replaces the formulas of the columns in parts. values contains the
// stored values of the cells, by column.
func (k *block) put(s *spreadsheet.Sheet, parts part, formulas map[string]string, values map[string]any) {
	cells, row := make([]any, len(columns)), s.Row()+1
	block := strings.NewReplacer("[rate]", k.rate(), "[months]", k.months, "[total]", k.total, "[amortization]", k.amortization, "[cost]", k.cost)
	for i, c := range columns {
		f, own := formulas[c.name]
		if !own && parts&c.part != 0 {
			f = block.Replace(c.formula)
		}
		switch value := values[c.name]; {
		case f != "":
			cells[i] = s.Formula(c.look, value, k.b.fit(measurement.formula(f, row)))
		case value != nil:
			cells[i] = s.Value(c.look, value)
		}
	}
	s.Put(cells...)
}

func (k *block) write(s *spreadsheet.Sheet) {
	measurement.table(s, k.title(), "Amounts in minor units of "+k.b.o.Currency+". Exact balances run backward from 0 after the last row; printed balances run forward from the rounded opening balance.")
	k.opening(s)
	parts := ofTime
	if k.before == nil {
		parts |= ofLiability
	}
	if !k.retained {
		parts |= ofAsset
	}
	for i := range k.rows {
		k.put(s, parts, k.formulas(i), k.values(&k.rows[i]))
	}
	k.put(s, 0, nil, map[string]any{"row": "end", "exact": 0})
	if k.splitRow != nil {
		s.Skip()
		s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Part of row %d before the next event", k.splitRow.Number)))
		k.put(s, ofTime, k.splitFormulas(), k.values(k.splitRow))
	}
}

func (k *block) title() string {
	if k.seg.Event < 0 {
		return "Measurement at commencement"
	}
	event := wording.Event(k.b.r.Events[k.seg.Event].Type) + " of " + k.seg.Start.String()
	if k.retained {
		return "Retained portion at the old rate, " + event
	}
	return "Measurement at the " + event
}

func (k *block) opening(s *spreadsheet.Sheet) {
	formulas, values := map[string]string{"balance": rounded("{exact+}")}, map[string]any{"monthsSoFar": 0, "sharesSoFar": 0}
	switch {
	case k.b.r.Lease.Exempt():
		formulas["balance"] = "0"
	case k.before != nil:
		formulas["balance"] = eventName(k.seg.Event, "liabilityBefore")
	}
	if !k.retained {
		formulas["asset"] = "initialAsset"
		if k.seg.Event >= 0 {
			formulas["asset"] = eventName(k.seg.Event, "assetAfter")
		}
		values["balance"], values["asset"] = minor(k.seg.Liability), minor(k.seg.RouAsset)
	}
	k.put(s, 0, formulas, values)
}

func (k *block) values(r *row) map[string]any {
	values := map[string]any{}
	for _, c := range columns {
		if c.value != nil && (c.part == ofTime || !k.retained) {
			values[c.name] = c.value(r)
		}
	}
	return values
}
