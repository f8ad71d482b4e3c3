package operations

import (
	"context"
	"iter"

	"github.com/leasehold-accounting/leasehold"
)

// printed is a value that can be appended as one JSON object.
type printed interface{ Append(dst []byte) []byte }

// answering computes the result for a question and reports its progress.
type answering[Q, A any] func(ctx context.Context, q Q, progress func(done, of int)) (A, error)

// atOnce returns an [answering] for a question with one lease, which reports no progress.
func atOnce[Q, A any](answer func(context.Context, Q) (A, error)) answering[Q, A] {
	return func(ctx context.Context, q Q, _ func(done, of int)) (A, error) { return answer(ctx, q) }
}

// reads returns a function that decodes the requests of an operation: decode
// parses the question, answer computes the result, measured lists the leases
// to measure, and units returns the number of [Operation.UnitFor] in the
// result, if set. Errors of decode and answer are *leasehold.InvalidError if
// the caller can correct them.
func reads[Q, A printed](decode func([]byte) (Q, error), answer answering[Q, A], measured func(Q) iter.Seq2[*leasehold.Lease, int], units func(A) int) func(*Operation, []byte) (Task, error) {
	return func(op *Operation, body []byte) (Task, error) {
		question, err := decode(body)
		if err != nil {
			return nil, err
		}
		return &questionTask[Q, A]{op, question, answer, measured, units}, nil
	}
}

// questionTask is a [Task].
type questionTask[Q, A printed] struct {
	op       *Operation
	question Q
	answer   answering[Q, A]
	measured func(Q) iter.Seq2[*leasehold.Lease, int] // each lease, and how often it is measured
	units    func(A) int
}

// Most implements [Task].
func (t *questionTask[Q, A]) Most() int64 {
	if t.units == nil {
		return t.op.Units
	}
	n := int64(0)
	for range t.measured(t.question) {
		n++
	}
	return n * t.op.Units
}

// searched is a question that searches texts. The search takes time although it measures no lease.
type searched interface {
	Effort() int64 // in rows of a measurement
}

// printing is a question with an answer that takes a considerable time to encode.
type printing interface {
	Printed(l *leasehold.Lease) int64 // in rows of a measurement
}

// effort returns the work of measuring a lease the given number of times.
func (t *questionTask[Q, A]) effort(l *leasehold.Lease, times int) int64 {
	effort := l.Effort() * int64(times)
	if q, ok := any(t.question).(printing); ok {
		effort += q.Printed(l)
	}
	return effort
}

// Effort implements [Task].
func (t *questionTask[Q, A]) Effort() (effort int64) {
	if q, ok := any(t.question).(searched); ok {
		effort = q.Effort()
	}
	for l, times := range t.measured(t.question) {
		effort += t.effort(l, times)
	}
	return effort
}

// Fit implements [Task].
func (t *questionTask[Q, A]) Fit(effort int64) (member string, n int) {
	if q, ok := any(t.question).(searched); ok {
		effort -= q.Effort()
	}
	for l, times := range t.measured(t.question) {
		if t.units == nil {
			return t.op.Bulk(), eventsWithin(l, effort/int64(times))
		}
		if effort -= t.effort(l, times); effort < 0 {
			break
		}
		n++
	}
	return t.op.Bulk(), n
}

// eventsWithin returns how many of a lease's events fit into an effort.
func eventsWithin(l *leasehold.Lease, effort int64) int {
	part := *l
	for n := len(l.Events); n > 0; n-- {
		part.Events = l.Events[:n]
		if part.Effort() <= effort {
			return n
		}
	}
	return 0
}

// Normalize implements [Task].
func (t *questionTask[Q, A]) Normalize(dst []byte) []byte { return t.question.Append(dst) }

// Compute implements [Task].
func (t *questionTask[Q, A]) Compute(ctx context.Context, with With) (Result, error) {
	answer, err := t.answer(ctx, t.question, with.Progress)
	if err != nil {
		return nil, err
	}
	r := &questionResult[A]{answer: answer, units: t.op.Units}
	if t.units != nil {
		r.units *= int64(t.units(answer))
	}
	return r, nil
}

// questionResult is a [Result].
type questionResult[A printed] struct {
	answer A
	units  int64
}

// Append implements [Result].
func (r *questionResult[A]) Append(dst []byte) []byte { return r.answer.Append(dst) }

// Units implements [Result].
func (r *questionResult[A]) Units() int64 { return r.units }

// Value implements [Result].
func (r *questionResult[A]) Value() any { return r.answer }

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
