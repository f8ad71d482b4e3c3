// Package adminapi serves the HTTP interface with which operators manage plans, keys and usage.
// Requests require an administration key. The interface offers the same operations as the command
// line, except that it cannot create administration keys.
package adminapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Base is the prefix of all paths of the administration API.
const Base = "/api/v1/admin/"

// maxBody is the maximum length of a request body in bytes.
const maxBody = 64 << 10

// Handler processes the requests of operators.
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

// changesPerMinute is the maximum number of changes with one administration key in any 60 seconds.
const changesPerMinute = 60

// Changes returns the number of requests for a change since the program started.
func (h *Handler) Changes() int64 { return h.changed.Load() }

// take counts a change made with a key. It returns an error if the key has reached the limit.
func (h *Handler) take(key service.Key) error {
	h.once.Do(func() { h.changes = meter.NewLimiter(h.Clock) })
	h.changed.Add(1)
	if _, wait := h.changes.Take(key.Ref, changesPerMinute); wait > 0 {
		seconds := meter.RetryAfter(wait)
		return &service.Error{
			Code:       service.RateLimited,
			Message:    fmt.Sprintf("More than %d changes within 60 seconds. Try again in %d s.", changesPerMinute, seconds),
			RetryAfter: seconds,
		}
	}
	return nil
}

// Handlers returns the handlers by their URL patterns, which contain no HTTP method. If a handler
// returns an error, the caller writes the error response.
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

// action processes a call and returns the status and the object of the response. The caller of the
// action adds the request ID to the object.
type action func(c *call) (status int, object any, err error)

// actions maps the HTTP methods that a path accepts to their actions.
type actions map[string]action

func (h *Handler) answer(list actions) func(http.ResponseWriter, *http.Request) error {
	methods := make([]string, 0, len(list))
	for method := range list {
		methods = append(methods, method)
	}
	slices.Sort(methods)
	return func(w http.ResponseWriter, r *http.Request) error {
		act := list[r.Method]
		if act == nil {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			return service.Invalid("method", "must be "+either(methods)).WithStatus(http.StatusMethodNotAllowed)
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
			return service.Invalid("query", "cannot be read: "+err.Error()+"; its members are separated by & and escaped as in %20")
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
		return nil, service.Invalid("body", "must have at most 65536 bytes")
	}
	return body, nil
}

func publicError(err error) error {
	if errors.Is(err, service.ErrNoKey) {
		return &service.Error{Code: service.NotFound, Message: "No key has this id, or it is revoked."}
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

// either joins names, as in "DELETE, GET or PATCH".
func either(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
