package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the schedule, in millimetres. The amounts share what is left.
const (
	periodWidth = 12.0
	dateWidth   = 18.0
	dates       = 3
	amounts     = 7
	largest     = 8.0 // points
)

// row is the amounts of one line.
type row [amounts]money.Amount

// The columns that are balances. They are carried and not added up.
const (
	liabilityColumn = 3
	assetColumn     = 5
)

func rowOf(p *leasehold.Period) row {
	return row{p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense}
}

func isBalance(column int) bool { return column == liabilityColumn || column == assetColumn }

// add adds the flows of other and takes over its balances.
func (t *row) add(other *row) {
	for i := range t {
		if isBalance(i) {
			t[i] = other[i]
			continue
		}
		t[i] = t[i].Add(other[i])
	}
}

// scheduleTable writes the schedule.
type scheduleTable struct {
	*document

	size float64 // of the letters of its amounts, small enough for the longest
}

// schedule writes the rows. Where there are several pages, each opens with what
// was brought forward and ends with its own total and what is carried forward.
func (d *document) schedule() {
	d.page(landscape)
	d.chapter("Appendix A. Schedule")
	t := scheduleTable{d, 0}
	t.size = t.fit()
	first := d.PageNo()
	t.headings()
	start := row{}
	start[liabilityColumn], start[assetColumn] = d.r.InitialLiability, d.r.InitialRouAsset
	t.caption("Commencement", &start, isBalance, "B")
	page, sum := row{}, start
	for i := range d.r.Schedule {
		p := &d.r.Schedule[i]
		if d.GetY()+3*rowHeight > d.bottom() { // room for the totals below this row
			t.caption("Page total", &page, isFlow, "T")
			t.caption("Carried forward", &sum, isAny, "")
			d.page(landscape)
			t.headings()
			t.caption("Brought forward", &sum, isAny, "B")
			page = row{}
		}
		line := rowOf(p)
		t.line(p, &line)
		page.add(&line)
		sum.add(&line)
	}
	if d.PageNo() > first {
		t.caption("Page total", &page, isFlow, "T")
	}
	t.caption("Total", &sum, isFlow, "T")
}

func isFlow(column int) bool { return !isBalance(column) }

func isAny(int) bool { return true }

func (t *scheduleTable) amountWidth() float64 {
	return (t.width() - periodWidth - dates*dateWidth) / amounts
}

// fit returns the size of letters at which the longest amount has room.
func (t *scheduleTable) fit() float64 {
	r := t.r
	longest := row{r.TotalUndiscountedPayments, r.Disclosures.ImputedInterest, {}, r.InitialLiability, {}, r.InitialRouAsset, r.TotalLeaseCost}
	t.font("B", largest)
	widest := 0.0
	check := func(line *row) {
		for _, a := range line {
			widest = max(widest, t.GetStringWidth(t.amount(a)))
		}
	}
	check(&longest)
	for i := range r.Schedule {
		line := rowOf(&r.Schedule[i])
		check(&line)
	}
	const padding = 2.5
	return min(largest, largest*(t.amountWidth()-padding)/widest)
}

func (t *scheduleTable) headings() {
	t.font("B", largest)
	t.cell(periodWidth, rowHeight+1, "Period", "L", "B")
	for _, h := range []string{"From", "To", "Due"} {
		t.cell(dateWidth, rowHeight+1, h, "L", "B")
	}
	columns := wording.ColumnsOf(t.r.Lease.Standard, t.r.Class)
	for _, h := range columns.List() {
		t.cell(t.amountWidth(), rowHeight+1, h, "R", "B")
	}
	t.Ln(rowHeight + 1)
}

// line writes the row of a period.
func (t *scheduleTable) line(p *leasehold.Period, r *row) {
	t.font("", largest)
	t.cell(periodWidth, rowHeight, strconv.Itoa(p.Number), "L", "")
	for _, date := range []leasehold.Date{p.First, p.Last, p.Date} {
		t.cell(dateWidth, rowHeight, date.String(), "L", "")
	}
	t.figures(r, isAny, "", "")
}

// caption writes a line of totals or balances: of the columns that are shown.
func (t *scheduleTable) caption(name string, r *row, shown func(column int) bool, border string) {
	t.font("B", largest)
	t.cell(periodWidth+dates*dateWidth, rowHeight, name, "L", border)
	t.figures(r, shown, "B", border)
}

func (t *scheduleTable) figures(r *row, shown func(column int) bool, look, border string) {
	t.font(look, t.size)
	for i, a := range r {
		text := ""
		if shown(i) {
			text = t.amount(a)
		}
		t.cell(t.amountWidth(), rowHeight, text, "R", border)
	}
	t.Ln(rowHeight)
}
