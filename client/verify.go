package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/reperform"
)

// Verify compares the figures of another program with the accounting of a lease. The call is billed
// 1 computation.
func (c *Client) Verify(ctx context.Context, q *reperform.Question, options ...CallOption) (*VerifyAnswer, error) {
	a := new(VerifyAnswer)
	return orNone(a, c.send(ctx, OpVerify, q.Append(nil), &a.Answer, &a.VerifyResponse, options))
}
