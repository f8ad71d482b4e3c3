package wording

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Quoted is a passage that is quoted from the lease contract, with the field that it supports.
type Quoted struct {
	Member string // label of the field
	Value  string // value of the field in the lease
	Text   string // the passage in one line
	Source string // document and page that contain the passage
}

// Quotes returns the quotes of a lease, sorted by the path of the field that they support.
func Quotes(l *leasehold.Lease) (list []Quoted) {
	if len(l.Evidence) == 0 {
		return nil
	}
	values := map[string]jsontext.Value{}
	for _, leaf := range strict.Leaves(l.Append(nil)) {
		values[leaf.Path] = leaf.Value
	}
	for _, e := range l.Evidence {
		label, m := memberAt(e.Path)
		value := plain(values[e.Path])
		if m != nil {
			value = shown(values[e.Path], m, Places(l))
		}
		list = append(list, Quoted{label, value, strings.Join(strings.Fields(e.Text), " "), sourceOf(e)})
	}
	return list
}

// sourceOf returns the document and the page that contain a passage.
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

// memberAt returns the label and the description of the field at a path. If the field is in a list,
// the label includes the row. If the path is that of a tag, the description is nil.
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
