package pdf

import (
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Column widths of the schedule in millimeters. Amount columns share the remaining width.
const (
	periodWidth = 12.0
	dateWidth   = 18.0
	dates       = 3
	largest     = 8.0 // maximum font size in points
)

// row contains a row's amounts, one for each amount column of the schedule.
type row []money.Amount

type scheduleTable struct {
	*memo

	columns   []wording.ScheduleColumn
	size      float64 // font size at which the longest amount fits into its column
	page, sum row     // totals of the current page and of all pages so far
}

// isBalance reports whether a column contains balances, which are carried forward rather than added up.
func (t *scheduleTable) isBalance(column int) bool { return t.columns[column].Balance }

func (t *scheduleTable) isFlow(column int) bool { return !t.isBalance(column) }

func isAny(int) bool { return true }

func (t *scheduleTable) balances(liability, asset money.Amount) row {
	return wording.Values(t.columns, &leasehold.Period{LiabilityClose: liability, RouAssetClose: asset})
}

// add adds the other row's flows to r, and replaces the balances of r with the other row's balances.
func (t *scheduleTable) add(r, other row) {
	for i := range r {
		if r[i] = r[i].Add(other[i]); t.isBalance(i) {
			r[i] = other[i]
		}
	}
}

// schedule writes the periods, with the events between them. If it takes up several pages, each page starts with the
// amounts brought forward and ends with the page total and the amounts carried forward.
func (d *memo) schedule() {
	d.Page(document.Landscape)
	d.Chapter("Appendix A. Schedule")
	t := scheduleTable{memo: d, columns: wording.ScheduleColumns(&d.r.Measurement)}
	t.size = t.fit()
	first := d.PageNo()
	t.headings()
	t.page, t.sum = t.balances(money.Amount{}, money.Amount{}), t.balances(d.r.InitialLiability, d.r.InitialRouAsset)
	t.caption("Commencement", t.sum, t.isBalance, "B")
	for _, line := range wording.Schedule(&d.r.Measurement) {
		t.breakPage()
		if e := line.Event; e != nil {
			after := t.balances(e.LiabilityAfter, e.RouAssetAfter)
			t.caption(e.Date.String()+" "+wording.Event(e.Type), after, t.isBalance, "")
			t.add(t.sum, after)
			continue
		}
		r := wording.Values(t.columns, line.Period)
		t.line(line.Period, r)
		t.add(t.page, r)
		t.add(t.sum, r)
	}
	if d.PageNo() > first {
		t.caption("Page total", t.page, t.isFlow, "T")
	}
	t.caption("Total", t.sum, t.isFlow, "T")
}

// breakPage starts a new page if the current page has no room for another row and the totals.
func (t *scheduleTable) breakPage() {
	if t.GetY()+3*document.RowHeight <= t.Bottom() {
		return
	}
	t.caption("Page total", t.page, t.isFlow, "T")
	t.caption("Carried forward", t.sum, isAny, "")
	t.Page(document.Landscape)
	t.headings()
	t.caption("Brought forward", t.sum, isAny, "B")
	t.page = t.balances(money.Amount{}, money.Amount{})
}

func (t *scheduleTable) amountWidth() float64 {
	return (t.Width() - periodWidth - dates*dateWidth) / float64(len(t.columns))
}

func (t *scheduleTable) fit() float64 {
	total := t.balances(t.r.InitialLiability, t.r.InitialRouAsset)
	amounts := slices.Clone(total)
	for i := range t.r.Schedule {
		r := wording.Values(t.columns, &t.r.Schedule[i])
		amounts = append(amounts, r...)
		t.add(total, r)
	}
	amounts = append(amounts, total...)
	for i := range t.r.Events {
		amounts = append(amounts, t.r.Events[i].LiabilityAfter, t.r.Events[i].RouAssetAfter)
	}
	texts := make([]string, len(amounts))
	for i, a := range amounts {
		texts[i] = t.amount(a)
	}
	return t.Fit(largest, t.amountWidth(), texts)
}

func (t *scheduleTable) headings() {
	t.Font("B", largest)
	t.Put(periodWidth, document.RowHeight+1, "Period", "L", "B")
	for _, h := range []string{"From", "To", "Due"} {
		t.Put(dateWidth, document.RowHeight+1, h, "L", "B")
	}
	widest := 0.0
	for _, c := range t.columns {
		widest = max(widest, t.GetStringWidth(c.Heading))
	}
	t.Font("B", min(largest, largest*(t.amountWidth()-2)/widest))
	for _, c := range t.columns {
		t.Put(t.amountWidth(), document.RowHeight+1, c.Heading, "R", "B")
	}
	t.Ln(document.RowHeight + 1)
}

func (t *scheduleTable) line(p *leasehold.Period, r row) {
	t.Font("", largest)
	t.Put(periodWidth, document.RowHeight, strconv.Itoa(p.Number), "L", "")
	for _, date := range []civil.Date{p.First, p.Last, p.Date} {
		t.Put(dateWidth, document.RowHeight, date.String(), "L", "")
	}
	t.figures(r, isAny, "", "")
}

// caption writes a row of totals or balances. Only columns for which the function named shown
// returns true have amounts.
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

// Widths, in millimeters, of the journal's date and amount columns.
const (
	entryDate   = 20.0
	entryAmount = 35.0
)

type journalTable struct {
	*memo

	columns       []document.Column
	debit, credit money.Amount
}

// journal writes every journal entry below its memo, with totals at the end.
func (d *memo) journal() {
	d.Page(document.Portrait)
	d.Chapter("Appendix B. Journal entries")
	entries := leasehold.Journal(&d.r.Measurement)
	var total money.Amount
	for _, e := range entries {
		for _, l := range e.Lines {
			total = total.Add(l.Debit)
		}
	}
	size := d.Fit(document.TextSize, entryAmount, []string{d.amount(total)})
	t := journalTable{memo: d, columns: []document.Column{
		{Name: "Date", Width: entryDate},
		{Name: "Account"},
		{Name: "Debit", Width: entryAmount, Right: true, Size: size},
		{Name: "Credit", Width: entryAmount, Right: true, Size: size},
	}}
	t.Headings(t.columns)
	for i := range entries {
		t.entry(&entries[i])
	}
	t.Room(2 * document.RowHeight)
	t.Row(t.columns, "B", "T", "", "Total", t.amount(t.debit), t.amount(t.credit))
}

func (t *journalTable) entry(e *leasehold.Entry) {
	lines := wording.Netted(e.Lines)
	t.Font("I", document.SmallSize)
	memo := t.Split(e.Memo, t.Width()-entryDate)
	if t.GetY()+document.RowHeight*float64(len(memo)+len(lines)+1) > t.Bottom() {
		t.Page(document.Portrait)
		t.Headings(t.columns)
	}
	t.Font("B", document.TextSize-0.5)
	t.Put(entryDate, document.RowHeight, e.Date.String(), "L", "")
	t.Font("I", document.SmallSize)
	for _, line := range memo {
		t.SetX(document.Margin + entryDate)
		t.Put(t.Width()-entryDate, document.RowHeight, line, "L", "")
		t.Ln(document.RowHeight)
	}
	for _, l := range lines {
		t.line(&l)
	}
	t.Ln(1)
}

// line writes a line of an entry. Credits are indented.
func (t *journalTable) line(l *leasehold.Line) {
	const indent = 6.0
	t.debit, t.credit = t.debit.Add(l.Debit), t.credit.Add(l.Credit)
	columns, debit, credit := slices.Clone(t.columns), t.amount(l.Debit), ""
	if l.Debit.IsZero() {
		columns[0].Width, debit, credit = entryDate+indent, "", t.amount(l.Credit)
	}
	t.Row(columns, "", "", "", l.Account.String(), debit, credit)
}
