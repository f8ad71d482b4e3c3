// Package markup writes the numbers and drawings that pages show.
package markup

import (
	"html/template"
	"regexp"
	"time"

	"github.com/leasehold-accounting/leasehold/money"
)

// Count prints a whole number with thousands separators.
func Count[T int | int64](n T) string { return string(money.Cents(int64(n)).AppendGrouped(nil, 0)) }

// Plural prints a number of things, as in 2 requests.
func Plural[T int | int64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Moment prints a time to the second, in UTC.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" }

// day is a date as pages write it.
var day = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// Days returns a text in which no line ends within a date.
func Days(text string) template.HTML {
	return template.HTML(day.ReplaceAllString(template.HTMLEscapeString(text), `<span class="day">$0</span>`)) //nolint:gosec // escaped
}
