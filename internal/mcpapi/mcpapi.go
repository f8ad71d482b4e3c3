// Package mcpapi is the door for agents: the operations as tools of the Model
// Context Protocol, prompts that lead a model through the work on a lease, and the
// accounting method and its citations as resources.
//
// There are two kinds of server. [NewLocal] computes on the spot, without a key,
// a store or a network; it is for a program that an agent starts and speaks to
// over standard input and output. [NewHandler] is part of the HTTP server and
// sends every call through the same admission, quota, rate limit, usage log and
// replay as the HTTP operations.
//
// A tool takes the members of the request body as its arguments and answers with
// the operation's object, figures unchanged, and with a short text, so that a
// model need not read a long schedule. Numbers are never decoded: what the engine
// printed is what the agent gets.
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
Describe one lease in the arguments: commencementDate, termMonths, paymentAmount and discountRateAnnual (or a table discountRates) are required, all else has defaults. ` +
	`Rates are fractions per year: 5 % is 0.05. Amounts are plain numbers in units of the lease's currency.
A change after commencement is an element of events, dated when it took effect: modification where the contract changed, reassessment where the contract stands and the judgement of its term or an option changed.
Use classify_lease for the operating-or-finance question (free), lease_schedule or journal_entries for one view, compute_lease for everything. ` +
	`Answers are short by default; rows asks for the rest: all, first, last, yearly, month:2027-03 or 2027-01-01..2027-12-31. ` +
	`What is booked in a month is journal_entries with rows month:2027-03.
The tool describe explains any member, event type or standard, and shows examples; the schemas say what most leases need.
Use report_leases for the figures of many leases over a month or a year, verify_schedule to check a schedule that somebody else computed and to find out why it differs, ` +
	`and compare_treatments for one lease under every standard.
Prompts lead through abstracting a contract, a review, a month-end and explaining a figure.
Report figures exactly as given, do not round or recompute them, and pass the notes on: they name the judgements made and what to check.`

// cacheFor is how long an agent may keep a list: a new version of the program
// is noticed within it.
const cacheFor = time.Hour

// Options say what a server is.
type Options struct {
	Version string // of the program
	Log     *slog.Logger
	Tools   Toolset // ToolsCompact where it is ""
}

// call is one tools/call, read.
type call struct {
	operation *operations.Operation
	args      arguments
	request   *mcp.CallToolRequest
}

// reply is what a door answers to a call.
type reply struct {
	object []byte // the operation's object without request_id and replay
	result operations.Result
	replay bool
}

// door executes calls. It returns the members of _meta even with an error.
type door func(ctx context.Context, c *call) (*reply, mcp.Meta, error)

// newServer assembles the server over a door.
func newServer(options Options, execute door, metered bool) (*mcp.Server, error) {
	s := mcp.NewServer(
		&mcp.Implementation{Name: "leasehold", Title: "Leasehold lease accounting", Version: options.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// Lists and resources are the program's own, the same for everybody.
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
				c.TTLMs, c.CacheScope = int(cacheFor.Milliseconds()), "public"
			},
			Capabilities: &mcp.ServerCapabilities{
				// The lists never change.
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
			},
		})
	list := freeTools
	if metered {
		list = meteredTools
	}
	tools, err := list()
	if err != nil {
		return nil, err
	}
	for i, op := range operations.All() {
		tool := tools[i].compact
		if options.Tools == ToolsAll {
			tool = tools[i].whole
		}
		s.AddTool(&tool, handlerOf(op, execute, options))
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

// handlerOf answers the calls of an operation's tool. Errors are reported to the
// model as the tool's, because a model can correct an argument but not a protocol
// error.
func handlerOf(op *operations.Operation, execute door, options Options) mcp.ToolHandler {
	log := options.Log
	return func(ctx context.Context, req *mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		defer func() {
			if problem := recover(); problem != nil {
				log.ErrorContext(ctx, "panic in a tool", "tool", op.Tool, "error", fmt.Sprint(problem), "stack", string(debug.Stack()))
				result, err = failed(nil, service.AsError(fmt.Errorf("panic: %v", problem))), nil
			}
		}()
		c := &call{operation: op, args: readArguments(req.Params.Arguments), request: req}
		if op == operations.Report {
			c.args.body = named(c.args.body)
		}
		if c.args.rows == rowsBrief && options.Tools == ToolsAll {
			c.args.rows = rowsAll
		}
		answer, meta, err := execute(ctx, c)
		if err != nil {
			told := service.AsError(err)
			cancelled := ctx.Err() != nil && errors.Is(err, context.Canceled)
			if told.Code == service.InternalError && !cancelled {
				log.ErrorContext(ctx, "tool failed", "tool", op.Tool, "request_id", meta["request_id"], "error", apikey.Redact(err.Error()))
			}
			return failed(meta, told), nil
		}
		text, err := present(ctx, answer, op, &c.args)
		if err != nil {
			return nil, fmt.Errorf("present the answer: %w", err)
		}
		return &mcp.CallToolResult{
			Meta:              meta,
			Content:           []mcp.Content{&mcp.TextContent{Text: text}},
			StructuredContent: json.RawMessage(answer.object),
		}, nil
	}
}

// failed reports to the model what went wrong and what to do about it.
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
