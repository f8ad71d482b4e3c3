// Package client calls a Leasehold server.
//
//	c, err := client.New("https://leases.example", os.Getenv("LEASEHOLD_KEY"))
//	answer, err := c.Compute(ctx, &leasehold.Lease{ … })
//	fmt.Println(answer.Result.InitialLiability, answer.Quota.Remaining)
//
// Figures are exact decimal numbers with the same digits as in the server's response.
//
// # Retries
//
// Every billed call has an Idempotency-Key, which by default is random. If the connection is lost, or if the server
// responds with a server error or with "too many requests", the client sends the request again with the same key, so a
// computation is billed at most once. If a computation must be billed at most once even after your program is
// restarted, set the key with [WithIdempotencyKey] and store it.
//
// # Errors
//
// A server's error response is returned as an [*Error], which contains the code, a message that names the invalid
// field, and the request ID. All other errors occurred in the client or in the connection to the server.
package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/client/answer"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Client calls one server with one API key. A Client is safe for concurrent use.
type Client struct {
	base    string // URL that ends in /api/v1/
	key     string
	http    *http.Client
	retries int
	wait    time.Duration
	sleep   func(context.Context, time.Duration) error
	agent   string

	insecure bool
}

// Option sets an option of a [Client].
type Option func(*Client)

// WithHTTPClient returns an option that makes the client use the proxy, certificates and timeouts of h. The client does
// not follow redirects, because the API key must be sent only to the configured server.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		copied := *h
		c.http = &copied
	}
}

// WithRetries returns an option that sets the maximum number of retries and the first wait. Later
// waits are longer. If retries is 0, calls are not retried. The defaults are 4 retries and 200 ms.
func WithRetries(retries int, firstWait time.Duration) Option {
	return func(c *Client) { c.retries, c.wait = max(0, retries), firstWait }
}

// WithUserAgent returns an option that inserts a program's name before the client's own User-Agent.
func WithUserAgent(name string) Option {
	return func(c *Client) { c.agent = name + " " + c.agent }
}

// WithInsecure returns an option that allows the client to send the API key without TLS to other hosts, for example
// within a container network. Without this option, unencrypted calls are allowed only to the loopback interface.
func WithInsecure() Option { return func(c *Client) { c.insecure = true } }

// The defaults and limits of a [Client].
const (
	defaultRetries = 4
	defaultWait    = 200 * time.Millisecond
	defaultTimeout = 30 * time.Second // timeout of one attempt
	longestWait    = 10 * time.Second // maximum wait before a retry, unless the server requires a longer wait
	mostWait       = 10 * time.Minute // if the server requires a longer wait, the call fails
	longestBody    = 65 << 20         // maximum length of a response in bytes; the server never sends longer responses
)

// New returns a client of the server at the given address, such as https://leases.example. The
// address may also be the URL of the API, with a path that ends in /api.
func New(address, key string, options ...Option) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("address: %q is not an address such as https://leases.example", address)
	}
	if len(key) > len("Bearer ") && strings.EqualFold(key[:len("Bearer ")], "Bearer ") {
		return nil, errors.New("key: must contain only the key, without the word Bearer")
	}
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("key: must be an API key, sk_test_… or sk_live_…")
	}
	base := strings.TrimRight(address, "/")
	if !strings.HasSuffix(base, "/api") {
		base += "/api"
	}
	c := &Client{
		base: base + "/v1/", key: key, http: &http.Client{Timeout: defaultTimeout},
		retries: defaultRetries, wait: defaultWait, sleep: sleep,
		agent: "leasehold-go/" + strconv.Itoa(leasehold.RulesRevision),
	}
	for _, option := range options {
		option(c)
	}
	if u.Scheme == "http" && !c.insecure && !isLoopback(u.Hostname()) {
		return nil, fmt.Errorf("address: %q would send the key without TLS; use https, or allow it with WithInsecure", address)
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c, nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// CallOption sets an option of one call.
type CallOption func(*call)

// WithIdempotencyKey returns an option that sets the Idempotency-Key of a call. For 30 days, a call with the
// same key and the same request gets the same response and is not billed again. The name argument has at most
// 255 characters and no control characters.
func WithIdempotencyKey(name string) CallOption {
	return func(c *call) { c.idempotencyKey = name }
}

// call contains a call's request, which is the same in every attempt.
type call struct {
	operation      Operation
	body           []byte
	idempotencyKey string
}

// Operation is the name of a server operation.
type Operation string

// The server's operations.
const (
	OpCompute        Operation = "compute"
	OpSchedule       Operation = "schedule"
	OpJournalEntries Operation = "journal-entries"
	OpClassify       Operation = "classify"
	OpReport         Operation = "report"
	OpVerify         Operation = "verify"
	OpCompare        Operation = "compare"
)

// Compute returns the complete accounting of a lease. The call is billed as 1 computation.
func (c *Client) Compute(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ComputeAnswer, error) {
	a := new(ComputeAnswer)
	return orNone(a, c.ask(ctx, OpCompute, lease, &a.Answer, &a.ComputeResponse, options))
}

// Schedule returns the amortization schedule of a lease. The call is billed as 1 computation.
func (c *Client) Schedule(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ScheduleAnswer, error) {
	a := new(ScheduleAnswer)
	return orNone(a, c.ask(ctx, OpSchedule, lease, &a.Answer, &a.ScheduleResponse, options))
}

// JournalEntries returns the journal entries of a lease. The call is billed as 1 computation.
func (c *Client) JournalEntries(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*JournalAnswer, error) {
	a := new(JournalAnswer)
	return orNone(a, c.ask(ctx, OpJournalEntries, lease, &a.Answer, &a.JournalResponse, options))
}

// Classify returns the classification of a lease. The call is free.
func (c *Client) Classify(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ClassifyAnswer, error) {
	a := new(ClassifyAnswer)
	return orNone(a, c.ask(ctx, OpClassify, lease, &a.Answer, &a.ClassifyResponse, options))
}

// Compare returns a lease under all accounting treatments. The call is billed as 1 computation.
func (c *Client) Compare(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*CompareAnswer, error) {
	a := new(CompareAnswer)
	return orNone(a, c.ask(ctx, OpCompare, lease, &a.Answer, &a.CompareResponse, options))
}

// CompareUnder returns a lease under the named accounting treatments, in the given order. The call is
// billed as 1 computation.
func (c *Client) CompareUnder(ctx context.Context, question *treatments.Question, options ...CallOption) (*CompareAnswer, error) {
	if err := question.Lease.Validate(); err != nil {
		return nil, err
	}
	a := new(CompareAnswer)
	return orNone(a, c.send(ctx, OpCompare, question.Append(nil), &a.Answer, &a.CompareResponse, options))
}

// Report returns the figures of many leases for a reporting period. The call requires the pro plan and is billed as 1
// computation per lease in the response. If the quota is not sufficient for all leases, the call fails.
func (c *Client) Report(ctx context.Context, q *portfolio.Question, options ...CallOption) (*ReportAnswer, error) {
	a := new(ReportAnswer)
	return orNone(a, c.send(ctx, OpReport, q.Append(nil), &a.Answer, &a.ReportResponse, options))
}

// Verify compares another program's figures with the accounting for a lease. The call is billed as 1 computation.
func (c *Client) Verify(ctx context.Context, q *reperform.Question, options ...CallOption) (*VerifyAnswer, error) {
	a := new(VerifyAnswer)
	return orNone(a, c.send(ctx, OpVerify, q.Append(nil), &a.Answer, &a.VerifyResponse, options))
}

// orNone returns the answer, or nil if there is an error.
func orNone[T any](a *T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// ask sends a lease as an operation's request, and decodes the response into the arguments head and body.
func (c *Client) ask(ctx context.Context, op Operation, lease *leasehold.Lease, head *Answer, body any, options []CallOption) error {
	if err := lease.Validate(); err != nil {
		return err
	}
	return c.send(ctx, op, lease.Append(nil), head, body, options)
}

// send sends JSON as an operation's request, and decodes the response into the arguments head and body.
func (c *Client) send(ctx context.Context, op Operation, question []byte, head *Answer, body any, options []CallOption) error {
	raw, err := c.Do(ctx, op, question, options...)
	if err != nil {
		return err
	}
	if err := answer.Read(raw.Body, body); err != nil {
		return fmt.Errorf("%s: the server's response: %w", op, err)
	}
	*head = *raw
	return nil
}

// Do sends a JSON body to an operation and returns the response unchanged. The server validates the
// body; the client does not.
func (c *Client) Do(ctx context.Context, op Operation, body []byte, options ...CallOption) (*Answer, error) {
	in := &call{operation: op, body: body}
	for _, option := range options {
		option(in)
	}
	if in.idempotencyKey == "" && op != OpClassify {
		in.idempotencyKey = "auto_" + rand.Text()
	}
	for attempt := 0; ; attempt++ {
		answer, err := c.try(ctx, in)
		if err == nil {
			return answer, nil
		}
		pause, again := c.pause(err, attempt)
		if !again || ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
		if gone := c.sleep(ctx, pause); gone != nil {
			return nil, fmt.Errorf("%s: %w (while waiting after: %w)", op, gone, err)
		}
	}
}

func (c *Client) try(ctx context.Context, in *call) (*Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+string(in.operation), bytes.NewReader(in.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", c.agent)
	if in.idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", in.idempotencyKey)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, &connectionError{err}
	}
	defer resp.Body.Close() //nolint:errcheck // the whole body has been read
	body, err := io.ReadAll(io.LimitReader(resp.Body, longestBody))
	if err != nil {
		return nil, &connectionError{err}
	}
	if resp.StatusCode != http.StatusOK {
		return nil, refusal(resp, body)
	}
	answer := &Answer{
		Body: body, RequestID: resp.Header.Get("X-Request-Id"), IdempotencyKey: in.idempotencyKey,
		Replay: resp.Header.Get("Idempotent-Replay") == "true", Quota: quotaOf(resp.Header),
		Version: resp.Header.Get("X-Leasehold-Version"),
	}
	return answer, nil
}

// Code identifies the reason for an error. Programs can rely on the code.
type Code string

// Error codes.
const (
	Unauthorized   Code = "unauthorized"    // the request had no API key
	InvalidKey     Code = "invalid_key"     // the API key is unknown or revoked
	InvalidRequest Code = "invalid_request" // the message names the invalid field
	QuotaExceeded  Code = "quota_exceeded"  // all computations for the month have been used
	RateLimited    Code = "rate_limited"    // there were too many requests within 60 seconds
	PlanRequired   Code = "plan_required"   // the plan of the API key does not include the operation
	NotFound       Code = "not_found"       // the path does not exist
	InternalError  Code = "internal_error"  // the request may be repeated with the same Idempotency-Key
)

// Error is an error response from the server. After retries, Error is the response to the last attempt.
type Error struct {
	Status     int
	Code       Code    // "" if the response is not from the Leasehold service
	Message    string  // text for users that names the invalid field
	Fields     []Field // all validation errors of a request with the code invalid_request, in the order of Message
	Docs       string  // URL of the page that explains the code
	RequestID  string
	RetryAfter time.Duration // time to wait before another attempt; 0 if the server does not require a wait
	Quota      Quota
}

// Field is one validation error of a request with the code invalid_request.
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

// CodeOf returns the code of a server's error response, or "" for any other error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// messageMax is the maximum number of bytes that an error quotes from a response of another program, such as a proxy.
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
		// The response is from another program, such as a proxy.
		e.Message = fmt.Sprintf("%.*q", messageMax, body)
		return e
	}
	e.Code, e.Message, e.Docs, e.RequestID = told.Error.Code, told.Error.Message, told.Error.Docs, told.Error.RequestID
	e.Fields = told.Error.Fields
	return e
}

// Quota contains the number of computations that an API key may use per calendar month (UTC), and the
// number that remain.
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
