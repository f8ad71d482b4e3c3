package lease

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

// rateField returns the field for a lease's discount rate. The field is optional if there is a rate
// table. A rate from the table is not printed with the lease.
func rateField(m *member.Member) strict.Field[Lease] {
	f := strict.Decimal(m.Name, place.Rule(m), func(l *Lease) *decimal { return &l.DiscountRateAnnual })
	given := f.Print
	f.Print = func(dst []byte, l *Lease) []byte {
		if l.RateOfTable {
			return dst
		}
		return given(dst, l)
	}
	f.Waive = func(l *Lease) bool {
		l.RateOfTable = l.RateTable() != nil
		return l.RateOfTable
	}
	return f
}

// eventRateField returns the field for an event's discount rate. A rate from the table is not printed with the event.
func eventRateField(m *member.Member) strict.Field[Event] {
	f := strict.OptionalDecimal(m.Name, place.Rule(m), func(e *Event) *Optional[decimal] { return &e.DiscountRateAnnual })
	given, has := f.Print, f.Has
	f.Print = func(dst []byte, e *Event) []byte {
		if e.RateOfTable {
			return dst
		}
		return given(dst, e)
	}
	f.Has = func(e *Event) bool { return has(e) && !e.RateOfTable }
	return f
}

func rateTableField(*member.Member) strict.Field[Lease] {
	return ratetable.Field(func(l *Lease) **ratetable.Table { return &l.DiscountRates })
}

// UseRates sets the table of discount rates for a lease without its own table. A report supplies
// such a table for all its leases. The table is not printed with the lease.
func (l *Lease) UseRates(t *ratetable.Table) { l.shared = t }

// RateTable returns the table of discount rates for the lease: its own table, the table set by
// [Lease.UseRates], or nil.
func (l *Lease) RateTable() *ratetable.Table {
	if l.DiscountRates != nil {
		return l.DiscountRates
	}
	return l.shared
}

// looksUp reports whether an event takes its rate from the lease's table.
func (e *Event) looksUp() bool {
	return (!e.DiscountRateAnnual.Set || e.RateOfTable) && (e.Type == standard.Reassessment || e.Type == standard.Modification)
}

// usedRates appends the rates that the lease takes from its table. It returns an error message if
// the table lacks a rate that the lease needs.
func (l *Lease) usedRates(used []ratetable.Used) (_ []ratetable.Used, problem string) {
	t := l.RateTable()
	if t == nil {
		return used, ""
	}
	use := func(event int, from civil.Date, months int) (problem string) {
		u, problem := t.Rate(l.Currency, l.Tags, from, l.end(months))
		if problem == "" {
			u.Event = event
			used = append(used, u)
		}
		return problem
	}
	if l.RateOfTable {
		if problem := use(-1, l.Start(), l.TermMonths); problem != "" {
			return used, problem
		}
	}
	term := l.TermMonths
	for i := range l.Events {
		e := &l.Events[i]
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
		if !e.looksUp() {
			continue
		}
		if problem := use(i, e.Date, term); problem != "" {
			return used, problem
		}
	}
	return used, ""
}

// RateFaults returns a validation error if the table lacks a rate that an otherwise valid lease
// needs. The error's path begins with the place of the lease in the request.
func (l *Lease) RateFaults(at *strict.Place) strict.Faults {
	var f strict.Faults
	l.checkRates(&f, at)
	return f
}

// checkRates adds a validation error if the table lacks a rate that an otherwise valid lease needs.
func (l *Lease) checkRates(f *strict.Faults, at *strict.Place) {
	if l.RateTable() == nil || l.RateTable() == ratetable.Pending || len(*f) > 0 {
		return
	}
	if _, problem := l.usedRates(nil); problem != "" {
		f.Add(at, "discountRates", problem)
	}
}

// checkBasis rejects a kind of rate that the standard does not define.
func (l *Lease) checkBasis(f *strict.Faults, at *strict.Place, b RateBasis) {
	if b == NoRateBasis {
		return
	}
	if w := &member.RateBases[b-1]; !w.Takes(l.Standard.String()) {
		f.Add(at, "discountRateBasis", w.Name+" does not apply under "+l.Standard.Title()+"; it is allowed only with standard "+lists.Or(w.Only))
	}
}

// TakenRates returns the rates that the lease takes from its table, in order of date. The error is
// an [*InvalidError] if the table lacks a rate that the lease needs.
func (l *Lease) TakenRates() ([]ratetable.Used, error) {
	used, problem := l.usedRates(nil)
	if problem != "" {
		return nil, noRate(problem)
	}
	return used, nil
}

// noRate returns the error for a table that lacks a rate.
func noRate(problem string) error {
	var f strict.Faults
	f.Add(nil, "discountRates", problem)
	return f.Err()
}

// AdoptRates stores the table set by [Lease.UseRates] in the lease itself, provided that the lease
// uses a rate from this table. The printed lease then includes the table.
func (l *Lease) AdoptRates() {
	if l.DiscountRates == nil && (l.RateOfTable || slices.ContainsFunc(l.Events, func(e Event) bool { return e.looksUp() })) {
		l.DiscountRates = l.shared
	}
}

// StateRates returns a copy of the lease that contains the rates themselves instead of a rate
// table. The error is an [*InvalidError] if the table lacks a rate.
func (l *Lease) StateRates() (*Lease, error) {
	stated := *l
	if stated.RateTable() == nil {
		return &stated, nil
	}
	if _, err := stated.Resolve(nil); err != nil {
		return nil, err
	}
	stated.RateOfTable, stated.DiscountRates, stated.shared = false, nil, nil
	for i := range stated.Events {
		stated.Events[i].RateOfTable = false
	}
	return &stated, nil
}

// Resolve looks up the lease's rates in the table, stores them in the lease and appends them to the
// list of used rates. The stored rates are still not printed with the lease. The error is an
// [*InvalidError] if the table lacks a rate.
func (l *Lease) Resolve(used []ratetable.Used) ([]ratetable.Used, error) {
	used, problem := l.usedRates(used)
	if problem != "" {
		return used, noRate(problem)
	}
	if slices.ContainsFunc(used, func(u ratetable.Used) bool { return u.Event >= 0 }) {
		l.Events = slices.Clone(l.Events)
	}
	for i := range used {
		if u := &used[i]; u.Event < 0 {
			l.DiscountRateAnnual = u.Rate
		} else {
			e := &l.Events[u.Event]
			e.DiscountRateAnnual, e.RateOfTable = strict.Some(u.Rate), true
		}
	}
	return used, nil
}
