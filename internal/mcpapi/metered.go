package mcpapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// metered returns an executor that admits, bills, logs and replays calls as the HTTP API does.
func metered(s *service.Service) executor {
	return func(ctx context.Context, c *call) (*reply, mcp.Meta, error) {
		exchange := exchangeOf(ctx)
		meta := mcp.Meta{"request_id": exchange.id}
		var header http.Header
		if c.request.Extra != nil {
			header = c.request.Extra.Header
		}
		secret, err := apikey.FromHeaders(header["Authorization"], header["X-Api-Key"])
		if err != nil {
			return nil, meta, service.CredentialError(err)
		}
		answer, quota, err := s.Do(ctx, service.Request{
			ID: exchange.id, Operation: c.operation, Secret: secret, IdempotencyKey: c.args.key,
			Read: func() (service.Input, error) {
				return service.Input{Bytes: c.args.body}, c.args.check(c.operation)
			},
		})
		exchange.record(answer, quota, errors.Is(err, service.ErrUncertain))
		if quota.Known {
			meta["quota"] = map[string]any{"limit": quota.Limit, "remaining": quota.Remaining}
		}
		if err != nil {
			return nil, meta, err
		}
		meta["replay"] = answer.Replay
		if r := answer.Receipt; r.Row > 0 {
			meta["usage"] = map[string]any{"row": r.Row, "head": r.Head.String()}
		}
		return &reply{object: answer.Object(), result: answer.Result, replay: answer.Replay}, meta, nil
	}
}
