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
	style := Style{Dates: supplied.Dates, Decimals: supplied.Decimals, From1904: assumed.From1904}
	if style.Dates == AnyOrder {
		switch {
		case e.monthFirst && !e.dayFirst:
			style.Dates = MonthFirst
		case e.dayFirst && !e.monthFirst:
			style.Dates = DayFirst
		case !e.dayFirst:
			style.Dates = assumed.Dates
		}
	}
	if style.Decimals == AnyDecimals {
		switch {
		case e.point && !e.comma:
			style.Decimals = Point
		case e.comma && !e.point:
			style.Decimals = Comma
		case !e.comma:
			style.Decimals = assumed.Decimals
		}
	}
	return style
}
