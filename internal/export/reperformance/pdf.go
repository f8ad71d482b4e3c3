package reperformance

import (
	"io"

	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// PDF writes the workpaper as a document. Equal arguments write equal bytes.
func PDF(w io.Writer, a *reperform.Answer, o Options) error {
	p := newDraft(a, o)
	d := document.New(document.Options{
		Title: title, Subject: p.describe(), Header: p.describe() + ", amounts in " + o.Currency,
		Footer: p.program() + ", lease " + digest(a.Question.Lease.Append(nil))[:16],
		Day:    a.Question.Lease.CommencementDate, Paper: o.Paper.For(a.Question.Lease.Standard),
	})
	d.Page(document.Portrait)
	d.Chapter(title)
	d.Font("", document.TextSize+1)
	d.Lines(document.Margin, d.Split(p.describe()+". Amounts in "+o.Currency+".", d.Width()))
	d.Ln(3)
	d.Fields(pdf.Identity(&a.Question.Lease))
	d.Section("Conclusion")
	for _, sentence := range p.conclusion() {
		d.Paragraph(sentence)
	}
	d.Section("What was compared")
	for _, f := range p.facts() {
		d.Fact(f[0], f[1])
	}
	p.recognized(d)
	p.candidates(d)
	p.inconsistencies(d)
	d.Section("Inputs of the lease")
	d.Inputs(&a.Question.Lease)
	d.Evidence(&a.Question.Lease)
	if unshown := d.Unshown(); unshown != "" {
		d.Paragraph(unshown)
	}
	p.figures(d)
	_, err := d.WriteTo(w)
	return err
}

// recognized lists how the headings of the reported file were read.
func (p *draft) recognized(d *document.Document) {
	if p.o.Source == nil || len(p.o.Source.Columns) == 0 {
		return
	}
	d.Section("Columns of their file")
	for _, c := range p.o.Source.Columns {
		d.Fact(c[0], "read as "+c[1])
	}
}

// candidates lists the conventions under which the fewest figures differ.
func (p *draft) candidates(d *document.Document) {
	if p.a.Agrees || len(p.a.Explanations) == 0 {
		return
	}
	d.Section("Conventions that come closest")
	for i := range p.a.Explanations {
		e := &p.a.Explanations[i]
		d.Item(tried(e) + ": " + p.closeness(e) + ".")
	}
}

func (p *draft) inconsistencies(d *document.Document) {
	if len(p.a.Inconsistencies) == 0 {
		return
	}
	d.Section("Inconsistencies within the schedule")
	for _, x := range p.a.Inconsistencies {
		d.Item(wording.Inconsistency(&p.a.Ours.Measurement, x.Row, x.Member, x.Problem, x.Rule == ""))
	}
}

// Column widths of the appendix in millimeters. Names use the remaining width.
const (
	rowWidth    = 12.0
	dateWidth   = 20.0
	amountWidth = 36.0
)

// figures writes every compared figure.
func (p *draft) figures(d *document.Document) {
	d.Page(document.Portrait)
	d.Chapter("Appendix. Figure by figure")
	p.headings(d)
	list := p.a.Figures()
	size := p.fit(d, list)
	name := d.Width() - rowWidth - dateWidth - 3*amountWidth
	for i := range list {
		f := &list[i]
		if d.GetY()+document.RowHeight > d.Bottom() {
			d.Page(document.Portrait)
			p.headings(d)
		}
		look := ""
		if f.Outside {
			look = "B"
		}
		number, date := row(f)
		d.Font(look, document.TextSize)
		d.Put(rowWidth, document.RowHeight, number, "L", "")
		d.Put(dateWidth, document.RowHeight, date, "L", "")
		d.Put(name, document.RowHeight, p.label(f), "L", "")
		d.Font(look, size)
		for _, text := range p.amounts(f) {
			d.Put(amountWidth, document.RowHeight, text, "R", "")
		}
		d.Ln(document.RowHeight)
	}
	d.Ln(2)
	d.Paragraph("Figures in bold differ by more than is allowed.")
}

func (p *draft) headings(d *document.Document) {
	d.Font("B", document.TextSize)
	name := d.Width() - rowWidth - dateWidth - 3*amountWidth
	d.Put(rowWidth, document.RowHeight+1, "Row", "L", "B")
	d.Put(dateWidth, document.RowHeight+1, "Due", "L", "B")
	d.Put(name, document.RowHeight+1, "Figure", "L", "B")
	for _, h := range []string{"Recomputed", "Reported", "Difference"} {
		d.Put(amountWidth, document.RowHeight+1, h, "R", "B")
	}
	d.Ln(document.RowHeight + 1.5)
}

// amounts returns the three numbers of a line, formatted.
func (p *draft) amounts(f *reperform.Figure) [3]string {
	return [3]string{p.amount(f.Ours), p.decimal(f.Theirs), p.decimal(f.Difference)}
}

// fit returns the font size at which the longest number fits into its column.
func (p *draft) fit(d *document.Document, list []reperform.Figure) float64 {
	d.Font("B", document.TextSize)
	widest := 1.0
	for i := range list {
		for _, text := range p.amounts(&list[i]) {
			widest = max(widest, d.GetStringWidth(text))
		}
	}
	const padding = 2.5
	return min(document.TextSize, document.TextSize*(amountWidth-padding)/widest)
}
