// Package mcpapi provides the operations of the service as tools of the Model Context Protocol (MCP) for agents. The
// package also provides prompts for common tasks, and the accounting method and its citations as resources.
//
// [NewLocal] returns a server that computes on this machine without an API key, a database or a network.
// [RunStdio] serves it over standard input and output. [NewHandler] returns a handler for the HTTP server of
// the service. Its calls are admitted, billed, limited, logged and replayed like HTTP API calls. The servers of
// [NewLocal] and [NewHandler] use the transports of the MCP Go SDK.
//
// A tool's arguments are the fields of the operation's request body. A tool's response has two parts: a
// structured result, which is the operation's response object with unchanged amounts, and text. Responses are
// short. A list in the structured result is either complete or omitted. The leftOut field names each omitted
// list and the argument that requests it. See [present].
package mcpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

var instructions = `Lease accounting for lessees under ` + lists.And(operations.Standards()) + `, exact to the cent.
Describe one lease in the arguments: commencementDate, termMonths, paymentAmount and discountRateAnnual (or a discountRates table) are required; all other fields have defaults. ` +
	`Rates are fractions per year: 5% is 0.05. Amounts are plain numbers in units of the lease's currency.
A change after commencement is an element of events with its effective date: modification if the contract changed, reassessment if the contract is unchanged and the judgment about its term or an option changed.
Call classify_lease (free) to learn whether a lease is operating or finance, lease_schedule or journal_entries for one view, and compute_lease for everything. ` +
	`For the balances on a day, call lease_schedule or compute_lease with that day in the "at" field. To book a month, call journal_entries with "rows" set to "month:2027-03" or, for many leases, report_leases with "journal" set to "monthly".
report_leases returns balances and movements of many leases over a month or a year, verify_schedule explains why another schedule differs, ` +
	`and compare_treatments shows one lease under ASC 842 (both classes), IFRS 16 and GASB 87, or under the treatments that you name.
Responses are short. The leftOut field of the structured result lists the omitted content and the argument that returns it: rows or page. ` +
	`The describe tool explains any tool, field, event type, standard or term.
Prompts guide you through abstracting a contract, reviewing a lease, closing a month and explaining a figure.
Report amounts exactly as given; do not round or recompute them. Pass the notes on to the user: they name assumptions and checks.`

// cacheFor is how long an agent may cache a list. After a program update, an agent may use an old list for that long.
const cacheFor = time.Hour

// Options contains a server's options.
type Options struct {
	Version string // version of the program
	Log     *slog.Logger
}

type call struct {
	operation *operations.Operation
	args      arguments
	request   *mcp.CallToolRequest
}

// reply is a call's result before [present] shortens it.
type reply struct {
	object []byte // the operation's response object without request_id and replay
	result operations.Result
	replay bool
}

// executor executes a call. The result's metadata is valid even if the call returns an error.
type executor func(ctx context.Context, c *call) (*reply, mcp.Meta, error)

// newServer returns a server with all tools, prompts and resources. If metered is set, calls are billed.
func newServer(options Options, execute executor, metered bool) (*mcp.Server, error) {
	s := mcp.NewServer(
		&mcp.Implementation{Name: "leasehold", Title: "Leasehold lease accounting", Version: options.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// The lists and the resources change only when the program changes.
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
				c.TTLMs, c.CacheScope = int(cacheFor.Milliseconds()), "public"
			},
			Capabilities: &mcp.ServerCapabilities{
				// Empty capabilities mean that the lists never change.
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
			},
		})
	c, err := newContract()
	if err != nil {
		return nil, err
	}
	for _, op := range operations.All() {
		tool, err := c.newTool(op, metered)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", op.Tool, err)
		}
		s.AddTool(tool, handlerOf(op, execute, options.Log))
	}
	c.addDescribe(s)
	addPrompts(s)
	return s, addResources(s)
}

// handlerOf returns the handler of an operation's tool. An error becomes a tool result instead of a protocol
// error, so that the model can read it and correct its arguments.
func handlerOf(op *operations.Operation, execute executor, log *slog.Logger) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		defer func() {
			if problem := recover(); problem != nil {
				log.ErrorContext(ctx, "panic in a tool", "tool", op.Tool, "error", fmt.Sprint(problem), "stack", string(debug.Stack()))
				result, err = failed(nil, service.AsError(fmt.Errorf("panic: %v", problem))), nil
			}
		}()
		c := &call{operation: op, args: readArguments(op, req.Params.Arguments), request: req}
		answer, meta, err := execute(ctx, c)
		if err != nil {
			failure := service.AsError(err)
			cancelled := ctx.Err() != nil && errors.Is(err, context.Canceled)
			if failure.Code == service.InternalError && !cancelled {
				log.ErrorContext(ctx, "tool failed", "tool", op.Tool, "request_id", meta["request_id"], "error", apikey.Redact(err.Error()))
			}
			return failed(meta, failure), nil
		}
		text, err := present(ctx, answer, op, &c.args)
		if err != nil {
			return nil, fmt.Errorf("present the result: %w", err)
		}
		return &mcp.CallToolResult{
			Meta:              meta,
			Content:           []mcp.Content{&mcp.TextContent{Text: text}},
			StructuredContent: json.RawMessage(answer.object),
		}, nil
	}
}

func failed(meta mcp.Meta, e *service.Error) *mcp.CallToolResult {
	e = e.Rename(service.IdempotencyKeyField, argumentKey)
	text := fmt.Sprintf("%s: %s", e.Code, e.Message)
	if meta != nil {
		problem := map[string]any{"code": e.Code, "message": e.Message}
		if len(e.Fields) > 0 {
			problem["fields"] = e.Fields
		}
		if e.RetryAfter > 0 {
			problem["retry_after"] = e.RetryAfter
		}
		meta["error"] = problem
	}
	return &mcp.CallToolResult{Meta: meta, IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// NewLocal returns a server for [RunStdio] that computes on this machine without an API key.
func NewLocal(options Options) (*mcp.Server, error) {
	return newServer(options, computeLocally, false)
}

func computeLocally(ctx context.Context, c *call) (*reply, mcp.Meta, error) {
	meta := mcp.Meta{}
	if err := c.args.check(c.operation); err != nil {
		return nil, meta, err
	}
	result, err := c.operation.Compute(ctx, c.args.body)
	if err != nil {
		return nil, meta, err
	}
	return &reply{object: result.Append(nil), result: result}, meta, nil
}

// RunStdio serves one session with one message per line. It returns when the input has ended and every request
// has a response, or when ctx ends. If a line is not a message, the session ends with an error.
func RunStdio(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	err := server.Run(ctx, patient{&mcp.IOTransport{Reader: io.NopCloser(&markReader{Reader: in}), Writer: writeCloser{out}}})
	if ended := errors.Is(err, io.EOF) || ctx.Err() != nil; !ended {
		return err
	}
	return nil
}

// markReader is a reader that returns an error if its input begins with a byte order mark.
type markReader struct {
	io.Reader

	begun bool
}

// Read implements [io.Reader].
func (r *markReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if problem := strict.ByteOrderMark(p[:n]); problem != "" && !r.begun {
		return 0, errors.New("standard input " + problem)
	}
	r.begun = r.begun || n > 0
	return n, err
}

type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// patient is a transport that reports the end of its input only after every request has its
// response. At the end of the input, the SDK cancels all pending requests. Without this transport,
// a script that pipes its requests would not receive all responses.
type patient struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (t patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: c}, nil
}

type patientConnection struct {
	mcp.Connection

	open sync.WaitGroup // counts the requests without a response
}

// Read implements [mcp.Connection].
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if errors.Is(err, io.EOF) {
		c.open.Wait()
	}
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		c.open.Add(1)
	}
	return m, err
}

// Write implements [mcp.Connection].
func (c *patientConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.open.Done()
	}
	return err
}
