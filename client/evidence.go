package client

import "context"

// CheckTerms returns whether the members of a lease stand in the passages of its
// contract that are quoted for them. The question is the request's JSON: what a lease
// states is told from what it leaves to its defaults. It is free.
func (c *Client) CheckTerms(ctx context.Context, question []byte, options ...CallOption) (*CheckTermsAnswer, error) {
	a := new(CheckTermsAnswer)
	return orNone(a, c.send(ctx, OpCheckTerms, question, &a.Answer, &a.CheckTermsResponse, options))
}
