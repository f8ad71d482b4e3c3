// Package cell parses the values of cells as users and spreadsheets write them: dates, amounts,
// percentages, flags and words. It returns a value in the API contract's notation, or a sentence
// that explains why the cell cannot be read.
// # Ambiguous cells
//
// A cell with only one possible meaning, such as 15/1/2026, 1.234,56 or (1,000.00), is read on its
// own. A cell with two possible meanings, such as 1/2/2026 or 1,234, is read according to a
// [Style]. The style comes from the caller or from other cells of the file; see [Evidence]. Without
// a style, the cell is rejected; the meaning is never guessed.
//
// # Numbers
//
// A number is parsed from its digits and never passes through binary floating point. A text cell
// keeps all of its digits. A number cell of a workbook is stored as a binary fraction and written
// with up to seventeen digits: 0.059999999999999998 if a user typed 0.06. Spreadsheets keep and
// show fifteen digits, so rounding the binary fraction to fifteen digits restores every number
// with up to fifteen digits. A number cell with more digits is therefore rounded to
// fifteen digits, half away from zero, in decimal.
package cell

import (
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold/money"
)

// Type is the type of a cell's value in the file.
type Type uint8

// The cell types. Every cell of a CSV file has the type Text.
const (
	Text    Type = iota // text
	Number              // a number, with its digits as in the file
	Percent             // a number that is displayed as a percentage: 0.06 for 6%
	Date                // a number that is displayed as a date: a serial number
	Bool                // a truth value: 1 or 0
	Fault               // a spreadsheet error, such as #N/A
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

// The orders of day and month.
const (
	AnyOrder   Order = iota // the order is unknown
	MonthFirst              // 1/2/2026 means January 2
	DayFirst                // 1/2/2026 means February 1
)

// Decimals is the decimal separator of numbers.
type Decimals uint8

// The decimal separators.
const (
	AnyDecimals Decimals = iota // the separator is unknown
	Point                       // as in 1,234.56
	Comma                       // as in 1.234,56
)

// Style determines how ambiguous dates and numbers are read.
type Style struct {
	Dates    Order
	Decimals Decimals
	From1904 bool // whether the serial numbers of dates count from January 1, 1904
}

// Trim removes spaces at both ends, including no-break spaces.
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

// isSpace reports whether a character is white space or invisible.
func isSpace(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

// Words returns the text of a cell that may contain a name, a number such as a cost center, or a
// date. It writes numbers without an exponent, and dates as yyyy-mm-dd.
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

// Flag parses yes and no, true and false, y, n, t, f, x, 1, 0, on and off in any letter case. ok is
// false for any other text.
func Flag(c Cell) (answer, ok bool) {
	switch strings.ToLower(c.Text) {
	case "true", "yes", "y", "t", "x", "1", "on":
		return true, true
	case "false", "no", "n", "f", "0", "off":
		return false, true
	}
	return false, false
}

// Fold returns the letters and digits of text in lower case, for comparing headings and words. The
// sign # becomes "no", the abbreviation of number.
func Fold(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, strings.ReplaceAll(s, "#", "no"))
}

// SplitWords splits text into words, which are sequences of letters and digits.
func SplitWords(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// Evidence collects what a file's unambiguous cells reveal about its style: dates with a day above
// 12, and numbers with only one possible meaning.
type Evidence struct {
	monthFirst, dayFirst bool
	point, comma         bool
}

// SeeDate adds a cell of a date column.
func (e *Evidence) SeeDate(c Cell) {
	if c.Type != Text {
		return
	}
	if p, ok := numericDate(c.Text); ok && p.slash && !p.yearFirst {
		e.monthFirst = e.monthFirst || p.a <= 12 && p.b > 12
		e.dayFirst = e.dayFirst || p.a > 12 && p.b <= 12
	}
}

// SeeNumber adds a cell of a number column.
func (e *Evidence) SeeNumber(c Cell) {
	if c.Type != Text || plain(c.Text) {
		return
	}
	body, _, _, ok := peel(c.Text)
	if !ok || strings.ContainsAny(body, "eE") {
		return
	}
	runs, marks, ok := split(body)
	if !ok || len(marks) == 0 {
		return
	}
	last := marks[len(marks)-1]
	switch read := classifySeparators(runs, marks); {
	case read == decimal && last == point, read == grouped && last == comma:
		e.point = true
	case read == decimal && last == comma, read == grouped && last == point:
		e.comma = true
	}
}

// Style returns the supplied style. A setting that it lacks comes from the evidence or, if there is
// no evidence, from the assumed style. If the evidence is contradictory, the setting remains
// unknown.
func (e Evidence) Style(supplied, assumed Style) Style {
	return Style{
		Dates:    choose(supplied.Dates, assumed.Dates, e.monthFirst, e.dayFirst, MonthFirst, DayFirst),
		Decimals: choose(supplied.Decimals, assumed.Decimals, e.point, e.comma, Point, Comma),
		From1904: assumed.From1904,
	}
}

// choose returns the supplied setting if there is one. Otherwise it returns the setting that the
// evidence supports or, without evidence, the assumed setting. Contradictory evidence results in
// the zero value, which means an unknown setting.
func choose[T Order | Decimals](supplied, assumed T, isA, isB bool, a, b T) T {
	switch {
	case supplied != 0:
		return supplied
	case isA && isB:
		return 0
	case isA:
		return a
	case isB:
		return b
	}
	return assumed
}
