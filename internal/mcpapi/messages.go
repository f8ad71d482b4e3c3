package mcpapi

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Maximum lengths of messages in bytes.
const (
	shortMessage = 64 << 10  // of a message that is not a call of a tool
	usualMessage = 256 << 10 // of a call, unless its operation reads longer bodies
	envelope     = 64 << 10  // allowance for the message around the body of an operation
	copies       = 2         // copies of a long message in memory
)

// fewestMessages is the number of messages that every key may send in 60 seconds.
const fewestMessages = 120

// messagesPerMinute returns the number of messages that a key may send in 60 seconds. It is at
// least the number of requests that the plan allows, so that calls alone never exceed it. Calls
// also count toward the rate limit of the plan.
func messagesPerMinute(plan meter.Limits) int { return max(fewestMessages, plan.PerMinute) }

// messageLimit counts the messages of each key in this process.
type messageLimit struct {
	limiter *meter.Limiter
	taken   atomic.Uint64
}

func newMessageLimit(clock func() time.Time) *messageLimit {
	return &messageLimit{limiter: meter.NewLimiter(clock)}
}

// sweepEvery is the number of messages between two removals of idle keys.
const sweepEvery = 4096

// take counts a message, or returns the error if the key has sent limit within 60 seconds.
func (l *messageLimit) take(key service.Key, limit int) error {
	if l.taken.Add(1)%sweepEvery == 0 {
		l.limiter.Sweep()
	}
	if _, wait := l.limiter.Take(key.Ref, limit); wait > 0 {
		seconds := meter.RetryAfter(wait)
		return &service.Error{
			Code:       service.RateLimited,
			Message:    fmt.Sprintf("More than %d messages within 60 seconds. Try again in %d s.", limit, seconds),
			RetryAfter: seconds,
		}
	}
	return nil
}

// read reads the body of a request. The body counts in held until the request ends. The message
// counts as one message for each 64 KiB: a long message is accepted and delays the next one.
func (h *Handler) read(r *http.Request, key service.Key, held *admission.Holding) ([]byte, error) {
	longest := longestOf(func(op *operations.Operation) bool { return h.options.Service.Offers(key.Plan, op) })
	if r.ContentLength > int64(longest) {
		return nil, tooLong(longest)
	}
	body, err := held.Read(r.Context(), nil, r.Body, r.ContentLength, longest)
	h.messages.limiter.Charge(key.Ref, max(0, len(body)-1)/shortMessage)
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

// checkMessage rejects a batch, and a message that is longer than its method or tool
// allows. It reads no other part of the message.
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

// allowedLength returns the maximum length of a message by its method and tool.
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

// longestOf returns the maximum length of a message that calls one of the selected operations.
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
