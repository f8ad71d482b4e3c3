package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

func (d *draft) taxed() bool {
	return slices.ContainsFunc(d.Leases, func(l portfolio.Line) bool { return l.Figures.Taxed })
}

// deferredTax writes deferred tax by section, with check formulas. Deferred tax is always in the
// functional currency, so in a translated report, d must be the draft before translation.
func (d *draft) deferredTax(s *spreadsheet.Sheet) {
	var columns []tableColumn
	for _, x := range d.sections {
		if !x.standard.Governments() {
			columns = append(columns, tableColumn{title: d.titled(d.title(x), 0), sections: []*section{x}})
		}
	}
	columns = inPeriod(0, d.withTotals(columns)) // the comparative period has no deferred tax
	d.begin(s, len(columns), "Deferred tax")
	var lines []line
	for _, c := range figure.TaxExpense.Statement().Figures {
		lines = append(lines, line{label: c.Title(), terms: terms{c.String()}, total: c == figure.TaxExpense})
	}
	d.table(s, figure.TaxExpense.Statement().Title, columns, lines)
	net := []line{
		{label: "Net deferred tax, opening (asset positive)", terms: terms{"deferredTax.assetOpening", "-deferredTax.liabilityOpening"}},
		{
			label: "Prior-period corrections, not included in the expense",
			terms: terms{"deferredTax.assetLate", "-deferredTax.liabilityLate", lateTaxExpense},
		},
		{label: "Initial application", terms: terms{"-deferredTax.initialApplication"}},
		{label: "Deferred tax expense", terms: terms{"-deferredTax.expense"}},
	}
	if !d.known(lateTaxExpense) {
		net = slices.Delete(net, 1, 2)
	}
	var rolls terms
	for _, l := range net {
		rolls = append(rolls, l.terms...)
	}
	closing := terms{"deferredTax.assetClosing", "-deferredTax.liabilityClosing"}
	d.table(s, "Net", columns, append(net, line{label: "Net deferred tax, closing (asset positive)", terms: closing, total: true}))
	rolls = append(rolls, "-deferredTax.assetClosing", "deferredTax.liabilityClosing")
	d.table(s, "Check: must be 0", columns, []line{{label: "Deferred tax rolls forward", terms: rolls}})
}

func (d *draft) lateChanges(s *spreadsheet.Sheet) {
	p := d.Previous
	s.Widths(28, 34, 22, 22, 22)
	s.Head("Prior-period corrections", "Signed and current amounts at the end of "+d.Question.From.Prev().String()+".")
	fact := func(name, text string) { s.Put(s.Text(spreadsheet.Label, name), s.Text(spreadsheet.Plain, text)) }
	agrees := "no"
	if p.Agrees {
		agrees = "yes"
	}
	fact("The opening agrees", agrees)
	fact("Digest of opening balances", p.Digest)
	fact("Digest of closing balances", d.Digest)
	for _, cause := range p.Causes {
		fact("Rate or rule that differs", cause)
	}
	s.Skip()
	s.Headings(spreadsheet.Left("Lease"), spreadsheet.Left("Figure"), spreadsheet.Right("Signed"), spreadsheet.Right("Computed"), spreadsheet.Right("Difference"))
	for i := range p.LateChanges {
		change := &p.LateChanges[i]
		places := change.Places()
		title := func(name string) string { return wording.Signed(name, change.Standards()) }
		for _, of := range change.Rows(title, func(money.Amount) string { return "" }) {
			row := s.Row() + 1
			cells := []any{s.Text(spreadsheet.Plain, change.ID), s.Text(spreadsheet.Plain, of.Figure)}
			switch {
			case of.Balance:
				cells = append(cells, amount(s, of.Signed, places), amount(s, of.Now, places),
					rounded(s, spreadsheet.Amount, of.Difference, places, fmt.Sprintf("D%[1]d-C%[1]d", row)))
			case of.Difference.IsZero():
				cells = append(cells, s.Text(spreadsheet.Plain, of.Cells[0]), s.Text(spreadsheet.Plain, of.Cells[1]))
			default:
				cells = append(cells, s.Text(spreadsheet.Plain, ""), s.Text(spreadsheet.Plain, ""), amount(s, of.Difference, places))
			}
			s.Put(cells...)
		}
	}
	if len(p.LateChanges) == 0 {
		s.Put(s.Text(spreadsheet.Plain, "none"))
	}
}

const tieOutFirst = 9

func (d *draft) tieOut(s *spreadsheet.Sheet) {
	s.Widths(40, 34, 22, 22, 22, textWidth)
	about := "The trial balance at the end of " + d.Question.To.String() + " and Leasehold's amounts; debits are positive. Difference = Leasehold less ledger."
	if source := d.o.Source; source != nil {
		about += " Ledger: " + source.Name + ", SHA-256 " + source.SHA256 + "."
	}
	s.Head("Tie-out", about)
	last := tieOutFirst + max(len(d.TieOut), 1) - 1
	differ := len(portfolio.Differing(d.TieOut))
	count := func(label string, n int, format string) int {
		return s.Put(s.Text(spreadsheet.Label, label), s.Formula(spreadsheet.LeftNumber, n, format, tieOutFirst, last))
	}
	count("Accounts compared", len(d.TieOut), "COUNTA(A%d:A%d)")
	row := count("Accounts that differ", differ, "SUMPRODUCT(1*(E%d:E%d<>0))")
	verdict := "DIFFERS"
	if differ == 0 {
		verdict = "OK"
	}
	row = s.Put(s.Text(spreadsheet.Label, "Every account agrees"), s.Formula(spreadsheet.Verdict, verdict, `IF(B%d=0,"OK","DIFFERS")`, row))
	s.Signal(fmt.Sprintf("B%d", row))
	for s.Row() < tieOutFirst-2 {
		s.Skip()
	}
	s.Headings(spreadsheet.Left("Account"), spreadsheet.Left("Leases"), spreadsheet.Right("Ledger"), spreadsheet.Right("Leasehold"), spreadsheet.Right("Difference"),
		spreadsheet.Left("Explanation"))
	for i := range d.TieOut {
		out := &d.TieOut[i]
		row, places, says := s.Row()+1, out.Places(), out.Says()
		s.Tall(says, textWidth, s.Text(spreadsheet.Plain, out.Account), s.Text(spreadsheet.Plain, strings.TrimSpace(out.KeyText())),
			amount(s, out.Ledger, places), amount(s, out.Leasehold, places),
			rounded(s, spreadsheet.Amount, out.Difference, places, fmt.Sprintf("D%[1]d-C%[1]d", row)), s.Text(spreadsheet.Wrapped, says))
	}
	d.source(s)
}

func (d *draft) source(s *spreadsheet.Sheet) {
	if d.o.Source == nil {
		return
	}
	list := func(heading string, rows [][2]string) {
		if len(rows) == 0 {
			return
		}
		s.Skip()
		s.Headings(spreadsheet.Left(heading), spreadsheet.Left(""))
		for _, row := range rows {
			s.Put(s.Text(spreadsheet.Plain, row[0]), s.Text(spreadsheet.Plain, row[1]))
		}
	}
	list("Columns of the trial balance file", d.o.Source.Columns)
	list("Omitted rows", d.o.Source.Left)
	var notes [][2]string
	for _, n := range d.o.Source.Notes {
		notes = append(notes, [2]string{n, ""})
	}
	list("Notes on it", notes)
}

// exceeds returns an error if an amount in the trial balance or in a correction exceeds a cell's limit.
func (d *draft) exceeds() error {
	var amounts []money.Amount
	for i := range d.TieOut {
		amounts = append(amounts, d.TieOut[i].Ledger, d.TieOut[i].Leasehold)
	}
	if d.Previous != nil {
		for i := range d.Previous.LateChanges {
			for _, c := range d.Previous.LateChanges[i].Changes {
				amounts = append(amounts, c.Signed, c.Now)
			}
		}
	}
	return spreadsheet.CheckLimit("ledger", amounts...)
}
