// Package reperformance writes a verification's workpaper: the reported schedule, the lease, the amounts that agree or
// differ, and the explanation of the differences. The package itself computes no amounts.
package reperformance

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

type draft struct {
	a      *reperform.Answer
	o      paper.Options
	places int
}

func newDraft(a *reperform.Answer, o paper.Options) *draft {
	return &draft{a, o, wording.Places(&a.Question.Lease)}
}

const title = "Re-performance of a lease schedule"

func (p *draft) conclusion() []string {
	a, list := p.a, []string{}
	if cause := a.Cause(); cause != "" {
		list = append(list, cause)
	}
	list = append(list, a.Verdict())
	if a.Agrees {
		if n := len(a.Inconsistencies); n > 0 {
			list = append(list, "The reported schedule is internally inconsistent in "+markup.Plural(n, "place")+", listed below.")
		}
		return list
	}
	if a.ImpliedRate != nil {
		list = append(list, "The reported opening balance is the present value of the reported payments at "+a.ImpliedRate.Shift(2).String()+"%.")
	}
	if a.Explanation == nil {
		list = append(list, "No tested convention explains every difference.")
	}
	return append(list, a.Notes...)
}

func (p *draft) facts() [][2]string {
	a, q := p.a, p.a.Question
	facts := [][2]string{
		{"Figures compared", strconv.Itoa(a.Compared)},
		{"Differences beyond the tolerance", strconv.Itoa(a.Outside)},
		{"Largest difference", p.decimal(a.LargestDifference)},
		{"Allowed difference", a.Tolerance()},
		{"Amounts in", p.o.Currency},
		{"Recomputed figures", p.o.Program()},
		{"SHA-256 of the lease, normalized", paper.Digest(q.Lease.Append(nil))},
	}
	if s := p.o.Source; s != nil {
		return append(facts, [2]string{"Reported figures", s.Name}, [2]string{"SHA-256 of the reported file", s.SHA256})
	}
	return append(facts, [2]string{"Reported figures", "in the request"},
		[2]string{"SHA-256 of the figures, normalized", paper.Digest(q.Theirs.Append(nil))})
}

// columns returns the headings of the reported file and, for each heading, the field in that column.
func (p *draft) columns() (list [][2]string) {
	if p.o.Source != nil {
		for _, c := range p.o.Source.Columns {
			list = append(list, [2]string{c[0], "read as " + c[1]})
		}
	}
	return list
}

// tried describes the lease conventions that an explanation changes.
func tried(e *reperform.Explanation) string {
	if len(e.Changes) == 0 {
		return "The lease as supplied"
	}
	words := make([]string, len(e.Changes))
	for i, c := range e.Changes {
		words[i] = c.Words()
	}
	return wording.Sentence(strings.Join(words, "; "))
}

// closeness describes the differences that remain under the conventions of an explanation.
func (p *draft) closeness(e *reperform.Explanation) string {
	if e.Outside == 0 {
		return "every difference is explained"
	}
	return fmt.Sprintf("%d outside, the largest difference %s", e.Outside, p.decimal(e.LargestDifference))
}

func (p *draft) label(f *reperform.Figure) string {
	return wording.Member(&p.a.Ours.Measurement, f.Member)
}

func (p *draft) decimal(d money.Decimal) string { return wording.AccountingDecimal(d, p.places) }

// row returns the row number and the date of a compared amount. If either is absent, the result is "".
func row(f *reperform.Figure) (number, date string) {
	if f.Period > 0 {
		number = strconv.Itoa(f.Period)
	}
	if f.Date != (civil.Date{}) {
		date = f.Date.String()
	}
	return number, date
}

// CSV writes one row for each compared amount.
func CSV(w io.Writer, a *reperform.Answer) error {
	p := newDraft(a, paper.Options{})
	lines := [][]string{{"where", "period", "date", "figure", "ours", "theirs", "difference", "outside"}}
	list := a.Figures()
	for i := range list {
		f := &list[i]
		number, date := row(f)
		lines = append(lines, []string{
			f.Where, number, date, f.Member, string(f.Ours.AppendPlaces(nil, p.places)), f.Theirs.String(), f.Difference.String(), strconv.FormatBool(f.Outside),
		})
	}
	return paper.WriteCSV(w, lines)
}

// PDF writes the workpaper as a PDF document. Equal arguments result in equal bytes.
func PDF(w io.Writer, a *reperform.Answer, o paper.Options) error {
	p := newDraft(a, o)
	d := pdf.New(title, a.Ours, &o, ", lease "+paper.Digest(a.Question.Lease.Append(nil))[:16], nil)
	d.Section("Conclusion")
	for _, sentence := range p.conclusion() {
		d.Paragraph(sentence)
	}
	d.Section("What was compared")
	for _, f := range p.facts() {
		d.Fact(f[0], f[1])
	}
	p.explain(d)
	d.Section("Inputs of the lease")
	d.Inputs(&a.Question.Lease)
	d.Evidence(&a.Question.Lease)
	d.ExplainCodePoints()
	p.figures(d)
	_, err := d.WriteTo(w)
	return err
}

func (p *draft) explain(d *document.Document) {
	if columns := p.columns(); len(columns) > 0 {
		d.Section("Columns of the reported file")
		for _, c := range columns {
			d.Fact(c[0], c[1])
		}
	}
	if !p.a.Agrees && len(p.a.Explanations) > 0 {
		d.Section("Closest conventions")
		for i := range p.a.Explanations {
			e := &p.a.Explanations[i]
			d.Item(tried(e) + ": " + p.closeness(e) + ".")
		}
	}
	if len(p.a.Inconsistencies) > 0 {
		d.Section("Inconsistencies within the schedule")
	}
	for _, x := range p.a.Inconsistencies {
		d.Item(wording.Inconsistency(&p.a.Ours.Measurement, x.Row, x.Member, x.Problem, x.Rule == ""))
	}
}

func (p *draft) figures(d *document.Document) {
	d.Page(document.Portrait)
	d.Chapter("Appendix. Figure by figure")
	list := p.a.Figures()
	rows := make([][]string, len(list))
	var amounts []string
	for i := range list {
		f := &list[i]
		number, date := row(f)
		rows[i] = []string{number, date, p.label(f), wording.Accounting(f.Ours, p.places), p.decimal(f.Theirs), p.decimal(f.Difference)}
		amounts = append(amounts, rows[i][3:]...)
	}
	const rowWidth, dateWidth, amountWidth = 12, 20, 36
	size := d.Fit(document.TextSize, amountWidth, amounts)
	d.Table([]document.Column{
		{Name: "Row", Width: rowWidth},
		{Name: "Due", Width: dateWidth},
		{Name: "Figure", Width: d.Width() - rowWidth - dateWidth - 3*amountWidth},
		{Name: "Recomputed", Width: amountWidth, Right: true, Size: size},
		{Name: "Reported", Width: amountWidth, Right: true, Size: size},
		{Name: "Difference", Width: amountWidth, Right: true, Size: size},
	}, rows, func(i int) bool { return list[i].Outside })
	d.Paragraph("Figures in bold differ by more than the tolerance.")
}

// Workbook writes the workpaper as a workbook. The differences and their number are formulas that
// refer to the reported and recomputed amounts. The error is either a [*spreadsheet.LimitError] or
// an error of w. Equal arguments result in equal bytes.
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
	b.AddEvidence(&a.Question.Lease)
	return b.Write(w)
}

const firstFigure = 5

func figureRows(n int) spreadsheet.Rows {
	columns := []string{"row", "due", "figure", "where", "recomputed", "reported", "difference", "allowed", "verdict"}
	return spreadsheet.Rows{Sheet: "Figures", First: firstFigure, Last: firstFigure + n - 1, Columns: columns}
}

const textWidth = 110.0

func (p *draft) summary(s *spreadsheet.Sheet, n int) {
	s.Widths(38, textWidth)
	s.Head(title, pdf.Describe(p.a.Ours)+". Amounts in "+p.o.Currency+".")
	put := func(label string, cell any) int { return s.Put(s.Text(spreadsheet.Label, label), cell) }
	verdict := "DIFFERS"
	if p.a.Agrees {
		verdict = "OK"
	}
	row := put("Every difference is within the tolerance", s.Formula(spreadsheet.Verdict, verdict, `IF(figuresOutside=0,"OK","DIFFERS")`))
	s.Signal(fmt.Sprintf("B%d", row))
	for _, sentence := range p.conclusion() {
		s.Tall(sentence, textWidth, s.Text(spreadsheet.Label, ""), s.Text(spreadsheet.Wrapped, sentence))
	}
	s.Skip()
	s.Headings(spreadsheet.Left("What was compared"), spreadsheet.Left(""))
	rows := figureRows(n)
	count := func(label string, value any, format, column string) int {
		return put(label, s.Formula(spreadsheet.LeftNumber, value, format, rows.Range(column)))
	}
	count("Figures compared", p.a.Compared, "ROWS(%s)", "reported")
	s.Define("figuresOutside", "B", count("Differences beyond the tolerance", p.a.Outside, `COUNTIF(%s,"outside")`, "verdict"))
	count("Largest difference", spreadsheet.Number(p.a.LargestDifference.String()), "MAX(MAX(%[1]s),-MIN(%[1]s))", "difference")
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
	list("Closest conventions", conventions)
	list("Inconsistencies within the schedule", inconsistencies)
	list("Columns of the reported file", p.columns())
}

func (p *draft) comparison(s *spreadsheet.Sheet, list []reperform.Figure) {
	s.Freeze(firstFigure-1, 0)
	s.Table("Figure by figure", "Difference = reported - recomputed. Amounts in "+p.o.Currency+".",
		spreadsheet.Left("Row").Wide(8), spreadsheet.Left("Due").Wide(12), spreadsheet.Left("Figure").Wide(40), spreadsheet.Left("Where").Wide(34),
		spreadsheet.Right("Recomputed").Wide(18), spreadsheet.Right("Reported").Wide(20), spreadsheet.Right("Difference").Wide(18), spreadsheet.Right("Allowed").Wide(12), spreadsheet.Left("Verdict").Wide(12))
	rows := figureRows(len(list))
	amount := func(d fmt.Stringer) excelize.Cell { return s.Value(spreadsheet.Amount, spreadsheet.Number(d.String())) }
	for i := range list {
		f := &list[i]
		cells := func(formula string) string { return rows.Local(s.Row()+1, formula) }
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
			s.Formula(spreadsheet.Amount, spreadsheet.Number(f.Difference.String()), cells("ROUND({reported}-{recomputed},%d)"), places), amount(f.Allowed),
			s.Formula(spreadsheet.Note, verdict, cells(`IF(ABS({difference})>{allowed},"outside","")`)))
	}
}

func (p *draft) inputs(s *spreadsheet.Sheet) {
	s.Table("Inputs of the lease", "The inputs as supplied. The Conclusion sheet contains the digest of the normalized lease.",
		spreadsheet.Left("Input").Wide(52), spreadsheet.Left("Value").Wide(60))
	s.Inputs(&p.a.Question.Lease)
}
