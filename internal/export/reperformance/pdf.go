package reperformance

import (
	"io"

	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/pdf"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// PDF writes the workpaper as a PDF document. Equal arguments write equal bytes.
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
		d.Section("Conventions that come closest")
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
	d.Paragraph("Figures in bold differ by more than is allowed.")
}
