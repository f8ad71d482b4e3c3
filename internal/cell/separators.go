package cell

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

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

// split splits a number into runs of digits and the marks between them. ok is false for other text.
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

// reading describes how the separators of a number are read.
type reading uint8

const (
	wrong    reading = iota
	whole            // no separators
	decimal          // the last mark separates the decimals
	grouped          // all marks separate thousands
	eitherOr         // a single mark before three digits, which may separate thousands or decimals
)

// classifySeparators determines which marks separate thousands and which separate decimals.
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
	case last != marks[0]: // 1,234.56: thousands before the last mark, which separates the decimals
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

// thousands reports whether the runs of digits are groups of three. As in India, groups before the
// last comma may have two digits.
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
			return "", strict.Quote(text) + " may be a number in thousands or one with three decimals; write " +
				strings.Join(runs, "") + " or " + strings.Join(runs, ".") + "0"
		case (s.Decimals == Point) == (last == point):
			read = decimal
		default:
			read = grouped
		}
	}
	if read == wrong {
		return "", strict.Quote(text) + " is not a number: its separators do not separate thousands and decimals"
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
