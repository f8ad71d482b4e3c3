package evidence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/civil"
)

// day is a date in a quote, with what it may mean: 3/4/2026 is two.
type day struct {
	text   string
	values []civil.Date
}

var monthNames = func() string {
	var names []string
	for m := time.January; m <= time.December; m++ {
		names = append(names, strings.ToLower(m.String()), strings.ToLower(m.String()[:3])+`\.?`)
	}
	return "(" + strings.Join(names, "|") + "|sept\\.?)"
}()

// ordinals are the days of a month in words.
var ordinals = func() []string {
	list := strings.Fields("- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")
	for _, unit := range list[1:10] {
		list = append(list, "twenty-"+unit)
	}
	return append(list, "thirtieth", "thirty-first")
}()

var (
	dayOf = `(\d{1,2}(?:st|nd|rd|th)?|` + strings.ReplaceAll(strings.Join(ordinals[1:], "|"), "-", `[\s-]`) + `)`
	era   = `(?:a\.?d\.?|in the year)`
)

var (
	isoDate   = regexp.MustCompile(`\b(\d{4})[-/](\d{2})[-/](\d{2})\b`)
	dayFirst  = regexp.MustCompile(`\b` + dayOf + `(?:\s+(?:(?:day\s+)?of\s+)?|-)` + monthNames + `(?:,?\s+(?:` + era + `\s+)?|-)(\d{4})\b`)
	monthDay  = regexp.MustCompile(`\b` + monthNames + `\s+(?:the\s+)?` + dayOf + `,?\s+(?:` + era + `\s+)?(\d{4})\b`)
	numerical = regexp.MustCompile(`\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b`)
)

// monthBegins are what the names of months begin with.
var monthBegins = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

// days lists the dates of a quote.
func days(quote string) (list []day) {
	lower := strings.ToLower(quote)
	add := func(text string, parts ...[3]int) {
		d := day{text: text}
		for _, p := range parts {
			if date, ok := dateOf(p[0], p[1], p[2]); ok && (len(d.values) == 0 || d.values[0] != date) {
				d.values = append(d.values, date)
			}
		}
		if d.values != nil {
			list = append(list, d)
		}
	}
	number := func(text string) int {
		n, _ := strconv.Atoi(text) // digits only
		return n
	}
	ordinal := func(text string) int {
		if n := slices.Index(ordinals, strings.Join(strings.Fields(text), "-")); n > 0 {
			return n
		}
		return number(strings.TrimRight(text, "stndrh"))
	}
	// A pattern is tried only where it can be met: four of them are most of the work.
	find := func(pattern *regexp.Regexp, possible bool) [][]string {
		if !possible {
			return nil
		}
		return pattern.FindAllStringSubmatch(lower, -1)
	}
	named := slices.ContainsFunc(monthBegins, func(begin string) bool { return strings.Contains(lower, begin) })
	for _, m := range find(isoDate, strings.ContainsAny(lower, "-/")) {
		add(m[0], [3]int{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range find(dayFirst, named) {
		add(m[0], [3]int{number(m[3]), monthOf(m[2]), ordinal(m[1])})
	}
	for _, m := range find(monthDay, named) {
		add(m[0], [3]int{number(m[3]), monthOf(m[1]), ordinal(m[2])})
	}
	for _, m := range find(numerical, strings.ContainsAny(lower, "/.-")) {
		year, first, second := number(m[3]), number(m[1]), number(m[2])
		add(m[0], [3]int{year, second, first}, [3]int{year, first, second})
	}
	return list
}

// dateOf returns a date, if there is such a day.
func dateOf(year, month, day int) (d civil.Date, ok bool) {
	if year > 9999 || month > 12 || day > 31 {
		return d, false
	}
	d = civil.New(int16(year), uint8(month), uint8(day))
	return d, d.Valid()
}

// monthOf returns the number of a month by the first letters of its name.
func monthOf(name string) int {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(name, strings.ToLower(m.String()[:3])) {
			return int(m)
		}
	}
	return 0
}
