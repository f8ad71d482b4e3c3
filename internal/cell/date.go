package cell

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Date returns the date of a cell as yyyy-mm-dd, or a problem.
//
// Date accepts 2026-01-15 (the separator may also be / or ., and the time midnight may follow),
// 20260115, 15.01.2026 (day first), 1/15/2026 and 1-15-2026 in the order of [Style], 15-Jan-2026,
// January 15, 2026, and spreadsheet serial numbers. It accepts a two-digit year if all programs
// agree on its meaning: 00 to 29 mean 2000 to 2029, and 50 to 99 mean 1950 to 1999.
func (s Style) Date(c Cell) (day, problem string) {
	switch c.Type {
	case Number, Percent, Date:
		return s.serial(c)
	case Bool:
		return "", "must be a date, not true or false"
	case Fault:
		return "", strict.Clip(c.Text) + " is a spreadsheet error"
	default:
	}
	if _, err := civil.Parse(c.Text); err == nil {
		return c.Text, ""
	}
	if isDigits(c.Text) {
		return s.serial(c)
	}
	text, problem := withoutTime(c.Text)
	if problem != "" {
		return "", problem
	}
	if p, ok := numericDate(text); ok {
		return p.day(s.Dates, c.Text)
	}
	if y, m, d, ok := namedMonth(text); ok {
		return ymd(y, m, d, c.Text)
	}
	return "", notDate(c.Text)
}

// Day returns the date of a cell, or a problem.
func (s Style) Day(c Cell) (day civil.Date, problem string) {
	text, problem := s.Date(c)
	if problem == "" {
		day, _ = civil.Parse(text) // Date returns only valid dates
	}
	return day, problem
}

// Shown returns a cell's text as the spreadsheet displays it: for a serial number, a date.
func (s Style) Shown(c Cell) string {
	if c.Type == Date {
		if day, problem := s.Date(c); problem == "" {
			return day
		}
	}
	return c.Text
}

func notDate(text string) string {
	return strict.Quote(text) + " is not a date; use a date such as 2026-01-15 or 15-Jan-2026"
}

// All programs read serial numbers in this range as the same dates. They disagree about January and
// February 1900, because some of them add a leap day.
const (
	firstSerial  = 61      // March 1, 1900
	lastSerial   = 2958465 // December 31, 9999
	serialsLater = 1462    // offset of the 1904 date system
	leastPlain   = 10000   // a smaller number without a date format is more likely a year or a mistake
)

func (s Style) serial(c Cell) (day, problem string) {
	text := c.Text
	if c.Type != Text {
		number, ok := sheetNumber(text)
		if !ok {
			return "", notDate(text)
		}
		text = number
	}
	text, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(text)
	if err != nil {
		return "", notDate(c.Text)
	}
	if strings.Trim(fraction, "0") != "" {
		return "", c.Text + " has a time of day; give the date alone"
	}
	if len(text) == len("20260115") {
		return ymd(n/10000, n/100%100, n%100, c.Text)
	}
	if c.Type != Date && n < leastPlain {
		return "", notDate(c.Text)
	}
	if s.From1904 {
		n += serialsLater
	}
	if n < firstSerial || n > lastSerial {
		return "", c.Text + " is not the serial number of a date from 1900-03-01 to 9999-12-31; programs disagree about earlier dates"
	}
	return time.Date(1899, 12, 30+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), ""
}

func ymd(y, m, d int, text string) (day, problem string) {
	if y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 31 {
		return "", notDate(text)
	}
	day = civil.Date{Year: int16(y), Month: uint8(m), Day: uint8(d)}.String()
	if _, err := civil.Parse(day); err != nil {
		return "", strict.Quote(text) + " is not a date; " + strings.TrimSuffix(strict.DaysOfMonth(day), "; ")
	}
	return day, ""
}

func withoutTime(text string) (date, problem string) {
	date, time, found := strings.Cut(text, "T")
	if !found || len(date) < len("26-1-1") || !unicode.IsDigit(rune(date[0])) {
		i := strings.LastIndexByte(text, ' ')
		if i < 0 || !strings.Contains(text[i:], ":") {
			return text, ""
		}
		date, time = text[:i], text[i+1:]
	}
	if strings.Trim(strings.TrimSuffix(time, "Z"), "0:.") != "" {
		return "", strict.Quote(text) + " has a time of day; give the date alone"
	}
	return Trim(date), ""
}

type parts struct {
	a, b, c   int
	slash     bool // whether the order of day and month is ambiguous
	yearFirst bool
	shortYear bool
}

func numericDate(text string) (p parts, ok bool) {
	i := strings.IndexAny(text, "/-.")
	if i < 1 || len(text) > len("2026-01-15. ") {
		return p, false
	}
	sep := text[i : i+1]
	list := strings.Split(strings.TrimSuffix(text, "."), sep)
	if len(list) != 3 {
		return p, false
	}
	for j, to := range []*int{&p.a, &p.b, &p.c} {
		part := Trim(list[j])
		if !isDigits(part) || len(part) > 4 || len(part) == 3 || j == 1 && len(part) == 4 {
			return p, false
		}
		*to, _ = strconv.Atoi(part) // cannot fail, because part contains only digits
	}
	first, last := len(Trim(list[0])), len(Trim(list[2]))
	p.yearFirst = first == 4
	p.shortYear = first != 4 && last != 4
	p.slash = sep != "."
	switch {
	case first == 4 && last == 4, last == 1 && first != 4, p.shortYear && sep == "-": // 26-01-15 may begin with the year
		return p, false
	}
	return p, true
}

func (p parts) day(order Order, text string) (day, problem string) {
	if p.yearFirst {
		return ymd(p.a, p.b, p.c, text)
	}
	year := p.c
	if p.shortYear {
		var ok bool
		if year, ok = century(year); !ok {
			return "", strict.Quote(text) + " has a two-digit year, which different programs interpret differently; write all four digits"
		}
	}
	d, m := p.a, p.b
	switch {
	case !p.slash || p.a == p.b || p.a > 12:
	case p.b > 12 || order == MonthFirst:
		d, m = p.b, p.a
	case order == AnyOrder:
		first, problem := ymd(year, p.a, p.b, text)
		second, _ := ymd(year, p.b, p.a, text)
		if problem != "" {
			return "", problem
		}
		return "", strict.Quote(text) + " may be " + first + " or " + second + ": write it in one of these forms, or choose the order of day and month"
	}
	return ymd(year, m, d, text)
}

// century returns the full year for a two-digit year if all programs agree on the century.
func century(year int) (int, bool) {
	switch {
	case year <= 29:
		return 2000 + year, true
	case year >= 50:
		return 1900 + year, true
	}
	return 0, false
}

// namedMonth parses a date that contains the name of a month, such as 15-Jan-2026, 15 January 2026,
// January 15, 2026 or 15-Jan-26.
func namedMonth(text string) (y, m, d int, ok bool) {
	words := SplitWords(text)
	if len(words) != 3 {
		return 0, 0, 0, false
	}
	if m = month(words[0]); m > 0 {
		words = []string{words[1], words[0], words[2]}
	}
	m = month(words[1])
	if m == 0 || !isDigits(words[0]) || !isDigits(words[2]) || len(words[0]) > 2 {
		return 0, 0, 0, false
	}
	d, _ = strconv.Atoi(words[0]) // cannot fail, because the word contains only digits
	y, _ = strconv.Atoi(words[2])
	switch len(words[2]) {
	case 4:
		return y, m, d, true
	case 2:
		y, ok = century(y)
		return y, m, d, ok
	}
	return 0, 0, 0, false
}

func month(word string) int {
	word = strings.ToLower(word)
	if word == "sept" {
		return 9
	}
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if word == name || len(word) == 3 && strings.HasPrefix(name, word) {
			return int(m)
		}
	}
	return 0
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
