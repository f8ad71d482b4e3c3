package mcpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// faultOf returns the error of JSON-RPC for a text that is not a list of messages nor
// one message, and nil for what the protocol's library reads.
func faultOf(text []byte) *jsonrpc.Error {
	if !json.Valid(text) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "not valid JSON"}
	}
	messages := []json.RawMessage{text}
	if bytes.TrimSpace(text)[0] == '[' {
		_ = json.Unmarshal(text, &messages) // valid JSON
	}
	for _, message := range messages {
		if _, err := jsonrpc.DecodeMessage(message); err != nil {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: `not a message of JSON-RPC 2.0: an object with "jsonrpc":"2.0" and a method, or with an answer`}
		}
	}
	if len(messages) == 0 {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "a list of messages must not be empty"}
	}
	return nil
}

// toldAsJSON is a fault that the protocol's library tells of a request as plain text,
// as a message: a client that expects JSON then shows what was wrong, and in which
// request.
func toldAsJSON(request, fault []byte, requestID string) []byte {
	why := faultOf(request)
	if why == nil {
		why = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: strings.TrimSpace(string(fault))}
		// The library has no error to compare with: an unknown method is "not handled".
		if strings.Contains(why.Message, "not handled") {
			why.Code = jsonrpc.CodeMethodNotFound
		}
	}
	if requestID != "" {
		told := *why
		told.Data = json.RawMessage(`{"request_id":` + strconv.Quote(requestID) + `}`)
		why = &told
	}
	return appendFault(request, why)
}

// appendFault returns the answer to a request that could not be taken, with its id
// where it is one message that has one.
func appendFault(request []byte, why *jsonrpc.Error) []byte {
	var message struct {
		ID json.RawMessage `json:"id"`
	}
	id := json.RawMessage("null")
	if err := json.Unmarshal(request, &message); err == nil && isID(message.ID) {
		id = message.ID
	}
	text, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, why})
	if err != nil {
		panic(errors.Join(errors.New("mcpapi: a fault of JSON-RPC"), err)) // its parts are texts and numbers
	}
	return append(text, '\n')
}

// isID reports whether a value may be the id of a message: a text or a number.
func isID(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9')
}
