// Package offline answers the service's operations without a service: JSON in,
// JSON out, on the machine of whoever asks. Nothing is metered, so an answer has
// neither request_id nor replay; all else has the bytes of the service's answer.
package offline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/evidence"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Progress is told how many leases of a request are done, of how many.
type Progress func(done, of int)

// Operation is one of the service's operations.
type Operation struct {
	Name    string // as in the service's paths: journal-entries
	MaxBody int    // bytes
	answer  func(body []byte, progress Progress) ([]byte, error)
}

// Limits of the service, so that what is answered here is answered there.
const (
	maxLease    = 64 << 10
	maxSchedule = 1 << 20
	maxLeases   = 8 << 20
)

var operations = []Operation{
	{"compute", maxLease, ofLease((*leasehold.Result).AppendCompute)},
	{"schedule", maxLease, ofLease((*leasehold.Result).AppendSchedule)},
	{"journal-entries", maxLease, ofLease((*leasehold.Result).AppendJournal)},
	{"classify", maxLease, ofLease((*leasehold.Result).AppendClassify)},
	{"report", maxLeases, report},
	{"verify", maxSchedule, verify},
	{"compare", maxLease, compare},
	{"check-terms", maxLease, checkTerms},
}

// Operations lists the operations.
func Operations() []Operation { return operations }

// Answer answers a request of an operation. Where ok is false, the answer is the
// error object of the contract, with its code, message and fields. Body is not
// kept; progress may be nil.
func Answer(operation string, body []byte, progress Progress) (answer []byte, ok bool) {
	i := slices.IndexFunc(operations, func(op Operation) bool { return op.Name == operation })
	if i < 0 {
		return problem("not_found", fmt.Sprintf("there is no operation %q; the operations are %s", operation, names()), nil), false
	}
	op := &operations[i]
	if len(body) > op.MaxBody {
		tooLong := leasehold.Fault{Field: "body", Message: fmt.Sprintf("must have at most %d bytes", op.MaxBody)}
		return refusal(&leasehold.InvalidError{Faults: []leasehold.Fault{tooLong}}), false
	}
	answer, err := op.answer(body, progress)
	if err != nil {
		return refusal(err), false
	}
	return answer, true
}

// ofLease makes an operation on one lease of what prints its result.
func ofLease(write func(*leasehold.Result, []byte) []byte) func([]byte, Progress) ([]byte, error) {
	return func(body []byte, _ Progress) ([]byte, error) {
		lease, err := leasehold.Decode(body)
		if err != nil {
			return nil, err
		}
		result, err := leasehold.Compute(lease)
		if err != nil {
			return nil, err
		}
		return write(result, nil), nil
	}
}

func report(body []byte, progress Progress) ([]byte, error) {
	question, err := portfolio.Decode(body)
	if err != nil {
		return nil, err
	}
	answer, err := portfolio.AnswerWithProgress(question, progress)
	if err != nil {
		return nil, err
	}
	return answer.Append(nil), nil
}

func verify(body []byte, _ Progress) ([]byte, error) {
	question, err := reperform.Decode(body)
	if err != nil {
		return nil, err
	}
	answer, err := reperform.Verify(question)
	if err != nil {
		return nil, err
	}
	return answer.Append(nil), nil
}

func compare(body []byte, _ Progress) ([]byte, error) {
	question, err := treatments.Decode(body)
	if err != nil {
		return nil, err
	}
	comparison, err := question.Answer()
	if err != nil {
		return nil, err
	}
	return comparison.Append(nil), nil
}

func checkTerms(body []byte, _ Progress) ([]byte, error) {
	question, err := evidence.Decode(body)
	if err != nil {
		return nil, err
	}
	return evidence.Check(question).Append(nil), nil
}

func names() string {
	list := make([]string, len(operations))
	for i, op := range operations {
		list[i] = op.Name
	}
	return strings.Join(list, ", ")
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
