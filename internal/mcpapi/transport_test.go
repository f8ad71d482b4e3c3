package mcpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// If requests are piped to standard input, every request receives its response before the session
// ends.
func TestPipedRequestsHaveResponses(t *testing.T) {
	t.Parallel()
	requests := make([]string, 40)
	for i := range requests {
		requests[i] = callTool(fmt.Sprint(i), "compute_lease", "{"+plain+"}")
	}
	converse(t, requests...) // converse fails the test if a request has no response
}

// If a line is not a message, or if the output is closed, the session ends with an error.
func TestAnInvalidLineEndsTheSession(t *testing.T) {
	t.Parallel()
	server := localServer(t)
	if err := RunStdio(t.Context(), server, strings.NewReader(hello+"\ngarbage\n"), io.Discard); err == nil || !strings.Contains(err.Error(), "invalid character") {
		t.Errorf("an invalid line: %v", err)
	}
	if err := RunStdio(t.Context(), server, strings.NewReader("\xef\xbb\xbf"+hello+"\n"), io.Discard); err == nil || !strings.Contains(err.Error(), "standard input begins with a byte order mark (UTF-8)") {
		t.Errorf("a byte order mark: %v", err)
	}
	in, host := io.Pipe() // the input has no end
	defer host.Close()    //nolint:errcheck // the pipe is in memory, so closing it cannot fail
	go func() { _, _ = io.WriteString(host, hello+"\n") }()
	closed, out := io.Pipe()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := RunStdio(t.Context(), server, in, out); err == nil {
		t.Error("a closed output: no error")
	}
}

// A call that the client cancels is not logged as a server failure.
func TestCancelledCallsAreNotLogged(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		err    error
		logged bool
	}{{canceled, context.Canceled, false}, {t.Context(), context.Canceled, true}, {canceled, io.ErrUnexpectedEOF, true}} {
		var log bytes.Buffer
		call := handlerOf(operations.Compute, func(context.Context, *call) (*reply, mcp.Meta, error) {
			return nil, nil, service.AsError(fmt.Errorf("compute: %w", c.err))
		}, slog.New(slog.NewTextHandler(&log, nil)))
		result, err := call(c.ctx, &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{}})
		if err != nil || !result.IsError || log.Len() > 0 != c.logged {
			t.Errorf("%v: %v, log %q", c, err, log.String())
		}
	}
}
