// Package operations lists the computations that Leasehold offers. For each operation, it defines the name in every
// interface, the price, and the function that decodes requests. The package depends on neither the store nor the
// interfaces. The service meters operations. The browser engine runs operations without a service.
package operations

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// Operation is a computation with its names and descriptions for every interface. All interfaces use one table of
// operations. A new operation needs only an entry in the table and a function that decodes its requests.
type Operation struct {
	Name    string // name in paths, in the usage log and in messages, such as journal-entries
	Command string // name on the command line, such as journal
	Tool    string // name for agents, such as journal_entries
	Title   string
	About   string // one or two sentences about the result

	Request  string // name of the request schema in the API contract
	Response string // name of the response schema in the API contract
	MaxBody  int    // maximum length of a request body in bytes
	Periods  bool   // whether the response lists payment periods, of which there may be many

	Units   int64      // quota units that a successful request costs, per UnitFor
	UnitFor string     // the unit that is counted; "" for the whole request
	Plan    meter.Plan // the smallest plan that includes the operation

	// Decode reads a request. Decode must not retain body, which the caller reuses.
	Decode func(op *Operation, body []byte) (Task, error)

	print func(r *leasehold.Result, dst []byte) []byte // prints a single-lease operation's result; nil for other operations
}

// Task is a decoded request.
type Task interface {
	// Normalize appends the normalized request. Equal requests have the same normalized form.
	Normalize(dst []byte) []byte
	// Most returns the maximum number of units that the request may cost.
	Most() int64
	// Effort estimates the work, as a number of measured schedule rows.
	Effort() int64
	// Fit returns how many of the request's elements fit within the given effort, and the name of
	// the field that contains these elements.
	Fit(effort int64) (member string, n int)
	// Compute runs the operation. If ctx is done first, it returns ctx's error. Any other error is
	// a [*leasehold.InvalidError].
	Compute(ctx context.Context, with With) (Result, error)
}

// With is a set of optional callbacks for a computation.
type With struct {
	// Progress receives the number of finished leases of a report and the total number of leases.
	Progress func(done, of int)
}

// Result is an operation's result.
type Result interface {
	// Append appends the operation's JSON object.
	Append(dst []byte) []byte
	// Units returns the number of quota units that the result costs.
	Units() int64
	// Value returns the computed value: a *leasehold.Result if OfLease is true, otherwise a
	// *portfolio.Report, *reperform.Answer or *treatments.Comparison.
	Value() any
}

// Maximum lengths of request bodies in bytes.
const (
	MaxLeaseLen  = 64 << 10 // maximum for one lease
	MaxVerifyLen = 1 << 20  // maximum for one lease and a schedule from another program
	maxReportLen = 8 << 20  // maximum for a report's leases
)

// table contains all operations.
var table = []*Operation{
	{
		Name: "compute", Command: "compute", Tool: "compute_lease", Title: "Compute a lease",
		About: "Computes the complete lessee accounting of one lease under " + lists.Or(Standards()) + ": lease liability (present value), " +
			"right-of-use asset, amortization schedule, classification with reasons, journal entries, disclosures, citations and notes.",
		Request: "Lease", Response: "ComputeResponse", MaxBody: MaxLeaseLen, Periods: true, Units: 1, Plan: meter.Free,
		Decode: readLease, print: leasehold.AppendCompute,
	},
	{
		Name: "schedule", Command: "schedule", Tool: "lease_schedule", Title: "Lease amortization schedule",
		About: "Computes the amortization schedule of one lease: for each payment period, the payment, interest, principal, " +
			"balances of the liability and the right-of-use asset, amortization and lease expense.",
		Request: "Lease", Response: "ScheduleResponse", MaxBody: MaxLeaseLen, Periods: true, Units: 1, Plan: meter.Free,
		Decode: readLease, print: func(r *leasehold.Result, dst []byte) []byte { return leasehold.AppendSchedule(&r.Measurement, dst) },
	},
	{
		Name: "journal-entries", Command: "journal", Tool: "journal_entries", Title: "Lease journal entries",
		About:   "Computes the balanced journal entries of one lease: the commencement entry and one entry for each payment period.",
		Request: "Lease", Response: "JournalResponse", MaxBody: MaxLeaseLen, Periods: true, Units: 1, Plan: meter.Free,
		Decode: readLease, print: func(r *leasehold.Result, dst []byte) []byte { return leasehold.AppendJournal(&r.Measurement, dst) },
	},
	{
		Name: "classify", Command: "classify", Tool: "classify_lease", Title: "Classify a lease",
		About: "Uses the five criteria of ASC 842-10-25-2 to determine whether a lease is an operating or a finance lease, and gives the reasons. " +
			"The other standards have a single lessee model.",
		Request: "Lease", Response: "ClassifyResponse", MaxBody: MaxLeaseLen, Plan: meter.Free,
		Decode: readLease, print: leasehold.AppendClassify,
	},
	{
		Name: "report", Command: "report", Tool: "report_leases", Title: "Report on many leases",
		About: "Reports on up to 5,000 leases for a reporting period, in total, by group and lease by lease: opening and closing balances, " +
			"rollforwards that foot, cost by kind, cash flows, maturities, current and long-term portions, weighted averages and, " +
			"if requested, journal entries by calendar month.",
		Request: "ReportRequest", Response: "ReportResponse", MaxBody: maxReportLen, Units: 1, UnitFor: "lease", Plan: meter.Pro,
		Decode: reads(portfolio.Decode, portfolio.AnswerWithProgress, (*portfolio.Question).Measured, func(r *portfolio.Report) int { return len(r.Leases) }),
	},
	{
		Name: "verify", Command: "verify", Tool: "verify_schedule", Title: "Verify another schedule",
		About: "Recomputes the figures that another program or spreadsheet reports for one lease. The result says whether they agree and lists each " +
			"difference, inconsistencies within the reported figures, and the convention (discounting, timing or the payment at commencement) that " +
			"explains the difference.",
		Request: "VerifyRequest", Response: "VerifyResponse", MaxBody: MaxVerifyLen, Units: 1, Plan: meter.Free,
		Decode: reads(reperform.Decode, atOnce(reperform.VerifyContext), (*reperform.Question).Measured, nil),
	},
	{
		Name: "compare", Command: "compare", Tool: "compare_treatments", Title: "Compare the treatments of a lease",
		About: "Compares the treatments of one lease as an operating lease and as a finance lease under ASC 842, and under IFRS 16, GASB 87, " +
			"FRS 102 and GASB 96, or only the named treatments. The comparison has initial amounts, every lease year, totals, and the " +
			"difference between each treatment and the first.",
		Request: "CompareRequest", Response: "CompareResponse", MaxBody: MaxLeaseLen, Units: 1, Plan: meter.Free,
		Decode: reads(treatments.Decode, atOnce(func(ctx context.Context, q *treatments.Question) (*treatments.Comparison, error) {
			return q.AnswerContext(ctx)
		}), (*treatments.Question).Measured, nil),
	},
}

// The operations on one lease, for code that needs a specific operation.
var (
	Compute        = Find("compute")
	Schedule       = Find("schedule")
	JournalEntries = Find("journal-entries")
	Classify       = Find("classify")
)

// The remaining operations.
var (
	Report  = Find("report")
	Verify  = Find("verify")
	Compare = Find("compare")
)

// All returns all operations.
func All() []*Operation { return table }

// Find returns the operation with the given name, or nil.
func Find(name string) *Operation {
	i := slices.IndexFunc(table, func(op *Operation) bool { return op.Name == name })
	if i < 0 {
		return nil
	}
	return table[i]
}

// String returns the operation's name.
func (op *Operation) String() string { return op.Name }

// OfLease reports whether the operation returns the accounting of one lease, as computed by [leasehold.Compute].
func (op *Operation) OfLease() bool { return op.print != nil }

// Read reads a request's body. The error is a [*leasehold.InvalidError].
func (op *Operation) Read(body []byte) (Task, error) {
	if len(body) > op.MaxBody {
		tooLong := leasehold.Fault{Field: "body", Message: fmt.Sprintf("must have at most %d bytes", op.MaxBody)}
		return nil, &leasehold.InvalidError{Faults: []leasehold.Fault{tooLong}}
	}
	return op.Decode(op, body)
}

// Compute parses a request body and computes the result, without metering.
func (op *Operation) Compute(ctx context.Context, body []byte) (Result, error) {
	task, err := op.Read(body)
	if err != nil {
		return nil, err
	}
	return task.Compute(ctx, With{})
}

// Fixed returns the units that every successful request costs. It reports false if the units depend on the request.
func (op *Operation) Fixed() (units int64, ok bool) { return op.Units, op.UnitFor == "" }

// Bulk returns the name of the field that contains most of a request's data.
func (op *Operation) Bulk() string {
	if op.UnitFor != "" {
		return op.UnitFor + "s"
	}
	return "events"
}

// Price describes how many quota units a successful request costs.
func (op *Operation) Price() string {
	switch {
	case op.Units == 0:
		return "free"
	case op.UnitFor == "":
		return fmt.Sprintf("%d computation", op.Units)
	default:
		return fmt.Sprintf("%d computation for each %s", op.Units, op.UnitFor)
	}
}

// Names returns the operations' names, in the form "a, b and c".
func Names() string {
	return lists.And(lists.Map(table, func(op *Operation) string { return op.Name }))
}

// Standards returns the standards' names as accountants write them, such as ASC 842.
func Standards() []string { return lists.Map(leasehold.Standards(), leasehold.Standard.Title) }

type printed interface{ Append(dst []byte) []byte }

// The function computes the result for a question and reports its progress.
type answering[Q, A any] func(ctx context.Context, q Q, progress func(done, of int)) (A, error)

// atOnce returns an [answering] function for a question with one lease, without progress reports.
func atOnce[Q, A any](answer func(context.Context, Q) (A, error)) answering[Q, A] {
	return func(ctx context.Context, q Q, _ func(done, of int)) (A, error) { return answer(ctx, q) }
}

// The result is a function that decodes an operation's requests. The callbacks parse the question,
// compute the result, list the leases to measure, and count the [Operation.UnitFor] items in the
// result. The last callback may be nil. An error from parsing or computing is a
// *leasehold.InvalidError if the caller can correct it.
func reads[Q, A printed](decode func([]byte) (Q, error), answer answering[Q, A], measured func(Q) iter.Seq2[*leasehold.Lease, int], units func(A) int) func(*Operation, []byte) (Task, error) {
	return func(op *Operation, body []byte) (Task, error) {
		question, err := decode(body)
		if err != nil {
			return nil, err
		}
		return &questionTask[Q, A]{op, question, answer, measured, units}, nil
	}
}

// questionTask is the [Task] of an operation that answers a question.
type questionTask[Q, A printed] struct {
	op       *Operation
	question Q
	answer   answering[Q, A]
	measured func(Q) iter.Seq2[*leasehold.Lease, int] // each lease, and how many times the lease is measured
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

// Some questions require a search in addition to measuring leases.
type searched interface {
	Effort() int64 // effort as a number of measured schedule rows
}

// Some questions have results that take considerable time to encode.
type printing interface {
	Printed(l *leasehold.Lease) int64 // effort as a number of measured schedule rows
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

// eventsWithin returns the number of a lease's events that fit within an effort.
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

// questionResult is the [Result] of a question.
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

// readLease decodes a request for an operation on one lease.
func readLease(op *Operation, body []byte) (Task, error) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return nil, err
	}
	return &leaseTask{op: op, lease: lease}, nil
}

// AppendResult appends the JSON object of an operation on one lease.
func (op *Operation) AppendResult(dst []byte, r *leasehold.Result) []byte { return op.print(r, dst) }

// leaseTask is the request of an operation on one lease. A leaseTask is a [Task] and, after Compute, the [Result].
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
