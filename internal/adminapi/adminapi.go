// Package adminapi serves the HTTP interface through which operators manage plans, keys and usage.
// Requests require an administration key. The interface offers the same operations as the command
// line, except that it cannot create administration keys.
package adminapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Base is the prefix of all administration API paths.
const Base = "/api/v1/admin/"

// maxBody is the maximum length of a request body in bytes.
const maxBody = 64 << 10

// Handler processes operators' requests.
type Handler struct {
	Service  *service.Service
	Accounts *account.Accounts
	Clock    func() time.Time
	// ClientAddress returns the client's network address for the audit log. It may be nil.
	ClientAddress func(*http.Request) string

	once    sync.Once
	changes *meter.Limiter // limits the number of changes with each administration key
	changed atomic.Int64
}

// changesPerMinute is the maximum number of changes with one administration key within 60 seconds.
const changesPerMinute = 60

// Changes returns the number of requests for a change since the program started.
func (h *Handler) Changes() int64 { return h.changed.Load() }

// take counts a change made with an administration key. It returns an error if the key's limit is reached.
func (h *Handler) take(key service.Key) error {
	h.once.Do(func() { h.changes = meter.NewLimiter(h.Clock) })
	h.changed.Add(1)
	if _, wait := h.changes.Take(key.Ref, changesPerMinute); wait > 0 {
		return service.TooMany("changes", changesPerMinute, wait)
	}
	return nil
}

// Handlers maps URL patterns to handlers. The patterns contain no HTTP method. If a handler returns
// an error, the caller writes the error response.
func (h *Handler) Handlers() map[string]func(http.ResponseWriter, *http.Request) error {
	return map[string]func(http.ResponseWriter, *http.Request) error{
		Base + "plans":            h.answer(actions{http.MethodGet: h.listPlans}),
		Base + "keys":             h.answer(actions{http.MethodGet: h.listKeys, http.MethodPost: h.createKey}),
		Base + "keys/{id}":        h.answer(actions{http.MethodGet: h.readKey, http.MethodPatch: h.changeKey, http.MethodDelete: h.revokeKey}),
		Base + "keys/{id}/rotate": h.answer(actions{http.MethodPost: h.rotateKey}),
		Base + "usage":            h.answer(actions{http.MethodGet: h.listUsage}),

		Base + "accounts":                 h.answer(actions{http.MethodGet: h.listAccounts}),
		Base + "accounts/{id}":            h.answer(actions{http.MethodPatch: h.changeAccount}),
		Base + "accounts/{id}/asked":      h.answer(actions{http.MethodDelete: h.declineRequest}),
		Base + "accounts/{id}/reset-link": h.answer(actions{http.MethodPost: h.makeLink}),
	}
}

// call is a request with a valid administration key.
type call struct {
	context.Context //nolint:containedctx // a call exists only while its request is processed

	id    string // ID in the path of the key or account, or ""
	query url.Values
	body  []byte
}

// action processes a call and returns the response's status and object. The caller adds the request
// ID to the object, or ignores the object if err is not nil.
type action func(c *call) (status int, object any, err error)

// actions maps the HTTP methods that a path accepts to their actions.
type actions map[string]action

func (h *Handler) answer(list actions) func(http.ResponseWriter, *http.Request) error {
	methods := slices.Sorted(maps.Keys(list))
	return func(w http.ResponseWriter, r *http.Request) error {
		act := list[r.Method]
		if act == nil {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			return service.Invalid("method", "must be "+lists.Or(methods)).WithStatus(http.StatusMethodNotAllowed)
		}
		secret, err := apikey.FromHeaders(r.Header["Authorization"], r.Header["X-Api-Key"])
		if err != nil {
			return service.CredentialError(err)
		}
		administrator, err := h.Service.Administrator(r.Context(), secret)
		if err != nil {
			return err
		}
		if r.Method != http.MethodGet {
			if err := h.take(administrator); err != nil {
				return err
			}
		}
		actor := service.Actor{ID: administrator.ID}
		if h.ClientAddress != nil {
			actor.Address = h.ClientAddress(r)
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return service.Invalid("query", "cannot be read: "+err.Error()+"; its parameters are separated by & and escaped as in %20")
		}
		c := &call{Context: service.By(r.Context(), actor), id: r.PathValue("id"), query: query}
		if c.body, err = readBody(r.Body); err != nil {
			return err
		}
		status, object, err := act(c)
		if err != nil {
			return publicError(err)
		}
		return write(w, status, object)
	}
}

func readBody(from io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, maxBody+1))
	if err != nil {
		unread := service.Invalid("body", "is incomplete")
		unread.Cause = err
		return nil, unread
	}
	if len(body) > maxBody {
		return nil, service.Invalid("body", "must be at most 65536 bytes long")
	}
	return body, nil
}

func publicError(err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return &service.Error{Code: service.NotFound, Message: "No key has this id, or the key is revoked."}
	}
	if errors.Is(err, account.ErrNoAccount) {
		return &service.Error{Code: service.NotFound, Message: "No account has this id."}
	}
	return err
}

func write(w http.ResponseWriter, status int, object any) error {
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	id, err := json.Marshal(w.Header().Get("X-Request-Id"))
	if err != nil {
		return err
	}
	body = append(body[:len(body)-1], `,"request_id":`...)
	body = append(append(body, id...), '}')
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the client has disconnected
	return nil
}

type newKey struct{ name, plan, mode string }

var newKeyObject = strict.Object[newKey]{Noun: "a key", Fields: []strict.Field[newKey]{
	text("name", false, func(k *newKey, s string) { k.name = s }),
	text("plan", true, func(k *newKey, s string) { k.plan = s }),
	text("mode", true, func(k *newKey, s string) { k.mode = s }),
}}

type keyChange service.KeyChange

var keyChangeObject = strict.Object[keyChange]{Noun: "a change to a key", Fields: []strict.Field[keyChange]{
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

// decode parses a body that contains one object and stores the object in *to. If the object has no errors other than
// unknown fields, decode also calls the function check and adds the errors from check. The argument check may be nil.
func decode[T any](body []byte, o *strict.Object[T], to *T, check func() error) error {
	read := strict.Decode(body, o, to)
	fields := lists.Map(read, func(f strict.Fault) service.Field { return service.Field{Name: f.Field, Message: f.Message} })
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

// readPage parses the query parameters of a list. The list also accepts the other named parameters.
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

// unknown returns an error about the cursor if err reports an unknown key, and returns err otherwise.
func (p page) unknown(err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return service.Invalid("cursor", fmt.Sprintf("%q is not a cursor from an earlier page", strict.Clip(p.cursor)))
	}
	return err
}

func refuseQuery(query url.Values, known ...string) error {
	slices.Sort(known)
	var fields []service.Field
	for name, values := range query {
		switch {
		case !slices.Contains(known, name) && len(known) == 0:
			fields = append(fields, service.Field{Name: strict.Clip(name), Message: "is not recognized; this path accepts no query"})
		case !slices.Contains(known, name):
			fields = append(fields, service.Field{Name: strict.Clip(name), Message: "is not recognized; use " + strings.Join(known, ", ")})
		case len(values) > 1:
			fields = append(fields, service.Field{Name: name, Message: "appears more than once"})
		}
	}
	if len(fields) == 0 {
		return nil
	}
	slices.SortFunc(fields, func(a, b service.Field) int { return cmp.Compare(a.Name, b.Name) })
	return service.InvalidFields(fields...)
}
