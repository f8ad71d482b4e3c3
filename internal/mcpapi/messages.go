package mcpapi

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// The maximum lengths of messages in bytes.
const (
	shortMessage = 64 << 10  // maximum for a message that does not call a tool
	usualMessage = 256 << 10 // maximum for a message that calls a tool, unless its operation accepts a longer body
	envelope     = 64 << 10  // maximum for the parts of a message other than the operation's body
	copies       = 2         // number of copies of a long message in memory
)

// fewestMessages is the lowest limit on an API key's messages within 60 seconds.
const fewestMessages = 120

// sweepEvery is the number of messages after which the counts of idle API keys are removed.
const sweepEvery = 4096

// take counts a message. It returns an error if the key has already sent the maximum number of messages within
// 60 seconds. The maximum is at least the number of requests that the plan allows, so tool calls alone never
// exceed it. The plan's rate limit counts tool calls too.
func (h *Handler) take(key service.Key) error {
	if h.taken.Add(1)%sweepEvery == 0 {
		h.limiter.Sweep()
	}
	limit := max(fewestMessages, h.options.Service.Limits(key.Plan).PerMinute)
	if _, wait := h.limiter.Take(key.Ref, limit); wait > 0 {
		return service.TooMany("messages", limit, wait)
	}
	return nil
}

// read reads a request's body. The body's memory counts toward the given holding until the request ends. A
// message counts once for every 64 KiB or part thereof. A long message is accepted even if it exceeds the
// limit, but then delays the next message.
func (h *Handler) read(r *http.Request, key service.Key, held *admission.Holding) ([]byte, error) {
	longest := longestOf(func(op *operations.Operation) bool { return h.options.Service.Offers(key.Plan, op) })
	if r.ContentLength > int64(longest) {
		return nil, tooLong(longest)
	}
	body, err := held.Read(r.Context(), nil, r.Body, r.ContentLength, longest)
	h.limiter.Charge(key.Ref, max(0, len(body)-1)/shortMessage)
	if err == nil && len(body) > shortMessage {
		err = held.Wait(r.Context(), (copies-1)*int64(len(body)))
	}
	if err != nil {
		return nil, service.Unread(err)
	}
	if len(body) > longest {
		return nil, tooLong(longest)
	}
	return body, h.checkMessage(r.Context(), key, body)
}

// checkMessage returns an error for a batch of messages, and for a message that is longer than its method or
// tool allows. It does not validate the rest of the message.
func (h *Handler) checkMessage(ctx context.Context, key service.Key, body []byte) (err error) {
	if problem := strict.ByteOrderMark(body); problem != "" {
		return service.Invalid("body", problem)
	}
	if text := bytes.TrimSpace(body); len(text) > 0 && text[0] == '[' {
		return service.Invalid("body", "must be one message; send the messages of a batch one by one")
	}
	if len(body) <= shortMessage {
		return nil
	}
	var longest int
	err = h.options.Service.Admission().On(ctx, key.Owner(), admission.Long, func(context.Context) error {
		longest = allowedLength(body)
		return nil
	})
	if err == nil && len(body) > longest {
		return tooLong(longest)
	}
	return err
}

func allowedLength(body []byte) int {
	var m struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	if err := jsonv2.Unmarshal(body, &m, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil || m.Method != "tools/call" {
		return shortMessage
	}
	return longestOf(func(op *operations.Operation) bool { return op.Tool == m.Params.Name })
}

func longestOf(selected func(*operations.Operation) bool) int {
	longest := usualMessage
	for _, op := range operations.All() {
		if selected(op) {
			longest = max(longest, op.MaxBody+envelope)
		}
	}
	return longest
}

func tooLong(longest int) error {
	return service.Invalid("body", fmt.Sprintf("must have at most %d bytes", longest)).WithStatus(http.StatusRequestEntityTooLarge)
}
