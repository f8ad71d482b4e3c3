package evidence

import (
	"regexp"
	"slices"
)

// flagWords are what states a flag, what denies it, and the words that leave it open. The
// first two are patterns.
type flagWords struct {
	yes, no []*regexp.Regexp
	open    []string
}

// patterns compiles words, or patterns of them.
func patterns(list ...string) (all []*regexp.Regexp) {
	for _, p := range list {
		all = append(all, regexp.MustCompile(`\b`+p+`\b`))
	}
	return all
}

var flags = map[string]flagWords{
	"purchaseOptionReasonablyCertain": {
		yes: patterns("reasonably certain", "certain to exercise", "(?:shall|will|must) (?:not |never )?(?:purchase|exercise)",
			"is (?:not )?(?:obliged|obligated|bound|required) to (?:purchase|exercise)", "undertakes to purchase"),
		no:   patterns("not certain", "no option", "does not intend", "does not expect"),
		open: []string{"may", "option", "possible", "entitled", "to purchase", "at its discretion"},
	},
	"transfersOwnership": {
		yes: patterns("(?:title|ownership)[^.;:,()]{0,60} (?:pass|passes|vest|vests|transfer|transfers|transferred|conveyed)", "title (?:passes|transfers|vests)",
			"ownership (?:passes|transfers|vests)", "transfer of ownership", "shall become the owner", "will become the owner", "becomes the owner"),
		no: patterns("remains? the property", `(?:retains?|keeps?) (?:\w+ )?(?:title|ownership)`, "(?:title|ownership)(?: [^.;:,()]{0,60})? remains?",
			"return the", `not transfer (?:\w+ )?(?:title|ownership)`, `(?:not acquire|never acquires?) (?:\w+ )?(?:title|ownership)`),
		open: []string{"may", "option", "title", "ownership"},
	},
	"specializedAsset": {
		yes:  patterns("specialized", "specialised", "no alternative use", "built to the specification", "bespoke"),
		no:   patterns("standard", "readily available"),
		open: []string{"specification"},
	},
}

var (
	negation  = regexp.MustCompile(`\b(?:not|no|never|neither|nor|cannot)\b|n['’]t\b`)
	within    = regexp.MustCompile(`.\b(?:not|no|never)\b`)
	chance    = regexp.MustCompile(`\b(?:may|might|nothing)\b`)
	condition = regexp.MustCompile(`\b(?:if|unless|whether|should the|in the event|in case|upon exercise|on exercise)\b`)
	clauses   = regexp.MustCompile(`[.;:,()]\s|\s(?:and|but)\s`)
	sentences = regexp.MustCompile(`[.;]\s`)
)

// said are the statements of a quote that it affirms, and those that it denies, also within
// their own words. What hangs on a condition, or may be, is neither.
func said(lower string, list []*regexp.Regexp) (affirmed, denied []string) {
	for _, pattern := range list {
		for _, at := range pattern.FindAllStringIndex(lower, -1) {
			text := lower[at[0]:at[1]]
			rest := lower[at[1]:min(at[1]+reach, len(lower))]
			if stop := sentences.FindStringIndex(rest); stop != nil {
				rest = rest[:stop[0]]
			}
			clause, sentence := since(clauses, lower[:at[0]]), since(sentences, lower[:at[0]])+text+rest
			switch {
			case negation.MatchString(clause), within.MatchString(text):
				denied = append(denied, text)
			case chance.MatchString(clause + text), condition.MatchString(sentence):
			default:
				affirmed = append(affirmed, text)
			}
		}
	}
	return affirmed, denied
}

// reach is how far from a statement, in bytes, what bears on it is looked for.
const reach = 250

// since is the end of a text after the last match of a pattern.
func since(pattern *regexp.Regexp, text string) string {
	text = text[max(0, len(text)-reach):]
	if all := pattern.FindAllStringIndex(text, -1); all != nil {
		text = text[all[len(all)-1][1]:]
	}
	return text
}

// flag looks for a statement that something is so, or is not.
func (s *search) flag(name string, want bool) bool {
	words := flags[name]
	yes, no := said(s.lower, words.yes)
	for _, pattern := range words.no {
		for _, at := range pattern.FindAllStringIndex(s.lower, -1) {
			if !negation.MatchString(since(clauses, s.lower[:at[0]])) { // not a standard one
				no = append(no, s.lower[at[0]:at[1]])
			}
		}
	}
	switch {
	case no != nil:
		s.found = no
		return !want
	case yes != nil:
		s.found = yes
		return want
	}
	s.found = occurrences(s.lower, words.open)
	for _, p := range slices.Concat(words.yes, words.no) {
		if len(s.found) == 0 {
			s.found = append(s.found, p.FindAllString(s.lower, -1)...)
		}
	}
	return false
}

type currencySign struct {
	code string
	sign *regexp.Regexp
}

// currencySigns are the signs and names of currencies that have codes of their own, and $,
// which is the sign of several.
var currencySigns = []currencySign{
	{"USD", regexp.MustCompile(`us\s?\$`)},
	{"USD", regexp.MustCompile(`\bu\.?s\.? dollars?\b`)},
	{"USD", regexp.MustCompile(`\bunited states dollars?\b`)},
	{"CAD", regexp.MustCompile(`\bc(?:a|dn)?\$`)},
	{"CAD", regexp.MustCompile(`\bcanadian dollars?\b`)},
	{"AUD", regexp.MustCompile(`\ba(?:u)?\$`)},
	{"AUD", regexp.MustCompile(`\baustralian dollars?\b`)},
	{"NZD", regexp.MustCompile(`\bnz\$`)},
	{"SGD", regexp.MustCompile(`\bs\$`)},
	{"HKD", regexp.MustCompile(`\bhk\$`)},
	{"GBP", regexp.MustCompile(`£`)},
	{"GBP", regexp.MustCompile(`\bpounds? sterling\b`)},
	{"EUR", regexp.MustCompile(`€`)},
	{"EUR", regexp.MustCompile(`\beuros?\b`)},
	{"CHF", regexp.MustCompile(`\bswiss francs?\b`)},
	{"JPY", regexp.MustCompile(`\byen\b`)},
	{"INR", regexp.MustCompile(`₹`)},
	{"INR", regexp.MustCompile(`\brs\.?\b`)},
	{"INR", regexp.MustCompile(`\brupees?\b`)},
}

var (
	codeOfCurrency = regexp.MustCompile(`\b[A-Z]{3}\b`)
	dollarSign     = regexp.MustCompile(`(?:^|[^a-z])\$|\bdollars?\b`)
)

// currency looks for a currency by its code, its sign or its name.
func (s *search) currency(code string) bool {
	codes := codeOfCurrency.FindAllString(s.quote, -1)
	if slices.Contains(codes, code) {
		return true
	}
	for _, c := range currencySigns {
		if found := c.sign.FindString(s.lower); found != "" {
			if c.code == code {
				return true
			}
			s.found = append(s.found, found)
		}
	}
	if s.found == nil && slices.Contains([]string{"USD", "CAD", "AUD", "NZD", "SGD", "HKD"}, code) && dollarSign.MatchString(s.lower) {
		s.note = "the quote has dollars, which are those of several countries"
		return true
	}
	if dollarSign.MatchString(s.lower) {
		s.found = append(s.found, "$")
	}
	for _, c := range codes {
		if slices.ContainsFunc(currencySigns, func(k currencySign) bool { return k.code == c }) {
			s.found = append(s.found, c)
		}
	}
	return false
}
