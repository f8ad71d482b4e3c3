// Package wire sends HTTP requests to a running service and reads the responses. It does not
// convert numbers, so every amount keeps its text.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Operations lists the last path elements of the API's four operations, in the order of the API
// contract.
var Operations = []string{"compute", "schedule", "journal-entries", "classify"}

// Path returns an operation's path.
func Path(operation string) string { return "/api/v1/" + operation }

// Units returns the number of units that a call of the operation costs if the call is not a replay.
func Units(operation string) int {
	if operation == "classify" {
		return 0
	}
	return 1
}

// Call is a request. An empty Method means POST.
type Call struct {
	Method  string
	Path    string
	Key     string      // sent in the Authorization: Bearer header
	Header  http.Header // additional headers, which replace default headers with the same name
	Body    string
	Chunked bool // whether the body is sent in chunks, without a Content-Length
}

// With returns a copy of the call with one additional header.
func (c Call) With(name, value string) Call {
	c.Header = c.Header.Clone()
	if c.Header == nil {
		c.Header = http.Header{}
	}
	c.Header.Add(name, value)
	return c
}

// Keyed returns a copy of the call with an Idempotency-Key.
func (c Call) Keyed(key string) Call { return c.With("Idempotency-Key", key) }

// Reply is the response to a call.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Client sends calls to one service. It does not follow redirects.
type Client struct {
	Base string
	HTTP *http.Client
}

// NewClient returns a client that keeps up to the given number of connections open.
func NewClient(base string, connections int) *Client {
	return &Client{Base: base, HTTP: &http.Client{
		Timeout: time.Minute,
		Transport: &http.Transport{
			MaxIdleConnsPerHost: connections,
			DisableCompression:  true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close closes the idle connections.
func (c *Client) Close() { c.HTTP.CloseIdleConnections() }

// Do sends a call and returns the complete response.
func (c *Client) Do(ctx context.Context, call Call) (Reply, error) {
	req, err := c.request(ctx, call)
	if err != nil {
		return Reply{}, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return Reply{}, err
	}
	defer resp.Body.Close() //nolint:errcheck // the body is read completely below
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

func (c *Client) request(ctx context.Context, call Call) (*http.Request, error) {
	method := call.Method
	if method == "" {
		method = http.MethodPost
	}
	var body io.Reader = strings.NewReader(call.Body)
	if call.Chunked {
		body = struct{ io.Reader }{body} // hides the body's length from net/http
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+call.Path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if call.Key != "" {
		req.Header.Set("Authorization", "Bearer "+call.Key)
	}
	for name, values := range call.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	return req, nil
}

// JSON decodes the body. Numbers become [json.Number].
func (r Reply) JSON() (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(r.Body))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("status %d: body is not a JSON object: %w: %.200q", r.Status, err, r.Body)
	}
	if d.More() {
		return nil, fmt.Errorf("status %d: more than one JSON value: %.200q", r.Status, r.Body)
	}
	return v, nil
}

// Problem is the error in a reply, or the zero value if the reply is not an error.
type Problem struct {
	Code, Message, Docs, RequestID string
}

// Problem decodes the error in the body.
func (r Reply) Problem() Problem {
	var body struct {
		Error struct {
			Code, Message, Docs string
			RequestID           string `json:"request_id"`
		}
	}
	if json.Unmarshal(r.Body, &body) != nil {
		return Problem{}
	}
	return Problem(body.Error)
}

// Original reports whether the reply is a success and not a replay.
func (r Reply) Original() bool {
	return r.Status == http.StatusOK && r.Header.Get("Idempotent-Replay") == "" && bytes.Contains(r.Body, []byte(`"replay":false`))
}

// Replayed reports whether both the header and the body mark the reply as a replay.
func (r Reply) Replayed() bool {
	return r.Status == http.StatusOK && r.Header.Get("Idempotent-Replay") == "true" && bytes.Contains(r.Body, []byte(`"replay":true`))
}

// Figures returns a successful reply's body without the request_id and replay fields. A response
// and its replays differ in these fields. All other bytes must be the same.
func (r Reply) Figures() string {
	text := string(r.Body)
	if id := r.Header.Get("X-Request-Id"); id != "" {
		text = strings.ReplaceAll(text, `"`+id+`"`, `""`)
	}
	return strings.Replace(text, `"replay":true`, `"replay":false`, 1)
}

// String describes the reply for a test's failure message.
func (r Reply) String() string {
	return fmt.Sprintf("%d %.300s", r.Status, r.Body)
}
