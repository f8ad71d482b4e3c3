package mcpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// A line that is no message is answered with the error of JSON-RPC, and the
// conversation goes on.
func TestGarbageOnStandardInputIsAnswered(t *testing.T) {
	t.Parallel()
	lines := []struct{ in, answer string }{
		{"garbage", `"id":null,"error":{"code":-32700,`},
		{"", ""},
		{"42", `"id":null,"error":{"code":-32600,`},
		{"[]", `"id":null,"error":{"code":-32600,`},
		{"null", `"id":null,"error":{"code":-32600,`},
		{`{"id":1,"method":"ping"}`, `"id":1,"error":{"code":-32600,`},
		{`"` + strings.Repeat("x", longestBody()) + `"`, fmt.Sprintf("longer than the %d bytes", longestBody())},
		{strings.Repeat("[", longestBody()+9000), fmt.Sprintf("longer than the %d bytes", longestBody())},
		{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
			`"id":1,"result":`,
		},
		{`{"jsonrpc":"2.0","id":2,"method":"no/such"}`, `"id":2,"error":{"code":-32601,`},
		{`{"jsonrpc":"2.0","id":3,"method":"ping"}`, `"id":3,"result":`},
	}
	var in []string
	for _, line := range lines {
		in = append(in, line.in)
	}
	answers := talk(t, options, in...)
	for _, line := range lines {
		if !slices.ContainsFunc(answers, func(a string) bool { return strings.Contains(a, line.answer) }) {
			t.Errorf("no answer to %.80s has %s:\n%.2000s", line.in, line.answer, answers)
		}
	}
}

// What the protocol's library refuses as plain text is told as JSON-RPC.
func TestFaultsOverHTTPAreMessages(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		body, want string
		header     []string
	}{
		{"garbage", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not valid JSON"`, nil},
		{`{"foo":1}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message of JSON-RPC 2.0`, nil},
		{
			`{"jsonrpc":"2.0","id":"a","method":"no/such"}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":`,
			[]string{"MCP-Protocol-Version", "2025-06-18"},
		},
		{
			`{"jsonrpc":"2.0","id":7,"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Content-Type must be`,
			[]string{"Content-Type", "text/csv"},
		},
	} {
		resp, body := s.send(c.body, c.header...)
		if resp.StatusCode < http.StatusBadRequest || resp.Header.Get("Content-Type") != "application/json" || !strings.HasPrefix(body, c.want) ||
			!strings.HasSuffix(body, `,"data":{"request_id":"`+resp.Header.Get("X-Request-Id")+"\"}}}\n") {
			t.Errorf("%s %v\ngot  %d %s %s\nwant %s", c.body, c.header, resp.StatusCode, resp.Header.Get("Content-Type"), body, c.want)
		}
	}
}

// talk sends lines over standard input and returns the answers.
func talk(t *testing.T, o Options, lines ...string) []string {
	t.Helper()
	server, err := NewLocal(o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := RunStdio(t.Context(), server, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// expect compares answers that have any order with their beginnings.
func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d answers, want %d:\n%.3000s", len(got), len(want), strings.Join(got, "\n"))
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(a string) bool { return strings.HasPrefix(a, w) }) {
			t.Errorf("no answer begins with %s:\n%.3000s", w, strings.Join(got, "\n"))
		}
	}
}

func helloOf(version string) string { return strings.Replace(hello, "2025-11-25", version, 1) }

func ping(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

const (
	welcome = `{"jsonrpc":"2.0","id":1,"result":`
	unasked = `{"jsonrpc":"2.0","method":"no/such"}`
	invalid = `"error":{"code":-32600,`
)

// A batch has one line with its answers under the version that has batches. With
// another one it is refused, and the conversation goes on.
func TestBatchesOverStandardInput(t *testing.T) {
	t.Parallel()
	with := func(version string, batch ...string) []string {
		lines := append([]string{helloOf(version)}, batch...)
		return talk(t, options, append(lines, ping(`"after"`))...)
	}
	const after = `{"jsonrpc":"2.0","id":"after","result":`
	for _, version := range []string{"2024-11-05", "2025-06-18", "2025-11-25"} {
		expect(t, with(version, "["+ping("6")+"]"), welcome, `{"jsonrpc":"2.0","id":null,`+invalid+`"message":"a batch of messages is only part of protocol version 2025-03-26`, after)
	}
	expect(t, with("2025-03-26", "["+ping("6")+"]"), welcome, `[{"jsonrpc":"2.0","id":6,"result":{}}]`, after)
	expect(t, with("2025-03-26", "["+unasked+"]", batchOf("no/such", 9)), welcome, `{"jsonrpc":"2.0","id":null,`+invalid+`"message":"a batch must have at most 8`, after)
	got := with("2025-03-26", "["+ping("6")+",7,"+unasked+","+ping("6")+","+callTool("c", "no_such", "{}")+"]")
	expect(t, got, welcome, `[`, after)
	for _, part := range []string{
		`{"jsonrpc":"2.0","id":6,"result":{}}`, `{"jsonrpc":"2.0","id":null,` + invalid + `"message":"not a message`,
		`{"jsonrpc":"2.0","id":null,` + invalid + `"message":"id 6 is that of another request`, `{"jsonrpc":"2.0","id":"c","error":{"code":-32602`,
	} {
		if batch := got[slices.IndexFunc(got, func(a string) bool { return a[0] == '[' })]; strings.Count(batch, part) != 1 || strings.Count(batch, `"jsonrpc"`) != 4 {
			t.Errorf("not one %s in %s", part, batch)
		}
	}
	expect(t, talk(t, options, "["+hello+"]", ping("2")), `{"jsonrpc":"2.0","id":null,`+invalid, `{"jsonrpc":"2.0","id":2,"result":`)
}

// The messages of a batch over HTTP are each answered separately. One without an id has
// no answer.
func TestMessagesOfABatchAreAnsweredEach(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		body string
		want []string
	}{
		{
			"[" + ping("1") + "," + unasked + "," + ping("1.5") + "," + ping("1") + `,{"jsonrpc":"2.0","id":"x","method":"no/such"}]`,
			[]string{
				`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1.5,` + invalid, `{"jsonrpc":"2.0","id":null,` + invalid + `"message":"id 1 is that of another request`,
				`{"jsonrpc":"2.0","id":"x","error":{"code":-32601,`,
			},
		},
		{"[" + unasked + "]", nil},
		{unasked, nil},
	} {
		resp, body := s.send(c.body)
		status := http.StatusOK
		if c.want == nil {
			status = http.StatusAccepted
		}
		if resp.StatusCode != status || strings.Count(body, `"jsonrpc"`) != len(c.want) {
			t.Errorf("%s: %d %s", c.body, resp.StatusCode, body)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %s in %s", c.body, want, body)
			}
		}
	}
}

// An id comes back as it was sent, or the request is refused.
func TestIDsAreExact(t *testing.T) {
	t.Parallel()
	s := open(t)
	for id, exact := range map[string]bool{
		`0`: true, `-7`: true, `9007199254740991`: true, `"1.5"`: true, `""`: true,
		`1.5`: false, `1e3`: false, `9007199254740992`: false, `9007199254740993`: false, `-9007199254740993`: false, `123456789012345678901234567890`: false,
	} {
		want := `{"jsonrpc":"2.0","id":` + id + `,"result":{}}`
		if !exact {
			want = `{"jsonrpc":"2.0","id":` + id + `,` + invalid + `"message":"id must be a string or an integer from -9007199254740991 to 9007199254740991"`
		}
		expect(t, talk(t, options, ping(id)), want)
		_, body := s.send(ping(id))
		expect(t, []string{body}, want)
	}
	for _, id := range []string{`[1]`, `{}`, `true`} {
		expect(t, talk(t, options, ping(id)), `{"jsonrpc":"2.0","id":null,`+invalid)
	}
}

// A request with the id of one that has no answer yet is refused, and the conversation
// ends at the end of the input.
func TestAnIDInUseIsRefused(t *testing.T) {
	t.Parallel()
	long := callTool("twice", "report_leases", `{"from":"2026-01-01","to":"2026-12-31","leases":[`+strings.TrimSuffix(strings.Repeat(`{"id":"a",`+plain+`},`, 50), ",")+`]}`)
	got := talk(t, options, helloOf("2025-03-26"), "["+long+","+long+"]")
	expect(t, got, welcome, `[`)
	if batch := got[len(got)-1]; !strings.Contains(batch, `{"jsonrpc":"2.0","id":null,`+invalid+`"message":"id \"twice\" is that of another request that has no answer yet"`) || strings.Count(batch, `"jsonrpc"`) != 2 {
		t.Errorf("got %.300s", batch)
	}
	if got := talk(t, options, hello, long, long); len(got) != 3 { // the second is answered where it comes after the first one's answer
		t.Errorf("%d answers", len(got))
	}
}

// Errors of the protocol have its codes and no names of types.
func TestFaultsHaveCodesAndPlainWords(t *testing.T) {
	t.Parallel()
	request := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":2,"method":"` + method + `","params":` + params + `}`
	}
	const code = `{"jsonrpc":"2.0","id":2,"error":{"code":`
	s := open(t)
	for _, c := range []struct{ request, want string }{
		{request("tools/list", "[1]"), code + `-32602,"message":"params must be an object"`},
		{request("tools/call", "[1]"), code + `-32602,"message":"params must be an object"`},
		{request("tools/call", `{"name":5}`), code + `-32602,"message":"params do not have`},
		{request("prompts/get", `{"name":"review_lease"}`), code + `-32602,"message":"lease: is required`},
		{request("prompts/get", `{"name":"review_lease","arguments":{"lease":" "}}`), code + `-32602,"message":"lease: is required`},
		{request("notifications/cancelled", "{}"), code + `-32600,"message":"a notification must not have an id"`},
		{request("initialize", `{"protocolVersion":1}`), code + `-32602,"message":"params do not have`},
	} {
		first := hello
		if strings.Contains(c.request, "initialize") {
			first = ping("1")
		}
		expect(t, talk(t, options, first, c.request), welcome, c.want)
		_, body := s.send(c.request)
		expect(t, []string{body}, c.want)
	}
	expect(t, talk(t, options, request("tools/list", "{}")), code+`-32600,`)
	expect(t, talk(t, options, hello, strings.Replace(hello, `"id":1`, `"id":2`, 1)), welcome, code+`-32600,`)
}

// A cancelled request has no answer.
func TestCancelledRequestsHaveNoAnswer(t *testing.T) {
	t.Parallel()
	got := talk(t, options, helloOf("2025-03-26"),
		"["+callTool("gone", "compute_lease", "{"+plain+"}")+`,{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"gone"}},`+ping("2")+"]")
	expect(t, got, welcome, `[{"jsonrpc":"2.0","id":2,"result":{}}]`)
}

// That a client cancels a call is no failure of the server; any other end of it is.
func TestCancelledCallsAreNotLogged(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		err    error
		logged bool
	}{{gone, context.Canceled, false}, {t.Context(), context.Canceled, true}, {gone, io.ErrUnexpectedEOF, true}} {
		var log bytes.Buffer
		call := handlerOf(operations.Compute, func(context.Context, *call) (*reply, mcp.Meta, error) {
			return nil, nil, service.AsError(fmt.Errorf("compute: %w", c.err))
		}, Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Tools: ToolsAll})
		result, err := call(c.ctx, &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{}})
		if err != nil || !result.IsError || log.Len() > 0 != c.logged {
			t.Errorf("%v: %v, log %q", c, err, log.String())
		}
	}
}

// An output that its reader has closed ends the conversation.
func TestAClosedOutputEndsTheConversation(t *testing.T) {
	t.Parallel()
	server, err := NewLocal(options)
	if err != nil {
		t.Fatal(err)
	}
	in, host := io.Pipe() // never ends
	defer host.Close()    //nolint:errcheck // a pipe in memory
	go func() { _, _ = io.WriteString(host, hello+"\n") }()
	closed, out := io.Pipe()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := RunStdio(t.Context(), server, in, out); err == nil {
		t.Error("no error")
	}
}
