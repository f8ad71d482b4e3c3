package mcpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxBatch is how many messages a batch may have.
const maxBatch = 8

// batchVersion is the version of the protocol that has batches.
const batchVersion = "2025-03-26"

// maxID is the greatest integer that may be an id. The protocol's library keeps ids as
// floating-point numbers, and would answer to another id beyond it.
const maxID = 1<<53 - 1

// incoming is one message of a client.
type incoming struct {
	text    json.RawMessage
	id      json.RawMessage // as the client wrote it; nil without one
	message jsonrpc.Message
	fault   *jsonrpc.Error // why there is no message
}

// asJSON reads text as the protocol's library does.
var asJSON = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// readMessages reads a text, which is one message or a batch of them. It returns the
// fault of the text as a whole; those of its messages are with them.
func readMessages(text []byte) (messages []incoming, batch bool, fault *jsonrpc.Error) {
	if !json.Valid(text) {
		return nil, false, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "not valid JSON"}
	}
	text = bytes.TrimSpace(text)
	if text[0] != '[' {
		return []incoming{readMessage(text)}, false, nil
	}
	list := jsontext.NewDecoder(bytes.NewReader(text), asJSON)
	_, _ = list.ReadToken() // the bracket
	for list.PeekKind() != ']' {
		if len(messages) == maxBatch {
			return nil, true, invalidRequest("a batch must have at most %d messages; send further ones in batches of their own", maxBatch)
		}
		element, err := list.ReadValue()
		if err != nil {
			return nil, true, invalidRequest("not a batch of messages: %v", err)
		}
		messages = append(messages, readMessage(bytes.Clone(element)))
	}
	if len(messages) == 0 {
		return nil, true, invalidRequest("a batch of messages must not be empty")
	}
	return messages, true, nil
}

// readMessage reads one message.
func readMessage(text []byte) incoming {
	m := incoming{text: text}
	var parts struct {
		ID     jsontext.Value `json:"id"`
		Params jsontext.Value `json:"params"`
	}
	if err := jsonv2.Unmarshal(text, &parts, asJSON); err != nil {
		m.fault = notAMessage()
		return m
	}
	if id := json.RawMessage(parts.ID); isID(id) {
		m.id = id
	}
	message, err := jsonrpc.DecodeMessage(text)
	request, _ := message.(*jsonrpc.Request)
	switch {
	case parts.ID != nil && !isExact(parts.ID):
		m.fault = invalidRequest("id must be a string or an integer from %d to %d", -maxID, maxID)
	case err != nil:
		m.fault = notAMessage()
	case request != nil && request.IsCall() && strings.HasPrefix(request.Method, "notifications/"):
		m.fault = invalidRequest("a notification must not have an id")
	case request != nil && request.IsCall() && parts.Params != nil && parts.Params.Kind() != '{' && parts.Params.Kind() != 'n':
		m.fault = &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "params must be an object"}
	default:
		m.message = message
	}
	return m
}

// isID reports whether a value may be repeated as the id in an answer: a string or a
// number.
func isID(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9')
}

// isExact reports whether the protocol's library keeps an id as it is. An id of null is
// none.
func isExact(id jsontext.Value) bool {
	if id.Kind() != '0' {
		return id.Kind() == '"' || id.Kind() == 'n'
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && -maxID <= n && n <= maxID
}

// repeated is a request whose id is that of an earlier one without an answer. The
// refusal has no id, because the answer to the earlier one has it.
func (m incoming) repeated() incoming {
	return incoming{fault: invalidRequest("id %s is that of another request that has no answer yet", m.id)}
}

func notAMessage() *jsonrpc.Error {
	return invalidRequest(`not a message of JSON-RPC 2.0: an object with "jsonrpc":"2.0" and a method, or with an answer`)
}

func invalidRequest(format string, args ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

func tooLong(longest int) *jsonrpc.Error {
	return invalidRequest("longer than the %d bytes that it may have", longest)
}

func noBatch() *jsonrpc.Error {
	return invalidRequest("a batch of messages is only part of protocol version %s; send each message separately", batchVersion)
}
