package portfolio

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// chainExchange merges the signed exchange rates of the previous closing with the supplied rates.
// The closed periods begin and end on the given days (METHOD 28.5).
//
// A supplied rate replaces the signed rate for its currency pair and day. An average rate covers the days since the
// preceding closing rate. A supplied average rate therefore replaces the signed average rate only if the supplied
// table also contains the preceding closing rate. Supplied rates for other days and pairs are added. If a currency
// pair has signed rates, the pair's closing and average rates on other days within the closed periods are ignored.
// Such rates would divide the days that a signed average rate covers.
//
// The causes describe each differing rate that the chain may have used. These are the replaced rates, except spot rates
// before the closed periods, and also the spot rates that were added within the closed periods.
func chainExchange(signed, supplied *exchange.Table, from, to civil.Date) (table *exchange.Table, causes []string) {
	if signed == nil {
		return supplied, nil
	}
	given := rowsByDay(supplied)
	added := maps.Clone(given)
	var rows []exchange.Rate
	began := map[exchange.Pair]civil.Date{} // day of the last closing rate; the next average rate covers the days that follow it
	for _, was := range sortedRates(signed) {
		pair := exchange.Pair{Currency: was.Currency, Into: was.Into}
		row, key := was, rateDay{pair, was.Date}
		if now, has := given[key]; has {
			replace := func(name string, rate *strict.Optional[money.Decimal], now strict.Optional[money.Decimal], used bool) {
				if !now.Set || rate.Set && rate.Value.Cmp(now.Value) == 0 {
					return
				}
				signed := "none"
				if rate.Set {
					signed = rate.Value.String()
				}
				if *rate = now; used {
					causes = append(causes, rateCause(name, &was, signed, now.Value.String()))
				}
			}
			replace("exchange rate", &row.Closing, now.Closing, true)
			if given[rateDay{pair, began[pair]}].Closing.Set {
				replace("average exchange rate", &row.Average, now.Average, true)
			}
			replace("spot rate", &row.Spot, now.Spot, !was.Date.Before(from)) // the chain has no movements before its first day
			delete(added, key)
		}
		if was.Closing.Set {
			began[pair] = was.Date
		}
		rows = append(rows, row)
	}
	for _, row := range sortedRates(supplied) {
		pair := exchange.Pair{Currency: row.Currency, Into: row.Into}
		if _, other := added[rateDay{pair, row.Date}]; !other {
			continue
		}
		if _, recorded := began[pair]; recorded && !row.Date.Before(from) && !to.Before(row.Date) {
			row.Closing, row.Average = strict.Optional[money.Decimal]{}, strict.Optional[money.Decimal]{}
			if !row.Spot.Set {
				continue
			}
			causes = append(causes, rateCause("spot rate", &row, "none", row.Spot.Value.String()))
		}
		rows = append(rows, row)
	}
	return exchange.New(rows), causes
}

type rateDay struct {
	exchange.Pair
	day civil.Date
}

// rowsByDay returns a table's rows by pair and day, merging rows that share both.
func rowsByDay(x *exchange.Table) map[rateDay]exchange.Rate {
	list := map[rateDay]exchange.Rate{}
	for _, r := range x.Rows() {
		key := rateDay{exchange.Pair{Currency: r.Currency, Into: r.Into}, r.Date}
		of := list[key]
		of.Currency, of.Into, of.Date = r.Currency, r.Into, r.Date
		if r.Closing.Set {
			of.Closing, of.Average = r.Closing, r.Average
		}
		if r.Spot.Set {
			of.Spot = r.Spot
		}
		list[key] = of
	}
	return list
}

func sortedRates(x *exchange.Table) []exchange.Rate {
	rows := slices.Collect(maps.Values(rowsByDay(x)))
	slices.SortFunc(rows, func(a, b exchange.Rate) int {
		return cmp.Or(a.Date.Compare(b.Date), compareCurrencies(a.Currency, b.Currency), compareCurrencies(a.Into, b.Into))
	})
	return rows
}

func rateCause(name string, r *exchange.Rate, signed, now string) string {
	return name + " " + r.Currency.String() + "/" + r.Into.String() + " of " + r.Date.String() + ": signed " + signed + ", now " + now
}

// ChainDiscount merges a chain's signed discount rates with the supplied rates. A supplied rate replaces a signed rate
// with the same date, term, currency and tags. The causes describe the changed rates.
func ChainDiscount(signed, supplied *ratetable.Table) (table *ratetable.Table, causes []string) {
	if signed == nil {
		return supplied, nil
	}
	var rows []ratetable.Row
	if supplied != nil {
		rows = slices.Clone(supplied.Rows())
	}
	for _, was := range signed.Rows() {
		i := slices.IndexFunc(rows, func(r ratetable.Row) bool { return r.Same(&was) })
		switch {
		case i < 0:
			rows = append(rows, was)
		case rows[i].DiscountRateAnnual.Cmp(was.DiscountRateAnnual) != 0:
			causes = append(causes, "discount rate of "+was.ValidFrom.String()+" for "+strconv.Itoa(was.TermMonths)+" months: signed "+was.DiscountRateAnnual.String()+", now "+rows[i].DiscountRateAnnual.String())
		}
	}
	table, err := ratetable.New(rows)
	if err != nil {
		return supplied, causes
	}
	return table, causes
}

// adoptRates merges the request's exchange rates with the rates of a complete previous closing, and records the causes.
func (q *Question) adoptRates() {
	p := &q.Previous.Value
	if !p.complete() {
		return
	}
	q.rates, q.causes = chainExchange(p.ExchangeRates, q.ExchangeRates, p.Periods[0].From, p.Periods[len(p.Periods)-1].To)
	_, causes := ChainDiscount(p.DiscountRates, q.DiscountRates)
	q.causes = append(q.causes, causes...)
	if now := leasehold.RulesRevision; p.Rules.Set && p.Rules.Value != now {
		q.causes = append(q.causes, "rules revision: signed "+strconv.Itoa(p.Rules.Value)+", now "+strconv.Itoa(now))
	}
}

func (q *Question) rateTable() *exchange.Table { return cmp.Or(q.rates, q.ExchangeRates) }

// Used collects the rates that leases use. The zero value is empty.
type Used struct {
	pairs []exchange.Pair // distinct currency pairs
	rows  []ratetable.Row // distinct rows of discount rates
}

// Add adds the rates that a lease used. Discount rates supplied with the lease are ignored, because
// the lease's request contains them.
func (u *Used) Add(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	u.addPairs(l.Pairs(money.Currency{}))
	if l.DiscountRates != nil || l.RateTable() == nil {
		return
	}
	table := l.RateTable().Rows()
	for i := range f.RatesUsed {
		for _, row := range f.RatesUsed[i].Rows {
			u.addRows(table[row])
		}
	}
}

func (u *Used) addPairs(pairs []exchange.Pair) {
	for _, p := range pairs {
		if !slices.Contains(u.pairs, p) {
			u.pairs = append(u.pairs, p)
		}
	}
}

func (u *Used) addRows(rows ...ratetable.Row) {
	for _, row := range rows {
		if !slices.ContainsFunc(u.rows, func(r ratetable.Row) bool { return r.Same(&row) }) {
			u.rows = append(u.rows, row)
		}
	}
}

// Merge adds the rates of o.
func (u *Used) Merge(o *Used) {
	u.addPairs(o.pairs)
	u.addRows(o.rows...)
}

// record stores in closing p the rates used since the start of the chain. The previous closing may
// be nil. The exchange rates come from the report's table.
func (u *Used) record(p *Previous, before *Previous, table *exchange.Table) {
	if before != nil {
		for _, r := range before.ExchangeRates.Rows() {
			u.addPairs([]exchange.Pair{{Currency: r.Currency, Into: r.Into}})
		}
		if before.DiscountRates != nil {
			u.addRows(before.DiscountRates.Rows()...)
		}
	}
	from, to := p.Periods[0].From.Prev(), p.Periods[len(p.Periods)-1].To
	var rates []exchange.Rate
	for _, r := range sortedRates(table) {
		if slices.Contains(u.pairs, exchange.Pair{Currency: r.Currency, Into: r.Into}) && !r.Date.Before(from) && !to.Before(r.Date) {
			rates = append(rates, r)
		}
	}
	if rates != nil {
		p.ExchangeRates = exchange.New(rates)
	}
	if u.rows == nil {
		return
	}
	slices.SortFunc(u.rows, func(a, b ratetable.Row) int { return a.Compare(&b) })
	p.DiscountRates, _ = ratetable.New(u.rows) // rows of a valid table are valid
}
