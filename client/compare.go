package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Compare returns a lease under all accounting treatments. The call is billed 1 computation.
func (c *Client) Compare(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*CompareAnswer, error) {
	a := new(CompareAnswer)
	return orNone(a, c.ask(ctx, OpCompare, lease, &a.Answer, &a.CompareResponse, options))
}

// CompareUnder returns a lease under the accounting treatments in question, in the same order. The
// call is billed 1 computation.
func (c *Client) CompareUnder(ctx context.Context, question *treatments.Question, options ...CallOption) (*CompareAnswer, error) {
	if err := question.Lease.Validate(); err != nil {
		return nil, err
	}
	a := new(CompareAnswer)
	return orNone(a, c.send(ctx, OpCompare, question.Append(nil), &a.Answer, &a.CompareResponse, options))
}
