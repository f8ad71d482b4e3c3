package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Code is the machine-readable reason of an error.
type Code string

// The codes.
const (
	Unauthorized   Code = "unauthorized"    // no key was sent
	InvalidKey     Code = "invalid_key"     // unknown or revoked
	InvalidRequest Code = "invalid_request" // the message names the field
	QuotaExceeded  Code = "quota_exceeded"  // the month's computations are used up
	RateLimited    Code = "rate_limited"    // too many requests within 60 seconds
	PlanRequired   Code = "plan_required"   // another plan is needed
	NotFound       Code = "not_found"       // unknown path
	InternalError  Code = "internal_error"  // safe to repeat under the same Idempotency-Key
)

// Error is a server's final error, after all attempts.
type Error struct {
	Status     int
	Code       Code    // "" if the response did not come from the service
	Message    string  // for people; it names the field
	Fields     []Field // the faults of an invalid_request, in the order of Message
	Docs       string  // the page that explains the code
	RequestID  string
	RetryAfter time.Duration // 0 if waiting does not help
	Quota      Quota
}

// Field is one validation error of an invalid_request.
type Field struct {
	Field   string `json:"field"` // the member or the header at fault, or "body"
	Message string `json:"message"`
}

// Error returns the code and the message.
func (e *Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("status %d: %s", e.Status, e.Message)
	}
	return fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, e.RequestID)
}

// CodeOf returns the code of a server's error response, or "" for any other error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// messageMax is the maximum length of a foreign response that an error quotes.
const messageMax = 200

// refusal reads an error response.
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
		// Something between the client and the service sent this response.
		e.Message = fmt.Sprintf("%.*q", messageMax, body)
		return e
	}
	e.Code, e.Message, e.Docs, e.RequestID = told.Error.Code, told.Error.Message, told.Error.Docs, told.Error.RequestID
	e.Fields = told.Error.Fields
	return e
}

// Quota is a key's monthly quota (UTC calendar month) and its remaining units.
type Quota struct {
	Limit, Remaining int64
	Known            bool // whether the response reported the quota
}

func quotaOf(h http.Header) Quota {
	limit, err := strconv.ParseInt(h.Get("X-Quota-Limit"), 10, 64)
	if err != nil {
		return Quota{}
	}
	remaining, err := strconv.ParseInt(h.Get("X-Quota-Remaining"), 10, 64)
	if err != nil {
		return Quota{}
	}
	return Quota{Limit: limit, Remaining: remaining, Known: true}
}
