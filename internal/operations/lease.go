package operations

import (
	"context"

	"github.com/leasehold-accounting/leasehold"
)

// readLease reads the requests of the operations on one lease.
func readLease(op *Operation, body []byte) (Task, error) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return nil, err
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
func (t *leaseTask) Compute(ctx context.Context, _ With) (Result, error) {
	result, err := leasehold.ComputeContext(ctx, t.lease)
	if err != nil {
		return nil, err
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
