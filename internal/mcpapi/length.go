package mcpapi

import (
	"bytes"
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Lengths of messages, and of batches of them.
const (
	shortMessage = 64 << 10  // of one that is no call of a tool
	usualMessage = 256 << 10 // of any other, unless its operation has longer bodies
	envelope     = 64 << 10  // what a message has around the body of an operation
	copies       = 2         // of a long message, as which it counts
)

// longest is the longest request that a plan may send: the longest body of its
// operations and what is around it, but several calls on one lease at least.
func (h *Handler) longest(plan meter.Plan) int {
	longest := usualMessage
	for _, op := range operations.All() {
		if h.options.Service.Offers(plan, op) {
			longest = max(longest, lengthOf(op))
		}
	}
	return longest
}

// lengthOf is the longest message that calls an operation.
func lengthOf(op *operations.Operation) int { return max(usualMessage, op.MaxBody+envelope) }

// longestBody is the longest request of any plan.
func longestBody() int {
	longest := usualMessage
	for _, op := range operations.All() {
		longest = max(longest, lengthOf(op))
	}
	return longest
}

// read reads a request, which counts for held until its end. The request counts as a message for
// each 64 KiB.
func (h *Handler) read(r *http.Request, key service.Key, held *admission.Holding, longest int) ([]byte, error) {
	body, err := held.Read(r.Context(), nil, r.Body, r.ContentLength, longest)
	h.messages.charge(key, int64(len(body)))
	if err == nil && len(body) > shortMessage {
		err = held.Wait(r.Context(), (copies-1)*int64(len(body)))
	}
	if err != nil {
		return nil, service.Unread(err)
	}
	return body, nil
}

// tooLongFor looks at the methods and the tools of a long request before anything
// else of it is read, and refuses messages that are longer than theirs may be.
func (h *Handler) tooLongFor(ctx context.Context, key service.Key, body []byte) (fault *jsonrpc.Error, err error) {
	if len(body) <= shortMessage {
		return nil, nil
	}
	err = h.options.Service.Admission().On(ctx, key.Owner(), admission.Long, func(context.Context) error {
		fault = longMessages(body)
		return nil
	})
	return fault, err
}

// longMessages refuses a text with a message that is too long. What is no JSON is left
// to [readMessages], which says so.
func longMessages(text []byte) *jsonrpc.Error {
	d := jsontext.NewDecoder(bytes.NewReader(text), asJSON)
	if d.PeekKind() != '[' {
		return longMessage(d, len(text))
	}
	if len(text) > usualMessage {
		return tooLong(usualMessage)
	}
	_, _ = d.ReadToken() // the bracket
	for d.PeekKind() == '{' {
		before := d.InputOffset()
		value, err := d.ReadValue()
		if err != nil {
			return nil //nolint:nilerr // readMessages says so
		}
		if fault := longMessage(jsontext.NewDecoder(bytes.NewReader(value), asJSON), int(d.InputOffset()-before)); fault != nil {
			return fault
		}
	}
	return nil
}

// longMessage refuses a message that is longer than its method or its tool may be.
func longMessage(d *jsontext.Decoder, length int) *jsonrpc.Error {
	longest := shortMessage
	method, tool := addressee(d)
	if method == "tools/call" {
		longest = usualMessage
		for _, op := range operations.All() {
			if op.Tool == tool {
				longest = lengthOf(op)
			}
		}
	}
	if length > longest {
		return tooLong(longest)
	}
	return nil
}

// addressee returns the method of a message and the name among its params.
func addressee(d *jsontext.Decoder) (method, tool string) {
	members(d, func(name string) {
		switch {
		case name == "method" && d.PeekKind() == '"':
			method = text(d)
		case name == "params" && d.PeekKind() == '{':
			members(d, func(name string) {
				if name == "name" && d.PeekKind() == '"' {
					tool = text(d)
				} else {
					_ = d.SkipValue()
				}
			})
		default:
			_ = d.SkipValue()
		}
	})
	return method, tool
}

// members calls each with the name of every member of an object; it reads the value.
// It ends where the text is no JSON.
func members(d *jsontext.Decoder, each func(name string)) {
	if d.PeekKind() != '{' {
		return
	}
	_, _ = d.ReadToken() // the brace
	for d.PeekKind() == '"' {
		each(text(d))
	}
	_, _ = d.ReadToken() // the other brace
}

// text reads a string.
func text(d *jsontext.Decoder) string {
	token, err := d.ReadToken()
	if err != nil {
		return ""
	}
	return token.String()
}
