package lease

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

// UseRates gives the lease a table that applies where it has none of its own, as
// that of a report does. It is not part of the lease as printed.
func (l *Lease) UseRates(t *ratetable.Table) { l.shared = t }

// RateTable returns the table of discount rates that applies to the lease, its own or
// the one that it was given, or nil.
func (l *Lease) RateTable() *ratetable.Table { return l.Table() }

// Table is [Lease.RateTable].
func (l *Lease) Table() *ratetable.Table {
	if l.DiscountRates != nil {
		return l.DiscountRates
	}
	return l.shared
}

// looksUp reports whether an event uses a rate of the lease's table.
func (e *Event) looksUp() bool {
	return (!e.DiscountRateAnnual.Set || e.RateOfTable) && (e.Type == standard.Reassessment || e.Type == standard.Modification)
}

// usedRates appends the rates that the lease takes from its table, and returns
// what is wrong otherwise.
func (l *Lease) usedRates(used []ratetable.Used) (_ []ratetable.Used, problem string) {
	t := l.Table()
	if t == nil {
		return used, ""
	}
	if l.RateOfTable {
		u, problem := t.Rate(l.Currency, l.Tags, l.Start(), l.end(l.TermMonths))
		if problem != "" {
			return used, problem
		}
		u.Event = -1
		used = append(used, u)
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
		u, problem := t.Rate(l.Currency, l.Tags, e.Date, l.end(term))
		if problem != "" {
			return used, problem
		}
		u.Event = i
		used = append(used, u)
	}
	return used, ""
}

// RateFaults returns what is wrong with the rates of a lease at a place of a request,
// which is valid otherwise: the table that applies to it has none for it.
func (l *Lease) RateFaults(at *strict.Place) strict.Faults {
	var f strict.Faults
	l.checkRates(&f, at)
	return f
}

// checkRates notes that the table has no rate for a lease that is valid otherwise.
func (l *Lease) checkRates(f *strict.Faults, at *strict.Place) {
	if l.Table() == nil || l.Table() == ratetable.Pending || len(*f) > 0 {
		return
	}
	var room [4]ratetable.Used
	if _, problem := l.usedRates(room[:0]); problem != "" {
		f.Add(at, "discountRates", problem)
	}
}

// checkBasis refuses a kind of rate that the standard does not know.
func (l *Lease) checkBasis(f *strict.Faults, at *strict.Place, b RateBasis) {
	if b == NoRateBasis {
		return
	}
	if w := &member.RateBases[b-1]; !w.Takes(l.Standard.String()) {
		f.Add(at, "discountRateBasis", w.Name+" has no meaning under "+l.Standard.Title()+"; it is allowed with standard "+takers(w.Only)+" only")
	}
}

// TakenRates returns the rates that the lease takes from its table, that of
// commencement first. The error is an [*InvalidError] where the table lacks one.
func (l *Lease) TakenRates() ([]ratetable.Used, error) {
	used, problem := l.usedRates(nil)
	if problem != "" {
		return nil, noRate(problem)
	}
	return used, nil
}

// noRate is the error of a table without a rate for its lease.
func noRate(problem string) error {
	var f strict.Faults
	f.Add(nil, "discountRates", problem)
	return f.Err()
}

// AdoptRates makes the table that the lease was given its own, where it takes a rate
// from it, so that the lease as printed says everything.
func (l *Lease) AdoptRates() {
	if l.DiscountRates == nil && (l.RateOfTable || slices.ContainsFunc(l.Events, func(e Event) bool { return e.looksUp() })) {
		l.DiscountRates = l.shared
	}
}

// StateRates returns the lease with the rates of its table stated in its place. The
// error is that an [*InvalidError] where the table has none for it.
func (l *Lease) StateRates() (*Lease, error) {
	stated := *l
	if stated.Table() == nil {
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

// Resolve takes the rates of the table into a copy of a lease. They are not printed
// as stated.
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
