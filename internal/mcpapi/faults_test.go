package mcpapi

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A line that is no message is answered with the error of JSON-RPC, and the
// conversation goes on.
func TestGarbageOnStandardInputIsAnswered(t *testing.T) {
	t.Parallel()
	server, err := NewLocal(options)
	if err != nil {
		t.Fatal(err)
	}
	lines := []struct{ in, answer string }{
		{"garbage", `"id":null,"error":{"code":-32700,`},
		{"", ""},
		{"42", `"id":null,"error":{"code":-32600,`},
		{"[]", `"id":null,"error":{"code":-32600,`},
		{"null", `"id":null,"error":{"code":-32600,`},
		{`{"id":1,"method":"ping"}`, `"id":null,"error":{"code":-32600,`},
		{`"` + strings.Repeat("x", maxBody) + `"`, fmt.Sprintf("longer than the %d bytes", maxBody)},
		{strings.Repeat("[", maxBody+9000), fmt.Sprintf("longer than the %d bytes", maxBody)},
		{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
			`"id":1,"result":`,
		},
		{`{"jsonrpc":"2.0","id":2,"method":"no/such"}`, `"id":2,"error":{"code":-32601,`},
		{`{"jsonrpc":"2.0","id":3,"method":"ping"}`, `"id":3,"result":`},
	}
	var in, out bytes.Buffer
	for _, line := range lines {
		in.WriteString(line.in + "\n")
	}
	if err := RunStdio(t.Context(), server, &in, &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(out.String(), "\n")
	for _, line := range lines {
		if !slices.ContainsFunc(answers, func(a string) bool { return strings.Contains(a, line.answer) }) {
			t.Errorf("no answer to %.80s has %s:\n%.2000s", line.in, line.answer, out.String())
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
