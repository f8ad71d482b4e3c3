package reperformance

import (
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Workbook writes the workpaper as a workbook. The differences and their number are formulas that
// refer to the reported and recomputed amounts. The error is a [*spreadsheet.LimitError] or an
// error of w. Equal arguments write equal bytes.
func Workbook(w io.Writer, a *reperform.Answer, o paper.Options) error {
	p := newDraft(a, o)
	list := a.Figures()
	for i := range list {
		f := &list[i]
		if err := spreadsheet.CheckLimit(f.Where, f.Ours, f.Theirs.Minor(2)); err != nil {
			return err
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

const firstFigure = 5

const textWidth = 110.0

func (p *draft) summary(s *spreadsheet.Sheet, n int) {
	s.Widths(38, textWidth)
	s.Head(title, pdf.Describe(p.a.Ours)+". Amounts in "+p.o.Currency+".")
	put := func(label string, cell any) int { return s.Put(s.Text(spreadsheet.Label, label), cell) }
	verdict := "DIFFERS"
	if p.a.Agrees {
		verdict = "OK"
	}
	row := put("Every difference is allowed", s.Formula(spreadsheet.Verdict, verdict, `IF(figuresOutside=0,"OK","DIFFERS")`))
	s.Signal(fmt.Sprintf("B%d", row))
	for _, sentence := range p.conclusion() {
		s.Tall(sentence, textWidth, s.Text(spreadsheet.Label, ""), s.Text(spreadsheet.Wrapped, sentence))
	}
	s.Skip()
	s.Headings(spreadsheet.Left("What was compared"), spreadsheet.Left(""))
	count := func(label string, value any, format, column string) int {
		cells := fmt.Sprintf("Figures!$%[1]s$%[2]d:$%[1]s$%[3]d", column, firstFigure, firstFigure+n-1)
		return put(label, s.Formula(spreadsheet.LeftNumber, value, format, cells))
	}
	count("Figures compared", p.a.Compared, "ROWS(%s)", "F")
	s.Define("figuresOutside", "B", count("Differences that are not allowed", p.a.Outside, `COUNTIF(%s,"outside")`, "I"))
	count("Largest difference", spreadsheet.Number(p.a.LargestDifference.String()), "MAX(MAX(%[1]s),-MIN(%[1]s))", "G")
	put("Allowed difference", s.Text(spreadsheet.Plain, p.a.Tolerance()))
	for _, f := range p.facts()[4:] {
		put(f[0], s.Text(spreadsheet.Plain, f[1]))
	}
	s.Skip()
	for _, name := range []string{"Prepared by", "Date", "Reviewed by", "Date"} {
		s.Put(s.Text(spreadsheet.Label, name))
	}
	p.reasons(s)
}

func (p *draft) reasons(s *spreadsheet.Sheet) {
	list := func(heading string, pairs [][2]string) {
		if len(pairs) == 0 {
			return
		}
		s.Skip()
		s.Headings(spreadsheet.Left(heading), spreadsheet.Left(""))
		for _, x := range pairs {
			s.Pair(x[0], x[1])
		}
	}
	var conventions, inconsistencies [][2]string
	if !p.a.Agrees {
		for i := range p.a.Explanations {
			e := &p.a.Explanations[i]
			conventions = append(conventions, [2]string{wording.Sentence(p.closeness(e)), tried(e)})
		}
	}
	for _, x := range p.a.Inconsistencies {
		inconsistencies = append(inconsistencies, [2]string{
			wording.Sentence(wording.Place(&p.a.Ours.Measurement, x.Row, x.Member)), x.Problem(func(d money.Decimal) string { return wording.Decimal(d, p.places) }),
		})
	}
	list("Conventions that come closest", conventions)
	list("Inconsistencies within the schedule", inconsistencies)
	list("Columns of the reported file", p.columns())
}

func (p *draft) comparison(s *spreadsheet.Sheet, list []reperform.Figure) {
	s.Freeze(firstFigure-1, 0)
	s.Table("Figure by figure", "Difference = reported - recomputed. Amounts in "+p.o.Currency+".",
		spreadsheet.Left("Row").Wide(8), spreadsheet.Left("Due").Wide(12), spreadsheet.Left("Figure").Wide(40), spreadsheet.Left("Where").Wide(34),
		spreadsheet.Right("Recomputed").Wide(18), spreadsheet.Right("Reported").Wide(20), spreadsheet.Right("Difference").Wide(18), spreadsheet.Right("Allowed").Wide(12), spreadsheet.Left("Verdict").Wide(12))
	amount := func(d fmt.Stringer) excelize.Cell { return s.Value(spreadsheet.Amount, spreadsheet.Number(d.String())) }
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
			amount(f.Ours.Decimal(p.places)), amount(f.Theirs),
			s.Formula(spreadsheet.Amount, spreadsheet.Number(f.Difference.String()), "ROUND(F%d-E%d,%d)", at, at, places), amount(f.Allowed),
			s.Formula(spreadsheet.Note, verdict, `IF(ABS(G%d)>H%d,"outside","")`, at, at))
	}
}

func (p *draft) inputs(s *spreadsheet.Sheet) {
	s.Table("Inputs of the lease", "The inputs as supplied. The sheet Conclusion contains the digest of the normalized lease.",
		spreadsheet.Left("Input").Wide(52), spreadsheet.Left("Value").Wide(60))
	for _, in := range wording.Inputs(&p.a.Question.Lease) {
		s.Pair(in.Label, in.Value)
	}
}
