package treatments

import (
	"errors"
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// adapt returns a copy of the lease for treatment t. The copy omits the fields that t's standard
// rejects, with a note for each.
func (t *treatment) adapt(l *leasehold.Lease) (adapted *leasehold.Lease, notes []string) {
	p := *l
	p.Standard, p.Classification, p.Exemption = t.standard, t.class, leasehold.NoExemption
	p.Events = slices.Clone(l.Events)
	omitted := func(field string) {
		notes = append(notes, field+" is omitted: it does not apply under this treatment.")
	}
	if l.Exempt() {
		notes = append(notes, "exemption is omitted: it does not apply under this treatment, which shows the lease on the balance sheet.")
	}
	if l.Classification != leasehold.Derived {
		omitted("classification")
	}
	t.dropRateBasis(&p.DiscountRateBasis, "discountRateBasis", omitted)
	for _, name := range functional {
		p.Clear(name)
	}
	for i := range member.Lease {
		m := &member.Lease[i]
		if l.States(m.Name) && (!m.Known(t.standard.String()) || m.Only != nil && !m.Takes(t.standard.String())) {
			p.Clear(m.Name)
			omitted(m.Name)
		}
	}
	rate := l.DiscountRateAnnual
	for i := 0; i < len(p.Events); {
		e := &p.Events[i]
		if !t.standard.Knows(e.Type) {
			omitted("The event of type " + e.Type.String() + " on " + e.Date.String())
			p.Events = slices.Delete(p.Events, i, i+1)
			continue
		}
		at := fmt.Sprintf("events[%d].", i)
		t.adaptEvent(e, func(field string) { omitted(at + field) })
		if e.DiscountRateAnnual.Set {
			rate = e.DiscountRateAnnual.Value
		} else if _, must := member.EventTypes[e.Type].States("discountRateAnnual"); must && !t.standard.RateMayStay() && l.RateTable() == nil {
			e.DiscountRateAnnual = strict.Some(rate)
			notes = append(notes, fmt.Sprintf("No rate is supplied for the event on %s; the liability is measured at the rate in effect.", e.Date))
		}
		if rejects(p, i, at+"proportion") {
			e.Proportion = strict.Optional[leasehold.Proportion]{}
			omitted(at + "proportion")
		}
		i++
	}
	return &p, notes
}

// The result is true if validation finds an error in the given field of event i. Later events are
// ignored, because they may still have fields that the standard rejects.
func rejects(l leasehold.Lease, i int, field string) bool {
	l.Events = l.Events[:i+1]
	invalid, _ := errors.AsType[*leasehold.InvalidError](l.Validate())
	return invalid != nil && slices.ContainsFunc(invalid.Faults, func(f leasehold.Fault) bool { return f.Field == field })
}

// The listed fields are for the functional currency. A comparison is in the lease's currency and
// omits these fields, so that events need no exchange rate.
var functional = []string{"functionalCurrency", "exchangeRate", "openingRouAssetFunctional", "prepaidRentFunctional", "prepaidOrAccruedRentFunctional"}

// dropRateBasis clears a kind of discount rate that the standard does not define, and passes the
// field's name to the callback.
func (t *treatment) dropRateBasis(b *leasehold.RateBasis, field string, omitted func(field string)) {
	if *b != leasehold.NoRateBasis && !member.RateBases[*b-1].Takes(t.standard.String()) {
		*b = leasehold.NoRateBasis
		omitted(field)
	}
}

// drop clears an event's optional field if the standard rejects it. If the field was set, its name
// is passed to the callback.
func drop[T any](reject bool, field string, value *strict.Optional[T], omitted func(field string)) {
	if reject && value.Set {
		*value = strict.Optional[T]{}
		omitted(field)
	}
}

// adaptEvent clears an event's fields that the standard rejects, and passes each field's name to the callback.
func (t *treatment) adaptEvent(e *leasehold.Event, omitted func(field string)) {
	unknown := func(field string) bool { return !member.Find(member.Lease, field).Known(t.standard.String()) }
	drop(unknown("residualValueGuarantee"), "residualValueGuarantee", &e.ResidualValueGuarantee, omitted)
	drop(unknown("purchaseOptionAmount"), "purchaseOptionAmount", &e.PurchaseOptionAmount, omitted)
	drop(unknown("purchaseOptionReasonablyCertain"), "purchaseOptionReasonablyCertain", &e.PurchaseOptionReasonablyCertain, omitted)
	drop(unknown("transfersOwnership"), "transfersOwnership", &e.TransfersOwnership, omitted)
	if e.Classification != leasehold.Derived {
		e.Classification = leasehold.Derived
		omitted("classification")
	}
	if e.Type == leasehold.IndexChange && e.DiscountRateAnnual.Set && !t.standard.MeasuresIndex() {
		drop(true, "discountRateAnnual", &e.DiscountRateAnnual, omitted)
		if e.DiscountRateBasis != leasehold.NoRateBasis {
			e.DiscountRateBasis = leasehold.NoRateBasis
			omitted("discountRateBasis")
		}
	}
	t.dropRateBasis(&e.DiscountRateBasis, "discountRateBasis", omitted)
}
