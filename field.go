package leasehold

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/money"
)

// field is one member of the lease request: how it is read, checked and
// printed. The table of them is the request's whole definition.
type field struct {
	name     string
	required bool
	// read sets the field from a JSON value that is not null, or returns what
	// is wrong with the value's type or text.
	read func(*Lease, jsontext.Value) string
	// check returns what is wrong with the value that the lease holds.
	check func(*Lease) string
	// print appends the value, or nothing where the field is absent.
	print func([]byte, *Lease) []byte
}

// fields in the order of the contract, which is the order of normalized output.
var fields = [...]field{
	enumField("standard", standardNames, 0, func(l *Lease) *Standard { return &l.Standard }),
	{"commencementDate", true, readDate, checkDate, func(dst []byte, l *Lease) []byte {
		dst = append(dst, '"')
		return append(l.CommencementDate.Append(dst), '"')
	}},
	{"termMonths", true, func(l *Lease, v jsontext.Value) string {
		return readInt(&l.TermMonths, v, MaxTermMonths)
	}, func(l *Lease) string {
		return checkInt(l.TermMonths, MaxTermMonths)
	}, func(dst []byte, l *Lease) []byte {
		return strconv.AppendInt(dst, int64(l.TermMonths), 10)
	}},
	{"paymentAmount", true, func(l *Lease, v jsontext.Value) string {
		return readDecimal(&l.PaymentAmount, v)
	}, func(l *Lease) string {
		if l.PaymentAmount.Sign() <= 0 || l.PaymentAmount.Cmp(maxAmount) > 0 {
			return outOfRange(l.PaymentAmount.String(), "an amount above 0 and up to "+maxAmount.String()+" is allowed")
		}
		return ""
	}, func(dst []byte, l *Lease) []byte { return l.PaymentAmount.Append(dst) }},
	{"discountRateAnnual", true, func(l *Lease, v jsontext.Value) string {
		return readFraction(&l.DiscountRateAnnual, v)
	}, func(l *Lease) string {
		return checkFraction(l.DiscountRateAnnual)
	}, func(dst []byte, l *Lease) []byte { return l.DiscountRateAnnual.Append(dst) }},
	enumField("paymentFrequency", frequencyNames, 0, func(l *Lease) *Frequency { return &l.PaymentFrequency }),
	enumField("paymentTiming", timingNames, 0, func(l *Lease) *Timing { return &l.PaymentTiming }),
	enumField("classification", classNames, 1, func(l *Lease) *Class { return &l.Classification }),
	optionalDecimal("annualEscalationPct", readFraction, checkFraction,
		func(l *Lease) *Optional[money.Decimal] { return &l.AnnualEscalationPct }),
	optionalAmount("initialDirectCosts", func(l *Lease) *Optional[money.Decimal] { return &l.InitialDirectCosts }),
	optionalAmount("leaseIncentives", func(l *Lease) *Optional[money.Decimal] { return &l.LeaseIncentives }),
	optionalAmount("prepaidRent", func(l *Lease) *Optional[money.Decimal] { return &l.PrepaidRent }),
	optionalAmount("residualValueGuarantee", func(l *Lease) *Optional[money.Decimal] { return &l.ResidualValueGuarantee }),
	optionalAmount("purchaseOptionAmount", func(l *Lease) *Optional[money.Decimal] { return &l.PurchaseOptionAmount }),
	flagField("transfersOwnership", func(l *Lease) *Optional[bool] { return &l.TransfersOwnership }),
	flagField("purchaseOptionReasonablyCertain", func(l *Lease) *Optional[bool] { return &l.PurchaseOptionReasonablyCertain }),
	optionalAmount("assetFairValue", func(l *Lease) *Optional[money.Decimal] { return &l.AssetFairValue }),
	{"assetEconomicLifeMonths", false, func(l *Lease, v jsontext.Value) string {
		l.AssetEconomicLifeMonths.Set = true
		return readInt(&l.AssetEconomicLifeMonths.Value, v, MaxEconomicLifeMonths)
	}, func(l *Lease) string {
		if !l.AssetEconomicLifeMonths.Set {
			return ""
		}
		return checkInt(l.AssetEconomicLifeMonths.Value, MaxEconomicLifeMonths)
	}, func(dst []byte, l *Lease) []byte {
		if !l.AssetEconomicLifeMonths.Set {
			return dst
		}
		return strconv.AppendInt(dst, int64(l.AssetEconomicLifeMonths.Value), 10)
	}},
	flagField("specializedAsset", func(l *Lease) *Optional[bool] { return &l.SpecializedAsset }),
}

// FieldNames returns the names of the request's fields in the contract's order.
func FieldNames() []string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].name
	}
	return names
}

// enumField makes a field of named values. The first skip names cannot be
// written: such a value is the field's absence.
func enumField[E ~uint8](name string, names []string, skip int, at func(*Lease) *E) field {
	allowed := strings.Join(names[skip:], ", ")
	read := func(l *Lease, v jsontext.Value) string {
		text, ok := unquote(v)
		if !ok {
			return "must be a text, one of " + allowed + "; got " + describe(v)
		}
		for i, n := range names[skip:] {
			if string(text) == n {
				*at(l) = E(i + skip)
				return ""
			}
		}
		return describe(v) + " is not allowed; allowed are " + allowed
	}
	check := func(l *Lease) string {
		if int(*at(l)) >= len(names) {
			return strconv.Itoa(int(*at(l))) + " is not allowed; allowed are " + allowed
		}
		return ""
	}
	return field{name, false, read, check, func(dst []byte, l *Lease) []byte {
		if int(*at(l)) < skip {
			return dst
		}
		dst = append(dst, '"')
		dst = append(dst, nameOf(names, *at(l))...)
		return append(dst, '"')
	}}
}

func optionalAmount(name string, at func(*Lease) *Optional[money.Decimal]) field {
	return optionalDecimal(name, readDecimal, checkAmount, at)
}

func optionalDecimal(
	name string, read func(*money.Decimal, jsontext.Value) string,
	check func(money.Decimal) string, at func(*Lease) *Optional[money.Decimal],
) field {
	return field{name, false, func(l *Lease, v jsontext.Value) string {
		o := at(l)
		o.Set = true
		return read(&o.Value, v)
	}, func(l *Lease) string {
		if o := at(l); o.Set {
			return check(o.Value)
		}
		return ""
	}, func(dst []byte, l *Lease) []byte {
		if o := at(l); o.Set {
			return o.Value.Append(dst)
		}
		return dst
	}}
}

func flagField(name string, at func(*Lease) *Optional[bool]) field {
	return field{name, false, func(l *Lease, v jsontext.Value) string {
		switch v.Kind() {
		case 't', 'f':
			*at(l) = Some(v.Kind() == 't')
			return ""
		default:
			return "must be true or false; got " + describe(v)
		}
	}, func(*Lease) string { return "" }, func(dst []byte, l *Lease) []byte {
		if o := at(l); o.Set {
			return strconv.AppendBool(dst, o.Value)
		}
		return dst
	}}
}

func readDate(l *Lease, v jsontext.Value) string {
	const allowed = "a calendar date in the form yyyy-mm-dd, from 0001-01-01, is allowed"
	text, ok := unquote(v)
	if !ok {
		return "must be a text; " + allowed + "; got " + describe(v)
	}
	d, err := ParseDate(text)
	if err != nil {
		return describe(v) + " is not a date; " + allowed
	}
	l.CommencementDate = d
	return ""
}

func checkDate(l *Lease) string {
	if !l.CommencementDate.valid() {
		return l.CommencementDate.String() + " is not a calendar date from 0001-01-01 to 9999-12-31"
	}
	return ""
}

// lastDate is the latest day on which a term may end.
var lastDate = Date{9999, 12, 31}

// checkEnd refuses a term that ends after the year 9999. Both fields it looks
// at must be right by themselves.
func (l *Lease) checkEnd() string {
	if end := l.CommencementDate.AddMonths(l.TermMonths).Prev(); end.Year > lastDate.Year {
		return fmt.Sprintf("a term of %d months from %s ends after %s, the last day that is allowed",
			l.TermMonths, l.CommencementDate, lastDate)
	}
	return ""
}

func readDecimal(d *money.Decimal, v jsontext.Value) string {
	if v.Kind() != '0' {
		return "must be a number; got " + describe(v)
	}
	x, err := money.Parse([]byte(v))
	if err != nil {
		return describe(v) + " cannot be read: " + err.Error()
	}
	*d = x
	return ""
}

// readFraction reads a rate; people and programs often send a percentage.
func readFraction(d *money.Decimal, v jsontext.Value) string {
	if v.Kind() != '0' {
		return "must be a number, as a fraction (5 % is 0.05); got " + describe(v)
	}
	return readDecimal(d, v)
}

// readInt reads a whole number in any notation: 60, 60.0 and 6e1 are the same.
func readInt(n *int, v jsontext.Value, most int) string {
	if v.Kind() != '0' {
		return "must be a whole number; got " + describe(v)
	}
	var d money.Decimal
	if problem := readDecimal(&d, v); problem != "" {
		return problem
	}
	if !d.IsInteger() {
		return describe(v) + " is not a whole number; one from 1 to " + strconv.Itoa(most) + " is allowed"
	}
	x, ok := d.Int64()
	if !ok || x < 1 || x > int64(most) {
		return outOfRange(describe(v), wholeNumbers(most))
	}
	*n = int(x)
	return ""
}

func checkInt(n, most int) string {
	if n < 1 || n > most {
		return outOfRange(strconv.Itoa(n), wholeNumbers(most))
	}
	return ""
}

func wholeNumbers(most int) string {
	return "a whole number from 1 to " + strconv.Itoa(most) + " is allowed"
}

func checkAmount(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(maxAmount) > 0 {
		return outOfRange(d.String(), "an amount from 0 to "+maxAmount.String()+" is allowed")
	}
	return ""
}

var one = money.Int(1)

func checkFraction(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(one) > 0 {
		return outOfRange(d.String(), "a fraction from 0 to 1 is allowed (5 % is 0.05)")
	}
	return ""
}

func outOfRange(value, allowed string) string {
	return cut(value) + " is out of range: " + allowed
}

// quoteMax is how many characters of what was sent a message repeats.
const quoteMax = 64

// cut shortens s to quoteMax characters, and marks that it did.
func cut(s string) string {
	short, mark := clip(s)
	return short + mark
}

// quote returns s escaped, so that it can stand in a message, and shortened.
func quote(s string) string {
	short, mark := clip(s)
	return strconv.Quote(short) + mark
}

// clip returns the first quoteMax characters of s, and the mark of what is
// left out.
func clip(s string) (short, mark string) {
	n := 0
	for i := range s {
		if n == quoteMax {
			return s[:i], "..."
		}
		n++
	}
	return s, ""
}

// unquote returns the characters of a JSON string, and whether v is one.
func unquote(v jsontext.Value) (text []byte, ok bool) {
	if v.Kind() != '"' {
		return nil, false
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1], true
	}
	text, err := jsontext.AppendUnquote(nil, v)
	return text, err == nil
}

// describe names a JSON value for a message, as it was sent.
func describe(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		text, _ := unquote(v)
		return "the text " + quote(string(text))
	case '0':
		return cut(string(v))
	case '{':
		return "an object"
	case '[':
		return "an array"
	default:
		return string(v) // true, false or null
	}
}

// appendQuoted appends s as a JSON string. Almost every string of a response is
// plain ASCII: it is copied whole, looked at eight bytes at a time, and done
// over where there is something to escape.
func appendQuoted(dst []byte, s string) []byte {
	start := len(dst)
	dst = append(dst, '"')
	dst = append(dst, s...)
	text := dst[start+1:]
	for len(text) >= 8 && plainWord(binary.LittleEndian.Uint64(text)) {
		text = text[8:]
	}
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			dst, _ = jsontext.AppendQuote(dst[:start], s) // its one error, invalid UTF-8, is mended in place
			return dst
		}
	}
	return append(dst, '"')
}

// plainWord reports whether none of the eight bytes of w is a control
// character, a quotation mark, a backslash or beyond ASCII.
func plainWord(w uint64) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, backslash := w^('"'*ones), w^('\\'*ones)
	return (w|(w-' '*ones)|(quote-ones)|(backslash-ones))&highs == 0
}
