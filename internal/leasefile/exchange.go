package leasefile

import (
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

var exchangeTables = sharedTable[exchange.Table]{
	"exchangeRates", "exchange rates", member.MaxExchangeRates, exchange.Decode, func(x *exchange.Table) int { return len(x.Rows()) },
}

// OpenExchangeRates reads a table of exchange rates as banks and treasury systems export it. The
// input is CSV, a workbook, or JSON as in a report request. In a workbook, the table is the sheet
// Exchange rates. If this sheet does not exist, the table is the first sheet. OpenExchangeRates
// returns nil for an empty table. An error for invalid values names every invalid cell or field.
func OpenExchangeRates(in io.Reader, o Options) (*exchange.Table, error) {
	return exchangeTables.open(in, o)
}

// ExchangeRates returns the exchange rates in a workbook or a directory of leases, or nil if the
// file contains no exchange rates.
func (f *File) ExchangeRates() *exchange.Table { return f.exchange }

// These columns of exchange rates are not fields of the API contract. The column units contains the
// number of currency units for a rate, such as 100.
const (
	pair  = "pair"
	units = "units"
)

var (
	pairMembers = []string{"currency", "into"}

	otherExchange = []field{
		{name: pair, kind: member.Text, instead: pairMembers, also: []string{"currencypair", "fxpair", "pairofcurrencies", "symbol", "cross", "currencies", "instrument"}},
		{name: units, kind: member.Months, also: []string{"unit", "per", "perunits", "forunits", "multiplier", "factor", "scale", "quantity", "ratio"}},
	}
)

// pairOf splits a currency pair such as EUR/USD, EURUSD or EUR to USD.
func pairOf(text string) (currency, into string, ok bool) {
	text = strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "=X")
	list := strings.FieldsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
	if len(list) == 1 && len(list[0]) == 6 {
		list = []string{list[0][:3], list[0][3:]}
	}
	if len(list) == 3 && (list[1] == "TO" || list[1] == "INTO") {
		list = []string{list[0], list[2]}
	}
	if len(list) != 2 || len(list[0]) != 3 || len(list[1]) != 3 {
		return "", "", false
	}
	return list[0], list[1], true
}

func (r *rowReader) pair(dst []byte, i int) []byte {
	currency, into, ok := pairOf(r.style.Words(r.cells[i]))
	if !ok {
		r.fault(i, strict.Quote(r.cells[i].Text)+" is not a pair of currencies, such as EUR/USD")
		return dst
	}
	return quoted(open(quoted(open(dst, pairMembers[0]), currency), pairMembers[1]), into)
}

// exponent returns the number of decimal places to shift the exchange rate, such as 2 for a rate
// per 100 units.
func (r *rowReader) exponent() int {
	for i, f := range r.fields {
		if f == nil || f.name != units || r.cell(i).Empty() {
			continue
		}
		n, problem := r.style.Number(r.cells[i])
		whole, err := strconv.Atoi(n)
		if problem == "" && (err != nil || strings.Trim(n, "0") != "1" || whole < 1) {
			problem = strict.Quote(r.cells[i].Text) + " is not a power of ten such as 1, 10 or 100"
		}
		if problem != "" {
			r.fault(i, problem)
			return 0
		}
		return len(n) - 1
	}
	return 0
}
