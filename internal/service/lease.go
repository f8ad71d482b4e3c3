package service

import (
	"context"
	"errors"

	"github.com/leasehold-accounting/leasehold"
)

// readLease reads the requests of the operations on one lease.
func readLease(op *Operation, body []byte) (Task, error) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return nil, leaseError(err)
	}
	return &leaseTask{op: op, lease: lease}, nil
}

// AppendResult appends the JSON object of an operation on one lease.
func (op *Operation) AppendResult(dst []byte, r *leasehold.Result) []byte { return op.print(r, dst) }

// leaseTask is a request of an operation on one lease: a [Task], and then its
// [Result].
type leaseTask struct {
	op     *Operation
	lease  *leasehold.Lease
	result *leasehold.Result
}

// Normalize implements [Task].
func (t *leaseTask) Normalize(dst []byte) []byte { return t.lease.Append(dst) }

// Most implements [Task].
func (t *leaseTask) Most() int64 { return t.op.Units }

// Effort implements [Task].
func (t *leaseTask) Effort() int64 { return t.lease.Effort() }

// Fit implements [Task].
func (t *leaseTask) Fit(effort int64) (member string, n int) {
	return t.op.Bulk(), eventsWithin(t.lease, effort)
}

// Compute implements [Task].
func (t *leaseTask) Compute(ctx context.Context, room *leasehold.Workspace) (Result, error) {
	var result *leasehold.Result
	var err error
	if room == nil {
		result, err = leasehold.ComputeContext(ctx, t.lease)
	} else {
		room.Stop = ctx
		result, err = room.Compute(t.lease)
		room.Stop = nil
	}
	if err != nil {
		return nil, leaseError(err)
	}
	t.result = result
	return t, nil
}

// Append implements [Result].
func (t *leaseTask) Append(dst []byte) []byte { return t.op.AppendResult(dst, t.result) }

// Units implements [Result].
func (t *leaseTask) Units() int64 { return t.op.Units }

// Value implements [Result].
func (t *leaseTask) Value() any { return t.result }

// leaseError returns what a caller is told whose request the engine refused.
func leaseError(err error) error {
	invalid, ok := errors.AsType[*leasehold.InvalidError](err)
	if !ok {
		return err
	}
	fields := make([]Field, len(invalid.Faults))
	for i, fault := range invalid.Faults {
		fields[i] = Field{fault.Field, fault.Message}
	}
	return InvalidFields(fields...)
}
