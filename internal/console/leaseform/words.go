package leaseform

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// labels contains the labels of inputs and lists, by the field name in the API contract.
var labels = func() map[string]string {
	labels := map[string]string{}
	var add func(l *List)
	add = func(l *List) {
		for _, in := range l.Inputs {
			field := in.Field[strings.Index(in.Field, ".")+1:]
			if field != "" && labels[field] == "" {
				labels[field] = in.Label
			}
		}
		for _, within := range l.Lists {
			labels[within.Name] = within.Label
			add(within)
		}
	}
	for i := range groups { // the labels of a section's lists come before those of the next section's inputs
		add(&List{Inputs: groups[i].Inputs, Lists: groups[i].Lists})
	}
	return labels
}()

// terms contains the user's words for values of the API contract, such as standards and event
// types.
var terms = func() map[string]string {
	terms := map[string]string{"short_term": "short-term", "low_value": "low-value"}
	for _, w := range member.RateBases {
		terms[w.Name] = strings.ToLower(w.Label)
	}
	for _, s := range leasehold.Standards() {
		terms[s.String()] = s.Title()
	}
	for t := range leasehold.Purchase + 1 {
		terms[t.String()] = "“" + wording.Sentence(t.Title()) + "”"
	}
	return terms
}()

// fieldName matches a word that may be a field name or a value of the API contract.
var fieldName = regexp.MustCompile(`\b(?:basis\.)?[a-z]+(?:[A-Z][a-z]+)+\b|\b[A-Za-z]+_[A-Za-z0-9_]+\b`)

// rowPath matches the path of a list row in a message, such as events[0], with an optional field.
var rowPath = regexp.MustCompile(`\b([a-zA-Z]+)\[([0-9]+)\](?:\.([A-Za-z]+))?`)

// labelled replaces field names and values of the API contract in a message with the words of the
// form.
func labelled(sentence string) string {
	sentence = rowPath.ReplaceAllStringFunc(sentence, func(path string) string {
		m := rowPath.FindStringSubmatch(path)
		n, err := strconv.Atoi(m[2])
		list, known := labels[m[1]]
		if err != nil || !known {
			return path
		}
		text := list + ", row " + strconv.Itoa(n+1)
		if label := labels[m[3]]; label != "" {
			text += ", " + label
		}
		return text
	})
	return fieldName.ReplaceAllStringFunc(sentence, func(word string) string {
		if label, known := labels[strings.TrimPrefix(word, "basis.")]; known {
			return label
		}
		if term, known := terms[word]; known {
			return term
		}
		return word
	})
}
