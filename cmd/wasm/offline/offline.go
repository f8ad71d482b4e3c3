// Package offline performs the service's operations on the user's machine. Requests and responses
// are JSON. Usage is not metered, so responses lack the fields request_id and replay. Otherwise they
// equal the service's responses byte for byte.
package offline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Answer performs the API operation with the given name. If ok is false, the response is the API's
// error object with its code, message and fields. Answer does not retain body. The progress callback
// receives the number of computed leases and the total number; it may be nil.
func Answer(operation string, body []byte, progress func(done, of int)) (answer []byte, ok bool) {
	op := operations.Find(operation)
	if op == nil {
		return problem("not_found", fmt.Sprintf("operation %q not found; the operations are %s", operation, operations.Names()), nil), false
	}
	task, err := op.Read(body)
	if err != nil {
		return refusal(err), false
	}
	result, err := task.Compute(context.Background(), operations.With{Progress: progress})
	if err != nil {
		return refusal(err), false
	}
	return result.Append(nil), true
}

// refusal returns an engine error as the API's error object.
func refusal(err error) []byte {
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		return problem("invalid_request", invalid.Error(), invalid.Faults)
	}
	return problem("internal_error", err.Error(), nil)
}

func problem(code, message string, faults []leasehold.Fault) []byte {
	dst := append([]byte(`{"error":{"code":`), quote(code)...)
	dst = append(append(dst, `,"message":`...), quote(message)...)
	for i, fault := range faults {
		separator := `,`
		if i == 0 {
			separator = `,"fields":[`
		}
		dst = append(append(dst, separator...), `{"field":`...)
		dst = append(append(dst, quote(fault.Field)...), `,"message":`...)
		dst = append(append(dst, quote(fault.Message)...), '}')
	}
	if len(faults) > 0 {
		dst = append(dst, ']')
	}
	return append(dst, "}}"...)
}

// quote returns text as a JSON string. Invalid UTF-8 becomes U+FFFD.
func quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	return quoted
}
