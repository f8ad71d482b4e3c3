package reperform

import (
	"fmt"
	"iter"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Question is the request for a verification (METHOD 15.1).
type Question struct {
	Lease     leasehold.Lease
	Theirs    Theirs
	Tolerance strict.Optional[money.Decimal] // largest difference that counts as agreement; by default the rounding allowance of each row
}

// Theirs contains the reported amounts. Each amount is optional, but at least one is required.
type Theirs struct {
	InitialLiability          strict.Optional[money.Decimal]
	InitialRouAsset           strict.Optional[money.Decimal]
	TotalUndiscountedPayments strict.Optional[money.Decimal]
	TotalLeaseCost            strict.Optional[money.Decimal]
	Schedule                  []Row
}

// Row is a row of the reported schedule. A row's number or date identifies the matching computed row.
type Row struct {
	Period strict.Optional[int]
	Date   strict.Optional[civil.Date]

	Payment         strict.Optional[money.Decimal]
	Interest        strict.Optional[money.Decimal]
	Principal       strict.Optional[money.Decimal]
	LiabilityClose  strict.Optional[money.Decimal]
	RouAmortization strict.Optional[money.Decimal]
	RouAssetClose   strict.Optional[money.Decimal]
	LeaseExpense    strict.Optional[money.Decimal]
}

// MaxRows is the maximum number of rows in a schedule: one for each month of the longest term, plus one for each event.
const MaxRows = member.MaxTermMonths + member.MaxEvents + 1

type optional = strict.Optional[money.Decimal]

var row = strict.Object[Row]{Noun: "a row of a schedule", Fields: func() []strict.Field[Row] {
	fields := []strict.Field[Row]{
		strict.OptionalInt("period", MaxRows, func(r *Row) *strict.Optional[int] { return &r.Period }),
		strict.OptionalDate("date", func(r *Row) *strict.Optional[civil.Date] { return &r.Date }),
	}
	return append(fields, lists.Map(columns[:], func(c column) strict.Field[Row] {
		return strict.OptionalDecimal(c.name, strict.Amount, c.theirs)
	})...)
}()}

var theirs = strict.Object[Theirs]{Noun: "the figures to check", Fields: append(
	lists.Map(totalFigures[:], func(f totalFigure) strict.Field[Theirs] {
		return strict.OptionalDecimal(f.name, strict.Amount, f.theirs)
	}),
	strict.List("schedule", MaxRows, &row, func(t *Theirs) *[]Row { return &t.Schedule }))}

var question = strict.Object[Question]{Noun: "a verification", Fields: []strict.Field[Question]{
	{Name: "lease", Required: true, Read: readLease, Print: func(dst []byte, q *Question) []byte { return q.Lease.Append(dst) }},
	{Name: "theirs", Required: true, Read: readTheirs, Print: func(dst []byte, q *Question) []byte { return q.Theirs.Append(dst) }},
	strict.OptionalDecimal("tolerance", strict.DecimalRule{Check: checkTolerance}, func(q *Question) *optional { return &q.Tolerance }),
}}

// Append appends the reported amounts as one normalized JSON object, in the field order of the API contract.
func (t *Theirs) Append(dst []byte) []byte { return theirs.Append(dst, t) }

// Append appends the normalized request as one JSON object, with defaults filled in and fields in
// the API contract's order. Equivalent requests give the same bytes.
func (q *Question) Append(dst []byte) []byte { return question.Append(dst, q) }

func (q *Question) tolerance() money.Decimal {
	if q.Tolerance.Set {
		return q.Tolerance.Value
	}
	return money.New(1, q.Lease.Currency.Places())
}

func checkTolerance(d money.Decimal) string {
	if d.Sign() < 0 || strict.CheckAmount(d) != "" {
		return strict.OutOfRange(d.String(), "an amount of 0 or more")
	}
	return ""
}

func readLease(rd *strict.Reader, at *strict.Place, q *Question) (string, error) {
	faults, err := q.Lease.Read(rd, strict.Element(at, "lease", -1))
	*rd.Faults() = append(*rd.Faults(), faults...)
	return "", err
}

func readTheirs(rd *strict.Reader, at *strict.Place, q *Question) (string, error) {
	return "", strict.ReadElement(rd, &theirs, strict.Element(at, "theirs", -1), &q.Theirs)
}

// Decode reads a request from JSON. The error is a [*leasehold.InvalidError].
func Decode(body []byte) (*Question, error) {
	q := new(Question)
	f := strict.Decode(body, &question, q)
	if f.Readable() {
		q.Theirs.check(&f)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

func (t *Theirs) check(f *strict.Faults) {
	at := strict.Element(nil, "theirs", -1)
	numbers := map[int]int{}
	for i := range t.Schedule {
		r, here := &t.Schedule[i], strict.Element(at, "schedule", i)
		if !r.Period.Set && !r.Date.Set {
			f.Add(here, "period", "is required if the row has no date: rows are matched by period or by date")
		}
		if first, twice := numbers[r.Period.Value]; r.Period.Set && twice {
			f.Add(here, "period", fmt.Sprintf("%d appears more than once: schedule[%d] has it too", r.Period.Value, first))
		}
		numbers[r.Period.Value] = i
	}
	if len(*f) == 0 && t.figures() == 0 {
		f.Add(nil, "theirs", "has no figures to check; supply initialLiability, initialRouAsset, totalUndiscountedPayments, totalLeaseCost or a schedule")
	}
}

func (t *Theirs) figures() (n int) {
	for i := range totalFigures {
		if totalFigures[i].theirs(t).Set {
			n++
		}
	}
	for i := range t.Schedule {
		for j := range columns {
			if columns[j].theirs(&t.Schedule[i]).Set {
				n++
			}
		}
	}
	return n
}

// Measured returns the lease and the maximum number of times that a verification measures the
// lease: once as supplied and once per candidate.
func (q *Question) Measured() iter.Seq2[*leasehold.Lease, int] {
	return func(yield func(*leasehold.Lease, int) bool) {
		effort := q.Lease.Effort()
		tried := int(maxTried / effort)
		if tried > 2*len(q.conventions(nil)) { // otherwise the number tried is less than the number of candidates
			tried = min(tried, 2*len(q.recipes(nil, q.inputChanges())))
		}
		yield(&q.Lease, 1+tried+int(maxSearched/effort))
	}
}
