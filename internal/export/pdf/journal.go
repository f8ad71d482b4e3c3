package pdf

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// The columns of the journal, in millimetres. The accounts have what is left.
const (
	entryDate   = 20.0
	entryAmount = 35.0
)

// journalTable writes the entries.
type journalTable struct {
	*document

	size          float64 // of the letters of its amounts
	debit, credit money.Amount
}

// journal writes every entry under its memo, with totals at the end.
func (d *document) journal() {
	d.page(portrait)
	d.chapter("Appendix B. Journal entries")
	t := journalTable{document: d}
	entries := d.r.Journal()
	t.size = t.fit(entries)
	t.headings()
	for i := range entries {
		t.entry(&entries[i])
	}
	t.room(2 * rowHeight)
	t.font("B", textSize)
	t.cell(entryDate, rowHeight, "", "L", "T")
	t.cell(t.accountWidth(), rowHeight, "Total", "L", "T")
	t.font("B", t.size)
	t.cell(entryAmount, rowHeight, t.amount(t.debit), "R", "T")
	t.cell(entryAmount, rowHeight, t.amount(t.credit), "R", "T")
}

func (t *journalTable) accountWidth() float64 { return t.width() - entryDate - 2*entryAmount }

// fit returns the size of letters at which the total of the debits has room.
func (t *journalTable) fit(entries []leasehold.Entry) float64 {
	var total money.Amount
	for _, e := range entries {
		for _, l := range e.Lines {
			total = total.Add(l.Debit)
		}
	}
	t.font("B", textSize)
	const padding = 2.5
	return min(textSize, textSize*(entryAmount-padding)/t.GetStringWidth(t.amount(total)))
}

func (t *journalTable) headings() {
	t.font("B", textSize)
	t.cell(entryDate, rowHeight+1, "Date", "L", "B")
	t.cell(t.accountWidth(), rowHeight+1, "Account", "L", "B")
	t.cell(entryAmount, rowHeight+1, "Debit", "R", "B")
	t.cell(entryAmount, rowHeight+1, "Credit", "R", "B")
	t.Ln(rowHeight + 1.5)
}

// entry writes one entry in one piece.
func (t *journalTable) entry(e *leasehold.Entry) {
	lines := wording.Netted(e.Lines)
	t.font("I", smallSize)
	memo := t.split(e.Memo, t.width()-entryDate)
	if t.GetY()+rowHeight*float64(len(memo)+len(lines)+1) > t.bottom() {
		t.page(portrait)
		t.headings()
	}
	t.font("B", textSize-0.5)
	t.cell(entryDate, rowHeight, e.Date.String(), "L", "")
	t.font("I", smallSize)
	for _, line := range memo {
		t.SetX(margin + entryDate)
		t.cell(t.width()-entryDate, rowHeight, line, "L", "")
		t.Ln(rowHeight)
	}
	for _, l := range lines {
		t.line(&l)
	}
	t.Ln(1)
}

// line writes a line of an entry, a credit indented.
func (t *journalTable) line(l *leasehold.Line) {
	const indent = 6.0
	t.debit, t.credit = t.debit.Add(l.Debit), t.credit.Add(l.Credit)
	debit, credit, left := t.amount(l.Debit), "", 0.0
	if l.Debit.IsZero() {
		debit, credit, left = "", t.amount(l.Credit), indent
	}
	t.SetX(margin + entryDate + left)
	t.font("", textSize)
	t.cell(t.accountWidth()-left, rowHeight, l.Account.String(), "L", "")
	t.font("", t.size)
	t.cell(entryAmount, rowHeight, debit, "R", "")
	t.cell(entryAmount, rowHeight, credit, "R", "")
	t.Ln(rowHeight)
}
