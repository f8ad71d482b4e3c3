package mcpapi

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// NewLocal returns a server that computes on the spot and needs no key. Run it
// on the transport of standard input and output.
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
