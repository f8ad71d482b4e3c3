// Package markup formats numbers, text and drawings for web pages.
package markup

import (
	"html/template"
	"regexp"
	"time"

	"github.com/leasehold-accounting/leasehold/money"
)

// Count returns a whole number with thousands separators.
func Count[T int | int64](n T) string { return string(money.Cents(int64(n)).AppendGrouped(nil, 0)) }

// Plural returns a number and a noun, such as "2 requests".
func Plural[T int | int64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Moment returns a time as text in UTC, to the second.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") + " UTC" }

var day = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// Days returns the text as HTML. Each date has the class day, which prevents a line break within
// it.
func Days(text string) template.HTML {
	return template.HTML(day.ReplaceAllString(template.HTMLEscapeString(text), `<span class="day">$0</span>`)) //nolint:gosec // escaped
}
