// Package markup writes the numbers and drawings that pages show.
package markup

import (
	"html/template"
	"regexp"
	"strconv"
	"time"
)

// Count prints a whole number with its thousands separated.
func Count[T int | int64](n T) string {
	digits := strconv.AppendInt(nil, int64(n), 10)
	if n < 0 {
		return string(digits)
	}
	return string(AppendThousands(nil, digits, len(digits)))
}

// Plural prints a number of things, as in 2 requests.
func Plural[T int | int64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// AppendThousands appends digits with a comma between the thousands of the
// first whole ones.
func AppendThousands(dst, digits []byte, whole int) []byte {
	for i, c := range digits {
		if i > 0 && i < whole && (whole-i)%3 == 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, c)
	}
	return dst
}

// Moment prints a time to the second, in UTC.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" }

// day is a date as pages write it.
var day = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// Days returns a text in which no line ends within a date.
func Days(text string) template.HTML {
	return template.HTML(day.ReplaceAllString(template.HTMLEscapeString(text), `<span class="day">$0</span>`)) //nolint:gosec // escaped
}
