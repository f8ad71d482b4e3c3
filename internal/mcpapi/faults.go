package mcpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// refusal is a fault that the protocol's library tells of a request as plain text, as
// an error of JSON-RPC.
func refusal(text []byte) *jsonrpc.Error {
	why := invalidRequest("%s", bytes.TrimSpace(text))
	// The library has no error to compare with: an unknown method is "not handled".
	if strings.Contains(why.Message, "not handled") {
		why.Code = jsonrpc.CodeMethodNotFound
	}
	return why
}

// withRequest returns a fault with the id of the HTTP request that it is told to.
func withRequest(why *jsonrpc.Error, requestID string) *jsonrpc.Error {
	if requestID == "" {
		return why
	}
	told := *why
	told.Data = json.RawMessage(`{"request_id":` + strconv.Quote(requestID) + `}`)
	return &told
}

// errorAnswer returns the answer to a message that could not be taken, with its id or
// null.
func errorAnswer(id json.RawMessage, why *jsonrpc.Error) []byte {
	text, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, why})
	if err != nil {
		panic(errors.Join(errors.New("mcpapi: a fault of JSON-RPC"), err)) // its parts are texts and numbers
	}
	return text
}

// inPlainWords returns an answer of the protocol's library as it is, except for two
// errors: one without a code, which the library gives to what is out of order, and one
// that speaks of its types.
func inPlainWords(answer []byte) []byte {
	if !isError(answer) {
		return answer
	}
	var parts struct {
		ID    json.RawMessage `json:"id"`
		Error *jsonrpc.Error  `json:"error"`
	}
	if err := json.Unmarshal(answer, &parts); err != nil || parts.Error == nil {
		return answer
	}
	switch why := parts.Error; {
	case strings.Contains(why.Message, "unmarshaling "):
		return errorAnswer(parts.ID, &jsonrpc.Error{
			Code: jsonrpc.CodeInvalidParams, Message: "params do not have the members, or not of the types, that the protocol gives them for this method",
		})
	case why.Code == 0:
		why.Code = jsonrpc.CodeInvalidRequest
		return errorAnswer(parts.ID, why)
	}
	return answer
}

// isError reports whether an answer is an error. It does not read a result, which may
// be long.
func isError(answer []byte) bool {
	members := jsontext.NewDecoder(bytes.NewBuffer(answer), asJSON)
	if open, err := members.ReadToken(); err != nil || open.Kind() != '{' {
		return false
	}
	for {
		name, err := members.ReadToken()
		if err != nil || name.Kind() != '"' || name.String() == "result" {
			return false
		}
		if name.String() == "error" {
			return true
		}
		if err := members.SkipValue(); err != nil {
			return false
		}
	}
}
