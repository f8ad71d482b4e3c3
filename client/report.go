package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report returns the figures of many leases for a reporting period. It
// requires the pro plan and is billed 1 computation per lease in the answer,
// all or none.
func (c *Client) Report(ctx context.Context, q *portfolio.Question, options ...CallOption) (*ReportAnswer, error) {
	a := new(ReportAnswer)
	return orNone(a, c.send(ctx, OpReport, q.Append(nil), &a.Answer, &a.ReportResponse, options))
}
