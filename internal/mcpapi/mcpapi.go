// Package mcpapi serves the operations to agents as tools of the Model Context Protocol
// (MCP), with prompts for common work, and the accounting method and its citations as
// resources.
//
// [NewLocal] returns a server that computes on this machine, without a key, a database or a
// network; [RunStdio] serves it over standard input and output. [NewHandler] is part of the
// HTTP server: its calls pass the same admission, quota, rate limit, usage log and replay as
// the operations of the HTTP API. Both use the transports of the MCP Go SDK.
//
// The arguments of a tool are the members of the request body. Its response contains the
// operation's object as the structured result, with unchanged amounts, and a text. Responses
// are short: a list of the structured result is complete, or it is absent and listed in the
// member leftOut with the argument that returns it. See [present].
package mcpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

var instructions = `Lease accounting for lessees under ` + operations.Standards("and") + `, exact to the cent.
Describe one lease in the arguments: commencementDate, termMonths, paymentAmount and discountRateAnnual (or a table discountRates) are required; all other members have defaults. ` +
	`Rates are fractions per year: 5 % is 0.05. Amounts are plain numbers in units of the lease's currency.
A change after commencement is an element of events with its effective date: modification if the contract changed, reassessment if the contract is unchanged and the judgment of its term or an option changed.
Use classify_lease for operating or finance (free), lease_schedule or journal_entries for one view, compute_lease for everything. ` +
	`For balances on any day, set at to that day in lease_schedule or compute_lease. To book a month, use journal_entries with rows month:2027-03, or report_leases with journal monthly for many leases.
report_leases returns balances and movements of many leases over a month or a year, verify_schedule explains why another schedule differs, ` +
	`and compare_treatments shows one lease under ASC 842 (both classes), IFRS 16 and GASB 87, or under the treatments that you name.
Responses are short. leftOut in the structured result lists missing content with the argument that returns it: rows or page. ` +
	`The tool describe explains any tool, field, event type, standard or term.
Prompts lead through abstracting a contract, a review, a month-end and explaining a figure.
Report amounts exactly as given; do not round or recompute them. Pass the notes on: they name assumptions and checks.`

// cacheFor is the time for which an agent may cache a list. A new version of the program is
// noticed within it.
const cacheFor = time.Hour

// Options describe a server.
type Options struct {
	Version string // of the program
	Log     *slog.Logger
}

// call is one call of an operation's tool.
type call struct {
	operation *operations.Operation
	args      arguments
	request   *mcp.CallToolRequest
}

// reply is the result of a call before it is presented.
type reply struct {
	object []byte // the operation's object without request_id and replay
	result operations.Result
	replay bool
}

// executor executes calls. It returns the members of _meta also with an error.
type executor func(ctx context.Context, c *call) (*reply, mcp.Meta, error)

// newServer returns a server with all tools, prompts and resources.
func newServer(options Options, execute executor, metered bool) (*mcp.Server, error) {
	s := mcp.NewServer(
		&mcp.Implementation{Name: "leasehold", Title: "Leasehold lease accounting", Version: options.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// Lists and resources depend on the program only.
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
				c.TTLMs, c.CacheScope = int(cacheFor.Milliseconds()), "public"
			},
			Capabilities: &mcp.ServerCapabilities{
				// The lists never change.
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
			},
		})
	list := localTools
	if metered {
		list = meteredTools
	}
	tools, err := list()
	if err != nil {
		return nil, err
	}
	for i, op := range operations.All() {
		s.AddTool(tools[i], handlerOf(op, execute, options.Log))
	}
	if err := addDescribe(s); err != nil {
		return nil, fmt.Errorf("tool %s: %w", describeTool, err)
	}
	addPrompts(s)
	if err := addResources(s); err != nil {
		return nil, err
	}
	return s, nil
}

// handlerOf returns the handler of an operation's tool. Errors are results of the tool, not
// of the protocol, because a model can correct an argument.
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

// failed returns an error as the result of a tool.
func failed(meta mcp.Meta, e *service.Error) *mcp.CallToolResult {
	e = e.Rename(service.IdempotencyKeyField, argumentKey)
	text := fmt.Sprintf("%s: %s", e.Code, e.Message)
	if meta != nil {
		problem := map[string]any{"code": e.Code, "message": e.Message}
		if len(e.Fields) > 0 {
			fields := make([]map[string]string, len(e.Fields))
			for i, f := range e.Fields {
				fields[i] = map[string]string{"field": f.Name, "message": f.Message}
			}
			problem["fields"] = fields
		}
		if e.RetryAfter > 0 {
			problem["retry_after"] = e.RetryAfter
		}
		meta["error"] = problem
	}
	return &mcp.CallToolResult{Meta: meta, IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
