package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// rateAt makes the place of the discount rate of a lease, which may be absent beside
// a table. One that was taken from the table is not printed as stated.
func rateAt(in func(*Lease) (*decimal, *bool)) place[Lease] {
	return func(m *member.Member) strict.Field[Lease] {
		f := strict.Decimal(m.Name, ruleOf(m), func(l *Lease) *decimal { rate, _ := in(l); return rate })
		given := f.Print
		f.Print = func(dst []byte, l *Lease) []byte {
			if _, ofTable := in(l); *ofTable {
				return dst
			}
			return given(dst, l)
		}
		f.Waive = func(l *Lease) bool {
			_, ofTable := in(l)
			*ofTable = l.table() != nil
			return *ofTable
		}
		return f
	}
}

// eventRateAt makes the place of the discount rate of an event.
func eventRateAt() place[Event] {
	return func(m *member.Member) strict.Field[Event] {
		f := strict.OptionalDecimal(m.Name, ruleOf(m), func(e *Event) *Optional[decimal] { return &e.DiscountRateAnnual })
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

// rateTableAt makes the place of a rate table.
func rateTableAt[T any](in func(*T) **RateTable) place[T] {
	return func(*member.Member) strict.Field[T] { return RateTableField(in) }
}

// RateTableField makes the member discountRates, a rate table, which may be absent.
func RateTableField[T any](in func(*T) **RateTable) strict.Field[T] {
	rows := strict.List("discountRates", member.MaxRates, &rateRow, func(t *RateTable) *[]RateRow { return &t.rows })
	return strict.Field[T]{
		Name: "discountRates",
		Read: func(rd *strict.Reader, at *strict.Place, to *T) (problem string, err error) {
			t := new(RateTable)
			problem, err = rows.Read(rd, at, t)
			if problem == "" {
				*in(to) = newRateTable(t.rows)
			}
			return problem, err
		},
		Check: func(f *strict.Faults, at *strict.Place, of *T) {
			t := *in(of)
			if t == nil {
				return
			}
			found := len(*f)
			if rows.Check(f, at, t); len(*f) == found {
				t.check(f, at)
			}
		},
		Print: func(dst []byte, of *T) []byte {
			if t := *in(of); t != nil {
				return rows.Print(dst, t)
			}
			return dst
		},
		Has:   func(of *T) bool { return *in(of) != nil },
		Clear: func(of *T) { *in(of) = nil },
	}
}
