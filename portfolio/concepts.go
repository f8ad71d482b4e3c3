package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/taxonomy"
)

// Elements returns the names that filings use for the figures of the report's leases.
func (r *Report) Elements() []taxonomy.Element {
	return slices.DeleteFunc(taxonomy.Elements(r.Question.From, r.Question.To), func(e taxonomy.Element) bool {
		return !slices.ContainsFunc(r.Leases, func(l Line) bool {
			return l.Lease.Standard == e.Standard && (!e.ByClass || l.Figures.Class == e.Class)
		})
	})
}

func (p *printer) concepts(list []taxonomy.Element) {
	p.raw(`,"concepts":[`)
	for i := range list {
		e := &list[i]
		p.comma(i)
		p.quoted(`{"figure":`, e.Figure)
		p.quoted(`,"standard":`, e.Standard.String())
		if e.ByClass {
			p.quoted(`,"classification":`, e.Class.String())
		}
		p.quoted(`,"name":`, e.Name)
		p.int(`,"year":`, int64(e.Year))
		if e.Turned {
			p.raw(`,"turned":true`)
		}
		p.raw(`}`)
	}
	p.raw(`]`)
}
