package treatments

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// put returns the lease under the treatment, without what its standard refuses, and
// a note for each member that is left out.
func (t *treatment) put(l *leasehold.Lease) (put *leasehold.Lease, notes []string) {
	p := *l
	p.Standard, p.Classification, p.Exemption = t.standard, t.class, leasehold.NoExemption
	p.Events = slices.Clone(l.Events)
	left := func(member, where string) {
		notes = append(notes, fmt.Sprintf("%s is left out: it has no meaning under this treatment%s.", member, where))
	}
	if l.Exempt() {
		left("exemption", ", which shows the lease on the balance sheet")
	}
	if l.Classification != leasehold.Derived {
		left("classification", "")
	}
	for i := range member.Lease {
		if m := &member.Lease[i]; m.Only != nil && l.States(m.Name) && !m.Takes(t.standard.String()) {
			p.Clear(m.Name)
			left(m.Name, "")
		}
	}
	for i := range p.Events {
		t.putEvent(&p, i, left)
	}
	return &p, notes
}

// putEvent leaves out what the standard refuses of an event.
func (t *treatment) putEvent(p *leasehold.Lease, i int, left func(member, where string)) {
	e := &p.Events[i]
	if e.Classification != leasehold.Derived {
		e.Classification = leasehold.Derived
		left(fmt.Sprintf("events[%d].classification", i), "")
	}
	if e.Type == leasehold.IndexChange && e.DiscountRateAnnual.Set && !t.standard.MeasuresIndex() {
		e.DiscountRateAnnual = strict.Optional[decimal]{}
		left(fmt.Sprintf("events[%d].discountRateAnnual", i), "")
	}
	if e.Proportion.Value == leasehold.ByLiability && p.Validate() != nil {
		e.Proportion = strict.Optional[leasehold.Proportion]{}
		left(fmt.Sprintf("events[%d].proportion", i), "")
	}
}
