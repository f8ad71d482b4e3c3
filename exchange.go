package leasehold

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// ExchangeRate is a row of a table of exchange rates: units of Into for one of Currency
// (METHOD 21.2).
type ExchangeRate struct {
	Currency, Into money.Currency
	Date           civil.Date
	Closing        money.Decimal           // at the end of the day
	Average        Optional[money.Decimal] // of the part of a span that ends on the day
}

// Pair is a currency and the one that amounts of it are turned into.
type Pair struct{ Currency, Into money.Currency }

// String returns the pair as messages have it.
func (p Pair) String() string { return p.Currency.String() + " into " + p.Into.String() }

func (p Pair) compare(o Pair) int { return strings.Compare(p.String(), o.String()) }

// ExchangeRates are the exchange rates of a report, of any pairs and days. It is not
// changed once it is made.
type ExchangeRates struct {
	rows []ExchangeRate
	of   map[Pair][]*ExchangeRate // by date

	cuts, checked sync.Map // what follows for a span, by [spanned]: a report asks for each lease
}

// spanned are the days of a span and the pairs that it needs for a lease, two at most.
type spanned struct {
	pairs    [2]Pair
	from, to civil.Date
	monthly  bool
}

// check returns what the table lacks for a span and the pairs of a lease.
func (x *ExchangeRates) check(pairs []Pair, span *Span) error {
	if x == nil {
		return LackError(x.Lacks(pairs, *span))
	}
	key := spanned{from: span.From, to: span.To, monthly: span.Monthly}
	copy(key.pairs[:], pairs)
	if known, ok := x.checked.Load(key); ok {
		return known.(lacked).err
	}
	err := LackError(x.Lacks(pairs, *span))
	x.checked.Store(key, lacked{err})
	return err
}

// lacked is an error, or none.
type lacked struct{ err error }

// NewExchangeRates makes a table of rows.
func NewExchangeRates(rows []ExchangeRate) *ExchangeRates {
	x := &ExchangeRates{rows: rows, of: map[Pair][]*ExchangeRate{}}
	for i := range rows {
		p := Pair{rows[i].Currency, rows[i].Into}
		x.of[p] = append(x.of[p], &rows[i])
	}
	for _, list := range x.of {
		slices.SortStableFunc(list, func(a, b *ExchangeRate) int { return a.Date.Compare(b.Date) })
	}
	return x
}

// within returns the rows of a pair that a span has, with that of the day before it.
func (x *ExchangeRates) within(p Pair, from, to civil.Date) []*ExchangeRate {
	if x == nil {
		return nil
	}
	list := x.of[p]
	first, _ := slices.BinarySearchFunc(list, from.Prev(), func(r *ExchangeRate, day civil.Date) int { return r.Date.Compare(day) })
	last := first
	for last < len(list) && !to.Before(list[last].Date) {
		last++
	}
	return list[first:last]
}

// Closing returns an amount at the closing rate of a pair on a day: as it is where both
// currencies are the same, and nothing without a rate.
func (x *ExchangeRates) Closing(p Pair, day civil.Date, a money.Amount) money.Amount {
	if p.Currency == p.Into {
		return a
	}
	for _, r := range x.within(p, day, day) {
		if r.Date == day {
			return newTurn(r.Closing, p.Currency, p.Into).of(a)
		}
	}
	return money.Amount{}
}

// Lacks returns what the table lacks for a span and the pairs that it needs, one message
// for each pair and day, in order.
func (x *ExchangeRates) Lacks(pairs []Pair, span Span) (messages []string) {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, Pair.compare)
	pairs = slices.Compact(pairs)
	days := map[civil.Date]bool{}
	if len(pairs) > 0 {
		days[span.From.Prev()], days[span.To] = true, true
	}
	for _, p := range pairs {
		for _, r := range x.within(p, span.From, span.To) {
			days[r.Date] = true
		}
	}
	for day := span.From.MonthEnd(); span.Monthly && len(pairs) > 0 && day.Before(span.To); day = day.Next().MonthEnd() {
		days[day] = true
	}
	for _, p := range pairs {
		rows := x.within(p, span.From, span.To)
		if turned := (Pair{p.Into, p.Currency}); rows == nil && x.within(turned, span.From, span.To) != nil {
			messages = append(messages, p.String()+" has no rates; those of "+turned.String()+" are the other way round, and none is turned")
			continue
		}
		for _, day := range sortedDates(days) {
			i := slices.IndexFunc(rows, func(r *ExchangeRate) bool { return r.Date == day })
			switch {
			case i < 0 && day.Before(span.From):
				messages = append(messages, p.String()+" has no rate of "+day.String()+": its closing is required")
			case i < 0:
				messages = append(messages, p.String()+" has no rate of "+day.String()+": its closing and the average up to it are required")
			case !day.Before(span.From) && !rows[i].Average.Set:
				messages = append(messages, p.String()+" has no average on "+day.String())
			}
		}
	}
	return messages
}

func sortedDates(set map[civil.Date]bool) (days []civil.Date) {
	for day := range set {
		days = append(days, day)
	}
	slices.SortFunc(days, civil.Date.Compare)
	return days
}

// LackError refuses a report whose table of exchange rates lacks something; nil for no
// messages.
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

// turn is an exchange rate of amounts in minor units of one currency into those of
// another.
type turn struct{ num, den *big.Int }

func newTurn(rate money.Decimal, from, into money.Currency) turn {
	t := turn{rate.Units(money.RatePlaces), new(big.Int).Set(rateUnit)}
	t.num.Mul(t.num, powerOfTen(into.Places()))
	t.den.Mul(t.den, powerOfTen(from.Places()))
	return t
}

var rateUnit = powerOfTen(money.RatePlaces)

func powerOfTen(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// of returns an amount at the rate, in cents.
func (t turn) of(a money.Amount) money.Amount {
	if a.IsZero() || t.num == nil {
		return money.Amount{}
	}
	return a.MulDiv(t.num, t.den)
}

// exact returns an amount at the rate, not rounded.
func (t turn) exact(a money.Amount) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).Mul(a.Big(), t.num), t.den)
}

// stretch is a part of a span, with the closing rates of the evening before it and of its
// last day, and its average.
type stretch struct {
	last                     civil.Date
	opened, closed, averaged turn
}

// stretches returns the parts into which the rows of a pair cut a span that lacks none.
func (x *ExchangeRates) stretches(p Pair, span Span) []stretch {
	key := spanned{pairs: [2]Pair{p}, from: span.From, to: span.To}
	if known, ok := x.cuts.Load(key); ok {
		return known.([]stretch)
	}
	parts := x.cut(p, span)
	x.cuts.Store(key, parts)
	return parts
}

// cut makes the parts of a span.
func (x *ExchangeRates) cut(p Pair, span Span) []stretch {
	rows := x.within(p, span.From, span.To)
	parts := make([]stretch, 0, len(rows)-1)
	opened := newTurn(rows[0].Closing, p.Currency, p.Into)
	for _, r := range rows[1:] {
		closed := newTurn(r.Closing, p.Currency, p.Into)
		parts = append(parts, stretch{r.Date, opened, closed, newTurn(r.Average.Value, p.Currency, p.Into)})
		opened = closed
	}
	return parts
}

// exchangeRow is the table of a row's members.
var exchangeRow = strict.Object[ExchangeRate]{Noun: "an exchange rate", Fields: []strict.Field[ExchangeRate]{
	requiredCurrency("currency", func(r *ExchangeRate) *money.Currency { return &r.Currency }),
	requiredCurrency("into", func(r *ExchangeRate) *money.Currency { return &r.Into }),
	strict.Date("date", func(r *ExchangeRate) *civil.Date { return &r.Date }),
	strict.Decimal("closing", strict.DecimalRule{Check: checkExchange}, func(r *ExchangeRate) *decimal { return &r.Closing }),
	strict.OptionalDecimal("average", strict.DecimalRule{Check: checkExchange}, func(r *ExchangeRate) *Optional[decimal] { return &r.Average }),
}}

func requiredCurrency[T any](name string, in func(*T) *money.Currency) strict.Field[T] {
	f := strict.Currency(name, in)
	f.Required, f.Has, f.Clear = true, nil, nil
	return f
}

// MaxExchangeRates is how many rows a table of exchange rates may have.
const MaxExchangeRates = member.MaxExchangeRates

// ExchangeRatesField makes the member exchangeRates, a table, which may be absent.
func ExchangeRatesField[T any](in func(*T) **ExchangeRates) strict.Field[T] {
	rows := strict.List("exchangeRates", MaxExchangeRates, &exchangeRow, func(x *ExchangeRates) *[]ExchangeRate { return &x.rows })
	return strict.Field[T]{
		Name: "exchangeRates",
		Read: func(rd *strict.Reader, at *strict.Place, to *T) (problem string, err error) {
			x := new(ExchangeRates)
			problem, err = rows.Read(rd, at, x)
			if problem == "" {
				*in(to) = NewExchangeRates(x.rows)
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

// exchangeAlone is an object with a table of exchange rates and nothing else.
type exchangeAlone struct{ table *ExchangeRates }

var exchangeObject = strict.Object[exchangeAlone]{Noun: "a table of exchange rates", Fields: []strict.Field[exchangeAlone]{
	ExchangeRatesField(func(x *exchangeAlone) **ExchangeRates { return &x.table }),
}}

// DecodeExchangeRates reads a table from a JSON object whose member exchangeRates is its
// rows, as in a report. The error is an [*InvalidError].
func DecodeExchangeRates(body []byte) (*ExchangeRates, error) {
	x := new(exchangeAlone)
	f := strict.Decode(body, &exchangeObject, x)
	if err := f.Err(); err != nil {
		return nil, err
	}
	return x.table, nil
}

// Append appends the table as the JSON object that [DecodeExchangeRates] reads.
func (x *ExchangeRates) Append(dst []byte) []byte {
	return exchangeObject.Append(dst, &exchangeAlone{x})
}

// Rows returns the rows of the table; there are none without one.
func (x *ExchangeRates) Rows() []ExchangeRate {
	if x == nil {
		return nil
	}
	return x.rows
}

// checkRows notes two rows of one pair and date, and rows of a currency into itself.
func (x *ExchangeRates) checkRows(f *strict.Faults, at *strict.Place) {
	type key struct {
		Pair
		Date civil.Date
	}
	seen := map[key]int{}
	for i := range x.rows {
		r := &x.rows[i]
		here := strict.Element(at, "exchangeRates", i)
		if r.Currency == r.Into {
			f.Add(here, "into", "is the currency itself; a rate leads into another one")
		}
		k := key{Pair{r.Currency, r.Into}, r.Date}
		if first, twice := seen[k]; twice {
			f.Add(here, "date", k.String()+" of "+r.Date.String()+" is also in exchangeRates["+strconv.Itoa(first)+"]")
			continue
		}
		seen[k] = i
	}
}

// Pairs returns the pairs that a report in a currency of presentation, or in none of its
// own, needs for a lease.
func (l *Lease) Pairs(presentation money.Currency) (pairs []Pair) {
	if l.Foreign() {
		pairs = append(pairs, Pair{l.Currency, l.FunctionalCurrency})
	}
	if l.translated(presentation) {
		pairs = append(pairs, Pair{l.Functional(), presentation})
	}
	return pairs
}

// translated reports whether a report in a currency of presentation translates a lease.
func (l *Lease) translated(presentation money.Currency) bool {
	return presentation != (money.Currency{}) && l.Currency != (money.Currency{}) && presentation != l.Functional()
}
