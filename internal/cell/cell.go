// Package cell reads the values of cells as users and spreadsheets write them: dates,
// amounts, percentages, flags and words. It returns them in the notation of the contract, or
// a sentence with the reason why a cell cannot be read.
//
// # Ambiguous cells
//
// A cell with one possible reading is read regardless of the rest of the file: 15/1/2026,
// 1.234,56, (1,000.00). A cell with two, such as 1/2/2026 or 1,234, is read by a [Style],
// which comes from the caller or from the other cells of the file; see [Evidence]. Without a
// style the cell is rejected, never guessed.
//
// # Numbers
//
// A number is parsed from its digits and never passes through binary floating point. A text
// cell is read with every digit. A number cell of a workbook is a binary fraction, written
// with up to seventeen digits: 0.059999999999999998 for a typed 0.06. Spreadsheets retain and
// show fifteen digits, and every number of up to fifteen digits survives rounding its binary
// fraction to fifteen. So a number cell with more digits is rounded to fifteen, half away from
// zero, in decimal.
package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/money"
)

// Type is the type of a cell's value in the file.
type Type uint8

// The types. Every cell of a CSV file is Text.
const (
	Text    Type = iota // characters
	Number              // a number, spelled as the file spells it
	Percent             // a number that is shown as a percent: 0.06 where 6% is seen
	Date                // a number that is shown as a date: a day's serial
	Bool                // 1 or 0
	Fault               // an error of the spreadsheet, such as #N/A
)

// Cell is a cell of a table. Its Text is trimmed.
type Cell struct {
	Text string
	Type Type
}

// Of returns a text cell.
func Of(text string) Cell { return Cell{Text: Trim(text)} }

// Empty reports whether the cell is empty.
func (c Cell) Empty() bool { return c.Text == "" }

// Order is the order of day and month in dates such as 1/2/2026.
type Order uint8

// The orders.
const (
	AnyOrder   Order = iota // not known
	MonthFirst              // 1/2/2026 is 2 January
	DayFirst                // 1/2/2026 is 1 February
)

// Decimals is the mark before the decimals of a number.
type Decimals uint8

// The marks.
const (
	AnyDecimals Decimals = iota // not known
	Point                       // 1,234.56
	Comma                       // 1.234,56
)

// Style determines the reading of ambiguous dates and numbers.
type Style struct {
	Dates    Order
	Decimals Decimals
	From1904 bool // serials of days count from 1 January 1904
}

// Trim removes spaces at both ends, including no-break spaces.
func Trim(s string) string {
	if s == "" || s[0] > ' ' && s[0] < utf8.RuneSelf && s[len(s)-1] > ' ' && s[len(s)-1] < utf8.RuneSelf {
		return s
	}
	return strings.TrimFunc(s, isSpace)
}

// isSpace reports whether a character takes room without being seen.
func isSpace(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

// Words returns the text of a cell that may hold anything: a name, a number of a
// cost centre, a day. A number has no exponent, and a day is yyyy-mm-dd.
func (s Style) Words(c Cell) string {
	switch c.Type {
	case Number, Percent:
		if n, problem := s.Number(c); problem == "" {
			if d, err := money.Parse(n); err == nil {
				return d.String()
			}
		}
	case Date:
		if day, problem := s.Date(c); problem == "" {
			return day
		}
	case Bool:
		if c.Text == "1" {
			return "yes"
		}
		return "no"
	default:
	}
	return c.Text
}

// Flag parses yes and no, true and false, y, n, t, f, x, 1, 0, on and off in any letter case. ok
// is false for other texts.
func Flag(c Cell) (answer, ok bool) {
	switch strings.ToLower(c.Text) {
	case "true", "yes", "y", "t", "x", "1", "on":
		return true, true
	case "false", "no", "n", "f", "0", "off":
		return false, true
	}
	return false, false
}

// Fold returns the letters and digits of a text in lower case, for the comparison of headings
// and words. The sign # counts as the word no, for number.
func Fold(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '#':
			b.WriteString("no")
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}

// SplitWords returns the words of a text: its runs of letters and digits.
func SplitWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
