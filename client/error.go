package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Code identifies the reason of an error for programs.
type Code string

// These are the codes of errors.
const (
	Unauthorized   Code = "unauthorized"    // the request had no API key
	InvalidKey     Code = "invalid_key"     // the API key is unknown or revoked
	InvalidRequest Code = "invalid_request" // the message names the invalid field
	QuotaExceeded  Code = "quota_exceeded"  // all computations of the month are used
	RateLimited    Code = "rate_limited"    // there were too many requests within 60 seconds
	PlanRequired   Code = "plan_required"   // the plan of the API key does not include the operation
	NotFound       Code = "not_found"       // the path does not exist
	InternalError  Code = "internal_error"  // the request can be repeated with the same Idempotency-Key
)

// Error is an error response of a server. After retries, Error is the response to the last attempt.
type Error struct {
	Status     int
	Code       Code    // "" if the response is not from the Leasehold service
	Message    string  // text for users that names the invalid field
	Fields     []Field // all errors of a request with the code invalid_request, in the order of Message
	Docs       string  // URL of the page that explains the code
	RequestID  string
	RetryAfter time.Duration // time to wait before another attempt; 0 if the server requires none
	Quota      Quota
}

// Field is one of the errors of a request with the code invalid_request.
type Field struct {
	Field   string `json:"field"` // the path of the invalid field or the name of the header; "body" for the whole request
	Message string `json:"message"`
}

// Error returns the code and the message.
func (e *Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("status %d: %s", e.Status, e.Message)
	}
	return fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, e.RequestID)
}

// CodeOf returns the code of an error response of the server. CodeOf returns "" for any other error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// messageMax is the maximum number of bytes that an error quotes from a response that is not from
// the Leasehold service.
const messageMax = 200

func refusal(resp *http.Response, body []byte) *Error {
	e := &Error{
		Status: resp.StatusCode, RequestID: resp.Header.Get("X-Request-Id"), Quota: quotaOf(resp.Header),
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	var told struct {
		Error struct {
			Code      Code    `json:"code"`
			Message   string  `json:"message"`
			Docs      string  `json:"docs"`
			RequestID string  `json:"request_id"`
			Fields    []Field `json:"fields"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &told); err != nil || told.Error.Code == "" {
		// The response is from another program, such as a proxy between the client and the service.
		e.Message = fmt.Sprintf("%.*q", messageMax, body)
		return e
	}
	e.Code, e.Message, e.Docs, e.RequestID = told.Error.Code, told.Error.Message, told.Error.Docs, told.Error.RequestID
	e.Fields = told.Error.Fields
	return e
}

// Quota is the number of computations that an API key has per calendar month (UTC), and the number
// that remains.
type Quota struct {
	Limit, Remaining int64
	Known            bool // whether the response contained the quota
}

func quotaOf(h http.Header) Quota {
	limit, err := strconv.ParseInt(h.Get("X-Quota-Limit"), 10, 64)
	remaining, invalid := strconv.ParseInt(h.Get("X-Quota-Remaining"), 10, 64)
	if err != nil || invalid != nil {
		return Quota{}
	}
	return Quota{Limit: limit, Remaining: remaining, Known: true}
}
