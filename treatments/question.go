package treatments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Question is a request to compare a lease under several treatments.
type Question struct {
	Lease      *leasehold.Lease
	Treatments []string // keys of the treatments, in the order of the response; nil for all [Keys]
}

const (
	minTreatments = 2
	keyName       = "treatments"
)

// Keys returns the key of every treatment, in the order of the API contract.
func Keys() []string {
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = all[i].key
	}
	return keys
}

// Decode reads a request: the fields of a lease and the field treatments. The error is a
// *[leasehold.InvalidError] that lists every fault found.
func Decode(body []byte) (*Question, error) {
	rest, stated, twice := divide(body)
	q := new(Question)
	var faults strict.Faults
	lease, err := leasehold.Decode(rest)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		faults = invalid.Faults
	} else if err != nil {
		return nil, err
	}
	q.Lease = lease
	if twice {
		faults.Add(nil, keyName, "occurs twice")
	}
	if problem := q.read(stated); problem != "" {
		faults.Add(nil, keyName, problem)
	}
	if lease != nil && lease.InitialApplication.Set {
		faults.Add(nil, "initialApplication", "is not allowed in a comparison, because every treatment is measured from commencement")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

// divide separates the field treatments from the other fields of an object. twice reports whether
// the field occurs more than once. divide returns other JSON unchanged, because decoding the lease
// rejects the JSON.
func divide(body []byte) (rest []byte, stated jsontext.Value, twice bool) {
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return body, nil, false
	}
	found := false
	rest = append(make([]byte, 0, len(body)), '{')
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return body, nil, false
		}
		name = name.Clone()
		value, err := d.ReadValue()
		if err != nil {
			return body, nil, false
		}
		if text, ok := strict.Unquote(name); ok && string(text) == keyName {
			stated, twice, found = value.Clone(), found, true
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(append(rest, name...), ':'), value...)
	}
	if _, err := d.ReadToken(); err != nil || !found {
		return body, nil, false
	}
	rest = append(rest, '}')
	return append(rest, body[d.InputOffset():]...), stated, twice
}

// read parses the field treatments. It returns an error message, or "".
func (q *Question) read(stated jsontext.Value) (problem string) {
	if stated == nil || stated.Kind() == 'n' {
		return ""
	}
	allowed := fmt.Sprintf("allowed are %d to %d of %s, each once", minTreatments, len(all), strings.Join(Keys(), ", "))
	if stated.Kind() != '[' {
		return "must be an array; " + allowed + "; got " + strict.Describe(stated)
	}
	for value := range strict.Elements(stated) {
		text, ok := strict.Unquote(value)
		switch key := string(text); {
		case !ok || !slices.Contains(Keys(), key):
			return strict.Describe(value) + " is not a treatment; " + allowed + strict.DidYouMean(strict.Nearest(key, Keys()))
		case slices.Contains(q.Treatments, key):
			return key + " occurs twice; " + allowed
		default:
			q.Treatments = append(q.Treatments, key)
		}
	}
	if n := len(q.Treatments); n < minTreatments {
		return fmt.Sprintf("has %d elements; %s", n, allowed)
	}
	return ""
}

// Append appends the normalized request: the lease and, if the request lists treatments, the
// treatments.
func (q *Question) Append(dst []byte) []byte {
	dst = q.Lease.Append(dst)
	if q.Treatments == nil {
		return dst
	}
	p := jsonout.Printer{Dst: dst[:len(dst)-1]} // without the closing brace
	p.Texts(`,"`+keyName+`":`, q.Treatments)
	return append(p.Dst, '}')
}

func (q *Question) selected() []treatment {
	if q.Treatments == nil {
		return all
	}
	list := make([]treatment, len(q.Treatments))
	for i, key := range q.Treatments {
		list[i] = all[slices.IndexFunc(all, func(t treatment) bool { return t.key == key })]
	}
	return list
}

// Measured returns the lease and the number of times that a comparison measures it: once as
// supplied and once under each treatment.
func (q *Question) Measured() iter.Seq2[*leasehold.Lease, int] {
	return func(yield func(*leasehold.Lease, int) bool) { yield(q.Lease, 1+len(q.selected())) }
}

// Answer calls [Question.AnswerContext] with a context that is never done.
func (q *Question) Answer() (*Comparison, error) { return q.AnswerContext(context.Background()) }
