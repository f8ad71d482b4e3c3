package treatments

import (
	"errors"
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// put returns the lease under the treatment, without the fields that the treatment's standard
// rejects, and a note for each omitted field.
func (t *treatment) put(l *leasehold.Lease) (put *leasehold.Lease, notes []string) {
	p := *l
	p.Standard, p.Classification, p.Exemption = t.standard, t.class, leasehold.NoExemption
	p.Events = slices.Clone(l.Events)
	left := func(member, where string) {
		notes = append(notes, fmt.Sprintf("%s is omitted: it has no meaning under this treatment%s.", member, where))
	}
	if l.Exempt() {
		left("exemption", ", which shows the lease on the balance sheet")
	}
	if l.Classification != leasehold.Derived {
		left("classification", "")
	}
	if !t.knows(l.DiscountRateBasis) {
		p.DiscountRateBasis = leasehold.NoRateBasis
		left("discountRateBasis", "")
	}
	for _, name := range functional {
		p.Clear(name)
	}
	for i := range member.Lease {
		m := &member.Lease[i]
		if !m.Known(t.standard.String()) {
			if l.States(m.Name) {
				p.Clear(m.Name)
				left(m.Name, "")
			}
			continue
		}
		if m.Only != nil && l.States(m.Name) && !m.Takes(t.standard.String()) {
			p.Clear(m.Name)
			left(m.Name, "")
		}
	}
	rate := l.DiscountRateAnnual
	for i := 0; i < len(p.Events); {
		e := &p.Events[i]
		if !t.standard.Knows(e.Type) {
			left("events of type "+e.Type.String()+": the one on "+e.Date.String(), "")
			p.Events = slices.Delete(p.Events, i, i+1)
			continue
		}
		t.putEvent(&p, i, left)
		if e.DiscountRateAnnual.Set {
			rate = e.DiscountRateAnnual.Value
		} else if _, must := member.EventTypes[e.Type].States("discountRateAnnual"); must && !t.standard.RateMayStay() && l.RateTable() == nil {
			e.DiscountRateAnnual = strict.Some(rate)
			notes = append(notes, fmt.Sprintf("The event on %s supplies no rate; it is measured at the effective rate.", e.Date))
		}
		if rejectsProportion(p, i) {
			e.Proportion = strict.Optional[leasehold.Proportion]{}
			left(fmt.Sprintf("events[%d].proportion", i), "")
		}
		i++
	}
	return &p, notes
}

// rejectsProportion reports whether the proportion of event i is invalid in a lease whose later
// events may still have fields that the standard rejects.
func rejectsProportion(l leasehold.Lease, i int) bool {
	l.Events = l.Events[:i+1]
	invalid, _ := errors.AsType[*leasehold.InvalidError](l.Validate())
	field := fmt.Sprintf("events[%d].proportion", i)
	return invalid != nil && slices.ContainsFunc(invalid.Faults, func(f leasehold.Fault) bool { return f.Field == field })
}

// functional lists the fields about the functional currency. A comparison is in the currency of
// the lease and omits these fields, so events need no exchange rate.
var functional = []string{"functionalCurrency", "exchangeRate", "openingRouAssetFunctional", "prepaidRentFunctional", "prepaidOrAccruedRentFunctional"}

// knows reports whether the standard defines a kind of discount rate.
func (t *treatment) knows(b leasehold.RateBasis) bool {
	return b == leasehold.NoRateBasis || member.RateBases[b-1].Takes(t.standard.String())
}

// clearEnds removes from an event the fields that the standard does not use.
func (t *treatment) clearEnds(e *leasehold.Event, i int, left func(member, where string)) {
	for _, o := range []struct {
		name  string
		set   bool
		clear func()
	}{
		{"residualValueGuarantee", e.ResidualValueGuarantee.Set, func() { e.ResidualValueGuarantee = strict.Optional[decimal]{} }},
		{"purchaseOptionAmount", e.PurchaseOptionAmount.Set, func() { e.PurchaseOptionAmount = strict.Optional[decimal]{} }},
		{"purchaseOptionReasonablyCertain", e.PurchaseOptionReasonablyCertain.Set, func() { e.PurchaseOptionReasonablyCertain = strict.Optional[bool]{} }},
		{"transfersOwnership", e.TransfersOwnership.Set, func() { e.TransfersOwnership = strict.Optional[bool]{} }},
	} {
		if o.set && !member.Find(member.Lease, o.name).Known(t.standard.String()) {
			o.clear()
			left(fmt.Sprintf("events[%d].%s", i, o.name), "")
		}
	}
}

// putEvent removes from an event the fields that the standard rejects.
func (t *treatment) putEvent(p *leasehold.Lease, i int, left func(member, where string)) {
	e := &p.Events[i]
	t.clearEnds(e, i, left)
	if e.Classification != leasehold.Derived {
		e.Classification = leasehold.Derived
		left(fmt.Sprintf("events[%d].classification", i), "")
	}
	if e.Type == leasehold.IndexChange && e.DiscountRateAnnual.Set && !t.standard.MeasuresIndex() {
		e.DiscountRateAnnual = strict.Optional[decimal]{}
		left(fmt.Sprintf("events[%d].discountRateAnnual", i), "")
		if e.DiscountRateBasis != leasehold.NoRateBasis {
			e.DiscountRateBasis = leasehold.NoRateBasis
			left(fmt.Sprintf("events[%d].discountRateBasis", i), "")
		}
	}
	if !t.knows(e.DiscountRateBasis) {
		e.DiscountRateBasis = leasehold.NoRateBasis
		left(fmt.Sprintf("events[%d].discountRateBasis", i), "")
	}
}
