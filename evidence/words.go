package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Numbers in words, up to ninety-nine.
var (
	units = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens  = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// wordNumbers are those numbers by their words.
var wordNumbers = func() map[string]int64 {
	list := map[string]int64{}
	for n, word := range units {
		list[word] = int64(n)
	}
	for t, ten := range tens[2:] {
		list[ten] = int64(10 * (t + 2))
		for n, word := range units[1:10] {
			list[ten+"-"+word] = int64(10*(t+2) + n + 1)
		}
	}
	return list
}()

// scales are the words of numbers above ninety-nine. Those are not read; what they scale is
// not read alone either, because ten thousand is not ten.
var scales = strings.Fields("hundred thousand million billion")

// number is a number in a quote, with what it may mean.
type number struct {
	text    string          // as it stands there
	values  []money.Decimal // more than one where a separator is unclear, none where it is scaled
	percent bool
	after   string // the words that follow, in lower case
}

// digits are runs of digits, with what may stand between them.
func digits(text string) (at [][2]int) {
	for i := 0; i < len(text); i++ {
		if !isDigit(text[i]) {
			continue
		}
		run := text[i : len(text)-len(strings.TrimLeft(text[i:], "0123456789.,'’ \u00a0\u202f"))]
		end := i + len(strings.TrimRight(run, ".,'’ \u00a0\u202f"))
		at = append(at, [2]int{i, end})
		i = end
	}
	return at
}

// wordy are numbers in words: whole words of a text in lower case, with all the words of a
// number that a scale is part of.
func wordy(text string) (at [][2]int) {
	scaled := false // whether the last one ends with a scale
	for i := 0; i < len(text); {
		end := i + wordLen(text[i:])
		if end == i {
			i++
			continue
		}
		word := text[i:end]
		if slices.Contains(tens, word) && end < len(text) {
			from := end + joint(text[end:])
			if next := from + wordLen(text[from:]); from > end && slices.Contains(units[1:10], text[from:next]) {
				end = next
			}
		}
		_, small := wordNumbers[word]
		if scale := slices.Contains(scales, word); small || scale {
			if n := len(at); n > 0 && (scale || scaled) && joins(text[at[n-1][1]:i], scaled) {
				at[n-1][1] = end
			} else {
				at = append(at, [2]int{i, end})
			}
			scaled = scale
		}
		i = end
	}
	return at
}

// joint is the length of the spaces and the hyphen that a text begins with.
func joint(text string) int { return len(text) - len(strings.TrimLeft(text, "-"+space)) }

// joins reports whether what stands between two words makes them one number: one hundred
// and twenty.
func joins(between string, scaled bool) bool {
	between = strings.Trim(between, "-"+space)
	return between == "" || scaled && between == "and"
}

// wordLen is the length of the word that a text begins with.
func wordLen(text string) int {
	for i := range len(text) {
		if c := text[i]; !isDigit(c) && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' {
			return i
		}
	}
	return len(text)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numbers lists the numbers of a quote.
func numbers(quote string) (list []number) {
	lower := strings.ToLower(quote)
	if len(lower) != len(quote) {
		quote = lower // letters whose lower case has another length
	}
	for _, at := range digits(lower) {
		text, after := quote[at[0]:at[1]], lower[at[1]:]
		if strings.HasSuffix(lower[:at[0]], "(") {
			after = strings.TrimPrefix(after, ")") // one hundred and twenty (120) months
		}
		if scale := scaleOf(after); scale != "" {
			list = append(list, numberAt(text+scale, nil, after[len(scale):]))
			continue
		}
		if values := readings(text); values != nil {
			list = append(list, numberAt(text, values, after))
			continue
		}
		end := 0
		for part := range strings.FieldsSeq(text) { // several numbers, with nothing but spaces between them
			end += strings.Index(text[end:], part) + len(part)
			part = strings.Trim(part, ".,'’") // a list of amounts, the end of a sentence
			if values := readings(part); values != nil {
				list = append(list, numberAt(part, values, lower[at[0]+end:]))
			}
		}
	}
	for _, at := range wordy(lower) {
		if slices.Contains(scales, lower[at[0]:at[1]]) {
			continue // of digits, or of no number
		}
		var values []money.Decimal
		words := strings.FieldsFunc(lower[at[0]:at[1]], func(r rune) bool { return strings.ContainsRune("-"+space, r) })
		if value, ok := wordNumbers[strings.Join(words, "-")]; ok {
			values = []money.Decimal{money.Int(value)}
		}
		list = append(list, numberAt(strings.Join(strings.Fields(quote[at[0]:at[1]]), " "), values, lower[at[1]:]))
	}
	return list
}

// scaleOf returns the scale that follows digits, with the spaces before it: 1.2 million, 12k.
func scaleOf(after string) string {
	from := joint(after)
	end := from + wordLen(after[from:])
	if word := after[from:end]; slices.Contains(scales, word) || from == 0 && word == "k" {
		return after[:end]
	}
	return ""
}

func numberAt(text string, values []money.Decimal, after string) number {
	return number{text: text, values: values, percent: isPercentage(after), after: after}
}

// means reports whether a number may mean a value.
func (n *number) means(value money.Decimal) bool {
	return slices.ContainsFunc(n.values, func(v money.Decimal) bool { return v.Cmp(value) == 0 })
}

// What follows a number is looked at for each of the thousand that a quote may have. So the
// following are no patterns, which take a hundred times as long.

// unbracketed returns what follows a number after its repetition in brackets, 5 (five), if
// there is one, and what is in them with one of them.
func unbracketed(after string) (rest, inner string) {
	rest = strings.TrimLeft(after, space)
	if rest != "" && rest[0] == '(' {
		if inner, outer, closed := strings.Cut(rest, ")"); closed {
			return strings.TrimLeft(outer, space), inner
		}
	}
	return rest, ""
}

// isPercentage reports whether what follows a number makes it one: 5 %, 5 (five) per cent.
func isPercentage(after string) bool {
	after, _ = unbracketed(after)
	if rest, per := strings.CutPrefix(after, "per"); per {
		return strings.HasPrefix(strings.TrimLeft(rest, space), "cent")
	}
	return strings.HasPrefix(after, "%")
}

const space = " \t\r\n\f"

// longestRepetition is how many letters a number in brackets has before a unit.
const longestRepetition = 12

// unitOf returns the unit of time of a number, "" where none follows: five (5) calendar years.
func unitOf(after string) string {
	after, inner := unbracketed(after)
	if n := utf8.RuneCountInString(inner); n == 1 || n > longestRepetition+1 {
		return ""
	}
	after = strings.TrimLeft(strings.TrimPrefix(after, "-"), space)
	for more := true; more; {
		more = false
		for _, word := range []string{"calendar ", "consecutive ", "full ", "lease ", "more "} {
			if rest, cut := strings.CutPrefix(after, word); cut {
				after, more = rest, true
			}
		}
	}
	for _, unit := range []string{"year", "quarter", "month"} {
		if word := after[:wordLen(after)]; word == unit || word == unit+"s" {
			return unit
		}
	}
	return ""
}

// groups are digits in groups of three with one kind of separator between them.
var groups = regexp.MustCompile(`^\d{1,3}(?:([., '’\x{a0}\x{202f}])\d{3})+$`)

// lakhs are digits as India groups them: three, and twos before them.
var lakhs = regexp.MustCompile(`^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$`)

// readings returns what digits with separators may mean: 1,234.5 one thing, and 1.234
// two. It returns nil for what is no number.
func readings(text string) (values []money.Decimal) {
	add := func(plain string) {
		if v, err := money.Parse(plain); err == nil {
			values = append(values, v)
		}
	}
	strip := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	grouped := func(s string) bool {
		m := groups.FindStringSubmatch(s)
		return m != nil && strings.Count(s, m[1])*3 < len(s) && !mixed(s, m[1])
	}
	if lakhs.MatchString(text) {
		add(strings.ReplaceAll(text, ",", ""))
		return values
	}
	i := strings.LastIndexAny(text, ".,")
	switch {
	case i < 0 && strip(text) == text, grouped(text):
		add(strip(text))
	}
	if i >= 0 {
		whole, part := text[:i], text[i+1:]
		if strip(part) == part && (strip(whole) == whole || grouped(whole) && !strings.ContainsAny(whole, text[i:i+1])) {
			add(strip(whole) + "." + part)
		}
	}
	return values
}

// mixed reports whether digits have another separator than this one.
func mixed(s, separator string) bool {
	return strings.Trim(strings.ReplaceAll(s, separator, ""), "0123456789") != ""
}

// enumWords are the words that state the values of enumerations. The values that are
// not here are stated by their own words.
var enumWords = map[string][]string{
	leasehold.Monthly.String():    {"monthly", "per month", "each month", "every month", "a month", "each calendar month", "per calendar month", "month in advance", "month in arrears", "every calendar month", "pcm", "p.c.m"},
	leasehold.Quarterly.String():  {"quarterly", "per quarter", "each quarter", "every quarter", "a quarter", "quarter days", "every three months", "every three (3) months", "every 3 months", "each three-month period", "each period of three months"},
	leasehold.Semiannual.String(): {"semi-annual", "semiannual", "semiannually", "semi-annually", "half-yearly", "half yearly", "every six months", "every six (6) months", "every 6 months", "twice a year", "each six-month period", "each half year"},
	leasehold.Annual.String():     {"annually", "yearly", "annual", "per year", "each year", "every year", "a year", "per annum", "p.a", "every twelve months", "every twelve (12) months", "every 12 months"},
	leasehold.Advance.String():    {"in advance", "on the first day", "first day of", "on the first of", "at the beginning", "at the start", "on or before the first", "1st day of", "on the 1st of", "first business day", "first working day", "first calendar day"},
	leasehold.Arrears.String():    {"in arrears", "in arrear", "on the last day", "last day of", "at the end", "last business day", "last working day", "last calendar day"},
}

// occurrences lists which of some words a text in lower case has, as whole words.
func occurrences(lower string, words []string) (found []string) {
	for _, word := range words {
		if len(places(lower, word, 1)) > 0 {
			found = append(found, word)
		}
	}
	return found
}

// places returns where a text has a word that is no part of a longer one, at most so many.
func places(lower, word string, most int) (at []int) {
	for from := 0; len(at) < most; {
		i := strings.Index(lower[from:], word)
		if i < 0 {
			break
		}
		begin, end := from+i, from+i+len(word)
		if boundary(lower, begin) && boundary(lower, end) {
			at = append(at, begin)
		}
		from = begin + 1
	}
	return at
}

// boundary reports whether a word begins or ends before byte i of a text.
func boundary(text string, i int) bool {
	return (i > 0 && isWord(text[i-1])) != (i < len(text) && isWord(text[i]))
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || 'A' <= c && c <= 'Z'
}

// affirmed are the occurrences that the quote does not deny: not in advance but in arrears.
func affirmed(lower string, words []string) (found []string) {
	for _, word := range words {
		if slices.ContainsFunc(places(lower, word, maxPlaces), func(at int) bool { return !denial.MatchString(lead(lower, at)) }) {
			found = append(found, word)
		}
	}
	return found
}

// maxPlaces is how often a word is looked at in one quote.
const maxPlaces = 50

// lead is what stands before a place, as far as it bears on the words there.
func lead(lower string, at int) string { return lower[max(0, at-60):at] }

var (
	denial     = regexp.MustCompile(`\b(?:not|never|rather than|instead of)\s+(?:\w+\s+)?$`) // of the words that follow it at once, or after one word
	payable    = regexp.MustCompile(`\bpayable\s+$`)
	byParts    = regexp.MustCompile(`\b(?:in|by)\s+(?:\w+\s+)?(?:equal\s+)?$`)
	instalment = regexp.MustCompile(`^\s+(?:equal\s+)?(?:instal|payment)`)
)

// instalments are the occurrences that say how often is paid: payable monthly in advance, by
// quarterly instalments.
func instalments(lower string, words []string) (found []string) {
	for _, word := range affirmed(lower, words) {
		if slices.ContainsFunc(places(lower, word, maxPlaces), func(at int) bool {
			before := lead(lower, at)
			return payable.MatchString(before) || byParts.MatchString(before) && instalment.MatchString(lower[at+len(word):])
		}) {
			found = append(found, word)
		}
	}
	return found
}

// longestMonths is how far after its years the months of a period are looked for.
const longestMonths = 60

// furtherMonths returns the months that follow the unit of a number of years: five (5) years
// and six (6) months. A notice of six months is another period.
func furtherMonths(after string) (months number, ok bool) {
	after, _ = unbracketed(after)
	at := strings.Index(after, "year")
	if at < 0 || at > longestMonths {
		return months, false
	}
	rest := strings.TrimLeft(after[at+len("year"):], "s,"+space)
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "and "), space)
	if len(rest) > longestMonths {
		rest = rest[:longestMonths]
	}
	if !strings.Contains(rest, "month") {
		return months, false
	}
	for _, n := range numbers(rest) {
		from := strings.Index(rest, n.text)
		if opens := strings.IndexByte(rest, '('); unitOf(n.after) != "month" || from != 0 && from != opens+1 || opens > longestRepetition+1 {
			continue
		}
		_, following, _ := strings.Cut(n.after, "month")
		following = strings.TrimPrefix(following, "s")
		return n, !strings.HasPrefix(following, "'") && !strings.HasPrefix(following, "’") && !strings.HasPrefix(strings.TrimLeft(following, space), "notice")
	}
	return months, false
}
