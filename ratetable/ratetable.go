// Package ratetable has tables of discount rates and looks rates up in them (METHOD 20.1).
package ratetable

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Row is one row of a table of discount rates.
type Row struct {
	ValidFrom          civil.Date
	TermMonths         int // 1 to 1200
	DiscountRateAnnual money.Decimal
	Currency           money.Currency    // of the leases that it is for; the zero value is for all
	Tags               map[string]string // that a lease must have
	Source             string            // where the rate comes from, at most 200 characters
}

// Table is a table of discount rates by date, term, currency and tags
// (METHOD 20.1), indexed so that a lease is looked up in a few steps. It does not
// change, so any number of leases and goroutines may share one.
type Table struct {
	rows   []Row
	shapes []rateShape
}

// rateShape is what the rows of some families look at: a currency or none, and the
// tags of some names.
type rateShape struct {
	currency bool
	tags     []string
	families map[string]*rateFamily
}

// rateFamily are the rows of one currency and the same tags.
type rateFamily struct{ curves []rateCurve } // by rising date

// rateCurve are the rows of a family and a date, by rising term.
type rateCurve struct {
	from  civil.Date
	first int // the first row of the family up to the date, in the order given
	rows  []int
}

// New returns the table of some rows. The error is an [*strict.InvalidError]
// that names every wrong row, and two rows of one date, term, currency and tags.
func New(rows []Row) (*Table, error) {
	var f strict.Faults
	if len(rows) > member.MaxRates {
		f.Add(nil, "discountRates", "has too many elements: at most "+strconv.Itoa(member.MaxRates)+" are allowed")
		return nil, f.Err()
	}
	for i := range rows {
		rateRow.Check(&f, strict.Element(nil, "discountRates", i), &rows[i])
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	t := index(rows)
	t.check(&f, nil)
	if err := f.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// index indexes rows.
func index(rows []Row) *Table {
	t := &Table{rows: rows}
	for i := range rows {
		t.familyOf(&rows[i]).add(i, rows)
	}
	for i := range t.shapes {
		for _, f := range t.shapes[i].families {
			f.sort(rows)
		}
	}
	return t
}

// Rows returns the rows in the order given.
func (t *Table) Rows() []Row { return t.rows }

// Append appends the rows as a JSON array.
func (t *Table) Append(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range t.rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = rateRow.Append(dst, &t.rows[i])
	}
	return append(dst, ']')
}

// familyOf returns the family of a row, a new one where there is none.
func (t *Table) familyOf(row *Row) *rateFamily {
	names := slices.Sorted(maps.Keys(row.Tags))
	currency := row.Currency != money.Currency{}
	i := slices.IndexFunc(t.shapes, func(s rateShape) bool { return s.currency == currency && slices.Equal(s.tags, names) })
	if i < 0 {
		i = len(t.shapes)
		t.shapes = append(t.shapes, rateShape{currency, names, map[string]*rateFamily{}})
	}
	key, _ := t.shapes[i].key(nil, row.Currency, row.Tags)
	f := t.shapes[i].families[string(key)]
	if f == nil {
		f = new(rateFamily)
		t.shapes[i].families[string(key)] = f
	}
	return f
}

// key appends the name of the family of a currency and tags; all is false where a tag is
// absent.
func (s *rateShape) key(dst []byte, c money.Currency, tags map[string]string) (key []byte, all bool) {
	if s.currency {
		dst = append(dst, c.String()...)
	}
	for _, name := range s.tags {
		value, has := tags[name]
		if !has {
			return dst, false
		}
		dst = append(append(dst, 0), value...) // no tag has this character
	}
	return dst, true
}

// add adds a row to the curve of its date.
func (f *rateFamily) add(i int, rows []Row) {
	from := rows[i].ValidFrom
	at := slices.IndexFunc(f.curves, func(c rateCurve) bool { return c.from == from })
	if at < 0 {
		f.curves = append(f.curves, rateCurve{from: from, first: i, rows: []int{i}})
		return
	}
	f.curves[at].rows = append(f.curves[at].rows, i)
}

// sort orders the curves by date and their rows by term.
func (f *rateFamily) sort(rows []Row) {
	slices.SortFunc(f.curves, func(a, b rateCurve) int { return a.from.Compare(b.from) })
	for i := range f.curves {
		c := &f.curves[i]
		if i > 0 {
			c.first = min(c.first, f.curves[i-1].first)
		}
		slices.SortStableFunc(c.rows, func(a, b int) int { return cmp.Compare(rows[a].TermMonths, rows[b].TermMonths) })
	}
}

// check notes two rows of one family, date and term.
func (t *Table) check(faults *strict.Faults, at *strict.Place) {
	twice := map[int]int{}
	for i := range t.shapes {
		for _, f := range t.shapes[i].families {
			for _, c := range f.curves {
				for k := 1; k < len(c.rows); k++ {
					if a, b := c.rows[k-1], c.rows[k]; t.rows[a].TermMonths == t.rows[b].TermMonths {
						twice[b] = a
					}
				}
			}
		}
	}
	for n, row := range slices.Sorted(maps.Keys(twice)) {
		if n == maxTwice {
			faults.Add(at, "discountRates", strconv.Itoa(len(twice)-maxTwice)+" more rows are stated twice")
			break
		}
		faults.Add(strict.Element(at, "discountRates", row), "",
			"has the date, term, currency and tags of discountRates["+strconv.Itoa(twice[row])+"]; state one of the two")
	}
}

// maxTwice is how many rows that are stated twice are named one by one.
const maxTwice = 16

// curve returns the rows that give the rate of a lease on a day: those of the
// latest date of the first family that fits.
func (t *Table) curve(c money.Currency, tags map[string]string, day civil.Date) *rateCurve {
	var (
		found *rateCurve
		buf   [64]byte
	)
	for i := range t.shapes {
		s := &t.shapes[i]
		key, all := s.key(buf[:0], c, tags)
		if !all {
			continue
		}
		f := s.families[string(key)]
		if f == nil {
			continue
		}
		at, exact := slices.BinarySearchFunc(f.curves, day, func(c rateCurve, d civil.Date) int { return c.from.Compare(d) })
		if !exact {
			at--
		}
		if at >= 0 && (found == nil || f.curves[at].first < found.first) {
			found = &f.curves[at]
		}
	}
	return found
}

// Used is a rate that a lease took from its table.
type Used struct {
	Event      int        // place in the events of the lease; −1 for commencement
	Date       civil.Date // for which it was looked up
	TermMonths int        // likewise
	Rate       money.Decimal
	Rows       []int // of the table, from 0: one, or the two that it lies between
	Source     string
	Shortest   int // months of the shortest row, which stands for a shorter term; else 0
}

// Rate looks up the rate of a lease on a day for what is left of a term, or says
// why there is none.
func (t *Table) Rate(currency money.Currency, tags map[string]string, day, last civil.Date) (used Used, problem string) {
	months := monthsBeyond(day, last)
	used = Used{Date: day, TermMonths: months}
	c := t.curve(currency, tags, day)
	if c == nil {
		return used, "no rate for " + strconv.Itoa(months) + " months at " + day.String() + ": no row " + t.lookedFor(currency, tags) + " is valid from that day or earlier"
	}
	at := slices.IndexFunc(c.rows, func(row int) bool { return t.rows[row].TermMonths >= months })
	if at < 0 {
		longest := t.rows[c.rows[len(c.rows)-1]].TermMonths
		return used, "no rate for " + strconv.Itoa(months) + " months at " + day.String() + "; the longest of " + c.from.String() + " is " + strconv.Itoa(longest)
	}
	above := &t.rows[c.rows[at]]
	if at == 0 || above.TermMonths == months {
		if above.TermMonths > months {
			used.Shortest = above.TermMonths
		}
		used.Rate, used.Rows, used.Source = above.DiscountRateAnnual, c.rows[at:at+1:at+1], above.Source
		return used, ""
	}
	below := &t.rows[c.rows[at-1]]
	used.Rate = between(below, above, months)
	used.Rows, used.Source = c.rows[at-1:at+1:at+1], below.Source
	if above.Source != below.Source {
		used.Source = strings.Join(slices.DeleteFunc([]string{below.Source, above.Source}, func(s string) bool { return s == "" }), "; ")
	}
	return used, ""
}

// lookedFor says which rows could have given a lease its rate.
func (t *Table) lookedFor(currency money.Currency, given map[string]string) string {
	whose := "for any currency"
	if currency != (money.Currency{}) {
		whose = "for " + currency.String() + " or any currency"
	}
	names := map[string]bool{}
	for i := range t.shapes {
		for _, name := range t.shapes[i].tags {
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
		return whose
	}
	return whose + " that fits the lease's tags (" + strings.Join(tags, ", ") + ")"
}

// maxTagsNamed is how many tags a refusal names.
const maxTagsNamed = 8

// monthsBeyond returns the smallest whole number of months, at least 1, after which
// a day is beyond another.
func monthsBeyond(day, last civil.Date) int {
	months, _ := day.MonthsTo(last)
	months = max(months-1, 1)
	for !last.Before(day.AddMonths(months)) {
		months++
	}
	return months
}

// Field makes the member discountRates, a rate table, which may be absent.
func Field[T any](in func(*T) **Table) strict.Field[T] {
	rows := strict.List("discountRates", member.MaxRates, &rateRow, func(t *Table) *[]Row { return &t.rows })
	return strict.Field[T]{
		Name: "discountRates",
		Read: func(rd *strict.Reader, at *strict.Place, to *T) (problem string, err error) {
			t := new(Table)
			problem, err = rows.Read(rd, at, t)
			if problem == "" {
				*in(to) = index(t.rows)
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

// ratesAlone is an object with a table of rates and nothing else.
type ratesAlone struct{ table *Table }

var ratesObject = strict.Object[ratesAlone]{Noun: "a table of discount rates", Fields: []strict.Field[ratesAlone]{
	Field(func(r *ratesAlone) **Table { return &r.table }),
}}

// Decode reads a table from a JSON object whose member discountRates is its rows,
// as in a lease. The error is an [*strict.InvalidError].
func Decode(body []byte) (*Table, error) {
	r := new(ratesAlone)
	f := strict.Decode(body, &ratesObject, r)
	if err := f.Err(); err != nil {
		return nil, err
	}
	return r.table, nil
}

// Pending stands for a table that is read after its leases.
var Pending = new(Table)

// between returns the rate for some months on the straight line between two rows,
// rounded half away from zero to 17 decimals.
func between(below, above *Row, months int) money.Decimal {
	low, _ := below.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17: the rate is at most 1
	high, _ := above.DiscountRateAnnual.Units64(money.RatePlaces)
	whole := uint64(above.TermMonths - below.TermMonths)
	part := uint64(months - below.TermMonths)
	// Twice the weighted sum, and half of the divisor to round.
	hi1, lo1 := bits.Mul64(2*low, whole-part)
	hi2, lo2 := bits.Mul64(2*high, part)
	lo, carry := bits.Add64(lo1, lo2, 0)
	hi := hi1 + hi2 + carry
	lo, carry = bits.Add64(lo, whole, 0)
	units, _ := bits.Div64(hi+carry, lo, 2*whole) // the mean is at most 10^17
	return money.New(units, money.RatePlaces)
}

var rateRow = strict.Object[Row]{Noun: "a row of a rate table", Fields: place.Fields(member.RateRow, place.Map[Row]{
	"validFrom":          place.Date(func(r *Row) *civil.Date { return &r.ValidFrom }),
	"termMonths":         place.Months(func(r *Row) *int { return &r.TermMonths }),
	"discountRateAnnual": place.Number(func(r *Row) *money.Decimal { return &r.DiscountRateAnnual }),
	"currency":           place.Currency(func(r *Row) *money.Currency { return &r.Currency }),
	"tags":               place.Tags(func(r *Row) *map[string]string { return &r.Tags }),
	"source":             place.Text(func(r *Row) *string { return &r.Source }),
})}

// AppendUsed appends the member discountRates of an answer; nothing where no rate is of a
// table.
func AppendUsed(dst []byte, used []Used) []byte {
	if len(used) == 0 {
		return dst
	}
	dst = append(dst, `,"discountRates":`...)
	for i := range used {
		u := &used[i]
		dst = append(dst, "[,"[min(i, 1)])
		dst = append(u.Date.Append(append(dst, `{"date":"`...)), '"')
		dst = strconv.AppendInt(append(dst, `,"termMonths":`...), int64(u.TermMonths), 10)
		dst = u.Rate.Append(append(dst, `,"discountRateAnnual":`...))
		dst = append(dst, `,"rows":`...)
		for k, row := range u.Rows {
			dst = strconv.AppendInt(append(dst, "[,"[min(k, 1)]), int64(row), 10)
		}
		dst = append(dst, ']')
		if u.Source != "" {
			dst = strict.AppendQuoted(append(dst, `,"source":`...), u.Source)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
