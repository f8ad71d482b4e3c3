// Package ratetable implements tables of discount rates (METHOD 20.1).
package ratetable

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Row is a row of a discount rate table.
type Row struct {
	ValidFrom          civil.Date
	TermMonths         int // 1 to 1200
	DiscountRateAnnual money.Decimal
	Currency           money.Currency    // currency of the leases to which the row applies; the zero value means every currency
	Tags               map[string]string // tags that a lease must have for the row to apply
	Source             string            // source of the rate, at most 200 characters
}

// Table is a table of discount rates by date, term, currency and tags (METHOD 20.1). A Table is
// immutable and safe for concurrent use.
type Table struct{ rows []Row }

// New returns a table with the given rows. The error is an [*strict.InvalidError] that names every invalid row and
// every duplicate row. Rows are duplicates if they have the same date, term, currency and tags.
func New(rows []Row) (*Table, error) {
	var f strict.Faults
	if len(rows) > member.MaxRates {
		f.Add(nil, "discountRates", "has too many elements: at most "+strconv.Itoa(member.MaxRates)+" are allowed")
		return nil, f.Err()
	}
	for i := range rows {
		rateRow.Check(&f, strict.Element(nil, "discountRates", i), &rows[i])
	}
	t := &Table{rows}
	if len(f) == 0 {
		t.check(&f, nil)
	}
	return t, f.Err()
}

// Rows returns the rows in their original order.
func (t *Table) Rows() []Row { return t.rows }

// Append appends the rows as a JSON array.
func (t *Table) Append(dst []byte) []byte {
	p := jsonout.Printer{Dst: dst}
	jsonout.List(&p, "", t.rows, func(r *Row) { p.Dst = rateRow.Append(p.Dst, r) })
	return p.Dst
}

// The result is true if the row applies to leases with the given currency and tags.
func (r *Row) fits(c money.Currency, tags map[string]string) bool {
	if r.Currency != (money.Currency{}) && r.Currency != c {
		return false
	}
	for name, value := range r.Tags {
		if given, has := tags[name]; !has || given != value {
			return false
		}
	}
	return true
}

// Same reports whether both rows have the same date, term, currency and tags.
func (r *Row) Same(o *Row) bool { return r.key() == o.key() }

// Compare orders rows by date, term, currency and tags.
func (r *Row) Compare(o *Row) int {
	return cmp.Or(r.ValidFrom.Compare(o.ValidFrom), cmp.Compare(r.TermMonths, o.TermMonths), cmp.Compare(r.key(), o.key()))
}

// key identifies a row's date, term, currency and tags.
func (r *Row) key() string {
	parts := []string{r.ValidFrom.String(), strconv.Itoa(r.TermMonths), r.Currency.String()}
	for _, name := range slices.Sorted(maps.Keys(r.Tags)) {
		parts = append(parts, name, r.Tags[name])
	}
	return strings.Join(parts, "\x00") // no tag contains this character
}

// check rejects duplicate rows: rows with the same date, term, currency and tags.
func (t *Table) check(faults *strict.Faults, at *strict.Place) {
	last := map[string]int{}
	twice := 0
	for i := range t.rows {
		key := t.rows[i].key()
		if other, found := last[key]; found {
			if twice++; twice <= maxTwice {
				faults.Add(strict.Element(at, "discountRates", i), "",
					"has the same date, term, currency and tags as discountRates["+strconv.Itoa(other)+"]; keep only one of the two")
			}
		}
		last[key] = i
	}
	if twice > maxTwice {
		faults.Add(at, "discountRates", strconv.Itoa(twice-maxTwice)+" more rows are duplicates")
	}
}

const maxTwice = 16 // maximum number of duplicate rows named in messages

// curve returns the indexes of the rows that determine a lease's rate on a day, sorted by ascending
// term. The currency and the tags are taken from the first row that fits the lease. Among the rows
// with this currency and these tags, only the rows with the latest date on or before the day apply.
func (t *Table) curve(c money.Currency, tags map[string]string, day civil.Date) (rows []int) {
	var first *Row
	for i := range t.rows {
		r := &t.rows[i]
		if day.Before(r.ValidFrom) || !r.fits(c, tags) {
			continue
		}
		if first == nil {
			first = r
		}
		switch {
		case r.Currency != first.Currency || !maps.Equal(r.Tags, first.Tags):
		case len(rows) > 0 && r.ValidFrom.Before(t.rows[rows[0]].ValidFrom):
		case len(rows) > 0 && r.ValidFrom == t.rows[rows[0]].ValidFrom:
			rows = append(rows, i)
		default:
			rows = append(rows[:0], i)
		}
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(t.rows[a].TermMonths, t.rows[b].TermMonths) })
	return rows
}

// Used is a discount rate that a lease takes from its table.
type Used struct {
	Event      int        // index in the events of the lease; −1 for commencement
	Date       civil.Date // date of the lookup
	TermMonths int        // remaining term
	Rate       money.Decimal
	Rows       []int // indexes of the row, or of the two interpolated rows
	Source     string
	Shortest   int // term in months of the shortest row, if that row was used because the remaining term is shorter; otherwise 0
}

// Rate looks up the rate for a lease's remaining term on a day. If the table lacks the rate, Rate
// returns an error message.
func (t *Table) Rate(currency money.Currency, tags map[string]string, day, last civil.Date) (used Used, problem string) {
	months := monthsBeyond(day, last)
	used = Used{Date: day, TermMonths: months}
	rows := t.curve(currency, tags, day)
	if rows == nil {
		return used, "the table has no rate for " + strconv.Itoa(months) + " months on " + day.String() + ": no row " + t.lookedFor(currency, tags) + " is dated that day or earlier"
	}
	at := slices.IndexFunc(rows, func(row int) bool { return t.rows[row].TermMonths >= months })
	if at < 0 {
		longest := &t.rows[rows[len(rows)-1]]
		return used, "the table has no rate for " + strconv.Itoa(months) + " months on " + day.String() + "; the longest term in the rows dated " + longest.ValidFrom.String() + " is " + strconv.Itoa(longest.TermMonths) + " months"
	}
	above := &t.rows[rows[at]]
	if at == 0 || above.TermMonths == months {
		if above.TermMonths > months {
			used.Shortest = above.TermMonths
		}
		used.Rate, used.Rows, used.Source = above.DiscountRateAnnual, rows[at:at+1:at+1], above.Source
		return used, ""
	}
	below := &t.rows[rows[at-1]]
	used.Rate = between(below, above, months)
	used.Rows, used.Source = rows[at-1:at+1:at+1], below.Source
	if above.Source != below.Source {
		used.Source = strings.Join(slices.DeleteFunc([]string{below.Source, above.Source}, func(s string) bool { return s == "" }), "; ")
	}
	return used, ""
}

// lookedFor describes, for a message, the rows that would apply to a lease.
func (t *Table) lookedFor(currency money.Currency, given map[string]string) string {
	rows := "for any currency"
	if currency != (money.Currency{}) {
		rows = "for " + currency.String() + " or any currency"
	}
	names := map[string]bool{}
	for i := range t.rows {
		for name := range t.rows[i].Tags {
			names[name] = true
		}
	}
	var tags []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		tag := name + " not stated"
		if value, has := given[name]; has {
			tag = name + "=" + value
		}
		if tags = append(tags, tag); len(tags) == maxTagsNamed {
			break
		}
	}
	if tags == nil {
		return rows
	}
	return rows + " that matches the lease's tags (" + strings.Join(tags, ", ") + ")"
}

const maxTagsNamed = 8 // maximum number of tags in a message

// monthsBeyond returns the smallest number of months, at least 1, that must be added to the
// argument day to reach a date after the argument last.
func monthsBeyond(day, last civil.Date) int {
	months, _ := day.MonthsTo(last)
	months = max(months-1, 1)
	for !last.Before(day.AddMonths(months)) {
		months++
	}
	return months
}

// Field returns the description of the optional discountRates field.
func Field[T any](in func(*T) **Table) strict.Field[T] {
	rows := strict.List("discountRates", member.MaxRates, &rateRow, func(t *Table) *[]Row { return &t.rows })
	return strict.Field[T]{
		Name: "discountRates",
		Read: func(rd *strict.Reader, at *strict.Place, to *T) (problem string, err error) {
			t := new(Table)
			problem, err = rows.Read(rd, at, t)
			if problem == "" {
				*in(to) = t
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

// ratesAlone is an object that contains only a discount rate table.
type ratesAlone struct{ table *Table }

var ratesObject = strict.Object[ratesAlone]{Noun: "a table of discount rates", Fields: []strict.Field[ratesAlone]{
	Field(func(r *ratesAlone) **Table { return &r.table }),
}}

// Decode parses a table from a JSON object with a discountRates field. Leases have the same field.
// The error is an [*strict.InvalidError].
func Decode(body []byte) (*Table, error) {
	var r ratesAlone
	f := strict.Decode(body, &ratesObject, &r)
	return r.table, f.Err()
}

// Pending is a placeholder for a table that has not been read yet, because the table follows its leases in the request.
var Pending = new(Table)

// The rate for a number of months is interpolated between two rows, and is then rounded to 17
// decimal places, with halves away from zero.
func between(below, above *Row, months int) money.Decimal {
	low, high := below.DiscountRateAnnual.Units(money.RatePlaces), above.DiscountRateAnnual.Units(money.RatePlaces)
	whole, part := int64(above.TermMonths-below.TermMonths), int64(months-below.TermMonths)
	sum := low.Add(low.Mul(low, big.NewInt(whole-part)), high.Mul(high, big.NewInt(part)))
	sum.Add(sum.Lsh(sum, 1), big.NewInt(whole)) // doubled, so that the division by twice the divisor rounds half up
	return money.New(sum.Quo(sum, big.NewInt(2*whole)).Uint64(), money.RatePlaces)
}

var rateRow = strict.Object[Row]{Noun: "a row of a rate table", Fields: place.Fields(member.RateRow, place.Map[Row]{
	"validFrom":          place.Date(func(r *Row) *civil.Date { return &r.ValidFrom }),
	"termMonths":         place.Months(func(r *Row) *int { return &r.TermMonths }),
	"discountRateAnnual": place.Number(func(r *Row) *money.Decimal { return &r.DiscountRateAnnual }),
	"currency":           place.Currency(func(r *Row) *money.Currency { return &r.Currency }),
	"tags":               place.Tags(func(r *Row) *map[string]string { return &r.Tags }),
	"source":             place.Text(func(r *Row) *string { return &r.Source }),
})}

// AppendUsed appends a response's discountRates field, or nothing if no rates were used.
func AppendUsed(dst []byte, used []Used) []byte {
	if len(used) == 0 {
		return dst
	}
	p := jsonout.Printer{Dst: dst}
	jsonout.List(&p, `,"discountRates":`, used, func(u *Used) {
		p.Text(`{"date":`, u.Date.String())
		p.Int(`,"termMonths":`, u.TermMonths)
		p.Decimal(`,"discountRateAnnual":`, u.Rate)
		jsonout.List(&p, `,"rows":`, u.Rows, func(row *int) { p.Int("", *row) })
		if u.Source != "" {
			p.Text(`,"source":`, u.Source)
		}
		p.Raw("}")
	})
	return p.Dst
}
