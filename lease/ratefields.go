package lease

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// rateAt returns the field for the discount rate of a lease. The field is optional if there is a
// rate table. A rate from the table is not printed with the lease.
func rateAt(in func(*Lease) (*decimal, *bool)) place.Of[Lease] {
	return func(m *member.Member) strict.Field[Lease] {
		f := strict.Decimal(m.Name, place.Rule(m), func(l *Lease) *decimal { rate, _ := in(l); return rate })
		given := f.Print
		f.Print = func(dst []byte, l *Lease) []byte {
			if _, ofTable := in(l); *ofTable {
				return dst
			}
			return given(dst, l)
		}
		f.Waive = func(l *Lease) bool {
			_, ofTable := in(l)
			*ofTable = l.RateTable() != nil
			return *ofTable
		}
		return f
	}
}

// eventRateAt returns the field for the discount rate of an event.
func eventRateAt() place.Of[Event] {
	return func(m *member.Member) strict.Field[Event] {
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
}

// rateTableAt returns the field for a rate table.
func rateTableAt[T any](in func(*T) **ratetable.Table) place.Of[T] {
	return func(*member.Member) strict.Field[T] { return ratetable.Field(in) }
}
