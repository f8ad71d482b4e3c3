package portfolio

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/strict"
)

// Report answers a question (METHOD 14).
type Report struct {
	Question *Question
	Leases   []Line
	Sum      *Sum
	Skipped  []Skipped
	Notes    []string
}

// Line is a lease of a report and its figures.
type Line struct {
	Lease   *leasehold.Lease
	Figures *leasehold.LeaseFigures
	Notes   []string
}

// Answer makes the report. The error is a [*leasehold.InvalidError]: a lease that
// only the arithmetic shows to be wrong, or leases in several currencies that are
// not grouped by them.
func Answer(q *Question) (*Report, error) { return AnswerWithProgress(q, nil) }

// AnswerWithProgress is Answer, and calls progress, unless it is nil, after each
// lease with how many are done, of how many.
func AnswerWithProgress(q *Question, progress func(done, of int)) (*Report, error) {
	r := &Report{Question: q, Sum: NewSum(q.GroupBy), Skipped: q.Skipped, Leases: make([]Line, 0, len(q.Leases))}
	span := leasehold.Span{From: q.From, To: q.To, Monthly: q.Journal == Monthly}
	for i, l := range q.Leases {
		if err := r.take(l, span); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(i+1, len(q.Leases))
		}
	}
	if names := r.Sum.Mixed(); names != nil {
		return nil, MixedError(names)
	}
	r.Notes = r.Sum.Notes()
	return r, nil
}

// take measures a lease and adds its figures, or skips it where that is asked
// for.
func (r *Report) take(l Lease, span leasehold.Span) error {
	figures, err := leasehold.MeasureSpan(l.Lease, span)
	if err != nil {
		skipped := NewSkipped(l.Index, l.ID, err)
		if r.Question.OnError == StopOnError {
			return &leasehold.InvalidError{Faults: []leasehold.Fault{skipped.fault()}}
		}
		r.Skipped = append(r.Skipped, skipped)
		return nil
	}
	r.Sum.Add(l.Lease, figures)
	r.Leases = append(r.Leases, Line{Lease: l.Lease, Figures: figures, Notes: lineNotes(figures)})
	return nil
}

// NewSkipped tells why a lease of a list is left out, naming its field by the
// lease's place.
func NewSkipped(index int, id string, err error) Skipped {
	s := Skipped{Index: index, ID: id, Message: err.Error()}
	field := ""
	if invalid, ok := err.(*leasehold.InvalidError); ok { //nolint:errorlint // the engine wraps none
		field, s.Message = invalid.Faults[0].Field, invalid.Faults[0].Message
	}
	var f strict.Faults
	f.Add(strict.Element(nil, "leases", index), field, s.Message)
	s.Field = f[0].Field
	return s
}

// MixedError refuses to add up leases in several currencies.
func MixedError(names []string) error {
	for i, name := range names {
		if name == "" {
			names[i] = "none"
		}
	}
	return &leasehold.InvalidError{Faults: []leasehold.Fault{{
		Field:   "groupBy",
		Message: "the leases have several currencies (" + strings.Join(names, ", ") + "), which do not add up; add currency to groupBy",
	}}}
}

// lineNotes are the remarks on one lease of a report.
func lineNotes(f *leasehold.LeaseFigures) []string {
	if f.Class == f.ClassBefore {
		return nil
	}
	return []string{"The class changed from " + f.ClassBefore.String() + " to " + f.Class.String() +
		" in the span; all figures of the lease are shown under " + f.Class.String() + "."}
}

// namedIDs is how many leases a note names one by one.
const namedIDs = 20

// Notes are the remarks on the whole.
func (s *Sum) Notes() []string {
	notes := []string{
		"Rows accrue by days within their periods; payments are counted on their dates.",
		"Balances are those at the end of the last day; nothing after it is known to the report.",
	}
	if moved := s.Moved(); len(moved) > 0 {
		shown := moved[:min(len(moved), namedIDs)]
		note := "The class changed in the span for " + strings.Join(shown, ", ")
		if len(moved) > namedIDs {
			note += " and others"
		}
		notes = append(notes, note+"; their whole rollforward is under the class at the end.")
	}
	return notes
}
