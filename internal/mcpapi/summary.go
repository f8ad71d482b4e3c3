package mcpapi

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/money"
)

// present drops the rows of an answer that are not wanted, and puts the answer
// into words that a model can pass on without reading the structure.
func present(answer *reply, op *service.Operation, want rows) (string, error) {
	r, ok := answer.result.Value().(*leasehold.Result)
	if !ok {
		return "The figures are in the structured result.", nil
	}
	s := summary{op: op, r: r, want: want}
	if want != rowsAll || op == service.JournalEntries {
		s.journal = r.Journal()
	}
	s.kept = keepRows(r, s.journal, want)
	if want != rowsAll {
		var err error
		if answer.object, err = s.kept.drop(answer.object); err != nil {
			return "", err
		}
	}
	if !answer.current {
		// Its own figures count, and no words from today's rules.
		return "The answer of the first call with this idempotency_key, made under an earlier revision of the accounting rules; its figures are in the structured result.", nil
	}
	if answer.replay {
		fmt.Fprintln(&s, "Replay of an earlier answer; billed 0 computations.")
	}
	s.write()
	return strings.TrimSuffix(s.String(), "\n"), nil
}

// summary is an answer in words.
type summary struct {
	strings.Builder

	op      *service.Operation
	r       *leasehold.Result
	journal []leasehold.Entry
	want    rows
	kept    kept
}

func (s *summary) write() {
	heading(&s.Builder, s.r)
	if s.op != service.Classify {
		measurement(&s.Builder, s.r)
	}
	fmt.Fprintf(s, "Classification: %s. %s\n", s.r.Class, s.r.Classification.Rationale)
	switch s.op {
	case service.Compute, service.Schedule:
		s.schedule()
	case service.JournalEntries:
		s.entries()
	case service.Classify:
		for i := range s.r.Classification.Criteria {
			c := &s.r.Classification.Criteria[i]
			fmt.Fprintf(s, "- %s: %s. %s\n", c.Key, outcome(c), c.Detail)
		}
	}
	if len(s.r.Notes) > 0 {
		fmt.Fprintln(s, "Notes:")
		for _, n := range s.r.NoteTexts() {
			fmt.Fprintln(s, "- "+n)
		}
	}
}

// outcome says what a test of the classification found.
func outcome(c *leasehold.Criterion) string {
	switch {
	case !c.Tested:
		return "not tested"
	case c.Met:
		return "met"
	default:
		return "not met"
	}
}

func heading(b *strings.Builder, r *leasehold.Result) {
	l := &r.Lease
	fmt.Fprintf(b, "%s lease under %s: %d months from %s, %d %s payments in %s.\n",
		strings.ToUpper(r.Class.String()[:1])+r.Class.String()[1:], l.Standard.Title(),
		l.TermMonths, l.CommencementDate, len(r.Schedule), l.PaymentFrequency, l.PaymentTiming)
}

func measurement(b *strings.Builder, r *leasehold.Result) {
	d := &r.Disclosures
	fmt.Fprintf(b, "Lease liability at commencement %s (current %s, long-term %s); right-of-use asset %s.\n",
		text(r.InitialLiability), text(d.CurrentLiability), text(d.LongTermLiability), text(r.InitialRouAsset))
	fmt.Fprintf(b, "Total undiscounted payments %s, imputed interest %s, total lease cost %s.\n",
		text(r.TotalUndiscountedPayments), text(d.ImputedInterest), text(r.TotalLeaseCost))
}

func text(a money.Amount) string { return string(a.Append(nil)) }

// textRowsMax is how many rows the text repeats. Some hosts show a model only
// the text.
const textRowsMax = boundedRows

// title says which rows follow, and reports whether any do.
func (s *summary) title(what string) bool {
	of := len(s.r.Schedule)
	switch {
	case s.kept.n == of && of <= textRowsMax:
		fmt.Fprintf(s, "%s, all %d periods:\n", what, of)
	case s.want == rowsYearly:
		fmt.Fprintf(s, "%s, the %d periods of %d that close a lease year:\n", what, s.kept.n, of)
	case s.want == rowsFirst || s.want == rowsLast:
		fmt.Fprintf(s, "%s, the %s %d of %d periods:\n", what, s.want, s.kept.n, of)
	default:
		fmt.Fprintf(s, "%s: all %d periods are in the structured result; rows \"first\", \"last\" or \"yearly\" return fewer.\n", what, of)
		return false
	}
	return true
}

func (s *summary) schedule() {
	if !s.title("Schedule") {
		return
	}
	fmt.Fprintln(s, "period | date | payment | interest | principal | liability after | asset after | expense")
	for i := range s.r.Schedule {
		if p := &s.r.Schedule[i]; s.kept.rows[i] {
			fmt.Fprintf(s, "%d | %s | %s | %s | %s | %s | %s | %s\n", p.Number, p.Date, text(p.Payment), text(p.Interest),
				text(p.Principal), text(p.LiabilityClose), text(p.RouAssetClose), text(p.LeaseExpense))
		}
	}
}

func (s *summary) entries() {
	shown := s.title("Journal entries, beside the one at commencement")
	for i := range s.journal {
		if e := &s.journal[i]; s.kept.entries[i] && (shown || e.Kind == leasehold.EntryCommencement) {
			entry(&s.Builder, e)
		}
	}
}

func entry(b *strings.Builder, e *leasehold.Entry) {
	fmt.Fprintf(b, "%s %s\n", e.Date, e.Memo)
	for _, l := range e.Lines {
		if l.Debit.Sign() > 0 {
			fmt.Fprintf(b, "  Dr %s %s\n", l.Account, text(l.Debit))
		} else {
			fmt.Fprintf(b, "  Cr %s %s\n", l.Account, text(l.Credit))
		}
	}
}
