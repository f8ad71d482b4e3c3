package adminapi

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

type newKey struct{ name, plan, mode string }

var newKeyObject = strict.Object[newKey]{Noun: "a key", Fields: []strict.Field[newKey]{
	text("name", false, func(k *newKey, s string) { k.name = s }),
	text("plan", true, func(k *newKey, s string) { k.plan = s }),
	text("mode", true, func(k *newKey, s string) { k.mode = s }),
}}

type keyChange service.KeyChange

var keyChangeObject = strict.Object[keyChange]{Noun: "the change of a key", Fields: []strict.Field[keyChange]{
	text("name", false, func(k *keyChange, s string) { k.Name = &s }),
	text("plan", false, func(k *keyChange, s string) { plan := meter.Plan(s); k.Plan = &plan }),
}}

type rotation struct{ graceSeconds int64 }

const maxGraceSeconds = int64(service.MaxGrace / time.Second)

var rotationObject = strict.Object[rotation]{Noun: "a rotation", Fields: []strict.Field[rotation]{{
	Name: "graceSeconds",
	Read: strict.Scalar(func(r *rotation, v jsontext.Value) string {
		n, err := strconv.ParseInt(string(v), 10, 64)
		if err != nil || n < 0 || n > maxGraceSeconds {
			return fmt.Sprintf("must be a whole number from 0 to %d; got %s", maxGraceSeconds, strict.Describe(v))
		}
		r.graceSeconds = n
		return ""
	}),
}}}

func text[T any](name string, required bool, set func(*T, string)) strict.Field[T] {
	return strict.Field[T]{
		Name: name, Required: required,
		Read: strict.Scalar(func(to *T, v jsontext.Value) string {
			characters, ok := strict.Unquote(v)
			if !ok {
				return "must be a string; got " + strict.Describe(v)
			}
			set(to, string(characters))
			return ""
		}),
	}
}

// decode reads a body that contains one object into to. If only unknown fields are invalid, it also
// calls check, which may be nil, and adds the errors that check returns.
func decode[T any](body []byte, o *strict.Object[T], to *T, check func() error) error {
	read := strict.Decode(body, o, to)
	fields := make([]service.Field, len(read))
	for i, f := range read {
		fields[i] = service.Field{Name: f.Field, Message: f.Message}
	}
	if check != nil && read.Readable() {
		for _, fault := range faults(check()) {
			name, problem, _ := strings.Cut(fault.Error(), ": ")
			fields = append(fields, service.Field{Name: name, Message: problem})
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return service.InvalidFields(fields...)
}

// faults returns the errors that err joins, or an empty list if err is nil.
func faults(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// maxPage is the default and maximum number of entries on a page.
const maxPage = 100

type page struct {
	cursor string // ID of the last entry of the preceding page; "" for the first page
	limit  int
}

// readPage parses the query parameters of a list. others contains the names of parameters that this
// list accepts in addition.
func readPage(query url.Values, others ...string) (page, error) {
	p := page{cursor: query.Get("cursor"), limit: maxPage}
	if err := refuseQuery(query, append(others, "cursor", "limit")...); err != nil {
		return p, err
	}
	if text := query.Get("limit"); query.Has("limit") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxPage {
			return p, service.Invalid("limit", fmt.Sprintf("must be a whole number from 1 to %d; got %q", maxPage, strict.Clip(text)))
		}
		p.limit = n
	}
	if query.Has("cursor") && p.cursor == "" {
		return p, p.unknown(service.ErrNoKey)
	}
	return p, nil
}

// unknown returns an error about the cursor if err reports an unknown key. It returns other errors
// unchanged.
func (p page) unknown(err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return service.Invalid("cursor", fmt.Sprintf("%q is not a cursor from an earlier page", strict.Clip(p.cursor)))
	}
	return err
}

// refuseQuery returns an error if a query parameter is not in known or is repeated.
func refuseQuery(query url.Values, known ...string) error {
	slices.Sort(known)
	var fields []service.Field
	for name, values := range query {
		switch {
		case !slices.Contains(known, name) && len(known) == 0:
			fields = append(fields, service.Field{Name: strict.Clip(name), Message: "is not recognized; this path accepts no query"})
		case !slices.Contains(known, name):
			fields = append(fields, service.Field{Name: strict.Clip(name), Message: "is not recognized; the query may have " + strings.Join(known, ", ")})
		case len(values) > 1:
			fields = append(fields, service.Field{Name: name, Message: "is given more than once"})
		}
	}
	if len(fields) == 0 {
		return nil
	}
	slices.SortFunc(fields, func(a, b service.Field) int { return cmp.Compare(a.Name, b.Name) })
	return service.InvalidFields(fields...)
}
