package pdf

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Widths in millimeters of the columns for dates and amounts in the journal.
const (
	entryDate   = 20.0
	entryAmount = 35.0
)

type journalTable struct {
	*memo

	columns       []document.Column
	debit, credit money.Amount
}

// journal writes every journal entry below the memo of the entry, with totals at the end.
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
