package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/reperform"
)

// Verify checks another program's figures for a lease. It is billed 1
// computation.
func (c *Client) Verify(ctx context.Context, q *reperform.Question, options ...CallOption) (*VerifyAnswer, error) {
	a := new(VerifyAnswer)
	return orNone(a, c.send(ctx, OpVerify, q.Append(nil), &a.Answer, &a.VerifyResponse, options))
}
