package mcpapi

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// NewLocal returns a server that computes on the spot and needs no key. Run it
// on the transport of standard input and output.
func NewLocal(options Options) (*mcp.Server, error) {
	return newServer(options, computeLocally, false)
}

func computeLocally(_ context.Context, c *call) (*reply, mcp.Meta, error) {
	meta := mcp.Meta{}
	if c.invalid != nil {
		return nil, meta, c.invalid
	}
	if len(c.lease) > service.MaxBodyLen {
		return nil, meta, service.Invalid("arguments", fmt.Sprintf("must have at most %d bytes", service.MaxBodyLen))
	}
	result, err := compute(c.lease)
	if err != nil {
		if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			return nil, meta, &service.Error{Code: service.InvalidRequest, Message: invalid.Error()}
		}
		return nil, meta, err
	}
	return &reply{object: appendObject(nil, c.operation, result)}, meta, nil
}

func compute(lease []byte) (*leasehold.Result, error) {
	l, err := leasehold.Decode(lease)
	if err != nil {
		return nil, err
	}
	return leasehold.Compute(l)
}

func appendObject(dst []byte, op service.Operation, r *leasehold.Result) []byte {
	switch op {
	case service.Compute:
		return r.AppendCompute(dst)
	case service.Schedule:
		return r.AppendSchedule(dst)
	case service.JournalEntries:
		return r.AppendJournal(dst)
	case service.Classify:
		return r.AppendClassify(dst)
	default:
		panic("mcpapi: no such operation")
	}
}
