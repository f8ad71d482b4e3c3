package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Question is a lease with the passages that are quoted for its members.
type Question struct {
	Lease    *leasehold.Lease
	Evidence map[string]Quote // by the paths of members, as in rentSteps[0].from

	members []member       // that the lease states, in the order of their names
	stated  jsontext.Value // the lease as it was sent, with its members in one order
}

// Quote is a passage of a contract.
type Quote struct {
	Quote    string `json:"quote"`
	Page     string `json:"page,omitzero"`
	Document string `json:"document,omitzero"`
}

// Bounds of a quote, in characters.
const (
	maxQuote = 2000
	maxPlace = 200 // of a page or a document's name
)

// member is a member that a lease states.
type member struct {
	path  string
	name  string // the last part of the path, without an index
	value jsontext.Value
}

// text is the value without the quotation marks of a string.
func (m *member) text() string {
	var text string
	if m.value.Kind() == '"' && json.Unmarshal(m.value, &text) == nil {
		return text
	}
	return string(m.value)
}

// Decode reads a question. The error is a *leasehold.InvalidError that names every fault
// by its path.
func Decode(body []byte) (*Question, error) {
	var raw map[string]jsontext.Value
	if err := json.Unmarshal(body, &raw); err != nil || raw == nil {
		return nil, refused("body", "must be a JSON object with lease and evidence, each once")
	}
	var f strict.Faults
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if name != "lease" && name != "evidence" {
			f.Add(nil, name, "is unknown; allowed are lease and evidence")
		}
	}
	q := &Question{}
	f = append(f, q.readLease(raw["lease"])...)
	f = append(f, q.readEvidence(raw["evidence"])...)
	if err := f.Err(); err != nil {
		return nil, err
	}
	for path := range q.Evidence {
		if !slices.ContainsFunc(q.members, func(m member) bool { return m.path == path }) {
			f.Add(strict.Element(nil, "evidence", -1), path, "is no member that the lease states; name one as in paymentAmount or rentSteps[0].from")
		}
	}
	slices.SortFunc(f, func(a, b strict.Fault) int { return strings.Compare(a.Field, b.Field) })
	if err := f.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

func refused(field, message string) error {
	return &leasehold.InvalidError{Faults: []leasehold.Fault{{Field: field, Message: message}}}
}

// readLease reads the lease and lists what it states.
func (q *Question) readLease(raw jsontext.Value) (f strict.Faults) {
	if raw == nil {
		f.Add(nil, "lease", "is required")
		return f
	}
	lease, err := leasehold.Decode(raw)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, fault := range invalid.Faults {
			f.Add(strict.Element(nil, "lease", -1), fault.Field, fault.Message)
		}
		return f
	}
	if err != nil {
		f.Add(nil, "lease", err.Error())
		return f
	}
	q.Lease, q.stated = lease, raw.Clone()
	if err := q.stated.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
		f.Add(nil, "lease", err.Error())
		return f
	}
	q.members = stated(nil, jsontext.NewDecoder(bytes.NewReader(q.stated)), "", "")
	return nil
}

// stated appends the members of a value that are no objects and no lists, and are not
// null.
func stated(to []member, d *jsontext.Decoder, path, name string) []member {
	switch d.PeekKind() {
	case '{':
		_, _ = d.ReadToken() // the lease was read before: nothing here is no JSON
		for d.PeekKind() == '"' {
			token, _ := d.ReadToken()
			inner := token.String()
			if path != "" {
				to = stated(to, d, path+"."+inner, inner)
			} else {
				to = stated(to, d, inner, inner)
			}
		}
		_, _ = d.ReadToken()
	case '[':
		_, _ = d.ReadToken()
		for i := 0; d.PeekKind() != ']'; i++ {
			to = stated(to, d, fmt.Sprintf("%s[%d]", path, i), name)
		}
		_, _ = d.ReadToken()
	default:
		value, _ := d.ReadValue()
		if value.Kind() != 'n' {
			to = append(to, member{path, name, bytes.Clone(value)})
		}
	}
	return to
}

// readEvidence reads the quotes.
func (q *Question) readEvidence(raw jsontext.Value) (f strict.Faults) {
	if raw == nil {
		f.Add(nil, "evidence", "is required; it may be an empty object")
		return f
	}
	var quotes map[string]jsontext.Value
	if err := json.Unmarshal(raw, &quotes); err != nil || quotes == nil {
		f.Add(nil, "evidence", `must be an object of quotes by members, as in {"paymentAmount": {"quote": "..."}}`)
		return f
	}
	q.Evidence = map[string]Quote{}
	at := strict.Element(nil, "evidence", -1)
	for _, path := range slices.Sorted(maps.Keys(quotes)) {
		quote, problem := readQuote(quotes[path])
		if problem != "" {
			f.Add(at, path, problem)
			continue
		}
		q.Evidence[path] = quote
	}
	return f
}

var quoteMembers = []string{"quote", "page", "document"}

// readQuote reads one quote, and returns what is wrong with it.
func readQuote(raw jsontext.Value) (q Quote, problem string) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return q, "must be an object with quote, and page and document where they are known"
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(quoteMembers, name) {
			return q, name + ": is unknown; allowed are " + strings.Join(quoteMembers, ", ")
		}
		value := members[name]
		var text string
		if value.Kind() == '0' && name == "page" {
			text = string(value)
		} else if json.Unmarshal(value, &text) != nil || value.Kind() != '"' {
			return q, name + ": must be a text"
		}
		most := maxPlace
		switch name {
		case "quote":
			q.Quote, most = text, maxQuote
		case "page":
			q.Page = text
		default:
			q.Document = text
		}
		if utf8.RuneCountInString(text) > most {
			return q, fmt.Sprintf("%s: must have at most %d characters", name, most)
		}
	}
	if strings.TrimSpace(q.Quote) == "" {
		return q, "quote: is required"
	}
	return q, ""
}

// Append appends the question in the one form that equal questions share.
func (q *Question) Append(dst []byte) []byte {
	dst = append(dst, `{"lease":`...)
	dst = append(dst, q.stated...)
	dst = append(dst, `,"evidence":{`...)
	for i, path := range slices.Sorted(maps.Keys(q.Evidence)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		e := q.Evidence[path]
		dst = strict.AppendQuoted(dst, path)
		dst = append(dst, `:{"quote":`...)
		dst = strict.AppendQuoted(dst, e.Quote)
		dst = append(dst, `,"page":`...)
		dst = strict.AppendQuoted(dst, e.Page)
		dst = append(dst, `,"document":`...)
		dst = strict.AppendQuoted(dst, e.Document)
		dst = append(dst, '}')
	}
	return append(dst, "}}"...)
}
