package leasefile

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// jsonCut splits a JSON file into leases. The file is either an array or a sequence of objects.
type jsonCut struct {
	array bool
	last  byte // last token: '[', ',', ']', or '}' for a lease; 0 at the start of the file
}

var errIncomplete = errors.New("the file ends within a lease, or before the bracket that closes the array")

// cut returns the length of the complete leases at the start of the argument text, including white
// space and commas. A positive maximum limits the number of leases.
func (j *jsonCut) cut(text []byte, most int, last bool) (int, error) {
	at, leases := 0, 0
	for {
		at = len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
		if at == len(text) {
			if last && j.array && j.last != ']' {
				return at, errIncomplete
			}
			return at, nil
		}
		switch c := text[at]; {
		case c == '[' && j.last == 0:
			j.array, j.last = true, c
			at++
		case j.array && (c == ']' && (j.last == '[' || j.last == '}') || c == ',' && j.last == '}'):
			j.last = c
			at++
		case j.last == ']':
			return at, errors.New("text follows the end of the array")
		case j.array && j.last == '}':
			return at, errors.New("the leases in an array must be separated by commas and followed by a closing bracket")
		case c != '{':
			return at, errors.New("a lease must be a JSON object")
		default:
			n := objectLen(text[at:])
			switch {
			case n > 0:
				at += n
				j.last = '}'
				if leases++; leases == most {
					return at, nil
				}
			case last:
				return at, errIncomplete
			default:
				return at, nil
			}
		}
	}
}

// objectLen returns the length of the JSON object at the start of text, or 0 if the object is
// incomplete. It does not validate the object.
func objectLen(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return 0
}

func (d *Decoder) jsonRows(c *Chunk, yield func(Row) bool) {
	line := c.Line
	for text := c.Text; ; {
		n := len(text) - len(bytes.TrimLeft(text, " \t\r\n,[]"))
		line += bytes.Count(text[:n], newline)
		text = text[n:]
		if n = objectLen(text); n == 0 || !yield(d.jsonRow(line, text[:n])) {
			return
		}
		line += bytes.Count(text[:n], newline)
		text = text[n:]
	}
}

func (d *Decoder) lineRows(c *Chunk, yield func(Row) bool) {
	line := c.Line
	for text := range bytes.Lines(c.Text) {
		more := true
		switch lease := bytes.TrimSpace(text); {
		case len(bytes.TrimRight(text, "\r\n")) > d.file.maxLine:
			more = yield(d.tooLong(line))
		case len(lease) > 0:
			more = yield(d.jsonRow(line, lease))
		}
		if !more {
			return
		}
		line++
	}
}

func (d *Decoder) jsonRow(line int, text []byte) Row {
	row := Row{Place: Place{Line: line}}
	lease, err := leasehold.DecodeWith(text, d.file.rates)
	if err == nil {
		row.ID, row.Lease = lease.ID, lease
		return row
	}
	row.ID = idOf(text)
	bad := &RowError{Place: row.Place}
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			bad.Problems = append(bad.Problems, Problem{Place: row.Place, Field: f.Field, Message: f.Message})
		}
	}
	row.Err = bad
	return row
}

// idOf returns the id of a rejected lease, or the empty string if the id cannot be read.
func idOf(text []byte) string {
	for name, value := range strict.Members(bytes.ToValidUTF8(text, []byte("\ufffd"))) {
		if name != idField.name {
			continue
		}
		if id, ok := strict.Unquote(value); ok {
			return strict.Clip(string(id))
		}
		if value.Kind() == '0' {
			return strict.Clip(string(value))
		}
		break
	}
	return ""
}

func (d *Decoder) tooLong(line int) Row {
	at := Place{Line: line}
	return Row{Place: at, Err: bodyError(at, "the line is longer than the "+strconv.Itoa(d.file.maxLine)+" bytes allowed for a lease")}
}

var exchangeTables = sharedTable[exchange.Table]{
	"exchangeRates", "exchange rates", member.MaxExchangeRates, exchange.Decode, func(x *exchange.Table) int { return len(x.Rows()) },
}

// OpenExchangeRates reads a table of exchange rates exported by a bank or a treasury system. The
// input is CSV, a workbook, or JSON in the form of a report request. In a workbook, the table is
// the Exchange rates sheet or, if there is none, the first sheet. OpenExchangeRates returns nil for
// an empty table. If values are invalid, the error names every invalid cell or field.
func OpenExchangeRates(in io.Reader, o Options) (*exchange.Table, error) {
	return exchangeTables.open(in, o)
}

// ExchangeRates returns the exchange rates in a workbook or a directory of leases, or nil if there are none.
func (f *File) ExchangeRates() *exchange.Table { return f.exchange }

// These columns of exchange rates are not fields of the API contract. The units column contains the
// number of currency units, such as 100, to which a rate refers.
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

// exponent returns the number of decimal places by which the exchange rate must be shifted: 2, for
// example, for a rate per 100 units.
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
