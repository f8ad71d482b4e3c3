package mcpapi

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// metered executes calls as the HTTP operations do: admitted, charged, logged,
// replayed.
func metered(s *service.Service) door {
	return func(ctx context.Context, c *call) (*reply, mcp.Meta, error) {
		exchange := exchangeOf(ctx)
		id := exchange.callID()
		meta := mcp.Meta{"request_id": id}
		var header http.Header
		if c.request.Extra != nil {
			header = c.request.Extra.Header
		}
		secret, err := apikey.FromHeaders(header["Authorization"], header["X-Api-Key"])
		if err != nil {
			return nil, meta, service.CredentialError(err)
		}
		admitted, err := s.Admit(ctx, c.operation, id, secret)
		if admitted == nil {
			return nil, meta, err
		}
		var answer *service.Answer
		if err == nil {
			in := service.Input{IdempotencyKey: c.key, Body: bytes.NewReader(c.lease)}
			if c.invalid != nil {
				in.Refused = service.AsError(c.invalid)
			}
			answer, err = s.Execute(ctx, admitted, in)
		}
		meta["quota"] = map[string]any{"limit": admitted.Quota, "remaining": admitted.Remaining}
		exchange.setQuota(admitted.Quota, admitted.Remaining)
		if errors.Is(err, service.ErrUncertain) {
			exchange.abort() // neither success nor failure would be true
		}
		if err != nil {
			return nil, meta, err
		}
		defer answer.Release()
		meta["replay"] = answer.Replay
		return &reply{object: answer.Object(), replay: answer.Replay}, meta, nil
	}
}
