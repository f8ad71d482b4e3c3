package cell

import "strings"

// Evidence collects evidence on the style of a file from unambiguous cells: dates with a day
// above 12, and numbers with one possible reading.
type Evidence struct {
	monthFirst, dayFirst bool
	point, comma         bool
}

// SeeDate adds a cell from a date column.
func (e *Evidence) SeeDate(c Cell) {
	if c.Type != Text {
		return
	}
	if p, ok := numericDate(c.Text); ok && p.slash && !p.yearFirst {
		e.monthFirst = e.monthFirst || p.a <= 12 && p.b > 12
		e.dayFirst = e.dayFirst || p.a > 12 && p.b <= 12
	}
}

// SeeNumber adds a cell from a column of numbers.
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

// Style returns the supplied style. Missing settings come from the evidence, or from the assumed
// style unless the evidence is contradictory.
func (e Evidence) Style(supplied, assumed Style) Style {
	return Style{
		Dates:    choose(supplied.Dates, assumed.Dates, e.monthFirst, e.dayFirst, MonthFirst, DayFirst),
		Decimals: choose(supplied.Decimals, assumed.Decimals, e.point, e.comma, Point, Comma),
		From1904: assumed.From1904,
	}
}

// choose returns supplied, or the setting with evidence, or else assumed. The zero value means an
// unknown setting and is the result of contradictory evidence.
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
