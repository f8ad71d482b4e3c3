package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the schedule.
const (
	periodWidth = 14.0
	dateWidth   = 20.0
	amounts     = 7
	amountWidth = (width - periodWidth - dateWidth) / amounts
	largest     = 8.0 // points
	rowHeight   = 4.4
)

var amountHeadings = [amounts]string{
	"Payment", "Interest", "Principal", "Liability", "Amortization", "Right-of-use asset", "Lease expense",
}

// row is the amounts of one line. A balance is carried, a flow is added up.
type row [amounts]money.Amount

// The columns that are balances.
const (
	liabilityColumn = 3
	assetColumn     = 5
)

func rowOf(p *leasehold.Period) row {
	return row{p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense}
}

// add adds the flows of other and takes over its balances.
func (t *row) add(other *row) {
	for i := range t {
		if i == liabilityColumn || i == assetColumn {
			t[i] = other[i]
			continue
		}
		t[i] = t[i].Add(other[i])
	}
}

// fit returns the size of letters at which the longest amount has room.
func (d *document) fit() float64 {
	total := row{d.r.TotalUndiscountedPayments, d.r.Disclosures.ImputedInterest, {}, d.r.InitialLiability, {}, d.r.InitialRouAsset, d.r.TotalLeaseCost}
	d.SetFont("Helvetica", "B", largest)
	widest := 0.0
	check := func(r *row) {
		for _, a := range r {
			widest = max(widest, d.GetStringWidth(grouped(a)))
		}
	}
	check(&total)
	for i := range d.r.Schedule {
		line := rowOf(&d.r.Schedule[i])
		check(&line)
	}
	const padding = 2.5
	return min(largest, largest*(amountWidth-padding)/widest)
}

// schedule writes the rows. Every page opens with what was brought forward and
// ends with its own total and what is carried forward.
func (d *document) schedule() {
	d.AddPage()
	d.title("Schedule")
	d.scheduleHeadings()
	start := row{}
	start[liabilityColumn], start[assetColumn] = d.r.InitialLiability, d.r.InitialRouAsset
	d.line("", "Start", &start, "B", "B")
	page, sum := start, start
	for i := range d.r.Schedule {
		p := &d.r.Schedule[i]
		if d.GetY()+3*rowHeight > bottom { // room for the totals below this row
			d.line("", "Page total", &page, "B", "T")
			d.line("", "Carried forward", &sum, "B", "")
			d.AddPage()
			d.scheduleHeadings()
			d.line("", "Brought forward", &sum, "B", "B")
			page = row{}
		}
		line := rowOf(p)
		d.line(strconv.Itoa(p.Number), p.Date.String(), &line, "", "")
		page.add(&line)
		sum.add(&line)
	}
	d.line("", "Page total", &page, "B", "T")
	d.line("", "Total", &sum, "B", "")
}

func (d *document) scheduleHeadings() {
	d.SetFont("Helvetica", "B", 8)
	d.CellFormat(periodWidth, rowHeight+1, "Period", "B", 0, "L", false, 0, "")
	d.CellFormat(dateWidth, rowHeight+1, "Due", "B", 0, "L", false, 0, "")
	for i, h := range amountHeadings {
		next := 0
		if i == amounts-1 {
			next = 1
		}
		d.CellFormat(amountWidth, rowHeight+1, h, "B", next, "R", false, 0, "")
	}
}

func (d *document) line(period, date string, r *row, look, border string) {
	d.SetFont("Helvetica", look, 7.5)
	if period == "" {
		d.CellFormat(periodWidth+dateWidth, rowHeight, date, border, 0, "L", false, 0, "")
	} else {
		d.CellFormat(periodWidth, rowHeight, period, border, 0, "L", false, 0, "")
		d.CellFormat(dateWidth, rowHeight, date, border, 0, "L", false, 0, "")
	}
	d.SetFont("Helvetica", look, d.tableSize)
	for i, a := range r {
		next := 0
		if i == amounts-1 {
			next = 1
		}
		d.CellFormat(amountWidth, rowHeight, grouped(a), border, next, "R", false, 0, "")
	}
}
