package lease

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Quote is a passage of the lease contract that supports a field of the lease (METHOD 24).
type Quote struct {
	Path     string // path of the field, such as paymentAmount or rentSteps[0].from
	Text     string // the quoted text, at most 2,000 characters
	Page     string // page of the document, at most 200 characters
	Document string // name of the document, at most 200 characters
}

// quote describes the JSON object of a quote. The path of the quoted field is not part of the
// object, because the request uses the path as the object's name.
var quote = strict.Object[Quote]{Noun: "a quote", Fields: place.Fields(member.Quote[1:], place.Map[Quote]{
	"quote":    passageField,
	"page":     pageField,
	"document": place.Text(func(q *Quote) *string { return &q.Document }),
})}

// passageField returns the field for a quote's text. The text is required, may have several lines
// and must not be blank.
func passageField(m *member.Member) strict.Field[Quote] {
	f := strict.Text(m.Name, m.Most, func(q *Quote) *string { return &q.Text })
	f.Required = true
	f.Check = strict.Check(m.Name, func(q *Quote) string {
		switch {
		case !utf8.ValidString(q.Text):
			return "must be valid UTF-8"
		case utf8.RuneCountInString(q.Text) > m.Most:
			return "is too long: at most " + strconv.Itoa(m.Most) + " characters are allowed"
		case strings.TrimSpace(q.Text) == "":
			return place.EmptyText
		case strings.ContainsFunc(q.Text, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }):
			return "contains a control character other than a line break or a tab; remove it"
		}
		return ""
	})
	return f
}

// pageField returns the field for a quote's page: a JSON string or number.
func pageField(m *member.Member) strict.Field[Quote] {
	f := strict.Text(m.Name, m.Most, func(q *Quote) *string { return &q.Page })
	read := f.Read
	f.Read = func(rd *strict.Reader, at *strict.Place, q *Quote) (string, error) {
		if rd.JSON.PeekKind() != '0' {
			return read(rd, at, q)
		}
		v, err := rd.JSON.ReadValue()
		q.Page = string(v)
		return "", err
	}
	return f
}

// quotesField returns the field for the quotes: a JSON object with a quote for each field path.
func quotesField(m *member.Member) strict.Field[Lease] {
	return strict.Field[Lease]{
		Name: m.Name,
		Read: func(rd *strict.Reader, at *strict.Place, l *Lease) (problem string, err error) {
			l.Evidence, problem, err = readQuotes(rd, strict.Element(at, m.Name, -1))
			return problem, err
		},
		Check: func(f *strict.Faults, at *strict.Place, l *Lease) {
			checkQuotes(f, strict.Element(at, m.Name, -1), l.Evidence)
		},
		Print: func(dst []byte, l *Lease) []byte { return appendQuotes(dst, l.Evidence) },
		Has:   func(l *Lease) bool { return l.Evidence != nil },
		Clear: func(l *Lease) { l.Evidence = nil },
	}
}

const tooManyQuotes = "has too many entries: at most 500 are allowed"

// readQuotes reads the next value as an object of quotes, and returns the quotes sorted by path.
func readQuotes(rd *strict.Reader, at *strict.Place) (list []Quote, problem string, err error) {
	list = []Quote{}
	wrong, err := rd.Members(`must be an object with a quote for each field, as in {"paymentAmount": {"quote": "..."}}`, func(path string) error {
		if len(list) == member.MaxQuotes {
			problem = tooManyQuotes
			return rd.JSON.SkipValue()
		}
		list = append(list, Quote{Path: path})
		return strict.ReadElement(rd, &quote, strict.Element(at, strict.Clip(path), -1), &list[len(list)-1])
	})
	if wrong != "" || err != nil {
		return nil, wrong, err
	}
	slices.SortStableFunc(list, byPath)
	return list, problem, nil
}

func byPath(a, b Quote) int { return strings.Compare(a.Path, b.Path) }

// checkQuotes rejects invalid quotes and duplicate paths.
func checkQuotes(f *strict.Faults, at *strict.Place, list []Quote) {
	if len(list) > member.MaxQuotes {
		f.Add(at, "", tooManyQuotes)
		return
	}
	seen := make(map[string]bool, len(list))
	for i := range list {
		path := strict.Clip(list[i].Path)
		if seen[list[i].Path] {
			f.Add(at, path, "appears more than once")
			continue
		}
		seen[list[i].Path] = true
		quote.Check(f, strict.Element(at, path, -1), &list[i])
	}
}

// appendQuotes appends the quotes as a JSON object, or no bytes if there are no quotes.
func appendQuotes(dst []byte, list []Quote) []byte {
	if list == nil {
		return dst
	}
	if !slices.IsSortedFunc(list, byPath) {
		list = slices.Clone(list)
		slices.SortStableFunc(list, byPath)
	}
	dst = append(dst, '{')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strict.AppendQuoted(dst, list[i].Path), ':')
		dst = quote.Append(dst, &list[i])
	}
	return append(dst, '}')
}

// checkEvidence rejects quotes for fields that the lease does not have.
func (l *Lease) checkEvidence(f *strict.Faults, at *strict.Place) {
	if len(l.Evidence) == 0 {
		return
	}
	terms, paths := *l, map[string]bool{}
	terms.Evidence = nil
	for _, leaf := range strict.Leaves(jsontext.Value(terms.Append(nil))) {
		paths[leaf.Path] = true
	}
	for i := range l.Evidence {
		if path := l.Evidence[i].Path; !paths[path] {
			f.Add(strict.Element(at, "evidence", -1), strict.Clip(path), unstated)
		}
	}
}

const unstated = "is not a field of this request; name a field such as paymentAmount or rentSteps[0].from"
