package cell

import "strings"

// Evidence is what the cells of a file show of its style: dates with a day above
// 12, numbers that can be read in one way only.
type Evidence struct {
	monthFirst, dayFirst bool
	point, comma         bool
}

// SeeDate takes a cell of a column of dates into account.
func (e *Evidence) SeeDate(c Cell) {
	if c.Type != Text {
		return
	}
	if p, ok := numericDate(c.Text); ok && p.slash && !p.yearFirst {
		e.monthFirst = e.monthFirst || p.a <= 12 && p.b > 12
		e.dayFirst = e.dayFirst || p.a > 12 && p.b <= 12
	}
}

// SeeNumber takes a cell of a column of numbers into account.
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
	switch understand(runs, marks) {
	case decimal:
		e.see(last)
	case grouped:
		switch last {
		case point:
			e.see(comma)
		case comma:
			e.see(point)
		default:
		}
	default:
	}
}

// see notes the mark before decimals.
func (e *Evidence) see(m mark) {
	e.point = e.point || m == point
	e.comma = e.comma || m == comma
}

// Add takes other evidence into account.
func (e *Evidence) Add(o Evidence) {
	e.monthFirst = e.monthFirst || o.monthFirst
	e.dayFirst = e.dayFirst || o.dayFirst
	e.point = e.point || o.point
	e.comma = e.comma || o.comma
}

// Order returns the order of day and month, and AnyOrder where the evidence is
// missing or contradicts itself.
func (e Evidence) Order() Order {
	switch {
	case e.monthFirst == e.dayFirst:
		return AnyOrder
	case e.monthFirst:
		return MonthFirst
	default:
		return DayFirst
	}
}

// Decimals returns the mark before decimals, and AnyDecimals where the evidence is
// missing or contradicts itself.
func (e Evidence) Decimals() Decimals {
	switch {
	case e.point == e.comma:
		return AnyDecimals
	case e.point:
		return Point
	default:
		return Comma
	}
}

// Contradicts reports whether numbers of both kinds were seen.
func (e Evidence) Contradicts() bool { return e.point && e.comma }

// DatesContradict reports whether dates of both orders were seen.
func (e Evidence) DatesContradict() bool { return e.monthFirst && e.dayFirst }
