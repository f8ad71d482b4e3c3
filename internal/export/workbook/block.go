package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// block is a measurement of the lease on its own sheet, starting at commencement or at an event.
// Its rows continue to the end of the lease term, even if a later event supersedes the measurement.
// Rows are counted from 0; the row above row 0 contains the opening balances.
type block struct {
	table

	b     *book
	seg   *schedule.Segment
	terms *terms            // terms of the measurement
	fill  *strings.Replacer // replaces the placeholders in formulas

	rows      []row
	wholeRows int  // number of rows that precede the next event and are not split by it
	splitRow  *row // the part of a split row before the next event; nil if the event splits no row

	before    *block // the preceding block, if an impairment left its liability unchanged; otherwise nil
	shortened *block // present value of the retained payments at the old rate, if the event shortens the term; otherwise nil
	retained  bool   // whether the shortened field of another block refers to this block
}

// row is a schedule row and its position within the payment period.
type row struct {
	leasehold.Period

	month  int // months from commencement to the start of the payment period
	before int // days from the start of the payment period to the row
}

const firstRow = 6

// in returns a formula that any sheet can use. The names in the formula are those of
// [spreadsheet.Rows.Local], and they stand for cells of the block's row i.
func (k *block) in(i int, formula string) string {
	return k.Global(firstRow+i, k.fill.Replace(formula))
}

// at returns the row with the amounts of row i before the next event. If the event splits row i, it
// is the row of the first part.
func (k *block) at(i int) int {
	if k.splitRow != nil && i == k.wholeRows {
		return len(k.rows) + 3
	}
	return i
}

func (b *book) newBlock(seg *schedule.Segment, sheet string, terms *terms, events int, rows []row) *block {
	k := &block{table: newTable(sheet, firstRow, firstRow+len(rows)-1, slices.Clone(measurement)), b: b, seg: seg, terms: terms, rows: rows}
	k.fill = k.placeholders(events)
	for i := range k.columns {
		k.columns[i].formula = k.fill.Replace(k.columns[i].formula)
	}
	return k
}

func (b *book) buildBlocks() {
	for i := range b.r.Segments {
		seg := &b.r.Segments[i]
		sheet, terms := " "+strconv.Itoa(i+1), &b.terms[seg.Event+1]
		rows := lists.Map(terms.Rows, b.place)
		for j := range rows {
			rows[j].Number = seg.FirstRow + 1 + j
		}
		k := b.newBlock(seg, "Measurement"+sheet, terms, terms.events, rows)
		b.blocks = append(b.blocks, k)
		k.wholeRows = len(seg.Periods)
		if n := k.wholeRows; n > 0 && seg.Periods[n-1].Last != rows[n-1].Last {
			part := b.place(seg.Periods[n-1])
			k.splitRow, k.wholeRows = &part, n-1
		}
		if i == 0 {
			continue
		}
		event, before := &b.r.Events[seg.Event], b.blocks[i-1]
		if event.Treatment == schedule.Impaired || event.Treatment == schedule.Reversed {
			k.before = before
		}
		// If the event shortens the term, the retained payments are measured at the old rate (METHOD 13.6).
		if term := b.r.Lease.Events[seg.Event].TermMonths; event.Decrease && b.r.Lease.Standard.SingleModel() && term.Set && term.Value < before.seg.TermMonths {
			retained := slices.DeleteFunc(slices.Clone(rows), func(p row) bool { return p.month >= term.Value })
			k.shortened = b.newBlock(seg, "Retained"+sheet, before.terms, seg.Event, retained)
			k.shortened.retained = true
		}
	}
}

func (b *book) place(p leasehold.Period) row {
	start, period := b.r.Lease.CommencementDate, b.r.Lease.PaymentFrequency.Months()
	month, _ := start.MonthsTo(p.First)
	month -= month % period
	return row{p, month, p.First.Ordinal() - start.AddMonths(month).Ordinal()}
}

// flow returns the block and row that compute the liability of row i. It also returns the number of
// days from the first day of the returned row to the first day of row i.
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

// placeholders returns the values of the placeholders in formulas. [rate] is the discount rate after the given
// number of events. [total] is the amount, in minor units, that is recognized straight-line over [months].
func (k *block) placeholders(events int) *strings.Replacer {
	l := &k.b.r.Lease
	rate := k.b.inputs[:events+1].find("discountRateAnnual").name
	total, months, amortization, cost := "{asset^}", "SUM({months:})", "{share}", "{share}+{interest}"
	switch {
	case l.Exempt() && l.Standard.ExpensesExemptAsPaid():
		total, amortization, cost = "adjustment", "0", "{share}+{payment}"
	case l.Exempt():
		total, amortization, cost = "adjustment+SUM({payment:})", "0", "{share}"
	case k.byCost():
		total, amortization, cost = "SUM({payment:})+{asset^}-{balance^}", "{share}-{interest}", "{share}"
	case k.terms.Amortized.Cmp(k.rowMonths()) != 0:
		months = fmt.Sprintf("%s/%s", k.terms.Amortized.Num(), k.terms.Amortized.Denom())
	}
	return strings.NewReplacer("[rate]", rate, "[total]", total, "[months]", months, "[amortization]", amortization, "[cost]", cost)
}

func (k *block) byCost() bool { return k.seg.Class == leasehold.Operating && !k.seg.Impaired }

// part is a set of table parts.
type part uint8

const (
	ofTime part = 1 << iota
	ofLiability
	ofAsset

	always = ofTime // the part to which all columns belong if a table has no parts
)

// correction is a formula that adjusts a row by one minor unit. Without it, the printed balance
// would be off by almost one minor unit.
const correction = "IF({%[1]s}>=0.999999,-1,IF({%[1]s}<=-0.999999,1,0))"

func right(heading string) spreadsheet.ColumnHeading { return spreadsheet.Right(heading).Wide(14) }

// measurement lists a measurement's columns. [x] is a placeholder that the block replaces.
var measurement = []column{
	{"row", right("Row").Wide(7), spreadsheet.Plain, ofTime, "", func(r *row) any { return r.Number }},
	{"from", right("From"), spreadsheet.Day, ofTime, "", func(r *row) any { return spreadsheet.Serial(r.First) }},
	{"to", right("To"), spreadsheet.Day, ofTime, "", func(r *row) any { return spreadsheet.Serial(r.Last) }},
	{"due", right("Due"), spreadsheet.Day, ofTime, "", func(r *row) any { return spreadsheet.Serial(r.Date) }},
	{"periodDays", right("Days of the period"), spreadsheet.Plain, ofTime, "", func(r *row) any { return r.PeriodDays }},
	{"daysBefore", right("Days before the row"), spreadsheet.Plain, ofTime, "", func(r *row) any { return r.before }},
	{"days", right("Days"), spreadsheet.Plain, ofTime, "{to}-{from}+1", func(r *row) any { return r.Days }},
	{"periodMonths", right("Months of the period"), spreadsheet.Plain, ofTime, "", func(r *row) any { return r.Months }},
	{"months", right("Months"), spreadsheet.Decimals, ofTime, "{periodMonths}*{days}/{periodDays}", nil},
	{"rent", right("Rent"), spreadsheet.Whole, ofLiability, "", nil},
	{"paidFirst", right("Paid on first day"), spreadsheet.Whole, ofLiability, "", nil},
	{"paidLast", right("Paid on last day"), spreadsheet.Whole, ofLiability, "", nil},
	{"paidBetween", right("Paid between"), spreadsheet.Whole, ofLiability, "", nil},
	{"grown", right("Payments in between, compounded to the end"), spreadsheet.Decimals, ofLiability, "", nil},
	{
		"growth", right("Growth"), spreadsheet.Decimals, ofLiability, // growth in a partial period excludes the growth on the days before it
		`IF(discounting="nominal",(1+[rate]*{periodMonths}/12)/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),` +
			`IF(discounting="effective",(1+[rate])^({periodMonths}*{days}/{periodDays}/12),(1+[rate])^({days}/365)))`, nil,
	},
	{"exact", right("Exact balance before"), spreadsheet.Decimals, ofLiability, "{paidFirst}+({paidLast}+{grown}+{exact+})/{growth}", nil},
	{"payment", right("Payment"), spreadsheet.Whole, ofLiability, "{paidFirst}+{paidLast}+{paidBetween}", func(r *row) any { return minor(r.Payment) }},
	{"roundedInterest", right("Interest, rounded"), spreadsheet.Whole, ofLiability, sized("{exactInterest}", `IF(discounting="nominal",{exactInterest},{exact})`), nil},
	{"drift", right("Printed less exact balance"), spreadsheet.Decimals, ofLiability, "ROUND(({balance-}-{payment}+{roundedInterest})-{exact+},6)", nil},
	{"correction", right("Adjustment, one-cent rule"), spreadsheet.Plain, ofLiability, fmt.Sprintf(correction, "drift"), nil},
	{"interest", right("Interest"), spreadsheet.Whole, ofLiability, "{roundedInterest}+{correction}", func(r *row) any { return minor(r.Interest) }},
	{"balance", right("Balance"), spreadsheet.Whole, ofLiability, "{balance-}-{payment}+{interest}", func(r *row) any { return minor(r.LiabilityClose) }},
	{"monthsSoFar", right("Months so far"), spreadsheet.Decimals, ofAsset, "MIN(([months]),{monthsSoFar-}+{months})", nil},
	{"roundedShare", right("Share, rounded"), spreadsheet.Whole, ofAsset, sized("{exactShare}", "{exactShare}"), nil},
	{"shareDrift", right("Share less exact"), spreadsheet.Decimals, ofAsset, "ROUND((({sharesSoFar-}+{roundedShare})*([months])-([total])*{monthsSoFar})/([months]),6)", nil},
	{"shareCorrection", right("Adjustment"), spreadsheet.Plain, ofAsset, fmt.Sprintf(correction, "shareDrift"), nil},
	{"share", right("Straight-line share"), spreadsheet.Whole, ofAsset, "{roundedShare}+{shareCorrection}", nil},
	{"sharesSoFar", right("Shares so far"), spreadsheet.Whole, ofAsset, "{sharesSoFar-}+{share}", nil},
	{"amortization", right("Amortization"), spreadsheet.Whole, ofAsset, "[amortization]", func(r *row) any { return minor(r.RouAmortization) }},
	{"asset", right("Asset"), spreadsheet.Whole, ofAsset, "{asset-}-{amortization}", func(r *row) any { return minor(r.RouAssetClose) }},
	{"cost", right("Lease cost"), spreadsheet.Whole, ofAsset, "[cost]", func(r *row) any { return minor(r.LeaseExpense) }},
	{"variable", right("Variable cost"), spreadsheet.Whole, ofAsset, "", nil},
	{
		"exactInterest", right("Exact interest"), spreadsheet.Decimals, ofLiability, // computed from the rate, because subtracting two balances would lose digits
		`({exact}-{paidFirst})*IF(discounting="nominal",[rate]*{periodMonths}/12*(1-{daysBefore}/{periodDays})/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),` +
			`{growth}-1)-({grown}-{paidBetween})`, nil,
	},
	{"exactShare", right("Exact share"), spreadsheet.Decimals, ofAsset, "([total])*({monthsSoFar}-{monthsSoFar-})/([months])", nil},
}

func (k *block) write(s *spreadsheet.Sheet) {
	k.head(s, k.title(), "Amounts in minor units of "+k.b.o.Currency+". Exact balances run backward from 0 after the last row; printed balances run forward from the rounded opening balance.")
	parts, known := ofTime, ofTime
	if k.before == nil {
		parts |= ofLiability
	}
	if !k.retained {
		parts, known = parts|ofAsset, ofTime|ofLiability|ofAsset
	}
	k.opening(s)
	for i := range k.rows {
		k.b.put(s, &k.table, parts, k.formulas(i), k.values(known, &k.rows[i]))
	}
	k.b.put(s, &k.table, 0, nil, map[string]any{"row": "end", "exact": 0})
	if k.splitRow != nil {
		s.Skip()
		s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Part of row %d before the next event", k.splitRow.Number)))
		k.b.put(s, &k.table, ofTime, k.splitFormulas(), k.values(known, k.splitRow))
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
	k.b.put(s, &k.table, 0, formulas, values)
}

// dated is a one-off payment with its formula in minor units. If the payment belongs to a row, day
// is the number of days from the row's first day to the payment.
type dated struct {
	schedule.DatedPayment

	formula string
	day     int
}

// singles returns row i's one-off payments: on the first day, on the days in between, and on the last day.
func (k *block) singles(i int) (opening, between, closing []dated) {
	p := &k.rows[i]
	for _, d := range k.terms.singles {
		switch d.day = d.Date.Ordinal() - p.First.Ordinal(); {
		case d.Date.Before(p.First) || p.Last.Before(d.Date):
		case d.Date == p.Last:
			closing = append(closing, d)
		case d.Date == p.First:
			opening = append(opening, d)
		default:
			between = append(between, d)
		}
	}
	return opening, between, closing
}

func sum(list []dated) (formula string, total money.Amount) {
	formula = "0"
	for _, d := range list {
		formula += "+" + d.formula
		total = total.Add(d.Amount)
	}
	return formula, total
}

// growth returns a formula for the factor by which the liability grows over a number of days of a payment period.
func (k *block) growth(days int) string {
	return k.fill.Replace(fmt.Sprintf(`IF(discounting="nominal",1+[rate]*{periodMonths}/12*%[1]d/{periodDays},`+
		`IF(discounting="effective",(1+[rate])^({periodMonths}*%[1]d/{periodDays}/12),(1+[rate])^(%[1]d/365)))`, days))
}

// formulas returns the formulas of row i that differ from its columns' formulas.
func (k *block) formulas(i int) map[string]string {
	if k.before != nil { // the preceding block computes the liability
		return map[string]string{
			"payment": k.carried("payment", i), "interest": k.carried("interest", i), "variable": k.variable(i),
			"balance": k.before.in(k.before.wholeRows+i, "{balance}"),
		}
	}
	b, p := k.b, &k.rows[i]
	advance := b.r.Lease.PaymentTiming == leasehold.Advance
	opening, between, closing := k.singles(i)
	rent, grown := "0", "0"
	if !advance || i > 0 || p.before == 0 {
		rent = b.rentOf(k.terms.rents, k.terms, p.month, p.Months)
	}
	first, _ := sum(opening)
	last, _ := sum(closing)
	paid, _ := sum(between)
	if advance {
		first = "{rent}+" + first
	} else {
		last = "{rent}+" + last
	}
	if k.seg.Event < 0 && i == 0 {
		first = `IF(commencementPayment="settled",0,` + first + ")"
	}
	if i == len(k.rows)-1 && !k.retained {
		last += "+" + name("terminal", k.terms.events)
	}
	for _, d := range between {
		grown += "+(" + d.formula + ")*" + k.growth(p.Days-d.day)
	}
	list := map[string]string{"rent": rent, "paidFirst": first, "paidLast": last, "paidBetween": paid, "grown": grown}
	if !k.retained {
		list["variable"] = k.variable(i)
	}
	if b.r.Lease.Exempt() {
		for _, column := range []string{"roundedInterest", "drift", "correction", "interest", "balance"} {
			list[column] = "0"
		}
	}
	return list
}

// carried returns a formula for an amount that row i takes from the preceding block. If the event
// splits the row, the formula subtracts the amount before the event.
func (k *block) carried(column string, i int) string {
	f := k.before.in(k.before.wholeRows+i, "{"+column+"}")
	if i == 0 && k.before.splitRow != nil {
		f += "-" + k.before.in(k.before.at(k.before.wholeRows), "{"+column+"}")
	}
	return f
}

// variable returns a formula for row i's variable cost: the rent after the last expensed index
// change, less the rent in the measurement (METHOD 13.7).
func (k *block) variable(i int) string {
	b, p := k.b, &k.rows[i]
	changed := -1
	for j := k.seg.Event + 1; j < len(b.r.Events) && b.r.Events[j].Treatment == schedule.Expensed; j++ {
		if !p.First.Before(b.r.Events[j].Date) && p.Whole() {
			changed = j
		}
	}
	switch {
	case changed >= 0:
		source, r, _ := k.flow(i)
		return b.rentOf(b.terms[changed+1].owed, &b.terms[changed+1], p.month, p.Months) + "-" + source.in(r, "{rent}")
	case k.before != nil:
		return k.carried("variable", i)
	default:
		return "0"
	}
}

// splitFormulas returns the formulas for the part of a row before an event: its payments and
// accrued amounts (METHOD 14.2).
func (k *block) splitFormulas() map[string]string {
	i, e := k.wholeRows, k.splitRow.Days
	source, row, elapsed := k.flow(i)
	_, between, _ := source.singles(row)
	paid := "0"
	if elapsed == 0 {
		paid = source.in(row, "{paidFirst}")
	}
	for _, d := range between {
		if d.day >= elapsed && d.day < elapsed+e {
			paid += "+" + d.formula
		}
	}
	whole := func(formula string) string { return k.Local(firstRow+i, formula) }
	portion := func(column string) string {
		return rounded(fmt.Sprintf("%s*%d/%d", whole(column), e, k.rows[i].Days))
	}
	list := map[string]string{
		"payment": paid, "interest": k.accrued(i, e), "balance": whole("{balance-}") + "-{payment}+{interest}",
		"amortization": portion("{amortization}"), "asset": whole("{asset-}") + "-{amortization}", "cost": "{amortization}+{interest}", "variable": "0",
	}
	if len(between) == 0 {
		list["interest"] = `IF(discounting="nominal",` + portion("{interest}") + "," + list["interest"] + ")"
	}
	if k.byCost() {
		list["amortization"], list["cost"] = "{cost}-{interest}", portion("{cost}")
	}
	if k.b.r.Lease.PaymentTiming == leasehold.Advance && elapsed == 0 && source.rows[row].before == 0 {
		list["variable"] = whole("{variable}")
	}
	return list
}

// accrued returns a formula for the interest of the first e days of row i, if interest does not
// accrue evenly. It allocates the rounded interest in proportion to the exact interest.
func (k *block) accrued(i, e int) string {
	source, row, elapsed := k.flow(i)
	_, between, _ := source.singles(row)
	exact := func(day int) string { // exact interest up to the end of the given day of the source row
		if day == 0 {
			return "0"
		}
		var f strings.Builder
		fmt.Fprintf(&f, `({exact}-{paidFirst})*(IF(discounting="nominal",(1+[rate]*{periodMonths}/12*({daysBefore}+%d)/{periodDays})`+
			`/(1+[rate]*{periodMonths}/12*{daysBefore}/{periodDays}),%s)-1)`, day, source.growth(day))
		for _, d := range between {
			if d.day < day {
				fmt.Fprintf(&f, "-(%s)*(%s-1)", d.formula, source.growth(day-d.day))
			}
		}
		return source.in(row, "("+f.String()+")")
	}
	from, to, end := exact(elapsed), exact(elapsed+e), exact(source.rows[row].Days)
	return fmt.Sprintf("IF(ABS(%[3]s-%[1]s)<0.000001,0,%[4]s)", from, to, end, rounded(fmt.Sprintf("%s*(%s-%s)/(%s-%s)", k.in(i, "{interest}"), to, from, end, from)))
}

// afterFirstYear returns a formula for the liability after the last payment of the first twelve
// months, in minor units (METHOD 14.6). The days with payments come from the service's amounts.
func (k *block) afterFirstYear() string {
	for i := range slices.Backward(k.rows) {
		p := &k.rows[i]
		if p.Year > 1 {
			continue
		}
		opening, between, closing := k.singles(i)
		_, opens := sum(opening)
		_, closes := sum(closing)
		if k.b.r.Lease.PaymentTiming == leasehold.Advance {
			opens = opens.Add(p.Rent)
		} else {
			closes = closes.Add(p.Rent)
		}
		switch n := len(between); {
		case !closes.IsZero():
			return k.in(i, "{balance}")
		case n > 0:
			paid, _ := sum(between)
			return k.in(i, "({balance-}-{paidFirst}-("+paid+")+"+k.accrued(i, between[n-1].day+1)+")")
		case !opens.IsZero():
			return k.in(i, "({balance-}-{paidFirst})")
		}
	}
	return k.in(0, "{balance^}")
}
