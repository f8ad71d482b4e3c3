package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Column widths of the schedule in millimeters. Amounts share the remaining width.
const (
	periodWidth = 12.0
	dateWidth   = 18.0
	dates       = 3
	largest     = 8.0 // maximum font size in points
)

// row contains the amounts of one line, one for each column of the schedule.
type row []money.Amount

// The columns with balances. Balances are carried forward and not added up.
const (
	liabilityColumn = 3
	assetColumn     = 5
)

func isBalance(column int) bool { return column == liabilityColumn || column == assetColumn }

// rowOf returns the amounts of a period, with any additional costs last.
func (t *scheduleTable) rowOf(p *leasehold.Period) row {
	r := row{p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense}
	for i := range t.sides {
		r = append(r, t.sides[i].Of(p))
	}
	return r
}

// balances returns a row with only the two balances.
func (t *scheduleTable) balances(liability, asset money.Amount) row {
	r := make(row, len(t.columns))
	r[liabilityColumn], r[assetColumn] = liability, asset
	return r
}

// add adds the flows of other to r and sets r's balances to those of other.
func (r row) add(other row) {
	for i := range r {
		if isBalance(i) {
			r[i] = other[i]
			continue
		}
		r[i] = r[i].Add(other[i])
	}
}

// scheduleTable writes the schedule.
type scheduleTable struct {
	*memo

	columns   []string
	sides     []wording.Side
	size      float64 // font size at which the longest amount fits
	page, sum row     // totals of the current page and of all pages
}

// schedule writes the periods and the events between them. If there are several pages, each
// starts with the amounts brought forward and ends with its total and the amounts carried
// forward.
func (d *memo) schedule() {
	d.Page(document.Landscape)
	d.Chapter("Appendix A. Schedule")
	headings := wording.Headings(&d.r.Measurement)
	t := scheduleTable{memo: d, columns: headings.List(), sides: wording.SidesOf(&d.r.Measurement)}
	for i := range t.sides {
		t.columns = append(t.columns, t.sides[i].Heading)
	}
	t.size = t.fit()
	first := d.PageNo()
	t.headings()
	t.page, t.sum = t.balances(money.Amount{}, money.Amount{}), t.balances(d.r.InitialLiability, d.r.InitialRouAsset)
	t.caption("Commencement", t.sum, isBalance, "B")
	for _, line := range wording.Schedule(&d.r.Measurement) {
		t.breakPage()
		if e := line.Event; e != nil {
			after := t.balances(e.LiabilityAfter, e.RouAssetAfter)
			t.caption(e.Date.String()+" "+wording.Event(e.Type), after, isBalance, "")
			t.sum[liabilityColumn], t.sum[assetColumn] = e.LiabilityAfter, e.RouAssetAfter
			continue
		}
		r := t.rowOf(line.Period)
		t.line(line.Period, r)
		t.page.add(r)
		t.sum.add(r)
	}
	if d.PageNo() > first {
		t.caption("Page total", t.page, isFlow, "T")
	}
	t.caption("Total", t.sum, isFlow, "T")
}

// breakPage starts a new page if another line and the totals do not fit.
func (t *scheduleTable) breakPage() {
	if t.GetY()+3*document.RowHeight <= t.Bottom() {
		return
	}
	t.caption("Page total", t.page, isFlow, "T")
	t.caption("Carried forward", t.sum, isAny, "")
	t.Page(document.Landscape)
	t.headings()
	t.caption("Brought forward", t.sum, isAny, "B")
	t.page = t.balances(money.Amount{}, money.Amount{})
}

func isFlow(column int) bool { return !isBalance(column) }

func isAny(int) bool { return true }

func (t *scheduleTable) amountWidth() float64 {
	return (t.Width() - periodWidth - dates*dateWidth) / float64(len(t.columns))
}

// fit returns the font size at which the longest amount fits into its column.
func (t *scheduleTable) fit() float64 {
	r := t.r
	t.Font("B", largest)
	widest := 0.0
	check := func(line row) {
		for _, a := range line {
			widest = max(widest, t.GetStringWidth(t.amount(a)))
		}
	}
	total := t.balances(r.InitialLiability, r.InitialRouAsset)
	check(total)
	for i := range r.Schedule {
		line := t.rowOf(&r.Schedule[i])
		check(line)
		total.add(line)
	}
	check(total)
	for i := range r.Events {
		check(row{r.Events[i].LiabilityAfter, r.Events[i].RouAssetAfter})
	}
	const padding = 2.5
	return min(largest, largest*(t.amountWidth()-padding)/widest)
}

func (t *scheduleTable) headings() {
	t.Font("B", largest)
	t.Put(periodWidth, document.RowHeight+1, "Period", "L", "B")
	for _, h := range []string{"From", "To", "Due"} {
		t.Put(dateWidth, document.RowHeight+1, h, "L", "B")
	}
	widest := 0.0
	for _, h := range t.columns {
		widest = max(widest, t.GetStringWidth(h))
	}
	t.Font("B", min(largest, largest*(t.amountWidth()-2)/widest))
	for _, h := range t.columns {
		t.Put(t.amountWidth(), document.RowHeight+1, h, "R", "B")
	}
	t.Ln(document.RowHeight + 1)
}

// line writes the row of a period.
func (t *scheduleTable) line(p *leasehold.Period, r row) {
	t.Font("", largest)
	t.Put(periodWidth, document.RowHeight, strconv.Itoa(p.Number), "L", "")
	for _, date := range []civil.Date{p.First, p.Last, p.Date} {
		t.Put(dateWidth, document.RowHeight, date.String(), "L", "")
	}
	t.figures(r, isAny, "", "")
}

// caption writes a row of totals or balances in the columns that shown selects.
func (t *scheduleTable) caption(name string, r row, shown func(column int) bool, border string) {
	t.Font("B", largest)
	t.Put(periodWidth+dates*dateWidth, document.RowHeight, name, "L", border)
	t.figures(r, shown, "B", border)
}

func (t *scheduleTable) figures(r row, shown func(column int) bool, look, border string) {
	t.Font(look, t.size)
	for i, a := range r {
		text := ""
		if shown(i) {
			text = t.amount(a)
		}
		t.Put(t.amountWidth(), document.RowHeight, text, "R", border)
	}
	t.Ln(document.RowHeight)
}
