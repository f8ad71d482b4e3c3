package wording

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/evidence"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Quoted is a passage of the contract with the member that it is quoted for.
type Quoted struct {
	Path    string // of the member, in the contract of the API
	Member  string
	Value   string // as the lease states it
	Text    string // the passage, in one line
	Source  string // document and page
	Verdict string // whether the value is in the passage
}

// InQuote is the verdict on a value that is in its passage.
const InQuote = "In the quote."

// Quotes returns the evidence of a lease, by the paths of members.
func Quotes(l *leasehold.Lease) (list []Quoted) {
	if len(l.Evidence) == 0 {
		return nil
	}
	values := map[string]jsontext.Value{}
	for _, leaf := range strict.Leaves(l.Append(nil)) {
		values[leaf.Path] = leaf.Value
	}
	verdicts := verdictsOf(evidence.Check(evidence.Of(l)))
	for _, e := range l.Evidence {
		label, m := memberAt(e.Path)
		value := plain(values[e.Path])
		if m != nil {
			value = shown(values[e.Path], m, Places(l))
		}
		list = append(list, Quoted{
			Path: e.Path, Member: label, Value: value, Text: strings.Join(strings.Fields(e.Text), " "),
			Source: sourceOf(e), Verdict: verdicts[e.Path],
		})
	}
	return list
}

// verdictsOf returns the verdicts on members by their paths.
func verdictsOf(a *evidence.Answer) map[string]string {
	list := map[string]string{}
	for _, path := range a.Supported {
		list[path] = InQuote
	}
	for _, n := range a.NotFound {
		list[n.Path] = "Not in the quote."
		if len(n.Found) > 0 {
			list[n.Path] = "Not in the quote, which has " + strings.Join(n.Found, ", ") + "."
		}
	}
	for _, note := range a.Notes {
		if path, text, found := strings.Cut(note, ": "); found {
			list[path] += " " + Sentence(text) + "."
		}
	}
	return list
}

func sourceOf(e leasehold.Quote) string {
	switch {
	case e.Page == "":
		return e.Document
	case e.Document == "":
		return "page " + e.Page
	default:
		return e.Document + ", page " + e.Page
	}
}

// memberAt returns what a member is called, with the row that it is in, and its row of
// the table, or nil: a tag has none.
func memberAt(path string) (label string, m *member.Member) {
	rows := member.Lease
	for rest := path; rest != ""; {
		part, after, _ := strings.Cut(rest, ".")
		name, index, inRow := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		if m = member.Find(rows, name); m == nil {
			return strings.TrimPrefix(label+", "+rest, ", "), nil
		}
		called := m.Label
		if n, err := strconv.Atoi(index); inRow && err == nil {
			called += " " + strconv.Itoa(n+1)
		}
		if label != "" {
			called = label + ", " + strings.ToLower(called[:1]) + called[1:]
		}
		label, rows, rest = called, m.Of, after
	}
	return label, m
}
