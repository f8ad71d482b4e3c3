package oracle

import (
	"math/big"
	"slices"
)

// pair is a currency pair. Its exchange rate converts amounts from the first currency into the
// second.
type pair struct{ from, into string }

// ExchangeRow is a row of a report request's exchange rates.
type ExchangeRow struct {
	Currency string   `json:"currency"`
	Into     string   `json:"into"`
	Date     date     `json:"date"`
	Closing  *big.Rat `json:"closing"` // nil if not supplied
	Average  *big.Rat `json:"average"` // nil if not supplied
	Spot     *big.Rat `json:"spot"`    // rate for the day's movements; nil if not supplied
}

func (r *ExchangeRow) pair() pair { return pair{r.Currency, r.Into} }

type exchange []ExchangeRow

// check rejects two rates of the same kind, currency pair and date.
func (x exchange) check() error {
	for i := range x {
		for j := range x[:i] {
			a, b := &x[i], &x[j]
			twice := a.Closing != nil && b.Closing != nil || a.Spot != nil && b.Spot != nil
			if a.pair() == b.pair() && a.Date == b.Date && twice {
				return refuse("exchangeRates", "rows %d and %d have the same pair and date", j, i)
			}
		}
	}
	return nil
}

// at returns the row with the day's closing rate for currency pair p, or nil.
func (x exchange) at(p pair, day date) *ExchangeRow {
	i := slices.IndexFunc(x, func(row ExchangeRow) bool { return row.pair() == p && row.Date == day && row.Closing != nil })
	if i < 0 {
		return nil
	}
	return &x[i]
}

// days lists the dates of the closing rates for currency pair p, from the day before the period
// through its last day. These dates divide the period into sections.
func (x exchange) days(p pair, from, to date) []date {
	var all []date
	for _, row := range x {
		if row.pair() == p && row.Closing != nil && !row.Date.before(from.dayBefore()) && !row.Date.after(to) {
			all = append(all, row.Date)
		}
	}
	slices.SortFunc(all, date.compare)
	return all
}

// parts checks that every currency pair has, for the same dates, the rates that the reporting
// period requires. It returns these dates, which divide the period into sections.
func (x exchange) parts(pairs []pair, from, to date, monthly bool) ([]date, error) {
	if len(pairs) == 0 {
		return []date{from.dayBefore(), to}, nil
	}
	days := x.days(pairs[0], from, to)
	for _, p := range pairs {
		own := x.days(p, from, to)
		if len(own) == 0 || own[0] != from.dayBefore() || own[len(own)-1] != to || !slices.Equal(own, days) {
			return nil, refuse("exchangeRates", "%s into %s lacks a day", p.from, p.into)
		}
		for _, day := range own[1:] {
			if x.at(p, day).Average == nil {
				return nil, refuse("exchangeRates", "%s into %s lacks the average of %s", p.from, p.into, day)
			}
		}
		for day := from.monthEnd(); monthly && day.before(to); day = day.plusDays(1).monthEnd() {
			if !slices.Contains(own, day) {
				return nil, refuse("exchangeRates", "%s into %s lacks %s", p.from, p.into, day)
			}
		}
	}
	return days, nil
}

// translate converts an amount from one currency into another. Argument and result are in minor
// units.
func translate(units *big.Int, rate *big.Rat, from, into string) *big.Int {
	exact := new(big.Rat).Mul(new(big.Rat).SetInt(units), used(rate))
	exact.Mul(exact, new(big.Rat).SetFrac(pow10(decimalsOf(into)), pow10(decimalsOf(from))))
	return nearest(exact)
}

func nearest(v *big.Rat) *big.Int { return roundedQuotient(v.Num(), v.Denom()) }

func decimalsOf(currency string) int {
	decimals, ok := minorUnits[currency]
	if !ok {
		return 2
	}
	return decimals
}
