package evidence

import (
	"errors"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Question is a lease with the passages that are quoted for its members.
type Question struct {
	Lease    *leasehold.Lease
	Evidence []leasehold.Quote // by path

	members []member       // that the lease states, in the order of their names
	stated  jsontext.Value // the lease as it was sent, with its members in one order
}

// member is a member that a lease states.
type member strict.Leaf

// text is the value without the quotation marks of a string.
func (m *member) text() string {
	var text string
	if m.Value.Kind() == '"' && json.Unmarshal(m.Value, &text) == nil {
		return text
	}
	return string(m.Value)
}

// quote returns what is quoted for a member.
func (q *Question) quote(path string) (leasehold.Quote, bool) {
	for _, e := range q.Evidence {
		if e.Path == path {
			return e, true
		}
	}
	return leasehold.Quote{}, false
}

// request is a question as it is sent: the lease is read with the quotes, so that there
// is one rule for both.
type request struct {
	lease    jsontext.Value
	evidence []leasehold.Quote
}

var object = strict.Object[request]{Noun: "a lease with evidence", Fields: []strict.Field[request]{
	{
		Name: "lease", Required: true,
		Read: func(rd *strict.Reader, _ *strict.Place, to *request) (string, error) {
			v, err := rd.JSON.ReadValue()
			to.lease = v.Clone()
			return "", err
		},
		Check: strict.Sound[request],
	},
	leasehold.QuotesField(func(r *request) *[]leasehold.Quote { return &r.evidence }),
}}

// Decode reads a question. The quotes are next to the lease, or a member of it. The error
// is a *leasehold.InvalidError that names every fault by its path.
func Decode(body []byte) (*Question, error) {
	var r request
	f := strict.Decode(body, &object, &r)
	q := &Question{Evidence: r.evidence}
	if r.lease != nil {
		q.readLease(r.lease, &f)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

// readLease reads the lease and lists what it states.
func (q *Question) readLease(raw jsontext.Value, f *strict.Faults) {
	at := strict.Element(nil, "lease", -1)
	lease, err := leasehold.Decode(raw)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, fault := range invalid.Faults {
			f.Add(at, strings.TrimPrefix(fault.Field, "body"), fault.Message)
		}
		return
	}
	if err == nil {
		q.stated = raw
		err = q.stated.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	}
	if err != nil {
		f.Add(nil, "lease", err.Error())
		return
	}
	q.Lease = lease
	q.members = membersOf(q.stated)
	switch {
	case q.Evidence == nil && lease.Evidence == nil:
		f.Add(nil, "evidence", "is required; it may be an empty object")
	case q.Evidence == nil:
		q.Evidence = lease.Evidence
	case lease.Evidence != nil:
		f.Add(at, "evidence", "is stated outside the lease too; state it in only one of them")
	default:
		stated := map[string]bool{}
		for i := range q.members {
			stated[q.members[i].Path] = true
		}
		for _, e := range q.Evidence {
			if !stated[e.Path] {
				f.Add(strict.Element(nil, "evidence", -1), strict.Clip(e.Path), "is no member that the lease states; name one as in paymentAmount or rentSteps[0].from")
			}
		}
	}
}

// membersOf lists what a lease states, without its quotes.
func membersOf(lease jsontext.Value) (list []member) {
	for _, leaf := range strict.Leaves(lease) {
		if root(leaf.Path) != "evidence" {
			list = append(list, member(leaf))
		}
	}
	return list
}

// Of is the question whether a lease that was read stands in its own quotes.
func Of(l *leasehold.Lease) *Question {
	stated := jsontext.Value(l.Append(nil))
	return &Question{Lease: l, Evidence: l.Evidence, members: membersOf(stated), stated: stated}
}

// Append appends the question in the one form that equal questions share.
func (q *Question) Append(dst []byte) []byte {
	dst = append(dst, `{"lease":`...)
	dst = append(dst, q.stated...)
	if q.Lease.Evidence == nil {
		r := request{evidence: q.Evidence}
		dst = object.Fields[1].Print(append(dst, `,"evidence":`...), &r)
	}
	return append(dst, '}')
}
