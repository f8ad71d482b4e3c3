package oracle

import (
	"fmt"
	"maps"
	"slices"
)

// Conditions rejects the request if a condition in the where field or the key of a tax rate matches
// no lease. It considers every lease of the request and of the previous closing, including leases
// that the report does not select.
func (q *Question) Conditions() error {
	r := &Report{From: q.From, To: q.To}
	_, err := r.write(q)
	if err != nil {
		return err
	}
	return r.conditions(q)
}

// conditions does the same for a report after its leases have been computed.
func (r *Report) conditions(q *Question) error {
	met := func(where map[string][]string) bool {
		return slices.ContainsFunc(r.all, func(f *leaseFigures) bool { return f.among(where) }) ||
			q.Previous != nil && slices.ContainsFunc(q.Previous.Leases, func(s Signed) bool { return s.among(where) })
	}
	for _, name := range slices.Sorted(maps.Keys(q.Where)) {
		if !met(map[string][]string{name: q.Where[name]}) {
			return refuse("where", "no lease meets %s", name)
		}
	}
	for i, rate := range q.DeferredTax {
		key := map[string][]string{}
		for name, value := range rate.Key {
			key[name] = []string{value}
		}
		if !met(key) && len(key) > 0 {
			return refuse(fmt.Sprintf("deferredTax[%d].key", i), "no lease meets it")
		}
	}
	return nil
}

// among reports whether, for each field of the where condition, the signed lease has one of the
// listed values. It ignores the class, which is not signed.
func (s *Signed) among(where map[string][]string) bool {
	for member, values := range where {
		value := s.Tags[tagOf(member)]
		switch member {
		case "standard":
			value = s.Standard
		case "currency":
			value = s.Currency
		}
		if !slices.Contains(values, value) {
			return false
		}
	}
	return true
}
