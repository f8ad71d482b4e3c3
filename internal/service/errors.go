package service

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Code identifies a kind of error. The codes are part of the API contract.
type Code string

// The error codes of the API contract.
const (
	Unauthorized   Code = "unauthorized"
	InvalidKey     Code = "invalid_key"
	InvalidRequest Code = "invalid_request"
	QuotaExceeded  Code = "quota_exceeded"
	RateLimited    Code = "rate_limited"
	PlanRequired   Code = "plan_required"
	NotFound       Code = "not_found"
	InternalError  Code = "internal_error"
)

// CodeInfo documents a code. Its status and meaning are defined only here.
type CodeInfo struct {
	Code   Code
	Status int    // HTTP status, but 405 for an invalid_request caused by a wrong method
	When   string // condition under which the error occurs
	Fix    string // what the caller can do about the error
}

var codes = []CodeInfo{
	{
		Unauthorized, 401, "No API key was sent.",
		"Send the key in the Authorization header with the Bearer scheme, or in x-api-key. Keys in the URL are ignored.",
	},
	{
		InvalidKey, 401, "The API key is unknown, revoked or past its rotation grace period, or several keys were sent.",
		"Check that the whole key was copied, and that only one credential is sent. A lost key cannot be shown again: rotate it.",
	},
	{
		InvalidRequest, 400, "The body is not valid JSON or violates a constraint, a header is malformed, an Idempotency-Key was used before with another body, or (status 405) the method is not POST. The message and error.fields name the field.",
		"Correct the field that the message names. The request was not billed.",
	},
	{
		QuotaExceeded, 429, "The plan's computations for this UTC calendar month are used up, or too few remain for this request.",
		"Wait until the 1st of the next month (UTC) or change the plan. Calls to the classify operation and replays of earlier responses are free and still work.",
	},
	{
		RateLimited, 429, "Across all operations, more requests were sent with the key within 60 seconds than its plan allows.",
		"Wait the number of seconds in the retry-after header, then repeat the request. It was not billed.",
	},
	{
		PlanRequired, 403, "The key's plan does not include the operation. The message names a plan that includes it.",
		"Change the key's plan. The request was not billed.",
	},
	{
		NotFound, 404, "The path does not exist.",
		"Check the path: the operations are " + operations.Names() + " under /api/v1/.",
	},
	{
		InternalError, 500, "Something failed on the server.",
		"Repeat the request with the same Idempotency-Key: it is billed at most once. Quote the request_id when you report the error.",
	},
}

// Codes returns the documentation of every code.
func Codes() []CodeInfo { return codes }

// Status returns the HTTP status of c.
func (c Code) Status() int {
	for _, info := range codes {
		if info.Code == c {
			return info.Status
		}
	}
	return 500
}

// DocsPath is the path to the page that explains the codes. The page has an anchor for each code.
const DocsPath = "/docs/errors"

// Docs returns the link to the documentation of c on the server with the given public URL.
func (c Code) Docs(publicURL string) string { return publicURL + DocsPath + "#" + string(c) }

// Error is an error response. Callers receive all other errors as internal_error without details.
type Error struct {
	Code       Code
	Message    string  // message for the caller; it names the fields of an invalid_request
	Fields     []Field // errors of an invalid_request, in the order in which the message lists them
	Status     int     // HTTP status, if it differs from the status of the code; otherwise 0
	RetryAfter int     // value of the Retry-After header in seconds; 0 to omit the header
	Cause      error   // cause for the log; the caller does not receive it
}

// Field is one error in an invalid_request.
type Field struct {
	Name    string `json:"field"`   // name of a field, a header or an argument, or "body" or "method"
	Message string `json:"message"` // the problem and the allowed values
}

// Error returns the code, the message and the cause.
func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// HTTPStatus returns the HTTP status of the response.
func (e *Error) HTTPStatus() int {
	if e.Status != 0 {
		return e.Status
	}
	return e.Code.Status()
}

// AsError returns err as an error response. An error that callers cannot correct becomes an
// internal_error without details.
func AsError(err error) *Error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		return InvalidFields(lists.Map(invalid.Faults, func(f leasehold.Fault) Field { return Field{f.Field, f.Message} })...)
	}
	switch {
	case errors.Is(err, admission.ErrBusy):
		return Overloaded()
	case errors.Is(err, admission.ErrShare):
		return &Error{
			Code:       RateLimited,
			Message:    "This caller's requests and responses fill its share of the server's memory. Read the responses completely, then try again in 1 s.",
			RetryAfter: 1,
			Cause:      err,
		}
	case errors.Is(err, admission.ErrEnding):
		return &Error{Code: InternalError, Message: "The server is shutting down. The request was not billed; try again.", RetryAfter: 1, Cause: err}
	}
	return &Error{Code: InternalError, Message: internalMessage, Cause: err}
}

const internalMessage = "Something failed on the server. If the request has an Idempotency-Key, it is safe to repeat."

// Invalid returns an invalid_request with one field.
func Invalid(field, problem string) *Error { return InvalidFields(Field{field, problem}) }

// InvalidFields returns an invalid_request with the given fields.
func InvalidFields(fields ...Field) *Error {
	message := lists.Join(fields, "; ", func(f Field) string { return f.Name + ": " + f.Message })
	return &Error{Code: InvalidRequest, Message: message, Fields: fields}
}

// WithStatus returns e with another HTTP status.
func (e *Error) WithStatus(status int) *Error {
	changed := *e
	changed.Status = status
	return &changed
}

// Rename returns a copy of e with one field renamed. Interfaces call it if they use another name for the field.
func (e *Error) Rename(field, name string) *Error {
	i := slices.IndexFunc(e.Fields, func(f Field) bool { return f.Name == field })
	if i < 0 {
		return e
	}
	fields := slices.Clone(e.Fields)
	fields[i].Name = name
	renamed := InvalidFields(fields...)
	renamed.Status, renamed.Cause = e.Status, e.Cause
	return renamed
}

// CredentialError returns the error response for an error from [apikey.FromHeaders].
func CredentialError(err error) *Error {
	switch {
	case errors.Is(err, apikey.ErrMissing):
		return &Error{Code: Unauthorized, Message: "No API key was sent. Send it as 'Authorization: Bearer KEY' or as 'x-api-key: KEY'."}
	case errors.Is(err, apikey.ErrScheme):
		return &Error{Code: Unauthorized, Message: "The Authorization header must use the Bearer scheme. Send the key as 'Authorization: Bearer KEY' or as 'x-api-key: KEY'."}
	case errors.Is(err, apikey.ErrPrefixed):
		return &Error{Code: InvalidKey, Message: "The x-api-key header must contain only the key, without the word Bearer."}
	}
	return &Error{Code: InvalidKey, Message: "More than one API key was sent. Send a single key, once."}
}

func unknownKey() *Error {
	return &Error{Code: InvalidKey, Message: "The API key is unknown or revoked."}
}

// TooMany returns the error for exceeding a rate limit. The limit is the maximum number of requests, messages
// or changes within 60 seconds; the wait is the time until the next request, message or change is accepted.
func TooMany(noun string, limit int, wait time.Duration) *Error {
	seconds := meter.RetryAfter(wait)
	return &Error{
		Code:       RateLimited,
		Message:    fmt.Sprintf("More than %d %s within 60 seconds. Try again in %d s.", limit, noun, seconds),
		RetryAfter: seconds,
	}
}

func quotaExceeded(quota Quota, units int64, month meter.Month) *Error {
	problem := fmt.Sprintf("The quota of %d computations for %s is used up.", quota.Limit, month)
	if quota.Remaining > 0 || units > 1 {
		be := "are"
		if quota.Remaining == 1 {
			be = "is"
		}
		problem = fmt.Sprintf("The request needs %d computations, and %d of the %d for %s %s left.", units, quota.Remaining, quota.Limit, month, be)
	}
	return &Error{Code: QuotaExceeded, Message: problem + " It resets at " + month.End().Format(time.RFC3339) + "."}
}

// keyHolder names the plan's owner in error messages to callers with an API key.
const keyHolder = "the key"

// planRequired returns an error that names the lowest plan that includes the operation.
func (s *Service) planRequired(op *operations.Operation, plan meter.Plan, holder string) *Error {
	names := s.Plans()
	i := slices.IndexFunc(names, func(p meter.Plan) bool { return s.Offers(p, op) })
	if i < 0 {
		return &Error{Code: PlanRequired, Message: fmt.Sprintf("No plan on this server includes %s; %s has the %s plan.", op, holder, plan)}
	}
	return &Error{Code: PlanRequired, Message: fmt.Sprintf("%s needs the %s plan; %s has the %s plan.", op, names[i], holder, plan)}
}

// Overloaded returns the error for a request that the server is too busy to process.
func Overloaded() *Error {
	return &Error{
		Code:       InternalError,
		Message:    "The server is busy with other requests. The request was not billed; try again.",
		RetryAfter: 1,
		Cause:      admission.ErrBusy,
	}
}
