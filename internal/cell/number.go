package cell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

const sheetDigits = 15

// Unit is the meaning of numbers without a percent sign in a column of rates.
type Unit uint8

// The units.
const (
	OfOne     Unit = iota // 0.06 is 6%; 1 or more is rejected, because it is most likely a percentage
	OfHundred             // 6 is 6%
	OfWhole               // 0.5 is one half, and 1 is the whole
)

// Number returns a cell's number in JSON notation, or a problem. It accepts thousands separators, a decimal comma,
// currency signs, and the dash that spreadsheets show for zero. A negative number may be in parentheses, or have a
// minus sign at either end. Number rejects percentages; see [Style.Fraction].
func (s Style) Number(c Cell) (number, problem string) {
	n, problem := s.read(c)
	switch {
	case problem != "":
		return "", problem
	case n.percent && c.Type == Text:
		return "", strict.Quote(c.Text) + " is a percentage; enter a plain number"
	}
	return n.number, ""
}

// Decimal returns the number of a cell, or a problem.
func (s Style) Decimal(c Cell) (d money.Decimal, problem string) {
	number, problem := s.Number(c)
	if problem != "" {
		return d, problem
	}
	d, err := money.Parse(number)
	if err != nil {
		return d, strict.Quote(c.Text) + " is " + err.Error()
	}
	return d, ""
}

// MonthsOf converts a number of years to months and reports whether the result is a whole number.
// For example, 1.25 years is 15 months.
func MonthsOf(years money.Decimal) (months int64, whole bool) {
	n, ok := years.Shift(4).Int64() // a month is 833.33 ten-thousandths of a year, so only a multiple of three months is a whole number of them
	return n / 2500 * 3, ok && n%2500 == 0
}

func tooLong(text string) string {
	return strict.Quote(text) + " is a number with more than " + strconv.Itoa(money.MaxTextLen) + " digits"
}

// Fraction returns a cell's fraction in JSON notation: 0.06 for 6% and for a number displayed as
// 6%. The unit determines what a plain number means. In a column of fractions, a plain number of 1
// or more is rejected, because it is most likely a percentage.
func (s Style) Fraction(c Cell, unit Unit) (number, problem string) {
	n, problem := s.read(c)
	switch {
	case problem != "":
		return "", problem
	case n.money:
		return "", strict.Quote(c.Text) + " is an amount; enter a rate, such as 6% or 0.06"
	}
	d, err := money.Parse(n.number)
	if err != nil {
		return "", strict.Quote(c.Text) + " is " + err.Error()
	}
	switch {
	case c.Type == Percent:
		return n.number, ""
	case n.percent || unit == OfHundred:
		if n.number = d.Shift(-2).String(); len(n.number) > money.MaxTextLen {
			return "", tooLong(c.Text)
		}
		return n.number, ""
	case unit == OfWhole:
	case d.Cmp(money.Int(1)) >= 0 || d.Cmp(money.Int(-1)) <= 0:
		return "", c.Text + " would be " + d.Shift(2).String() + "%; write " + c.Text + "% or " + d.Shift(-2).String() +
			" if " + c.Text + "% is meant, and " + d.Shift(2).String() + "% otherwise"
	}
	return n.number, ""
}

type numeral struct {
	number  string // number in JSON notation
	percent bool   // whether the number has a percent sign
	money   bool   // whether the number has a currency sign
}

func (s Style) read(c Cell) (n numeral, problem string) {
	switch c.Type {
	case Number, Percent:
		number, ok := sheetNumber(c.Text)
		switch {
		case !ok:
			return n, strict.Quote(c.Text) + " is not a number"
		case len(number) > money.MaxTextLen:
			return n, tooLong(c.Text)
		}
		return numeral{number: number}, ""
	case Date:
		return n, "must be a number, not a date"
	case Bool:
		return n, "must be a number, not true or false"
	case Fault:
		return n, strict.Clip(c.Text) + " is a spreadsheet error"
	default:
	}
	if plain(c.Text) || s.simple(c.Text) {
		return numeral{number: c.Text}, ""
	}
	if n, problem = s.parse(c.Text); len(n.number) > money.MaxTextLen {
		return n, tooLong(c.Text)
	}
	return n, problem
}

// simple reports whether text is an unambiguous number in JSON notation.
func (s Style) simple(text string) bool {
	whole, decimals, found := strings.Cut(text, ".")
	return found && plain(whole) && isDigits(decimals) && len(text) <= money.MaxTextLen &&
		(len(decimals) != 3 || s.Decimals == Point || whole == "0" || len(whole) > 3)
}

func plain(text string) bool {
	return isDigits(text) && (text[0] != '0' || len(text) == 1) && len(text) <= money.MaxTextLen
}

// sheetNumber rounds a workbook's number to the digits that a spreadsheet keeps.
func sheetNumber(text string) (string, bool) {
	d, err := money.Parse(text)
	if err != nil {
		return "", false
	}
	digits := strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(d.String(), "-"), ".", ""), "0")
	more := len(digits) - sheetDigits
	if more <= 0 {
		return text, true
	}
	coefficient, err := strconv.ParseUint(digits[:sheetDigits], 10, 64)
	if err != nil || d.Scale()-more < minScale {
		return "", false // no spreadsheet can contain a number this large
	}
	if digits[sheetDigits] >= '5' {
		coefficient++
	}
	rounded := money.New(coefficient, d.Scale()-more)
	if d.Sign() < 0 {
		rounded = rounded.Neg()
	}
	return rounded.String(), true
}

const minScale = -310

func (s Style) parse(text string) (n numeral, problem string) {
	body, negative, n, ok := peel(text)
	if !ok {
		return n, notNumber(text)
	}
	if body == "" { // the text is a dash
		n.number = "0"
		return n, ""
	}
	if strings.ContainsAny(body, "eE") {
		if _, err := money.Parse(body); err != nil {
			return n, notNumber(text)
		}
		n.number = body
	} else if n.number, problem = s.digits(body, text); problem != "" {
		return n, problem
	}
	if negative {
		n.number = "-" + n.number
	}
	return n, ""
}

func notNumber(text string) string {
	if strings.HasPrefix(text, "#") {
		return strict.Quote(text) + " is a spreadsheet error or comes from a column that was too narrow when the file was saved"
	}
	return strict.Quote(text) + " is not a number"
}

// peel removes signs, currency signs and parentheses from a number. They may be in any order, but
// each may occur only once. If the number is a dash, the body is empty.
func peel(text string) (body string, negative bool, n numeral, ok bool) {
	var sign, minus, open, closed bool
	s := text
	for {
		s = Trim(s)
		first, size := utf8.DecodeRuneInString(s)
		last, lastSize := utf8.DecodeLastRuneInString(s)
		rest, head := s[min(size, len(s)):], s[:max(len(s)-lastSize, 0)]
		switch {
		case s == "":
			return "", false, n, minus && !open && !closed && !n.percent
		case !sign && isDash(first):
			sign, minus, s = true, true, rest
		case !sign && first == '+':
			sign, s = true, rest
		case !open && first == '(':
			open, s = true, rest
		case !n.money && unicode.Is(unicode.Sc, first):
			n.money, s = true, rest
		case !sign && isDash(last):
			sign, minus, s = true, true, head
		case !closed && last == ')':
			closed, s = true, head
		case !n.percent && last == '%':
			n.percent, s = true, head
		case !n.money && unicode.Is(unicode.Sc, last):
			n.money, s = true, head
		case !n.money && Code(s) != "":
			_, s = cutCode(s)
			n.money = true
		default:
			return s, minus || open, n, open == closed && (!sign || !open) && (!n.percent || !n.money)
		}
	}
}

// Code returns the currency code at the start or the end of an amount, as in USD 1,000.00, or "".
func Code(text string) string {
	code, _ := cutCode(text)
	return code
}

// cutCode returns the currency code at the start or the end of an amount, or "" without a code. Its second
// result is the remaining text.
func cutCode(text string) (code, rest string) {
	const length = 3
	if len(text) <= length {
		return "", text
	}
	last := len(text) - length
	for _, part := range [...][2]string{{text[:length], text[length:]}, {text[last:], text[:last]}} {
		if c, err := money.ParseCurrency(part[0]); err == nil {
			return c.String(), part[1]
		}
	}
	return "", text
}

func isDash(c rune) bool { return c == '-' || c == '\u2212' || c == '\u2013' || c == '\u2014' }

// mark is a separator between the digits of a number.
type mark byte

const (
	noMark mark = 0
	point  mark = '.'
	comma  mark = ','
	gap    mark = ' ' // any space, or an apostrophe; it always separates thousands
)

func markOf(c rune) mark {
	switch {
	case c == '.' || c == '\u066b':
		return point
	case c == ',':
		return comma
	case isSpace(c) || c == '\'' || c == '\u2019' || c == '_':
		return gap
	}
	return noMark
}

// split splits a number into runs of digits and the separators between them. ok is false for any other text.
func split(body string) (runs []string, marks []mark, ok bool) {
	start := 0
	for i, c := range body {
		if '0' <= c && c <= '9' {
			continue
		}
		m := markOf(c)
		if m == noMark {
			return nil, nil, false
		}
		runs, marks = append(runs, body[start:i]), append(marks, m)
		start = i + len(string(c))
	}
	return append(runs, body[start:]), marks, true
}

// reading is the meaning of a number's separators.
type reading uint8

const (
	wrong    reading = iota
	whole            // the number contains no separators
	decimal          // the last separator marks the decimals
	grouped          // all separators separate thousands
	eitherOr         // a single separator before three digits, which may mark thousands or decimals
)

// classifySeparators determines which separators group thousands and which mark decimals.
func classifySeparators(runs []string, marks []mark) reading {
	if len(marks) == 0 {
		if runs[0] == "" {
			return wrong
		}
		return whole
	}
	last := marks[len(marks)-1]
	for _, m := range marks[:len(marks)-1] {
		if m != marks[0] {
			return wrong
		}
	}
	switch {
	case last != marks[0]: // as in 1,234.56: only the last separator marks decimals
		if last == gap || !thousands(runs[:len(runs)-1], marks[0]) || runs[len(runs)-1] == "" {
			return wrong
		}
		return decimal
	case len(marks) > 1 || last == gap:
		if !thousands(runs, last) {
			return wrong
		}
		return grouped
	case runs[1] == "":
		return wrong
	case len(runs[1]) == 3 && thousands(runs, last):
		return eitherOr
	}
	return decimal
}

// thousands reports whether the runs of digits are groups of three. Following Indian usage, groups
// before the last comma may have two digits.
func thousands(runs []string, m mark) bool {
	first := runs[0]
	if first == "" || len(first) > 3 || first[0] == '0' || len(runs[len(runs)-1]) != 3 {
		return len(runs) == 1 && first != "" && len(first) <= 3
	}
	threes, twos := true, m == comma && len(first) <= 2
	for _, run := range runs[1 : len(runs)-1] {
		threes = threes && len(run) == 3
		twos = twos && len(run) == 2
	}
	return threes || twos
}

func (s Style) digits(body, text string) (number, problem string) {
	runs, marks, ok := split(body)
	if !ok {
		return "", notNumber(text)
	}
	read := classifySeparators(runs, marks)
	if read == eitherOr {
		switch last := marks[0]; {
		case s.Decimals == AnyDecimals:
			return "", strict.Quote(text) + " may be a number in thousands or a number with three decimals; write " +
				strings.Join(runs, "") + " or " + strings.Join(runs, ".") + "0"
		case (s.Decimals == Point) == (last == point):
			read = decimal
		default:
			read = grouped
		}
	}
	if read == wrong {
		return "", strict.Quote(text) + " is not a number: its separators are valid neither for thousands nor for decimals"
	}
	fraction := ""
	if read == decimal {
		runs, fraction = runs[:len(runs)-1], "."+runs[len(runs)-1]
	}
	whole := strings.TrimLeft(strings.Join(runs, ""), "0")
	if whole == "" {
		whole = "0"
	}
	return whole + fraction, ""
}
