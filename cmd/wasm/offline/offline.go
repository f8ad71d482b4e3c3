// Package offline answers the service's operations without a service: JSON in,
// JSON out, on the machine of whoever asks. Nothing is metered, so an answer has
// neither request_id nor replay; all else has the bytes of the service's answer.
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

// Answer answers a request of an operation, by its name in the contract. Where ok is
// false, the answer is the error object of the contract, with its code, message and
// fields. Body is not kept. progress is told how many leases of a request are done, of how
// many; it may be nil.
func Answer(operation string, body []byte, progress func(done, of int)) (answer []byte, ok bool) {
	op := operations.Find(operation)
	if op == nil {
		return problem("not_found", fmt.Sprintf("there is no operation %q; the operations are %s", operation, operations.Names()), nil), false
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

// refusal prints an error of the engine as the contract's error object.
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
		lead := `,`
		if i == 0 {
			lead = `,"fields":[`
		}
		dst = append(append(dst, lead...), `{"field":`...)
		dst = append(append(dst, quote(fault.Field)...), `,"message":`...)
		dst = append(append(dst, quote(fault.Message)...), '}')
	}
	if len(faults) > 0 {
		dst = append(dst, ']')
	}
	return append(dst, "}}"...)
}

// quote prints a text as a JSON string; bytes that are no UTF-8 become U+FFFD.
func quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	return quoted
}
