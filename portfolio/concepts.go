package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
)

// Elements returns the taxonomy elements of the amounts in the report.
func (r *Report) Elements() []taxonomy.Element {
	return slices.DeleteFunc(taxonomy.Elements(r.Question.From, r.Question.To), func(e taxonomy.Element) bool {
		return !slices.ContainsFunc(r.Leases, func(l Line) bool {
			return l.Lease.Standard == e.Standard && (!e.ByClass || l.Figures.Class == e.Class)
		})
	})
}

func (p *printer) concepts(list []taxonomy.Element) {
	jsonout.List(&p.Printer, `,"concepts":`, list, func(e *taxonomy.Element) {
		p.Text(`{"figure":`, e.Figure)
		p.Text(`,"standard":`, e.Standard.String())
		if e.ByClass {
			p.Text(`,"classification":`, e.Class.String())
		}
		p.Text(`,"name":`, e.Name)
		p.Int(`,"year":`, e.Year)
		if e.Turned {
			p.Raw(`,"turned":true`)
		}
		p.Raw(`}`)
	})
}
