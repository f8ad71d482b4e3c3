package reperformance

import (
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Workbook writes the workpaper as a workbook. The differences and the number of differences are
// formulas that refer to the columns of reported and recomputed figures. The error is a
// [*spreadsheet.LimitError] or an error of w. Equal arguments write equal bytes.
func Workbook(w io.Writer, a *reperform.Answer, o paper.Options) error {
	p := newDraft(a, o)
	list := a.Figures()
	for i := range list {
		f := &list[i]
		for _, x := range []money.Amount{f.Ours, f.Theirs.Minor(2)} {
			if spreadsheet.TooLarge(x) {
				return spreadsheet.Exceeds(f.Where, x)
			}
		}
	}
	b := spreadsheet.New(spreadsheet.Options{Title: title, Subject: pdf.Describe(p.a.Ours), Description: "Figures compared one by one", Paper: o.Paper.For(a.Question.Lease.Standard), Places: p.places})
	b.Add("Conclusion", func(s *spreadsheet.Sheet) { p.summary(s, len(list)) })
	b.Add("Figures", func(s *spreadsheet.Sheet) { p.comparison(s, list) })
	b.Add("Inputs", p.inputs)
	if lease := &a.Question.Lease; len(lease.Evidence) > 0 {
		b.Add("Evidence", func(s *spreadsheet.Sheet) { workbook.Evidence(s, lease) })
	}
	return b.Write(w)
}

// firstFigure is the row number of the first figure on the sheet Figures.
const firstFigure = 5

// rows returns the cell range of a column on the sheet Figures, which has n figures.
func rows(column string, n int) string {
	return fmt.Sprintf("Figures!$%s$%d:$%s$%d", column, firstFigure, column, firstFigure+n-1)
}

// textWidth is the width of the columns for long texts, in characters.
const textWidth = 110.0

func (p *draft) summary(s *spreadsheet.Sheet, n int) {
	s.Widths(38, textWidth)
	s.Head(title, pdf.Describe(p.a.Ours)+". Amounts in "+p.o.Currency+".")
	verdict := "DIFFERS"
	if p.a.Agrees {
		verdict = "OK"
	}
	row := s.Put(s.Text(spreadsheet.Label, "Every difference is allowed"), s.Formula(spreadsheet.Verdict, verdict, `IF(figuresOutside=0,"OK","DIFFERS")`))
	s.Signal(fmt.Sprintf("B%d", row))
	for _, sentence := range p.conclusion() {
		s.Tall(sentence, textWidth, s.Text(spreadsheet.Label, ""), s.Text(spreadsheet.Wrapped, sentence))
	}
	s.Skip()
	s.Headings(spreadsheet.Left("What was compared"), spreadsheet.Left(""))
	label := func(text string) any { return s.Text(spreadsheet.Label, text) }
	s.Put(label("Figures compared"), s.Formula(spreadsheet.LeftNumber, p.a.Compared, "ROWS(%s)", rows("F", n)))
	row = s.Put(label("Figures that differ by more"), s.Formula(spreadsheet.LeftNumber, p.a.Outside, `COUNTIF(%s,"outside")`, rows("I", n)))
	s.Define("figuresOutside", "B", row)
	s.Put(label("Largest difference"), s.Formula(spreadsheet.LeftNumber, p.number(p.a.LargestDifference),
		"MAX(MAX(%[1]s),-MIN(%[1]s))", rows("G", n)))
	s.Put(label("Allowed difference"), s.Text(spreadsheet.Plain, p.a.Tolerance()))
	for _, f := range p.facts()[4:] {
		s.Put(label(f[0]), s.Text(spreadsheet.Plain, f[1]))
	}
	s.Skip()
	for _, name := range []string{"Prepared by", "Date", "Reviewed by", "Date"} {
		s.Put(label(name))
	}
	p.reasons(s)
}

// reasons writes the conventions, the inconsistencies and the columns of the reported file.
func (p *draft) reasons(s *spreadsheet.Sheet) {
	list := func(heading string, n int, line func(i int) (name, text string)) {
		if n == 0 {
			return
		}
		s.Skip()
		s.Headings(spreadsheet.Left(heading), spreadsheet.Left(""))
		for i := range n {
			s.Pair(line(i))
		}
	}
	if !p.a.Agrees {
		list("Conventions that come closest", len(p.a.Explanations), func(i int) (name, text string) {
			e := &p.a.Explanations[i]
			return wording.Sentence(p.closeness(e)), tried(e)
		})
	}
	list("Inconsistencies within the schedule", len(p.a.Inconsistencies), func(i int) (name, text string) {
		x := &p.a.Inconsistencies[i]
		return wording.Sentence(wording.Place(&p.a.Ours.Measurement, x.Row, x.Member)), x.Problem(func(d money.Decimal) string { return wording.Decimal(d, p.places) })
	})
	if p.o.Source != nil {
		list("Columns of their file", len(p.o.Source.Columns), func(i int) (name, text string) {
			c := p.o.Source.Columns[i]
			return c[0], "read as " + c[1]
		})
	}
}

// number converts a decimal number to a cell value.
func (p *draft) number(d money.Decimal) float64 { return spreadsheet.Number(d.String()) }

// comparison writes every compared figure.
func (p *draft) comparison(s *spreadsheet.Sheet, list []reperform.Figure) {
	s.Freeze(firstFigure-1, 0)
	s.Table("Figure by figure", "Difference = reported - recomputed. Amounts in "+p.o.Currency+".",
		spreadsheet.Left("Row").Wide(8), spreadsheet.Left("Due").Wide(12), spreadsheet.Left("Figure").Wide(40), spreadsheet.Left("Where").Wide(34),
		spreadsheet.Right("Recomputed").Wide(18), spreadsheet.Right("Reported").Wide(20), spreadsheet.Right("Difference").Wide(18), spreadsheet.Right("Allowed").Wide(12), spreadsheet.Left("Verdict").Wide(12))
	for i := range list {
		f := &list[i]
		at := s.Row() + 1
		var number, date any
		verdict := ""
		if f.Period > 0 {
			number = f.Period
		}
		if f.Date != (civil.Date{}) {
			date = spreadsheet.Serial(f.Date)
		}
		if f.Outside {
			verdict = "outside"
		}
		places := min(max(p.places, f.Theirs.Scale(), 2), 12)
		s.Put(s.Value(spreadsheet.LeftNumber, number), s.Value(spreadsheet.LeftDay, date), p.label(f), f.Where,
			s.Value(spreadsheet.Amount, spreadsheet.Number(string(f.Ours.AppendPlaces(nil, p.places)))),
			s.Value(spreadsheet.Amount, p.number(f.Theirs)),
			s.Formula(spreadsheet.Amount, p.number(f.Difference), "ROUND(F%d-E%d,%d)", at, at, places),
			s.Value(spreadsheet.Amount, p.number(f.Allowed)),
			s.Formula(spreadsheet.Note, verdict, `IF(ABS(G%d)>H%d,"outside","")`, at, at))
	}
}

func (p *draft) inputs(s *spreadsheet.Sheet) {
	s.Table("Inputs of the lease", "As given. The sheet Conclusion has the digest of its normalized JSON.",
		spreadsheet.Left("Input").Wide(52), spreadsheet.Left("Value").Wide(60))
	for _, in := range wording.Inputs(&p.a.Question.Lease) {
		s.Pair(in.Label, in.Value)
	}
}
