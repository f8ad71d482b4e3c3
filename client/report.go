package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report returns the figures of many leases for a reporting period. The call requires the plan pro.
// It is billed 1 computation for each lease in the response; if the quota is not sufficient for all
// of them, the call fails.
func (c *Client) Report(ctx context.Context, q *portfolio.Question, options ...CallOption) (*ReportAnswer, error) {
	a := new(ReportAnswer)
	return orNone(a, c.send(ctx, OpReport, q.Append(nil), &a.Answer, &a.ReportResponse, options))
}
