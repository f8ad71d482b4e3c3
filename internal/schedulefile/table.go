package schedulefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

type table struct {
	*columns.Table

	theirs reperform.Theirs
}

// figure is an amount field of a schedule row. Its function returns a pointer to the field in a given row.
type figure struct {
	name string
	in   func(*reperform.Row) *strict.Optional[money.Decimal]
}

var figures = []figure{
	{payment, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Payment }},
	{interest, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Interest }},
	{principal, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.Principal }},
	{liability, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.LiabilityClose }},
	{amortization, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.RouAmortization }},
	{asset, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.RouAssetClose }},
	{expense, func(r *reperform.Row) *strict.Optional[money.Decimal] { return &r.LeaseExpense }},
}

func (t *table) read(o Options) (*Reading, error) {
	if !slices.ContainsFunc(figures, func(f figure) bool { return t.Has(f.name) }) {
		return nil, columns.Refuse("no column of figures was recognized%s; supply a map, such as --map \"ending bal=liabilityClose\"", columns.Among(t.Columns))
	}
	t.Learn(cell.Style{Dates: o.Dates, Decimals: o.Decimals})
	t.dropTotals()
	t.settleNumbers()
	t.settleDates(o)
	if err := t.take(); err != nil {
		return nil, err
	}
	t.starts(t.reverseSigns())
	return &Reading{Theirs: t.theirs, Sheet: t.Sheet, Columns: t.Named(), Left: t.Left, Notes: t.Notes}, nil
}

// dropTotals omits blank rows, repeated headings, totals, and rows without figures.
func (t *table) dropTotals() {
	keyed := t.Has(period) || t.Has(date)
	kept := t.Rows[:0:0]
	for i := range t.Rows {
		r := &t.Rows[i]
		switch {
		case columns.Filled(r.Cells) == 0:
			if i+1 < len(t.Rows) {
				t.Leave(r, "it is blank")
			}
		case t.isHeading(r):
			t.Leave(r, "it repeats the headings")
		case !t.hasFigure(r):
			t.Leave(r, "it has no figure")
		case isTotal(r):
			t.Leave(r, "it is a total")
		case keyed && t.Cell(r, period).Empty() && t.Cell(r, date).Empty():
			t.Leave(r, "it has neither a number nor a date")
		default:
			kept = append(kept, *r)
		}
	}
	t.Rows = kept
}

func (t *table) hasFigure(r *sheet.Row) bool {
	keyed := !t.Cell(r, period).Empty() || !t.Cell(r, date).Empty()
	for _, f := range figures {
		if c := t.Cell(r, f.name); !c.Empty() && (keyed || c.Type != cell.Text || strings.ContainsAny(c.Text, "0123456789-\u2013\u2014")) {
			return true
		}
	}
	return !t.Cell(r, liabilityOpen).Empty() && t.Cell(r, liabilityOpen).Type == cell.Number
}

// isHeading reports whether at least two cells of a row equal the headings of their columns.
func (t *table) isHeading(r *sheet.Row) bool {
	same := 0
	for i, c := range r.Cells[:min(len(r.Cells), len(t.Columns))] {
		if one := &t.Columns[i]; one.Field != "" && one.Heading != "" && c.Type == cell.Text && cell.Fold(c.Text) == cell.Fold(one.Heading) {
			same++
		}
	}
	return same > 1
}

func isTotal(r *sheet.Row) bool {
	return slices.ContainsFunc(r.Cells, func(c cell.Cell) bool {
		return c.Type == cell.Text && columns.WordsOf(c.Text).Any("total", "totals", "subtotal", "sum", "summe", "subtotals")
	})
}

// settleNumbers handles the row number column. If the row number column contains dates and the table has no date
// column, the row number column becomes the date column. Otherwise, a column without numbers is ignored.
func (t *table) settleNumbers() {
	if !t.Has(period) {
		return
	}
	if slices.ContainsFunc(t.Rows, func(r sheet.Row) bool { _, ok := t.number(&r); return ok }) {
		t.fromZero()
		return
	}
	dated := slices.ContainsFunc(t.Rows, func(r sheet.Row) bool {
		_, problem := (cell.Style{Dates: cell.DayFirst, From1904: t.Style.From1904}).Date(t.Cell(&r, period))
		return problem == ""
	})
	if dated && !t.Has(date) {
		t.Move(period, date)
	} else {
		t.Drop(period, "its cells are not whole numbers")
	}
}

func (t *table) number(r *sheet.Row) (n int64, ok bool) {
	d, problem := t.Style.Decimal(t.Cell(r, period))
	if problem != "" {
		return 0, false
	}
	return d.Int64()
}

// fromZero handles a row with the number 0. If row 0 has no payment, it contains the initial balances and is omitted.
// If row 0 has a payment, row 0 is the first period, and fromZero adds 1 to all row numbers.
func (t *table) fromZero() {
	i := slices.IndexFunc(t.Rows, func(r sheet.Row) bool { n, ok := t.number(&r); return ok && n == 0 })
	if i < 0 {
		return
	}
	r := &t.Rows[i]
	if d, problem := t.Style.Decimal(t.Cell(r, payment)); problem == "" && d.Sign() != 0 {
		t.Note("Rows in the file are numbered from 0, and row 0 has a payment. Here, rows are numbered from 1.")
		t.shift()
		return
	}
	if d, problem := t.Style.Decimal(t.Cell(r, liability)); problem == "" {
		t.start(&t.theirs.InitialLiability, d, "initial liability", "row 0")
	}
	if d, problem := t.Style.Decimal(t.Cell(r, asset)); problem == "" {
		t.start(&t.theirs.InitialRouAsset, d, "initial right-of-use asset", "row 0")
	}
	t.Leave(r, "it is row 0, the commencement, and has no payment")
	t.Rows = slices.Delete(t.Rows, i, i+1)
}

func (t *table) shift() {
	at := t.At(period)[0]
	for i := range t.Rows {
		if n, ok := t.number(&t.Rows[i]); ok {
			t.Rows[i].Cells[at] = cell.Cell{Text: fmt.Sprint(n + 1), Type: cell.Number}
		}
	}
}

// start sets an initial balance and notes its source, unless the balance has already been set.
func (t *table) start(to *strict.Optional[money.Decimal], d money.Decimal, what, where string) {
	if !to.Set {
		*to = strict.Some(d)
		t.Note("The %s is %s, taken from %s.", what, wording.Decimal(d, 0), where)
	}
}

// settleDates determines the order of day and month if the dates are ambiguous. It chooses the
// order in which the rows are at least a month apart.
func (t *table) settleDates(o Options) {
	if !t.Has(date) || o.Dates != cell.AnyOrder || t.Style.Dates != cell.AnyOrder {
		return
	}
	if !slices.ContainsFunc(t.Rows, func(r sheet.Row) bool { _, problem := t.Style.Date(t.Cell(&r, date)); return problem != "" }) {
		return
	}
	months, days := t.monthlyIn(cell.MonthFirst), t.monthlyIn(cell.DayFirst)
	switch {
	case months && !days:
		t.Style.Dates = cell.MonthFirst
		t.Note("Dates are read with the month first, because with the day first, some rows would be less than a month apart.")
	case days && !months:
		t.Style.Dates = cell.DayFirst
		t.Note("Dates are read with the day first, because with the month first, some rows would be less than a month apart.")
	case t.Has(period):
		t.Drop(date, "the order of day and month in its dates is unclear; the rows are matched by their numbers")
	}
}

// leastMonth is the minimum length of a payment period, in days.
const leastMonth = 28

// monthlyIn reads dates with the given order of day, month and year. It reports whether consecutive
// dates are at least a month apart.
func (t *table) monthlyIn(order cell.Order) bool {
	style := t.Style
	style.Dates = order
	before := 0
	for i := range t.Rows {
		day, problem := style.Day(t.Cell(&t.Rows[i], date))
		if problem != "" || i > 0 && day.Ordinal()-before < leastMonth {
			return false
		}
		before = day.Ordinal()
	}
	return len(t.Rows) > 1
}

// The API contract's names for the fields of a schedule row, and the names of the opening balances.
const (
	period       = "period"
	date         = "date"
	liability    = "liabilityClose"
	asset        = "rouAssetClose"
	amortization = "rouAmortization"
	expense      = "leaseExpense"
	payment      = "payment"
	interest     = "interest"
	principal    = "principal"

	liabilityOpen = "liabilityOpen"
	assetOpen     = "rouAssetOpen"
)

// fields contains the fields that a map may assign to columns.
var fields = []string{period, date, payment, interest, principal, liability, amortization, asset, expense, liabilityOpen, assetOpen}

// The concepts that the words of a heading can express.
const (
	isAsset     = "ASSET"
	isLiability = "LIABILITY"
	isTime      = "TIME"  // the end of a period
	isName      = "NAME"  // a name of the asset or the liability, without a word for an amount
	isOther     = "OTHER" // an amount that is not a field
	opens       = "OPENS"
	closes      = "CLOSES"
	amortizes   = "AMORTIZES"
)

var (
	ofAsset     = columns.In("rou asset assets nbv")
	ofLiability = columns.In("liability liabilities obligation debt loan")

	headings = columns.Set{
		Exact:  exact(),
		Others: others(),
		Phrases: strings.NewReplacer(
			"right-of-use", "rou", "right of use", "rou", "net book value", "nbv", "straight-line", "straightline", "straight line", "straightline",
			"end of", "ending", "start of", "opening", "beginning of", "opening", "b/f", "opening", "c/f", "closing", "brought forward", "opening", "carried forward", "closing",
		),
		Concepts: []columns.Rule{
			{Field: isName, Only: columns.In("lease rou asset assets liability liabilities obligation net total the of loan debt")},
			{Field: isAsset, Any: ofAsset},
			{Field: isLiability, Any: ofLiability, Not: []string{isAsset}},
			{Field: isAsset, Above: ofAsset, Not: []string{isAsset, isLiability}},
			{Field: isLiability, Above: ofLiability, Not: []string{isAsset, isLiability}},
			{Field: isTime, Any: columns.In("period month date day"), Not: []string{isAsset, isLiability, "balance"}},
			{Field: opens, Any: columns.In("opening beginning begin start starting bop open"), Not: []string{isTime}},
			{Field: closes, Any: columns.In("closing ending end close eop balance outstanding remaining carrying nbv"), Not: []string{isTime}},
			{Field: amortizes, Any: columns.In("amortization amortisation depreciation amortized amortised")},
			{Field: isOther, Any: columns.In("pv present factor discount discounted rate days cumulative accumulated cum deferred prepaid accrued current " +
				"noncurrent variance difference check change movement additions remeasurement undiscounted year years debit credit index variable")},
		},
		Rules: []columns.Rule{
			{Field: date, Any: columns.In("date day due"), Not: columns.In("end ending days")},
			{Field: period, Any: columns.In("period payment month installment instalment pmt"), And: columns.In("no number nr index")},
			{Field: interest, Any: columns.In("unwinding unwind accretion")},
			{Any: []string{isOther}},
			{Field: interest, Any: []string{"interest"}},
			{Any: []string{amortizes}, And: []string{opens}},
			{Any: []string{amortizes}, And: []string{closes}, Not: columns.In("expense charge")},
			{Field: amortization, Any: []string{amortizes}},
			{Field: principal, Any: columns.In("principal capital redemption"), Not: []string{opens, closes}},
			{Field: amortization, Any: columns.In("reduction reductions"), And: []string{isAsset}},
			{Field: principal, Any: columns.In("reduction reductions")},
			{Field: expense, Any: []string{"straightline"}},
			{Field: expense, Any: columns.In("expense cost"), Not: columns.In("direct finance initial")},
			{Field: interest, Any: []string{"finance"}, And: columns.In("cost charge")},
			{Field: assetOpen, Any: []string{opens}, And: []string{isAsset}},
			{Field: liabilityOpen, Any: []string{opens}},
			{Field: payment, Any: columns.In("payment payments cash rent rents paid installment instalment pmt"), Not: []string{closes}},
			{Field: asset, Any: []string{isAsset}, And: []string{closes, isName}},
			{Field: liability, Any: []string{closes}},
			{Field: liability, Any: []string{isLiability}, And: []string{isName}},
		},
		Dates:   []string{date},
		Numbers: []string{period, payment, interest, principal, liability, amortization, asset, expense, liabilityOpen, assetOpen},
		Enough:  4,
	}
)

// exact contains the folded headings that are recognized only as a whole.
func exact() map[string]string {
	known := map[string]string{}
	for folded := range others() {
		known[folded] = ""
	}
	for _, folded := range columns.In("period periods n k t no nr month months pmtno row") {
		known[folded] = period
	}
	for _, f := range fields {
		known[cell.Fold(f)] = f
	}
	return known
}

// others contains the headings of columns that are not compared although Leasehold's own schedules have them.
func others() map[string]columns.Column {
	known := map[string]columns.Column{
		"from":   {Why: "it contains the first day of each period", Aside: true},
		"to":     {Why: "it contains the last day of each period", Aside: true},
		"months": {Why: "it contains the length of each period", Aside: true},
	}
	for _, s := range wording.Sides {
		for _, heading := range []string{s.Member, s.Heading} {
			known[cell.Fold(heading)] = columns.Column{Why: "it is not part of the measurement"}
		}
	}
	return known
}
