package mcpapi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// wordsTime bounds what putting an answer into words may measure again.
const wordsTime = 10 * time.Second

// present drops the rows of an answer that are not wanted, and puts the answer
// into words that a model can pass on without reading the structure.
func present(ctx context.Context, answer *reply, op *operations.Operation, args *arguments) (string, error) {
	var words string
	switch v := answer.result.Value().(type) {
	case *leasehold.Result:
		ctx, cancel := context.WithTimeout(ctx, wordsTime)
		defer cancel()
		s := summary{ctx: ctx, op: op, r: v, want: args.rows, args: args, figures: figures{v.Lease.Currency.Places()}}
		if err := s.shorten(answer); err != nil {
			return "", err
		}
		if err := s.write(); err != nil {
			return "", err
		}
		words = s.String()
	case *portfolio.Report:
		words = reportWords(v)
	case *reperform.Answer:
		words = verifyWords(v)
	case *treatments.Comparison:
		words = compareWords(v)
	default:
		return "", fmt.Errorf("%s has a result of type %T", op, v)
	}
	if args.rows == rowsBrief {
		object, left, err := brief(answer.object, max(answerMost-len(words), answerMost/2))
		if err != nil {
			return "", err
		}
		answer.object = object
		words += left
	}
	if answer.replay {
		words = "Replay of an earlier answer; billed 0 computations.\n" + words
	}
	return strings.TrimSuffix(words, "\n"), nil
}

// figures prints amounts with the decimals of a currency.
type figures struct{ places int }

func (f figures) text(a money.Amount) string { return string(a.AppendPlaces(nil, f.places)) }

// summary is an answer in words.
type summary struct {
	strings.Builder
	figures

	ctx     context.Context //nolint:containedctx // of the call that is answered
	op      *operations.Operation
	r       *leasehold.Result
	journal []leasehold.Entry
	want    rows
	args    *arguments
	kept    kept
}

// shorten drops the rows of an answer that are not wanted.
func (s *summary) shorten(answer *reply) (err error) {
	all := s.want == rowsAll || s.want == rowsBrief
	if !all || s.op == operations.JournalEntries {
		s.journal = s.r.Journal()
	}
	s.kept = keepRows(s.r, s.journal, s.args)
	if !all {
		answer.object, err = s.kept.drop(answer.object)
	}
	return err
}

func (s *summary) write() error {
	s.heading()
	if s.op != operations.Classify {
		s.measurement()
		s.events()
	}
	fmt.Fprintf(s, "Classification: %s. %s\n", s.r.Class, s.r.Classification.Rationale)
	switch s.op {
	case operations.Compute, operations.Schedule:
		s.schedule()
	case operations.JournalEntries:
		if s.want == rowsSpan {
			if err := s.monthly(); err != nil {
				return err
			}
			break
		}
		s.entries()
	case operations.Classify:
		for i := range s.r.Classification.Criteria {
			c := &s.r.Classification.Criteria[i]
			fmt.Fprintf(s, "- %s: %s. %s\n", c.Key, outcome(c), c.Detail)
		}
	}
	list(&s.Builder, "Notes:", s.r.NoteTexts(), itself)
	return nil
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

func (s *summary) heading() {
	l := &s.r.Lease
	class := s.r.Class.String()
	changed := ""
	if n := len(s.r.Events); n > 0 && s.r.Events[n-1].TermMonths != l.TermMonths {
		changed = fmt.Sprintf(" (%d after the events)", s.r.Events[n-1].TermMonths)
	}
	payments := "payments"
	if len(s.r.Schedule) == 1 {
		payments = "payment"
	}
	first := ""
	if l.Applied() {
		first = ", measured first on " + l.Start().String()
	}
	s.say("%s lease under %s: %d months%s from %s%s, %d %s %s in %s.\n",
		strings.ToUpper(class[:1])+class[1:], l.Standard.Title(),
		l.TermMonths, changed, l.CommencementDate, first, len(s.r.Schedule), l.PaymentFrequency, payments, l.PaymentTiming)
}

// say writes a line in the words of the standard.
func (s *summary) say(format string, args ...any) {
	fmt.Fprint(s, s.r.Lease.Standard.Say(fmt.Sprintf(format, args...)))
}

func (s *summary) measurement() {
	r, d := s.r, &s.r.Disclosures
	current, longTerm := "current", "long-term"
	if said := r.Lease.Standard.Say("current portion"); said != "current portion" {
		current, longTerm = said, r.Lease.Standard.Say("long-term portion")
	}
	s.say("Lease liability at %s %s (%s %s, %s %s); %s %s.\n",
		wording.First(&r.Lease), s.text(r.InitialLiability), current, s.text(d.CurrentLiability), longTerm, s.text(d.LongTermLiability),
		r.Lease.Standard.AssetNoun(), s.text(r.InitialRouAsset))
	s.say("Total undiscounted payments %s, imputed interest %s, total lease cost %s.\n",
		s.text(r.TotalUndiscountedPayments), s.text(d.ImputedInterest), s.text(r.TotalLeaseCost))
}

// events says what each event of the lease did.
func (s *summary) events() {
	for i := range s.r.Events {
		if i == textRowsMax {
			fmt.Fprintf(s, "And %d more events.\n", len(s.r.Events)-i)
			break
		}
		e := &s.r.Events[i]
		s.say("Event %s, %s: liability %s before and %s after, %s %s and %s", e.Date, e.Type,
			s.text(e.LiabilityBefore), s.text(e.LiabilityAfter), s.r.Lease.Standard.AssetNoun(), s.text(e.RouAssetBefore), s.text(e.RouAssetAfter))
		if e.GainOrLoss.Sign() != 0 {
			fmt.Fprintf(s, ", gain (loss negative) %s", s.text(e.GainOrLoss))
		}
		fmt.Fprintln(s, ".")
	}
}

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
	case s.want == rowsSpan && s.kept.n <= 4*textRowsMax:
		fmt.Fprintf(s, "%s, the %d of %d periods with days from %s to %s:\n", what, s.kept.n, of, s.args.span.From, s.args.span.To)
	case s.want == rowsFirst || s.want == rowsLast:
		fmt.Fprintf(s, "%s, the %s %d of %d periods:\n", what, s.want, s.kept.n, of)
	default:
		if s.want == rowsBrief {
			s.years()
			return false
		}
		fmt.Fprintf(s, "%s: all %d periods are in the structured result; rows \"first\", \"last\" or \"yearly\" return fewer.\n", what, of)
		return false
	}
	return true
}

func (s *summary) schedule() {
	if !s.title("Schedule") {
		return
	}
	sides := wording.SidesOf(&s.r.Measurement)
	fmt.Fprint(s, "period | date | payment | interest | principal | liability after | asset after | expense")
	for i := range sides {
		fmt.Fprint(s, " | ", strings.ToLower(sides[i].Heading))
	}
	fmt.Fprintln(s)
	for i := range s.r.Schedule {
		if p := &s.r.Schedule[i]; s.kept.rows[i] {
			fmt.Fprintf(s, "%d | %s | %s | %s | %s | %s | %s | %s", p.Number, p.Date, s.text(p.Payment), s.text(p.Interest),
				s.text(p.Principal), s.text(p.LiabilityClose), s.text(p.RouAssetClose), s.text(p.LeaseExpense))
			for j := range sides {
				fmt.Fprint(s, " | ", s.text(sides[j].Of(p)))
			}
			fmt.Fprintln(s)
		}
	}
}

func (s *summary) entries() {
	shown := s.title("Journal entries, in addition to the one at commencement")
	for i := range s.journal {
		if e := &s.journal[i]; s.kept.entries[i] && (shown || e.Kind == leasehold.EntryCommencement) {
			s.entry(e)
		}
	}
}

func (s *summary) entry(e *leasehold.Entry) {
	fmt.Fprintf(s, "%s %s\n", e.Date, e.Memo)
	for _, l := range e.Lines {
		if l.Debit.Sign() > 0 {
			fmt.Fprintf(s, "  Dr %s %s\n", l.Account, s.text(l.Debit))
		} else {
			fmt.Fprintf(s, "  Cr %s %s\n", l.Account, s.text(l.Credit))
		}
	}
}

// years are the totals of the lease years, in place of the periods of a long lease.
func (s *summary) years() {
	years, err := leasehold.LeaseYearsContext(s.ctx, &s.r.Lease)
	if err != nil {
		return // the lease was measured before: the call has ended
	}
	fmt.Fprintf(s, "Lease years, of %d periods; rows \"all\", \"first\", \"last\", \"month:2027-03\" or \"2027-01-01..2027-12-31\" return those.\n", len(s.r.Schedule))
	fmt.Fprintln(s, "year | payments | interest | expense | liability after | asset after")
	for i := range years {
		y := &years[i]
		fmt.Fprintf(s, "%d | %s | %s | %s | %s | %s\n", y.Year, s.text(y.Payments), s.text(y.Interest), s.text(y.LeaseExpense), s.text(y.LiabilityClose), s.text(y.RouAssetClose))
	}
}

// monthly are the entries of the calendar months of a span: what is booked in them.
func (s *summary) monthly() error {
	span := s.args.span
	span.InLeaseCurrency = true
	of, err := leasehold.MeasureSpanContext(s.ctx, &s.r.Lease, span)
	if err != nil {
		return err
	}
	// A month before the lease, after it or without a movement has nothing to book.
	of.Entries = slices.DeleteFunc(of.Entries, func(e leasehold.NumberedEntry) bool { return len(e.Lines) == 0 })
	entries := fmt.Sprintf("%d entries", len(of.Entries))
	switch len(of.Entries) {
	case 0:
		entries = "nothing"
	case 1:
		entries = "1 entry"
	}
	fmt.Fprintf(s, "To book from %s to %s, by calendar month: %s.\n", s.args.span.From, s.args.span.To, entries)
	for i := range of.Entries {
		if i == 2*textRowsMax {
			fmt.Fprintf(s, "And %d more; ask for fewer months.\n", len(of.Entries)-i)
			break
		}
		s.entry(&of.Entries[i].Entry)
	}
	return nil
}
