// Package client calls a Leasehold server.
//
//	c, err := client.New("https://leases.example", os.Getenv("LEASEHOLD_KEY"))
//	answer, err := c.Compute(ctx, &leasehold.Lease{ … })
//	fmt.Println(answer.Result.InitialLiability, answer.Quota.Remaining)
//
// Figures are exact decimals with the server's digits.
//
// # Retries
//
// Every billed call carries an Idempotency-Key, by default a random one. After
// a lost connection, a server error or too many requests the client repeats
// the call under the same key, so a computation is billed at most once. To
// make a call safe across restarts of your program, name it with
// [WithIdempotencyKey] and store the name.
//
// # Errors
//
// A refusal of the server is an [*Error] with the code, the message that names the
// field, and the request's id. All other errors occurred on the
// way to the server or back.
package client

import (
	"bytes"
	"context"
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
)

// Client calls one server with one key. It is safe for concurrent use.
type Client struct {
	base    string // ends in /api/v1/
	key     string
	http    *http.Client
	retries int
	wait    time.Duration
	sleep   func(context.Context, time.Duration) error
	agent   string

	insecure bool
}

// Option changes how a [Client] works.
type Option func(*Client)

// WithHTTPClient sends the calls through h, to use its proxy, its certificates or its timeouts.
// Redirects are not followed, because a key belongs to one server.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		copied := *h
		c.http = &copied
	}
}

// WithRetries sets the maximum number of retries and the first wait; later
// waits are longer. 0 disables retries. The default is 4 and 200 ms.
func WithRetries(retries int, firstWait time.Duration) Option {
	return func(c *Client) { c.retries, c.wait = max(0, retries), firstWait }
}

// WithUserAgent puts a program's name before the client's own.
func WithUserAgent(name string) Option {
	return func(c *Client) { c.agent = name + " " + c.agent }
}

// WithInsecure lets the key be sent without TLS to hosts other than this machine, as
// within a network of containers.
func WithInsecure() Option { return func(c *Client) { c.insecure = true } }

// Defaults of a [Client].
const (
	defaultRetries = 4
	defaultWait    = 200 * time.Millisecond
	defaultTimeout = 30 * time.Second // of one attempt
	longestWait    = 10 * time.Second // unless the server requires more
	mostWait       = 10 * time.Minute // the longest wait that a server may require
	longestBody    = 65 << 20         // longer than the longest answer
)

// New returns a client of the server at address, such as https://leases.example. If the path of
// address ends in /api, address is the URL of the API instead of the server.
func New(address, key string, options ...Option) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("address: %q is not an address such as https://leases.example", address)
	}
	if len(key) > len("Bearer ") && strings.EqualFold(key[:len("Bearer ")], "Bearer ") {
		return nil, errors.New("key: must be the key alone, without the word Bearer")
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

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// CallOption changes one call.
type CallOption func(*call)

// WithIdempotencyKey names the computation: an equal request under the same name
// is billed once, and its answer is repeated, for 30 days. It has up to
// 255 characters without control characters.
func WithIdempotencyKey(name string) CallOption {
	return func(c *call) { c.idempotencyKey = name }
}

// call is one logical call with all its attempts.
type call struct {
	operation      Operation
	body           []byte
	idempotencyKey string
}

// Operation is the name of an operation.
type Operation string

// The operations.
const (
	OpCompute        Operation = "compute"
	OpSchedule       Operation = "schedule"
	OpJournalEntries Operation = "journal-entries"
	OpClassify       Operation = "classify"
	OpReport         Operation = "report"
	OpVerify         Operation = "verify"
	OpCompare        Operation = "compare"
)

// Compute returns the whole accounting of a lease. It is billed 1 computation.
func (c *Client) Compute(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ComputeAnswer, error) {
	a := new(ComputeAnswer)
	return orNone(a, c.ask(ctx, OpCompute, lease, &a.Answer, &a.ComputeResponse, options))
}

// Schedule returns the amortization schedule of a lease. It is billed 1
// computation.
func (c *Client) Schedule(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ScheduleAnswer, error) {
	a := new(ScheduleAnswer)
	return orNone(a, c.ask(ctx, OpSchedule, lease, &a.Answer, &a.ScheduleResponse, options))
}

// JournalEntries returns the journal entries of a lease. It is billed 1
// computation.
func (c *Client) JournalEntries(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*JournalAnswer, error) {
	a := new(JournalAnswer)
	return orNone(a, c.ask(ctx, OpJournalEntries, lease, &a.Answer, &a.JournalResponse, options))
}

// Classify returns the classification of a lease. It is free.
func (c *Client) Classify(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*ClassifyAnswer, error) {
	a := new(ClassifyAnswer)
	return orNone(a, c.ask(ctx, OpClassify, lease, &a.Answer, &a.ClassifyResponse, options))
}

// orNone returns a, or nil and err if err is not nil.
func orNone[T any](a *T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// ask sends a lease and reads the answer.
func (c *Client) ask(ctx context.Context, op Operation, lease *leasehold.Lease, head *Answer, body any, options []CallOption) error {
	if err := lease.Validate(); err != nil {
		return err
	}
	return c.send(ctx, op, lease.Append(nil), head, body, options)
}

// send sends a body and reads the answer.
func (c *Client) send(ctx context.Context, op Operation, question []byte, head *Answer, body any, options []CallOption) error {
	raw, err := c.Do(ctx, op, question, options...)
	if err != nil {
		return err
	}
	if err := answer.Read(raw.Body, body); err != nil {
		return fmt.Errorf("%s: the server's answer: %w", op, err)
	}
	*head = *raw
	return nil
}

// Do sends a JSON body to an operation and returns the unchanged response.
// Only the server validates the body.
func (c *Client) Do(ctx context.Context, op Operation, body []byte, options ...CallOption) (*Answer, error) {
	in := &call{operation: op, body: body}
	for _, option := range options {
		option(in)
	}
	if in.idempotencyKey == "" && op != OpClassify {
		in.idempotencyKey = newIdempotencyKey()
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

// try makes one attempt.
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
	defer resp.Body.Close() //nolint:errcheck // read to its end below
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
