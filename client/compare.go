package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold"
)

// Compare returns a lease under every treatment. It is billed 1 computation.
func (c *Client) Compare(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*CompareAnswer, error) {
	a := new(CompareAnswer)
	return orNone(a, c.ask(ctx, OpCompare, lease, &a.Answer, &a.CompareResponse, options))
}
