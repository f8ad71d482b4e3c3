// Package reperformance writes the workpaper of a verification. The workpaper contains the reported
// schedule, the lease, the amounts that agree or differ, and the explanation of the differences.
// The package computes no amounts.
package reperformance

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

type draft struct {
	a      *reperform.Answer
	o      paper.Options
	places int
}

func newDraft(a *reperform.Answer, o paper.Options) *draft {
	return &draft{a, o, wording.Places(&a.Question.Lease)}
}

const title = "Re-performance of a lease schedule"

func (p *draft) conclusion() []string {
	a, list := p.a, []string{}
	if cause := a.Cause(); cause != "" {
		list = append(list, cause)
	}
	list = append(list, a.Verdict())
	if a.Agrees {
		if n := len(a.Inconsistencies); n > 0 {
			list = append(list, "The reported schedule is internally inconsistent in "+markup.Plural(n, "place")+", listed below.")
		}
		return list
	}
	if a.ImpliedRate != nil {
		list = append(list, "The reported opening balance is the present value of the reported payments at "+a.ImpliedRate.Shift(2).String()+" %.")
	}
	if a.Explanation == nil {
		list = append(list, "No tested convention explains every difference.")
	}
	return append(list, a.Notes...)
}

func (p *draft) facts() [][2]string {
	a, q := p.a, p.a.Question
	facts := [][2]string{
		{"Figures compared", strconv.Itoa(a.Compared)},
		{"Differences that are not allowed", strconv.Itoa(a.Outside)},
		{"Largest difference", p.decimal(a.LargestDifference)},
		{"Allowed difference", a.Tolerance()},
		{"Amounts in", p.o.Currency},
		{"Recomputed figures", p.o.Program()},
		{"SHA-256 of the lease, normalized", paper.Digest(q.Lease.Append(nil))},
	}
	if s := p.o.Source; s != nil {
		return append(facts, [2]string{"Reported figures", s.Name}, [2]string{"SHA-256 of the reported file", s.SHA256})
	}
	return append(facts, [2]string{"Reported figures", "in the request"},
		[2]string{"SHA-256 of the figures, normalized", paper.Digest(q.Theirs.Append(nil))})
}

// columns returns the headings of the reported file, each with the field that its column contains.
func (p *draft) columns() (list [][2]string) {
	if p.o.Source != nil {
		for _, c := range p.o.Source.Columns {
			list = append(list, [2]string{c[0], "read as " + c[1]})
		}
	}
	return list
}

// tried describes the conventions of the lease that an explanation changes.
func tried(e *reperform.Explanation) string {
	if len(e.Changes) == 0 {
		return "The lease as supplied"
	}
	words := make([]string, len(e.Changes))
	for i, c := range e.Changes {
		words[i] = c.Words()
	}
	return wording.Sentence(strings.Join(words, "; "))
}

// closeness describes the differences that remain under the conventions of an explanation.
func (p *draft) closeness(e *reperform.Explanation) string {
	if e.Outside == 0 {
		return "every difference is explained"
	}
	return fmt.Sprintf("%d outside, the largest difference %s", e.Outside, p.decimal(e.LargestDifference))
}

func (p *draft) label(f *reperform.Figure) string {
	return wording.Member(&p.a.Ours.Measurement, f.Member)
}

func (p *draft) decimal(d money.Decimal) string { return wording.AccountingDecimal(d, p.places) }

// row returns the row number and the date of a compared amount, or "" for an absent value.
func row(f *reperform.Figure) (number, date string) {
	if f.Period > 0 {
		number = strconv.Itoa(f.Period)
	}
	if f.Date != (civil.Date{}) {
		date = f.Date.String()
	}
	return number, date
}

// CSV writes one row for each compared amount.
func CSV(w io.Writer, a *reperform.Answer) error {
	p := newDraft(a, paper.Options{})
	lines := [][]string{{"where", "period", "date", "figure", "ours", "theirs", "difference", "outside"}}
	list := a.Figures()
	for i := range list {
		f := &list[i]
		number, date := row(f)
		lines = append(lines, []string{
			f.Where, number, date, f.Member, string(f.Ours.AppendPlaces(nil, p.places)), f.Theirs.String(), f.Difference.String(), strconv.FormatBool(f.Outside),
		})
	}
	return paper.WriteCSV(w, lines)
}
