// Package exchange implements tables of exchange rates and converts amounts at their rates (METHOD 21).
package exchange

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Rate is a row of a table of exchange rates. A rate states how much one unit of the currency in the Currency field is
// worth in the currency of the Into field (METHOD 21.2). A Rate has a closing rate, a spot rate, or both.
type Rate struct {
	Currency, Into money.Currency
	Date           civil.Date
	Closing        strict.Optional[money.Decimal] // rate at the end of the day
	Average        strict.Optional[money.Decimal] // average rate since the preceding closing rate
	Spot           strict.Optional[money.Decimal] // rate for payments and events on the day (METHOD 21.2)
}

// Pair is a currency and the currency into which its amounts are converted.
type Pair struct{ Currency, Into money.Currency }

// String returns the pair as messages show it, such as "USD into EUR".
func (p Pair) String() string { return p.Currency.String() + " into " + p.Into.String() }

func (p Pair) compare(o Pair) int { return strings.Compare(p.String(), o.String()) }

// Table holds the exchange rates of a report for any currency pairs and days. A Table is immutable
// and safe for concurrent use.
type Table struct {
	rows  []Rate
	of    map[Pair][]*Rate // rows with a closing rate, by date
	spots map[Pair][]*Rate // rows with a spot rate, by date

	cuts, checked sync.Map // caches for the methods Stretches and Lacks, with keys of type [spanned]; the leases of a report share them
}

// spanned is a cache key: a reporting period and the currency pairs, at most two, that a lease needs.
type spanned struct {
	pairs    [2]Pair
	from, to civil.Date
	monthly  bool
}

// Check returns an error if the table lacks rates for a reporting period and the currency pairs of
// a lease. The error lists the missing rates. Check returns nil if the table is complete.
func (x *Table) Check(pairs []Pair, from, to civil.Date, monthly bool) error {
	if x == nil {
		return LackError(x.Lacks(pairs, from, to, monthly))
	}
	key := spanned{from: from, to: to, monthly: monthly}
	copy(key.pairs[:], pairs)
	messages, ok := x.checked.Load(key)
	if !ok {
		messages, _ = x.checked.LoadOrStore(key, x.Lacks(pairs, from, to, monthly))
	}
	return LackError(messages.([]string))
}

// New returns a table with the given rows.
func New(rows []Rate) *Table {
	x := &Table{rows: rows, of: map[Pair][]*Rate{}, spots: map[Pair][]*Rate{}}
	for i := range rows {
		p := Pair{rows[i].Currency, rows[i].Into}
		if rows[i].Closing.Set {
			x.of[p] = append(x.of[p], &rows[i])
		}
		if rows[i].Spot.Set {
			x.spots[p] = append(x.spots[p], &rows[i])
		}
	}
	for _, of := range []map[Pair][]*Rate{x.of, x.spots} {
		for _, list := range of {
			slices.SortStableFunc(list, func(a, b *Rate) int { return a.Date.Compare(b.Date) })
		}
	}
	return x
}

// within returns the rows of a currency pair that have a closing rate and a date in the reporting period
// or on the day preceding the period.
func (x *Table) within(p Pair, from, to civil.Date) []*Rate {
	if x == nil {
		return nil
	}
	return dated(x.of[p], from.Prev(), to)
}

// dated returns the rows with dates from the first given day through the second. The list of rows must be
// sorted by date.
func dated(list []*Rate, from, to civil.Date) []*Rate {
	index := func(day civil.Date) int {
		i, _ := slices.BinarySearchFunc(list, day, func(r *Rate, day civil.Date) int { return r.Date.Compare(day) })
		return i
	}
	return list[index(from):index(to.Next())]
}

// On returns the rate of a pair on a day: the spot rate or, without a spot rate, the closing rate.
func (x *Table) On(p Pair, day civil.Date) (rate money.Decimal, ok bool) {
	if x == nil {
		return rate, false
	}
	for _, r := range dated(x.spots[p], day, day) {
		return r.Spot.Value, true
	}
	for _, r := range dated(x.of[p], day, day) {
		return r.Closing.Value, true
	}
	return rate, false
}

// Closing converts an amount at the closing rate of a pair on a day. Closing returns the amount
// unchanged if both currencies are the same, and 0 if the table has no rate.
func (x *Table) Closing(p Pair, day civil.Date, a money.Amount) money.Amount {
	if p.Currency == p.Into {
		return a
	}
	if x == nil {
		return money.Amount{}
	}
	for _, r := range dated(x.of[p], day, day) {
		return NewConversion(r.Closing.Value, p.Currency, p.Into).Of(a)
	}
	return money.Amount{}
}

// Lacks returns a message for each missing rate of the reporting period, sorted by pair and day.
func (x *Table) Lacks(pairs []Pair, from, to civil.Date, monthly bool) (messages []string) {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, Pair.compare)
	pairs = slices.Compact(pairs)
	days := map[civil.Date]bool{}
	if len(pairs) > 0 {
		days[from.Prev()], days[to] = true, true
	}
	for _, p := range pairs {
		for _, r := range x.within(p, from, to) {
			days[r.Date] = true
		}
	}
	for day := from.MonthEnd(); monthly && len(pairs) > 0 && day.Before(to); day = day.Next().MonthEnd() {
		days[day] = true
	}
	for _, p := range pairs {
		rows := x.within(p, from, to)
		if inverse := (Pair{p.Into, p.Currency}); rows == nil && x.within(inverse, from, to) != nil {
			messages = append(messages, p.String()+" has no rates; the table has rates of "+inverse.String()+" only, and rates are not inverted")
			continue
		}
		rates := map[civil.Date]*Rate{}
		for _, r := range rows {
			rates[r.Date] = r
		}
		for _, day := range slices.SortedFunc(maps.Keys(days), civil.Date.Compare) {
			rate := rates[day]
			switch {
			case rate == nil && day.Before(from):
				messages = append(messages, p.String()+" has no rate of "+day.String()+": its closing is required")
			case rate == nil:
				messages = append(messages, p.String()+" has no rate of "+day.String()+": its closing and the average up to it are required")
			case !day.Before(from) && !rate.Average.Set:
				messages = append(messages, p.String()+" has no average on "+day.String())
			}
		}
	}
	return messages
}

// LackError returns the error for missing exchange rates, or nil if there are no messages.
func LackError(messages []string) error {
	if len(messages) == 0 {
		return nil
	}
	var f strict.Faults
	for _, message := range messages {
		f.Add(nil, "exchangeRates", message)
	}
	return f.Err()
}

// Conversion is an exchange rate between minor units of two currencies.
type Conversion struct{ num, den *big.Int }

// NewConversion returns the conversion between two currencies at a rate.
func NewConversion(rate money.Decimal, from, into money.Currency) Conversion {
	num := rate.Units(money.RatePlaces)
	return Conversion{num.Mul(num, powerOfTen(into.Places())), powerOfTen(money.RatePlaces + from.Places())}
}

func powerOfTen(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// Of converts an amount at the rate and rounds it to minor units.
func (t Conversion) Of(a money.Amount) money.Amount {
	if a.IsZero() || t.num == nil {
		return money.Amount{}
	}
	return a.MulDiv(t.num, t.den)
}

// Exact converts an amount at the rate without rounding it.
func (t Conversion) Exact(a money.Amount) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).Mul(a.Big(), t.num), t.den)
}

// Stretch is a part of a reporting period between two closing rates. A Stretch has the two closing
// rates and the average rate of the part.
type Stretch struct {
	Last                     civil.Date
	Opened, Closed, Averaged Conversion

	Own []DayRate // days with a separate rate, by date
}

// DayRate is the rate for the movements of one day (METHOD 21.2). The rate is the spot rate. If there is no spot rate
// on the first day of a part, the rate is the closing rate of the preceding day.
type DayRate struct {
	Day  civil.Date
	Rate Conversion
}

// On returns a part that covers only the given day. All rates of the part equal the rate for the movements of that day.
func (s *Stretch) On(day civil.Date) Stretch {
	rate := s.Averaged
	if i := slices.IndexFunc(s.Own, func(own DayRate) bool { return own.Day == day }); i >= 0 {
		rate = s.Own[i].Rate
	}
	return Stretch{Last: day, Opened: rate, Closed: rate, Averaged: rate}
}

// Stretches divides a reporting period at the closing rates of a pair. The table must contain all rates of the period.
func (x *Table) Stretches(p Pair, from, to civil.Date) []Stretch {
	key := spanned{pairs: [2]Pair{p}, from: from, to: to}
	if known, ok := x.cuts.Load(key); ok {
		return known.([]Stretch)
	}
	rows := x.within(p, from, to)
	parts := make([]Stretch, 0, len(rows)-1)
	opened := NewConversion(rows[0].Closing.Value, p.Currency, p.Into)
	for i, r := range rows[1:] {
		closed := NewConversion(r.Closing.Value, p.Currency, p.Into)
		own := x.own(p, rows[i].Date.Next(), r.Date, opened)
		parts = append(parts, Stretch{r.Date, opened, closed, NewConversion(r.Average.Value, p.Currency, p.Into), own})
		opened = closed
	}
	x.cuts.Store(key, parts)
	return parts
}

// own returns the days of a part that have a separate rate, and the rate of each such day.
func (x *Table) own(p Pair, first, last civil.Date, opened Conversion) []DayRate {
	spots := dated(x.spots[p], first, last)
	days := make([]DayRate, 0, len(spots)+1)
	if len(spots) == 0 || spots[0].Date != first {
		days = append(days, DayRate{first, opened})
	}
	for _, r := range spots {
		days = append(days, DayRate{r.Date, NewConversion(r.Spot.Value, p.Currency, p.Into)})
	}
	return days
}

var exchangeRow = strict.Object[Rate]{Noun: "an exchange rate", Fields: []strict.Field[Rate]{
	requiredCurrency("currency", func(r *Rate) *money.Currency { return &r.Currency }),
	requiredCurrency("into", func(r *Rate) *money.Currency { return &r.Into }),
	strict.Date("date", func(r *Rate) *civil.Date { return &r.Date }),
	optionalRate("closing", func(r *Rate) *strict.Optional[money.Decimal] { return &r.Closing }),
	optionalRate("average", func(r *Rate) *strict.Optional[money.Decimal] { return &r.Average }),
	optionalRate("spot", func(r *Rate) *strict.Optional[money.Decimal] { return &r.Spot }),
}}

func optionalRate(name string, in func(*Rate) *strict.Optional[money.Decimal]) strict.Field[Rate] {
	return strict.OptionalDecimal(name, strict.DecimalRule{Check: place.CheckExchange}, in)
}

func requiredCurrency(name string, in func(*Rate) *money.Currency) strict.Field[Rate] {
	f := strict.Currency(name, in)
	f.Required, f.Has, f.Clear = true, nil, nil
	return f
}

// Field returns the description of the optional field exchangeRates.
func Field[T any](in func(*T) **Table) strict.Field[T] {
	rows := strict.List("exchangeRates", member.MaxExchangeRates, &exchangeRow, func(x *Table) *[]Rate { return &x.rows })
	return strict.Field[T]{
		Name: "exchangeRates",
		Read: func(rd *strict.Reader, at *strict.Place, to *T) (problem string, err error) {
			x := new(Table)
			problem, err = rows.Read(rd, at, x)
			if problem == "" {
				*in(to) = New(x.rows)
			}
			return problem, err
		},
		Check: func(f *strict.Faults, at *strict.Place, of *T) {
			x := *in(of)
			if x == nil {
				return
			}
			found := len(*f)
			if rows.Check(f, at, x); len(*f) == found {
				x.checkRows(f, at)
			}
		},
		Print: func(dst []byte, of *T) []byte {
			if x := *in(of); x != nil {
				return rows.Print(dst, x)
			}
			return dst
		},
		Has:   func(of *T) bool { return *in(of) != nil },
		Clear: func(of *T) { *in(of) = nil },
	}
}

// exchangeAlone is an object that contains only a table of exchange rates.
type exchangeAlone struct{ table *Table }

var exchangeObject = strict.Object[exchangeAlone]{Noun: "a table of exchange rates", Fields: []strict.Field[exchangeAlone]{
	Field(func(x *exchangeAlone) **Table { return &x.table }),
}}

// Decode parses a table from the exchangeRates field of a JSON object. A report has the same field.
// The error is an [*strict.InvalidError].
func Decode(body []byte) (*Table, error) {
	var x exchangeAlone
	f := strict.Decode(body, &exchangeObject, &x)
	return x.table, f.Err()
}

// Append appends the table as a JSON object that [Decode] can read.
func (x *Table) Append(dst []byte) []byte {
	return exchangeObject.Append(dst, &exchangeAlone{x})
}

// Rows returns the rows of the table. The table may be nil.
func (x *Table) Rows() []Rate {
	if x == nil {
		return nil
	}
	return x.rows
}

// checkRows rejects rows with neither a closing rate nor a spot rate, average rates without a closing rate, and rows
// whose two currencies are the same. checkRows also rejects duplicate closing or spot rates for a pair and date.
func (x *Table) checkRows(f *strict.Faults, at *strict.Place) {
	type key struct {
		Pair
		Date civil.Date
		spot bool
	}
	seen := map[key]int{}
	for i := range x.rows {
		r := &x.rows[i]
		here := strict.Element(at, "exchangeRates", i)
		if r.Currency == r.Into {
			f.Add(here, "into", "is the same currency; a rate converts into a different currency")
		}
		switch {
		case !r.Closing.Set && !r.Spot.Set:
			f.Add(here, "closing", "is required, unless the row has spot")
		case !r.Closing.Set && r.Average.Set:
			f.Add(here, "closing", "is required if average is supplied")
		}
		for _, spot := range []bool{false, true} {
			if spot && !r.Spot.Set || !spot && !r.Closing.Set {
				continue
			}
			k := key{Pair{r.Currency, r.Into}, r.Date, spot}
			first, twice := seen[k]
			if twice {
				f.Add(here, "date", k.String()+" of "+r.Date.String()+" is also in exchangeRates["+strconv.Itoa(first)+"]")
				break
			}
			seen[k] = i
		}
	}
}
