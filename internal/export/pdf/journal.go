package pdf

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Column widths of the journal in millimeters. Accounts use the remaining width.
const (
	entryDate   = 20.0
	entryAmount = 35.0
)

// journalTable writes the entries.
type journalTable struct {
	*memo

	size          float64 // font size of amounts
	debit, credit money.Amount
}

// journal writes every entry under its memo, with totals at the end.
func (d *memo) journal() {
	d.Page(document.Portrait)
	d.Chapter("Appendix B. Journal entries")
	t := journalTable{memo: d}
	entries := leasehold.Journal(&d.r.Measurement)
	t.size = t.fit(entries)
	t.headings()
	for i := range entries {
		t.entry(&entries[i])
	}
	t.Room(2 * document.RowHeight)
	t.Font("B", document.TextSize)
	t.Put(entryDate, document.RowHeight, "", "L", "T")
	t.Put(t.accountWidth(), document.RowHeight, "Total", "L", "T")
	t.Font("B", t.size)
	t.Put(entryAmount, document.RowHeight, t.amount(t.debit), "R", "T")
	t.Put(entryAmount, document.RowHeight, t.amount(t.credit), "R", "T")
}

func (t *journalTable) accountWidth() float64 { return t.Width() - entryDate - 2*entryAmount }

// fit returns the font size at which the total of the debits fits into its column.
func (t *journalTable) fit(entries []leasehold.Entry) float64 {
	var total money.Amount
	for _, e := range entries {
		for _, l := range e.Lines {
			total = total.Add(l.Debit)
		}
	}
	t.Font("B", document.TextSize)
	const padding = 2.5
	return min(document.TextSize, document.TextSize*(entryAmount-padding)/t.GetStringWidth(t.amount(total)))
}

func (t *journalTable) headings() {
	t.Font("B", document.TextSize)
	t.Put(entryDate, document.RowHeight+1, "Date", "L", "B")
	t.Put(t.accountWidth(), document.RowHeight+1, "Account", "L", "B")
	t.Put(entryAmount, document.RowHeight+1, "Debit", "R", "B")
	t.Put(entryAmount, document.RowHeight+1, "Credit", "R", "B")
	t.Ln(document.RowHeight + 1.5)
}

// entry writes an entry without a page break in it.
func (t *journalTable) entry(e *leasehold.Entry) {
	lines := wording.Netted(e.Lines)
	t.Font("I", document.SmallSize)
	memo := t.Split(e.Memo, t.Width()-entryDate)
	if t.GetY()+document.RowHeight*float64(len(memo)+len(lines)+1) > t.Bottom() {
		t.Page(document.Portrait)
		t.headings()
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
	debit, credit, left := t.amount(l.Debit), "", 0.0
	if l.Debit.IsZero() {
		debit, credit, left = "", t.amount(l.Credit), indent
	}
	t.SetX(document.Margin + entryDate + left)
	t.Font("", document.TextSize)
	t.Put(t.accountWidth()-left, document.RowHeight, l.Account.String(), "L", "")
	t.Font("", t.size)
	t.Put(entryAmount, document.RowHeight, debit, "R", "")
	t.Put(entryAmount, document.RowHeight, credit, "R", "")
	t.Ln(document.RowHeight)
}
